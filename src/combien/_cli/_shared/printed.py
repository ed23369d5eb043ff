"""Files for paper and for the screen that `combien.printing` makes: animations and PDF."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from combien._cli._shared.picture_files import NumberedFile
from combien.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from combien.printing import Animation
    from combien.tilings._arrangement import Arrangement

__all__ = ["PAGES", "PAPERS", "PdfFile", "animated", "require_pillow"]

# What the pages of a PDF have, and their sizes; a test compares the sizes.
PAGES = ("solutions", "cutouts", "book")
PAPERS = ("A3", "A4", "letter")
# Twelve on a page, and 500 pages.
MOST_SOLUTIONS = 6000


def animated(film: Animation, name: str) -> bytes:
    """Return an animation in the format of a file name: GIF, animated PNG, else SVG."""
    ending = Path(name).suffix.lower()
    writers: dict[str, Callable[[], bytes]] = {
        ".gif": film.gif,
        ".png": film.apng,
        ".apng": film.apng,
    }
    return writers.get(ending, lambda: film.svg().encode())()


def require_pillow(option: str, name: str) -> None:
    """Raise `MissingExtra` if an animation needs Pillow, which is not installed."""
    if Path(name).suffix.lower() not in (".gif", ".png", ".apng"):
        return
    try:
        import_module("PIL.Image")
    except ImportError:
        raise MissingExtra(
            f"--{option} {name} needs Pillow: pip install 'combien[pictures]', or write an .svg"
        ) from None


class PdfFile:
    """Writes one PDF at the end: all solutions, or the pieces or the puzzle of the first one."""

    def __init__(
        self,
        name: str,
        *,
        pages: str,
        paper: str,
        cell: float,
        palette: str,
        title: str,
        resumed: bool,
    ) -> None:
        from combien.drawing._renderers.cutting import check_lengths  # Start-up: only for PDF.
        from combien.printing._pages import Pages  # Start-up: only for PDF.

        self._file = NumberedFile(name, kind="pdf", numbered=resumed, resumed=resumed)
        # Refuse bad lengths, and a missing library, before a long search.
        check_lengths(cell)
        Pages(paper, title)
        self._pages, self._paper, self._cell = pages, paper, cell
        self._palette, self._title = palette, title
        self._solutions: list[Arrangement] = []

    def add(self, tiling: Arrangement) -> None:
        """Add a solution.  Raises `BadInput` if there are too many for one file."""
        if self._pages != "solutions" and self._solutions:
            return
        if len(self._solutions) == MOST_SOLUTIONS:
            raise BadInput(
                f"--pdf: more than {MOST_SOLUTIONS} solutions do not fit into one file: ask for "
                "fewer, as in -n 100"
            )
        self._solutions.append(tiling)

    def end(self) -> None:
        """Write the file, unless there is no solution."""
        if not self._solutions:
            return
        from combien.printing import (  # Start-up: only for PDF.
            book_pdf,
            cutouts_pdf,
            solutions_pdf,
        )

        if self._pages == "cutouts":
            content = cutouts_pdf(
                self._solutions[0],
                cell=self._cell,
                paper=self._paper,
                palette=self._palette,
                title=self._title,
            )
        elif self._pages == "book":
            name = self._title or "Puzzle"
            content = book_pdf(
                [(name, self._solutions[0])], title=name, paper=self._paper, palette=self._palette
            )
        else:
            content = solutions_pdf(
                self._solutions, paper=self._paper, palette=self._palette, title=self._title
            )
        self._file.write(content)
