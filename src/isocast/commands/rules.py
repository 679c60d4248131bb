"""`isocast rules`: the list of the rules of `check`, or the pages of some."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from ..errors import ArgumentError


def rules(codes: Annotated[list[str] | None, typer.Argument(help="The pages of these rules.")] = None) -> None:
    """List the rules of `isocast check`, or show the pages of some."""
    from ..model.rules import RULES
    from ..render.pages import page

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    wanted = [code.upper() for code in codes or []]
    unknown = [code for code in wanted if code not in RULES]
    if unknown:
        raise ArgumentError(
            summary=f"there is no rule {unknown[0]}", code="IC910", help="`isocast rules` lists all of them"
        )
    if not wanted:
        _print_list(console)
    for code in wanted:
        if sys.stdout.isatty():
            console.print(Markdown(page(code)))
        else:
            print(page(code), end="" if code == wanted[-1] else "\n")


def _print_list(console: Console) -> None:
    from ..model.rules import RULES

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("code", "onnx", "sonnx", "what"):
        table.add_column(column, no_wrap=column != "what")
    for rule in RULES.values():
        weights = [weight.value if weight else "–" for weight in (rule.severity, rule.strict)]
        table.add_row(rule.code, *weights, rule.title)
    console.print(table)
    console.print(
        "\n`isocast rules CODE` shows the page of a rule; a rule without a severity stops a model from being checked"
    )
