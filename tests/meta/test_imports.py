"""Who may import whom: a part imports only what stands above it, and each module can be imported alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src/isocast"
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if "__main__" not in path.name)

# The order of the design: a module may import from the same line and from the lines above.
LAYERS = (
    ("errors", "clauses", "version"),
    ("files", "not_a_model", "model_files"),
    ("spec",),
    ("types", "sizes", "shapes", "shape_arguments", "picture", "remedies", "explain", "memory", "children"),
    ("_native",),
    ("arrays",),
    ("ops",),
    ("sonnx",),
    ("opsets",),
    ("evaluate",),
    ("reference", "backend"),
    ("progress", "run"),
    ("model",),
    ("render",),
    ("conform",),
    ("proof_report", "trace"),
    ("__init__",),
    ("commands",),
    ("cli", "__main__"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def part_of(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    """The parts of isocast a module imports."""
    parts = set()
    for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*path.parts[:-1],)[: len(path.parts) - node.level]
            targets = [".".join(filter(None, [*base, node.module])), *(".".join([*base, a.name]) for a in node.names)]
            parts |= {t.split(".")[0] for t in (targets[:1] if node.module else targets[1:])}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "isocast":
            names = (node.module or "").split(".")[1:2] or [alias.name for alias in node.names]
            parts |= set(names)
        elif isinstance(node, ast.Import):
            parts |= {a.name.split(".")[1] for a in node.names if a.name.startswith("isocast.")}
    return {part if part in LEVEL else "__init__" for part in parts if part}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_part_imports_only_what_stands_above_it(path: Path) -> None:
    own = LEVEL[part_of(path)]
    below = {part for part in imported_parts(path) if LEVEL[part] > own}
    assert below == set()


@pytest.mark.parametrize("path", [p for p in MODULES if part_of(p) in {"spec", "errors", "clauses"}], ids=str)
def test_the_oracle_uses_the_standard_library_only(path: Path) -> None:
    for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        assert all(name.split(".")[0] in {*sys.stdlib_module_names, "isocast"} for name in names)


# One process that knows only the third-party libraries, and for each module a fork of it that knows nothing else.
IMPORT_EACH_ALONE = """
import importlib, os, sys, traceback, warnings
import ml_dtypes, numpy, onnx, onnx.reference, onnx_ir, rich.console, typer
warnings.simplefilter("error")
for name in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except BaseException:
            traceback.print_exc()
            print("cannot be imported alone:", name, flush=True)
            os._exit(1)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_each_module_can_be_imported_alone() -> None:
    names = [".".join(("isocast", *p.with_suffix("").parts)).removesuffix(".__init__") for p in MODULES]
    run = subprocess.run([sys.executable, "-c", IMPORT_EACH_ALONE, *names], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr


def test_every_module_says_what_it_is_for() -> None:
    for path in MODULES:
        assert ast.get_docstring(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))), path
