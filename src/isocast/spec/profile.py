"""The general rules of the strict profile (sonnx): one shape, one explicit type, nothing sparse, nothing implicit.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..clauses import rule
from ..errors import ProfileError
from .tensor import Shape, Tensor

REQUIRED_ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "Gemm": ("alpha", "beta", "transA", "transB"),
    "Mod": ("fmod",),
    "BitShift": ("direction",),
}
"""The attributes that have to be written down in the strict profile. Clauses: strict-explicit"""


def require_same_shape(operator: str, names: Sequence[str], shapes: Sequence[Shape]) -> None:
    """All operands have one shape, even where different ones would broadcast.

    Clauses: R2, R4, 004.C1, strict-shapes
    """
    if len(set(shapes)) > 1:
        given = ", ".join(f"{name} {shape}" for name, shape in zip(names, shapes, strict=True))
        raise ProfileError(
            summary=f"{operator} takes operands of one shape, not {given}",
            code="R2",
            rule=f"{rule('R2')}; {rule('R4')}",
            help="make them the same shape with broadcast first",
            shapes=tuple(shapes),
        )


def require_same_type(operator: str, names: Sequence[str], types: Sequence[str]) -> None:
    """All operands have one explicit type.

    Clauses: R3
    """
    if len(set(types)) > 1:
        given = ", ".join(f"{name} {type_}" for name, type_ in zip(names, types, strict=True))
        raise ProfileError(
            summary=f"{operator} takes operands of one type, not {given}",
            code="R3",
            rule=rule("R3"),
            types=tuple(types),
        )


def require_dense(operator: str, name: str, tensor: object) -> None:
    """The operand is a tensor with a value for each index: not a sparse one, and not a number standing in for one.

    Clauses: R1, strict-explicit
    """
    if isinstance(tensor, Tensor):
        return
    sparse = hasattr(tensor, "indices") and hasattr(tensor, "values")
    tag = "R1" if sparse else "strict-explicit"
    raise ProfileError(
        summary=f"{operator} does not take {type(tensor).__name__} as {name}",
        code=tag,
        rule=rule(tag),
        argument=name,
    )


def require_attributes(operator: str, given: Mapping[str, object]) -> None:
    """Every attribute of the operator is given; no default is filled in.

    >>> require_attributes("Mod", {"fmod": 0})

    Clauses: strict-explicit
    """
    missing = [name for name in REQUIRED_ATTRIBUTES.get(operator, ()) if name not in given]
    if missing:
        raise ProfileError(
            summary=f"{operator} needs {', '.join(missing)} to be given: the strict profile has no default attributes",
            code="strict-explicit",
            rule=rule("strict-explicit"),
            argument=missing[0],
        )
