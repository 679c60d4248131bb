"""What integer inputs are used for, as far as the graph tells: indices have a bound, divisors are not 0.

A guess that only makes rejected runs rarer: whatever the inputs are, both models get the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from onnx import GraphProto, ModelProto, NodeProto, TensorProto

from ..values import read_integers

_PASSING: Final = frozenset(
    ("Cast", "CastLike", "Concat", "Expand", "Flatten", "Identity", "Max", "Min", "Reshape", "Slice", "Split",
     "Squeeze", "Tile", "Transpose", "Unsqueeze", "Where", "Clip")
)  # fmt: skip
_INDICES: Final[Mapping[str, int]] = {
    "Gather": 1, "GatherElements": 1, "GatherND": 1, "ScatterElements": 1, "ScatterND": 1, "Scatter": 1, "OneHot": 0,
}  # fmt: skip
_SIZES: Final[Mapping[str, tuple[int, ...]]] = {
    "Reshape": (1,), "Expand": (1,), "ConstantOfShape": (0,), "Tile": (1,), "Range": (0, 1, 2), "TopK": (1,),
    "Resize": (3,), "Upsample": (1,), "Slice": (1, 2, 3, 4), "Pad": (1,), "Loop": (0,), "SplitToSequence": (1,),
}  # fmt: skip
_COMPARING: Final = frozenset(("Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual"))


@dataclass
class Role:
    """What is known of how an input is used."""

    bound: int | None = None  # its elements are indices below it
    telling: list[int] = field(default_factory=list)  # numbers it is compared with
    is_size: bool = False
    is_divisor: bool = False

    def below(self, bound: int) -> None:
        """Notes a bound."""
        if bound > 0:
            self.bound = bound if self.bound is None else min(self.bound, bound)


def roles(model: ModelProto) -> dict[str, Role]:
    """The role of every input of the main graph."""
    found = {info.name: Role() for info in model.graph.input}
    _follow(model.graph, {name: frozenset((name,)) for name in found}, {}, found)
    return found


def _follow(
    graph: GraphProto,
    carried: dict[str, frozenset[str]],
    tensors: Mapping[str, TensorProto],
    found: Mapping[str, Role],
) -> None:
    """Follows what inputs become through operators that keep their elements."""
    known = {**tensors, **{tensor.name: tensor for tensor in graph.initializer}}
    for node in graph.node:
        if node.op_type == "Constant":
            known |= dict(zip(node.output, (a.t for a in node.attribute if a.name == "value"), strict=False))
        _use(node, carried, known, found)
        if node.op_type in _PASSING:
            names = frozenset().union(*(carried.get(name, frozenset()) for name in node.input))
            carried |= dict.fromkeys(node.output, names) if names else {}
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                if inner.node:
                    _follow(inner, carried, known, found)


def _use(
    node: NodeProto,
    carried: Mapping[str, frozenset[str]],
    tensors: Mapping[str, TensorProto],
    found: Mapping[str, Role],
) -> None:
    def users(places: Iterable[int]) -> Iterable[Role]:
        return [
            found[name]
            for place in places
            if place < len(node.input)
            for name in carried.get(node.input[place], frozenset())
        ]

    place = _INDICES.get(node.op_type)
    if place is not None:
        bound = _bound(node, tensors)
        for role in users([place]):
            role.below(bound)
    for role in users(_SIZES.get(node.op_type, ())):
        role.is_size = True
    if node.op_type in ("Div", "Mod"):
        for role in users([1]):
            role.is_divisor = True
    if node.op_type in _COMPARING:
        for place, other in ((0, 1), (1, 0)):
            tensor = tensors.get(node.input[other]) if other < len(node.input) else None
            if tensor is not None and tensor.data_type in (TensorProto.INT64, TensorProto.INT32):
                for role in users([place]):
                    role.telling += (read_integers(tensor) or ())[:4]


def _bound(node: NodeProto, tensors: Mapping[str, TensorProto]) -> int:
    """How many there are to choose from; 0 if that is not known."""
    if node.op_type == "OneHot":
        depth = tensors.get(node.input[1]) if len(node.input) > 1 else None
        return (read_integers(depth) or (0,))[0] if depth is not None and depth.data_type == TensorProto.INT64 else 0
    data = tensors.get(node.input[0])
    if data is None or not data.dims:
        return 0
    if node.op_type in ("GatherND", "ScatterND"):
        return int(min(data.dims))
    axis = next((attribute.i for attribute in node.attribute if attribute.name == "axis"), 0)
    return int(data.dims[axis]) if -len(data.dims) <= axis < len(data.dims) else 0
