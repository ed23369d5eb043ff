"""How hard a puzzle with one solution is: the levels, and the measure of each.

A step is *forced* if an item of the exact cover needs all of its remaining options: a cell that has
one digit left, a digit that has one place left in a row, a cage that can be filled in one way.
These are the steps that `combien explain` lists, and the hints of the page.  In a *round*, all
steps that are forced are taken at once.  Where no step is forced, a *look ahead* supposes an
option: if forced steps then leave an item with too few options, the option is out.

    easy      every step is forced, and there is something to spare
    medium    every step is forced, and there is nothing to spare
    hard      not every step is forced: a look ahead is needed

To spare are givens without which every step is still forced; a sudoku whose givens are symmetric
has pairs of them.  In puzzles without givens, there is something to spare if every round but the
last has at least two steps.  In a word search every word is forced at once, so it has levels of its
own.

The measure depends on the puzzle alone, and not on how it was made or how an engine solves it: an
engine may need no branch where a person needs a hundred looks ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from combien._base.budget import Meter, begun, budget_of
from combien._base.checks import check_list
from combien._questions import Prepared
from combien._wording import counted
from combien.cover._needs import forced_rounds
from combien.cover._problem import Problem
from combien.cover._reduce import Remains
from combien.engines._protocol import Budget, Reporter
from combien.errors import BadPuzzle
from combien.puzzles._levels import OF_CAGES, OF_SUDOKUS, WITH_GIVENS, WITHOUT
from combien.puzzles._puzzle import Puzzle
from combien.puzzles._starbattle import StarBattle
from combien.puzzles._sudoku import Sudoku
from combien.puzzles._wordsearch import BACKWARDS, WordSearch

DIFFICULTIES = tuple(WITHOUT)


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    `rounds` are the numbers of forced steps in each round, up to where none is forced.  `looks` are
    the looks ahead with which it was solved: 0 if every step is forced, None if they do not suffice
    and suppositions would have to be nested.
    """

    level: str
    rounds: tuple[int, ...]
    looks: int | None

    def __str__(self) -> str:
        if self.looks == 0:
            return f"{self.level}: forced steps alone, in {counted(len(self.rounds), 'round')}"
        if self.looks is None:
            return f"{self.level}: looks ahead do not solve it"
        return f"{self.level}: {counted(self.looks, 'look')} ahead"


def rate(
    puzzle: Puzzle[Any],
    given: Iterable[int] = (),
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Rating:
    """Return how hard a puzzle is, if the options with the numbers `given` are known.

    >>> from combien.puzzles import Sudoku
    >>> print(rate(Sudoku.parse("1... ..2. .3.. ...4")))
    medium: forced steps alone, in 1 round

    Of the looks ahead, those at the items with the fewest options come first, as a solver would
    choose; other orders may need fewer.

    Raises `BadPuzzle` for a puzzle without a solution or with several, and `OutOfBudget`.  Cost:
    milliseconds if every step is forced; a look ahead tries up to all options.
    """
    limits = begun(budget_of(budget, nodes, seconds, bytes))
    problem = puzzle.problem()
    chosen = check_list("given", given, "the numbers of options")
    found = Prepared(problem).solutions(chosen, budget=limits, report=report)
    if len(found) != 1:
        several = "several solutions" if found else "no solution"
        raise BadPuzzle(f"this {puzzle.about.name} has {several}, so that it has no level")
    level, rounds = level_of(puzzle, found[0], chosen)
    meter = Meter(limits, engine="rate", report=report)
    looks = 0 if is_forced(problem, chosen) else _looks(problem, chosen, meter.pause)
    return Rating(level, rounds, looks)


def level_of(
    puzzle: Puzzle[Any], solution: Sequence[int], given: Sequence[int]
) -> tuple[str, tuple[int, ...]]:
    """Return the level of a puzzle with this one solution, and the forced steps in each round."""
    problem = puzzle.problem()
    found = forced_rounds(problem, given)
    known: set[int] = set()
    if isinstance(puzzle, Sudoku):
        # What is given is in its problem, where it is forced.
        size = puzzle.size
        shown = {place for place, digit in enumerate(puzzle.givens) if digit}
        ways = cast("tuple[tuple[tuple[int, int, int], ...], ...]", problem.names(solution))
        known = {
            option
            for option, way in zip(solution, ways, strict=True)
            if all(size * y + x in shown for x, y, _ in way)
        }
    rounds = tuple(filter(None, (len(set(one) - known) for one in found.rounds)))
    if isinstance(puzzle, WordSearch):
        return _of_words(puzzle, solution), rounds
    if not found.solved:
        return "hard", rounds
    if not _has_givens(puzzle):
        return "medium" if 1 in rounds[:-1] else "easy", rounds
    groups = [[option] for option in given]
    if isinstance(puzzle, Sudoku):
        # As options of the empty one.
        digits = enumerate(puzzle.givens)
        given = [size * place + digit - 1 for place, digit in digits if digit]
        problem = replace(puzzle, givens=(0,) * size**2).problem()
        groups = symmetric_pairs(given, size)
    spare = any(is_forced(problem, set(given).difference(group)) for group in groups)
    return "easy" if spare else "medium", rounds


def _has_givens(puzzle: Puzzle[Any] | type[Puzzle[Any]]) -> bool:
    """Return whether a part of the solution is given, and not cages, for example."""
    if isinstance(puzzle, Sudoku) and puzzle.cages:
        return False
    return puzzle.about.levels in (WITH_GIVENS, OF_SUDOKUS)


def symmetric_pairs(given: Sequence[int], size: int) -> list[list[int]]:
    """Return the givens of a sudoku in pairs that a half turn exchanges, or else one by one.

    >>> symmetric_pairs([0, 7], 2), symmetric_pairs([0, 5], 2)
    ([[0, 7]], [[0], [5]])
    """
    at = {option // size: option for option in given}
    last = size * size - 1
    if any(last - place not in at for place in at):
        return [[option] for option in given]
    return [sorted({at[place], at[last - place]}) for place in at if 2 * place <= last]


def _of_words(puzzle: WordSearch, solution: Sequence[int]) -> str:
    ways = [tuple(name[3:]) for name in puzzle.problem().names(solution)]  # type: ignore[index]
    if not any(way in BACKWARDS for way in ways):
        return "easy"
    own = set("".join(puzzle.given)) <= set("".join(puzzle.wanted))
    return "hard" if puzzle.given and own else "medium"


def levels_of(puzzle: Puzzle[Any] | type[Puzzle[Any]]) -> dict[str, str]:
    """Return the levels that `make_puzzles` makes a puzzle with, and what each says.

    >>> from combien.puzzles import Cryptarithm
    >>> levels_of(Cryptarithm)
    {'hard': 'not every step is forced: a look ahead is needed'}
    """
    levels = puzzle.about.levels
    if isinstance(puzzle, Sudoku) and puzzle.cages:
        levels = OF_CAGES
    known: Iterable[str] = levels
    if isinstance(puzzle, WordSearch) and not puzzle.backwards:
        known = ("easy",)
    elif isinstance(puzzle, StarBattle) and puzzle.stars > 1:
        # All that is forced at first is in a region of this many cells, whose stars would touch:
        # those that are made are connected.
        known = ("hard",)
    return {level: levels[level] for level in known}


def meaning_of(puzzle: Puzzle[Any], level: str) -> str:
    """Return what the level of a puzzle says, also of a level that such puzzles are not made of.

    >>> from combien.puzzles import Cryptarithm
    >>> meaning_of(Cryptarithm("A+A=AB", base=2), "easy")
    'every step is forced, and there are at least two at a time, except the last'
    """
    return {**WITHOUT, **levels_of(puzzle)}[level]


def is_forced(problem: Problem, given: Iterable[int]) -> bool:
    """Return whether forced steps solve a problem after these options.

    As `forced_rounds`, by the core.
    """
    remains = Remains(problem)
    for option in given:
        remains.take(option)
    remains.propagate()
    return not remains.impossible and not len(remains.components())


def _looks(problem: Problem, given: Sequence[int], pause: Callable[[], None]) -> int | None:
    """Return the looks ahead that solve a problem with one solution, or None."""
    remains = Remains(problem)
    for option in given:
        remains.take(option)
    looks = 0
    # Parts without a common item are solved one by one.
    left = _parts(remains)
    while left:
        part = left.pop()
        out = _refuted(part, pause)
        if out is None:
            return None
        looks += 1
        remains = Remains(part)
        remains.remove(out)
        left += _parts(remains)
    return looks


def _parts(remains: Remains) -> list[Problem]:
    """Return what is left after forced steps."""
    remains.propagate()
    return [part for _, part in remains.components()]


def _refuted(part: Problem, pause: Callable[[], None]) -> int | None:
    """Return the first option after which forced steps lead to a contradiction, or None."""
    holders: dict[int, list[int]] = {}
    for option in range(part.option_count):
        for item in part.indices(option):
            holders.setdefault(item, []).append(option)
    primary = part.primary_flags
    items = sorted(
        (item for item in holders if primary[item]), key=lambda item: (len(holders[item]), item)
    )
    for option in dict.fromkeys(option for item in items for option in holders[item]):
        pause()
        remains = Remains(part)
        remains.take(option)
        remains.propagate()
        if remains.impossible:
            return option
    return None
