"""If and Loop: the two operators that run graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError
from ..shapes import shape_text
from .files import type_of
from .graph import Call, Graph, Monitor, Value

Array = NDArray[Any]


def branch(then: Graph, other: Graph) -> Call:
    """If: its operands are the condition, then what the two graphs capture, in this order."""
    middle = 1 + len(then.captures)

    def call(values: Sequence[Value], _monitor: Monitor | None) -> Sequence[Value]:
        if _scalar("If", "cond", values[0]):
            return then.run((), values[1:middle])
        return other.run((), values[middle:])

    return call


def loop(label: str, body: Graph, carried: int, outputs: Sequence[onnx.ValueInfoProto]) -> Call:
    """Loop: its operands are M, cond, the carried values, then what the body captures.

    Where it does not run at all, a scan output has size 0 on its first axis and the body's declared sizes after it.
    """
    scans = outputs[1 + carried :]

    def call(values: Sequence[Value], monitor: Monitor | None) -> Sequence[Value]:
        limit = None if values[0] is None else int(_scalar("Loop", "M", values[0]))
        is_free = values[1] is None  # without cond, what the body says about going on does not count
        condition = is_free or bool(_scalar("Loop", "cond", values[1]))
        state, captured = list(values[2 : 2 + carried]), values[2 + carried :]
        gathered: list[list[Array]] = [[] for _ in scans]
        number = 0
        while (is_free or condition) and (limit is None or number < limit):
            results = body.run([np.array(number), np.array(condition), *state], captured)
            condition = bool(_scalar("Loop", "the body's condition", results[0]))
            state = results[1 : 1 + carried]
            for values_so_far, result in zip(gathered, results[1 + carried :], strict=True):
                values_so_far.append(np.asarray(result))
            number += 1
            if monitor is not None:
                monitor.iterate(label, number, limit)
        return [*state, *(_stacked(parts, scan) for parts, scan in zip(gathered, scans, strict=True))]

    return call


def _scalar(operator: str, name: str, value: Value) -> Any:
    if value is None or value.size != 1:
        found = "nothing" if value is None else f"shape {shape_text(value.shape)}"
        raise ShapeError(summary=f"{operator} takes {name} with one element, not {found}", code="IC406", argument=name)
    return value.reshape(-1)[0]


def _stacked(parts: Sequence[Array], scan: onnx.ValueInfoProto) -> Array:
    if not parts:
        return _nothing(scan)
    other = next((part for part in parts if part.shape != parts[0].shape or part.dtype != parts[0].dtype), None)
    if other is not None:
        first, then = (f"{part.dtype} {shape_text(part.shape)}" for part in (parts[0], other))
        raise ShapeError(
            summary=f"scan output {scan.name} is {first} in one iteration, {then} in another", code="IC406"
        )
    return np.stack(parts)


def _nothing(scan: onnx.ValueInfoProto) -> Array:
    if not scan.type.HasField("tensor_type"):
        raise ModelError(
            summary=f"scan output {scan.name} has no declared type, and the loop did not run once", code="IC406"
        )
    kind = type_of(scan.type.tensor_type.elem_type, f"scan output {scan.name}")
    sizes = [max(axis.dim_value, 0) for axis in scan.type.tensor_type.shape.dim]
    return np.empty((0, *sizes), kind.numpy)
