"""The public names are the design's, each documented; the strict profile has the same operators."""

from __future__ import annotations

import inspect

import pytest

import isocast as ic

VIEWS = {"broadcast", "broadcast_shapes", "broadcast_shape_to", "broadcast_to"}
OPERATORS = {
    "add", "and_", "div", "equal", "greater", "less", "max", "mean", "min", "mul", "or_", "pow", "sub", "sum", "where",
    "xor", "gemm", "prelu", "greater_or_equal", "less_or_equal", "mod", "bit_shift", "bitwise_and", "bitwise_or",
    "bitwise_xor", "expand",
}  # fmt: skip
ERRORS = {name for name in dir(ic) if name.endswith("Error")}
SETTINGS = {"set_drivers", "get_drivers", "set_num_threads", "get_num_threads", "show_config"}


def test_the_package_has_these_names_and_no_others() -> None:
    assert set(ic.__all__) == VIEWS | OPERATORS | ERRORS | SETTINGS | {"sonnx", "spec", "__version__"}
    assert {"BroadcastError", "ProfileError", "TypeMismatchError"} <= ERRORS


def test_the_strict_profile_has_the_same_operators() -> None:
    assert set(ic.sonnx.__all__) == VIEWS | OPERATORS


@pytest.mark.parametrize("name", sorted(VIEWS | OPERATORS | SETTINGS))
def test_every_function_is_documented_and_has_a_signature(name: str) -> None:
    function = getattr(ic, name)
    assert function.__name__ == name
    assert inspect.getdoc(function)
    parameters = inspect.signature(function).parameters
    assert name not in OPERATORS or "out" in parameters


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_every_error_is_ours_and_a_built_in_one(name: str) -> None:
    error = getattr(ic, name)
    assert issubclass(error, ic.IsocastError)
    assert error.__module__ == "isocast"
    assert error is ic.IsocastError or issubclass(error, ValueError | TypeError | ArithmeticError | MemoryError)
