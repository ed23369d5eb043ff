"""Number puzzles: queens, Langford pairs, Latin squares, empty sudokus and one with clues."""

from __future__ import annotations

from bench.instances.instance import Draw, Instance

__all__ = ["empty_sudoku", "langford", "latin", "latin_with_givens", "queens", "sudoku"]


def queens(side: int) -> Instance:
    """Return queens that do not attack each other: rows and columns primary, diagonals secondary.

    The four diagonals of a single cell are left out, as they have no effect.
    """
    counts = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}
    rising = {total: 2 * side + total - 1 for total in range(1, 2 * side - 2)}
    falling = {gap: 5 * side - 5 + gap for gap in range(2 - side, side - 1)}
    options = []
    for y in range(side):
        for x in range(side):
            option = [y, side + x]
            option += [rising[x + y]] if x + y in rising else []
            option += [falling[x - y]] if x - y in falling else []
            options.append(option)
    return Instance(
        f"queens-{side}",
        options,
        primary=2 * side,
        items=6 * side - 6,
        count=counts[side],
        source="published; OEIS A000170",
    )


def langford(pairs: int) -> Instance:
    """Return Langford pairs: the two copies of each number n have n places between them."""
    counts = {4: 2, 11: 35584, 12: 216288}
    options = [
        [number - 1, pairs + place, pairs + place + number + 1]
        for number in range(1, pairs + 1)
        for place in range(2 * pairs - number - 1)
    ]
    return Instance(
        f"langford-{pairs}",
        options,
        primary=3 * pairs,
        items=3 * pairs,
        count=counts[pairs],
        source="published; OEIS A014552, times two",
    )


def latin(side: int) -> Instance:
    """Return Latin squares: every digit is once in each row and once in each column."""
    counts = {4: 576, 5: 161280, 6: 812851200}
    square = side * side
    return Instance(
        f"latin-{side}",
        [
            [side * y + x, square + side * y + digit, 2 * square + side * x + digit]
            for y in range(side)
            for x in range(side)
            for digit in range(side)
        ],
        primary=3 * square,
        items=3 * square,
        count=counts[side],
        source="published; OEIS A002860",
    )


def latin_with_givens(side: int, givens: int) -> Instance:
    """Return the Latin squares that continue some cells of a cyclic one with shuffled lines."""
    draw = Draw(side)
    rows, columns = draw.some(side, side), draw.some(side, side)
    kept = set(draw.some(givens, side * side))
    square = side * side
    return Instance(
        f"latin-{side}-givens",
        [
            [side * y + x, square + side * y + digit, 2 * square + side * x + digit]
            for y in range(side)
            for x in range(side)
            for digit in range(side)
            if side * y + x not in kept or digit == (rows[y] + columns[x]) % side
        ],
        primary=3 * square,
        items=3 * square,
        count={(7, 12): 101072}[side, givens],
        source="computed here by two engines",
    )


def empty_sudoku(high: int, wide: int) -> Instance:
    """Return all sudokus with boxes of this number of rows and columns."""
    counts = {(2, 2): 288, (2, 3): 28200960}
    side = high * wide
    square = side * side
    options = []
    for y in range(side):
        for x in range(side):
            box = y // high * high + x // wide
            options += [
                [
                    side * y + x,
                    square + side * y + digit,
                    2 * square + side * x + digit,
                    3 * square + side * box + digit,
                ]
                for digit in range(side)
            ]
    return Instance(
        f"sudoku-{side}x{side}",
        options,
        primary=4 * square,
        items=4 * square,
        count=counts[high, wide],
        source="published; OEIS A107739 and Felgenhauer and Jarvis 2005",
    )


# Found by trying seeds and numbers of clues until the count was between 1.4 and 1.6 million.
SUDOKU_SEED = 43


def sudoku(clues: int = 19) -> Instance:
    """Return a full sudoku without most digits; with 19 clues it has 1.5 million solutions."""
    digits = _full_board(SUDOKU_SEED)
    kept = set(Draw(SUDOKU_SEED + 1).some(clues, 81))
    options = []
    for cell in range(81):
        y, x = divmod(cell, 9)
        box = y // 3 * 3 + x // 3
        for digit in range(9):
            if cell not in kept or digits[cell] == digit:
                options.append(
                    [cell, 81 + 9 * y + digit, 162 + 9 * x + digit, 243 + 9 * box + digit]
                )
    return Instance(
        "sudoku" if clues == 19 else f"sudoku-{clues}",
        options,
        primary=324,
        items=324,
        count={19: 1504600, 22: 9361}[clues],
        source="computed here by two programs",
    )


def _full_board(seed: int) -> list[int]:
    """Return a solved board: the simplest one with shuffled digits, lines and bands."""
    draw = Draw(seed)
    digit = draw.some(9, 9)
    across, down = (
        [3 * band + line for band in draw.some(3, 3) for line in draw.some(3, 3)] for _ in range(2)
    )
    return [digit[(3 * y + y // 3 + x) % 9] for y in down for x in across]
