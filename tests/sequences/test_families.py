"""Families of boards and puzzles, counted term by term, and terms that are stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import combien
from combien import sequence
from combien.errors import BadFormat, BadInput, BadTiling, CannotWrite, OutOfBudget
from combien.puzzles import Queens
from combien.sequences import Boards, _counted, _families


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


def test_stored_terms_come_from_the_same_problem(tmp_path: Path) -> None:
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


def test_the_names_of_families() -> None:
    tiles: list[combien.Tile | str] = [
        "domino",
        combien.Tile("**\n*."),
        combien.Tile("*", name="one"),
    ]
    for family, name in (
        (Boards("square", tiles=tiles), "tilings of square n with domino, tile, one"),
        (Boards("queens"), "solutions of queens n"),
        (Boards(Queens), "solutions of Queens(n)"),
    ):
        assert (family.name, repr(family)) == (name, f"<Boards: {name}>")


def test_the_file_of_terms_can_be_read(tmp_path: Path) -> None:
    """Term by term on lines of their own; the file of the term at hand is removed."""
    sequence(Boards("queens"), checkpoint=tmp_path, engine="dlx").first(5)
    assert [file.name for file in tmp_path.iterdir()] == ["terms.json"]
    content = (tmp_path / "terms.json").read_text()
    assert content.endswith("\n}\n")
    facts = json.loads(content)
    assert [(term["n"], term["term"]) for term in facts["terms"]] == [
        (n, f"{count:x}") for n, count in enumerate([1, 0, 0, 2], 1)
    ]
    assert (facts["schema"], facts["family"]) == (2, "solutions of queens n")
    assert '\n   "n": 4,\n' in content


def test_the_longest_file_of_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sequence(Boards("queens"), checkpoint=tmp_path).first(5)
    size = (tmp_path / "terms.json").stat().st_size
    monkeypatch.setattr(_counted, "_MOST_BYTES", size)
    assert sequence(Boards("queens"), checkpoint=tmp_path, nodes=0).first(5) == [1, 1, 0, 0, 2]
    monkeypatch.setattr(_counted, "_MOST_BYTES", size - 1)
    with pytest.raises(BadFormat, match="does not have the terms"):
        sequence(Boards("queens"), checkpoint=tmp_path)


def test_what_counting_one_by_one_spends() -> None:
    reports: list[combien.Progress] = []
    nodes = [combien.answer(Queens(n), engine="dlx").work["nodes"] for n in range(1, 7)]
    for limit, known in ((sum(nodes), 7), (sum(nodes) - 1, 6)):
        found = sequence("queens", engine="dlx", nodes=limit, report=reports.append)
        if known == 7:
            assert found.first(7)[-1] == 4
        else:
            with pytest.raises(OutOfBudget, match=r"a\(6\): "):
                found.first(7)
        assert len(found.known) == known
        assert found.engines == ("", *["dlx"] * (known - 1))
    assert [each.work["terms"] for each in reports if "terms" in each.work][:3] == [1, 2, 3]


@pytest.mark.parametrize(
    ("tiles", "dimension", "sizes"),
    [
        ("squares", 2, [[1, 1], [2, 2], [3, 3]]),
        ("rectangles", 2, [[1, 1], [1, 2], [1, 3], [2, 2], [2, 3], [3, 3]]),
        ("squares", 3, [[1, 1, 1], [2, 2, 2], [3, 3, 3]]),
    ],
)
def test_the_sizes_of_sets_of_tiles(tiles: str, dimension: int, sizes: list[list[int]]) -> None:
    region = combien.Region.box(*[3] * dimension)
    found = list(_families._tiles(tiles, region, fixed=False))
    assert [sorted(tile.region.size) for tile in found] == sizes
    with pytest.raises(BadTiling, match="flat boards"):
        list(_families._tiles("rectangles", combien.Region.box(2, 2, 2), fixed=False))
    assert len(list(_families._tiles("L-tromino", combien.Region.box(1, 2), fixed=False))) == 0
    assert len(list(_families._tiles("L-tromino", combien.Region.box(1, 3), fixed=False))) == 1
