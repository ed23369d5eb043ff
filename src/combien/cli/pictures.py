"""Writes pictures of solutions to files: one to the name that was given, several to numbered ones.

`board.svg` becomes `board-1.svg`, `board-2.svg` ... when more than one solution was asked for.  A
search that is resumed goes on after the numbers that are there already.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from combien.errors import BadInput

if TYPE_CHECKING:
    from combien.drawing.picture import Picture

__all__ = ["PictureFile", "png_file", "svg_file"]


class PictureFile:
    """Where the pictures of one format go.

    Errors: `BadInput`, at once, when the name cannot be written to.
    """

    def __init__(
        self, name: str, render: Callable[[Picture], bytes], *, numbered: bool, resumed: bool
    ) -> None:
        self._path = Path(name)
        self._render = render
        self._number = 1 if numbered else 0
        _check(name, self._path)
        while resumed and numbered and self._next_path().exists():
            self._number += 1

    def write(self, picture: Picture) -> Path:
        """Writes the next picture, and says where."""
        path = self._next_path()
        content = self._render(picture)
        try:
            path.write_bytes(content)
        except OSError as error:
            raise BadInput(f"cannot write '{path}': {error.strerror or error}") from None
        if self._number:
            self._number += 1
        return path

    def _next_path(self) -> Path:
        if not self._number:
            return self._path
        return self._path.with_name(f"{self._path.stem}-{self._number}{self._path.suffix}")


def svg_file(name: str, *, numbered: bool, resumed: bool) -> PictureFile:
    """Drawings that scale (SVG)."""
    return PictureFile(
        name, lambda picture: picture.svg().encode(), numbered=numbered, resumed=resumed
    )


def png_file(name: str, *, numbered: bool, resumed: bool) -> PictureFile:
    """Images (PNG)."""
    return PictureFile(name, lambda picture: picture.png(), numbered=numbered, resumed=resumed)


def _check(name: str, path: Path) -> None:
    if not path.name or "\0" in name:
        raise BadInput(f"cannot write '{name}': this is no name for a file")
    if path.is_dir():
        raise BadInput(f"cannot write '{name}': it is a folder; name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write '{name}': there is no folder '{path.parent}'; make it first")
