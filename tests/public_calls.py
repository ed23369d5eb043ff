"""A valid call of each public function, class and method: its arguments, new for each call."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import import_module
from typing import Any

import combien
from combien import Problem, Region, Tile, TilingProblem, design, nonograms
from combien.cover import formats
from combien.drawing import CluedSheet
from combien.drawing._renderers import cutting, sheet, stl
from combien.families import Universe
from combien.geometry import _polyforms as polyforms
from combien.geometry import _wrapped as wrapped
from combien.geometry._lattice import SQUARE
from combien.geometry._symmetry import Group, Symmetry
from combien.language import parse, problems, run_file, run_script, to_text
from combien.printing import _animation as printed_animation
from combien.printing import _mesh as printed_mesh
from combien.printing import _scene as printed_scene
from combien.printing import _sheets as printed_sheets
from combien.printing import _threemf as printed_threemf
from combien.puzzles import PUZZLES, puzzle_named
from combien.sat import dimacs
from combien.sat._encode import encode
from combien.tilings import _isometric as isometric
from combien.tilings import boards, catalogue, classics, disassembly, pavage, xmpuzzle

__all__ = ["CALLS"]

Call = tuple[Callable[..., Any], dict[str, Any]]

ABC = Problem.from_options(["ab", "c", "a", "bc", "b"], costs=[1, 2, 3, 4, 5])
LIGHT = combien.SideConstraint([1, 2, 3, 4, 5], most=2)
BOX = Region.box(2, 2)
BAR = Tile("**", symmetries="all", times="any", name="bar")
BARS = TilingProblem(BOX, [BAR])
ONCE = TilingProblem(BOX, [Tile("**\n**", symmetries="all")])
TILING = combien.solve(BARS)
assert TILING is not None
SOLID = combien.solve(TilingProblem(Region.box(2, 1, 1), [Tile(Region.box(1, 1, 1), times="any")]))
assert SOLID is not None
SCENE = printed_scene.Scene(SOLID)
FILM = SCENE.turntable(frames=2)
PACKS = combien.PackingProblem(BARS, holes="any")
PACKING = combien.solve(PACKS)
assert PACKING is not None
SQUARES = Group.all(2)
TURN = Symmetry.named("Rot90")
PERMUTATIONS = combien.ProblemGroup.generated_by(ABC, (0, 1, 2, 3, 4))
STRIP = combien.Strip(2, tiles="domino")
PAINT = combien.Paint(cells={(0, 0): "red"})
NONOGRAM = nonograms.Nonogram([[2], [1]], [[1], [2]])
DRAWN = nonograms.Board.parse("##\n.#")
PICTURE = TILING.picture()
SCRIPT = parse("problem p = {***} [{**} ~sym]  count dlx p")

LIMITS = {"nodes": 1000, "seconds": 9.0, "bytes": 2**24, "budget": None, "report": None}
LIMITED = {"nodes": 1000, "seconds": 9.0, "bytes": 2**24}
EACH = {0: 1, 1: 2, 2: 3}


def universe() -> combien.Family:
    """A family in a universe of its own."""
    return combien.Family([[0], [0, 1], [2]])


def bound(method: str) -> Callable[..., Any]:
    """A method of a family that is made for each call."""

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(universe(), method)(*arguments, **named)

    return call


def built(method: str) -> Callable[..., Any]:
    """A method of a builder that is made for each call, and the problem that comes of it."""

    def call(*arguments: Any, **named: Any) -> Any:
        builder = Problem.builder()
        builder.item("a")
        builder.option("a", cost=1)
        getattr(builder, method)(*arguments, **named)
        return builder.build()

    return call


CALLS: dict[str, Call] = {
    # Questions.
    "answer": (
        combien.answer,
        {
            "model": ABC,
            "question": "solutions",
            "up_to": "none",
            "modulo": None,
            "engine": "auto",
            "limit": 3,
            **LIMITS,
            "resume": "",
        },
    ),
    "best": (combien.best, {"model": ABC, "k": 2, **LIMITS}),
    "count": (
        combien.count,
        {"model": ABC, "up_to": "none", "modulo": None, "engine": "auto", **LIMITS},
    ),
    "certificate": (combien.certificate, {"model": BARS, **LIMITS}),
    "count_by": (combien.count_by, {"model": BARS, "kind": str, **LIMITS}),
    "count_by_size": (combien.count_by_size, {"model": ABC, **LIMITS}),
    "count_by_total": (combien.count_by_total, {"model": ABC, "numbers": {0: 2, 1: 3}, **LIMITS}),
    "estimate": (
        combien.estimate,
        {"model": ABC, "engine": "auto", "walks": 3, "seed": 1, **LIMITS},
    ),
    "exists": (combien.exists, {"model": ABC, "engine": "auto", **LIMITS}),
    "explain": (combien.explain, {"model": BARS, **LIMITS}),
    "family": (combien.family, {"model": ABC, "names": None, **LIMITS}),
    "group_of": (combien.group_of, {"model": BARS, "up_to": "all"}),
    "heat_map": (combien.heat_map, {"model": BARS, **LIMITS}),
    "HeatMap.picture": (combien.heat_map(BARS).picture, {"tile": 0}),
    "HeatMap": (combien.HeatMap, {"board": BOX, "tiles": 1, "total": 1, "counts": {(0, 0): (1,)}}),
    "marginals": (combien.marginals, {"model": ABC, **LIMITS}),
    "orbits": (combien.orbits, {"model": BARS, "up_to": "all", "engine": "auto", **LIMITS}),
    "sample": (combien.sample, {"model": ABC, "k": 2, "seed": 1, **LIMITS, "seconds": 0.5}),
    "shares": (combien.shares, {"model": ABC, "parts": 2, "engine": "auto", "resume": ""}),
    "solutions": (
        combien.solutions,
        {
            "model": ABC,
            "up_to": "none",
            "engine": "auto",
            "limit": 3,
            **LIMITS,
            "resume": "",
            "seed": None,
        },
    ),
    "solve": (combien.solve, {"model": ABC, "engine": "auto", **LIMITS}),
    "first": (combien.first, {"model": ABC, "engine": "auto", **LIMITS}),
    "verify": (combien.verify, {"problem": ABC, "options": [0, 1]}),
    "Budget": (combien.Budget, LIMITED),
    "relaxation": (combien.relaxation, {"model": ABC, "costs": [1, 2, 3, 4, 5]}),
    "Prepared": (combien.Prepared, {"model": ABC, "engine": "auto"}),
    "Solutions.arrays": (combien.solutions(ABC).arrays, {"batch": 2, "sort": True}),
    "Prepared.solutions": (
        combien.Prepared(ABC).solutions,
        {"given": [1], "limit": 2, **LIMITS},
    ),
    "SideConstraint": (combien.SideConstraint, {"weights": [1], "least": 0, "most": 2, "name": ""}),
    "Constrained": (combien.Constrained, {"model": ABC, "constraints": [LIGHT]}),
    "Constrained.fault": (combien.Constrained(ABC, [LIGHT]).fault, {"options": [0]}),
    "Symmetric": (combien.Symmetric, {"model": BARS, "under": "all"}),
    "Symmetric.read": (
        combien.Symmetric(BARS, "none").read,
        {"solution": combien.solve(combien.Symmetric(BARS, "none").problem())},
    ),
    "ProblemGroup.generated_by": (
        combien.ProblemGroup.generated_by,
        {"problem": ABC, "*permutations": (0, 1, 2, 3, 4)},
    ),
    "ProblemGroup.image": (PERMUTATIONS.image, {"number": 0, "options": [0, 1]}),
    "ProblemGroup.is_least": (PERMUTATIONS.is_least, {"options": [0, 1]}),
    "ProblemGroup.product": (PERMUTATIONS.product, {"second": 0, "first": 0}),
    # Problems.
    "Colored": (combien.Colored, {"item": "x", "color": "red"}),
    "Problem.from_options": (
        Problem.from_options,
        {
            "options": [["a", "c"], ["b"]],
            "secondary": ["c"],
            "primary": ["a", "b"],
            "bounds": {"a": (0, 1)},
            "costs": [1, 2],
        },
    ),
    "Problem.from_options, plain": (Problem.from_options, {"options": [["a", "b"], ["c"]]}),
    "Problem.from_matrix": (Problem.from_matrix, {"matrix": [[1, 0], [0, 1]], "primary": 2}),
    "Problem.from_indices": (
        Problem.from_indices,
        {"options": [[0, 1], [0]], "items": 2, "primary": 1},
    ),
    "Problem.bounds": (ABC.bounds, {"item": 0}),
    **{
        f"Problem.{name}": (getattr(ABC, name), {"option": 0})
        for name in ("colors", "cost", "entries", "indices", "name")
    },
    "Problem.names": (ABC.names, {"options": [0, 1]}),
    "Problem.add_options": (ABC.add_options, {"options": ["ab"], "costs": [1]}),
    "ProblemBuilder.item": (
        built("item"),
        {"name": "b", "*, secondary": False, "*, bounds": (0, 1)},
    ),
    "ProblemBuilder.bound": (built("bound"), {"name": "a", "low": 0, "high": 1}),
    "ProblemBuilder.option": (built("option"), {"*entries": "b", "*, name": "x", "*, cost": 1}),
    "ProblemBuilder.price": (built("price"), {"costs": [1]}),
    "ProblemBuilder.gather": (
        built("gather"),
        {"options": [["a"]], "*, secondary": [], "*, strict": False},
    ),
    "formats.read": (formats.read, {"text": "a\na\n", "format": "dlx"}),
    "formats.write": (formats.write, {"problem": ABC, "format": "json"}),
    "formats.write_to": (
        lambda file, problem, *, format: formats.write_to(file, problem, format=format),
        {"file": io.StringIO(), "problem": ABC, "format": "json"},
    ),
    "formats.guess": (formats.guess, {"path": "a.dlx", "text": ""}),
    # Geometry.
    "Region": (Region, {"cells": [(0, 0), (1, 0)], "dimension": 2, "lattice": SQUARE}),
    "Region.box": (Region.box, {"*size": 2, "lattice": SQUARE}),
    "Region.from_art": (Region.from_art, {"text": "**", "dimension": None, "lattice": SQUARE}),
    "Region.shift": (Region.box(2).shift, {"*vector": 2}),
    "Region.moved": (BOX.moved, {"symmetry": TURN}),
    "Region.neighbors": (BOX.neighbors, {"cell": (0, 0)}),
    "Region.canonical": (BOX.canonical, {"group": SQUARES}),
    "Region.orientations": (BOX.orientations, {"group": SQUARES}),
    "Region.stabilizer": (BOX.stabilizer, {"group": SQUARES}),
    "Symmetry": (Symmetry, {"axes": (1, 2)}),
    "Symmetry.identity": (Symmetry.identity, {"dimension": 2}),
    "Symmetry.named": (Symmetry.named, {"name": "Rot90"}),
    "Group": (Group, {"elements": [Symmetry.identity(2)]}),
    "Group.generated_by": (Group.generated_by, {"*generators": TURN}),
    **{
        f"Group.{name}": (getattr(Group, name), {"dimension": 2})
        for name in ("all", "rotations", "trivial")
    },
    **{
        f"polyforms.{name}": (getattr(polyforms, name), {"n": 2, "lattice": SQUARE, "dimension": 2})
        for name in ("fixed", "free", "one_sided")
    },
    "torus": (wrapped.torus, {"*size": 3, "lattice": SQUARE}),
    "cylinder": (wrapped.cylinder, {"around": 3, "height": 3, "lattice": SQUARE}),
    "klein_bottle": (wrapped.klein_bottle, {"around": 3, "height": 3}),
    "moebius_strip": (wrapped.moebius_strip, {"around": 3, "height": 3}),
    # Tilings.
    "Tile": (Tile, {"region": BOX, "symmetries": "all", "times": 1, "name": "x"}),
    "Tile.called": (BAR.called, {"number": 0}),
    "Strip": (
        combien.Strip,
        {"cross_section": 2, "axis": 0, "tiles": "domino", "fixed": False},
    ),
    "Strip.board": (STRIP.board, {"n": 2}),
    "Strip.model": (STRIP.model, {"n": 2}),
    "sequence": (combien.sequence, {"family": STRIP, "terms": 3, **LIMITS}),
    "Sequence.first": (combien.sequence(STRIP).first, {"count": 2}),
    "Sequence.term": (combien.sequence(STRIP).term, {"n": 2, "modulo": 7}),
    "TilingProblem": (TilingProblem, {"board": BOX, "tiles": [BAR], "name": "x"}),
    "TilingProblem.kind": (BARS.kind, {"option": 0}),
    "TilingProblem.read": (BARS.read, {"solution": (0, 1)}),
    "TilingProblem.symmetries": (BARS.symmetries, {"up_to": "all"}),
    "Tiling": (combien.Tiling, {"board": BOX, "placements": TILING.placements}),
    "Tiling.at": (TILING.at, {"cell": (0, 0)}),
    "Tiling.picture": (TILING.picture, {"title": "x"}),
    "Placement": (
        combien.Placement,
        {"number": 0, "tile": BAR, "orientation": 0, "region": Region.box(2, 1)},
    ),
    "Placements.of_tile": (BARS.placements.of_tile, {"number": 0}),
    "Placements.turn": (BARS.placements.turn, {"option": 0}),
    "PackingProblem": (
        combien.PackingProblem,
        {
            "base": BARS,
            "holes": 0,
            "optional": BOX,
            "forced": [],
            "forbidden": [],
            "paints": {0: PAINT},
            "colors": {(0, 0): "red"},
            "allowed": [("red", "red")],
            "border": None,
        },
    ),
    "PackingProblem.symmetries": (PACKS.symmetries, {"up_to": "all"}),
    "PackingProblem.complete": (PACKS.complete, {"placements": []}),
    "PackingProblem.placement": (PACKS.placement, {"option": 0}),
    "PackingProblem.read": (PACKS.read, {"solution": ()}),
    "Packing": (combien.Packing, {"board": BOX, "placements": [], "paint": {}}),
    "Packing.picture": (PACKING.picture, {"title": "x"}),
    "Paint": (combien.Paint, {"cells": {(0, 0): "red"}, "edges": {}}),
    "Paint.sides": (
        combien.Paint.sides,
        {"top": "r", "right": "g", "bottom": "b", "left": "y"},
    ),
    "Paint.check": (PAINT.check, {"tile": BAR, "number": 0}),
    "Paint.placed": (PAINT.placed, {"tile": BAR, "region": Region.box(2, 1)}),
    **{
        f"boards.{name}": (getattr(boards, name), dict.fromkeys(arguments, 2))
        for name, arguments in {
            "aztec_diamond": ["order"],
            "hexagon": ["a", "b", "c"],
            "honeycomb": ["side"],
            "triangle": ["side"],
        }.items()
    },
    "catalogue.tetrominoes": (catalogue.tetrominoes, {"one_sided": False, "times": 1}),
    "catalogue.tetracubes": (catalogue.tetracubes, {"times": 1}),
    "catalogue.trihexes": (catalogue.trihexes, {"times": 1}),
    "classics.classic": (classics.classic, {"name": "Soma cube"}),
    "pavage.read": (pavage.read, {"text": pavage.write(ONCE)}),
    "pavage.write": (pavage.write, {"problem": ONCE}),
    "xmpuzzle.read": (xmpuzzle.read, {"data": xmpuzzle.write(BARS)}),
    "xmpuzzle.load": (xmpuzzle.load, {"data": xmpuzzle.write(BARS)}),
    "xmpuzzle.write": (xmpuzzle.write, {"problem": BARS, "comment": "x"}),
    # Taking apart.
    "disassemble": (
        disassembly.disassemble,
        {"assembly": TILING, "groups": {0: 1}, "thorough": True, **LIMITS},
    ),
    "survey": (
        disassembly.survey,
        {"assemblies": [TILING], "groups": {0: 1}, "limit": 2, **LIMITS},
    ),
    # Pictures.
    "isometric": (isometric.isometric, {"tiling": SOLID, "apart": 0, "title": "x"}),
    "sheet": (sheet.sheet, {"pictures": [PICTURE], "across": 1, "title": "x"}),
    "outlines": (
        cutting.outlines,
        {"picture": PICTURE, "cell": 10.0, "shared": "twice", "margin": 5.0},
    ),
    "stl": (
        stl.stl,
        {
            "solids": [[(0, 0, 0)]],
            "size": 10.0,
            "gap": 0.0,
            "side_by_side": False,
            "binary": True,
        },
    ),
    # Printing.
    "Mesh": (printed_mesh.Mesh, {"vertices": ((0.0, 0.0, 0.0),), "triangles": ()}),
    "solid_mesh": (
        printed_mesh.solid_mesh,
        {
            "region": BOX,
            "size": 10.0,
            "tolerance": 0.1,
            "bevel": 0.5,
            "hollow": 1.0,
            "height": 5.0,
        },
    ),
    "Animation": (
        printed_animation.Animation,
        {"frames": ("<g/>",), "width": 9.0, "height": 9.0, "title": "x", "paper": ""},
    ),
    "Animation.frame": (FILM.frame, {"number": 0}),
    "Animation.svg": (FILM.svg, {"frame_seconds": 0.1}),
    "Animation.gif": (FILM.gif, {"frame_seconds": 0.1, "width": 9}),
    "Animation.apng": (FILM.apng, {"frame_seconds": 0.1, "width": 9}),
    "Scene": (
        printed_scene.Scene,
        {
            "arrangement": SOLID,
            "azimuth": -45.0,
            "elevation": 30.0,
            "size": 36.0,
            "labels": False,
            "palette": "default",
        },
    ),
    "Scene.exploded": (SCENE.exploded, {"by": "boxes", "gap": 0.4}),
    "Scene.svg": (SCENE.svg, {"state": None, "title": "x"}),
    "Scene.steps": (SCENE.steps, {"states": [SCENE.assembled], "across": 1, "title": "x"}),
    "Scene.motion": (
        SCENE.motion,
        {"states": [SCENE.assembled], "frames": 2, "pause": 1, "title": "x"},
    ),
    "Scene.turntable": (SCENE.turntable, {"state": None, "frames": 2, "title": "x"}),
    "cutouts_pdf": (
        printed_sheets.cutouts_pdf,
        {
            "pieces": [BOX],
            "cell": 20.0,
            "paper": "A4",
            "filled": True,
            "palette": "default",
            "title": "x",
        },
    ),
    "solutions_pdf": (
        printed_sheets.solutions_pdf,
        {
            "solutions": [PICTURE],
            "across": 3,
            "down": 4,
            "paper": "A4",
            "palette": "default",
            "title": "x",
        },
    ),
    "book_pdf": (
        printed_sheets.book_pdf,
        {"puzzles": [("x", TILING)], "title": "x", "paper": "A4", "palette": "default"},
    ),
    "threemf": (
        printed_threemf.threemf,
        {
            "pieces": [BOX],
            "size": 10.0,
            "tolerance": 0.1,
            "bevel": 0.5,
            "hollow": 1.0,
            "height": 5.0,
            "assembled": False,
            "palette": "default",
            "title": "x",
        },
    ),
    "Picture": (combien.Picture, {"patches": PICTURE.patches, "title": "x", "color_by": "tile"}),
    "Patch": (
        combien.Patch,
        {"polygons": PICTURE.patches[0].polygons, "cells": (), "color": 0, "label": "x"},
    ),
    "Picture.of_cells": (combien.Picture.of_cells, {"groups": [([(0, 0)], 0, "x")], "title": "x"}),
    "Picture.ascii": (PICTURE.ascii, {"boxes": False, "labels": False}),
    "contact_sheet": (
        combien.contact_sheet,
        {"drawn": [PICTURE], "*, across": 1, "*, title": "x", "*, limit": 3},
    ),
    "Picture.svg": (
        PICTURE.svg,
        {"size": 20, "stroke": 1, "palette": "default", "labels": False, "color_by": None},
    ),
    "Picture.png": (
        PICTURE.png,
        {"width": 20, "palette": "default", "labels": False, "color_by": None},
    ),
    # Families.
    "Family": (combien.Family, {"sets": [[0], [1]], "universe": None}),
    "Universe": (Universe, {"elements": "ab", "capacity": 1000, "cache_bytes": 1000}),
    "Universe.element": (Universe("ab").element, {"number": 0}),
    "Universe.number": (lambda element: Universe("ab").number(element), {"element": "a"}),
    "Universe.known": (Universe("ab").known, {"element": "a"}),
    "Family.ascii": (bound("ascii"), {"*, most": 10}),
    "Family.best": (bound("best"), {"weights": EACH, "*, k": 1, "*, seconds": 9.0}),
    "Family.count_by": (bound("count_by"), {"kind": str, "*, seconds": 9.0}),
    "Family.count_by_size": (bound("count_by_size"), {"*, seconds": 9.0}),
    "Family.count_by_total": (bound("count_by_total"), {"numbers": EACH, "*, seconds": 9.0}),
    "Family.marginals": (bound("marginals"), {"*, weights": EACH, "*, seconds": 9.0}),
    "Family.probability": (bound("probability"), {"chances": {0: 0.5, 1: 0.5, 2: 0.5}}),
    "Family.rank": (bound("rank"), {"members": [0]}),
    "Family.unrank": (bound("unrank"), {"number": 0}),
    "Family.sample": (bound("sample"), {"k": 1, "*, seed": 1, "*, seconds": 0.5}),
    "Family.load": (combien.Family.load, {"written": universe().dump(), "universe": None}),
    "Family.moved_to": (bound("moved_to"), {"universe": Universe()}),
    "Family.from_states": (
        combien.Family.from_states,
        {
            "elements": "ab",
            "root": 0,
            "child": lambda left, element, take: left,
            "accept": lambda state: True,
        },
    ),
    **{f"Family.{name}": (bound(name), {"element": 0}) for name in ("with_", "without", "change")},
    **{
        f"Family.{name}": (bound(name), {"other": combien.Family([[0]])})
        for name in (
            *("including", "isdisjoint", "join", "meet", "quotient", "remainder", "within"),
        )
    },
    # Puzzles.
    "puzzle_named": (puzzle_named, {"name": "queens"}),
    # Clauses.
    "encode": (encode, {"problem": ABC, "style": "bitwise", "counting": ""}),
    "dimacs.read": (dimacs.read, {"text": "p cnf 1 1\n1 0\n"}),
    "dimacs.lines": (dimacs.lines, {"formula": encode(ABC), "comments": ["x"]}),
    "dimacs.most_bytes": (dimacs.most_bytes, {"formula": encode(ABC)}),
    # The language.
    "parse": (parse, {"text": "pattern a = b", "file": "x"}),
    "to_text": (to_text, {"script": SCRIPT}),
    "problems": (problems, {"script": SCRIPT}),
    "run_script": (
        run_script,
        {
            "script": SCRIPT,
            "out": io.StringIO(),
            "err": io.StringIO(),
            "engine": None,
            **LIMITS,
        },
    ),
    "run_file": (
        run_file,
        {
            "path": "no such file",
            "out": io.StringIO(),
            "err": io.StringIO(),
            "engine": None,
            **LIMITS,
        },
    ),
    # Nonograms.
    "Nonogram": (
        nonograms.Nonogram,
        {
            "rows": [[1]],
            "columns": [[1]],
            "palette": [nonograms.Ink(1, "red", "#ff0000", "r")],
            "title": "x",
            "author": "x",
            "copyright": "x",
            "check": True,
        },
    ),
    "Nonogram.ink": (NONOGRAM.ink, {"value": 1}),
    "Nonogram.refuse_blots": (NONOGRAM.refuse_blots, {"what": "x"}),
    "Nonogram.read": (NONOGRAM.read, {"solution": combien.solve(NONOGRAM.problem())}),
    "Board": (nonograms.Board, {"height": 1, "width": 2, "cells": b"\x00\x01"}),
    "Board.unknown": (nonograms.Board.unknown, {"height": 1, "width": 2}),
    "Board.parse": (nonograms.Board.parse, {"text": ".#"}),
    "Board.row": (DRAWN.row, {"number": 0}),
    "Board.column": (DRAWN.column, {"number": 0}),
    "Board.replaced": (DRAWN.replaced, {"values": {0: 0}}),
    **{
        f"Board.{name}": (getattr(DRAWN, name), {"nonogram": NONOGRAM})
        for name in ("solves", "check", "check_size", "picture")
    },
    **{
        f"nonograms.{name}": (
            getattr(nonograms, name),
            {"nonogram": NONOGRAM, **LIMITS, "given": DRAWN},
        )
        for name in ("solve_all", "count", "difficulty")
    },
    "nonograms.solve": (
        nonograms.solve,
        {
            "nonogram": NONOGRAM,
            **LIMITS,
            "given": DRAWN,
            "engine": "auto",
            "encoding": None,
            "solver": "",
        },
    ),
    "FaultFree": (design.FaultFree, {"base": ONCE}),
    "FaultFree.placement": (design.FaultFree(ONCE).placement, {"option": 0}),
    "FaultFree.kind": (design.FaultFree(ONCE).kind, {"option": 0}),
    "FaultFree.read": (design.FaultFree(ONCE).read, {"solution": (0,)}),
    "FaultFree.symmetries": (design.FaultFree(ONCE).symmetries, {"up_to": "all"}),
    "design.most_pieces": (
        design.most_pieces,
        {"problem": ONCE, "most": "pieces", "k": 1, **LIMITS},
    ),
    "design.rectangle_packing": (
        design.rectangle_packing,
        {"width": 2, "height": 2, "sides": [(2, 1)], "rotate": True},
    ),
    "design.unique_boards": (
        design.unique_boards,
        {"problem": BARS, "holes": 2, "limit": 1, "seed": 1, **LIMITS},
    ),
    "design.piece_sets": (
        design.piece_sets,
        {
            "board": BOX,
            "tiles": [BAR],
            "solutions": 2,
            "hardness": (0, None),
            "engine": "bits",
            "limit": 1,
            "seed": 1,
            **LIMITS,
        },
    ),
    "nonograms.deduce": (nonograms.deduce, {"nonogram": NONOGRAM, "board": DRAWN}),
    "nonograms.clued": (nonograms.clued, {"nonogram": NONOGRAM, "board": DRAWN}),
    "CluedSheet": (
        CluedSheet,
        {"boards": [nonograms.clued(NONOGRAM)], "across": 1, "title": "x"},
    ),
    "nonograms.page": (nonograms.page, {"puzzles": nonograms.Puzzle(NONOGRAM)}),
    "Puzzle": (nonograms.Puzzle, {"nonogram": NONOGRAM, "goals": (DRAWN,), "given": DRAWN}),
    "Puzzle.of": (nonograms.Puzzle.of, {"board": DRAWN, "palette": None, "title": "x"}),
}


TEXTS = {"sudoku": "1" + "." * 80, "mates": "12 21", "coloring": "graph=petersen"}


def _puzzles() -> None:
    """Each puzzle, by its settings, and from its text."""
    from dataclasses import fields

    for name, (module, attribute) in PUZZLES.items():
        puzzle = getattr(import_module(module), attribute)
        settings = {field.name: getattr(puzzle(), field.name) for field in fields(puzzle)}
        CALLS[f"puzzle {name}"] = (puzzle, settings)
        CALLS[f"puzzle {name}, parse"] = (puzzle.parse, {"text": TEXTS.get(name, "")})


_puzzles()
