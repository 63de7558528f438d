"""What a wiki's refusal to write means: wait, leave this page, or stop; each in French."""

from __future__ import annotations

from web.tools.wiki_api import WikiError


class BusyError(Exception):
    """Trying again later may help; `waits` are the pauses worth making, in seconds."""

    def __init__(self, said: str, waits: tuple[float, ...], at_least: float = 0) -> None:
        """Remember the pauses; none is shorter than the wiki asked for."""
        super().__init__(said)
        self.waits, self.at_least = waits, at_least


class ExpiredError(Exception):
    """The wiki no longer knows who is asking: one has to log in again."""


class ConflictError(Exception):
    """The page is no longer what was read: nothing was written."""


class PageRefusedError(Exception):
    """The wiki does not let this page be written; says why in French."""


SHORT = (1.0, 2.0, 4.0, 8.0)
LONG = (5.0, 15.0, 30.0, 60.0)  # a limit counts the requests of a minute

BUSY = {
    "maxlag": ("le wiki est surchargé", SHORT),
    "readonly": ("le wiki est en lecture seule", LONG),
    "ratelimited": ("le wiki demande d’écrire moins vite", LONG),
    "actionthrottledtext": ("le wiki demande d’écrire moins vite", LONG),
    "internal_api_error_DBConnectionError": ("la base du wiki ne répond pas", SHORT),
    "internal_api_error_DBQueryError": ("la base du wiki ne répond pas", SHORT),
    "internal_api_error_DBTransactionSizeError": ("la base du wiki ne répond pas", SHORT),
}
EXPIRED = {"assertuserfailed", "assertbotfailed", "assertnameduserfailed", "badtoken", "notoken"}
CONFLICT = {"editconflict", "articleexists", "missingtitle", "pagedeleted"}
PAGE = {
    "protectedpage": "protégée : ce compte ne peut pas la modifier",
    "protectedtitle": "protégée contre la création",
    "titleprotected": "protégée contre la création",
    "cascadeprotected": "protégée : une page protégée la montre",
    "protectednamespace": "ce compte ne peut pas écrire dans cet espace de noms",
    "protectednamespace-interface": "ce compte ne peut pas écrire dans cet espace de noms",
    "namespaceprotected": "ce compte ne peut pas écrire dans cet espace de noms",
    "spamblacklist": "le filtre du wiki contre les indésirables la refuse",
    "abusefilter-disallowed": "un filtre du wiki la refuse",
    "abusefilter-warning": "un filtre du wiki la refuse",
    "contenttoobig": "trop longue pour ce wiki",
    "badmd5": "abîmée en chemin, et non enregistrée",
}
STOP = {
    "blocked": "ce compte est bloqué sur le wiki",
    "autoblocked": "ce compte est bloqué sur le wiki",
    "permissiondenied": "ce compte n’a pas le droit d’écrire sur le wiki",
    "badaccess-groups": "ce compte n’a pas le droit d’écrire sur le wiki",
    "badaccess-group0": "ce compte n’a pas le droit d’écrire sur le wiki",
    "writeapidenied": "ce compte n’a pas le droit d’écrire par un programme",
    "noapiwrite": "ce wiki ne laisse pas écrire par un programme",
    "noedit": "ce compte n’a pas le droit de modifier les pages",
    "cantcreate": "ce compte n’a pas le droit de créer des pages",
    "nocreate-loggedin": "ce compte n’a pas le droit de créer des pages",
    "confirmemail": "ce compte doit d’abord confirmer son adresse électronique",
    "readapidenied": "ce wiki ne laisse lire que les personnes connectées",
    "captcha": "le wiki demande de recopier des lettres : il faut à ce compte le droit "
    "« skipcaptcha », celui des robots",
}


def refusal(code: str, info: str = "") -> Exception:
    """Give the exception that an error of the API stands for."""
    if code in BUSY:
        return BusyError(*BUSY[code])
    if code in EXPIRED:
        return ExpiredError(code)
    if code in CONFLICT:
        return ConflictError(code)
    if code in PAGE:
        return PageRefusedError(PAGE[code])
    if code in STOP:
        return WikiError(f"Arrêt : {STOP[code]}.")
    told = f" : {info}" if info else ""
    return WikiError(f"Arrêt : le wiki refuse la demande ({code}{told}).")
