"""A package that fails in every way Python can, to be put in the rules' place.

`tests.support.engine_site` copies it as `pycore/api.py` into a runtime of its own.
"""

import json
from typing import Any


def answer(text: str) -> str:
    """Do what the operation says; `echo` alone gives its body back."""
    message: dict[str, Any] = json.loads(text)
    body = message["corps"]
    match message["op"]:
        case "exception":
            raise ValueError(body)
        case "memoire":
            raise MemoryError
        case "boucle":
            while True:
                pass
        case "pile":
            # Deep enough to end the interpreter, not this function alone.
            repr(json.loads("[" * 100_000 + "]" * 100_000))
        case "nombre":
            return 7  # type: ignore[return-value]
        case "charabia":
            return "{"
        case "imprime":
            print(body)  # noqa: T201 - what a forgotten print would do
    return json.dumps({"v": 1, "n": message["n"], "op": message["op"], "corps": body})
