"""Puzzles for a class: what is on which page, to one scale, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from combien import Region, Tile, TilingProblem, solve
from combien.drawing import Picture
from combien.errors import BadPicture
from combien.printing import Handout, handout_pdf
from combien.puzzles import Sudoku
from tests.printing.test_sheets import contents, texts

pytestmark = pytest.mark.needs(".[pdf]")

SUDOKU = Sudoku.parse("1... ..2. .3.. ...4")
SOLVED = solve(SUDOKU)
assert SOLVED is not None
SMALL = Handout(SUDOKU.picture(), SOLVED.picture(), note="four digits")
TILES = [Tile("**\n*.", symmetries="all", name="V", times=2), Tile("**", name="I")]
TILING = solve(TilingProblem(Region.box(4, 2), TILES))
assert TILING is not None


def test_questions_then_answers() -> None:
    data = handout_pdf([SMALL] * 7, title="Sudoku", task="Fill it.", link="https://example.org/a")
    first, second, answers, last = texts(data)
    assert first.split("\n") == [
        "https://example.org/a",
        *("Name", "Date", "Sudoku", "Fill it."),
        *(word for number in range(1, 7) for word in (str(number), "four digits")),
    ]
    assert second.split("\n")[-2:] == ["7", "four digits"]
    assert answers.split("\n") == ["Answers", *map(str, range(1, 7))]
    assert last.split("\n") == ["Answers", "7"]
    assert data == handout_pdf(
        [SMALL] * 7, title="Sudoku", task="Fill it.", link="https://example.org/a"
    )


def test_a_board_has_its_pieces_to_its_scale() -> None:
    assert TILING is not None
    question, answer = contents(handout_pdf([Handout.of(TILING)], names=False))
    # Eight cells and three pieces; then three tiles.
    assert question.count("\nB*") == 8 + 3
    assert answer.count("\nB*") == 3
    sides = {
        round(abs(float(c) - float(a)) + abs(float(d) - float(b)), 3)
        for a, b, c, d in re.findall(r"^(\S+) (\S+) m\n(\S+) (\S+) l$", question, re.MULTILINE)
    }
    cell = min(sides)
    assert all(round(side / cell, 3) in (1, 2) for side in sides)


def test_the_code_is_that_of_the_link() -> None:
    import segno

    link = "https://example.org/#tiling.AAAA"
    page = contents(handout_pdf([SMALL], link=link))[0]
    dark = sum(map(sum, segno.make(link, error="m", micro=False).matrix))
    assert page.count(" re\n") == dark


def test_in_french() -> None:
    first, last = texts(handout_pdf([SMALL], language="fr", title="\u00c9nigmes"))
    assert first.split("\n")[:3] == ["Nom", "Date", "\u00c9nigmes"]
    assert last.startswith("Réponses")


@pytest.mark.parametrize(
    ("puzzles", "options", "message"),
    [
        ([], {}, "a handout has 1 to 400 puzzles, not 0"),
        ([3], {}, "a page has puzzles of type Handout"),
        ([SMALL], {"link": "javascript:alert(1)"}, "expected an address such as"),
        ([SMALL], {"link": 3}, "link=3"),
        ([SMALL], {"link": "https://example.org/" + "x" * 1000}, "of at most 1000 characters"),
        ([SMALL], {"link": "https://example.org/\ud800"}, "expected an address such as"),
        ([SMALL], {"link": "https://a b"}, "expected an address such as"),
        ([SMALL], {"language": []}, "language is one of en, fr"),
        ([SMALL], {"task": 3}, "task=3"),
        ([SMALL], {"language": "de"}, "language is one of en, fr"),
        ([SMALL], {"across": 20}, "fields smaller than 20 mm"),
        ([SMALL], {"paper": "A9"}, "is not one of A3, A4"),
    ],
)
def test_what_is_refused(puzzles: list[Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        handout_pdf(puzzles, **options)


def test_only_tilings_have_pieces() -> None:
    with pytest.raises(BadPicture, match="expected a tiling or packing with pieces"):
        Handout.of(SUDOKU)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fields",
    [
        {"question": 3},
        {"answer": 3},
        {"reason": None},
        {"title": 3},
        {"note": 3},
        {"pieces": (3,)},
    ],
)
def test_wrong_handouts(fields: dict[str, Any]) -> None:
    given = {"question": SMALL.question, "answer": SMALL.answer, **fields}
    with pytest.raises(BadPicture):
        Handout(**given)


def test_the_longest_link_and_a_label_without_letters() -> None:
    link = "https://example.org/".ljust(1000, "x")
    marked = Picture.of_cells([([(0, 0)], 0, "\u0301")], labeled=True)
    assert len(contents(handout_pdf([Handout(marked, marked)], link=link))) == 2
