"""Plain exact covers, and what the commands beside count and solve do with them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from combien._cli._shared.files import load
from combien._questions import count
from tests.cli.commands import SCRIPT, combien
from tests.cli.test_solve import tilings

EXAMPLES = Path(__file__).parents[2] / "examples"
KNUTH, PRICES = EXAMPLES / "knuth.dlx", EXAMPLES / "prices.dlx"
PAVAGE = "2\n2\n**\n**\n2\n2\n1\n**\n2\n1\n**\n"


def test_count_and_solve_a_plain_exact_cover() -> None:
    assert combien("count", KNUTH).out == "1\n"
    assert combien("solve", KNUTH).out == "c e; a d f; b g\n"
    assert combien("solve", KNUTH, "--style", "knuth").out == " c e\n a d f\n b g\n"
    # One line each, without empty lines between them.
    assert len(combien("solve", PRICES, "-n", "0").out.splitlines()) == 4
    answer = json.loads(combien("solve", KNUTH, "--json").out)
    assert answer["problem"] == "knuth"
    assert answer["solutions"] == [{"options": [0, 3, 4], "names": ["c e", "a d f", "b g"]}]


def test_a_plain_exact_cover_has_no_picture() -> None:
    for picture in (["--boxes"], ["--svg", "x.svg"], ["--sheet", "x.svg"]):
        outcome = combien("solve", KNUTH, *picture)
        assert outcome.code == 2
        assert "has no picture" in outcome.err


def test_the_tiling_format_of_inf441(tmp_path: Path) -> None:
    board = tmp_path / "board.pavage"
    board.write_text(PAVAGE)
    assert combien("count", board).out == "4\n"
    other = tmp_path / "board.txt"
    other.write_text(PAVAGE)
    assert combien("count", other, "--format", "pavage").out == "4\n"
    assert combien("count", other).out == "4\n"
    assert "did you mean 'pavage'?" in combien("count", other, "--format", "pavag").err


@pytest.mark.parametrize("ending", ["dlx", "json", "emc", "ec"])
def test_converting_keeps_the_count(ending: str, tmp_path: Path) -> None:
    target = tmp_path / f"six.{ending}"
    assert combien("convert", SCRIPT, target, "--problem", "six").code == 0
    assert count(load(str(target)).model) == count(load(str(SCRIPT), name="six").model)
    back = tmp_path / "back.json"
    assert combien("convert", target, back).code == 0
    assert count(load(str(back)).model) == count(load(str(target)).model)


def test_what_cannot_be_converted() -> None:
    assert "the standard output needs a format" in combien("convert", KNUTH, "-").err
    assert combien("convert", KNUTH, "-", "--to", "ec").out.endswith("s 4 5 7\n")
    refused = combien("convert", KNUTH, "-", "--to", "cmb")
    assert (refused.code, refused.out) == (2, "")
    assert "cannot be written as cmb" in refused.err
    prices = combien("convert", PRICES, "-", "--to", "ec")
    assert prices.code == 2
    assert "cost" in prices.err
    assert "there is no folder '/nowhere'" in combien("convert", KNUTH, "/nowhere/x.ec").err
    assert "set it with --to" in combien("convert", KNUTH, "x.txt").err


def test_a_warning_names_what_a_format_loses(tmp_path: Path) -> None:
    odd = tmp_path / "odd.dlx"
    odd.write_text("a | s\ns\na s\n")
    outcome = combien("count", odd)
    assert outcome.out == "1\n"
    assert outcome.err.startswith("combien: warning: ")
    assert len(outcome.err.splitlines()) == 1


def test_the_cheapest() -> None:
    # By hand: 4 + 6 = 10 for ann, then bob with cat; 7 + 5 and 9 + 3 and 4 + 3 + 5 are 12.
    assert combien("best", PRICES).out == "10: bob cat; ann\n"
    five = json.loads(combien("best", PRICES, "-k", "9", "--json").out)["best"]
    assert [one["cost"] for one in five] == ["10", "12", "12", "12"]
    assert five[0]["solution"]["options"] == [1, 3]
    assert combien("best", PRICES, "-k", "0").code == 2


def test_samples() -> None:
    one = combien("sample", PRICES, "--seed", "3")
    assert one == combien("sample", PRICES, "--seed", "3")
    listed = set(combien("solve", PRICES, "-n", "0").out.splitlines())
    drawn = combien("sample", PRICES, "-n", "50", "--seed", "3").out.splitlines()
    assert set(drawn) == listed
    found = json.loads(combien("sample", SCRIPT, "--problem", "six", "-n", "2", "--json").out)
    assert [sum(len(placed["cells"]) for placed in t) for t in found["sample"]] == [6, 6]
    assert "┌" in combien("sample", SCRIPT, "--problem", "six", "--boxes").out
    assert combien("sample", PRICES, "-n", "-1").code == 2


def test_marginals() -> None:
    found = json.loads(combien("marginals", PRICES, "--json").out)
    solutions = json.loads(combien("solve", PRICES, "-n", "0", "--json").out)["solutions"]
    assert (found["count"], len(solutions)) == ("4", 4)
    assert [option["solutions"] for option in found["options"]] == [
        str(sum(number in solution["options"] for solution in solutions))
        for number in range(len(found["options"]))
    ]
    lines = combien("marginals", PRICES).out.splitlines()
    assert lines[0] == "1   25.00 %  " + found["options"][0]["name"]


def test_no_solutions_to_sample_from(tmp_path: Path) -> None:
    none = tmp_path / "none.dlx"
    none.write_text("a b\na\n")
    assert combien("sample", none).code == combien("marginals", none).code == 10
    assert combien("marginals", none).out == "0    0.00 %  a\n"


def test_estimate_and_shares() -> None:
    guess = json.loads(combien("estimate", SCRIPT, "--problem", "six", "--json").out)
    assert 0 <= guess["nodes_error"] <= guess["nodes"]
    assert "random walks" in combien("estimate", SCRIPT, "--problem", "six").out
    listed = combien("solve", SCRIPT, "--problem", "six", "-n", "0").out
    shares = combien("shares", SCRIPT, "--problem", "six", "--parts", "5").out.split()
    assert len(shares) == 3  # This small board has no more shares than that.
    found = [
        combien("solve", SCRIPT, "--problem", "six", "-n", "0", "--resume", share).out
        for share in shares
    ]
    assert "\n".join(filter(None, found)) == listed


def test_an_estimate_without_time() -> None:
    words = ("estimate", SCRIPT, "--problem", "huge")
    assert combien(*words, "--walks", 50, "--seconds", 60).out == combien(*words, "--walks", 50).out
    stopped = combien(*words, "--walks", 10_000_000, "--seconds", 0.1)
    assert (stopped.code, stopped.out) == (20, "")
    assert re.search(r"ended after \d+ of 10000000 walks; so far about ", stopped.err)


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("estimate", ["-v"]),
        ("shares", ["--seconds 1", "--nodes 1", "--bytes 1", "-v"]),
        ("sample", ["--engine dlx"]),
        ("marginals", ["--engine dlx"]),
        ("explain", ["-v"]),
    ],
)
def test_options_without_an_effect_do_not_exist(command: str, options: list[str]) -> None:
    for option in options:
        refused = combien(command, PRICES, *option.split())
        assert (refused.code, refused.out) == (2, "")
        assert "No such option" in refused.err
        assert option.split()[0] in refused.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sample", SCRIPT, "--boxes", "--json"], "--boxes cannot be combined with --json"),
        (["sample", KNUTH, "--boxes"], "which has no picture"),
        (["sample", KNUTH, "-n", "-1"], "-1 is not in the range from 0 to 2147483648"),
        (["shares", KNUTH, "--parts", "0"], "parts=0: expected a whole number from 1 to 1000000"),
        (["shares", KNUTH, "--parts", "9" * 20], "a whole number from 1 to 1000000"),
        (
            ["explain", KNUTH, "--trace", "--json"],
            "--trace and --tree cannot be combined with --json",
        ),
        (["explain", KNUTH, "--trace", "--events", "0"], "0 is not in the range"),
        (["encode", SCRIPT, "--size", "-o", "x"], "-o cannot be combined with --size"),
    ],
)
def test_what_is_refused(words: list[object], message: str) -> None:
    outcome = combien(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.printed


@pytest.mark.parametrize(
    ("command", "who"), [("best", "cheapest"), ("sample", "zdd"), ("marginals", "zdd")]
)
def test_verbose_shows_the_engine_and_its_work(command: str, who: str) -> None:
    silent, told = combien(command, PRICES), combien(command, PRICES, "-v")
    assert (told.out, silent.err) == (silent.out, "")
    assert re.fullmatch(rf"{who}: .*nodes \d+.*; \d+\.\d{{3}} s\n", told.err)


def test_explain() -> None:
    outcome = combien("explain", KNUTH)
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "knuth: 6 options, 7 primary items"
    assert "3 options are forced: in every solution." in lines
    assert lines[-1].startswith("search by bits: ")
    told = combien("explain", "--trace", KNUTH).out
    assert "solution 1" in told
    assert combien("explain", "--tree", "-", KNUTH).out.count("\n") > 3


def test_a_tree_is_drawn(tmp_path: Path) -> None:
    drawing = tmp_path / "tree.svg"
    assert combien("explain", "--tree", drawing, KNUTH).code == 0
    assert drawing.read_text().startswith("<svg ")
    refused = combien("explain", "--tree", tmp_path / "none" / "tree.svg", KNUTH)
    assert (refused.code, refused.out) == (2, "")
    assert "there is no folder" in refused.err


def test_a_seed_shuffles_the_search() -> None:
    words = ["solve", SCRIPT, "-n", "0", "--seed"]
    one, again, other = (tilings(combien(*words, seed).out) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert len(set(one)) == 36
    assert set(one) == set(other)
