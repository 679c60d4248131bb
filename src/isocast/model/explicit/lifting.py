"""Models of before opset 8, which has no Expand: their opset becomes 8, if every operator in them means the same there.

Between opsets 1 and 8 operators lost attributes that had no meaning any more, took more types, or changed. The first
two kinds are listed here, each read in both versions; a node of any other kind that changed stands in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onnx.defs import OpSchema

from ...errors import ModelError
from ...opsets import OPERATORS
from ..foreign import find_schema
from ..graphs import Graph, Model, Node, opset_versions
from ..rules.rule import listed
from .insert import EXPAND_SINCE

_SAME: Final = frozenset(
    (
        "Abs", "AveragePool", "BatchNormalization", "Ceil", "Clip", "Concat", "Dropout", "Elu", "Exp", "Floor",
        "HardSigmoid", "InstanceNormalization", "LeakyRelu", "Log", "MaxPool", "Neg", "Reciprocal", "Relu", "Selu",
        "Sigmoid", "Sqrt", "Tanh", *OPERATORS,
    )
)  # fmt: skip
"""Operators that changed between opsets 1 and 8 and mean the same where their schemas fit."""

_NEW_DEFAULTS: Final = frozenset((("AveragePool", "count_include_pad"), ("MaxPool", "storage_order")))
"""Attributes that came later, whose default is what was done before."""

_WITHOUT_MEANING: Final = frozenset(("consumed_inputs",))
_TESTED: Final = frozenset(("BatchNormalization", "Dropout"))  # since opset 7 they do what `is_test` asked for
_WORK_IS_DONE: Final = frozenset(("broadcast", "axis"))  # by the steps, where they were not 0


def dropped_attributes(node: Node) -> frozenset[str]:
    """The attributes of a node that opset 8 does not have, and that are not missed there."""
    names = {attribute.name for attribute in node.proto.attribute}
    dropped = names & _WITHOUT_MEANING
    if node.operator in OPERATORS and node.operator != "Expand":
        dropped |= names & _WORK_IS_DONE
    if node.operator in _TESTED and node.attributes.get("is_test") == 1 and len(node.outputs) == 1:
        dropped |= {"is_test"}
    return frozenset(dropped)


def holders(model: Model) -> frozenset[str]:
    """What says which opset it is written for: the model, "", and those of its functions, by name, that say so."""
    own = [body.path.function for body in model.functions.values() if "" in opset_versions(body.proto)]
    return frozenset(("", *own))


def check_can_be_raised(model: Model, holder: str) -> None:
    """Refuses to raise the opset of a holder with nodes that mean something else at opset 8, and names them."""
    own = holders(model)
    graphs = [g for g in model.graphs() if (g.path.function if g.path.function in own else "") == holder]
    _check(model.name, graphs, graphs[0].opsets.get("", 1))


def _check(model: str, graphs: list[Graph], opset: int) -> None:
    in_the_way = dict.fromkeys(
        f"{node.operator}-{schema.since_version}" if schema is not None else node.operator
        for graph in graphs
        for node in graph.nodes
        if not node.domain and not means_the_same(node, opset)
        for schema in [find_schema(node.operator, opset, "")]
    )
    if in_the_way:
        verb = "means" if len(in_the_way) == 1 else "mean"
        raise ModelError(
            summary=f"{model} is written for opset {opset}, which has no Expand, and {listed(list(in_the_way))}"
            f" {verb} something else in opset {EXPAND_SINCE}",
            code="IC911",
            help="export the model for opset 8 or newer, or convert it with onnx.version_converter and compare the two",
        )


def means_the_same(node: Node, opset: int) -> bool:
    """Whether a node of ONNX's own domain does at opset 8 what it does at an older one, dropped attributes aside."""
    old, new = find_schema(node.operator, opset, ""), find_schema(node.operator, EXPAND_SINCE, "")
    if old is None or new is None:
        return False
    if old.since_version == new.since_version:
        return True
    if node.operator not in _SAME:
        return False
    has_same_ends = [one.name for one in old.inputs] == [one.name for one in new.inputs]
    return has_same_ends and not any(_differences(node, old, new))


def _differences(node: Node, old: OpSchema, new: OpSchema) -> Iterator[bool]:
    """For each attribute whether it, or what leaving it out means, is another one."""
    dropped = dropped_attributes(node)
    given = {attribute.name for attribute in node.proto.attribute}
    if node.operator in _TESTED and "is_test" in old.attributes and len(node.outputs) == 1 and "is_test" not in dropped:
        yield True  # it was in training, which opset 7 has no way to say
    for name in given - dropped:
        kinds = [schema.attributes[name].type for schema in (old, new) if name in schema.attributes]
        yield len(set(kinds)) != 1 or name not in new.attributes
    for name, attribute in new.attributes.items():
        if name not in given and (node.operator, name) not in _NEW_DEFAULTS:
            before = old.attributes.get(name)
            yield before is None or attribute.required or not _same_default(node.operator, before, attribute)


def _same_default(operator: str, old: OpSchema.Attribute, new: OpSchema.Attribute) -> bool:
    if operator == "Clip":
        return True  # no limit, or the largest number there is
    return bool(old.default_value.SerializeToString() == new.default_value.SerializeToString())
