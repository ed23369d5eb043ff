"""Files of families in the plane: runs that continue, and files that are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combien import running
from combien.errors import BadFormat, BadInput, OutOfBudget
from combien.geometry import CAIRO, HEXAGONS
from combien.plane import classify_all
from combien.plane._classify import Classification, Verdict
from combien.running._database import Database


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[Verdict]:
    """The verdicts that are made."""
    made: list[Verdict] = []
    decide = Classification.decide

    def counted(self: Any) -> Verdict:
        made.append(decide(self))
        return made[-1]

    monkeypatch.setattr(Classification, "decide", counted)
    return made


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_continues(tmp_path: Path, decided: list[Verdict], threads: int) -> None:
    file = tmp_path / "hexes.db"
    table = classify_all(6, lattice=HEXAGONS)
    expected = list(decided)
    decided.clear()
    with pytest.raises(OutOfBudget):
        classify_all(6, lattice=HEXAGONS, checkpoint=file, nodes=100_000, threads=threads)
    before = len(decided)
    assert 0 < before < len(expected)
    decided.clear()
    assert classify_all(6, lattice=HEXAGONS, checkpoint=file, threads=threads) == table
    # Those that were interrupted, and the rare ones among the others.
    assert len(expected) - before <= len(decided) <= len(expected) - before + len(table.rare) + 3
    decided.clear()
    assert classify_all(6, lattice=HEXAGONS, checkpoint=file) == table
    assert sorted(map(str, decided)) == sorted(map(str, table.rare))


def test_files_have_what_was_found_on_the_lattice(tmp_path: Path) -> None:
    """So that files of earlier runs are read: the kinds have not changed, what they say has."""
    file = tmp_path / "halves.db"
    table = classify_all(3, lattice=CAIRO, checkpoint=file)
    assert (dict(table.periodic), dict(table.none_on_lattice)) == ({2: 4}, {0: 2})
    with Database.connected(file).transaction() as connection:
        rows = [row for (row,) in connection.execute("SELECT position FROM share")]
    assert sorted(" ".join(row.split()[:2]) for row in rows) == ["anisohedral 2"] * 4 + [
        "none 0",
        "none 0",
    ]
    assert classify_all(3, lattice=CAIRO, checkpoint=file) == table


def test_files_of_other_runs_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "family.db"
    classify_all(4, checkpoint=file)
    with pytest.raises(BadInput, match="another run"):
        classify_all(5, checkpoint=file)
    with pytest.raises(BadInput, match="another run"):
        classify_all(4, checkpoint=file, most_coronas=2)
    with pytest.raises(BadInput, match="not the run of a count"):
        running.status(file)
    (tmp_path / "text").write_text("text")
    with pytest.raises(BadFormat):
        classify_all(4, checkpoint=tmp_path / "text")
    assert (tmp_path / "text").read_text() == "text"


@pytest.mark.parametrize("row", ["none", "none 1", "other 1 0,0", "none x 0,0", "none 99999 0,0"])
def test_rows_of_a_stranger_are_refused(tmp_path: Path, row: str) -> None:
    file = tmp_path / "family.db"
    classify_all(2, checkpoint=file)
    # Sealed as if it were right.
    stored = Database.connected(file)
    with stored.transaction() as connection:
        connection.execute("UPDATE share SET position = ?", (row,))
    stored.close()
    with pytest.raises(BadFormat, match="part 0 is"):
        classify_all(2, checkpoint=file)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "family.db"
    table = classify_all(6, checkpoint=file)
    whole = file.read_bytes()
    refused = 0
    for place in range(0, len(whole), 197):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            assert classify_all(6, checkpoint=file) == table
        except (BadFormat, BadInput):
            refused += 1
    assert refused > 10
