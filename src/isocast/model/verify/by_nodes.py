"""A model run node by node: broadcasting by isocast, matrices multiplied one by one, all the rest by ONNX Runtime.

So a stretched and an expanded operand are treated alike: what differs then, differs in the model. Graphs, branches and
loops are walked by onnx's reference evaluator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
import onnx
from onnx import GraphProto, ModelProto, NodeProto, helper
from onnx.reference.op_run import OpRun

from ...opsets import OPERATORS
from ...reference import OPERATOR_CLASSES

_WALKED: Final = frozenset(("If", "Loop", "Scan", "Constant", "MatMul", "SequenceMap"))
"""What the reference evaluator does itself: it walks graphs, and NumPy multiplies one matrix after the other."""


def operator_classes(model: ModelProto) -> list[type[OpRun]]:
    """What to give the reference evaluator as `new_ops`."""
    functions = {(function.domain, function.name) for function in model.functions}
    names = {
        (node.domain, node.op_type)
        for node in _nodes([model.graph.node, *(function.node for function in model.functions)])
        if not any(attribute.ref_attr_name for attribute in node.attribute)
    }
    others = [
        (domain, name)
        for domain, name in sorted(names - functions)
        if name not in _WALKED and not ("Sequence" in name or "Optional" in name)
        if domain or name not in OPERATORS
    ]
    return [*OPERATOR_CLASSES, *(_operator_class(domain, name) for domain, name in others)]


def _nodes(rows: Iterable[Iterable[NodeProto]]) -> Iterator[NodeProto]:
    for nodes in rows:
        for node in nodes:
            yield node
            graphs: list[GraphProto] = [graph for a in node.attribute for graph in (a.g, *a.graphs)]
            yield from _nodes(graph.node for graph in graphs)


class RuntimeOperator(OpRun):
    """One node, computed by ONNX Runtime at the opsets of its model."""

    def __init__(self, onnx_node: NodeProto, run_params: dict[str, Any], schema: Any = None) -> None:
        super().__init__(onnx_node, run_params, schema)
        self._sessions: dict[tuple[Any, ...], Any] = {}

    def run(
        self, *args: Any, linked_attributes: Any = None, context: Any = None, bindings: Any = None
    ) -> tuple[Any, ...]:
        """The results; one that the node leaves out is None."""
        del linked_attributes, context, bindings
        operands = [None if value is None else np.asarray(value) for value in args]
        kinds = tuple(None if value is None else value.dtype for value in operands)
        if kinds not in self._sessions:
            self._sessions[kinds] = self._session(kinds)
        given = {f"i{place}": value for place, value in enumerate(operands) if value is not None}
        names = [f"o{place}" for place, name in enumerate(self.onnx_node.output) if name]
        found = dict(zip(names, self._sessions[kinds].run(names, given), strict=True))
        return tuple(found.get(f"o{place}") for place in range(len(self.onnx_node.output)))

    def _run(self, *args: Any, **_attributes: Any) -> tuple[Any, ...]:
        return self.run(*args)

    def _session(self, kinds: tuple[Any, ...]) -> Any:
        from .engines import runtime_session

        node = NodeProto()
        node.CopyFrom(self.onnx_node)
        del node.input[:], node.output[:]
        node.input.extend("" if kind is None else f"i{place}" for place, kind in enumerate(kinds))
        node.output.extend(f"o{place}" if name else "" for place, name in enumerate(self.onnx_node.output))
        inputs = [
            helper.make_tensor_value_info(f"i{place}", helper.np_dtype_to_tensor_dtype(kind), None)
            for place, kind in enumerate(kinds)
            if kind is not None
        ]
        outputs = [helper.make_empty_tensor_value_info(name) for name in node.output if name]
        opsets = [helper.make_opsetid(domain, number) for domain, number in self.run_params["opsets"].items()]
        graph = helper.make_graph([node], "node", inputs, outputs)
        model = helper.make_model(graph, opset_imports=opsets, ir_version=min(onnx.IR_VERSION, 10))
        return runtime_session(model.SerializeToString(), None)


def _operator_class(domain: str, name: str) -> type[OpRun]:
    body = {"__doc__": f"{name}, by ONNX Runtime.", "__module__": __name__, "op_domain": domain}
    return type(name, (RuntimeOperator,), body)
