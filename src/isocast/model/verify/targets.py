"""Whether every operand that was expanded has exactly the shape its operator stretches it to: then nothing changed.

Two ways to show it. By names alone: the target is made of the shapes of the operator's own operands, and since
broadcasting is idempotent, whatever they are, nothing is added. By shapes: what is known of the explicit model's
values gives the operator's shape and the operand's, and they are one. What neither shows is left to the runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...opsets import OPERATORS
from ...shapes import Refusal, SymbolicShape, broadcast
from ..graphs import Graph, Model, Node
from ..infer import Inference, Values
from ..rules.rule import shown
from ..stated import Contradiction
from ..transfer.matrices import gemm_shape
from ..values import Value
from .comparison import Comparison, ExpandedOperand
from .lifting import allowed_to_go
from .pairing import LIFTS, Pair

_Seen = tuple[Values, list[SymbolicShape | None]]  # operands, and what they were before they were expanded

_UNIDIRECTIONAL = {"Gemm": 2, "PRelu": 1}


class _Shapes:
    """What is known of the operands of nodes that had one expanded, and of what was expanded."""

    operators = frozenset((*OPERATORS, "MatMul", *LIFTS))

    def __init__(self, operands: Iterable[ExpandedOperand]) -> None:
        self._wanted = {(one.pair.explicit.path, one.node.number) for one in operands}
        self._sources: dict[str, Value | None] = {}
        self.seen: dict[tuple[Any, int], list[_Seen]] = {}

    def node(self, graph: Graph, node: Node, inputs: Values, outputs: Sequence[Value]) -> None:
        """Remembers the data of an Expand, and the operands of a node that is wanted."""
        del outputs
        if node.operator == "Expand" and node.outputs:
            self._sources[node.outputs[0]] = inputs[0] if inputs else None
        key = (graph.path, node.number)
        if key in self._wanted:
            sources = [self._source(name, value) for name, value in zip(node.inputs, inputs, strict=True)]
            self.seen.setdefault(key, []).append((inputs, sources))

    def _source(self, name: str, value: Value | None) -> SymbolicShape | None:
        found = self._sources.get(name, value)
        return None if found is None else found.shape

    def contradiction(self, graph: Graph, node: Node | None, name: str, found: Contradiction) -> None:
        """Is of no interest here."""

    def refused(self, graph: Graph, node: Node) -> None:
        """Is of no interest here."""


def check_targets(comparison: Comparison, explicit: Model) -> frozenset[tuple[Any, int]]:
    """Adds what is wrong or unproved to the comparison; returns the nodes whose operands surely have one shape."""
    shapes = _Shapes(comparison.operands)
    if comparison.operands:
        Inference(explicit, shapes).run()
    groups: dict[tuple[Any, int], list[ExpandedOperand]] = {}
    for one in comparison.operands:
        groups.setdefault((one.pair.explicit.path, one.node.number), []).append(one)
    settled = set()
    for key, operands in groups.items():
        if _is_equal_by_names(operands[0]):
            settled.add(key)
        for one in operands:
            _judge(comparison, one, operands, shapes.seen.get(key, []))
    return frozenset(settled)


def _judge(comparison: Comparison, one: ExpandedOperand, operands: list[ExpandedOperand], seen: list[_Seen]) -> None:
    node = one.node
    where = f"{node.place(one.pair.explicit)}  operand {one.place}"
    if node.domain or not _broadcasts(node, one.place):
        comparison.differences.append(f'{where}: "{one.old}" is expanded, and {node.operator} does not broadcast it')
        return
    if one.fold is None and _is_harmless_by_names(one):
        return
    problems = []
    for inputs, sources in seen:
        value = inputs[one.place]
        found = None if value is None else value.shape
        expected = _expected(one, _unfolded(operands, sources, comparison.original.proto.ir_version))
        if found is not None and found == expected:
            continue
        problems.append((found, expected))
    if not problems and seen:
        return
    certain = [(a, b) for a, b in problems if a is not None and b is not None and _are_numbers(a) and _are_numbers(b)]
    if certain:
        found, expected = certain[0]
        comparison.differences.append(
            f'{where}: "{one.old}" is expanded to {shown(found)}, and {node.operator} stretches it to {shown(expected)}'
        )
    else:
        comparison.unproved.append(f'{where}: "{one.old}" is expanded to a shape that only the runs show to be right')


def _broadcasts(node: Node, place: int) -> bool:
    if node.operator == "MatMul":
        return True
    if node.operator in _UNIDIRECTIONAL:
        return place == _UNIDIRECTIONAL[node.operator]
    return node.operator in OPERATORS and node.operator != "Expand"


def _unfolded(
    operands: list[ExpandedOperand], sources: Sequence[SymbolicShape | None], ir_version: int
) -> list[SymbolicShape | None]:
    """The shapes with those of the original in place of constants written in full."""
    found = list(sources)
    for one in operands:
        tensor = None if one.fold is None else one.pair.old_tensor(one.old, ir_version)
        if tensor is not None:
            found[one.place] = tuple(tensor.dims)
    return found


def _expected(one: ExpandedOperand, sources: list[SymbolicShape | None]) -> SymbolicShape | None:
    """The shape that the operator stretches an operand to, from the shapes its operands have in the original."""
    node = one.node
    if node.operator == "PRelu":
        return sources[0]
    if node.operator == "Gemm":
        return gemm_shape(sources[0], sources[1], *(bool(node.attributes.get(name)) for name in ("transA", "transB")))
    known = [shape for shape in sources if shape is not None]
    if len(known) < len(sources):
        return None
    if allowed_to_go(node, one.pair.original.opsets):
        return known[0]
    if node.operator == "MatMul":
        outcome = broadcast([shape[:-2] for shape in known])
        return None if isinstance(outcome, Refusal) else (*outcome.shape, *known[one.place][-2:])
    outcome = broadcast(known)
    return None if isinstance(outcome, Refusal) else outcome.shape


def _are_numbers(shape: SymbolicShape) -> bool:
    return all(isinstance(size, int) for size in shape)


def _is_harmless_by_names(one: ExpandedOperand) -> bool:
    """Whether the operand's shape is made of shapes of the operator's own operands."""
    if not _goes_by_names(one):
        return False
    origins = {one.pair.origin(name)[0] for name in one.node.inputs if name}
    parts = _parts(one.pair, one.node.inputs[one.place])
    return parts is not None and parts <= origins


def _is_equal_by_names(one: ExpandedOperand) -> bool:
    """Whether all operands of the node broadcast from the same values, so that their shapes are one."""
    if not _goes_by_names(one):
        return False
    parts = [_parts(one.pair, name) for name in one.node.inputs if name]
    if one.node.operator == "PRelu":  # its slope has X's shape, or would be refused
        return None not in parts and parts[0] == (parts[1] or set()) - {one.old}
    return None not in parts and all(other == parts[0] for other in parts)


def _goes_by_names(one: ExpandedOperand) -> bool:
    is_other = one.node.operator in ("Gemm", "MatMul", "Expand") or one.node.operator not in OPERATORS
    return not is_other and not any(node.operator in LIFTS for node in one.way)


def _parts(pair: Pair, name: str) -> set[str] | None:
    """The values of the original whose shapes broadcast to that of a value; None if that cannot be read off."""
    node = pair.maker(name)
    if node is None:
        return {name}
    if node.operator != "Expand" or len(node.inputs) != 2:
        return None
    target = pair.maker(node.inputs[1])
    if target is None or target.operator != "Shape" or target.proto.attribute:
        return None
    data, other = _parts(pair, node.inputs[0]), _parts(pair, target.inputs[0])
    return None if data is None or other is None else data | other


def without_settled(findings: Sequence[Any], settled: frozenset[tuple[Any, int]], codes: frozenset[str]) -> list[Any]:
    """The findings with one of these codes, but for what is undecided about nodes whose operands have one shape."""
    undecided = ("IC301", "IC303")
    return [
        finding
        for finding in findings
        if finding.code in codes
        and not (finding.code in undecided and (finding.place.graph, finding.place.node) in settled)
    ]
