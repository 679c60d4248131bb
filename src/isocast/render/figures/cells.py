"""The elements of a tensor as a figure shows them: numbered, left out where there are too many, copies marked.

Every loop is over what is drawn, never over what there is: a tensor of 2^40 elements costs no more than one of 40.
Must not import any part of isocast but `errors` and its neighbour `scene`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import mul
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from ...errors import Shape
from .scene import Block, Cell, Feed

DEPTH: Final = 4  # axes that can be drawn: across, down, blocks across, blocks down
TARGET: Final = -1  # the number of the shape that a tensor is broadcast to
_ALPHABETS: Final = {1: ascii_lowercase, 2: ascii_uppercase}
_INDEX_LETTERS: Final = "ijkl"


@dataclass(frozen=True)
class Caps:
    """How many cells are drawn on each axis, by the rank of the result: the last axis last."""

    most: tuple[Shape, ...]

    def of(self, rank: int) -> Shape:
        """The caps of all drawn axes, those in front of the rank's own being 1."""
        own = self.most[rank]
        return (1,) * (DEPTH - len(own)) + own


WIDE: Final = Caps(((), (12,), (8, 10), (4, 5, 6), (3, 3, 4, 5)))
NARROW: Final = Caps(((), (8,), (6, 6), (3, 3, 4), (3, 3, 3, 3)))


@dataclass(frozen=True)
class _Axes:
    """Both shapes with ones in front up to the depth of a drawing, and which indices are drawn."""

    own: Shape
    result: Shape
    drawn: tuple[tuple[int | None, ...], ...]


def element_label(tensor: int, number: int, elements: int) -> str:
    """What stands in an element's cell, by its place in its operand from 0: 1, 2, 3; a, b, c; or A, B, C.

    The target, which is no tensor and has no number, has cells and nothing in them.

    >>> element_label(0, 2, 3), element_label(1, 2, 3), element_label(1, 2, 27)
    ('3', 'c', '3')
    """
    if tensor == TARGET:
        return ""
    alphabet = _ALPHABETS.get(tensor, "")
    return alphabet[number] if elements <= len(alphabet) else str(number + 1)


def drawn_indices(size: int, most: int) -> tuple[int | None, ...]:
    """The indices of an axis that are drawn: all, or the first ones, None for those left out, and the last.

    >>> drawn_indices(3, 4), drawn_indices(9, 4)
    ((0, 1, 2), (0, 1, None, 8))
    """
    return tuple(range(size)) if size <= most else (*range(most - 2), None, size - 1)


def blocks(
    names: tuple[str, str], tensor: int, own: Shape, result: Shape, caps: Caps, *, feeding: bool = False
) -> tuple[tuple[Block | None, ...] | None, ...]:
    """The blocks of Zm, read from Ym of shape `own`; with `own` for a result, the blocks of Xm or Ym itself.

    `names` are Zm's and Ym's; `feeding` asks for the links of `f`.

    Clauses: step2, f, access
    """
    if 0 in result:
        return ()
    axes = _Axes(_deep(own), _deep(result), tuple(map(drawn_indices, _deep(result), caps.of(len(result)))))
    rank, feed = len(result), _feed(axes) if feeding else "none"

    def block(down: int | None, across: int | None) -> Block | None:
        if down is None or across is None:
            return None
        place = (down, across)
        rows = tuple(None if row is None else _row(tensor, axes, (*place, row)) for row in axes.drawn[2])
        source = read_index(place, axes.own[:2], axes.result[:2])
        linked = feed != "none"
        read = linked or (feeding and axes.own[:2] != axes.result[:2])
        return Block(
            _block_name(names[0], place, rank, linked),
            _block_name(names[1], source, rank, linked) if read else "",
            rows,
            feed,
            _heads(tensor, axes, source, feed),
        )

    return tuple(None if a is None else tuple(block(a, b) for b in axes.drawn[1]) for a in axes.drawn[0])


def read_index(index: Shape, own: Shape, result: Shape) -> Shape:
    """i', the index of Ym that Zm reads at i: f(i_k, dYm_k, dY_k) on every axis.

    >>> read_index((2, 1), (3, 1), (3, 4))
    (2, 0)

    Clauses: f, access
    """
    return tuple(i if B == C else 0 for i, B, C in zip(index, own, result, strict=True))


def formula(names: tuple[str, str], own: Shape, result: Shape) -> tuple[str, ...]:
    """How Zm reads Ym, in the standard's own words, and what it comes to; `names` are Zm's and Ym's.

    >>> formula(("Z0", "Y0"), (3, 1), (3, 4))
    ('Z0[i, j] = Y0[f(i, 3, 3), f(j, 1, 4)]', '= Y0[i, 0]')

    Clauses: f, access
    """
    z, y = names
    if not result:
        return (f"{z} = {y}",)
    letters = _INDEX_LETTERS[: len(result)]
    sizes = list(zip(letters, own, result, strict=True))
    asked = ", ".join(f"f({i}, {size}, {grown})" for i, size, grown in sizes)
    found = ", ".join(i if size == grown else "0" for i, size, grown in sizes)
    return f"{z}[{', '.join(letters)}] = {y}[{asked}]", f"= {y}[{found}]"


def _deep(shape: Shape) -> Shape:
    return (1,) * (DEPTH - len(shape)) + shape


def _feed(axes: _Axes) -> Feed:
    across, down = (axes.own[k] != axes.result[k] for k in (-1, -2))
    if across:
        return "all" if down else "rows"
    return "columns" if down else "none"


def _row(tensor: int, axes: _Axes, place: Shape) -> tuple[Cell | None, ...]:
    return tuple(None if i is None else _cell(tensor, axes, (*place, i)) for i in axes.drawn[3])


def _cell(tensor: int, axes: _Axes, index: Shape) -> Cell:
    read = read_index(index, axes.own, axes.result)
    return Cell(_label(tensor, axes.own, read), copy=read != index)


def _label(tensor: int, own: Shape, index: Shape) -> str:
    strides = tuple(accumulate(reversed((*own[1:], 1)), mul))[::-1]
    return element_label(tensor, sum(map(mul, index, strides)), prod(own))


def _heads(tensor: int, axes: _Axes, block: Shape, feed: Feed) -> tuple[Cell | None, ...]:
    if feed == "none":
        return ()
    if feed == "all":
        return (Cell(_label(tensor, axes.own, (*block, 0, 0))),)
    drawn = axes.drawn[2 if feed == "rows" else 3]
    return tuple(
        None if i is None else Cell(_label(tensor, axes.own, (*block, *((i, 0) if feed == "rows" else (0, i)))))
        for i in drawn
    )


def _block_name(name: str, place: Shape, rank: int, linked: bool) -> str:
    """What a block is called; the only block of a tensor needs its name only where another one feeds it."""
    leading = place[DEPTH - rank :] if rank > 2 else ()
    if leading:
        return f"{name}[{', '.join(map(str, leading))}, :, :]"
    return name if linked else ""
