"""`isocast draw`: shapes in, a figure out.

Exit status 0 they broadcast, 1 they do not and are drawn all the same, 2 nothing was drawn.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ..errors import ArgumentError, IsocastError

if TYPE_CHECKING:
    from ..render.figures import Figure


class Format(StrEnum):
    """How a figure is drawn."""

    TEXT = "text"
    SVG = "svg"
    PNG = "png"


class ProfileName(StrEnum):
    """By which rules shapes broadcast."""

    ONNX = "onnx"
    SONNX = "sonnx"


def draw(
    shapes: Annotated[
        list[str],
        typer.Argument(metavar="SHAPE", help="Shapes: 3x1, 3,1, (3, 1), () or scalar.", show_default=False),
    ],
    *,
    to: Annotated[
        str | None, typer.Option(metavar="SHAPE", help="Broadcast one shape to this one.", show_default=False)
    ] = None,
    profile: Annotated[
        ProfileName, typer.Option(help="ONNX's rules, or those of the strict profile: they differ at size 0.")
    ] = ProfileName.ONNX,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A .svg, .png or .txt file.", show_default=False)
    ] = None,
    format_: Annotated[
        Format | None, typer.Option("--format", help="If the file's name does not say it.", show_default=False)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file.")] = False,
) -> None:
    """Draw how shapes broadcast: the operands, after step 1, and after step 2 with the links of f."""
    try:
        figure = _figure(shapes, to, profile)
        _put(figure, output, format_, force)
    except IsocastError as error:
        print(f"isocast: {error}\nNothing was drawn.", file=sys.stderr)
        raise typer.Exit(2) from None
    if figure.refusal:
        raise typer.Exit(1)


def _figure(shapes: list[str], to: str | None, profile: ProfileName) -> Figure:
    from ..render.figures import draw as drawn
    from ..render.figures.written_shapes import read_shape

    option = next((shape for shape in shapes if shape.startswith("--")), None)
    if option:
        help_ = "`isocast draw --help` lists the options"
        raise ArgumentError(summary=f"there is no option {option}", code="IC910", help=help_, argument=option)
    given = [read_shape(shape, f"shape {number}") for number, shape in enumerate(shapes)]
    return drawn(*given, profile=profile.value, to=None if to is None else read_shape(to, "the target"))


def _put(figure: Figure, output: Path | None, format_: Format | None, force: bool) -> None:
    from ..files import check_free, write_whole
    from ..render.figures.files import form_of, rendered

    form = form_of(output, format_ and format_.value)
    if output is not None:
        check_free(output, overwrite=force)
        write_whole(output, rendered(figure, form))
        print(f"{output}: {figure.title}")
    elif form == "text":
        _print(figure)
    elif form == "svg":
        sys.stdout.write(figure.svg())
    elif sys.stdout.isatty():
        raise ArgumentError(
            summary="a PNG is no text for a terminal",
            code="IC910",
            help="give a file with --output, or send it to one",
            argument="--output",
        )
    else:
        sys.stdout.buffer.write(figure.png())


def _print(figure: Figure) -> None:
    """On the terminal: in its width and its colours, and in letters that it has."""
    console = Console()
    width = console.width if console.is_terminal else 80
    colour = console.is_terminal and console.color_system is not None
    text = figure.text(width=width, colour=colour)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = figure.text(width=width, colour=colour, plain=True)
    sys.stdout.write(text)
