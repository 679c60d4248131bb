"""How cost grows: time an element over the decades of size, and over rank 1 to 64 at constant size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from onnx import TensorProto, helper

from .measure import difference
from .onnx_peer import open_session
from .operands import Array
from .peers import PEERS
from .timing import Contender, fastest, race, rest

DECADES: Final = tuple(10**k for k in range(8))
RANKS: Final = (1, 2, 4, 8, 16, 32, 64)
_ELEMENTS: Final = 1 << 16
_ROUNDS: Final = 3


@dataclass(frozen=True)
class Point:
    """One point of a curve: seconds a call of each contender that can do it."""

    curve: str
    x: int
    elements: int
    seconds: dict[str, float]


def _rank_shapes(rank: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Shapes of 2^16 elements whose axes belong to one operand and the other in turn, so that none can merge.

    Up to rank 16 all axes are longer than 1; beyond, sixteen axes of 2 are spread among axes of 1.
    """
    sizes = [1] * rank
    for doubling in range(16):
        sizes[doubling * rank // 16 if rank > 16 else doubling % rank] *= 2
    owners = np.cumsum([size > 1 for size in sizes]) % 2
    first = tuple(size if owner else 1 for size, owner in zip(sizes, owners, strict=True))
    second = tuple(1 if owner else size for size, owner in zip(sizes, owners, strict=True))
    return (first, second) if rank > 1 else (first, first)


def _adders(a: Array, b: Array, peers: tuple[str, ...]) -> list[Contender]:
    import torch

    import isocast

    contenders = [Contender("isocast", "f(a, b)", {"f": isocast.add, "a": a, "b": b})]
    if "numpy" in peers:
        contenders.append(Contender("numpy", "f(a, b)", {"f": np.add, "a": a, "b": b}))
    if "torch" in peers:
        names = {"f": torch.add, "a": torch.from_numpy(a), "b": torch.from_numpy(b)}
        contenders.append(Contender("torch", "f(a, b)", names))
    if "onnxruntime" in peers:
        contenders.append(_runtime_adder(a, b))
    return contenders


def _runtime_adder(a: Array, b: Array) -> Contender:
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, x.shape) for n, x in (("a", a), ("b", b))]
    result = helper.make_tensor_value_info("z", TensorProto.FLOAT, tuple(map(max, a.shape, b.shape)))
    graph = helper.make_graph([helper.make_node("Add", ["a", "b"], ["z"])], "add", values, [result])
    session = open_session(graph)
    return Contender("onnxruntime", "run(None, feeds)[0]", {"run": session.run, "feeds": {"a": a, "b": b}})


def _point(curve: str, x: int, a: Array, b: Array, peers: tuple[str, ...]) -> Point:
    contenders = []
    expected = np.add(a, b)
    for contender in _adders(a, b, peers):
        try:
            apart = difference(expected, contender.result(), "float")
        except Exception:
            if contender.who == "isocast":
                raise
            continue  # a peer that cannot take this rank has no point on the curve
        if apart:
            raise AssertionError(f"{contender.who} adds {a.shape} and {b.shape} to something else than NumPy")
        contenders.append(fastest([contender]))
        rest()
    race(contenders, _ROUNDS)
    return Point(curve, x, expected.size, {contender.who: contender.best for contender in contenders})


def measure_scaling(peers: tuple[str, ...] = PEERS) -> list[Point]:
    """Float Add of equal shapes from 1 to 10^7 elements, then of unmergeable axes at ranks 1 to 64."""
    points = []
    for elements in DECADES:
        x = np.linspace(-1, 1, elements, dtype=np.float32)
        points.append(_point("size", elements, x, x[::-1].copy(), peers))
    for rank in RANKS:
        first, second = _rank_shapes(rank)
        a = np.linspace(-1, 1, int(np.prod(first)), dtype=np.float32).reshape(first)
        b = np.linspace(-2, 1, int(np.prod(second)), dtype=np.float32).reshape(second)
        points.append(_point("rank", rank, a, b, peers))
    return points
