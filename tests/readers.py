"""The readers of untrusted files and texts: valid inputs, and how each is read completely.

A new format of the tables of covers and nonograms is a new case by itself.  What was read is
written and read once more where there is a way, which must give the same.
"""

from __future__ import annotations

import gzip
import io
import json
import warnings
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Literal

import combien
from combien import Colored, Family, Problem, Region, Tile, TilingProblem, language, puzzles
from combien._base.clock import alarm
from combien.check_count import verdict
from combien.cover import formats as covers
from combien.cover.formats._text import decoded
from combien.errors import BadFormat, Cancelled
from combien.nonograms import Board
from combien.nonograms import Puzzle as Picture
from combien.nonograms import formats as nonograms
from combien.nonograms._images import board_of_image
from combien.puzzles._graphs import dimacs as read_graph
from combien.puzzles._sudoku_text import written as read_sudokus
from combien.sat import check, dimacs, opb, results, sat13
from combien.tilings import pavage, xmpuzzle
from combien.web.session import answer
from tests.nonograms.formats.penpa_addresses import address, drawing
from tests.web.asking import DOMINO, box, question

# The limits of a script or a question, which are lower than those of a case.
PATIENCE = 0.15
# Items or cells, from which on input is not written and read again.
LARGE = 10_000

Seed = tuple[str, bytes]


@dataclass(frozen=True)
class Reader:
    """Valid inputs, each with the name of its format, and the function that reads them."""

    seeds: Callable[[], list[Seed]]
    read: Callable[[str, bytes], object]


# Exact covers -------------------------------------------------------------------------------------


_XCSP3 = b"""<instance format="XCSP3" type="COP"><variables> <array id="x" size="[2][2]"> 0..1
</array> <var id="y"> 0 1 </var> </variables> <constraints> <group> <sum> <list> %... </list>
<condition> (eq,%0) </condition> </sum> <args> 1 x[0][] </args> <args> 1 x[][0..1] </args> </group>
<count> <list> x[1][] y </list> <values> 1 </values> <condition> (lt,2) </condition> </count>
</constraints> <objectives> <minimize type="sum"> <list> x[0][] </list> <coeffs> 3 1 </coeffs>
</minimize> </objectives> </instance>
"""


def _covers() -> list[Seed]:
    plain = Problem.from_options([["a", "b"], ["b", "c", "d"], ["a"], ["c", "d"]])
    builder = Problem.builder()
    for name in ("row 1", "né", "c"):
        builder.item(name, bounds=(0, 2) if name == "c" else None)
    builder.item("x", secondary=True)
    builder.option("row 1", Colored("x", "red"), cost=3)
    builder.option("né", Colored("x", "blue"), "c", cost=1)
    builder.option("c", "né", cost=12)
    rich = builder.build()
    priced = Problem.from_options(
        {"one": "ab", "two": "bx", "three": "ac"}, "x", bounds={"c": (0, 2)}, costs=[3, -2, 0]
    )
    both = [name for name, known in covers.FORMATS.items() if known.reader and known.writer]
    written = [(name, plain) for name in both] + [("dlx", rich), ("json", rich)]
    written += [(name, priced) for name in ("mps", "lp", "opb")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Names are changed.
        seeds = [(name, covers.write(one, format=name).encode()) for name, one in written]
    return [*seeds, ("xcsp3", _XCSP3)]


def _read_cover(format: str, content: bytes) -> None:
    text = decoded(content)
    covers.sniff(text)
    problem = covers.read(text, format=format)
    if problem.item_count < LARGE:
        again = covers.read(covers.write(problem, format="json"), format="json")
        assert again.fingerprint == problem.fingerprint


# Boards and pieces --------------------------------------------------------------------------------

_EXAMPLES = Path(__file__).parent.parent / "examples"
_SCRIPT = b"""pattern a = resize constant 4x4 true 6x4
tiles s = [ {*}, {***} ~sym, {** *.} ~one ~rot ]
problem p = a - shift a 1x1 s
problem q = {*** ***} [ {**} ~maybe ] ~holes 0..2
solve dlx p svg "out.svg"
count zdd p
"""


def _scripts() -> list[Seed]:
    files = sorted(_EXAMPLES.rglob("*.cmb"), key=lambda path: (path.stat().st_size, path.name))
    return [("", _SCRIPT), *((path.name, path.read_bytes()) for path in files[:12])]


def _read_script(file: str, content: bytes) -> None:
    script = language.parse(decoded(content), file=str(_EXAMPLES / file))
    language.parse(language.to_text(script))
    with alarm(PATIENCE):  # As for a command: the boards of a script may be large.
        language.problems(script)


def _boards() -> list[Seed]:
    flat = TilingProblem(
        Region.box(4, 3),
        [Tile(piece, symmetries="all") for piece in (Region.box(3, 1), Region.box(2, 1))],
    )
    bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times="any", name="bar")
    packed = xmpuzzle.write(TilingProblem(Region.box(2, 2, 2), [bar], name="bars"), comment="two")
    return [
        ("pavage", pavage.write(flat).encode()),
        ("xmpuzzle", gzip.decompress(packed)),
        ("xmpuzzle", _STORED),
    ]


_STORED = b"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors><color red="1" green="2" blue="3"/></colors><shapes>
<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="2" y="2" z="1" type="0" name="b">##+#</voxel>
<voxel x="2" y="2" z="1" type="0">#1_#1#</voxel></shapes><problems><problem state="2"
assemblies="1" solutions="1" time="3"><shapes><shape id="0" count="2"/><shape id="2" min="0"
max="1" group="1"/></shapes><result id="1"/><bitmap/><solutions><solution asmNum="0" solNum="0">
<assembly>0 0 0 0 0 1 0 0 x</assembly><separation><pieces count="2">0 1</pieces>
<state><dx>0 0</dx><dy>0 1</dy><dz>0 0</dz></state><state><dx>0 0</dx><dy>0 9</dy><dz>0 0</dz>
</state></separation></solution></solutions></problem></problems></puzzle>
"""


def _read_boards(format: str, content: bytes) -> None:
    if format == "pavage":
        written = pavage.write(pavage.read(decoded(content)))
        assert pavage.write(pavage.read(written)) == written
        return
    xmpuzzle.read(content)
    xmpuzzle.load(content)


# Nonograms ----------------------------------------------------------------------------------------


def _pictures() -> list[Picture]:
    board = Board.parse("##.#\n#..#\n.##.")
    dot = Picture.of(board, title="Snail")
    return [dot, Picture.of(Board.parse("#" * 25 + ("\n" + "#." * 12 + "#") * 24))]


def _nonograms() -> list[Seed]:
    seeds = []
    for picture in _pictures():
        for name, known in nonograms.FORMATS.items():
            if known.writes and known.kind + name != "png" and name not in ("puzzlink", "sgt"):
                without = set(nonograms.lacking([picture], format=name)) - {"blotted", "colors"}
                try:
                    bare = nonograms.bare(picture, without=without)
                    seeds.append((name, nonograms.write(bare, format=name)))
                except BadFormat:  # Of another size than the format has.
                    continue
    board = {"x": 1, "y": 2, "name": "n", "row": [[0, 1]], "col": [[1], [0]]}
    pickled = b"(dp0\nVx\nI1\nsVy\nI2\nsVname\nVn\nsVrow\n(l(lI1\naasVcol\n(l(lI1\naa(lI0\naas."
    import pickle

    return [*seeds, *(("nng", pickle.dumps(board, n)) for n in (0, 2, 4)), ("nng", pickled)]


def _read_nonogram(format: str, content: bytes) -> None:
    with suppress(BadFormat):
        nonograms.guess("unknown", content)
    for picture in nonograms.read(content, format=format):
        if picture.nonogram.height * picture.nonogram.width < LARGE:
            again = nonograms.read(nonograms.write(picture, format="json"), format="json")
            assert again == [picture]


def _addresses() -> list[Seed]:
    seeds = []
    for picture in _pictures():
        bare = nonograms.bare(picture, without=["title", "goal"])
        seeds += [(name, nonograms.write(bare, format=name)) for name in ("puzzlink", "sgt")]
        for long in (False, True):
            seeds.append(("penpa", drawing(picture, margins=(13, 0, 13, 1), long=long).encode()))
        seeds.append(("penpa-packed", address(drawing(picture, margins=(13, 0, 13, 0))).strip()))
    return seeds


def _read_address(format: str, content: bytes) -> None:
    if format == "penpa":
        content = address(content.decode("utf-8", errors="replace"))
    _read_nonogram(format.partition("-")[0], content)


def _images() -> list[Seed]:
    from PIL import Image

    gray = Image.frombytes("L", (8, 6), bytes(range(0, 240, 5)))
    seeds = []
    for mode in ("1", "L", "P", "RGB", "RGBA", "I;16"):
        for kind in ("PNG", "GIF", "BMP", "JPEG", "WEBP"):
            file = io.BytesIO()
            try:
                gray.convert(mode).save(file, format=kind)
            except (OSError, ValueError):  # This format lacks the mode.
                continue
            seeds.append((kind, file.getvalue()))
    return seeds


def _read_image(format: str, content: bytes) -> None:
    if format == "PNG":
        content = _sealed(content)
    board = board_of_image(content, width=7, threshold="auto")
    assert board.width == 7
    if board.height > LARGE:  # A million pixels, the most that are read, take a second.
        return
    with suppress(BadFormat):  # Too many colors.
        _read_nonogram("png", content)


def _sealed(content: bytes) -> bytes:
    """Return a PNG with the lengths as they are and correct checksums, so that it is decoded."""
    from zlib import crc32

    sealed, at = bytearray(content), 8
    while at + 12 <= len(sealed):
        end = at + 8 + int.from_bytes(sealed[at : at + 4], "big")
        if end + 4 > len(sealed):
            break
        sealed[end : end + 4] = crc32(sealed[at + 4 : end]).to_bytes(4, "big")
        at = end + 4
    return bytes(sealed)


# Positions, families, sudokus, clauses ------------------------------------------------------------

_PAIRS = Problem.from_options([[a, b] for a in "abcdefgh" for b in "abcdefgh" if a < b])
_SEARCHES: list[tuple[str, Literal["count", "solutions"]]] = [
    *(("dlx", "count"), ("dlx", "solutions"), ("bits", "count"), ("bits", "solutions")),
    *(("auto", "count"), ("auto", "solutions"), ("dlx-weighted", "count"), ("memo", "count")),
    ("sat", "solutions"),
]


def _positions() -> list[Seed]:
    return [
        (
            f"{engine} {asked}",
            combien.answer(_PAIRS, asked, engine=engine, nodes=nodes).position.encode(),
        )
        for engine, asked in _SEARCHES
        for nodes in (1, 10, 25)
    ]


def _read_position(search: str, content: bytes) -> None:
    (engine, asked), *_ = (pair for pair in _SEARCHES if " ".join(pair) == search)
    text = content.decode("utf-8", errors="surrogateescape")
    combien.answer(_PAIRS, asked, engine=engine, resume=text, nodes=60)


def _families() -> list[Seed]:
    builder = Problem.builder()
    for item in "abc":
        builder.item(item)
    named: list[tuple[Hashable, str]] = [("one", "a"), (2, "ab"), (("b", None), "c"), (True, "bc")]
    for name, items in named:
        builder.option(*items, name=name)
    return [("", combien.family(model).dump().encode()) for model in (builder.build(), _PAIRS)]


def _read_family(_: str, content: bytes) -> None:
    family = Family.load(decoded(content))
    assert Family.load(family.dump()).count == family.count


def _others() -> list[Seed]:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    return [
        ("sudoku", line.encode()),
        ("sudoku", "\n".join(line[at : at + 9] for at in range(0, 81, 9)).encode()),
        ("graph", b"c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n"),
        ("dominosa", b"0 0 1 1\n1 2 0 0\n2 2 1 2\n"),
        ("dimacs", b"c a comment\np cnf 3 2\n1 -2 0\n2 3 -1 0\n"),
        ("opb", b"* #variable= 3 #constraint= 2\n+1 x1 +2 x2 >= 1 ;\n-1 x1 +1 x3 = 0 ;\n"),
        ("sat13", b"~ a comment\na ~b\nb c ~a\n"),
        ("results", b"c time 3\ns SATISFIABLE\nv 1 -2 3 0\n"),
        ("proof", b"2 0\nd 1 -2 0\n1 3 0\n0\n"),
    ]


def _read_other(format: str, content: bytes) -> None:
    text = decoded(content)
    match format:
        case "sudoku":
            for one in read_sudokus(text.splitlines()):
                puzzles.Sudoku.parse(one.text)
        case "graph":
            read_graph(text)
        case "dominosa":
            puzzles.Dominosa.parse(text)
        case "dimacs":
            dimacs.read(text)
        case "opb":
            opb.read(text)
        case "sat13":
            sat13.read(text)
        case "results":
            results.read(text)
        case "proof":
            check(dimacs.read("p cnf 3 2\n1 -2 0\n2 3 -1 0\n"), content)


# Questions of the page ----------------------------------------------------------------------------


def _questions() -> list[Seed]:
    pin = {"piece": 0, "cells": [[0, 0], [1, 0]]}
    asked = [question(ask, board=box(4, 3)) for ask in (*_ASKED, "export", "sequence")]
    asked += [
        question("first", "count", fixed=[pin], seed=3, budget={"nodes": 99, "seconds": 1}),
        question("count", "why", pieces=[DOMINO | {"times": [0, 4], "symmetries": "rotations"}]),
        question("solve", nonogram={"rows": [[1], [1]], "columns": [[1], [1]]}),
        question("hint", nonogram={"picture": ["##.", ".#."], "board": ["???", "???"]}),
        question("solve", sudoku="53" + "." * 79),
        {"v": 1, "id": 2, "ask": ["puzzles"], "puzzle": {}},
        {"v": 1, "id": 2, "ask": ["count"], "puzzle": {"name": "queens", "settings": {"size": 6}}},
    ]
    return [("", json.dumps(one).encode()) for one in asked]


_ASKED = ("first", "count", "upto", "heat", "sample", "next", "why", "trace", "problem")


def _read_question(_: str, content: bytes) -> None:
    begun = process_time()
    kinds: list[str] = []

    def emit(event: dict[str, object]) -> None:
        json.dumps(event, allow_nan=False)
        kinds.append(str(event["event"]))
        assert event.get("code") != "MemoryError", event
        if event["event"] == "progress" and process_time() > begun + PATIENCE:
            raise Cancelled("the host has waited long enough")

    answer(content, emit)
    assert kinds[-1] == "done"
    assert kinds.count("done") == 1


# Certificates of counts ---------------------------------------------------------------------------


def _certificates() -> list[Seed]:
    board = TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all", times="any")])
    texts = [
        combien.certificate(board, up_to="all"),
        combien.certificate(board, engine="memo"),
        combien.certificate(Problem.from_options(["a", "ab", "b"], bounds={"a": (0, 2)})),
        combien.sequence(combien.Strip(2, tiles="domino")).certificate(),
    ]
    return [("", text.encode()) for text in texts]


def _read_certificate(_: str, content: bytes) -> None:
    verified, text = verdict(content)
    assert text.startswith("verified: " if verified else "line ")


READERS = {
    "certificates": Reader(_certificates, _read_certificate),
    "covers": Reader(_covers, _read_cover),
    "scripts": Reader(_scripts, _read_script),
    "boards": Reader(_boards, _read_boards),
    "nonograms": Reader(_nonograms, _read_nonogram),
    "addresses": Reader(_addresses, _read_address),
    "images": Reader(_images, _read_image),
    "positions": Reader(_positions, _read_position),
    "families": Reader(_families, _read_family),
    "others": Reader(_others, _read_other),
    "questions": Reader(_questions, _read_question),
}
