"""Measure our engines and the peers: `python bench/run.py`.  See README.md in this folder."""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench import counters  # noqa: E402
from bench.instances import TINY, instance_named  # noqa: E402
from bench.instances.instance import Instance  # noqa: E402
from bench.machine import facts  # noqa: E402
from bench.peers import PEERS  # noqa: E402
from bench.suites import SUITES, Suite  # noqa: E402
from bench.table import result_text, table  # noqa: E402

__all__ = ["main", "outcome", "run_once", "run_rounds"]


def main(words: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    arguments = _parsed(words)
    if arguments.table is not None:
        print(_saved_table(arguments.table))
        return 0
    suite: Suite = SUITES[arguments.suite]
    instances = [instance_named(name) for name in arguments.instances]
    if arguments.check_counters or arguments.write_counters:
        works = chain(
            counters.of_instances(instances), counters.of_generated(), counters.of_relisted()
        )
        drifted = counters.check(works, write=arguments.write_counters)
        for line in drifted:
            print(line)
        return 1 if drifted else 0
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for instance in instances:
        results[instance.name] = {}
        for program in arguments.peers:
            result = run_rounds(
                instance, program, rounds=arguments.rounds, seconds=arguments.seconds, suite=suite
            )
            results[instance.name][program] = result
            print(
                f"{instance.name:20} {program:22} {result_text(result)}",
                file=sys.stderr,
                flush=True,
            )
        if arguments.json is not None:
            # After each instance, as a run may take hours and be interrupted.
            _write(arguments, results)
    ratios = suite.ratios(arguments.peers)
    print(table(instances, results, columns=arguments.peers, ratios=ratios))
    return 1 if any("wrong" in each for row in results.values() for each in row.values()) else 0


def _saved_table(file: Path) -> str:
    """Return the table of results that were written by `--json`."""
    document = json.loads(file.read_text())
    results = document["results"]
    programs = list(next(iter(results.values())))
    ratios = SUITES[document["suite"]].ratios(programs)
    return table(map(instance_named, results), results, columns=programs, ratios=ratios)


def _write(arguments: argparse.Namespace, results: dict[str, dict[str, dict[str, Any]]]) -> None:
    limits = {
        "rounds": arguments.rounds,
        "seconds": arguments.seconds,
        "bytes": SUITES[arguments.suite].bytes,
    }
    document = {"machine": facts(), "suite": arguments.suite, "limits": limits, "results": results}
    arguments.json.write_text(json.dumps(document, indent=1) + "\n")


def run_rounds(
    instance: Instance,
    program: str,
    *,
    rounds: int,
    seconds: int,
    suite: Suite = SUITES["search"],
) -> dict[str, Any]:
    """Return the medians of several processes, or the first result without an answer.

    "cpu" and "wall" are seconds of the search, "prepare" CPU seconds before it.
    """
    runs = []
    for _ in range(rounds):
        run = run_once(instance, program, seconds=seconds, suite=suite)
        if "search" not in run:
            return run
        if run["count"] != instance.count:
            return {"wrong": run["count"]}
        runs.append(run)

    def middle(part: str, *clocks: str) -> float:
        seconds: list[float] = [sum(run[part][clock] for clock in clocks) for run in runs]
        return round(median(seconds), 6)

    result = {
        "cpu": middle("search", "user", "system"),
        "user": middle("search", "user"),
        "wall": middle("search", "wall"),
        "prepare": middle("prepare", "user", "system"),
    }
    return {**result, "work": runs[0]["work"]} if runs[0]["work"] else result


def run_once(
    instance: Instance, program: str, *, seconds: int, suite: Suite = SUITES["search"]
) -> dict[str, Any]:
    """Return the result of a separate process that answers once, or is killed by the system."""
    command = [sys.executable, "-m", "bench.worker", instance.name, program]
    command += [str(seconds), str(suite.bytes), suite.question]
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        # Otherwise the busy waiting of idle threads would be measured.
        "OMP_NUM_THREADS": "1",
    }
    before = _children()
    try:
        # The limit is CPU time; this timeout is for programs that sleep.
        ended = subprocess.run(
            command,
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=5 * seconds + 60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"limit": seconds}
    spent = _children() - before
    return outcome(ended.returncode, ended.stdout, ended.stderr, seconds=seconds, spent=spent)


def outcome(code: int, out: str, complaints: str, *, seconds: int, spent: float) -> dict[str, Any]:
    """Return the result of a process: its answer, or a word for the reason why there is none.

    `spent` is its CPU time.

    >>> outcome(0, '{"count": 2}', "", seconds=9, spent=1)
    {'count': 2}
    >>> outcome(-9, "", "", seconds=9, spent=14.2), outcome(-9, "", "", seconds=9, spent=3.1)
    ({'limit': 9}, {'memory': 'ended by the system'})
    >>> outcome(-11, "", "", seconds=9, spent=1)
    {'crashed': 'SIGSEGV'}
    >>> outcome(-6, "", "terminate called: std::bad_alloc", seconds=9, spent=1)
    {'memory': 'terminate called: std::bad_alloc'}
    """
    if code == -signal.SIGXCPU:
        return {"limit": seconds}
    if code == -signal.SIGKILL:
        # A program that caught the first signal of the limit gets this one, which cannot be caught;
        # so does one for which the machine has no memory left.
        return {"limit": seconds} if spent >= seconds else {"memory": "ended by the system"}
    lines = out.splitlines()
    if code == 0 and lines:
        answer: dict[str, Any] = json.loads(lines[-1])
        return answer
    complaint = complaints.strip().splitlines()[-1:] or [f"exit code {code}"]
    if any(word in complaints[-2000:].lower() for word in ("memory", "bad_alloc")):
        return {"memory": complaint[0]}
    if code < 0:
        return {"crashed": signal.Signals(-code).name}
    return {"failed": complaint[0]}


def _children() -> float:
    """Return the CPU seconds of all child processes that have ended so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _parsed(words: list[str] | None) -> argparse.Namespace:
    every = {name for suite in SUITES.values() for name in suite.instances} | set(TINY)
    parser = argparse.ArgumentParser(prog="bench/run.py", description=__doc__)
    parser.add_argument(
        "--suite",
        choices=list(SUITES),
        default="search",
        help="the question: solutions one by one, their number by any way, a diagram (search)",
    )
    parser.add_argument(
        "--instances",
        nargs="+",
        metavar="NAME",
        choices=sorted(every),
        help=f"the instances (default: those of the suite; also {', '.join(TINY)})",
    )
    parser.add_argument(
        "--peers",
        nargs="+",
        metavar="NAME",
        help="the programs, including ours (default: those of the suite)",
    )
    parser.add_argument("--rounds", type=int, default=5, help="processes for each (5)")
    parser.add_argument("--seconds", type=int, default=120, help="CPU time for each search (120)")
    parser.add_argument("--json", type=Path, help="also write the results to this file")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="measure nothing; print the table of a saved run"
    )
    parser.add_argument(
        "--check-counters",
        action="store_true",
        help="measure nothing; fail if our engines' counters differ from counters.json",
    )
    parser.add_argument(
        "--write-counters",
        action="store_true",
        help="update counters.json for these instances; explain the change in the commit",
    )
    arguments = parser.parse_args(words)
    suite = SUITES[arguments.suite]
    arguments.instances = arguments.instances or list(suite.instances)
    arguments.peers = arguments.peers or list(suite.programs)
    for name in arguments.peers:
        engine = name.split(":")
        if name not in PEERS and engine[0] != "combien":
            programs = ", ".join(dict.fromkeys([*suite.programs, *PEERS]))
            parser.error(f"there is no program {name!r}: {programs}")
    if arguments.rounds < 1 or arguments.seconds < 1:
        parser.error("--rounds and --seconds must be at least 1")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
