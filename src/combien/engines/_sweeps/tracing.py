"""Random solutions, and the shares of options, by a sweep whose layers are all kept and read back.

A diagram of all solutions has an entry of some forty bytes for each state, in memory.  Here the
layers of a sweep are files, with the states and their counts alone, and each is read once more, the
last one first.  A random number below the count leads from a state to one of the layer before, and
so to a solution.  For shares, the ways to complete each state are counted.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from random import Random
from tempfile import SpooledTemporaryFile, gettempdir
from typing import IO, NamedTuple

from combien import _native
from combien._base.budget import Meter
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._reductions import Asked
from combien.engines._counting import OutOfBytes, granted, interrupted_with, words
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.engines._search.listed import compare_count, compare_shares, compare_weight
from combien.engines._sweeps.frontier import FrontierCounting, advanced, opened, save_some
from combien.errors import CannotAnswer, CannotWrite

WORD = 8
# Words that are written and read at a time.
PIECE = 1 << 17
# Layers are on the disk when they take more than this.
IN_MEMORY = 1 << 26

# A state and the number of a way to it, as words.
Way = tuple[list[int], list[int]]


class _Layer(NamedTuple):
    """A layer in the file, and the pass that leads on from it."""

    step: int
    passed: int
    limbs: int
    stride: int
    begin: int
    size: int


def traced(
    problem: Problem,
    k: int,
    seed: int,
    *,
    weights: Sequence[int] = (),
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> list[Solution]:
    """Return `k` uniformly random solutions.

    >>> traced(Problem.from_options(["ab", "c", "a", "bc", "b"]), 4, 1)
    [(1, 2, 4), (2, 3), (1, 2, 4), (0, 1)]

    With `weights`, one for each option, from 1 to 2**64 - 1, the probability of a solution is
    proportional to the product of its options' weights.
    Raises `CannotAnswer` if a state would need more bits than supported, `CannotWrite` if there is
    no room on the disk, and `OutOfBudget`; the nodes are transitions.
    Cost: about twice that of a sweep, and the bytes of all its states.
    """
    known = {"transitions": 0, "states": 0}
    meter = Meter(budget, engine="frontier", report=report, question="search")
    with interrupted_with(known), SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        sweep = _ordered(problem, "sample", weights, meter, known)
        layers, last = _swept(sweep, file, meter, known)
        count = sweep.count()
        if weights:
            compare_weight(problem, weights, count)
        else:
            what = "solutions by the sweep that is traced"
            compare_count(problem, count, what, engine="frontier")
        if count == 0:
            return []
        dice = Random(seed)
        ways: list[Way] = [(last, words(dice.randrange(count))) for _ in range(k)]
        chosen: list[list[int]] = [[] for _ in ways]
        tracing = sweep.tracing()
        for number, layer in enumerate(reversed(layers)):
            tracing.begin(layer.step, layer.passed, ways)
            for piece in _pieces(file, layer):
                tracing.read(piece, layer.stride, layer.limbs)
                meter.pause()
            found = tracing.ways()
            ways = [(state, rank) for state, rank, _ in found]
            for options, (_, _, option) in zip(chosen, found, strict=True):
                if option >= 0:
                    options.append(option)
            if meter.has_reporter:
                meter.progress((1 + number / len(layers)) / 2, known)
    return [Solution(sorted(options)) for options in chosen]


def swept_shares(
    problem: Problem,
    *,
    weights: Sequence[int] = (),
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> tuple[list[int], int]:
    """Return the number of solutions with each option, and of all.

    >>> swept_shares(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    ([1, 2, 2, 1, 1], 3)

    With `weights`, one for each option, from 1 to 2**64 - 1, a solution counts as the product of
    its options' weights.
    Raises the same as `traced`.
    Cost: about three times that of a sweep, the bytes of all its states on the disk, and two layers
    in memory.
    """
    known = {"transitions": 0, "states": 0}
    meter = Meter(budget, engine="frontier", report=report, question="search")
    with interrupted_with(known), SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        sweep = _ordered(problem, "marginals", weights, meter, known)
        layers, _ = _swept(sweep, file, meter, known)
        count = sweep.count()
        if count == 0:
            return [0] * problem.option_count, 0
        shares = sweep.shares()
        swept = known["transitions"]
        for number, layer in enumerate(reversed(layers)):
            states = layer.size // (layer.stride * WORD)
            opened = shares.open(layer.step, layer.passed, states, meter.bytes)
            if opened == _native.OUT_OF_BYTES:
                raise meter.stop_for_bytes(known)
            for piece in _pieces(file, layer):
                granted(meter, known["transitions"], known)
                shares.read(piece, layer.stride, layer.limbs)
                known["transitions"] = swept + shares.transitions
            if meter.has_reporter:
                meter.progress((1 + number / len(layers)) / 2, known)
    found = shares.found()
    compare_shares(problem, found, count)
    if weights:
        compare_weight(problem, weights, count)
    else:
        compare_count(problem, count, "solutions by the sweep of shares", engine="frontier")
    return found, count


def _ordered(
    problem: Problem,
    question: Asked,
    weights: Sequence[int],
    meter: Meter,
    known: dict[str, int],
) -> _native.Sweep:
    """Return a sweep in the order that promises the least, after a pilot of each."""
    for option, weight in enumerate(weights):
        if weight >> 64:
            raise CannotAnswer(
                f"option {option} has a weight of {weight.bit_length()} bits as a whole number "
                "beside the others, and a sweep has 64: round the weights"
            )
    race = FrontierCounting(problem, question=question, all_orders=True)
    done = False
    while not done and not race.raced:
        done = race.advance(*granted(meter, race.steps, known), meter.bytes)
    ordered = race.choose()
    if ordered is None:
        raise CannotAnswer("there is no order for a sweep: list solutions instead")
    items = ordered.sweep.items if ordered.sweep else ordered.order
    return opened(problem, items, question, weights=weights)


def _swept(
    sweep: _native.Sweep, file: IO[bytes], meter: Meter, known: dict[str, int]
) -> tuple[list[_Layer], list[int]]:
    """Sweep to the end; return the layers that are in the file now, and the last state."""
    layers: list[_Layer] = []
    last = len(sweep.items)
    room = shutil.disk_usage(gettempdir()).free // 2
    try:
        done = False
        while not done:
            if sweep.between and sweep.place[0] < last:
                step, passed, limbs, *_ = sweep.place
                size = sweep.size * sweep.stride * WORD
                layers.append(_Layer(step, passed, limbs, sweep.stride, file.tell(), size))
                if file.tell() + size > max(room, IN_MEMORY):
                    raise CannotWrite(
                        f"the layers of the sweep take more than half of what is free in "
                        f"{gettempdir()}: free some of it, or set TMPDIR to another folder"
                    )
                sweep.begin_saving()
                while piece := save_some(sweep, PIECE):
                    file.write(piece)
            steps, seconds = granted(meter, sweep.transitions, known)
            done = advanced(sweep, steps, seconds, meter.bytes, sweep.passes + 1)
            known.update(transitions=sweep.transitions, states=sweep.states)
            if meter.has_reporter:
                ahead = sweep.transitions + sweep.forecast() + 1
                meter.progress(sweep.transitions / ahead / 2, known)
    except (OutOfBytes, MemoryError):
        raise meter.stop_for_bytes(known) from None
    except OSError as error:
        raise CannotWrite(
            f"the layers of the sweep could not be written to {gettempdir()}: {error.strerror}; "
            "set TMPDIR to another folder"
        ) from error
    sweep.begin_saving()
    saved = memoryview(save_some(sweep, PIECE)).cast("Q")
    # If there is no solution, a layer before the last may be empty.
    return layers, [*saved[: sweep.stride - sweep.place[2]]]


def _pieces(file: IO[bytes], layer: _Layer) -> Iterator[bytes]:
    """Yield the states of a layer, some at a time."""
    file.seek(layer.begin)
    left, most = layer.size, PIECE // layer.stride * layer.stride * WORD
    while left > 0:
        piece = file.read(min(left, most))
        if not piece or len(piece) % (layer.stride * WORD):
            raise CannotWrite(f"a layer in {gettempdir()} became shorter while it was read")
        left -= len(piece)
        yield piece
