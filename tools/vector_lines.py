"""The text format of the vectors: one line a case. `vectors/README.md` is its description for readers in any language.

Imports the tensors and errors of the specification, and nothing that is checked by the vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from isocast.errors import (
    ArgumentError,
    BroadcastError,
    DivisionByZeroError,
    IntegerRangeError,
    IsocastError,
    ShapeError,
    TypeMismatchError,
)
from isocast.spec import Shape, Tensor

DIGITS: Final = {
    "bool": 2,
    "int8": 2,
    "uint8": 2,
    "int16": 4,
    "uint16": 4,
    "float16": 4,
    "bfloat16": 4,
    "int32": 8,
    "uint32": 8,
    "float": 8,
    "int64": 16,
    "uint64": 16,
    "double": 16,
    "complex64": 16,
    "complex128": 32,
}
"""How many hexadecimal digits one element takes; strings have no fixed number."""


@dataclass(frozen=True)
class Refusal:
    """An expected error: its kind, and the facts that belong to it (`tensor`, `axis`, `index`)."""

    kind: str
    facts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Case:
    """A call and what it must answer: tensors (one, but for Broadcast), or a refusal."""

    operator: str
    attributes: tuple[tuple[str, str], ...]
    inputs: tuple[Tensor, ...]
    expected: tuple[Tensor, ...] | Refusal


def refusal(error: IsocastError) -> Refusal:
    """How an error of the specification is written in a vector."""
    if isinstance(error, BroadcastError) and error.code == "E1":
        return Refusal("E1", (("tensor", error.tensor), ("axis", error.axis)))
    if isinstance(error, BroadcastError):
        return Refusal("unidirectional", (("axis", error.axis),))
    if isinstance(error, DivisionByZeroError):
        return Refusal("division", (("index", error.index),))
    if isinstance(error, IntegerRangeError):
        return Refusal("range", (("index", error.index),))
    kinds = {TypeMismatchError: "type", ShapeError: "shape", ArgumentError: "inputs"}
    return Refusal(kinds[type(error)])


def _element(kind: str, value: object) -> str:
    if kind == "string":
        return cast(str, value).encode().hex() + ";"
    if kind.startswith("complex"):
        real, imaginary = cast(tuple[int, int], value)
        half = DIGITS[kind] // 2
        return f"{real:0{half}x}{imaginary:0{half}x}"
    return f"{int(cast(int, value)) % (1 << 4 * DIGITS[kind]):0{DIGITS[kind]}x}"


def write_tensor(tensor: Tensor) -> str:
    """One tensor as a word: type, sizes, elements.

    >>> write_tensor(Tensor((2,), (1, -1), "int16"))
    'int16[2]:0001ffff'
    """
    sizes = ",".join(map(str, tensor.shape))
    return f"{tensor.type}[{sizes}]:" + "".join(_element(tensor.type, value) for value in tensor.values)


def write_case(case: Case) -> str:
    """One case as a line."""
    attributes = ",".join(f"{name}={value}" for name, value in case.attributes) or "-"
    words = [case.operator, attributes, *map(write_tensor, case.inputs)]
    if isinstance(case.expected, Refusal):
        words += ["!", case.expected.kind, *(f"{name}={value}" for name, value in case.expected.facts)]
    else:
        words += ["->", *map(write_tensor, case.expected)]
    return " ".join(words)


def _read_elements(kind: str, text: str) -> Iterator[object]:
    if kind == "string":
        yield from (bytes.fromhex(word).decode() for word in text.split(";")[:-1])
        return
    digits = DIGITS[kind]
    for place in range(0, len(text), digits):
        word = text[place : place + digits]
        value = int(word, 16)
        if kind == "bool":
            yield bool(value)
        elif kind.startswith("complex"):
            yield int(word[: digits // 2], 16), int(word[digits // 2 :], 16)
        elif kind.startswith("int") and value >> (4 * digits - 1):
            yield value - (1 << 4 * digits)
        else:
            yield value


def read_tensor(word: str) -> Tensor:
    """The tensor of a word.

    >>> read_tensor("int16[2]:0001ffff")
    Tensor(shape=(2,), values=(1, -1), type='int16')
    """
    kind, rest = word.split("[", 1)
    sizes, elements = rest.split("]:", 1)
    shape: Shape = tuple(int(size) for size in sizes.split(",")) if sizes else ()
    return Tensor(shape, tuple(_read_elements(kind, elements)), kind)


def _pairs(words: list[str]) -> Mapping[str, str]:
    return dict(cast(tuple[str, str], tuple(word.split("=", 1))) for word in words)


def read_case(line: str) -> Case:
    """The case of a line."""
    operator, attributes, *words = line.split(" ")
    named = () if attributes == "-" else tuple(_pairs(attributes.split(",")).items())
    end = next(place for place, word in enumerate(words) if word in ("->", "!"))
    inputs = tuple(map(read_tensor, words[:end]))
    if words[end] == "->":
        return Case(operator, named, inputs, tuple(map(read_tensor, words[end + 1 :])))
    facts = tuple((name, int(value)) for name, value in _pairs(words[end + 2 :]).items())
    return Case(operator, named, inputs, Refusal(words[end + 1], facts))
