"""What was done to a model: a table of the changes, and each kind of changed node drawn and explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...clauses import BY_TAG
from . import neighbourhood
from .drawing import figures_of, without_style
from .kinds import Data, Kind
from .page import filtered, opening, section, table
from .words import amount, code, counted, plain, shape_code, shape_text, shortened

MOST_ROWS: Final = 500  # changes; of more, each kind is a row
MOST_KINDS: Final = 150  # that are drawn
MOST_NODES: Final = 25  # of a kind, that are listed
MOST_GRAPHS: Final = 3  # of a kind, that are drawn
MOST_FIGURE_BYTES: Final = 1_500_000
_OPEN: Final = 2  # kinds whose two steps are open from the start

_DONE: Final = {
    "expand": "Expand",
    "shared": "shared Expand",
    "folded": "constant written in full",
    "lifted": "attribute made into a shape",
}


def done_section(found: Sequence[Kind], counts: Data) -> str:
    """The table: every change, or every kind of change if there are too many."""
    if not found:
        return section("done", "What was done", "<p>Nothing had to be changed.</p>")
    is_whole = counts["changes"] <= MOST_ROWS
    head = ["node", "operand", "shape", "how", "clause", "#bytes"]
    rows = [_row(kind, own, change) for kind in found for own in kind.nodes for change in own] if is_whole else []
    if is_whole:
        return section(
            "done",
            "What was done",
            filtered("changes", "Show only rows with"),
            table(f"{counted(counts['changes'], 'change')}, one for each operand", head, _in_order(rows), "changes"),
        )
    shown = found[:MOST_ROWS]
    rows = [(0, [f"{counted(len(kind.nodes), 'node')}, first {row[0]}", *row[1:]]) for kind, row in _kind_rows(shown)]
    caption = (
        f"{counted(counts['changes'], 'change')} of {counted(len(found), 'kind')}, one row for each operand of a kind"
    )
    rest = f'<p class="note">{counted(len(found) - MOST_ROWS, "more kind")}: see the JSON, which has every change.</p>'
    return section(
        "done",
        "What was done",
        filtered("changes", "Show only rows with"),
        table(caption, [*head[:-1], "#bytes each"], [row for _, row in rows], "changes"),
        rest if len(found) > MOST_ROWS else '<p class="note">The JSON has every change.</p>',
    )


def _kind_rows(found: Sequence[Kind]) -> list[tuple[Kind, list[str]]]:
    return [(kind, _row(kind, kind.changes, change)[1]) for kind in found for change in kind.changes]


def _in_order(rows: Sequence[tuple[Any, list[str]]]) -> list[list[str]]:
    """Rows as the nodes stand in the model: kinds are put together, a table is read from top to bottom."""
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def _row(kind: Kind, own: Sequence[Data], change: Data) -> tuple[Any, list[str]]:
    place = change["place"]
    node = plain(_node_name(place), 60)
    where = "" if place["graph"] == "graph main" else f'<br><span class="note">{plain(place["graph"], 120)}</span>'
    cells = [
        (f'<a href="#{kind.anchor}">{node}</a>' if kind.number <= MOST_KINDS else node) + where,
        f"{plain(place['argument'])} {code(change['old_value'], 40)}",
        f'{shape_code(change["old_shape"])}<span class="arrow">→</span>{shape_code(change["new_shape"])}',
        _how(change),
        clause_link(change["clause"]),
        amount(change["bytes"]),
    ]
    return (place["graph"] != "graph main", place["graph"], place["node"] or 0), cells


def _node_name(place: Data) -> str:
    name = f' "{place["name"]}"' if place["name"] else ""
    return f"node {place['node']}{name} ({place['operator']})"


def _how(change: Data) -> str:
    target = f", {change['target']} target" if change["target"] else ""
    return plain(_DONE[change["means"]] + target)


def clause_link(tag: str) -> str:
    """A clause's tag, leading to its text at the end of the page."""
    return f'<a href="#clause-{plain(tag)}">{code(tag)}</a>' if tag in BY_TAG else code(tag)


def kinds_section(found: Sequence[Kind]) -> tuple[str, str]:
    """Each kind of node, with its graph before and after and its two steps; and the style that the figures need."""
    drawings = Drawings()
    articles = [_article(kind, drawings, number < _OPEN) for number, kind in enumerate(found[:MOST_KINDS])]
    left_out = sum(len(kind.nodes) for kind in found[MOST_KINDS:])
    rest = f'<p class="note">{counted(left_out, "node")} of other kinds are not drawn: see the table and the JSON.</p>'
    text = section(
        "drawn",
        "Each kind of change, drawn",
        '<p class="lead">Nodes that differ in nothing but their place and their names share a drawing.</p>',
        *articles,
        rest if left_out else "",
    )
    return text, drawings.style


class Drawings:
    """The figures of a page: each is there once, and all together are bounded."""

    def __init__(self) -> None:
        self.style = ""
        self._anchors: dict[str, str] = {}
        self._bytes = 0

    def of(self, kind: Kind, is_open: bool) -> str:
        """The figures of a kind, or links to where they stand already."""
        parts = []
        for figure in figures_of(kind):
            if figure.title in self._anchors:
                parts.append(f'<p><a href="#{self._anchors[figure.title]}">The two steps are drawn above.</a></p>')
                continue
            style, text = without_style(figure.svg())
            if self._bytes + len(text) > MOST_FIGURE_BYTES:
                parts.append(f'<p class="note">Draw it with {code("isocast draw", 40)}: this page is full.</p>')
                continue
            self.style, self._bytes = style, self._bytes + len(text)
            self._anchors[figure.title] = kind.anchor
            parts.append(opening(f"The two steps: {figure.title}", text, is_open))
        return "".join(parts)


def _article(kind: Kind, drawings: Drawings, is_open: bool) -> str:
    titles = [
        f"{change['place']['argument'] or change['old_value']} {shape_text(change['old_shape'])} to "
        f"{shape_text(change['new_shape'])}"
        for change in kind.changes
    ]
    head = f"{shortened(kind.operator)}: {', '.join(shortened(title, 120) for title in titles)}"
    return "\n".join(
        [
            f'<article id="{kind.anchor}"><h3>{plain(head, 400)}</h3>',
            f"<p>{_told(kind)}</p>",
            _graphs(kind),
            _inserted(kind),
            drawings.of(kind, is_open),
            _nodes(kind),
            "</article>",
        ]
    )


def _told(kind: Kind) -> str:
    parts = []
    for change in kind.changes:
        name = plain(change["place"]["argument"] or change["old_value"])
        cost = f", {amount(change['bytes'])} bytes" if change["bytes"] is not None else ""
        parts.append(
            f"{name} was stretched by {clause_link(change['clause'])}, and is explicit now: {_how(change)}{cost}"
        )
    return f"{counted(len(kind.nodes), 'node')}. {'. '.join(parts)}."


def _graphs(kind: Kind) -> str:
    pairs = [
        '<div class="graphs">'
        f"<figure><figcaption>Before: {_caption(own)}</figcaption>{neighbourhood.before(own)}</figure>"
        f"<figure><figcaption>After</figcaption>{neighbourhood.after(own)}</figure></div>"
        for own in kind.nodes[:MOST_GRAPHS]
    ]
    more = opening(f"The graphs around {counted(len(pairs) - 1, 'more node')} of this kind", "".join(pairs[1:]))
    return pairs[0] + (more if len(pairs) > 1 else "")


def _inserted(kind: Kind) -> str:
    names = [name for change in kind.changes for name in change["inserted"]]
    if not names:
        return ""
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    of = "it" if len(kind.nodes) == 1 else "the first of them"
    return f'<p class="note">Inserted for {of}: {", ".join(code(name, 40) for name in names[:12])}{more}</p>'


def _caption(own: Sequence[Data]) -> str:
    place = own[0]["place"]
    where = "" if place["graph"] == "graph main" else f", {shortened(place['graph'], 100)}"
    return plain(_node_name(place) + where, 200)


def _nodes(kind: Kind) -> str:
    if len(kind.nodes) == 1:
        return ""
    rows = [
        [
            plain(_node_name(own[0]["place"]), 60),
            plain(own[0]["place"]["graph"], 120),
            ", ".join(f"{code(change['old_value'], 40)} → {code(change['new_value'], 40)}" for change in own[:8]),
        ]
        for own in kind.nodes[:MOST_NODES]
    ]
    more = len(kind.nodes) - MOST_NODES
    rest = f'<p class="note">and {counted(more, "more node")}: see the JSON</p>' if more > 0 else ""
    inside = table("Nodes of this kind", ["node", "graph", "operands"], rows) + rest
    return opening(f"All {counted(len(kind.nodes), 'node')} of this kind", inside)
