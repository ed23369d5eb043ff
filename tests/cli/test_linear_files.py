"""Commands on files of linear constraints: rows beside the cover, senses and constants."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import combien as package
from combien._cli._shared.guard import Exit
from combien.cover.formats import FormatWarning, read_model
from tests.cli.commands import combien

ROWS = """\\ Four jobs for two people; the capacity is a row of any coefficients.
Maximize
 gain: 5 a1 + 4 a2 + 3 b1 + 6 b2 + 10
Subject To
 one: a1 + b1 = 1
 two: a2 + b2 = 1
 hours: 4 a1 + 4 a2 + b2 <= 7
Binary
 a1 a2 b1 b2
End
"""


@pytest.fixture
def jobs(tmp_path: Path) -> Path:
    path = tmp_path / "jobs.lp"
    path.write_text(ROWS)
    return path


def test_questions_know_the_rows(jobs: Path) -> None:
    assert combien("count", jobs).out == "3\n"
    found = combien("solve", "-n", 0, jobs).out.splitlines()
    assert sorted(found) == ["a1; b2", "a2; b1", "b1; b2"]
    assert combien("best", jobs).out == "21: a1; b2\n"
    assert combien("best", "-k", 3, jobs).out.split(":")[0] == "21"
    assert set(combien("sample", "-n", 20, jobs).out.split("\n")) - {""} == set(found)
    assert combien("count", "--by", "cost", jobs).out == "q^17 + q^19 + q^21\n"
    shares = combien("marginals", jobs).out
    assert "1   33.33 %  a1" in shares
    assert "2   66.66 %  b2" in shares
    for words in (["count", "--engine", "zdd"], ["count", "--engine", "dlx"]):
        assert combien(*words, jobs).out == "3\n"


def test_a_further_limit_holds_as_well(jobs: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.csv"
    few.write_text("a1,1\na2,1\n")
    assert combien("count", "--limit", f"{few}=1..", jobs).out == "2\n"


@pytest.mark.parametrize(
    "words",
    [
        ["explain"], ["encode", "--style", "wcnf"], ["orbits"], ["count", "--up-to", "all"],
        ["count", "--checkpoint", "run.db"], ["solve", "--seed", "1"], ["shares"], ["estimate"],
        ["count", "--certificate", "c.txt"], ["run"],
    ],
)  # fmt: skip
def test_what_does_not_know_the_rows_refuses(
    jobs: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    found = combien(*words, jobs)
    assert found.code == Exit.BAD_INPUT
    assert not found.out
    if words[0] in ("count", "solve", "explain", "encode"):
        assert "has side constraints, such as row 'hours'" in found.err


def test_the_sense_of_a_file_is_obeyed_and_named(jobs: Path) -> None:
    found = json.loads(combien("best", "--json", jobs).out)
    assert (found["sense"], found["bound"], found["proved"]) == ("maximize", "21", True)
    assert combien("best", "--max", jobs).out == "21: a1; b2\n"
    jobs.write_text(ROWS.replace("Maximize", "Minimize"))
    assert combien("best", jobs).out == "17: a2; b1\n"
    refused = combien("best", "--max", jobs)
    assert refused.code == Exit.BAD_INPUT
    assert "--max was given, but jobs says minimize: omit --max, or change the file" in refused.err


@pytest.mark.parametrize("ending", ["mps", "lp", "json", "opb"])
def test_convert_keeps_rows_sense_and_constant(jobs: Path, ending: str, tmp_path: Path) -> None:
    there = tmp_path / f"there.{ending}"
    assert combien("convert", jobs, there).code == Exit.ANSWERED
    assert combien("best", there).out == "21: a1; b2\n"
    assert combien("count", there).out == "3\n"
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        model = read_model(there.read_text(), format=ending)
    assert isinstance(model, package.Constrained)
    assert [one.name for one in model.constraints] == ["c3" if ending == "opb" else "hours"]


def test_convert_refuses_what_a_format_would_lose(jobs: Path, tmp_path: Path) -> None:
    for ending in ("dlx", "ec", "emc", "wcnf"):
        found = combien("convert", jobs, tmp_path / f"there.{ending}")
        assert f"the {ending} format has no side constraints: write json, mps" in found.err
    jobs.write_text(ROWS.replace(" hours: 4 a1 + 4 a2 + b2 <= 7\n", ""))
    found = combien("convert", jobs, tmp_path / "there.dlx")
    assert "the dlx format has no maximization" in found.err
    assert combien("convert", jobs, tmp_path / "there.wcnf").code == Exit.ANSWERED
    # MaxSAT minimizes weights that are not negative: 5 + 4 + 3 + 6 - 11.
    assert combien("best", tmp_path / "there.wcnf").out == "7: one; two_\n"


def test_a_stopped_maximization_speaks_of_more(jobs: Path) -> None:
    assert combien("best", "--nodes", 1, "--engine", "bound", jobs).code in (
        Exit.ANSWERED,
        Exit.UNKNOWN,
    )


def test_python_asks_the_same_file(jobs: Path) -> None:
    with pytest.warns(FormatWarning, match="objective '. 10': with a constant"):
        model = read_model(jobs.read_text(), format="lp")
    assert package.count(model) == 3
    assert package.best(model)[0].cost == 21
    assert package.count_by_total(model) == {17: 1, 19: 1, 21: 1}
    assert package.solve(model) is not None
    assert len(package.sample(model, 5, seed=1)) == 5


def test_files_of_pycsp3_end_in_xml(tmp_path: Path) -> None:
    path = tmp_path / "model.xml"
    path.write_text(
        """<instance format="XCSP3" type="CSP">
        <variables> <array id="x" size="[2]"> 0 1 </array> </variables>
        <constraints> <intension> eq(add(x[0],x[1]),1) </intension> </constraints> </instance>"""
    )
    assert combien("count", path).out == "2\n"
    assert combien("solve", "-n", 0, path).out == "x[0]\nx[1]\n"
