"""The changes of a piece of evidence put together by node, and the nodes by kind: one drawing serves all of a kind."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Kind:
    """Nodes that differ in nothing but their place and their names; each is given by its changes."""

    number: int
    nodes: tuple[tuple[Data, ...], ...]

    @property
    def changes(self) -> tuple[Data, ...]:
        """The changes of the first node."""
        return self.nodes[0]

    @property
    def operator(self) -> str:
        """The operator of all the nodes."""
        return str(self.changes[0]["place"]["operator"])

    @property
    def operands(self) -> Sequence[Data]:
        """The operands of the first node, as far as they are known."""
        found: Sequence[Data] = self.changes[0]["around"]["operands"]
        return found

    @property
    def anchor(self) -> str:
        """What links lead to."""
        return f"kind-{self.number}"


def kinds(changes: Sequence[Data]) -> list[Kind]:
    """The kinds of nodes, in the order in which the first of each stands in the model."""
    by_node: dict[object, list[Data]] = {}
    for change in changes:
        place = change["place"]
        by_node.setdefault((place["graph"], place["node"]), []).append(change)
    by_kind: dict[str, list[tuple[Data, ...]]] = {}
    for own in by_node.values():
        by_kind.setdefault(_key(own), []).append(tuple(own))
    return [Kind(number, tuple(nodes)) for number, nodes in enumerate(by_kind.values(), 1)]


def _key(changes: Sequence[Data]) -> str:
    operands = [[one["label"], one["type"], one["shape"]] for one in changes[0]["around"]["operands"]]
    own = [
        [
            change["place"]["argument"],
            *(change[key] for key in ("means", "clause", "type", "old_shape", "new_shape", "target", "bytes")),
        ]
        for change in changes
    ]
    return json.dumps([changes[0]["place"]["operator"], operands, own])
