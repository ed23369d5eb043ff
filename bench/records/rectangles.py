"""Tilings of squares by rectangles that are all different.

A rectangle may be used once by its area, by its dimensions, or by its height and width in this
order.  The items are the cells and, as secondary items, what must be different.

`reduced` counts one tiling of each class of the symmetries of the square.  Let M be the least of
the rectangles at the corners, by area and then dimensions.  If M covers one corner, a reflection
takes it to the top left; if it covers two, to the top.  Reflection in the diagonal makes it wider
than high, unless it is a square.  So the tilings with M at the top left have weight 8, or 4 if M is
a square or a row, and the whole square has weight 1.  Where height and width are in order, both
orientations can be at corners, so the diagonal is used only where M is a row.  That the other
corners have larger rectangles takes further secondary items, one for each kind k: M covers the
items of all lesser kinds, a rectangle of kind k at another corner covers the item of k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.records.record import Part, Record, whole
from combien.cover import Problem

Kind = tuple[int, ...]
Rule = Callable[[int, int], Kind | None]


def by_area(height: int, width: int) -> Kind:
    return (height * width,)


def by_dimensions(height: int, width: int) -> Kind:
    return (height * width, min(height, width))


def by_height_and_width(height: int, width: int) -> Kind:
    return (height * width, min(height, width), height)


def oblongs(rule: Rule) -> Rule:
    """Forbid squares."""
    return lambda height, width: None if height == width else rule(height, width)


def primes_only(rule: Rule) -> Rule:
    """Allow prime edge lengths only."""
    primes = {n for n in range(2, 100) if all(n % d for d in range(2, n))}
    return lambda height, width: rule(height, width) if {height, width} <= primes else None


def square(side: int, rule: Rule, corner: Callable[[int, int], bool] | None = None) -> Problem:
    """Return the problem of a square; `corner` restricts the rectangle M at the top left."""
    sizes = range(1, side + 1)
    kinds = sorted({kind for h in sizes for w in sizes if (kind := rule(h, w)) is not None})
    rank = {kind: number for number, kind in enumerate(kinds)}
    different, lesser = side * side, side * side + len(kinds)
    options = []
    for top in range(side):
        for left in range(side):
            for h in range(1, side - top + 1):
                for w in range(1, side - left + 1):
                    kind = rule(h, w)
                    if kind is None:
                        continue
                    cells = [(top + i) * side + left + j for i in range(h) for j in range(w)]
                    option = [*cells, different + rank[kind]]
                    if corner is not None:
                        if top == left == 0:
                            if not corner(h, w):
                                continue
                            option += range(lesser, lesser + rank[kind])
                        elif (top == 0 or top + h == side) and (left == 0 or left + w == side):
                            option.append(lesser + rank[kind])
                    options.append(option)
    items = lesser + len(kinds) if corner is not None else lesser
    return Problem.from_indices(options, items=items, primary=side * side)


def reduced(rule: Rule) -> Callable[[int], Iterator[Part]]:
    """Return parts with a tiling for each class of symmetric ones."""

    def parts(n: int) -> Iterator[Part]:
        if rule(n, n) is not None:
            yield Part(1)
        if n == 1:
            return
        if rule(1, n) == rule(n, 1):
            yield Part(8, square(n, rule, lambda h, w: h < w < n))
            if any(rule(side, side) is not None for side in range(1, n)):
                yield Part(4, square(n, rule, lambda h, w: h == w < n))
        else:
            yield Part(4, square(n, rule, lambda h, w: h < n and w < n))
        yield Part(4, square(n, rule, lambda h, w: h < w == n))

    return parts


def _record(name: str, title: str, rule: Rule, errata: tuple[int, ...] = ()) -> Record:
    title = f"tilings of an n X n square by {title}"
    return Record(name, title, whole(lambda n: square(n, rule)), reduced(rule), errata)


RECORDS = (
    _record(
        "A360804",
        "rectangles with distinct areas",
        by_area,
    ),
    _record(
        "A360256",
        "rectangles with distinct heights X widths",
        by_height_and_width,
    ),
    _record(
        "A360725",
        "oblongs with distinct heights X widths",
        oblongs(by_height_and_width),
    ),
    _record(
        "A360499",
        "rectangles with distinct dimensions",
        by_dimensions,
    ),
    _record(
        "A360498",
        "oblongs with distinct dimensions",
        oblongs(by_dimensions),
    ),
    _record(
        "A361413",
        "rectangles with distinct dimensions that are prime numbers",
        primes_only(by_dimensions),
        errata=(5, 7, 13),
    ),
)
