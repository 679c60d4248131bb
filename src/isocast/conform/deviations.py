"""What is known of a backend: patterns of case ids, the outcome they have, and why. One line each, in a TOML file.

Strict in both directions: a case that is listed and passes is as much of a surprise as one that is not and fails.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import FileError
from .judge import Outcome

_KEYS = {"cases", "outcome", "reason"}


@dataclass(frozen=True)
class Deviation:
    """The cases whose ids match one of the patterns (and none that starts with `!`) have this outcome."""

    cases: str
    outcome: Outcome
    reason: str

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        words = self.cases.split()
        return _one_of(w for w in words if w[0] != "!"), _one_of(w[1:] for w in words if w[0] == "!")

    def matches(self, case_id: str) -> bool:
        """Whether a case is meant."""
        wanted, unwanted = self._patterns
        return bool(wanted.match(case_id)) and not unwanted.match(case_id)


def _one_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """All patterns as one, because every case is held against every line; no pattern at all matches nothing."""
    return re.compile("|".join(map(translate, patterns)) or "(?!)")


@dataclass(frozen=True)
class KnownDeviations:
    """The content of one file: the version it was seen with, and its lines; the first that matches a case holds."""

    seen_with: str = ""
    known: tuple[Deviation, ...] = ()

    def of(self, case_id: str) -> Deviation | None:
        """What is known of a case."""
        return next((entry for entry in self.known if entry.matches(case_id)), None)


def of_backend(backend: str) -> KnownDeviations:
    """The file that is shipped for a backend, empty for one that has none."""
    resource = files(__package__) / "deviations" / f"{backend}.toml"
    return parse(resource.read_text(encoding="utf-8"), str(resource)) if resource.is_file() else KnownDeviations()


def read(path: Path) -> KnownDeviations:
    """The file a user gives."""
    try:
        return parse(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise _error(str(path), f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _error(str(path), "is not text in UTF-8") from None


def parse(text: str, name: str) -> KnownDeviations:
    """A file's content; a FileError that names the entry for anything but `cases`, `outcome` and `reason`.

    >>> parse('known = [{ cases = "Add-*", outcome = "crash", reason = "seen" }]', "x").of("Add-7/float/row").outcome
    <Outcome.CRASH: 'crash'>
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _error(name, f"is not TOML: {error}") from None
    rows = data.get("known", [])
    if set(data) - {"seen-with", "known"} or not isinstance(rows, list):
        raise _error(name, "has other keys than seen-with and a list called known")
    return KnownDeviations(str(data.get("seen-with", "")), _entries(rows, name))


def _entries(rows: Sequence[Any], name: str) -> tuple[Deviation, ...]:
    entries = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or set(row) != _KEYS or not all(isinstance(v, str) and v for v in row.values()):
            raise _error(name, f"entry {number} is not cases, outcome and reason, each a text")
        if row["outcome"] not in set(Outcome) - {Outcome.PASS}:
            allowed = ", ".join(outcome for outcome in Outcome if outcome is not Outcome.PASS)
            raise _error(name, f"entry {number} has outcome {row['outcome']!r}, which is none of {allowed}")
        entries.append(Deviation(row["cases"], Outcome(row["outcome"]), row["reason"]))
    return tuple(entries)


def _error(name: str, what: str) -> FileError:
    return FileError(
        summary=f"{name} {what}",
        code="IC912",
        help='a line is { cases = "Div-*/int32/least-*", outcome = "crash", reason = "why" }',
        path=name,
    )
