"""What stands around a node in a model: its operands, its results, and who reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from .findings import Finding, GraphPath, Operand, Place
from .graphs import Graph, Model, Node

MOST_CONSUMERS: Final = 8  # that are named; all are counted

_At = tuple[GraphPath, int]


def neighbours(model: Model, places: Sequence[Place], findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """For each place the operands, results and consumers of its node; shapes are those of the findings on it.

    `consumers` counts all readers of the results, `named` tells the first of them. A result of the graph is one too.
    """
    wanted: dict[GraphPath, set[int]] = {}
    for place in places:
        if place.node is not None:
            wanted.setdefault(place.graph, set()).add(place.node)
    operands: dict[_At, Mapping[str, Operand]] = {}
    for finding in findings:
        if finding.place.node is not None and finding.operands:
            known = {operand.value: operand for operand in finding.operands}
            operands.setdefault((finding.place.graph, finding.place.node), known)
    found: dict[_At, dict[str, Any]] = {}
    for graph in model.graphs():
        numbers = sorted(wanted.get(graph.path, ()))
        readers = _readers(graph, {name for number in numbers for name in graph.nodes[number].outputs if name})
        for number in numbers:
            node, at = graph.nodes[number], (graph.path, number)
            found[at] = _around(node, operands.get(at, {}), readers)
    nothing: dict[str, Any] = {"operands": [], "results": [], "consumers": 0, "named": []}
    return [nothing if place.node is None else found.get((place.graph, place.node), nothing) for place in places]


def _around(node: Node, known: Mapping[str, Operand], readers: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    read_by = [reader for name in node.outputs if name for reader in readers[name]]
    return {
        "operands": [_operand(name, known.get(name)) for name in node.inputs],
        "results": list(node.outputs),
        "consumers": len(read_by),
        "named": read_by[:MOST_CONSUMERS],
    }


def _operand(name: str, known: Operand | None) -> dict[str, Any]:
    if known is None:
        return {"label": "", "value": name, "type": "", "shape": None}
    return {"label": known.label, "value": name, "type": known.type, "shape": known.shape}


def _readers(graph: Graph, names: set[str]) -> dict[str, list[dict[str, Any]]]:
    """Who reads these values: nodes of the graph and of the graphs inside it, and the graph's own results."""
    readers: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    if not names:
        return readers
    for inner in graph.walk():
        for node in inner.nodes:
            for name in dict.fromkeys(node.inputs):
                if name in names:
                    place = node.place(inner)
                    readers[name].append({"node": node.number, "name": place.name, "operator": node.operator})
        outputs: Iterable[Any] = inner.proto.output
        for output in outputs:
            name = output if isinstance(output, str) else output.name
            if name in names:
                readers[name].append({"node": None, "name": name, "operator": ""})
    return readers
