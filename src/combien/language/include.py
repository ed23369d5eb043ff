"""Reads scripts from files, and puts what a script includes in its place.

An included file is looked for beside the file that includes it.  What comes out is one list of
declarations, cut at the first `exit`; each still knows the file that it stands in, so an error in
an included file shows that file.  Circles, towers of includes, and includes that double at every
level are refused before they fill the memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from combien._files import open_regular
from combien.errors import BadFormat, BadScript
from combien.language.parser import parse
from combien.language.syntax import Declaration, Exit, Include, Script
from combien.wording import printable

__all__ = ["gather", "read_script"]

DEEPEST_INCLUDE = 20
MOST_INCLUDES = 1000
MOST_DECLARATIONS = 500_000
MOST_BYTES = 64_000_000


def read_script(path: str | os.PathLike[str]) -> Script:
    """The script in a file.

    Errors: `BadScript` when it cannot be opened, is longer than 64 MB, or cannot be parsed.  Bytes
    that are no UTF-8 do no harm in comments and drawings, and are refused elsewhere.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise BadScript(f"a script is in a file with a path, not of type {type(path).__name__}")
    name = os.fsdecode(path)
    try:
        with open_regular(name) as file:
            content = file.read(MOST_BYTES + 1)
    except BadFormat as error:
        raise BadScript(str(error)) from None
    except OSError as error:
        raise BadScript(f"cannot read '{printable(name)}': {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise BadScript(
            f"'{printable(name)}' is longer than {MOST_BYTES // 10**6} MB: is this a script?"
        )
    return parse(content.decode("utf-8", errors="replace"), file=name)


def gather(script: Script) -> list[Declaration]:
    """The declarations of a script and of what it includes, up to the first `exit`.

    Errors: `BadScript` at the `include` for a file that cannot be read, a circle, more than 20
    files inside each other, more than 1000 includes or 500,000 declarations in all.
    """
    if not isinstance(script, Script):
        raise BadScript(f"a Script is run, not a value of type {type(script).__name__}: parse it")
    file = script.source.file
    scripts: dict[str, Script] = {}
    gathered: list[Declaration] = []
    # One iterator for each file that is open, the innermost last.
    open_files: list[tuple[str, Iterator[Declaration]]] = [
        (os.path.realpath(file) if file else "", iter(script.declarations))
    ]
    includes = 0
    while open_files:
        declaration = next(open_files[-1][1], None)
        if declaration is None:
            open_files.pop()
        elif isinstance(declaration, Exit):
            break
        elif isinstance(declaration, Include):
            path, included = _included(declaration, scripts)
            if path in [opened for opened, _ in open_files]:
                raise declaration.file.span.fault(
                    f"'{declaration.file.text}' includes itself, directly or through another file"
                )
            if len(open_files) > DEEPEST_INCLUDE:
                raise declaration.file.span.fault(
                    f"more than {DEEPEST_INCLUDE} files include one another here"
                )
            includes += 1
            if includes > MOST_INCLUDES:
                raise declaration.file.span.fault(f"more than {MOST_INCLUDES} files are included")
            open_files.append((path, iter(included.declarations)))
        else:
            gathered.append(declaration)
            if len(gathered) > MOST_DECLARATIONS:
                raise declaration.span.fault(
                    f"more than {MOST_DECLARATIONS:,} declarations, with those of included files"
                )
    return gathered


def _included(declaration: Include, scripts: dict[str, Script]) -> tuple[str, Script]:
    """The file that is meant and what it says; each file is read once."""
    span = declaration.file.span
    name = os.path.join(os.path.dirname(span.file), declaration.file.text)
    try:
        path = os.path.realpath(name)
    except (OSError, ValueError) as error:
        raise span.fault(_unreadable(name, error)) from None
    if path not in scripts:
        try:
            scripts[path] = read_script(name)
        except BadScript as error:
            # An error that has a line of its own is about what the file says.
            if error.line:
                raise
            raise span.fault(error.message) from None
    return path, scripts[path]


def _unreadable(name: str, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"cannot read '{printable(name)}': {reason or error}"
