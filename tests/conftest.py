"""Settings for all tests: hypothesis repeats itself from run to run and is never late on a busy machine."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "isocast", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("isocast")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests recorded as their "summary": counts that are checked, and worth seeing in every run."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    for report in reports:
        for name, text in report.user_properties:
            if name == "summary":
                terminalreporter.write_line(str(text))
