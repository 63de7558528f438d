"""Reads and writes pages of a MediaWiki through mwclient, losing nothing.

Only `site.api` is used: mwclient's own pages remember a text that is no longer the wiki's, and
would save it.
"""

from __future__ import annotations

import hashlib
import logging
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import mwclient
import requests
from mwclient import errors

from web.tools.wiki_api import ENTRY, MOST_ANSWERS, TIMEOUT, WikiError
from web.tools.wiki_refusals import (
    LONG,
    SHORT,
    BusyError,
    ExpiredError,
    refusal,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from web.tools.wiki_account import Account

MAXLAG = 5  # seconds by which the wiki's copies may be late
TOO_MANY = 429
USER_AGENT = "nephilim-calc (publication)"
LOGINS = 2  # in a row, for one question


def settled(texte: str) -> bytes:
    """Give a text as a wiki stores it; it must be composed (NFC) already, as our pages are."""
    return texte.replace("\r\n", "\n").rstrip().encode()


class Writer:
    """A wiki, and the account that writes there."""

    def __init__(self, api: str, say: Callable[[str], None]) -> None:
        """Prepare to talk to the API at this address; nothing is asked yet."""
        # What mwclient logs is in English, and could hold what was sent.
        logging.getLogger("mwclient").addHandler(logging.NullHandler())
        logging.getLogger("mwclient").propagate = False
        self.parts = urlsplit(api)
        self.say = say
        self.account: Account | None = None
        self.user = ""
        self.rights: frozenset[str] = frozenset()
        self.site = mwclient.Site(
            self.parts.netloc,
            path=self.parts.path.removesuffix(ENTRY),
            scheme=self.parts.scheme,
            max_retries=0,  # `ask` waits itself, and says so
            retry_timeout=0,
            clients_useragent=USER_AGENT,
            connection_options={"timeout": TIMEOUT},
            do_init=False,
        )

    def login(self, account: Account) -> None:
        """Log in. Raises `WikiError`."""
        self.account = account
        self._patiently(self._login)
        told = self.query(meta="userinfo", uiprop="rights")["query"]["userinfo"]
        if "blockedby" in told and not told.get("blockpartial"):
            reason = f" ({told['blockreason']})" if told.get("blockreason") else ""
            raise WikiError(f"Arrêt : le compte {self.user} est bloqué sur le wiki{reason}.")
        self.user, self.rights = str(told["name"]), frozenset(map(str, told["rights"]))
        if "edit" not in self.rights:
            raise WikiError(
                f"Arrêt : le compte {self.user} n’a pas le droit de modifier les pages."
            )

    def query(self, **question: object) -> dict[str, Any]:
        """Ask the wiki something. Raises `WikiError`."""
        return self._patiently(lambda: self._call("query", "GET", **question))

    def answers(self, **question: object) -> Iterator[dict[str, Any]]:
        """Ask the wiki something that it may answer in several parts. Raises `WikiError`."""
        more: dict[str, object] = {}
        for _ in range(MOST_ANSWERS):
            told = self.query(**question | more)
            if "query" in told:
                yield told["query"]
            more = told.get("continue", {})
            if not more:
                return

    def save(self, titre: str, texte: str, base: int, summary: str) -> int:
        """Write a page whose revision was `base`, 0 where there was none; give the one replaced.

        Raises `ConflictError` if the page is another by now, `PageRefusedError`, `WikiError`.
        """
        last: dict[str, object] = {"baserevid": base, "nocreate": 1} if base else {"createonly": 1}
        told = self._edit(
            title=titre,
            text=texte,
            md5=hashlib.md5(texte.encode(), usedforsecurity=False).hexdigest(),
            summary=summary,
            **last,
        )["edit"]
        if told.get("result") != "Success":
            raise refusal("captcha" if "captcha" in told else str(told.get("code", "?")))
        return int(told.get("oldrevid", base))

    def purge(self, titles: list[str]) -> bool:
        """Have the wiki show pages afresh; tell whether it did. Raises `WikiError`."""
        told = self._patiently(
            lambda: self._call("purge", "POST", titles="|".join(titles), forcelinkupdate=1)
        )
        done = told.get("purge", ())
        # A wiki that limits purges does what it allows, and warns.
        return "purge" not in told.get("warnings", {}) and all("purged" in one for one in done)

    def _edit(self, **question: object) -> dict[str, Any]:
        """Write, as the account that logged in and no other."""
        bot: dict[str, object] = {"assert": "user"}
        if "bot" in self.rights:
            bot = {"assert": "bot", "bot": 1}

        def once() -> dict[str, Any]:
            token = self.site.get_token("csrf")
            return self._call(
                "edit", "POST", token=token, assertuser=self.user, maxlag=MAXLAG, **question, **bot
            )

        return self._patiently(once)

    def _call(self, action: str, method: str, **question: object) -> dict[str, Any]:
        told: dict[str, Any] = self.site.api(action, method, formatversion=2, **question)
        return told

    def _login(self) -> dict[str, Any]:
        assert self.account is not None
        self.site.tokens.clear()
        self.site.connection.cookies.clear()
        try:
            self.site.login(self.account.name, self.account.password)
        except errors.LoginError as error:
            code = str(error.code)
        except KeyError:  # mwclient expects a reason that old wikis do not give
            code = "?"
        else:
            self.user = str(self.site.username)
            return {}
        if code in {"Failed", "WrongPass", "WrongPluginPass", "NotExists", "EmptyPass"}:
            raise WikiError("Arrêt : le wiki ne reconnaît pas ce compte ou ce mot de passe.")
        raise WikiError(
            f"Arrêt : le wiki ne laisse pas ce compte se connecter ({code}) ; faites-lui un mot de "
            "passe de robot (Spécial:BotPasswords)."
        )

    def _patiently(self, once: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Do once what can be done; again after a pause, or a new login, where that helps."""
        logins, waited = 0, 0
        while True:
            try:
                return self._translated(once)
            except ExpiredError:
                if logins == LOGINS or self.account is None:
                    raise WikiError("Arrêt : le wiki oublie aussitôt la connexion.") from None
                logins += 1
                self.say("La connexion a expiré ; nouvelle connexion.")
                self._patiently(self._login)
            except BusyError as busy:
                if waited >= len(busy.waits):
                    raise WikiError(f"Arrêt : {busy}, après {waited + 1} essais.") from None
                pause = max(busy.waits[waited], busy.at_least)
                waited += 1
                self.say(f"Attente de {pause:g} s : {busy}.")
                time.sleep(pause)

    def _translated(self, once: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Do it once, with mwclient's errors told as ours; what was sent is in none of them."""
        try:
            return once()
        except errors.APIError as error:
            raise refusal(str(error.code), str(error.info)) from None
        except errors.APIDisabledError:
            raise WikiError("Arrêt : ce wiki a fermé son API.") from None
        except errors.MaximumRetriesExceeded:
            raise BusyError("le wiki est surchargé et demande d’attendre", SHORT) from None
        except requests.HTTPError as error:
            raise self._http(error.response) from None
        except requests.RequestException:
            raise BusyError("la connexion au wiki est coupée", SHORT) from None
        except errors.InvalidResponse:
            raise BusyError("le wiki a donné une réponse incomprise", SHORT) from None

    def _http(self, response: requests.Response | None) -> Exception:
        assert response is not None  # mwclient raises this for an answer
        later = response.headers.get("Retry-After", "")
        wait = min(int(later), TIMEOUT) if later.isdecimal() else 0
        if response.status_code == TOO_MANY:
            return BusyError("le wiki reçoit trop de demandes", LONG, wait)
        told = f"le serveur répond par l’erreur {response.status_code}"
        if response.status_code >= 500:  # noqa: PLR2004 - the server's own troubles
            return BusyError(told, SHORT, wait)
        return WikiError(f"Arrêt : {told}.")
