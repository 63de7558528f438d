"""Keyboard and pointer: names of keys for the three engines, and WebDriver's actions.

Names are those of `KeyboardEvent.key`: "Tab", "Enter", "ArrowDown", "a". A chord puts the keys
held first: "Shift+Tab", "Control+a".
"""

from __future__ import annotations

from typing import TypedDict

# https://www.w3.org/TR/webdriver2/#keyboard-actions
CODES = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Escape": "\ue00c",
    "Space": " ",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Delete": "\ue017",
    "Meta": "\ue03d",
}


Action = dict[str, str | int]


class Source(TypedDict):
    """What one device does, in the words of WebDriver (classic and BiDi alike)."""

    type: str
    id: str
    actions: list[Action]


def chord(name: str) -> list[str]:
    """Split "Shift+Tab" into its keys. Raises `ValueError` for a name that no engine knows."""
    keys = [name] if name == "+" else name.split("+")
    for key in keys:
        if len(key) != 1 and key not in CODES:
            raise ValueError(f"unknown key {key!r} in {name!r}; known: {', '.join(CODES)}")
    return keys


def press(keys: list[str]) -> Source:
    """Press these keys together: in this order down, in the opposite one up."""
    codes = [CODES.get(key, key) for key in keys]
    down: list[Action] = [{"type": "keyDown", "value": one} for one in codes]
    up: list[Action] = [{"type": "keyUp", "value": one} for one in reversed(codes)]
    return {"type": "key", "id": "keyboard", "actions": down + up}


def write(text: str) -> Source:
    """Press, one after the other, the keys that write `text`; a line break is Enter."""
    actions: list[Action] = []
    for letter in text:
        actions += press(["Enter" if letter == "\n" else letter])["actions"]
    return {"type": "key", "id": "keyboard", "actions": actions}


def click(x: int, y: int) -> Source:
    """Click there, in CSS pixels from the window's top left corner."""
    actions: list[Action] = [
        {"type": "pointerMove", "x": x, "y": y, "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": "pointer", "actions": actions}
