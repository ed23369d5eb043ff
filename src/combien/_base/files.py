"""Files, read and written safely.

A file to read may be untrusted: a named pipe or a device would block for ever, so only
regular files are opened.  A file to write keeps its old content until the new one is complete: it
is written under a temporary name beside it and then renamed.

A file to read can also be an example that combien brings: `example:camel.cmb`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, BinaryIO

from combien._base.checks import did_you_mean
from combien._wording import printable
from combien.errors import BadFormat, CannotWrite

# Reading without waiting for a writer of a named pipe.  Windows has only the last of these flags,
# and would translate ends of lines without it.
_READING = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
    _READING |= getattr(os, _flag, 0)

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
    stat.S_IFLNK: "a symbolic link",
}

# Of a file that is read piece by piece.
_PIECE = 1 << 20

# How the name of a file to read begins if it is one of the examples.
EXAMPLE = "example:"
_PACKAGE = os.path.dirname(os.path.dirname(__file__))
# In a wheel and in a checkout.
_EXAMPLES = (f"{_PACKAGE}/examples", os.path.normpath(f"{_PACKAGE}/../../examples"))


def example_names() -> list[str]:
    """Return the names of the examples in order."""
    for folder in _EXAMPLES:
        with suppress(OSError):
            # In a checkout, there are folders with examples of several files.
            names = (entry.name for entry in os.scandir(folder) if entry.is_file())
            return sorted(filter(_is_example, names))
    return []


def _is_example(name: str) -> bool:
    # Not the answers of the tests, nor what an editor or Python leaves.
    return not name.startswith(("_", ".")) and not name.endswith(".expected")


def located(path: str | os.PathLike[str]) -> str:
    """Return the path of a file to read, which `example:NAME` may stand for.

    >>> located("camel.cmb"), os.path.basename(located("example:camel.cmb"))
    ('camel.cmb', 'camel.cmb')

    Raises `BadFormat` if there is no such example.
    """
    name = os.fsdecode(path)
    if not name.startswith(EXAMPLE):
        return name
    names, name = example_names(), name.removeprefix(EXAMPLE)
    if name not in names:
        raise BadFormat(
            f"there is no example '{printable(name[:100])}' ('combien examples' lists them)"
            f"{did_you_mean(name, names)}"
        )
    return next(path for path in (f"{of}/{name}" for of in _EXAMPLES) if os.path.exists(path))


def open_regular(
    path: str | os.PathLike[str], *, folder: int | None = None, shown: str = ""
) -> BinaryIO:
    """Open a regular file for reading, in binary mode.

    >>> open_regular("/dev/zero")
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: cannot read '/dev/zero': it is a device, not a regular file

    The call never blocks.  With `folder`, the descriptor of an open folder, `path` is the name of a
    file in it, and a symbolic link is refused.  `shown` is the name of the file in messages.

    Raises
    ------
    BadFormat
        If the file cannot be opened, or is a folder, a device, a named pipe or a socket.
    """
    name = printable(shown or os.fsdecode(path))
    if folder is None:
        path = located(path)
    try:
        if folder is None:
            descriptor = os.open(path, _READING)
        else:
            descriptor = os.open(path, _READING | os.O_NOFOLLOW, dir_fd=folder)
    except (OSError, ValueError) as error:
        reason = "it is a symbolic link" if is_link(path, folder) else _reason(error)
        raise BadFormat(f"cannot read '{name}': {reason}") from None
    kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
    if kind != stat.S_IFREG:
        os.close(descriptor)
        what = _KINDS.get(kind, "something else")
        raise BadFormat(f"cannot read '{name}': it is {what}, not a regular file")
    return os.fdopen(descriptor, "rb")


def read_up_to(stream: IO[bytes], most: int) -> bytes:
    """Return the rest of a stream, at most this many bytes, in memory for what is there.

    >>> import io
    >>> read_up_to(io.BytesIO(b"ab" * 10**6), 10**6 + 1)[-3:]
    b'aba'

    A single `read` of so many bytes takes that much memory first, even for a short file.
    """
    pieces = []
    while most > 0 and (piece := stream.read(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


@contextmanager
def replacing(
    path: str | os.PathLike[str], *, folder: int | None = None, shown: str = ""
) -> Iterator[IO[bytes]]:
    r"""Open a binary stream whose content replaces the file at `path` when the context succeeds.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "count.txt"
    >>> with replacing(path) as stream:
    ...     size = stream.write(b"92\n")
    >>> path.read_text()
    '92\n'

    After an error or an interrupt, an existing file is unchanged, and no temporary file is left.
    If `path` is a symbolic link, its target is replaced; a device or a named pipe is written
    directly.  With `folder`, the descriptor of an open folder, `path` is the name of a file in it,
    which must be a regular file if it exists.  `shown` is the name of the file in messages.

    Raises
    ------
    CannotWrite
        If the file cannot be created, written or renamed.
    """
    name = printable(shown or os.fsdecode(path))
    try:
        target, old = _resolve(path) if folder is None else _in_folder(path, folder)
        if old is not None and not stat.S_ISREG(old.st_mode):
            with open(target, "wb") as special:
                yield special
            return
        temporary = _beside(target)
        with unfinished(temporary, folder=folder):
            with _created(temporary, old, folder) as stream:
                yield stream
            os.replace(temporary, target, src_dir_fd=folder, dst_dir_fd=folder)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite(f"cannot write '{name}': {_reason(error)}") from None


@contextmanager
def unfinished(path: str | os.PathLike[str], *, folder: int | None = None) -> Iterator[None]:
    """Context manager that creates a temporary file and gives it its name.

    After an error or an interrupt, such as a full disk, the temporary file is removed.  Everything
    that writes a file beside the one that it replaces does so in this context.
    """
    try:
        yield
    except BaseException:
        with suppress(OSError):
            os.remove(path, dir_fd=folder)
        raise


def write_file(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a whole file, text as UTF-8; see `replacing` for errors and interrupts."""
    with replacing(path) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


def is_link(path: str | os.PathLike[str], folder: int | None) -> bool:
    """Whether a name in an open folder is a symbolic link; False without a folder."""
    try:
        return folder is not None and stat.S_ISLNK(
            os.stat(path, dir_fd=folder, follow_symlinks=False).st_mode
        )
    except (OSError, ValueError):
        return False


def _resolve(path: str | os.PathLike[str]) -> tuple[str, os.stat_result | None]:
    """Return the path with all symbolic links resolved, and its status if it exists."""
    try:
        target = os.path.realpath(os.fsdecode(path))
        return target, os.stat(target)
    except FileNotFoundError:
        return target, None
    except ValueError as error:  # A null character in the name.
        raise OSError(str(error)) from None


def _in_folder(path: str | os.PathLike[str], folder: int) -> tuple[str, os.stat_result | None]:
    """Return a name in an open folder and the status of the file, or None if there is none.

    Raises `OSError` if it exists and is not a regular file.
    """
    name = os.fsdecode(path)
    try:
        old = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return name, None
    except ValueError as error:  # A null character in the name.
        raise OSError(str(error)) from None
    kind = stat.S_IFMT(old.st_mode)
    if kind != stat.S_IFREG:
        raise OSError(f"it is {_KINDS.get(kind, 'something else')}, not a regular file")
    return name, old


def _beside(target: str) -> str:
    """Return the path of a temporary file in the folder of `target`; no other process has it."""
    folder, name = os.path.split(target)
    # A name as long as the file system allows leaves no room for more characters.
    return os.path.join(folder, f".{name[:100]}.{os.urandom(8).hex()}.unfinished")


def _created(temporary: str, old: os.stat_result | None, folder: int | None) -> IO[bytes]:
    """Create a file and return its open stream.

    It gets the permissions of the old file, or the default ones if `old` is None.
    """
    # Exclusive: never follows an existing link.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(temporary, flags, 0o666, dir_fd=folder), "wb")
    if old is not None and hasattr(os, "fchmod"):  # On Windows from Python 3.13 on.
        with suppress(OSError):
            os.fchmod(stream.fileno(), stat.S_IMODE(old.st_mode))
    return stream


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
