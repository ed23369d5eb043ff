"""The records: the models give the published terms, and the pages match the runs."""

from __future__ import annotations

import json
import re

import pytest

from bench.records import RECORDS, pages
from bench.records.__main__ import main
from bench.records.record import Record
from combien import Strip, count

RUNS = pages.read_runs(pages.RUNS)


@pytest.mark.parametrize("name", RECORDS)
def test_the_first_terms_match_the_published_ones(name: str) -> None:
    record = RECORDS[name]
    for n in range(record.offset, min(record.offset + 4, record.next)):
        if n not in record.errata:
            assert record.term(n, engine="frontier")[0] == record.published[n]
            assert record.term(n, engine="memo")[0] == record.published[n]


@pytest.mark.parametrize("name", [name for name in RECORDS if RECORDS[name].reduced])
def test_the_reduced_parts_have_the_same_sum(name: str) -> None:
    record = RECORDS[name]
    for n in range(1, 7):
        reduced, _ = record.term(n, engine="bits", reduced=True)
        assert reduced == record.term(n, engine="bits")[0]


def test_published_terms_that_differ_are_known_errata() -> None:
    for name, record in RECORDS.items():
        for n in record.errata:
            if n < 8:
                found, _ = record.term(n, engine="memo")
                assert found != record.published[n], name
                assert found == record.computed[n]


def test_the_pages_match_the_runs() -> None:
    page = pages.PAGE.read_text(encoding="utf-8")
    assert f"<!-- tables -->\n{pages.tables(RECORDS, RUNS)}<!-- end of tables -->\n" in page
    assert pages.COMPUTED.read_text(encoding="utf-8") == pages.terms(RECORDS, RUNS)
    files = {place.name for place in pages.PAGE.with_suffix("").iterdir()}
    assert files == {
        f"b{name[1:]}.txt" for name, record in RECORDS.items() if pages.computed(record, RUNS)
    }
    for file in files:
        text = (pages.PAGE.with_suffix("") / file).read_text(encoding="utf-8")
        assert text == pages.b_file(RECORDS[f"A{file[1:7]}"], RUNS)


def test_new_terms_agree_with_each_other() -> None:
    """Orbits of all sizes together are the dissections up to symmetry; as the page has them."""
    orbits = [912, *(RECORDS[f"A{number}"].computed[13] for number in (226979, 226980, 226981))]
    assert sum(orbits) == count(Strip(13, tiles="squares").model(13), up_to="all")
    page = pages.PAGE.read_text(encoding="utf-8")
    assert f"{' + '.join(map(str, orbits))} is A224239(13)" in " ".join(page.split())
    ten = RECORDS["A359026"].computed[10]
    assert ten == count(Strip(10, tiles="squares").model(10), up_to="all")
    (withdrawn,) = re.findall(r"^## Heesch numbers.*$", page, re.MULTILINE)
    assert withdrawn == "## Heesch numbers: withdrawn"


def test_runs_that_disagree_are_refused() -> None:
    record = RECORDS["A322495"]
    one = pages.Run("A322495", 12, 1, "memo", False, "1 nodes", 0.1)
    other = pages.Run("A322495", 12, 2, "frontier", False, "1 transitions", 0.1)
    with pytest.raises(ValueError, match="not confirmed"):
        pages.computed(record, [one, other])
    with pytest.raises(ValueError, match="not confirmed"):
        pages.computed(record, [one])


def test_the_command_compares(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["a361413", "4", "5"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("A361413(4) = 0  as published; auto, ")
    assert second.startswith("A361413(5) = 21  as computed before; auto, ")
    assert main(["A071103", "--json"]) == 0
    assert capsys.readouterr().out.count('"as computed before"') == 1
    monkeypatch.setattr(Record, "computed", {5: 22})
    assert main(["A361413", "--first", "5", "--engine", "memo", "--reduced"]) == 70
    out, err = capsys.readouterr()
    assert "A361413(5) = 21  DIFFERENT FROM 22; memo reduced, " in out
    assert "1 of the terms are different" in err


def test_the_terms_before_the_end_of_a_budget(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["A361413", "4", "9", "--engine", "dlx", "--nodes", "1000", "--json"]
    assert main(words) == 20
    out, err = capsys.readouterr()
    assert [row["n"] for row in json.loads(out)["terms"]] == [4]
    assert "a limit was reached" in err


def test_the_command_lists_all_records(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(RECORDS)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["A36141"], "'A36141' is not one of the sequences that are listed; did you mean"),
        (["A361413", "x"], "expected the index of a term"),
        (["A361413", "0"], "A361413 begins with a(1)"),
        (["A071103", "--reduced"], "omit --reduced"),
        (["A071103", "--folder", "missing"], "--folder missing: this folder does not exist"),
        (["A226979", "3", "--folder", "."], "A226979 is counted up to symmetry, in no run: omit"),
        (["A359022", "3", "--folder", "."], "A359022 is counted up to symmetry, in no run: omit"),
        (["A071103", "1", "--first", "2"], "omit one of them"),
        (["--frist", "2"], "Try 'python -m bench.records --help'"),
    ],
)
def test_bad_words_are_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert why in capsys.readouterr().err.replace("\n", " ")
