"""Figures of broadcasting: the operands, the tensors after step 1, and after step 2 with the links of `f`.

One scene is made from the shapes (`stages`) and rendered by three back ends: SVG, PNG, and text for a terminal.
Must not import NumPy, nor any part of isocast but those about shapes and errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

from ...errors import ArgumentError, ShapeError
from ...shape_arguments import checked_shape
from ...shapes import Profile, Refusal, SymbolicShape
from ...sizes import Joined, Size, Symbol, Unknown
from .canvas import Canvas
from .cells import NARROW, WIDE, Caps
from .layout import layout
from .scene import Scene
from .stages import Question, scene
from .terminal import terminal

GivenSize = int | str | None | Size
_CAPS: tuple[Caps | None, ...] = (WIDE, NARROW, None)


@dataclass(frozen=True)
class Figure:
    """A figure, ready to be rendered; `refusal` says why shapes do not broadcast, and is None if they do."""

    question: Question
    refusal: Refusal | None = field(init=False)

    def __post_init__(self) -> None:
        answer = self.question.answer
        object.__setattr__(self, "refusal", answer if isinstance(answer, Refusal) else None)

    @cached_property
    def scene(self) -> Scene:
        """What the figure shows, before anything is placed."""
        return scene(self.question)

    @property
    def title(self) -> str:
        """What the figure shows, in one line."""
        return self.scene.title

    def svg(self, name: str = "") -> str:
        """The figure as SVG. `name` begins its identifiers, and should differ where one page has a figure twice."""
        from .svg import svg

        own = f"isocast-{crc32(repr((self.title, self.scene.description)).encode()):08x}"
        return svg(layout(self.scene), self.title, self.scene.description, name or own)

    def png(self) -> bytes:
        """The figure as PNG, with two pixels for each unit of the SVG. Needs Pillow, the extra `draw`."""
        from .png import png

        return png(layout(self.scene), self.title)

    def text(self, *, width: int = 80, colour: bool = False, plain: bool = False) -> str:
        """The figure as lines of text; `plain` uses ASCII only. What does not fit is shortened, or drawn in summary."""
        return self._canvas(width).text(colour, plain)

    def _canvas(self, width: int) -> Canvas:
        drawn = (terminal(scene(self.question, caps), width) for caps in _CAPS)
        fitting = (canvas for canvas in drawn if canvas.width <= width)
        return next(fitting, None) or terminal(scene(self.question, None), width)


def draw(*shapes: Sequence[GivenSize], profile: Profile = "onnx", to: Sequence[GivenSize] | None = None) -> Figure:
    """The figure of these shapes broadcast together, or of one shape broadcast to another.

    A size is an integer, the name of a size not known, or None for one without a name.

    >>> draw((3, 1), (4,)).title
    'X0 (3, 1) and X1 (4,) broadcast to (3, 4)'
    >>> draw((3,), to=(2, 4)).refusal.clause
    'uni-2'

    Clauses: step1, step2, f, E1
    """
    if profile not in ("onnx", "sonnx"):
        found = f"there is no profile {profile!r}"
        raise ArgumentError(summary=found, code="IC910", help="it is onnx or sonnx", argument="profile")
    if not shapes or (to is not None and len(shapes) != 1):
        found = "there is no shape to draw" if not shapes else f"{len(shapes)} shapes are to be broadcast to one"
        help_ = "give at least one shape" if not shapes else "give one shape and the shape it is to have"
        raise ArgumentError(summary=found, code="IC910", help=help_, argument="shapes")
    given = tuple(_symbolic(shape, f"shape {number}") for number, shape in enumerate(shapes))
    return Figure(Question(given, None if to is None else _symbolic(to, "the target"), profile))


def _symbolic(shape: Sequence[GivenSize], argument: str) -> SymbolicShape:
    if isinstance(shape, str) or not isinstance(shape, Sequence):
        return checked_shape(shape, argument)
    # What is not known is taken as it is; all else has to be a size as everywhere.
    unknown = [size is None or isinstance(size, str | Symbol | Unknown | Joined) for size in shape]
    known = checked_shape(
        [1 if is_unknown else size for size, is_unknown in zip(shape, unknown, strict=True)], argument
    )
    pairs = zip(shape, known, unknown, strict=True)
    return tuple(_unknown(size, argument) if is_unknown else number for size, number, is_unknown in pairs)


def _unknown(size: GivenSize, argument: str) -> Size:
    if size is None:
        return Unknown()
    if not isinstance(size, str):
        return size
    if not size.strip():
        raise ShapeError(summary=f"{argument} has a size with an empty name", code="shape", argument=argument)
    return Symbol(size)
