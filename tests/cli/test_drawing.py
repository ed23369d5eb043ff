"""Drawing after a search: the first Ctrl-C ends it, `--seconds` count, and both name the file."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from combien import Picture
from combien._base import clock
from combien._base.clock import Running, alarm
from combien._cli._shared import drawing as module
from combien._cli._shared.drawing import drawing, interruptible
from combien._cli._shared.guard import Interrupts
from combien._cli._shared.progress import Spinner
from combien.drawing import RENDERERS
from combien.drawing._renderers import png
from combien.engines._protocol import Progress
from combien.errors import OutOfBudget
from combien.printing import Scene
from tests.cli.commands import SCRIPT, Terminal, combien
from tests.cli.test_solve import tilings

EXAMPLES = Path(__file__).parents[2] / "examples"
# A renderer that is not interrupted ends then, and the test fails.
LONG = 5.0


@pytest.fixture(autouse=True)
def _usual_handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def hanging(*_: Any, **__: Any) -> str:
    """Draw for a long time."""
    end = perf_counter() + LONG
    while perf_counter() < end:
        pass
    return "<svg/>"


def pressed(*_: Any, **__: Any) -> str:
    """Draw for a long time, and press Ctrl-C meanwhile."""
    signal.raise_signal(signal.SIGINT)
    return hanging()


def use(monkeypatch: pytest.MonkeyPatch, renderer: Any) -> None:
    """Make this the renderer of files .slow."""
    accepted = {**RENDERERS._accepted, "slow": renderer} if RENDERERS._accepted else None
    monkeypatch.setattr(RENDERERS, "_accepted", accepted)
    monkeypatch.setattr(Picture, "render", renderer)
    monkeypatch.setattr(
        "combien._cli._shared.pictures.PictureOptions._check_renderer", lambda self: None
    )


def no_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search have used up the seconds of the command."""
    monkeypatch.setattr(module, "LEAST", 0.01)
    monkeypatch.setattr(module, "limit", lambda: Running(0.0))


@pytest.mark.parametrize("number", [1, 3])
def test_the_first_ctrl_c_ends_a_renderer_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    use(monkeypatch, pressed)
    file = tmp_path / "board.slow"
    outcome = combien("solve", SCRIPT, "--problem", "six", "-n", number, "--render", file)
    name = "board-1.slow" if number > 1 else "board.slow"
    assert outcome.code == 130
    assert (
        f"interrupted while {name} was drawn; it was not written, after 1 solution" in outcome.err
    )
    # What was found is printed, and the rest can be resumed.
    assert len(tilings(outcome.out)) == 1
    assert ("-n 2 " in outcome.err) == (number > 1)
    assert ("resume with" in outcome.err) == (number > 1)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers are of Unix")
def test_seconds_count_in_a_renderer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_time_left(monkeypatch)
    use(monkeypatch, hanging)
    outcome = combien("solve", SCRIPT, "--problem", "six", "--render", tmp_path / "board.slow")
    assert outcome.code == 20
    assert "0 seconds ended while board.slow was drawn; it was not written" in outcome.err
    assert len(tilings(outcome.out)) == 1


@pytest.mark.needs(".[pdf]")
@pytest.mark.parametrize("pages", ["solutions", "cutouts", "book", "handout"])
def test_ctrl_c_at_the_last_file_keeps_the_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pages: str
) -> None:
    method = "_handout" if pages == "handout" else "_drawn"
    monkeypatch.setattr(f"combien._cli._shared.picture_files.PdfFile.{method}", pressed)
    outcome = combien(
        *("solve", SCRIPT, "--problem", "six", "-n", 2, "--verbose"),
        *("--pdf", tmp_path / "a.pdf", "--pages", pages),
    )
    assert outcome.code == 130
    assert "interrupted while a.pdf was drawn; it was not written" in outcome.err
    assert "resume with: combien solve" in outcome.err
    assert len(tilings(outcome.out)) == 2


PISTON = EXAMPLES / "piston.xmpuzzle"
BOOK = ("apart", PISTON, "--solution", "8")


@pytest.mark.needs(".[pdf]")
def test_a_book_of_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = combien(*BOOK)
    monkeypatch.setattr(Scene, "svg", pressed)
    outcome = combien(*BOOK, "--pdf", tmp_path / "a.pdf")
    assert outcome.code == 130
    assert outcome.err == "combien: interrupted while a.pdf was drawn; it was not written\n"
    # The moves, which a search has found, are printed before.
    assert outcome.out == whole.out
    if hasattr(signal, "setitimer"):
        monkeypatch.setattr(Scene, "svg", hanging)
        no_time_left(monkeypatch)
        outcome = combien(*BOOK, "--pdf", tmp_path / "a.pdf")
        assert outcome.code == 20
        assert "0 seconds ended while a.pdf was drawn" in outcome.err
        assert outcome.out == whole.out


@pytest.mark.parametrize(
    ("where", "phase"),
    [
        ("combien._cli.apart.taken_apart", "the search for moves, before any work was reported"),
        ("combien._cli.apart.solutions", "the search for assembly 8, before any work"),
    ],
)
def test_ctrl_c_names_the_search(monkeypatch: pytest.MonkeyPatch, where: str, phase: str) -> None:
    monkeypatch.setattr(where, pressed)
    outcome = combien(*BOOK)
    assert outcome.code == 130
    assert f"interrupted in {phase}" in outcome.err
    assert "the moves of assembly 8 are not known" in outcome.err


def test_ctrl_c_while_pieces_are_laid_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("combien._cli.apart.print_layout", pressed)
    outcome = combien(*BOOK, "--bed", "120x120", "--stl", tmp_path / "a.stl")
    assert outcome.code == 130
    assert outcome.err == "combien: interrupted while the pieces were laid out\n"


BOX = EXAMPLES / "soma.cmb"
SIX = (SCRIPT, "--problem", "six")
DRAWING = [
    f"solve {SCRIPT} --problem six --svg {{}}.svg",
    pytest.param(
        f"solve {SCRIPT} --problem six --png {{}}.png", marks=pytest.mark.needs(".[pictures]")
    ),
    f"solve {SCRIPT} --problem six -n 0 --sheet {{}}.svg",
    *(f"solve {BOX} --problem soma_cube --{kind} {{}}.{kind}" for kind in ("stl", "3mf")),
    f"solve {BOX} --problem soma_cube --turntable {{}}.svg",
    f"sample {SCRIPT} --problem six --svg {{}}.svg",
    f"marginals {SCRIPT} --problem six --svg {{}}.svg",
    f"explain {EXAMPLES}/dominoes.cmb --problem mutilated --svg {{}}.svg",
    f"explain {EXAMPLES}/knuth.dlx --tree {{}}.svg",
    f"apart {PISTON} --solution 8 --svg {{}}.svg",
    f"apart {PISTON} --solution 8 --animation {{}}.svg",
    f"apart {PISTON} --solution 8 --exploded {{}}.svg",
    f"apart {PISTON} --solution 8 --bed 120x120 --3mf {{}}.3mf",
    f"apart {PISTON} --xmpuzzle {{}}.xmpuzzle",
    "plane F-pentomino --svg {}.svg",
    "polyforms tetrominoes --svg {}.svg",
    "queens 6 --svg {}.svg",
    "puzzle sudoku --svg {}.svg",
    "design pieces 6 --rules notchable --svg {}.svg",
    f"design shapes {PISTON} --svg {{}}.svg",
    "design rectangles 5x4 3x4 2x4 --svg {}.svg",
    "rectangles L-tetromino --to 6x6 --svg {}.svg",
    "rectangles L-tetromino T-tetromino --common --svg {}.svg",
    f"nonogram draw {EXAMPLES}/five.non {{}}.svg",
    f"nonogram draw {EXAMPLES}/five.non {{}}.html",
    f"nonogram solve {EXAMPLES}/five.non --svg {{}}.svg",
    f"nonogram hint {EXAMPLES}/five.non --svg {{}}.svg",
    f"nonogram report {EXAMPLES}/five.non --svg {{}}.svg",
]
PRINTING = [
    f"solve {SCRIPT} --problem six --pdf {{}}.pdf",
    f"apart {PISTON} --solution 8 --pdf {{}}.pdf",
    "puzzle sudoku --make 1 --pdf {}.pdf",
    f"nonogram draw {EXAMPLES}/five.non {{}}.pdf",
]


def _is_ended(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def entered(self: Spinner) -> Spinner:
        if self._what.startswith("drawing"):
            asked.append(self._what.removeprefix("drawing "))
            signal.raise_signal(signal.SIGINT)
        return self

    monkeypatch.setattr(Spinner, "__enter__", entered)
    outcome = combien(*words.format(tmp_path / "drawn").split())
    assert outcome.code == 130, outcome.err
    assert f"interrupted while {asked[0]} was drawn; it was not written" in outcome.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", DRAWING)
def test_every_command_that_draws(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _is_ended(words, tmp_path, monkeypatch)


@pytest.mark.needs(".[pdf]")
@pytest.mark.parametrize("words", PRINTING)
def test_every_command_that_prints(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _is_ended(words, tmp_path, monkeypatch)


def test_an_earlier_ctrl_c_ends_a_drawing_before_it_begins() -> None:
    with pytest.raises(KeyboardInterrupt), Interrupts():
        signal.raise_signal(signal.SIGINT)
        with drawing("a.svg"):
            pytest.fail("begun")


def test_afterwards_signals_are_deferred_again() -> None:
    with Interrupts() as interrupts:
        with drawing("a.svg"):
            pass
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
    assert Interrupts.current is None


def test_a_reporter_ends_it_where_there_are_no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAST", 0.0)
    monkeypatch.setattr(module, "GRACE", 0.0)
    running = Running(0.0)
    with alarm(running):
        monkeypatch.setattr(clock, "_has_timer", lambda: False)
        with (
            pytest.raises(OutOfBudget, match=r"0 seconds ended while a\.pdf was drawn"),
            drawing("a.pdf") as report,
        ):
            report(Progress("pages", None, {"pages": 1}))
        monkeypatch.undo()


def test_a_terminal_shows_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("combien._cli._shared.progress.DELAY", 0.0)
    monkeypatch.setattr("combien._cli._shared.progress.SPINNER_INTERVAL", 0.0)
    with interruptible("drawing a.pdf", "") as report:
        report(Progress("pages", 0.1, {"pages": 12}))
        end = perf_counter() + LONG
        while "(pages 12)" not in terminal.getvalue() and perf_counter() < end:
            pass
    assert "drawing a.pdf (pages 12) ... 0 s" in terminal.getvalue()


@pytest.mark.needs(".[pictures]")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers are of Unix")
def test_a_large_image_is_interrupted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library draws it by another process, which is ended."""
    monkeypatch.setattr(png, "_CHARACTERS", 0)
    no_time_left(monkeypatch)
    monkeypatch.setattr(png, "_PROGRAM", f"from time import sleep\nsleep({LONG})")
    outcome = combien("solve", SCRIPT, "--problem", "six", "--png", tmp_path / "a.png")
    assert outcome.code == 20
    assert "0 seconds ended while a.png was drawn" in outcome.err
