"""`combien polyforms`: sets by name, all polyforms of a size, pictures, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combien._cli._shared.guard import Exit
from tests.cli.commands import combien


def test_a_set() -> None:
    done = combien("polyforms", "trominoes")
    assert done.code == Exit.ANSWERED
    assert done.out == "I\n***\n\nL\n*.\n**\n"


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("hexiamonds",), 12),
        (("hexiamonds", "--one-sided"), 19),
        (("soma",), 7),
        (("5",), 12),
        (("5", "--one-sided"), 18),
        (("5", "--lattice", "cubes"), 29),
        (("5", "--lattice", "hexagons"), 22),
        (("6", "--lattice", "triangles"), 12),
    ],
)
def test_numbers(words: tuple[str, ...], number: int) -> None:
    assert combien("polyforms", *words, "--count").out == f"{number}\n"
    content = json.loads(combien("polyforms", *words, "--json").out)
    assert int(content["count"]) == len(content["tiles"]) == number


def test_a_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert combien("polyforms", "hexiamonds", "--svg", file).code == Exit.ANSWERED
    text = file.read_text()
    assert text == combien("polyforms", "hexiamonds", "--svg", "-").out
    assert "<title>hexiamonds</title>" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pentomino",), "there is no set of tiles 'pentomino'"),
        (("pentominoe",), "did you mean 'pentominoes'?"),
        (("0",), "expected a number of cells from 1 to 20"),
        (("99999999999",), "expected a number of cells from 1 to 20"),
        (("pentominoes", "--lattice", "cubes"), "a set has its own lattice"),
        (("5", "--count", "--json"), "cannot be combined"),
        (("12",), "more than 10,000 polyforms; choose fewer cells, or --count"),
        (("5", "--svg", "sheet.png"), "--svg writes .svg"),
    ],
)
def test_refusals(words: tuple[str, ...], message: str) -> None:
    done = combien("polyforms", *words)
    assert done.code == Exit.BAD_INPUT
    assert message in done.printed
