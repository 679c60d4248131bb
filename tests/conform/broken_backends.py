"""Backends that fail in every way there is, on Mul only: what the kit must notice, and survive."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import numpy as np
import onnx
from onnx.backend.base import Backend, BackendRep

from isocast.backend import IsocastBackend


class Broken(Backend):
    """Right on every operator but Mul."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_: Any) -> BackendRep:
        node = model.graph.node[0]
        prepared = IsocastBackend.prepare(model, device)
        return Rep(cls, prepared) if node.op_type == "Mul" else prepared

    @classmethod
    def result(cls, right: Any) -> Any:
        return right


class Rep(BackendRep):
    def __init__(self, kind: type[Broken], prepared: Any) -> None:
        self.kind, self.prepared = kind, prepared

    def run(self, inputs: Any, **_: Any) -> Any:
        return (self.kind.result(self.prepared.run(inputs)[0]),)


class Wrong(Broken):
    """Off by one in the last element."""

    @classmethod
    def result(cls, right: Any) -> Any:
        wrong = right.copy()
        wrong.reshape(-1)[-1:] += 1
        return wrong


class WrongShape(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        return right.reshape(-1)


class WrongType(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        return right.astype(np.float64)


class NoTensor(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        return {"z": right}


class Nothing(Broken):
    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_: Any) -> BackendRep:
        return None  # type: ignore[return-value]


class Crash(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        print("the last words of a dying process", file=sys.stderr, flush=True)
        os.abort()


class Exit(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        os._exit(3)


class PoliteExit(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        sys.exit("no more")


class Hang(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        time.sleep(60)


class Raises(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        raise RuntimeError("this went\nwrong")


class Lacks(Broken):
    @classmethod
    def result(cls, right: Any) -> Any:
        raise NotImplementedError("no Mul here")


class Incompatible(Broken):
    """Says beforehand that it has no Mul, as the Backend API asks for."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_: Any) -> BackendRep:
        if not cls.is_compatible(model):
            raise ValueError("no")
        return IsocastBackend.prepare(model, device)

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **_: Any) -> bool:
        return model.graph.node[0].op_type != "Mul"


class Chatty(Broken):
    """Right, and writes over everything it can reach."""

    @classmethod
    def result(cls, right: Any) -> Any:
        print("\x00" * 100_000)
        os.write(1, b"noise" * 1000)
        return right


NOT_A_BACKEND = object()
