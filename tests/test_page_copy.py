"""The outcome copied in one tap: the forms that Python makes, and a clipboard that is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support.combat_form import complaints, fill_form, new_page, resolve, wait_ready, window
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

FORMS = ("texte", "discord", "wikicode", "json")
DUEL: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 6, "nom": "<b>Ézéchiel</b> ''x'' **y**"},
    "attaque": {"approche": "standard", "arme": "epee_hache"},
    "defenseurs": [{"type": "autre", "degre": 5, "defense": {"type": "standard"}}],
    "jets": {"attaque": [33], "defense": [[88]]},
}
NO_CLIPBOARD = (
    "for (const name of ['write', 'writeText'])"
    " Clipboard.prototype[name] = () => Promise.reject(new DOMException('non'));"
)
TOLD = "document.querySelector('[data-copie-dit]')"


@pytest.fixture
def page(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page with a clipboard and nothing remembered."""
    with new_page(combat, home, permissions=["clipboard-read", "clipboard-write"]) as fresh:
        yield fresh


def expected(made: Any, forme: str, tour: int = 0) -> str:
    demande = {"forme": forme, "tour": tour}
    return str(api.run("combat", "copie", json.dumps(made), demande)["texte"])


def copied(page: ChromiumPage, forme: str) -> str:
    """Press the button of a form; give what is in the clipboard once it is said to be."""
    page.js("navigator.clipboard.writeText('rien')")
    page.js(f"{TOLD}.querySelectorAll('[data-dit]').forEach((one) => {{ one.hidden = true; }})")
    page.click(f"[data-forme={forme}]")
    page.wait(f"!{TOLD}.querySelector('[data-dit=reussi]').hidden")
    return str(page.js("navigator.clipboard.readText()"))


def test_nothing_to_copy_before_a_result(page: ChromiumPage) -> None:
    assert not page.js("document.querySelector('[data-forme]').checkVisibility()")


@pytest.mark.parametrize("forme", FORMS)
def test_one_tap_and_it_is_said(page: ChromiumPage, forme: str) -> None:
    fill_form(page, DUEL)
    made = scenario(page)
    resolve(page)
    assert copied(page, forme) == expected(made, forme)
    assert page.js(f"{TOLD}.querySelector('[role=status]').innerText").strip() == "Copié."
    beside = f"document.querySelector('[data-forme={forme}]').nextElementSibling"
    assert page.js(f"{beside} === {TOLD}"), "where the reader is looking"


def test_what_was_resolved_is_copied_whatever_the_form_holds_by_now(page: ChromiumPage) -> None:
    fill_form(page, DUEL)
    made = scenario(page)
    resolve(page)
    page.fill("#attaquant-degre", "9")
    page.wait("!document.querySelector('[data-perime]').hidden")
    assert copied(page, "texte") == expected(made, "texte")


def test_the_story_and_the_margin_spent_are_those_shown(page: ChromiumPage) -> None:
    wanted = DUEL | {"attaquant": DUEL["attaquant"] | {"degre": 16, "nom": "Ada"}}
    fill_form(page, wanted | {"jets": {"attaque": [42], "defense": [[97]]}})
    made = scenario(page)
    resolve(page)
    page.click("[data-redemander]")
    told = "document.querySelector('[data-vue=recit]').textContent"
    page.wait(f"{told}.length > 0")
    asked = json.loads(page.js("document.querySelector('[data-redemander]').dataset.redemander"))
    assert asked["tour"] != 0
    page.wait("JSON.parse(document.querySelector('[data-redemander]').dataset.redemander).tour > 1")
    assert copied(page, "discord") == expected(made, "discord", 1)


@pytest.mark.parametrize("forme", FORMS)
def test_clipboard_refused_shows_the_text_selected(
    combat: ChromiumPage, home: str, forme: str
) -> None:
    with window(combat) as page:
        page.native.add_init_script(NO_CLIPBOARD)
        page.goto(f"{home}combat.html")
        wait_ready(page)
        fill_form(page, DUEL)
        made = scenario(page)
        resolve(page)
        page.click(f"[data-forme={forme}]")
        page.wait(f"!{TOLD}.querySelector('[data-dit=rate]').hidden")
        field = f"{TOLD}.querySelector('textarea')"
        assert page.js(f"{field}.checkVisibility()")
        assert page.js(f"{field}.value") == expected(made, forme).replace("\r\n", "\n")
        chosen = page.js(f"[{field}.selectionStart, {field}.selectionEnd, {field}.value.length]")
        assert chosen[0] == 0
        assert chosen[1] == chosen[2] > 0
        assert page.js(f"document.activeElement === {field}")
        assert complaints(page) == []


def test_by_keyboard(page: ChromiumPage) -> None:
    fill_form(page, DUEL)
    resolve(page)
    page.js("document.querySelector('[data-forme=texte]').focus()")
    page.keys("Enter")
    page.wait(f"!{TOLD}.querySelector('[data-dit=reussi]').hidden")
    assert page.js("document.activeElement.matches('[data-forme=texte]')")


@pytest.mark.parametrize("calcul", ["action-simple", "action-opposee"])
def test_on_the_other_calculators(page: ChromiumPage, home: str, calcul: str) -> None:
    page.goto(f"{home}{calcul}.html")
    wait_ready(page)
    page.js(
        "document.querySelectorAll('input[data-faces]').forEach((die) => {"
        " die.value = '42'; die.dispatchEvent(new Event('input', {bubbles: true})); })"
    )
    made = scenario(page)
    page.click("[type=submit]")
    page.wait("document.querySelector('[data-forme=discord]').checkVisibility()")
    assert copied(page, "discord") == str(
        api.run(calcul, "copie", json.dumps(made), {"forme": "discord"})["texte"]
    )
