"""Which constants `explicit` writes in full, and that not a bit of them changes."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import numpy_helper

from isocast.model import explicit
from isocast.model.changes import Means
from tests.model.rewritten import assert_same_results, floats, lines, rewritten
from tests.onnx_models import parse


@pytest.mark.clause("bit-copy")
def test_small_constants_are_written_in_full() -> None:
    body = "(float[4,3] x) => (float[4,3] y) <float[3] w = {1, 2, 3}> { y = Mul(x, w) }"
    found = rewritten(body)
    assert lines(found.model.graph) == [f"w.full = Constant({[[1.0, 2.0, 3.0]] * 4})", "y = Mul(x, w.full)"]
    assert [change.means for change in found.changes] == [Means.FOLDED]
    assert [tensor.name for tensor in found.model.graph.initializer] == ["w"]
    assert assert_same_results(parse(body), found.model, [floats(1, x=(4, 3))]) == 1


@pytest.mark.parametrize(("limit", "is_folded"), [(0, False), (48, False), (49, True)])
def test_the_limit_of_folding_is_the_size_in_full(limit: int, is_folded: bool) -> None:
    body = "(float[4,3] x) => (float[4,3] y) { w = Constant <value_floats = [1.0, 2.0, 3.0]> () y = Mul(x, w) }"
    (change,) = rewritten(body, fold_below=limit).changes
    assert change.means is (Means.FOLDED if is_folded else Means.EXPAND)


def test_nan_and_minus_zero_survive_folding() -> None:
    model = parse("(float[2,2] x) => (float[2,2] y) { y = Where(c, x, w) }")
    bits = np.array([0x7FC12345, 0x80000000], np.uint32)
    model.graph.initializer.append(numpy_helper.from_array(bits.view(np.float32), "w"))
    model.graph.initializer.append(numpy_helper.from_array(np.array(False), "c"))
    folded = [node for node in explicit(model).model.graph.node if node.name == "w/isocast_full"]
    assert numpy_helper.to_array(folded[0].attribute[0].t).view(np.uint32).tolist() == [bits.tolist()] * 2


def test_what_is_not_folded() -> None:
    defaulted = parse("(float[2,3] x, float[3] w) => (float[2,3] y) { y = Mul(x, w) }")
    defaulted.graph.initializer.append(numpy_helper.from_array(np.ones(3, np.float32), "w"))
    assert explicit(defaulted).changes[0].means is Means.EXPAND  # a caller may replace it
    defaulted.ir_version = 3
    assert explicit(defaulted).changes[0].means is Means.FOLDED  # before IR version 4 nobody may
    symbolic = "(float[N,3] x) => (float[N,3] y) <float[3] w = {1, 2, 3}> { y = Mul(x, w) }"
    assert rewritten(symbolic).changes[0].means is Means.EXPAND
    assert rewritten(symbolic, dims={"N": 2}).changes[0].means is Means.FOLDED


def test_a_default_is_no_promise_of_its_sizes() -> None:
    model = parse("(float[2,3] x, float[K] w) => (float[] y) { y = Mul(x, w) }")
    model.graph.initializer.append(numpy_helper.from_array(np.ones(3, np.float32), "w"))
    found = explicit(model)
    assert lines(found.model.graph) == ["w.expand = Expand(w, [2, 3])", "y = Mul(x, w.expand)"]
    feeds = [floats(1, x=(2, 3)), floats(1, x=(2, 3), w=(1,)), floats(1, x=(2, 3), w=(3,)), floats(1, x=(2, 3), w=(2,))]
    assert assert_same_results(model, found.model, feeds) == 3
