"""What a placed figure is made of: boxes, labels and wires, in pixels from the upper left corner.

`layout` makes them; the SVG and PNG back ends draw them, and need nothing else. Must not import any part of isocast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Final, Literal

Point = tuple[float, float]
Segment = tuple[Point, Point]
BoxRole = Literal["cell", "copy", "blank", "empty", "plain", "new", "grown", "maybe", "clash", "offender"]
LabelRole = Literal[
    "title", "heading", "caption", "refused", "name", "value", "size", "clash", "offender", "note", "faint"
]

FONT_SIZES: Final[dict[LabelRole, float]] = {
    "title": 18,
    "heading": 15,
    "caption": 13,
    "refused": 13,
    "name": 14,
    "value": 13,
    "size": 13,
    "clash": 13,
    "offender": 13,
    "note": 12.5,
    "faint": 11.5,
}
PROPORTIONAL: Final[frozenset[LabelRole]] = frozenset({"title", "heading", "caption", "refused"})
_WIDTH_OF_A_LETTER: Final = 0.61  # of the font size: what fixed-width fonts have, and more than others need
_WIDTH_OF_A_LETTER_OF_TEXT: Final = 0.55
_WIDTH_OF_A_BOLD_LETTER: Final = 0.63
_HATCH_STEP: Final = 7.0


@dataclass(frozen=True)
class Box:
    """A rectangle; `tensor` chooses its colour, and -1 is no tensor."""

    x: float
    y: float
    width: float
    height: float
    role: BoxRole
    tensor: int = -1


@dataclass(frozen=True)
class Label:
    """A line of text; `y` is its middle."""

    x: float
    y: float
    text: str
    role: LabelRole
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True)
class Wire:
    """A line through points, with an arrow at its end or without."""

    points: tuple[Point, ...]
    tensor: int
    arrow: bool = False


Mark = Box | Label | Wire


@dataclass
class Drawing:
    """Marks, and the room they take."""

    width: float = 0
    height: float = 0
    marks: list[Mark] = field(default_factory=list)

    def add(self, mark: Mark) -> None:
        """Adds a mark, and makes room for it."""
        self.marks.append(mark)
        right, bottom = _reach(mark)
        self.width, self.height = max(self.width, right), max(self.height, bottom)

    def place(self, other: Drawing, x: float, y: float) -> None:
        """Adds a whole drawing, its upper left corner at a point."""
        self.marks += [_moved(mark, x, y) for mark in other.marks]
        self.width, self.height = max(self.width, x + other.width), max(self.height, y + other.height)


def _reach(mark: Mark) -> Point:
    if isinstance(mark, Box):
        return mark.x + mark.width, mark.y + mark.height
    if isinstance(mark, Wire):
        return max(x for x, _ in mark.points), max(y for _, y in mark.points)
    share = {"start": 1.0, "middle": 0.5, "end": 0.0}[mark.anchor]
    return mark.x + share * text_width(mark.text, mark.role), mark.y + FONT_SIZES[mark.role] / 2


def _moved(mark: Mark, x: float, y: float) -> Mark:
    if isinstance(mark, Wire):
        return replace(mark, points=tuple((px + x, py + y) for px, py in mark.points))
    return replace(mark, x=mark.x + x, y=mark.y + y)


def text_width(text: str, role: LabelRole) -> float:
    """The room a line of text needs, whatever font it will be drawn in."""
    letter = _WIDTH_OF_A_LETTER_OF_TEXT if role in PROPORTIONAL else _WIDTH_OF_A_LETTER
    if role in ("title", "heading"):
        letter = _WIDTH_OF_A_BOLD_LETTER
    return len(text) * letter * FONT_SIZES[role]


def wrapped(text: str, role: LabelRole, width: float) -> list[str]:
    """The text in lines of at most a width."""
    letters = max(int(width / text_width("x", role)), 20)
    return wrap(text, letters, break_long_words=True) or [""]


def hatch(box: Box) -> Iterator[Segment]:
    """The slanted lines that mark a box as a copy, so that it takes no colour to see it."""
    start = box.x - box.height + _HATCH_STEP / 2
    for number in range(int((box.width + box.height) / _HATCH_STEP) + 1):
        foot = start + number * _HATCH_STEP
        left, right = max(foot, box.x), min(foot + box.height, box.x + box.width)
        if left < right:
            yield (left, box.y + box.height - (left - foot)), (right, box.y + box.height - (right - foot))


def arrow_head(wire: Wire, size: float = 5) -> tuple[Point, Point, Point]:
    """The corners of the arrow at the end of a wire."""
    (x0, y0), (x, y) = wire.points[-2:]
    length = max(abs(x - x0), abs(y - y0)) or 1
    dx, dy = (x - x0) / length, (y - y0) / length
    side = size * 0.6
    foot_x, foot_y = x - dx * size, y - dy * size
    return (x, y), (foot_x - dy * side, foot_y + dx * side), (foot_x + dy * side, foot_y - dx * side)
