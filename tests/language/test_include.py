"""Scripts in several files: where they are found, and no endless includes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from combien.errors import BadScript
from combien.language import parse, problems, run_file, run_script
from combien.language._files import DEEPEST_INCLUDE, MOST_DECLARATIONS, MOST_INCLUDES


def write(folder: Path, **scripts: str) -> None:
    for name, text in scripts.items():
        path = folder / f"{name}.cmb"
        path.write_text(text, encoding="utf-8")


def refusal(path: Path) -> BadScript:
    with pytest.raises(BadScript) as caught:
        run_file(path, out=io.StringIO(), err=io.StringIO())
    return caught.value


def test_files_are_looked_for_beside_the_file_that_includes_them(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, main='include "inner/tiles.cmb" problem p = board t', b="exit")
    write(inner, tiles='include "b.cmb" tiles t = [{*}]', b="pattern board = {***}")
    assert len(problems(tmp_path / "main.cmb")["p"].board) == 3


def test_included_definitions_stay_and_redefinition_gives_a_message(tmp_path: Path) -> None:
    main = 'pattern a = {*} pattern b = {*} include "x.cmb" problem p = a || b [{*}] count dlx p'
    write(tmp_path, main=main, x="# One.\npattern a = {*}")
    out, err = io.StringIO(), io.StringIO()
    run_file(tmp_path / "main.cmb", out=out, err=err)
    assert out.getvalue() == "p : (DLX) 1 solutions\n"
    assert err.getvalue() == f"{tmp_path}/x.cmb, line 2: pattern 'a' is defined again\n"


def test_exit_in_an_included_file_ends_everything(tmp_path: Path) -> None:
    write(tmp_path, main='include "x.cmb" print q', x='exit include "missing.cmb"')
    run_file(tmp_path / "main.cmb", out=io.StringIO(), err=io.StringIO())


def test_a_text_without_a_file_includes_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, x="problem p = {*} [{*}]")
    out = io.StringIO()
    run_script(parse('include "x.cmb" count dlx p'), out=out, err=io.StringIO())
    assert out.getvalue() == "p : (DLX) 1 solutions\n"


def test_an_error_in_an_included_file_shows_that_file(tmp_path: Path) -> None:
    write(tmp_path, main='\ninclude "x.cmb"', x="# One.\nsolve")
    error = refusal(tmp_path / "main.cmb")
    assert (error.file, error.line) == (f"{tmp_path}/x.cmb", 2)
    write(tmp_path, x="print nothing")
    error = refusal(tmp_path / "main.cmb")
    assert (error.file, error.line, error.column) == (f"{tmp_path}/x.cmb", 1, 7)


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    write(tmp_path, main='\n  include "no.cmb"')
    error = refusal(tmp_path / "main.cmb")
    assert (error.line, error.column) == (2, 11)
    assert error.message == f"cannot read '{tmp_path}/no.cmb': No such file or directory"


def test_a_folder(tmp_path: Path) -> None:
    write(tmp_path, main='include "."')
    assert "it is a folder" in refusal(tmp_path / "main.cmb").message


@pytest.mark.parametrize("other", ["main.cmb", "./main.cmb", "x.cmb"])
def test_circular_includes_are_refused(tmp_path: Path, other: str) -> None:
    write(tmp_path, main=f'include "{other}"', x='include "main.cmb"')
    assert "includes itself, directly or through another file" in (
        refusal(tmp_path / "main.cmb").message
    )


def test_deep_includes_are_refused(tmp_path: Path) -> None:
    for number in range(DEEPEST_INCLUDE + 1):
        write(tmp_path, **{f"x{number}": f'include "x{number + 1}.cmb"'})
    write(tmp_path, **{f"x{DEEPEST_INCLUDE + 1}": ""})
    assert problems(tmp_path / "x1.cmb") == {}
    assert f"more than {DEEPEST_INCLUDE} deep" in refusal(tmp_path / "x0.cmb").message


def test_includes_that_double(tmp_path: Path) -> None:
    for number in range(DEEPEST_INCLUDE):
        write(tmp_path, **{f"x{number}": f'include "x{number + 1}.cmb" ' * 4})
    write(tmp_path, **{f"x{DEEPEST_INCLUDE}": ""})
    message = refusal(tmp_path / "x0.cmb").message
    assert message == f"more than {MOST_INCLUDES} files are included"


def test_files_that_are_included_again_and_again(tmp_path: Path) -> None:
    write(tmp_path, main='include "x.cmb" ' * 600, x="timing off " * 1000)
    message = refusal(tmp_path / "main.cmb").message
    assert message == f"more than {MOST_DECLARATIONS:,} declarations, counting included files"
