"""Sequences found in a copy of the OEIS's file; other files are refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from combien.errors import BadFormat, BadInput
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
