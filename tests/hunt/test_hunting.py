"""The hunt finds planted faults, and survives whatever a case does."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import combien
from combien import BadInput, CannotAnswer, Problem
from combien.errors import MissingExtra
from tests.hunt import children
from tests.hunt.asking import Case, Kind, Questions, Tally, Way, check, examine
from tests.hunt.children import Outcome, examined
from tests.hunt.covers import Cover, drawn
from tests.hunt.hunting import Hunt
from tests.hunt.kinds import KINDS
from tests.hunt.planting import swap, twinned
from tests.hunt.weighed import drawn_weighed

# A child is a fork of a worker of pytest-xdist, which has threads.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

COUNT = combien.count


def in_this_process(kind: Kind, cases: Iterable[Case]) -> Iterator[Outcome]:
    for case in cases:
        tally = Tally()
        faults = examine(kind, case, tally)
        yield case, tally, faults


def quietly(_: str) -> None:
    pass


def asked(case: Case) -> Questions:
    cover = Cover(case)
    return {
        "count": {
            "definition": lambda: len(cover.solutions),
            "dlx": lambda: combien.count(cover.problem, engine="dlx"),
        },
        "twice the count": {
            "definition": lambda: 2 * len(cover.solutions),
            "bits": lambda: 2 * combien.count(cover.problem, engine="bits"),
        },
    }


def wrong(problem: Problem, **how: Any) -> int:
    """A count that is one too many for three options and a secondary item."""
    at_fault = problem.option_count >= 3 and not all(item.primary for item in problem.items)
    return COUNT(problem, **how) + at_fault


def test_a_fault_is_found_and_shrunk_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind = Kind("covers", drawn, asked)
    monkeypatch.setitem(KINDS, "covers", kind)

    def hunted(out: Path | None = None) -> Hunt:
        hunt = Hunt({"covers": kind}, 7, out=out, tell=quietly, examine=in_this_process)
        hunt.by_cases(20)
        return hunt

    assert hunted().found == []
    with monkeypatch.context() as faulty:
        faulty.setattr(combien, "count", wrong)
        hunt = hunted(tmp_path)
        # Later ones are only counted.
        assert [found.fault.question for found in hunt.found] == ["count", "twice the count"] * 2
        assert hunt.tallies["covers"].faults > len(hunt.found)
        assert {found.fault.odd for found in hunt.found} == {("dlx",), ("bits",)}
        for found in hunt.found:
            assert len(found.case["options"]) == 3
            assert len(found.case["items"]) <= 2
            assert sum(map(len, found.case["options"])) == 3
        tests = [_test_in(path) for path in sorted(tmp_path.iterdir())]
        assert len(tests) == len(hunt.found)
        for test in tests:
            with pytest.raises(AssertionError, match="definition"):
                test()
    for test in tests:
        test()


def _test_in(path: Path) -> Callable[[], None]:
    names: dict[str, Any] = {}
    exec(path.read_text(), names)
    return names[path.stem]  # type: ignore[no-any-return]


DRAWN = """
import json
from tests.hunt.hunting import Hunt
from tests.hunt.kinds import KINDS
hunt = Hunt(KINDS, 7)
print(json.dumps([hunt.drawn(kind, number) for kind in KINDS.values() for number in range(4)]))
"""


def test_a_seed_gives_the_same_cases() -> None:
    """In another process, where sets have another order."""
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    folder = Path(__file__).parents[2]
    again = subprocess.check_output([sys.executable, "-c", DRAWN], env=environment, cwd=folder)
    hunt, other = Hunt(KINDS, 7), Hunt(KINDS, 8)
    cases = [(kind, number) for kind in KINDS.values() for number in range(4)]
    assert json.loads(again) == [hunt.drawn(*each) for each in cases]
    assert all(
        any(hunt.drawn(kind, number) != other.drawn(kind, number) for number in range(4))
        for kind in KINDS.values()
    )


def _aborted() -> None:
    faulthandler.disable()
    os.abort()


def _endless() -> None:
    while True:
        pass


# What a case may do, and how it is reported.
DEEDS: dict[str, tuple[Way, str]] = {
    "crashes": (_aborted, "killed by SIGABRT"),
    "is killed": (lambda: os.kill(os.getpid(), signal.SIGKILL), "killed by SIGKILL"),
    "exits": (lambda: os._exit(3), "ended with exit code 3"),
    "does not end": (_endless, "still at work after 0.05 s of processor time"),
    "does not come back": (lambda: sum(iter(int, 1)), "killed by SIGXCPU"),
    "takes all memory": (lambda: bytes(2 * children.MOST_BYTES), r"MemoryError.*"),
    "is wrong": (lambda: 7, "7"),
}


def test_the_hunt_survives_its_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hunt.asking.WAY_SECONDS", 0.05)
    monkeypatch.setattr(children, "CASE_SECONDS", 1)
    names = ["is right", *DEEDS, "is right"]

    def ask(name: str) -> Questions:
        return {"one": {"definition": lambda: 1, "way": DEEDS.get(name, (lambda: 1, ""))[0]}}

    kind = Kind("deeds", lambda random: random.choice(names), ask)
    outcomes = list(examined(kind, names))
    assert [case for case, _, _ in outcomes] == names
    for name, tally, faults in outcomes:
        assert (tally.problems, tally.faults) == (1, len(faults))
        if name == "is right":
            assert not faults
            continue
        [fault] = faults
        [said] = [answer for way, answer in fault.answers if way in fault.odd]
        assert re.fullmatch(DEEDS[name][1], said)

    hunt = Hunt({"deeds": kind}, 1, tell=quietly)
    hunt.drawn = lambda kind, number: ["is killed", "is right"][number]  # type: ignore[method-assign]
    hunt.by_cases(2)
    assert [found.fault.question for found in hunt.found] == ["the process"]
    assert hunt.tallies["deeds"].problems == 2


@pytest.mark.parametrize(("number", "refused"), [(10**8, 0), (10**8 + 1, 1)])
def test_ways_that_visit_each_of_many_solutions(
    monkeypatch: pytest.MonkeyPatch, number: int, refused: int
) -> None:
    """They refuse: 2,261,663,422 solutions in 20 seconds were asked of each search once."""
    monkeypatch.setattr("tests.hunt.asking.WAY_SECONDS", 0.05)
    monkeypatch.setattr("tests.hunt.asking.VISITING_SECONDS", 0.05)
    ways: Questions = {"count": {"auto": lambda: number, "dlx": _endless}}
    kind = Kind("many", Random.random, lambda case: ways)
    tally = Tally()
    assert len(examine(kind, 0, tally)) == 1 - refused
    assert (tally.ways, tally.refused) == (2, refused)


def test_what_is_slow_is_never_the_usual_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hunt.asking.WAY_SECONDS", 0.05)
    ways: Questions = {"count": {"auto": lambda: 7, "dlx": _endless, "bits": _endless}}
    [fault] = examine(Kind("slow", Random.random, lambda case: ways), 0, Tally())
    assert fault.odd == ("dlx", "bits")
    assert fault.is_slow


def _waits() -> None:
    threading.Event().wait()


def _waiting(way: Way) -> Kind:
    return Kind("waiting", Random.random, lambda case: {"nothing": {"way": way}})


def test_a_case_that_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "SILENT_SECONDS", 0.1)
    [(_, _, [fault])] = examined(_waiting(_waits), [0])
    assert "silent for 0.1 s" in str(fault)


def test_children_end_with_the_hunt() -> None:
    reading, writing = os.pipe()

    def way() -> None:
        os.write(writing, b"!")
        _waits()

    hunt = os.fork()
    if not hunt:
        list(examined(_waiting(way), [0]))
        os._exit(0)
    os.close(writing)
    # It waits: now there is a child.
    assert os.read(reading, 1) == b"!"
    os.kill(hunt, signal.SIGKILL)
    os.waitpid(hunt, 0)
    # The pipe ends when no process holds its other end.
    assert select.select([reading], [], [], 60)[0]
    assert os.read(reading, 1) == b""
    os.close(reading)


def _refusing(error: Exception) -> Way:
    def way() -> None:
        raise error

    return way


@pytest.mark.parametrize(
    ("ways", "faults", "refused"),
    [
        ([CannotAnswer("a"), MissingExtra("b")], 0, 2),
        ([BadInput("a"), BadInput("b")], 0, 0),
        ([BadInput("a"), CannotAnswer("b"), BadInput("c")], 0, 1),
        ([BadInput("a"), None], 1, 0),
        ([ValueError("a"), ValueError("b")], 1, 0),
    ],
)
def test_refusals(ways: list[Exception | None], faults: int, refused: int) -> None:
    def ask(case: Case) -> Questions:
        named = {str(n): _refusing(error) if error else list for n, error in enumerate(ways)}
        return {"question": named}

    tally = Tally()
    assert len(examine(Kind("refusals", Random.random, ask), 0, tally)) == faults
    assert (tally.faults, tally.refused) == (faults, refused)


@pytest.mark.parametrize(("error", "faults"), [(BadInput("no problem"), 0), (KeyError("x"), 1)])
def test_cases_that_are_not_problems(error: Exception, faults: int) -> None:
    tally = Tally()
    kind = Kind("none", Random.random, lambda case: _refusing(error)())  # type: ignore[arg-type, return-value]
    assert len(examine(kind, 0, tally)) == faults
    assert (tally.refused, tally.faults) == (1 - faults, faults)


def _fails_to_be_made(case: int) -> Questions:
    raise KeyError("large") if case >= 10 else ValueError("small")


def _disagrees(case: int) -> Questions:
    other = list if case >= 10 else _refusing(BadInput("small"))
    return {"question": {"one": lambda: 1, "other": other}}


@pytest.mark.parametrize("ask", [_fails_to_be_made, _disagrees])
def test_shrinking_keeps_to_one_fault(ask: Callable[[Case], Questions]) -> None:
    """Below 10 there is another fault."""
    kind = Kind("numbers", lambda random: 1000, ask)
    hunt = Hunt({"numbers": kind}, 1, tell=quietly, examine=in_this_process)
    hunt.by_cases(1)
    assert [found.case for found in hunt.found] == [10]


def test_half_of_the_covers_have_planted_twins() -> None:
    for kind, most in ((KINDS["covers"], 0.9), (KINDS["weights"], 0.95)):
        cases = [kind.draw(Random(f"twins {number}")) for number in range(200)]
        assert 0.5 < sum(map(_has_twins, cases)) / len(cases) < most
    # Their numbers go with their options, but for one now and then.
    equal = 0
    for number in range(200):
        case = twinned(Random(number), drawn_weighed(Random(number)), 14)
        assert len(case["numbers"]) == len(case["options"])
        equal += any(
            all(case["numbers"][a] == case["numbers"][b] for a, b in enumerate(move))
            for move in _swaps(case)
        )
    assert 40 < equal < 160


def test_a_tile_that_the_group_maps_to_itself_is_counted_once() -> None:
    """A half turn about its center, and a translation: each cell is in two of the images."""
    tile = {"lattice": "halfcairo", "cells": [[-1, 1], [0, 1], [0, 2], [1, 2]]}
    check(KINDS["plane"], tile)


def _swaps(case: Case) -> Iterator[list[int]]:
    for one, other in combinations(range(len(case["items"])), 2):
        move = swap(case["options"], one, other)
        if case["items"][one] == case["items"][other] and move:
            yield move


def _has_twins(case: Case) -> bool:
    return any(True for _ in _swaps(case))


def test_the_definition_gives_up_after_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a board with few tilings, too: then the engines are compared with each other."""
    random = Random("boards")
    case = next(case for case in iter(lambda: KINDS["boards"].draw(random), None) if case["tiles"])
    assert set(KINDS["boards"].ask(case)) > {"count"}
    monkeypatch.setattr("tests.hunt.boards.MOST_STEPS", 0)
    assert set(KINDS["boards"].ask(case)) == {"count"}
