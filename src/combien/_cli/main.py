"""The command line `combien COMMAND`: its entry point."""

from __future__ import annotations

import codecs
import io
import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, cast

from combien._cli._shared.groups import combien_command, run
from combien._cli._shared.guard import guarded, print_message

# What lines around tiles become where the encoding of the output lacks them (LANG=C, Windows).
_PLAIN = {
    **dict.fromkeys("│╵╷", "|"),
    **dict.fromkeys("─╶╴", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    "·": ".",
    "…": "...",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default `sys.argv`; return its exit code."""
    _prepare_streams()
    words = sys.argv[1:] if arguments is None else list(arguments)
    warnings.showwarning = _show_warning
    return guarded(lambda: run(words, combien_command))


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    """Print a warning without the place in the program that gave it."""
    print_message(f"combien: warning: {message}")


def _prepare_streams() -> None:
    """Open missing output streams, and replace characters that their encoding lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="combien")
    stream = sys.__stdout__
    # Not another one that is put in its place: the process's own stays open when it is replaced.
    if stream is not None and sys.stdout is stream and isinstance(stream.buffer, io.RawIOBase):
        sys.stdout = _whole(stream)


class _AtOnce(io.BufferedWriter):
    """Writes everything at once, and keeps what an interrupt leaves unwritten."""

    def write(self, data: Any) -> int:
        length = super().write(data)
        self.flush()
        return length


def _whole(stream: TextIOWrapper) -> TextIOWrapper:
    """Return an unbuffered stream (PYTHONUNBUFFERED) that writes all of each text.

    The interpreter's own drops the rest of a text of which the system took a part: where the disk
    is full, or at Ctrl-C while the reader of a pipe is slow.
    """
    raw = cast("io.RawIOBase", stream.buffer)
    return TextIOWrapper(
        _AtOnce(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=True,
    )


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in lacking), error.end


codecs.register_error("combien", _plain)
