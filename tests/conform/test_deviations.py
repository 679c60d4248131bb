"""Files of known deviations: what they may say, what is wrong with them, and that ours give reasons."""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

from isocast.conform.adapters import BUILT_IN
from isocast.conform.cases import all_cases
from isocast.conform.deviations import KnownDeviations, of_backend, parse, read
from isocast.conform.judge import Outcome
from isocast.errors import FileError


def line(cases: str = "Add-*", outcome: str = "crash", reason: str = "seen") -> str:
    return f'{{ cases = "{cases}", outcome = "{outcome}", reason = "{reason}" }}'


def test_the_first_line_that_matches_a_case_holds() -> None:
    known = parse(f"known = [{line('Add-14/*')}, {line('Add-*', 'wrong')}]", "x")
    first, second = known.of("Add-14/float/row"), known.of("Add-7/float/row")
    assert first is not None
    assert second is not None
    assert (first.outcome, second.outcome) == (Outcome.CRASH, Outcome.WRONG)
    assert known.of("Sub-7/float/row") is None


def test_patterns_with_a_mark_take_cases_out() -> None:
    known = parse(f"known = [{line('Add-* Sub-* !*/double/*')}]", "x")
    assert known.of("Sub-7/float/row")
    assert known.of("Sub-7/double/row") is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("known = [", "is not TOML"),
        ("other = 1", "has other keys"),
        ("known = 1", "has other keys"),
        ("known = [1]", "entry 1 is not cases, outcome and reason"),
        (f"known = [{line()}, {{ cases = 'x' }}]", "entry 2 is not cases, outcome and reason"),
        (f"known = [{line(reason='')}]", "entry 1 is not cases, outcome and reason"),
        (f"known = [{line(outcome='pass')}]", "outcome 'pass', which is none of not implemented, error"),
        (f"known = [{line(outcome='fine')}]", "outcome 'fine'"),
    ],
)
def test_a_file_that_says_something_else_is_refused(text: str, says: str) -> None:
    with pytest.raises(FileError, match=says) as caught:
        parse(text, "known.toml")
    assert caught.value.path == "known.toml"


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read(tmp_path / "missing.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="UTF-8"):
        read(tmp_path / "bytes.toml")


def test_backends_without_a_file_have_no_deviations() -> None:
    assert of_backend("isocast") == of_backend("package.module:Backend") == of_backend("../x") == KnownDeviations()


@pytest.mark.parametrize("backend", sorted(set(BUILT_IN) - {"isocast"}))
def test_every_line_of_ours_is_of_use_and_gives_a_reason(backend: str) -> None:
    known = of_backend(backend)
    ids = [case.id for case in all_cases()]
    assert known.known
    for entry in known.known:
        assert len(entry.reason) > 15
        assert any(entry.matches(id_) for id_ in ids), entry.cases
        unmatched = [p for p in entry.cases.split() if not fnmatch.filter(ids, p.removeprefix("!"))]
        assert unmatched == [], f"patterns without a case: {unmatched}"
