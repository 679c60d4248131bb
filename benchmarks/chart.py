"""Charts as SVG, written by hand: readable on light and on dark pages, no script, no font to load."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10
from typing import Final

from .grid import EVERY_OPERATOR, SIZES
from .measure import Measured
from .scaling import Point

_STYLE: Final = """
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .small { font-size: 11px; fill: #57606a }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .even { stroke: #cf222e; stroke-width: 1.5 }
  .frame { fill: #ffffff }
  .c0 { fill: #8250df; stroke: #8250df } .c1 { fill: #0969da; stroke: #0969da } .c2 { fill: #1a7f37; stroke: #1a7f37 }
  .c3 { fill: #9a6700; stroke: #9a6700 } .c4 { fill: #bc4c00; stroke: #bc4c00 } .c5 { fill: #bf3989; stroke: #bf3989 }
  .line { fill: none; stroke-width: 2 } .dot { stroke: none; fill-opacity: 0.6 } .key { stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #8d96a0 } .frame { fill: #0d1117 }
    .grid { stroke: #30363d } .even { stroke: #f85149 }
    .c0 { fill: #a371f7; stroke: #a371f7 } .c1 { fill: #4493f8; stroke: #4493f8 } .c2 { fill: #3fb950; stroke: #3fb950 }
    .c3 { fill: #d29922; stroke: #d29922 } .c4 { fill: #f0883e; stroke: #f0883e } .c5 { fill: #db61a2; stroke: #db61a2 }
  }
"""
_CONTENDERS: Final = ("isocast", "numpy", "onnxruntime", "torch")


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _document(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    head = f'<svg {box} role="img" aria-label="{escape(title)}">'
    frame = f'<rect class="frame" width="{width}" height="{height}"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", frame, _text(12, 22, title), *parts, "</svg>", ""])


def _legend(names: Sequence[str], x: float, y: float) -> list[str]:
    parts = []
    for place, name in enumerate(names):
        parts.append(f'<rect class="key c{place}" x="{x:.1f}" y="{y - 9:.1f}" width="10" height="10"/>')
        parts.append(_text(x + 14, y, name, kind="small"))
        x += 28 + 7 * len(name)
    return parts


def ratios_chart(results: Sequence[Measured]) -> str:
    """Every cell as a dot: operators down, the best peer's time over ours across, colour by size."""
    operators = [name for name in EVERY_OPERATOR if any(result.cell.operator == name for result in results)]
    sizes = list(SIZES)
    left, top, row, width = 80, 64, 30, 900
    height = top + row * len(operators) + 40
    known = [result.ratio for result in results if result.ratio]
    low, high = min([0.5, *known]), max([8.0, *known])

    def across(ratio: float) -> float:
        return left + (width - left - 20) * (log10(ratio) - log10(low)) / (log10(high) - log10(low))

    parts = _legend(sizes, left, 44)
    for tick in (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500):
        if low <= tick <= high:
            parts.append(_line(across(tick), top - 8, across(tick), height - 32, "even" if tick == 1 else "grid"))
            parts.append(_text(across(tick), height - 14, f"{tick}x", "middle", "small"))
    for place, operator in enumerate(operators):
        middle = top + row * place + row / 2
        parts.append(_text(left - 10, middle + 4, operator, "end"))
        for result in results:
            if result.cell.operator == operator and result.ratio:
                colour = sizes.index(result.cell.size)
                y = middle + (colour - (len(sizes) - 1) / 2) * 4
                dot = f'<circle class="dot c{colour}" cx="{across(result.ratio):.1f}" cy="{y:.1f}" r="2.2"/>'
                parts.append(dot)
    return _document(width, height, "The best peer's time over isocast's: right of the line isocast is ahead", parts)


def _panel(points: Sequence[Point], title: str, left: float, width: float, height: float) -> list[str]:
    """One log-log panel: nanoseconds an element over x, one line a contender."""
    top, bottom = 76.0, height - 40
    xs = [log10(point.x) for point in points]
    values = [log10(s * 1e9 / point.elements) for point in points for s in point.seconds.values()]
    low, high = min(values) - 0.1, max(values) + 0.1

    def place(x: float, value: float) -> tuple[float, float]:
        across = left + width * (log10(x) - min(xs)) / (max(xs) - min(xs))
        return across, bottom - (bottom - top) * (log10(value) - low) / (high - low)

    parts = [_text(left, 64, title, kind="small")]
    for power in range(int(low) - 1, int(high) + 2):
        if low <= power <= high:
            y = place(points[0].x, 10.0**power)[1]
            parts += [
                _line(left, y, left + width, y, "grid"),
                _text(left - 6, y + 4, f"{10.0**power:g}", "end", "small"),
            ]
    for point in points:
        x = place(point.x, 10.0**low)[0]
        label = f"10^{round(log10(point.x))}" if point.curve == "size" else str(point.x)
        parts.append(_text(x, bottom + 18, label, "middle", "small"))
    for colour, who in enumerate(_CONTENDERS):
        curve = [place(p.x, p.seconds[who] * 1e9 / p.elements) for p in points if who in p.seconds]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
        parts.append(f'<polyline class="line c{colour}" style="fill:none" points="{path}"/>')
    return parts


def scaling_chart(points: Sequence[Point]) -> str:
    """How cost grows: over the decades of size on the left, over rank on the right."""
    sizes = [point for point in points if point.curve == "size"]
    ranks = [point for point in points if point.curve == "rank"]
    parts = _legend(_CONTENDERS, 60, 44)
    parts += _panel(sizes, "float Add, equal shapes, over the number of elements", 60, 360, 340)
    parts += _panel(ranks, "float Add, 65536 elements, no two axes merge, over the rank", 500, 360, 340)
    return _document(900, 340, "Nanoseconds an element", parts)
