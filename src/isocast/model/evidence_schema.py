"""Whether a document is what `evidence.schema.json` says: a reader of the part of JSON Schema which that file uses.

Must not import any part of isocast.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

Schema = Mapping[str, Any]

_TYPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
KEYWORDS: Final = frozenset(
    ("$ref", "type", "const", "enum", "pattern", "minimum", "items", "required", "properties", "additionalProperties")
)
WORDS: Final = frozenset(("$schema", "$id", "$defs", "title", "description"))
"""Keywords that say nothing about a value."""


@cache
def schema() -> Schema:
    """The schema of version 1."""
    text = files("isocast.model").joinpath("evidence.schema.json").read_text(encoding="utf-8")
    found: Schema = json.loads(text)
    return found


def problem(document: Any) -> str:
    """The first thing in a document that the schema does not allow, and where; empty if there is none.

    >>> problem({"format": "isocast-evidence"})
    'version is missing'
    """
    return next(_problems(document, schema(), ""), "")


def _problems(value: Any, rules: Schema, where: str) -> Iterator[str]:
    if "$ref" in rules:
        yield from _problems(value, schema()["$defs"][rules["$ref"].rpartition("/")[2]], where)
        return
    kinds = rules.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        yield f"{where or 'it'} is not of type {' or '.join(kinds)}"
        return
    if "const" in rules and value != rules["const"]:
        yield f"{where} is not {rules['const']!r}"
    if "enum" in rules and value not in rules["enum"]:
        yield f"{where} is none of {', '.join(map(str, rules['enum']))}"
    if isinstance(value, str) and not re.search(rules.get("pattern", ""), value):
        yield f"{where} is not of the form {rules['pattern']}"
    if isinstance(value, int) and value < rules.get("minimum", value):
        yield f"{where} is less than {rules['minimum']}"
    if isinstance(value, list) and "items" in rules:
        for number, item in enumerate(value):
            yield from _problems(item, rules["items"], f"{where}[{number}]")
    if isinstance(value, dict):
        yield from _in_object(value, rules, where)


def _in_object(value: Mapping[str, Any], rules: Schema, where: str) -> Iterator[str]:
    known: Schema = rules.get("properties", {})
    others = rules.get("additionalProperties", True)
    for key in rules.get("required", ()):
        if key not in value:
            yield f"{_below(where, key)} is missing"
    for key, item in value.items():
        if key in known:
            yield from _problems(item, known[key], _below(where, key))
        elif others is False:
            yield f"{_below(where, key[:80])} is not a key that is known"
        elif others is not True:
            yield from _problems(item, others, _below(where, key[:80]))


def _below(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
