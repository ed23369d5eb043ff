"""The clauses of a problem against the definition: their models are the solutions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from truth import assignments, extensions

from combien import Coloured, Problem
from combien.cover.oracle import all_solutions
from combien.errors import BadInput
from combien.language import problems
from combien.sat.encode import Encoding, encode
from combien.sat.exactly import STYLES
from random_problems import all_problems

ROOT = Path(__file__).parent.parent.parent


def models(encoding: Encoding) -> Counter[tuple[int, ...]]:
    """The solutions that are models, each with the number of models that say it."""
    clauses = list(encoding.clauses())
    found: Counter[tuple[int, ...]] = Counter()
    for assignment in assignments(range(1, encoding.problem.option_count + 1)):
        number = extensions(encoding.variable_count, clauses, assignment)
        if number:
            true = [variable for variable, value in assignment.items() if value]
            found[encoding.solution(true)] += number
    return found


@given(all_problems(), st.sampled_from([*STYLES]), st.sampled_from(["", "sequential", "pairwise"]))
@settings(max_examples=150)
def test_models_are_solutions(problem: Problem, style: str, counting: str) -> None:
    encoding = encode(problem, style, counting=counting)
    found = models(encoding)
    assert sorted(found) == all_solutions(problem)
    if encoding.keeps_count:
        assert set(found.values()) <= {1}


@given(all_problems(), st.sampled_from([*STYLES]))
@settings(max_examples=100)
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


@given(all_problems())
@settings(max_examples=60)
def test_pairs_are_written_once(problem: Problem) -> None:
    clauses = [c for c in encode(problem, "pairwise").clauses() if max(c, default=0) < 0]
    pairs = [c for c in clauses if len(c) == 2 and -min(c) <= problem.option_count]
    if not problem.has_bounds:
        assert len(set(pairs)) == len(pairs)


def test_large_items_of_every_style() -> None:
    """Items of more options than the definition could look at: nine, one of which is chosen."""
    problem = Problem.from_options(["a"] * 9)
    for style in STYLES:
        assert models(encode(problem, style)) == {(option,): 1 for option in range(9)}


def test_colours_need_one_variable_each() -> None:
    red, green = Coloured("x", "red"), Coloured("x", "green")
    options = [["a", red], ["b", red], ["c", green], ["d", green], ["e", "x"]]
    problem = Problem.from_options(options, secondary="x", bounds=dict.fromkeys("abcde", (0, 1)))
    encoding = encode(problem)
    assert encoding.variable_count == 7
    assert encoding.name(6) == "colour 1 of item x"
    assert models(encoding) == dict.fromkeys(all_solutions(problem), 1)
    assert encode(problem, "pairwise").variable_count == 5


def test_pairs_of_many_options_are_counted_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_options([[f"a{k % 7}", f"b{k % 5}"] for k in range(60)])
    expected = encode(problem, "pairwise").clause_count
    monkeypatch.setattr("combien.sat.conflicts.BLOCK", 7)
    assert encode(problem, "pairwise").clause_count == expected
    assert expected == len(list(encode(problem, "pairwise")))


def test_the_pairs_of_scott() -> None:
    """The figures in the first paragraph of `conflicts.py`."""
    scott = problems(ROOT / "examples" / "scott.cmb")["scott"].problem()
    together = sum(
        size * (size - 1) // 2
        for size in Counter(i for o in range(scott.option_count) for i in scott.indices(o)).values()
    )
    encoding = encode(scott, "pairwise")
    assert (encoding.clause_count - scott.item_count, together) == (410_968, 705_528)


def test_a_model_of_other_clauses_is_refused() -> None:
    encoding = encode(Problem.from_options(["a", "a"]))
    with pytest.raises(BadInput, match="speaks of variable 3, but there are 2"):
        encoding.solution([1, -2, 3])
    with pytest.raises(BadInput, match="there is no variable 3"):
        encoding.name(3)
    with pytest.raises(BadInput, match="there is no style 'none'"):
        encode(Problem.from_options(["a"]), counting="none")
