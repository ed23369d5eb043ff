"""Scripts that mean harm: nothing is started, written or read outside, and the error says why."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from combien.errors import BadScript, CannotWrite
from combien.language import parse, problems, run_file, run_script
from combien.language.permissions import MARK, steps_below
from combien.language.syntax import DimacsCommand, Include, Name, Script, Text
from combien.sat.known import KNOWN, safe_command

BOARD = "problem p = {**} [{**}] "
SECRET = "secret = 'do not show this'"


def run(path: Path, **allowed: bool) -> str:
    out = io.StringIO()
    run_file(path, out=out, err=io.StringIO(), **allowed)
    return out.getvalue()


def refusal(path: Path, **allowed: bool) -> BadScript:
    with pytest.raises(BadScript) as caught:
        run(path, **allowed)
    return caught.value


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The kind and the bytes of every file below a folder; links are not followed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = stat.S_IFMT(path.lstat().st_mode)
        found[str(path.relative_to(folder))] = (
            kind,
            path.read_bytes() if kind == stat.S_IFREG else b"",
        )
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scripts beside things that are none of their business; one stands in another."""
    for folder in ("scripts/sub", "outside/deep", "here", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "outside" / "secret.cmb").write_text(SECRET)
    (tmp_path / "outside" / "fine.cmb").write_text("pattern fine = {*}")
    (tmp_path / "scripts" / "tiles.cmb").write_text("pattern bar = {**}")
    (tmp_path / "scripts" / "notes.txt").write_text("my notes\n")
    (tmp_path / "scripts" / "claim.txt").write_text(f"# {MARK}\nmine\n<!-- {MARK} -->\n")
    (tmp_path / "here" / "data").write_text("my data\n")
    for folder in ("scripts", "here"):
        (tmp_path / folder / "folder_link").symlink_to(tmp_path / "outside")
        (tmp_path / folder / "link.cmb").symlink_to(tmp_path / "outside" / "secret.cmb")
        (tmp_path / folder / "dangling").symlink_to(tmp_path / "outside" / "new")
        os.mkfifo(tmp_path / folder / "pipe")
    for name in ("minisat", "sesame"):
        program = tmp_path / "here" / name
        program.write_text(f"#!/bin/sh\ntouch '{tmp_path}/outside/started'\n")
        program.chmod(0o755)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


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
def test_no_option_that_is_known_names_a_file(program: str) -> None:
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


@pytest.mark.parametrize(("file", "option"), WORDS)
def test_the_error_names_what_would_allow_it(place: Path, file: str, option: str) -> None:
    script = place / "scripts" / "a.cmb"
    script.write_text(BOARD + f'dimacs p "{file}"')
    assert option in refusal(script).message


def test_files_of_scripts_are_written_again(place: Path) -> None:
    script = place / "scripts" / "a.cmb"
    (place / "here" / "sub").mkdir()
    for file in ("sub/a", "../scripts/b", f"{place}/here/c", f"{place}/scripts/sub/d"):
        for text in (f'dimacs p "{file}"', f'solve dlx p svg "{file}"'):
            script.write_text(BOARD + f"{text} {text}")
            run(script)
            run(script)
            written = Path(file).read_text()
            assert MARK in "\n".join(written.split("\n")[:2])
    with pytest.raises(BadScript, match="it exists, and combien did not write it"):
        Path("c").write_text(Path("c").read_text().replace(MARK, "edited"))
        script.write_text(BOARD + 'dimacs p "c"')
        run(script)


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


def test_overwriting_does_not_lift_the_rest(place: Path) -> None:
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
            parse(BOARD + 'count dlx p dimacs p "late/stolen"'), out=Exchanging(), err=io.StringIO()
        )
    assert contents(place / "outside") == before


INCLUDES = [
    "/etc/passwd",
    "{place}/outside/secret.cmb",
    "../outside/secret.cmb",
    "../outside/fine.cmb",
    "sub/../../outside/secret.cmb",
    "folder_link/secret.cmb",
    "folder_link/fine.cmb",
    "sub/../folder_link/fine.cmb",
    "link.cmb",
    "pipe",
    "sub",
    ".",
    "..",
    "",
    "/dev/stdin",
    "/dev/zero",
    "/dev/tty",
    "/proc/self/environ",
    "/proc/self/fd/0",
    "../../../../../../../../etc/passwd",
    "tiles.cmb/../tiles.cmb/x",
    "{long}",
]


@pytest.mark.parametrize("file", INCLUDES)
@pytest.mark.parametrize("reading", ["run", "load"])
def test_nothing_is_included_from_outside(place: Path, file: str, reading: str) -> None:
    named = file.format(place=place, long="n" * 900)
    script = place / "scripts" / "a.cmb"
    script.write_text(f'include "{named}" ' + BOARD)
    action: Callable[[Path], object] = run if reading == "run" else problems
    with pytest.raises(BadScript) as caught:
        action(script)
    error = caught.value
    assert (error.file, error.line, error.column) == (str(script), 1, 9)
    # What is shown is the line of the script, and nothing of the other file.
    assert "secret =" not in str(error)
    assert "root:" not in str(error)
    assert "fine" not in str(error).replace(named, "")


@pytest.mark.parametrize(
    "file", ["../../outside/secret.cmb", "../folder_link/secret.cmb", "../link.cmb", "../pipe"]
)
def test_an_included_script_goes_no_further(place: Path, file: str) -> None:
    (place / "scripts" / "sub" / "b.cmb").write_text(f'include "{file}"')
    script = place / "scripts" / "a.cmb"
    script.write_text('include "sub/b.cmb" ' + BOARD)
    error = refusal(script)
    assert error.file == f"{place}/scripts/sub/b.cmb"
    assert "secret =" not in str(error)


def test_what_may_be_included(place: Path) -> None:
    (place / "scripts" / "sub" / "b.cmb").write_text('include "../tiles.cmb" pattern b = bar')
    script = place / "scripts" / "a.cmb"
    for file in ("sub/b.cmb", "./sub/../sub/b.cmb", f"{place}/scripts/sub/b.cmb"):
        script.write_text(f'include "{file}" problem p = b [bar] count dlx p')
        assert run(script) == "p : (DLX) 1 solutions\n"
    # A script that is named by a link is where the link is.
    script.write_text('include "sub/b.cmb" problem p = b [bar] count dlx p')
    (place / "here" / "named").symlink_to(place / "scripts")
    assert run(Path("named/a.cmb")) == "p : (DLX) 1 solutions\n"


def test_any_include_where_it_is_allowed(place: Path) -> None:
    script = place / "scripts" / "a.cmb"
    for file in ("../outside/fine.cmb", "folder_link/fine.cmb", f"{place}/outside/fine.cmb"):
        script.write_text(f'include "{file}" problem p = fine [fine]')
        assert "--allow-files" in refusal(script).message
        assert list(problems(script, allow_files=True)) == ["p"]
        assert run(script, allow_files=True) == ""
    for file in ("pipe", "/dev/zero"):
        script.write_text(f'include "{file}"')
        assert "not a regular file" in refusal(script, allow_files=True).message


def test_the_script_itself_is_a_regular_file(place: Path) -> None:
    assert "a named pipe" in refusal(place / "scripts" / "pipe").message
    assert "a device" in refusal(Path("/dev/zero")).message


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "a\x1b[2Jb", "../\udc80", "\u202e"])
def test_names_that_no_script_can_write(place: Path, name: str) -> None:
    """The parser refuses them; a tree that a program has built may still hold them."""
    (problem,) = parse(BOARD).declarations
    include = Script((Include(Text(f"../{name}")),))
    dimacs = Script((problem, DimacsCommand(Name("p"), Text(f"../{name}"))))
    for script in (include, dimacs):
        with pytest.raises(BadScript) as caught:
            run_script(script, out=io.StringIO(), err=io.StringIO())
        assert str(caught.value).replace("\n", "").isprintable()
    with pytest.raises(BadScript):
        parse(f'include "{name}"')


def test_what_reaches_the_terminal_is_printable(place: Path) -> None:
    (problem,) = parse(BOARD).declarations
    out = io.StringIO()
    script = Script((problem, DimacsCommand(Name("p"), Text("a\x1b[2J"))))
    run_script(script, out=out, err=io.StringIO())
    assert out.getvalue() == 'DIMACS written in file "a\ufffd[2J"\n'


def test_a_remark_about_a_file_with_a_strange_name(place: Path) -> None:
    script = place / "scripts" / "a\x1b[2J.cmb"
    script.write_text("pattern a = {*} pattern a = {*}")
    err = io.StringIO()
    run_file(script, out=io.StringIO(), err=err)
    assert err.getvalue().endswith("a\ufffd[2J.cmb, line 1: pattern 'a' is defined again\n")


def test_steps() -> None:
    assert steps_below([], "a//b/./c/") == ["a", "b", "c"]
    assert steps_below(["a"], "../b") == ["b"]
    assert steps_below(["a"], "../../b") is None
    assert steps_below([], "a/../..") is None
