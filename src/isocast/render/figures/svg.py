"""A placed figure as SVG: one file, no script, nothing to fetch, light or dark as the reader's screen is.

Class names are used below `.isocast-figure` only and identifiers carry a name of the figure's own, so that many
figures can stand in one page. Must not import any part of isocast but its neighbours `marks` and `palette`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

from .marks import FONT_SIZES, PROPORTIONAL, Box, Drawing, Label, Point, Segment, Wire, arrow_head, hatch
from .palette import DARK, LIGHT, Palette

_SANS: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif'
_MONO: Final = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'
_SCOPE: Final = ".isocast-figure"


def svg(drawing: Drawing, title: str, description: str, name: str) -> str:
    """The figure as the text of an SVG file; `title` and `description` are what a screen reader says."""
    width, height = _number(drawing.width), _number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="isocast-figure" role="img" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(title)}</title>',
        f'<desc id="{name}-desc">{escape(description)}</desc>',
        f"<style>{_style()}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="8"/>',
        *_wires(drawing),
        *_boxes(drawing),
        *(_label(mark) for mark in drawing.marks if isinstance(mark, Label)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _style() -> str:
    light = f"{_SCOPE} {{{_variables(LIGHT)} color-scheme: light dark}}"
    dark = f"@media (prefers-color-scheme: dark) {{{_SCOPE} {{{_variables(DARK)}}}}}"
    return "\n".join(("", light, dark, *(f"{_SCOPE} {rule}" for rule in _rules()), ""))


def _variables(palette: Palette) -> str:
    named = {
        "paper": palette.paper,
        "ink": palette.ink,
        "faint": palette.faint,
        "rule": palette.rule,
        "clash": palette.clash,
        "clash-fill": palette.clash_fill,
    }
    for number, hue in enumerate(palette.hues):
        named |= {f"fill{number}": hue.fill, f"copy{number}": hue.copy, f"line{number}": hue.line}
    return "".join(f"--ic-{key}: {value};" for key, value in named.items())


def _rules() -> Iterable[str]:
    yield ".paper {fill: var(--ic-paper)}"
    yield f"text {{fill: var(--ic-ink); font-family: {_MONO}; dominant-baseline: central; white-space: pre}}"
    for role, size in FONT_SIZES.items():
        family = f"; font-family: {_SANS}" if role in PROPORTIONAL else ""
        yield f".{role} {{font-size: {size:g}px{family}}}"
    yield "text.title, text.heading, text.name, text.clash, text.offender {font-weight: 600}"
    yield "text.caption, text.faint {fill: var(--ic-faint)}"
    yield "text.clash {fill: var(--ic-clash)}"
    yield "rect {stroke-width: 1.25}"
    yield "rect.plain, rect.new, rect.grown, rect.maybe {fill: none; stroke: var(--ic-rule)}"
    yield "rect.new, rect.maybe {stroke: var(--ic-ink); stroke-dasharray: 4 3}"
    yield "rect.grown {stroke: var(--ic-ink); stroke-width: 2}"
    yield "rect.clash {fill: var(--ic-clash-fill); stroke: var(--ic-clash); stroke-width: 2.5}"
    yield "rect.offender {fill: var(--ic-clash); stroke: var(--ic-clash); stroke-width: 2.5}"
    yield "text.offender {fill: var(--ic-paper)}"
    yield "rect.empty, rect.blank {fill: none; stroke: var(--ic-rule); stroke-dasharray: 3 3}"
    yield "path {fill: none; stroke-width: 1.25}"
    yield ".hatch {opacity: .35; stroke-width: 1}"
    for number in range(len(LIGHT.hues)):
        yield f"rect.cell.t{number} {{fill: var(--ic-fill{number}); stroke: var(--ic-line{number})}}"
        yield (
            f"rect.copy.t{number} {{fill: var(--ic-copy{number}); stroke: var(--ic-line{number}); stroke-opacity: .6}}"
        )
        yield f"path.t{number} {{stroke: var(--ic-line{number})}}"
        yield f"path.arrow.t{number} {{fill: var(--ic-line{number})}}"


def _boxes(drawing: Drawing) -> list[str]:
    boxes = [mark for mark in drawing.marks if isinstance(mark, Box)]
    lines = [_box(box) for box in boxes]
    for hue in range(len(LIGHT.hues)):
        copies = [box for box in boxes if box.role == "copy" and box.tensor % len(LIGHT.hues) == hue]
        if copies:
            path = _segments(segment for box in copies for segment in hatch(box))
            lines.append(f'<path class="hatch t{hue}" d="{path}"/>')
    return lines


def _box(box: Box) -> str:
    kind = f"{box.role} {_hue(box.tensor)}" if box.role in ("cell", "copy") else box.role
    place = f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" height="{_number(box.height)}"'
    return f'<rect class="{kind}" {place} rx="3"/>'


def _wires(drawing: Drawing) -> list[str]:
    lines = []
    wires = [mark for mark in drawing.marks if isinstance(mark, Wire)]
    for kind in dict.fromkeys(_hue(wire.tensor) for wire in wires):
        own = [wire for wire in wires if _hue(wire.tensor) == kind]
        lines.append(f'<path class="{kind}" d="{"".join(_path(wire.points) for wire in own)}"/>')
        heads = "".join(f"{_path(arrow_head(wire))}z" for wire in own if wire.arrow)
        lines.append(f'<path class="arrow {kind}" d="{heads}"/>')
    return lines


def _hue(tensor: int) -> str:
    return f"t{tensor % len(LIGHT.hues)}"


def _label(label: Label) -> str:
    anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
    place = f'x="{_number(label.x)}" y="{_number(label.y)}"'
    return f'<text class="{label.role}" {place}{anchor}>{escape(label.text)}</text>'


def _segments(segments: Iterable[Segment]) -> str:
    return "".join(map(_path, segments))


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
