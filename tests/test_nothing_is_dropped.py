"""What is given is used or refused: repetitions, keys that nothing has, an order that is lost.

The readers of files have their own cases, in `tests/nonograms/formats/test_nothing_is_dropped.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import Problem, Region, Strip, Tile, TilingProblem, graphs
from combien.errors import BadInput
from combien.nonograms import Board, Nonogram
from combien.puzzles import Cryptarithm
from combien.rectangles import decide
from combien.sequences import Boards, guess, sequence
from combien.tilings.disassembly import disassemble
from tests.cli.commands import combien as command

PROBLEM = Problem.from_options(["ab", "c", "a", "bc"])
BAR = Tile("**", symmetries="all", times="any")
PATH = [(1, 2), (2, 3)]


class Nodes(dict[int, dict[str, int]]):
    """The nodes of a networkx graph, with their attributes."""


class Attributed:
    """What a networkx graph looks like."""

    nodes = Nodes({1: {"weight": 4}, 2: {"weight": 5}, 3: {}})
    edges = PATH


class Repeated:
    """A graph that names a node twice."""

    nodes = (1, 2, 2)
    edges = ((1, 2),)


def two(cell: str) -> list[Region]:
    return [Region.from_art(f"{cell}."), Region.from_art(f".{cell}").shift(1, 0)]


# What was lost, by the call, and what the error says.
LOST: dict[str, tuple[Callable[[], object], str]] = {
    # Repetitions.
    "cells": (lambda: Region([(0, 0), (1, 0), (0, 0)]), r"the cell \(0, 0\) is given twice"),
    "secondary items": (
        lambda: Problem.from_options(["ab"], secondary="bb"),
        "secondary: item 'b' is declared twice",
    ),
    "primary items": (
        lambda: Problem.from_options(["ab"], primary="aba"),
        "primary: item 'a' is declared twice",
    ),
    "elements": (lambda: combien.Universe("aba"), "elements: 'a' is given twice"),
    "colors": (lambda: graphs.colorings(PATH, ["red", "red"]), "colors: 'red' is given twice"),
    "colors of a vertex": (
        lambda: graphs.colorings(PATH, {1: "aa", 2: "b", 3: "a"}),
        "colors of 1: 'a' is given twice",
    ),
    "nodes": (lambda: graphs.forests(Repeated()), "graph.nodes: 2 is given twice"),
    "given options": (
        lambda: combien.Prepared(PROBLEM).solutions([1, 1]),
        "give each option once",
    ),
    # Keys that nothing has.
    "vertices with colors": (
        lambda: graphs.colorings(PATH, {1: "a", 2: "b", 3: "a", 9: "ab"}),
        "colors: 9 is not a vertex of the graph",
    ),
    "an attribute": (
        lambda: graphs.cliques(Attributed(), weights="wieght"),
        "weights='wieght': no node has this attribute",
    ),
    "groups by name": (
        lambda: disassemble(two("*"), groups={"0": "a"}),  # type: ignore[dict-item]
        "groups: the number of a tile='0'",
    ),
    "groups of pieces": (
        lambda: disassemble(two("*"), groups={0: "a", 5: "a"}),
        "groups: there are 2 pieces, from 0, and no 5",
    ),
    # The values of a dict, the order of a set.
    "costs by option": (
        lambda: combien.best(PROBLEM, costs={0: 5, 1: 7, 2: 1, 3: 1}),
        "not a dict, whose values would be lost",
    ),
    "costs in a set": (
        lambda: combien.best(PROBLEM, costs={5, 7, 1, 2}),
        "not a set, which has no order",
    ),
    "costs of a problem": (
        lambda: Problem.from_options(["a", "a"], costs={0: 3, 1: 4}),
        "not a dict, whose values would be lost",
    ),
    "weights by option": (
        lambda: combien.sample(PROBLEM, weights={0: 5, 1: 7, 2: 1, 3: 1}),
        "not a dict, whose values would be lost",
    ),
    "terms in a set": (lambda: guess({1, 2, 4}), "not a set, which has no order"),
    "tiles in a set": (
        lambda: TilingProblem(Region.box(2, 2), {BAR}),
        "not a set, which has no order",
    ),
    "tiles of rectangles": (lambda: decide({BAR}, 2, 2), "not a set, which has no order"),
    "a clue in a set": (
        lambda: Nonogram([{2, 1}], [[1], [1], [], [1]]),  # type: ignore[list-item]
        "row 1: a clue is a sequence of lengths, not a set",
    ),
    "a clue in a dict": (
        lambda: Nonogram([{1: 3}], [[1]]),  # type: ignore[list-item]
        "row 1: a clue is a sequence of lengths, not a dict",
    ),
    # Further values.
    "a block of three": (
        lambda: Nonogram([[(1, 1, 3)]], [[1]]),  # type: ignore[list-item]
        r"row 1: a block is a length, or \(length, color\)",
    ),
    "a block that is a truth": (
        lambda: Nonogram([[True]], [[1]]),
        r"row 1: a block is a length, or \(length, color\)",
    ),
    "a cell before the first": (
        lambda: Board.parse("#.").replaced({-1: 1}),
        "expected numbers of cells and their values",
    ),
    "a space within a word": (
        lambda: combien.count(Cryptarithm(sum="SEND+MORE=MON EY")),
        "expected a sum of words",
    ),
    "a limited tile of a strip": (
        lambda: Strip(2, tiles=[BAR, Tile("*", times=3)]),
        "tile 1 is used a limited number of times, and a sequence",
    ),
    "a limited tile of boards": (
        lambda: Boards("aztec", tiles=[Tile("**", symmetries="all", times=(0, 2))]),
        "tile 0 is used a limited number of times, and a sequence",
    ),
}


@pytest.mark.parametrize("what", LOST)
def test_what_was_lost_is_refused(what: str) -> None:
    call, message = LOST[what]
    with pytest.raises(BadInput, match=message):
        call()


def test_tiles_of_boards_are_used_any_number_of_times() -> None:
    """As those of strips: a tile that is made without `times` would be used once."""
    bar: Any = Tile("**", symmetries="all")
    for family in ("aztec", "square"):
        named = sequence(Boards(family, tiles="domino")).first(5)
        assert sequence(Boards(family, tiles=[bar])).first(5) == named
    assert sequence(Strip(2, tiles=bar)).first(5) == [1, 1, 2, 3, 5]


def test_a_start_without_solutions(tmp_path: Path) -> None:
    problem, start = tmp_path / "costs.dlx", tmp_path / "start.json"
    problem.write_text("| a\na\n")
    start.write_text('{"bset": [{"solution": {"options": [0]}}]}')
    outcome = command("best", problem, "--start", start)
    assert outcome.code == 2
    assert "expected the solutions of this problem" in outcome.printed
