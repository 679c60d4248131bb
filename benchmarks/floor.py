"""The memory floor: what a plain copy on the same threads achieves, and how near the large additions come to it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from .grid import BYTES_OF_THE_LARGEST
from .timing import Contender, race

_ROUNDS: Final = 12


@dataclass(frozen=True)
class Floor:
    """Bytes read and written a second: by the best plain copy, and by each contender's float Add of equal shapes."""

    copy: float
    add: dict[str, float]
    how: str

    def share(self, who: str) -> float:
        """What fraction of the copy's bandwidth an Add achieves."""
        return self.add[who] / self.copy


def _copies(pool: ThreadPoolExecutor, threads: int) -> list[Contender]:
    import torch

    source = np.ones(BYTES_OF_THE_LARGEST // 4, np.float32)
    target = np.zeros_like(source)
    bounds = np.linspace(0, source.size, threads + 1).astype(int)
    halves = [(target[i:j], source[i:j]) for i, j in pairwise(bounds)]
    halved = {"pool": pool, "copy": lambda pair: np.copyto(*pair), "halves": halves}
    tensors = {"to": torch.from_numpy(target), "of": torch.from_numpy(source)}
    return [
        Contender("NumPy's copyto on slices, one a thread", "list(pool.map(copy, halves))", halved),
        Contender(
            "NumPy's copyto on one thread",
            "copy(target, source)",
            {"copy": np.copyto, "target": target, "source": source},
        ),
        Contender("PyTorch's copy_", "to.copy_(of)", tensors),
    ]


def _additions(peers: tuple[str, ...]) -> list[Contender]:
    from .grid import Cell
    from .operands import operands
    from .peers import forms

    cell = Cell("Add", "float", "same", "64MB")
    arrays = operands(cell)
    return [forms(who, cell, arrays)[0] for who in ("isocast", *peers)]


def measure_floor(threads: int, peers: tuple[str, ...]) -> Floor:
    """Times copies and additions of 64 MB in one interleaved race. A copy moves 2 bytes a byte, an Add 3."""
    with ThreadPoolExecutor(threads) as pool:
        copies, additions = _copies(pool, threads), _additions(peers)
        contenders: list[Any] = [*copies, *additions]
        for contender in contenders:
            contender.warm_up()
        race(contenders, _ROUNDS)
    best = min(copies, key=lambda copy: copy.best)
    moved = BYTES_OF_THE_LARGEST
    return Floor(2 * moved / best.best, {add.who: 3 * moved / add.best for add in additions}, best.who)
