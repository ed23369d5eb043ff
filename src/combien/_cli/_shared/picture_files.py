"""Names of picture files: extensions, numbering, and the standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from combien._base.files import write_file
from combien.errors import BadInput

__all__ = ["ENDINGS", "STDOUT", "NumberedFile"]

# The name of the standard output.
STDOUT = "-"
# The extensions that each option accepts.
ENDINGS = {
    "svg": (".svg",),
    "png": (".png",),
    "sheet": (".svg", ".png"),
    "stl": (".stl",),
    "3mf": (".3mf",),
    "turntable": (".svg", ".gif", ".png", ".apng"),
    "pdf": (".pdf",),
}
ANIMATIONS = ENDINGS["turntable"]


class NumberedFile:
    """A file that is written once, or a series of numbered files; `-` is the standard output.

    `kind` is a key of `ENDINGS` for a picture, "animation", or empty.

    Raises
    ------
    BadInput
        From the constructor, if the name cannot be written to or has another extension.
    """

    def __init__(
        self, name: str, *, kind: str = "", numbered: bool = False, resumed: bool = False
    ) -> None:
        self._path = Path(name)
        self._number = 1 if numbered else 0
        self.streamed = name == STDOUT
        if self.streamed:
            return
        _check(name, self._path)
        _check_ending(self._path, kind)
        while resumed and numbered and self._next_path().exists():
            self._number += 1

    def write(self, content: bytes) -> Path:
        """Write the next file and return its path."""
        if self.streamed:
            _stream(content)
            return self._path
        path = self._next_path()
        write_file(path, content)
        if self._number:
            self._number += 1
        return path

    def _next_path(self) -> Path:
        if not self._number:
            return self._path
        return self._path.with_name(f"{self._path.stem}-{self._number}{self._path.suffix}")


def _check(name: str, path: Path) -> None:
    if not path.name or "\0" in name:
        raise BadInput(f"cannot write '{name}': this is not a file name")
    if path.is_dir():
        raise BadInput(f"cannot write '{name}': it is a folder; name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write '{name}': there is no folder '{path.parent}'; make it first")


def _check_ending(path: Path, kind: str) -> None:
    ending = path.suffix.lower()
    known = ANIMATIONS if kind == "animation" else ENDINGS.get(kind, ())
    if ending and known and ending not in known:
        raise BadInput(
            f"cannot write '{path}': --{kind} writes {' or '.join(known)}, not {ending}; the "
            "formats are --svg (.svg), --png (.png), --sheet (.svg, .png) and, to print, "
            "--stl (.stl), --3mf (.3mf) and --pdf (.pdf)"
        )


def _stream(content: bytes) -> None:
    """Write text or an image to the standard output."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        sys.stdout.flush()
        # A replaced standard output, as in tests, may have no binary buffer.
        binary = getattr(sys.stdout, "buffer", None)
        if binary is None or sys.stdout.isatty():
            raise BadInput("an image cannot be written to a terminal: name a file") from None
        binary.write(content)
    else:
        sys.stdout.write(text)
