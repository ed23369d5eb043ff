"""The table of settings: it has all of them, and the values in use; what Bits and Frontier take."""

from __future__ import annotations

import ast
import copy
import inspect
import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Problem, engines
from combien.cover._oracle import all_solutions
from combien.engines import ENGINES, Bits, Frontier
from combien.engines._counting import CounterEngine
from combien.engines._search import restarts
from combien.engines._search.searching import SearchEngine
from combien.engines._settings import _FIXED, settings
from combien.engines._sweeps.frontier import CHOICES
from combien.errors import BadInput, CannotAnswer
from combien.puzzles import Queens
from tests.cli.commands import combien as command
from tests.engines.boards import queens
from tests.random_problems import problems

# Constants of numbers that decide nothing: limits of what is supported, prices that are measured
# (docs/engines/planner.md), sizes of batches and of texts, formats.
OTHERS = {
    "_answer_json": "SCHEMA",
    "_check": "MOST_ITEMS MOST_OPTIONS",
    "_counting": "MEMORY_PART",
    "_diagrams.compiling": "MOST_NODES WEIGHED PILOT_BYTES",
    "_diagrams.constrained": "FIRST_TURN",
    "_diagrams.solution_diagram": (
        "NODE LISTED SOLUTIONS_A_BATCH SOLUTION_BYTES OPTION_BYTES FEW_BYTES"
    ),
    "_diagrams.zdd": "SOLUTIONS_A_BATCH FROZEN_BYTES COUNTING_BYTES FEW_NODES",
    "_optimum.bounding": "MOST_WANTED MOST_TOTAL MOST_PRICED",
    "_optimum.cheapest": "MOST_COMPARED",
    # These two import numpy, which comes with HiGHS.
    "_optimum.columns": (
        "FIRST_OF_ITEM MOST_ADDED TOLERANCE UNCOVERED MOST_UNCOVERED MOST_SCALED PRICE_BITS "
        "MOST_BITS ITERATIONS DUAL PRIMAL STEPS_A_RUN STEPS_AN_ITERATION ROWS_A_STEP ENTRIES_A_STEP"
    ),
    "_optimum.diving": "PARTS WHOLE MOST_FAILURES DOUBT BYTES_AN_ENTRY ENTRIES_A_STEP",
    "_optimum.milp": "MOST_OPTIONS MOST_COST STEPS_A_CHECK STEPS_AN_ENTRY BYTES_AN_ENTRY",
    "_optimum.optimality": "SCALES",
    "_optimum.relaxation": "_LEAST_BITS _MOST_BITS",
    "_optimum.solver_turns": "NODE SIDE MILP_START BEFORE_MILP DIVING",
    "_places": "MORE EXCLUDED MOST_PLACES MOST_DIGITS TREE_VERSIONS WHOLE",
    "_portfolio.auto": "NODE_COST LONG",
    "_portfolio.candidates": (
        "FREE_SETUP FREE_PAUSE ENTRY_COST DRAWING_STEP PLANAR_STEPS PLANAR_EDGES MEMO_WORDS LATER "
        "PLAIN MEMO"
    ),
    "_portfolio.divided": "CANDIDATES TREE",
    "_portfolio.orbits": "VISIT ENTRY MOVE",
    "_portfolio.runner": "SMALLEST_FRACTION WEAK ORBITS",
    "_portfolio.sprint": (
        "EARLY EARLY_NODES MEMO_NODE MEMO_NODE_ITEM MEMO_OPTION LEAST_MEMO_NODES LOOKS SECONDS "
        "LOOKS_FOR_PARTS FEW_OPTIONS"
    ),
    "_search.estimate": "_MOST_WALKS WALK_BYTES",
    "_search.listed": "_MOST_ENTRIES _MOST_NODES _SECONDS LEAST_COMPARED _EARLY",
    "_search.restarts": "SHUFFLED_OPTION SHUFFLED_ENTRY",
    "_search.searching": "MOST_BYTES MOST_PAIRS_PRICED MOST_ITEMS_PRICED FREE_WORDS WORD OPENINGS",
    "_search.splitting": "_MOST_SHARES",
    "_search.threaded_walk": "ROWS MOST_KEPT OPTION_BYTES LEAST_KEPT LEAST_SECONDS",
    "_search.walk": "MOST_SOLUTIONS_A_BATCH ALWAYS_ALLOWED",
    "_steps.trace": "MOST_ITEMS MOST_OPTIONS MOST_ENTRIES MOST_UPDATES LONGEST_ITEM LONGEST_OPTION",
    "_sweeps.frontier": ("MOST_MODULUS NO_WORK LEAST_SWEPT FINDING_STEPS"),
    "_sweeps.samples": "SORTED_GAIN TRANSITIONS_A_STATE STRETCH",
    "_sweeps.prices": "PRICES ORDER_WEIGHTS NEAR_BYTES OPENING_WEIGHT",
    "_sweeps.subgraphs": "MOST_FRONTIER MOST_DEGREE STATES OTHERS",
    "_sweeps.totals": (
        "_MOST_BITS _PARTS _MOST_ROUNDS _MOST_STEPS _MOST_WEIGHT _MODULUS _MOST_MOMENT "
        "_LEAST_MOMENT"
    ),
    "_sweeps.tracing": "WORD PIECE IN_MEMORY",
    "_sweeps.tree": "LINE_STEPS LINE_BYTE_STEPS",
    "_sweeps.whole_weights": "_MOST_BITS _MOST_PASSES",
}


def constants() -> Iterator[tuple[str, str]]:
    """The constants of the engines in which there are numbers, each with its module."""
    folder = Path(engines.__file__).parent
    for path in folder.rglob("*.py"):
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
                continue
            numbers = (one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant))
            if not any(type(number) in (int, float) for number in numbers):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name) and name.id.isupper():
                        yield module, name.id


def test_every_constant_is_a_setting_or_decides_nothing() -> None:
    listed = {
        (module, line.strip().partition(":")[0])
        for (_, module), text in _FIXED.items()
        for line in text.strip().splitlines()
    }
    others = {(module, name) for module, names in OTHERS.items() for name in names.split()}
    found = set(constants())
    assert found - listed == others
    assert not listed & others


def test_every_keyword_of_an_engine_is_in_the_table() -> None:
    table = {(one.engine, one.name): one for one in settings() if one.how}
    classes = set()
    for name in ENGINES.built_in:
        made = type(ENGINES.load(name)())
        if made in (SearchEngine, CounterEngine):
            continue  # Made by a function, which takes nothing.
        for key, parameter in inspect.signature(made).parameters.items():
            row = table[name, key]
            assert row.default == parameter.default
            assert f"engine={made.__name__}({key}=...)" in row.how
            classes.add(made.__name__)
    assert classes == {"Bits", "Frontier", "Sat"}


def test_the_values_are_those_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "UNIT", 123)
    assert [one.default for one in settings() if one.name == "UNIT"] == [123]
    by_name = {one.name: one for one in settings() if one.how}
    assert by_name["order"].values == ", ".join(CHOICES)
    assert by_name["branching"].values == "smallest, leftmost, weighted"
    assert by_name["encoding"].default in by_name["encoding"].values.split(", ")


def test_a_setting_has_a_reason_in_one_line() -> None:
    for one in settings():
        assert 0 < len(one.reason) < 95, one
        assert "\n" not in one.reason + one.values + one.how
        assert "|" not in one.reason + one.values + one.how
        assert bool(one.how) == bool(one.values)
    named = [(one.engine, one.name, one.reason) for one in settings()]
    assert len(set(named)) == len(named)


def test_the_command_prints_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combien, "count", None)  # No engine is asked.
    outcome = command("doctor", "--settings")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    for one in settings():
        how = f"{one.how}: {one.values}" if one.how else "fixed"
        shown = [f"  {one.name} = {one.default!r} ({how})", f"    {one.reason}"]
        assert shown in [list(pair) for pair in pairwise(lines)]
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == sorted(set(heads), key=heads.index)
    listed = json.loads(command("doctor", "--settings", "--json").out)["settings"]
    assert [(one["engine"], one["name"], one["reason"], one["how"]) for one in listed] == [
        (one.engine, one.name, one.reason, one.how) for one in settings()
    ]


# Bits and Frontier --------------------------------------------------------------------------------


@pytest.mark.parametrize("order", CHOICES)
@given(problem=problems())
def test_an_order_does_not_change_the_count(order: str, problem: Problem) -> None:
    expected = len(list(all_solutions(problem)))
    assert combien.count(problem, engine=Frontier(order=order)) == expected


@pytest.mark.parametrize("order", CHOICES)
def test_the_order_asked_for_is_swept(order: str) -> None:
    answer = combien.answer(queens(6), engine=Frontier(order=order))
    assert answer.count == 4
    assert f"in the {order.replace('auto', 'given')} order" in answer.why
    assert combien.count(queens(6), engine=Frontier(order=order), modulo=3) == 1
    assert combien.count(Queens(6), engine=Frontier(order=order), up_to="all") == 1


def test_the_engine_by_name_races_all_orders() -> None:
    named, default = (combien.answer(queens(8), engine=e) for e in ("frontier", Frontier()))
    assert (named.work, named.why) == (default.work, default.why)


@pytest.mark.parametrize("order", ["widest", "", "Given", None, ["given"], 1])
def test_there_is_no_such_order(order: str) -> None:
    with pytest.raises(BadInput, match=r"^order=.*: expected one of auto, given, .*spectral$"):
        Frontier(order=order)


def test_an_order_that_takes_too_long_to_find() -> None:
    path = Problem.from_options([[number, number + 1] for number in range(4200)])
    assert combien.count(path, engine=Frontier(order="given")) == 0
    with pytest.raises(CannotAnswer, match=r"the greedy order is not found in time: ask engine="):
        combien.count(path, engine=Frontier(order="greedy"))


@pytest.mark.parametrize("engine", [Frontier(order="rcm"), Bits(most_bytes=10**9)], ids=repr)
def test_the_file_of_a_run_has_no_settings(engine: Bits | Frontier, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with pytest.raises(BadInput, match=r"checkpoint= and .*=.*were both given: .*give engine='"):
        combien.count(queens(6), engine=engine, checkpoint=path)
    assert not path.exists()
    assert combien.count(queens(6), engine=type(engine)(), checkpoint=path) == 4


def test_solutions_keep_the_settings_of_their_engine() -> None:
    """The next ones, and those of a pickle, are searched by the same engine."""
    large = Problem.from_options([[max(0, number)] for number in range(-1, 14_999)])
    with pytest.raises(CannotAnswer, match=r"or in Python Bits\(most_bytes=\d+\)$"):
        combien.solutions(large, engine="bits")
    walk = combien.solutions(large, engine=Bits(most_bytes=2 * 10**8))
    next(walk)
    again = pickle.loads(pickle.dumps(walk))
    assert len(walk.peek(2)) == 1
    assert len(list(again)) == 1
    assert len(combien.first(large, engine=Bits(most_bytes=2 * 10**8)).peek()) == 1


@given(problems(), st.sampled_from([10**5, 10**9]))
def test_the_size_of_bit_sets_does_not_change_the_search(problem: Problem, most: int) -> None:
    found = [
        (walk.work, [tuple(solution) for solution in walk])
        for walk in (
            combien.solutions(problem, engine=engine) for engine in ("bits", Bits(most_bytes=most))
        )
    ]
    assert found[0] == found[1]


def test_larger_bit_sets_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="the bit sets of this problem would take"):
        combien.count(queens(6), engine=Bits(most_bytes=100))
    with pytest.raises(BadInput, match=r"most_bytes=0: expected a whole number of at least 1"):
        Bits(most_bytes=0)


def test_a_position_may_be_resumed_with_another_size() -> None:
    walk = combien.solutions(queens(6), engine=Bits(most_bytes=10**6), limit=1)
    first = list(walk)
    rest = list(combien.solutions(queens(6), engine=Bits(), resume=walk.position))
    assert first + rest == list(combien.solutions(queens(6), engine="bits"))


@pytest.mark.parametrize("engine", [Bits(most_bytes=12345), Frontier(order="given")])
def test_an_engine_is_copied_with_its_setting(engine: Any, tmp_path: Path) -> None:
    sent: Callable[[Any], Any] = lambda one: pickle.loads(pickle.dumps(one))  # noqa: E731
    for copied in (copy.copy, copy.deepcopy, sent):
        again = copied(engine)
        assert repr(again) == repr(engine)
        assert combien.count(queens(6), engine=again) == 4
    if isinstance(engine, Frontier):
        with pytest.raises(BadInput, match="given"):
            combien.count(queens(6), engine=copy.copy(engine), checkpoint=tmp_path / "run.db")


@pytest.mark.parametrize("engine", [Bits(), Frontier()])
@pytest.mark.parametrize("name", ["name", "order", "most_bytes", "misspelled"])
def test_an_engine_is_frozen(engine: Any, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(engine, name, 1)
