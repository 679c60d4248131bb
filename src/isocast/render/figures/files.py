"""A figure for a file: which form a path asks for, and the bytes of that form.

Must not import any part of isocast but `errors` and its neighbours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, get_args

from ...errors import ArgumentError
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
