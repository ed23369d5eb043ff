"""`combien sequence` for other programs: notations, far terms, b-files, lookups and families."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from combien import Answer, Question, answer
from combien._cli.main import main
from combien.puzzles import Queens
from combien.sequences import _counted

DOMINOES = ["sequence", "--width", "4", "--tile", "domino"]


def printed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(list(words)) == status
    return capsys.readouterr().out


def test_growth_and_entropy(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, *DOMINOES).splitlines()
    assert lines[3] == "growth 2.84053619409495253305; entropy 0.2609982087 a cell"


def test_notations(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *DOMINOES, "--pari").startswith("Vec((1 - x^2)/(1 - x - 5*x^2")
    assert printed(capsys, *DOMINOES, "--sage").startswith("C.<x> = CFiniteSequences(QQ)\n")
    assert "\\frac{1 - x^2}{1 - x - 5 x^2 - x^3 + x^4}" in printed(capsys, *DOMINOES, "--latex")
    entry = printed(capsys, *DOMINOES, "--oeis")
    assert "%N A000000 Number of tilings of a 4 X n rectangle with domino.\n" in entry
    facts = json.loads(printed(capsys, *DOMINOES, "--json", "--pari", "-n", "3"))
    assert facts["terms"] == ["1", "1", "5"]
    assert facts["notation"].startswith("Vec(")
    assert facts["growth"] == "2.84053619409495253305"


def test_one_term(capsys: pytest.CaptureFixture[str]) -> None:
    far = ["--term", "1000000", "--modulo", "1000000007"]
    assert printed(capsys, *DOMINOES, *far) == "538060863\n"
    assert printed(capsys, *DOMINOES, "--term", "8") == "2245\n"
    main([*DOMINOES, "--modulo", "7"])
    assert "--modulo: expected --term" in capsys.readouterr().err


def test_a_b_file_and_a_lookup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bfile, facts = tmp_path / "b005178.txt", tmp_path / "stripped"
    facts.write_text("# facts\nA005178 ,0,1,1,5,11,36,95,281,781,2245,\nA000045 ,0,1,1,2,3,5,8,\n")
    assert printed(capsys, *DOMINOES, "-o", str(bfile), "-n", "50") == ""
    lines = bfile.read_text().splitlines()
    assert (len(lines), lines[8]) == (50, "8 2245")
    found = printed(capsys, *DOMINOES, "--lookup", str(facts)).splitlines()[-1]
    assert found == "A005178: 9 terms agree, after 1 other"
    found = json.loads(printed(capsys, *DOMINOES, "--json", "--lookup", str(facts)))["lookup"]
    assert found == [{"number": "A005178", "dropped": 0, "extra": 1, "common": 9, "step": 1}]
    trominoes = ["sequence", "--width", "8", "--tile", "L-tromino", "--lookup", str(facts)]
    assert printed(capsys, *trominoes).endswith("no sequence of the file begins like this\n")


def test_orbits_and_conditions(capsys: pytest.CaptureFixture[str]) -> None:
    squares = ["sequence", "--width", "9", "--tiles", "squares", "--up-to", "all", "-n", "9"]
    lines = printed(capsys, *squares).splitlines()
    assert lines[0] == "1 1 30 163 2403 32097 459957 6542578 93604244"
    assert lines[1].startswith("a recurrence of order 275 for n >= 285")
    fault_free = printed(capsys, *DOMINOES[:2], "6", *DOMINOES[3:], "--refine", "fault-free")
    assert fault_free.startswith("1 0 0 0 0 6 0 124 62")
    main([*DOMINOES, "--refine", "tatamy"])
    assert "did you mean 'tatami'" in capsys.readouterr().err


def test_families(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert printed(capsys, "sequence", "queens", "-n", "6") == "1 1 0 0 2 10\n"
    aztec = ["sequence", "aztec", "--tile", "domino", "--json", "-n", "4"]
    facts = json.loads(printed(capsys, *aztec))
    assert facts["terms"] == ["1", "2", "8", "64"]
    assert (facts["recurrence"], facts["proved"], len(facts["engines"])) == (None, False, 4)
    stored = ["sequence", "queens", "--checkpoint", str(tmp_path / "queens"), "-n", "7"]
    assert printed(capsys, *stored) == printed(capsys, *stored) == "1 1 0 0 2 10 4\n"
    # With limits and without -n, as many terms as there are before the end.
    known = printed(capsys, "sequence", "queens", "--nodes", "200", "--engine", "dlx").split()
    assert known == ["1", "1", "0", "0", "2", "10", "4", "40", "92"][: len(known)]
    assert len(known) >= 5
    main(["sequence", "queens", "--width", "3"])
    assert "takes no --width" in capsys.readouterr().err


def test_an_interrupt_leaves_the_terms(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(model: Queens, question: Question, **options: Any) -> Answer[object]:
        if model.size == 6:
            raise KeyboardInterrupt
        return answer(model, question, **options)

    monkeypatch.setattr(_counted, "answer", interrupted)
    assert printed(capsys, "sequence", "queens", status=130) == "1 1 0 0 2 10\n"


def test_an_unknown_formula(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sequence", "queens", "--pari", "-n", "3"]) != 0
    assert "no generating function" in capsys.readouterr().err
    assert main([*DOMINOES, "--nodes", "1", "--oeis"]) == 20
    assert "budget of 1 nodes ended" in capsys.readouterr().err
