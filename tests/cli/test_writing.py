"""Files are written completely, or the old ones are kept and the exit code is 1."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import combien

EXAMPLES = Path(__file__).parents[2] / "examples"
SCOTT = EXAMPLES / "scott.cmb"


@pytest.fixture
def _small_files() -> Iterator[None]:
    """A process that cannot write a file of more than 16 bytes."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize(
    "words",
    [
        ("solve", SCOTT, "--svg", "{}.svg"),
        pytest.param(("solve", SCOTT, "--png", "{}.png"), marks=pytest.mark.needs(".[pictures]")),
        ("solve", SCOTT, "--sheet", "{}.svg"),
        ("solve", EXAMPLES / "soma.cmb", "--stl", "{}.stl"),
        ("convert", SCOTT, "{}.dlx"),
        ("encode", EXAMPLES / "knuth.dlx", "-o", "{}.cnf"),
        ("explain", EXAMPLES / "mutilated.cmb", "--svg", "{}.svg"),
        ("explain", EXAMPLES / "knuth.dlx", "--tree", "{}.svg"),
        ("queens", "8", "--svg", "{}.svg"),
        ("puzzle", "queens", "6", "--write", "{}.dlx"),
        ("nonogram", "solve", EXAMPLES / "snail.non", "--svg", "{}.svg"),
        ("nonogram", "solve", EXAMPLES / "snail.non", "--animate", "{}.svg"),
        ("nonogram", "hint", EXAMPLES / "snail.non", "--svg", "{}.svg"),
        ("nonogram", "convert", EXAMPLES / "snail.non", "{}.non"),
        ("nonogram", "make", EXAMPLES / "key.txt", "{}.non"),
        ("nonogram", "encode", EXAMPLES / "snail.non", "-o", "{}.cnf"),
    ],
    ids=lambda words: " ".join(str(w).replace(str(EXAMPLES), "") for w in words),
)
def test_a_full_disk_keeps_the_old_file(
    tmp_path: Path, request: pytest.FixtureRequest, words: tuple[object, ...]
) -> None:
    command = [str(word).format(tmp_path / "old") for word in words]
    path = Path(next(word for word in command if word.startswith(str(tmp_path))))
    path.write_text("old")
    request.getfixturevalue("_small_files")
    outcome = combien(*command)
    assert outcome.code == 1
    assert f"cannot write '{path}'" in outcome.printed
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == [path.name]


def test_a_script_that_cannot_write(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    script, path = tmp_path / "a.cmb", tmp_path / "p.cnf"
    script.write_text(f'problem p = {{***}} [{{**}} ~sym, {{*}}]\ndimacs p "{path}"\n')
    path.write_text("c written by combien\n")
    request.getfixturevalue("_small_files")
    outcome = combien("run", script)
    assert outcome.code == 1
    assert "cannot write" in outcome.printed
    assert path.read_text() == "c written by combien\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "words",
    [
        ("solve", SCOTT, "--svg", "/dev/full"),
        ("encode", EXAMPLES / "knuth.dlx", "-o", "/dev/full"),
        ("convert", "--to", "dlx", SCOTT, "/dev/full"),
        ("nonogram", "convert", "--to", "non", EXAMPLES / "snail.non", "/dev/full"),
    ],
    ids=str,
)
def test_a_full_device(words: tuple[object, ...]) -> None:
    assert combien(*words).code == 1


def test_a_read_only_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The superuser, who may run this, can write to every folder.
    def refuse(*args: object, **kwargs: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.dlx").write_text("old")
    monkeypatch.setattr(os, "replace", refuse)
    outcome = combien("convert", SCOTT, tmp_path / "a.dlx")
    assert (outcome.code, (tmp_path / "a.dlx").read_text()) == (1, "old")
    assert "Permission denied" in outcome.err
    assert os.listdir(tmp_path) == ["a.dlx"]


def test_no_temporary_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "scott.svg"
    path.write_text("old")
    assert combien("solve", SCOTT, "--svg", path).code == 0
    assert path.read_text().startswith("<svg")
    assert os.listdir(tmp_path) == ["scott.svg"]
