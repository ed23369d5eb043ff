"""Writes an exact cover problem as clauses in DIMACS form, for any SAT solver.

A variable says that an option is chosen.  Each item that must be covered gives the clause that one
of its options is chosen, and every item the clauses that no two of them are: the plain pairwise
encoding.  An item stands once in an option, so no clause is `-v -v`, which would forbid the option
for no reason; and an item without options gives the empty clause, which says that there is none.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import combinations

from combien.cover.problem import Problem
from combien.errors import CannotAnswer

__all__ = ["dimacs_lines"]

# About 2 GB of text.
MOST_CLAUSES = 100_000_000


def dimacs_lines(problem: Problem, *, title: str = "") -> Iterator[str]:
    """The lines of the file, each with its line end, made as they are asked for.

    >>> print("".join(dimacs_lines(Problem.from_options(["ab", "bc"]))), end="")
    c 3 items, 2 options
    c variable 1: a b
    c variable 2: b c
    p cnf 2 4
    1 0
    1 2 0
    -1 -2 0
    2 0

    Errors: `CannotAnswer`, before there is a line, for items that may be used more than once, for
    colours, and when there would be more than 100,000,000 clauses.
    """
    members = _members(problem)
    lows = [problem.bounds(item)[0] for item in range(problem.item_count)]
    clauses = sum(lows) + sum(len(options) * (len(options) - 1) // 2 for options in members)
    if clauses > MOST_CLAUSES:
        raise CannotAnswer(
            f"these would be {clauses:,} clauses: at most {MOST_CLAUSES:,} are written, as every "
            "two options of an item make one"
        )
    return _lines(problem, lows, members, clauses, title)


def _lines(
    problem: Problem, lows: list[int], members: list[array[int]], clauses: int, title: str
) -> Iterator[str]:
    if title:
        yield f"c {_one_line(title)}\n"
    yield f"c {problem.item_count} items, {problem.option_count} options\n"
    for option in range(problem.option_count):
        entries = " ".join(_one_line(str(entry)) for entry in problem.entries(option))
        yield f"c variable {option + 1}: {entries}\n"
    yield f"p cnf {problem.option_count} {clauses}\n"
    for low, options in zip(lows, members, strict=True):
        if low:
            yield "".join(f"{option} " for option in options) + "0\n"
        yield from (f"-{one} -{other} 0\n" for one, other in combinations(options, 2))


def _members(problem: Problem) -> list[array[int]]:
    """The variables of each item's options."""
    if problem.has_colours:
        raise CannotAnswer("clauses are written for problems without colours: ask an engine")
    for item in problem.items:
        if (item.low, item.high) not in ((0, 1), (1, 1)):
            raise CannotAnswer(
                f"item {item.name!r} is used {item.low} to {item.high} times: clauses are written "
                "for items that are used exactly or at most once"
            )
    members: list[array[int]] = [array("i") for _ in range(problem.item_count)]
    for option in range(problem.option_count):
        for item_number in problem.indices(option):
            members[item_number].append(option + 1)
    return members


def _one_line(text: str) -> str:
    return " ".join(text.split())
