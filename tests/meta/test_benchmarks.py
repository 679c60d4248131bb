"""The rules by which the benchmark decides: what a ratio is, and when the figures behind it are believed."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import main
from benchmarks.grid import Cell
from benchmarks.measure import Measured


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--operator", "Foo"], "no cell of the grid matches"),
        (["--type", "("], "'(' is no regular expression"),
        (["--against", "numpy,jax"], "no such peer: jax"),
        (["--threads", "0"], "at least 1"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert said in capsys.readouterr().err


def _measured(*seconds: tuple[float, float]) -> Measured:
    """A cell that was measured as often: our time and PyTorch's; NumPy is far behind."""
    first, *others = (
        Measured(Cell("Add", "float", "same", "1M"), {"isocast": ours, "torch": torch, "numpy": 9.0}, {})
        for ours, torch in seconds
    )
    for other in others:
        first.merge(other)
    return first


def test_a_ratio_is_the_best_peers_best_time_over_our_best() -> None:
    result = _measured((2.0, 3.0), (4.0, 1.0))
    assert result.best_peer == "torch"
    assert result.ratio == 0.5


@pytest.mark.parametrize(
    ("seconds", "settled"),
    [
        (((1.0, 1.0),), False),  # seen once
        (((1.0, 1.0), (1.02, 1.02)), True),
        (((1.0, 1.0), (1.02, 1.2)), False),  # PyTorch met a fast second
        (((1.0, 1.0), (1.2, 1.02)), False),  # we did
        (((1.0, 1.0), (1.2, 1.2), (1.01, 1.01)), True),
        (((1.2, 1.0), (1.2, 1.2), (1.0, 1.01)), False),
    ],
)
def test_figures_that_decide_are_settled_when_each_was_seen_twice(
    seconds: tuple[tuple[float, float], ...], settled: bool
) -> None:
    assert _measured(*seconds).settled is settled
