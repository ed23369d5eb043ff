"""Generate sudokus with one solution: remove givens from a random full grid.

Puzzles do not depend on engines, so the caller passes the solver, such as
`Prepared(rules.problem()).solutions`.  Once each given has been tried, in random order, the rest is
minimal: a given that was necessary stays necessary when others are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from combien._base.records import replace
from combien.cover._elements import Solution
from combien.errors import BadPuzzle
from combien.puzzles._sudoku.sudoku import Sudoku

__all__ = ["Ask", "make"]

# A solver: returns up to two solutions that contain these options.
Ask = Callable[[Sequence[int]], Sequence[Solution]]


def make(
    rules: Sudoku,
    ask: Ask,
    dice: Random,
    *,
    symmetric: bool = False,
    minimal: bool = False,
    clues: int | None = None,
) -> Sudoku:
    """Generate a sudoku with one solution; not uniformly distributed.

    >>> from combien import Prepared
    >>> rules = Sudoku((0,) * 16)
    >>> print(make(rules, Prepared(rules.problem()).solutions, Random(3), minimal=True))
    x=no box=
    . . | . .
    4 . | 3 .
    ----+----
    . . | . .
    . 4 | . 2

    `minimal`: no given can be removed.  Otherwise at least `clues` remain, by default two fifths of
    the cells.  `symmetric`: the givens have 180° rotational symmetry, and minimality is by pairs.
    Cost: one or two calls of the solver per cell.  Raises `BadPuzzle` if the rules have cages or no
    solution.
    """
    if rules.cages:
        raise BadPuzzle("cannot generate sudokus with cages; leave the cages out")
    full = _full(rules, ask, dice)
    cells = len(full)
    least = 0 if minimal else 2 * cells // 5 if clues is None else clues
    kept = dict.fromkeys(range(cells))
    for place in sorted(kept, key=lambda _: dice.random()):
        away = {place, cells - 1 - place} if symmetric else {place}
        if place not in kept or len(kept) - len(away) < least:
            continue
        rest = [other for other in kept if other not in away]
        if len(ask([full[other] for other in rest])) == 1:
            kept = dict.fromkeys(rest)
    size = rules.size
    return replace(
        rules, givens=tuple(full[n] % size + 1 if n in kept else 0 for n in range(cells))
    )


def _full(rules: Sudoku, ask: Ask, dice: Random) -> Solution:
    """Return a random full grid."""
    size = rules.size
    given: list[int] = []
    solutions = ask(given)
    for place in sorted(range(size * size), key=lambda _: dice.random()):
        if len(solutions) < 2:
            break
        for digit in sorted(range(size), key=lambda _: dice.random()):
            solutions = ask([*given, size * place + digit])
            if solutions:
                given.append(size * place + digit)
                break
    if not solutions:
        raise BadPuzzle("no full sudoku satisfies these rules")
    return solutions[0]
