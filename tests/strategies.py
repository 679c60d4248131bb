"""Hypothesis strategies for shapes and families of shapes, shared by all tests."""

from __future__ import annotations

from hypothesis import strategies as st

Shape = tuple[int, ...]
Family = tuple[Shape, ...]

SIZES = st.one_of(st.sampled_from([0, 1, 1, 2, 3]), st.integers(0, 7))
POSITIVE_SIZES = st.integers(1, 5)


def shapes(max_rank: int = 5, sizes: st.SearchStrategy[int] = SIZES) -> st.SearchStrategy[Shape]:
    """One shape, rank 0 included."""
    return st.lists(sizes, max_size=max_rank).map(tuple)


@st.composite
def operand_shapes(draw: st.DrawFn, result: Shape) -> Shape:
    """A shape that broadcasts to `result`: some of its last axes, some of them 1."""
    rank = draw(st.integers(0, len(result)))
    kept = result[len(result) - rank :]
    return tuple(draw(st.sampled_from([size, 1])) for size in kept)


@st.composite
def broadcastable(
    draw: st.DrawFn,
    min_shapes: int = 1,
    max_shapes: int = 4,
    max_rank: int = 5,
    sizes: st.SearchStrategy[int] = SIZES,
) -> Family:
    """Shapes that broadcast together, in the onnx reading of size 0."""
    result = draw(shapes(max_rank, sizes))
    return tuple(draw(st.lists(operand_shapes(result), min_size=min_shapes, max_size=max_shapes)))


@st.composite
def broadcastable_to(draw: st.DrawFn, max_rank: int = 5, sizes: st.SearchStrategy[int] = SIZES) -> tuple[Shape, Shape]:
    """A shape and a target that it broadcasts to."""
    target = draw(shapes(max_rank, sizes))
    return draw(operand_shapes(target)), target


@st.composite
def nearly_broadcastable(
    draw: st.DrawFn,
    min_shapes: int = 2,
    max_shapes: int = 4,
    max_rank: int = 5,
    sizes: st.SearchStrategy[int] = SIZES,
) -> Family:
    """Shapes that would broadcast but for one size of one of them, which is one off; a few broadcast all the same."""
    family = list(draw(broadcastable(min_shapes, max_shapes, max_rank, sizes).filter(any)))
    tensor = draw(st.sampled_from([m for m, shape in enumerate(family) if shape]))
    axis = draw(st.integers(0, len(family[tensor]) - 1))
    size = family[tensor][axis]
    wrong = draw(st.sampled_from([size + 1, max(size - 1, 0)]))
    family[tensor] = (*family[tensor][:axis], wrong, *family[tensor][axis + 1 :])
    return tuple(family)


def families(
    max_shapes: int = 4, max_rank: int = 5, sizes: st.SearchStrategy[int] = SIZES
) -> st.SearchStrategy[Family]:
    """Families that broadcast, that nearly do, and that nobody has thought about."""
    unrelated = st.lists(shapes(max_rank, sizes), min_size=1, max_size=max_shapes).map(tuple)
    return st.one_of(
        broadcastable(1, max_shapes, max_rank, sizes),
        nearly_broadcastable(2, max(2, max_shapes), max_rank, sizes),
        unrelated,
    )


def with_size_zero(max_shapes: int = 4, max_rank: int = 5) -> st.SearchStrategy[Family]:
    """Families in which some size is 0."""
    few = st.sampled_from([0, 0, 1, 2])
    return families(max_shapes, max_rank, few).filter(lambda family: any(0 in shape for shape in family))


@st.composite
def high_rank(draw: st.DrawFn, max_shapes: int = 3, rank: int = 64) -> Family:
    """Families that broadcast to `rank` axes, nearly all of them of size 1, so that arrays of the shapes stay small."""
    long_axes = draw(st.dictionaries(st.integers(0, rank - 1), st.integers(2, 3), max_size=4))
    result = tuple(long_axes.get(axis, 1) for axis in range(rank))
    others = draw(st.lists(operand_shapes(result), max_size=max_shapes - 1))
    family = [result, *others]
    return tuple(draw(st.permutations(family)))
