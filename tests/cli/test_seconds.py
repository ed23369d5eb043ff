"""Every command with `--seconds` ends in time, while it reads, builds or searches.

Each command is asked for something that takes minutes.  A new command needs a line in `LONG`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

import click
import pytest

from combien._cli._shared.groups import combien_command
from combien.puzzles import Queens
from combien.running._workers import begin_run
from tests.cli.commands import combien

SECONDS = 0.05
# For imports, the grace of the alarm, and the answer: the rule of 1.5 s for one second.
MORE = 0.5
# A processor that does something else as well is slow for a while; a command that does not look
# at its clock is late each time.
TRIES = 4

WITHOUT = """
pattern u = {*.* ***}
pattern w = {*.. **. .**}
problem p = constant 30x30 true [u ~sym, w ~sym]
"""
CUBE = """
pattern3 V = [{ ** $ *. }]
pattern layer = constant 6x5 true
pattern3 cube = [layer, layer, layer, layer, layer, layer]
problem3 p = cube [V ~rot]
"""

LONG = {
    "run": "{run}",
    "runs work": "{run_db}",
    "count": "{cmb}",
    "solve": "{cmb} -n 0",
    "best": "{cmb}",
    "sample": "{cmb}",
    "marginals": "{cmb}",
    "sequence": "--width 14 --tiles pentominoes",
    "estimate": "{cmb} --walks 1000000",
    "explain": "{small}",
    "apart": "{cube}",
    "queens": "27 --count",
    "sudoku": "--make 9 --box 4x4 --minimal",
    "nonogram solve": "{non} --count",
    "nonogram check": "{non}",
    "nonogram report": "{non}",
    "nonogram hint": "-n 0 {non}",
    "nonogram draw": "--goal {bare} {out}.svg",
    "nonogram make": "--unique cells {picture} {out}",
    "rectangles": "heptominoes --to 20x20",
    "plane": "--all 14",
    "design boards": "12x12 pentominoes --holes 84 -n 0",
    "design sets": "12x10 hexominoes --solutions 1 -n 0",
    "design burrs": "6 --rules notchable -n 0",
    "design shapes": "{cmb}",
    "design rectangles": "40x40 7x3*30 5x4*20 --count",
    "puzzle queens": "200 --count",
    "puzzle sudoku": "--count",
    "puzzle latin": "60 --count",
    "puzzle mates": "--size 10",
    "puzzle langford": "24 --count",
    "puzzle partitions": "18 --count",
    "puzzle matchings": "cube:7 --count",
    "puzzle coloring": "--graph complete:90 --colors 95 --count",
    "puzzle steiner": "25 --block 4 --count",
    "puzzle kirkman": "51",
    "puzzle guards": "30 --guards 9",
    "puzzle costas": "20 --count",
    "puzzle golomb": "13 --length 110",
    "puzzle magic": "4 --count",
    "puzzle cryptarithm": "ABCDE+FGHIJ=KLMNO --base 16 --count",
    "puzzle wordsquare": "{words} --size 6 --count",
    "puzzle wordsearch": "alpha,beta,gamma,delta,epsilon,zeta --board 60x60 --count",
    "puzzle dominosa": "--pips 40 --count",
    "puzzle starbattle": "{stars} --count",
    "puzzle triddler": "{triddler} --count",
    "puzzle mega": "{mega} --count",
    "puzzle edges": "dealt:5x3 --board 20x20",
    "puzzle triangles": "--border any --count",
    "puzzle insanity": "--count WGRBRR,BWGRRW,RBBWGW,GRWGBB",
    "puzzle squares": "25x25 --sides any --count",
    "puzzle hooks": "--first 60 --second 45 --count",
    "puzzle partridge": "11 --laid 0 --count",
    "puzzle rooks": "200 --count",
}

# Either something was found in time, which is an answer, or the case is not long enough.
DECIDED = ("explain", "nonogram hint", "puzzle sudoku", "puzzle mates", "puzzle insanity")


def limited(group: click.Group, *above: str) -> Iterator[str]:
    """The commands that take `--seconds`, with their groups."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from limited(command, *above, name)
        elif any("--seconds" in parameter.opts for parameter in command.params):
            yield " ".join([*above, name])


def test_each_command_with_seconds_has_a_case() -> None:
    assert sorted(limited(combien_command)) == sorted(LONG)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files that are long work for the commands."""
    folder = tmp_path_factory.mktemp("long")
    dice = Random(1)
    board = "\n".join("".join(dice.choice(".#") for _ in range(90)) for _ in range(90))
    rows = "\n".join("abcdefghijklmnopqrstuvwxyz"[y] * 26 for y in range(26))
    ones = "\n".join(["1 1"] * 16)
    texts = {
        "triddler": f"sides 8 8 8 8 8 8\nrows\n{ones}\nrising\n{ones}\nfalling\n{ones}",
        "mega": "rows\n" + "1 1 / 1 1\n" * 8 + "columns\n" + "1 1 1 1\n" * 16,
        "stars": f"stars=3\n{rows}",
        "cmb": WITHOUT,
        "small.cmb": WITHOUT.replace("30x30", "21x20"),
        "run.cmb": f"{WITHOUT}count auto p",
        "cube.cmb": CUBE,
        "picture.txt": board,
        "words.txt": "\n".join("".join(dice.choices("abcd", k=6)) for _ in range(1000)),
    }
    paths = {}
    for name, text in texts.items():
        path = folder / (name if "." in name else f"problem.{name}")
        path.write_text(text, encoding="utf-8")
        paths[name.partition(".")[0]] = path
    paths["non"], paths["out"] = folder / "board.non", folder / "out.non"
    assert combien("nonogram", "convert", paths["picture"], paths["non"]).code == 0
    paths["bare"] = folder / "bare.non"
    words = ("--drop", "goal", paths["picture"], paths["bare"])
    assert combien("nonogram", "convert", *words).code == 0
    paths["run_db"] = folder / "run.db"
    problem = Queens(17).problem()
    begin_run(problem, paths["run_db"], engine="dlx", parts=10)
    return paths


@pytest.mark.parametrize("command", LONG)
def test_a_command_ends_within_its_seconds(command: str, files: dict[str, Path]) -> None:
    words = [word.format(**files) for word in LONG[command].split()]
    combien(*command.split(), "--help")
    times: list[float] = []
    while len(times) < TRIES and (not times or times[-1] >= SECONDS + MORE):
        begun = process_time()
        ended = combien(*command.split(), *words, "--seconds", SECONDS)
        times.append(process_time() - begun)
        assert ended.code == 20 or (command in DECIDED and ended.code in (0, 10)), ended.printed
    assert times[-1] < SECONDS + MORE, f"{times} s: {ended.printed}"
