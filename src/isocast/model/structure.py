"""Whether a graph holds together: names made once, read after they are made, functions that end.

A graph that does not is refused: what its nodes do cannot be told. The refusal names the node and the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Final

from ..errors import ModelError
from .graphs import FunctionKey, Graph, Model, Node, called, function_name

MOST_DEPTH: Final = 64
"""How deep functions and subgraphs may be nested, together; protocol buffers themselves end at about 30 subgraphs."""


def check_structure(model: Model) -> None:
    """Refuses names made twice or never, nodes out of order, cycles, and functions that call themselves."""
    main = _check_graph(model.name, model.graph, [])
    for graph in model.training:
        _check_graph(model.name, graph, [main])
    for function in model.functions.values():
        _check_graph(model.name, function, [])
    _check_calls(model)


def _check_graph(model: str, graph: Graph, outer: Sequence[set[str]]) -> set[str]:
    """The names of a graph, once they are known to hold together."""
    known = _given_names(model, graph)
    scopes = [known, *outer]
    for node in graph.nodes:
        for name in node.inputs:
            if name and name not in known and not any(name in scope for scope in outer):
                raise _unreadable(model, graph, node, name)
        for step, _ in node.subgraphs:
            _check_graph(model, graph.subgraph(step), scopes)
        for name in node.outputs:
            if name in known:
                raise _refusal(model, f'{graph.path} {_node(node)} makes "{name}", which exists already')
            if name:
                known.add(name)
    _check_texts(model, graph, known)
    for name in _outputs(graph):
        if name not in known and not any(name in scope for scope in outer):
            raise _refusal(model, f'{graph.path} has an output "{name}" that nothing makes')
    return known


def _check_texts(model: str, graph: Graph, names: Iterable[str]) -> None:
    """Refuses names that are no text: protocol buffers hand out bytes where they cannot be decoded."""
    kinds = {type(name) for name in names}
    kinds |= {type(node.operator) for node in graph.nodes} | {type(node.domain) for node in graph.nodes}
    if not kinds <= {str}:
        raise _refusal(model, f"{graph.path} has a name that is not UTF-8", "the file is damaged: fetch it again")


def _given_names(model: str, graph: Graph) -> set[str]:
    """The names of inputs and initializers; an initializer may be the default of an input."""
    if graph.is_function:
        return _once(model, graph, graph.proto.input, "inputs")
    proto = graph.proto
    inputs = _once(model, graph, (info.name for info in proto.input), "inputs")
    tensors = [tensor.name for tensor in proto.initializer]
    tensors += [sparse.values.name for sparse in proto.sparse_initializer]
    return inputs | _once(model, graph, tensors, "initializers")


def _once(model: str, graph: Graph, names: Iterable[str], what: str) -> set[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise _refusal(model, f'{graph.path} has two {what} called "{name}"')
        seen.add(name)
    return seen


def _outputs(graph: Graph) -> list[str]:
    if graph.is_function:
        return list(graph.proto.output)
    return [info.name for info in graph.proto.output]


def _unreadable(model: str, graph: Graph, node: Node, name: str) -> ModelError:
    makers = {output: other for other in graph.nodes for output in other.outputs if output}
    where = f'{graph.path} {_node(node)} reads "{name}"'
    if name not in makers:
        return _refusal(model, f"{where}, which nothing makes")
    if _is_cyclic(graph.nodes, makers):
        return _refusal(model, f"{where}, which depends on what the node itself makes: the graph has a cycle")
    later = f"{where}, which {_node(makers[name])} makes only later"
    return _refusal(model, later, "sort the nodes, for example with onnx_ir: model.graph.sort()")


def _is_cyclic(nodes: Sequence[Node], makers: Mapping[str, Node]) -> bool:
    waits = {node.number: {makers[name].number for name in node.inputs if name in makers} for node in nodes}
    try:
        TopologicalSorter(waits).prepare()
    except CycleError:
        return True
    return False


def _check_calls(model: Model) -> None:
    """Refuses functions that call themselves, and calls nested deeper than anything sensible."""
    calls = {key: _calls(model, body) for key, body in model.functions.items()}
    depth: dict[FunctionKey, int] = {}
    try:
        for key in TopologicalSorter(calls).static_order():
            depth[key] = 1 + max((depth[other] for other in calls[key]), default=0)
    except CycleError as error:
        ring = " calls ".join(function_name(key) for key in reversed(error.args[1]))
        raise _refusal(model.name, f"functions call themselves: {ring}") from None
    if max(depth.values(), default=0) > MOST_DEPTH:
        raise _refusal(model.name, f"functions call each other {max(depth.values())} deep, more than {MOST_DEPTH}")


def _calls(model: Model, body: Graph) -> set[FunctionKey]:
    return {key for graph in body.walk() for node in graph.nodes if (key := called(node)) in model.functions}


def _node(node: Node) -> str:
    return f"node {node.number}{f' {chr(34)}{node.proto.name}{chr(34)}' if node.proto.name else ''} ({node.operator})"


def _refusal(model: str, what: str, help_: str = "the model breaks ONNX's rules: export it again") -> ModelError:
    return ModelError(summary=f"{model}: {what}", code="IC906", help=help_)
