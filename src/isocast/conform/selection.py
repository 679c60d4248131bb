"""Which cases are meant: by operator, type, clause or opset, or by a pattern of ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Final

from ..clauses import BY_TAG
from ..errors import ArgumentError
from ..spec.schemas import EVERY, OPERATORS
from .case import Case
from .schemas import NEWEST

_KNOWN: Final = {
    "operator": tuple(OPERATORS),
    "type": EVERY,
    "clause": tuple(BY_TAG),
    "opset": tuple(str(opset) for opset in range(1, NEWEST + 1)),
}
_MATCHES: Final[dict[str, Callable[[Case, str], bool]]] = {
    "operator": lambda case, word: case.operator == word,
    "type": lambda case, word: word in case.types,
    "clause": lambda case, word: word in case.clauses,
    "opset": lambda case, word: str(case.opset) == word,
    "id": lambda case, word: fnmatchcase(case.id, word),
}


def select(cases: Iterable[Case], words: Sequence[str]) -> list[Case]:
    """The cases that all of the words are true of; a word with commas is true if one of its parts is.

    >>> from .cases import all_cases
    >>> [case.id for case in select(all_cases(), ["Add", "type=float,double", "opset=6", "id=*/same"])]
    ['Add-6/float/same', 'Add-6/double/same']
    """
    wanted = [_parse(word) for word in words]
    chosen = [case for case in cases if all(any(_MATCHES[key](case, v) for v in values) for key, values in wanted)]
    if not chosen:
        raise ArgumentError(
            summary=f"no case is selected by {' and '.join(words) or 'nothing'}",
            code="IC910",
            help="cases are selected by operator=, type=, clause=, opset= or id=PATTERN; all of them must hold",
            argument="--select",
        )
    return chosen


def _parse(word: str) -> tuple[str, list[str]]:
    key, separator, rest = word.partition("=")
    if not separator:
        return _guess(word)
    if key not in _MATCHES:
        raise _unknown(word, f"there is nothing called {key}", _MATCHES)
    values = rest.split(",") if key != "id" else [rest]
    for value in values:
        if key in _KNOWN and value not in _KNOWN[key]:
            raise _unknown(word, f"there is no {key} {value}", _KNOWN[key], value)
    return key, values


def _guess(word: str) -> tuple[str, list[str]]:
    """A word alone is a pattern if it has a slash or a star, else an operator, a type or a clause, in this order."""
    if "/" in word or "*" in word:
        return "id", [word]
    for key in ("operator", "type", "clause"):
        if all(part in _KNOWN[key] for part in word.split(",")):
            return key, word.split(",")
    names = (*_KNOWN["operator"], *EVERY, *_KNOWN["clause"])
    raise _unknown(word, f"{word} is neither an operator nor a type nor a clause", names, word)


def _unknown(word: str, what: str, known: Iterable[str], value: str = "") -> ArgumentError:
    close = get_close_matches(value, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
    return ArgumentError(summary=f"--select {word}: {what}", code="IC910", help=hint, argument="--select")
