"""Strips: sequences against boards that are counted one by one, with every question about them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import combien
from combien import Region, Strip, Tile, TilingProblem, rectangles, sequence
from combien._questions.up_to import SymmetryName
from combien.errors import BadInput, BadTiling, CannotAnswer, OutOfBudget
from combien.geometry import HEXAGONS, TRIANGLES, cylinder
from combien.sequences._sources import Refinement
from combien.sequences._strip import STRIP_SETS
from tests.hunt.asking import Case, Kind, Questions, Way
from tests.hunt.boards import drawn_tiles, laid, orbits, tile_of, tilings
from tests.sequences.test_refinements import KEPT, QUARTER_TURNS

__all__ = ["RECTANGLES", "STRIPS"]

SECTIONS: dict[str, Any] = {
    "squares": lambda width: (Region.box(width, 1), 1),
    "cubes": lambda width: (Region.box(2, width, 1), 2),
    "cylinder": lambda width: (cylinder(width, 1), 1),
    "hexagons": lambda width: (Region.box(width, 1, lattice=HEXAGONS), 1),
    "triangles": lambda width: (Region.box(width, 1, lattice=TRIANGLES), 1),
    "two rows": lambda width: (Region.from_art("**." + "*" * width), 1),
    "skew": lambda width: (Region.box(width, 1), (1, 1)),
}
# Of boards, and of tilings that are listed.
FAR, FEW = 4, 400
# Of states of an automaton.
NODES = 200_000


def drawn(random: Random) -> Case:
    """A cross-section with a few tiles, most of squares."""
    section = random.choice([*SECTIONS, *["squares"] * 8])
    width = random.randint(1, 4 if section == "squares" else 3)
    region, _ = SECTIONS[section](width)
    size = [random.randint(1, 3) for _ in region.size]
    tiles = drawn_tiles(
        random, size[:2] if section in ("hexagons", "triangles") else size, region.cells, most=3
    )
    if random.random() < 0.4:
        tiles.append(
            {"box": [1] * len(tiles[0]["box"]), "cells": [0], "symmetries": "all", "times": [0, -1]}
        )
    named = [random.choice(STRIP_SETS)] if random.random() < 0.1 else []
    return {
        "section": section,
        "width": width,
        "tiles": tiles if not named or random.random() < 0.5 else [],
        "named": named,
        "dice": random.getrandbits(32),
    }


def asked(case: Case) -> Questions:
    """Terms, formulas, orbits and refinements."""
    random = Random(case["dice"])
    region, axis = SECTIONS[case["section"]](case["width"])
    tiles = [tile_of(each, region.lattice, name=f"t{n}") for n, each in enumerate(case["tiles"])]
    strip = Strip(region, axis=axis, tiles=[*tiles, *case["named"]])
    ask: Any = partial(sequence, strip, nodes=NODES)
    far = FAR
    models = [strip.model(n) for n in range(1, far + 1)]
    numbers = [1, *map(combien.count, models)]
    while numbers[-1] > FEW and far > 1:
        far -= 1
        numbers.pop()
    engine = random.choice(["bits", "frontier", "zdd", "dlx"])
    terms: dict[str, Way] = {
        "counts": lambda: numbers,
        "automaton": lambda: ask().first(far + 1),
        "formula": lambda: ask().recurrence().first(far + 1),
        "far terms": lambda: [ask().term(n) for n in range(far + 1)],
        "modulo": lambda: [_whole(ask(), n, numbers[n]) for n in range(far + 1)],
        engine: lambda: ask(engine=engine).first(far + 1),
    }
    if not case["named"]:
        terms["definition"] = lambda: [1, *(len(_listed(case, tiles, m)) for m in models[:far])]
    questions: dict[str, dict[str, Way]] = {
        "terms": terms,
        "formula": {
            "automaton": lambda: sequence(strip, nodes=NODES).first(60),
            "formula": lambda: ask().recurrence().first(60),
        },
    }
    names: tuple[SymmetryName, ...] = ("all", "rotations")
    for up_to in names:
        questions[f"up to {up_to}"] = {
            "counts": partial(_counts, models[:far], up_to),
            "sequence": lambda up_to=up_to: ask(up_to=up_to).first(far + 1),  # type: ignore[misc]
            "lists": partial(_lists, models[:far], up_to),
            "formula": lambda up_to=up_to: _formula(ask(up_to=up_to)).first(far + 1),  # type: ignore[misc]
        }
        if not case["named"]:
            questions[f"up to {up_to}"]["definition"] = partial(
                _orbits, case, tiles, models[:far], up_to
            )
    width = case["width"]
    for refine, kept in KEPT.items():
        if case["section"] != "squares":
            break
        questions[refine] = {
            "lists": lambda kept=kept: [  # type: ignore[misc]
                1,
                *(
                    sum(kept(tiling, n, width) for tiling in combien.solutions(model))
                    for n, model in enumerate(models[:far], 1)
                ),
            ],
            "sequence": lambda refine=refine: ask(refine=refine).first(far + 1),  # type: ignore[misc]
        }
        if random.random() < 0.1:
            # Tatami formulas take a second.
            questions[refine]["formula"] = lambda refine=refine: _formula(  # type: ignore[misc]
                ask(refine=refine)
            ).first(far + 1)
        for up_to in names if random.random() < 0.3 else ():
            how: Any = {"refine": refine, "up_to": up_to}
            questions[f"{refine}, up to {up_to}"] = {
                "lists": partial(_kept_orbits, models[:far], refine, width, up_to),
                "sequence": lambda how=how: ask(**how).first(far + 1),  # type: ignore[misc]
                engine: lambda how=how: ask(**how, engine=engine).first(far + 1),  # type: ignore[misc]
            }
    if not case["named"]:
        questions["tiles"] = {
            "lists": lambda: [_by_tile(strip, model) for model in models[:far]],
            "sequence": lambda: [dict(ask(refine="tiles")[n].counts) for n in range(1, far + 1)],
        }
    return {
        question: {name: partial(_within, way) for name, way in ways.items()}
        for question, ways in questions.items()
    }


def _within(way: Way) -> object:
    """The answer, unless the automaton is too large."""
    try:
        return way()
    except OutOfBudget as stop:
        raise CannotAnswer(str(stop)) from None


def _formula(found: Any) -> Any:
    recurrence = found.recurrence()
    if recurrence is None:
        raise CannotAnswer("no formula")
    return recurrence


def _whole(found: Any, n: int, number: int) -> int:
    """The number, if its remainder is the right one."""
    remainder = found.term(n, modulo=97)
    return number if number % 97 == remainder else -1


def _counts(models: list[TilingProblem], up_to: SymmetryName) -> list[int]:
    return [1, *(combien.count(model, up_to=up_to) for model in models)]


def _lists(models: list[TilingProblem], up_to: SymmetryName) -> list[int]:
    return [1, *(sum(1 for _ in combien.solutions(model, up_to=up_to)) for model in models)]


def _kept_orbits(
    models: list[TilingProblem], refine: Refinement, width: int, up_to: SymmetryName
) -> list[int]:
    """The orbits of the tilings that satisfy a condition, which their images satisfy, too."""
    numbers = [1]
    for n, model in enumerate(models, 1):
        kept = {
            frozenset(chosen)
            for chosen in combien.solutions(model.problem())
            if KEPT[refine](model.read(chosen), n, width)
        }
        # A quarter turn of a square turns its lines.
        turns = refine != "primitive" or n != width
        group = [
            one.options
            for one in model.symmetries(up_to=up_to)
            if turns or one.name not in QUARTER_TURNS
        ]
        numbers.append(0)
        while kept:
            numbers[-1] += 1
            one = next(iter(kept))
            kept -= {frozenset(map(options.__getitem__, one)) for options in group}
    return numbers


def _places(case: Case, tiles: list[Tile], board: Region) -> list[Any]:
    drawn = zip(tiles, case["tiles"], strict=True)
    return [laid(board, tile, each["symmetries"]) for tile, each in drawn]


def _listed(case: Case, tiles: list[Tile], model: TilingProblem) -> list[Any]:
    anything: list[tuple[int, int | None]] = [(0, None)] * len(tiles)
    return tilings(model.board, _places(case, tiles, model.board), anything)


def _orbits(
    case: Case, tiles: list[Tile], models: list[TilingProblem], up_to: SymmetryName
) -> list[int]:
    numbers = [1]
    for model in models:
        places = _places(case, tiles, model.board)
        anything: list[tuple[int, int | None]] = [(0, None)] * len(tiles)
        found = tilings(model.board, places, anything)
        numbers.append(orbits(model.board, found, places, anything, up_to))
    return numbers


def _by_tile(strip: Strip, model: TilingProblem) -> dict[tuple[int, ...], int]:
    names = [tile.name for tile in strip.tiles]
    return dict(
        Counter(
            tuple(sum(p.tile.name == name for p in tiling.placements) for name in names)
            for tiling in combien.solutions(model)
        )
    )


# Rectangles -------------------------------------------------------------------------------------


def drawn_rectangles(random: Random) -> Case:
    """One or two tiles of any number; each may be in two parts."""
    tiles = drawn_tiles(random, [3, 3], Region.box(3, 3).cells, most=5)[:2]
    for tile in tiles:
        tile["times"] = [0, -1]
    return {"tiles": tiles, "to": [random.randint(1, 6), random.randint(1, 6)]}


def asked_rectangles(case: Case) -> Questions:
    """Which rectangles have tilings, by counting them, by a table, one by one and by width."""
    tiles = [tile_of(each, Region.box(1, 1).lattice) for each in case["tiles"]]
    width, height = case["to"]
    if not width or not height:
        raise BadInput("no rectangle")
    sides = [(w, h) for w in range(1, width + 1) for h in range(1, height + 1)]

    def by_table() -> list[bool]:
        table = rectangles.table(tiles, (width, height))
        found = []
        for w, h in sides:
            one = table.at(w, h)
            assert one.tileable is not None
            assert (table.tiling(w, h) is not None) == one.tileable
            found.append(one.tileable)
        return found

    def by_decisions() -> list[bool | None]:
        return [rectangles.decide(tiles, w, h).tileable for w, h in sides]

    def by_widths() -> list[bool | None]:
        lengths = {w: rectangles.lengths(tiles, w) for w in range(1, width + 1)}
        return [lengths[w].contains(h) for w, h in sides]

    def by_primes() -> list[tuple[int, int]]:
        found = rectangles.table(tiles, (width, height))
        return [(one.width, one.height) for one in found.primes]

    def by_proof() -> list[tuple[int, int]]:
        try:
            found = rectangles.all_primes(tiles, widest=4, nodes=NODES)
        except BadTiling as refusal:
            raise CannotAnswer(str(refusal)) from None
        if not found.proved:
            raise CannotAnswer("no proof")
        low, high = sorted(case["to"])
        return [(w, h) for w, h in found.primes if w <= low and h <= high]

    def by_definition() -> list[tuple[int, int]]:
        most = max(width, height)
        ways = {
            (w, h): combien.exists(TilingProblem(Region.box(w, h), tiles))
            for w in range(1, most + 1)
            for h in range(1, most + 1)
        }
        table = rectangles.table(tiles, (width, height))
        return [
            (w, h)
            for w, h in [(one.width, one.height) for one in table]
            if ways[w, h]
            and not any(ways[a, h] and ways[w - a, h] for a in range(1, w))
            and not any(ways[w, b] and ways[w, h - b] for b in range(1, h))
        ]

    return {
        "tileable": {
            "exists": lambda: [
                combien.exists(TilingProblem(Region.box(w, h), tiles), engine="dlx")
                for w, h in sides
            ],
            "table": by_table,
            "decide": by_decisions,
            "lengths": by_widths,
        },
        "primes": {
            "definition": lambda: sorted(by_definition()),
            "table": lambda: sorted(by_primes()),
            "all": lambda: sorted(by_proof()),
        },
    }


STRIPS = Kind("strips", drawn, asked, share=3)
RECTANGLES = Kind("rectangles", drawn_rectangles, asked_rectangles)
