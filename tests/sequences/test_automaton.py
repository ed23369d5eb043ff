"""The automaton of a strip as a value: it generates the sequence, also in other notations."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from combien import CannotAnswer, Disagreement, OutOfBudget, Region, Strip, sequence
from combien._cli.main import main
from combien.errors import MissingExtra
from combien.geometry import HEXAGONS, cylinder
from combien.sequences import Proof, StripAutomaton
from combien.sequences._automaton import Automaton
from combien.sequences._polynomials import divided
from tests.absent import without

STRIPS = {
    "dominoes": Strip(4, tiles="domino"),
    "a single column": Strip(1, tiles=["monomino", "domino"]),
    "several transitions in one": Strip(6, tiles=["monomino", "domino"]),
    "three slabs": Strip(5, tiles="tetrominoes"),
    "merged states": Strip(8, tiles="squares"),
    "tiles of any length": Strip(4, tiles="rectangles"),
    "bars": Strip(5, tiles="bars"),
    "dead ends": Strip(8, tiles="L-tromino"),
    "no tiling": Strip(4, tiles="X-pentomino"),
    "a cylinder": Strip(cylinder(6, 1), tiles="domino"),
    "a slab of cubes": Strip(Region.box(2, 3, 1), tiles="domino"),
    "hexagons": Strip(Region.box(3, 1, lattice=HEXAGONS), tiles="dihexes"),
}
DOMINOES = sequence(STRIPS["dominoes"]).automaton


def powers(automaton: StripAutomaton, count: int) -> list[int]:
    """The definition: the first row of each power of the matrix, at the accepting states."""
    matrix, row, found = automaton.matrix(), [0] * len(automaton.states), []
    row[automaton.start] = 1
    for _ in range(count):
        found.append(sum(row[state] for state in automaton.accepting))
        columns = zip(*matrix, strict=True)
        row = [sum(map(int.__mul__, row, column)) for column in columns]
    return found


@pytest.mark.parametrize("name", STRIPS)
def test_the_powers_of_the_matrix_are_the_terms(name: str) -> None:
    found = sequence(STRIPS[name])
    automaton, terms = found.automaton, found.first(20)
    assert automaton.first(20) == powers(automaton, 20) == terms
    assert automaton is found.automaton
    proof = found.proof
    assert isinstance(proof, Proof)
    assert len(automaton.states) == proof.states
    assert len(automaton.transitions) == proof.transitions
    assert automaton.found == proof.found_states <= automaton.unfolded


@pytest.mark.parametrize("width", [3, 5])
def test_tatami_tilings_end_in_several_states(width: int) -> None:
    found = sequence(Strip(width, tiles=["domino", "monomino"]), refine="tatami")
    automaton = found.automaton
    assert len(automaton.accepting) > 1
    assert len(automaton.states) < automaton.found == automaton.unfolded
    assert automaton.first(30) == powers(automaton, 30) == found.first(30)


def test_states_show_what_sticks_out() -> None:
    assert DOMINOES.states[0] == "...."
    assert sorted(DOMINOES.states[1:]) == ["####", "##..", "#..#", ".##."]
    assert (DOMINOES.found, DOMINOES.unfolded) == (5, 6)
    assert "# 0" in sequence(Strip(1, tiles="rectangles")).automaton.states
    assert any("/" in name for name in sequence(Strip(3, tiles="I-tromino")).automaton.states)


@pytest.mark.parametrize("name", STRIPS)
def test_the_denominator_divides_the_characteristic_polynomial(name: str) -> None:
    found = sequence(STRIPS[name])
    function = found.generating_function()
    assert function is not None
    if name == "three slabs":
        with pytest.raises(CannotAnswer, match="545 states takes too long"):
            found.automaton.characteristic_polynomial()
        return
    polynomial = found.automaton.characteristic_polynomial()
    assert len(polynomial) == len(found.automaton.states) + 1
    assert polynomial[-1] == 1
    # Where the automaton has as few states as the recurrence has terms, both are the same.
    quotient = divided(polynomial[::-1], function.denominator)
    if len(function.denominator) == len(polynomial):
        assert quotient == [1]


def test_other_terms_than_those_of_the_core_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sequence(STRIPS["dominoes"])
    monkeypatch.setattr(Automaton, "transitions", 11)
    with pytest.raises(Disagreement, match="sizes of the automaton"):
        found.automaton  # noqa: B018


def test_limits() -> None:
    with pytest.raises(OutOfBudget, match="needs more than"):
        sequence(Strip(14, tiles="domino"), bytes=1_000_000).automaton  # noqa: B018
    with pytest.raises(OutOfBudget, match="seconds"):
        sequence(Strip(14, tiles="domino"), seconds=0.1).automaton  # noqa: B018


def test_sequences_without_an_automaton_of_their_own() -> None:
    for found, why in (
        (sequence(STRIPS["dominoes"], up_to="all"), "several"),
        (sequence(STRIPS["dominoes"], refine="primitive"), "several"),
        (sequence(STRIPS["dominoes"], engine="dlx"), "no automaton"),
        (sequence("queens"), "no automaton"),
    ):
        with pytest.raises(CannotAnswer, match=why):
            found.automaton  # noqa: B018


# Other notations ----------------------------------------------------------------------------------


def test_graphviz() -> None:
    text = DOMINOES.dot()
    edges = re.findall(r"^  (\d+) -> (\d+)(?: \[label=(\d+)\])?;$", text, re.MULTILINE)
    assert [(int(s), int(t), int(ways or 1)) for s, t, ways in edges] == [*DOMINOES.transitions]
    assert re.findall(r"^  (\d+) \[label=.*doublecircle\]", text, re.MULTILINE) == ["0"]
    tall = sequence(Strip(3, tiles="I-tromino")).automaton
    assert "###/###" in tall.states
    assert '[label="###\\n###"]' in tall.dot()


@pytest.mark.parametrize(
    ("name", "entry"),
    [("mathematica", r"\{(\d+), (\d+)\} -> (\d+)"), ("maple", r"\((\d+), (\d+)\) = (\d+)")],
)
def test_computer_algebra(name: str, entry: str) -> None:
    found = re.findall(entry, getattr(DOMINOES, f"to_{name}")())
    assert [tuple(map(int, triple)) for triple in found] == [
        (state + 1, to + 1, ways) for state, to, ways in DOMINOES.transitions
    ]


def test_scipy() -> None:
    pytest.importorskip("scipy", reason='pip install ".[test]"')
    matrix = DOMINOES.to_scipy()
    assert matrix.toarray().tolist() == DOMINOES.matrix()
    assert sequence(STRIPS["no tiling"]).automaton.to_scipy().shape == (1, 1)


@pytest.mark.needs("sympy")
def test_sympy() -> None:
    import sympy

    matrix = DOMINOES.to_sympy()
    assert matrix.tolist() == DOMINOES.matrix()
    polynomial = sympy.Poly(matrix.charpoly(sympy.Symbol("x")).as_expr(), sympy.Symbol("x"))
    assert tuple(polynomial.all_coeffs()[::-1]) == DOMINOES.characteristic_polynomial()


@pytest.mark.parametrize("package", ["scipy", "sympy"])
def test_without_a_package(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without(package, monkeypatch)
    with pytest.raises(MissingExtra, match=f'pip install "{package}"'):
        getattr(DOMINOES, f"to_{package}")()


# The command line ---------------------------------------------------------------------------------


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        "dot": DOMINOES.dot(),
        "json": DOMINOES.to_json(),
        "m": DOMINOES.to_mathematica(),
        "mpl": DOMINOES.to_maple(),
    }
    for ending, text in texts.items():
        path = tmp_path / f"dominoes.{ending}"
        words = ["sequence", "--width", "4", "--tile", "domino", "-n", "3"]
        assert main([*words, "--automaton", str(path)]) == 0
        assert path.read_text() == f"{text}\n"
        assert capsys.readouterr().out.startswith("1 1 5\na(n) = ")
    facts = json.loads((tmp_path / "dominoes.json").read_text())
    assert facts["start"] == 0
    assert facts["transitions"] == [list(triple) for triple in DOMINOES.transitions]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ["--width", "4", "--tile", "domino", "--automaton", "x.txt"],
            2,
            "expected a name in .dot",
        ),
        (["queens", "-n", "3", "--automaton", "x.dot"], 2, "no automaton"),
        (
            ["--width", "2", "--tile", "domino", "--refine", "tiles", "--automaton", "x.m"],
            2,
            "only",
        ),
        (["--width", "4", "--tile", "domino", "--automaton", "no/x.m"], 1, "cannot write"),
    ],
)
def test_refusals(
    words: list[str],
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sequence", *words]) == code
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
