"""Which sizes a model is run with: symbols get one value throughout, and the values are chosen to tell sizes apart.

The first runs take distinct primes, all ones, one size for all, and the sizes at which broadcasting changes; then the
sizes grow, for models that refuse small inputs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add, mul, sub
from typing import Final

from onnx import ModelProto, ValueInfoProto

from ..findings import Finding
from ..values import is_placeholder

_PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19)
_GROWING: Final = (4, 8, 16, 32, 64, 160, 320, 640, 1024, 4096, 16000)
_MOST_BATCH: Final = 64
MOST_SIZE: Final = _GROWING[-1]
_MOST_ALONE: Final = 3  # symbols that are tried large one at a time
RANKS: Final = (2, 1, 3, 4, 0)
"""How many axes an input is tried with that does not say how many it has."""


@dataclass(frozen=True)
class Port:
    """An input: its name, element type, and sizes as numbers or names; no sizes if not even their number is known."""

    name: str
    element: int
    sizes: tuple[int | str, ...] | None
    info: ValueInfoProto


def ports(model: ModelProto) -> list[Port]:
    """The inputs that a caller has to give, those with a default left out."""
    defaults = {tensor.name for tensor in model.graph.initializer}
    return [_port(info) for info in model.graph.input if info.name not in defaults]


def _port(info: ValueInfoProto) -> Port:
    tensor = info.type.tensor_type
    if not tensor.HasField("shape"):
        return Port(info.name, tensor.elem_type, None, info)
    sizes: list[int | str] = []
    for axis, dim in enumerate(tensor.shape.dim):
        if dim.HasField("dim_value") and dim.dim_value >= 0:
            sizes.append(dim.dim_value)
        else:
            named = dim.dim_param and not is_placeholder(dim.dim_param)
            sizes.append(dim.dim_param if named else f"{info.name}[{axis}]")
    return Port(info.name, tensor.elem_type, tuple(sizes), info)


def symbols(given: Iterable[Port]) -> list[str]:
    """The names of sizes, in order; a name that is a sum or product of others is none of its own."""
    names = dict.fromkeys(size for port in given for size in port.sizes or () if isinstance(size, str))
    return [name for name in names if _computed(name, dict.fromkeys(names, 1), own=False) is None]


def shape_of(port: Port, dims: Mapping[str, int], rank: int = 2) -> tuple[int, ...]:
    """The shape of an input when symbols have these values; `rank` is for one whose axes are not declared."""
    if port.sizes is None:
        return tuple(dims.get(f"{port.name}[{axis}]", _PRIMES[axis]) for axis in range(rank))
    return tuple(size if isinstance(size, int) else _value(size, dims) for size in port.sizes)


def _value(name: str, dims: Mapping[str, int]) -> int:
    if name in dims:
        return dims[name]
    return max(_computed(name, dims, own=True) or 1, 0)


def _computed(name: str, dims: Mapping[str, int], own: bool) -> int | None:
    """The value of a name such as `past + 1` or `2*n`; None if it is just a name.

    >>> _computed("past + 2*n", {"past": 3, "n": 4}, own=True)
    11
    """
    try:
        tree = ast.parse(name.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    return None if isinstance(tree, ast.Name) and not own else _evaluated(tree, dims)


def _evaluated(tree: ast.expr, dims: Mapping[str, int]) -> int | None:
    if isinstance(tree, ast.Name):
        return dims.get(tree.id)
    if isinstance(tree, ast.Constant):
        return tree.value if isinstance(tree.value, int) else None
    compute = _COMPUTE.get(type(tree.op)) if isinstance(tree, ast.BinOp) else None
    if compute is None or not isinstance(tree, ast.BinOp):
        return None
    left, right = _evaluated(tree.left, dims), _evaluated(tree.right, dims)
    return None if left is None or right is None else compute(left, right)


_COMPUTE: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: lambda a, b: a // max(b, 1),
    ast.FloorDiv: lambda a, b: a // max(b, 1),
}


def choices(given: Sequence[Port], findings: Iterable[Finding], fixed: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Values for symbols, the most telling first; each is given once."""
    names = symbols(given)
    free = [name for name in names if name not in fixed]
    seen: set[tuple[int, ...]] = set()
    for values in _candidates(free, _batches(given), list(findings)):
        key = tuple(values[name] for name in free)
        if key not in seen:
            seen.add(key)
            yield {**values, **{name: value for name, value in fixed.items() if name in names}}


def _batches(given: Sequence[Port]) -> set[str]:
    """The symbols that say how many there are of something, rather than how long it is."""
    firsts = {port.sizes[0] for port in given if port.sizes and len(port.sizes) > 1}
    named = {size for port in given for size in port.sizes or () if "batch" in str(size).lower()}
    return {size for size in firsts | named if isinstance(size, str)}


def _candidates(free: Sequence[str], batches: set[str], findings: Sequence[Finding]) -> Iterator[dict[str, int]]:
    distinct = {name: _PRIMES[number % len(_PRIMES)] for number, name in enumerate(free)}
    yield distinct
    yield dict.fromkeys(free, 1)
    for name, value in _telling(free, findings):
        yield {**distinct, name: value}
    yield dict.fromkeys(free, 4)
    for first, second in _met(free, findings):
        yield {**distinct, first: distinct[second]}
        yield {**distinct, first: 1}
    for name in free[:4]:
        yield {**distinct, name: 1}
    for size in _GROWING:
        yield {name: 2 if name in batches else size for name in free}
        for name in [name for name in free if name not in batches][:_MOST_ALONE]:
            yield {**dict.fromkeys(free, 1), name: size}
        yield {name: 3 if name in batches and size > _MOST_BATCH else size for name in free}


def _telling(free: Sequence[str], findings: Sequence[Finding]) -> Iterator[tuple[str, int]]:
    """The numbers that symbols meet when operands are put above each other."""
    for column in _columns(findings):
        numbers = [size for size in column if isinstance(size, int) and size > 1]
        for name in column:
            if name in free and numbers:
                yield str(name), numbers[0]


def _met(free: Sequence[str], findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """The pairs of symbols that meet when operands are put above each other."""
    for column in _columns(findings):
        names = [str(size) for size in dict.fromkeys(column) if size in free]
        yield from pairwise(names)


def _columns(findings: Sequence[Finding]) -> Iterator[list[int | str]]:
    for finding in findings:
        shapes = [operand.shape[::-1] for operand in finding.operands if operand.shape]
        for axis in range(max(map(len, shapes), default=0)):
            yield [shape[axis] for shape in shapes if axis < len(shape)]
