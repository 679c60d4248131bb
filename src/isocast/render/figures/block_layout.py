"""Places the cells of one block, and the wires from the elements of Ym to the elements of Zm that read them.

Must not import any part of isocast but its neighbours `scene` and `marks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .marks import Box, BoxRole, Drawing, Label, Point, Wire, text_width
from .scene import Block, Cell

CELL_HEIGHT: Final = 26.0
_NARROWEST: Final = 30.0
_GAP: Final = 4.0
_WIRE_GAP: Final = 16.0  # between cells where wires run
_BUS: Final = 9.0  # from a cell to the wire beside it
_REACH: Final = 36.0  # from the heads to the grid
_NAME: Final = 18.0  # the height of a line that names a block
_TURN: Final = 16.0  # from a head to where its wire branches


@dataclass(frozen=True)
class _Grid:
    """Where the cells of a block are."""

    x: float
    y: float
    width: float
    across: float
    down: float

    def left(self, column: int) -> float:
        return self.x + column * (self.width + self.across)

    def top(self, row: int) -> float:
        return self.y + row * (CELL_HEIGHT + self.down)

    def centre(self, column: int) -> float:
        return self.left(column) + self.width / 2

    def middle(self, row: int) -> float:
        return self.top(row) + CELL_HEIGHT / 2


def block_drawing(block: Block, tensor: int) -> Drawing:
    """The block, its names above it, and its links."""
    drawing = Drawing()
    width = _cell_width(block)
    if block.feed == "columns":
        grid = _Grid(0, _NAME + CELL_HEIGHT + _REACH, width, across=_WIRE_GAP, down=_GAP)
        _name(drawing, block.source, 0, 0)
        _draw_cells(drawing, block, grid, tensor)
        _draw_column_links(drawing, block, grid, tensor)
        _name(drawing, block.name, 0, drawing.height + 4)
    elif block.feed == "none":
        names = [name for name in (block.name, block.source and f"from {block.source}") if name]
        for line, name in enumerate(names):
            _name(drawing, name, 0, line * _NAME)
        _draw_cells(drawing, block, _Grid(0, len(names) * _NAME, width, _GAP, _GAP), tensor)
    else:
        x = max(width + _REACH, text_width(block.source, "faint") + _TURN)
        grid = _Grid(x, _NAME, width, across=_GAP, down=_WIRE_GAP)
        _name(drawing, block.source, 0, 0)
        _name(drawing, block.name, x, 0)
        _draw_cells(drawing, block, grid, tensor)
        _draw_row_links(drawing, block, grid, tensor)
    return drawing


def _name(drawing: Drawing, name: str, x: float, y: float) -> None:
    drawing.add(Label(x, y + 7, name, "faint"))


def _cell_width(block: Block) -> float:
    """One width for all cells of a block: that of its longest label."""
    labels = [cell.label for row in block.rows if row for cell in row if cell]
    return max(_NARROWEST, max(text_width(label, "value") for label in labels) + 12)


def _draw_cells(drawing: Drawing, block: Block, grid: _Grid, tensor: int) -> None:
    columns = max(len(row) for row in block.rows if row)
    for r, row in enumerate(block.rows):
        if row is None:
            centre = (grid.x + grid.left(columns - 1) + grid.width) / 2
            drawing.add(Label(centre, grid.middle(r), "…", "value", "middle"))
            continue
        for c, cell in enumerate(row):
            _draw_cell(drawing, cell, (grid.left(c), grid.top(r)), grid.width, tensor)


def _draw_cell(drawing: Drawing, cell: Cell | None, place: Point, width: float, tensor: int) -> None:
    """One element, or the dots for those left out."""
    x, y = place
    middle = (x + width / 2, y + CELL_HEIGHT / 2)
    if cell is None:
        drawing.add(Label(*middle, "…", "value", "middle"))
        return
    role: BoxRole = "copy" if cell.copy else "cell" if tensor >= 0 else "blank"
    drawing.add(Box(x, y, width, CELL_HEIGHT, role, tensor))
    if cell.label:
        drawing.add(Label(*middle, cell.label, "value", "middle"))


def _draw_row_links(drawing: Drawing, block: Block, grid: _Grid, tensor: int) -> None:
    """Heads to the left: one for each row, or one whose trunk goes down to all rows."""
    trunk = grid.width + _TURN
    for r, row in enumerate(block.rows):
        own_head = block.feed == "rows" or r == 0
        if own_head:
            _draw_cell(drawing, block.heads[r], (0, grid.top(r)), grid.width, tensor)
        if row is None:
            continue
        bus = grid.top(r) + CELL_HEIGHT + _BUS
        fed = [c for c, cell in enumerate(row) if cell and not (own_head and c == 0)]
        if own_head:
            middle = grid.middle(r)
            drawing.add(Wire(((grid.width, middle), (grid.x, middle)), tensor, arrow=True))
        start = grid.middle(r if own_head else 0)
        if fed:
            drawing.add(Wire(((trunk, start), (trunk, bus), (grid.centre(fed[-1]), bus)), tensor))
        for c in fed:
            drawing.add(Wire(((grid.centre(c), bus), (grid.centre(c), bus - _BUS)), tensor, arrow=True))


def _draw_column_links(drawing: Drawing, block: Block, grid: _Grid, tensor: int) -> None:
    """Heads above: one for each column, its wire going down beside the column."""
    top = grid.y - _REACH - CELL_HEIGHT
    for c, head in enumerate(block.heads):
        _draw_cell(drawing, head, (grid.left(c), top), grid.width, tensor)
        if head is None:
            continue
        foot, centre = top + CELL_HEIGHT, grid.centre(c)
        drawing.add(Wire(((centre, foot), (centre, grid.y)), tensor, arrow=True))
        fed = _fed_rows(block.rows, c)
        if not fed:
            continue
        bus, turn = grid.left(c) + grid.width + _BUS, foot + _TURN
        drawing.add(Wire(((centre, turn), (bus, turn), (bus, grid.middle(fed[-1]))), tensor))
        for r in fed:
            drawing.add(Wire(((bus, grid.middle(r)), (bus - _BUS, grid.middle(r))), tensor, arrow=True))


def _fed_rows(rows: Sequence[tuple[Cell | None, ...] | None], column: int) -> list[int]:
    return [r for r, row in enumerate(rows) if r > 0 and row and row[column]]
