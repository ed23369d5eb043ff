"""Every registered engine against the definition, on the same kinds of random problems.

Of the problems that an engine is given, at least half have solutions, and it must answer at least
half; the terminal summary of pytest shows the numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Solution
from combien.cover._oracle import all_solutions
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import Question
from combien.sat import _model_counter as model_counter
from tests.random_problems import all_problems, matching_problems, solvable_problems
from tests.symmetric_problems import is_symmetry, planted


def is_matching(problem: Problem) -> bool:
    """Whether all items must be covered once, by pairs; no graph here needs many handles."""
    pairs = all(len(option.entries) == 2 for option in problem.options)
    return pairs and not problem.has_bounds and problem.primary_count == problem.item_count


def once_covered(problem: Problem) -> set[int]:
    """The items that must be covered exactly once."""
    flags = enumerate(problem.primary_flags)
    return {item for item, primary in flags if primary and problem.bounds(item) == (1, 1)}


def has_swap(problem: Problem) -> bool:
    """Whether exchanging two options of an item that must be covered once is a symmetry."""
    once = once_covered(problem)
    for one, other in combinations(range(problem.option_count), 2):
        if once.intersection(problem.indices(one), problem.indices(other)):
            images = list(range(problem.option_count))
            images[one], images[other] = other, one
            if is_symmetry(problem, images):
                return True
    return False


# What each engine must refuse to count; it must answer everything else.
REFUSED: dict[str, Callable[[Problem], bool]] = {
    "bits": lambda problem: (
        not all(
            once_covered(problem).intersection(problem.indices(option))
            for option in range(problem.option_count)
        )
    ),
    "fkt": lambda problem: not is_matching(problem),
    "memo": lambda problem: problem.has_bounds,
    "sat": lambda problem: not model_counter.installed(),
    "tree": lambda problem: problem.has_bounds or problem.has_colors,
}
ONLY_COUNT = ("fkt", "frontier", "memo", "orbits", "tree")

# Three of four problems are solvable ones that the engine does not refuse, or most of them.
EXACT = st.one_of(solvable_problems(), solvable_problems(colors=True))
SOLVABLE = st.one_of(
    solvable_problems(),
    solvable_problems(colors=True),
    solvable_problems(bounds=True),
    solvable_problems(colors=True, bounds=True),
)
SYMMETRIC = st.one_of(
    planted().map(lambda case: case[0]),
    solvable_problems(twin=True),
    solvable_problems(colors=True, twin=True),
    solvable_problems(colors=True, bounds=True, twin=True),
)
SUITABLE = {
    "fkt": matching_problems(),
    "memo": EXACT,
    "orbits": SYMMETRIC,
    "tree": solvable_problems(),
}

# The number of random problems of a kind; `sat` starts a process for each, so it is given few.
EXAMPLES, COUNTED_BY_SAT, LISTED_BY_SAT = 200, 20, 15


@st.composite
def problems_for(draw: st.DrawFn, name: str) -> Problem:
    """A problem of any kind, or one that suits the engine."""
    anything = draw(st.integers(0, 3)) == 0
    return draw(all_problems() if anything else SUITABLE.get(name, SOLVABLE))


def is_refused(name: str, problem: Problem, question: Question) -> bool:
    """Whether the engine refuses; checks that this is as it should be."""
    refused = bool(engine_named(name).refusal(problem, question))
    if question == "count" and name == "orbits":
        # Which other symmetries it finds is tested in tests/engines/test_orbits.py.
        assert not (refused and has_swap(problem)), name
    else:
        must = REFUSED.get(name)
        # `sat` lists solutions without a model counter.
        lists = name == "sat" and question == "solutions"
        assert refused == (must is not None and not lists and must(problem)), (name, question)
    return refused


@dataclass
class Tally:
    """How many problems an engine was given, and how many of them have solutions."""

    drawn: int = 0
    solvable: int = 0
    answered: int = 0
    answered_solvable: int = 0

    def add(self, *, solvable: bool, answered: bool) -> None:
        self.drawn += 1
        self.solvable += solvable
        self.answered += answered
        self.answered_solvable += solvable and answered

    def check(self) -> None:
        assert self.solvable >= self.drawn / 2
        assert self.answered >= self.drawn / 2
        assert self.answered_solvable >= self.drawn / 3


def check_count(name: str, problem: Problem, wanted: list[Solution]) -> None:
    assert engine_named(name).count(problem).count == len(wanted), name


def check_list(name: str, problem: Problem, wanted: list[Solution]) -> None:
    found = list(engine_named(name).solutions(problem))
    assert len(set(found)) == len(found), name
    assert sorted(found) == wanted, name


CHECKS = {"count": check_count, "solutions": check_list}
Asked = tuple[str, Question]
Record = Callable[[str, object], None]


def compare(asked: list[Asked], examples: int, record_property: Record) -> None:
    """Ask engines of one kind about the same random problems, except for what they refuse.

    The numbers are shown in the terminal summary; see conftest.py.
    """
    tallies = {each: Tally() for each in asked}

    @settings(max_examples=examples)
    @given(problem=problems_for(asked[0][0]))
    def check(problem: Problem) -> None:
        wanted = all_solutions(problem)
        for (name, question), tally in tallies.items():
            refused = is_refused(name, problem, question)
            tally.add(solvable=bool(wanted), answered=not refused)
            if not refused:
                CHECKS[question](name, problem, wanted)

    check()
    for (name, question), tally in tallies.items():
        numbers = tally.drawn, tally.solvable, tally.answered, tally.answered_solvable
        columns = " ".join(f"{number:8}" for number in numbers)
        record_property("engines agree", f"{name:14} {question:9} {columns}")
        tally.check()


# Most engines answer problems of all kinds, and are asked about the same ones.
ALL_KINDS = [name for name in ENGINES if name != "sat" and name not in SUITABLE]


@pytest.mark.parametrize("names", [ALL_KINDS, *([name] for name in SUITABLE)], ids=lambda n: n[0])
def test_engines_agree_with_the_definition(names: list[str], record_property: Record) -> None:
    asked: list[Asked] = [(name, "count") for name in names]
    asked += [(name, "solutions") for name in names if name not in ONLY_COUNT]
    compare(asked, EXAMPLES, record_property)


@pytest.mark.needs("pyganak")
def test_counts_by_sat(record_property: Record) -> None:
    pytest.importorskip("pysat", reason='python-sat is missing: pip install ".[sat]"')
    compare([("sat", "count")], COUNTED_BY_SAT, record_property)


def test_lists_by_sat(record_property: Record) -> None:
    pytest.importorskip("pysat", reason='python-sat is missing: pip install ".[sat]"')
    compare([("sat", "solutions")], LISTED_BY_SAT, record_property)


@given(problem=st.one_of(all_problems(), matching_problems(), SYMMETRIC))
def test_engines_that_only_count_refuse_to_list(problem: Problem) -> None:
    for name in ONLY_COUNT:
        assert engine_named(name).refusal(problem, "solutions"), name


# A problem for engines that refuse the usual one.
REPEATED = {
    "fkt": Problem.from_options(combinations("abcd", 2)),
    "orbits": Problem.from_options(combinations("abcdef", 2)),
}


# `sat` counts with a model counter.
COUNTING = [
    pytest.param(name, marks=pytest.mark.needs("pyganak") if name == "sat" else ())
    for name in ENGINES
]


@pytest.mark.parametrize("name", COUNTING)
def test_the_same_problem_gives_the_same_order_and_the_same_work(name: str) -> None:
    usual = Problem.from_options([{"a", "b"}, {"c"}, {"a"}, {"b", "c"}, {"a", "b", "c"}])
    problem = REPEATED.get(name, usual)
    first, second = (combien.answer(problem, "count", engine=name) for _ in range(2))
    assert (first.count, first.work, first.why) == (second.count, second.work, second.why)
    if name not in ONLY_COUNT:
        engine = engine_named(name)
        assert list(engine.solutions(problem)) == list(engine.solutions(problem))
