"""Puzzles to hand out: with one solution, from a seed, of a difficulty.

Most puzzles are made from a random solution: a part of it is given, and what is given is taken away
as long as one solution remains, or forced steps solve the puzzle.  Others are drawn at random.
Whatever is made is rated, as `_levels` defines it, and only a puzzle of the level is returned.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, cast

from combien._base.budget import Meter, Progress, begun, budget_of
from combien._base.checks import check_int, did_you_mean
from combien._questions import Prepared, solutions
from combien.cover._elements import Solution
from combien.cover._needs import forced_rounds
from combien.cover._problem import Problem
from combien.design._levels import (
    DIFFICULTIES,
    is_forced,
    level_of,
    levels_of,
    symmetric_pairs,
)
from combien.design._regions import Cell, all_connected, grown_regions, movable, random_regions
from combien.drawing._picture import Picture
from combien.engines._protocol import Budget, Reporter
from combien.errors import BadPuzzle, OutOfBudget
from combien.puzzles import (
    Cryptarithm,
    Dominosa,
    Langford,
    Latin,
    Queens,
    StarBattle,
    Sudoku,
    WordSearch,
    puzzle_named,
)
from combien.puzzles._puzzle import Puzzle
from combien.puzzles._sudoku_text import Cage
from combien.puzzles._wordsquare import FOUR

# Without a difficulty, the first of these that is found is made.
_USUAL = ("medium", "hard", "easy")
VARIANTS = ("plain", "x", "jigsaw", "killer")
# What a search for another puzzle tries, for one with one solution, and for one of the difficulty:
# of Latin squares of 5 that need all of their givens, one of 200 is hard.
_TRIES, _DRAWN, _RATED = 60, 300, 400
# Of random regions, some are filled in a hundred nodes, and others in none of ten million.
_NODES = 20_000
# The moves of cells that make a star battle easier.
_STEPS = 2000
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# For sums of words, beside the words of four letters of `WordSquare`.
FIVE = """
apple beach brain bread chair clock cloud dance dream earth eight field flame forty fruit ghost
grape grass green heart honey horse hotel house human juice knife lemon light limit magic maple
match metal money month mouse music night noise north ocean olive onion paint paper party peace
pearl phone piano plane plant plate point power queen radio river robot scale scene seven sheep
shirt shore sixty sleep smile snake south space spoon sport stone storm story sugar table three
tiger toast tower train truth uncle voice watch water whale wheat wheel white woman world youth
zebra
"""


@dataclass(frozen=True)
class MadePuzzle:
    """A puzzle with one solution.

    `puzzle` is a model with this solution; if only options are `given`, they are numbers of options
    of its problem.  `level` is how hard it is, see `levels_of`, and `rounds` are the numbers of
    forced steps that can be taken at the same time, up to where none is forced.  `search_size` is
    the number of nodes of a search that finds the solution and that there is no other; engines see
    more than forced steps, so that it may be 1 for a hard puzzle.
    """

    puzzle: Any
    solution: Solution
    search_size: int
    given: tuple[int, ...] = ()
    level: str = ""
    rounds: tuple[int, ...] = ()

    def question(self, *, title: str = "") -> Picture:
        """Return the unsolved puzzle as a picture."""
        return cast("Picture", self._asked.picture(title=title))

    def answer(self, *, title: str = "") -> Picture:
        """Return the solution as a picture."""
        return cast("Picture", self.puzzle.read(self.solution).picture(title=title))

    def __str__(self) -> str:
        return str(self._asked)

    @property
    def _asked(self) -> Any:
        """The puzzle, or a part of its solution if it has no picture of its own."""
        return self.puzzle if hasattr(self.puzzle, "picture") else self.puzzle.read(self.given)


def make_puzzles(
    puzzle: str | Puzzle[Any],
    count: int = 1,
    *,
    difficulty: str | None = None,
    variant: str = "plain",
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Iterator[MadePuzzle]:
    """Yield puzzles with one solution, each different.

    >>> [made] = make_puzzles("queens", seed=1)
    >>> print(made)
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    Q . . . . . . .
    . . . . . . Q .
    . Q . . . . . .
    . . . . . . . .
    . . . . . . . .

    `puzzle` is the name of a puzzle, or a puzzle with settings: `Queens`, `Latin` and `Langford`
    get givens, `Sudoku` too (its own givens are ignored), and `Dominosa`, `WordSearch`,
    `Cryptarithm` and `StarBattle` are drawn at random.  `variant` is for sudokus: "plain" keeps the
    rules of the puzzle, "x", "jigsaw" (regions of random shapes) and "killer" (cages with sums)
    change them.

    `difficulty` is one of `levels_of(puzzle)`, which says what each means: easy and medium puzzles
    are solved by forced steps, and hard ones need a look ahead.  A hard puzzle with givens has
    other solutions without any one of them; the givens of sudokus are symmetric, and this is said
    of pairs.  By default, puzzles are medium, or else hard, or else easy, as their `level` says.
    The same seed gives the same puzzles.

    Raises `BadPuzzle` for a puzzle that cannot be made, if no try has one solution, and if none of
    400 tries has the difficulty; and `OutOfBudget`.  Cost: a hard sudoku takes about 20 ms, a sum
    of words a second.
    """
    kind = puzzle_named(puzzle)() if isinstance(puzzle, str) else puzzle
    make = _MAKERS.get(type(kind))
    if make is None:
        names = ", ".join(known.__name__ for known in _MAKERS)
        raise BadPuzzle(f"{type(kind).__name__} puzzles cannot be made, but these: {names}")
    for name, value, known in (
        ("difficulty", _USUAL[0] if difficulty is None else difficulty, DIFFICULTIES),
        ("variant", variant, VARIANTS),
    ):
        if value not in known:
            hint = did_you_mean(str(value)[:40], known)
            raise BadPuzzle(f"{name} must be one of {', '.join(known)}{hint}")
    levels = levels_of(kind)
    if difficulty is not None and difficulty not in levels:
        means = ", ".join(f"{level} ({text})" for level, text in levels.items())
        raise BadPuzzle(
            f"no {difficulty} {kind.about.name} puzzles are made like this, but {means}"
        )
    if variant != "plain" and not isinstance(kind, Sudoku):
        raise BadPuzzle("variants are of sudokus: leave the variant out")
    count = check_int("count", count, least=1, most=10_000)
    seed = check_int("seed", seed, least=0)
    dice = Random(seed)
    limits = begun(budget_of(budget, nodes, seconds, bytes))
    usual = next(level for level in _USUAL if level in levels)
    maker = _Maker(dice, difficulty, usual, variant, limits, report)
    name = kind.about.name
    seen: set[str] = set()
    for number in range(count):
        maker.fraction = number / count
        for _ in range(_TRIES):
            made = maker.of_level(partial(make, maker, kind), name)
            if str(made) not in seen:
                break
        else:
            raise BadPuzzle(
                f"only {len(seen)} different puzzles were found: ask for fewer, or larger ones"
            )
        seen.add(str(made))
        yield made


class _Maker:
    """What all makers share: the dice, the difficulty and the limits."""

    def __init__(
        self,
        dice: Random,
        difficulty: str | None,
        usual: str,
        variant: str,
        budget: Budget,
        report: Reporter | None,
    ) -> None:
        # The level that is tried for; another one if nobody asked for it and none was found.
        self.dice, self.wanted, self.variant = dice, difficulty, variant
        self.difficulty = difficulty or usual
        self.budget, self.report = budget, report
        self._meter = Meter(budget, engine="make")
        self._prepared: tuple[Problem, Prepared[Solution]] | None = None
        # The part of the puzzles that are made, and what was tried.
        self.fraction, self.tried = 0.0, 0

    def go_on(self) -> None:
        """Report a try.  Raises `OutOfBudget` if the seconds are used up."""
        self._meter.pause()
        self.tried += 1
        if self.report and self.tried % 20 == 0:
            self.report(Progress("make", self.fraction, {"tried": self.tried}))

    def solution(self, problem: Problem, *, nodes: int | None = None) -> Solution | None:
        """Return a random solution, not uniformly distributed; None if there is none.

        Also None if it takes more than `nodes`.
        """
        self.go_on()
        seed = self.dice.randrange(2**32)
        most = self.budget.nodes
        budget = self.budget
        if nodes is not None and (most is None or nodes < most):
            budget = replace(budget, nodes=nodes)
        try:
            return next(solutions(problem, seed=seed, limit=1, budget=budget), None)
        except OutOfBudget:
            if budget is self.budget:
                raise
            # If it was the time.
            self._meter.pause()
            return None

    def prepared(self, problem: Problem) -> Callable[[Sequence[int]], tuple[list[Solution], int]]:
        """Return a function from given options to up to two solutions, and the nodes."""
        if self._prepared is None or self._prepared[0] is not problem:
            self._prepared = problem, Prepared(problem)
        prepared = self._prepared[1]

        def ask(given: Sequence[int]) -> tuple[list[Solution], int]:
            self.go_on()
            found = prepared.solutions(given, budget=self.budget)
            return found, prepared.work["nodes"]

        return ask

    def unique(self, draw: Callable[[], Puzzle[Any] | None]) -> MadePuzzle:
        """Draw puzzles until one has exactly one solution."""
        for _ in range(_DRAWN):
            puzzle = draw()
            if puzzle:
                found, nodes = self.prepared(puzzle.problem())(())
                if len(found) == 1:
                    return MadePuzzle(puzzle, found[0], nodes)
        raise BadPuzzle(f"none of {_DRAWN} random puzzles has one solution: try other settings")

    def of_level(self, make: Callable[[], MadePuzzle], name: str) -> MadePuzzle:
        """Make puzzles until one has the level."""
        seen: Counter[str] = Counter()
        kept: dict[str, MadePuzzle] = {}
        for _ in range(_RATED):
            made = make()
            level, rounds = level_of(made.puzzle, made.solution, made.given)
            made = replace(made, level=level, rounds=rounds)
            if level == self.difficulty:
                return made
            seen[level] += 1
            kept.setdefault(level, made)
            if self.wanted is None and seen.total() == _TRIES:
                break
        if self.wanted is None:
            self.difficulty = next(level for level in _USUAL if level in kept)
            return kept[self.difficulty]
        found = " and ".join(f"{number} {level}" for level, number in sorted(seen.items()))
        raise BadPuzzle(
            f"none of {_RATED} {name} puzzles was {self.wanted}, but {found}: ask for another "
            "difficulty, or try other settings"
        )


# Puzzles with givens ------------------------------------------------------------------------------


def _with_givens(maker: _Maker, kind: Puzzle[Any]) -> MadePuzzle:
    """Give a part of a random solution."""
    problem = kind.problem()
    full = maker.solution(problem)
    if full is None:
        raise BadPuzzle(f"{kind.about.name} {kind}: there is no solution")
    nodes, kept = _reduced(maker, problem, full, [[option] for option in full])
    return MadePuzzle(kind, full, nodes, tuple(sorted(kept)))


def _reduced(
    maker: _Maker,
    problem: Problem,
    full: Sequence[int],
    groups: list[list[int]],
) -> tuple[int, list[int]]:
    """Take groups of givens away, in random order; return the nodes and what stays given."""
    easy, hard = maker.difficulty == "easy", maker.difficulty == "hard"
    ask = maker.prepared(problem)
    kept = dict.fromkeys(full)
    away: list[list[int]] = []
    maker.dice.shuffle(groups)
    for group in groups:
        rest = [option for option in kept if option not in group]
        if len(ask(rest)[0]) == 1 if hard else is_forced(problem, rest):
            kept = dict.fromkeys(rest)
            away.append(group)
    if easy:
        kept.update(dict.fromkeys(option for group in away[::2] for option in group))
    return ask(list(kept))[1], list(kept)


def _sudoku(maker: _Maker, kind: Sudoku) -> MadePuzzle:
    """Make a sudoku with symmetric givens, or with cages."""
    size = kind.size
    bare = replace(kind.rules, cages=(), x=kind.x or maker.variant == "x")
    # Few jigsaws with both diagonals can be filled.
    for _ in range(_TRIES):
        if maker.variant == "jigsaw":
            bare = replace(bare, box="", regions=random_regions(size, maker.dice))
        jigsaw = maker.variant == "jigsaw"
        full = maker.solution(bare.problem(), nodes=_NODES if jigsaw else None)
        if full is not None or not jigsaw:
            break
    if full is None:
        raise BadPuzzle("no full sudoku of these rules was found")
    digits = [option % size + 1 for option in sorted(full)]
    if maker.variant == "killer":
        return maker.unique(lambda: _caged(maker, bare, digits))
    places = range(len(digits))
    groups = symmetric_pairs(sorted(full), size)
    nodes, kept = _reduced(maker, bare.problem(), sorted(full), groups)
    given = {option // size: option % size + 1 for option in kept}
    made = replace(bare, givens=tuple(given.get(place, 0) for place in places))
    return MadePuzzle(made, maker.prepared(made.problem())(())[0][0], nodes)


def _caged(maker: _Maker, rules: Sudoku, digits: list[int]) -> Sudoku:
    """Return a killer sudoku of this solution: random cages of different digits."""
    size = rules.size
    most = {"easy": 2, "medium": 3, "hard": 4}[maker.difficulty]
    free = [(x, y) for y in range(size) for x in range(size)]
    maker.dice.shuffle(free)
    cages: list[Cage] = []
    left = dict.fromkeys(free)
    while left:
        cage = [next(iter(left))]
        del left[cage[0]]
        wanted = maker.dice.randint(2, most)
        while len(cage) < wanted:
            held = {digits[size * y + x] for x, y in cage}
            near = [
                (u, v)
                for x, y in cage
                for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if (u, v) in left and digits[size * v + u] not in held
            ]
            if not near:
                break
            cell = near[maker.dice.randrange(len(near))]
            del left[cell]
            cage.append(cell)
        cage.sort(key=lambda cell: (cell[1], cell[0]))
        cages.append(Cage(sum(digits[size * y + x] for x, y in cage), tuple(cage)))
    return replace(rules, cages=tuple(cages))


# Puzzles without givens ---------------------------------------------------------------------------


def _dominosa(maker: _Maker, kind: Dominosa) -> MadePuzzle:
    def draw() -> Dominosa:
        dealt = Dominosa(pips=kind.pips, deal=maker.dice.randrange(10**9))
        return Dominosa(pips=kind.pips, given=dealt.numbers)

    return maker.unique(draw)


def _word_search(maker: _Maker, kind: WordSearch) -> MadePuzzle:
    """Hide the words, and fill the other cells; each word is there once."""
    backwards = kind.backwards and maker.difficulty != "easy"
    empty = replace(kind, backwards=backwards, given=())
    letters = _LETTERS if maker.difficulty != "hard" else "".join(sorted({*"".join(kind.wanted)}))

    def draw() -> WordSearch | None:
        solution = maker.solution(empty.problem())
        if solution is None:
            raise BadPuzzle(f"words={kind.words[:60]}: they do not fit on a {kind.board} board")
        lines = empty.read(solution).lines
        given = tuple(
            "".join(letter or maker.dice.choice(letters) for letter in line) for line in lines
        )
        return replace(empty, given=given)

    return maker.unique(draw)


def _cryptarithm(maker: _Maker, kind: Cryptarithm) -> MadePuzzle:
    """Draw words until their sum has one solution: about one of 400 has."""
    lists = [FOUR.split(), FIVE.split(), FIVE.split()]

    def draw() -> Cryptarithm | None:
        while True:
            maker.go_on()
            lists[1] = lists[maker.dice.choice((0, 2))]
            words = [maker.dice.choice(words) for words in lists]
            different = len(set("".join(words)))
            if len(set(words)) == 3 and 7 <= different <= 10 and _solutions_of(words) == 1:
                return Cryptarithm(f"{words[0]}+{words[1]}={words[2]}".upper())

    return maker.unique(draw)


def _solutions_of(words: Sequence[str]) -> int:
    """Return the number of solutions of a sum of words in digits, up to 2: column by column.

    The exact cover of a sum takes ten times as long to build as most sums take here.
    """
    *added, total = [word[::-1] for word in words]
    leads = {word[0] for word in words if len(word) > 1}
    digit: dict[str, int] = {}
    free_digits = set(range(10))
    found = 0

    def column(place: int, carried: int) -> None:
        nonlocal found
        if place == len(total):
            found += carried == 0
            return
        letters = [word[place] for word in added if place < len(word)]
        fill(place, carried, letters, [one for one in dict.fromkeys(letters) if one not in digit])

    def fill(place: int, carried: int, letters: list[str], free: list[str]) -> None:
        if free:
            letter, *others = free
            for value in sorted(free_digits):
                if found < 2 and (value or letter not in leads):
                    digit[letter] = value
                    free_digits.remove(value)
                    fill(place, carried, letters, others)
                    free_digits.add(value)
                    del digit[letter]
            return
        on, value = divmod(carried + sum(digit[letter] for letter in letters), 10)
        letter = total[place]
        if letter in digit:
            if digit[letter] == value:
                column(place + 1, on)
        elif value in free_digits and (value or letter not in leads):
            digit[letter] = value
            free_digits.remove(value)
            column(place + 1, on)
            free_digits.add(value)
            del digit[letter]

    if max(map(len, added)) <= len(total):
        column(0, 0)
    return found


def _star_battle(maker: _Maker, kind: StarBattle) -> MadePuzzle:
    """Draw regions around random stars, and move cells until no other stars fit."""
    size = len(kind.regions) if kind.regions != StarBattle.regions else _battle_size(kind.stars)
    rows = tuple(_LETTERS[y] * size for y in range(size))
    # Every row is a region: the stars of a board without regions.
    plain = StarBattle(kind.stars, rows).problem()

    def draw() -> StarBattle | None:
        """Return regions with one solution, mostly."""
        solution = maker.solution(plain)
        if solution is None:
            raise BadPuzzle(f"no {kind.stars} stars fit into each row of {size} cells")
        stars = cast("list[Cell]", list(plain.names(solution)))
        of = grown_regions(size, _grouped(stars, kind.stars, maker.dice), maker.dice)
        if not all_connected(of):
            return None
        for _ in range(size * size):
            puzzle = _battle(kind.stars, size, of)
            found, _ = maker.prepared(puzzle.problem())(())
            other = next((one for one in found if one != solution), None)
            if other is None:
                return puzzle if maker.difficulty == "hard" else _climbed(maker, of, stars)
            # The other stars do not fit if one of them changes its region.
            names = cast("tuple[Cell, ...]", puzzle.problem().names(other))
            moves = [
                (cell, region)
                for cell in names
                if cell not in stars
                for region in movable(of, cell)
            ]
            if not moves:
                return None
            cell, region = moves[maker.dice.randrange(len(moves))]
            of[cell] = region
        return None

    return maker.unique(draw)


def _climbed(maker: _Maker, of: dict[Cell, int], stars: Collection[Cell]) -> StarBattle:
    """Move cells to other regions as long as more steps are forced, and more of them at a time.

    Of random regions, hardly any are solved by forced steps.
    """
    size = math.isqrt(len(of))
    cells = [cell for cell in of if cell not in stars]

    def height() -> tuple[int, int]:
        found = forced_rounds(_battle(1, size, of).problem())
        rounds = [len(forced) for forced in found.rounds]
        return (size, -rounds[:-1].count(1)) if found.solved else (min(sum(rounds), size - 1), 0)

    best, most = height(), (size, 0 if maker.difficulty == "easy" else -size)
    for _ in range(_STEPS):
        if best >= most:
            break
        cell = cells[maker.dice.randrange(len(cells))]
        for region in movable(of, cell)[:1]:
            maker.go_on()
            before, of[cell] = of[cell], region
            higher = height()
            if higher >= best:
                best = higher
            else:
                of[cell] = before
    return _battle(1, size, of)


def _battle_size(stars: int) -> int:
    """Return the usual size of a board: 8 for one star, 10 for two, and so on."""
    return 8 if stars == 1 else 4 * stars + 2


def _grouped(stars: list[Cell], each: int, dice: Random) -> list[list[Cell]]:
    """Group stars that are near to each other, with the cells of a path between them."""
    left = list(stars)
    groups = []
    taken = set(stars)
    while left:
        x, y = left.pop(dice.randrange(len(left)))
        group = [(x, y)]
        for _ in range(each - 1):
            left.sort(key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))
            u, v = left.pop(0)
            # Across, then up or down, leaving out what others have: then it may not be connected.
            path = [(a, y) for a in range(min(x, u), max(x, u) + 1)]
            path += [(u, b) for b in range(min(y, v), max(y, v) + 1)]
            group += [cell for cell in path if cell not in taken] + [(u, v)]
            taken.update(path)
        groups.append(group)
    return groups


def _battle(stars: int, size: int, of: dict[Cell, int]) -> StarBattle:
    lines = ("".join(_LETTERS[of[x, y]] for x in range(size)) for y in range(size))
    return StarBattle(stars, tuple(lines))


_MAKERS: dict[type, Callable[[_Maker, Any], MadePuzzle]] = {
    Queens: _with_givens,
    Latin: _with_givens,
    Langford: _with_givens,
    Sudoku: _sudoku,
    Dominosa: _dominosa,
    WordSearch: _word_search,
    Cryptarithm: _cryptarithm,
    StarBattle: _star_battle,
}
