"""Nonograms: with colors, hidden numbers and given cells; with one solution, several or none.

A case has the goal's cells, or the clues of two boards mixed, and which numbers are hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import combien
from combien import nonograms
from combien.errors import BadNonogram, CannotAnswer, OutOfBudget
from combien.nonograms import UNKNOWN, WHITE, Board, Nonogram
from combien.nonograms._clue import BLOTTED, Block
from combien.nonograms.formats import FORMATS
from tests.hunt.asking import Case, Kind, Questions, Way
from tests.hunt.covers import engine_names
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import agrees

__all__ = ["LARGE_NONOGRAMS", "NONOGRAMS"]

VALUES = (0, 1, 3, 4)
MOST_LISTED = 3000


def drawn(random: Random, *, least: int = 1, most: int = 5) -> Case:
    """The cells of two boards, of which rows and columns are taken."""
    height, width = random.randint(least, most), random.randint(least, most)
    colors = random.choice([[0, 1], [0, 1], [0, 2], [0, 1, 2], [0, 1, 2, 3]])
    white = random.randint(0, 3)
    values = colors + [0] * white
    cells = [random.choice(values) for _ in range(height * width)]
    other = list(cells)
    if random.random() < 0.3:
        # A change in the columns, often so that no board has both clues.
        for place in random.sample(range(len(cells)), min(2, len(cells))):
            other[place] = random.choice(values)
    shown = random.sample(range(len(cells)), random.choice([0, 0, 0, min(3, len(cells))]))
    return {
        "width": width,
        "rows": cells,
        "columns": other,
        "hidden": random.sample(range(40), random.choice([0, 0, 0, 2, 20])),
        "shown": [
            [place, random.choice([cells[place], cells[place], random.choice(values)])]
            for place in shown
        ],
        "dice": random.getrandbits(32),
    }


def _board(cells: list[int], width: int) -> Board:
    height = len(cells) // width if width else 0
    return Board(height, width, bytes(VALUES[cell] for cell in cells[: height * width]))


def _nonogram(case: Case) -> tuple[Nonogram, Board]:
    size = min(len(case["rows"]), len(case["columns"]))
    rows, columns = (
        _board(case["rows"][:size], case["width"]),
        _board(case["columns"][:size], case["width"]),
    )
    clues, blots = [rows.clues()[0], columns.clues()[1]], iter(range(10**6))
    hidden = set(case["hidden"])
    clues = [
        tuple(
            tuple(Block(BLOTTED if next(blots) in hidden else n, color) for n, color in clue)
            for clue in side
        )
        for side in clues
    ]
    given = bytearray([UNKNOWN]) * len(rows.cells)
    for place, value in case["shown"]:
        if place < len(given):
            given[place] = VALUES[value]
    nonogram = Nonogram(*clues, check=False)
    if not {UNKNOWN, WHITE, *nonogram.colors}.issuperset(given):
        raise BadNonogram("a given cell has a color that is in no clue")
    return nonogram, Board(rows.height, rows.width, bytes(given))


def asked(case: Case) -> Questions:
    """The boards of a small nonogram."""
    random = Random(case["dice"])
    nonogram, given = _nonogram(case)
    found = sorted(board.cells for board in boards_by_listing(nonogram) if agrees(board, given))
    counts: dict[str, Way] = {
        "definition": lambda: len(found),
        "count": lambda: nonograms.count(nonogram, given=given),
        "pieces": partial(_stopped, nonogram, given, len(found)),
    }
    if not case["shown"]:
        for name in engine_names(random, 3):
            counts[name] = partial(combien.count, nonogram, engine=name)
    questions: dict[str, dict[str, Way]] = {
        "count": counts,
        "verdict": {
            "definition": lambda: _kind(len(found)),
            "solve": partial(_verdict, nonogram, given, found),
            "sat": partial(_verdict, nonogram, given, found, engine="sat"),
            **{
                name: partial(_encoded, nonogram, given, found, name)
                for name in ("places", "automaton", "configurations")
            },
        },
    }
    if len(found) <= MOST_LISTED:
        questions["boards"] = {
            "definition": lambda: found,
            "solve_all": lambda: sorted(
                board.cells for board in nonograms.solve_all(nonogram, given=given)
            ),
        }
        questions["deduced"] = {
            "definition": lambda: True,
            "deduce": partial(_deduced, nonogram, given, found),
        }
    plain = [name for name in ("json", "non") if name in FORMATS]
    if not case["shown"]:
        counts["written"] = partial(_written, nonogram, random.choice(plain))
    return questions


def _kind(number: int) -> str:
    return "none" if not number else "unique" if number == 1 else "several"


def _verdict(nonogram: Nonogram, given: Board, found: list[bytes] | None, **how: str) -> str:
    verdict = nonograms.solve(nonogram, given=given, **how)  # type: ignore[arg-type]
    boards = {board.cells for board in verdict.boards}
    assert len(boards) == {"none": 0, "unique": 1, "several": 2}[verdict.status]
    assert all(board.solves(nonogram) and agrees(board, given) for board in verdict.boards)
    assert found is None or boards <= {*found}
    return verdict.status


def _encoded(nonogram: Nonogram, given: Board, found: list[bytes], encoding: str) -> str:
    if nonogram.blotted and encoding != "automaton":
        raise CannotAnswer("hidden numbers")
    return _verdict(nonogram, given, found, engine="sat", encoding=encoding)


def _deduced(nonogram: Nonogram, given: Board, found: list[bytes]) -> bool:
    """Whether what lines tell is true in every board; if they contradict, there is none."""
    try:
        known = nonograms.deduce(nonogram, given).cells
    except BadNonogram:
        return not found
    return all(k in (UNKNOWN, v) for cells in found for k, v in zip(known, cells, strict=True))


def _stopped(nonogram: Nonogram, given: Board, number: int) -> int:
    """A count within more and more nodes, whose bounds must be true."""
    nodes = 0
    for _ in range(40):
        try:
            return nonograms.count(nonogram, given=given, nodes=nodes)
        except OutOfBudget as stop:
            least = stop.known.get("at_least", 0)
            assert least <= number, f"at least {least} within {nodes} nodes"
            nodes = 2 * nodes + 1
    raise CannotAnswer("not done after 2^40 nodes")


def _written(nonogram: Nonogram, format: str) -> int:
    try:
        data = nonograms.formats.write(nonograms.Puzzle(nonogram), format=format)
    except combien.BadInput as error:
        raise CannotAnswer(str(error)) from None
    (read,) = nonograms.formats.read(data, format=format)
    return nonograms.count(read.nonogram)


def _kind_within(boards: Callable[[], Iterable[object]]) -> str:
    try:
        return _kind(len(list(islice(boards(), 2))))
    except OutOfBudget:
        raise CannotAnswer("out of budget") from None


def asked_large(case: Case) -> Questions:
    """Boards that are not listed: two ways to count, and the verdict by solvers."""
    nonogram, given = _nonogram(case)
    limit: dict[str, Any] = {"nodes": 200_000}

    def counted() -> str:
        try:
            return _kind(nonograms.count(nonogram, given=given, **limit))
        except OutOfBudget as stop:
            least = stop.known.get("at_least", 0)
            if least < 2:
                raise CannotAnswer("out of budget") from None
            return "several"

    ways: dict[str, Way] = {
        "solve": partial(_verdict, nonogram, given, None),
        "sat": partial(_verdict, nonogram, given, None, engine="sat"),
        "count": counted,
        "list": partial(_kind_within, partial(nonograms.solve_all, nonogram, given=given, **limit)),
    }
    if not case["shown"]:
        ways["dlx"] = partial(_kind_within, partial(combien.solutions, nonogram, limit=2, **limit))
    return {"verdict": ways}


NONOGRAMS = Kind("nonograms", drawn, asked, share=2)
LARGE_NONOGRAMS = Kind("large nonograms", partial(drawn, least=5, most=14), asked_large)
