"""What a value must look like: one description checks inputs and data, and writes the schema.

A type of the rules is a ``NamedTuple`` whose fields are annotated with a kind of this module::

    class Jets(NamedTuple):
        attaque: Annotated[tuple[int, ...], Liste(De(), 1, 12)]

A field without a default is required. ``check`` never stops at the first fault; what could not be
read becomes ``INVALID``, so that later checks know what they must not judge.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol, cast

from pycore.errors import Faute, faute

INVALID = cast("Any", type("Invalid", (), {"__repr__": lambda _: "INVALID"})())
"""Stands for a value that could not be read."""

SHOWN = 40
"""How many characters of a wrong value a fault quotes."""


def valid(*values: object) -> bool:
    """Tell whether all of these could be read."""
    return all(value is not INVALID for value in values)


Ids = Mapping[str, Collection[str]]
"""Ids of every table that a choice may name."""

Words = Mapping[str, str]
"""Labels of fields, by name."""


class Context:
    """What a check knows besides the value: the ids of every table, and the faults so far."""

    def __init__(self, ids: Ids) -> None:
        """Start without faults."""
        self.ids = ids
        self.fautes: list[Faute] = []

    def refuse(self, chemin: str, variante: str, **valeurs: object) -> Any:
        """Note a fault and answer ``INVALID``."""
        self.fautes.append(faute(chemin, variante, **valeurs))
        return INVALID


class Kind(Protocol):
    """A kind of value."""

    def check(self, value: object, path: str, context: Context) -> Any:
        """Answer the value as the rules use it, or ``INVALID`` after noting why."""
        ...

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind as JSON Schema."""
        ...


class Entier(NamedTuple):
    """A whole number between two bounds, both allowed. A bool is not a number."""

    minimum: int
    maximum: int

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check type, then bounds."""
        if type(value) is not int:
            return context.refuse(path, "type.vide" if value is None else "type.entier")
        if not self.minimum <= value <= self.maximum:
            return context.refuse(path, "bornes", minimum=self.minimum, maximum=self.maximum)
        return value

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


class De(NamedTuple):
    """A die: 1 to ``faces``; 0 is what the dice show for the highest ("00") and is read so."""

    faces: int = 100

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check, and read 0 as the highest face."""
        if value is None:
            return context.refuse(path, "type.jet")
        if type(value) is not int:
            return context.refuse(path, "type.entier")
        if not 0 <= value <= self.faces:
            zero = "0" * (len(str(self.faces)) - 1)
            return context.refuse(path, "bornes.jet", maximum=self.faces, zero=zero)
        return value or self.faces

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return Entier(0, self.faces).schema(ids, words)


class Version(NamedTuple):
    """The version of the format, a whole number of which one value is read."""

    read: int

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check the type, then the version."""
        if type(value) is not int:
            return context.refuse(path, "type.entier")
        if value != self.read:
            return context.refuse(path, "version", valeur=str(value)[:SHOWN], attendu=self.read)
        return value

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return {"const": self.read}


def _shows(letter: str) -> bool:
    """Tell whether anything is seen of a character; of half of one, a mark is."""
    return not letter.isspace() and (letter.isprintable() or "\ud800" <= letter <= "\udfff")


class Texte(NamedTuple):
    """Free text of limited length, never interpreted.

    ``vu``: what shows nothing (spaces, characters without width) is read as nothing at all, so
    that who speaks of it has a word to put there.
    """

    maximum: int
    minimum: int = 0
    vu: bool = False

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check type, then length in characters."""
        if type(value) is not str:
            return context.refuse(path, "type.texte")
        if len(value) > self.maximum:
            return context.refuse(path, "bornes.texte", maximum=self.maximum, valeur=len(value))
        if len(value) < self.minimum:
            return context.refuse(path, "requis")
        return "" if self.vu and not any(map(_shows, value)) else value

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        least = {"minLength": self.minimum} if self.minimum else {}
        return {"type": "string", "maxLength": self.maximum} | least


class Booleen(NamedTuple):
    """True or false."""

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check the type."""
        return value if type(value) is bool else context.refuse(path, "type.booleen")

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return {"type": "boolean"}


class Choix(NamedTuple):
    """The id of a row of the table named, or one of the ids written out in ``parmi``."""

    table: str
    parmi: tuple[str, ...] = ()

    def allowed(self, ids: Ids) -> Collection[str]:
        """List the ids that may stand here."""
        return self.parmi or ids[self.table]

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check type, then that the id is known."""
        if type(value) is not str:
            return context.refuse(path, "type.texte")
        allowed = self.allowed(context.ids)
        if value in allowed:
            return value
        return context.refuse(
            path, "inconnu.choix", valeur=value[:SHOWN], possibles=" · ".join(allowed)
        )

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return {"enum": list(self.allowed(ids))}


class OuRien(NamedTuple):
    """The kind given, or null."""

    kind: Kind

    def check(self, value: object, path: str, context: Context) -> Any:
        """Let null pass, check the rest."""
        return None if value is None else self.kind.check(value, path, context)

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return {"anyOf": [self.kind.schema(ids, words), {"type": "null"}]}


class Liste(NamedTuple):
    """A list of one kind; ``unique`` refuses an item that stands twice."""

    kind: Kind
    minimum: int = 0
    maximum: int = 1000
    unique: bool = False

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check type and length, then each item."""
        if type(value) is not list:
            return context.refuse(path, "type.liste")
        if not self.minimum <= len(value) <= self.maximum:
            return context.refuse(
                path,
                "longueur.entre",
                minimum=self.minimum,
                maximum=self.maximum,
                valeur=len(value),
            )
        items = []
        for rank, item in enumerate(value):
            read = self.kind.check(item, f"{path}[{rank}]", context)
            if self.unique and read is not INVALID and read in items:
                context.refuse(f"{path}[{rank}]", "doublon", valeur=read)
            items.append(read)
        return tuple(items)

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        described: dict[str, Any] = {"type": "array", "items": self.kind.schema(ids, words)}
        if self.minimum:
            described["minItems"] = self.minimum
        if self.maximum < Liste._field_defaults["maximum"]:
            described["maxItems"] = self.maximum
        if self.unique:
            described["uniqueItems"] = True
        return described


class Table(NamedTuple):
    """An object whose keys are ids of a table, all values of one kind."""

    table: str
    kind: Kind

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check type, then each key and value."""
        if type(value) is not dict:
            return context.refuse(path, "type.objet")
        known = context.ids[self.table]
        read = {}
        for key, item in value.items():
            where = f"{path}.{key[:SHOWN]}"
            if key in known:
                read[key] = self.kind.check(item, where, context)
            else:
                context.refuse(where, "inconnu.cle", cle=key[:SHOWN], possibles=" · ".join(known))
        return read

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        inner = self.kind.schema(ids, words)
        return {
            "type": "object",
            "properties": dict.fromkeys(ids[self.table], inner),
            "additionalProperties": False,
        }


class Libre(NamedTuple):
    """Any object: what it holds is checked by whoever reads it."""

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check the type alone."""
        return value if type(value) is dict else context.refuse(path, "type.objet")

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return {"type": "object"}


class Objet(NamedTuple):
    """An object with the fields of a ``NamedTuple`` type; no other key is allowed."""

    type: type[Any]

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check type and keys, then each field; answers an instance of the type."""
        if type(value) is not dict:
            return context.refuse(path, "type.objet")
        fields = fields_of(self.type)
        dot = f"{path}." if path else ""
        defaults = self.type._field_defaults
        read = {}
        for name, kind in fields.items():
            if name in value:
                read[name] = kind.check(value[name], dot + name, context)
            elif name in defaults:
                read[name] = defaults[name]
            else:
                read[name] = context.refuse(dot + name, "requis")
        for key in value:
            if key not in fields:
                cle = key[:SHOWN]
                context.refuse(dot + cle, "inconnu.cle", cle=cle, possibles=" · ".join(fields))
        return self.type(**read)

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind; fields are described in the words given, by field name."""
        fields = fields_of(self.type)
        properties = {}
        for name, kind in fields.items():
            described = kind.schema(ids, words)
            word = words.get(f"{self.type.__name__.lower()}.{name}") or words.get(name)
            properties[name] = ({"title": word} if word else {}) | described
        return {
            "type": "object",
            "properties": properties,
            "required": [name for name in fields if name not in self.type._field_defaults],
            "additionalProperties": False,
        }


_FIELDS: dict[type[Any], dict[str, Kind]] = {}


def fields_of(shape: type[Any]) -> dict[str, Kind]:
    """List the fields of an annotated type with their kinds, in order."""
    known = _FIELDS.get(shape)
    if known is None:
        known = {name: hint.__metadata__[0] for name, hint in shape.__annotations__.items()}
        _FIELDS[shape] = known
    return known


def write(value: Any) -> Any:
    """Write what was read back as JSON values; what stands at its default is left out."""
    if hasattr(value, "_fields"):
        defaults = value._field_defaults
        return {
            name: write(item)
            for name, item in zip(value._fields, value, strict=True)
            if name not in defaults or item != defaults[name]
        }
    if isinstance(value, tuple):
        return [write(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value
