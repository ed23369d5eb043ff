"""The benchmark itself: its instances are what they claim to be, and a wrong count is caught."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bench import counters, ours, peers, planes, run, table
from bench.instances import COUNTING, DIAGRAMS, INSTANCES, TINY, instance
from bench.ours import Ours
from bench.peers import conjunction
from bench.run import main, run_once, run_rounds

EVERY = INSTANCES | COUNTING | DIAGRAMS | TINY


@pytest.mark.parametrize("name", EVERY)
def test_every_instance_is_well_formed(name: str) -> None:
    made = EVERY[name]()
    assert made.fault() == ""
    assert made.name == name
    assert made == EVERY[name]()


@pytest.mark.parametrize(
    ("name", "options", "items"),
    [
        ("pentominoes-6x10", 2056, 72),
        ("scott", 1568, 72),
        ("soma", 688, 34),
        ("dominoes-8x8", 112, 64),
        ("queens-14", 196, 78),
        ("sudoku", 19 + 62 * 9, 324),
    ],
)
def test_instances_have_the_published_sizes(name: str, options: int, items: int) -> None:
    made = EVERY[name]()
    assert (len(made.options), made.items) == (options, items)


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("sudoku", "efe915bd1777"),
        ("random-sparse", "7bf3a20a3b2d"),
        ("random-dense", "97b86c870108"),
    ],
)
def test_random_instances_are_the_same_everywhere(name: str, digest: str) -> None:
    drawn = json.dumps(EVERY[name]().options).encode()
    assert sha256(drawn).hexdigest()[:12] == digest


@pytest.mark.parametrize("name", ["langford-4", "queens-8", "soma", "langford-11", "queens-12"])
@pytest.mark.parametrize(
    "question", ["combien:dlx", "combien:dlx:list", "combien:bits@plain", "combien:bits@plain:list"]
)
def test_the_counts_are_right(name: str, question: str) -> None:
    made = EVERY[name]()
    program = Ours(question)
    assert program.count(program.prepare(made)) == made.count


def test_colors_reach_the_engine() -> None:
    # One secondary item, three options that color it, two of them alike.
    made = instance.Instance("c", [[0, 2], [1, 2], [1, 2]], 2, 3, 1, "", [[0, 1], [0, 1], [0, 2]])
    program = Ours("combien:dlx")
    assert program.count(program.prepare(made)) == 1


@pytest.mark.parametrize(
    ("options", "primary", "fault"),
    [
        ([[0, 0]], 1, "option 0 contains an item twice"),
        ([[0], [2]], 1, "option 1 contains an item that does not exist"),
        ([[0], [1]], 1, "option 1 has no primary item"),
        ([[0]], 1, "1 items are in no option"),
        ([[0, 1], [1, 0]], 2, "an option occurs twice"),
        ([[0, 1]], 3, "3 of 2 items are primary"),
    ],
)
def test_a_bad_instance_says_what_is_wrong(
    options: list[list[int]], primary: int, fault: str
) -> None:
    assert instance.Instance("bad", options, primary, 2, 0, "").fault() == fault


def test_a_process_answers_and_is_timed() -> None:
    result = run_rounds(TINY["langford-4"](), "combien:dlx", rounds=2, seconds=20)
    assert set(result) == {"cpu", "user", "wall", "prepare", "work"}
    assert result["work"]["nodes"] > 0


def test_a_wrong_count_disqualifies() -> None:
    claimed = replace(TINY["langford-4"](), count=3)
    result = run_rounds(claimed, "combien:dlx", rounds=1, seconds=20)
    assert result == {"wrong": 2}
    assert table.result_text(result) == "WRONG: 2"


def test_a_search_that_takes_too_long_is_ended() -> None:
    assert run_once(INSTANCES["macmahon-4x6"](), "combien:dlx", seconds=1) == {"limit": 1}


def test_a_missing_engine_fails_with_its_message() -> None:
    result = run_once(TINY["langford-4"](), "combien:dxl", seconds=20)
    assert "did you mean 'dlx'?" in result["failed"]


def test_the_command_prints_a_table_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--instances", "langford-4", "--peers", "combien:dlx", "combien:dlx:list"]
    file = tmp_path / "out.json"
    assert main([*words, "--rounds", "1", "--json", str(file)]) == 0
    head, _, line, mean = capsys.readouterr().out.splitlines()
    assert head.startswith("| instance | options | solutions | combien:dlx | combien:dlx:list |")
    assert line.startswith("| langford-4 | 18 | 2 | ")
    assert mean.startswith("| geometric mean |")
    assert json.loads(file.read_text())["results"]["langford-4"].keys() == set(words[3:])


def test_an_unknown_program_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--peers", "xcove"])
    assert "there is no program 'xcove'" in capsys.readouterr().err


def test_ratios_are_the_best_peer_over_the_best_of_ours() -> None:
    made = TINY["langford-4"]()
    row: dict[str, dict[str, Any]] = {
        "p": {"cpu": 6.0},
        "q": {"limit": 9},
        "a": {"cpu": 3.0},
        "b": {"cpu": 1.5},
    }
    text = table.table(
        [made],
        {made.name: row},
        columns=["p", "q", "a", "b"],
        ratios={
            "both": (["a", "b"], ["p", "q"]),
            "one": (["a"], ["p", "q"]),
            "none": (["q"], ["p"]),
            "no peer": (["a"], ["q"]),
        },
    )
    assert text.splitlines()[2:] == [
        "| langford-4 | 18 | 2 | 6 | > 9 | 3 | 1.5 | 4.00 | 2.00 |  |  |",
        "| geometric mean |  |  |  |  |  |  | 4.00 | 2.00 |  |  |",
    ]


def test_counters_that_drift_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "counters.json"
    made = list(counters.of_instances([TINY["langford-4"]()]))
    assert len(counters.check(made, file=file)) >= 1
    assert counters.check(made, file=file, write=True) == []
    assert counters.check(made, file=file) == []
    written = json.loads(file.read_text())
    nodes = written["langford-4"]["dlx"]["nodes"]
    written["langford-4"]["dlx"]["nodes"] += 1
    written["langford-4"]["gone"] = {"nodes": 1}
    file.write_text(json.dumps(written))
    changed, gone = counters.check(made, file=file)
    assert changed.startswith(f"langford-4, dlx: {nodes + 1} nodes")
    assert f"is now {nodes} nodes" in changed
    assert gone == "langford-4, gone: 1 nodes, and no such engine answers now"


def test_counters_are_recorded_for_every_instance_and_agree_for_small_ones() -> None:
    small = (INSTANCES[name]() for name in ("soma", "queens-12", "langford-11"))
    assert counters.check(counters.of_instances(small)) == []
    generated = list(counters.of_generated())
    assert counters.check(generated) == []
    relisted = list(counters.of_relisted())
    assert counters.check(relisted) == []
    recorded = json.loads(counters.FILE.read_text()).keys()
    assert recorded == INSTANCES.keys() | {name for name, _ in [*generated, *relisted]}
    assert len(generated) == counters.GENERATED


@pytest.mark.parametrize("module", [conjunction, instance, ours, peers, planes, run, table])
def test_examples(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted > 0
    assert results.failed == 0


def test_the_table_of_a_saved_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.json"
    words = ["--instances", "langford-4", "--peers", "combien:dlx", "--rounds", "1"]
    assert main([*words, "--json", str(file)]) == 0
    measured = capsys.readouterr().out
    assert main(["--table", str(file)]) == 0
    assert capsys.readouterr().out == measured
