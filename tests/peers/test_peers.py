"""combien reads what other programs write, as other programs do, or refuses it.

The files and answers in `stored/` are renewed by `python -m tests.peers --store`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.peers import cases, judging
from tests.peers.cases import CASES, STORED, meaning, stored
from tests.peers.judging import REFUSED, WRONG, File
from tests.peers.models import NONE, Model, Row
from tests.peers.programs import OURS, PROGRAMS, Refused, read_combien


def answered(path: Path) -> object:
    """What combien finds, without a process of its own."""
    try:
        return read_combien(str(path))
    except Refused as error:
        return f"refused: {error}"


def test_the_truth_about_a_model() -> None:
    rows = (Row("a", 1, 2, {0: 1, 1: 1, 2: 1}), Row("b", None, 0, {1: 2, 2: -1}))
    model = Model(
        ("x", "y", "z", "w"), ((0, 1), (0, 1), (1, 1), (0, 1)), (2, 3, 0, 0), 5, True, rows
    )
    # x and z, or z alone, and w or not; y needs two of z.
    assert sorted(model.values()) == [5, 5, 7, 7]
    assert (model.optimum(), model.idle()) == (7, ["w"])
    impossible = Model(("x",), ((0, 0),), (1,), 0, False, (Row("a", 1, None, {0: 1}),))
    assert impossible.optimum() == NONE


@pytest.mark.parametrize("file", judging.load(STORED), ids=lambda file: file.path.name)
def test_stored_files_are_read_as_they_are_meant(file: File) -> None:
    if OURS not in file.answers:
        assert file.verdict()[0] != WRONG
        return
    before = file.verdict()[0]
    file.answers[OURS] = answered(file.path)
    kind, reason = file.verdict()
    assert kind != WRONG, reason
    assert kind == before or before == REFUSED, reason


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_what_programs_read_differently(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / f"case.{case['format']}"
    path.write_text(case["text"].lstrip("\n"))
    ours = meaning(case, answered(path))
    assert ours in case["ours"]
    assert ours == stored()["cases"][case["title"]][OURS]


def test_the_page_has_the_tables() -> None:
    assert cases.tables() in cases.PAGE.read_text(encoding="utf-8")


NEEDS = " ".join(one.needs for one in PROGRAMS.values()).split()


@pytest.mark.needs(*NEEDS)
def test_files_of_all_writers(tmp_path: Path) -> None:
    """A sample; `python -m tests.peers --models 2000` is the whole."""
    names = judging.installed()
    files = judging.written(range(10), names, " ".join(judging.KINDS), tmp_path)
    judging.read(files, names)
    assert len(files) > 200
    assert not [file.path.name for file in files if file.verdict()[0] == WRONG], judging.table(
        files
    )


@pytest.mark.needs(*NEEDS)
def test_programs_read_as_the_page_says() -> None:
    known = stored()
    names = [name for name, seen in known["versions"].items() if cases.version_of(name) == seen]
    now = cases.asked(names)
    for title, row in now.items():
        # How a program fails that reads no answer out of a file depends on the machine.
        seen = {name: known["cases"][title][name] for name in row}
        ended = {name for name in row if "crashes" in (row[name], seen[name])}
        for name in row.keys() - ended:
            assert row[name] == seen[name], f"{title}: {name}"
