"""A placed figure as PNG, drawn with Pillow and the font that Pillow brings along: the same picture everywhere.

Pillow is the extra `draw` and is imported when a PNG is asked for. Drawn larger than asked for and made smaller, since
Pillow's lines have hard edges. Must not import any part of isocast but `errors` and its neighbours.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from ...errors import ArgumentError
from .marks import FONT_SIZES, Box, Drawing, Label, LabelRole, Mark, Wire, arrow_head, hatch, text_width
from .palette import LIGHT, Palette

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SCALE: Final = 2  # pixels for each unit of the layout: sharp on today's screens and in print
_FINER: Final = 2
_DASH: Final = 4.0
_BOLD: Final[frozenset[LabelRole]] = frozenset({"title", "heading", "name", "clash", "offender"})
_FAINT: Final[frozenset[LabelRole]] = frozenset({"caption", "faint"})


def png(drawing: Drawing, title: str, palette: Palette = LIGHT) -> bytes:
    """The figure as the bytes of a PNG file, with its title in the file's text."""
    image_module, draw_module = _pillow()
    size = round(drawing.width * SCALE), round(drawing.height * SCALE)
    image = image_module.new("RGB", (size[0] * _FINER, size[1] * _FINER), palette.paper)
    brush = _Brush(draw_module.Draw(image), palette)
    for mark in sorted(drawing.marks, key=lambda mark: (Wire, Box, Label).index(type(mark))):
        brush.draw(mark)
    return _encoded(image.reduce(_FINER), title)


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise ArgumentError(
            summary="PNG figures are drawn with Pillow, which is not installed",
            code="IC910",
            help='pip install "isocast[draw]", or ask for SVG, which needs nothing',
            argument="format",
        ) from None
    return Image, ImageDraw


def _encoded(image: Any, title: str) -> bytes:
    from PIL.Image import Quantize
    from PIL.PngImagePlugin import PngInfo

    text = PngInfo()
    text.add_itxt("Title", title)
    buffer = BytesIO()
    # Few colours are in use: a palette of 256 makes the file a third of its size, and no difference to the eye.
    indexed = image.quantize(256, method=Quantize.FASTOCTREE)
    # But white paper has to be white, or it shows on a white page.
    colours, paper = indexed.getpalette(), 3 * indexed.getpixel((0, 0))
    colours[paper : paper + 3] = image.getpixel((0, 0))
    indexed.putpalette(colours)
    indexed.save(buffer, "PNG", pnginfo=text)
    return buffer.getvalue()


@cache
def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size=size)


class _Brush:
    """Draws marks at the finer scale."""

    def __init__(self, canvas: ImageDraw, palette: Palette) -> None:
        self.canvas = canvas
        self.palette = palette
        self.scale = SCALE * _FINER

    def _line(self, points: Any, colour: str, width: float) -> None:
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        self.canvas.line(scaled, fill=colour, width=round(width * self.scale), joint="curve")

    def draw(self, mark: Mark) -> None:
        """One mark of any kind."""
        if isinstance(mark, Wire):
            self.wire(mark)
        elif isinstance(mark, Box):
            self.box(mark)
        else:
            self.label(mark)

    def wire(self, wire: Wire) -> None:
        """A wire and its arrow."""
        colour = self.palette.hue(wire.tensor).line
        self._line(wire.points, colour, 1.25)
        if wire.arrow:
            self.canvas.polygon([(x * self.scale, y * self.scale) for x, y in arrow_head(wire)], fill=colour)

    def box(self, box: Box) -> None:
        """A box in the manner of its role: filled, hatched, dashed, thick."""
        hue = self.palette.hue(box.tensor)
        if box.role == "cell":
            self._rectangle(box, hue.fill, hue.line, 1.25)
        elif box.role == "copy":
            pale = _mixed(hue.line, hue.copy, 0.35)
            self._rectangle(box, hue.copy, None, 0)
            for segment in hatch(box):
                self._line(segment, pale, 1)
            self._rectangle(box, None, _mixed(hue.line, hue.copy, 0.6), 1.25)
        elif box.role in ("clash", "offender"):
            inside = self.palette.clash_fill if box.role == "clash" else self.palette.clash
            self._rectangle(box, inside, self.palette.clash, 2.5)
        elif box.role in ("new", "maybe", "blank", "empty"):
            self._dashed(box, self.palette.ink if box.role in ("new", "maybe") else self.palette.rule)
        else:
            grown = box.role == "grown"
            self._rectangle(box, None, self.palette.ink if grown else self.palette.rule, 2 if grown else 1.25)

    def _rectangle(self, box: Box, fill: str | None, outline: str | None, width: float) -> None:
        corners = (box.x, box.y, box.x + box.width, box.y + box.height)
        scaled = [corner * self.scale for corner in corners]
        self.canvas.rounded_rectangle(scaled, 3 * self.scale, fill, outline, round(width * self.scale))

    def _dashed(self, box: Box, colour: str) -> None:
        right, bottom = box.x + box.width, box.y + box.height
        for start, end in (
            ((box.x, box.y), (right, box.y)),
            ((right, box.y), (right, bottom)),
            ((right, bottom), (box.x, bottom)),
            ((box.x, bottom), (box.x, box.y)),
        ):
            self._dashes(start, end, colour)

    def _dashes(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        (x0, y0), (x1, y1) = start, end
        length = abs(x1 - x0) + abs(y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        for number in range(int(length / (2 * _DASH)) + 1):
            a, b = number * 2 * _DASH, min(number * 2 * _DASH + _DASH, length)
            self._line(((x0 + a * dx, y0 + a * dy), (x0 + b * dx, y0 + b * dy)), colour, 1.25)

    def label(self, label: Label) -> None:
        """A line of text; bold is drawn by a thin outline, as the font has one weight."""
        special = {"clash": self.palette.clash, "offender": self.palette.paper}
        colour = special.get(label.role, self.palette.faint if label.role in _FAINT else self.palette.ink)
        anchor = {"start": "l", "middle": "m", "end": "r"}[label.anchor] + "m"
        font = self._fitting_font(label)
        stroke = self.scale * 0.35 if label.role in _BOLD else 0
        place = (label.x * self.scale, label.y * self.scale)
        self.canvas.text(place, label.text, fill=colour, font=font, anchor=anchor, stroke_width=stroke)

    def _fitting_font(self, label: Label) -> Any:
        font = _font(FONT_SIZES[label.role] * self.scale)
        room = text_width(label.text, label.role) * self.scale
        return font if font.getlength(label.text) <= room else _font(font.size * room / font.getlength(label.text))


def _mixed(colour: str, ground: str, share: float) -> str:
    """A colour seen through at its share over a ground."""
    pairs = ((int(colour[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)
