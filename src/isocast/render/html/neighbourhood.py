"""The graph around a changed node, before and after, drawn small: operands, what was inserted, node, consumers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final, Literal

from ..figures.palette import DARK, LIGHT, Palette
from .kinds import Data
from .words import counted, listed, shape_text, shortened

MOST_OPERANDS: Final = 6
MOST_CONSUMERS: Final = 3
_LETTER, _SMALL = 7.3, 6.7  # widths of the letters of the two lines of a box
_HEIGHT: Final = 42.0
_GAP: Final = 10.0
_ACROSS: Final = 40.0
_MARGIN: Final = 18.0
_MOST_LETTERS: Final = 26
_MEANS: Final = {"expand": "Expand", "shared": "Expand", "folded": "constant", "lifted": "Expand"}

Role = Literal["value", "touched", "inserted", "shared", "node", "reader"]


_Edge = tuple[float, float, float, float]  # from x, y to x, y


@dataclass(frozen=True)
class _Content:
    """A drawing before it is an SVG."""

    inside: str
    width: float
    height: float
    title: str


@dataclass
class _Box:
    """A rectangle with one or two lines of text; `x` and `y` are set when it is placed."""

    text: str
    small: str
    role: Role
    x: float = 0.0
    y: float = 0.0
    width: float = field(init=False)

    def __post_init__(self) -> None:
        self.text, self.small = shortened(self.text, _MOST_LETTERS), shortened(self.small, 34)
        self.width = max(64.0, len(self.text) * _LETTER + 20, len(self.small) * _SMALL + 20)

    @property
    def middle(self) -> float:
        return self.y + _HEIGHT / 2


def before(changes: Sequence[Data]) -> str:
    """The node as it stood in the original."""
    return _drawing(changes, is_after=False)


def after(changes: Sequence[Data]) -> str:
    """The node in the explicit model: each operand that was stretched now comes from what was put in its place."""
    return _drawing(changes, is_after=True)


def pair(changes: Sequence[Data]) -> str:
    """Both, one below the other, as an SVG file of its own."""
    parts = [_content(changes, is_after) for is_after in (False, True)]
    width = max(part.width for part in parts) + 2 * _MARGIN
    lines, y = [], _MARGIN
    for part, word in zip(parts, ("Before", "After"), strict=True):
        lines.append(f'<text class="aside" x="{_MARGIN:.0f}" y="{y + 8:.0f}">{word}</text>')
        lines.append(f'<g transform="translate({_MARGIN:.0f} {y + 24:.0f})">{part.inside}</g>')
        y += part.height + 24 + _MARGIN
    paper = f'<rect class="paper" x="-1" y="-1" width="{width:.0f}" height="{y:.0f}" rx="8"/>'
    whole = _Content("\n".join([f"<style>{STYLE}</style>", paper, *lines]), width, y, ". ".join(p.title for p in parts))
    return f"{_svg(whole)}\n"


def _drawing(changes: Sequence[Data], is_after: bool) -> str:
    return _svg(_content(changes, is_after))


def _content(changes: Sequence[Data], is_after: bool) -> _Content:
    around, place = changes[0]["around"], changes[0]["place"]
    touched = {change["old_value"]: change for change in changes}
    operands = _chosen(around["operands"], touched) or [_operand_of(change) for change in changes]
    left = _left_out(sum(bool(operand["value"]) for operand in around["operands"]) - len(operands))
    rows = [_operand(operand, touched, is_after) for operand in operands]
    inserted = [_inserted(touched.get(operand["value"])) if is_after else None for operand in operands]
    node = _Box(place["operator"], _node_words(place), "node")
    readers = [_reader(one) for one in around["named"][:MOST_CONSUMERS]]
    more = around["consumers"] - len(readers)
    right = [f"and {more} more"] if more > 0 else []
    title = _title(place, operands, touched, around, is_after)
    return _drawn(_place(rows, inserted, node, readers), left, right, title)


def _chosen(operands: Sequence[Data], touched: Data) -> list[Data]:
    """All operands that fit, and always those that changed."""
    given = [operand for operand in operands if operand["value"]]
    if len(given) <= MOST_OPERANDS:
        return given
    wanted = [operand for operand in given if operand["value"] in touched][:MOST_OPERANDS]
    others = [operand for operand in given if operand["value"] not in touched]
    return wanted + others[: MOST_OPERANDS - len(wanted)]


def _left_out(number: int) -> list[str]:
    return [f"and {counted(number, 'more operand')}"] if number > 0 else []


def _operand_of(change: Data) -> Data:
    return {"label": change["place"]["argument"], "value": change["old_value"], "shape": change["old_shape"]}


def _operand(operand: Data, touched: Data, is_after: bool) -> _Box:
    is_touched = operand["value"] in touched
    change = touched.get(operand["value"])
    shape = operand["shape"] if operand["shape"] is not None or change is None else change["old_shape"]
    label = f"{operand['label']} " if operand["label"] else ""
    if is_after and change is not None and change["means"] == "folded":
        return _Box(change["new_value"], label + shape_text(change["new_shape"]), "inserted")
    return _Box(operand["value"], label + shape_text(shape), "touched" if is_touched else "value")


def _inserted(change: Any) -> _Box | None:
    if change is None or change["means"] == "folded":
        return None
    role: Role = "shared" if change["means"] == "shared" else "inserted"
    words = _MEANS[change["means"]] + (" (shared)" if role == "shared" else "")
    return _Box(words, f"to {shape_text(change['new_shape'])}", role)


def _node_words(place: Data) -> str:
    return f"node {place['node']}"


def _reader(reader: Data) -> _Box:
    if not reader["operator"]:
        return _Box(reader["name"], "output of the graph", "reader")
    return _Box(reader["operator"], reader["name"] or f"node {reader['node']}", "reader")


def _place(
    rows: list[_Box], inserted: list[_Box | None], node: _Box, readers: list[_Box]
) -> tuple[list[_Box], list[_Edge]]:
    """Every box at its place, and the lines between them."""
    boxes: list[_Box] = []
    edges: list[_Edge] = []
    for column in (rows, [box for box in inserted if box], readers):
        for box in column:
            box.width = max(other.width for other in column)
    second = max((box.width for box in rows), default=0) + _ACROSS
    widest = max((box.width for box in inserted if box), default=0)
    third = second + (widest + _ACROSS if widest else 0)
    tall = max(len(rows), len(readers), 1) * (_HEIGHT + _GAP) - _GAP
    node.x, node.y = third, (tall - _HEIGHT) / 2
    top = (tall - len(rows) * (_HEIGHT + _GAP) + _GAP) / 2
    for number, (row, extra) in enumerate(zip(rows, inserted, strict=True)):
        row.y = top + number * (_HEIGHT + _GAP)
        boxes.append(row)
        port = node.y + _HEIGHT * (number + 1) / (len(rows) + 1)
        start = row.x + row.width
        if extra is not None:
            extra.x, extra.y = second, row.y
            boxes.append(extra)
            edges.append((start, row.middle, extra.x, extra.middle))
            start = extra.x + extra.width
        edges.append((start, row.middle, node.x, port))
    boxes.append(node)
    top = (tall - len(readers) * (_HEIGHT + _GAP) + _GAP) / 2
    for number, reader in enumerate(readers):
        reader.x, reader.y = node.x + node.width + _ACROSS, top + number * (_HEIGHT + _GAP)
        boxes.append(reader)
        edges.append((node.x + node.width, node.middle, reader.x, reader.middle))
    return boxes, edges


def _drawn(placed: tuple[list[_Box], list[_Edge]], left: list[str], right: list[str], title: str) -> _Content:
    boxes, edges = placed
    notes = [(0.0, text) for text in left] + [(max(box.x for box in boxes), text) for text in right]
    ends = [box.x + box.width for box in boxes] + [x + len(text) * _SMALL for x, text in notes]
    height = max(box.y for box in boxes) + _HEIGHT + 2 + (20 if notes else 0)
    words = (f'<text class="aside" x="{x:.0f}" y="{height - 10:.0f}">{escape(text)}</text>' for x, text in notes)
    return _Content("".join([*map(_edge, edges), *map(_box, boxes), *words]), max(ends) + 2, height, title)


def _svg(content: _Content) -> str:
    size = f"{content.width:.0f}", f"{content.height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="isocast-graph" role="img" width="{size[0]}"'
        f' height="{size[1]}" viewBox="-1 -1 {size[0]} {size[1]}"><title>{escape(content.title)}</title>'
        f"{content.inside}</svg>"
    )


def _edge(edge: _Edge) -> str:
    x1, y1, x2, y2 = edge
    bend = (x2 - x1) / 2
    curve = f"M{x1:.0f} {y1:.0f}C{x1 + bend:.0f} {y1:.0f} {x2 - bend:.0f} {y2:.0f} {x2 - 5:.0f} {y2:.0f}"
    head = f"M{x2:.0f} {y2:.0f}l-7 -3.5v7z"
    return f'<path d="{curve}"/><path class="head" d="{head}"/>'


def _box(box: _Box) -> str:
    middle = box.x + box.width / 2
    round_ = 8 if box.role in ("node", "inserted", "shared", "reader") else 2
    return (
        f'<rect class="{box.role}" x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{_HEIGHT:.0f}"'
        f' rx="{round_}"/><text x="{middle:.0f}" y="{box.y + 15:.0f}">{escape(box.text)}</text>'
        f'<text class="small" x="{middle:.0f}" y="{box.y + 31:.0f}">{escape(box.small)}</text>'
    )


def _title(place: Data, operands: Sequence[Data], touched: Data, around: Data, is_after: bool) -> str:
    reads = []
    for operand in operands:
        change = touched.get(operand["value"])
        name = shortened(operand["value"], 40)
        if is_after and change is not None:
            reads.append(f"{name}, made explicit as {shape_text(change['new_shape'])}")
        else:
            reads.append(f"{name} {shape_text(operand['shape'])}")
    when = "After" if is_after else "Before"
    consumers = counted(around["consumers"], "reader")
    return f"{when}: {shortened(place['operator'], 40)} takes {listed(reads)}; its result has {consumers}"


def _colours(palette: Palette) -> str:
    named = {
        "ink": palette.ink,
        "faint": palette.faint,
        "rule": palette.rule,
        "paper": palette.paper,
        "fill": palette.hues[1].fill,
        "line": palette.hues[1].line,
        "new": palette.hues[2].fill,
        "new-line": palette.hues[2].line,
    }
    return "".join(f"--g-{name}: {value};" for name, value in named.items())


STYLE: Final = f"""
.isocast-graph {{{_colours(LIGHT)}}}
@media (prefers-color-scheme: dark) {{.isocast-graph {{{_colours(DARK)}}}}}
.isocast-graph text {{fill: var(--g-ink); text-anchor: middle; dominant-baseline: central; white-space: pre;
  unicode-bidi: isolate; font: 600 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace}}
.isocast-graph text.small {{font-size: 11px; font-weight: 400; fill: var(--g-ink)}}
.isocast-graph text.aside {{font-size: 11px; font-weight: 400; fill: var(--g-faint); text-anchor: start}}
.isocast-graph path {{fill: none; stroke: var(--g-faint); stroke-width: 1.25}}
.isocast-graph path.head {{fill: var(--g-faint); stroke: none}}
.isocast-graph rect {{fill: var(--g-paper); stroke: var(--g-rule); stroke-width: 1.25}}
.isocast-graph rect.touched {{fill: var(--g-fill); stroke: var(--g-line)}}
.isocast-graph rect.inserted, .isocast-graph rect.shared
  {{fill: var(--g-new); stroke: var(--g-new-line); stroke-width: 2}}
.isocast-graph rect.shared {{stroke-dasharray: 5 3}}
.isocast-graph rect.paper {{stroke: none}}
.isocast-graph rect.node {{stroke: var(--g-ink); stroke-width: 1.5}}
"""
