"""What notebooks show: objects as HTML that is escaped, small and reproducible."""

from __future__ import annotations

import html as html_module
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
import combien._display as display_elements
from combien import Nonogram, PackingProblem, Problem, Region, Tile, TilingProblem
from combien._display import SHOWS, bundle, html
from combien.drawing._renderers.sheet import contact_sheet
from combien.errors import BadPicture
from combien.geometry._hexagons import HEXAGONS
from combien.nonograms._solver import solve as solve_nonogram
from combien.puzzles import PUZZLES, Queens, puzzle_named

DOMINO = Tile("**", symmetries="all", times="any", name="domino")
SQUARE = TilingProblem(Region.box(4, 4), [DOMINO], name="square")
ODD = TilingProblem(Region.box(4, 4) - Region([(0, 0), (3, 3)]), [DOMINO])
SMALL = Problem.from_options(["ab", "c", "a", "bc"])
CROSS = Nonogram([[1], [3], [1]], [[1], [3], [1]], title="cross")
EVIL = "</title></svg><script>alert(1)</script><img src=x onerror='a' \"b\" &amp; \x1b[31m"

VOID = {"br", "img"}


class Reader(HTMLParser):
    """Reads HTML, and checks that elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.printed = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.printed += data


def read(shown: object) -> Reader:
    found = bundle(shown)
    assert found == bundle(shown)
    text = found.get("text/html") or found["image/svg+xml"]
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    allowed = {"div", "b", "br", "table", "tr", "td", "th", "pre", "small"}
    allowed |= {"svg", "title", "g", "path", "rect", "defs", "pattern", "text", "line", "circle"}
    assert reader.tags <= allowed
    assert not any(name.startswith("on") or name in ("src", "href") for name in reader.attributes)
    assert "\x1b" not in text
    return reader


def objects() -> dict[str, Any]:
    tiling = combien.solve(SQUARE)
    assert tiling is not None
    return {
        "region": Region.box(3, 2),
        "hexagons": Region.box(2, 2, lattice=HEXAGONS),
        "solid": Region.box(2, 2, 2),
        "tile": DOMINO,
        "problem": SMALL,
        "large problem": SQUARE.problem(),
        "tiling problem": SQUARE,
        "packing problem": PackingProblem(SQUARE, holes=2, forced=[(0, Region.box(2, 1))]),
        "tiling": tiling,
        "packing": combien.solve(PackingProblem(SQUARE, holes=2)),
        "nonogram": CROSS,
        "verdict": solve_nonogram(CROSS),
        "board": solve_nonogram(CROSS).boards[0],
        "family": combien.family(SMALL),
        "explanation": combien.explain(ODD),
        "solved": combien.explain(SQUARE),
        "heat map": combien.heat_map(SQUARE),
        "answer": combien.answer(SQUARE, "solutions"),
        "solutions": combien.solutions(SQUARE),
        "count": combien.answer(SMALL),
        "orbits": combien.orbits(SQUARE),
        "estimate": combien.estimate(SMALL),
        "sudoku": puzzle_named("sudoku")(),
        "dominosa": puzzle_named("dominosa")(),
    }


@pytest.mark.parametrize("name", objects())
def test_every_object_is_shown(name: str) -> None:
    shown = objects()[name]
    reader = read(shown)
    assert reader.tags & {"svg", "table"}
    found = shown._repr_mimebundle_()
    (kind,) = set(found) - {"text/plain"}
    assert kind in ("text/html", "image/svg+xml")
    assert len(found[kind]) < 200_000
    assert set(shown._repr_mimebundle_(include=["text/plain"])) == {"text/plain"}
    assert set(shown._repr_mimebundle_(exclude=["text/plain"])) == {kind}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_puzzle_and_its_solution_are_shown(name: str) -> None:
    puzzle = puzzle_named(name)()
    assert puzzle.about.title in read(puzzle).printed
    reading = combien.solve(puzzle)
    assert read(reading).tags & {"svg", "pre"}


def test_the_table_names_existing_classes() -> None:
    from importlib import import_module

    for name, shows in SHOWS.items():
        module, _, owner = name.rpartition(".")
        assert isinstance(getattr(import_module(module), owner), type)
        module, _, function = shows.partition(":")
        assert callable(getattr(import_module(f"combien._display.{module}"), function))


def test_a_tiling_problem_shows_its_grid_and_its_tiles() -> None:
    shown = html(TilingProblem(Region.box(3, 2), [DOMINO, Tile("*", times=2, name="dot")]))
    assert shown is not None
    assert shown.count("<svg") == 3
    # A path for each cell of the board and of the tiles.
    assert shown.count("<path") == 6 + 2 + 1
    assert "dot, 2 times" in shown
    assert "domino, any number of times" in shown


def test_solutions_are_shown_but_not_taken() -> None:
    walk = combien.solutions(SQUARE)
    first = next(walk)
    shown = html(walk)
    assert shown is not None
    assert shown.count("<svg") == 12
    assert "and more" in shown
    assert [first, *walk] == list(combien.solutions(SQUARE))
    assert repr(walk) == "<Solutions: all yielded, by bits>"
    assert "<svg" not in (html(walk) or "")


def test_solutions_of_an_engine_without_a_name_are_not_shown() -> None:
    walk = combien.solutions(SQUARE)
    walk._engine = "mine"
    assert "<svg" not in (html(walk) or "")
    with pytest.raises(combien.BadInput, match="no engine 'mine'"):
        walk.peek()
    assert len(list(walk)) == 36


@given(st.integers(0, 40), st.integers(0, 40), st.sampled_from([None, 0, 3, 20]))
def test_peeking_is_looking_ahead(taken: int, most: int, limit: int | None) -> None:
    walk = combien.solutions(SQUARE, limit=limit, seed=5)
    ahead = [next(walk, None) for _ in range(taken)]
    del ahead
    seen = walk.peek(most)
    assert seen == list(walk)[:most]


def test_a_peek_ends_after_its_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    classes = list(combien.solutions(SQUARE, up_to="all"))
    assert combien.solutions(SQUARE, up_to="all").peek(99) == classes
    monkeypatch.setattr("combien._questions.iterator.PEEK_NODES", 1)
    assert combien.solutions(SQUARE).peek(99) == []


def test_a_small_problem_shows_which_option_covers_what() -> None:
    shown = html(SMALL)
    assert shown is not None
    assert shown.count("background:") == sum(len(option.entries) for option in SMALL.options)
    assert shown.count("<tr>") == 1 + SMALL.option_count
    colored = Problem.from_options(
        [["a", combien.Colored("b", "red")]], primary=["a"], secondary=["b"]
    )
    assert ">red</td>" in (html(colored) or "")


def test_names_from_files_do_no_harm() -> None:
    for shown in (
        TilingProblem(Region.box(2, 1), [Tile("**", name=EVIL)], name=EVIL),
        Tile("**", name=EVIL),
        Problem.from_options([[EVIL, combien.Colored("b", EVIL)]], primary=[EVIL], secondary=["b"]),
        Problem.from_options([[EVIL + str(n) for n in range(100)]]),
        Nonogram([[1]], [[1]], title=EVIL),
        combien.Family([[EVIL]]),
        combien.explain(Problem.from_options([["a"]], primary=["a", EVIL])),
        combien.solve(TilingProblem(Region.box(2, 1), [Tile("**", name=EVIL)])),
        combien.answer(Problem.from_options([[EVIL]]), "solutions"),
    ):
        read(shown)


@given(st.text())
def test_any_text_is_escaped(value: str) -> None:
    shown = display_elements.text(value, most=10_000)
    assert not set("<>\"'") & set(shown)
    assert len(html_module.unescape(shown)) <= max(len(value), 1)


def test_huge_objects_are_cut_short_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Region.box(200, 200)
    assert "too large" in (html(board) or "")
    assert "too large" in (html(TilingProblem(board, [DOMINO])) or "")
    many = TilingProblem(Region.box(9, 9), [Tile("*", times="any", name=str(n)) for n in range(99)])
    assert "and 39 tiles more" in (html(many) or "")
    family = combien.Family([[n] for n in range(1000)])
    assert "the first 12" in (html(family) or "")
    found = combien.answer(SQUARE, "solutions")
    assert f"and {36 - 12} solutions more" in (html(found) or "")
    for shown in (board, many, family, found):
        assert len(html(shown) or "") < 300_000
    monkeypatch.setattr("combien._display.MOST_CELLS", 899)
    monkeypatch.setattr("combien.drawing._picture.MOST_SHOWN", 899)
    big = combien.solve(TilingProblem(Region.box(30, 30), [Tile("*", times="any")]))
    assert "too large" in (html(big) or "")
    assert big is not None
    assert set(big.picture()._repr_mimebundle_()) == {"text/plain"}


def test_above_dimension_3_there_is_only_text() -> None:
    hyper = TilingProblem(Region.box(1, 1, 1, 2), [Tile(Region.box(1, 1, 1, 1), times="any")])
    for shown in (hyper, hyper.board, hyper.tiles[0], combien.solve(hyper), Region(dimension=2)):
        assert set(bundle(shown)) == {"text/plain"}


def test_contact_sheets() -> None:
    found = list(combien.solutions(SQUARE))
    sheet = combien.contact_sheet(found, across=6)
    assert len(sheet.patches) == 36 * 8
    assert sheet.title == ""
    # Two of them have one orientation only, and are colored like the others all the same.
    assert {one.picture().color_by for one in found} == {"touch", "orientation"}
    assert sheet.color_by == "orientation"
    cut = contact_sheet(combien.solutions(SQUARE), limit=5, title="dominoes")
    assert cut.title == "dominoes: the first 5"
    assert len(cut.patches) == 5 * 8
    assert contact_sheet(found[:2], limit=2).title == ""
    assert contact_sheet([sheet]).patches
    queens = combien.solutions(Queens(6))
    assert len(contact_sheet(queens).patches) == 4 * 42
    for wrong in ([], [3], "ab", found[0].picture(), None, [None]):
        with pytest.raises(BadPicture):
            contact_sheet(wrong)  # type: ignore[arg-type]
    with pytest.raises(combien.CombienError, match="limit"):
        contact_sheet(found, limit=0)
