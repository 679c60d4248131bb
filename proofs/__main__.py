"""`python -m proofs`: run the provers, print the table, and say whether everything is proved.

Exit status 0 everything is proved, 1 something is not, 2 wrong use.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from . import coverage, faults, report
from .campaign import Campaign
from .tools import ToolError, find

ROOT = Path(__file__).resolve().parents[1]
# Frama-C waits for its prover, and prover for Frama-C: two pairs keep a processor busy.
JOBS = 2 * (os.cpu_count() or 1)


def main(arguments: list[str] | None = None) -> int:
    """Run what the arguments ask for."""
    options = _options().parse_args(arguments)
    try:
        tools = find(options.work.resolve())
        if options.faults:
            return faults.main(options.tree.resolve(), tools, options.jobs, tuple(options.files), options.quick)
        campaign = Campaign(options.tree.resolve(), tools, options.jobs, tuple(options.files))
        return _smoke(campaign) if options.smoke else _prove(options, campaign)
    except ToolError as error:
        print(f"proofs: {error}", file=sys.stderr)
        return 1


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proofs", description="Prove the theories and the C.")
    parser.add_argument("files", nargs="*", help="only files whose names contain one of these")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree that is proved")
    parser.add_argument("--work", type=Path, default=ROOT / "build/proofs", help="where results are kept")
    parser.add_argument("--jobs", type=int, default=JOBS, help="files at a time")
    parser.add_argument("--record", action="store_true", help="record how many goals there are from now on")
    parser.add_argument("--faults", action="store_true", help="show that each seeded fault makes a goal fail")
    parser.add_argument("--quick", action="store_true", help="with --faults: the first fault of each file only")
    parser.add_argument("--smoke", action="store_true", help="look for contradictory contracts in the C")
    return parser


def _prove(options: argparse.Namespace, campaign: Campaign) -> int:
    results = campaign.prove()
    complaints = [
        *campaign.complaints,
        *(line for result in results for line in [*result.complaints, *result.unproved]),
    ]
    recorded = campaign.tree / "proofs/expected.json"
    if options.record and not complaints and not options.files:
        coverage.record(results, recorded)
    elif not options.files:
        complaints += coverage.fewer(results, recorded)
    print(report.table(results))
    name = "report.part.json" if options.files else "report.json"
    report.write_json(campaign.tools.work / name, campaign.tree, campaign.tools.versions, results, complaints)
    for line in campaign.notes:
        print(f"note: {line}")
    for line in complaints:
        print(f"NOT PROVED {line}")
    print(report.summary(results, campaign.listed))
    return 1 if complaints else 0


def _smoke(campaign: Campaign) -> int:
    results = campaign.smoke()
    complaints = [line for result in results for line in result.complaints]
    for line in complaints:
        print(line)
    print(f"{sum(result.goals for result in results)} smoke tests passed, {len(complaints)} failed")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
