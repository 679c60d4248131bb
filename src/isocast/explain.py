"""The sentences users read when shapes or types are refused, built from plain facts.

An operator's name, its operands' names and their shapes or types are enough, so that any part, native code included,
can ask for the exception and raise it. Must not import NumPy or any part of isocast but `errors`, `clauses`, `sizes`,
`shapes`, `picture` and `remedies`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .clauses import rule
from .errors import BroadcastError, ProfileError, Shape, TooLargeError, TypeMismatchError
from .picture import picture
from .remedies import clashing_tensor, remedy, remedy_to
from .shapes import Profile, Refusal, Result, broadcast, broadcast_to, shape_text
from .sizes import Size

_MOST_NAMED: Final = 3  # operands in the first line
_MOST_ROWS: Final = 8  # operands in the picture
_UNITS: Final = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def broadcast_error(
    operator: str, names: Sequence[str], shapes: Sequence[Shape], profile: Profile = "onnx"
) -> BroadcastError:
    """The exception for operands that do not broadcast together.

    >>> print(broadcast_error("Add", ("A", "B"), ((2, 3, 4), (2, 4))))
    Add cannot broadcast A (2, 3, 4) with B (2, 4): sizes 3 and 2 differ on axis -2
        A   2  3  4
        B   .  2  4
               ^
    rule: E1, after alignment a size equals the largest of its axis or is 1
    help: if B's first axis belongs to axis -3 of A, reshape B to (2, 1, 4)

    Clauses: E1, B6
    """
    refusal = broadcast(tuple(shapes), profile)
    if not isinstance(refusal, Refusal):
        raise ValueError(f"these shapes broadcast: {shapes}")
    pair = sorted((refusal.tensor, clashing_tensor(shapes, refusal)))
    shown = range(len(shapes)) if len(shapes) <= _MOST_ROWS else pair
    sizes = " and ".join(str(size) for size in _in_order(refusal, pair))
    who = _operands(names, shapes, pair)
    return BroadcastError(
        summary=f"{operator} cannot broadcast {who}: sizes {sizes} differ on axis {refusal.axis - refusal.rank}",
        code="E1",
        picture=picture([names[m] for m in shown], [shapes[m] for m in shown], refusal.axis),
        rule=rule("E1"),
        help=remedy(names, shapes, refusal, profile).text,
        tensor=refusal.tensor,
        axis=refusal.axis,
        size=_known(refusal.size),
        expected=_known(refusal.expected),
        shapes=tuple(shapes),
    )


def unidirectional_error(
    operator: str,
    names: tuple[str, str],
    shapes: tuple[Shape, Shape],
    tensor: int = 1,
    profile: Profile = "onnx",
) -> BroadcastError:
    """The exception for a tensor that does not broadcast to the shape of another.

    `names` and `shapes` are the target's and the tensor's, in this order; `tensor` is the number of the operand.

    >>> print(unidirectional_error("PRelu", ("X", "slope"), ((2, 8, 5), (8,))))
    PRelu cannot broadcast slope (8,) to X (2, 8, 5): sizes 8 and 5 differ on axis -1
        X       2  8  5
        slope   .  .  8
                      ^
    rule: uni-2, same rank, and each length is a common length or B's is 1
    help: if slope's only axis belongs to axis -2 of X, reshape slope to (8, 1)

    Clauses: uni-2, uni-3, B6
    """
    (target_name, name), (target, shape) = names, shapes
    refusal = broadcast_to(shape, target, profile)
    if not isinstance(refusal, Refusal):
        raise ValueError(f"these shapes broadcast: {shape} to {target}")
    reason = f"sizes {refusal.size} and {refusal.expected} differ on axis {refusal.axis - refusal.rank}"
    if len(shape) > len(target):
        reason = f"{name} has {_axes(len(shape))} and {target_name} {len(target)}"
    who = f"{name} {shape_text(shape)} to {target_name} {shape_text(target)}"
    return BroadcastError(
        summary=f"{operator} cannot broadcast {who}: {reason}",
        code="uni-2",
        picture=picture(names, shapes, refusal.axis),
        rule=rule("uni-2"),
        help=remedy_to((name, target_name), shape, target, refusal, profile).text,
        tensor=tensor,
        axis=refusal.axis,
        size=_known(refusal.size),
        expected=_known(refusal.expected),
        shapes=shapes,
    )


def shapes_differ(operator: str, names: Sequence[str], shapes: Sequence[Shape]) -> ProfileError:
    """The exception for operands of different shapes where the strict profile wants one shape.

    >>> print(shapes_differ("Add", ("A", "B"), ((2, 3), (3,))))
    Add takes operands of one shape in the strict profile, not A (2, 3) and B (3,)
    rule: R2, one shape for all operands; R4, no broadcasting, even where shapes would broadcast
    help: broadcast first: A, B = ic.sonnx.broadcast(A, B)

    Clauses: R2, R4, strict-shapes
    """
    other = next((m for m, shape in enumerate(shapes) if shape != shapes[0]), 0)
    named = range(len(shapes)) if len(shapes) <= _MOST_NAMED else (0, other)
    who = _listed([f"{names[m]} {shape_text(shapes[m])}" for m in named])
    broadcasts = isinstance(broadcast(tuple(shapes), "sonnx"), Result)
    listed = ", ".join(names)
    return ProfileError(
        summary=f"{operator} takes operands of one shape in the strict profile, not {who}",
        code="R2",
        rule="R2, one shape for all operands" + (f"; {rule('R4')}" if broadcasts else ""),
        help=f"broadcast first: {listed} = ic.sonnx.broadcast({listed})"
        if broadcasts
        else f"these do not broadcast either: {broadcast_error(operator, names, shapes, 'sonnx').help}",
        argument=names[other],
        shapes=tuple(shapes),
    )


def types_differ(operator: str, names: Sequence[str], types: Sequence[str]) -> TypeMismatchError:
    """The exception for operands that should have one element type and do not.

    >>> print(types_differ("Add", ("A", "B"), ("float", "double")))
    Add takes operands of one element type, not A float and B double
    rule: schema-types, the types of the stated opset's schema, never converted
    help: convert one of them yourself; isocast never does

    Clauses: schema-types
    """
    return TypeMismatchError(
        summary=f"{operator} takes operands of one element type, not {_typed(names, types)}",
        code="schema-types",
        rule=rule("schema-types"),
        help="convert one of them yourself; isocast never does",
        argument=names[_first_other(types)],
        types=tuple(types),
    )


def strict_types_differ(operator: str, names: Sequence[str], types: Sequence[str]) -> ProfileError:
    """The exception for the same in the strict profile.

    >>> strict_types_differ("Where", ("X", "Y"), ("float", "double")).code
    'R3'

    Clauses: R3
    """
    return ProfileError(
        summary=f"{operator} takes operands of one explicit element type, not {_typed(names, types)}",
        code="R3",
        rule=rule("R3"),
        help="convert one of them yourself; isocast never does",
        argument=names[_first_other(types)],
        types=tuple(types),
    )


def type_refused(operator: str, name: str, type_: str, allowed: Sequence[str]) -> TypeMismatchError:
    """The exception for an element type that is not in the operator's schema.

    >>> print(type_refused("And", "A", "float", ("bool",)))
    And does not take A of element type float
    rule: schema-types, the types of the stated opset's schema, never converted
    help: it takes bool

    Clauses: schema-types
    """
    return TypeMismatchError(
        summary=f"{operator} does not take {name} of element type {type_}",
        code="schema-types",
        rule=rule("schema-types"),
        help=f"it takes {_listed(allowed, 'or')}",
        argument=name,
        types=(type_,),
    )


def too_large(operator: str, shape: Shape, size: int, available: int | None = None) -> TooLargeError:
    """The exception for a result of `size` bytes that no address reaches, or that `available` bytes do not hold.

    >>> print(too_large("Broadcast", (2**40, 2**40), 4 * 2**80))
    Broadcast's result of shape (1099511627776, 1099511627776) takes 4194304 EiB, more than an address can reach
    help: broadcast_shapes computes shapes of this size; there are no such tensors
    """
    limit, help_ = "an address can reach", "broadcast_shapes computes shapes of this size; there are no such tensors"
    if available is not None:
        limit, help_ = f"the {_amount(available)} available", "use views, which take no memory, or smaller blocks"
    if size:
        return _too_large(operator, shape, size, f"takes {_amount(size)}, more than {limit}", help_)
    return _too_large(operator, shape, size, f"has no elements, but sizes beyond what {limit}", help_)


def memory_refused(operator: str, shape: Shape, size: int) -> TooLargeError:
    """The exception for a result of `size` bytes that the system was asked for and did not give.

    >>> memory_refused("Add", (2,), 8).summary
    "Add's result of shape (2,) takes 8 bytes, which the system does not give"
    """
    why = f"takes {_amount(size)}, which the system does not give"
    return _too_large(operator, shape, size, why, "free memory, or use smaller blocks")


def _too_large(operator: str, shape: Shape, size: int, why: str, help_: str) -> TooLargeError:
    return TooLargeError(
        summary=f"{operator}'s result of shape {shape_text(shape)} {why}",
        code="memory",
        help=help_,
        shape=shape,
        bytes=size,
    )


def _operands(names: Sequence[str], shapes: Sequence[Shape], pair: Sequence[int]) -> str:
    if len(shapes) == _MOST_NAMED:
        return _listed([f"{name} {shape_text(shape)}" for name, shape in zip(names, shapes, strict=True)])
    first, second = (f"{names[m]} {shape_text(shapes[m])}" for m in pair)
    among = f", two of its {len(shapes)} inputs" if len(shapes) > _MOST_NAMED else ""
    return f"{first} with {second}{among}"


def _in_order(refusal: Refusal, pair: Sequence[int]) -> tuple[Size, Size]:
    offends = (refusal.size, refusal.expected)
    return offends if pair[0] == refusal.tensor else offends[::-1]


def _known(size: Size) -> int:
    if not isinstance(size, int):
        raise TypeError(f"an error is about known sizes, not about {size}")
    return size


def _first_other(types: Sequence[str]) -> int:
    return next((m for m, type_ in enumerate(types) if type_ != types[0]), 0)


def _typed(names: Sequence[str], types: Sequence[str]) -> str:
    named = range(len(types)) if len(types) <= _MOST_NAMED else (0, _first_other(types))
    return _listed([f"{names[m]} {types[m]}" for m in named])


def _axes(rank: int) -> str:
    return "1 axis" if rank == 1 else f"{rank} axes"


def _amount(size: int) -> str:
    unit = min(max(size.bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    return f"{size >> 10 * unit} {_UNITS[unit]}"


def _listed(items: Sequence[str], word: str = "and") -> str:
    *first, last = items
    return f"{', '.join(first)} {word} {last}" if first else last
