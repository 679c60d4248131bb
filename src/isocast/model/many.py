"""Many models at once, in processes of their own: on all cores, and safe from a model that ends its process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from traceback import extract_tb
from typing import Any

from ..errors import FileError, IsocastError
from .check import check
from .findings import Report

Answer = Report | IsocastError


def check_many(
    paths: Sequence[str],
    options: Mapping[str, Any],
    processes: int | None = None,
    done: Callable[[str], None] | None = None,
) -> list[Answer]:
    """For each path a report, or the error that says why there is none; `options` are those of `check`.

    `done` is called with each path as it is finished. Call it where no threads are running.
    """
    count = min(processes or len(os.sched_getaffinity(0)), len(paths))
    answers = dict(_first_round(list(dict.fromkeys(paths)), options, count, done))
    for path in dict.fromkeys(paths):
        if path not in answers:
            answers[path] = _alone(path, options)
            if done is not None:
                done(path)
    return [answers[path] for path in paths]


def _first_round(
    paths: Sequence[str], options: Mapping[str, Any], count: int, done: Callable[[str], None] | None
) -> Iterator[tuple[str, Answer]]:
    """What comes back before a process ends, if one does."""
    with ProcessPoolExecutor(max(count, 1), mp_context=_context()) as pool:
        waiting: dict[Future[Answer], str] = {pool.submit(_answer, path, dict(options)): path for path in paths}
        for future in as_completed(waiting):
            try:
                answer = future.result()
            except BrokenProcessPool:
                continue
            if done is not None:
                done(waiting[future])
            yield waiting[future], answer


def _alone(path: str, options: Mapping[str, Any]) -> Answer:
    """The answer of a process with nothing else to do; if that one ends too, it is the model."""
    with ProcessPoolExecutor(1, mp_context=_context()) as pool:
        try:
            return pool.submit(_answer, path, dict(options)).result()
        except BrokenProcessPool:
            return FileError(
                summary=f"{path} ends the process that reads it: onnx's shape inference crashes on it",
                code="IC909",
                help="check the model with onnx.checker, and report the crash to the onnx project",
                path=path,
            )


def _context() -> BaseContext:
    # A fork has onnx loaded already.
    return get_context("fork" if "fork" in get_all_start_methods() else None)


def _answer(path: str, options: dict[str, Any]) -> Answer:
    try:
        return check(path, **options)
    except IsocastError as error:
        return error
    except Exception as error:  # a defect of ours, or no memory: said in one line, as everything else
        last = extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
        return FileError(
            summary=f"{path} makes isocast fail: {where}",
            code="IC909",
            help="this is a defect of isocast: please report it, with the model if you can",
            path=path,
        )
