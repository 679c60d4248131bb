"""What follows from the answer of the algebra of shapes: nothing, an implicit broadcast, a condition, or E1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from types import MappingProxyType
from typing import Final, NamedTuple, TypeGuard

from ...explain import broadcast_error, unidirectional_error
from ...shapes import Conditional, Outcome, Refusal, Result, SymbolicShape
from ...sizes import Agree, AtLeastOne, EqualOrOne, OneOf, Requirement, Size, Symbol, Unknown, atoms_of
from ..amounts import size_text
from ..values import shape_sizes
from .rule import Remark, Situation, Verdict, listed, shown

Places = Sequence[int]
_NOTHING: Final[Mapping[int, SymbolicShape]] = MappingProxyType({})
_CLAUSES: Final = {"IC101": "multi-2", "IC102": "uni-2", "IC103": "multi-2"}


class Operands(NamedTuple):
    """Operands that meet: their places, and the shapes, or parts of shapes, that broadcast."""

    places: Places
    shapes: Sequence[SymbolicShape]


def is_open(outcome: Outcome) -> TypeGuard[Conditional]:
    """Whether sizes decide how operands meet. That a size must not be 0, in the strict profile, leaves nothing open.

    Clauses: B5
    """
    return isinstance(outcome, Conditional) and not all(isinstance(one, AtLeastOne) for one in outcome.requirements)


def implicit(
    situation: Situation,
    code: str,
    operands: Operands,
    outcome: Result | Conditional,
    whole: Mapping[int, SymbolicShape] = _NOTHING,
) -> Verdict | None:
    """The verdict on operands that broadcast: which are stretched, and what it takes to do that explicitly.

    `outcome` has the shape they broadcast to; `whole` what an operand's own becomes, where that is not all of it.

    Clauses: R2, R4, strict-shapes
    """
    full = outcome.shape
    remarks: dict[int, Remark] = {}
    for place, shape in zip(*operands, strict=True):
        if shape != full:
            target = whole.get(place, full)
            note = f"stretched to {shown(target)}{_unless(shape, full)}"
            remarks[place] = Remark(note, *situation.cost(place, target))
    if not remarks:
        return None
    labels = [situation.label(place) for place in remarks]
    return Verdict(
        code,
        f"{situation.operator} broadcasts {listed(labels)} implicitly",
        "isocast explicit {model}",
        "R4" if situation.profile == "sonnx" else _CLAUSES[code],
        labels[0],
        remarks,
        shape_sizes(full),
        outcome.condition if isinstance(outcome, Conditional) else "",
    )


def _unless(shape: SymbolicShape, full: SymbolicShape) -> str:
    """The sizes for which nothing would be stretched after all."""
    if len(shape) != len(full):
        return ""
    differing = [target for size, target in zip(shape, full, strict=True) if size != target]
    if any(isinstance(size, int) for size in differing):
        return ""
    return f", unless {listed([f'{size_text(size)} is 1' for size in dict.fromkeys(differing)])}"


def conditional(
    situation: Situation,
    operands: Operands,
    outcome: Conditional,
    whole: Mapping[int, SymbolicShape] = _NOTHING,
    is_target: bool = False,
) -> Verdict:
    """The verdict on operands that broadcast for some sizes only; `is_target`: the one operand has to fit a target."""
    sizes = dict.fromkeys(atom for requirement in outcome.requirements for atom in _atoms(requirement))
    if any(situation.pool.is_free(size) for size in sizes):
        return undecided(situation, operands, outcome)
    notes: dict[int, str] = {}
    for requirement in outcome.requirements:
        place = operands.places[0 if is_target else _holder(requirement, operands.shapes)]
        note = _note(requirement, is_target)
        notes[place] = f"{notes[place]}; {note}" if place in notes else note
    remarks = {
        place: Remark(notes.get(place, ""), *situation.cost(place, whole.get(place, outcome.shape)))
        for place, shape in zip(*operands, strict=True)
        if shape != outcome.shape
    }
    for place, note in notes.items():
        remarks.setdefault(place, Remark(note))
    return Verdict(
        "IC301",
        f"the result shape depends on {listed([size_text(size) for size in sizes])}",
        f"isocast explicit {{model}}{_dims(situation, outcome.requirements)}",
        "multi-2",
        situation.label(min(notes)),
        remarks,
        shape_sizes(outcome.shape),
        outcome.condition,
    )


def undecided(situation: Situation, operands: Operands, outcome: Conditional) -> Verdict:
    """The verdict on operands with sizes nothing is known of."""
    axes = sorted({requirement.axis - len(outcome.shape) for requirement in outcome.requirements})
    where = f"{'axis' if len(axes) == 1 else 'axes'} {listed([str(axis) for axis in axes])}"
    unknown = (
        place for place, shape in zip(*operands, strict=True) if any(situation.pool.is_free(size) for size in shape)
    )
    concerned = next(unknown, operands.places[0])
    return Verdict(
        "IC303",
        f"cannot tell whether {situation.operator} broadcasts: sizes on {where} are not known",
        "state the sizes in the model; an unknown size is equal to no other",
        "multi-2",
        situation.label(concerned),
        {},
        shape_sizes(outcome.shape),
        outcome.condition,
    )


def unknown_rank(situation: Situation, places: Places) -> Verdict:
    """The verdict on operands of which not even the number of axes is known."""
    labels = [situation.label(place) for place in places]
    return Verdict(
        "IC303",
        f"cannot tell whether {situation.operator} broadcasts: the shape of {listed(labels)} is not known",
        "state the shape in the model, for example by running onnx's shape inference on it",
        "multi-2",
        labels[0],
        {},
    )


def refused(situation: Situation, operands: Operands, refusal: Refusal) -> Verdict:
    """The verdict on operands that never broadcast together.

    Clauses: E1, B6
    """
    places, shapes = operands
    labels = [situation.label(place) for place in places]
    fixed = [tuple(size for size in shape if isinstance(size, int)) for shape in shapes]
    if all(len(known) == len(shape) for known, shape in zip(fixed, shapes, strict=True)):
        error = broadcast_error(situation.operator, labels, fixed, situation.profile)
        message, help_ = error.summary, error.help
    else:
        who = listed([f"{label} {shown(shape)}" for label, shape in zip(labels, shapes, strict=True)])
        axis = refusal.axis - refusal.rank
        message = f"{situation.operator} cannot broadcast {who}: sizes {refusal.size} and {refusal.expected}"
        message, help_ = f"{message} differ on axis {axis}", "sizes of one axis are equal or 1: correct the model"
    return Verdict("IC105", message, help_, "E1", labels[refusal.tensor], {})


def refused_target(situation: Situation, place: int, target: SymbolicShape, name: str) -> Verdict:
    """The verdict on an operand that never broadcasts to the shape it has to have.

    Clauses: uni-2, uni-3
    """
    label, shape = situation.label(place), situation.shape(place) or ()
    known, wanted = _integers(shape), _integers(target)
    if known is not None and wanted is not None:
        error = unidirectional_error(situation.operator, (name, label), (wanted, known), place, situation.profile)
        message, help_ = error.summary, error.help
    else:
        message = f"{situation.operator} cannot broadcast {label} {shown(shape)} to {name} {shown(target)}"
        help_ = f"{label} has at most {len(target)} axes, each of {name}'s size or 1: correct the model"
    return Verdict("IC106", message, help_, "uni-2", label, {})


def _integers(shape: SymbolicShape) -> tuple[int, ...] | None:
    found = tuple(size for size in shape if isinstance(size, int))
    return found if len(found) == len(shape) else None


def _atoms(requirement: Requirement) -> tuple[Symbol | Unknown, ...]:
    if isinstance(requirement, Agree):
        return requirement.sizes
    if isinstance(requirement, EqualOrOne):
        return (*atoms_of(requirement.size), *atoms_of(requirement.target))
    return atoms_of(requirement.size)


def _holder(requirement: Requirement, shapes: Sequence[SymbolicShape]) -> int:
    """The operand a requirement is a remark on: the last one with a size that the condition compares with."""
    rank = max(map(len, shapes))
    at = [shape[requirement.axis - rank] if rank - requirement.axis <= len(shape) else 1 for shape in shapes]
    if isinstance(requirement, OneOf):
        fixed = [place for place, size in enumerate(at) if size in requirement.allowed and size != 1]
        return fixed[-1] if fixed else next((p for p, size in enumerate(at) if size == requirement.size), 0)
    concerned = [place for place, size in enumerate(at) if set(atoms_of(size)) & set(_atoms(requirement))]
    return concerned[-1] if concerned else len(shapes) - 1


def _note(requirement: Requirement, is_target: bool) -> str:
    """The condition as a remark on the operand that holds the other size, or on the one that has to fit."""
    if isinstance(requirement, OneOf) and len(requirement.allowed) == 2 and 1 in requirement.allowed:
        name, value = size_text(requirement.size), next(size for size in requirement.allowed if size != 1)
        to = "" if is_target else f"to {name} "
        return f"equal {to}only if {name} is {value}, stretched if {name} is 1"
    if isinstance(requirement, EqualOrOne) and not requirement.strict:
        name, target = size_text(requirement.size), size_text(requirement.target)
        return f"equal only if {name} = {target}, stretched if {name} is 1"
    if isinstance(requirement, Agree) and len(requirement.sizes) == 2 and not requirement.strict:
        n, m = requirement.sizes
        return f"equal only if {n} = {m}, stretched if {n} is 1 or {m} is 1"
    return f"only if {requirement}"


def _dims(situation: Situation, requirements: Sequence[Requirement]) -> str:
    """The options that would settle the question: for each symbol a value that suits, or a word in its place."""
    options: dict[str, str] = {}
    for requirement in requirements:
        value = str(requirement.allowed[0]) if isinstance(requirement, OneOf) else "SIZE"
        for atom in _atoms(requirement):
            bases = sorted(map(str, situation.pool.amounts.atoms(atom)))
            for base in bases:
                if base in situation.pool.names:
                    options.setdefault(base, value if base == str(atom) else "SIZE")
    return "".join(f" --dim {quote(f'{name}={value}')}" for name, value in options.items())


def rests_on_statement(situation: Situation, places: Places) -> Verdict | None:
    """The verdict on operands whose shapes are the model's word only."""
    stated = [place for place in places if (operand := situation.operands[place]) is not None and operand.is_stated]
    if not stated:
        return None
    labels = [situation.label(place) for place in stated]
    return Verdict(
        "IC305",
        f"what is known of {listed(labels)} is only what the model states",
        "nothing contradicts it; where it comes from an operator that is not known here, check it there",
        "strict-explicit",
        labels[0],
        {},
    )


def sizes_differ(a: Size, b: Size) -> bool:
    """Whether two sizes are certainly different."""
    return isinstance(a, int) and isinstance(b, int) and a != b
