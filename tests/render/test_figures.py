"""What figures show is what the specification says: every cell, every copy, every link, every refusal."""

from __future__ import annotations

import time
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.errors import ArgumentError, BroadcastError, ShapeError
from isocast.render.figures import Figure, draw
from isocast.render.figures.cells import WIDE, drawn_indices, element_label
from isocast.render.figures.scene import Block, Cell, Scene, TensorView
from isocast.spec import Tensor
from isocast.spec.broadcast import access, align, broadcast, output_shape, step1
from isocast.spec.directional import unidirectional
from tests.strategies import Family, Shape, broadcastable_to, families, high_rank

SMALL = st.sampled_from([0, 1, 1, 2, 3])
FEW = families(max_shapes=3, max_rank=4, sizes=SMALL)  # so small that nothing is left out


def labelled(number: int, shape: Shape) -> Tensor:
    elements = prod(shape)
    return Tensor(shape, tuple(element_label(number, at, elements) for at in range(elements)))


def cells(view: TensorView) -> list[Cell]:
    """The cells of a tensor of which nothing is left out, in the order of its elements."""
    found: list[Cell] = []
    for row in view.blocks or ():
        assert row is not None
        for block in row:
            assert block is not None
            for line in block.rows:
                assert line is not None
                found += [cell for cell in line if cell is not None]
    return found


def first_block(view: TensorView) -> Block:
    assert view.blocks
    assert view.blocks[0]
    assert view.blocks[0][0]
    return view.blocks[0][0]


def indices(shape: Shape) -> list[Shape]:
    return list(product(*map(range, shape)))


def outcome(family: Family, profile: str) -> Shape | BroadcastError:
    try:
        return output_shape(*family, profile=profile)
    except BroadcastError as error:
        return error


@pytest.mark.clause("step1", "step1-access", "condition1")
@given(FEW)
def test_the_second_figure_is_step_1_of_the_specification(family: Family) -> None:
    scene = draw(*family).scene
    inputs = [labelled(number, shape) for number, shape in enumerate(family)]
    for view, tensor in zip(scene.stages[0].views, inputs, strict=True):
        assert [cell.label for cell in cells(view)] == list(tensor.values)
    for view, tensor in zip(scene.stages[1].views, step1(*inputs), strict=True):
        assert [cell.label for cell in cells(view)] == list(tensor.values)
        assert [axis.text.removeprefix("new ") for axis in view.axes] == [str(size) for size in tensor.shape]
        assert not any(cell.copy for cell in cells(view))
    for view, shape in zip(scene.stages[1].views, family, strict=True):
        assert sum(axis.state == "new" for axis in view.axes) == scene.rank - len(shape)


@pytest.mark.clause("step2", "condition2", "f", "access")
@given(FEW, st.sampled_from(["onnx", "sonnx"]))
def test_the_third_figure_is_step_2_of_the_specification(family: Family, profile: str) -> None:
    figure = draw(*family, profile=profile)  # type: ignore[arg-type]
    result = outcome(family, profile)
    if isinstance(result, BroadcastError):
        assert figure.refusal is not None
        return
    assert figure.refusal is None
    aligned = step1(*(labelled(number, shape) for number, shape in enumerate(family)))
    outputs = broadcast(*(labelled(number, shape) for number, shape in enumerate(family)), profile=profile)
    for view, before, after in zip(figure.scene.stages[2].views, aligned, outputs, strict=True):
        assert [cell.label for cell in cells(view)] == list(after.values)
        moved = [access(i, before.shape, after.shape) != i for i in indices(after.shape)]
        assert [cell.copy for cell in cells(view)] == moved


@pytest.mark.clause("f", "access")
@given(FEW)
def test_links_lead_to_the_elements_that_read_their_head(family: Family) -> None:
    """Every row, column or block of Zm holds copies of the one element of Ym that its link comes from."""
    figure = draw(*family)
    if figure.refusal:
        return
    for view in figure.scene.stages[2].views:
        for row in view.blocks or ():
            for block in row or ():
                assert block is not None
                for r, line in enumerate(block.rows):
                    for c, cell in enumerate(line or ()):
                        assert cell is not None
                        head = {"rows": r, "columns": c, "all": 0}.get(block.feed)
                        if head is not None:
                            assert cell.label == block.heads[head].label  # type: ignore[union-attr]


@pytest.mark.clause("E1", "B5", "B6")
@given(families(max_shapes=4, max_rank=6), st.sampled_from(["onnx", "sonnx"]))
def test_a_conflict_names_what_the_specification_names(family: Family, profile: str) -> None:
    figure = draw(*family, profile=profile)  # type: ignore[arg-type]
    error = outcome(family, profile)
    if not isinstance(error, BroadcastError):
        assert figure.refusal is None
        return
    stage = figure.scene.stages[-1]
    assert stage.refused
    places = [
        (number, axis) for number, view in enumerate(stage.views) for axis, size in enumerate(view.axes)
        if size.state == "offender"
    ]  # fmt: skip
    assert places == [(error.tensor, error.axis)]
    clashing = {axis for view in stage.views for axis, size in enumerate(view.axes) if size.state == "clash"}
    assert error.axis in clashing  # what it clashes with is marked too
    assert f"Y{error.tensor}, axis {error.axis - figure.scene.rank}" in stage.captions[1]
    assert figure.text().count("E1") >= 3


@pytest.mark.clause("E1")
def test_only_sizes_that_clash_are_marked() -> None:
    views = draw((2, 3, 4), (2, 1), (4, 5)).scene.stages[-1].views
    assert [[size.state for size in view.axes] for view in views] == [
        ["plain", "offender", "clash"],
        ["new", "clash", "plain"],
        ["new", "clash", "clash"],
    ]


@pytest.mark.clause("uni-1", "uni-2", "uni-3", "uni-result", "B5")
@given(broadcastable_to(max_rank=4, sizes=SMALL), st.booleans())
def test_one_shape_to_another(pair: tuple[Shape, Shape], swap: bool) -> None:
    shape, target = pair[::-1] if swap else pair
    figure = draw(shape, to=target)
    try:
        expected = unidirectional(labelled(0, shape), target)
    except BroadcastError:
        assert figure.refusal is not None
        assert figure.scene.stages[-1].refused
        return
    assert figure.refusal is None
    (view,) = figure.scene.stages[2].views
    assert [cell.label for cell in cells(view)] == list(expected.values)


def test_a_target_has_cells_and_nothing_in_them() -> None:
    target = draw((3,), to=(2, 3)).scene.stages[0].views[1]
    assert target.name == "target"
    assert {cell.label for cell in cells(target)} == {""}
    assert len(cells(target)) == 6


@pytest.mark.clause("rank")
@given(high_rank())
def test_any_rank_is_drawn_in_summary(family: Family) -> None:
    scene = draw(*family).scene
    assert scene.in_summary
    for view, shape in zip(scene.stages[0].views, family, strict=True):
        assert [axis.text for axis in view.axes if axis.state != "absent"] == [str(size) for size in shape]
    result = output_shape(*family)
    for view, shape in zip(scene.stages[2].views, family, strict=True):
        grown = [size == other for size, other in zip(align(shape, len(result)), result, strict=True)]
        assert [axis.state == "plain" for axis in view.axes] == grown
        assert [axis.text.rpartition(" ")[2] for axis in view.axes] == [str(size) for size in result]


@pytest.mark.parametrize(
    "shapes",
    [
        ((2**40, 1), (1, 2**40)),
        ((2**62,), (1,)),
        ((999_999, 1), (1, 999_999)),
        ((1, 3, 224, 224), (3, 1, 1)),
        ((2**62,) * 64, (1,) * 64),
        tuple((2**20,) for _ in range(5000)),
    ],
)
def test_no_time_is_spent_on_what_is_not_drawn(shapes: Family) -> None:
    start = time.process_time()
    figure = draw(*shapes)
    assert len(figure.svg()) < 400_000
    assert len(figure.text()) < 40_000
    assert time.process_time() - start < 5


def test_long_axes_are_shortened() -> None:
    assert drawn_indices(10**6, 4) == (0, 1, None, 999_999)
    block = first_block(draw((1000, 1), (1, 500)).scene.stages[2].views[0])
    rows = [row[0] and row[0].label if row else None for row in block.rows]
    assert rows == ["1", "2", "3", "4", "5", "6", None, "1000"]
    assert len(block.heads) == len(block.rows)
    assert WIDE.of(2)[-2] == len(rows)


def test_elements_of_the_first_three_tensors_are_told_apart() -> None:
    assert [element_label(tensor, 1, 5) for tensor in range(4)] == ["2", "b", "B", "2"]
    assert element_label(1, 26, 27) == "27"


def test_many_tensors_are_counted_not_drawn() -> None:
    scene = draw(*[(3, 1)] * 40, (4,)).scene
    assert len(scene.stages[0].views) == 16
    assert "25 more tensors are not drawn." in scene.stages[0].captions
    refused = draw(*[(3, 1)] * 40, (2, 1)).scene.stages[-1]
    assert refused.views[-1].name == "Y40"
    assert refused.views[-1].axes[0].state == "offender"


def test_sizes_that_are_not_known_are_drawn_with_their_condition() -> None:
    figure = draw(("batch", 8, None), (8, 4))
    assert figure.refusal is None
    assert figure.title == "X0 (batch, 8, ?) and X1 (8, 4) broadcast to (batch, 8, 4) if ? is 4 or 1"
    last = figure.scene.stages[2]
    assert last.captions[-1] == "This holds exactly if ? is 4 or 1."
    assert [axis.state for axis in last.views[0].axes] == ["plain", "plain", "maybe"]
    assert [axis.text for axis in last.views[1].axes] == ["1 to batch", "8", "4"]


def test_names_cannot_harm_a_terminal_or_a_file() -> None:
    figure = draw(("\x1b[31mN<b>&\0", 2), (3, 2))
    assert "\x1b" not in figure.text()
    assert "\0" not in figure.svg()
    assert "<b>" not in figure.svg()


@pytest.mark.parametrize(
    ("shapes", "options", "kind", "says"),
    [
        ((), {}, ArgumentError, "no shape"),
        (((1,), (2,)), {"to": (2,)}, ArgumentError, "2 shapes are to be broadcast to one"),
        (((1,),), {"profile": "numpy"}, ArgumentError, "no profile 'numpy'"),
        (((-1,),), {}, ShapeError, "shape 0 has the negative size -1"),
        (((1,), (2.5,)), {}, ShapeError, "shape 1 has 2.5"),
        (((True,),), {}, ShapeError, "boolean"),
        ((3,), {}, ShapeError, "shape 0 is of type int"),
        (("3x1",), {}, ShapeError, "shape 0 is of type str"),
        (((2**63,),), {}, ShapeError, "more than 2^63 - 1"),
        (((1,) * 65,), {}, ShapeError, "65 axes"),
        (((" ",),), {}, ShapeError, "empty name"),
        (((1,),), {"to": (-2,)}, ShapeError, "the target has the negative size"),
    ],
)
def test_what_is_refused(shapes: tuple[object, ...], options: dict[str, object], kind: type, says: str) -> None:
    with pytest.raises(kind) as raised:
        draw(*shapes, **options)  # type: ignore[arg-type]
    assert says in str(raised.value)


def test_a_figure_describes_itself() -> None:
    figure = draw((3, 1), (4,))
    assert isinstance(figure, Figure)
    assert isinstance(figure.scene, Scene)
    assert "Z1: (1 to 3, 4)." in figure.scene.description
