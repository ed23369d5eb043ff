"""The records: the models give the published terms, and the pages match the runs."""

from __future__ import annotations

import pytest

from bench.records import pages
from bench.records.__main__ import RECORDS

RUNS = pages.read_runs(pages.RUNS)


@pytest.mark.parametrize("name", RECORDS)
def test_the_first_terms_match_the_published_ones(name: str) -> None:
    record = RECORDS[name]
    for n in range(record.offset, min(record.offset + 4, record.next)):
        if n not in record.errata:
            published = record.published[n - record.offset]
            assert record.term(n, engine="frontier")[0] == published
            assert record.term(n, engine="memo")[0] == published


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
                assert found != record.published[n - record.offset], name


def test_the_pages_match_the_runs() -> None:
    page = pages.PAGE.read_text(encoding="utf-8")
    assert f"<!-- tables -->\n{pages.tables(RECORDS, RUNS)}<!-- end of tables -->\n" in page
    files = {place.name for place in pages.PAGE.with_suffix("").iterdir()}
    assert files == {
        f"b{name[1:]}.txt" for name, record in RECORDS.items() if pages.computed(record, RUNS)
    }
    for file in files:
        text = (pages.PAGE.with_suffix("") / file).read_text(encoding="utf-8")
        assert text == pages.b_file(RECORDS[f"A{file[1:7]}"], RUNS)


def test_runs_that_disagree_are_refused() -> None:
    record = RECORDS["A322495"]
    one = pages.Run("A322495", 12, 1, "memo", False, "1 nodes", 0.1)
    other = pages.Run("A322495", 12, 2, "frontier", False, "1 transitions", 0.1)
    with pytest.raises(ValueError, match="not confirmed"):
        pages.computed(record, [one, other])
    with pytest.raises(ValueError, match="not confirmed"):
        pages.computed(record, [one])
