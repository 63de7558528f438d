"""What the code calls by name in ``data/``, file by file: a missing row of these is a fault.

Only what reads the files asks; a page has the tables ready, and carries none of this.
"""

from collections.abc import Mapping

_WORDS = {
    "commun/erreurs": (
        "json.vide json.utf8 json.profondeur json.syntaxe json.constante json.nombre "
        "json.cle_repetee version type.objet type.liste type.entier type.texte type.booleen "
        "inconnu.cle inconnu.choix requis requis.jet bornes bornes.texte bornes.excedent doublon "
        "longueur longueur.entre incompatible.mode incompatible.manoeuvre incompatible.arme "
        "incompatible.type incompatible.defense incompatible.force incompatible.cibles "
        "incompatible.element condition.objet_ou_bouclier condition.voit_lanceur interne message "
        "type.vide incompatible.tentative incompatible.meme_approche type.jet bornes.jet "
        "json.taille lien lien.autre lien.taille lien.illisible lien.tronque lien.suite "
        "lien.abime lien.partie lien.autres version.lien"
    ),
    "commun/partage": "lien.laisse lien.ouvert lien.ouvert_en_partie",
    "nephilim/constantes": (
        "malus_rang facteur_critique minimum_degats minimum_degre baisse_par_cible"
    ),
    "nephilim/causes": (
        "degre blessures plancher_vecu approche metamorphe stase mnemos contexte report rang "
        "ka_feu critique defense_ratee defense_reussie plancher depense_attaquant "
        "depense_defenseur minimum vecu bonus malus dizaines degres_au_dela"
    ),
    "nephilim/resultats": "maladresse echec reussite critique",
    "nephilim/conditions": (
        "toujours approche approche_feu sans_approche_feu ka_dominant_rate attaque_reussie "
        "attaque_gagne arme_a_feu arme_melee arme_melee_non_magique "
        "arme_ni_magique_ni_elementaire esquive premiere_defense"
    ),
    "nephilim/phrases": (
        "nom.attaquant nom.defenseur nom.defenseur_n verdict.maladresse verdict.echec "
        "verdict.echec_riposte verdict.maladresse_riposte verdict.maladresse_defense "
        "verdict.critique verdict.critique_defense verdict.touche verdict.touche_sans_mal "
        "verdict.prise verdict.defense verdict.defense_blesse verdict.plusieurs_cibles "
        "verdict.plusieurs_attaques verdict.plusieurs_cibles_blessent "
        "verdict.plusieurs_attaques_blessent mots.dommages mots.dommages_pluriel "
        "mots.aucun_dommage mots.cibles mots.cibles_pluriel mots.attaques mots.attaques_pluriel "
        "titre.technique titre.attaque titre.attaque_n titre.defense titre.defense_rang "
        "titre.contre titre.jet titre.seuil titre.marge titre.initiative titre.phys titre.mag "
        "titre.total titre.detail titre.seuil_attaque titre.seuil_defense titre.physiques "
        "titre.magiques titre.points titre.suites colonne.cause colonne.valeur colonne.points "
        "colonne.effet colonne.total mots.point mots.legendaire mots.pour_cent mots.sans_jet "
        "mots.pas_de_jet mots.defense_reussie mots.defense_battue mots.excedent operation.facteur "
        "operation.quotient operation.plancher operation.annulation operation.sans_effet "
        "action.reussite action.critique action.echec action.maladresse opposee.acteur "
        "opposee.opposant opposee.egalite titre.acteur titre.opposant titre.action titre.qualite "
        "titre.seuil_action titre.chances titre.chances_qualites titre.chances_opposees "
        "titre.seuil_court mots.egalite bouton.retenter chances.titre chances.attaque "
        "chances.touche chances.blesse chances.critique chances.maladresse "
        "chances.defense_reussie chances.moyenne chances.repartition chances.cumul "
        "chances.dommages chances.chance chances.au_moins chances.obtenu chances.physiques "
        "chances.magiques titre.chances_paires titre.final bouton.annuler_depense "
        "depense.attaquant.question depense.defenseur.question depense.attaquant.faite "
        "depense.defenseur.faite depense.attaquant depense.defenseur conseil.touche "
        "conseil.moyenne conseil.au_moins conseil.moins_subir conseil.choix conseil.actuel "
        "conseil.adopter conseil.adopter_quoi conseil.meilleur conseil.deja conseil.ignore "
        "conseil.rien titre.recit bouton.autre_recit mots.sans_effet_attaquant "
        "mots.sans_effet_defenseur besoin.actuelle besoin.il_faut besoin.degre besoin.contexte "
        "besoin.visee besoin.rien titre.seuil_attaque_nul titre.seuil_defense_nul "
        "titre.seuil_action_nul titre.seuil_cote titre.seuil_cote_nul titre.marge_attaque "
        "titre.marge_defense titre.marge_action depense.attaquant.question_deux "
        "depense.defenseur.question_deux notation.attaque notation.defense notation.phys "
        "notation.mag"
    ),
    "nephilim/scene": (
        "scene.attaque scene.munition scene.cadence scene.visee.tir_visee_1 "
        "scene.visee.tir_visee_2 scene.visee.tir_visee_3 scene.visee.tir_visee_4 scene.approche "
        "scene.approche_metamorphe scene.effets scene.blessures scene.contexte_plus "
        "scene.contexte_moins scene.contexte_nul scene.motif scene.defense scene.tente "
        "scene.sans_defense scene.protections scene.cible scene.avec scene.par "
        "scene.par_metamorphe scene.circonstances"
    ),
    "nephilim/journal": (
        "abandon.cote abandon.portee abandon.type abandon.arme personnages.lus "
        "personnages.lus_pluriel personnages.aucun abandon.refus titre.journal titre.reports "
        "titre.ordre titre.combattants titre.abandons journal.vide journal.round "
        "journal.round_suivant journal.riposte journal.inverser report.round report.aucun "
        "report.rang report.blessure report.applique report.rappel report.plus_tard "
        "report.attente report.suite report.retire report.fin report.source "
        "report.source_sans_nom report.doute combattant.absent combattant.homonyme bouton.retirer "
        "bouton.remettre bouton.retirer_quoi bouton.remettre_quoi combattant.blesser "
        "combattant.plein bouton.blesser_qui combattant.dommages combattant.dommages_pluriel "
        "combattant.blessures journal.appliquer"
    ),
    "nephilim/mots_tables": (
        "mot.melee mot.tir mot.lancer mot.distance mot.naturelle mot.attaquant mot.defenseur "
        "mot.sort mot.invocation mot.formule mot.objet_ou_bouclier mot.voit_lanceur table.oui "
        "table.non table.vide table.tous_elements table.toutes_armes table.toutes_armes_a_feu "
        "table.initiative table.initiative_simple table.initiative_saisie table.vecu "
        "table.vecu_ou_menace table.attaques table.sans_degats table.force_simulacre "
        "table.sans_jet table.annule table.dommages_inchanges table.dommages_physiques "
        "table.dommages_physiques_pluriel table.dommages_magiques table.dommages_magiques_pluriel "
        "table.dommages_toutes table.dommages_toutes_pluriel table.plage table.plage_derniere "
        "table.marge_critique table.condition matrice.coin apport.degres apport.degres_pluriel "
        "apport.degres_adverses apport.degres_adverses_pluriel apport.vecu apport.vecu_corrige "
        "apport.manoeuvre apport.manoeuvre_pluriel apport.metamorphe apport.initiative "
        "apport.bruts.physiques apport.bruts.physiques_pluriel apport.bruts.magiques "
        "apport.bruts.magiques_pluriel apport.bruts.toutes apport.bruts.toutes_pluriel "
        "apport.perce_protections apport.arme apport.armure apport.protection.physiques "
        "apport.protection.magiques apport.protection.toutes apport.annulation.physiques "
        "apport.annulation.magiques apport.annulation.toutes apport.division.physiques "
        "apport.division.magiques apport.division.toutes apport.retenue apport.rang "
        "apport.consequence apport.consequence_chiffree si.approche si.approche_feu "
        "si.sans_approche_feu si.ka_dominant_rate si.attaque_reussie si.attaque_gagne "
        "si.arme_a_feu si.arme_melee si.arme_melee_non_magique si.arme_ni_magique_ni_elementaire "
        "si.esquive si.premiere_defense wiki.notice wiki.source wiki.points wiki.categorie "
        "wiki.definition wiki.exemple wiki.modele chances.seuil chances.reussite"
    ),
    "anima/phrases": (
        "nom.attaquant nom.defenseur nom.fuyard nom.adversaire nom.combattant verdict.degats "
        "verdict.critique verdict.sans_mal verdict.hors_portee verdict.egalite verdict.contre "
        "verdict.defense recit.attaque recit.attaque_visee recit.tir recit.tir_visee "
        "recit.maladresse_attaque recit.maladresse_defense recit.degats recit.sans_mal "
        "recit.hors_portee recit.egalite recit.contre recit.defense recit.critique "
        "recit.critique_endroit recit.encaisse recit.subi_sans_suite mots.point mots.pour_cent "
        "mots.degats mots.degats_pluriel mots.pv mots.pv_pluriel mots.maladresse mots.encaisse "
        "mots.subi mots.etat mots.action_perdue mots.recuperation mots.ex_aequo titre.technique "
        "titre.recit titre.suite suite.contre suite.circonstances suite.borne "
        "suite.laisse_attaquant suite.laisse_defenseur suite.hors_combat suite.deja_agi "
        "suite.action_perdue suite.projectile suite.attaque suite.sans_action suite.rang "
        "suite.malus bouton.contre bouton.attaque titre.contre titre.attaque titre.defense "
        "titre.issue titre.jet titre.total titre.marge titre.marge_voulue titre.pourcentage "
        "titre.degats titre.contre_bonus titre.pv titre.critique titre.niveau titre.resistance "
        "titre.marge_echec titre.localisation titre.detail titre.points titre.total_attaque "
        "titre.total_defense titre.score_attaque titre.score_defense titre.total_niveau "
        "titre.total_resistance titre.total_fracassement titre.total_fuyard "
        "titre.total_adversaire titre.fracassement titre.solidite titre.ordre titre.rapidite "
        "titre.actions_round titre.surprises titre.actions colonne.cause colonne.valeur "
        "colonne.malus colonne.effet colonne.total colonne.combattant colonne.rang colonne.jet "
        "colonne.action operation.facteur operation.quotient operation.plancher "
        "operation.annulation initiative.premier initiative.egalite initiative.surprend "
        "initiative.avance initiative.avance_aussi initiative.puis initiative.et initiative.malus "
        "initiative.malus_pluriel actions.verdict actions.verdict_pluriel actions.rang "
        "fracassement.brise fracassement.tient fuite.degage fuite.retenu chances.issues "
        "chances.blesse chances.moyenne chances.repartition chances.dommages chances.chance "
        "chances.au_moins chances.obtenu chances.reste bornes.attaques bornes.pv "
        "incompatible.maitrise incompatible.projectile incompatible.action_perdue "
        "condition.pare_surnaturel"
    ),
    "anima/mots_tables": (
        "table.oui table.non table.vide table.plage table.plage_derniere tableau.marge tableau.ip "
        "tableau.ecart tableau.bonus wiki.notice wiki.source wiki.points wiki.categorie"
    ),
}

NAMED: Mapping[str, tuple[str, ...]] = {stem: tuple(ids.split()) for stem, ids in _WORDS.items()}
"""Ids that a file must hold, by the file's path without ``.toml``."""
