"""The seed's example on the terminal: two tensors, step 1, step 2, the links of `f`, and what E1 looks like."""

from __future__ import annotations

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table

import isocast as ic
from isocast.spec import Tensor
from isocast.spec.broadcast import access, step1, step2

console = Console(highlight=False)

X0 = Tensor((3, 1), (1, 2, 3))
X1 = Tensor((4,), (10, 20, 30, 40))


def grid(name: str, tensor: Tensor, copied_from: tuple[int, ...] | None = None) -> Panel:
    """A tensor of rank 1 or 2 as a grid; what step 2 copied is dim."""
    rows, columns = ((1, *tensor.shape) if tensor.rank == 1 else tensor.shape)[-2:]
    table = Table(show_header=False, box=None)
    for i in range(rows):
        cells = [str(tensor.values[i * columns + j]) for j in range(columns)]
        if copied_from:
            fresh = [access((i, j), copied_from, tensor.shape) == (i, j) for j in range(columns)]
            cells = [c if own else f"[cyan dim]{c}[/]" for c, own in zip(cells, fresh, strict=True)]
        table.add_row(*cells)
    return Panel(table, title=f"[bold]{name}[/] {tensor.shape}", expand=False)


def main() -> None:
    """Walk the example through both steps."""
    console.rule("[bold]Two tensors of different shapes")
    console.print(Columns([grid("X0", X0), grid("X1", X1)]))

    console.rule("[bold]Step 1: the same number of dimensions")
    console.print("Shapes are prepended with ones until every tensor has nY = max(2, 1) = 2 dimensions.")
    Y0, Y1 = step1(X0, X1)
    console.print(Columns([grid("Y0", Y0), grid("Y1", Y1)]))

    console.rule("[bold]Step 2: the same size on every axis")
    console.print(
        "dY = (max(3, 1), max(1, 4)) = (3, 4). Where a size grew, [cyan dim]copies[/] of index 0 fill the axis."
    )
    Z0, Z1 = step2(Y0, Y1)
    console.print(Columns([grid("Z0", Z0, Y0.shape), grid("Z1", Z1, Y1.shape)]))

    console.print("f(a,B,C) = a if B = C, else 0 says which element is read, for example at index (2, 1):")
    for name, y, z in (("0", Y0, Z0), ("1", Y1, Z1)):
        source = access((2, 1), y.shape, z.shape)
        console.print(f"  Z{name}\\[2, 1] = Y{name}\\[{source[0]}, {source[1]}] = {z[2, 1]}")

    console.rule("[bold]The same on arrays, by the fast library")
    x, y = np.array([[1], [2], [3]]), np.array([10, 20, 30, 40])
    console.print(f"ic.broadcast_shapes({x.shape}, {y.shape}) = {ic.broadcast_shapes(x.shape, y.shape)}")
    console.print(f"ic.add(x, y) =\n{ic.add(x, y)}")

    console.rule("[bold]And when it cannot be done")
    try:
        ic.add(np.zeros((2, 3, 4)), np.zeros((2, 4)))
    except ic.BroadcastError as error:
        console.print(f"isocast.BroadcastError: {error}", markup=False)


if __name__ == "__main__":
    main()
