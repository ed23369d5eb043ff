"""The permissions of a script, and the files that it reads and writes.

Scripts are not trusted.  By default a script starts only known SAT solvers
(`sat/_programs.py`), includes only files below its folder, writes only below its folder or the
working directory, under names with the extension of what is written, follows no symbolic links in
either case, and replaces only files that combien wrote.

A path is split as text and then opened folder by folder, each relative to the previous one
(`openat`), so that replacing a folder by a link in the meantime has no effect.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO

from combien._base.files import (
    EXAMPLE,
    is_link,
    located,
    open_regular,
    read_up_to,
    replacing,
)
from combien._wording import printable
from combien.cover.formats._text import decoded
from combien.drawing._markup import MARK as _DRAWING_MARK
from combien.errors import BadFormat, BadInput, BadScript, CannotWrite, CombienError
from combien.language._parser import parse
from combien.language._syntax import Declaration, Exit, Include, Script

# The comment that marks files written by combien: on the first line of clauses, and on the second
# line of a drawing.
MARK = "written by combien"
_CLAUSES = f"c {MARK}\n".encode()
_DRAWING = _DRAWING_MARK.encode()
# By command, the extensions of the files that it writes: other programs run `conftest.py`,
# `Makefile` and `run.sh` because of their names.
_ENDINGS = {"svg": (".svg",), "dimacs": (".cnf", ".dimacs")}

ALLOW_COMMANDS = "allow it with --allow-commands (in Python allow_commands=True)"
ALLOW_FILES = "allow it with --allow-files (in Python allow_files=True)"
OVERWRITE = "replace it with --overwrite (in Python overwrite=True)"


@dataclass(frozen=True, slots=True)
class Permissions:
    """What a script is allowed to do; the default is safe.

    `commands`: `sat "COMMAND"` starts any program, with any arguments.  `files`: includes and
    output may be anywhere, also behind symbolic links.  `overwrite`: output replaces any file.
    """

    commands: bool = False
    files: bool = False
    overwrite: bool = False

    def command(self, text: str) -> str:
        """Return the command to run for a command in a script.

        Raises
        ------
        BadInput
            If it is not allowed; the message names the option that allows it.
        MissingExtra
            If the program is not installed.
        """
        if self.commands:
            return text
        try:
            # Only a script that names a solver pays for the import of the clauses.
            from combien.sat._programs import safe_command  # Start-up: only for solvers.

            return safe_command(text)
        except BadInput as error:
            raise BadInput(f"{error}; {ALLOW_COMMANDS}") from None


SAFE = Permissions()


def steps_below(folder: Sequence[str], path: str) -> list[str] | None:
    """Return the steps from a root to a path that is relative to a folder below the root.

    >>> steps_below(["tiles"], "../boards/small.cmb"), steps_below(["tiles"], "../../small.cmb")
    (['boards', 'small.cmb'], None)

    None if the path leaves the root.  The file system is not consulted: `..` removes the last step.
    """
    steps = list(folder)
    for step in path.split("/"):
        if step == "..":
            if not steps:
                return None
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return steps


def open_below(root: str, steps: Sequence[str], *, shown: str) -> BinaryIO:
    """Open a regular file below a root for reading; no step below the root may be a link.

    Raises
    ------
    BadFormat
        If there is no such file, it is not regular, or one of the steps is a symbolic link.
    """
    try:
        with _folder_below(root, steps[:-1]) as folder:
            name = steps[-1] if steps else "."
            if is_link(name, folder):
                raise _Refusal(f"it is a symbolic link; {ALLOW_FILES}")
            return open_regular(name, folder=folder, shown=shown)
    except _Refusal as refusal:
        raise BadFormat(f"cannot read '{printable(shown)}': {refusal}") from None
    except OSError as error:
        raise BadFormat(f"cannot read '{printable(shown)}': {_reason(error)}") from None


class Writer:
    """Writes the files of a script, subject to its permissions."""

    def __init__(self, script: str, permissions: Permissions) -> None:
        # The real path, since it is compared with `os.getcwd`, which is a real path.
        self._own = os.path.realpath(os.path.dirname(script))
        self._permissions = permissions

    def require_writable(self, file: str, *, kind: str) -> None:
        """Raise if `write` would refuse this file; `kind` is the command, svg or dimacs.

        Raises
        ------
        BadInput
            If it is not allowed; the message names the option that allows it.
        CannotWrite
            If it cannot be written.
        """
        with self._target(file, kind):
            pass

    def write(self, file: str, lines: Iterable[str], *, kind: str) -> None:
        """Write a file atomically: it appears when the last line is written.

        Raises
        ------
        BadInput
            If it is not allowed.
        CannotWrite
            If it fails.
        """
        with (
            self._target(file, kind) as (folder, name),
            replacing(name, folder=folder, shown=file) as out,
        ):
            out.writelines(line.encode() for line in lines)

    @contextmanager
    def _target(self, file: str, kind: str) -> Iterator[tuple[int | None, str]]:
        """Context manager for the open folder of a file and its name, or for None and its path."""
        try:
            place = self._place(file, kind)
            if place is None:
                self._require_ours(file, None, file)
                yield None, file
            else:
                root, steps = place
                with _folder_below(root, steps[:-1]) as folder:
                    self._require_ours(file, folder, steps[-1])
                    yield folder, steps[-1]
        except _Refusal as refusal:
            raise BadInput(f"cannot write '{printable(file)}': {refusal}") from None
        except (OSError, ValueError) as error:
            if isinstance(error, CombienError):
                raise
            raise CannotWrite(f"cannot write '{printable(file)}': {_reason(error)}") from None

    def _place(self, file: str, kind: str) -> tuple[str, list[str]] | None:
        """Return the root and the steps below it, or None if links may be followed."""
        if self._permissions.files:
            return None
        if not file.lower().endswith(endings := _ENDINGS[kind]):
            raise _Refusal(
                f"{kind} writes files whose names end in {' or '.join(endings)}; {ALLOW_FILES}"
            )
        here = os.getcwd()
        path = os.path.normpath(os.path.join(here, file))
        for root in (here, self._own):
            if path.startswith(root.rstrip("/") + "/"):
                steps = steps_below([], path[len(root) :]) or []
                if any(step.startswith(".") for step in steps):
                    raise _Refusal(f"scripts may not write hidden files; {ALLOW_FILES}")
                return root, steps
        raise _Refusal(
            "scripts may write only below the current folder or their own; " + ALLOW_FILES
        )

    def _require_ours(self, file: str, folder: int | None, name: str) -> None:
        """Refuse to replace a file that combien did not write."""
        if folder is not None and is_link(name, folder):
            raise _Refusal(f"it is a symbolic link; {ALLOW_FILES}")
        try:
            # If links are followed, a dangling link counts as a file that does not exist.
            os.stat(name, dir_fd=folder)
        except FileNotFoundError:
            return
        if self._permissions.overwrite:
            return
        try:
            with open_regular(name, folder=folder, shown=file) as stream:
                head = stream.read(1000)
        except (BadFormat, OSError) as error:
            raise _Refusal(str(error)) from None
        if not _is_ours(head):
            raise _Refusal(f"it exists, and combien did not write it; {OVERWRITE}")


def _is_ours(head: bytes) -> bool:
    """Return whether a file that begins with these bytes was written by combien.

    >>> _is_ours(b"c written by combien\\np cnf 0 0\\n"), _is_ours(b"# written by combien\\n")
    (True, False)
    """
    if head.startswith(_CLAUSES):
        return True
    return head.startswith(b"<svg ") and head.split(b"\n", 2)[1:2] == [_DRAWING]


class _Refusal(Exception):
    """The reason why a file may not be opened; the caller adds the name of the file."""


@contextmanager
def _folder_below(root: str, steps: Sequence[str]) -> Iterator[int]:
    """Context manager for the descriptor of a folder; only the root may be a link."""
    if os.open not in os.supports_dir_fd:  # Windows.
        raise _Refusal(f"this system opens no file relative to a folder; {ALLOW_FILES}")
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    at = None
    try:
        at = os.open(root or ".", flags)
        for step in steps:
            within, at = at, None
            try:
                if is_link(step, within):
                    raise _Refusal(f"'{printable(step)}' is a symbolic link; {ALLOW_FILES}")
                at = os.open(step, flags | os.O_NOFOLLOW, dir_fd=within)
            finally:
                os.close(within)
        yield at
    finally:
        if at is not None:
            with suppress(OSError):
                os.close(at)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


# Reading scripts ----------------------------------------------------------------------------------

# Read scripts from files and expand their includes.
#
# An included file is searched for relative to the file that includes it, and must be below the
# folder of the script that is run (see `Permissions`).  The result is one list of declarations, up
# to the first `exit`; each keeps its file, so errors in an included file name that file.  Include
# cycles, deep nesting, and exponentially many includes are rejected before they fill the memory.


DEEPEST_INCLUDE = 20
MOST_INCLUDES = 1000
MOST_DECLARATIONS = 500_000
MOST_BYTES = 64_000_000


def read_script(path: str | os.PathLike[str]) -> Script:
    """Read a script from a file.

    A file that is not UTF-8 is read as Windows-1252 or Latin-1, with a `FormatWarning`.

    Raises
    ------
    BadScript
        If it is not a regular text file that can be opened, is longer than 64 MB, or cannot be
        parsed.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise BadScript(f"expected the path of a script, not a value of type {type(path).__name__}")
    name = os.fsdecode(path)
    return _read(name, lambda: open_regular(name))


def gather(script: Script, permissions: Permissions = SAFE) -> list[Declaration]:
    """Return the declarations of a script and its includes, up to the first `exit`.

    Raises as `gathered` does.
    """
    return [declaration for declaration, _ in gathered(script, permissions)]


def gathered(
    script: Script,
    permissions: Permissions = SAFE,
    *,
    skip: Callable[[BadScript, Include], None] | None = None,
) -> Iterator[tuple[Declaration, Include | None]]:
    """Yield the declarations of a script and its includes, up to the first `exit`.

    With each declaration of an included file comes the `include` of the script that led to it.  A
    file with an error is passed to `skip`, if it is given, with that `include`.

    Raises
    ------
    BadScript
        At the `include`, if a file is not allowed or not readable, if files include one another in
        a cycle or more than 20 deep, or for more than 1000 includes or 500,000 declarations in all.
    """
    if not isinstance(script, Script):
        raise BadScript(
            f"expected a Script, not a value of type {type(script).__name__}: call parse()"
        )
    file = script.source.file
    library = _Library(file, permissions)
    outer: Include | None = None
    found = 0
    # For each open file its place and an iterator over its declarations, the innermost file last.
    open_files: list[tuple[_Place, Iterator[Declaration]]] = [
        (library.start, iter(script.declarations))
    ]
    includes = 0
    while open_files:
        declaration = next(open_files[-1][1], None)
        if declaration is None:
            open_files.pop()
        elif isinstance(declaration, Exit):
            break
        elif isinstance(declaration, Include):
            if len(open_files) == 1:
                outer = declaration
            try:
                place, included = library.included(declaration, open_files[-1][0])
                if place in [opened for opened, _ in open_files]:
                    raise declaration.file.span.fault(
                        f"'{declaration.file.text}' includes itself, directly or through another "
                        "file"
                    )
            except BadScript as error:
                if skip is None or outer is None:
                    raise
                skip(error, outer)
                continue
            if len(open_files) > DEEPEST_INCLUDE:
                raise declaration.file.span.fault(
                    f"files include one another more than {DEEPEST_INCLUDE} deep"
                )
            includes += 1
            if includes > MOST_INCLUDES:
                raise declaration.file.span.fault(f"more than {MOST_INCLUDES} files are included")
            open_files.append((place, iter(included.declarations)))
        else:
            yield declaration, outer if len(open_files) > 1 else None
            found += 1
            if found > MOST_DECLARATIONS:
                raise declaration.span.fault(
                    f"more than {MOST_DECLARATIONS:,} declarations, counting included files"
                )


# The path components of a file below the folder of the main script; if files are allowed anywhere,
# the real path as a single component.
_Place = tuple[str, ...]


class _Library:
    """The files that a script includes; each is read once."""

    def __init__(self, file: str, permissions: Permissions) -> None:
        self._anywhere = permissions.files
        file = located(file)
        self._root = os.path.dirname(file)
        self._scripts: dict[_Place, Script] = {}
        self.start: _Place = (os.path.basename(file),)
        if self._anywhere:
            self.start = (os.path.realpath(file) if file else "",)

    def included(self, declaration: Include, within: _Place) -> tuple[_Place, Script]:
        """Return the place of the included file, and its script."""
        span, text = declaration.file.span, declaration.file.text
        name = _beside(span.file, text)
        place = self._place(name) if self._anywhere else self._place_below(text, within)
        if place is None:
            raise span.fault(f"'{text}' is not below the folder of the script; " + ALLOW_FILES)
        if place not in self._scripts:
            try:
                if self._anywhere:
                    self._scripts[place] = read_script(name)
                else:
                    self._scripts[place] = _read(
                        name, lambda: open_below(self._root, place, shown=name)
                    )
            except BadScript as error:
                # An error with a line number is an error in the included file.
                if error.line:
                    raise
                raise span.fault(error.message) from None
        return place, self._scripts[place]

    def _place(self, name: str) -> _Place:
        with suppress(OSError, ValueError):
            name = os.path.realpath(located(name))
        return (name,)

    def _place_below(self, text: str, within: _Place) -> _Place | None:
        if text.startswith("/"):
            root = os.path.abspath(self._root).rstrip("/") + "/"
            if not os.path.normpath(text).startswith(root):
                return None
            steps = steps_below([], os.path.normpath(text)[len(root) :])
        else:
            steps = steps_below(within[:-1], text)
        return None if steps is None else tuple(steps)


def _beside(file: str, name: str) -> str:
    """Return the path of a file that is named relative to another file."""
    if file.startswith(EXAMPLE) and not os.path.isabs(name):
        return f"{EXAMPLE}{name}"
    return os.path.join(os.path.dirname(file), name)


def _read(name: str, opened: Callable[[], BinaryIO]) -> Script:
    """Read a script from an open file; `name` is used in error messages."""
    try:
        with opened() as file:
            content = read_up_to(file, MOST_BYTES + 1)
    except BadFormat as error:
        raise BadScript(str(error)) from None
    except OSError as error:
        raise BadScript(f"cannot read '{printable(name)}': {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise BadScript(
            f"'{printable(name)}' is longer than {MOST_BYTES // 10**6} MB: is this a script?"
        )
    try:
        text = decoded(content, file=name)
    except BadFormat as error:
        raise BadScript(f"cannot read '{printable(name)}': {error}") from None
    return parse(text, file=name)
