"""The three back ends: all of a scene is in what they make, and it is well made."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from PIL import Image

from isocast.render.figures import draw
from isocast.render.figures.layout import layout
from isocast.render.figures.marks import Box, Label, Wire, hatch
from isocast.render.figures.palette import DARK, LIGHT
from isocast.render.figures.scene import Cell, Scene, TensorView
from tests.strategies import Family, families

SVG = "{http://www.w3.org/2000/svg}"
SOME: tuple[Family, ...] = (
    ((3, 1), (4,)),
    ((2, 1, 4), (3, 1)),
    ((3, 4, 5), (2, 1, 1, 1)),
    ((), (2, 3)),
    ((), ()),
    ((0, 1), (1, 3)),
    ((2, 3, 4), (2, 4)),
    ((1000, 1), (1, 1000)),
    ((9, 9, 9, 9), (1,)),
    ((2,) * 64, (1,) * 30),
    ((2**62, 1), (2**40,)),
)


def cells(view: TensorView) -> list[Cell]:
    """All elements a tensor is drawn with, the heads of its links too."""
    found: list[Cell | None] = []
    for row in view.blocks or ():
        for block in row or ():
            if block:
                found += [*block.heads, *(cell for line in block.rows for cell in line or ())]
    return [cell for cell in found if cell]


def all_cells(scene: Scene) -> list[Cell]:
    return [cell for stage in scene.stages for view in stage.views for cell in cells(view)]


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@settings(max_examples=40)
@given(families(max_shapes=3, max_rank=6))
def test_svg_has_every_cell_and_every_word(family: Family) -> None:
    figure = draw(*family)
    root = parsed(figure.svg())
    kinds = [rect.get("class", "").split()[0] for rect in root.iter(f"{SVG}rect")]
    elements = all_cells(figure.scene)
    assert kinds.count("copy") == sum(cell.copy for cell in elements)
    assert kinds.count("cell") == sum(not cell.copy for cell in elements)
    words = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
    for stage in figure.scene.stages:
        assert stage.title in words
        assert " ".join(stage.captions) in words


@pytest.mark.parametrize("family", SOME, ids=str)
def test_nothing_is_drawn_outside_of_the_page(family: Family) -> None:
    drawing = layout(draw(*family).scene)
    for mark in drawing.marks:
        points = mark.points if isinstance(mark, Wire) else ((mark.x, mark.y),)
        assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in points)
        if isinstance(mark, Box):
            assert mark.x + mark.width <= drawing.width
            assert mark.y + mark.height <= drawing.height


@pytest.mark.parametrize("family", SOME, ids=str)
def test_boxes_do_not_overlap_and_wires_end_at_boxes(family: Family) -> None:
    marks = layout(draw(*family).scene).marks
    boxes = [mark for mark in marks if isinstance(mark, Box)]
    corners = sorted((box.y, box.x, box) for box in boxes)
    for (_, _, one), (_, _, other) in pairwise(corners):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or one.y + one.height <= other.y
    for wire in marks:
        if isinstance(wire, Wire) and wire.arrow:
            x, y = wire.points[-1]
            assert any(
                box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height and box.tensor == wire.tensor
                for box in boxes
            )


@pytest.mark.clause("f", "access")
@pytest.mark.parametrize("family", SOME, ids=str)
def test_one_arrow_leads_to_every_element_that_is_fed(family: Family) -> None:
    scene = draw(*family).scene
    marks = layout(scene).marks
    blocks = [b for stage in scene.stages for view in stage.views for row in view.blocks or () for b in row or ()]
    fed = [cell for block in blocks if block and block.feed != "none" for row in block.rows for cell in row or ()]
    ends = [wire.points[-1] for wire in marks if isinstance(wire, Wire) and wire.arrow]
    assert len(ends) == len(set(ends)) == sum(cell is not None for cell in fed)


@pytest.mark.parametrize("family", SOME, ids=str)
def test_svg_stands_alone_and_speaks(family: Family) -> None:
    figure = draw(*family)
    svg = figure.svg()
    root = parsed(svg)
    assert root.get("role") == "img"
    named = (root.get("aria-labelledby") or "").split()
    assert [element.get("id") for element in root if element.get("id")] == named
    assert [element.tag for element in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == figure.title
    assert "prefers-color-scheme: dark" in svg
    assert not re.search(r"href|url\(|<script|@import|src=", svg)
    assert svg.count("http") == 1  # the name of the language, which nobody fetches


def test_styles_apply_to_figures_only() -> None:
    style = parsed(draw((3, 1), (4,)).svg()).find(f"{SVG}style")
    assert style is not None
    lines = [line for line in (style.text or "").splitlines() if line]
    assert all(
        line.startswith((".isocast-figure ", "@media (prefers-color-scheme: dark) {.isocast-figure ")) for line in lines
    )


def test_a_page_can_name_a_figure() -> None:
    assert 'aria-labelledby="node-12-title node-12-desc"' in draw((3, 1), (4,)).svg(name="node-12")
    assert draw((3, 1)).svg().split("aria-labelledby")[1][:30] != draw((1, 3)).svg().split("aria-labelledby")[1][:30]


def test_copies_are_hatched_not_only_pale() -> None:
    svg = parsed(draw((1, 2), (2, 2)).svg())
    assert len([path for path in svg.iter(f"{SVG}path") if "hatch" in path.get("class", "")]) == 1
    box = Box(10, 20, 30, 26, "copy", 0)
    lines = list(hatch(box))
    assert len(lines) > 3
    for (x0, y0), (x1, y1) in lines:
        assert box.x <= x0 < x1 <= box.x + box.width
        assert box.y <= y1 < y0 <= box.y + box.height


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_can_be_read(palette: object) -> None:
    """Text at least 4.5 to 1 and lines at least 3 to 1, as WCAG 2 asks for."""
    assert palette in (LIGHT, DARK)
    chosen = LIGHT if palette is LIGHT else DARK
    grounds = [chosen.paper, *(hue.fill for hue in chosen.hues), *(hue.copy for hue in chosen.hues)]
    assert min(contrast(chosen.ink, ground) for ground in grounds) >= 4.5
    assert contrast(chosen.faint, chosen.paper) >= 4.5
    assert contrast(chosen.clash, chosen.clash_fill) >= 4.5
    assert contrast(chosen.paper, chosen.clash) >= 4.5
    assert min(contrast(hue.line, chosen.paper) for hue in chosen.hues) >= 3


@pytest.mark.parametrize("family", SOME, ids=str)
def test_png_is_the_same_picture(family: Family) -> None:
    figure = draw(*family)
    drawing = layout(figure.scene)
    image = Image.open(BytesIO(figure.png()))
    assert image.format == "PNG"
    assert image.size == (round(drawing.width * 2), round(drawing.height * 2))
    assert image.info["Title"] == figure.title
    pixels = image.convert("RGB")
    assert pixels.getpixel((0, 0)) == (255, 255, 255)
    for box in drawing.marks:
        if isinstance(box, Box) and box.role == "cell":
            # Just inside the upper left corner there is neither frame nor label.
            seen = pixels.getpixel((round(box.x * 2) + 8, round(box.y * 2) + 8))
            fill = LIGHT.hue(box.tensor).fill
            wanted = tuple(int(fill[i : i + 2], 16) for i in (1, 3, 5))
            assert isinstance(seen, tuple)
            assert all(abs(a - b) <= 6 for a, b in zip(seen, wanted, strict=True))


def test_png_shows_every_label() -> None:
    figure = draw((3, 1), (4,))
    pixels = Image.open(BytesIO(figure.png())).convert("L")
    for label in layout(figure.scene).marks:
        if isinstance(label, Label) and label.role == "value":
            x, y = round(label.x * 2), round(label.y * 2)
            darkest, _ = pixels.crop((x - 10, y - 12, x + 10, y + 12)).getextrema()
            assert isinstance(darkest, int | float)
            assert darkest < 90


def test_png_without_pillow_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from isocast.errors import ArgumentError\n"
        "from isocast.render.figures import draw\n"
        "figure = draw((3, 1), (4,)); figure.svg(); figure.text()\n"
        "try: figure.png()\n"
        "except ArgumentError as error: print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "isocast[draw]"' in run.stdout


TWO_STEPS = """\
X0 (3, 1) and X1 (4,) broadcast to (3, 4)

Operands
  Labels number the elements of each tensor in order.

  X0 (3, 1)    X1 (4,)
   1            a  b  c  d
   2
   3

Step 1: the same number of axes
  Ones are put in front until every tensor has nY = 2 axes: Y1 gets 1.

  Y0 (3, 1)    Y1 (new 1, 4)
   1            a  b  c  d
   2
   3

Step 2: the same size on every axis
  Every tensor gets the sizes dY = (3, 4). Where a size changed, f reads index
  0.
  Lines lead from an element of Ym to all that read it; copies are marked.

  Z0 (3, 1 to 4)                           Z1 (1 to 3, 4)
  Y0     Z0                                Y1
   1 ──→  1 ·1 ·1 ·1                        a  b  c  d
   2 ──→  2 ·2 ·2 ·2                        ↓  ↓  ↓  ↓
   3 ──→  3 ·3 ·3 ·3                        a  b  c  d
  Z0[i, j] = Y0[f(i, 3, 3), f(j, 1, 4)]    ·a ·b ·c ·d
           = Y0[i, 0]                      ·a ·b ·c ·d
                                           Z1
                                           Z1[i, j] = Y1[f(i, 1, 3), f(j, 4, 4)]
                                                    = Y1[0, j]
"""


@pytest.mark.clause("step1", "step2", "f")
def test_text_of_the_two_steps() -> None:
    assert draw((3, 1), (4,)).text() == TWO_STEPS


def test_text_of_a_scalar_branches_to_all_rows() -> None:
    lines = draw((), (3, 2)).text().splitlines()
    at = lines.index(next(line for line in lines if "┬" in line))
    assert [line[2:18].rstrip() for line in lines[at : at + 3]] == [" 1 ─┬→  1 ·1", "    ├→ ·1 ·1", "    └→ ·1 ·1"]


@pytest.mark.parametrize("width", [40, 80, 120, 300])
@pytest.mark.parametrize("family", SOME, ids=str)
def test_text_fits_its_width(family: Family, width: int) -> None:
    text = draw(*family).text(width=width)
    assert max(map(len, text.splitlines())) <= width
    assert all(line == line.rstrip() for line in text.splitlines())


def test_text_shortens_before_it_sums_up() -> None:
    figure = draw((100, 100), (100,))
    assert ["  …" in figure.text(width=width) for width in (80, 60, 40)] == [True, True, False]
    assert len(figure.text(width=80).splitlines()) > len(figure.text(width=60).splitlines())
    assert "Z1 reads Y1 at index 0 on axis -2" in figure.text(width=40)


def test_text_breaks_rows_of_blocks() -> None:
    text = draw((3, 4, 5), (2, 1, 1, 1)).text(width=80)
    assert all(f"Z1[{i}, {j}, :, :]" in text for i in range(2) for j in range(3))
    assert "60" in text


def test_text_has_colours_when_asked() -> None:
    figure = draw((3, 1), (4,))
    coloured = figure.text(colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == figure.text()


@pytest.mark.parametrize("family", SOME, ids=str)
def test_text_can_do_without_special_letters(family: Family) -> None:
    assert draw(*family).text(plain=True).isascii()


def test_names_without_special_letters() -> None:
    assert "gr??e" in draw(("größe", 2), (3, 2)).text(plain=True)


@pytest.mark.clause("E1")
def test_a_conflict_is_marked_below_each_axis() -> None:
    lines = draw((2, 3), (3, 2)).text().splitlines()
    assert lines[-4:] == ["       -2  -1", "  Y0    2   3", "  Y1    3   2", "        ^   ^ E1"]


@pytest.mark.clause("E1")
def test_a_conflict_is_more_than_red_in_svg() -> None:
    root = parsed(draw((2, 3), (3, 2)).svg())
    kinds = [rect.get("class") for rect in root.iter(f"{SVG}rect")]
    assert (kinds.count("offender"), kinds.count("clash")) == (1, 3)
    marks = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "clash"]
    assert marks.count("E1") == 2
