"""From a model to a graph that runs: opsets resolved, attributes read, kernels chosen, order checked, once.

A node that cannot be run is noted, and planning goes on, so that the refusal names every such node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import onnx
from onnx import FunctionProto, GraphProto, NodeProto, OperatorSetIdProto, ValueInfoProto

from ..errors import IsocastError, ModelError
from ..opsets import OPERATORS, Signature, bind, check_attributes, check_number, check_opset, check_types
from . import control, plumbing
from .files import to_array, type_of
from .graph import LEFT_OUT, Array, Call, Graph, Monitor, Step, Value, located, with_releases
from .nodes import ONNX_DOMAINS, Place, attributes_of, resolved, signature_of
from .scope import Scope

_MOST_LISTED: Final = 20  # nodes in a refusal


@dataclass(frozen=True)
class _Site:
    """One node where it stands."""

    node: NodeProto
    label: str
    scope: Scope
    place: Place


Planned = tuple[Call, list[int]] | None
"""What a node computes and the slots it reads; None if its result is known already."""


def plan(model: onnx.ModelProto, folder: Path | None = None) -> Graph:
    """The model's main graph, or an error that names each node that cannot be run, and why."""
    planner, place = _Planner(model, folder), Place(_opsets(model.opset_import))
    if any(node.domain in ONNX_DOMAINS for node in model.graph.node):
        check_opset(place.opset)  # once, not for each node
    graph = planner.graph(model.graph, place)
    if planner.problems:
        raise _refusal(planner.problems)
    return graph


class _Planner:
    def __init__(self, model: onnx.ModelProto, folder: Path | None) -> None:
        self.problems: list[IsocastError] = []
        self._folder = folder
        self._functions = {(f.domain, f.name, f.overload): f for f in model.functions}

    def graph(self, proto: GraphProto, place: Place, parent: Scope | None = None) -> Graph:
        """A graph of the model, or a branch or body of one of its nodes."""
        scope = Scope(proto.node, parent)
        inputs = [self._attempt(place.prefix, _define_input, value, scope) for value in proto.input]
        for tensor in proto.initializer:
            self._attempt(place.prefix, self._define_initializer, tensor, scope)
        if proto.sparse_initializer:
            summary = f'{place.prefix}initializer "{proto.sparse_initializer[0].values.name}" is sparse'
            self.problems.append(ModelError(summary=summary, code="R1", rule="R1, no sparse tensor"))
        return self._finish(scope, place, inputs, proto.node, [value.name for value in proto.output])

    def _finish(
        self, scope: Scope, place: Place, inputs: list[int], nodes: Iterable[NodeProto], outputs: list[str]
    ) -> Graph:
        sites = [_Site(node, place.label(node, number), scope, place) for number, node in enumerate(nodes)]
        steps = [step for site in sites if (step := self._step(site))]
        results = [self._attempt(f"{place.prefix}output {name!r}: ", scope.read, name) for name in outputs]
        return Graph(
            slots=scope.size,
            constants=tuple(scope.constants),
            inputs=tuple(inputs),
            captured=tuple(scope.captured),
            captures=tuple(scope.captures),
            steps=with_releases(steps, frozenset((LEFT_OUT, *results))),
            outputs=tuple(results),
        )

    def _attempt(self, prefix: str, action: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return action(*arguments)
        except IsocastError as error:
            self.problems.append(located(error, prefix))
            return LEFT_OUT

    def _define_initializer(self, tensor: onnx.TensorProto, scope: Scope) -> None:
        slot = scope.define_initializer(tensor.name)
        scope.constants.append((slot, to_array(tensor, f'initializer "{tensor.name}"', self._folder)))

    def _step(self, site: _Site) -> Step | None:
        try:
            planned = self._planned(site)
            if planned is None:
                return None
            call, operands = planned
            return Step(site.label, call, tuple(operands), tuple(site.scope.define(name) for name in site.node.output))
        except IsocastError as error:
            self.problems.append(located(error, f"{site.label}: "))
            with suppress(IsocastError):  # so that the nodes that read its results are judged by themselves
                [site.scope.define(name) for name in site.node.output]
            return None

    def _planned(self, site: _Site) -> Planned:
        node, place = site.node, site.place
        slots = [site.scope.read(name) for name in node.input]
        function = self._functions.get((node.domain, node.op_type, node.overload))
        if function is not None:
            return self._function(function, site), slots
        signature = signature_of(node, place)
        given = attributes_of(node, signature, place.bindings)
        check_number(signature, [name or None for name in node.input])
        if len(node.output) > signature.most_results:
            summary = f"{signature} has {signature.most_results} result, not {len(node.output)}"
            raise ModelError(summary=summary, code="IC404")
        if signature.name in OPERATORS:
            run = bind(signature.name, place.opset, given).run
            return lambda values, _monitor: (run(values),), slots
        return self._plumbing(site, signature, check_attributes(signature, given), slots)

    def _plumbing(self, site: _Site, signature: Signature, attributes: dict[str, Any], slots: list[int]) -> Planned:
        if signature.name == "If":
            return self._if(site, signature, attributes, slots)
        if signature.name == "Loop":
            return self._loop(site, signature, attributes["body"], slots)
        if signature.name == "Constant":
            value = plumbing.constant(signature, attributes, self._folder)
            site.scope.constants += [(site.scope.define(name), value) for name in site.node.output]
            return None
        return _computed(_type_checked(signature, plumbing.make(signature, attributes, self._folder))), slots

    def _if(self, site: _Site, signature: Signature, attributes: dict[str, Any], slots: list[int]) -> Planned:
        names = ("then_branch", "else_branch")
        then, other = (self.graph(attributes[name], site.place.inside(site.label, name), site.scope) for name in names)
        for name, graph in zip(names, (then, other), strict=True):
            _check_results(f"the {name} of If", len(graph.outputs), len(site.node.output))
        call = _operands_checked(signature, 1, control.branch(then, other))
        return call, [*slots, *then.captures, *other.captures]

    def _loop(self, site: _Site, signature: Signature, body: GraphProto, slots: list[int]) -> Planned:
        slots = [*slots, *[LEFT_OUT] * (2 - len(slots))]
        carried = len(slots) - 2
        if slots[:2] == [LEFT_OUT, LEFT_OUT]:
            raise ModelError(summary="Loop has neither a trip count nor a condition, and would never end", code="IC406")
        graph = self.graph(body, site.place.inside(site.label, "body"), site.scope)
        if len(graph.inputs) != 2 + carried:
            summary = f"the body of Loop takes {len(graph.inputs)} values, and the node gives {2 + carried}"
            raise ModelError(summary=summary, code="IC404")
        _check_results("the body of Loop", len(graph.outputs) - 1, max(len(site.node.output), carried))
        call = control.loop(site.label, graph, carried, body.output)
        return _operands_checked(signature, 2 + carried, call), [*slots, *graph.captures]

    def _function(self, function: FunctionProto, site: _Site) -> Call:
        node, place = site.node, site.place
        given = {attribute.name: attribute for attribute in resolved(node.attribute, place.bindings)}
        defaults = {attribute.name: attribute for attribute in function.attribute_proto}
        unknown = [name for name in given if name not in defaults and name not in function.attribute]
        if unknown:
            raise ModelError(summary=f"function {function.name} has no attribute {unknown[0]}", code="IC403")
        if len(node.input) > len(function.input) or len(node.output) > len(function.output):
            most = f"{len(function.input)} operands and {len(function.output)} results"
            found = f"{len(node.input)} and {len(node.output)}"
            raise ModelError(summary=f"function {function.name} has {most}, not {found}", code="IC404")
        key = (function.domain, function.name, function.overload)
        inner = place.called(key, site.label, _opsets(function.opset_import), defaults | given)
        scope = Scope(function.node)
        inputs = [scope.define(name) for name in function.input]
        graph = self._finish(scope, inner, inputs, function.node, list(function.output))
        left_out = [None] * (len(function.input) - len(node.input))
        return lambda values, _monitor: graph.run([*values, *left_out])


def _opsets(imports: Iterable[OperatorSetIdProto]) -> dict[str, int]:
    return {entry.domain: entry.version for entry in imports}


def _define_input(value: ValueInfoProto, scope: Scope) -> int:
    slot = scope.define(value.name)
    kind = value.type.WhichOneof("value")
    if kind not in {None, "tensor_type"}:
        what = str(kind).removesuffix("_type").replace("_", " ")
        raise ModelError(summary=f'input "{value.name}" is of kind {what}, not a tensor', code="IC406")
    if kind == "tensor_type" and value.type.tensor_type.elem_type:
        type_of(value.type.tensor_type.elem_type, f'input "{value.name}"')
    return slot


def _computed(compute: Callable[..., Array]) -> Call:
    return lambda values, _monitor: (compute(*values),)


def _type_checked(signature: Signature, compute: Callable[..., Array]) -> Callable[..., Array]:
    def checked(*operands: Array | None) -> Array:
        check_types(signature, operands)
        return compute(*operands)

    return checked


def _operands_checked(signature: Signature, number: int, call: Call) -> Call:
    """The call, after a check of its first operands; those after them are what its graphs capture."""

    def checked(values: Sequence[Value], monitor: Monitor | None) -> Sequence[Value]:
        check_types(signature, values[:number])
        return call(values, monitor)

    return checked


def _check_results(what: str, made: int, wanted: int) -> None:
    if made < wanted:
        raise ModelError(summary=f"{what} makes {made} values, {wanted} are wanted", code="IC404")


def _refusal(problems: Sequence[IsocastError]) -> IsocastError:
    """The first problem as it is, or one error that lists them all."""
    first, rows = problems[0], tuple(problem.summary for problem in problems)
    if len(rows) == 1:
        return first
    more = [f"and {len(rows) - _MOST_LISTED} more"] if len(rows) > _MOST_LISTED else []
    return ModelError(
        summary=f"{first.summary}; {len(rows)} problems in all",
        code=first.code,
        picture="\n".join([*rows[:_MOST_LISTED], *more]),
        rule=first.rule,
        help=first.help,
        problems=rows,
    )
