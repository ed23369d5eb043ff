"""Random problems with a planted symmetry, and the definition of a symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from hypothesis import strategies as st

from combien import Colored, Problem

MOST_OPTIONS = 11


@st.composite
def planted(draw: st.DrawFn) -> tuple[Problem, list[int]]:
    """A problem with a planted symmetry, and that permutation of its options."""
    size = draw(st.integers(2, 7))
    images = draw(st.permutations(range(size)))
    turn = draw(st.integers(0, 2))
    cycle = list(range(size))
    for item in range(size):
        # The smallest item that this one is taken to, again and again, names its cycle.
        place = images[item]
        while place != item:
            cycle[item] = min(cycle[item], place)
            place = images[place]
    kind = [draw(st.integers(0, 5)) for _ in range(size)]
    kind[cycle[0]] = 0
    options: list[frozenset[tuple[int, int]]] = []
    for _ in range(draw(st.integers(1, 4))):
        option = draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=4))
        if all(kind[cycle[item]] >= 3 for item in option):
            option.add(0)
        tinted = frozenset(
            (item, draw(st.integers(0, 3)) if kind[cycle[item]] >= 4 else 0) for item in option
        )
        while tinted not in options:
            options.append(tinted)
            tinted = frozenset((images[i], 1 + (c - 1 + turn) % 3 if c else 0) for i, c in tinted)
    builder = Problem.builder()
    for item in range(size):
        bounds = {1: (0, 2), 2: (2, 2)}.get(kind[cycle[item]])
        builder.item(item, secondary=kind[cycle[item]] >= 3, bounds=bounds)
    options = options[:MOST_OPTIONS]
    for colored in options:
        builder.option(*(Colored(i, c) if c else i for i, c in sorted(colored)))
    after = [
        frozenset((images[i], 1 + (c - 1 + turn) % 3 if c else 0) for i, c in option)
        for option in options
    ]
    # Where options were left out, the symmetry may be gone with them.
    whole = set(after) == set(options)
    return builder.build(), [options.index(image) for image in after] if whole else []


def is_symmetry(problem: Problem, images: Sequence[int]) -> bool:
    """By definition: items of one kind are permuted with the options, in colors up to names."""

    def holders(moved: Sequence[int]) -> Counter[Hashable]:
        shades: list[dict[int, set[int]]] = [{} for _ in range(problem.item_count)]
        for option, image in enumerate(moved):
            for item, color in zip(problem.indices(option), problem.colors(option), strict=True):
                shades[item].setdefault(color, set()).add(image)
        return Counter(
            (
                problem.primary_flags[item],
                problem.bounds(item),
                frozenset(own.pop(0, ())),
                frozenset(map(frozenset, own.values())),
            )
            for item, own in enumerate(shades)
        )

    everything = range(problem.option_count)
    return sorted(images) == list(everything) and holders(images) == holders(everything)
