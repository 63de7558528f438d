"""What the sentences of a story may speak of: situations, facts, words in braces; their check."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pycore.shapes import INVALID, SHOWN, Context, Ids, Texte, Words

ECHANGE = (
    "echec",
    "maladresse",
    "maladresse_riposte",
    "echec_riposte",  # the attack fails, the counter-attack does not (D17)
    "riposte",
    "desarme_corps",
    "desarme",
    "libere",
    "en_fuite",
    "prise_dejouee",
    "esquive",  # a defence that cancels, without more
    "pare",
    "prise_immobilise",
    "prise_au_sol",
    "annule",
    "arrete",
    "critique",
    "contre_ratee",
    "desarmement_rate_corps",
    "desarmement_rate",
    "encaisse",
    "touche",
)
"""What one attack against one defender comes to; the first that holds is told."""

CIBLE = ("cible_manque", "cible_maladresse", "cible_defendu", "cible_critique", "cible_touche")
"""The same among several targets, in a few words."""

OUVERTURE = (
    "deux_attaques",
    "seconde_attaque",
    "coup_par_coup",
    "rafale",
    "rafale_critique",
    "rafale_echec",
    "rafale_maladresse",
)
"""What opens a story with more than one exchange, or joins them."""

SUITE = (
    "garde_ouverte",  # a critical, made worse by a defence that failed
    "sans_defense",
    "malus_actions",
    "malus_attaque",
    "malus_defense",
    "vigilance",
    "defenses_sans_malus",
)
"""What is added after it; all but the first are ids of consequences, told of who bears them."""

AJOUT = ("defense_maladresse",)
"""What is added at once to the telling of an exchange."""

SITUATIONS = ECHANGE + CIBLE + OUVERTURE + AJOUT + SUITE

GRADUEES = (
    *("pare", "en_fuite", "critique", "contre_ratee", "encaisse", "touche"),
    *("desarmement_rate", "desarmement_rate_corps"),
    *("cible_defendu", "cible_critique", "cible_touche"),
)
"""Situations told by the damage received."""

FAITS = (
    *("attaque_reussie", "attaque_ratee", "attaque_critique", "attaque_maladresse"),
    *("attaque_gagne", "defense_reussie", "defense_ratee", "sans_defense_possible"),
    *("defense_annule", "defense_aggrave", "defense_maladresse"),
    *("contre_attaque", "desarmement", "arme_du_corps"),
    *("aucun_dommage", "dommages", "dommages_legers", "dommages_nets", "dommages_terribles"),
    *("dommages_physiques", "dommages_magiques", "magie_seule"),
    *("tout_annule", "annule_par_manteau", "annule_par_effet"),
    *("armure", "armure_percee", "bouclier", "effet_protecteur"),
    *("contact", "prise", "tir", "lancer"),
    *("riposte", "desarme", "en_fuite", "libere", "immobilise", "au_sol", "sans_defense"),
    *("malus_actions", "malus_attaque", "malus_defense", "vigilance", "defenses_sans_malus"),
    *("plusieurs_cibles", "deux_attaques", "un_jet_pour_tous", "un_jet_par_cible"),
)
"""What a sentence may ask for (``si``) or state (``affirme``)."""

PALIERS = ("", "rien", "leger", "accuse", "terrible")

PERSONNES = ("a", "d", "q")
"""Attacker, defender, and who bears a consequence."""

PREPOSITIONS: Mapping[str, str] = {"": "", "de": "de", "au": "à", "que": "que"}
"""What may stand before a person: ``{de_d}`` is "du défenseur", "d’Ézéchiel"."""

NOMS: Mapping[str, tuple[str, ...]] = {
    "arme": (),
    "cadence": (),
    "manoeuvre": (),
    "defense": (),
    "armure": ("armure", "armure_percee"),
    "bouclier": ("bouclier",),
    "effet": ("effet_protecteur",),
    "cause": (),
}
"""Nouns, and the facts of which one must hold for there to be such a thing."""

FORMES = ("une", "un", "la", "sa", "ce", "de", "au", "nu", "d")
"""Forms of a noun: as its row introduces it, un/une, la, sa, cette, de la, à la, alone, d’."""

SEULEMENT: Mapping[str, tuple[str, ...]] = {"q": SUITE, "cause": ("annule",)}
"""Words that mean something in these situations alone: somebody bears it, something cancelled."""

BORNE = re.compile(r"[.!?…][ »]*$")
_SLOT = re.compile(r"\{([^{}]*)\}")
_DEBUT = re.compile(r"(?:^|[.!?…] ?»? )(?:« )?$")


class Mot(NamedTuple):
    """Words in braces: of whom or what, in which form; or what agrees with a noun."""

    nom: str
    forme: str
    debut: bool
    accord: tuple[str, ...] = ()


def mot(ecrit: str) -> Mot | None:
    """Read what stands in braces; ``None`` where it means nothing."""
    nom, question, formes = ecrit.partition("?")
    if question:
        accord = tuple(formes.split("|"))
        known = nom in NOMS and len(accord) in (1, 2, 4) and all(accord)
        return Mot(nom, "", debut=False, accord=accord) if known else None
    debut = ecrit[:1].isupper()
    bas = ecrit[:1].lower() + ecrit[1:]
    before, joint, who = bas.rpartition("_")
    if who in PERSONNES and before in PREPOSITIONS and bool(before) == bool(joint):
        return Mot(who, before, debut)
    nom, _, forme = bas.rpartition("_")
    return Mot(nom, forme, debut) if nom in NOMS and forme in FORMES else None


def morceaux(texte: str) -> Iterator[str | Mot]:
    """Cut a sentence into what is written and what is filled in."""
    end = 0
    for found in _SLOT.finditer(texte):
        yield texte[end : found.start()]
        read = mot(found[1])
        assert read is not None, "vérifié à la lecture"
        yield read
        end = found.end()
    yield texte[end:]  # the end of the last sentence


class Gabarit(NamedTuple):
    """Sentences with words in braces: each word known, each sentence opened and ended."""

    maximum: int = 300

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check the text, each word in braces, how each sentence starts and how the last ends."""
        read = Texte(self.maximum, 1).check(value, path, context)
        if not isinstance(read, str):
            return read
        before = len(context.fautes)
        if re.search(r"[{}]", _SLOT.sub("", read)):
            context.refuse(path, "recit.accolade")
        for found in _SLOT.finditer(read):
            self._slot(found[1], read[: found.start()], path, context)
        if not BORNE.search(read) or re.search(r"(?:^|[.!?…] )[a-zà-ÿœ]", read):
            context.refuse(path, "recit.phrase")
        if re.search(r"  |^ | $|[0-9'\"]| [.,]", read):
            context.refuse(path, "recit.signes")
        return read if len(context.fautes) == before else INVALID

    def _slot(self, ecrit: str, avant: str, path: str, context: Context) -> None:
        known = mot(ecrit)
        if known is None:
            context.refuse(path, "inconnu.mot", valeur=ecrit[:SHOWN], possibles=possibles())
        elif not known.accord and known.debut != bool(_DEBUT.search(avant)):
            context.refuse(path, "recit.majuscule", valeur=ecrit)

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return Texte(self.maximum, 1).schema(ids, words)


def possibles() -> str:
    """Say in short what may stand in braces."""
    people = (f"{pre}_{who}" if pre else who for pre in PREPOSITIONS for who in PERSONNES)
    nouns = (f"{nom}_…" for nom in NOMS)
    return ", ".join((*people, *nouns)) + f" (…\u00a0: {', '.join(FORMES)})"


def check_row(row: Any, where: str, context: Context) -> None:
    """Check a sentence against its situation: its grade, and what its words in braces need."""
    if bool(row.grade) != (row.situation in GRADUEES):
        context.refuse(f"{where}.grade", "recit.grade", valeur=row.situation)
    for each in morceaux(row.texte):
        if isinstance(each, str):
            continue
        needed = ""
        if row.situation not in SEULEMENT.get(each.nom, SITUATIONS):
            needed = ", ".join(SEULEMENT[each.nom])
        elif each.nom == "d" and row.situation in OUVERTURE:
            needed = "un échange"
        elif NOMS.get(each.nom) and not set(NOMS[each.nom]) & set(row.si):
            needed = ", ".join(NOMS[each.nom])
        if needed:
            context.refuse(f"{where}.texte", "recit.sans_fait", valeur=each.nom, faits=needed)
