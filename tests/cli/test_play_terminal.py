"""`combien nonogram play` on a pseudo-terminal, with real key presses."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from combien._cli.nonogram.play import frame
from combien.nonograms import Nonogram
from combien.nonograms._human.player import Player

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
pytest.importorskip("curses", reason="this Python has no curses")

# The machines that run these tests are shared.
PATIENCE = 120.0
HEART = ".#.#.\n#####\n#####\n.###.\n..#..\n"
DOWN, RIGHT, LEFT, HOME = "\x1bOB", "\x1bOC", "\x1bOD", "\x1bOH"
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?]*[a-zA-Z]|[()][A-Z0-9]|[=>78])")


class Terminal:
    """A command on a pseudo-terminal, and what it has shown so far."""

    def __init__(self, folder: Path, *words: str, code: str = "", size: tuple[int, int] = (30, 90)):
        import fcntl
        import termios

        self.master, self.slave = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(self.slave)
        run = "import sys; from combien.__main__ import main; sys.exit(main())"
        # A shell may have started the tests with Ctrl-C ignored, and `nohup` with SIGHUP.
        usual = (
            "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
            "signal.signal(signal.SIGHUP, signal.SIG_DFL); "
        )
        environment = {k: v for k, v in os.environ.items() if k not in ("LINES", "COLUMNS")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", usual + (code or run), "nonogram", "play", *words],
            cwd=folder,
            env=environment | {"TERM": "xterm", "LC_ALL": "C.UTF-8"},
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.shown = b""

    def resize(self, rows: int, columns: int) -> None:
        import fcntl
        import termios

        packed = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, packed)

    def read(self) -> bool:
        """Read what there is; False if nothing comes for a moment."""
        if not select.select([self.master], [], [], 0.1)[0]:
            return False
        try:
            self.shown += os.read(self.master, 65536)
        except OSError:
            return False
        return True

    def wait(self, text: str) -> None:
        """Wait until a text has been written since the last one; curses writes what differs."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in (clean := _ESCAPES.sub(b"", self.shown)):
            assert time.monotonic() < end, clean
            assert self.read() or self.process.poll() is None, clean
        self.shown = b""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Wait for the end, and return the exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end
            self.read()
        while self.read():
            pass
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its settings and its screen."""
        import termios

        return (
            termios.tcgetattr(self.slave) == self.before
            and self.shown.rstrip().find(b"\x1b[?1049l") >= 0
        )

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Any]:
    """Start the command in a folder with a puzzle."""
    (tmp_path / "heart.txt").write_text(HEART)
    started: list[Terminal] = []

    def starting(*words: str, **more: Any) -> Terminal:
        terminal = Terminal(tmp_path, *(words or ("heart.txt",)), **more)
        started.append(terminal)
        return terminal

    yield starting
    for terminal in started:
        terminal.close()


def test_a_whole_game_by_keys(start: Any, tmp_path: Path) -> None:
    terminal = start()
    terminal.wait("column 1: 2")
    rows = [
        f"{RIGHT} {RIGHT}{RIGHT} ",
        f"{DOWN}{LEFT}{LEFT}{LEFT} {RIGHT} {RIGHT} {RIGHT} {RIGHT} ",
        f"{DOWN}{HOME} {RIGHT} {RIGHT} {RIGHT} {RIGHT} ",
        f"{DOWN}{LEFT} {LEFT} {LEFT} ",
    ]
    terminal.press("".join(rows))
    terminal.press(f"{DOWN}x{RIGHT} ")
    terminal.wait("solved!")
    terminal.press("sdone.txt\r")
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.restored
    lines = (tmp_path / "done.txt").read_text().split()
    assert [line.replace("?", ".") for line in lines] == HEART.split()
    assert lines[4] == "?.#??"


def test_hints_and_leaving_without_saving(start: Any, tmp_path: Path) -> None:
    terminal = start()
    terminal.wait("column 1: 2")
    terminal.press("h")
    terminal.wait("row 2: the 5 lies at columns 1 to 5")
    # Every wait is for a note where there was none: curses writes only what differs.
    terminal.press("axq")
    terminal.wait("leave without saving?")
    terminal.press("y")
    assert terminal.end() == 0
    assert terminal.restored
    assert sorted(path.name for path in tmp_path.iterdir()) == ["heart.txt"]


def test_mistakes_on_request(start: Any) -> None:
    terminal = start()
    terminal.wait("column 1: 2")
    terminal.press(" c")
    terminal.wait("1 cell wrong")
    terminal.press("uq")
    assert terminal.end() == 0


def test_the_terminal_changes_its_size(start: Any) -> None:
    terminal = start()
    terminal.wait("column 1: 2")
    terminal.resize(6, 20)
    terminal.wait("needs 24 by 10")
    terminal.resize(24, 80)
    terminal.wait("column 1: 2")
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.restored


@pytest.mark.parametrize("way", ["key", "SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_restores_the_terminal(start: Any, way: str) -> None:
    terminal = start()
    terminal.wait("column 1: 2")
    terminal.press(" ")
    if way == "key":
        terminal.press("\x03")
    else:
        terminal.process.send_signal(getattr(signal, way))
    assert terminal.end() == 130
    assert terminal.restored


def test_an_error_restores_the_terminal(start: Any) -> None:
    code = """
import sys
from combien.__main__ import main
from combien.nonograms._human.player import Player
def press(self, key): raise RuntimeError("on purpose")
Player.press = press
sys.exit(main())
"""
    terminal = start(code=code)
    terminal.wait("column 1: 2")
    terminal.press("h")
    assert terminal.end() == 1
    assert terminal.restored
    assert b"RuntimeError: on purpose" in terminal.shown


def test_lines_of_text_on_request(start: Any) -> None:
    terminal = start("--lines", "heart.txt")
    terminal.wait("> ")
    terminal.press("hint\n")
    terminal.wait("row 2: the 5 lies at columns 1 to 5")
    terminal.press("quit\n")
    assert terminal.end() == 0
    assert b"\x1b[?1049" not in terminal.shown


# Frames -------------------------------------------------------------------------------------------


def text(player: Player, rows: int, columns: int) -> list[str]:
    return [
        "".join(piece for piece, _ in line).rstrip()
        for line in frame(player, rows, columns, plain=True)
    ]


@pytest.mark.parametrize("side", [1, 4, 5, 31, 130])
def test_a_frame_fits_its_terminal(side: int) -> None:
    clue = [1] * ((side + 1) // 2)
    player = Player(Nonogram([clue] * side, [clue] * side, title="t" * 300, check=False))
    player.note = "a long note " * 30
    for key in ("", "end", "pagedown"):
        player.press(key)
        for rows, columns in product((1, 9, 10, 11, 24, 60), (1, 23, 24, 33, 80, 200)):
            lines = text(player, rows, columns)
            assert len(lines) <= rows
            assert max(map(len, lines)) <= columns
            if rows >= 10 and columns >= 24:
                assert sum("[" in line and "|" in line for line in lines) == 1
                assert any(line.startswith(f"row {player.row + 1}:") for line in lines)


def test_hostile_titles_and_names_are_shown_as_text() -> None:
    player = Player(Nonogram([[1]], [[1]], title="a\x1b[31mb\n"))
    assert all("\x1b" not in line and "\n" not in line for line in text(player, 24, 80))


def test_finished_clues_have_their_style() -> None:
    player = Player(Nonogram([[2], [1]], [[1], [2]]))
    for key in ("space", "right", "space"):
        player.press(key)
    styles = {piece.strip(): style for line in frame(player, 12, 60) for piece, style in line[:2]}
    assert "done" in styles["2"].split()
    assert "done" not in styles["1"].split()
