"""A figure put into a file: which form a path asks for, and a file that is written as a whole or not at all.

Must not import any part of isocast but `errors` and its neighbours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal, get_args

from ...errors import ArgumentError, FileError
from . import Figure

Form = Literal["text", "svg", "png"]
_BY_SUFFIX: Final[dict[str, Form]] = {".svg": "svg", ".png": "png", ".txt": "text"}


def form_of(path: Path | None, asked: str | None) -> Form:
    """The form that is asked for, or that the path's ending says; text if there is neither.

    >>> form_of(Path("a.SVG"), None), form_of(Path("a.svg"), "png"), form_of(None, None)
    ('svg', 'png', 'text')
    """
    for form in get_args(Form):
        if asked == form:
            return form  # type: ignore[no-any-return]
    if asked is not None:
        known = f"it is {', '.join(get_args(Form))}"
        raise ArgumentError(summary=f"there is no format {asked!r}", code="IC910", help=known, argument="--format")
    if path is None:
        return "text"
    form = _BY_SUFFIX.get(path.suffix.lower())
    if form is None:
        found = f"the name {path.name!r} does not say what kind of file it is"
        help_ = "let it end in .svg, .png or .txt, or give --format"
        raise ArgumentError(summary=found, code="IC910", help=help_, argument="--output")
    return form


def rendered(figure: Figure, form: Form) -> bytes:
    """The figure in a form, as bytes for a file."""
    if form == "png":
        return figure.png()
    return (figure.svg() if form == "svg" else figure.text()).encode()


def check_free(path: Path, force: bool) -> None:
    """Refuses a path that is no place for a file, or that has one which nobody said to overwrite."""
    with _as_file_error(path):
        if path.is_dir():
            raise _refused(path, "is a directory", "give the name of a file in it")
        if not path.parent.is_dir():
            raise _refused(path, "has no folder to be written in", f"make {path.parent} first")
        if path.is_file() and not force:
            raise _refused(path, "exists already", "give another name, or --force to overwrite it")


def write(path: Path, data: bytes, force: bool = False) -> None:
    """Puts the bytes into a file: beside it first, then in place, so that nobody ever sees half of a figure."""
    check_free(path, force)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _as_file_error(path):
        if path.exists() and not path.is_file():  # a device or a pipe is written to, not put away
            path.write_bytes(data)
            return
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            with suppress(OSError):  # where it could not be written it is not there either
                beside.unlink(missing_ok=True)


@contextmanager
def _as_file_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or "the system refuses"
        raise _refused(path, f"cannot be written: {why}", "check the path and its permissions") from None


def _refused(path: Path, what: str, help_: str) -> FileError:
    return FileError(summary=f"{path} {what}", code="IC910", help=help_, path=str(path))
