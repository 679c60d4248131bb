"""What is known of every value of a model: one walk over all nodes, in their order.

Sources: what the model declares of its inputs and holds in its tensors; the transfer functions; onnx's own inference
for other operators; and where none of these knows, what the model states. What it states otherwise is compared.
An observer sees each node with its operands and results; the rules of `check` and the rewriter are observers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from onnx import AttributeProto, TensorProto, ValueInfoProto

from ..errors import ModelError
from ..sizes import Size
from .control import CONTROL
from .foreign import Foreign, RefusedError, usable_attributes
from .functions import bind_attributes
from .graphs import FunctionKey, Graph, Model, Node, called
from .stated import Contradiction, merge
from .structure import MOST_DEPTH
from .transfer import TRANSFER, Call
from .values import Pool, Value

Values = tuple[Value | None, ...]
_Calls = dict[tuple[FunctionKey, bytes, Values], tuple[tuple[Value, ...], int]]

_NEEDS_FLOATS = frozenset(("Resize", "Upsample", "Range"))  # their result's shape depends on a tensor of floats


class Observer(Protocol):
    """What wants to know. `operators` are those of ONNX's own domain it wants to see nodes of."""

    operators: frozenset[str]

    def node(self, graph: Graph, node: Node, inputs: Values, outputs: Sequence[Value]) -> None:
        """A node whose operands and results are known as far as they can be."""

    def contradiction(self, graph: Graph, node: Node | None, name: str, found: Contradiction) -> None:
        """What the model states of a value cannot be so, or only for some sizes."""

    def refused(self, graph: Graph, node: Node) -> None:
        """onnx's inference refuses the operands of a node."""


class Scope:
    """The values of a graph by name, and those of the graphs around it."""

    __slots__ = ("constants", "outer", "stated", "values")

    def __init__(self, outer: Scope | None = None) -> None:
        self.values: dict[str, Value] = {}
        self.constants: dict[str, TensorProto] = {}
        self.stated: dict[str, ValueInfoProto] = {}
        self.outer = outer

    def find(self, name: str) -> Value | None:
        """The value with a name, None if there is none."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.values.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None


class Inference:
    """The walk over one model."""

    def __init__(self, model: Model, observer: Observer, dims: Mapping[str, int] | None = None) -> None:
        self.model = model
        self.pool = Pool(dims)
        self.observer = observer
        self.is_muted = False
        self.trials = 0
        self.depth = 0
        self.caller = ""  # of the function being walked
        self._foreign = Foreign(self.pool)
        self._known: dict[object, tuple[Value, ...]] = {}
        self._calls: _Calls = {}
        self._tried_calls: _Calls = {}  # while nothing is reported; what is walked then is walked again

    def run(self) -> Scope:
        """Walks the model; functions that nothing calls are walked too, with inputs nothing is known of."""
        scope = self.graph_scope(self.model.graph, None, None)
        self.walk(self.model.graph, scope)
        for graph in self.model.training:
            self.walk(graph, self.graph_scope(graph, scope, None))
        reached = {key[0] for key in self._calls}
        for key, body in self.model.functions.items():
            if key not in reached:
                self._walk_function(body, {}, ())
        return scope

    def graph_scope(self, graph: Graph, outer: Scope | None, inputs: Sequence[Value] | None) -> Scope:
        """The scope a graph begins with: its tensors and inputs. Without `inputs` what it declares is what it gets."""
        scope, proto = Scope(outer), graph.proto
        has_constants = self.model.proto.ir_version < 4 or outer is not None
        declared = {info.name for info in proto.input}
        for tensor in proto.initializer:
            # Since IR version 4 an initializer that is also an input is a default, which a caller may replace.
            name = tensor.name
            is_constant = has_constants or name not in declared
            value = scope.values[name] = self.pool.initializer(tensor, keep_content=is_constant)
            if is_constant and value.element == TensorProto.FLOAT and len(value.shape or ()) < 2:
                scope.constants[name] = tensor
        for sparse in proto.sparse_initializer:
            scope.values[sparse.values.name] = self.pool.tensor(
                sparse.values.data_type, tuple(sparse.dims), kind="sparse"
            )
        for place, info in enumerate(proto.input):
            given = self.pool.input(info) if inputs is None else self._given(graph, info, inputs, place)
            default = scope.values.get(info.name)
            value = given if default is None else self._compared(graph, None, info, default)
            is_open = given.shape is None or not all(isinstance(size, int) for size in given.shape)
            scope.values[info.name] = given if is_open and not has_constants else value
        scope.stated = {info.name: info for info in [*proto.value_info, *proto.output]}
        return scope

    def _given(self, graph: Graph, info: ValueInfoProto, inputs: Sequence[Value], place: int) -> Value:
        value = inputs[place] if place < len(inputs) else self.pool.unknown
        return self._compared(graph, None, info, value)

    def walk(self, graph: Graph, scope: Scope) -> None:
        """Walks the nodes of a graph, putting what is known of their results into the scope."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            summary = f"{self.model.name}: functions and subgraphs are nested more than {MOST_DEPTH} deep"
            raise ModelError(summary=summary, code="IC907", help="export it with fewer nested calls")
        values, stated, find = scope.values, scope.stated, scope.find
        functions, observed = self.model.functions, self.observer.operators
        for node in graph.nodes:
            inputs = tuple([(values.get(name) or find(name)) if name else None for name in node.inputs])
            if node.subgraphs or (functions and called(node) in functions):
                results = self._enter(graph, node, inputs, scope)
            else:
                key = (node.operator, node.domain, node.key, len(node.outputs), inputs, id(graph.opsets))
                results = self._known.get(key) or self._infer(graph, node, inputs, scope, key)
            for name, value in zip(node.outputs, results, strict=False):
                info = stated.get(name)
                values[name] = value if info is None else self._compared(graph, node, info, value)
            if node.operator in observed and not node.domain and not self.is_muted:
                self.observer.node(graph, node, inputs, [values[name] for name in node.outputs if name])
        self.depth -= 1

    def _infer(self, graph: Graph, node: Node, inputs: Values, scope: Scope, key: object) -> tuple[Value, ...]:
        """What is known of the results, remembered for nodes of the same kind unless it is new each time."""
        unknown = (self.pool.unknown,) * len(node.outputs)
        if node.key and node.has_references:
            return unknown
        before = self.pool.unknowns
        results = self._transfer(graph, node, inputs)
        if results is None:
            results = self._ask(graph, node, inputs, scope)
            if results is None:
                return unknown
        if node.operator == "Constant":
            self._remember_floats(node, scope)
        elif self.pool.unknowns == before and node.operator not in _NEEDS_FLOATS:
            self._known[key] = results
        return results

    def _transfer(self, graph: Graph, node: Node, inputs: Values) -> tuple[Value, ...] | None:
        transfer = None if node.domain else TRANSFER.get(node.operator)
        if transfer is None or len(node.outputs) != 1:
            return None
        version = graph.opsets.get("", 1)
        found = transfer(Call(self.pool, node.operator, version, usable_attributes(node, version), inputs))
        return None if found is None else (found,)

    def _ask(self, graph: Graph, node: Node, inputs: Values, scope: Scope) -> tuple[Value, ...] | None:
        constants = {}
        if node.operator in _NEEDS_FLOATS:
            constants = {name: scope.constants[name] for name in node.inputs if name in scope.constants}
        try:
            return self._foreign.infer(node.proto, inputs, graph.opsets, constants)
        except RefusedError:
            if not self.is_muted:
                self.observer.refused(graph, node)
            return None

    def _remember_floats(self, node: Node, scope: Scope) -> None:
        value = node.attributes.get("value")
        if isinstance(value, TensorProto) and value.data_type == TensorProto.FLOAT and len(value.dims) < 2:
            scope.constants[node.outputs[0]] = value

    def _compared(self, graph: Graph, node: Node | None, info: ValueInfoProto, value: Value) -> Value:
        """The value, filled in with what the model states of it; the observer hears what does not fit."""
        merged, found = merge(self.pool, value, self.pool.stated(info.type))
        if found is not None and not self.is_muted:
            self.observer.contradiction(graph, node, info.name, found)
        return merged

    def _enter(self, graph: Graph, node: Node, inputs: Values, scope: Scope) -> tuple[Value, ...]:
        """The results of a node that holds graphs or calls a function."""
        if called(node) in self.model.functions:
            return self._call(graph, node, inputs)
        control = None if node.domain else CONTROL.get(node.operator)
        results = None
        if control is not None:
            results = control(self, graph, node, inputs, scope)
        else:
            for step, _ in node.subgraphs:
                inner = graph.subgraph(step)
                self.walk(inner, self.graph_scope(inner, scope, ()))
        unknown = (self.pool.unknown,) * len(node.outputs)
        return unknown if results is None else (*results, *unknown)[: len(node.outputs)]

    def _call(self, graph: Graph, node: Node, inputs: Values) -> tuple[Value, ...]:
        """The results of a function: its body is walked once for each kind of call.

        A size that the body makes is another one in each call.
        """
        name = called(node)
        key = (name, node.key, inputs)
        calls = self._tried_calls if self.is_muted else self._calls
        if key in calls:
            results, mark = calls[key]
            new: dict[Size, Size] = {}
            return tuple(self.pool.renewed(value, mark, new) for value in results)
        around, self.caller = self.caller, f"{graph.path} node {node.number}"
        mark = self.pool.unknowns
        results = self._walk_function(self.model.functions[name], {a.name: a for a in node.proto.attribute}, inputs)
        self.caller = around
        calls[key] = (results, mark)
        return results

    def _walk_function(self, body: Graph, given: Mapping[str, AttributeProto], inputs: Values) -> tuple[Value, ...]:
        bound = bind_attributes(body, given)
        scope = Scope()
        names: Sequence[str] = bound.proto.input
        for place, name in enumerate(names):
            value = inputs[place] if place < len(inputs) else None
            scope.values[name] = self.pool.unknown if value is None else value
        self.walk(bound, scope)
        return tuple(scope.find(name) or self.pool.unknown for name in bound.proto.output)
