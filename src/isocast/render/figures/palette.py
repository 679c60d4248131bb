"""The colours of figures, light and dark, by what a mark means; no meaning is carried by colour alone.

Data, no behaviour. Must not import any part of isocast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Hue:
    """The colours of one tensor: the inside of its cells, the inside of copies, and all its lines."""

    fill: str
    copy: str
    line: str


@dataclass(frozen=True)
class Palette:
    """All colours of a figure; tensors take the hues in turn."""

    paper: str
    ink: str
    faint: str
    rule: str
    clash: str
    clash_fill: str
    hues: tuple[Hue, ...]

    def hue(self, tensor: int) -> Hue:
        """The colours of a tensor by its number; the target has none of its own."""
        return self.hues[tensor % len(self.hues)] if tensor >= 0 else Hue(self.paper, self.paper, self.faint)


LIGHT: Final = Palette(
    paper="#ffffff",
    ink="#1c2024",
    faint="#5d6670",
    rule="#aab2bb",
    clash="#b3121d",
    clash_fill="#fde8e9",
    hues=(
        Hue("#cfe3fb", "#f1f7fe", "#1f5fa8"),
        Hue("#fbdfc0", "#fef6ed", "#9a4e07"),
        Hue("#cfeecd", "#f1faf0", "#23702a"),
        Hue("#e6d7f7", "#f8f3fd", "#6a37a5"),
    ),
)
DARK: Final = Palette(
    paper="#14181d",
    ink="#e9edf1",
    faint="#a3adb8",
    rule="#4c5661",
    clash="#ff8d93",
    clash_fill="#4a171b",
    hues=(
        Hue("#1d4775", "#172636", "#7db7f5"),
        Hue("#6b3d10", "#2e241a", "#f2ae6a"),
        Hue("#205a27", "#19291c", "#86d18c"),
        Hue("#4e2f78", "#262032", "#c3a1ef"),
    ),
)
