"""Uniformly random perfect matchings of planar graphs, without all matchings at once.

A bipartite one is drawn by coupling from the past (see native/matching/coupling.hpp): a tiling of
100 x 100 by dominoes takes some seconds.  The Aztec diamond is tiled by shuffling dominoes: one of
order n is made of one of order n - 1 by moving each domino a step in its direction, and tossing a
coin for each square that this leaves empty.

Source: N. Elkies, G. Kuperberg, M. Larsen and J. Propp, Alternating-sign matrices and domino
tilings, *Journal of Algebraic Combinatorics* 1 (1992).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt
from random import Random

from combien import _native
from combien._base.budget import Meter
from combien.cover._elements import Solution
from combien.cover._problem import Problem, compiled
from combien.engines._counting import granted, interrupted_with, words
from combien.engines._matchings.fkt import without_pairs
from combien.engines._protocol import UNLIMITED, Budget, Reporter

# With fewer items, the diagram of all solutions takes little, and serves all samples.
LEAST_ITEMS = 100

# Draws the options of a solution; None if there is none.
Draw = Callable[[Random], list[int] | None]


def random_matchings(
    problem: Problem,
    k: int,
    seed: int,
    *,
    weights: Sequence[int] = (),
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> list[Solution] | None:
    """Return `k` uniformly random solutions; None if it is not applicable, or the problem small.

    The options must be the edges of a planar bipartite graph, each once.  With `weights`, positive
    whole numbers for each option, the probability of a solution is proportional to the product of
    its options' weights.
    Raises `OutOfBudget`; the nodes are sweeps over the faces of the graph, or steps of shuffling.
    """
    if problem.item_count < LEAST_ITEMS or without_pairs(problem):
        return None
    known = {"sweeps": 0}
    meter = Meter(budget, engine="fkt", report=report, question="search")
    found: list[Solution] = []
    with interrupted_with(known):
        draw = None if weights else _shuffling(problem, meter, known)
        draw = draw or _coupling(problem, weights, meter, known)
        if draw is None:
            return None
        dice = Random(seed)
        while len(found) < k:
            options = draw(dice)
            if options is None:
                return []
            found.append(Solution(sorted(options)))
            if meter.has_reporter:
                meter.progress(len(found) / k, known)
    return found


def _slice(meter: Meter, known: Mapping[str, int]) -> tuple[int, float]:
    """Return the sweeps and seconds of the next slice."""
    if meter.has_reporter:
        meter.progress(None, known)
    return granted(meter, known["sweeps"], known)


def _coupling(
    problem: Problem, weights: Sequence[int], meter: Meter, known: dict[str, int]
) -> Draw | None:
    """Return a function that draws a solution, None if there is none; or None if inapplicable."""
    words_of_weights = [*map(words, weights)]
    machine = _native.matchings(compiled(problem), samples=True, weights=words_of_weights)
    while not machine.prepare(*_slice(meter, known)):
        if not machine.planar:
            return None
    if not machine.drawn:
        return None

    def draw(dice: Random) -> list[int] | None:
        if not machine.solvable:
            return None
        machine.begin_sample(dice.getrandbits(64))
        while not machine.draw(*_slice(meter, known)):
            known["sweeps"] = machine.sweeps
        known["sweeps"] = machine.sweeps
        return machine.sample()

    return draw


# Domino shuffling ---------------------------------------------------------------------------------


def _shuffling(problem: Problem, meter: Meter, known: dict[str, int]) -> Draw | None:
    """Return a function that draws a solution if these are all dominoes on an Aztec diamond."""
    cells = {
        (name[0], name[1]): item
        for item, name in enumerate(problem.item_names)
        if isinstance(name, tuple) and [*map(type, name)] == [int, int]
    }
    order = isqrt(len(cells) // 2)
    if not 0 < 2 * order * (order + 1) == len(cells) == problem.item_count:
        return None
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    if any(_reach(order, y - order - low) < abs(2 * (x - order - left) + 1) / 2 for x, y in cells):
        return None
    _, entries, _ = problem.arrays()
    options = {
        (min(pair), max(pair)): option
        for option, pair in enumerate(zip(entries[::2], entries[1::2], strict=True))
    }
    # All neighbors, each once, and no others.
    if len(options) < problem.option_count or len(options) != 4 * order * order:
        return None
    for (x, y), item in cells.items():
        for other in ((x + 1, y), (x, y + 1)):
            if other in cells and _ordered(item, cells[other]) not in options:
                return None

    def draw(dice: Random) -> list[int]:
        chosen = []
        for x, y, across in _shuffled(order, dice, meter, known):
            x, y = x + order + left, y + order + low
            pair = cells[x, y], cells[(x + 1, y) if across else (x, y + 1)]
            chosen.append(options[_ordered(*pair)])
        return chosen

    return draw


def _ordered(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def _reach(order: int, row: int) -> int:
    """Return how many cells the row of an Aztec diamond has on each side of the middle."""
    return order - max(row, -row - 1)


def _shuffled(
    order: int, dice: Random, meter: Meter, known: dict[str, int]
) -> Iterator[tuple[int, int, bool]]:
    """Yield the dominoes of a random tiling of the Aztec diamond: their least cells, and if across.

    The cells are those from -order to order - 1 in both directions.  For each row, the least cells
    of the dominoes that go in a direction are the bits of a number, from x = -order - 1 on.
    """
    at, size = order + 1, 2 * order + 3
    up, down, right, left = ([0] * size for _ in range(4))
    for step in range(1, order + 1):
        _slice(meter, known)
        known["sweeps"] += 1
        # Two that would exchange their places vanish.
        for row in range(size - 1):
            met = up[row] & down[row + 1]
            up[row], down[row + 1] = up[row] ^ met, down[row + 1] ^ met
        for row in range(size):
            met = right[row] & left[row] >> 1
            right[row], left[row] = right[row] ^ met, left[row] ^ met << 1
        up, down = [0, *up[:-1]], [*down[1:], 0]
        right, left = [row << 1 for row in right], [row >> 1 for row in left]
        # What is empty are squares of two by two, from the lowest row on.
        for y in range(-step, step):
            row, reach = y + at, _reach(step, y)
            covered = up[row] | down[row] | right[row] | left[row] | right[row - 1] | left[row - 1]
            covered |= (up[row] | down[row]) << 1
            empty = ((1 << 2 * reach) - 1 << at - reach) & ~covered
            while empty:
                bit = empty & -empty
                empty &= ~(3 * bit)
                if dice.getrandbits(1):
                    down[row] |= bit
                    up[row + 1] |= bit
                else:
                    left[row] |= bit
                    right[row] |= bit << 1
    for row in range(size):
        for rows, across in ((up, True), (down, True), (right, False), (left, False)):
            bits = rows[row]
            while bits:
                bit = bits & -bits
                bits ^= bit
                yield bit.bit_length() - 1 - at, row - at, across
