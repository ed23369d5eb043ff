"""The pictures of the gallery with their captions and programs, drawn when the site is built.

`python docs/gallery.py FOLDER` writes the pictures as files.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from fractions import Fraction
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

import combien
from combien import Region, Tile, Tiling, TilingProblem
from combien.drawing import Picture, outlines, sheet
from combien.geometry import HEXAGONS, TRIANGLES, free, moebius_strip, torus
from combien.language import problems
from combien.plane import classify, supertile
from combien.printing import Scene
from combien.puzzles import Queens, puzzle_named
from combien.tilings import boards, catalogue, isometric, volumes
from combien.tilings.classics import classic
from combien.tilings.disassembly import disassemble

ROOT = Path(__file__).resolve().parent.parent
DOMINO = Tile("**", symmetries="all", times="any", name="domino")
LOZENGE = Tile(Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")
TRIHEX = Tile(Region.from_art(".*.\n*.*", lattice=HEXAGONS), symmetries="all", times="any")


def tiled(problem: TilingProblem) -> Tiling:
    """Return the first tiling found."""
    tiling = combien.solve(problem)
    assert tiling is not None
    return tiling


def drawn(problem: TilingProblem, **how: Any) -> str:
    """Return the first tiling found, as SVG."""
    return tiled(problem).picture().svg(**how)


def example(file: str, name: str) -> TilingProblem:
    """Return a problem from the examples."""
    problem = problems(str(ROOT / "examples" / file))[name]
    assert isinstance(problem, TilingProblem)
    return problem


def known(name: str, **how: Any) -> str:
    """Return a tiling of a classic problem."""
    return drawn(classic(name).problem(), **how)


def at_random(problem: TilingProblem, **how: Any) -> str:
    """Return a random tiling, drawn uniformly."""
    (tiling,) = combien.sample(problem, 1, seed=3)
    return tiling.picture().svg(**how)


def rectangles() -> str:
    """Return all tilings of 3 x 20 by the twelve pentominoes, on one sheet."""
    problem = classic("pentominoes on 3x20").problem()
    return sheet((one.picture() for one in combien.solutions(problem)), across=2).svg(size=10)


def pentominoes() -> str:
    """Return the twelve pentominoes, one per picture."""
    tiles = catalogue.pentominoes()
    alone = (tiled(TilingProblem(tile.region, [tile])).picture() for tile in tiles)
    return sheet(alone, across=6).svg(size=14, labels=True)


def queens() -> str:
    """Return twelve solutions of eight queens, one of each class up to symmetry."""
    found = islice(combien.solutions(Queens(8), up_to="all"), 12)
    return sheet((board.picture() for board in found), across=4).svg(size=10)


def puzzle(name: str, text: str = "") -> str:
    """Return the first solution of a puzzle, with these settings."""
    kind = puzzle_named(name)
    solved = combien.solve(kind.parse(text) if text else kind())
    assert solved is not None
    return str(solved.picture().svg())


def one_of_each() -> str:
    """Return the nine tilings of 4 x 4 by dominoes up to symmetry."""
    square = TilingProblem(Region.box(4, 4), [DOMINO])
    found = [one.picture() for one in combien.solutions(square, up_to="all")]
    return sheet(found, across=9).svg(size=14)


def soma(apart: int) -> str:
    """Return the Soma cube in isometric view."""
    return isometric(tiled(example("soma.cmb", "soma_cube")), apart=apart).svg()


def scene() -> Scene:
    """Return the Soma cube as a scene."""
    return Scene(tiled(example("soma.cmb", "soma_cube")), labels=True)


def taken_apart() -> str:
    """Return the first steps in which pieces are lifted from the Soma cube."""
    soma_cube = tiled(example("soma.cmb", "soma_cube"))
    own = Scene(soma_cube, labels=True, size=24)
    tops = [max(z for _, _, z in placement.region) for placement in soma_cube.placements]
    states = [own.assembled]
    for piece in sorted(own.assembled, key=lambda at: (-tops[at], -at))[:3]:
        states.append(states[-1] | {piece: (0.0, 0.0, 3.0)})
        states.append({at: by for at, by in states[-1].items() if at != piece})
    return own.steps(states[:6])


def turning_bar() -> str:
    """Return the first move of an assembly that needs a rotation."""
    assembly = tiled(example("turn.cmb", "turn"))
    _, ways = next(disassemble(assembly, rotations=True).positions())
    return Scene(assembly, labels=True, size=24).svg(ways[0], onward=ways[1:])


def hats() -> str:
    """Return a hat with four coronas of hats."""
    hat, _ = catalogue.monotiles()
    return classify(hat, most_orbits=1, most_coronas=4).picture().svg()


def arctic() -> str:
    """Return a random tiling of an Aztec diamond by dominoes."""
    dominoes = [Tile("**", symmetries="all", times="any")]
    (tiling,) = combien.sample(TilingProblem(boards.aztec_diamond(40), dominoes), seed=1)
    return tiling.picture().svg(size=7)


def volume() -> str:
    """Return a random tiling of a hexagon by lozenges, weighted by its volume."""
    lozenge = Tile(Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")
    problem = TilingProblem(boards.hexagon(20, 20, 20), [lozenge])
    weights = [Fraction(19, 20) ** number for number in volumes(problem)]
    (tiling,) = combien.sample(problem, seed=1, weights=weights)
    return tiling.picture().svg(size=9)


def heptominoes() -> str:
    """Return the heptominoes, colored by how they tile the plane."""
    found: dict[str, list[Region]] = {}
    for tile in free(7):
        verdict = classify(tile)
        how = verdict.group.symbol if verdict.group else str(verdict)
        found.setdefault(how, []).append(tile)
    return sheet(
        (
            Picture.of_cells([([(x, y) for x, y in tile], color, "")])
            for color, tiles in enumerate(found.values())
            for tile in tiles
        ),
        across=18,
    ).svg(size=8)


def to_cut() -> str:
    """Return the outlines of Scott's pentominoes, for cutting."""
    return outlines(tiled(example("scott.cmb", "scott")).picture(), cell=8)


def to_print() -> str:
    """Return pentominoes hatched in black and white, with the names of the tiles."""
    return known("pentominoes on 6x10", palette="print", labels=True)


def why_none() -> str:
    """Return the reason why there is no tiling of the chessboard without two corners."""
    problem = TilingProblem(boards.mutilated_chessboard(), [DOMINO])
    picture = combien.explain(problem).picture
    assert picture is not None
    return picture.svg()


PICTURES: dict[str, tuple[str, Callable[[], str]]] = {
    "scott": (
        "Scott's problem (1958): the twelve pentominoes on a chessboard without its middle",
        lambda: drawn(example("scott.cmb", "scott")),
    ),
    "pentominoes": ("The twelve pentominoes, by the letters that they resemble", pentominoes),
    "small-camel": (
        "The small camel of the paper on combine: 40 dominoes",
        lambda: drawn(example("camel.cmb", "small_camel")),
    ),
    "great-camel": (
        "The great camel: 80 dominoes",
        lambda: drawn(example("camel.cmb", "great_camel"), size=16),
    ),
    "rectangles": ("All eight tilings of 3 x 20 by the twelve pentominoes", rectangles),
    "print": ("Pentominoes on 6 x 10, for a printer without colors", to_print),
    "cut": ("Outlines to cut out, in millimeters", to_cut),
    "aztec": (
        "Dominoes on an Aztec diamond of order 10, drawn at random: orderly in the corners",
        lambda: at_random(TilingProblem(boards.aztec_diamond(10), [DOMINO]), size=16),
    ),
    "hexiamonds": (
        "The twelve hexiamonds in a rhombus",
        lambda: known("hexiamonds in a rhombus"),
    ),
    "lozenges": (
        "Lozenges in a hexagon, drawn at random: cubes in a corner of a room",
        lambda: at_random(TilingProblem(boards.hexagon(4, 4, 4), [LOZENGE])),
    ),
    "honeycomb": (
        "Trihexes and tetrahexes in a honeycomb",
        lambda: known("small polyhexes in a honeycomb of side 4"),
    ),
    "torus": (
        "Triangles of three hexagons on a torus: what leaves on one side comes in on the other",
        lambda: drawn(TilingProblem(torus(6, 6, lattice=HEXAGONS), [TRIHEX])),
    ),
    "moebius": (
        "Dominoes on a Moebius strip, drawn at random: left and right meet upside down",
        lambda: at_random(TilingProblem(moebius_strip(6, 4), [DOMINO])),
    ),
    "soma": ("The Soma cube", lambda: soma(0)),
    "soma-apart": ("The same, layer by layer", lambda: soma(2)),
    "soma-exploded": (
        "The Soma cube, exploded: no piece hides a part of another one",
        lambda: scene().svg(scene().exploded()),
    ),
    "soma-steps": ("The Soma cube, taken apart step by step", taken_apart),
    "turning-bar": ("A move of a bar that is hidden in its box", turning_bar),
    "soma-turning": ("The Soma cube on a turntable", lambda: scene().turntable().svg()),
    "solid": (
        "Solid pentominoes in 2 x 5 x 6",
        lambda: isometric(tiled(classic("solid pentominoes in 2x5x6").problem())).svg(),
    ),
    "one-sided": (
        "The eighteen one-sided pentominoes on 9 x 10",
        lambda: drawn(TilingProblem(Region.box(10, 9), catalogue.pentominoes(one_sided=True))),
    ),
    "queens": ("The twelve ways to set eight queens, up to symmetry", queens),
    "one-of-each": ("Dominoes on 4 x 4: nine ways, up to turns and mirrors", one_of_each),
    "sudoku": ("A sudoku, solved; what was given is tinted", lambda: puzzle("sudoku")),
    "killer": (
        "A killer sudoku, solved: dashed cages, each with its sum",
        lambda: puzzle("sudoku", (ROOT / "examples" / "killer.sudoku").read_text("utf-8")),
    ),
    "dominosa": ("Where the dominoes lie", lambda: puzzle("dominosa")),
    "wordsearch": ("Words that were hidden", lambda: puzzle("wordsearch")),
    "knights": ("Five knights watch 5 x 5 squares", lambda: puzzle("guards", "5 men=knights")),
    "edges": (
        "MacMahon's 24 squares: edges of one color meet, and one color runs all round",
        lambda: puzzle("edges"),
    ),
    "triangles": ("MacMahon's 24 triangles in a hexagon", lambda: puzzle("triangles")),
    "squares": (
        "Nine different squares that fill a rectangle (Moroń, 1925)",
        lambda: puzzle("squares"),
    ),
    "partridge": (
        "One square of side 1, two of side 2, and so on up to eight of side 8, in a square",
        lambda: puzzle("partridge"),
    ),
    "coloring": (
        "A random planar graph in four colors",
        lambda: puzzle("coloring", "graph=planar:30x1 colors=4"),
    ),
    "hats": (
        "A hat and four coronas of hats: they tile the plane, but never periodically (2023)",
        hats,
    ),
    "arctic": (
        "A random tiling of the Aztec diamond of order 40: the arctic circle",
        arctic,
    ),
    "volume": (
        "Lozenges in a hexagon of side 20: the probability is 19/20 to the power of the volume",
        volume,
    ),
    "supertile": (
        "377 hats in seven clusters; 48 of them, in orange, are reflected",
        lambda: supertile(3).picture().svg(size=14),
    ),
    "heptominoes": (
        "The heptominoes by color: 41 tile by translations, 2 do not, 60 by half turns, 3 by glide "
        "reflections, then the one with a hole, and one more that does not",
        heptominoes,
    ),
    "why-none": ("Why dominoes do not tile a chessboard without two corners", why_none),
}


def picture(name: str) -> str:
    """Return a picture of the gallery as SVG."""
    return PICTURES[name][1]()


def figures(*names: str) -> str:
    """Return pictures of the gallery with their captions, as HTML, for other pages."""
    return "\n".join(
        f'<figure id="{name}"><div style="overflow-x: auto">{picture(name)}</div>'
        f"<figcaption>{PICTURES[name][0]}</figcaption></figure>"
        for name in names
    )


def page() -> str:
    """Return the gallery as Markdown: thumbnails that open, each with its program."""
    return "\n\n".join(['<div class="gallery" markdown>', *map(entry, PICTURES), "</div>"])


def entry(name: str) -> str:
    """Return a picture with its caption and its program, as Markdown."""
    caption = escape(PICTURES[name][0])
    return (
        f'<details id="{name}" markdown>\n<summary><img src="gallery/{name}.svg" loading="lazy" '
        f'alt="">{caption}</summary>\n\n```python\n{program(name)}```\n\n</details>'
    )


def program(name: str) -> str:
    """Return a program that prints a picture: what of this module it uses, and nothing else.

    >>> print(program("soma-exploded").splitlines()[-1])
    print(scene().svg(scene().exploded()))
    """
    source = Path(__file__).read_text(encoding="utf-8")
    statements = ast.parse(source).body
    (table,) = (s.value for s in statements if isinstance(s, ast.AnnAssign))
    assert isinstance(table, ast.Dict)
    (found,) = (
        value.elts[1]
        for key, value in zip(table.keys, table.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == name and isinstance(value, ast.Tuple)
    )
    drawing = found.body if isinstance(found, ast.Lambda) else ast.Call(found, [], [])
    used, waiting = set[str](), words(drawing)
    while waiting:
        used |= waiting
        waiting = {w for s in statements if defined(s) & waiting for w in words(s)} - used
    parts = []
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            statement.names = [one for one in statement.names if one.name in used]
            text = f"{ast.unparse(statement)}\n" if statement.names else ""
        elif not defined(statement) & used:
            continue
        elif isinstance(statement, ast.FunctionDef):
            text = f"\n\n{ast.get_source_segment(source, statement)}\n"
        elif defined(statement) == {"ROOT"}:
            text = "\nROOT = Path()  # The folder of combien.\n"
        else:
            text = f"\n{ast.get_source_segment(source, statement)}\n"
        parts.append(text)
    return f"{''.join(parts)}\n\nprint({ast.unparse(drawing)})\n"


def words(code: ast.AST) -> set[str]:
    """Return the names that code uses."""
    return {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}


def defined(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of this module defines, without those of imports."""
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        return {to.id for to in statement.targets if isinstance(to, ast.Name)}
    return set()


def write(folder: Path) -> None:
    """Write the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (folder / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
