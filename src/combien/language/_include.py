"""Read scripts from files and expand their includes.

An included file is searched for relative to the file that includes it, and must be below the folder
of the script that is run (see `_permissions`).  The result is one list of declarations, up to the
first `exit`; each keeps its file, so errors in an included file name that file.  Include cycles,
deep nesting, and exponentially many includes are rejected before they fill the memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from combien._base.files import open_regular
from combien._wording import printable
from combien.cover.formats._text import decoded
from combien.errors import BadFormat, BadScript
from combien.language._parser import parse
from combien.language._permissions import ALLOW_FILES, SAFE, Permissions, open_below, steps_below
from combien.language._syntax import Declaration, Exit, Include, Script

__all__ = ["gather", "read_script"]

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
    gathered: list[Declaration] = []
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
            place, included = library.included(declaration, open_files[-1][0])
            if place in [opened for opened, _ in open_files]:
                raise declaration.file.span.fault(
                    f"'{declaration.file.text}' includes itself, directly or through another file"
                )
            if len(open_files) > DEEPEST_INCLUDE:
                raise declaration.file.span.fault(
                    f"files include one another more than {DEEPEST_INCLUDE} deep"
                )
            includes += 1
            if includes > MOST_INCLUDES:
                raise declaration.file.span.fault(f"more than {MOST_INCLUDES} files are included")
            open_files.append((place, iter(included.declarations)))
        else:
            gathered.append(declaration)
            if len(gathered) > MOST_DECLARATIONS:
                raise declaration.span.fault(
                    f"more than {MOST_DECLARATIONS:,} declarations, counting included files"
                )
    return gathered


# The path components of a file below the folder of the main script; if files are allowed anywhere,
# the real path as a single component.
_Place = tuple[str, ...]


class _Library:
    """The files that a script includes; each is read once."""

    def __init__(self, file: str, permissions: Permissions) -> None:
        self._anywhere = permissions.files
        self._root = os.path.dirname(file)
        self._scripts: dict[_Place, Script] = {}
        self.start: _Place = (os.path.basename(file),)
        if self._anywhere:
            self.start = (os.path.realpath(file) if file else "",)

    def included(self, declaration: Include, within: _Place) -> tuple[_Place, Script]:
        """Return the place of the included file, and its script."""
        span, text = declaration.file.span, declaration.file.text
        name = os.path.join(os.path.dirname(span.file), text)
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
            name = os.path.realpath(name)
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


def _read(name: str, opened: Callable[[], BinaryIO]) -> Script:
    """Read a script from an open file; `name` is used in error messages."""
    try:
        with opened() as file:
            content = file.read(MOST_BYTES + 1)
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
