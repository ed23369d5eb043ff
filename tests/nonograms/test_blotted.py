"""Blotted clues, blocks of a known color and an unknown length, against the listing of boards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadInput, BadNonogram
from combien.nonograms import Board, Nonogram, count, deduce, solve, solve_all
from combien.nonograms._clue import BLOTTED, UNKNOWN, Block, Clue, agrees, least_length
from combien.nonograms._cover import CoverModel
from combien.nonograms._human.spread import possible_cells, solve_line
from combien.nonograms._nonogram import MOST_BLOTTED, clue_of
from combien.nonograms._solving.encodings import AutomatonEncoding
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import agrees as fits_known
from tests.nonograms.small_boards import listable_boards, partly_known
from tests.nonograms.test_encodings import models


def blot(draw: Callable[[st.SearchStrategy[int]], int], clue: Clue) -> Clue:
    """The clue with some lengths hidden."""
    return tuple(
        Block(BLOTTED if draw(st.integers(0, 2)) == 0 else length, color) for length, color in clue
    )


@st.composite
def blotted(draw: st.DrawFn) -> Nonogram:
    """A nonogram with solutions, or one with the columns of another board; some blots."""
    rows, columns = draw(listable_boards(most=4)).clues()
    if draw(st.integers(0, 3)) == 0:
        columns = tuple(draw(st.permutations(columns)))
    return Nonogram(
        [blot(draw, clue) for clue in rows], [blot(draw, clue) for clue in columns], check=False
    )


def test_a_blot_stands_for_a_block_of_any_length() -> None:
    nonogram = Nonogram([[None]], [[1], [1], []])
    assert nonogram.blotted
    assert nonogram.rows[0] == (Block(BLOTTED),)
    assert solve(nonogram).boards[0] == Board.parse("##.")
    assert Board.parse("##.").solves(nonogram)
    assert not Board.parse("#.#").solves(nonogram)
    assert not Board.parse("...").solves(Nonogram([[None]], [[], [], []], check=False))
    assert repr(Nonogram([[(None, 3), 2]], [[1], [1], [(1, 3)]], check=False).rows[0]) == repr(
        (Block(0, 3), Block(2, 1))
    )
    # Rows that are given again stay blotted; 0 alone is a white line.
    assert Nonogram(nonogram.rows, nonogram.columns) == nonogram
    assert Nonogram([[0]], [[]]).rows == ((),)


def test_contradictory_clues_are_refused() -> None:
    with pytest.raises(BadNonogram, match=r"row 1: \? \? needs 3 cells, and there are 2"):
        Nonogram([[None, None]], [[1], [1]])
    with pytest.raises(BadNonogram, match="the rows have 1 black cells, the columns 0"):
        Nonogram([[None]], [[], []])
    with pytest.raises(BadNonogram, match="the rows have 2 black cells, the columns 3"):
        Nonogram([[2], []], [[None], [None], [None]])
    with pytest.raises(BadNonogram, match="a block of 0 cells"):
        Nonogram([[0, None]], [[1], [], [1]])
    side = 4100
    assert side * side > MOST_BLOTTED
    with pytest.raises(BadNonogram, match=f"row 1: {side} blocks in {side} cells are too many"):
        Nonogram([[None] * side], [[]] * side, check=False)


@given(blotted())
@settings(max_examples=40)
@example(Nonogram([[None, (None, 3)]], [[1], [(1, 3)], [(1, 3)]], check=False))
def test_all_ways_find_the_boards_of_the_definition(nonogram: Nonogram) -> None:
    expected = boards_by_listing(nonogram)
    assert set(solve_all(nonogram)) == expected
    assert count(nonogram) == len(expected)
    assert combien.count(CoverModel(nonogram.rows, nonogram.columns)) == len(expected)
    verdict = solve(nonogram)
    assert verdict.status == {0: "none", 1: "unique"}.get(len(expected), "several")
    assert set(verdict.boards) <= expected


@given(blotted())
@settings(max_examples=40)
def test_the_models_of_the_automaton_are_the_boards(nonogram: Nonogram) -> None:
    expected = boards_by_listing(nonogram)
    formula = AutomatonEncoding(nonogram)
    found = [formula.read(model) for model in models(formula, formula.variable_count)]
    assert len(found) == len(expected)
    assert set(found) == expected
    if len(found) > 1:
        clauses = [*formula, formula.other(found[0])]
        left = {formula.read(model) for model in models(clauses, formula.variable_count)}
        assert left == expected - {found[0]}


@given(partly_known())
@settings(max_examples=40)
def test_the_automaton_keeps_what_is_known(puzzle: tuple[Nonogram, Board]) -> None:
    nonogram, known = puzzle
    expected = {board for board in boards_by_listing(nonogram) if fits_known(board, known)}
    formula = AutomatonEncoding(nonogram, known)
    found = [formula.read(model) for model in models(formula, formula.variable_count)]
    assert len(found) == len(expected)
    assert set(found) == expected
    names = [formula.name(variable) for variable in range(1, formula.variable_count + 1)]
    assert len(set(names)) == len(names)


@given(st.data())
@settings(max_examples=40)
def test_a_line_implies_what_all_its_fillings_share(data: st.DataObject) -> None:
    values = data.draw(st.sampled_from([(0, 1), (0, 1, 3)]))
    length = data.draw(st.integers(1, 7))
    some = data.draw(st.lists(st.sampled_from(values), min_size=length, max_size=length))
    clue = blot(data.draw, clue_of(bytes(some)))
    cells = [
        set(data.draw(st.sets(st.sampled_from(values), min_size=1))) | ({value} if keep else set())
        for value, keep in zip(
            some,
            data.draw(st.lists(st.booleans(), min_size=length, max_size=length)),
            strict=True,
        )
    ]
    fillings = [line for line in product(*map(sorted, cells)) if agrees(clue, clue_of(bytes(line)))]
    expected = [{line[k] for line in fillings} for k in range(length)] if fillings else None
    assert possible_cells(clue, cells) == expected


@given(st.data())
@settings(max_examples=40)
def test_long_lines_agree_with_all_lengths_of_one_blot(data: st.DataObject) -> None:
    length = data.draw(st.sampled_from([63, 64, 65, 127, 128, 130, 200]))
    clue = [Block(n) for n in data.draw(st.lists(st.integers(1, 20), min_size=1, max_size=5))]
    blot_at = data.draw(st.integers(0, len(clue) - 1))
    hidden = tuple(Block(BLOTTED) if k == blot_at else b for k, b in enumerate(clue))
    cells = bytes(
        data.draw(
            st.lists(st.sampled_from([0, 1, *[UNKNOWN] * 12]), min_size=length, max_size=length)
        )
    )
    told: list[set[int]] = [set() for _ in range(length)]
    any_fits = False
    for size in range(1, length + 1):
        clue[blot_at] = Block(size)
        if least_length(tuple(clue)) <= length:
            found = solve_line(clue, cells)
            if found is not None:
                any_fits = True
                for place, value in enumerate(found):
                    told[place] |= {0, 1} if value == UNKNOWN else {value}
    got = solve_line(hidden, cells)
    if not any_fits:
        assert got is None
    else:
        assert got == bytes(UNKNOWN if len(t) > 1 else next(iter(t)) for t in told)


def test_clause_learning_helps_with_blots(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat")
    from combien.nonograms._solving import deciding
    from combien.nonograms._solving.portfolio import Portfolio

    # Every search is cut short, so that the portfolio with its clauses has to answer.
    monkeypatch.setattr(deciding, "LINES", 0)
    monkeypatch.setattr(deciding, "LINES_A_CELL", 0)
    hunted: list[Portfolio] = []
    after = Portfolio.after

    def noted(*words: object, **rest: object) -> Portfolio:
        hunted.append(after(*words, **rest))  # type: ignore[arg-type]
        return hunted[-1]

    monkeypatch.setattr(Portfolio, "after", noted)
    nonogram = Nonogram([[None]] * 6, [[1]] * 6)
    assert solve(nonogram).status == "several"
    assert all(portfolio.learning is not None for portfolio in hunted)


def test_blots_are_refused_where_they_are_not_supported() -> None:
    from combien.nonograms._human.hints import Guide
    from combien.nonograms._solving.beliefs import Beliefs
    from combien.nonograms._solving.configurations import ConfigurationEncoding
    from combien.nonograms._solving.encodings import OrderEncoding

    nonogram = Nonogram([[None]], [[1], [1]])
    for refusing in (Beliefs, ConfigurationEncoding, Guide, OrderEncoding):
        with pytest.raises(BadInput, match="blotted"):
            refusing(nonogram)
    with pytest.raises(BadInput, match="blotted"):
        CoverModel(nonogram.rows, nonogram.columns, way="lines").problem()
    assert str(deduce(nonogram, Board.unknown(1, 2))) == "##"
