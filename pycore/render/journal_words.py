"""What a journal says: fighters by name, each report in a sentence, with its source."""

from pycore.nephilim.combat.personnage import ATTAQUANT
from pycore.nephilim.journal.facts import APPLIQUE, ATTENTE, BLESSURE, RANG, Fait, Report, Suite
from pycore.nephilim.rows import Regles
from pycore.render.combat_words import MotsCombat, verdict
from pycore.render.erreurs import place
from pycore.render.french import signe, typographie
from pycore.render.view import Noeud
from pycore.render.words import Mots, named


class MotsJournal(Mots):
    """Words for a journal: a fighter is named as the scenario to come names him, or the last."""

    def __init__(self, regles: Regles, suite: Suite) -> None:
        """Keep the tables and the journal."""
        super().__init__(regles)
        self.suite = suite
        coming = {} if suite.prochain is None else suite.prochain.places()
        self.noms = {each.qui: each.nom for each in suite.combattants}
        self.places = {each.qui: coming.get(each.qui, each.place) for each in suite.combattants}

    def who(self, qui: str) -> str:
        """Name of a fighter: his own, else that of his side; an unknown one has but his key."""
        if qui not in self.places:
            return qui
        side = "nom.attaquant" if self.places[qui].cote == ATTAQUANT else "nom.defenseur"
        said = self.noms[qui] or self.dit(side)
        return said if self.noms[qui] else said[:1].upper() + said[1:]

    def name(self, qui: str) -> Noeud:
        """Name of a fighter, in the colour of his side."""
        cote = self.places[qui].cote if qui in self.places else ATTAQUANT
        return named(self.who(qui), cote, majuscule=False)

    def what(self, report: Report) -> str:
        """Say what a report is, and its figure."""
        if report.nature == RANG:
            return self.compte("report.rang", report.valeur)
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
        """Say where a report comes from: the round, and the section of the article."""
        section = self.section(report.par_table, report.par)
        round_ = self.suite.faits[report.entree].round
        return self.dit("report.source", round=round_, section=section)


def entry_verdict(fait: Fait, regles: Regles) -> Noeud:
    """Say in one sentence what an entry came to."""
    return verdict(MotsCombat(regles, fait.scenario), fait.resultat)
