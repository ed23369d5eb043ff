"""Files are read without blocking, and written whole or not at all."""

from __future__ import annotations

import os
import resource
import runpy
import stat
from pathlib import Path

import pytest

from combien._base import files
from combien._base.files import open_regular, replacing, write_file
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
