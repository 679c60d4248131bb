"""`isocast run`: a model and tensors from files in, tensors in files out."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import IsocastError


class TensorFormat(StrEnum):
    """What kind of file an output is written to."""

    NPY = "npy"
    PB = "pb"


def run(
    model: Annotated[Path, typer.Argument(help="An ONNX model.")],
    output_dir: Annotated[Path, typer.Option(help="The folder for the outputs, one file each.")],
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", metavar="NAME=FILE", help="A .npy, .npz or .pb file; once for each input."),
    ] = None,
    format_: Annotated[TensorFormat, typer.Option("--format", help="How to write the outputs.")] = TensorFormat.NPY,
) -> None:
    """Run a model of broadcasting operators on tensors from files."""
    from ..progress import RunProgress
    from ..run import run as run_files

    try:
        with RunProgress() as progress:
            written = run_files(model, inputs or [], output_dir, format_.value, progress)
    except IsocastError as error:
        print(f"isocast: {error}\nNothing was written.", file=sys.stderr)
        raise typer.Exit(2) from None
    for output in written:
        print(f"{output.name}  {output.type} {list(output.shape)}  {output.path}")
