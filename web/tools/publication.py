"""What publishing would do to each page of a wiki, and what forbids it.

A publication signs its summary with the hash of the page's text. So the wiki's own history tells
which revisions are publications, whoever made them and from whichever machine, and nothing has to
be remembered here: a revision whose text is not the one its summary names is someone's edit, and so
is anything that came after the last publication, unless the text is that publication's again.
"""

from __future__ import annotations

import hashlib
import re
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from pycore import __version__
from web.tools import tables
from web.tools.wiki_api import BATCH, WikiError, same_text
from web.tools.wiki_refusals import PAGE
from web.tools.wiki_writer import settled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from web.tools.wiki_writer import Writer

DIGITS = 16  # of the hash in a summary
HISTORY = 50  # revisions looked at
SHOWN = 5  # edits named
_SIGNED = re.compile(rf"\bpage ([0-9a-f]{{{DIGITS}}})$")
_GONE = {"delete": "supprimée", "move": "déplacée"}


class Edit(NamedTuple):
    """A revision: who made it and when, as the wiki tells."""

    user: str
    when: str
    comment: str
    sha1: str

    @property
    def told(self) -> str:
        """Say who and when."""
        return f"par {self.user} le {day(self.when)}"

    @property
    def is_publication(self) -> bool:
        """Tell whether its text is the one that its summary names."""
        found = _SIGNED.search(self.comment)
        return found is not None and self.sha1.startswith(found[1])


class There(NamedTuple):
    """A page as it stands on the wiki; revision 0 if it does not."""

    revision: int
    texte: str | None
    redirect: bool
    last: Edit | None
    refused: str


class Fate(Enum):
    """What becomes of a page."""

    SAME = "identique"
    CREATED = "à créer"
    CHANGED = "à modifier"
    SKIPPED = "écartée"


class Step(NamedTuple):
    """What publishing does to a page; `why` it is left alone, `edits` that would be lost."""

    page: tables.Ecrite
    there: There
    fate: Fate
    why: str = ""
    edits: tuple[Edit, ...] = ()


def day(when: str) -> str:
    """Write a moment of the wiki's ("2026-11-29T22:54:41Z") in French."""
    found = re.match(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+)", when)
    return "?" if found is None else f"{found[3]}/{found[2]}/{found[1]} à {found[4]}:{found[5]} UTC"


def data_version(made: Mapping[str, tables.Ecrite]) -> str:
    """Name what is published: the program's version, and the hash of all its pages."""
    pages = hashlib.sha256(tables.manifest(made).encode()).hexdigest()
    return f"{__version__}-{pages[:12]}"


def summary(version: str, texte: str) -> str:
    """Write the summary of a publication, with the hash that signs it."""
    sha1 = hashlib.sha1(settled(texte), usedforsecurity=False).hexdigest()
    return f"Publication des tableaux, données {version}, page {sha1[:DIGITS]}"


def read_there(
    writer: Writer, titles: Iterable[str], progress: Callable[[int], None]
) -> dict[str, There]:
    """Read the pages, by the title asked for. Raises `WikiError`."""
    wanted = list(titles)
    found: dict[str, There] = {}
    for start in range(0, len(wanted), BATCH):
        found |= _read(writer, wanted[start : start + BATCH])
        progress(len(found))
    return found


def _read(writer: Writer, wanted: list[str]) -> dict[str, There]:
    tested = {"intestactions": "edit|create", "intestactionsdetail": "full"} if writer.user else {}
    own = {titre: titre for titre in wanted}
    pages: dict[str, dict[str, Any]] = {}
    for told in writer.answers(
        titles="|".join(wanted),
        prop="info|revisions",
        rvprop="ids|timestamp|user|comment|sha1|content",
        rvslots="main",
        **tested,
    ):
        own |= {each["from"]: each["to"] for each in told.get("normalized", ())}
        for page in told.get("pages", ()):
            pages.setdefault(page["title"], {}).update(page)
    try:
        return {titre: _there(pages[own[titre]]) for titre in wanted}
    except (LookupError, TypeError) as error:
        raise WikiError("Arrêt : le wiki a donné une réponse incomprise.") from error


def _there(page: Mapping[str, Any]) -> There:
    refused = _refused(page.get("actions", {}), missing=bool(page.get("missing")))
    if page.get("missing"):
        return There(0, None, redirect=False, last=None, refused=refused)
    (revision,) = page["revisions"]
    texte = revision["slots"]["main"].get("content")  # hidden by an administrator: none
    return There(
        int(revision["revid"]), texte, bool(page.get("redirect")), _edit(revision), refused
    )


def _refused(actions: Mapping[str, Any], *, missing: bool) -> str:
    """Say why this account cannot write a page, as the wiki foresees it."""
    for action in ("edit", "create") if missing else ("edit",):
        for each in actions.get(action, ()):
            code = str(each.get("code", "?"))
            return PAGE.get(code, f"le wiki ne laisse pas ce compte l’écrire ({code})")
    return ""


def _edit(revision: Mapping[str, Any]) -> Edit:
    return Edit(
        str(revision.get("user", "un compte masqué")),
        str(revision.get("timestamp", "")),
        str(revision.get("comment", "")),
        str(revision.get("sha1", "")),
    )


def decide(writer: Writer, page: tables.Ecrite, there: There, forced: Collection[str]) -> Step:
    """Decide what becomes of a page, asking for its history where that is needed."""
    force = page.titre in forced
    if there.texte is not None and not there.redirect and same_text(there.texte, page.texte):
        return Step(page, there, Fate.SAME)
    if there.refused:
        return Step(page, there, Fate.SKIPPED, there.refused)
    if not there.revision:
        gone = "" if force else _gone(writer, page.titre)
        return Step(page, there, Fate.SKIPPED if gone else Fate.CREATED, gone)
    return _over(writer, page, there, force=force)


def _over(writer: Writer, page: tables.Ecrite, there: There, *, force: bool) -> Step:
    """Decide whether a page may be written over what stands there."""
    assert there.last is not None
    if force or (there.last.is_publication and not there.redirect):
        return Step(page, there, Fate.CHANGED)
    if there.redirect:
        return Step(page, there, Fate.SKIPPED, f"devenue une redirection {there.last.told}")
    since, published = _since(writer, page.titre)
    if published is not None and published.sha1 == there.last.sha1:
        return Step(page, there, Fate.CHANGED)
    why = "modifiée depuis la dernière publication" if published else "jamais publiée d’ici"
    return Step(page, there, Fate.SKIPPED, why, tuple(since))


def _gone(writer: Writer, titre: str) -> str:
    """Say who deleted or moved a page that is not there; "" if it never was."""
    for told in writer.answers(
        list="logevents", letitle=titre, leprop="type|user|timestamp", lelimit=HISTORY
    ):
        for each in told.get("logevents", ()):
            if each.get("type") in _GONE and each.get("action") != "restore":
                who = each.get("user", "un compte masqué")
                return f"{_GONE[each['type']]} par {who} le {day(str(each.get('timestamp')))}"
    return ""


def _since(writer: Writer, titre: str) -> tuple[list[Edit], Edit | None]:
    """List the edits made after the last publication, newest first, and give that one."""
    told = writer.query(
        titles=titre, prop="revisions", rvprop="ids|timestamp|user|comment|sha1", rvlimit=HISTORY
    )
    since: list[Edit] = []
    for page in told["query"]["pages"]:
        for revision in page.get("revisions", ()):
            edit = _edit(revision)
            if edit.is_publication:
                return since, edit
            since.append(edit)
    return since, None
