"""Taking apart by several threads: the same results in the same order, and the same limits."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import combien
from combien import Budget, OutOfBudget, Region
from combien.errors import BadInput, BadTiling
from combien.tilings import Packing, Tiling
from combien.tilings.disassembly import Disassembly, disassemble, survey
from combien.tilings.disassembly._survey import taken_apart
from tests.tilings.six_piece_burrs import burr

LOVES_DOZEN = (88, 512, 704, 960, 992, 1008)


@pytest.fixture(scope="module")
def assemblies() -> list[Tiling | Packing]:
    return list(combien.solutions(burr(LOVES_DOZEN), engine="bits", up_to="rotations"))


@pytest.fixture(scope="module")
def alone(assemblies: list[Tiling | Packing]) -> list[Disassembly]:
    return list(taken_apart(assemblies, threads=1, budget=Budget()))


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_results_do_not_depend_on_threads(
    assemblies: list[Tiling | Packing], alone: list[Disassembly], threads: int
) -> None:
    assert list(taken_apart(assemblies, threads=threads, budget=Budget())) == alone
    found = survey(assemblies, threads=threads)
    assert found == survey(assemblies, threads=1)
    assert (found.assemblies, found.apart, found.searched) == (154, 90, 1250)


def test_lattices_may_take_turns() -> None:
    ring = Region.box(3, 3) - Region.box(1, 2).shift(1, 0)
    flat = [ring, Region.box(1, 1).shift(1, 1)]
    solid = [Region.box(1, 1, 1), Region.box(1, 1, 1).shift(1, 0, 0)]
    pairs = [flat, solid] * 10
    found = list(taken_apart(pairs, threads=3, budget=Budget()))
    assert found == [disassemble(one) for one in pairs]


def test_threads_end_with_the_iterator(assemblies: list[Tiling | Packing]) -> None:
    found = taken_apart(assemblies, threads=3, budget=Budget())
    assert isinstance(found, Iterator)
    next(found)
    found.close()  # type: ignore[attr-defined]
    assert not [one for one in threading.enumerate() if one.name.startswith("disassembly")]
    assert survey(assemblies, threads=2, limit=5).apart == 5


def test_an_interrupt_ends_the_threads(assemblies: list[Tiling | Packing]) -> None:
    def interrupted() -> Iterator[Tiling | Packing]:
        yield from assemblies[:20]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey(interrupted(), threads=2)
    assert not [one for one in threading.enumerate() if one.name.startswith("disassembly")]


def test_nodes_are_counted_by_one_thread(assemblies: list[Tiling | Packing]) -> None:
    results = []
    for threads in (1, 3, None):
        found = []
        with pytest.raises(OutOfBudget) as caught:
            for each in taken_apart(assemblies, threads=threads, budget=Budget(nodes=300)):
                found.append(each)
        results.append((found, caught.value.known))
    assert results[0] == results[1] == results[2]


def test_seconds_and_bytes_are_for_all(
    assemblies: list[Tiling | Packing], alone: list[Disassembly]
) -> None:
    with pytest.raises(OutOfBudget, match="the budget of 0 seconds"):
        survey(assemblies, threads=2, seconds=0)
    with pytest.raises(OutOfBudget, match="GB"):
        survey(assemblies, threads=2, bytes=100)
    # Too little for each of 64 threads, and enough for one.
    enough = Budget(bytes=300_000)
    assert list(taken_apart(assemblies[:30], threads=64, budget=enough)) == alone[:30]


def test_progress_is_reported_by_the_calling_thread(assemblies: list[Tiling | Packing]) -> None:
    heard: list[tuple[int, int]] = []

    def report(progress: combien.Progress) -> None:
        heard.append((threading.get_ident(), progress.work["states"]))

    survey(assemblies, threads=2, report=report)
    assert {thread for thread, _ in heard} == {threading.get_ident()}
    states = [number for _, number in heard]
    assert states == sorted(states)
    assert states[-1] == 1250


def test_refusals(assemblies: list[Tiling | Packing]) -> None:
    with pytest.raises(BadInput, match="threads=0"):
        survey(assemblies, threads=0)
    one = Region.box(1, 1)
    with pytest.raises(BadTiling, match="overlaps"):
        survey([assemblies[0], [one, one]], threads=2)
    with pytest.raises(BadTiling, match="longer than"):
        survey([[Region.box(7000, 1), one.shift(0, 1)]], threads=2)
