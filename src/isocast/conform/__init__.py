"""The conformance kit: cases made by the specification, run on any backend, reported, and exported.

`cases` makes them, `processes` runs them in child processes on anything with the ONNX Backend API, `judge` compares,
`deviations` holds what is known of a backend, `report` and the renderers say what came out, `export` writes folders.
Must not import the operators, the evaluator or the backend: what is judged has no part in the judgement.

>>> chosen = select(all_cases(), ["Div", "int32", "id=*/refused-by-zero"])
>>> [case.id for case in chosen]
['Div-14/int32/refused-by-zero']
>>> run("reference", chosen).results[0].outcome
<Outcome.WRONG: 'wrong'>
"""

from .case import Case, Latitude, Refusal
from .cases import all_cases
from .deviations import Deviation, KnownDeviations
from .expectation import expected
from .export import export_cases
from .judge import Outcome
from .report import Report, Result
from .running import expectations, run
from .selection import select

__all__ = [
    "Case",
    "Deviation",
    "KnownDeviations",
    "Latitude",
    "Outcome",
    "Refusal",
    "Report",
    "Result",
    "all_cases",
    "expectations",
    "expected",
    "export_cases",
    "run",
    "select",
]
