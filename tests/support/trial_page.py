"""A small page that has a bit of everything a test of the page does: see `test_engines_support`."""

from __future__ import annotations

import struct
import zlib

PAGE = """<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<title>Essai</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script type="module" src="page.js"></script>
<h1>Essai</h1>
<form id="form">
  <label>Nom <input name="nom" value="ancien" autofocus></label>
  <label>Âge <input name="age" type="number"></label>
  <label>Notes <textarea name="notes"></textarea></label>
  <label>Arme <select name="arme">
    <option value="epee">Épée</option>
    <option value="arc">Arc</option>
    <option value="canon" disabled>Canon</option>
  </select></label>
  <input name="ferme" disabled>
  <input name="date" type="date">
</form>
<p id="loin"></p>
<label id="etiquette"><input type="checkbox" id="case"><span>Cochez</span></label>
<button id="bas">Résoudre</button>
<button id="cache" hidden>Caché</button>
<div id="sous"><button id="dessous">Dessous</button><div id="dessus"></div></div>
<output id="reponse"></output>
</html>
"""
STYLE = """
#loin { height: 3000px }
#case { position: absolute; opacity: 0 }
#etiquette { position: relative }
#etiquette span { position: relative; background: gold }
#sous { position: relative; width: 200px }
#dessus { position: absolute; inset: 0; background: silver }
"""
SCRIPT = """
globalThis.heard = [];
for (const type of ["input", "change", "keydown", "click"])
  addEventListener(type, (event) =>
    heard.push([type, event.target.name || event.target.id, event.key ?? "", event.isTrusted]));
console.log("bonjour", 1);
console.warn("attention");
console.error("première ligne\\nseconde ligne");
setTimeout(() => { throw new TypeError("personne ne m’attrape"); }, 0);
Promise.reject(new RangeError("rejetée"));
const worker = new Worker("worker.js", {type: "module"});
worker.onmessage = (event) => { document.querySelector("#reponse").textContent = event.data; };
"""
WORKER = """
import {answer} from "./answer.js";
console.log("du worker");
await fetch("donnees.json");
await fetch("absent.json");
postMessage(answer);
"""
ANSWER = 'export const answer = "Le worker répond.";'

FILES = {
    "index.html": PAGE,
    "style.css": STYLE,
    "page.js": SCRIPT,
    "worker.js": WORKER,
    "answer.js": ANSWER,
    "donnees.json": "{}",
}


def rows_of(png: bytes) -> tuple[int, int, list[bytes]]:
    """Give width, height and rows of a PNG; those of a blank one are of two sorts at most.

    A row is as it is stored: the number of a filter, then what that filter made of the pixels.
    """
    width, height = struct.unpack(">II", png[16:24])
    packed, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += length + 12
    raw = zlib.decompress(packed)
    size = len(raw) // height
    return width, height, [raw[i : i + size] for i in range(0, len(raw), size)]
