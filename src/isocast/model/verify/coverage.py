"""Which subgraphs ran: a copy of the original that counts, for every branch and body, how often it was entered.

Each subgraph hands out a 1 and the counts of those inside it. An If gives zeros for the branch it does not take; a Loop
or a Scan stacks what its body hands out, and the sum is taken. Subgraphs of functions are not counted, nor those of
other operators, and what is not counted is not covered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper

from ..graphs import Graph, Model
from ..verdicts import Coverage

_PREFIX: Final = "isocast_entered_"
_SCAN_SINCE: Final = 9  # before, Scan had a batch axis


class Probe:
    """The copy, and which of its outputs counts which subgraph."""

    def __init__(self, model: Model) -> None:
        self.paths = [str(graph.path) for graph in model.graphs() if graph.path.steps and graph.path.steps[0].operator]
        self.model: ModelProto | None = None
        self._outputs: dict[str, str] = {}  # path by output
        self._number = 0
        self._opset = model.graph.opsets.get("", 1)
        if any(graph.path.steps for graph in model.graph.walk()):
            self.model = ModelProto()
            self.model.CopyFrom(model.proto)
            del self.model.graph.output[:]
            for name, path in self._instrument(model.graph, self.model.graph):
                self._outputs[name] = path
                self.model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.INT64, None))
            if not self._outputs:
                self.model = None

    def coverage(self, counts: Mapping[str, int]) -> Coverage:
        """What the counts of all runs together show."""
        reached = {path for name, path in self._outputs.items() if counts.get(name, 0) > 0}
        missed = tuple(path for path in self.paths if path not in reached)
        return Coverage(len(self.paths), len(self.paths) - len(missed), missed)

    def _fresh(self) -> str:
        self._number += 1
        return f"{_PREFIX}{self._number}"

    def _instrument(self, graph: Graph, copy: GraphProto) -> list[tuple[str, str]]:
        """Makes a graph count; returns the values that hold the counts of its subgraphs, and their paths."""
        found: list[tuple[str, str]] = []
        protos = list(copy.node)
        del copy.node[:]
        for node, proto in zip(graph.nodes, protos, strict=True):
            extra: list[NodeProto] = []
            if not node.domain and node.operator == "If":
                found += self._branches(graph, node.number, proto)
            elif not node.domain and (
                node.operator == "Loop" or (node.operator == "Scan" and self._opset >= _SCAN_SINCE)
            ):
                found += self._body(graph, node.number, proto, extra)
            copy.node.append(proto)
            copy.node.extend(extra)
        return found

    def _entered(self, graph: Graph, copy: GraphProto) -> list[tuple[str, str]]:
        """Makes a subgraph count itself and those inside it."""
        inner = self._instrument(graph, copy)
        own = self._fresh()
        copy.node.append(_constant(own, 1))
        return [(own, str(graph.path)), *inner]

    def _branches(self, graph: Graph, number: int, proto: NodeProto) -> Iterator[tuple[str, str]]:
        copies = {attribute.name: attribute.g for attribute in proto.attribute if attribute.HasField("g")}
        counted = {name: self._entered(graph.subgraphs[number, name], copy) for name, copy in copies.items()}
        for name, counts in counted.items():
            for value, path in counts:
                for other, copy in copies.items():
                    here = value
                    if other != name:
                        here = self._fresh()
                        copy.node.append(_constant(here, 0))
                    copy.output.append(helper.make_tensor_value_info(here, TensorProto.INT64, []))
                outside = self._fresh()
                proto.output.append(outside)
                yield outside, path

    def _body(self, graph: Graph, number: int, proto: NodeProto, extra: list[NodeProto]) -> Iterator[tuple[str, str]]:
        copy = next(attribute.g for attribute in proto.attribute if attribute.name == "body")
        declared = len(copy.output) - (proto.op_type == "Loop")
        while len(proto.output) < declared:  # outputs left out at the end: ours come after them
            proto.output.append(self._fresh())
        for value, path in self._entered(graph.subgraphs[number, "body"], copy):
            copy.output.append(helper.make_tensor_value_info(value, TensorProto.INT64, []))
            stacked, outside = self._fresh(), self._fresh()
            proto.output.append(stacked)
            extra.append(helper.make_node("ReduceSum", [stacked], [outside], keepdims=0))
            yield outside, path
        _extend_directions(proto, copy)


def _constant(name: str, value: int) -> NodeProto:
    tensor = helper.make_tensor(name, TensorProto.INT64, [], [value])
    return helper.make_node("Constant", [], [name], value=tensor)


def _extend_directions(proto: NodeProto, body: GraphProto) -> None:
    """A Scan that says where to put its scan outputs has to say so of ours too."""
    if proto.op_type != "Scan":
        return
    for attribute in proto.attribute:
        if attribute.name in ("scan_output_axes", "scan_output_directions"):
            inputs = next(a.i for a in proto.attribute if a.name == "num_scan_inputs")
            states = len(proto.input) - inputs
            missing = len(body.output) - states - len(attribute.ints)
            attribute.ints.extend([0] * missing)
