"""The rules by which the benchmark decides: what a ratio is, and when the figures behind it are believed."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from benchmarks import confirm
from benchmarks.__main__ import main
from benchmarks.grid import FURTHER, OPERATORS, WIDTH, Cell, cells
from benchmarks.measure import Measured
from benchmarks.statements import numpy_statements, torch_statements
from benchmarks.timing import Contender, race
from isocast import opsets


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--operator", "Foo"], "no cell of the grid matches"),
        (["--type", "("], "'(' is no regular expression"),
        (["--against", "numpy,jax"], "no such peer: jax"),
        (["--threads", "0"], "at least 1"),
        (["--quick", "--further"], "not allowed with argument"),
        (["--further", "--operator", "And"], "no cell of the grid matches"),
        (["--cells", "Add/float/same/64,Add/float/same/65"], "no such cell: Add/float/same/65"),
        (["--cells", "Add/float/same/64", "--size", "1M"], "no such cell: Add/float/same/64"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert said in capsys.readouterr().err


def test_the_grid_and_what_is_beyond_it_are_every_operator_on_every_type_but_strings() -> None:
    for name in opsets.OPERATORS:
        in_grid, beyond = OPERATORS.get(name, ()), FURTHER.get(name, ())
        assert not set(in_grid) & set(beyond)
        assert {*in_grid, *beyond} == opsets.lookup(name).types["T"] - {"string"}
        assert {*in_grid, *beyond} <= set(WIDTH)
    assert {*OPERATORS, *FURTHER} == set(opsets.OPERATORS)


def test_every_cell_has_a_way_with_numpy_and_with_pytorch() -> None:
    for cell in (*cells(), *cells(further=True)):
        assert numpy_statements(cell)
        assert torch_statements(cell)


def _measured(*seconds: tuple[float, float]) -> Measured:
    """A cell that was measured as often: our time and PyTorch's; NumPy is far behind."""
    first, *others = (
        Measured(Cell("Add", "float", "same", "1M"), times, {}, rounds=[dict(times)])
        for times in ({"isocast": ours, "torch": torch, "numpy": 9.0} for ours, torch in seconds)
    )
    for other in others:
        first.merge(other)
    return first


def test_a_ratio_is_the_best_peers_best_time_over_our_best() -> None:
    result = _measured((2.0, 3.0), (4.0, 1.0), (2.0, 1.0))
    assert result.best_peer == "torch"
    assert result.ratio == result.ratio_of_bests == 0.5


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


@pytest.mark.parametrize(
    ("seconds", "ratio"),
    [
        (((1.0, 1.2), (2.0, 2.2), (4.0, 4.4)), 1.1),  # we met the only fast second: 1.2 by the best
        (((1.1, 1.0), (2.0, 2.2), (4.0, 4.8)), 1.1),  # PyTorch did: 0.91 by the best
        (((1.0, 0.5), (2.0, 1.8), (4.0, 3.6)), 0.9),
        (((1.0, 0.5),), 0.5),  # not measured again: nothing is known of luck
    ],
)
def test_best_times_that_were_met_once_leave_it_to_the_rounds(
    seconds: tuple[tuple[float, float], ...], ratio: float
) -> None:
    result = _measured(*seconds)
    assert result.is_luck is (len(seconds) > 1)
    assert result.ratio == pytest.approx(ratio)


def test_of_the_rounds_that_a_peer_was_in_its_best_decides() -> None:
    result = _measured((1.0, 2.0), (2.0, 4.0), (4.0, 8.0))
    result.rounds.append({"isocast": 1.0, "torch": 2.0})  # a race goes on without those who do not decide
    for times in result.rounds[:3]:
        times["numpy"] = 1.5 * times["isocast"]
    assert result.ratio_of_rounds == 1.5


def test_who_is_hopeless_is_not_measured_again() -> None:
    result = _measured((1.0, 2.0))  # NumPy takes 9
    assert result.contending(("numpy", "onnxruntime", "torch")) == ["torch"]
    result.seconds["numpy"] = 6.0
    assert result.contending(("numpy", "torch")) == ["numpy", "torch"]


def test_with_other_processes_the_median_of_all_decides() -> None:
    result = _measured((1.0, 1.2), (1.0, 1.2))
    assert result.ratio == pytest.approx(1.2)
    result.elsewhere = [0.9, 0.95, 1.1, 0.97]
    assert result.ratio == 0.97
    assert result.ratio_here == pytest.approx(1.2)


@pytest.mark.parametrize(
    ("operator", "ratio", "close"),
    [("Add", r, 0.91 < r < 1.1) for r in (0.9, 0.92, 1.0, 1.09, 1.11)] + [("Gemm", 0.9, True), ("Gemm", 1.05, False)],
)
def test_cells_are_close_on_both_sides_of_their_mark(operator: str, ratio: float, close: bool) -> None:
    result = Measured(Cell(operator, "float", "same", "1M"), {"isocast": 1.0, "torch": ratio}, {})
    assert bool(confirm.close_cells([result])) is close
    assert not confirm.close_cells([Measured(result.cell, {"isocast": 1.0}, {})])  # no peer does it


def test_other_processes_measure_the_same_cells_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    def run(command: list[str], **_: object) -> None:
        commands.append(command)
        folder = Path(command[command.index("--output") + 1])
        (folder / "results.json").write_text('{"cells": [{"cell": "Add/float/same/1M", "ratio": 1.05}]}')

    monkeypatch.setattr(confirm.subprocess, "run", run)
    result = _measured((1.0, 1.2))
    confirm.confirm([result], ["--threads", "1"], lambda: None)
    assert result.elsewhere == [1.05] * confirm.PROCESSES
    for command in commands:
        assert command[command.index("--cells") + 1] == "Add/float/same/1M"
        assert {"--confirming", "--threads", "1"} <= set(command)
    confirm.confirm([], [], lambda: None)
    assert len(commands) == confirm.PROCESSES


def test_another_process_that_fails_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = CompletedProcess([], 1, "", "no memory")
    monkeypatch.setattr(confirm.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(RuntimeError, match="no memory"):
        confirm.confirm([_measured((1.0, 1.2))], [], lambda: None)


def test_a_race_tells_every_round() -> None:
    contenders = [Contender(who, "sum(range(9))", {}) for who in ("isocast", "numpy")]
    for contender in contenders:
        contender.warm_up()
    rounds = race(contenders, 2)
    assert len(rounds) >= 2
    for contender in contenders:
        assert min(times[contender.who] for times in rounds) >= contender.best > 0
