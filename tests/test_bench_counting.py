"""The suites of counts and of diagrams: two engines agree on each number."""

from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path

import pytest

from bench import peers
from bench.instances import COUNTING, DIAGRAMS, TINY, graphs
from bench.instances.instance import Draw, Instance
from bench.ours import Ours
from bench.peers import PEERS, cnf, uses
from bench.peers.conjunction import backwards, balanced, sorted_options
from bench.run import main
from bench.suites import SUITES
from bench.worker import program_named

# The second engine beside the sweep; zdd when none is named.  Where none of our engines has the
# time, the count rests on the sweep and on what is published.
SECOND = {
    **{name: "fkt" for name in COUNTING if name.startswith(("dominoes", "aztec", "camel"))},
    "pentominoes-6x10": "bits",
    "sudoku-22": "bits",
    "torus-dominoes-12x12": "orbits",
    "latin-7-givens": "bits",
    "set-partitions-12": "memo",
    "matchings-30": "",
    "latin-6": "",
    "random-graph-60": "tree",
    "any-6-ominoes-6x10": "",
}
# The first engine where it is not the sweep.
FIRST = {"sudoku-22": "memo"}
# Two of our engines take longer than a second or two.
LONG = {
    "tetrominoes-10x10",
    "tetrominoes-torus-8x6",
    "y-pentomino-15x15",
    "any-5-ominoes-8x10",
    "cubic-140",
}


# The second engine takes seconds: the quick suite compares one with what is published.
QUICKER = {
    "torus-dominoes-12x12": "orbits",
    "sudoku-6x6": "frontier",
    "random-graph-60": "tree",
    "latin-7-givens": "bits",
    "pentominoes-6x10": "bits",
}


@pytest.mark.parametrize("name", [name for name in COUNTING if name not in LONG])
def test_engines_agree_on_every_count(name: str) -> None:
    engines = {FIRST.get(name, "frontier"), SECOND.get(name, "zdd")} - {""}
    check_counts(name, {QUICKER[name]} if name in QUICKER else engines)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*QUICKER, "tetrominoes-torus-8x6"])
def test_the_slower_engine_agrees(name: str) -> None:
    check_counts(name, {FIRST.get(name, "frontier"), SECOND.get(name, "zdd")} - {QUICKER.get(name)})


def check_counts(name: str, engines: set[str]) -> None:
    made = COUNTING[name]()
    counts = {}
    for engine in engines:
        program = Ours(f"combien:{engine}")
        counts[engine] = program.count(program.prepare(made))
    assert counts == dict.fromkeys(engines, made.count)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tetrominoes-10x10", "any-5-ominoes-8x10", "cubic-140"])
def test_long_counts_by_sweep(name: str) -> None:
    made = COUNTING[name]()
    program = Ours("combien:frontier")
    assert program.count(program.prepare(made)) == made.count


def test_the_shuffle_hides_a_narrow_graph_and_changes_no_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shuffled = graphs.partitions()
    monkeypatch.setattr(Draw, "some", lambda self, many, limit: list(range(many)))
    straight = graphs.partitions()
    assert straight.options != shuffled.options
    assert len(straight.options) == len(shuffled.options)
    program = Ours("combien:zdd")
    assert program.count(program.prepare(straight)) == shuffled.count


@pytest.mark.parametrize("name", ["queens-8", "queens-10", "dominoes-8x8"])
def test_a_diagram_is_described_by_its_solutions_and_nodes(name: str) -> None:
    made = DIAGRAMS[name]()
    program = Ours("combien:zdd")
    solutions, nodes = program.size(program.diagram(program.prepare(made)))
    # Figure 2 of JFLA 2013; the dominoes as graphillion, oxidd and dd have them.
    assert (solutions, nodes) == (
        made.count,
        {"queens-8": 373, "queens-10": 3120, "dominoes-8x8": 2298}[name],
    )


@pytest.mark.parametrize("name", ["langford-4", "dominoes-2x2"])
def test_the_meeting_of_the_items_is_the_exact_cover(name: str) -> None:
    # The operations of the packages of diagrams, with plain sets of sets.
    made = TINY[name]()
    options = sorted_options(made)
    assert [min(option) for option in options] == sorted(min(option) for option in made.options)
    most = made.items // min(map(len, options))
    every = [
        frozenset(chosen)
        for size in range(most + 1)
        for chosen in combinations(range(len(options)), size)
    ]
    families = [
        frozenset(chosen for chosen in every if len(chosen.intersection(used)) == 1)
        for used in uses(made, options)
    ]
    assert len(balanced(families, frozenset.intersection)) == made.count
    assert backwards(families, frozenset.intersection) == balanced(families, frozenset.intersection)


@pytest.mark.parametrize(
    "made",
    [TINY["dominoes-2x2"](), Instance("s", [[0, 2], [1, 2], [1], [0]], 2, 3, 3, "by hand")],
)
def test_models_of_the_formula_are_solutions(made: Instance) -> None:
    formula = cnf.clauses(made)
    models = [
        values
        for values in product([False, True], repeat=len(made.options))
        if all(any(values[abs(each) - 1] == (each > 0) for each in clause) for clause in formula)
    ]
    assert len(models) == made.count


def test_a_program_that_is_not_installed_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "absent", "bench.peers.no_such_program")
    with pytest.raises(ImportError):
        program_named("absent")


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_names_existing_programs(suite: str) -> None:
    for name in SUITES[suite].programs:
        assert name in PEERS or name.startswith("combien:")
    ratios = SUITES[suite].ratios(SUITES[suite].programs)
    assert ratios
    for ours, theirs in ratios.values():
        assert ours
        assert theirs
        assert set(ours).isdisjoint(PEERS)
        assert set(theirs) <= set(PEERS)


def test_the_command_makes_diagrams(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--suite", "diagrams", "--instances", "queens-8", "--peers", "combien:zdd"]
    file = tmp_path / "out.json"
    assert main([*words, "--rounds", "1", "--json", str(file)]) == 0
    assert "| queens-8 | 64 | 92 | " in capsys.readouterr().out
    written = json.loads(file.read_text())
    assert written["suite"] == "diagrams"
    assert written["results"]["queens-8"]["combien:zdd"]["work"] == {"nodes": 373}
