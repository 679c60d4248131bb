"""Places a scene on a page of any height: title, stages, tensors beside each other as far as they fit.

Must not import any part of isocast but its neighbours `scene`, `marks` and `block_layout`.
"""

from __future__ import annotations

from typing import Final

from .block_layout import block_drawing
from .marks import Box, Drawing, Label, LabelRole, text_width, wrapped
from .scene import AxisSize, Block, Scene, Stage, TensorView, shape_words

_MARGIN: Final = 24.0
_WIDTH: Final = 860.0  # what is filled before a new line is begun; one tensor alone may be wider
_BETWEEN_VIEWS: Final = 44.0
_BETWEEN_BLOCKS: Final = 22.0
_LINE: Final = 19.0
_SIZE_HEIGHT: Final = 24.0


def layout(scene: Scene) -> Drawing:
    """The whole figure, placed."""
    page = Drawing()
    _write(page, scene.title, "title", 10, 24)
    for stage in scene.stages:
        page.height += 26
        _write(page, stage.title, "heading", page.height + 10, 22)
        page.height += 4
        for caption in stage.captions:
            _write(page, caption, "refused" if stage.refused else "caption", page.height + 10)
        page.height += 12
        page.place(_views(scene, stage), 0, page.height)
    framed = Drawing()
    framed.place(page, _MARGIN, _MARGIN)
    framed.width += _MARGIN
    framed.height += _MARGIN
    return framed


def _write(page: Drawing, text: str, role: LabelRole, y: float, line: float = _LINE) -> None:
    for number, part in enumerate(wrapped(text, role, _WIDTH)):
        page.add(Label(0, y + number * line, part, role))


def _views(scene: Scene, stage: Stage) -> Drawing:
    if any(view.blocks is None for view in stage.views):
        return _sizes_above_each_other(scene, stage)
    return _flow([_tensor(view) for view in stage.views], _BETWEEN_VIEWS, 26)


def _flow(parts: list[Drawing], across: float, down: float) -> Drawing:
    """Drawings from left to right, and a new line where they do not fit."""
    flow = Drawing()
    x = y = 0.0
    for part in parts:
        if x and x + part.width > _WIDTH:
            x, y = 0.0, flow.height + down
        flow.place(part, x, y)
        x += part.width + across
    return flow


def _tensor(view: TensorView) -> Drawing:
    """One tensor: its name and sizes, its blocks, and how it is read."""
    drawing = Drawing()
    x = text_width(view.name, "name") + 12
    drawing.add(Label(0, _SIZE_HEIGHT / 2, view.name, "name"))
    if not view.axes or all(axis.state == "absent" for axis in view.axes):
        drawing.add(Label(x, _SIZE_HEIGHT / 2, shape_words(view), "size"))
    for axis in view.axes:
        if axis.state != "absent":
            width = _size_width(axis)
            _size(drawing, axis, x, 0, width)
            x += width + 3
    drawing.place(_block_rows(view), 0, _SIZE_HEIGHT + 14)
    for number, note in enumerate(view.notes):
        indent = text_width(" " * view.notes[0].index("="), "note") if number else 0
        drawing.add(Label(indent, drawing.height + (16 if number == 0 else 10), note, "note"))
    return drawing


def _block_rows(view: TensorView) -> Drawing:
    drawing = Drawing()
    if not view.blocks:
        drawing.add(Box(0, 0, 110, 26, "empty"))
        drawing.add(Label(55, 13, "no elements", "faint", "middle"))
        return drawing
    placed = [None if row is None else [_block(block, view.tensor) for block in row] for row in view.blocks]
    rows = [row for row in placed if row]
    pitch = [max(row[column].width for row in rows) for column in range(len(rows[0]))]
    for row in placed:
        y = drawing.height + (_BETWEEN_BLOCKS if drawing.marks else 0)
        if row is None:
            drawing.add(Label(sum(pitch) / 2, y + 6, "…", "value", "middle"))
            continue
        x, height = 0.0, max(part.height for part in row)
        for part, width in zip(row, pitch, strict=True):
            drawing.place(part, x, y if part.height > 20 else y + height / 2)
            x += width + _BETWEEN_BLOCKS
    return drawing


def _block(block: Block | None, tensor: int) -> Drawing:
    if block is not None:
        return block_drawing(block, tensor)
    dots = Drawing()
    dots.add(Label(0, 6, "…", "value"))
    return dots


def _size_width(axis: AxisSize) -> float:
    return max(26.0, text_width(axis.text, "size") + 12)


def _size(drawing: Drawing, axis: AxisSize, x: float, y: float, width: float) -> None:
    if axis.state == "absent":
        drawing.add(Label(x + width / 2, y + _SIZE_HEIGHT / 2, "·", "size", "middle"))
        return
    drawing.add(Box(x, y, width, _SIZE_HEIGHT, axis.state))
    roles: dict[str, LabelRole] = {"clash": "clash", "offender": "offender"}
    role = roles.get(axis.state, "size")
    drawing.add(Label(x + width / 2, y + _SIZE_HEIGHT / 2, axis.text, role, "middle"))


def _sizes_above_each_other(scene: Scene, stage: Stage) -> Drawing:
    """Every tensor a row of sizes, aligned at their ends, with the axes' numbers above; in bands if they are many."""
    drawing = Drawing()
    margin = max(text_width(view.name, "name") for view in stage.views) + 16
    widths = [_column_width(scene, stage, axis) for axis in range(scene.rank)]
    for first, last in _bands(widths, _WIDTH - margin):
        top = drawing.height + (18 if drawing.marks else 0)
        places = [margin + sum(widths[first:axis]) for axis in range(first, last)]
        for axis, x in zip(range(first, last), places, strict=True):
            _column(drawing, scene, stage, axis, (x, top, widths[axis] - 3))
        for number, view in enumerate(stage.views):
            drawing.add(Label(0, top + 20 + number * 30 + _SIZE_HEIGHT / 2, view.name, "name"))
    for view in stage.views:
        for note in view.notes:
            for line in wrapped(note, "note", _WIDTH):
                drawing.add(Label(0, drawing.height + 14, line, "note"))
    return drawing


def _column_width(scene: Scene, stage: Stage, axis: int) -> float:
    texts = [AxisSize(str(axis - scene.rank)), *(view.axes[axis] for view in stage.views)]
    texts += [AxisSize(scene.mark)] if stage.refused else []
    return max(map(_size_width, texts)) + 3


def _column(drawing: Drawing, scene: Scene, stage: Stage, axis: int, place: tuple[float, float, float]) -> None:
    x, top, width = place
    drawing.add(Label(x + width / 2, top + 7, str(axis - scene.rank), "faint", "middle"))
    for number, view in enumerate(stage.views):
        _size(drawing, view.axes[axis], x, top + 20 + number * 30, width)
    if any(view.axes[axis].state in ("clash", "offender") for view in stage.views):
        drawing.add(Label(x + width / 2, top + 20 + len(stage.views) * 30 + 6, scene.mark, "clash", "middle"))


def _bands(widths: list[float], room: float) -> list[tuple[int, int]]:
    bands, first, used = [], 0, 0.0
    for axis, width in enumerate(widths):
        if used and used + width > room:
            bands.append((first, axis))
            first, used = axis, 0.0
        used += width
    return [*bands, (first, len(widths))]
