"""The explicit model with what was inserted taken out again, against the original: what differs, a line for each.

Independent of the rewriter: nothing it says about its changes is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import numpy as np
from onnx import ModelProto, TensorProto, ValueInfoProto

from ..graphs import Graph, Model, Node, function_name, opset_versions
from .lifting import aligned, allowed_to_go, changed_meaning, is_lifted, is_limited
from .messages import Folders, differing_fields, same, same_tensor, same_type
from .pairing import ARITHMETIC, LIFTS, Pair
from .tensors import array_of

MOST_LISTED: Final = 50
_MODEL_PARTS: Final = ("graph", "functions", "opset_import", "training_info", "ir_version")
_GRAPH_PARTS: Final = ("node", "initializer", "input", "output", "value_info")
_FUNCTION_PARTS: Final = ("node", "value_info", "opset_import")
_NODE_PARTS: Final = ("input", "output", "attribute")


@dataclass(frozen=True)
class ExpandedOperand:
    """An operand of a node that is another value in the explicit model. `fold` is the constant in its place."""

    pair: Pair
    before: Node  # of the original
    node: Node  # of the explicit model
    place: int
    old: str  # the value in the original
    way: tuple[Node, ...]  # inserted nodes between, the last one first
    fold: TensorProto | None = None

    @property
    def is_lifted(self) -> bool:
        """Whether it may have got axes of size 1 besides being expanded."""
        return self.fold is not None or any(node.operator in LIFTS for node in self.way)


@dataclass(eq=False)
class Comparison:
    """Two models and what differs between them."""

    original: Model
    explicit: Model
    folders: Folders
    dims: Mapping[str, int]
    differences: list[str] = field(default_factory=list)
    unproved: list[str] = field(default_factory=list)
    operands: list[ExpandedOperand] = field(default_factory=list)
    inserted: int = 0
    _names: dict[str, set[str]] = field(default_factory=dict)

    def run(self) -> None:
        """Compares everything: the header, every graph, the functions, what is there for training."""
        a, b = self.original.proto, self.explicit.proto
        for name in differing_fields(a, b, self.folders, _MODEL_PARTS):
            self._differ(f"the model's {name} is not the original's")
        self._compare_versions(a, b)
        main = Pair(self.original.graph, self.explicit.graph)
        self._compare_graphs(main)
        if len(self.original.training) != len(self.explicit.training):
            self._differ("the graphs for training are not the original's")
        for one, other in zip(self.original.training, self.explicit.training, strict=False):
            self._compare_graphs(Pair(one, other, main))
        for info_a, info_b in zip(a.training_info, b.training_info, strict=False):
            if any(differing_fields(info_a, info_b, self.folders, ("initialization", "algorithm"))):
                self._differ("what binds the graphs for training is not the original's")
        self._compare_functions()

    def _differ(self, text: str) -> None:
        self.differences.append(text)

    def _compare_versions(self, a: ModelProto, b: ModelProto) -> None:
        before, after = opset_versions(a), opset_versions(b)
        if b.ir_version != a.ir_version and not (is_lifted(before, after) and b.ir_version > a.ir_version):
            self._differ(f"the IR version is {b.ir_version}, the original's {a.ir_version}")
        self._compare_opsets("the model", before, after)

    def _compare_opsets(self, where: str, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        for domain in sorted(before.keys() | after.keys()):
            old, new = before.get(domain), after.get(domain)
            if old != new and not (domain == "" and is_lifted(before, after)):
                name = f"operator set {domain!r}" if domain else "ONNX's operator set"
                self._differ(f"{where} asks for version {new} of {name}, the original for {old}")

    def _compare_functions(self) -> None:
        before, after = self.original.functions, self.explicit.functions
        for key in [*before, *(key for key in after if key not in before)]:
            name = function_name(key)
            if key not in after or key not in before:
                whose = "is missing" if key in before else "is not the original's"
                self._differ(f"function {name} {whose}")
                continue
            a, b = before[key], after[key]
            for part in differing_fields(a.proto, b.proto, self.folders, _FUNCTION_PARTS):
                self._differ(f"function {name}: its {part} is not the original's")
            self._compare_opsets(f"function {name}", opset_versions(a.proto), opset_versions(b.proto))
            self._compare_graphs(Pair(a, b))

    def _compare_graphs(self, pair: Pair) -> None:
        self.inserted += len(pair.inserted)
        if pair.original.is_function != pair.explicit.is_function:
            self._differ(f"{pair.original.path}: a graph and a function in one place")
            return
        if not pair.original.is_function:
            self._compare_parts(pair)
            self._compare_initializers(pair)
        self._compare_statements(pair)
        self._check_inserted(pair)
        for a, b in self._paired_nodes(pair):
            self._compare_nodes(pair, a, b)
        lifted = (
            {one.node.outputs[0] for one in self.operands if one.pair is pair and one.is_lifted}
            if pair.squeezes
            else ()
        )
        for name, squeeze in pair.squeezes.items():
            if name not in lifted:
                self._differ(f"{squeeze.place(pair.explicit)} takes an axis from a result that got none")

    def _compare_parts(self, pair: Pair) -> None:
        a, b = pair.original.proto, pair.explicit.proto
        for name in differing_fields(a, b, self.folders, _GRAPH_PARTS):
            self._differ(f"{pair.original.path}: its {name} is not the original's")
        for kind in ("input", "output"):
            self._compare_ports(pair, kind, getattr(a, kind), getattr(b, kind))

    def _compare_ports(
        self, pair: Pair, kind: str, before: Sequence[ValueInfoProto], after: Sequence[ValueInfoProto]
    ) -> None:
        names, others = [info.name for info in before], [info.name for info in after]
        if names != others:
            self._differ(f"{pair.original.path}: its {kind}s are {', '.join(others)}, not {', '.join(names)}")
            return
        for a, b in zip(before, after, strict=True):
            if not self._same_info(a, b):
                self._differ(f'{pair.original.path}: {kind} "{a.name}" is not declared as in the original')

    def _same_info(self, a: ValueInfoProto, b: ValueInfoProto) -> bool:
        if any(differing_fields(a, b, self.folders, ("type",))):
            return False
        return same_type(a.type, b.type, self.dims, a.name)

    def _compare_statements(self, pair: Pair) -> None:
        """The types that the graphs state of values: the original's, and of inserted values any."""
        before = {info.name: info for info in pair.original.proto.value_info}
        after = {info.name: info for info in pair.explicit.proto.value_info}
        for name, info in before.items():
            if name not in after:
                self._differ(f'{pair.original.path}: what was stated of "{name}" is gone')
            elif not self._same_info(info, after[name]):
                self._differ(f'{pair.original.path}: what is stated of "{name}" is not what the original states')
        for name in after:
            if name not in before and name not in pair.made and name not in pair.tensors:
                self._differ(f'{pair.original.path}: something is stated of "{name}", the original states nothing')

    def _compare_initializers(self, pair: Pair) -> None:
        before = {tensor.name: tensor for tensor in pair.original.proto.initializer}
        after = {tensor.name: tensor for tensor in pair.explicit.proto.initializer}
        used: set[str] | None = None
        for name, tensor in before.items():
            if name in after:
                if not same_tensor(tensor, after[name], self.folders):
                    self._differ(f'{pair.original.path}: initializer "{name}" is not the original\'s')
                continue
            used = set(_names_read(pair.original)) if used is None else used
            if name not in used:  # one that is read was folded wherever it is read: nothing in the explicit model can
                self._differ(f'{pair.original.path}: initializer "{name}" is missing')
        if [name for name in before if name in after] != [name for name in after if name in before]:
            self._differ(f"{pair.original.path}: its initializers are in another order")

    def _check_inserted(self, pair: Pair) -> None:
        """Inserted nodes may only be Expand and what computes its target, and be read by nothing else."""
        visible = self._names_of(pair)
        for node in pair.inserted:
            where = node.place(pair.explicit)
            if node.domain or node.operator not in ARITHMETIC | {"Expand"}:
                self._differ(f"{where} is not in the original, and no Expand or target of one")
            for name in (name for name in node.outputs if name in pair.made):
                if name in visible or any(name in outer.made for outer in pair.around()):
                    self._differ(f'{where} makes "{name}", a name that is taken')
        readers = Counter(_names_read(pair.explicit))
        for node in pair.inserted:
            if not any(readers[name] for name in node.outputs):
                self._differ(f"{node.place(pair.explicit)} is not in the original, and nothing reads what it makes")
        for name in pair.squeezes:
            if readers[name] != 1 or name in visible:
                self._differ(f'{pair.explicit.path}: "{name}" is read elsewhere before an axis is taken from it')
        for name in pair.tensors:
            if name in visible or any(name in outer.made for outer in pair.around()):
                self._differ(f'{pair.explicit.path}: initializer "{name}" has a name that is taken')
            if not readers[name]:
                self._differ(f'{pair.explicit.path}: initializer "{name}" is not in the original, and nothing reads it')

    def _names_of(self, pair: Pair) -> set[str]:
        """Every name of a value in the original's main graph or function: an inserted value may have none of them."""
        function = pair.original.path.function
        if function not in self._names:
            root = pair
            while root.outer is not None:
                root = root.outer
            self._names[function] = _names_made(root.original)
        return self._names[function]

    def _paired_nodes(self, pair: Pair) -> Iterable[tuple[Node, Node]]:
        """The nodes of both graphs that make the same values, in the original's order."""
        after = {_key(node, pair.outputs(node), number): node for number, node in enumerate(pair.kept)}
        before = {_key(node, node.outputs, number): node for number, node in enumerate(pair.original.nodes)}
        still = set(_names_read(pair.explicit)) if len(after) < len(before) else set()
        for key, node in before.items():
            if key not in after and (node.operator != "Constant" or any(name in still for name in node.outputs)):
                self._differ(f"{node.place(pair.original)} is missing")
        for key, node in after.items():
            if key not in before:
                self._differ(f"{node.place(pair.explicit)} makes other values than in the original")
        common = [key for key in before if key in after]
        for key, other in zip(common, [key for key in after if key in before], strict=True):
            if key != other:
                self._differ(f"{after[other].place(pair.explicit)} is not where it is in the original")
                break
        return [(before[key], after[key]) for key in common]

    def _compare_nodes(self, pair: Pair, a: Node, b: Node) -> None:
        where = a.place(pair.original)
        for name in differing_fields(a.proto, b.proto, self.folders, _NODE_PARTS):
            old, new = getattr(a.proto, name), getattr(b.proto, name)
            self._differ(f"{where}: its {name} is {str(new)!r}, not {str(old)!r}")
        meaning = changed_meaning(a, pair.original.opsets, pair.explicit.opsets)
        if meaning:
            self.unproved.append(f"{where}: {meaning}")
        self._compare_attributes(pair, a, b)
        if len(a.inputs) != len(b.inputs):
            self._differ(f"{where}: it has {len(b.inputs)} operands, not {len(a.inputs)}")
            return
        for place, (old, new) in enumerate(zip(a.inputs, b.inputs, strict=True)):
            if old != new:
                self._compare_operand(pair, a, b, place)

    def _compare_operand(self, pair: Pair, a: Node, b: Node, place: int) -> None:
        old, new = a.inputs[place], b.inputs[place]
        where = f"{a.place(pair.original)}  operand {place}"
        name, way = pair.origin(new)
        fold = None
        if name != old:
            fold = pair.new_tensor(name)
            problem = self._why_no_fold(pair, a, place, fold)
            if problem:
                self._differ(f'{where}: "{name}" is read, {problem}')
                return
        lifts = [node for node in way if node.operator in LIFTS]
        if lifts and not is_limited(a, pair.original.opsets) and not pair.squeezes.get(b.outputs[0]):
            self._differ(f'{where}: "{old}" is passed through {lifts[0].operator} first')
        self.operands.append(ExpandedOperand(pair, a, b, place, old, tuple(way), fold))

    def _why_no_fold(self, pair: Pair, a: Node, place: int, fold: TensorProto | None) -> str:
        """Why a constant is not the original's operand written in full; empty if it is."""
        old = a.inputs[place]
        if fold is None:
            return f'not "{old}"'
        tensor = pair.old_tensor(old, self.original.proto.ir_version)
        if tensor is None:
            return f'not "{old}", which is no constant'
        if fold.data_type != tensor.data_type:
            return f'which has another element type than "{old}"'
        before, after = array_of(tensor, self.folders[0]), array_of(fold, self.folders[1])
        shape = aligned(a, pair.original.opsets, place, before.shape, after.ndim)
        try:
            full = np.broadcast_to(before.reshape(cast("tuple[int, ...]", shape)), after.shape)
        except ValueError:
            return f'of shape {list(after.shape)}, to which "{old}" of shape {list(before.shape)} does not broadcast'
        return "" if _same_bits(full, after) else f'whose elements are not those of "{old}"'

    def _compare_attributes(self, pair: Pair, a: Node, b: Node) -> None:
        where = a.place(pair.original)
        before = {attribute.name: attribute for attribute in a.proto.attribute}
        after = {attribute.name: attribute for attribute in b.proto.attribute}
        may_go = allowed_to_go(a, pair.original.opsets, pair.explicit.opsets)
        if len(after) != len(b.proto.attribute):
            self._differ(f"{where}: it has an attribute twice")
        held = {step.attribute.partition("[")[0] for step, _ in (*a.subgraphs, *b.subgraphs)}
        for name in [*before, *(name for name in after if name not in before)]:
            if name not in after and name in may_go:
                continue
            if name not in after or name not in before:
                self._differ(f"{where}: attribute {name} {'is missing' if name in before else 'was added'}")
            elif name not in held and not same(before[name], after[name], self.folders):
                self._differ(f"{where}: attribute {name} is not the original's")
        inner_a, inner_b = _subgraphs(pair.original, a), _subgraphs(pair.explicit, b)
        if inner_a.keys() != inner_b.keys():
            self._differ(f"{where}: its subgraphs are not the original's")
            return
        for name, graph in inner_a.items():
            self._compare_graphs(Pair(graph, inner_b[name], pair))


def _same_bits(a: Any, b: Any) -> bool:
    if a.dtype == object:
        return bool(a.tolist() == b.tolist())
    return np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def _subgraphs(graph: Graph, node: Node) -> dict[str, Graph]:
    return {step.attribute: graph.subgraph(step) for step, _ in node.subgraphs}


def _key(node: Node, outputs: tuple[str, ...], number: int) -> tuple[object, ...]:
    return outputs if any(outputs) else (number, node.operator)


def _names_read(graph: Graph) -> list[str]:
    """The values that a graph and its subgraphs read or hand out, as often as they do."""
    names = [name for inner in graph.walk() for node in inner.nodes for name in node.inputs if name]
    for inner in graph.walk():
        outputs = inner.proto.output
        names += list(outputs) if inner.is_function else [info.name for info in outputs]
    return names


def _names_made(root: Graph) -> set[str]:
    names: set[str] = set()
    for graph in root.walk():
        names.update(name for node in graph.nodes for name in node.outputs)
        if graph.is_function:
            names.update(graph.proto.input)
        else:
            names.update(info.name for info in graph.proto.input)
            names.update(tensor.name for tensor in graph.proto.initializer)
    return names
