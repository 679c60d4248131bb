"""One rule for all elements: the i-th result comes from the i-th elements, and an error names the first index it has.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ..clauses import rule as clause
from ..errors import ArgumentError, DivisionByZeroError, IntegerRangeError, IsocastError

_TAGS: Final = {"Div": "int-div", "Mod": "mod", "Pow": "pow-int", "Gemm": "gemm"}


def map_elements(operator: str, rule: Callable[..., object], rows: Iterable[tuple[object, ...]]) -> tuple[object, ...]:
    """The rule applied to each row of elements, in row-major order.

    >>> map_elements("Add", lambda a, b: a + b, [(1, 2), (3, 4)])
    (3, 7)

    Clauses: int-div, mod, pow-int
    """
    results: list[object] = []
    try:
        for row in rows:
            results.append(rule(*row))
    except ArithmeticError as fault:
        raise _located(operator, fault, index=len(results)) from None
    return tuple(results)


def _located(operator: str, fault: ArithmeticError, index: int) -> IsocastError:
    tag = _TAGS[operator]
    if isinstance(fault, ZeroDivisionError):
        what = "0 is raised to a negative power" if operator == "Pow" else "the divisor is 0"
        return DivisionByZeroError(
            summary=f"{operator}: {what} at flat index {index}", code=tag, rule=clause(tag), index=index
        )
    if isinstance(fault, OverflowError):
        return IntegerRangeError(
            summary=f"{operator}: {fault}, at flat index {index}", code=tag, rule=clause(tag), index=index
        )
    return ArgumentError(summary=f"{operator}: {fault}, at flat index {index}", code="B9", rule=clause("B9"))
