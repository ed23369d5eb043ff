"""The exact work of our searches for each instance, compared with recorded values.

Nodes and updates do not depend on the machine, so they can be compared with the values recorded in
counters.json.  A difference is a change of the search: explain it in the commit that updates the
file (`python bench/run.py --write-counters`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from bench.instances.instance import Instance
from bench.ours import Ours, measured_engines, searches
from bench.peers import Unsupported

__all__ = ["FILE", "check"]

FILE = Path(__file__).resolve().parent / "counters.json"


def check(
    instances: Iterable[Instance],
    *,
    write: bool = False,
    file: Path = FILE,
) -> list[str]:
    """Return a line for each counter that differs from the file; with `write`, update the file.

    Only engines that search by themselves are run: a race of several engines distributes its work
    by turns, so its counters are not compared.
    """
    written: dict[str, dict[str, dict[str, int]]] = {}
    if file.exists():
        written = json.loads(file.read_text())
    drifted = []
    for instance in instances:
        found = _work(instance)
        before = written.get(instance.name, {})
        drifted += [
            f"{instance.name}, {engine}: {_listed(before.get(engine))} is now {_listed(work)}"
            for engine, work in found.items()
            if before.get(engine) != work
        ]
        drifted += [
            f"{instance.name}, {engine}: {_listed(before[engine])}, and no such engine answers now"
            for engine in before
            if engine not in found
        ]
        written[instance.name] = found
    if not write:
        return drifted
    file.write_text(json.dumps(written, indent=1, sort_keys=True) + "\n")
    return []


def _work(instance: Instance) -> dict[str, dict[str, int]]:
    """Return the counters of every measured engine that searches by itself."""
    found = {}
    for engine in measured_engines():
        if searches(engine):
            ours = Ours(f"combien:{engine}")
            try:
                ours.count(ours.prepare(instance))
            except Unsupported:
                continue
            found[engine] = dict(ours.work)
    return found


def _listed(work: Mapping[str, int] | None) -> str:
    if work is None:
        return "nothing"
    return ", ".join(f"{value} {name}" for name, value in work.items())
