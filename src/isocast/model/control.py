"""If, Loop and Scan: what is known inside their graphs, and of what comes out of them.

What a loop carries from one iteration to the next has a known shape if the body gives back the shape it was given;
that is tried before anything is reported. A size made inside an iteration is no size outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from onnx import TensorProto

from ..shapes import SymbolicShape
from ..sizes import Size
from .values import Pool, Value

if TYPE_CHECKING:
    from .graphs import Graph, Node
    from .infer import Inference, Scope

Results = tuple[Value, ...]
Control = Callable[["Inference", "Graph", "Node", "tuple[Value | None, ...]", "Scope"], "Results | None"]

MOST_TRIALS: Final = 3  # loops inside loops that are tried; each doubles the work


def if_(
    inference: Inference, graph: Graph, node: Node, inputs: tuple[Value | None, ...], scope: Scope
) -> Results | None:
    """What both branches agree on."""
    branches = []
    for step, _ in node.subgraphs:
        inner = graph.subgraph(step)
        branches.append(_walk(inference, inner, scope, ()))
    if len(branches) != 2:
        return None
    return tuple(_common(inference.pool, *pair) for pair in zip(*branches, strict=False))


def _common(pool: Pool, a: Value, b: Value) -> Value:
    """What two values have in common."""
    if a is b:
        return a
    if a.kind != b.kind or a.kind in ("other", "unknown"):
        return a if a.kind == b.kind and a.other == b.other else pool.unknown
    element = a.element if a.element == b.element else 0
    shape: SymbolicShape | None = None
    if a.shape is not None and b.shape is not None and len(a.shape) == len(b.shape):
        shape = tuple(left if left == right else pool.fresh() for left, right in zip(a.shape, b.shape, strict=True))
    content = a.content if a.content == b.content and shape == a.shape else None
    return pool.tensor(element, shape, content, a.is_stated or b.is_stated, a.kind)


def loop(
    inference: Inference, graph: Graph, node: Node, inputs: tuple[Value | None, ...], scope: Scope
) -> Results | None:
    """The carried values, then what each iteration gives, one after the other along a new first axis."""
    if not node.subgraphs or len(inputs) < 2:
        return None
    pool, body = inference.pool, graph.subgraph(node.subgraphs[0][0])
    counters = (pool.tensor(TensorProto.INT64, ()), pool.tensor(TensorProto.BOOL, ()))
    start = tuple(_without_content(pool, value) for value in inputs[2:])
    mark = pool.unknowns

    def run(carried: Results) -> Results:
        return _walk(inference, body, scope, (*counters, *carried))[1:]

    outputs, carried = _iterate(inference, run, start)
    length: Size = pool.fresh()
    new: dict[Size, Size] = {}
    outside = [pool.renewed(value, mark, new) for value in outputs[len(carried) :]]
    return (*carried, *(_stacked(pool, value, 0, length) for value in outside))


def scan(
    inference: Inference, graph: Graph, node: Node, inputs: tuple[Value | None, ...], scope: Scope
) -> Results | None:
    """The state, then what each iteration gives, stacked along the output axes."""
    if not node.subgraphs or graph.opsets.get("", 1) < 9:
        for step, _ in node.subgraphs:
            _walk(inference, graph.subgraph(step), scope, ())
        return None
    pool, body, attributes = inference.pool, graph.subgraph(node.subgraphs[0][0]), node.attributes
    scanned = attributes.get("num_scan_inputs", 0)
    states = len(inputs) - scanned
    if not 0 <= states <= len(inputs):
        return None
    axes = _axes(attributes, "scan_input_axes", scanned)
    sliced = [_slice_of(pool, value, axis) for value, axis in zip(inputs[states:], axes, strict=True)]
    lengths = [length for _, length in sliced if length is not None]
    start = tuple(_without_content(pool, value) for value in inputs[:states])
    mark = pool.unknowns

    def run(carried: Results) -> Results:
        return _walk(inference, body, scope, (*carried, *(value for value, _ in sliced)))

    outputs, carried = _iterate(inference, run, start)
    length = next((size for size in lengths if isinstance(size, int)), lengths[0] if lengths else pool.fresh())
    new: dict[Size, Size] = {}
    outside = [pool.renewed(value, mark, new) for value in outputs[states:]]
    out_axes = _axes(attributes, "scan_output_axes", len(outside))
    return (*carried, *(_stacked(pool, value, axis, length) for value, axis in zip(outside, out_axes, strict=True)))


def _iterate(inference: Inference, run: Callable[[Results], Results], start: Results) -> tuple[Results, Results]:
    """What the body gives, and what is carried: with the shape it began with if the body keeps that, or without."""
    carried = start
    for _ in range(MOST_TRIALS):
        if inference.trials >= MOST_TRIALS:
            break
        kept = _tried(inference, run, carried)
        if kept == carried:
            return run(carried), carried
        carried = kept
    carried = tuple(_type_only(inference.pool, value) for value in start)
    return run(carried), carried


def _tried(inference: Inference, run: Callable[[Results], Results], carried: Results) -> Results:
    """What is carried, without the shapes that an iteration changes; nothing is reported meanwhile."""
    was_muted, inference.is_muted = inference.is_muted, True
    inference.trials += 1
    back = run(carried)
    inference.trials -= 1
    inference.is_muted = was_muted
    if len(back) < len(carried):
        return tuple(_type_only(inference.pool, value) for value in carried)
    return tuple(
        value if value.shape is None or value.shape == after.shape else _type_only(inference.pool, value)
        for value, after in zip(carried, back, strict=False)
    )


def _walk(inference: Inference, body: Graph, scope: Scope, inputs: Sequence[Value]) -> Results:
    inner = inference.graph_scope(body, scope, inputs)
    inference.walk(body, inner)
    names = [info.name for info in body.proto.output]
    return tuple(inner.find(name) or inference.pool.unknown for name in names)


def _without_content(pool: Pool, value: Value | None) -> Value:
    if value is None or value.content is None:
        return pool.unknown if value is None else value
    return pool.tensor(value.element, value.shape, None, value.is_stated, value.kind)


def _type_only(pool: Pool, value: Value) -> Value:
    return value if value.kind in ("other", "unknown") else pool.tensor(value.element, None, kind=value.kind)


def _stacked(pool: Pool, value: Value, axis: int, length: Size) -> Value:
    if value.kind != "tensor":
        return pool.unknown
    if value.shape is None or not -len(value.shape) - 1 <= axis <= len(value.shape):
        return pool.tensor(value.element, None, None, value.is_stated)
    at = axis if axis >= 0 else axis + len(value.shape) + 1
    shape = (*value.shape[:at], length, *value.shape[at:])
    return pool.tensor(value.element, shape, None, value.is_stated)


def _slice_of(pool: Pool, value: Value | None, axis: int) -> tuple[Value, Size | None]:
    """What one iteration sees of an operand, and how many iterations there are."""
    if value is None or value.kind != "tensor":
        return pool.unknown, None
    if value.shape is None or not -len(value.shape) <= axis < len(value.shape):
        return pool.tensor(value.element, None, None, value.is_stated), None
    at = axis % len(value.shape)
    shape = (*value.shape[:at], *value.shape[at + 1 :])
    return pool.tensor(value.element, shape, None, value.is_stated), value.shape[at]


def _axes(attributes: Mapping[str, object], name: str, count: int) -> list[int]:
    given = attributes.get(name)
    return list(given) if isinstance(given, list) and len(given) == count else [0] * count


CONTROL: Final[dict[str, Control]] = {"If": if_, "Loop": loop, "Scan": scan}
