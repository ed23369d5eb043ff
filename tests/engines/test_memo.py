"""Search with a memo: equal to the searches that list, whatever the table forgets."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Coloured, Problem, _native
from combien.cover.oracle import all_solutions
from combien.engines.compiled import compiled
from random_problems import problems

VECTORS = ["plain", "avx2", "avx512"]
EVERYTHING = 2**62
PLENTY = 2**32

Counters = tuple[int, int, int, int, int]


def run(
    problem: Problem, *, vectors: str = "best", bytes: int = PLENTY, steps: int = EVERYTHING
) -> tuple[int, Counters]:
    """The count and all counters; skips the test where the processor cannot."""
    try:
        machine = _native.memo(compiled(problem), vectors=vectors)
    except ValueError as error:
        pytest.skip(str(error))
    while machine.run(steps, float("inf"), bytes) != _native.MEMO_DONE:
        pass
    counters = (machine.nodes, machine.probes, machine.hits, machine.entries, machine.splits)
    return machine.count(), counters


def parts(seed: int, *, many: int, coloured: bool) -> Problem:
    """Random problems side by side, their items mixed; some options and colours join two."""
    dice = Random(seed)
    items = dice.randint(4, 7)
    secondary = 2 * many
    names = list(range(many * items))
    dice.shuffle(names)
    options: list[list[object]] = []
    for part, _ in product(range(many), range(dice.randint(8, 16))):
        size = dice.randint(1, 3)
        option: list[object] = [names[part * items + k] for k in dice.sample(range(items), size)]
        if dice.random() < 0.1:
            option.append(names[(part + 1) % many * items])
        if dice.random() < 0.3:
            # One that only this part has, or one that the next has too.
            item = -1 - (2 * part + dice.randrange(3)) % secondary
            option.append(Coloured(item, dice.choice("RG")) if coloured else item)
        options.append(list(dict.fromkeys(option)))
    return Problem.from_options(
        options, secondary=range(-secondary, 0), primary=range(many * items)
    )


@pytest.mark.parametrize("vectors", VECTORS)
@settings(max_examples=300)
@given(problem=problems(colours=True))
def test_every_processor_counts_as_the_definition_does(vectors: str, problem: Problem) -> None:
    count, counters = run(problem, vectors=vectors)
    assert count == len(all_solutions(problem))
    assert counters == run(problem, vectors="plain")[1]


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32), many=st.integers(1, 4), coloured=st.booleans())
def test_as_many_as_are_listed(seed: int, many: int, coloured: bool) -> None:
    problem = parts(seed, many=many, coloured=coloured)
    count, counters = run(problem)
    assert count == combien.count(problem, engine="frontier")
    assert counters == run(problem, vectors="plain", steps=3)[1]
    # Hardly any table, and none at all.
    bare = _native.memo(compiled(problem)).bytes
    assert run(problem, bytes=bare + 40_000)[0] == count
