"""What a figure shows, before anything is placed: stages, the tensors in them, their sizes and their cells.

Data, no behaviour: `stages` makes it from shapes, `layout` and `terminal` place it.
Must not import any other part of isocast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SizeState = Literal["plain", "new", "grown", "maybe", "clash", "offender", "absent"]
Feed = Literal["none", "rows", "columns", "all"]


@dataclass(frozen=True)
class AxisSize:
    """One size of a shape, and what a step did to it.

    `maybe` is a size that grows or not, as symbols turn out; of the sizes that clash, the `offender` is the one that
    the error names.
    """

    text: str
    state: SizeState = "plain"


@dataclass(frozen=True)
class Cell:
    """One element: the label of the operand's element it holds, and whether step 2 put a copy here."""

    label: str
    copy: bool = False


@dataclass(frozen=True)
class Block:
    """The last two axes of a tensor at one index of the axes before them; None stands for what is left out.

    `heads` are the elements of Ym that this block of Zm reads by links: one for each row, one for each column, or one
    for all of it. Without links (`none`) the block's elements stand where they stood. `source` names Ym's block.
    """

    name: str
    source: str
    rows: tuple[tuple[Cell | None, ...] | None, ...]
    feed: Feed = "none"
    heads: tuple[Cell | None, ...] = ()


@dataclass(frozen=True)
class TensorView:
    """One tensor of a stage: its name, its sizes, rows of its blocks, and what is said below it.

    `blocks` is None if elements are not drawn, and has no rows if there are none to draw.
    """

    name: str
    tensor: int
    axes: tuple[AxisSize, ...]
    blocks: tuple[tuple[Block | None, ...] | None, ...] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stage:
    """One of the figures: the operands, the tensors after step 1, the tensors after step 2, or the conflict."""

    title: str
    captions: tuple[str, ...]
    views: tuple[TensorView, ...]
    refused: bool = False


@dataclass(frozen=True)
class Scene:
    """All of the figure. `rank` is the number of axes after alignment; `mark` is what stands below a clash."""

    title: str
    stages: tuple[Stage, ...]
    rank: int
    mark: str = ""

    @property
    def in_summary(self) -> bool:
        """Whether sizes are drawn, and no elements."""
        return all(view.blocks is None for stage in self.stages for view in stage.views)

    @property
    def description(self) -> str:
        """The figure in words, for those who do not see it."""
        return " ".join(" ".join((f"{stage.title}.", *stage.captions, *_spoken(stage))) for stage in self.stages)


def _spoken(stage: Stage) -> list[str]:
    return [f"{view.name}: {shape_words(view)}." for view in stage.views]


def shape_words(view: TensorView) -> str:
    """A shape with what happened to its sizes, such as `(new 1, 1 to 4, 3)`."""
    texts = [axis.text for axis in view.axes if axis.state != "absent"]
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
