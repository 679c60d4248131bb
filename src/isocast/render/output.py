"""A report put into a file, in place of what was there; never in place of an input or of a directory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..files import check_free, write_whole


def write_report(path: Path, text: str, inputs: Iterable[Path] = ()) -> None:
    """Puts a report into a file as a whole, or leaves the file as it was."""
    check_free(path, overwrite=True, inputs=inputs)
    write_whole(path, text.encode())
