"""The figure's story, told from shapes: the operands, step 1, and step 2 with the links of `f`, or the conflict.

What broadcasts, and to what, is asked of `shapes`; nothing is decided here. Must not import what renders a scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from ...errors import Shape
from ...shapes import Conditional, Outcome, Profile, Refusal, SymbolicShape, broadcast, broadcast_to
from ...sizes import Joined, Size
from .cells import DEPTH, TARGET, WIDE, Caps, blocks, formula
from .conflict import clashes, conflict_lines
from .scene import AxisSize, Scene, SizeState, Stage, TensorView
from .words import axes_words, counted, listed, printable, shape_words, size_words

MOST_IN_CELLS: Final = 6  # tensors; more of them are drawn in summary
MOST_IN_SUMMARY: Final = 16
_MOST_ELEMENTS: Final = 999_999  # of an operand: longer numbers make cells nobody reads


@dataclass(frozen=True)
class Question:
    """What a figure is asked to show."""

    shapes: tuple[SymbolicShape, ...]
    target: SymbolicShape | None = None
    profile: Profile = "onnx"

    @property
    def answer(self) -> Outcome:
        """What the library says to it."""
        if self.target is None:
            return broadcast(self.shapes, self.profile)
        return broadcast_to(self.shapes[0], self.target, self.profile)

    @property
    def all_shapes(self) -> tuple[SymbolicShape, ...]:
        """The operands' shapes, then the target."""
        return self.shapes if self.target is None else (*self.shapes, self.target)

    def name(self, letter: str, number: int) -> str:
        """What the figure calls a tensor."""
        return "target" if number == len(self.shapes) else f"{letter}{number}"

    def number(self, number: int) -> int:
        """The number of a tensor, or that of the target."""
        return TARGET if number == len(self.shapes) else number


def scene(question: Question, caps: Caps | None = WIDE) -> Scene:
    """The scene that shows what a question is answered; without caps, in summary.

    Clauses: step1, step2, f, E1, B5, B6, uni-2
    """
    answer = question.answer
    caps = caps if _can_draw_cells(question, answer) else None
    rank = max(map(len, question.all_shapes))
    stages = [_operands(question, rank, caps)]
    if isinstance(answer, Refusal):
        if _has_step1(question):
            stages.append(_step1(question, rank, caps))
        stages.append(_conflict(question, answer, rank))
        return Scene(_title(question, answer), tuple(stages), rank, answer.clause)
    stages += [_step1(question, rank, caps), _step2(question, answer, rank, caps)]
    return Scene(_title(question, answer), tuple(stages), rank)


def _can_draw_cells(question: Question, answer: Outcome) -> bool:
    known = [tuple(size for size in shape if isinstance(size, int)) for shape in question.all_shapes]
    return (
        all(len(shape) <= DEPTH for shape in question.all_shapes)
        and [len(shape) for shape in known] == [len(shape) for shape in question.all_shapes]
        and len(question.shapes) <= MOST_IN_CELLS
        and all(prod(shape) <= _MOST_ELEMENTS for shape in known[: len(question.shapes)])
        and not isinstance(answer, Conditional)
    )


def _has_step1(question: Question) -> bool:
    return question.target is None or len(question.shapes[0]) <= len(question.target)


def _title(question: Question, answer: Outcome) -> str:
    named = [f"X{number} {shape_words(shape)}" for number, shape in enumerate(question.shapes)]
    subject = listed(named) if len(named) <= 3 else counted(len(named), "tensor")
    one = len(named) == 1
    if isinstance(answer, Refusal):
        to = "" if question.target is None else f" to {shape_words(question.target)}"
        return f"{subject} {'does' if one else 'do'} not broadcast{to}: {answer.clause}"
    if one and question.target is None:
        return f"{subject} comes back unchanged"
    condition = f" if {printable(answer.condition)}" if isinstance(answer, Conditional) else ""
    return f"{subject} {'broadcasts' if one else 'broadcast'} to {shape_words(answer.shape)}{condition}"


def _operands(question: Question, rank: int, caps: Caps | None) -> Stage:
    """The first figure: what there is."""
    captions = ["Labels number the elements of each tensor in order."] if caps else []
    title = "Operands" if len(question.shapes) > 1 else "Operand"
    return Stage(title, _kept(question, captions), _views(question, "X", question.all_shapes, rank, caps))


def _step1(question: Question, rank: int, caps: Caps | None) -> Stage:
    """The second figure: shapes prepended with ones up to the largest rank.

    Clauses: step1, condition1
    """
    short = [
        f"{question.name('Y', number)} gets {rank - len(shape)}"
        for number, shape in enumerate(question.shapes)
        if len(shape) < rank
    ]
    axes = counted(rank, "axis", "axes")
    caption = f"Every tensor has nY = {axes} already: nothing changes."
    if short:
        shown = short if len(short) <= MOST_IN_CELLS else [f"{len(short)} tensors get some"]
        caption = f"Ones are put in front until every tensor has nY = {axes}: {listed(shown)}."
    aligned = _aligned(question.all_shapes, rank)
    title = "Step 1: the same number of axes"
    return Stage(title, _kept(question, [caption]), _views(question, "Y", aligned, rank, caps))


def _views(
    question: Question,
    letter: str,
    shapes: Sequence[SymbolicShape],
    rank: int,
    caps: Caps | None,
    *,
    most: int | None = MOST_IN_SUMMARY,
) -> tuple[TensorView, ...]:
    views = []
    for number, shape in list(enumerate(shapes))[:most]:
        added = rank - len(question.all_shapes[number])
        new = [AxisSize("new 1", "new")] * added if len(shape) == rank else []
        absent = [AxisSize("", "absent")] * (rank - len(shape))
        sizes = [AxisSize(size_words(size)) for size in shape[len(new) :]]
        name, tensor = question.name(letter, number), question.number(number)
        cells = blocks((name, name), tensor, _known(shape), _known(shape), caps) if caps else None
        views.append(TensorView(name, tensor, (*absent, *new, *sizes), cells))
    return tuple(views)


def _step2(question: Question, answer: Outcome, rank: int, caps: Caps | None) -> Stage:
    """The third figure: every size the output size, copies marked, and what each element reads.

    Clauses: step2, condition2, f, access
    """
    if isinstance(answer, Refusal):
        raise ValueError("what is refused has no step 2")
    result = answer.shape
    aligned = _aligned(question.shapes, rank)
    views = tuple(_grown(number, shape, result, caps) for number, shape in enumerate(aligned[:MOST_IN_SUMMARY]))
    words = shape_words(result)
    captions = [f"Every tensor has the sizes dY = {words} already: nothing is copied."]
    if any(shape != result for shape in aligned):
        captions = [f"Every tensor gets the sizes dY = {words}. Where a size changed, f reads index 0."]
        if 0 in result:
            captions.append("A size is 0: there are no elements, and nothing is read.")
        elif caps:
            captions.append("Lines lead from an element of Ym to all that read it; copies are marked.")
    if isinstance(answer, Conditional):
        captions.append(f"This holds exactly if {printable(answer.condition)}.")
    return Stage("Step 2: the same size on every axis", _kept(question, captions), views)


def _grown(number: int, own: SymbolicShape, result: SymbolicShape, caps: Caps | None) -> TensorView:
    names = (f"Z{number}", f"Y{number}")
    axes = tuple(_grown_size(size, grown) for size, grown in zip(own, result, strict=True))
    if not caps:
        return TensorView(names[0], number, axes, notes=(_read_axes(names, own, result),))
    known, grown = _known(own), _known(result)
    cells = blocks(names, number, known, grown, caps, feeding=True)
    return TensorView(names[0], number, axes, cells, formula(names, known, grown))


def _grown_size(size: Size, grown: Size) -> AxisSize:
    if size == grown:
        return AxisSize(size_words(size))
    state: SizeState = "grown" if size == 1 else "maybe"
    joined = isinstance(grown, Joined) and size in grown.parts
    return AxisSize(f"{size_words(size)} to {size_words(grown)}" if not joined else size_words(grown), state)


def _read_axes(names: tuple[str, str], own: SymbolicShape, result: SymbolicShape) -> str:
    """What an element reads, in words, for any number of axes."""
    rank = len(result)
    stretched = [axis - rank for axis in range(rank) if own[axis] == 1 != result[axis]]
    maybe = [axis - rank for axis in range(rank) if own[axis] not in (1, result[axis])]
    parts = [f"index 0 on {axes_words(stretched)}"] if stretched else []
    if maybe:
        parts.append(f"index 0 on {axes_words(maybe)} where the size is 1 and grows")
    if not parts:
        return f"{names[0]} reads {names[1]} at its own index"
    return f"{names[0]} reads {names[1]} at {', '.join(parts)}" + (", its own index elsewhere" if rank > 1 else "")


def _conflict(question: Question, refusal: Refusal, rank: int) -> Stage:
    """The third figure where there is none: the sizes above each other, those that clash marked.

    Clauses: E1, B6, uni-2
    """
    at_step2 = _has_step1(question)
    shapes = _aligned(question.all_shapes, rank) if at_step2 else question.all_shapes
    marked = clashes(shapes, refusal, question.profile)
    views = tuple(
        replace(view, axes=tuple(_clash(size, (number, axis), refusal, marked) for axis, size in enumerate(view.axes)))
        for number, view in enumerate(_views(question, "Y" if at_step2 else "X", shapes, rank, None, most=None))
    )
    told = _told(len(views), refusal, marked)
    lines = conflict_lines(question.shapes, question.target, question.profile, refusal)
    step = "Step 2" if at_step2 else "Step 1"
    return Stage(f"{step} is refused: {refusal.clause}", lines, tuple(views[number] for number in told), refused=True)


def _clash(size: AxisSize, place: tuple[int, int], refusal: Refusal, marked: set[tuple[int, int]]) -> AxisSize:
    if place == (refusal.tensor, refusal.axis):
        return replace(size, state="offender")
    return replace(size, state="clash") if place in marked else size


def _told(tensors: int, refusal: Refusal, marked: set[tuple[int, int]]) -> list[int]:
    """The tensors of a conflict that are drawn: all, or the offender, those it clashes with, and more that clash."""
    if tensors <= MOST_IN_SUMMARY:
        return list(range(tensors))
    wanted = sorted({number for number, _ in marked}, key=lambda number: ((number, refusal.axis) not in marked, number))
    return sorted([refusal.tensor, *(number for number in wanted if number != refusal.tensor)][:MOST_IN_SUMMARY])


def _kept(question: Question, captions: list[str]) -> tuple[str, ...]:
    left_out = len(question.shapes) - MOST_IN_SUMMARY
    more = [f"{left_out} more {'tensor is' if left_out == 1 else 'tensors are'} not drawn."] if left_out > 0 else []
    return (*captions, *more)


def _aligned(shapes: Sequence[SymbolicShape], rank: int) -> list[SymbolicShape]:
    return [(1,) * (rank - len(shape)) + shape for shape in shapes]


def _known(shape: SymbolicShape) -> Shape:
    return tuple(size for size in shape if isinstance(size, int))
