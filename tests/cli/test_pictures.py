"""Pictures from the command line: sheets, views of solids, outlines, STL, and what is refused."""

from __future__ import annotations

import gzip
import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from combien._cli._shared.files import load
from combien._cli._shared.pictures import PictureOptions
from combien._cli.main import main
from combien._questions import solutions
from combien.drawing._renderers.cutting import outlines
from combien.drawing._renderers.sheet import sheet
from combien.drawing._renderers.stl import stl
from combien.errors import BadInput
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._lattice import Lattice
from combien.geometry._prisms import PRISMS
from combien.geometry._region import Region
from combien.tilings import xmpuzzle
from combien.tilings._isometric import isometric
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem
from tests.cli.commands import SCRIPT, Outcome, Terminal, combien

SOMA = Path(__file__).parents[2] / "examples" / "soma.cmb"


def test_a_sheet_of_all_solutions(tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    outcome = combien("solve", SCRIPT, "--problem", "six", "-n", "0", "--sheet", path)
    assert (outcome.code, outcome.err) == (0, "")
    tilings = solutions(load(str(SCRIPT), name="six").model)
    wanted = sheet([tiling.picture() for tiling in tilings], title="six")
    assert path.read_text(encoding="utf-8") == wanted.svg()


def test_a_sheet_of_a_resumed_search(tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    words = ("solve", SCRIPT, "--problem", "six", "-n", "1", "-v", "--sheet", path, "--labels")
    (line,) = [x for x in combien(*words).err.splitlines() if x.startswith("resume with: ")]
    assert f"--sheet {path} --labels" in line
    before = path.read_bytes()
    assert combien(*line.removeprefix("resume with: combien ").split()).code == 0
    assert path.read_bytes() == before
    assert (tmp_path / "sheet-1.svg").exists()


def test_no_sheet_without_solutions(tmp_path: Path) -> None:
    outcome = combien("solve", SCRIPT, "--problem", "odd", "--sheet", tmp_path / "s.svg")
    assert outcome.code == 10
    assert list(tmp_path.iterdir()) == []


def test_views_of_a_solid(bars: Path, tmp_path: Path) -> None:
    first = next(solutions(load(str(bars)).model))
    for view, picture in (
        ("layers", first.picture(title="bars")),
        ("solid", isometric(first, title="bars")),
        ("apart", isometric(first, apart=2, title="bars")),
    ):
        path = tmp_path / f"{view}.svg"
        assert combien("solve", bars, "--view", view, "--svg", path).code == 0
        assert path.read_text(encoding="utf-8") == picture.svg()


def test_stl(bars: Path, tmp_path: Path) -> None:
    tilings = list(solutions(load(str(bars)).model))
    path = tmp_path / "bars.stl"
    assert combien("solve", bars, "--stl", path).code == 0
    assert path.read_bytes() == stl([p.region for p in tilings[0].placements], gap=0.2)
    assert combien("solve", bars, "-n", 0, "--stl", path, "--gap", "0", "--cube", "5 mm").code == 0
    for number, tiling in enumerate(tilings, 1):
        written = (tmp_path / f"bars-{number}.stl").read_bytes()
        assert written == stl([p.region for p in tiling.placements], size=5)


def test_palette_labels_and_outlines(tmp_path: Path) -> None:
    first = next(solutions(load(str(SCRIPT)).model))
    drawn, cut = tmp_path / "a.svg", tmp_path / "b.svg"
    combien("solve", SCRIPT, "--svg", drawn, "--palette", "print", "--labels")
    picture = first.picture(title="square")
    assert drawn.read_text(encoding="utf-8") == picture.svg(palette="print", labels=True)
    combien("solve", SCRIPT, "--svg", cut, "--cut", "10mm")
    assert cut.read_text(encoding="utf-8") == outlines(picture, cell=10)


def refused(outcome: Outcome, message: str) -> bool:
    """Whether an outcome is an error that says this, however it is wrapped."""
    return (outcome.code, outcome.out) == (2, "") and message in outcome.printed


def test_what_is_refused(bars: Path, tmp_path: Path) -> None:
    svg = tmp_path / "a.svg"
    solve = ("solve", SCRIPT)
    assert refused(
        combien(*solve, "--view", "solid", "--svg", svg), "--view needs a board of cubes"
    )
    assert refused(combien(*solve, "--stl", tmp_path / "a.stl"), "--stl needs a board of cubes")
    assert refused(combien(*solve, "--cut", "10mm"), "--cut needs --svg or --sheet")
    assert refused(combien(*solve, "--svg", svg, "--cut", "ten"), "as in 10mm, not 'ten'")
    assert refused(combien(*solve, "--sheet", tmp_path / "none" / "a.svg"), "there is no folder")
    # Invalid lengths are refused before anything is solved or written.
    for length in ("nan", "inf", "-1", "0", "1e400"):
        assert refused(combien(*solve, "--svg", svg, "--cut", length), "0.1 to 10000")
        assert refused(combien("solve", bars, "--stl", svg, "--cube", length), "size is a number")
    outcome = combien("solve", bars, "--stl", tmp_path / "a.stl", "--gap", "11")
    assert outcome.code == 2
    assert "gap is a number of millimeters" in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["bars.cmb"]


def test_triangles_cannot_be_drawn_as_cubes() -> None:
    board = Region.box(2, 2, lattice=TRIANGLES)
    assert board.dimension == 3
    with pytest.raises(BadInput, match="--stl needs a board of cubes"):
        PictureOptions(stl="a.stl").require(board)
    PictureOptions(stl="a.stl").require(Region.box(1, 1, 1))


@pytest.mark.parametrize("lattice", [TRIANGLES, PRISMS])
def test_puzzles_of_triangles_are_written_and_drawn(lattice: Lattice, tmp_path: Path) -> None:
    path, svg = tmp_path / "a.xmpuzzle", tmp_path / "a.svg"
    board = Region.from_art("****" if lattice == TRIANGLES else "**\n\n**", lattice=lattice)
    flat = Tile(Region.from_art("**", lattice=lattice), symmetries="all", times="any")
    path.write_bytes(xmpuzzle.write(TilingProblem(board, [flat], name="flat")))
    outcome = combien("solve", path, "--svg", svg)
    assert (outcome.code, outcome.out) == (0, "aabb\n" if lattice == TRIANGLES else "aa  bb\n")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert refused(combien("solve", path, "--boxes"), "no cells of the square lattice")


def test_the_soma_cube_from_end_to_end(tmp_path: Path) -> None:
    svg, printed = tmp_path / "soma.svg", tmp_path / "soma.stl"
    outcome = combien("solve", SOMA, "--view", "apart", "--svg", svg, "--stl", printed)
    assert outcome.code == 0
    assert set(outcome.out) >= set("VLTZABP")
    assert svg.read_text(encoding="utf-8").count("<title>") > 20
    assert (printed.stat().st_size - 84) % 50 == 0


def test_puzzles_of_burrtools(bars: Path, tmp_path: Path) -> None:
    path = tmp_path / "bars.xmpuzzle"
    assert combien("convert", bars, path).code == 0
    assert combien("count", path).out == combien("count", bars).out
    assert combien("solve", path, "-n", 0).out == combien("solve", bars, "-n", 0).out
    outcome = combien("convert", "--to", "xmpuzzle", bars, "-")
    assert refused(outcome, "xmpuzzle is a binary format: name a file to write it to")
    # Cells may stay empty: packings are drawn and printed like tilings.
    text = gzip.decompress(path.read_bytes()).replace(b"####", b"###+")
    path.write_bytes(text.replace(b'max="2"', b'max="1"'))
    svg = tmp_path / "a.svg"
    outcome = combien("solve", path, "--view", "solid", "--svg", svg, "--stl", tmp_path / "a.stl")
    assert (outcome.code, outcome.out) == (10, "")
    path.write_bytes(text.replace(b"###+", b"##++"))
    outcome = combien("solve", path, "--view", "solid", "--svg", svg, "--stl", tmp_path / "a.stl")
    assert outcome.code == 0
    assert svg.exists()


@pytest.mark.needs(".[pictures]")
def test_color_by_reaches_the_drawing(tmp_path: Path) -> None:
    drawings = {}
    for way in ("tile", "touch", "orientation", "piece"):
        path = tmp_path / f"{way}.svg"
        assert (
            combien("solve", SCRIPT, "--problem", "six", "--svg", path, "--color-by", way).code == 0
        )
        drawings[way] = path.read_text()
        png = tmp_path / f"{way}.png"
        assert combien("solve", SCRIPT, "--png", png, "--color-by", way).code == 0
    fills = {way: set(re.findall(r'<path fill="(#\w+)"', svg)) for way, svg in drawings.items()}
    assert len(fills["tile"]) == 1
    assert len(fills["orientation"]) == 2
    assert len(fills["piece"]) == drawings["piece"].count("<path")
    refused = combien("solve", SCRIPT, "--color-by", "mood")
    assert refused.code == 2
    assert "orientation" in refused.printed


def test_boards_are_in_color_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(*words: object, terminal: bool = True) -> str:
        out = Terminal() if terminal else io.StringIO()
        with redirect_stdout(out):
            assert main(["solve", str(SCRIPT), *map(str, words)]) == 0
        return out.getvalue()

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    plain = shown(terminal=False)
    assert "\x1b" not in plain
    colored = shown()
    assert "\x1b[38;5;16;48;5;" in colored
    assert re.sub("\x1b\\[[0-9;]*m", "", colored) == plain
    assert shown("--color", "never") == plain
    assert shown("--color", "always", terminal=False) == colored
    # Lines need no color.
    assert "\x1b" not in shown("--boxes")
    monkeypatch.setenv("TERM", "dumb")
    assert shown() == plain
    assert shown("--color", "always") == colored
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown() == plain
    # Set to nothing, it is not set.
    monkeypatch.setenv("NO_COLOR", "")
    assert shown() == colored


def test_the_command_that_resumes_draws_the_same() -> None:
    drawn = PictureOptions(svg="a.svg", color="always", color_by="orientation")
    words = ["--svg", "a.svg", "--color", "always", "--color-by", "orientation"]
    assert drawn.words() == words
