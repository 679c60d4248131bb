"""Every case: each operator, version, type, pattern of shapes and edge of the standard, in one fixed order."""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .element_rules import element_cases
from .elementwise import elementwise_cases, opset_cases
from .matrices import expand_cases, gemm_cases
from .old_opsets import channel_cases, equal_cases, limited_cases, old_gemm_cases
from .schemas import Version, versions


def all_cases() -> list[Case]:
    """All cases; their ids are unique.

    >>> all_cases()[0].id
    'Add-1/float16/same'
    """
    return [case for version in versions() for case in version_cases(version)]


def version_cases(version: Version) -> Iterator[Case]:
    """The cases of one version of one operator."""
    if version.operator == "Gemm":
        yield from (old_gemm_cases if version.shapes == "limited" else gemm_cases)(version)
    elif version.operator == "Expand":
        yield from expand_cases(version)
    elif version.shapes == "limited":
        yield from limited_cases(version)
    elif version.shapes == "equal":
        yield from equal_cases(version)
    elif version.shapes == "channel":
        yield from channel_cases(version)
    else:
        yield from elementwise_cases(version)
        yield from element_cases(version)
    yield from opset_cases(version)
