"""What a model states of a value against what follows from its nodes: merged, and where they part, said so.

A stated size counts where nothing else is known. Where something else is known it is compared: two numbers contradict,
a number against a symbol is a condition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..sizes import Size
from .values import Pool, Stated, Value


@dataclass(frozen=True)
class Contradiction:
    """What is derived and what is stated, and for `condition` what would have to hold for both to be so."""

    kind: Literal["shape", "type", "condition"]
    derived: Value
    stated: Stated
    condition: str = ""


def merge(pool: Pool, value: Value, stated: Stated) -> tuple[Value, Contradiction | None]:
    """The value with what is stated filled in where nothing is known, and the first thing that does not fit."""
    if stated.kind == "unknown" or (stated.kind == "other" and value.kind == "other"):
        return value, None
    if value.kind == "unknown":
        return _from_statement(pool, stated), None
    element = value.element or stated.element
    if stated.kind != value.kind or (stated.element and stated.element != element):
        return value, Contradiction("type", value, stated)
    if stated.shape is not None and value.shape is not None:
        return _merged_shapes(pool, value, stated, element)
    if stated.shape is None:
        return pool.tensor(element, value.shape, value.content, value.is_stated, value.kind), None
    return pool.tensor(element, _sizes(pool, stated), value.content, True, value.kind), None


def _merged_shapes(pool: Pool, value: Value, stated: Stated, element: int) -> tuple[Value, Contradiction | None]:
    derived, said = value.shape or (), stated.shape or ()
    if len(derived) != len(said):
        return value, Contradiction("shape", value, stated)
    conditions: list[str] = []
    shape: list[Size] = []
    taken = False
    for known, word in zip(derived, said, strict=True):
        if isinstance(known, int) and isinstance(word, int) and known != word:
            return value, Contradiction("shape", value, stated)
        is_open = word is not None and pool.is_free(known)
        taken |= is_open
        shape.append(word if is_open and word is not None else known)
        if isinstance(word, int) and not isinstance(known, int) and not is_open:
            conditions.append(f"{known} is {word}")
    found = Contradiction("condition", value, stated, " and ".join(conditions)) if conditions else None
    if not taken and element == value.element:
        return value, found
    return pool.tensor(element, tuple(shape), value.content, value.is_stated or taken, value.kind), found


def _from_statement(pool: Pool, stated: Stated) -> Value:
    if stated.kind == "other":
        return pool.other(stated.other)
    shape = None if stated.shape is None else _sizes(pool, stated)
    return pool.tensor(stated.element, shape, None, shape is not None, stated.kind)


def _sizes(pool: Pool, stated: Stated) -> tuple[Size, ...]:
    return tuple(pool.fresh() if size is None else size for size in stated.shape or ())
