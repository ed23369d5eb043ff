"""The exact work of our searches for each instance, compared with recorded values.

Nodes, transitions and states do not depend on the machine, so they can be compared with the values
recorded in counters.json: of the engines that search, on the instances of the benchmark, and of all
engines of the planner, up to a number of steps, on problems made from a seed; and of sweeps, on the
same problems listed in other orders.  A difference
is a change of an engine: explain it in the commit that updates the file
(`python bench/run.py --write-counters`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path

from bench.instances.instance import Instance
from bench.kinds import RECORDED, instances
from bench.ours import Ours, measured_engines, searches
from bench.peers import Unsupported
from bench.prices import SEED
from combien.cover._shuffle import shuffled
from combien.engines._counting import OutOfBytes
from combien.engines._portfolio.divided import CANDIDATES
from combien.engines._sweeps.frontier import FrontierCounting
from combien.errors import CannotAnswer

__all__ = ["FILE", "GENERATED", "check", "of_generated", "of_instances", "of_relisted"]

FILE = Path(__file__).resolve().parent / "counters.json"
GENERATED = 100
# Of an engine on a generated problem; the seconds do not end it.
STEPS, SECONDS, BYTES = 5000, 1e6, 2**30
# Two problems of each kind, in two random listings, and the transitions after which a sweep ends.
RELISTED, LISTINGS, SWEPT = 24, 2, 200_000

# The counters of engines, by their names.
Work = Mapping[str, Mapping[str, int]]


def check(
    works: Iterable[tuple[str, Work]], *, write: bool = False, file: Path = FILE
) -> list[str]:
    """Return a line for each counter that differs from the file; with `write`, update the file.

    `works` are names of instances, and what each engine has done for it.
    """
    written: dict[str, Work] = {}
    if file.exists():
        written = json.loads(file.read_text())
    drifted = []
    for name, found in works:
        before = written.get(name, {})
        drifted += [
            f"{name}, {engine}: {_listed(before.get(engine))} is now {_listed(work)}"
            for engine, work in found.items()
            if before.get(engine) != work
        ]
        drifted += [
            f"{name}, {engine}: {_listed(before[engine])}, and no such engine answers now"
            for engine in before
            if engine not in found
        ]
        written[name] = found
    if not write:
        return drifted
    lines = [f"{json.dumps(name)}: {json.dumps(written[name])}" for name in sorted(written)]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return []


def of_instances(instances: Iterable[Instance]) -> Iterator[tuple[str, Work]]:
    """Yield the counters of every measured engine that searches by itself.

    A race of several engines distributes its work by turns, so its counters are not compared.
    """
    for instance in instances:
        found = {}
        for engine in measured_engines():
            if searches(engine):
                ours = Ours(f"combien:{engine}")
                try:
                    ours.count(ours.prepare(instance))
                except Unsupported:
                    continue
                found[engine] = dict(ours.work)
        yield instance.name, found


def of_generated(number: int = GENERATED) -> Iterator[tuple[str, Work]]:
    """Yield the counters of every engine of the planner after some steps, or at its end."""
    for name, problem in instances(SEED, number, RECORDED):
        found = {}
        for candidate in CANDIDATES:
            try:
                counting = candidate.opens(problem)
                counting.advance(STEPS, SECONDS, BYTES)
            except (CannotAnswer, OutOfBytes):
                continue
            found[candidate.name] = dict(counting.work)
        yield name, found


def of_relisted() -> Iterator[tuple[str, Work]]:
    """Yield the counters of a race of orders, where items and options are in random order."""
    for (name, problem), seed in product(instances(SEED, RELISTED, RECORDED), range(LISTINGS)):
        counting = FrontierCounting(shuffled(problem, seed=seed)[0])
        with suppress(CannotAnswer, OutOfBytes):
            while counting.steps < SWEPT and not counting.advance(STEPS, SECONDS, BYTES):
                pass
        yield f"{name}, listing {seed}", {"frontier": dict(counting.work)}


def _listed(work: Mapping[str, int] | None) -> str:
    if work is None:
        return "nothing"
    return ", ".join(f"{value} {name}" for name, value in work.items())
