"""What `explicit` refuses, and what it says then."""

from __future__ import annotations

import pytest

from isocast.errors import ArgumentError, ModelError
from isocast.model import explicit
from tests.onnx_models import parse

REFUSED = {
    "E1": ("(float[2,3] x, float[2] b) => (float[] y) { y = Add(x, b) }", {}, "IC105", "sizes 3 and 2 differ"),
    "E1 by a given size": (
        "(float[N,3] x, float[2,3] b) => (float[] y) { y = Add(x, b) }", {"dims": {"N": 4}}, "IC105", "sizes 4 and 2",
    ),
    "types": ("(float[2] x, double[2] b) => (float[] y) { y = Add(x, b) }", {}, "IC201", "double"),
    "static": (
        "(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }", {"static": True}, "IC912", "is not known",
    ),
    "unknown vectors": (
        "(float x) => (float[] y) { a = own.C(x) b = own.C(x) y = MatMul(a, b) }", {}, "IC911", "A and B is not known",
    ),
}  # fmt: skip


@pytest.mark.clause("E1")
@pytest.mark.parametrize(("body", "options", "code", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(body: str, options: dict[str, object], code: str, words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        explicit(parse(body), **options)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert caught.value.help


def test_static_says_which_sizes_would_settle_it() -> None:
    body = "(float[N,M] x, float[M] b, float c) => (float[] y) { z = Add(x, b) y = Mul(z, c) }"
    with pytest.raises(ModelError) as caught:
        explicit(parse(body), static=True, name="m.onnx", dims={"N": 2})
    assert caught.value.help == "isocast explicit m.onnx --static --dim M=SIZE"
    assert "and 1 more node like it" in caught.value.summary
    assert len(explicit(parse(body), static=True, dims={"N": 2, "M": 3}).changes) == 2


@pytest.mark.parametrize("options", [{"fold_below": -1}, {"fold_below": True}, {"dims": {"N": -1}}, {"dims": {"Q": 1}}])
def test_options_that_say_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ArgumentError) as caught:
        explicit(parse("(float[N] x) => (float[N] y) { y = Relu(x) }"), **options)  # type: ignore[arg-type]
    assert caught.value.code == "IC910"


def test_an_operand_that_is_left_out_is_refused() -> None:
    with pytest.raises(ModelError, match="an operand is left out"):
        explicit(parse('(float[2] x) => (float[2] y) { y = Max(x, "") }'))
