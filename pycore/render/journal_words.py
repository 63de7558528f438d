"""What a journal says: fighters by name, each report in a sentence, with its source."""

from pycore.nephilim.combat.personnage import ATTAQUANT, Place
from pycore.nephilim.journal.facts import APPLIQUE, ATTENTE, BLESSURE, RANG, Fait, Report, Suite
from pycore.nephilim.journal.names import same
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import APPLIQUER
from pycore.render.combat_words import MotsCombat, verdict
from pycore.render.erreurs import place
from pycore.render.french import signe, typographie
from pycore.render.grammaire import majuscule
from pycore.render.names import named
from pycore.render.view import Noeud
from pycore.render.words import Mots


class MotsJournal(Mots):
    """Words for a journal: each fighter has a label that no other has.

    He is named as he was last seen; without a name, or with another's, by the side that he has in
    the scenario to come, else had when he was last seen.
    """

    def __init__(self, regles: Regles, suite: Suite) -> None:
        """Keep the tables and the journal."""
        super().__init__(regles)
        self.suite = suite
        self.noms = {each.qui: each.nom for each in suite.combattants}
        self.places = {each.qui: each.place for each in suite.combattants}
        self.cotes = {each.qui: self._last(each.qui) for each in suite.combattants}
        coming = suite.prochain
        if coming is not None:
            for qui, place in coming.places().items():
                self.places[qui] = place
                self.cotes[qui] = self._side(place, len(coming.defenseurs))
        typed = [same(nom) for nom in self.noms.values()]
        self.homonymes = {nom for nom in typed if typed.count(nom) > 1}

    def _side(self, place: Place, targets: int) -> str:
        """Name of a side; a defender has his number where there are several."""
        if place.cote == ATTAQUANT:
            return self.dit("nom.attaquant")
        ident = "nom.defenseur_n" if targets > 1 else "nom.defenseur"
        return self.dit(ident, rang=place.rang + 1)

    def _seen(self, qui: str, fait: Fait) -> str:
        """Name of the side that a fighter had in an entry; nothing where he was not there."""
        place = fait.place(qui)
        return "" if place is None else self._side(place, len(fait.defenseurs))

    def _last(self, qui: str) -> str:
        """Name of the side that a fighter had when last seen; its round, if others fight now."""
        fait = next(each for each in reversed(self.suite.faits) if each.place(qui) is not None)
        said = self._seen(qui, fait)
        if self.suite.prochain is None and fait is self.suite.faits[-1]:
            return said
        return self.dit("combattant.absent", qui=said, round=fait.round)

    def who(self, qui: str, *, debut: bool = False) -> str:
        """Label of a fighter; ``debut`` opens a sentence. An unknown one has but his key."""
        if qui not in self.noms:
            return qui
        nom = self.noms[qui]
        if not nom:
            return majuscule(self.cotes[qui]) if debut else self.cotes[qui]
        said = majuscule(nom) if debut else nom
        if same(nom) in self.homonymes:
            return self.dit("combattant.homonyme", nom=said, qui=self.cotes[qui])
        return said

    def name(self, qui: str) -> Noeud:
        """Label of a fighter, in the colour of his side."""
        cote = self.places[qui].cote if qui in self.places else ATTAQUANT
        return named(self.who(qui, debut=True), cote, majuscule=False)

    def what(self, report: Report) -> str:
        """Say what a report is, and its figure."""
        if report.nature == RANG:
            return self.dit("report.rang", rang=report.valeur)
        row = getattr(self.regles, report.table)[report.code]
        nom = typographie(getattr(row, "suivi", "") or row.nom)
        if report.nature == BLESSURE:
            nom = self.dit("report.blessure", nom=nom[:1].lower() + nom[1:])
        return f"{nom} ({signe(report.valeur)})" if report.valeur else nom

    def becomes(self, report: Report) -> str:
        """Say what becomes of a report, and how long it counts."""
        if report.etat == APPLIQUE:
            said = self.dit("report.applique", champ=place(report.chemin, self.regles.champs))
        elif report.etat == ATTENTE and report.debut > self.suite.round:
            said = self.dit("report.plus_tard", debut=report.debut)
        elif report.etat == ATTENTE and self.suite.prochain is None:
            said = self.dit("report.suite")
        else:
            said = self.dit(f"report.{report.etat}")
        if report.fin is None:
            return said
        return f"{said} {self.dit('report.fin', fin=report.fin)}"

    def where(self, report: Report) -> str:
        """Say where a report comes from: the round, and the section of the article.

        Of who has no name, what side he had then; and, where an exchange that no gesture prepared
        has followed, that he may be another by now: the rules cannot know.
        """
        section = self.section(report.par_table, report.par)
        fait = self.suite.faits[report.entree]
        side = "" if self.noms.get(report.qui) else self._seen(report.qui, fait)
        if not side:
            return self.dit("report.source", round=fait.round, section=section)
        said = self.dit("report.source_sans_nom", round=fait.round, qui=side, section=section)
        return f"{said} {self.dit('report.doute')}" if self._anew(report) else said

    def _anew(self, report: Report) -> bool:
        """Tell whether whom a report is about has fought since without any gesture."""
        later = self.suite.faits[report.entree + 1 :]
        if any(not each.par and each.place(report.qui) for each in later):
            return True
        coming = self.suite.prochain
        if coming is None or self.suite.geste != APPLIQUER:
            return False
        return report.qui in coming.places()


def entry_verdict(fait: Fait, regles: Regles) -> Noeud:
    """Say in one sentence what an entry came to."""
    return verdict(MotsCombat(regles, fait.scenario), fait.resultat)
