"""Operators that give elements another shape: Reshape, Expand, Concat, Slice, Squeeze, Unsqueeze, Flatten and Tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...shapes import Refusal, SymbolicShape, broadcast
from ...sizes import Size
from ..values import Content, Value
from .call import Call, Transfer, only_integers

TO_THE_END: Final = 2**31 - 1
"""Exporters write this, or more, for the end of an axis; no runtime takes an axis that is longer."""


def reshape(call: Call) -> Value | None:
    """The operand in the shape that the target holds: 0 copies a size, -1 is what is left over.

    A size that is not known is taken to be at least 1 here, as everybody does: at run time a 0 would copy.
    """
    data, target = call.operand(0), call.integers("shape", 1)
    if target is None:
        length = call.operand(1).shape
        return call.result(data.element, call.fresh_shape(length[0] if length else None))
    sizes = [_target_size(call, data.shape, axis, amount) for axis, amount in enumerate(target)]
    if None in sizes:
        sizes[sizes.index(None)] = _left_over(call, data.shape, sizes)
    shape = tuple(call.pool.fresh() if size is None else size for size in sizes)
    content = data.content if len(shape) <= 1 and data.content is not None else None
    if content is not None and shape not in ((), (len(content),)):
        content = None
    return call.result(data.element, shape, content)


def _target_size(call: Call, shape: SymbolicShape | None, axis: int, amount: Size | None) -> Size | None:
    """The size an element of the target asks for, None for the one that is left over."""
    if amount == -1:
        return None
    if amount == 0 and not call.attributes.get("allowzero"):
        return shape[axis] if shape is not None and axis < len(shape) else call.pool.fresh()
    if amount is None or (amount != 0 and not call.amounts.is_positive(amount)):
        return call.pool.fresh()
    return amount


def _left_over(call: Call, shape: SymbolicShape | None, sizes: Sequence[Size | None]) -> Size | None:
    if shape is None or sizes.count(None) > 1:
        return None
    known = call.amounts.product(size for size in sizes if size is not None)
    if any(call.pool.is_free(size) for size in sizes if size is not None):
        return None
    return call.amounts.divide(call.amounts.product(shape), known)


def expand(call: Call) -> Value | None:
    """The operand and the target broadcast to each other.

    Clauses: multi-2, multi-3
    """
    data, target = call.operand(0), call.operand(1)
    if data.shape is None or target.content is None or None in target.content:
        return _expand_unknown(call, data, target)
    sizes = tuple(amount for amount in target.content if amount is not None)
    if any(call.amounts.is_negative(size) for size in sizes):
        return None
    outcome = broadcast((data.shape, sizes))
    if isinstance(outcome, Refusal):
        return None
    content, length = None, outcome.shape[0] if outcome.shape else 1
    if data.content is not None and len(data.content) == 1 and len(outcome.shape) <= 1 and isinstance(length, int):
        content = data.content * length if length <= 64 else None
    return call.result(data.element, outcome.shape, content)


def _expand_unknown(call: Call, data: Value, target: Value) -> Value | None:
    if data.shape is None or not target.shape or not isinstance(target.shape[0], int):
        return call.result(data.element, None)
    return call.result(data.element, call.fresh_shape(max(len(data.shape), target.shape[0])))


def concat(call: Call) -> Value | None:
    """The operands one after the other: sizes of the axis add up, the others are one size each."""
    shapes = [value.shape if value is not None else None for value in call.inputs]
    known = [shape for shape in shapes if shape is not None]
    if not known or len(known) < len(shapes) or len({len(shape) for shape in known}) > 1:
        return None
    rank, axis = len(known[0]), call.attributes.get("axis", 1 if call.version < 4 else None)
    if axis is None or not -rank <= axis < rank:
        return None
    axis %= rank
    sizes = []
    for at, column in enumerate(zip(*known, strict=True)):
        if at == axis:
            total: Size = 0
            for size in column:
                total = call.amounts.add(total, size)
            sizes.append(total)
        elif len({size for size in column if isinstance(size, int)}) > 1:
            return None
        else:
            sizes.append(next((size for size in column if isinstance(size, int)), column[0]))
    contents = [value.content if value is not None else None for value in call.inputs]
    joined: Content | None = None
    if rank == 1 and None not in contents:
        joined = tuple(amount for content in contents if content is not None for amount in content)
    return call.result(call.operand(0).element, tuple(sizes), joined)


def unsqueeze(call: Call) -> Value | None:
    """The operand with axes of size 1 put in."""
    data, axes = call.operand(0), only_integers(call.integers("axes", 1))
    if data.shape is None or axes is None:
        return None
    rank = len(data.shape) + len(axes)
    places = {axis % rank for axis in axes if -rank <= axis < rank}
    if len(places) != len(axes):
        return None
    rest = iter(data.shape)
    shape = tuple(1 if at in places else next(rest) for at in range(rank))
    return call.result(data.element, shape, data.content if rank <= 1 else None)


def squeeze(call: Call) -> Value | None:
    """The operand without some axes of size 1."""
    data = call.operand(0)
    if data.shape is None:
        return None
    rank = len(data.shape)
    if "axes" in call.attributes or call.has(1):
        axes = only_integers(call.integers("axes", 1))
        if axes is None or any(not -rank <= axis < rank for axis in axes):
            return None
        places = {axis % rank for axis in axes}
    elif all(isinstance(size, int) for size in data.shape):
        places = {at for at, size in enumerate(data.shape) if size == 1}
    else:
        return None
    shape = tuple(size for at, size in enumerate(data.shape) if at not in places)
    return call.result(data.element, shape, data.content)


def flatten(call: Call) -> Value | None:
    """The operand as a matrix: the axes before `axis`, and the others."""
    data, axis = call.operand(0), call.attributes.get("axis", 1)
    if data.shape is None or not -len(data.shape) <= axis <= len(data.shape):
        return None
    at = axis if axis >= 0 else axis + len(data.shape)
    return call.result(data.element, (call.amounts.product(data.shape[:at]), call.amounts.product(data.shape[at:])))


def tile(call: Call) -> Value | None:
    """The operand repeated along each axis."""
    data, repeats = call.operand(0), call.operand(1).content
    if data.shape is None or repeats is None or len(repeats) != len(data.shape) or call.version < 6:
        return None
    sizes = [
        call.pool.fresh() if times is None else call.amounts.multiply(size, times)
        for size, times in zip(data.shape, repeats, strict=True)
    ]
    return call.result(data.element, tuple(sizes))


def slice_(call: Call) -> Value | None:
    """A part of the operand. Only steps of 1 are followed through sizes that are not known."""
    data = call.operand(0)
    starts, ends = call.integers("starts", 1), call.integers("ends", 2)
    if data.shape is None or starts is None or ends is None or len(starts) != len(ends):
        return None
    given = call.integers("axes", 3)
    if given is None and call.has(3):
        return None
    axes = only_integers(given) if given is not None else tuple(range(len(starts)))
    steps: Content | None = call.operand(4).content if call.has(4) else (1,) * len(starts)
    rank = len(data.shape)
    if axes is None or steps is None or not len(axes) == len(starts) == len(steps):
        return None
    sizes, content = list(data.shape), data.content
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        if not -rank <= axis < rank:
            return None
        if content is not None:
            content = _part(content, start, end, step)
        sizes[axis] = _sliced(call, data.shape[axis], start, end, step)
    return call.result(data.element, tuple(sizes), content if rank == 1 else None)


def _part(content: Content, start: Size | None, end: Size | None, step: Size | None) -> Content | None:
    if not (isinstance(start, int) and isinstance(end, int) and isinstance(step, int)) or step == 0:
        return None
    return content[start:end:step]


def _sliced(call: Call, size: Size, start: Size | None, end: Size | None, step: Size | None) -> Size:
    """How many elements an axis keeps."""
    if isinstance(size, int) and isinstance(start, int) and isinstance(end, int) and isinstance(step, int) and step:
        return len(range(size)[start:end:step])
    if start is None or end is None or step != 1:
        return call.pool.fresh()
    if start == 0 and (end == size or (isinstance(end, int) and end >= TO_THE_END)):
        return size
    if start == 0 and call.amounts.is_positive(end):
        return call.amounts.least(size, end)
    return call.pool.fresh()


LAYOUT: Final[dict[str, Transfer]] = {
    "Reshape": reshape,
    "Expand": expand,
    "Concat": concat,
    "Unsqueeze": unsqueeze,
    "Squeeze": squeeze,
    "Flatten": flatten,
    "Tile": tile,
    "Slice": slice_,
}
