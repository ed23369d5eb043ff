"""Turntables, PDF and drain holes from the command line: the files, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import combien as package
from combien._base.extras import install_command
from combien._cli._shared.picture_files import LANGUAGES, PAPERS
from combien._questions import solutions
from combien.drawing._renderers.pages import PAPERS as KNOWN
from combien.language import problems
from combien.printing import Scene, book_pdf, cutouts_pdf, solutions_pdf, threemf
from combien.printing._handouts import LANGUAGES as KNOWN_LANGUAGES
from tests.absent import without
from tests.cli.commands import SCRIPT, combien
from tests.cli.test_pictures import refused
from tests.printing.test_sheets import texts

PICTURES = install_command("pictures")


def test_a_turntable(bars: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    (model,) = problems(bars).values()
    scene = Scene(next(solutions(model)))
    assert combien("solve", bars, "--turntable", path).code == 0
    assert path.read_text(encoding="utf-8") == scene.turntable(title="bars").svg()
    assert combien("solve", bars, "--turntable", path, "--view", "exploded").code == 0
    wanted = scene.turntable(scene.exploded(), title="bars").svg()
    assert path.read_text(encoding="utf-8") == wanted
    assert combien("solve", bars, "-n", 2, "--turntable", path).code == 0
    assert (tmp_path / "a-1.svg").exists()
    assert (tmp_path / "a-2.svg").exists()
    assert refused(
        combien("solve", SCRIPT, "--turntable", path), "--turntable needs a board in space"
    )
    assert refused(
        combien("solve", bars, "--turntable", tmp_path / "a.mp4"),
        "--turntable writes .svg or .gif or .png or .apng",
    )


@pytest.mark.needs(".[pictures]")
@pytest.mark.usefixtures("few_frames")
def test_turntables_as_images(bars: Path, tmp_path: Path) -> None:
    # A GIF is among the examples of the help.
    path = tmp_path / "a.apng"
    assert combien("solve", bars, "--turntable", path).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_without_pillow(bars: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without("PIL", monkeypatch)
    outcome = combien("solve", bars, "--turntable", tmp_path / "a.gif")
    how = f"{PICTURES}; or write an .svg"
    assert refused(outcome, f"needs Pillow, which is not installed: {how}")


@pytest.mark.parametrize(
    "words",
    [
        ("solve", SCRIPT, "--png", "{}.png"),
        ("solve", SCRIPT, "--png", "-"),
        ("solve", SCRIPT, "--sheet", "{}.png"),
        ("solve", SCRIPT, "--render", "{}.png"),
        ("queens", 6, "--png", "{}.png"),
        ("nonogram", "solve", "example:snail.non", "--png", "{}.png"),
        ("nonogram", "draw", "example:snail.non", "{}.png"),
        ("apart", "example:piston.xmpuzzle", "--solution", 8, "--exploded", "{}.png"),
    ],
    ids=str,
)
def test_png_without_resvg(
    words: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is searched or written: the text of a solution is not printed either."""
    without("resvg_py", monkeypatch)
    outcome = combien(*(str(word).format(tmp_path / "a") for word in words))
    how = f"PNG pictures need resvg-py (extra 'pictures'), which is not installed: {PICTURES}"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"combien: {how}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("few_frames")
def test_animations_without_resvg(
    bars: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("PIL", reason='pip install "pillow>=11"')
    without("resvg_py", monkeypatch)
    outcome = combien("solve", bars, "--turntable", tmp_path / "a.gif")
    assert (outcome.code, outcome.out) == (2, "")
    assert PICTURES in outcome.err


def test_without_pydyf(bars: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydyf", None)
    outcome = combien("solve", bars, "--pdf", tmp_path / "a.pdf")
    assert refused(
        outcome, f"PDF files need pydyf, which is not installed: {install_command('pdf')}"
    )


@pytest.mark.needs(".[pdf]")
def test_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    model = problems(SCRIPT)["six"]
    every = list(package.solutions(model))
    words = ("solve", SCRIPT, "--problem", "six", "-n", 0, "--pdf", path)
    assert combien(*words).code == 0
    assert path.read_bytes() == solutions_pdf(every, title="six")
    assert combien(*words, "--pages", "cutouts", "--size", "12mm", "--paper", "A3").code == 0
    assert path.read_bytes() == cutouts_pdf(every[0], cell=12, paper="A3", title="six")
    assert combien(*words, "--pages", "book", "--palette", "print").code == 0
    assert path.read_bytes() == book_pdf([("six", every[0])], title="six", palette="print")
    assert refused(combien(*words, "--size", "nan"), "0.1 to 10000")
    assert refused(combien("solve", SCRIPT, "--pdf", tmp_path / "a.svg"), "--pdf writes .pdf")
    none = combien("solve", SCRIPT, "--problem", "odd", "--pdf", tmp_path / "none.pdf")
    assert (none.code, (tmp_path / "none.pdf").exists()) == (10, False)


@pytest.mark.needs(".[pdf]")
def test_a_handout_has_the_number_of_solutions(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    words = ("solve", SCRIPT, "--problem", "six", "--pdf", path, "--pages", "handout")
    number = package.count(problems(SCRIPT)["six"])
    for many in ((), ("-n", 0)):
        assert combien(*words, *many).code == 0
        question = " ".join(texts(path.read_bytes())[0].split())
        assert f"There are {number} ways; those that are turned or mirrored" in question
    assert combien(*words, "--language", "fr").code == 0
    assert f"Il y a {number} façons" in " ".join(texts(path.read_bytes())[0].split())
    assert refused(combien(*words, "--link", "file:///etc"), "expected an address such as")
    assert refused(combien(*words[:-2], "--language", "fr"), "--pages handout")


def test_the_sizes_of_paper_and_the_languages() -> None:
    assert tuple(KNOWN) == PAPERS
    assert tuple(KNOWN_LANGUAGES) == LANGUAGES


def test_drain_holes(bars: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.3mf"
    (model,) = problems(bars).values()
    first = next(solutions(model))
    words = ("solve", bars, "--3mf", path, "--drain", "3mm")
    assert combien(*words, "--hollow", "1.5mm").code == 0
    assert path.read_bytes() == threemf(first, hollow=1.5, drain=3, title="bars")
    assert refused(combien(*words), "drain holes are for hollow pieces")
