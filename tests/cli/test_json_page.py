"""The output of `--json` is as documented in docs/json.md, and counts are strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.cli.commands import combien
from tests.cli.test_apart_command import bars

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
# The keys in the first column of each table.
TOLD = {
    key
    for line in PAGE.splitlines()
    if line.startswith("| `")
    for key in re.findall(r"`(\w+)`", line.split("|")[1])
}
# Objects whose keys are names of counters, or numbers.
COUNTERS = {"work", "known", "programs", "counts", "anisohedral", "none"}
TEXTS = {"count", "modulo", "at_least", "cost", "modulus", "total"}

COMMANDS = [
    "count examples/scott.cmb --explain",
    "count examples/camel.cmb --up-to all",
    "count examples/camel.cmb --modulo 97",
    "count examples/scott.cmb --engine dlx --nodes 1e3",
    "solve examples/scott.cmb",
    "solve -n 0 examples/knuth.dlx",
    "solve -n 0 examples/scott.cmb --nodes 1e4",
    "queens 4",
    "puzzle hooks --first 3 --second 4",
    "puzzle starbattle --rate",
    "puzzle langford --make 1",
    "best examples/prices.dlx",
    "sample examples/knuth.dlx",
    "marginals examples/knuth.dlx",
    "marginals --q 2/3 --problem board_8x8 examples/dominoes.cmb",
    "count --by cost examples/prices.dlx",
    "estimate examples/scott.cmb",
    "shares examples/scott.cmb",
    "explain examples/mutilated.cmb",
    "explain examples/scott.cmb",
    "sudoku examples/sudokus.txt",
    "sudoku 12",
    "sudoku --make 1",
    "doctor",
    "doctor --settings",
    "nonogram solve examples/snail.non",
    "nonogram solve --all examples/key.txt",
    "nonogram solve --count examples/key.txt",
    "nonogram check examples/snail.non",
    "nonogram report examples/key.txt",
    "nonogram solve --threads 1 examples/five.non examples/snail.non",
    "nonogram hint examples/snail.non",
    "rectangles L-tromino --to 5x9",
    "rectangles L-tromino --strip 2",
    "rectangles L-tromino --all-primes",
    "rectangles domino --show 2x1",
    "rectangles domino --reptile",
    "rectangles domino L-tromino --common",
    "rectangles domino --torus",
    "rectangles domino --heesch",
    "apart examples/piston.xmpuzzle",
    "apart examples/turn.cmb --rotations",
    "apart examples/turn.cmb --rotations --solution 1",
    "apart examples/piston.xmpuzzle --solution 8 --thorough",
    "sequence --width 2 --tile domino --term 5 --pari",
    "sequence queens -n 3",
    "design pieces 6 --rules notchable",
    "design burrs 6 --pieces 154,568,687,992,1024 --level 5..",
    "sequence aztec --tile domino --guess",
    "polyforms trominoes",
    "design boards 4x4 L-tromino --times 5 --holes 1",
    "design sets 5x4 pentominoes --solutions 1..4",
    "sequence --width 2 --tile domino --tile monomino --refine tiles -n 3",
    "plane P-pentomino",
    "plane --all 6 --lattice hexagons",
    "plane hat --level 1",
]


def keys(value: object) -> Iterator[tuple[str, object]]:
    """The keys of an object and of those in it, with their values."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            if key in COUNTERS:
                yield from ((k, v) for k, v in inner.items() if k in TEXTS)
            else:
                yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


@cache
def objects(words: str) -> list[object]:
    outcome = combien(*words.split(), "--json")
    assert outcome.out or outcome.code == 2
    if words.startswith("sudoku") or "--threads 1" in words:
        return [json.loads(line) for line in outcome.out.splitlines()]
    return [json.loads(outcome.out)]


@pytest.mark.usefixtures("no_imports")
@pytest.mark.parametrize("words", COMMANDS)
def test_every_printed_key_is_documented(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for printed in objects(words):
        assert isinstance(printed, dict)
        assert next(iter(printed)) == "schema"
        assert printed["schema"] == 1
        for key, value in keys(printed):
            assert key in TOLD
            if key in TEXTS:
                assert value is None or re.fullmatch("-?[0-9]+", str(value))
                assert value is None or isinstance(value, str)


@pytest.mark.usefixtures("no_imports")
def test_every_documented_key_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    printed = {key for words in COMMANDS for one in objects(words) for key, _ in keys(one)}
    broken = tmp_path / "broken.txt"
    broken.write_text("12\n")
    facts = tmp_path / "stripped"
    facts.write_text("A000045 ,0,1,1,2,3,5,8,13,21,\n")
    puzzle = tmp_path / "bars.xmpuzzle"
    puzzle.write_bytes(bars('assemblies="1"'))
    plugin = EntryPoint("dlx", "plugin:engine", "combien.engines")
    monkeypatch.setattr("combien._base.plugins._entry_points", lambda: ((plugin, "plugin 1"),))
    for words in (
        "plugins",
        f"sudoku {broken}",
        f"sequence --width 2 --tile domino --lookup {facts}",
        f"count {puzzle}",
        f"apart {puzzle} --solution 1 --size 20 --bed 30x30 --split --stl {tmp_path / 'a.stl'}",
    ):
        printed |= {key for one in objects(words) for key, _ in keys(one)}
    assert TOLD - printed == set()


def test_the_page_is_linked() -> None:
    assert "docs/json.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/json.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
