"""Families of boards and puzzles, counted term by term, and terms that are stored."""

from __future__ import annotations

from pathlib import Path

import pytest

import combien
from combien import sequence
from combien.errors import BadFormat, BadInput, BadTiling, CannotWrite, OutOfBudget
from combien.puzzles import Queens
from combien.sequences import Boards


@pytest.mark.parametrize(
    ("family", "tiles", "terms"),
    [
        ("square", "domino", [1, 0, 2, 0, 36, 0, 6728]),
        ("square", "squares", [1, 1, 2, 6, 40, 472]),  # A045846.
        ("square", "rectangles", [1, 1, 8, 322]),  # A182275.
        ("square", "pentominoes", [1, 0, 0, 0, 0, 4006]),
        ("cube", "domino", [1, 0, 9, 0, 5051532105]),  # A028446.
        ("aztec", "domino", [1, 2, 8, 64, 1024]),
        ("hexagon", "diamond", [1, 2, 20, 980]),  # A008793: plane partitions.
        ("triangle", "triamond", [1, 0, 0, 2]),
        ("honeycomb", "monohex", [1, 1, 1]),
    ],
)
def test_published_numbers_of_boards(family: str, tiles: str, terms: list[int]) -> None:
    found = sequence(Boards(family, tiles=tiles))
    assert found.first(len(terms)) == terms
    assert found.recurrence() is None
    assert found.generating_function() is None


@pytest.mark.parametrize(
    ("family", "terms"),
    [
        ("queens", [1, 1, 0, 0, 2, 10, 4, 40]),
        ("latin", [1, 1, 2, 12, 576]),
        ("costas", [1, 1, 2, 4, 12, 40]),
        ("langford", [1, 0, 0, 2, 2, 0, 0, 52]),
    ],
)
def test_puzzles(family: str, terms: list[int]) -> None:
    assert sequence(Boards(family)).first(len(terms)) == terms


def test_orbits_of_queens() -> None:
    """A002562."""
    assert sequence(Boards("queens"), up_to="all").first(9) == [1, 1, 0, 0, 1, 2, 1, 6, 12]


def test_a_function_of_n() -> None:
    family = Boards(lambda n: Queens(n, torus=True), start=1)
    assert sequence(family).first(8) == [0, 1, 0, 0, 0, 10, 0, 28]
    assert sequence(lambda n: Queens(n + 1)).first(4) == [1, 0, 0, 2]


def test_terms_stay_when_the_budget_ends(tmp_path: Path) -> None:
    """The next run counts only the others; the engine of each is known."""
    store = tmp_path / "queens"
    found = sequence(Boards("queens"), nodes=300, engine="dlx", checkpoint=store)
    with pytest.raises(OutOfBudget, match=r"a\(\d\): "):
        found.first(12)
    known = found.known
    assert known == (1, 1, 0, 0, 2, 10, 4, 40, 92)[: len(known)]
    assert len(known) > 5
    assert (store / "terms.json").exists()
    # No nodes are needed for terms that are stored.
    again = sequence(Boards("queens"), nodes=0, engine="dlx", checkpoint=store)
    assert again.first(len(known)) == list(known)
    assert again.engines[4:6] == ("dlx", "dlx")
    more = sequence(Boards("queens"), checkpoint=store).first(9)
    assert more == [1, 1, 0, 0, 2, 10, 4, 40, 92]
    assert sequence(Boards("queens"), nodes=0, checkpoint=store).first(9) == more


def test_stored_terms_are_those_of_the_same_problem(tmp_path: Path) -> None:
    sequence(Boards("queens"), checkpoint=tmp_path).first(6)
    assert sequence(lambda n: Queens(n + 3), checkpoint=tmp_path).first(4) == [0, 2, 10, 4]
    assert sequence(Boards("queens"), up_to="all", checkpoint=tmp_path).first(6)[5] == 2


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"terms": [{"n": 1}]}',
        '{"terms": [{"n": "1"}]}',
        '{"terms": [{"n": 1, "term": "1", "engine": 5, "problem": ""}]}',
        "[" * 10**5,
    ],
)
def test_files_that_are_not_stores(content: str, tmp_path: Path) -> None:
    (tmp_path / "terms.json").write_text(content)
    with pytest.raises(BadFormat, match="does not have the terms"):
        sequence(Boards("queens"), checkpoint=tmp_path)


def test_a_damaged_store_is_refused(tmp_path: Path) -> None:
    terms = sequence(Boards("queens"), checkpoint=tmp_path).first(9)
    file = tmp_path / "terms.json"
    content, refused = file.read_bytes(), 0
    for place in range(0, len(content), 3):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 7
        file.write_bytes(changed)
        try:
            assert sequence(Boards("queens"), nodes=0, checkpoint=tmp_path).first(9) == terms
        except (BadFormat, OutOfBudget):
            refused += 1
    assert refused > len(content) / 6


def test_a_store_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="cannot write"):
        sequence(Boards("queens"), checkpoint=tmp_path / "file")


def test_invalid_families() -> None:
    with pytest.raises(BadInput, match="did you mean 'queens'"):
        Boards("queen")
    with pytest.raises(BadTiling, match="which tiles"):
        Boards("square")
    with pytest.raises(BadTiling, match="takes no tiles"):
        Boards("queens", tiles="domino")
    with pytest.raises(BadInput, match="returns a model"):
        Boards(Queens, tiles="domino")
    with pytest.raises(BadInput, match="family=3"):
        sequence(3)  # type: ignore[call-overload]
    with pytest.raises(BadInput, match="a family of boards"):
        sequence(Boards("queens"), refine="tatami")
    with pytest.raises(combien.BadPuzzle):
        sequence(Queens)[0]
