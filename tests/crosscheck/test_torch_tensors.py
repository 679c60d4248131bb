"""PyTorch's own tensors as arguments: shared without a copy, or refused by name. Run by `make crosscheck`."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import torch

from isocast.arrays import as_array
from isocast.errors import ArgumentError, IsocastError, ProfileError, TypeMismatchError
from isocast.types import element_type

TYPES = {
    torch.float32: "float", torch.float64: "double", torch.float16: "float16", torch.bfloat16: "bfloat16",
    torch.int8: "int8", torch.int16: "int16", torch.int32: "int32", torch.int64: "int64", torch.uint8: "uint8",
    torch.uint16: "uint16", torch.uint32: "uint32", torch.uint64: "uint64", torch.bool: "bool",
    torch.complex64: "complex64", torch.complex128: "complex128",
}  # fmt: skip


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_memory_is_shared(dtype: torch.dtype) -> None:
    tensor = torch.zeros((2, 3), dtype=dtype)
    array = as_array(tensor.T, profile="sonnx")
    assert (array.shape, element_type(array).name) == ((3, 2), TYPES[dtype])
    assert array.__array_interface__["data"][0] == tensor.data_ptr()
    tensor[1, 2] = 1
    assert array[2, 1] == 1


def test_rank_0_and_no_elements() -> None:
    assert as_array(torch.tensor(2.5))[()] == np.float32(2.5)
    assert as_array(torch.zeros((0, 3))).shape == (0, 3)


def sparse_csr() -> torch.Tensor:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch calls this layout a beta feature
        return torch.eye(2).to_sparse_csr()


REFUSED = [
    (lambda: torch.eye(2).to_sparse(), ProfileError, "R1"),
    (sparse_csr, ProfileError, "R1"),
    (lambda: torch.zeros(2, requires_grad=True), ArgumentError, "tensor"),
    (lambda: torch.nn.Parameter(torch.zeros(2)), ArgumentError, "tensor"),
    (lambda: torch.zeros(2, device="meta"), ArgumentError, "tensor"),
    (lambda: torch.zeros(2, dtype=torch.complex64).conj(), ArgumentError, "tensor"),
    (lambda: torch.zeros(2, dtype=torch.float8_e4m3fn), TypeMismatchError, "schema-types"),
]


@pytest.mark.clause("R1", "schema-types")
@pytest.mark.parametrize(("make", "kind", "code"), REFUSED)
def test_refused(make: object, kind: type[IsocastError], code: str) -> None:
    with pytest.raises(kind) as caught:
        as_array(make(), "X1")  # type: ignore[operator]
    assert (caught.value.code, caught.value.argument) == (code, "X1")  # type: ignore[attr-defined]
