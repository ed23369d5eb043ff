"""Sequences found in a copy of the OEIS's file; other files are refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from combien import Strip, sequence
from combien.errors import BadFormat, BadInput
from combien.sequences import _lookup
from combien.sequences._lookup import Match, look_up

# As published; A000045 begins with 0.
FACTS = b"""# OEIS Sequence Data (as made for a test)
A000012 ,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,
A000079 ,1,2,4,8,16,32,64,128,256,
A005178 ,0,1,1,5,11,36,95,281,781,2245,6336,
A099999 ,11,36,95,281,
A054856 ,1,1,5,13,40,117,348,
"""
DOMINOES = [1, 1, 5, 11, 36, 95, 281, 781, 2245, 6336, 18061]


@pytest.fixture(params=["stripped", "stripped.gz"])
def facts(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_bytes(gzip.compress(FACTS) if path.suffix == ".gz" else FACTS)
    return path


def test_terms_are_found_with_another_beginning(facts: Path) -> None:
    assert look_up(DOMINOES, facts) == (
        Match("A005178", dropped=0, extra=1, common=10),
        Match("A099999", dropped=3, extra=0, common=4),
    )
    assert look_up([1, 1, 2, 3, 5, 8], facts) == (Match("A000045", 0, 1, 6),)
    assert look_up([7, 7, 2, 4, 8, 16], facts) == ()
    assert [str(match) for match in look_up(DOMINOES, facts)] == [
        "A005178: 10 terms agree, after 1 other",
        "A099999: 4 terms agree, from a(3) on",
    ]


def test_terms_without_the_zeros_between(facts: Path) -> None:
    spread = [term for power in range(8) for term in (2**power, 0, 0)]
    (match,) = look_up(spread, facts)
    assert match == Match("A000079", dropped=0, extra=0, common=8, step=3)
    assert str(match) == "A000079: 8 terms agree, of a(3n)"
    assert look_up(spread[2:], facts) == ()


def test_exact_matches_come_first(facts: Path) -> None:
    assert look_up([1, 1, 5, 13, 40], facts)[0] == Match("A054856", 0, 0, 5)


def test_one_wrong_term_prevents_a_match(facts: Path) -> None:
    for place in range(len(DOMINOES) - 1):
        wrong = [term + (n == place) for n, term in enumerate(DOMINOES)]
        assert all(match.dropped > place or match.common < 10 for match in look_up(wrong, facts))


def test_few_terms_are_not_looked_up(facts: Path) -> None:
    with pytest.raises(BadInput, match="at least 4"):
        look_up([1, 2, 4], facts)
    # Zeros and ones are in every sequence.
    assert look_up([1, 1, 1, 1, 1], facts) == ()


WRONG = [
    (gzip.compress(FACTS)[:-30], "damaged"),
    (gzip.compress(FACTS)[:40] + b"?" * 40, "damaged"),
    (b"n a(n)\n", "line 1: expected a line such as"),
    (b"A000045 0,1,1,2\n", "line 1: expected a line such as"),
    (b"# fine\nA000045 ," + b"1," * 60_000 + b"\n", "line 2: too long"),
    (gzip.compress(b"0" * 10**7), "line 1: too long"),
    (b"\x1f\x8b", "damaged"),
]


# Compressed bytes contain the time, so they are not used as names of tests.
@pytest.mark.parametrize(("content", "message"), WRONG, ids=range(len(WRONG)))
def test_files_of_other_kinds(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "stripped.gz"
    path.write_bytes(content)
    with pytest.raises(BadFormat, match=message):
        look_up(DOMINOES, path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadFormat, match="cannot read"):
        look_up(DOMINOES, tmp_path / "none.gz")


@pytest.mark.parametrize(
    ("terms", "match"),
    [
        # As published: 11, 36, 95, 281, 781, 2245.
        ([11, 36, 95, 281], (0, 0, 4)),
        ([1, 2, 3, 4, 11, 36, 95, 281], (4, 0, 4)),
        ([1, 2, 3, 4, 5, 11, 36, 95, 281], None),
        ([36, 95, 281, 781], (0, 1, 4)),
        ([95, 281, 781, 2245, 7], (0, 2, 5)),
        ([95, 281, 781, 2245, 1], None),
        ([781, 2245, 7, 8, 9], (0, 4, 5)),
        ([2245, 7, 8, 9, 1], None),
        ([11, 36, 95, 282], None),
        ([1, 2, 3, 4, 11], None),
    ],
)
def test_how_many_terms_may_be_left_out(
    tmp_path: Path, terms: list[int], match: tuple[int, int, int] | None
) -> None:
    file = tmp_path / "stripped"
    file.write_bytes(b"A100000 ,11,36,95,281,781,2245,7,8,9,\n")
    found = look_up(terms, file)
    assert found == (() if match is None else (Match("A100000", *match),))


def test_ones_and_zeros_are_in_everything(tmp_path: Path) -> None:
    file = tmp_path / "stripped"
    file.write_bytes(b"A100000 ,1,0,1,0,1,0,\nA100001 ,1,0,1,0,2,0,\n")
    assert [match.number for match in look_up([1, 0, 1, 0, 2], file)] == ["A100001"]
    assert look_up([1, 0, 1, 0, 1], file) == ()


def test_the_order_and_the_number_of_matches(tmp_path: Path) -> None:
    file = tmp_path / "stripped"
    lines = [f"A10{n:04} ,{'7,' * (n == 3)}2,3,4,5,{'6,' * (n % 3 == 0)}\n" for n in range(30)]
    file.write_text("".join(lines))
    found = [match.number for match in look_up([2, 3, 4, 5, 6], file)]
    exact = [n for n in range(0, 30, 3) if n != 3]
    shorter = [n for n in range(30) if n % 3]
    assert found == [f"A10{n:04}" for n in [*exact, *shorter, 3]][:20]
    assert len(look_up([2, 3, 4, 5, 6], file, limit=3)) == 3
    assert look_up([2, 3, 4, 5, 6], file, limit=40)[-1] == Match("A100003", 0, 1, 5)


def test_the_longest_line_and_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stripped"
    line = b"A100000 ,2,3,4,5,\n"
    file.write_bytes(line * 3)
    for name, size, fits in (
        ("_LONGEST_LINE", len(line) + 1, True),
        ("_LONGEST_LINE", len(line), False),
        ("_MOST_BYTES", 3 * len(line), True),
        ("_MOST_BYTES", 3 * len(line) - 1, False),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(_lookup, name, size)
            if fits:
                assert len(look_up([2, 3, 4, 5], file)) == 3
                continue
            place = 1 if name == "_LONGEST_LINE" else 3
            with pytest.raises(BadFormat, match=f"line {place}: too long"):
                look_up([2, 3, 4, 5], file)


def test_lines_that_are_something_else(tmp_path: Path) -> None:
    file = tmp_path / "stripped"
    for line in (b"A100000 2,3,4,5,", b"X100000 ,2,3,4,5,", b"A12345 ,2,3,4,5,"):
        file.write_bytes(b"# comment\n \n" + line + b"\n")
        with pytest.raises(BadFormat, match="line 3: expected a line such as"):
            look_up([2, 3, 4, 5], file)


def test_what_a_match_says() -> None:
    assert str(Match("A1", 0, 0, 7)) == "A1: 7 terms agree"
    assert str(Match("A1", 2, 3, 7, 4)) == (
        "A1: 7 terms agree, of a(4n), from a(8) on, after 3 others"
    )


def test_every_kth_term_is_looked_up(tmp_path: Path) -> None:
    file = tmp_path / "stripped"
    powers = [2**n for n in range(40)]
    file.write_text(f"A000079 ,{','.join(map(str, powers))},\n")
    # The tilings of 1 x 3 n with two kinds of bars of length 3: 1, 0, 0, 2, 0, 0, 4.
    found = sequence(Strip(1, tiles=["1x3", "1x3"]))
    assert found.look_up(file) == (Match("A000079", 0, 0, 20, 3),)
    assert found.look_up(file, count=5) == (Match("A000079", 0, 0, 20, 3),)
    again = sequence(Strip(1, tiles=["1x3", "1x3"]))
    assert again.look_up(file, count=5) == (Match("A000079", 0, 0, 5, 3),)
    # No zeros between, or too few terms.
    assert look_up([1, 0, 0, 2, 0, 0, 4, 0, 0], file) == ()
