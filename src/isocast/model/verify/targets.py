"""Whether every operand that was expanded has exactly the shape its operator stretches it to: then nothing changed.

Two ways to show it. By names alone: the target is made of the shapes of the operator's own operands, and since
broadcasting is idempotent, whatever they are, nothing is added. By shapes: what is known of the explicit model's
values gives the operator's shape and the operand's, and they are one. What neither shows is left to the runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...opsets import OPERATORS
from ...shapes import Refusal, SymbolicShape, broadcast
from ..graphs import Graph, Model, Node
from ..infer import Inference, Values
from ..rules.rule import shown
from ..stated import Contradiction
from ..transfer.matrices import gemm_shape
from ..values import Value, read_integers
from .comparison import Comparison, ExpandedOperand
from .lifting import aligned, is_limited
from .pairing import LIFTS, Pair

_UNIDIRECTIONAL = {"Gemm": 2, "PRelu": 1}


@dataclass(frozen=True)
class _Operand:
    """What is known of an operand's shape in the original, with axes of size 1 put in, and when expanded."""

    raw: SymbolicShape | None
    lifted: SymbolicShape | None
    full: SymbolicShape | None


class _Shapes:
    """What is known of the operands of nodes that had one expanded, for each time they are met."""

    operators = frozenset((*OPERATORS, "MatMul", *LIFTS))

    def __init__(self, operands: Iterable[ExpandedOperand]) -> None:
        self._wanted = {(one.pair.explicit.path, one.node.number) for one in operands}
        self._inserted = {name for one in operands for node in one.way for name in node.outputs}
        self._sources: dict[str, tuple[str, Value | None, bool]] = {}  # what an inserted node was given
        self.seen: dict[tuple[Any, int], list[list[_Operand]]] = {}

    def node(self, graph: Graph, node: Node, inputs: Values, outputs: Sequence[Value]) -> None:
        """Remembers what an inserted node was given, and the operands of a node that is wanted."""
        del outputs
        if node.outputs and node.outputs[0] in self._inserted:
            self._sources[node.outputs[0]] = node.inputs[0], inputs[0], node.operator == "Expand"
        key = (graph.path, node.number)
        if key in self._wanted:
            operands = [self._operand(name, value) for name, value in zip(node.inputs, inputs, strict=True)]
            self.seen.setdefault(key, []).append(operands)

    def _operand(self, name: str, value: Value | None) -> _Operand:
        full = lifted = raw = None if value is None else value.shape
        while name in self._sources:
            name, source, is_expand = self._sources[name]
            raw = None if source is None else source.shape
            lifted = raw if is_expand else lifted
        return _Operand(raw, lifted, full)

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
            seen = [_unfolded(operands, times, comparison) for times in shapes.seen.get(key, [])]
            _judge(comparison, one, seen)
    return frozenset(settled)


def _judge(comparison: Comparison, one: ExpandedOperand, seen: list[list[_Operand]]) -> None:
    """Adds what is wrong or unproved about one operand."""
    node = one.node
    where = f"{one.before.place(one.pair.original)}  operand {one.place}"
    if node.domain or not _broadcasts(node, one.place):
        comparison.differences.append(f'{where}: "{one.old}" is expanded, and {node.operator} does not broadcast it')
        return
    if one.fold is None and _is_harmless_by_names(one):
        return
    problems = [problem for operands in seen if (problem := _problem(one, operands))]
    certain = [text for text, is_certain in problems if is_certain]
    if certain:
        comparison.differences.append(f'{where}: "{one.old}" {certain[0]}')
    elif problems or not seen:
        comparison.unproved.append(f'{where}: "{one.old}" is expanded to a shape that only the runs show to be right')


def _problem(one: ExpandedOperand, operands: list[_Operand]) -> tuple[str, bool] | None:
    """What is wrong with the shape of an operand, and whether that is certain; None if it is right."""
    own, expected = operands[one.place], _expected(one, [operand.lifted for operand in operands])
    if own.raw is None or own.lifted is None or own.full is None or expected is None:
        return "", False
    lifted = aligned(one.before, one.pair.original.opsets, one.place, own.raw, len(expected))
    if one.before.operator == "MatMul" and lifted != own.raw and not _is_squeezed(one, len(expected)):
        return f"is a vector and was made {shown(own.lifted)}, which the result shows", True
    is_one = all(size == 1 for size in own.raw)
    if lifted != own.lifted and not (is_one and all(size == 1 for size in own.lifted)):
        is_certain = lifted is not None and _are_numbers(lifted) and _are_numbers(own.lifted)
        return f"was made {shown(own.lifted)}, and {one.node.operator} takes it as {shown(lifted)}", is_certain
    if own.full != expected:
        text = f"is expanded to {shown(own.full)}, and {one.node.operator} stretches it to {shown(expected)}"
        return text, _are_numbers(own.full) and _are_numbers(expected)
    return None


def _is_squeezed(one: ExpandedOperand, rank: int) -> bool:
    """Whether the axis that a vector was given is taken from the result again."""
    squeeze = one.pair.squeezes.get(one.node.outputs[0])
    if squeeze is None:
        return False
    axes = squeeze.attributes.get("axes")
    if axes is None and len(squeeze.inputs) > 1:
        tensor = one.pair.new_tensor(squeeze.inputs[1])
        axes = None if tensor is None else list(read_integers(tensor) or ())
    return axes in ([one.place - 2], [rank + one.place - 2])


def _broadcasts(node: Node, place: int) -> bool:
    if node.operator == "MatMul":
        return True
    if node.operator in _UNIDIRECTIONAL:
        return place == _UNIDIRECTIONAL[node.operator]
    return node.operator in OPERATORS and node.operator != "Expand"


def _unfolded(operands: list[ExpandedOperand], known: list[_Operand], comparison: Comparison) -> list[_Operand]:
    """What is known of operands, those that are constants written in full as they were before."""
    found = list(known)
    for one in operands:
        tensor = None if one.fold is None else one.pair.old_tensor(one.old, comparison.original.proto.ir_version)
        if tensor is not None:
            full = known[one.place].full
            raw: SymbolicShape = tuple(tensor.dims)
            rank = None if full is None else len(full)
            found[one.place] = _Operand(raw, aligned(one.before, one.pair.original.opsets, one.place, raw, rank), full)
    return found


def _expected(one: ExpandedOperand, shapes: list[SymbolicShape | None]) -> SymbolicShape | None:
    """The shape that the operator stretches an operand to, from the shapes its operands have in the original."""
    node = one.node
    if node.operator == "Gemm":
        return gemm_shape(shapes[0], shapes[1], *(bool(node.attributes.get(name)) for name in ("transA", "transB")))
    if node.operator == "PRelu" or "broadcast" in one.before.attributes:
        return shapes[0]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
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
    return not is_other and not is_limited(one.before, one.pair.original.opsets)  # which aligns by `axis`


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
