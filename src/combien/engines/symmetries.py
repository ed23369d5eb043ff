"""Symmetries that are known beforehand: permutations of a problem's options, checked.

Whoever makes a problem often knows its symmetries, those of a board for instance.  A permutation of
the options is one when the items can be permuted with it: the options that hold an item must go to
those that hold another, of the same kind, and in the same colours up to their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from combien.cover.problem import Problem
from combien.errors import BadInput

__all__ = ["fault_of_symmetry", "joined"]


def joined(
    problem: Problem, orbits: Sequence[int], symmetries: Iterable[Sequence[int]]
) -> list[int]:
    """Orbits, for each option the first one that is alike, made larger by more symmetries.

    >>> problem = Problem.from_options(["ab", "c", "cd", "da", "b"])
    >>> joined(problem, range(5), [[2, 4, 0, 3, 1]])
    [0, 1, 0, 3, 1]
    >>> joined(problem, range(5), [[1, 0, 2, 3, 4]])
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: symmetry 0 leaves no item with the options of item 'a'

    A permutation lists the numbers of the images, in the options' order.
    Errors: `BadInput` for one that is no symmetry.
    """
    leader = list(orbits)

    def find(option: int) -> int:
        while leader[option] != option:
            option = leader[option]
        return option

    for number, images in enumerate(symmetries):
        fault = fault_of_symmetry(problem, images)
        if fault:
            raise BadInput(f"symmetry {number} {fault}")
        for option, image in enumerate(images):
            low, high = sorted((find(option), find(image)))
            leader[high] = low
    return [find(option) for option in range(len(leader))]


def fault_of_symmetry(problem: Problem, images: Sequence[int]) -> str:
    """Why a permutation of the options is no symmetry, in words; empty when it is one.

    Cost: some microseconds an entry.
    """
    if sorted(images) != list(range(problem.option_count)):
        return f"is no permutation of the {problem.option_count} options"
    before = _holders(problem, range(problem.option_count))
    wanted = Counter(_holders(problem, images))
    for item, holders in enumerate(before):
        if not wanted[holders]:
            return f"leaves no item with the options of item {problem.item_names[item]!r}"
        wanted[holders] -= 1
    return ""


def _holders(problem: Problem, images: Sequence[int]) -> list[Hashable]:
    """For each item its kind, and the images of the options that hold it, a set for each colour."""
    shades: list[dict[int, list[int]]] = [{} for _ in range(problem.item_count)]
    for option, image in enumerate(images):
        pairs = zip(problem.indices(option), problem.colours(option), strict=True)
        for item, colour in pairs:
            shades[item].setdefault(colour, []).append(image)
    return [
        (
            problem.primary_flags[item],
            problem.bounds(item),
            frozenset(own.pop(0, ())),
            frozenset(frozenset(shade) for shade in own.values()),
        )
        for item, own in enumerate(shades)
    ]
