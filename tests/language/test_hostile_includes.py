"""Malicious scripts read no file outside their folder, and print no escape sequences."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadScript
from combien.language import parse, problems, run_file, run_script
from combien.language._files import steps_below
from combien.language._syntax import DimacsCommand, Include, Name, Script, Text
from tests.language.hostile import BOARD, refusal, run

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
    # The message shows the line of the script, and nothing of the other file.
    assert "secret =" not in str(error)
    assert "root:" not in str(error)
    assert "fine" not in str(error).replace(named, "")


@pytest.mark.parametrize(
    "file", ["../../outside/secret.cmb", "../folder_link/secret.cmb", "../link.cmb", "../pipe"]
)
def test_an_included_script_has_the_same_limits(place: Path, file: str) -> None:
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
    # The folder of a script that is given as a link is the folder of the link.
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
def test_names_that_the_parser_refuses(place: Path, name: str) -> None:
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
    script = Script((problem, DimacsCommand(Name("p"), Text("a\x1b[2J.cnf"))))
    run_script(script, out=out, err=io.StringIO())
    assert out.getvalue() == 'DIMACS written in file "a\ufffd[2J.cnf"\n'


def test_a_message_about_a_file_with_a_strange_name(place: Path) -> None:
    script = place / "scripts" / "a\x1b[2J.cmb"
    script.write_text("pattern a = {*} pattern a = {*}")
    err = io.StringIO()
    run_file(script, out=io.StringIO(), err=err)
    assert err.getvalue().endswith("a\ufffd[2J.cmb, line 1: pattern 'a' is defined again\n")


def test_steps_of_relative_paths() -> None:
    assert steps_below([], "a//b/./c/") == ["a", "b", "c"]
    assert steps_below(["a"], "../b") == ["b"]
    assert steps_below(["a"], "../../b") is None
    assert steps_below([], "a/../..") is None


steps = st.lists(st.sampled_from(["a", "b", "..", ".", ""]), max_size=6)


@given(st.lists(st.sampled_from("ab"), max_size=3), steps)
def test_steps_match_the_path(folder: list[str], path: list[str]) -> None:
    """Against the path as the system's rules for names have it, where there are no links."""
    text = "/".join(path).lstrip("/")
    whole = os.path.normpath("/".join(["/root", *folder, text]))
    found = steps_below(folder, text)
    if found is None:
        # It leaves the root, be it to come back.
        assert ".." in path
    else:
        assert whole == "/".join(["/root", *found])
    if not f"{whole}/".startswith("/root/"):
        assert found is None
