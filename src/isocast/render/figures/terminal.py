"""A scene as text for a terminal: the same stages, tensors, cells and links, in letters.

Must not import any part of isocast but its neighbours `scene` and `canvas`.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from .canvas import Canvas
from .scene import Block, Cell, Scene, Stage, TensorView, shape_words

_HUES: Final = 4
_INDENT: Final = 2
_BETWEEN_VIEWS: Final = 4
_BETWEEN_BLOCKS: Final = 4
_LINK: Final = 5  # letters between the heads and the rows they feed


def terminal(scene: Scene, width: int) -> Canvas:
    """The whole figure; tensors stand beside each other as far as the width allows."""
    page = Canvas()
    _write(page, scene.title, "title", width, 0)
    for stage in scene.stages:
        page.height += 1
        _write(page, stage.title, "heading", width, 0)
        for caption in stage.captions:
            _write(page, caption, "refused" if stage.refused else "caption", width - _INDENT, _INDENT)
        page.height += 1
        page.place(_views(scene, stage, width - _INDENT), _INDENT, page.height)
    return page


def _write(page: Canvas, text: str, style: str, width: int, x: int) -> None:
    for line in wrap(text, max(width, 20)):
        page.put(x, page.height, line, style)


def _views(scene: Scene, stage: Stage, width: int) -> Canvas:
    if any(view.blocks is None for view in stage.views):
        return _sizes_above_each_other(scene, stage, width)
    flow = Canvas()
    x = y = 0
    for part in (_tensor(view, width) for view in stage.views):
        if x and x + part.width > width:
            x, y = 0, flow.height + 1
        flow.place(part, x, y)
        x += part.width + _BETWEEN_VIEWS
    return flow


def _tensor(view: TensorView, width: int) -> Canvas:
    canvas = Canvas()
    canvas.put(0, 0, view.name, "name")
    canvas.put(len(view.name) + 1, 0, shape_words(view))
    canvas.place(_block_rows(view, width), 0, 1)
    for number, note in enumerate(view.notes):
        canvas.put(view.notes[0].index("=") if number else 0, canvas.height, note, "faint")
    return canvas


def _block_rows(view: TensorView, width: int) -> Canvas:
    """The blocks in their rows; a row longer than the width is broken, as every block has its name."""
    canvas = Canvas()
    if not view.blocks:
        canvas.put(0, 0, "no elements", "faint")
        return canvas
    placed = [None if row is None else [_block(block, view.tensor) for block in row] for row in view.blocks]
    rows = [row for row in placed if row]
    pitch = [max(row[column].width for row in rows) for column in range(len(rows[0]))]
    for row in placed:
        y = canvas.height + (1 if canvas.height else 0)
        if row is None:
            canvas.put(min(sum(pitch), width) // 2, y, "…")
            continue
        x, height = 0, max(part.height for part in row)
        for part, room in zip(row, pitch, strict=True):
            if x and x + room > width:
                x, y = 0, canvas.height + 1
            canvas.place(part, x, y if part.height > 1 else y + height // 2)
            x += room + _BETWEEN_BLOCKS
    return canvas


def _block(block: Block | None, tensor: int) -> Canvas:
    canvas = Canvas()
    if block is None:
        canvas.put(0, 0, "…")
        return canvas
    digits = max(len(cell.label) for row in block.rows if row for cell in row if cell)
    if block.feed == "columns":
        canvas.put(0, 0, block.source, "faint")
        _row(canvas, block.heads, (0, 1), digits, tensor)
        for column, head in enumerate(block.heads):
            if head:
                canvas.put(column * (digits + 2) + digits, 2, "↓", _hue("copy", tensor))
        _rows(canvas, block, (0, 3), digits, tensor)
        canvas.put(0, canvas.height, block.name, "faint")
    elif block.feed == "none":
        names = [name for name in (block.name, block.source and f"from {block.source}") if name]
        for y, name in enumerate(names):
            canvas.put(0, y, name, "faint")
        _rows(canvas, block, (0, len(names)), digits, tensor)
    else:
        x = max(digits + 1 + _LINK, len(block.source) + 2)
        canvas.put(0, 0, block.source, "faint")
        canvas.put(x, 0, block.name, "faint")
        _row_links(canvas, block, x, digits, tensor)
        _rows(canvas, block, (x, 1), digits, tensor)
    return canvas


def _rows(canvas: Canvas, block: Block, place: tuple[int, int], digits: int, tensor: int) -> None:
    x, y = place
    columns = max(len(row) for row in block.rows if row)
    for r, row in enumerate(block.rows):
        if row is None:
            canvas.put(x + columns * (digits + 2) // 2 - 1, y + r, "…")
        else:
            _row(canvas, row, (x, y + r), digits, tensor)


def _row(canvas: Canvas, row: tuple[Cell | None, ...], place: tuple[int, int], digits: int, tensor: int) -> None:
    x, y = place
    for c, cell in enumerate(row):
        at = x + c * (digits + 2)
        if cell is None:
            canvas.put(at, y, f"{'…':>{digits + 1}}")
        else:
            # A target has cells with nothing in them.
            label = cell.label if tensor >= 0 else "□"
            text = f"{('·' if cell.copy else ' ') + label:>{digits + 1}}"
            canvas.put(at, y, text, _hue("copy" if cell.copy else "cell", tensor))


def _row_links(canvas: Canvas, block: Block, x: int, digits: int, tensor: int) -> None:
    """The heads on the left, and their wires up to the rows that read them."""
    for r, row in enumerate(block.rows):
        one_for_all = block.feed == "all" and len(block.rows) > 1
        if r == 0 or block.feed == "rows":
            _row(canvas, block.heads[r : r + 1], (0, 1 + r), digits, tensor)
        reach = x - digits - 4
        if one_for_all and r == 0:
            wire = f"{'─' * (reach - 1)}┬→"
        elif one_for_all:
            wire = " " * (reach - 1) + ("│ " if row is None else "└→" if r == len(block.rows) - 1 else "├→")
        else:
            wire = f"{'─' * reach}→" if row else ""
        canvas.put(digits + 2, 1 + r, wire, _hue("copy", tensor))


def _hue(kind: str, tensor: int) -> str:
    return f"{kind}{tensor % _HUES}" if tensor >= 0 else "faint"


def _sizes_above_each_other(scene: Scene, stage: Stage, width: int) -> Canvas:
    """Every tensor a row of sizes, aligned at their ends, with the axes' numbers above; in bands if they are many."""
    canvas = Canvas()
    margin = max(len(view.name) for view in stage.views) + 3
    widths = [
        max(len(str(axis - scene.rank)), *(len(view.axes[axis].text) for view in stage.views)) + 2
        for axis in range(scene.rank)
    ]
    first = 0
    while first < scene.rank:
        last = first + 1
        while last < scene.rank and margin + sum(widths[first : last + 1]) <= width:
            last += 1
        _band(canvas, scene, stage, (first, last), (margin, widths))
        first = last
    if not scene.rank:
        for view in stage.views:
            canvas.put(0, canvas.height, view.name, "name")
            canvas.put(margin, canvas.height - 1, "()")
    for view in stage.views:
        for note in view.notes:
            _write(canvas, note, "faint", width, 0)
    return canvas


def _band(canvas: Canvas, scene: Scene, stage: Stage, axes: tuple[int, int], columns: tuple[int, list[int]]) -> None:
    margin, widths = columns
    top = canvas.height + (1 if canvas.height else 0)
    x, last_clash = margin, 0
    for y, view in enumerate(stage.views, top + 1):
        canvas.put(0, y, view.name, "name")
    for axis in range(*axes):
        end = x + widths[axis] - 2
        number = str(axis - scene.rank)
        canvas.put(end - len(number), top, number, "faint")
        for y, view in enumerate(stage.views, top + 1):
            size = view.axes[axis]
            text = "." if size.state == "absent" else size.text
            canvas.put(end - len(text), y, text, size.state)
        if any(view.axes[axis].state in ("clash", "offender") for view in stage.views):
            canvas.put(end - 1, top + 1 + len(stage.views), "^", "clash")
            last_clash = end
        x += widths[axis]
    if last_clash:
        canvas.put(last_clash + 1, top + 1 + len(stage.views), scene.mark, "clash")
