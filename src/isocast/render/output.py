"""A report put into a file: written beside it and moved into place, so that nobody ever sees half of one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ..errors import FileError


def write_report(path: Path, text: str, inputs: Iterable[Path] = ()) -> None:
    """Puts a report into a file, in place of what was there; never in place of an input or of a directory."""
    if path.is_dir():
        raise _refused(path, "is a directory", "give the name of a file in it")
    if any(path.exists() and source.exists() and path.samefile(source) for source in inputs):
        raise _refused(path, "is one of the models", "give the report a name of its own")
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise _refused(path, f"cannot be written: {error.strerror or 'the system refuses'}", "check the path") from None


def _refused(path: Path, what: str, help_: str) -> FileError:
    return FileError(summary=f"{path} {what}", code="IC910", help=help_, path=str(path))
