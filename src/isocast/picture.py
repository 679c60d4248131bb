"""A picture of shapes in plain text: what stands above what when they are aligned.

Pure: must not import any part of isocast but `errors`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .errors import Shape

_AXES_EACH_SIDE: Final = 5  # of the marked one; a picture of 64 axes would fit no line


def picture(names: Sequence[str], shapes: Sequence[Shape], axis: int) -> str:
    """Shapes one below the other, aligned at their ends, and a caret below the axis.

    >>> print(picture(("X", "slope"), ((2, 16), (3,)), 1))
    X       2  16
    slope   .   3
                ^
    """
    rank = max(map(len, shapes))
    rows = [["."] * (rank - len(shape)) + [str(size) for size in shape] for shape in shapes]
    rows.append(["^" if at == axis else "" for at in range(rank)])
    first, last = max(axis - _AXES_EACH_SIDE, 0), min(axis + _AXES_EACH_SIDE, rank - 1)
    rows = [["…"] * (first > 0) + row[first : last + 1] + ["…"] * (last < rank - 1) for row in rows]
    rows[-1] = [cell if cell == "^" else "" for cell in rows[-1]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    heads = [*names, ""]
    margin = max(map(len, names))
    lines = [
        f"{head:<{margin}}   " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for head, row in zip(heads, rows, strict=True)
    ]
    return "\n".join(line.rstrip() for line in lines)
