"""Files are read without blocking, and written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import re
import resource
import runpy
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import Region, Tile, TilingProblem
from combien._base import files
from combien._base.files import open_regular, replacing, write_file
from combien._cli._shared.picture_files import NumberedFile
from combien.design import Burr, burr_sets
from combien.errors import BadFormat, CannotWrite
from combien.language._files import open_below


def test_a_regular_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"text")
    with open_regular(tmp_path / "a") as stream:
        assert stream.read() == b"text"


def test_what_is_not_a_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused: list[tuple[str | Path, str]] = [
        (tmp_path / "pipe", "a named pipe"),
        (tmp_path, "a folder"),
        (Path("/dev/zero"), "a device"),
        (tmp_path / "none", "No such file"),
        ("a\0b", "null"),
    ]
    for path, what in refused:
        with pytest.raises(BadFormat, match=what):
            open_regular(path)


def test_the_name_in_a_message_has_no_escape_sequence(tmp_path: Path) -> None:
    with pytest.raises(BadFormat) as refusal:
        open_regular(tmp_path / "a\x1b[2J")
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, OSError])
def test_an_error_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(CannotWrite if error is OSError else error), replacing(path) as stream:
        stream.write(b"new")
        raise error("in the middle")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept"]


def test_a_file_that_outgrows_the_limit_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(CannotWrite, match="kept"):
            write_file(path, b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept"]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "kept", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_device_is_written_to_as_it_is() -> None:
    write_file("/dev/null", "nothing")


@pytest.mark.parametrize("name", ["no/such/folder", "a\0b", "x" * 300, ""])
def test_what_cannot_be_written_is_an_error_of_the_package(tmp_path: Path, name: str) -> None:
    with pytest.raises(CannotWrite):
        write_file(tmp_path / name, "text")


def test_names_in_an_open_folder(tmp_path: Path) -> None:
    """Relative to its descriptor, so that no step on the way can be exchanged; no links."""
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    os.mkfifo(tmp_path / "pipe")
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        with open_regular("a", folder=folder) as stream:
            assert stream.read() == b"old"
        for name, what in [
            ("link", "a symbolic link"),
            ("pipe", "a named pipe"),
            (".", "a folder"),
        ]:
            with pytest.raises(BadFormat, match=f"cannot read 'shown': it is {what}"):
                open_regular(name, folder=folder, shown="shown")
            with (
                pytest.raises(CannotWrite, match=f"cannot write 'shown': it is {what}"),
                replacing(name, folder=folder, shown="shown") as written,
            ):
                written.write(b"new")
        for name in ("a", "b"):
            with replacing(name, folder=folder) as written:
                written.write(b"new")
            assert (tmp_path / name).read_bytes() == b"new"
        with pytest.raises(EOFError), replacing("a", folder=folder) as written:
            written.write(b"half")
            raise EOFError
        with pytest.raises(CannotWrite, match="null"), replacing("a\0b", folder=folder):
            pass
    finally:
        os.close(folder)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "link", "pipe"]


def test_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    write_file(tmp_path / "a", b"new")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_system_without_the_flags_of_unix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "fchmod"):
        monkeypatch.delattr(os, name)
    file = tmp_path / "a"
    there = runpy.run_path(str(files.__file__))
    for content in (b"one\r\n\x1a", b"two"):
        there["write_file"](file, content)
        with there["open_regular"](file) as stream:
            assert stream.read() == content


def test_a_system_that_opens_no_folders_asks_for_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"text")
    monkeypatch.setattr(os, "supports_dir_fd", frozenset[object]())
    with pytest.raises(BadFormat, match=r"relative to a folder.*--allow-files"):
        open_below(str(tmp_path), ["a"], shown="a")


class Full(io.RawIOBase):
    """A file on a disk that is full: it takes some bytes, or fails when it is closed."""

    def __init__(self, descriptor: int, *, room: int) -> None:
        self._descriptor, self._room = descriptor, room

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Any) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(self._descriptor, data)

    def close(self) -> None:
        if not self.closed:
            os.close(self._descriptor)
        super().close()


@pytest.mark.parametrize("room", [0, 5])
@pytest.mark.parametrize("old", [None, "old"])
def test_a_full_disk_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, old: str | None
) -> None:
    path = tmp_path / "kept"
    if old:
        path.write_text(old)
    monkeypatch.setattr(os, "fdopen", lambda descriptor, mode: Full(descriptor, room=room))
    with pytest.raises(CannotWrite, match="No space left on device"):
        write_file(path, "123456")
    assert [each.read_text() for each in tmp_path.iterdir()] == [old] * bool(old)


@pytest.mark.parametrize("step", ["open", "fdopen", "replace"])
@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))]
)
def test_an_end_at_any_step_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    done = getattr(os, step)

    def ended(*given: Any, **named: Any) -> None:
        if step == "open":
            os.close(done(*given, **named))
        raise error

    monkeypatch.setattr(os, step, ended)
    with pytest.raises(CannotWrite if isinstance(error, OSError) else KeyboardInterrupt):
        write_file(tmp_path / "new", "text")
    assert os.listdir(tmp_path) == []


def _run_file(folder: Path) -> None:
    combien.count(TilingProblem(Region.box(8, 8), DOMINOES), checkpoint=folder / "run.db")


def _checkpoint(folder: Path) -> None:
    burr_sets(Burr.six(6), list(Burr.six(6).pieces())[:6], checkpoint=folder / "run.db", nodes=10)


def _picture(folder: Path) -> None:
    (folder / "a.svg").symlink_to(folder / "b.svg")
    NumberedFile(str(folder / "a.svg"), kind="svg").write(b"x" * 100_000)


DOMINOES = [Tile("**", symmetries="all", times="any")]


@pytest.mark.parametrize("write", [_run_file, _checkpoint, _picture])
def test_every_writer_on_a_full_disk(tmp_path: Path, write: Callable[[Path], None]) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(CannotWrite):
            write(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [each.name for each in tmp_path.iterdir() if not each.is_symlink()] == []


def test_no_other_module_writes_a_temporary_file() -> None:
    """Whatever replaces a file does so in the context that removes what is unfinished."""
    package = Path(files.__file__).parents[1]
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"os\.(replace|rename|link)\(|NamedTemporaryFile|mkstemp", text):
            assert re.search(r"\bunfinished\(", text), path
