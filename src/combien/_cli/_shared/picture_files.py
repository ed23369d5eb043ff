"""Files of pictures, films and pages: extensions, numbering, and the standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combien._base.extras import needed
from combien._base.files import write_file
from combien._cli._shared.drawing import drawing
from combien.drawing._renderers.png import resvg
from combien.errors import BadInput

if TYPE_CHECKING:
    from combien.drawing._picture import Picture
    from combien.engines._protocol import Reporter
    from combien.printing import Animation
    from combien.tilings._arrangement import Arrangement


# The name of the standard output.
STDOUT = "-"
# The extensions that each option accepts.
ENDINGS = {
    "svg": (".svg",),
    "png": (".png",),
    "render": (),
    "sheet": (".svg", ".png"),
    "stl": (".stl",),
    "3mf": (".3mf",),
    "turntable": (".svg", ".gif", ".png", ".apng"),
    "pdf": (".pdf",),
}
ANIMATIONS = ENDINGS["turntable"]
# What writes a PNG if the extension says so.
_BY_ENDING = ("render", "sheet")


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
        if not self.streamed:
            _check(name, self._path)
            _check_ending(self._path, kind)
        if kind == "png" or (kind in _BY_ENDING and self._path.suffix.lower() == ".png"):
            # Refuse a missing library before a long search.
            resvg()
        if self.streamed:
            return
        while resumed and numbered and self._next_path().exists():
            self._number += 1

    def draw(self, content: Callable[[Reporter], bytes | str]) -> Path:
        """Write what a function with a reporter draws, as `write` does."""
        with drawing("the output" if self.streamed else self._next_path().name) as report:
            drawn = content(report)
        return self.write(drawn.encode() if isinstance(drawn, str) else drawn)

    def write(self, content: bytes | Callable[[], bytes | str]) -> Path:
        """Write the next file and return its path.

        What takes long to make is given as a function, which Ctrl-C and `--seconds` interrupt: see
        `drawing`.
        """
        if callable(content):
            return self.draw(lambda _: content())
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


# What the pages of a PDF have, and their sizes; a test compares the sizes.
PAGES = ("solutions", "cutouts", "book", "handout")
LANGUAGES = ("en", "fr")
PAPERS = ("A3", "A4", "A5", "letter", "legal")
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


def require_images(option: str, name: str) -> None:
    """Raise `MissingExtra` if an animation needs Pillow or resvg-py, which is not installed."""
    if Path(name).suffix.lower() not in (".gif", ".png", ".apng"):
        return
    with needed(f"--{option} {name} needs Pillow", "pictures", more="; or write an .svg"):
        import_module("PIL.Image")
    resvg()


def _is_fault_free(model: object) -> bool:
    """Return whether a model is the tilings of another one without fault lines."""
    from combien.design import FaultFree  # Start-up: only for a handout.

    return isinstance(model, FaultFree)


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
        link: str,
        language: str,
        resumed: bool,
    ) -> None:
        from combien.drawing._renderers.cutting import check_lengths  # Start-up: only for PDF.
        from combien.drawing._renderers.pages import Pages  # Start-up: only for PDF.

        self._file = NumberedFile(name, kind="pdf", numbered=resumed, resumed=resumed)
        # Refuse bad lengths, and a missing library, before a long search.
        check_lengths(cell)
        Pages(paper, title)
        if pages == "handout":
            from combien.printing._handouts import check_link  # Start-up: only for PDF.

            check_link(link)
        elif link or language != LANGUAGES[0]:
            raise BadInput("--link and --language are for --pdf with --pages handout")
        self._pages, self._paper, self._cell = pages, paper, cell
        self._palette, self._title = palette, title
        self._link, self._language = link, language
        self._solutions: list[Arrangement] = []
        # Of a handout: the problem, the number of its solutions if it is known, and why there is
        # none.
        self._model: Any = None
        self._ways: int | None = None
        self._why: tuple[str, Picture | None] | None = None

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

    @property
    def is_handout(self) -> bool:
        """Whether the file has the number of solutions, or why there is none."""
        return self._pages == "handout"

    @property
    def language(self) -> str:
        """The language of a handout."""
        return self._language

    def require_handout(self, model: Any, limits: Sequence[object]) -> None:
        """Raise `BadInput` for rules that a handout does not state."""
        from combien.printing._tasks import refuse_unstated  # Start-up: only for PDF.

        if limits:
            raise BadInput("a handout does not state --limit: choose other --pages")
        refuse_unstated(getattr(model, "base", model) if _is_fault_free(model) else model)
        self._model = model

    def set_ways(self, ways: int | None) -> None:
        """Set the number of solutions, or None if it is not known."""
        self._ways = ways

    def set_reason(self, text: str, picture: Picture | None) -> None:
        """Set why there is no solution."""
        self._why = text, picture

    def end(self) -> None:
        """Write the file, unless there is no solution, and no reason why."""
        if self._solutions or self._why:
            self._file.draw(self._handout if self.is_handout else self._drawn)

    def _handout(self, report: Reporter) -> bytes:
        from combien.printing import Handout, handout_pdf  # Start-up: only for PDF.
        from combien.printing._tasks import sheet_of  # Start-up: only for PDF.

        reason, why = self._why or ("", None)
        fault_free = _is_fault_free(self._model)
        sheet = sheet_of(
            self._model.base if fault_free else self._model,
            language=self._language,
            ways=self._ways,
            possible=self._why is None,
            fault_free=fault_free,
        )
        answer = self._solutions[0].picture() if self._solutions else why
        return handout_pdf(
            [Handout(sheet.board, answer, pieces=sheet.pieces, reason=reason)],
            title=self._title,
            task=sheet.task,
            link=self._link,
            paper=self._paper,
            palette=self._palette,
            language=self._language,
            report=report,
        )

    def _drawn(self, report: Reporter) -> bytes:
        from combien.printing import (  # Start-up: only for PDF.
            book_pdf,
            cutouts_pdf,
            solutions_pdf,
        )

        if self._pages == "cutouts":
            return cutouts_pdf(
                self._solutions[0],
                cell=self._cell,
                paper=self._paper,
                palette=self._palette,
                title=self._title,
                report=report,
            )
        if self._pages == "book":
            name = self._title or "Puzzle"
            return book_pdf(
                [(name, self._solutions[0])],
                title=name,
                paper=self._paper,
                palette=self._palette,
                report=report,
            )
        return solutions_pdf(
            self._solutions,
            paper=self._paper,
            palette=self._palette,
            title=self._title,
            report=report,
        )
