"""`--static`: every target is a number, or the model is refused with what would make it one."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from ...errors import ModelError
from ...sizes import atoms_of
from ..values import Pool
from .sites import Site
from .steps import Plan


def check_static(model: str, found: Sequence[tuple[Site, Plan]], pool: Pool) -> None:
    """Refuses plans whose targets are computed: names the first node, and the sizes that would settle all of them."""
    waiting = [(site, plan) for site, plan in found if not all(map(plan.is_constant, plan.places))]
    if not waiting:
        return
    names = sorted({name for site, _ in waiting for name in _names(site, pool)})
    where = str(waiting[0][0].node.place(waiting[0][0].graph))
    more = len(waiting) - 1
    others = f", and {more} more node{'' if more == 1 else 's'} like it" if more else ""
    dims = "".join(f" --dim {quote(f'{name}=SIZE')}" for name in names)
    raise ModelError(
        summary=f"{model}: the full shape of {where} is not known{others}",
        code="IC912",
        help=f"isocast explicit {model} --static{dims}" if names else _help(waiting[0][0]),
        node=where,
    )


def _help(site: Site) -> str:
    if len(site.meetings) > 1:
        return "the function is called with different shapes: leave out --static, or give each call its own function"
    return "leave out --static, or state the shapes in the model"


def _names(site: Site, pool: Pool) -> set[str]:
    """The sizes of the model's inputs that the shapes of a node's operands are made of."""
    sizes = [size for meeting in site.meetings for shape in meeting.shapes for size in shape or ()]
    atoms = {base for size in sizes for atom in atoms_of(size) for base in pool.amounts.atoms(atom)}
    return {str(atom) for atom in atoms} & pool.names
