"""The encodings of nonograms as clauses against the listing of all boards, and their sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings

from combien.errors import BadInput, BadNonogram
from combien.nonograms._clue import UNKNOWN, Clue
from combien.nonograms._line import bits_of, first_places, places
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.configurations import ConfigurationEncoding
from combien.nonograms._solving.encodings import OrderEncoding
from combien.sat import dimacs
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import agrees, nonograms, partly_known

# Literals that are always true, and always false.
ALWAYS = 10**9
NEVER = -ALWAYS


def models(clauses: Iterable[Sequence[int]], variables: int) -> list[set[int]]:
    """All models, by trying one variable after the other: the definition, but for dead ends."""
    found: list[set[int]] = []
    waiting = [(frozenset[int](), [frozenset(clause) for clause in clauses])]
    while waiting:
        chosen, left = waiting.pop()
        if frozenset() in left:
            continue
        units = {next(iter(clause)) for clause in left if len(clause) == 1}
        if units:
            if any(-literal in units for literal in units):
                continue
            literals = [frozenset(units)]
        else:
            free = next((v for v in range(1, variables + 1) if not {v, -v} & chosen), None)
            if free is None:
                found.append(set(chosen))
                continue
            literals = [frozenset([free]), frozenset([-free])]
        for more in literals:
            false = {-literal for literal in more}
            rest = [clause - false for clause in left if not clause & more]
            waiting.append((chosen | more, rest))
    return found


@given(nonograms())
@settings(max_examples=60)
def test_the_models_are_the_boards(nonogram: Nonogram) -> None:
    expected = boards_by_listing(nonogram)
    for formula in (OrderEncoding(nonogram), ConfigurationEncoding(nonogram)):
        found = [formula.read(model) for model in models(formula, formula.variable_count)]
        assert len(found) == len(expected)
        assert set(found) == expected


@given(partly_known())
@settings(max_examples=40)
def test_known_cells_stay(puzzle: tuple[Nonogram, Board]) -> None:
    nonogram, known = puzzle
    expected = {board for board in boards_by_listing(nonogram) if agrees(board, known)}
    formula = OrderEncoding(nonogram, known)
    found = [formula.read(model) for model in models(formula, formula.variable_count)]
    assert len(found) == len(expected)
    assert set(found) == expected


def begins(formula: OrderEncoding) -> dict[str, int]:
    """The variable of each name."""
    return {formula.name(v): v for v in range(1, formula.variable_count + 1)}


def line_clauses(
    title: str, clue: Clue, cells: bytes, colors: list[dict[int, int]], named: dict[str, int]
) -> Iterator[tuple[int, ...]]:
    """The definition: the clauses about the blocks of a line, one after the other."""
    possible = places(clue, cells)
    if possible is None:
        yield ()
        return
    found = [list(bits_of(p)) for p in possible]
    size, firsts = len(cells), first_places(clue)

    def begin(block: int, place: int) -> int:
        later = [p for p in found[block] if p >= place]
        if not later or later == found[block]:
            return NEVER if not later else ALWAYS
        return named[f"{title}, block {block + 1} begins at {later[0] + 1} or later"]

    for block, here in enumerate(found):
        for one, two in pairwise(here[1:]):
            yield -begin(block, two), begin(block, one)
    for block in range(1, len(clue)):
        for place in found[block - 1]:
            shift = firsts[block] - firsts[block - 1]
            yield -begin(block - 1, place), begin(block, place + shift)
    for block, (length, color) in enumerate(clue):
        for cell in range(found[block][0], found[block][-1] + length):
            black = colors[cell].get(color, NEVER)
            yield -begin(block, max(0, cell - length + 1)), begin(block, cell + 1), black
    for gap in range(len(clue) + 1):
        length = clue[gap - 1].length if gap else 0
        first = found[gap - 1][0] + length if gap else 0
        for cell in range(first, found[gap][-1] if gap < len(clue) else size):
            behind = begin(gap - 1, cell - length + 1) if gap else NEVER
            before = begin(gap, cell + 1) if gap < len(clue) else ALWAYS
            for literal in colors[cell].values():
                yield behind, -before, -literal


@given(partly_known())
@settings(max_examples=40)
def test_the_clauses_match_the_definition(puzzle: tuple[Nonogram, Board]) -> None:
    nonogram, known = puzzle
    formula = OrderEncoding(nonogram, known)
    named, cells = begins(formula), []
    for place, value in enumerate(known.cells):
        both = {block.color for block in nonogram.rows[place // nonogram.width]} & {
            block.color for block in nonogram.columns[place % nonogram.width]
        }
        cells.append(
            {
                c: ALWAYS if value == c else formula.literals(place, c)[0]
                for c in sorted(both)
                if value in (UNKNOWN, c)
            }
        )
    width = nonogram.width
    expected: list[tuple[int, ...]] = []
    for here in cells:
        expected += [(-b, -a) for a, b in combinations(here.values(), 2)]
    for i, clue in enumerate(nonogram.rows):
        across = cells[i * width : (i + 1) * width]
        expected += line_clauses(f"row {i + 1}", clue, known.row(i), across, named)
    for j, clue in enumerate(nonogram.columns):
        expected += line_clauses(f"column {j + 1}", clue, known.column(j), cells[j::width], named)
    # Clauses that are always true are left out, and so are false literals.
    meant = [
        tuple(v for v in clause if v != NEVER)
        for clause in expected
        if ALWAYS not in clause and not any(-v in clause for v in clause)
    ]
    assert sorted(formula) == sorted(meant)


@given(nonograms(most=3))
@settings(max_examples=40)
def test_a_clause_forbids_one_board(nonogram: Nonogram) -> None:
    formula = OrderEncoding(nonogram)
    boards = boards_by_listing(nonogram)
    for board in boards:
        clauses = [*formula, formula.other(board)]
        found = {formula.read(model) for model in models(clauses, formula.variable_count)}
        assert found == boards - {board}


@given(nonograms())
@settings(max_examples=40)
def test_sizes_are_known_beforehand(nonogram: Nonogram) -> None:
    formula = ConfigurationEncoding(nonogram)
    clauses = list(formula)
    assert formula.clause_count == len(clauses)
    assert formula.literal_count == sum(map(len, clauses))
    assert formula.bytes_dimacs == len("".join(formula.lines()).encode())
    assert {abs(v) for clause in clauses for v in clause} == set(
        range(1, formula.variable_count + 1)
    )
    assert dimacs.read("".join(formula.lines())).clauses == tuple(clauses)
    order = OrderEncoding(nonogram)
    assert order.literal_count == sum(map(len, order))
    assert dimacs.read("".join(dimacs.lines(order))).clauses == tuple(order)


def test_a_formula_that_is_too_large_is_refused_with_its_size() -> None:
    wide = ConfigurationEncoding(Nonogram([[1] * 15] * 45, [[1] * 15] * 45))
    assert wide.clause_count == 90 * (45 * 300_540_195 + 1)
    with pytest.raises(BadInput, match=r"1217187789840 clauses, 24303.3 GB: use the order"):
        wide.lines()
    assert next(iter(wide.lines(any_size=True))) == "c variable 1: row 1, column 1\n"
    # The same board by thresholds: three million times fewer.
    assert OrderEncoding(wide.nonogram).clause_count < 400_000


def test_names_describe_variables() -> None:
    nonogram = Nonogram([[1, (1, 3)], [1]], [[2], [], [(1, 3)]])
    order = OrderEncoding(nonogram)
    assert [order.name(v) for v in range(1, order.variable_count + 1)] == [
        "row 1, column 1 is black",
        "row 1, column 3 is color 3",
        "row 2, column 1 is black",
        "row 1, block 1 begins at 2 or later",
        "row 1, block 2 begins at 3 or later",
        "row 2, block 1 begins at 2 or later",
        "row 2, block 1 begins at 3 or later",
        "column 3, block 1 begins at 2 or later",
    ]
    assert ConfigurationEncoding(nonogram).name(13) == "row 1, configuration 1"


def test_literals_of_cells() -> None:
    nonogram = Nonogram([[1], [1]], [[1], [1]])
    formula = OrderEncoding(nonogram, Board.parse("?." + "\n" + "??"))
    assert [formula.literals(0, v) for v in (0, 1)] == [(-1,), (1,)]
    assert formula.literals(1, 0) == ()
    assert formula.cell_count == 3
    with pytest.raises(BadNonogram, match="row 2, column 1 cannot be of color 3"):
        formula.literals(2, 3)
