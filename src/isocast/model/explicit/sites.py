"""The nodes of a model that may broadcast, each with what is known of its operands every time it is met.

A node of a function is met once for each kind of call, any other node once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import onnx

from ...errors import ArgumentError, ModelError
from ...opsets import NEWEST, Broadcasting, OperatorVersion, lookup
from ...opsets.signature import Signature, read
from ...shapes import SymbolicShape
from ..findings import GraphPath
from ..foreign import usable_attributes
from ..graphs import Graph, Model, Node, called
from ..infer import Inference, Values
from ..joins import Joins
from ..rules import JUDGED
from ..stated import Contradiction
from ..values import Value

Key = tuple[GraphPath, int]
Shapes = tuple[SymbolicShape | None, ...]


@dataclass(frozen=True, eq=False)
class Meeting:
    """The operands of a node, None for one left out, and its attributes."""

    operands: Values
    attributes: Mapping[str, Any]

    @property
    def shapes(self) -> Shapes:
        """The shapes of the operands, None for one left out or not known."""
        return tuple(None if operand is None else operand.shape for operand in self.operands)

    @property
    def is_stated(self) -> bool:
        """Whether a shape is the model's word only."""
        return any(operand is not None and operand.is_stated for operand in self.operands)


@dataclass(eq=False)
class Site:
    """A node, its operator as the opset has it, and how its operands meet."""

    graph: Graph
    node: Node
    opset: int
    signature: Signature
    meetings: list[Meeting] = field(default_factory=list)
    seen: set[int] = field(default_factory=set, repr=False)  # which meetings are there already

    @property
    def broadcasting(self) -> Broadcasting | None:
        """How the operator's operands broadcast; None for MatMul."""
        return self.signature.broadcasting if isinstance(self.signature, OperatorVersion) else None

    def element(self, place: int) -> int:
        """The element type of an operand: its own, or that of another which has to have the same; 0 if not known."""
        variable = self.signature.operand(place).variable
        same = [other for other in range(len(self.node.inputs)) if self.signature.operand(other).variable == variable]
        found = {
            next((operand.element for at in (place, *same) if (operand := meeting.operands[at]) and operand.element), 0)
            for meeting in self.meetings
        }
        return found.pop() if len(found) == 1 else 0

    def refuse(self, why: str, help_: str) -> NoReturn:
        """Raises the error for a node that cannot be made explicit."""
        where = str(self.node.place(self.graph))
        raise ModelError(summary=f"{where} cannot be made explicit: {why}", code="IC911", help=help_, node=where)


class Sites:
    """The observer that gathers them; `found` keeps the order of the walk."""

    operators = JUDGED

    def __init__(self, model: Model, dims: Mapping[str, int]) -> None:
        self.found: dict[Key, Site] = {}
        self.joins = Joins(model)
        self._model = model
        self._signatures: dict[tuple[str, int], Signature] = {}
        self._meetings: dict[object, Meeting] = {}
        self.inference = Inference(model, self, dims)
        self.inference.run()

    def node(self, graph: Graph, node: Node, inputs: Values, outputs: Sequence[Value]) -> None:
        """Notes a node."""
        if node.operator == "Expand":
            self.joins.note(graph, node, inputs[0].shape if inputs and inputs[0] is not None else None)
            return
        if self._model.functions and called(node) in self._model.functions:
            return  # a function of the model stands in for the operator
        site = self.found.get((graph.path, node.number))
        if site is None:
            opset = min(graph.opsets.get("", 1), NEWEST)
            site = self.found[graph.path, node.number] = Site(graph, node, opset, self._signature(node, opset))
        key = (node.operator, node.key, inputs, site.opset)
        meeting = self._meetings.get(key)
        if meeting is None:
            meeting = self._meetings[key] = Meeting(inputs, usable_attributes(node, site.opset))
        if id(meeting) not in site.seen:
            site.seen.add(id(meeting))
            site.meetings.append(meeting)

    def contradiction(self, graph: Graph, node: Node | None, name: str, found: Contradiction) -> None:
        """Nothing: `check` has been heard before."""

    def refused(self, graph: Graph, node: Node) -> None:
        """Nothing: `check` has been heard before."""

    def _signature(self, node: Node, opset: int) -> Signature:
        key = (node.operator, opset)
        if key not in self._signatures:
            self._signatures[key] = self._find(node.operator, opset)
        return self._signatures[key]

    def _find(self, operator: str, opset: int) -> Signature:
        if operator == "MatMul":
            return read(onnx.defs.get_schema("MatMul", opset, ""))
        try:
            return lookup(operator, opset)
        except ArgumentError as error:
            summary = f"{self._model.name}: {error.summary}"
            raise ModelError(summary=summary, code="IC402", help="correct the opset of the model") from None
