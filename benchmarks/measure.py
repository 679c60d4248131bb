"""Measures a cell: operands, contenders, the check that they agree, then the race.

A contender that answers something else than isocast is not timed; its name and the largest difference are kept, because
one of the two is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median
from typing import Any, Final

import numpy as np

from .grid import Cell
from .operands import Array, operands, result_shape
from .peers import forms, from_bfloat16_tensor
from .timing import Contender, Round, fastest, race, rest

_ROUNDS: Final = 3
_CHECKED: Final = 1 << 17  # elements compared; of larger results every k-th
_HOPELESS: Final = 3  # a peer that takes so many times as long as the best one is not measured again
_SEEN_TWICE: Final = 1.03  # a best that no second measurement comes this near to may be the machine's doing
_TOLERANCE: Final = {"bfloat16": 3e-2, "float16": 4e-3, "float": 2e-5, "double": 1e-12}


@dataclass
class Measured:
    """What came out of one cell: the best time of each contender in seconds a call."""

    cell: Cell
    seconds: dict[str, float]
    statements: dict[str, str]
    differs: dict[str, float] = field(default_factory=dict)
    all_seconds: list[dict[str, float]] = field(default_factory=list)  # of this measurement and all that were merged
    rounds: list[Round] = field(default_factory=list)  # of all of them
    elsewhere: list[float] = field(default_factory=list)  # the ratios of other processes

    @property
    def ours(self) -> float:
        return self.seconds["isocast"]

    @property
    def best_peer(self) -> str | None:
        """The quickest peer, or None where no peer does this cell at all."""
        peers = [who for who in self.seconds if who != "isocast"]
        return min(peers, key=self.seconds.__getitem__) if peers else None

    def contending(self, peers: Sequence[str]) -> list[str]:
        """Those of the peers that may yet turn out to be the best."""
        best = self.seconds.get(self.best_peer or "", 0.0)
        return [who for who in peers if self.seconds.get(who, inf) <= _HOPELESS * best]

    @property
    def ratio(self) -> float | None:
        """The best peer's time over ours; where other processes measured it too, the median of all of them."""
        here = self.ratio_here
        return median([here, *self.elsewhere]) if here is not None and self.elsewhere else here

    @property
    def ratio_here(self) -> float | None:
        """That of this process: by the best times, or by the rounds where those are luck."""
        return self.ratio_of_rounds if self.is_luck else self.ratio_of_bests

    @property
    def ratio_of_bests(self) -> float | None:
        """By the best times of all rounds."""
        return None if self.best_peer is None else self.seconds[self.best_peer] / self.ours

    @property
    def ratio_of_rounds(self) -> float | None:
        """By the median of the rounds, each of which met one state of the machine; of the peer that is best so."""
        found = []
        for who in set(self.seconds) - {"isocast"}:
            both = [times[who] / times["isocast"] for times in self.rounds if who in times]
            found += [median(both)] if both else []
        return min(found, default=None)

    @property
    def is_luck(self) -> bool:
        """Whether, measured again, a best time that decides was still met but once: who meets it is chance."""
        return len(self.all_seconds) > 1 and not self.settled and self.ratio_of_rounds is not None

    @property
    def settled(self) -> bool:
        """Whether the two figures that decide have been seen twice: a second in which all is quicker favours one."""
        for who in filter(None, ("isocast", self.best_peer)):
            seen = sorted(seconds[who] for seconds in self.all_seconds if who in seconds)
            if len(seen) < 2 or seen[1] > _SEEN_TWICE * seen[0]:
                return False
        return True

    def merge(self, other: Measured) -> None:
        """Takes over what another measurement of the same cell did better, for every contender alike."""
        self.all_seconds = [*(self.all_seconds or [dict(self.seconds)]), dict(other.seconds)]
        for who, seconds in other.seconds.items():
            self.seconds[who] = min(seconds, self.seconds.get(who, seconds))
        self.rounds = [*self.rounds, *other.rounds]


def as_array(result: Any) -> Array:
    """A contender's result as a NumPy array."""
    if hasattr(result, "get_outputs"):
        result = result.get_outputs()[0].numpy()
    if str(result.dtype) == "torch.bfloat16":
        result = from_bfloat16_tensor(result)
    return np.asarray(result)


def difference(ours: Any, theirs: Any, kind: str) -> float:
    """0 where two results agree within the type's tolerance, else how far they are apart."""
    a, b = as_array(ours), as_array(theirs)
    if a.shape != b.shape or a.dtype != b.dtype:
        return float("inf")
    step = max(1, a.size // _CHECKED)
    a, b = a.reshape(-1)[::step], b.reshape(-1)[::step]
    if kind not in _TOLERANCE or a.dtype == np.bool_:
        return float(np.count_nonzero(a != b))
    a, b = a.astype(np.float64), b.astype(np.float64)
    apart = np.abs(a - b) - _TOLERANCE[kind] * (1 + np.abs(a))
    return max(0.0, float(apart.max(initial=0.0)))


def _is_view(result: Any, arrays: Sequence[Array]) -> bool:
    return any(np.may_share_memory(as_array(result), array) for array in arrays)


def _tolerance_type(cell: Cell) -> str:
    # A sum of K products of either sign loses what its terms' sizes dictate, whoever adds it up.
    return "float16" if cell.operator == "Gemm" and cell.type == "float" else cell.type


def measure(cell: Cell, peers: Sequence[str], rounds: int = _ROUNDS) -> Measured:
    """Times isocast and the peers on one cell, after checking that they compute the same."""
    arrays = operands(cell)
    [ours] = forms("isocast", cell, arrays)
    answer = ours.result()
    if as_array(answer).shape != result_shape(cell) or _is_view(answer, arrays):
        raise AssertionError(f"{cell.name}: isocast answers with shape {as_array(answer).shape}, or with a view")
    measured = Measured(cell, {}, {})
    contenders = [ours]
    for who in peers:
        agreeing = []
        for form in forms(who, cell, arrays):
            result = form.result()
            apart = difference(answer, result, _tolerance_type(cell))
            if _is_view(result, arrays):
                continue  # a view of an operand is not the work that is measured
            if apart:
                measured.differs[f"{who}: {form.statement}"] = apart
            else:
                agreeing.append(form)
        if agreeing:
            contenders.append(fastest(agreeing))
    del answer
    ours.warm_up()
    rest()
    measured.rounds = race(contenders, rounds)
    record(measured, contenders)
    return measured


def record(measured: Measured, contenders: Sequence[Contender]) -> None:
    """Writes the contenders' best times down."""
    for contender in contenders:
        measured.seconds[contender.who] = contender.best
        measured.statements[contender.who] = contender.statement
