"""One run over a tree: its theories and its C files, in parallel, and what was found besides goals."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from . import clauses, coverage, smoke, theories, wp
from .inspection import Function, Inspection, inspect
from .report import Progress
from .results import FileResult, Unit
from .tools import ToolError, Tools

Task = tuple[str, Callable[[], FileResult]]


class Campaign:
    """What a run proves, and what it has found so far."""

    def __init__(self, tree: Path, tools: Tools, jobs: int, only: tuple[str, ...] = ()) -> None:
        self.tree, self.tools, self.jobs, self.only = tree, tools, jobs, only
        self.listed = coverage.listed(tree)
        self.complaints = (
            [] if only else [*self.listed.complaints, *coverage.unreached_headers(tree), *coverage.axioms(tree)]
        )
        self.notes: list[str] = []
        self.shares: list[tuple[Inspection, list[Function]]] = []

    def prove(self) -> list[FileResult]:
        """Every goal of every file."""
        self._inspect()
        tasks: list[Task] = [(view.name, partial(self._prove_c, view, mine)) for view, mine in self.shares]
        for path in self._theories():
            name = str(path.relative_to(self.tree))
            tasks.append((name, partial(theories.prove, path, name, self.tools)))
        if self._theories() and not self.only:
            folder = self.tree / "proofs/why3"
            tasks.append(("false from all theories", partial(smoke.theories_are_consistent, folder, self.tools)))
        return self._run(tasks)

    def smoke(self) -> list[FileResult]:
        """Contradictions that a prover finds in the contracts and loops of the C."""
        self._inspect()
        return self._run(
            [(view.name, partial(smoke.contracts_are_consistent, view, mine, self.tools)) for view, mine in self.shares]
        )

    def _chosen(self, name: str) -> bool:
        return not self.only or any(part in name for part in self.only)

    def _theories(self) -> list[Path]:
        return [path for path in sorted((self.tree / "proofs/why3").glob("*.mlw")) if self._chosen(path.name)]

    def _inspect(self) -> None:
        with ThreadPoolExecutor(self.jobs) as pool:
            views = [view for view in pool.map(self._look, self.listed.proved) if view]
        shares = coverage.shares(views)
        for view in views:
            if self._chosen(view.name):
                self.complaints += coverage.complaints(view, views, self.listed.not_yet)
                for called in coverage.rests_on(view, views):
                    self.notes.append(f"{view.name} rests on {called}, whose file is not proved yet")
                self.shares.append((view, shares[view.path]))

    def _look(self, path: Path) -> Inspection | None:
        try:
            return inspect(path, self.tree, self.tools)
        except ToolError as error:
            self.complaints.append(str(error))
            return None

    def _prove_c(self, view: Inspection, mine: list[Function]) -> FileResult:
        admitted = coverage.admitted(view)
        tags = clauses.of_functions(view, self.tree)
        provable = [function for function in mine if function.admits or function.name not in admitted]
        result = wp.prove(view, provable, self.tools)
        result.units += [Unit(view.name, function.name) for function in mine if function not in provable]
        for unit in result.units:
            unit.clauses, unit.admitted = tags.get(unit.name, []), admitted.get(unit.name)
        return result

    def _run(self, tasks: list[Task]) -> list[FileResult]:
        progress = Progress(len(tasks))

        def one(task: Task) -> FileResult:
            result = task[1]()
            progress.finished(task[0], result)
            return result

        goals = coverage.expected(self.tree / "proofs/expected.json")
        most_goals_first = sorted(tasks, key=lambda task: -goals.get(task[0], 0))  # no long one is left for the end
        with ThreadPoolExecutor(self.jobs) as pool:
            results = {task[0]: pool.submit(one, task) for task in most_goals_first}
            return [results[name].result() for name, _ in tasks]
