"""`combien rectangles`: tables, strips, proofs, pictures, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combien._cli._shared.guard import Exit
from tests.cli.commands import combien


def test_a_table() -> None:
    done = combien("rectangles", "L-tromino", "--to", "5x9")
    assert done.code == Exit.ANSWERED
    assert "   9  .  c  .  c  P\n" in done.out
    assert "primes: 2x3, 5x9\norder: 2 (2x3)\nodd order: 15 (5x9)\n" in done.out


def test_a_table_as_json() -> None:
    content = json.loads(combien("rectangles", "**/*.", "--to", "9x5", "--json").out)
    assert content["to"] == [5, 9]
    assert content["primes"] == [[2, 3], [5, 9]]
    assert (content["order"], content["odd_order"], content["square"]) == (2, 15, None)
    verdicts = {(one["width"], one["height"]): one["verdict"] for one in content["rectangles"]}
    assert verdicts[3, 3] == "none"
    assert verdicts[3, 4] == "composite"


def test_a_strip() -> None:
    done = combien("rectangles", "Y-pentomino", "--strip", 5)
    assert done.out == "5 x n: all n = 0 mod 10 with n >= 10\n"
    assert combien("rectangles", "Y-pentomino", "--strip", 4).code == Exit.NONE
    content = json.loads(combien("rectangles", "L-tromino", "--strip", 2, "--json").out)
    assert content["shortest"] == [3, None, None]
    assert content["known_to"] is None


def test_all_primes() -> None:
    done = combien("rectangles", "L-tromino", "--all-primes", "--json")
    assert json.loads(done.out)["proved"]
    unproved = combien("rectangles", "P-pentomino", "--all-primes", "--widest", 2)
    assert unproved.code == Exit.UNKNOWN
    assert unproved.out.startswith("primes: 2x5\n")


def test_a_tiling_is_shown() -> None:
    assert combien("rectangles", "1x2", "--show", "2x1").out == "aa\n"
    none = combien("rectangles", "L-tromino", "--show", "3x3")
    assert none.code == Exit.NONE
    assert "no path of 3 rows" in none.printed


def test_reptiles() -> None:
    title, *lines = combien("rectangles", "1x2", "--reptile").out.splitlines()
    assert title == "2 times as large:"
    assert sorted("".join(lines)) == sorted("aabbccdd")
    assert combien("rectangles", "S-tetromino", "--reptile").code == Exit.NONE


def test_the_table_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    assert combien("rectangles", "domino", "--to", "4x4", "--svg", file).code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_a_common_multiple(tmp_path: Path) -> None:
    done = combien("rectangles", "L-tromino", "I-tromino", "--common")
    assert done.out.startswith("6 cells (no fewer):\n")
    file = tmp_path / "region.svg"
    assert not combien("rectangles", "1x2", "2x2", "--fixed", "--common", "--svg", file).out
    assert all((tmp_path / f"region-{k}.svg").exists() for k in (1, 2))
    none = combien("rectangles", "1x2", "X-pentomino", "--common", "--most", 19)
    assert none.code == Exit.UNKNOWN
    assert none.out == "none found; none has up to 19 cells\n"


def test_a_torus() -> None:
    done = combien("rectangles", "L-tromino", "--torus")
    assert done.out.startswith("torus 2 x 3 (no smaller one without a shift):\n")
    none = combien("rectangles", "X-pentomino", "--torus", "--most", 24)
    assert none.code == Exit.UNKNOWN
    assert none.out == "none found; none without a shift has up to 24 cells\n"


def test_a_skew_torus() -> None:
    done = combien("rectangles", "U-pentomino", "--torus", "--skew")
    assert done.out.startswith("torus 5 x 2 with shift 2 (no smaller one):\n")


def test_a_heesch_number(tmp_path: Path) -> None:
    cross = ".*../.*../****/.*.."
    done = combien("rectangles", cross, "--heesch")
    assert done.out.startswith("Heesch number 0, 1 with holes (on the lattice):\n")
    file = tmp_path / "patch.svg"
    assert not combien("rectangles", cross, "--heesch", "--svg", file).out
    assert "<svg" in file.read_text()
    found = json.loads(combien("rectangles", "domino", "--heesch", "--json").out)
    assert found["period"]["torus"] == [1, 2]
    none = combien("rectangles", "**/*./*./*./**", "--heesch", "--most", 1)
    assert none.code == Exit.UNKNOWN
    assert none.out.startswith("Heesch number at least 1:\n")


def test_a_limit_is_reported() -> None:
    done = combien("rectangles", "Y-pentomino", "--to", "12x12", "--nodes", 50)
    assert done.code == Exit.UNKNOWN
    assert "undecided: " in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing"], "no such tile"),
        (["domino", "--to", "5"], "expected a width and a height"),
        (["domino", "--to", "0x5"], "to"),
        (["domino", "--strip", "2", "--svg", "-"], "cannot be combined"),
        (["domino", "--strip", "0"], "width"),
        (["tetrominoes", "--reptile"], "one tile, not 5"),
        (["domino", "--common"], "two tiles, not 1"),
        (["domino", "--torus", "--reptile"], "cannot be combined"),
        (["domino", "--torus", "--heesch"], "cannot be combined"),
        (["tetrominoes", "--heesch"], "one tile, not 5"),
        (["domino", "--skew"], "expected --torus"),
        (["domino", "--most", "5"], "expected --common"),
        (["11x11", "--heesch"], "at most 100"),
        (["Y-pentomino", "--strip", "50"], "128 cells"),
        ([], "TILES"),
    ],
)
def test_refusals(words: list[str], message: str) -> None:
    done = combien("rectangles", *words)
    assert done.code == Exit.BAD_INPUT
    assert message in done.printed
