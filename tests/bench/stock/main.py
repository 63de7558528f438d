"""The calculator as someone writes it who has read PyScript's first pages, and no further."""

import json
from typing import Any

from pyodide.ffi import to_js
from pyscript import document, when, window
from pyscript.js_modules import scenario, tree

from pycore import api

form = document.querySelector("form")
button = document.querySelector("button[type=submit]")


@when("submit", "form")
def resolve(event: Any) -> None:
    """Answer the form."""
    event.preventDefault()
    asked = {"calcul": "combat", "texte": window.JSON.stringify(scenario.readForm(form))}
    answer = api.answer(json.dumps({"v": 1, "n": 1, "op": "resolve", "corps": asked}))
    said = json.loads(answer)["corps"]
    if "erreurs" in said:
        text = " ".join(each["message"] for each in said["erreurs"])
        document.querySelector("[data-vue=verdict]").textContent = text
        return
    views = to_js(said["vue"], dict_converter=window.Object.fromEntries)
    tree.show(document.body, views)


button.disabled = False
