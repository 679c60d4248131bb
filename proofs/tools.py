"""The provers: found, installed where that is possible, and asked for their versions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

PACKAGES = {"why3": "why3", "frama-c": "frama-c-base", "z3": "z3", "cvc4": "cvc4"}
VERSION_OPTIONS = {"why3": "--version", "frama-c": "-version", "z3": "--version", "cvc4": "--version"}


class ToolError(Exception):
    """A prover is missing or does not work; the message says which and what to do."""


@dataclass(frozen=True)
class Tools:
    """The installed provers: their versions, and the Why3 configuration that names them."""

    versions: dict[str, str]
    configuration: Path
    work: Path
    borrowed: Path | None = None
    """The folder of another run whose kept verdicts serve this one too."""

    @property
    def cache(self) -> Path:
        """Where WP keeps its verdicts, by the text of each goal."""
        folder = (self.borrowed or self.work) / "wp-cache"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def environment(self) -> dict[str, str]:
        """The environment provers run in: our own Why3 configuration, nobody's home directory.

        Frama-C spends a tenth less time where its garbage collector may leave more behind, and up to another tenth
        less where it has more room for what is new.
        """
        ours = {"WHY3CONFIG": str(self.configuration), "LC_ALL": "C.UTF-8"}
        return {"OCAMLRUNPARAM": "s=4M,o=800", **os.environ, **ours}

    @property
    def fingerprint(self) -> str:
        """What a cached result depends on, besides its inputs."""
        return " ".join(f"{name} {version}" for name, version in sorted(self.versions.items()))


def missing() -> list[str]:
    """The provers that are not installed."""
    return [tool for tool in PACKAGES if shutil.which(tool) is None]


def find(work: Path) -> Tools:
    """The provers; Debian's packages are installed first where they are absent and this process may do so."""
    if missing():
        _install([PACKAGES[tool] for tool in missing()])
    if missing():
        packages = " ".join(PACKAGES[tool] for tool in missing())
        raise ToolError(
            f"{', '.join(missing())} not found\n"
            f"help: on Debian or Ubuntu, `apt-get install {packages}`\nNothing was proved."
        )
    work.mkdir(parents=True, exist_ok=True)
    configuration = work / "why3.conf"
    versions = {tool: _version(tool) for tool in PACKAGES}
    _detect(configuration)
    return Tools(versions, configuration, work)


def _install(packages: list[str]) -> None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print(f"installing {' '.join(packages)}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if subprocess.run(install, env=quiet, capture_output=True, check=False).returncode != 0:
        subprocess.run(["apt-get", "update", "-qq"], env=quiet, capture_output=True, check=False)
        run = subprocess.run(install, env=quiet, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            print((run.stderr.strip().splitlines() or ["apt-get failed"])[-1], flush=True)


def _version(tool: str) -> str:
    run = subprocess.run([tool, VERSION_OPTIONS[tool]], capture_output=True, text=True, check=False)
    found = re.search(r"\d+\.\d+[\w.-]*", run.stdout)
    if run.returncode != 0 or found is None:
        raise ToolError(f"{tool} does not run: {(run.stderr or run.stdout).strip()}\nNothing was proved.")
    return found.group()


def _detect(configuration: Path) -> None:
    run = subprocess.run(
        ["why3", "config", "detect", "-C", str(configuration)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "WHY3CONFIG": str(configuration)},
    )
    if run.returncode != 0 or not configuration.is_file():
        raise ToolError(f"why3 cannot detect its provers: {run.stderr.strip()}\nNothing was proved.")
