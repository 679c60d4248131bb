"""A canvas of letters, each with a style's name: what figures on a terminal are put together on.

Rich turns styles into colours, and is imported only when colours are asked for. Must not import any part of isocast.
"""

from __future__ import annotations

from io import StringIO
from typing import Final

STYLES: Final = {
    "title": "bold",
    "heading": "bold underline",
    "caption": "italic",
    "refused": "",
    "name": "bold",
    "faint": "dim",
    "clash": "bold red",
    "offender": "bold reverse red",
    "grown": "bold",
    "new": "bold",
    "maybe": "bold",
    "cell0": "bold cyan",
    "cell1": "bold magenta",
    "cell2": "bold green",
    "cell3": "bold yellow",
    "copy0": "cyan",
    "copy1": "magenta",
    "copy2": "green",
    "copy3": "yellow",
}
_PLAIN: Final = str.maketrans(dict(zip("·…□─│┬├└→↓", "'~#-|+++>v", strict=True)))


class Canvas:
    """Letters at places; it grows as it is written on."""

    def __init__(self) -> None:
        self.width = 0
        self.height = 0
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Writes a text from a place to the right."""
        for at, letter in enumerate(text, x):
            self._letters[at, y] = letter, style
        self.width, self.height = max(self.width, x + len(text)), max(self.height, y + 1)

    def place(self, other: Canvas, x: int, y: int) -> None:
        """Copies a whole canvas, its upper left corner at a place."""
        for (at, line), letter in other._letters.items():
            self._letters[at + x, line + y] = letter
        self.width, self.height = max(self.width, x + other.width), max(self.height, y + other.height)

    def runs(self) -> list[list[tuple[str, str]]]:
        """Each line as runs of letters of one style, without spaces at the end."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> list[tuple[str, str]]:
        last = max((x for x in range(self.width) if self._letters.get((x, y), (" ", ""))[0] != " "), default=-1)
        runs: list[tuple[str, str]] = []
        for x in range(last + 1):
            letter, style = self._letters.get((x, y), (" ", ""))
            if runs and runs[-1][1] == style:
                runs[-1] = runs[-1][0] + letter, style
            else:
                runs.append((letter, style))
        return runs

    def text(self, colour: bool = False, plain: bool = False) -> str:
        """All of it as lines: with a terminal's colours, or without; `plain` uses letters every terminal has."""
        lines = self.runs()
        if plain:
            lines = [[(_as_ascii(text), style) for text, style in line] for line in lines]
        if colour:
            return _coloured(lines)
        return "".join("".join(text for text, _ in line) + "\n" for line in lines)


def _as_ascii(text: str) -> str:
    return text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")


def _coloured(lines: list[list[tuple[str, str]]]) -> str:
    from rich.console import Console
    from rich.text import Text

    out = StringIO()
    # Wide enough for any line: the lines have been broken already.
    console = Console(file=out, force_terminal=True, color_system="standard", width=10_000, highlight=False)
    for line in lines:
        console.print(Text.assemble(*((text, STYLES.get(style, "")) for text, style in line)), soft_wrap=True)
    return out.getvalue()
