"""The command line: each command is a module of `commands`, registered here. Nothing is decided here.

Exit status: 0 nothing to report, 1 findings, 2 wrong use or unreadable input.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .commands.check import check
from .commands.conform import conform
from .commands.draw import draw
from .commands.explicit import explicit
from .commands.rules import rules
from .commands.run import run
from .commands.trace import trace
from .commands.verify import verify
from .errors import IsocastError
from .version import __version__

app = typer.Typer(
    name="isocast",
    help="Broadcasting in ONNX, made explicit, exact, fast and proved.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"isocast {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    pass


app.command()(check)
app.command()(conform)
# A shape may begin with a minus by mistake, and should be told so as a shape.
app.command(context_settings={"ignore_unknown_options": True})(draw)
app.command()(explicit)
app.command()(rules)
app.command()(run)
app.command()(trace)
app.command()(verify)


def main() -> None:
    """Run the command line; an error of ours is a few lines on standard error and exit status 2, not a traceback."""
    try:
        app()
    except IsocastError as error:
        print(f"isocast: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(0)  # the reader (head, less) has seen enough
