"""The two steps of a kind of node as a figure: its operands together, or an operand on its way to the new shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...errors import IsocastError
from ..figures import Figure, draw
from .kinds import Kind

_TOGETHER: Final = "multi"  # the clauses by which operands stretch each other
_APART: Final = frozenset(("MatMul",))  # of whose operands only some axes meet


def figures_of(kind: Kind) -> list[Figure]:
    """What is drawn of a kind; nothing of shapes that are not known, or that no broadcasting leads to.

    Clauses: step1, step2
    """
    first = kind.changes[0]
    shapes = [operand["shape"] for operand in kind.operands if operand["value"]]
    if first["clause"].startswith(_TOGETHER) and kind.operator not in _APART and None not in shapes and len(shapes) > 1:
        drawn = list(_drawn(shapes, None))
        if drawn:
            return drawn
    pairs = ((change["old_shape"], change["new_shape"]) for change in kind.changes)
    return [figure for old, new in pairs if old is not None and new is not None for figure in _drawn([old], new)]


def _drawn(shapes: Sequence[Sequence[int | str]], to: Sequence[int | str] | None) -> Iterator[Figure]:
    try:
        figure = draw(*map(_sizes, shapes), to=None if to is None else _sizes(to))
    except IsocastError:  # a size that no figure shows, such as an empty name
        return
    if figure.refusal is None:
        yield figure


def _sizes(shape: Sequence[int | str]) -> list[int | str | None]:
    return [None if size == "?" else size for size in shape]


def without_style(text: str) -> tuple[str, str]:
    """The style of a figure's SVG, and the rest: a page with many of them needs the style once."""
    head, _, rest = text.partition("<style>")
    style, _, tail = rest.partition("</style>")
    return style, head + tail.lstrip("\n")
