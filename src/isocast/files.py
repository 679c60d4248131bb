"""Files that are written as a whole or not at all: beside their place first, then moved into it.

Must not import any part of isocast but `errors`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import FileError


def check_free(path: Path, *, overwrite: bool, inputs: Iterable[Path] = (), flag: str = "--force") -> None:
    """Refuses a path that is no place for a file, that is an input, or whose file nobody said to overwrite."""
    with _as_file_error(path):
        if path.is_dir():
            raise _refused(path, "is a directory", "give the name of a file in it")
        if not path.parent.is_dir():
            raise _refused(path, "has no folder to be written in", f"make {path.parent} first")
        if any(path.exists() and source.exists() and path.samefile(source) for source in inputs):
            raise _refused(path, "is one of the models", "give the output a name of its own")
        if path.is_file() and not overwrite:
            raise _refused(path, "exists already", f"give another name, or {flag} to overwrite it")


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A path beside the one given, to write to: moved into place at the end, removed if anything went wrong."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _as_file_error(path):
        if path.exists() and not path.is_file():  # a device or a pipe is written to, not put away
            yield path
            return
        try:
            yield beside
            beside.replace(path)
        finally:
            with suppress(OSError):  # where it could not be written it is not there either
                beside.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Puts the bytes into a file, in place of what was there."""
    with written_whole(path) as beside:
        beside.write_bytes(data)


@contextmanager
def _as_file_error(path: Path) -> Iterator[None]:
    if "\0" in str(path):
        raise _refused(Path(repr(str(path))), "is not a path", "take the null character out of it")
    try:
        yield
    except OSError as error:
        why = error.strerror or "the system refuses"
        raise _refused(path, f"cannot be written: {why}", "check the path and its permissions") from None


def _refused(path: Path, what: str, help_: str) -> FileError:
    return FileError(summary=f"{path} {what}", code="IC910", help=help_, path=str(path))
