"""How a judge's answer compares with the specification's, and what the list of known differences says it should."""

from __future__ import annotations

from isocast.spec import Tensor
from isocast.spec.numbers import FORMATS
from tests.crosscheck.cases import Case
from tests.crosscheck.equality import same
from tests.crosscheck.judges import Answer, ask, spec
from tests.crosscheck.known_differences import DIFFERENCES, Difference


def agree(case: Case, ours: Tensor, theirs: Tensor, ulps: int) -> bool:
    """Whether two results are one; between implementations a zero of Max and Min may have either sign."""
    inexact = case.operator == "Pow" and case.inputs[0].type in FORMATS
    return same(
        ours,
        theirs,
        ulps=ulps if inexact else 0,
        bit_copy=case.operator in ("Where", "Expand"),
        either_zero=case.operator in ("Max", "Min"),
    )


def verdict(case: Case, ours: Answer, theirs: Answer) -> str:
    """`same`, or the kind of difference."""
    if isinstance(ours, str):
        return "accepts" if isinstance(theirs, Tensor) else "crashes" if theirs == "crashes" else "same"
    if isinstance(theirs, str):
        return theirs
    return "same" if agree(case, ours, theirs, ulps=2) else "differs"


def known(who: str, case: Case, ours: Answer) -> Difference | None:
    """The entry about a case; where the standard refuses, a refusal more is no difference."""
    kinds = ("accepts", "crashes") if isinstance(ours, str) else ("differs", "refuses", "lacks", "crashes")
    found = (d for d in DIFFERENCES if d.who == who and d.kind in kinds and d.matches(case.name))
    return next(found, None)


def surprises(who: str, cases: list[Case]) -> tuple[list[str], set[Difference]]:
    """Every case on which a judge does not do what is known of it, and the entries that were seen to hold."""
    wrong, seen = [], set()
    for case in cases:
        ours = spec(case)
        entry = known(who, case, ours)
        expected, found = entry.kind if entry else "same", verdict(case, ours, ask(who, case))
        if entry and found == expected:
            seen.add(entry)
        if found != expected:
            wrong.append(f"{case.name}: {who} {found}, known is {expected}")
    return wrong, seen
