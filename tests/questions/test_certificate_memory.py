"""The memory that the checker of certificates counts is what it takes, or more."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

import combien
from combien import Problem, Strip, check_count
from combien.check_count import verdict
from combien.puzzles import Queens
from combien.sequences import sequence
from tests.tilings.pentominoes import dominoes

PATH = Path(check_count.__file__)

# Checks certificates, and prints how much memory each took and was counted; with a limit of this
# memory, if it is not 0.  The first time fills caches of Python.
PROGRAM = """
import json, runpy, sys, tracemalloc
program = runpy.run_path(sys.argv[1])
Checker, verdict = program["Checker"], program["verdict"]
most = 0
take = Checker.take
def counted(self, memory):
    global most
    most = max(most, self.held + memory)
    take(self, memory)
Checker.take = counted
limit = int(sys.argv[2])
if limit:
    take.__globals__["MOST_MEMORY"] = limit
for text in json.load(sys.stdin):
    data = text.encode()
    verdict(data)
    most = 0
    tracemalloc.start()
    found = verdict(data)[1]
    print(json.dumps([tracemalloc.get_traced_memory()[1] + len(data), most, found]))
    tracemalloc.stop()
"""


def bounded() -> Problem:
    random = Random(1)
    options = [random.sample("abcdefghij", 3) for _ in range(16)]
    return Problem.from_options(options, bounds=dict.fromkeys("abcdefghij", (0, 4)))


PROVED: dict[str, Callable[[], str]] = {
    "sweep": lambda: combien.certificate(dominoes(8, 8), engine="frontier"),
    "queens": lambda: combien.certificate(Queens(8), engine="frontier"),
    "bounds": lambda: combien.certificate(bounded()),
    "memo": lambda: combien.certificate(dominoes(7, 6), engine="memo"),
    "up to": lambda: combien.certificate(dominoes(8, 8), up_to="all"),
    "strip": lambda: sequence(Strip(8, tiles="domino")).certificate(),
    "strip with pieces": lambda: sequence(Strip(5, tiles=["domino", "1x3"])).certificate(),
}


def lines(*parts: str | Iterable[str]) -> str:
    found = ["combien-count 1"]
    for part in parts:
        found += [part] if isinstance(part, str) else part
    return "\n".join([*found, ""])


def options(items: int, number: int, *, colors: int = 0) -> list[str]:
    random = Random(2)
    found = [f"item {0 if colors else 1} 1"] * items
    for _ in range(number):
        color = f":{random.randrange(1, colors)}" if colors else ""
        found.append(f"option {random.randrange(items)}{color}")
    return found


def layers(items: int, states: int) -> list[str]:
    return ["sweep", *(f"layer {item} {states} 1" for item in range(items))]


def swapped(number: int, place: int) -> str:
    image = [*range(place), place + 1, place, *range(place + 2, number)]
    return " ".join(["symmetry", *map(str, image)])


# What no writer makes, each large in another way; almost none proves anything.
FORGED = {
    "empty lines": lines([""] * 200_000),
    "short lines": lines(["ab"] * 200_000),
    "short words": lines("title " + "a " * 200_000),
    "large characters": lines("title " + "a" * 200_000 + "\U0001f600"),
    "items": lines(["item 1 1"] * 3000),
    "large bounds": lines([f"item 0 {10**300}"] * 500),
    "options": lines("item 0 1", ["option 0"] * 5000),
    "long options": lines(["item 0 1"] * 500, ["option " + " ".join(map(str, range(500)))] * 40),
    "many items": lines(options(1000, 1000), layers(1000, 1)),
    "many colors": lines(options(100, 2000, colors=500), layers(100, 1)),
    "large color": lines("item 0 1", f"option 0:{10**6}", f"option 0:{10**7}", layers(1, 9)),
    "layers": lines(
        "item 0 999999",
        ["item 0 1"] * 11,
        [f"option 0 {item}" for item in range(1, 12)],
        layers(12, 10**6),
    ),
    "long layer": lines("item 0 1", "option 0", "sweep", "layer 0 1 2 " + "0:2 " * 100_000),
    "large sets": lines(options(300, 3000), "memo", "node 1 0 1 ."),
    "nodes": lines(
        ["item 1 1"] * 20,
        [f"option {item}" for item in range(20)] * 50,
        "memo",
        [f"node {1 << item:x} {item} 50" + " ." * 50 for item in range(20)] * 20,
    ),
    "long node": lines(
        "item 1 1", ["option 0"] * 5000, "memo", "node 1 0 5000" + " ." * 5000, "root 0"
    ),
    "group": lines(
        "item 0 1",
        ["option 0"] * 200,
        [swapped(200, place) for place in range(5)],
        " ".join(["fixed", *map(str, range(200))]),
    ),
    "placements": lines("slots 1", ["placement 0 100000"] * 200, "automaton 1 1"),
    "many states": lines(
        "slots 10",
        [f"placement {slot} {slot + more}" for slot in range(10) for more in (11, 18)],
        "automaton 1000 1",
    ),
    "terms": lines(
        "slots 1", "placement 0", "automaton 1 1 0>0:1", "recurrence 1 1", "terms " + "1 " * 4000
    ),
    "coefficients": lines(
        "slots 1",
        "placement 0",
        "automaton 1 1 0>0:1",
        "recurrence 3001 " + "1 " * 3000,
        "terms " + "1 " * 3003,
    ),
    "large numbers": lines(
        "slots 1",
        ["placement 0"] * 2000,
        "automaton 1 1 0>0:7d0",
        f"recurrence 1 {2000}",
        "terms " + " ".join(str(2000**n) for n in range(1000)),
    ),
}


def measured(texts: Iterable[str], limit: int = 0) -> list[tuple[int, int, str]]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(PATH), str(limit)],
        input=json.dumps([*texts]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_no_certificate_takes_more_memory_than_is_counted() -> None:
    proved = {name: made() for name, made in PROVED.items()}
    found = measured([*proved.values(), *FORGED.values()])
    for name, (peak, most, text) in zip([*PROVED, *FORGED], found, strict=True):
        true = name in {*PROVED, "terms", "large numbers"}
        assert text.startswith("verified: ") == true, name
        assert "this takes" not in text, name
        assert peak <= most, name
        # Some is counted twice.
        assert name not in PROVED or most <= 20 * peak, name


def test_no_certificate_takes_more_memory_than_is_allowed() -> None:
    limit = 1_000_000
    texts = [text for text in FORGED.values() if len(text) < limit // 20]
    found = measured(texts, limit)
    assert all(peak <= limit for peak, _, _ in found)
    assert sum("this takes too much memory" in text for _, _, text in found) > len(texts) // 2


def test_too_little_memory_has_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object) -> str:
        raise MemoryError

    monkeypatch.setattr(check_count.Checker, "check", fail)
    assert verdict(b"") == (False, "line 0: this takes more memory than there is")
