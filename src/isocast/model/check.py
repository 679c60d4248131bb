"""`check`: what in a model is implicit, undecided or wrong about its shapes and types, as a list of findings."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, get_args

import onnx
from onnx import AttributeProto

from ..errors import ArgumentError
from ..opsets import NEWEST, lookup
from ..opsets.signature import Signature, read
from ..shapes import Profile
from .findings import Finding, GraphPath, Operand, Place, Report
from .foreign import usable_attributes
from .graphs import Graph, Model, Node
from .infer import Inference, Values
from .joins import Joins
from .load import Source, load
from .rules import JUDGED, RULES, Situation, Verdict, judge
from .rules.rule import Remark
from .rules.statements import contradiction
from .stated import Contradiction
from .values import Value, element_name, shape_sizes

_NO_REMARK = Remark()
_IMPLICIT = frozenset(("IC101", "IC102", "IC103", "IC301", "IC303"))
_Judged = tuple[str, Finding, tuple[Operand, ...]]  # the operand concerned, the finding, all operands


def check(
    model: Source | Model,
    *,
    profile: Profile = "onnx",
    dims: Mapping[str, int] | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    name: str | None = None,
) -> Report:
    """The findings on a model: a path, bytes, a ModelProto, or a model already loaded.

    `dims` gives symbolic sizes a value; `select` and `ignore` take codes or their beginnings. The model is not changed.

    >>> from onnx.parser import parse_model
    >>> text = '<ir_version: 9, opset_import: ["": 18]> m (float[2,3] x, float[3] b) => (float[] y) { y = Add(x, b) }'
    >>> [(finding.code, finding.message) for finding in check(parse_model(text)).findings]
    [('IC101', 'Add broadcasts B implicitly')]

    Clauses: R1, R2, R3, R4, E1, strict-explicit
    """
    if profile not in get_args(Profile):
        raise ArgumentError(
            summary=f"there is no profile {profile!r}", code="IC910", help="it is onnx or sonnx", argument="profile"
        )
    wanted, unwanted = checked_codes(select), checked_codes(ignore)
    given = checked_dims(dims or {})
    with collector_at_rest():
        loaded = model if isinstance(model, Model) else load(model, name)
        checker = _Checker(loaded, profile, given)
        checker.run()
    graphs = list(loaded.graphs())
    nodes = sum(len(graph.nodes) for graph in graphs)
    found = Report(loaded.name, profile, dict(given), nodes, len(graphs), tuple(checker.findings))
    return replace(found, findings=found.selected(wanted, unwanted))


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """No garbage collection meanwhile: a walk makes an object for every node and no garbage, and looking for some
    over and over would take longer the larger the model is."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def checked_codes(given: Iterable[str]) -> tuple[str, ...]:
    """The codes, each the beginning of a rule's; refuses those that are not."""
    codes = tuple(given)
    for code in codes:
        if not code or not any(known.startswith(code) for known in RULES):
            raise ArgumentError(
                summary=f"there is no rule {code or 'without a code'}",
                code="IC910",
                help="`isocast rules` lists all of them; IC1 stands for all that begin with it",
                argument="select",
            )
    return codes


def checked_dims(dims: Mapping[str, int]) -> Mapping[str, int]:
    """The sizes; refuses values that no size has."""
    for name, value in dims.items():
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
            raise ArgumentError(
                summary=f"size {name} cannot be {value!r}", code="IC910", help="a size is 0 or more", argument="dims"
            )
    return dims


class _Checker:
    """The observer that judges nodes and gathers findings."""

    operators = JUDGED

    def __init__(self, model: Model, profile: Profile, dims: Mapping[str, int]) -> None:
        self.findings: list[Finding] = []
        self._model = model
        self._profile = profile
        self._dims = dims
        self._inference = Inference(model, self, dims)
        self._pool = self._inference.pool
        self._verdicts: dict[object, list[_Judged]] = {}
        self._signatures: dict[tuple[str, int], Signature | None] = {}
        self._stated: dict[GraphPath, frozenset[str]] = {}
        self._joins = Joins(model)

    def run(self) -> None:
        """Judges the whole model."""
        self._look_at_declarations()
        self._inference.run()
        unknown = sorted(set(self._dims) - self._pool.names)
        if unknown:
            names = ", ".join(sorted(self._pool.names)) or "none"
            raise ArgumentError(
                summary=f"{self._model.name} has no size {unknown[0]}",
                code="IC910",
                help=f"its symbolic sizes are: {names}",
                argument="dims",
            )

    def node(self, graph: Graph, node: Node, inputs: Values, outputs: Sequence[Value]) -> None:
        """Judges a node; nodes of one kind have been judged already."""
        if node.operator == "Expand":
            self._joins.note(graph, node, inputs[0].shape if inputs and inputs[0] is not None else None)
        key = (node.operator, node.key, inputs, id(graph.opsets))
        verdicts = self._verdicts.get(key)
        if verdicts is None:
            verdicts = self._verdicts[key] = self._judge(graph, node, inputs)
        for argument, finding, operands in verdicts:
            if finding.code in _IMPLICIT and self._joins.is_explicit(graph, node, node.attributes):
                continue  # whatever the shapes are, they are the same
            named = tuple([Operand(one[0], name, *one[2:]) for one, name in zip(operands, node.inputs, strict=False)])
            code, severity, message, _, clause, help_, _, result, condition = finding
            place = self._place(graph, node, argument)
            self.findings.append(Finding(code, severity, message, place, clause, help_, named, result, condition))
        if self._profile == "sonnx":
            self._look_at_statements(graph, node)

    def contradiction(self, graph: Graph, node: Node | None, name: str, found: Contradiction) -> None:
        """Reports a statement that does not fit."""
        place = Place(graph.path, value=name) if node is None else self._place(graph, node)._replace(value=name)
        self._add(contradiction(name, found), place)

    def refused(self, graph: Graph, node: Node) -> None:
        """Reports a node whose operands onnx refuses, unless the rules for broadcasting say more about it."""
        if node.operator in JUDGED - {"MatMul"} and not node.domain:
            return
        message = f"{node.operator} does not take operands of these types and shapes"
        help_ = "`onnx.checker.check_model(model, full_check=True)` says what onnx objects to"
        self._add(Verdict("IC108", message, help_, "schema-types"), self._place(graph, node))

    def _judge(self, graph: Graph, node: Node, inputs: Values) -> list[_Judged]:
        """What is to be said of nodes of this kind, as findings without a place."""
        opset = graph.opsets.get("", 1)
        signature = self._signature(node.operator, opset)
        if signature is None:
            message = f"{node.operator} does not exist at opset {opset}"
            verdicts = [Verdict("IC402", message, "correct the opset of the model", "schema-types")]
            return [("", finding, ()) for one in verdicts if (finding := self._finding(one)) is not None]
        usable = usable_attributes(node, min(opset, NEWEST))
        wrong = frozenset(attribute.name for attribute in node.proto.attribute if attribute.name not in usable)
        situation = Situation(self._pool, self._profile, opset, signature, usable, inputs, wrong)
        return [
            (verdict.argument, finding, self._operands(situation, verdict))
            for verdict in judge(situation)
            if (finding := self._finding(verdict)) is not None
        ]

    def _signature(self, operator: str, opset: int) -> Signature | None:
        key = (operator, min(opset, NEWEST))
        if key not in self._signatures:
            self._signatures[key] = _find_signature(*key)
        return self._signatures[key]

    def _operands(self, situation: Situation, verdict: Verdict) -> tuple[Operand, ...]:
        remarks = verdict.remarks or {}
        operands = []
        for place, value in enumerate(situation.operands):
            known = self._pool.unknown if value is None else value
            remark = remarks.get(place, _NO_REMARK)
            type_ = element_name(known.element)
            label = situation.label(place)
            operands.append(
                Operand(label, "", type_, shape_sizes(known.shape), remark.note, remark.elements, remark.bytes)
            )
        return tuple(operands)

    def _place(self, graph: Graph, node: Node, argument: str = "") -> Place:
        return node.place(graph, argument, self._inference.caller if graph.path.function else "")

    def _finding(self, verdict: Verdict) -> Finding | None:
        """The verdict as a finding of this model, its place still open; None if the profile does not report it."""
        severity = RULES[verdict.code].weight(self._profile)
        if severity is None:
            return None
        help_ = verdict.help.replace("{model}", self._model.name)
        nowhere = Place(GraphPath())
        return Finding(
            verdict.code,
            severity,
            verdict.message,
            nowhere,
            verdict.clause,
            help_,
            result=verdict.result,
            condition=verdict.condition,
        )

    def _add(self, verdict: Verdict, place: Place) -> None:
        finding = self._finding(verdict)
        if finding is not None:
            self.findings.append(finding._replace(place=place))

    def _look_at_declarations(self) -> None:
        """Reports opsets that are not known, sizes that are no sizes and, in the strict profile, sparse tensors."""
        opset, version = self._model.graph.opsets.get("", 1), self._model.proto.ir_version
        news = [f"opset {opset} is not known here: operators are judged as of opset {NEWEST}"] * (opset > NEWEST)
        news += [f"IR version {version} is not known here: what came with it is not seen"] * (version > onnx.IR_VERSION)
        for message in news:
            self._add(Verdict("IC402", message, "install a newer onnx", "schema-types"), Place(GraphPath()))
        for graph in self._model.graphs():
            self._look_at_sizes(graph)
            if self._profile == "sonnx":
                self._look_for_sparse(graph)
                self._stated[graph.path] = _stated_names(graph) | self._around(graph.path)

    def _look_at_sizes(self, graph: Graph) -> None:
        proto: Any = graph.proto
        infos = [*getattr(proto, "value_info", ()), *(() if graph.is_function else (*proto.input, *proto.output))]
        seen: dict[str, int] = {}
        for info in infos:
            stated = self._pool.stated(info.type)
            if stated.has_negative:
                message = f'"{info.name}" has a negative size, which is taken to be unknown'
                help_ = "leave the size out, or give it a name"
                self._add(Verdict("IC306", message, help_, "condition2"), Place(graph.path, value=info.name))
            for name in stated.placeholders:
                seen[name] = seen.get(name, 0) + 1
        for name, count in seen.items():
            if count > 1:
                message = f'"{name}" stands for {count} sizes, which are taken to be unknown and not equal'
                help_ = "leave the sizes out, or give those that are equal a name"
                self._add(Verdict("IC306", message, help_, "condition2"), Place(graph.path))

    def _look_for_sparse(self, graph: Graph) -> None:
        proto: Any = graph.proto
        names = [] if graph.is_function else [sparse.values.name for sparse in proto.sparse_initializer]
        if not graph.is_function:
            names += [info.name for info in proto.input if info.type.HasField("sparse_tensor_type")]
        for node in graph.nodes:
            if any(a.type == AttributeProto.SPARSE_TENSOR for a in node.proto.attribute):
                names.append(node.outputs[0] if node.outputs else "")
        for name in names:
            message = f'"{name}" is a sparse tensor'
            self._add(Verdict("IC203", message, "make it dense", "R1"), Place(graph.path, value=name))

    def _look_at_statements(self, graph: Graph, node: Node) -> None:
        """Reports operands and results whose type the model does not state."""
        known = self._stated.get(graph.path, frozenset())
        missing = [name for name in dict.fromkeys((*node.inputs, *node.outputs)) if name and name not in known]
        if missing:
            names = ", ".join(f'"{name}"' for name in missing)
            verdict = Verdict("IC205", f"the type of {names} is not stated", "write it into value_info", "R3")
            self._add(verdict, self._place(graph, node))

    def _around(self, path: GraphPath) -> frozenset[str]:
        return self._stated.get(GraphPath(path.function, path.steps[:-1]), frozenset()) if path.steps else frozenset()


def _stated_names(graph: Graph) -> frozenset[str]:
    """The names of values whose type can be read off the model: stated, or held in it."""
    proto: Any = graph.proto
    names = {info.name for info in getattr(proto, "value_info", ()) if info.type.WhichOneof("value")}
    names |= {node.outputs[0] for node in graph.nodes if node.operator == "Constant" and node.outputs}
    if graph.is_function:
        return frozenset(names.union(proto.input))
    names |= {info.name for info in (*proto.input, *proto.output) if info.type.WhichOneof("value")}
    names |= {tensor.name for tensor in proto.initializer}
    return frozenset(names.union(sparse.values.name for sparse in proto.sparse_initializer))


def _find_signature(operator: str, opset: int) -> Signature | None:
    if operator == "MatMul":
        return read(onnx.defs.get_schema("MatMul", opset, "")) if opset >= 1 else None
    try:
        return lookup(operator, opset)
    except ArgumentError:
        return None
