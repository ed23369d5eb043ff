"""Boards per second that are written as text: directly from options, and from pictures.

    python bench/rendering.py [--rounds 5] [--boxes | --plain]

The boards are the 9356 tilings of 6 x 10 by the twelve pentominoes.  They are found first, which is
not measured; then both methods write all of them in turns, and the texts are compared.  The cache
of the options' texts is new in each round, as in a run of `combien solve -n 0`.

With `--plain`, the solutions are the 167,089 tilings of 8 x 6 by dominoes as a plain exact cover:
one by one from cached texts of the options, and batch by batch in the core; with the search.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from io import StringIO
from operator import length_hint
from statistics import median
from time import process_time
from typing import Any

import combien
from combien import Region, Tile, TilingProblem
from combien._cli._shared.output import BoardTexts, TextOutput, option_texts
from combien._questions.iterator import batches_of
from combien.tilings.classics import classic


def main() -> None:
    """Measure both methods in each round; print the medians and their ratio."""
    parser = argparse.ArgumentParser(description="Boards of 60 cells as text, per second.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--boxes", action="store_true")
    parser.add_argument("--plain", action="store_true")
    words = parser.parse_args()
    if words.plain:
        plain(words.rounds)
        return
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


def plain(rounds: int) -> None:
    """Measure the texts of solutions of a plain exact cover in both ways."""
    dominoes = [Tile("**", symmetries="all", times="any")]
    problem = TilingProblem(Region.box(8, 6), dominoes).problem()
    seconds: dict[bool, list[float]] = {False: [], True: []}
    texts: dict[bool, str] = {}
    for _ in range(rounds):
        for batched, taken in seconds.items():
            stream, options = StringIO(), option_texts(problem, "names")
            output = TextOutput(stream, options.of, options=options)
            begun = process_time()
            walk = combien.solutions(problem)
            for batch in batches_of(walk) if batched else ():
                while length_hint(batch):
                    output.add_some(batch)
            for solution in walk:
                output.add(solution)
            taken.append(process_time() - begun)
            texts[batched] = stream.getvalue()
    if texts[False] != texts[True]:
        raise SystemExit("WRONG: the texts differ")
    single, batches = median(seconds[False]), median(seconds[True])
    print(f"one by one {single:>9.3f} s")
    print(f"batches    {batches:>9.3f} s")
    print(f"ratio      {single / batches:>9.1f}")


def _timed(render: Callable[[Any], str], found: list[combien.Solution]) -> tuple[float, list[str]]:
    begun = process_time()
    texts = [render(solution) for solution in found]
    return process_time() - begun, texts


if __name__ == "__main__":
    main()
