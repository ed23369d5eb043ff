"""What is logged: decisions, workers and files, only for programs that use `logging`."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

import combien
from combien.puzzles import Queens


def test_the_choice_of_an_engine(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "combien"):
        found = combien.answer(Queens(9), seconds=100)  # Limits make it a race.
        next(combien.solutions(Queens(6)))
        combien.solve(Queens(6), engine="dlx")
    messages = [(one.name, one.levelname, one.getMessage()) for one in caplog.records]
    assert ("combien.engines", "INFO", f"counted by {found.engine}: {found.why}") in messages
    assert any(text.startswith("listing by bits: ") for _, _, text in messages)
    assert any(text.startswith("looking for a solution by dlx") for _, _, text in messages)
    assert ("combien.engines", "DEBUG", "the race goes on with bits") in messages
    assert found.plan is not None
    entries = [entry for part in found.plan.parts for entry in part.entries]
    for entry in entries:
        if entry.outcome == "chosen":
            assert any(text.startswith(f"{entry.name} was chosen: ") for _, _, text in messages)


def test_a_run(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    with caplog.at_level(logging.DEBUG, "combien"):
        combien.count(Queens(9), engine="dlx", threads=2, checkpoint=tmp_path / "run.db")
    messages = [one.getMessage() for one in caplog.records if one.name == "combien.running"]
    assert messages[0] == "a run on threads (2 at once) by dlx"
    assert any(text.startswith("saved ") for text in messages)


@pytest.mark.parametrize("first", ["", "import logging; "])
def test_nothing_is_loaded_or_printed_unasked(first: str) -> None:
    program = (
        f"{first}import combien, sys; from combien._base.log import log; "
        "log('engines', 30, 'a warning'); "
        "combien.count(combien.Problem.from_options(['a'])); print('logging' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{bool(first)}\n", "")
