"""Puzzles to hand out: with one solution, from a seed, of a difficulty.

Most puzzles are made from a random solution: a part of it is given, and what is given is taken away
as long as one solution remains.  A search that covers the item with the fewest options first solves
a puzzle without a guess if and only if each step is forced, so its number of nodes is the measure
of the difficulty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, cast

from combien._base.budget import Meter, Progress, begun, budget_of
from combien._base.checks import check_int, did_you_mean
from combien._base.records import dataclass, replace
from combien._questions import Prepared, solutions
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.design._regions import Cell, all_connected, grown_regions, movable, random_regions
from combien.drawing._picture import Picture
from combien.engines._protocol import Budget, Reporter
from combien.errors import BadPuzzle
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

DIFFICULTIES = ("easy", "medium", "hard")
VARIANTS = ("plain", "x", "jigsaw", "killer")
# What a search for a puzzle of the right difficulty tries.
_TRIES = 60
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


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle with one solution.

    `puzzle` is a model with this solution; if only options are `given`, they are numbers of options
    of its problem.  `search_size` is the number of nodes of the search that solves it: 1 if every
    step is forced.
    """

    puzzle: Any
    solution: Solution
    search_size: int
    given: tuple[int, ...] = ()

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
    difficulty: str = "medium",
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

    An easy puzzle is solved by forced steps and has more givens than it needs; a medium one is
    solved by forced steps, and without any one of its givens it is not; a hard one needs a guess of
    the solver, or a look ahead, if one of 60 tries does.  Of puzzles without givens, a few are
    drawn: an easy one has the smallest search of them, a hard one the largest.  The same seed gives
    the same puzzles.

    Raises `BadPuzzle` for a puzzle that cannot be made, or if no try has one solution; and
    `OutOfBudget`.  Cost: a hard sudoku takes about 20 ms, a sum of words a second.
    """
    kind = puzzle_named(puzzle)() if isinstance(puzzle, str) else puzzle
    make = _MAKERS.get(type(kind))
    if make is None:
        names = ", ".join(known.__name__ for known in _MAKERS)
        raise BadPuzzle(f"{type(kind).__name__} puzzles cannot be made, but these: {names}")
    for name, value, known in (
        ("difficulty", difficulty, DIFFICULTIES),
        ("variant", variant, VARIANTS),
    ):
        if value not in known:
            hint = did_you_mean(str(value)[:40], known)
            raise BadPuzzle(f"{name} must be one of {', '.join(known)}{hint}")
    if variant != "plain" and not isinstance(kind, Sudoku):
        raise BadPuzzle("variants are of sudokus: leave the variant out")
    count = check_int("count", count, least=1, most=10_000)
    seed = check_int("seed", seed, least=0)
    dice = Random(seed)
    limits = begun(budget_of(budget, nodes, seconds, bytes))
    maker = _Maker(dice, difficulty, variant, limits, report)
    seen: set[str] = set()
    for number in range(count):
        maker.fraction = number / count
        for _ in range(_TRIES):
            made = make(maker, kind)
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
        difficulty: str,
        variant: str,
        budget: Budget,
        report: Reporter | None,
    ) -> None:
        self.dice, self.difficulty, self.variant = dice, difficulty, variant
        self.budget, self.report = budget, report
        self._meter = Meter(budget, engine="make")
        # The part of the puzzles that are made, and what was tried.
        self.fraction, self.tried = 0.0, 0

    def go_on(self) -> None:
        """Report a try.  Raises `OutOfBudget` if the seconds are used up."""
        self._meter.pause()
        self.tried += 1
        if self.report and self.tried % 20 == 0:
            self.report(Progress("make", self.fraction, {"tried": self.tried}))

    def solution(self, problem: Problem) -> Solution | None:
        """Return a random solution, not uniformly distributed."""
        self.go_on()
        seed = self.dice.randrange(2**32)
        return next(solutions(problem, seed=seed, limit=1, budget=self.budget), None)

    def prepared(self, problem: Problem) -> Callable[[Sequence[int]], tuple[list[Solution], int]]:
        """Return a function from given options to up to two solutions, and the nodes."""
        prepared = Prepared(problem)

        def ask(given: Sequence[int]) -> tuple[list[Solution], int]:
            self.go_on()
            found = prepared.solutions(given, budget=self.budget)
            return found, prepared.work["nodes"]

        return ask

    def unique(self, puzzle: Puzzle[Any]) -> MadePuzzle | None:
        """Return a puzzle with its solution, if it has exactly one."""
        found, nodes = self.prepared(puzzle.problem())(())
        return MadePuzzle(puzzle, found[0], nodes) if len(found) == 1 else None

    def of_several(self, draw: Callable[[], Puzzle[Any] | None], several: int) -> MadePuzzle:
        """Draw puzzles with one solution, and return the one of the difficulty."""
        found: list[MadePuzzle] = []
        for _ in range(_TRIES * several):
            drawn = draw()
            made = drawn and self.unique(drawn)
            if made:
                found.append(made)
                if len(found) == several:
                    break
        if not found:
            raise BadPuzzle(
                f"none of {_TRIES * several} random puzzles has one solution: try other settings"
            )
        found.sort(key=lambda made: made.search_size)
        return found[{"easy": 0, "medium": len(found) // 2, "hard": -1}[self.difficulty]]


# Puzzles with givens ------------------------------------------------------------------------------


def _with_givens(maker: _Maker, kind: Puzzle[Any]) -> MadePuzzle:
    """Give a part of a random solution."""
    problem = kind.problem()
    ask = maker.prepared(problem)
    best: tuple[int, list[int], Solution] | None = None
    for _ in range(_TRIES):
        full = maker.solution(problem)
        if full is None:
            raise BadPuzzle(f"{kind.about.name} {kind}: there is no solution")
        nodes, kept = _reduced(maker, ask, full, [[option] for option in full])
        if best is None or nodes > best[0]:
            best = nodes, kept, full
        if maker.difficulty != "hard" or nodes > 1:
            break
    assert best is not None
    nodes, kept, full = best
    return MadePuzzle(kind, full, nodes, tuple(sorted(kept)))


def _reduced(
    maker: _Maker,
    ask: Callable[[Sequence[int]], tuple[list[Solution], int]],
    full: Sequence[int],
    groups: list[list[int]],
) -> tuple[int, list[int]]:
    """Take groups of givens away, in random order; return the nodes and what stays given."""
    easy, hard = maker.difficulty == "easy", maker.difficulty == "hard"
    kept = dict.fromkeys(full)
    away: list[list[int]] = []
    maker.dice.shuffle(groups)
    for group in groups:
        rest = [option for option in kept if option not in group]
        found, nodes = ask(rest)
        if len(found) == 1 and (hard or nodes == 1):
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
        full = maker.solution(bare.problem())
        if full is not None or maker.variant != "jigsaw":
            break
    if full is None:
        raise BadPuzzle("no full sudoku satisfies these rules")
    digits = [option % size + 1 for option in sorted(full)]
    if maker.variant == "killer":
        return maker.of_several(lambda: _caged(maker, bare, digits), 1)
    ask = maker.prepared(bare.problem())
    places = range(len(digits))
    chosen = sorted(full)
    pairs = zip(chosen[: (len(digits) + 1) // 2], reversed(chosen), strict=False)
    groups = [sorted({*pair}) for pair in pairs]
    best: tuple[int, list[int]] | None = None
    for _ in range(_TRIES if maker.difficulty == "hard" else 1):
        found = _reduced(maker, ask, sorted(full), groups)
        best = max(best, found, key=lambda one: one[0]) if best else found
        if best[0] > 1:
            break
    assert best is not None
    nodes, kept = best
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

    return maker.of_several(draw, several=5)


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

    return maker.of_several(draw, several=1)


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

    return maker.of_several(draw, several=1 if maker.difficulty == "medium" else 3)


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
                return puzzle
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

    return maker.of_several(draw, several=3)


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
