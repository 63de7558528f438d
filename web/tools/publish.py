"""`build.py publish`: puts the generated pages on the wiki, and never over someone's edit.

What would change is shown first, then a person is asked. A page is written whole or not at all, and
only over the very revision that was read; a run that was cut off is simply run again.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import urlsplit

from pycore.errors import DataError
from web.tools import tables
from web.tools.publication import Fate, Step, data_version, day, decide, read_there, summary
from web.tools.wiki_account import find_account
from web.tools.wiki_api import BATCH, WikiError, find_api, same_text
from web.tools.wiki_refusals import ConflictError, PageRefusedError
from web.tools.wiki_writer import Writer

if TYPE_CHECKING:
    from collections.abc import Mapping

USAGE = (
    "Usage : python3 build.py publish --wiki ADRESSE [--dry-run] [--force PAGE] [--jeu anima]\n"
    "Le compte et le mot de passe se donnent par WIKI_COMPTE et WIKI_MOT_DE_PASSE, par le\n"
    "trousseau du système, ou au clavier ; jamais dans la commande."
)
FAILED, USED_BADLY, LEFT = 1, 2, 5
YES = {"o", "oui"}
NAMED = 5  # edits named below a page
HERE = {"localhost", "127.0.0.1", "::1"}


class Options(argparse.ArgumentParser):
    """A command line whose errors are told in French."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2; argparse's own message is in English, and left out."""
        del message
        self.exit(USED_BADLY, f"Option mal écrite.\n{USAGE}\n")


class Progress:
    """Says how far a long step is, once it takes over a second."""

    def __init__(self, what: str, total: int) -> None:
        """Start the clock."""
        self.what, self.total, self.last = what, total, time.monotonic()

    def __call__(self, done: int) -> None:
        """Say it, if a second has passed since the last time."""
        now = time.monotonic()
        if now - self.last > 1:
            self.last = now
            say(f"{self.what} : {done} sur {self.total}")


class Result(NamedTuple):
    """What a run wrote, and what it had to leave, with the reason."""

    written: list[str]
    left: list[tuple[str, str]]


def say(line: str) -> None:
    """Tell something on the way, apart from the report."""
    print(line, file=sys.stderr, flush=True)


def check_address(address: str) -> None:
    """Refuse an address that gives a password away. Raises `WikiError`."""
    try:
        parts = urlsplit(address)
    except ValueError:
        raise WikiError(f"« {address} » n’est pas l’adresse d’un wiki.") from None
    if parts.username is not None or parts.password is not None:
        raise WikiError("Pas de compte ni de mot de passe dans l’adresse du wiki.")
    if parts.scheme == "http" and parts.hostname not in HERE:
        raise WikiError(
            f"« {address} » n’est pas chiffrée : le mot de passe s’y lirait en chemin. "
            "Il faut https://…"
        )


def plan(writer: Writer, made: Mapping[str, tables.Ecrite], forced: set[str]) -> list[Step]:
    """Read the wiki and decide what becomes of each page. Raises `WikiError`."""
    wanted = [page.titre for page in made.values()]
    there = read_there(writer, wanted, Progress("Pages lues", len(wanted)))
    progress = Progress("Pages comparées", len(wanted))
    steps = []
    for rank, page in enumerate(made.values(), 1):
        steps.append(decide(writer, page, there[page.titre], forced))
        progress(rank)
    return steps


def show(steps: list[Step]) -> None:
    """Print what would be written, and what would be left alone and why."""
    names = ("sur le wiki", "d’après data/")
    for step in steps:
        titre, texte = step.page
        if step.fate is Fate.CREATED:
            print(f"À créer : {titre}")
        elif step.fate is not Fate.SAME:
            skipped = step.fate is Fate.SKIPPED
            print(f"Écartée : {titre} ({step.why})" if skipped else f"À modifier : {titre}")
            for edit in step.edits[:NAMED]:
                said = f" : « {edit.comment} »" if edit.comment else ""
                print(tables.for_terminal(f"  modification {edit.told}{said}"))
            if len(step.edits) > NAMED:
                print(f"  et {len(step.edits) - NAMED} de plus")
            if step.there.texte is not None and not step.there.redirect:
                before = step.there.texte.rstrip()
                for line in tables.difference(before, texte.rstrip(), names):
                    print(f"  {line}")
    counts = {fate: sum(step.fate is fate for step in steps) for fate in Fate}
    print(
        f"{counts[Fate.CREATED]} à créer, {counts[Fate.CHANGED]} à modifier, "
        f"{_count(counts[Fate.SAME], 'identique')}, {_count(counts[Fate.SKIPPED], 'écartée')}."
    )


def write(writer: Writer, steps: list[Step], version: str) -> Result:
    """Write the pages that differ. Raises `WikiError` when nothing more can be written."""
    wanted = [step for step in steps if step.fate in {Fate.CREATED, Fate.CHANGED}]
    progress = Progress("Pages publiées", len(wanted))
    result = Result([], [])
    for rank, step in enumerate(wanted, 1):
        why = _write_one(writer, step, version)
        if why:
            result.left.append((step.page.titre, why))
            print(f"Écartée : {step.page.titre} ({why})", flush=True)
        else:
            result.written.append(step.page.titre)
            print(f"Publiée : {step.page.titre}", flush=True)
        progress(rank)
    return result


def _write_one(writer: Writer, step: Step, version: str) -> str:
    """Write a page; say why it could not be, or nothing."""
    titre, texte = step.page
    base = step.there.revision
    try:
        replaced = writer.save(titre, texte, base, summary(version, texte))
    except PageRefusedError as refused:
        return str(refused)
    except ConflictError:
        return _conflict(writer, titre, texte)
    if replaced != base:
        return "modifiée au même moment ; le wiki a gardé les deux modifications, vérifiez-les"
    return ""


def _conflict(writer: Writer, titre: str, texte: str) -> str:
    """Tell who was faster. It can be this very run: its answer was lost and it asked again."""
    there = read_there(writer, [titre], lambda _: None)[titre]
    if there.texte is not None and same_text(there.texte, texte):
        return ""
    if there.last is None:
        return "supprimée à l’instant"
    return f"modifiée à l’instant par {there.last.user}, le {day(there.last.when)}"


def refresh(writer: Writer, titles: list[str]) -> None:
    """Have the articles that show these pages show them afresh; the wiki would, in its time."""
    shown: dict[str, None] = {}
    progress = Progress("Articles cherchés", len(titles))
    for rank, titre in enumerate(titles, 1):
        for told in writer.answers(list="embeddedin", eititle=titre, eilimit="max"):
            shown |= {str(each["title"]): None for each in told.get("embeddedin", ())}
        progress(rank)
    wanted = [titre for titre in shown if titre not in titles]
    progress = Progress("Articles rafraîchis", len(wanted))
    late = 0
    for start in range(0, len(wanted), BATCH):
        batch = wanted[start : start + BATCH]
        late += 0 if writer.purge(batch) else len(batch)
        progress(start + len(batch))
    if wanted:
        print(f"Articles rafraîchis : {len(wanted) - late}.")
    if late:
        print(f"{late} montreront les nouveaux chiffres plus tard : le wiki limite les purges.")


def publish(made: Mapping[str, tables.Ecrite], asked: argparse.Namespace) -> int:
    """Show, ask, write; give the exit code. Raises `WikiError`."""
    check_address(asked.wiki)
    api = find_api(asked.wiki)
    check_address(api)
    writer = Writer(api, say)
    if not asked.dry_run:
        writer.login(find_account(writer.parts.netloc))
    steps = plan(writer, made, set(asked.force))
    show(steps)
    left = any(step.fate is Fate.SKIPPED for step in steps)
    count = sum(step.fate in {Fate.CREATED, Fate.CHANGED} for step in steps)
    if asked.dry_run or not count:
        print("Essai : rien n’a été écrit." if asked.dry_run else "Rien à publier.")
        return LEFT if left else 0
    if not agreed(f"Publier {_count(count, 'page')} avec le compte {writer.user} ? [o/N] "):
        print("Rien n’a été écrit.")
        return FAILED
    result = write(writer, steps, data_version(made))
    refresh(writer, result.written)
    print(f"Sur le wiki : {_count(len(result.written), 'page publiée', 'pages publiées')}.")
    return LEFT if left or result.left else 0


def agreed(question: str) -> bool:
    """Ask a person; no answer is no."""
    try:
        return input(question).strip().lower() in YES
    except EOFError:
        print()
        return False


def _count(number: int, word: str, several: str = "") -> str:
    return f"{number} {(several or word + 's') if number > 1 else word}"


def main(arguments: list[str]) -> int:
    """Publish; 1 if it could not be done, 5 if a page was left as it stands."""
    options = Options(add_help=False, allow_abbrev=False)
    options.add_argument("--wiki", required=True)
    options.add_argument("--dry-run", action="store_true")
    options.add_argument("--force", action="append", default=[])
    options.add_argument("--jeu", choices=list(tables.JEUX), default=next(iter(tables.JEUX)))
    asked = options.parse_args(arguments)
    try:
        made = tables.generated()[asked.jeu]
        unknown = set(asked.force) - {page.titre for page in made.values()}
        for titre in sorted(unknown):
            print(f"--force : « {titre} » n’est pas une page générée.", file=sys.stderr)
        return USED_BADLY if unknown else publish(made, asked)
    except DataError as refused:
        tables.say_faults(refused)
    except WikiError as error:
        print(error, file=sys.stderr)
    return FAILED
