"""Reads pages of a MediaWiki through its API, with the standard library; never writes."""

from __future__ import annotations

import http.client
import json
import unicodedata
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

ENTRY = "api.php"
PLACES = ("", "w/")  # where wikis keep api.php, from their address
TIMEOUT = 30  # seconds
BATCH = 20  # titles asked for at once: the address stays short
MOST_ANSWERS = 50  # parts in which a wiki may answer one question
HTTP = {
    401: "le wiki demande de se connecter pour lire ses pages",
    403: "le wiki refuse de laisser lire ses pages",
    404: "il n’y a rien à cette adresse",
    429: "le wiki reçoit trop de demandes ; attendez un peu",
}


class WikiError(Exception):
    """The wiki could not be read; says why in French."""


def _get(address: str) -> bytes:
    """Ask for an address. Raises `WikiError`."""
    request = urllib.request.Request(address, headers={"User-Agent": "nephilim-calc (lecture)"})  # noqa: S310 - find_api let only http pass
    where = address.partition("?")[0]
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - same
            body: bytes = answer.read()
            return body
    except urllib.error.HTTPError as error:
        error.close()
        said = HTTP.get(error.code, f"le serveur répond par l’erreur {error.code}")
        raise WikiError(f"{where} : {said}.") from error
    except TimeoutError as error:
        raise WikiError(f"{where} : le wiki n’a pas répondu en {TIMEOUT} secondes.") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise WikiError(
            f"{where} : le wiki ne répond pas ; vérifiez l’adresse et la connexion."
        ) from error


def _ask(api: str, **question: str) -> dict[str, Any]:
    """Ask the API one question. Raises `WikiError`."""
    asked = {"format": "json", "formatversion": "2", "errorformat": "plaintext"} | question
    try:
        answer = json.loads(_get(f"{api}?{urlencode(asked)}"))
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise WikiError(f"{api} : cette adresse ne répond pas comme l’API d’un MediaWiki.")
    errors = answer.get("errors")
    if errors:
        codes = ", ".join(str(each.get("code")) for each in errors if isinstance(each, dict))
        private = "readapidenied" in codes
        said = HTTP[401] if private else f"le wiki refuse la demande ({codes})"
        raise WikiError(f"{api} : {said}.")
    return answer


def find_api(address: str) -> str:
    """Find the API of a wiki from its address or from that of `api.php`. Raises `WikiError`."""
    refused = WikiError(f"« {address} » n’est pas l’adresse d’un wiki : il faut https://…")
    try:
        parts = urlsplit(address)
        fit = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        raise refused from error
    if not fit:
        raise refused
    bare = parts._replace(query="", fragment="").geturl()
    if bare.endswith(ENTRY):
        candidates = [bare]
    else:
        candidates = [f"{bare.rstrip('/')}/{place}{ENTRY}" for place in PLACES]
    refusals = []
    for api in candidates:
        try:
            _ask(api, action="query", meta="siteinfo")
        except WikiError as error:
            refusals.append(error)
        else:
            return api
    raise refusals[0]


def read_pages(api: str, titles: Iterable[str]) -> dict[str, str]:
    """Read the text of each page that exists, by the title asked for. Raises `WikiError`."""
    wanted = list(titles)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), BATCH):
        found |= _read(api, wanted[start : start + BATCH])
    return found


def _read(api: str, wanted: list[str]) -> dict[str, str]:
    """Read a few pages; the wiki may give them in several parts, and under its own titles."""
    own = {titre: titre for titre in wanted}
    texts: dict[str, str] = {}
    more: dict[str, str] = {}
    for _ in range(MOST_ANSWERS):
        answer = _ask(
            api,
            action="query",
            prop="revisions",
            rvprop="content",
            rvslots="main",
            titles="|".join(wanted),
            **more,
        )
        try:
            for each in answer["query"].get("normalized", ()):
                own[each["from"]] = each["to"]
            for page in answer["query"]["pages"]:
                for revision in page.get("revisions", ()):
                    texts[page["title"]] = str(revision["slots"]["main"]["content"])
            more = {key: str(value) for key, value in answer.get("continue", {}).items()}
        except (LookupError, TypeError, AttributeError) as error:
            raise WikiError(f"{api} : le wiki a donné une réponse incomprise.") from error
        if not more:
            break
    return {titre: texts[own[titre]] for titre in wanted if own[titre] in texts}


def same_text(one: str, other: str) -> bool:
    """Tell whether two texts are one to a wiki, which composes letters and cuts the end."""
    return _settled(one) == _settled(other)


def _settled(texte: str) -> str:
    return unicodedata.normalize("NFC", texte).replace("\r\n", "\n").rstrip()
