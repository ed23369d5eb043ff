"""Nonograms of which line solving decides few cells: woven, scaled and textured boards.

    python bench/woven_nonograms.py [--kinds knots large mixed] [--seconds 60] [--each]
                                    [--write FOLDER]

Line solving and probing leave most cells of such boards open, so the time is that of the portfolio:
search, clause learning, dives and annealings.  `knots` are 50 squares of interlaced strands,
`large` are boards of 50 x 75 and 80 x 95 cells, and `mixed` are 31 boards like those in collections
of hard puzzles.  The times are CPU seconds of the verdict (one solution or several), without
python-sat, which is hidden.  `--each` prints a line for each board, with counters of the work;
`--write` writes the boards to files instead.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.nonogram_boards import BOARDS, Cells, Clues, automaton, clues, drawn
from bench.random_nonograms import decided, late

__all__ = ["KINDS", "dented", "hard", "knot", "main", "patches", "scales", "tapestry", "twill"]


def knot(height: int, width: int, *, period: int, seed: int) -> Cells:
    """Return interlaced strands along both diagonals, four cells wide, with black edges.

    There is a strand for each `period` diagonals.  Where two cross, a coin decides which is above,
    and the edges of the other one are hidden.
    """
    dice = random.Random(seed)
    across = (height + width) // period + 1
    coins = [[dice.random() < 0.5 for _ in range(2 * across)] for _ in range(across)]
    picture = []
    for i in range(height):
        row = []
        for j in range(width):
            (falling, x), (rising, y) = divmod(i + j, period), divmod(i - j, period)
            edges = x in (0, 3), y in (0, 3)
            crossing = x < 4 and y < 4
            above = coins[falling][rising + across]
            row.append(int(edges[above] if crossing else any(edges)))
        picture.append(row)
    return picture


def tapestry(height: int, width: int, *, period: int, seed: int, border: int = 6) -> Cells:
    """Return a knot in a frame of two lines with slanted bars between them."""
    inner = knot(height - 2 * border, width - 2 * border, period=period, seed=seed)
    picture = []
    for i in range(height):
        row = []
        for j in range(width):
            edge = min(i, j, height - 1 - i, width - 1 - j)
            if edge >= border:
                row.append(inner[i - border][j - border])
            else:
                row.append(int(edge in (0, border - 1) or (i + j) % 4 < 2))
        picture.append(row)
    return picture


def scales(height: int, width: int, *, seed: int) -> Cells:
    """Return rows of overlapping scales, each up to one cell from its place."""
    dice = random.Random(seed)
    picture = [[0] * width for _ in range(height)]
    for number, down in enumerate(range(0, height + 6, 4)):
        for right in range(-4, width + 8, 8):
            y = down + dice.choice((-1, 0, 0, 1))
            x = right + 4 * (number % 2) + dice.choice((-1, 0, 0, 1))
            for i in range(max(0, y - 4), min(height, y + 5)):
                for j in range(max(0, x - 4), min(width, x + 5)):
                    square = (i - y) ** 2 + (j - x) ** 2
                    if square <= 18:
                        picture[i][j] = int(square > (9 if i > y else 12))
    return picture


def twill(height: int, width: int, *, side: int, seed: int) -> Cells:
    """Return squares of stripes in random directions and distances; 3 % of the cells are wrong."""
    dice = random.Random(seed)
    stripes = [
        [(dice.choice((1, -1)), dice.choice((2, 3, 4))) for _ in range(0, width, side)]
        for _ in range(0, height, side)
    ]
    picture = []
    for i in range(height):
        row = []
        for j in range(width):
            slope, distance = stripes[i // side][j // side]
            stripe = (i + slope * j) % distance < max(1, distance // 2)
            row.append(int(stripe != (dice.random() < 0.03)))
        picture.append(row)
    return picture


def patches(height: int, width: int, *, seed: int) -> Cells:
    """Return a picture of black, white, striped and noisy patches, like fur in a landscape."""
    dice = random.Random(seed)
    light, rough = (_ranks(dice, height, width) for _ in range(2))
    picture = []
    for i in range(height):
        row = []
        for j in range(width):
            if light[i][j] < 0.2:
                cell = rough[i][j] > 0.85
            elif light[i][j] > 0.8:
                cell = rough[i][j] > 0.3
            elif rough[i][j] < 0.4:
                cell = dice.random() < 0.45
            elif rough[i][j] < 0.6:
                cell = (i - j) % 4 < 2
            else:
                cell = ((i + 2 * j) % 5 < 2) != (dice.random() < 0.05)
            row.append(int(cell))
        picture.append(row)
    return picture


def _ranks(dice: random.Random, height: int, width: int) -> list[list[float]]:
    """Return smoothed noise as the share of the cells that have less of it."""
    values = [[dice.randrange(256) for _ in range(width)] for _ in range(height)]
    for _ in range(6):
        for _ in range(2):
            values = [[sum(row[max(0, j - 3) : j + 4]) for j in range(len(row))] for row in values]
            values = [list(column) for column in zip(*values, strict=True)]
    order = sorted(value for row in values for value in row)
    rank = {value: k / len(order) for k, value in enumerate(order)}
    return [[rank[value] for value in row] for row in values]


Boards = dict[str, Callable[[], Clues]]


def _named(make: Callable[..., Cells], height: int, width: int, **options: int) -> Boards:
    """Return one board under its name."""
    numbers = [str(value) for value in options.values()]
    name = "-".join([make.__name__, f"{height}x{width}", *numbers])
    return {name: lambda: clues(partial(make, **options)(height, width))}


def _knots() -> Boards:
    found: Boards = {}
    for side in range(30, 51, 5):
        for period in range(6, 11):
            for seed in (1, 2):
                found |= _named(knot, side, side, period=period, seed=seed)
    return found


def _large() -> Boards:
    found: Boards = {}
    for seed in (1, 2):
        found |= _named(knot, 50, 75, period=9, seed=seed)
        found |= _named(knot, 80, 95, period=12, seed=seed)
        found |= _named(tapestry, 80, 95, period=10, seed=seed)
        found |= _named(twill, 50, 75, side=15, seed=seed)
        found |= _named(patches, 50, 75, seed=seed)
        found |= _named(scales, 50, 75, seed=seed)
    return found


def _mixed() -> Boards:
    slow = ("random-15", "random-20", "random-30", "random-60", "dom-12", "dom-13")
    found = {name: make for name, make in BOARDS.items() if name not in slow}
    for k, (height, width) in enumerate([(34, 34), (40, 40), (45, 45), (50, 40), (60, 55)], 7):
        found |= _named(knot, height, width, period=k, seed=1)
        found |= _named(scales, height // 2, width // 2, seed=k)
        found |= _named(patches, height, width, seed=k)
    return found


KINDS: dict[str, Callable[[], Boards]] = {"knots": _knots, "large": _large, "mixed": _mixed}


def evolved(height: int, width: int, *, black: int, seed: int) -> Cells:
    """Return the evolution of rule 30 from at most this number of black cells near the middle."""
    dice = random.Random(seed)
    first = [0] * width
    for _ in range(black):
        first[width // 2 + dice.randrange(-3, 4)] = 1
    return automaton(30, first, height)


def dented(height: int, width: int, *, seed: int) -> Cells:
    """Return the only picture of the n-Dom board with 2 n + 1 rows, with one random cell changed.

    It is a staircase from the last row to the first: three cells, then one below every other.
    """
    dice = random.Random(seed)
    picture = [[0] * width for _ in range(height)]
    for i in range(height):
        right = width - 1 - i
        if i % 2:
            picture[i][right + 1] = 1
        else:
            for j in (right - 2, right - 1, right) if i < height - 1 else ():
                picture[i][j] = 1
            if i:
                picture[i][right + 2] = 1
    i, j = dice.randrange(height), dice.randrange(width)
    picture[i][j] ^= 1
    return picture


def noise(height: int, width: int, *, percent: int, seed: int) -> Cells:
    """Return random cells, each black with this probability."""
    assert height == width
    return drawn(height, seed, percent=percent)


def _candidates(kind: str, dice: random.Random) -> Boards:
    """Return a board that may be hard."""
    number = dice.randrange(10_000)
    if kind == "tight":
        n, side = dice.randrange(8, 14), dice.randrange(45, 66)
        return dice.choice(
            (
                _named(dented, 2 * n + 1, 2 * n + 1, seed=number),
                _named(evolved, side // 2, side, black=dice.randrange(1, 4), seed=number),
            )
        )
    if kind == "loose":
        side, percent = dice.choice(((30, 45), (35, 45), (40, 45), (40, 47), (45, 47), (50, 50)))
        return _named(noise, side, side, percent=percent, seed=number)
    side = dice.randrange(30, 51)
    return dice.choice(
        (
            _named(knot, side, side, period=dice.randrange(6, 9), seed=number),
            _named(scales, side * 2 // 3, side * 2 // 3, seed=number),
            _named(twill, side, side, side=dice.choice((10, 15)), seed=number),
            _named(patches, side, side, seed=number),
        )
    )


def hard(seed: int) -> dict[str, Clues]:
    """Return a hundred boards: 34 tight, 33 loose and 33 woven ones.

    Tight boards have one solution.  A board is hard if line solving, probing and a short search
    leave it open; about one in three is.
    """
    from combien.nonograms import Nonogram, solve

    dice = random.Random(seed)
    found: dict[str, Clues] = {}
    for kind, count in (("tight", 34), ("loose", 33), ("woven", 33)):
        end = len(found) + count
        while len(found) < end:
            for name, make in _candidates(kind, dice).items():
                board = make()
                verdict = solve(Nonogram(*board))
                unwanted = kind == "tight" and verdict.status != "unique"
                if "conflicts" in verdict.work and not unwanted:
                    found[f"{kind}-{name}"] = board
    return found


def written(board: Clues) -> str:
    """Return the clues as a file in the format `.non`."""
    rows, columns = ([",".join(map(str, line or [0])) for line in lines] for lines in board)
    sizes = f"width {len(columns)}", f"height {len(rows)}"
    return "\n".join([*sizes, "", "rows", *rows, "", "columns", *columns, ""])


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    # An import of a module that is None fails.
    sys.modules["pysat"] = None  # type: ignore[assignment]
    signal.signal(signal.SIGVTALRM, late)
    if not given.write:
        print("| boards | decided | median | nine tenths | greatest | all |")
        print("|---|---:|---:|---:|---:|---:|")
    for kind in given.kinds:
        boards = KINDS[kind]()
        if given.write:
            given.write.mkdir(parents=True, exist_ok=True)
            for name, make in boards.items():
                (given.write / f"{name}.non").write_text(written(make()), encoding="utf-8")
            continue
        times = [
            decided(name, make(), given.seconds, each=given.each) for name, make in boards.items()
        ]
        known = sorted(one if one is not None else float("inf") for one in times)
        count = sum(one is not None for one in times)
        print(
            f"| {kind} | {count} of {len(times)} | {median(known):.3f} "
            f"| {known[len(known) * 9 // 10]:.3f} | {known[-1]:.3f} | {sum(known):.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
