"""Writes `vectors/`, the language-neutral test vectors made by the specification: `python -m tools.make_vectors`.

With `--check` nothing is written; the committed files are compared with what the specification makes now.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from isocast.spec.operators import OPERATORS

from .vector_cases import elementwise
from .vector_lines import Case, write_case
from .vector_matrices import broadcast_cases, expand_cases, gemm_cases

FOLDER: Final = Path(__file__).parent.parent / "vectors"
NAMES: Final = ("Broadcast", *OPERATORS)


def cases(name: str) -> Iterator[Case]:
    """All cases of an operator, in the order of its file."""
    special = {"Broadcast": broadcast_cases, "Expand": expand_cases, "Gemm": gemm_cases}
    return special[name]() if name in special else elementwise(name)


def text(name: str) -> str:
    """The whole file of an operator."""
    lines = [f"# {name}: made by tools/make_vectors.py from the specification; README.md says how to read it"]
    return "\n".join([*lines, *map(write_case, cases(name)), ""])


def stale(names: Sequence[str] = NAMES, folder: Path = FOLDER) -> list[str]:
    """The files that are missing, or not what the specification makes now."""
    return [name for name in names if _committed(folder / f"{name}.txt") != text(name)]


def _committed(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None


def main(argv: Sequence[str] | None = None) -> int:
    """0 if the vectors are written or up to date, 1 if `--check` finds one that is not."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_vectors", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    arguments = parser.parse_args(argv)
    if arguments.check:
        outdated = stale()
        for name in outdated:
            print(f"vectors/{name}.txt is not what the specification makes; run python -m tools.make_vectors")
        print(f"{len(NAMES) - len(outdated)} of {len(NAMES)} files are up to date")
        return 1 if outdated else 0
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(text(name))
    print(f"{len(NAMES)} files written to {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
