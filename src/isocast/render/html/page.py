"""The frame of every page, and its parts: tables with heads, parts that open, the verdict.

A policy in the page itself allows no script but ours and nothing from anywhere else.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import Final, Literal

from .style import SCRIPT, STYLE
from .words import plain

State = Literal["good", "bad", "warn"]

_MARKS: Final[dict[State, str]] = {"good": "✓", "bad": "✗", "warn": "!"}
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    f"script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"
)


def page(title: str, body: Iterable[str], style: str = "") -> str:
    """A whole page; `title` is text, `body` is HTML, `style` is what only some pages need."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{plain(title, 200)}</title>",
            f"<style>{STYLE}{style}</style></head>",
            "<body>",
            *body,
            f"<script>{SCRIPT}</script>",
            "</body></html>\n",
        ]
    )


def section(name: str, title: str, *parts: str) -> str:
    """A part of a page with a heading that can be linked to."""
    return "\n".join([f'<section id="{name}"><h2>{escape(title)}</h2>', *filter(None, parts), "</section>"])


def contents(sections: Iterable[tuple[str, str]]) -> str:
    """Links to the sections of a page: their names and titles."""
    links = "".join(f'<a href="#{name}">{escape(title)}</a>' for name, title in sections)
    return f'<nav aria-label="Contents">{links}</nav>'


def verdict(state: State, head: str, sentences: Iterable[str]) -> str:
    """The answer, in words first; `sentences` are HTML."""
    items = "".join(f"<li>{text}</li>" for text in sentences)
    mark = f'<span class="mark" aria-hidden="true">{_MARKS[state]}</span>'
    return f'<div class="verdict {state}">{mark}<strong>{escape(head)}</strong><ul>{items}</ul></div>'


def figures(pairs: Iterable[tuple[str, str]]) -> str:
    """Numbers that stand out, each with what it counts; both are text."""
    items = "".join(f"<li><b>{escape(number)}</b>{escape(what)}</li>" for number, what in pairs)
    return f'<ul class="figures">{items}</ul>'


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], name: str = "", is_small: bool = False
) -> str:
    """A table: `head` is text, with a leading `#` for a column of numbers; cells are HTML, the first heads its row.

    The caption of a small table is only spoken.
    """
    numeric = [column.startswith("#") for column in head]
    kinds = [' class="n"' if is_numeric else "" for is_numeric in numeric]
    columns = "".join(
        f'<th scope="col"{kind}>{escape(column.removeprefix("#"))}</th>'
        for column, kind in zip(head, kinds, strict=True)
    )
    lines = []
    for first, *others in rows:
        cells = "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(others, kinds[1:], strict=True))
        lines.append(f'<tr><th scope="row"{kinds[0]}>{first}</th>{cells}</tr>')
    own, hidden = f' id="{name}"' if name else "", ' class="spoken"' if is_small else ""
    scroll = f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">'
    parts = [f"{scroll}<table{own}><caption{hidden}>{escape(caption)}</caption>", f"<thead><tr>{columns}</tr></thead>"]
    return "\n".join([*parts, "<tbody>", *lines, "</tbody></table></div>"])


def filtered(name: str, what: str) -> str:
    """A field that filters a table; it shows itself only where scripts run."""
    return f'<label class="filter" data-table="{name}" hidden>{escape(what)}<input type="search"></label>'


def opening(summary: str, inside: str, is_open: bool = False) -> str:
    """A part that opens; `summary` is text, `inside` is HTML."""
    return f"<details{' open' if is_open else ''}><summary>{escape(summary)}</summary>{inside}</details>"


def tag(text: str, state: State | Literal[""] = "") -> str:
    """A word in a frame."""
    return f'<span class="tag {state}">{escape(text)}</span>' if state else f'<span class="tag">{escape(text)}</span>'
