"""Sizes, shapes and lists as figures write them: short, and with nothing in them that could not be printed.

Must not import any part of isocast but `shapes` and `sizes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...shapes import SymbolicShape
from ...sizes import Joined, Size

_LONGEST_NAME: Final = 40


def size_words(size: Size) -> str:
    """A size as a figure writes it; names of symbols come from files and may hold anything.

    >>> from isocast.sizes import Symbol
    >>> size_words(3), size_words(Joined((Symbol("N"), Symbol("M")))), size_words(Symbol("a\\0"))
    ('3', 'N or M', 'a?')
    """
    words = " or ".join(map(str, size.parts)) if isinstance(size, Joined) else str(size)
    safe = printable(words)
    return safe if len(safe) <= _LONGEST_NAME else f"{safe[: _LONGEST_NAME - 1]}…"


def printable(text: str) -> str:
    """The text, with what could steer a terminal or break a file replaced."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shape_words(shape: SymbolicShape) -> str:
    """A shape as Python writes it, shortened in the middle where nobody would read it.

    >>> shape_words((4,)), shape_words((2,) * 40)
    ('(4,)', '(2, 2, 2, 2, … 32 more …, 2, 2, 2, 2)')
    """
    sizes = [size_words(size) for size in shape]
    if len(sizes) > 12:
        sizes = [*sizes[:4], f"… {len(sizes) - 8} more …", *sizes[-4:]]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


def listed(items: Sequence[str]) -> str:
    """The items as a sentence names them.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def axes_words(axes: Sequence[int]) -> str:
    """Axes in their order, runs of them shortened.

    >>> axes_words([-7]), axes_words([-7, -6, -4, -3, -2])
    ('axis -7', 'axes -7, -6 and -4 to -2')
    """
    runs: list[list[int]] = []
    for axis in axes:
        if runs and axis == runs[-1][-1] + 1:
            runs[-1].append(axis)
        else:
            runs.append([axis])
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return f"{'axis' if len(axes) == 1 else 'axes'} {listed(texts)}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "axis", "axes"), counted(3, "tensor")
    ('1 axis', '3 tensors')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"
