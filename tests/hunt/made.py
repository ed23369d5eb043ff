"""Puzzles that are made, and sheets that are printed: what they promise to who solves them.

A made puzzle is a kind with its settings, a difficulty and a seed; a sheet is a board with a few
tiles, as for `combien solve --pdf --pages handout`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import combien
from combien import Problem, Region, Solution
from combien._cli.main import main
from combien.design import make_puzzles
from combien.errors import BadTiling, CannotAnswer
from combien.geometry import SQUARE
from combien.geometry._cell import Cell
from combien.language import parse, problems
from combien.puzzles import Dominosa, Langford, Latin, Queens, StarBattle, Sudoku
from tests.hunt.asking import Case, Kind, Questions
from tests.hunt.boards import drawn_tiles, tile_of
from tests.printing.test_sheets import texts

__all__ = ["MADE", "SHEETS"]

PUZZLES: dict[str, list[Any]] = {
    "queens": [Queens(5), Queens(6), Queens(8)],
    "latin": [Latin(3), Latin(4), Latin(5)],
    "langford": [Langford(3), Langford(4), Langford(7)],
    "sudoku": [Sudoku(16 * (0,))],
    "dominosa": [Dominosa()],
    "starbattle": [StarBattle()],
}
# What is solved by forced steps: of puzzles with givens.
GIVEN = ("queens", "latin", "langford", "sudoku")
FORCED = ("easy", "medium")


def drawn_made(random: Random) -> Case:
    """A kind, the number of its settings, a difficulty and a seed."""
    name = random.choice([*GIVEN, *PUZZLES])
    return {
        "puzzle": name,
        "settings": random.randrange(len(PUZZLES[name])),
        "difficulty": random.choice(["easy", "medium", "hard"]),
        "seed": random.randrange(10**6),
    }


def asked_made(case: Case) -> Questions:
    """That it has one solution, and whether it is solved by forced steps."""
    kind, difficulty = PUZZLES[case["puzzle"]][case["settings"]], case["difficulty"]
    [made] = make_puzzles(kind, difficulty=difficulty, seed=case["seed"])
    problem = made.puzzle.problem()

    def solved() -> list[Solution]:
        every = combien.solutions(problem, limit=2 if not made.given else None, engine="dlx")
        return [one for one in every if {*made.given} <= {*one}][:2]

    # A made puzzle may have a level of its own, beside the one that was asked for.
    level = getattr(made, "level", difficulty)
    promises = case["puzzle"] in GIVEN and level in FORCED

    def promised() -> bool:
        if not promises:
            raise CannotAnswer("nothing is promised")
        return True

    def searched() -> bool:
        """A search, which may look ahead, needs one node for what is forced."""
        if made.search_size == 1 and not is_forced(problem, made.given):
            raise CannotAnswer("it looked ahead")
        return made.search_size == 1

    return {
        "solutions": {"made": lambda: [made.solution], "solved": solved},
        "forced": {
            "definition": lambda: is_forced(problem, made.given),
            "level": promised,
            "search": searched,
        },
    }


def is_forced(problem: Problem, given: tuple[int, ...]) -> bool:
    """Whether an item with one option left, again and again, leads to a solution."""
    options = [{*problem.indices(option)} for option in range(problem.option_count)]
    needed = {item for item, primary in enumerate(problem.primary_flags) if primary}
    left = {*range(problem.option_count)}
    assert not problem.has_bounds
    assert not problem.has_colors
    waiting = [*given]
    while True:
        for option in waiting:
            needed -= options[option]
            left = {other for other in left if options[other].isdisjoint(options[option])}
        if not needed:
            return True
        choices = {item: [o for o in left if item in options[o]] for item in needed}
        forced = [item for item in sorted(needed) if len(choices[item]) == 1]
        if not forced or not all(choices.values()):
            return False
        waiting = choices[forced[0]]


# Sheets -----------------------------------------------------------------------------------------


def drawn_sheet(random: Random) -> Case:
    """A board of a few squares, and tiles."""
    size = [random.randint(1, 5), random.randint(1, 4)]
    places = range(size[0] * size[1])
    tiles = drawn_tiles(random, [3, 2], Region.box(3, 2).cells, most=3)
    return {
        "size": size,
        "out": random.sample(places, min(random.choice([0, 0, 1, 2]), len(places))),
        "tiles": [tile for tile in tiles if tuple(tile["times"]) in TIMES],
    }


def asked_sheet(case: Case) -> Questions:
    """What the handout says of the number of solutions."""
    script = script_of(case)
    number = combien.count(problems(parse(script))["p"])

    def said() -> int:
        text = printed(script)
        if text is None:
            # Nothing is printed of a board that cannot be covered.
            return 0
        if "There is one way." in text:
            return 1
        found = re.search(r"There are ([0-9,]+) ways\.", text)
        if found is None:
            raise CannotAnswer("it names no number")
        return int(found[1].replace(",", ""))

    return {"ways": {"count": lambda: number, "handout": said}}


SYMMETRIES = {"all": "~sym", "rotations": "~rot", "none": ""}
TIMES = {(0, -1): "", (1, 1): "~one", (0, 1): "~maybe", (1, 2): "~times 1..2"}


def script_of(case: Case) -> str:
    """The problem in the tiling language."""
    cells = [c for n, c in enumerate(Region.box(*case["size"]).cells) if n not in case["out"]]
    tiles = [
        f"{art(tile_of(each, SQUARE).region.cells)} {SYMMETRIES[each['symmetries']]} "
        f"{TIMES[tuple(each['times'])]}"
        for each in case["tiles"]
    ]
    return f"problem p = {art(cells)}\n  [{', '.join(tiles)}]\n"


def art(cells: Iterable[Cell]) -> str:
    """Cells of a board as a pattern."""
    found = {*cells}
    xs, ys = sorted(x for x, _ in found), sorted(y for _, y in found)
    if not found:
        raise BadTiling("no cells")
    rows = (
        "".join("*" if (x, y) in found else "." for x in range(xs[0], xs[-1] + 1))
        for y in range(ys[-1], ys[0] - 1, -1)
    )
    return f"{{ {' $ '.join(rows)} }}"


def printed(script: str) -> str | None:
    """The text of the question of a handout; None if no file is written."""
    with TemporaryDirectory() as folder:
        file, sheet = Path(folder, "a.cmb"), Path(folder, "a.pdf")
        file.write_text(script)
        words = ["solve", str(file), "--pdf", str(sheet), "--pages", "handout"]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            main(words)
        return texts(sheet.read_bytes())[0] if sheet.exists() else None


MADE = Kind("made puzzles", drawn_made, asked_made, share=0.5)
SHEETS = Kind("sheets", drawn_sheet, asked_sheet, share=0.5)
