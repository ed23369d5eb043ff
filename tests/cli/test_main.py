"""The entry point: help, version, streams that are closed or full, and what is imported."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import combien as package
from combien._cli._shared.groups import combien_command
from combien._cli._shared.guard import Exit, guarded
from combien._cli.tables import TABLES
from combien.errors import BadRegion, CannotAnswer, OutOfBudget
from tests.cli.commands import SCRIPT, combien, every_command
from tests.programs import DEBIAN

COMMAND = [sys.executable, "-m", "combien"]


def raising(error: BaseException) -> Exit:
    raise error


@pytest.mark.parametrize("command", ["", *TABLES["combien"].commands])
def test_every_help_has_examples(command: str) -> None:
    outcome = combien(*command.split(), "--help")
    assert outcome.code == 0
    assert "Examples:" in outcome.out
    assert f"combien {command}".rstrip() in outcome.out


# Examples that need a program run where it is installed.
@pytest.mark.usefixtures("few_frames", "no_imports")
@pytest.mark.parametrize(
    "program", ["", *(pytest.param(name, marks=pytest.mark.needs(name)) for name in DEBIAN)]
)
def test_the_examples_of_the_help_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.chdir(tmp_path)
    # One of them installs a file.
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    # The player enters nothing.
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    ran = set()
    for command in every_command(combien_command):
        lines = [line for line in (command.epilog or "").splitlines() if line.startswith("combien")]
        assert lines
        for line in lines:
            words = set(shlex.split(line.replace("'", "")))
            needed = next((name for name in DEBIAN if name in words), "")
            # Some are in two helps.
            if line in ran:
                continue
            ran.add(line)
            # Examples that need a shell are not run here, nor servers, which run until Ctrl-C.
            if needed == program and not set(line) & set("|>$") and not words & {"web", "lsp"}:
                assert combien(*shlex.split(line)[1:]).code in (Exit.ANSWERED, Exit.NONE), line


def test_version() -> None:
    assert combien("--version").out == f"combien {package.__version__}\n"


def test_a_command_that_does_not_exist() -> None:
    outcome = combien("slove", "a.cmb")
    assert outcome.code == 2
    assert "did you mean 'solve'?" in outcome.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadRegion("x"), 2),
        (CannotAnswer("x"), 2),
        (OutOfBudget("x"), 20),
        (MemoryError(), 20),
        (KeyboardInterrupt(), 130),
    ],
)
def test_errors_have_exit_codes(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int
) -> None:
    assert guarded(lambda: raising(error)) == code
    assert capsys.readouterr().err.startswith("combien: ")


@pytest.mark.parametrize("text", ["", "the board alone needs more"])
def test_memory_that_ran_out_is_named(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert guarded(lambda: raising(MemoryError(text))) == 20
    said = capsys.readouterr().err
    assert said.startswith(f"combien: out of memory: {text}{': ' if text else ''}")
    assert "GB are available to this process; give it more (ulimit -v" in said


def test_an_unexpected_error_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        guarded(lambda: raising(ZeroDivisionError()))


def test_a_reader_that_closes_the_pipe() -> None:
    words = ["solve", "-n", "0", "--problem", "huge", str(SCRIPT)]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
    assert (process.returncode, said) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("words", [("count", "--problem", "six", SCRIPT), ("--version",)])
def test_a_full_disk(words: tuple[str | Path, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.startswith(b"combien: cannot write the output: ")
    assert b"Traceback" not in done.stderr


# Commands, and how their output begins where the terminal lacks the characters of lines.
OUTPUTS = {
    "solve --boxes example:scott.cmb": "+-----+-+-------+\n+-+ +-+ +-+---+ |\n",
    "explain --tree - example:knuth.dlx": "a\n+- a d g - b\n|  +- b c f - dead end: e\n",
    "puzzle sudoku --boxes example:killer.sudoku": "+---+---+",
    "solve --style knuth example:knuth.dlx": "",
    "nonogram solve --boxes example:five.non": "",
    "nonogram hint --why example:snail.non": "",
}
# All in one process, as each takes a while to start.
EACH = """
import sys
from combien.__main__ import main
for words in sys.argv[1:]:
    sys.argv = ["combien", *words.split()]
    code = main()
    print(end=f"\\f{code}\\f", flush=True)
"""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_characters_that_the_terminal_lacks(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", EACH, *OUTPUTS],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
    )
    parts = done.stdout.decode(encoding).split("\f")
    assert (done.returncode, parts.pop(), b"Traceback" in done.stderr) == (0, "", False)
    assert parts[1::2] == ["0"] * len(OUTPUTS)
    # As elsewhere, but for lines.
    lines = str.maketrans("│╵╷─╶╴┌┐└┘├┤┬┴┼", "|||---+++++++++")
    for (words, beginning), shown in zip(OUTPUTS.items(), parts[::2], strict=True):
        assert "?" not in shown
        assert shown.startswith(beginning)
        assert shown == combien(*words.split()).out.translate(lines)


def test_other_characters_become_question_marks(tmp_path: Path) -> None:
    (tmp_path / "a.dlx").write_text("ę\nę\n", encoding="utf-8")
    done = subprocess.run(
        [*COMMAND, "solve", str(tmp_path / "a.dlx")],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"?\n"


def test_help_is_light() -> None:
    heavy = ("lark", "resvg_py", "rich", "combien._native", "combien.language._parser")
    program = (
        "import sys; from combien._cli.main import main; main(['count', '--help']); "
        f"sys.exit(' '.join(name for name in {heavy!r} if name in sys.modules) or None)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stderr.strip(), done.returncode) == ("", 0)
