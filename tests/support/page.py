"""A page in a real browser: what a test asks of it, whatever the engine.

Each engine gives six primitives (load, evaluate, press, type, click a point, photograph) and what
it heard; everything a test calls is built here from those, so that it means the same everywhere.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tests.support import gestures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 10  # seconds for an element to be there, still and in reach
SCRIPT = 30  # seconds for an expression to answer
LOAD = 60  # seconds for a page to load
GRACE = 5  # seconds more for the engine itself, when the page does not answer
FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.05  # seconds between two looks, which come ever later

# Both end in a string of JSON: no engine's own idea of a value shows through.
EVALUATE = """(async () => {
  const late = new Promise((_, refuse) =>
    setTimeout(() => refuse(new Error("no answer after %(seconds)s s")), %(seconds)s * 1000));
  try {
    const value = await Promise.race([(async () => (
%(expression)s
    ))(), late]);
    return JSON.stringify({value});
  } catch (error) {
    return JSON.stringify({error: String(error), stack: String(error?.stack ?? "")});
  }
})()"""

# Where a finger would touch the element, or why it cannot. What is under the finger by the time it
# comes down may be something else, if the page moved in between: then the page hears nothing of it.
TOUCH = """(async () => {
  const element = document.querySelector(%(css)s);
  if (!element) return "is not in the page";
  element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const before = element.getClientRects()[0];
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 50); // where nothing is painted
  });
  const box = element.getClientRects()[0];
  if (!before || !box || !box.width || !box.height) return "is not displayed";
  if (before.left !== box.left || before.top !== box.top) return "is moving";
  if (element.matches(":disabled")) return "is disabled";
  const x = Math.floor(box.left + box.width / 2), y = Math.floor(box.top + box.height / 2);
  const top = document.elementFromPoint(x, y);
  if (!top) return "is outside the window";
  const own = [element, ...(element.labels ?? [])];
  if (!own.some((part) => part.contains(top)))
    return `is under <${top.localName} id="${top.id}" class="${top.className}">`;
  window.touchOfTests?.end();
  const touch = window.touchOfTests = {landedOn: null, end() {
    for (const type of types) window.removeEventListener(type, guard, true);
  }};
  const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  const guard = (event) => {
    if (!event.isTrusted) return;
    if (event.type === "pointerdown") {
      const target = event.composedPath()[0];
      if (own.some((part) => part.contains(target))) return touch.end();
      touch.landedOn = `moved: the touch fell on <${target.localName} class="${target.className}">`;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "click") touch.end();
  };
  for (const type of types) window.addEventListener(type, guard, {capture: true, passive: false});
  return {x, y};
})()"""

MISSED = "window.touchOfTests?.landedOn ?? ''"

# Puts the caret in a field, with all its text selected: what is typed next replaces it.
SELECT_ALL = """(() => {
  const field = document.querySelector(%(css)s);
  if (!field) return "is not in the page";
  const typed = ["textarea", "text", "search", "url", "tel", "email", "password", "number"];
  if (!["input", "textarea"].includes(field.localName) || !typed.includes(field.type))
    return "is not a field for typed text";
  if (field.matches(":disabled") || field.readOnly) return "does not take text now";
  field.scrollIntoView({block: "center", behavior: "instant"});
  field.focus();
  field.select();
  return document.activeElement === field ? "" : "does not take the focus";
})()"""

CHOOSE = """(() => {
  const list = document.querySelector(%(css)s);
  if (list?.localName !== "select") return "is not a <select> of the page";
  if (list.matches(":disabled") || !list.getClientRects().length) return "cannot be reached now";
  const option = [...list.options].find((one) => one.value === %(value)s);
  if (!option) return `has only ${[...list.options].map((one) => one.value).join(", ")}`;
  if (option.matches(":disabled")) return "has that option disabled";
  list.focus();
  option.selected = true;
  for (const type of ["input", "change"])
    list.dispatchEvent(new Event(type, {bubbles: true, composed: type === "input"}));
  return "";
})()"""


STORY = """[
  location.href,
  [...document.querySelectorAll("[data-calcul]")].map((one) => one.dataset.etat).join(" "),
  document.body?.innerText ?? "",
]"""


class EngineError(Exception):
    """A browser could not be started, or could not do what was asked of it."""


class EngineTimeoutError(EngineError):
    """Something waited for did not come; the message carries the page's console."""


def pauses() -> Iterator[float]:
    """Give how long to wait before each next look at a page."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


@dataclass(frozen=True)
class Message:
    """One line of the page's console, its workers' included.

    `kind` is "log", "info", "debug", "warning", "error", or "uncaught" for an exception or a
    rejection that nobody caught.
    """

    kind: str
    text: str


@dataclass(frozen=True)
class Request:
    """One request of the page or its workers; `status` is None when no answer came (yet)."""

    method: str
    url: str
    status: int | None


class Page(ABC):
    """One window of one engine. Get it from `tests.support.engines.open_engine`."""

    engine: ClassVar[str]

    @abstractmethod
    def _load(self, url: str) -> None:
        """Go to `url` and wait for its `load` event, `LOAD` seconds at most."""

    @abstractmethod
    def _evaluate(self, script: str, seconds: float) -> str:
        """Give the string that the promise `script` settles to.

        Raises `EngineError` if the script is malformed, or if the engine itself is mute for
        longer than `seconds`.
        """

    @abstractmethod
    def _press(self, keys: list[str]) -> None:
        """Press these keys together: in this order down, in the opposite one up."""

    @abstractmethod
    def _type(self, text: str) -> None:
        """Press, one after the other, the keys that write `text`."""

    @abstractmethod
    def _click_at(self, x: int, y: int) -> None:
        """Click there, in CSS pixels from the window's top left corner."""

    @abstractmethod
    def _photograph(self) -> bytes:
        """Give the window's content as PNG."""

    @abstractmethod
    def console(self) -> list[Message]:
        """Give what the console said since the window opened, oldest first."""

    @abstractmethod
    def requests(self) -> list[Request]:
        """Give the requests sent since the window opened, oldest first."""

    def goto(self, url: str) -> None:
        """Go to `url` and wait until it is loaded."""
        self._load(url)

    def js(self, expression: str, seconds: float = SCRIPT) -> Any:
        """Give the JSON value of a JavaScript expression; a promise is awaited.

        `undefined` gives None. Raises `EngineError` with the page's own error.
        """
        script = EVALUATE % {"expression": expression, "seconds": f"{seconds:g}"}
        answer = json.loads(self._evaluate(script, seconds + GRACE))
        if "error" in answer:
            raise EngineError(
                f"{self.engine}: {answer['error']}\nin: {expression}\n{answer['stack']}".rstrip()
            )
        return answer.get("value")

    def wait(self, expression: str, seconds: float = LOAD) -> Any:
        """Poll a JavaScript expression until it is truthy; give its value.

        An error in it counts as "not yet" (what it names may not be there yet), except a syntax
        error. Raises `EngineTimeoutError` with the page's address, text and console.
        """
        end = time.monotonic() + seconds
        last = "it was never evaluated"
        looks = pauses()
        while (left := end - time.monotonic()) > 0:
            try:
                value = self.js(expression, min(SCRIPT, max(1, left)))
            except EngineError as error:
                if "SyntaxError" in str(error):
                    raise
                last = f"its last error: {error}"
            else:
                if value:
                    return value
                last = f"its last value: {value!r}"
            time.sleep(next(looks))
        raise EngineTimeoutError(
            f"{self.engine}: not true after {seconds:g} s: {expression}\n{last}\n{self._story()}"
        )

    def click(self, css: str) -> None:
        """Click the first element that matches, with a real pointer, once it is in reach.

        It is scrolled into view; `PATIENCE` seconds are left to it to be displayed, still,
        enabled and under nothing else (its own label excepted).
        """
        end = time.monotonic() + PATIENCE
        looks = pauses()
        while trouble := self._touch(css):
            if time.monotonic() > end:
                raise EngineTimeoutError(
                    f"{self.engine}: no click, {css!r} {trouble}\n{self._story()}"
                )
            time.sleep(next(looks))

    def fill(self, css: str, text: str) -> None:
        """Type `text` in place of what the field holds; it keeps the focus.

        The page hears real keys, so its `change` event comes when the focus leaves. What no
        keyboard can type (a NUL, a lone surrogate) is to be set with `js`.
        """
        self._must_be_empty(SELECT_ALL % {"css": json.dumps(css)}, f"{css!r} cannot be filled: it")
        if text:
            self._type(text)
        else:
            self._press(["Delete"])

    def choose(self, css: str, value: str) -> None:
        """Choose the option of that value; the page hears `input`, then `change`.

        Set by script: no engine lets a test reach the list that a `<select>` opens.
        """
        script = CHOOSE % {"css": json.dumps(css), "value": json.dumps(value)}
        self._must_be_empty(script, f"{css!r} cannot be set to {value!r}: it")

    def keys(self, *names: str) -> None:
        """Press keys one after the other: "Tab", "Shift+Tab", "ArrowDown", "a"."""
        for name in names:
            self._press(gestures.chord(name))

    def text(self, css: str) -> str:
        """Give the text that a reader sees in the first element that matches."""
        found = self.js(f"document.querySelector({json.dumps(css)})?.innerText")
        if found is None:
            raise EngineError(f"{self.engine}: {css!r} is not in the page")
        return str(found)

    def screenshot(self, path: Path) -> None:
        """Write what the window shows to `path`, as PNG."""
        path.write_bytes(self._photograph())

    def _touch(self, css: str) -> str:
        """Touch the element once; give what kept the touch from it, "" if nothing did."""
        place = self.js(TOUCH % {"css": json.dumps(css)})
        if isinstance(place, str):
            return place
        self._click_at(place["x"], place["y"])
        try:
            return str(self.js(MISSED))
        except EngineError:  # the touch led to another page
            return ""

    def _must_be_empty(self, script: str, failure: str) -> None:
        """Run a script that gives "" when all went well, else the end of a sentence."""
        refusal = self.js(script)
        if refusal:
            raise EngineError(f"{self.engine}: {failure} {refusal}")

    def _story(self) -> str:
        """Tell what a person would want to see of a page that failed."""
        lines = ["the page does not answer any more"]
        with suppress(EngineError):
            where, states, seen = self.js(STORY, 5)
            said = " ".join(seen.split())[:600]
            lines = [f"address: {where}", f"states: {states}", f"text: {said}"]
        lines.append("console:")
        lines += [f"  {message.kind}: {message.text}" for message in self.console()]
        lines.append("requests:")
        lines += [f"  {one.method} {one.url} {one.status}" for one in self.requests()[-20:]]
        return "\n".join(lines)
