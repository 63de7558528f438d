"""Every way by which a text that someone else wrote comes into the page: one row each in `PATHS`.

A path takes many texts at once, brings them into the page as a reader or a file would, and answers
what the page shows of each. A new feature that shows text is a new row.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from pycore import api
from tests.support.combat_form import ANSWERED, FORGET, PLAIN
from tests.support.sources import BASE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.support.page import Page

TARGETS = 12
FILES = "new URL('./', document.querySelector('script[type=module]').src)"
MOTIVE, SHOWN_VALUE, SHOWN_KEY = 80, 40, 40  # characters of each that the rules let through

# Twelve targets of one burst, all named: as many texts as one answer can show.
BURST: dict[str, Any] = {
    "mode": "tir",
    "attaquant": {"type": "nephilim", "degre": 6},
    "attaque": {"approche": "tir_sans_visee", "arme": "ak47", "cadence": "raf_cont"},
    "defenseurs": [
        {"type": "autre", "degre": 5, "defense": {"type": "encaisser"}} for _ in range(TARGETS)
    ],
    "jets": {"attaque": [20], "defense": [None] * TARGETS},
}


def with_modules(body: str, **values: object) -> str:
    """Write a script that may import the modules of the page's scripts, with values of ours."""
    named = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return f"""(async () => {{
      const base = {FILES};
      const {{ jeu }} = document.querySelector('[data-jeu]').dataset;
      const load = (name) => import(new URL(name, {BASE}));
      {named}{body}
    }})()"""


def bring(page: Page, scenario: dict[str, Any]) -> None:
    """Bring the form to a scenario, all at once."""
    body = """
      const { restore } = await load('./restore.js');
      return restore(document.querySelector('form'), scenario);
    """
    lacking = page.js(with_modules(body, scenario=scenario))
    assert lacking == [], f"the form has no place for {lacking}"


def in_lots(texts: Sequence[str], size: int) -> list[list[str]]:
    """Cut a list into lots; the last is filled up with plain names."""
    lots = [list(texts[at : at + size]) for at in range(0, len(texts), size)]
    lots[-1] += ["Ulric"] * (size - len(lots[-1]))
    return lots


SET = """
for (const [name, text] of Object.entries(fields)) {
  const named = [...document.querySelector('form').elements].filter((one) => one.name === name);
  named.find((one) => !one.matches(':disabled')).value = text;
}
document.querySelector('form').dispatchEvent(new Event('input', { bubbles: true }));
document.querySelector('form').requestSubmit();
"""
NAMED = """(() => [...new Set([...document.querySelectorAll('[data-resultats] .ncalc-nom')]
  .map((one) => one.textContent))])()"""


def by_names(page: Page, texts: Sequence[str]) -> list[str]:
    """Type them as names of the twelve targets, and as the attacker's; resolve; read the result."""
    shown = []
    for lot in in_lots(texts, TARGETS):
        fields = {"attaquant.nom": lot[0], "attaquant.contexte_motif": lot[0]}
        for rank, text in enumerate(lot):
            fields |= {f"defenseurs[{rank}].nom": text}
            fields |= {f"defenseurs[{rank}].contexte_motif": text}
        page.js(FORGET)
        page.js(with_modules(SET, fields=fields))
        page.wait(ANSWERED)
        found = set(page.js(NAMED))
        shown += [text if one_line(text) in found else "" for text in lot]
    return shown[: len(texts)]


def one_line(text: str) -> str:
    """Give what a field of one line keeps of a text."""
    return text.replace("\r", "").replace("\n", "")


def by_refusals(page: Page, texts: Sequence[str]) -> list[str]:
    """Have them refused as values and as keys, and the refusals shown as the page shows its own."""
    scenarios = []
    for text in texts:
        scenario = json.loads(json.dumps(BURST))
        scenario["attaque"]["arme"] = text
        scenario["attaquant"][f"x{text}"] = text
        scenarios.append(json.dumps(scenario))
    body = """
      const { createEngine } = await load('./engine.js');
      const { showFaults, clearFaults } = await load('./faults.js');
      const engine = createEngine({ base, jeu });
      const form = document.querySelector('form');
      const shown = [];
      for (const texte of scenarios) {
        const { erreurs } = await engine.call('resolve', { calcul: 'combat', texte });
        showFaults(form, erreurs);
        const items = [...form.querySelectorAll('[data-erreurs] li')];
        shown.push(items.map((one) => one.textContent).join(' '));
      }
      clearFaults(form);
      return shown;
    """
    said = page.js(with_modules(body, scenarios=scenarios), 60)
    return [
        text if text[:SHOWN_VALUE] in one and f"x{text}"[:SHOWN_KEY] in one else one
        for text, one in zip(texts, said, strict=True)
    ]


def by_views(page: Page, texts: Sequence[str]) -> list[str]:
    """Have them in a view that Python renders: as text, and in every attribute that takes words."""
    words = ("title", "aria-label", "data-article", "data-ancre", "data-remplir", "data-completer")
    trees = [
        {
            "balise": "p",
            "enfants": [
                {"balise": "a", "texte": text, "attributs": dict.fromkeys(words, text)},
                {"balise": "svg", "enfants": [{"balise": "text", "texte": text}]},
            ],
        }
        for text in texts
    ]
    body = """
      const { show } = await load('./tree.js');
      const place = document.createElement('div');
      place.dataset.vue = 'essai';
      document.body.append(place);
      show(document.body, { essai: trees });
      const shown = [...place.children].map((each) => {
        const [link, drawing] = each.children;
        const values = words.map((name) => link.getAttribute(name));
        const texts = new Set([link.textContent, drawing.textContent, ...values]);
        const elements = each.querySelectorAll('*').length;
        const plain = elements === 3 && !link.hasAttribute('href') && texts.size === 1;
        return plain ? [...texts][0] : [...texts];
      });
      place.remove();
      return shown;
    """
    return list(page.js(with_modules(body, trees=trees, words=words)))


def by_forms(page: Page, texts: Sequence[str]) -> list[str]:
    """Have them in a form that the wiki's page builds: labels, options, values, help."""
    words = ("title", "value", "placeholder", "aria-label", "label", "data-si")
    form = {
        "balise": "div",
        "enfants": [
            {
                "balise": "label",
                "enfants": [
                    {"texte": text},
                    {
                        "balise": "option",
                        "texte": text,
                        "attributs": dict.fromkeys(words, text),
                    },
                ],
            }
            for text in texts
        ],
    }
    body = """
      const { buildForm } = await load('./mount.js');
      const root = buildForm(form, 'essai-');
      document.body.append(root);
      const shown = [...root.children].map((label) => {
        const [option] = label.children;
        const values = words.map((name) => option.getAttribute(name));
        const texts = new Set([label.firstChild.data, option.textContent, ...values]);
        return label.childNodes.length === 2 && texts.size === 1 ? [...texts][0] : [...texts];
      });
      root.remove();
      return shown;
    """
    return list(page.js(with_modules(body, form=form, words=words)))


def by_memory(page: Page, texts: Sequence[str]) -> list[str]:
    """Have the form brought to scenarios that hold them: names, choices, keys no form has."""
    body = """
      const { restore } = await load('./restore.js');
      const { refill } = await load('./refill.js');
      const form = document.querySelector('form');
      const field = (name) =>
        [...form.elements].find((one) => one.name === name && !one.matches(':disabled'));
      const shown = [];
      for (const text of texts) {
        restore(form, { ...scenario, attaquant: { ...scenario.attaquant, nom: text, [text]: text },
          attaque: { ...scenario.attaque, approche: text }, [text]: { [text]: [text] } });
        const first = field('attaquant.nom').value;
        refill(form, { 'attaquant.nom': text, [text]: text });
        const second = field('attaquant.nom').value;
        shown.push(first === second && ({}).polluted === undefined ? first : [first, second]);
      }
      return shown;
    """
    kept = page.js(with_modules(body, texts=list(texts), scenario=PLAIN), 120)
    bring(page, BURST)
    return [text if one == one_line(text) else one for text, one in zip(texts, kept, strict=True)]


def by_links(page: Page, texts: Sequence[str]) -> list[str]:
    """Open links to fights whose twelve targets bear them; read the form that each one fills."""
    names = """[...document.querySelector('form').elements]
      .filter((one) => /^defenseurs.*nom$/.test(one.name) && !one.matches(':disabled'))
      .map((one) => one.value)"""
    shown = []
    for lot in in_lots(texts, TARGETS):
        scenario = json.loads(json.dumps(BURST)) | {"version": 1}
        for side, text in zip(scenario["defenseurs"], lot, strict=True):
            side["nom"] = text
        told = api.run("combat", "lien", json.dumps(scenario))
        page.js(f"void (location.hash = {json.dumps(told['fragment'])})")
        wanted = [one_line(text) for text in lot]
        page.wait(f"JSON.stringify({names}) === JSON.stringify({json.dumps(wanted)})", 20)
        shown += lot
    page.js("history.replaceState(null, '', location.pathname)")
    bring(page, BURST)
    return shown[: len(texts)]


def by_characters(page: Page, texts: Sequence[str]) -> list[str]:
    """Import fighters who bear them, from a pasted text; read the list of fighters."""
    body = """
      const fold = document.querySelector('[data-personnages]');
      fold.open = true;
      const pasted = fold.querySelector('[data-import]');
      pasted.value = text;
      fold.querySelector('[data-importer]').click();
    """
    shown: set[str] = set()
    for lot in in_lots(texts, TARGETS):
        fighters = [{"nom": text, "type": "autre", "degre": 5} for text in lot]
        text = json.dumps({"version": 1, "personnages": fighters})
        page.js(with_modules(body, text=text))
        page.wait("document.querySelector('[data-personnages] [data-import]').value === ''", 20)
        rows = "[...document.querySelectorAll('[data-cle] [data-dit-nom]')]"
        shown |= set(page.js(f"{rows}.map((one) => one.textContent)"))
    page.js("localStorage.clear()")
    return [text if text in shown else "" for text in texts]


class TextPath(NamedTuple):
    """A way into the page: what it is called, and what brings texts along it."""

    name: str
    send: Callable[[Page, Sequence[str]], list[str]]


PATHS = (
    TextPath("noms et motifs", by_names),
    TextPath("refus", by_refusals),
    TextPath("vues", by_views),
    TextPath("formulaires", by_forms),
    TextPath("mémoire", by_memory),
    TextPath("liens", by_links),
    TextPath("personnages", by_characters),
)
