"""The hanjie exercise, function by function: list the possibilities of lines, and eliminate.

This is a lesson, not an engine (docs/documents/hanjie.md).  It follows an exercise of a French
class on Japanese puzzles, with the same functions in the same order; each docstring gives the
French name.  Cells are 0 white, 1 black, 2 unknown.  Every line keeps a list of its
*possibilities*, and the loop of `resolve` repeats these steps:

    (b) a cell that is the same in all possibilities of its row is known;
    (c) the possibilities of the columns that contradict it are removed;
    (d) a cell that is the same in all possibilities of its column is known;
    (e) the possibilities of the rows that contradict it are removed.

If the loop makes no progress and cells are unknown, `solve_all` tries one as white, then as black.
The exercise asks for recursive functions; here they are loops, since a line may be long.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import comb

WHITE, BLACK, UNKNOWN = 0, 1, 2

# A line with more possibilities than this is not listed: 25 cells have at most 170 544
# possibilities, but some lines of 45 cells have about 10^9.
MOST_POSSIBILITIES = 1_000_000

Line = tuple[int, ...]
Place = tuple[int, int]


@dataclass(slots=True)
class Hanjie:
    """A puzzle and its board: `cells[i][j]` is 0 white, 1 black or 2 unknown.

    >>> h = Hanjie.blank([[1], [1, 2], [3], [1, 1]], [[1], [1, 2], [2], [3]])
    >>> h.cells[0]
    [2, 2, 2, 2]

    The exercise calls it `hanjie` with `grille`, `lignes` and `colonnes`.
    """

    cells: list[list[int]]
    rows: list[list[int]]
    columns: list[list[int]]

    @classmethod
    def blank(cls, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> "Hanjie":
        """Return a puzzle with unknown cells only (`grille initiale`)."""
        cells = [[UNKNOWN] * len(columns) for _ in rows]
        return cls(cells, [list(clue) for clue in rows], [list(clue) for clue in columns])

    def copy(self) -> "Hanjie":
        """Return a copy with independent cells."""
        return Hanjie([list(line) for line in self.cells], self.rows, self.columns)

    def __str__(self) -> str:
        return "\n".join("".join(".#?"[cell] for cell in line) for line in self.cells)


# One line -----------------------------------------------------------------------------------------


def prepend(first: int, codes: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return each of these lists with a number before it (`ajouter`).

    >>> prepend(1, [[2, 3, 4], [3, 4]])
    [[1, 2, 3, 4], [1, 3, 4]]
    """
    return [[first, *code] for code in codes]


def sieve(lines: Sequence[Line], cell: int, color: int) -> list[Line]:
    """Return the lines that have this color in this cell (`crible`).

    >>> sieve([(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)], 2, 0)
    [(1, 0, 0, 1), (0, 1, 0, 1)]
    """
    return [line for line in lines if line[cell] == color]


def places(blocks: Sequence[int], first: int, length: int) -> list[list[int]]:
    """Return all starts of the blocks in a line, the first block not before `first` (`pos`).

    >>> places([2, 1], 4, 9)
    [[4, 7], [4, 8], [5, 8]]
    >>> places([], 0, 3), places([3, 1], 0, 4)
    ([[]], [])

    Raises `ValueError` for blocks without cells, and for more than a million lines.
    """
    if 0 in blocks:
        raise ValueError("a block has no cells: write [] for a line without blocks")
    # With n cells, k blocks and s black cells there are C(n - s + 1, k).
    count = comb(max(length - first - sum(blocks) + 1, 0), len(blocks))
    if count > MOST_POSSIBILITIES:
        raise ValueError(f"a line with {count} possibilities: too many to list")
    # The starts of the last blocks: first of none, in the end of all.
    found: list[list[int]] = [[]]
    for number in reversed(range(len(blocks))):
        block = blocks[number]
        # There has to be room for the blocks before it, or lists would be made in vain.
        least = first + sum(blocks[:number]) + number
        found = [
            code
            for start in range(least, length - block + 1)
            for code in prepend(start, [c for c in found if not c or c[0] > start + block])
        ]
    return found


def decode(blocks: Sequence[int], starts: Sequence[int], length: int) -> Line:
    """Return the line where these blocks begin at these cells (`decoder`).

    >>> decode([3, 2, 3, 1], [2, 6, 9, 14], 15)
    (0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1)

    Raises `ValueError` for blocks that touch or overlap, or are not in the line.
    """
    line = [WHITE] * length
    free = 0
    for block, start in zip(blocks, starts, strict=True):
        if start < free or start + block > length:
            raise ValueError(f"a block of {block} cells has no room at cell {start}")
        line[start : start + block] = [BLACK] * block
        free = start + block + 1
    return tuple(line)


def possibilities(blocks: Sequence[int], length: int) -> list[Line]:
    """Return all lines of this length that have these blocks (`possibilites`).

    >>> possibilities([1, 1], 4)
    [(1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 0, 1)]
    """
    return [decode(blocks, starts, length) for starts in places(blocks, 0, length)]


def agreed(lines: Sequence[Line], cell: int) -> int:
    """Return the value of a cell if it is the same in all lines, otherwise 2 (`test`).

    >>> lines = [(1, 0, 1, 0), (1, 0, 0, 1)]
    >>> agreed(lines, 0), agreed(lines, 1), agreed(lines, 2)
    (1, 0, 2)
    """
    colors = {line[cell] for line in lines}
    return colors.pop() if len(colors) == 1 else UNKNOWN


# All lines ----------------------------------------------------------------------------------------


def init(hanjie: Hanjie) -> tuple[list[list[Line]], list[list[Line]]]:
    """Return the possibilities of each row and of each column (`init`, step (a)).

    >>> rows, columns = init(Hanjie.blank([[1], [1, 2], [3], [1, 1]], [[1], [1, 2], [2], [3]]))
    >>> rows[3], columns[3]
    ([(1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 0, 1)], [(1, 1, 1, 0), (0, 1, 1, 1)])
    """
    rows = [possibilities(clue, len(hanjie.columns)) for clue in hanjie.rows]
    columns = [possibilities(clue, len(hanjie.rows)) for clue in hanjie.columns]
    # Known cells, including the assumptions of `solve_all`, remove possibilities.
    for i, line in enumerate(hanjie.cells):
        for j, color in enumerate(line):
            if color != UNKNOWN:
                rows[i] = sieve(rows[i], j, color)
                columns[j] = sieve(columns[j], i, color)
    return rows, columns


def solve_rows(hanjie: Hanjie, rows: Sequence[Sequence[Line]]) -> list[Place]:
    """Fill in and return the cells that the rows determine (`test_lignes`, step (b)).

    >>> h = Hanjie.blank([[2]], [[], [1], [1]])
    >>> solve_rows(h, [[(1, 1, 0), (0, 1, 1)]]), str(h)
    ([(0, 1)], '?#?')
    """
    found = [
        (i, j)
        for i, line in enumerate(hanjie.cells)
        for j, color in enumerate(line)
        if color == UNKNOWN and agreed(rows[i], j) != UNKNOWN
    ]
    for i, j in found:
        hanjie.cells[i][j] = agreed(rows[i], j)
    return found


def solve_columns(hanjie: Hanjie, columns: Sequence[Sequence[Line]]) -> list[Place]:
    """Fill in and return the cells that the columns determine (`test_colonnes`, step (d))."""
    found = [
        (i, j)
        for i, line in enumerate(hanjie.cells)
        for j, color in enumerate(line)
        if color == UNKNOWN and agreed(columns[j], i) != UNKNOWN
    ]
    for i, j in found:
        hanjie.cells[i][j] = agreed(columns[j], i)
    return found


def sieve_columns(hanjie: Hanjie, columns: list[list[Line]], changed: Sequence[Place]) -> None:
    """Remove column possibilities that contradict these cells (`simplifie_colonnes`, step (c))."""
    for i, j in changed:
        columns[j] = sieve(columns[j], i, hanjie.cells[i][j])


def sieve_rows(hanjie: Hanjie, rows: list[list[Line]], changed: Sequence[Place]) -> None:
    """Remove row possibilities that contradict these cells (`simplifie_lignes`, step (e))."""
    for i, j in changed:
        rows[i] = sieve(rows[i], j, hanjie.cells[i][j])


# The puzzle ---------------------------------------------------------------------------------------


def resolve(hanjie: Hanjie) -> bool:
    """Repeat steps (b) to (e) while cells are found; return False if a line has no possibility.

    >>> h = Hanjie.blank([[1], [1, 2], [3], [1, 1]], [[1], [1, 2], [2], [3]])
    >>> resolve(h)
    True
    >>> print(h)
    .#..
    #.##
    .###
    .#.#

    The exercise calls it `resolution`, and notes that this does not finish every puzzle.
    """
    rows, columns = init(hanjie)
    changed = True
    while changed and all(rows) and all(columns):
        by_rows = solve_rows(hanjie, rows)
        sieve_columns(hanjie, columns, by_rows)
        if not all(columns):
            break
        by_columns = solve_columns(hanjie, columns)
        sieve_rows(hanjie, rows, by_columns)
        changed = bool(by_rows or by_columns)
    return all(rows) and all(columns)


def solve_all(hanjie: Hanjie) -> Generator[Hanjie, None, None]:
    """Generate all solutions (`resoudre`).

    >>> two = Hanjie.blank([[1], [1]], [[1], [1]])
    >>> [str(found).split() for found in solve_all(two)]
    [['.#', '#.'], ['#.', '.#']]
    >>> list(solve_all(Hanjie.blank([[2]], [[], [1]])))
    []

    After `resolve`, the first unknown cell is assumed to be white, and later black, and `resolve`
    continues.  The assumptions still to be tried are on a stack.
    """
    stack = [hanjie.copy()]
    while stack:
        latest = stack.pop()
        if not resolve(latest):
            continue
        unknown = [
            (i, j)
            for i, line in enumerate(latest.cells)
            for j, color in enumerate(line)
            if color == UNKNOWN
        ]
        if not unknown:
            yield latest
            continue
        i, j = unknown[0]
        for color in (BLACK, WHITE):
            supposed = latest.copy()
            supposed.cells[i][j] = color
            stack.append(supposed)


if __name__ == "__main__":
    h1 = Hanjie.blank([[1], [1, 2], [3], [1, 1]], [[1], [1, 2], [2], [3]])
    resolve(h1)
    print(h1)
    eight = Hanjie.blank([[2], [1, 1]], [[1], [1], [1], [1]])
    print("no line decides a cell of", str(eight).split())
    print("its solutions:", *(str(found).split() for found in solve_all(eight)))
