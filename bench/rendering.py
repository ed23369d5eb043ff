"""Boards per second that are written as text: directly from options, and from pictures.

    python bench/rendering.py [--rounds 5] [--boxes]

The boards are the 9356 tilings of 6 x 10 by the twelve pentominoes.  They are found first, which is
not measured; then both methods write all of them in turns, and the texts are compared.  The cache
of the options' texts is new in each round, as in a run of `combien solve -n 0`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import combien
from combien._cli._shared.output import BoardTexts
from combien.tilings.classics import classic


def main() -> None:
    """Measure both methods in each round; print the medians and their ratio."""
    parser = argparse.ArgumentParser(description="Boards of 60 cells as text, per second.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--boxes", action="store_true")
    words = parser.parse_args()
    model = classic("pentominoes on 6x10").problem()
    found = list(combien.solutions(model.problem(), engine="bits"))

    def generic(solution: combien.Solution) -> str:
        tiling = model.read(solution)
        return tiling.picture().ascii(boxes=True) if words.boxes else str(tiling)

    model.read(found[0])  # The placements are made once.
    old: list[float] = []
    new: list[float] = []
    for _ in range(words.rounds):
        quick = BoardTexts(model, boxes=words.boxes)
        seconds, texts = _timed(quick.read, found)
        new.append(len(found) / seconds)
        seconds, expected = _timed(generic, found)
        old.append(len(found) / seconds)
        if texts != expected:
            raise SystemExit("WRONG: the texts differ")
    print(f"pictures   {median(old):>9.0f} boards per second")
    print(f"options    {median(new):>9.0f} boards per second")
    print(f"ratio      {median(n / o for n, o in zip(new, old, strict=True)):>9.1f}")


def _timed(render: Callable[[Any], str], found: list[combien.Solution]) -> tuple[float, list[str]]:
    begun = process_time()
    texts = [render(solution) for solution in found]
    return process_time() - begun, texts


if __name__ == "__main__":
    main()
