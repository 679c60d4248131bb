"""Shapes as people write them on a command line: `3x1`, `3,1`, `(3, 1)`, `[3, 1]`, `()`, `scalar`.

Must not import any part of isocast but `errors` and `shape_arguments`.
"""

from __future__ import annotations

import re
from typing import Final

from ...errors import ShapeError
from ...shape_arguments import SIZE_LIMIT

WrittenShape = tuple[int | str | None, ...]

_BRACKETS: Final = {"(": ")", "[": "]"}
_NUMBER: Final = re.compile(r"(?P<minus>-?)0*(?P<base>[0-9]+)(\^0*(?P<power>[0-9]+))?", re.ASCII)
_NAME: Final = re.compile(r"[^\W\d][\w.]*")
_TIMES: Final = re.compile(r"-?[0-9^]+(\s*[x×]\s*-?[0-9^]+)*", re.ASCII)
_HELP: Final = "write a shape as 3x1, 3,1 or (3, 1), one of no axes as (); a size not known has a name, as in (N, 3)"


def read_shape(text: str, argument: str) -> WrittenShape:
    """The shape a text stands for; `argument` is what an error calls it.

    >>> read_shape("3x1", "shape 0"), read_shape("(4,)", "shape 0"), read_shape("scalar", "shape 0")
    ((3, 1), (4,), ())
    >>> read_shape("(N, ?, 2^40)", "shape 0")
    ('N', None, 1099511627776)
    """
    inner = _without_brackets(text.strip(), argument)
    if not inner or inner == "scalar":
        if inner or text.strip():
            return ()
        raise _not_a_shape(argument, text)
    parts = re.split("[x×]", inner) if _TIMES.fullmatch(inner) else inner.removesuffix(",").split(",")
    sizes = tuple(_size(part.strip(), argument, text) for part in parts)
    if len(inner) == len(text.strip()) and len(sizes) == 1 and not isinstance(sizes[0], int):
        raise _not_a_shape(argument, text)  # a word alone is a slip of the pen, not the name of a size
    return sizes


def _without_brackets(text: str, argument: str) -> str:
    closing = _BRACKETS.get(text[:1])
    if closing is None:
        return text
    if not text.endswith(closing) or len(text) < 2:
        raise _not_a_shape(argument, text)
    return text[1:-1].strip()


def _size(word: str, argument: str, text: str) -> int | str | None:
    number = _NUMBER.fullmatch(word)
    if number:
        return _number(number, argument)
    if word == "?":
        return None
    if not _NAME.fullmatch(word):
        raise _not_a_shape(argument, text)
    return word


def _number(match: re.Match[str], argument: str) -> int:
    """The number, as far as it can be a size: the rest is refused before it is computed."""
    base, power = match["base"], match["power"] or "1"
    if match["minus"]:
        found = f"{argument} has the negative size {_shortened(match[0])}"
        raise ShapeError(summary=found, code="shape", help="a size is 0 or more", argument=argument)
    limited = len(base) <= 20 and (len(power) <= 2 or base in ("0", "1"))
    number = int(base) ** int(power[:2]) if limited else SIZE_LIMIT
    if number >= SIZE_LIMIT:
        found = f"{argument} has size {_shortened(match[0])}, more than 2^63 - 1"
        raise ShapeError(summary=found, code="shape", help="no tensor is that long", argument=argument)
    return number


def _not_a_shape(argument: str, text: str) -> ShapeError:
    return ShapeError(
        summary=f"{argument}, {_shortened(text)!r}, is not a shape", code="shape", help=_HELP, argument=argument
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
