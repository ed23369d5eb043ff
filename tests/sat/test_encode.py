"""The clauses of a problem against the definition: their models are the solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Colored, Problem
from combien.cover._oracle import all_solutions
from combien.errors import BadInput
from combien.language import problems as problems_of
from combien.sat._encode import Encoding, encode
from combien.sat._exactly import STYLES
from tests.random_problems import all_problems, problems
from tests.sat.truth import assignments, extensions

ROOT = Path(__file__).parent.parent.parent


def models(encoding: Encoding) -> Counter[tuple[int, ...]]:
    """The solutions of the models, each with its number of models."""
    clauses = list(encoding.clauses())
    found: Counter[tuple[int, ...]] = Counter()
    for assignment in assignments(range(1, encoding.problem.option_count + 1)):
        number = extensions(encoding.variable_count, clauses, assignment)
        if number:
            true = [variable for variable, value in assignment.items() if value]
            found[encoding.solution(true)] += number
    return found


@given(all_problems(), st.sampled_from([*STYLES]), st.sampled_from(["", "sequential", "pairwise"]))
@settings(max_examples=40)
def test_models_are_solutions(problem: Problem, style: str, counting: str) -> None:
    encoding = encode(problem, style, counting=counting)
    found = models(encoding)
    assert sorted(found) == all_solutions(problem)
    if encoding.keeps_count:
        assert set(found.values()) <= {1}


@given(all_problems(), st.sampled_from([*STYLES]))
@settings(max_examples=60)
def test_sizes_are_known_beforehand(problem: Problem, style: str) -> None:
    encoding = encode(problem, style)
    told = encoding.variable_count, encoding.clause_count, encoding.literal_count
    clauses = list(encoding.clauses())
    used = {abs(literal) for clause in clauses for literal in clause}
    assert told[1:] == (len(clauses), sum(map(len, clauses)))
    assert used <= set(range(1, told[0] + 1))
    assert used >= set(range(problem.option_count + 1, told[0] + 1))
    assert list(encoding) == clauses
    assert all(len(set(map(abs, clause))) == len(clause) for clause in clauses)
    assert all(encoding.name(variable) for variable in range(1, told[0] + 1))


@given(problems(colors=True) | all_problems())
@settings(max_examples=80)
def test_pairs_are_counted_and_written_once(problem: Problem) -> None:
    encoding = encode(problem, "pairwise")
    clauses = list(encoding)
    assert encoding.clause_count == len(clauses)
    pairs = [c for c in clauses if len(c) == 2 and max(c) < 0 and -min(c) <= problem.option_count]
    if not problem.has_bounds:
        assert len(set(pairs)) == len(pairs)


def test_large_items_of_every_style() -> None:
    """Items with more options than the definition can try: nine, one of which is chosen."""
    problem = Problem.from_options(["a"] * 9)
    for style in STYLES:
        assert models(encode(problem, style)) == {(option,): 1 for option in range(9)}


def test_colors_need_one_variable_each() -> None:
    red, green = Colored("x", "red"), Colored("x", "green")
    options: list[list[Hashable]] = [["a", red], ["b", red], ["c", green], ["d", green], ["e", "x"]]
    problem = Problem.from_options(options, secondary="x", bounds=dict.fromkeys("abcde", (0, 1)))
    encoding = encode(problem)
    assert encoding.variable_count == 7
    assert encoding.name(6) == "color 1 of item x"
    assert models(encoding) == dict.fromkeys(all_solutions(problem), 1)
    assert encode(problem, "pairwise").variable_count == 5


@pytest.mark.parametrize(("block", "bits"), [(7, 0), (7, 10**9), (1 << 16, 10**9)])
@given(problem=problems(colors=True))
@settings(max_examples=40)
def test_pairs_are_counted_in_two_ways(block: int, bits: int, problem: Problem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("combien.sat._encode.BLOCK", block)
        patch.setattr("combien.sat._encode.BITS_A_PAIR", bits)
        encoding = encode(problem, "pairwise")
        assert encoding.clause_count == len(list(encoding))


def test_pairs_of_many_options_are_counted_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_options([[f"a{k % 7}", f"b{k % 5}"] for k in range(60)])
    monkeypatch.setattr("combien.sat._encode.BLOCK", 7)
    encoding = encode(problem, "pairwise")
    assert encoding.clause_count == len(list(encoding))


def test_the_pairs_of_scott() -> None:
    """The figures in the first paragraph of `conflicts.py`."""
    scott = problems_of(ROOT / "examples" / "scott.cmb")["scott"].problem()
    together = sum(
        size * (size - 1) // 2
        for size in Counter(i for o in range(scott.option_count) for i in scott.indices(o)).values()
    )
    encoding = encode(scott, "pairwise")
    assert (encoding.clause_count - scott.item_count, together) == (410_968, 705_528)


def test_a_model_of_other_clauses_is_refused() -> None:
    encoding = encode(Problem.from_options(["a", "a"]))
    with pytest.raises(BadInput, match="contains variable 3, but there are 2"):
        encoding.solution([1, -2, 3])
    with pytest.raises(BadInput, match="there is no variable 3"):
        encoding.name(3)
    with pytest.raises(BadInput, match="there is no style 'none'"):
        encode(Problem.from_options(["a"]), counting="none")
