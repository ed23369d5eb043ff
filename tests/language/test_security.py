"""Malicious scripts start nothing and write nothing outside; the errors say why."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from combien.drawing import TreeNode, tree_svg
from combien.drawing._picture import Picture
from combien.drawing._renderers.cutting import outlines
from combien.errors import BadScript, CannotWrite
from combien.language import _files, parse, run_file, run_script
from combien.language._files import MARK
from combien.nonograms import Board, Nonogram
from combien.nonograms._clued import clued
from combien.sat._programs import KNOWN, safe_command
from tests.language.hostile import BOARD, SECRET, contents, refusal, run

COMMANDS = [
    "sh -c 'touch ../outside/started'",
    "sesame",
    "./minisat",
    "../here/minisat",
    "/bin/sh",
    "minisat; touch ../outside/started",
    "minisat $(touch ../outside/started)",
    "minisat `touch ../outside/started`",
    "minisat > ../outside/started",
    "minisat {cnf} ../outside/started",
    "minisat stolen",
    "minisat -dimacs=../outside/started",
    "minisat -dimacs=stolen",
    "minisat -verb=../outside/started",
    "minisat -verb 0",
    "cadical -o ../outside/started",
    "cadical -o stolen",
    "cadical ../outside/secret.cmb stolen",
    "cadical -w stolen",
    "cadical --seed=$(touch${IFS}started)",
    "kissat {cnf} stolen",
    "cryptominisat5 --dumpresult=stolen",
    "glucose -certified-output=stolen",
    "picosat -t stolen",
    "lingeling -o stolen",
    "clasp --lemma-out=stolen",
    "clasp --configuration=../outside/secret.cmb",
    "env minisat",
    "python3 -c 1",
    "MINISAT",
    "-c",
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("question", ["solve sat {} p ascii", "count sat {} p", "all sat {} p"])
def test_no_command_is_started(place: Path, command: str, question: str) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + "count dlx p " + question.format(f'"{command}"'), encoding="utf-8")
    before = contents(place)
    error = refusal(script)
    assert "that scripts may" in error.message
    assert "--allow-commands" in error.message
    assert (error.file, error.line) == (str(script), 1)
    assert "^" in error.excerpt
    assert contents(place) == before


def test_a_program_in_the_working_directory_is_not_found(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("", ".", ":", f"{os.curdir}:../here"):
        monkeypatch.setenv("PATH", path)
        script = place / "scripts" / "a.cmb"
        script.write_text(BOARD + 'solve sat "minisat -verb=0" p ascii')
        assert "there is no program 'minisat' here" in refusal(script).message
    assert not (place / "outside" / "started").exists()


def test_a_known_solver_is_started_without_a_shell(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the options that were written and combien's own two files, and nothing else."""
    told = place / "told"
    program = place / "bin" / "minisat"
    program.write_text(f'#!/bin/sh\necho "$#" "$1" > \'{told}\'\nprintf "SAT\\n1 0\\n" > "$3"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}/bin:/usr/bin:/bin")
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + 'solve sat "minisat -verb=0" p ascii')
    assert run(script) == "aa\n\n"
    assert told.read_text() == "3 -verb=0\n"


def test_any_command_where_it_is_allowed(place: Path) -> None:
    answer = "echo s SATISFIABLE; echo v 1 0"
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + f"solve sat \"sh -c '{answer}'\" p ascii")
    assert run(script, allow_commands=True) == "aa\n\n"
    # Where another engine answers everything, no command matters.
    out = io.StringIO()
    run_file(script, out=out, err=io.StringIO(), engine="dlx")
    assert out.getvalue() == "aa\n\n"


@pytest.mark.parametrize("program", KNOWN)
def test_no_allowed_option_names_a_file(program: str) -> None:
    for option in KNOWN[program]:
        for value in ("=a", "=/a", "=../a", "=-", "=~", "=5a", "=", "=1,2"):
            with pytest.raises(Exception, match="is not an option of"):
                safe_command(f"{program} '{option}{value}'")


FILES = [
    "../outside/stolen",
    "../../stolen",
    "{place}/outside/stolen",
    "{place}/outside/secret.cmb",
    "/dev/shm/combien-stolen",
    "/proc/self/cwd/stolen",
    "/proc/self/fd/1",
    "/dev/stdout",
    "/dev/tty",
    "folder_link/stolen",
    "folder_link/deep/stolen",
    "folder_link/secret.cmb",
    "./folder_link/../folder_link/stolen",
    "link.cmb",
    "dangling",
    "pipe",
    "data",
    "./data",
    ".",
    "",
    "..",
    "/",
    "x/../../outside/stolen",
    ".bashrc",
    ".git/config",
    "a/.hidden/b",
    "missing/stolen",
    "~/../../stolen/x",
    "data/stolen",
    "pipe/stolen",
    "{long}",
    "a/{long}",
    "../scripts/folder_link/stolen",
    "../scripts/link.cmb",
    "../scripts/a.cmb",
    "../scripts/tiles.cmb",
    "../scripts/notes.txt",
    "../scripts/claim.txt",
    "{place}/scripts/a.cmb",
    "../scripts/../outside/stolen",
]


@pytest.fixture
def any_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """No extension is required, so that a file is refused for its place or its content alone."""
    monkeypatch.setattr(_files, "_ENDINGS", {"svg": ("",), "dimacs": ("",)})


@pytest.mark.usefixtures("any_name")
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("command", ['dimacs p "{}"', 'solve dlx p svg "{}"'])
def test_nothing_is_written_outside_or_over_a_file_that_is_not_ours(
    place: Path, file: str, command: str
) -> None:
    named = file.format(place=place, long="n" * 900)
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + "count dlx p " + command.format(named))
    before = contents(place)
    with pytest.raises((BadScript, CannotWrite)) as caught:
        run(script)
    assert "line 1, column " in str(caught.value)
    assert f"cannot write '{named}': " in str(caught.value)
    assert "^" in str(caught.value)
    assert contents(place) == before
    assert not os.path.exists("/dev/shm/combien-stolen")


WORDS = [
    ("../outside/stolen", "--allow-files"),
    ("link.cmb", "--allow-files"),
    ("folder_link/stolen", "--allow-files"),
    (".bashrc", "--allow-files"),
    ("data", "--overwrite"),
    ("../scripts/a.cmb", "--overwrite"),
]


@pytest.mark.usefixtures("any_name")
@pytest.mark.parametrize(("file", "option"), WORDS)
def test_the_error_names_what_would_allow_it(place: Path, file: str, option: str) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + f'dimacs p "{file}"')
    assert option in refusal(script).message


def test_files_of_scripts_are_replaced(place: Path) -> None:
    script = place / "scripts" / "a.cmb"
    (place / "here" / "sub").mkdir()
    for stem in ("sub/a", "../scripts/b", f"{place}/here/c", f"{place}/scripts/sub/d"):
        for command, file in (("dimacs p", f"{stem}.cnf"), ("solve dlx p svg", f"{stem}.SVG")):
            text = f'{command} "{file}"'
            script.write_text(BOARD + f"{text} {text}")
            run(script)
            run(script)
            written = Path(file).read_text()
            assert MARK in "\n".join(written.split("\n")[:2])
    with pytest.raises(BadScript, match="it exists, and combien did not write it"):
        Path("c.cnf").write_text(Path("c.cnf").read_text().replace(MARK, "edited"))
        script.write_text(BOARD + 'dimacs p "c.cnf"')
        run(script)


@pytest.mark.parametrize(
    ("command", "ending"), [("dimacs p", ".cnf or .dimacs"), ("solve dlx p svg", ".svg")]
)
@pytest.mark.parametrize("file", ["conftest.py", "Makefile", "run.sh", "a.cnf.py", "svg", "a.png"])
def test_the_name_of_a_written_file_has_the_extension_of_its_content(
    place: Path, command: str, ending: str, file: str
) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(f'{BOARD}count dlx p\n{command} "{file}"')
    found = refusal(script)
    assert f"line 2, column {len(command) + 2}: cannot write '{file}'" in str(found)
    assert f"end in {ending}; allow it with --allow-files" in found.message
    assert not Path(file).exists()
    run(script, allow_files=True)
    assert Path(file).exists()


def test_drawings_of_other_commands_are_replaced(place: Path) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + 'solve dlx p svg "a.svg"')
    picture = Picture.of_cells([([(0, 0)], 1, "a")])
    board = clued(Nonogram([[1]], [[1]]), Board.parse("#"))
    tree = tree_svg(TreeNode("1", "solution"))
    for drawing in (picture.svg(), outlines(picture, cell=9), board.svg(), tree):
        Path("a.svg").write_text(drawing)
        run(script)
        assert Path("a.svg").read_text() != drawing


def test_any_file_where_it_is_allowed(place: Path) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + 'dimacs p "../outside/new.cnf" dimacs p "folder_link/other.cnf"')
    run(script, allow_files=True)
    assert MARK in (place / "outside" / "new.cnf").read_text()
    assert MARK in (place / "outside" / "other.cnf").read_text()
    script.write_text(BOARD + 'dimacs p "../outside/secret.cmb"')
    assert "--overwrite" in refusal(script, allow_files=True).message
    assert (place / "outside" / "secret.cmb").read_text() == SECRET
    run(script, allow_files=True, overwrite=True)
    assert MARK in (place / "outside" / "secret.cmb").read_text()


@pytest.mark.usefixtures("any_name")
def test_overwriting_does_not_lift_other_limits(place: Path) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + 'dimacs p "data"')
    run(script, overwrite=True)
    assert MARK in Path("data").read_text()
    for file in ("link.cmb", "folder_link/secret.cmb", "pipe", "../outside/secret.cmb", "."):
        script.write_text(BOARD + f'dimacs p "{file}"')
        before = contents(place)
        with pytest.raises((BadScript, CannotWrite)):
            run(script, overwrite=True)
        assert contents(place) == before


def test_a_folder_that_becomes_a_link_while_the_script_runs(place: Path) -> None:
    """The check before the first question is not the one that protects."""
    (place / "here" / "late").mkdir()

    class Exchanging(io.StringIO):
        def write(self, text: str) -> int:
            if Path("late").is_dir() and not Path("late").is_symlink():
                Path("late").rmdir()
                Path("late").symlink_to(place / "outside")
            return super().write(text)

    before = contents(place / "outside")
    with pytest.raises(BadScript, match="'late' is a symbolic link"):
        run_script(
            parse(BOARD + 'count dlx p dimacs p "late/stolen.cnf"'),
            out=Exchanging(),
            err=io.StringIO(),
        )
    assert contents(place / "outside") == before
