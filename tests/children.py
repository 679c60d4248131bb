"""Python programs in a process of their own, for what would disturb this one: signals, forks, memory, environment."""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import dedent


def program(source: str) -> list[str]:
    """The command that runs the source, with NumPy and isocast imported."""
    return [sys.executable, "-W", "error", "-c", "import numpy as np\nimport isocast as ic\n" + dedent(source)]


def environment(**settings: str) -> dict[str, str]:
    """This process's environment, with other settings of ours."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("ISOCAST_")}
    return {**ours, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **settings}


def run(source: str, timeout: float = 60, **settings: str) -> str:
    """What the program prints; fails if it does not end well."""
    done = subprocess.run(
        program(source), env=environment(**settings), capture_output=True, text=True, timeout=timeout, check=False
    )
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr}"
    return done.stdout.strip()
