"""The clauses of the standard: one tag, title, source and section each; the list `isocast trace` starts from.

A tag stands verbatim in the docstrings, contracts, lemmas, tests, diagnostics and errors that belong to its clause.
Where two seeds use one label for different rules, the tag carries the seed's number (`000.C1`, `003.C1`, `004.C1`).
Data, no behaviour. Must not import any other part of isocast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Clause:
    """One rule of the standard. `source` is a seed's number, or `readings` for `docs/standard.md`."""

    tag: str
    title: str
    source: str
    section: str


_SEED_000: Final = (
    ("condition1", "every output has the largest rank among the inputs", "Informal specification"),
    ("condition2", "every output size is the largest of its axis, filled from index 0", "Informal specification"),
    ("step1", "shapes are prepended with ones up to the common rank", "Description of step 1"),
    ("step1-access", "Ym[0,…,0,i'] = Xm[i']", "Description of step 1"),
    ("step2", "each size becomes the largest of its axis", "Description of step 2"),
    ("f", "f(a,B,C) = a if B = C, else the first index", "Access to data"),
    ("access", "Zm[i] = Ym[f(i_0,dYm_0,dY_0), …]", "Access to data"),
    ("E1", "after alignment a size equals the largest of its axis or is 1", "Error conditions"),
    ("000.C1", "Xm and Zm have the same element type", "Inputs"),
    ("exact", "output values are strictly equal to input values", "Numerical accuracy"),
)
_SEED_001: Final = (
    ("RI", "each I_n is I or 1", "Constraints"),
    ("RJ", "each J_n is J or 1", "Constraints"),
    ("RK", "each K_n is K or 1", "Constraints"),
    ("RL", "each L_n is L or 1, and so on for further axes", "Constraints"),
    ("f-1based", "f(a,B,C) = a if B = C, 1 if B = 1", "Constraints"),
    ("access-1based", "z^n[i,j,…] = x^n[f(i,I_n,I), f(j,J_n,J), …]", "Constraints"),
)
_SEED_002: Final = (
    ("multi-1", "the tensors all have exactly the same shape", "Multidirectional Broadcasting"),
    ("multi-2", "same rank, and each length is a common length or 1", "Multidirectional Broadcasting"),
    ("multi-3", "shapes may be prepended with ones to satisfy property 2", "Multidirectional Broadcasting"),
    ("multi-operators", "the sixteen operators with multidirectional broadcasting", "Multidirectional Broadcasting"),
    ("uni-1", "A and B have exactly the same shape", "Unidirectional Broadcasting"),
    ("uni-2", "same rank, and each length is a common length or B's is 1", "Unidirectional Broadcasting"),
    ("uni-3", "B's shape may be prepended with ones to satisfy property 2", "Unidirectional Broadcasting"),
    ("uni-result", "the output's shape is the shape of A", "Unidirectional Broadcasting"),
    ("uni-operators", "the operators with unidirectional broadcasting: Gemm, PRelu", "Unidirectional Broadcasting"),
)
_SEED_003: Final = (
    ("003.C1", "each size is the largest of its axis or 1", "Constraints"),
    ("step1-1based", "step 1 with indices from 1: the prefix is 1,…,1", "Functionality description"),
    ("commutative", "σ(Broadcast(X)) = Broadcast(σ(X))", "Alternate functionality description"),
    ("rank-order", "inputs may be taken in the order of their ranks", "Alternate functionality description"),
    ("fold", "the n-ary result is a fold of the binary operator", "Alternate functionality description"),
)
_SEED_004: Final = (
    ("R1", "no sparse tensor", "Restrictions"),
    ("R2", "condition, X and Y have the same shape", "Restrictions"),
    ("R3", "X and Y have the same explicit type", "Restrictions"),
    ("R4", "no broadcasting, even where shapes would broadcast", "Restrictions"),
    ("Where", "Z[i] = X[i] if condition[i] is not false, else Y[i]", "Informal specification"),
    ("Where-types", "the sixteen element types of Where", "Types"),
    ("004.C1", "Z, condition, X and Y have one shape", "Inputs and outputs"),
)
_READINGS: Final = (
    ("B1", "L+1 tensors, 1 to 2^31-1; one tensor comes back unchanged", "Broadcast"),
    ("B2", "indices are 0-based, so the prefix of step 1 is 0,…,0", "Broadcast"),
    ("B3", "f is one function in two index bases", "Broadcast"),
    ("B4", "each Zm has the type of its own Xm; different m may differ", "Broadcast"),
    ("B5", "size 0: stretches 1 in onnx, is E1 against 1 in sonnx", "Broadcast"),
    ("B6", "E1 names the lowest tensor, then its lowest axis", "Broadcast"),
    ("B7", "copies are copies of bits", "Broadcast"),
    ("B8", "permutation and fold hold as stated; index slips are typing errors", "Broadcast"),
    ("B9", "real means the mathematical reals: exact numbers", "Broadcast"),
    ("Where-condition", "the condition is bool; any non-zero byte is true", "Where"),
    ("strict-shapes", "sonnx: element-wise operators take equal shapes only", "Profiles"),
    ("strict-explicit", "sonnx: no conversion, no scalar for a tensor, no default attribute", "Profiles"),
    ("int-wrap", "integer Add, Sub, Mul are modulo 2^w", "Element rules"),
    ("int-div", "integer Div truncates toward zero; MIN / -1 = MIN; by 0 an error", "Element rules"),
    ("mod", "Mod follows opset 28, integers exactly", "Element rules"),
    ("pow-int", "Pow of an integer base is exact modulo 2^w", "Element rules"),
    ("pow-float", "Pow of a float base is computed in double and rounded once", "Element rules"),
    ("max-min", "Max and Min are IEEE maximum and minimum: NaN absorbs, +0 > -0", "Element rules"),
    ("sum-mean", "Sum and Mean go left to right, 16-bit types in float", "Element rules"),
    ("compare", "comparisons are IEEE's on floats, byte for byte on strings", "Element rules"),
    ("bit-shift", "BitShift follows opset 28: past the width 0, or -1", "Element rules"),
    ("logic", "And, Or, Xor take bool only", "Element rules"),
    ("prelu", "PRelu is x < 0 ? slope·x : x, slope unidirectional to X", "Element rules"),
    ("gemm", "Gemm is alpha·A'·B' + beta·C, C unidirectional to (M,N)", "Element rules"),
    ("bit-copy", "Where, Expand and Broadcast copy bits, for every type", "Element rules"),
    ("schema-types", "the types of the stated opset's schema, never converted", "Element rules"),
    ("legacy-axis", "opset < 7: B only, a contiguous run of A's axes, no stretching", "Element rules"),
    ("rank", "at least 64 axes", "Element rules"),
)


def _clauses(source: str, rows: tuple[tuple[str, str, str], ...]) -> tuple[Clause, ...]:
    return tuple(Clause(tag, title, source, section) for tag, title, section in rows)


CLAUSES: Final = (
    *_clauses("000", _SEED_000),
    *_clauses("001", _SEED_001),
    *_clauses("002", _SEED_002),
    *_clauses("003", _SEED_003),
    *_clauses("004", _SEED_004),
    *_clauses("readings", _READINGS),
)
BY_TAG: Final = {clause.tag: clause for clause in CLAUSES}


def rule(tag: str) -> str:
    """The `rule:` line of a clause: its tag and title.

    >>> rule("R1")
    'R1, no sparse tensor'
    """
    return f"{tag}, {BY_TAG[tag].title}"
