"""Making sudokus with one solution: a full one at random, from which givens are taken away.

Whether a solution is the only one is for an engine to say, and a puzzle knows none: so who makes a
sudoku brings one along, as `Prepared(rules.problem()).solutions`.  When each given has been tried
once, in random order, what is left is minimal: a given that was needed is needed by fewer, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from combien.cover._elements import Solution
from combien.errors import BadPuzzle
from combien.puzzles._sudoku.sudoku import Sudoku

__all__ = ["Ask", "make"]

# Up to two solutions that contain these options.
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
    """A sudoku of these rules with one solution, and random in no exact sense.

    >>> from combien import Prepared
    >>> rules = Sudoku((0,) * 16)
    >>> print(make(rules, Prepared(rules.problem()).solutions, Random(3), minimal=True))
    x=no box=
    . . | . .
    4 . | 3 .
    ----+----
    . . | . .
    . 4 | . 2

    `minimal`: no given can be left out.  Otherwise at least `clues` stay, or two of five cells.
    `symmetric`: half a turn moves givens to givens, and minimal is meant of pairs.  Cost: one to
    two questions a cell.  Errors: `BadPuzzle` for rules with cages, or that have no solution.
    """
    if rules.cages:
        raise BadPuzzle("sudokus with cages are not made: leave the cages out")
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
    """A solution that random givens lead to."""
    size = rules.size
    given: list[int] = []
    found = ask(given)
    for place in sorted(range(size * size), key=lambda _: dice.random()):
        if len(found) < 2:
            break
        for digit in sorted(range(size), key=lambda _: dice.random()):
            found = ask([*given, size * place + digit])
            if found:
                given.append(size * place + digit)
                break
    if not found:
        raise BadPuzzle("there is no full sudoku of these rules")
    return found[0]
