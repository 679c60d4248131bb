#!/usr/bin/env bash
# Runs the C tests and the Python tests of the operators under the address and undefined-behaviour sanitizers,
# and the thread pool's own test under the thread sanitizer. Called by `make sanitize`.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$PWD/.venv/bin/python
export PATH="$PATH:$PWD/.venv/bin"
# A report ends the run. Python itself leaks by design, so leaks are looked for in the C tests only.
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

configure() { # configure FOLDER SANITIZERS [OPTIONS]
    local folder=$1 sanitizers=$2
    shift 2
    cmake -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DISOCAST_SANITIZE="$sanitizers" "$@" >"$folder.log"
    cmake --build "$folder" -j 2 >>"$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
}

mkdir -p build
echo "== C tests, address and undefined-behaviour sanitizers"
configure build/asan address,undefined -DISOCAST_TESTS=ON -DISOCAST_PYTHON=ON -DPython_EXECUTABLE="$python"
ctest --test-dir build/asan --output-on-failure

echo "== thread pool, thread sanitizer"
configure build/tsan thread -DISOCAST_TESTS=ON -DISOCAST_PYTHON=OFF
ctest --test-dir build/tsan --output-on-failure -R test_pool

echo "== Python tests of the operators, address and undefined-behaviour sanitizers"
# The sanitized module takes the place of the installed one: a copy of the package with it, found before site-packages.
# The base interpreter is used because it does not read .venv's hooks for the editable install.
package=build/asan/python
rm -rf "$package" && mkdir -p "$package"
cp -r src/isocast "$package/" && cp build/asan/_native*.so "$package/isocast/"
base=$("$python" -c 'import sys; print(sys._base_executable)')
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
LD_PRELOAD="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
    PYTHONPATH="$PWD/$package:$site" ISOCAST_SANITIZED=1 \
    "$base" -m pytest -q -p no:cacheprovider tests/test_ops_*.py tests/test_views.py tests/test_vectors.py
