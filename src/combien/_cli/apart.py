"""`combien apart`: which assemblies of a packing puzzle come apart, and in how many moves."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal

import click

from combien._base.files import located
from combien._cli._shared.declare import command, option, together
from combien._cli._shared.drawing import interruptible
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import Request, in_range, request_options, with_options
from combien._cli._shared.picture_files import PAPERS, NumberedFile, animated, require_images
from combien._cli._shared.pictures import PictureOptions, bed_sides, length_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import Beside, answer_each, explain_interrupt, print_json
from combien._questions import solutions
from combien._wording import counted
from combien.drawing._renderers.typeface import pdf_library
from combien.errors import BadInput, OutOfBudget
from combien.printing import Scene, moves_pdf, print_layout
from combien.printing._mesh import check_mesh_sizes
from combien.tilings import xmpuzzle
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem
from combien.tilings.disassembly._survey import Survey, taken_apart
from combien.tilings.xmpuzzle import StoredProblem

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded
    from combien.printing import PrintLayout
    from combien.tilings import Packing, PackingProblem, Tiling, TilingProblem
    from combien.tilings.disassembly import Disassembly
    from combien.tilings.xmpuzzle import StoredProblem


UpTo = Literal["none", "rotations", "all"]


MOST_LISTED = 10**9


@command()
@option(
    "-n N",
    "List up to N assemblies that come apart; 0 means all.",
    into="number",
    shown=20,
    check=in_range(MOST_LISTED),
)
@option(
    "--solution K",
    "Print all moves of assembly K, counted from 1.",
    into="chosen",
    type=click.IntRange(1, MOST_LISTED),
)
@option(
    "--svg FILE",
    "With --solution, draw every position of a solid puzzle, side by side.",
    into="strip",
)
@option("--animation FILE", "With --solution, draw the moves as an animation: .svg, .gif or .apng.")
@option(
    "--pdf FILE",
    "With --solution, write a book of its moves: a title page, and a page for each.",
    into="book",
)
@option("--paper", "The paper of --pdf.", choices=PAPERS, shown="A4")
@option("--exploded FILE", "With --solution, draw its pieces apart: .svg or .png.")
@option("--stl FILE", "With --solution, write its pieces for 3D printing, in their places.")
@option(
    "--3mf FILE",
    "With --solution, write its pieces for 3D printing, side by side and in color.",
    into="threemf",
)
@option(
    "--bed WIDTHxDEPTH",
    "Lay the pieces for --stl and --3mf out on a bed of this size in millimeters, as in 220x220; "
    "numbered files if they need more than one plate.",
    into="bed",
    type=bed_sides,
)
@option(
    "--split",
    "With --bed, cut pieces that are too large for it into parts, which loose pins join.",
)
@together(*length_options("piece", "--3mf and --stl", "--3mf and --stl"))
@option(
    "--xmpuzzle FILE",
    "Write the puzzle, the assemblies that are listed and their moves for BurrTools.",
    into="burrtools",
)
@option("--thorough", "Try every shortest first separation, and print the least level.")
@option("--rotations", "Also rotate pieces by quarter turns, on squares and cubes.")
@option(
    "--up-to",
    "Count assemblies that differ by these symmetries of the board as one.",
    choices=("none", "rotations", "all"),
    shown="rotations",
)
@with_options("--threads")
@request_options()
def apart(
    request: Request,
    number: int,
    chosen: int | None,
    strip: str | None,
    animation: str | None,
    book: str | None,
    paper: str,
    exploded: str | None,
    stl: str | None,
    threemf: str | None,
    bed: tuple[float, float] | None,
    split: bool,
    cell_size: float,
    tolerance: float,
    bevel: float,
    hollow: float | None,
    drain: float | None,
    burrtools: str | None,
    thorough: bool,
    rotations: bool,
    up_to: UpTo,
    threads: int | None,
) -> Exit:
    """Find which assemblies of a puzzle come apart, and in how many moves.

    FILE is an .xmpuzzle file of BurrTools, or a script (.cmb) with a problem3.  The level 7.3.2 of
    an assembly means: 7 moves separate it into two parts, and these take 3 and 2 moves more.
    Pieces move along the lattice; with --rotations they also turn, with sharp corners and no play.
    --nodes limits the search for the assemblies and that for the moves, each.

    Examples
    --------
    combien apart example:piston.xmpuzzle
    combien apart example:piston.xmpuzzle --solution 8
    combien apart example:piston.xmpuzzle --solution 8 --animation piston.svg
    combien apart example:piston.xmpuzzle --solution 8 --pdf piston.pdf --paper letter
    combien apart example:piston.xmpuzzle --solution 8 --exploded piston.svg --3mf piston.3mf
    combien apart example:piston.xmpuzzle --solution 8 --bed 120x120 --stl piston.stl --bevel 0.8
    combien apart example:piston.xmpuzzle --xmpuzzle moves.xmpuzzle
    combien apart example:soma.cmb -n 0 --seconds 60 --json
    """
    if rotations and thorough:
        raise BadInput("--thorough goes through translations only: leave it or --rotations out")
    if chosen is None and (strip or animation or book or exploded or stl or threemf):
        raise BadInput(
            "--svg, --animation, --pdf, --exploded, --stl and --3mf write one assembly: choose it "
            "with --solution K"
        )
    if bed is None and split:
        raise BadInput("--split cuts what is too large for a bed: give its size, --bed WIDTHxDEPTH")
    if bed is not None and not (stl or threemf):
        raise BadInput("--bed lays pieces out for a printer: name the file, --stl or --3mf")
    if bed is None and stl and (bevel or hollow is not None):
        raise BadInput("--bevel and --hollow are for --3mf, and with --bed for --stl: add --bed")
    drawn = PictureOptions(
        stl=stl,
        threemf=threemf,
        labels=True,
        cube=cell_size,
        gap=2 * tolerance,
        cell_size=cell_size,
        tolerance=tolerance,
        bevel=bevel,
        hollow=hollow,
        drain=drain,
    )
    plates = _Plates(bed, drawn, split=split) if bed else None
    if plates:
        drawn = replace(drawn, stl=None, threemf=None)
    files = _Pictures(strip, animation, book, paper, _exploded(drawn, exploded), plates)
    if burrtools and chosen is not None:
        raise BadInput("--xmpuzzle writes all assemblies that are listed: omit it or --solution")
    puzzle = _PuzzleFile(burrtools, request.file) if burrtools else None

    def answer(request: Request, loaded: Loaded) -> Exit:
        then = "use --seconds to print what is known by then"
        if chosen is not None:
            then = f"the moves of assembly {chosen} are not known"
        with Bar() as bar, explain_interrupt(bar, then):
            search = _Separation(
                request,
                loaded,
                bar,
                thorough=thorough,
                rotations=rotations,
                up_to=up_to,
                threads=threads,
                listed=number,
            )
            if chosen is not None:
                return search.print_one(chosen, files)
            stopped = search.run()
        if puzzle:
            puzzle.add(loaded, search, finished=stopped is None)
        if request.verbose:
            print_message(bar.sentence)
        return search.print_survey(stopped)

    asked = request.load_each({"--solution": chosen})
    if puzzle:
        puzzle.check([loaded for _, loaded in asked])
    try:
        return answer_each(asked, answer)
    finally:
        if puzzle:
            puzzle.write()


class _Pictures:
    """The files for the pictures of one assembly, and for its pieces."""

    def __init__(
        self,
        strip: str | None,
        animation: str | None,
        book: str | None,
        paper: str,
        drawn: PictureOptions,
        plates: _Plates | None,
    ) -> None:
        self._drawn = drawn
        self.plates = plates
        self._pieces = drawn.files(title="", numbered=False, resumed=False)
        self._strip = strip and NumberedFile(strip, kind="svg")
        self._animation = animation and NumberedFile(animation, kind="animation")
        self._book = book and NumberedFile(book, kind="pdf")
        self._name, self._paper = animation or "", paper
        if animation:
            require_images("animation", animation)
        if book:
            # Before a long search.
            pdf_library()

    @property
    def streamed(self) -> bool:
        """Whether a picture was written to the standard output, and nothing else may be."""
        files = (self._strip, self._animation, self._book)
        moves = any(file and file.streamed for file in files)
        plates = self.plates is not None and self.plates.streamed
        return moves or plates or bool(self._drawn.streamed)

    def draw(self, assembly: Tiling | Packing, found: Disassembly, *, title: str) -> None:
        """Write the pieces and the pictures."""
        self._drawn.require(assembly.board)
        for file in self._pieces:
            file.add(assembly)
        if self.plates:
            self.plates.write(title=title)
        if self._book:
            self._book.draw(
                lambda report: moves_pdf(
                    assembly, found, title=title, paper=self._paper, report=report
                )
            )
        if not self._strip and not self._animation:
            return

        board = assembly.board
        lengths = (high - low + 1 for low, high in zip(board.low, board.high, strict=True))
        scenes = found.scenes(away=max(lengths))
        if not scenes:
            raise BadInput("the assembly does not come apart: there are no moves to draw")
        scene = Scene(assembly, labels=True)
        if self._strip:
            self._strip.write(lambda: scene.steps(scenes, title=f"level {found.notation}"))
        if self._animation:
            self._animation.write(
                lambda: animated(scene.motion(scenes, title=f"level {found.notation}"), self._name)
            )


def _exploded(drawn: PictureOptions, exploded: str | None) -> PictureOptions:
    """Return the options with those of `solve` for an exploded view."""
    if exploded is None:
        return drawn
    image = exploded.lower().endswith(".png")
    return replace(
        drawn,
        svg=None if image else exploded,
        png=exploded if image else None,
        view="exploded",
    )


class _Plates:
    """The files of the plates on which the pieces are laid out for a printer."""

    def __init__(self, bed: tuple[float, float], drawn: PictureOptions, *, split: bool) -> None:
        check_mesh_sizes(
            drawn.cell_size, drawn.tolerance, drawn.bevel, drawn.hollow, drain=drawn.drain
        )
        self._bed, self._drawn, self._split = bed, drawn, split
        self._names = {kind: name for kind in ("stl", "3mf") if (name := drawn.file(kind))}
        # Refuse bad names before a long search.
        files = [NumberedFile(name, kind=kind) for kind, name in self._names.items()]
        self.streamed = any(file.streamed for file in files)
        self.layout: PrintLayout | None = None

    def lay_out(self, assembly: Tiling | Packing) -> None:
        """Lay the pieces out."""
        own = self._drawn
        self.layout = print_layout(
            assembly,
            self._bed,
            size=own.cell_size,
            tolerance=own.tolerance,
            bevel=own.bevel,
            hollow=own.hollow,
            drain=own.drain,
            split=self._split,
        )
        if len(self.layout.plates) > 1 and self.streamed:
            raise BadInput(
                f"{len(self.layout.plates)} plates do not fit into the standard output: name a file"
            )

    def write(self, *, title: str) -> None:
        """Write a file for each plate."""
        plates = self.layout.plates if self.layout else ()
        for kind, name in self._names.items():
            file = NumberedFile(name, kind=kind, numbered=len(plates) > 1)
            for plate in plates:
                file.write(plate.stl if kind == "stl" else partial(plate.threemf, title=title))


class _PuzzleFile:
    """A file of BurrTools with what was found for each problem."""

    def __init__(self, name: str, read: str) -> None:
        self._file = NumberedFile(name)
        if self._file.streamed or (os.path.exists(name) and os.path.samefile(name, located(read))):
            raise BadInput("--xmpuzzle writes a new file, not the one that it reads: name another")
        self._problems: dict[str, StoredProblem] = {}
        self._comment = ""

    def check(self, asked: Sequence[Loaded]) -> None:
        """Raise `BadFormat` before the search if these problems cannot be written."""
        xmpuzzle.write({loaded.name: _model(loaded) for loaded in asked})

    def add(self, loaded: Loaded, search: _Separation, *, finished: bool) -> None:
        """Add a problem, with what was found and what its file says about it."""
        said = loaded.said
        groups, weights = (said.tile_groups, said.weights) if said else ((), ())
        self._comment = said.comment if said else ""
        known = StoredProblem(_model(loaded), None, None, None, groups, (), weights=weights)
        found = {place: (assembly, one) for place, assembly, one in search.listed}
        self._problems[loaded.name] = known.with_found(found, search.survey, finished=finished)

    def write(self) -> None:
        """Write the file, unless the search was interrupted before anything was known."""
        if self._problems:
            self._file.write(lambda: xmpuzzle.write(self._problems, comment=self._comment))


def _model(loaded: Loaded) -> TilingProblem | PackingProblem:
    """Return a tiling or packing problem.  Raises `BadInput` for another one."""
    model = loaded.model
    if not isinstance(model, (TilingProblem, PackingProblem)):
        raise BadInput("only tilings and packings come apart: give an .xmpuzzle or .cmb file")
    return model


class _Separation:
    """Takes the assemblies of a problem apart, one by one, and prints what it finds."""

    def __init__(
        self,
        request: Request,
        loaded: Loaded,
        bar: Bar,
        *,
        thorough: bool,
        rotations: bool,
        up_to: UpTo,
        threads: int | None,
        listed: int,
    ) -> None:
        self._request = request
        self._beside = Beside(loaded, up_to=up_to, budget=request.budget)
        self._groups = loaded.said.groups if loaded.said else {}
        self._model = _model(loaded)
        self._bar = bar
        self._thorough = thorough
        self._rotations = rotations
        self._up_to: UpTo = up_to
        self._threads = threads
        self._most_listed = listed
        self.listed: list[tuple[int, Tiling | Packing, Disassembly]] = []
        self._levels: dict[tuple[int, ...], int] = {}
        self._assemblies = self._searched = 0

    def run(self) -> OutOfBudget | None:
        """Take all assemblies apart; return the error if the budget ended first."""
        waiting: deque[Tiling | Packing] = deque()

        def kept() -> Iterator[Tiling | Packing]:
            for assembly in self._assembled():
                waiting.append(assembly)
                yield assembly

        try:
            for found in self._results(kept()):
                self._add(waiting.popleft(), found)
        except OutOfBudget as error:
            return error
        return None

    def print_one(self, chosen: int, files: _Pictures) -> Exit:
        """Print and draw the moves of the assembly with this number, counted from 1."""
        self._bar.begin(f"the search for assembly {chosen}")
        first = list(islice(self._assembled(), chosen))
        if len(first) < chosen:
            raise BadInput(
                f"--solution {chosen}: there are only {counted(len(first), 'assembly')}, from 1"
            )
        assembly = first[-1]
        if files.plates:
            # What does not fit is known before a long search for moves.
            with interruptible("laying the pieces out", "while the pieces were laid out"):
                files.plates.lay_out(assembly)
        self._bar.begin("the search for moves")
        (found,) = self._results(iter([assembly]))
        self._bar.clear()
        title = self._model.name or f"Assembly {chosen}"
        if not files.streamed:
            # Before it is drawn, which takes time.
            self._print_moves(chosen, assembly, found, files.plates)
        files.draw(assembly, found, title=title)
        return Exit.ANSWERED if found.comes_apart else Exit.NONE

    def _print_moves(
        self, chosen: int, assembly: Tiling | Packing, found: Disassembly, plates: _Plates | None
    ) -> None:
        layout = plates.layout if plates else None
        if self._request.json:
            laid = layout.to_json() if layout else {}
            print_json({"problem": self._model.name, "assembly": chosen, **found.to_json(), **laid})
        else:
            laid_out = f"{layout}\n" if layout else ""
            print_text(f"{assembly}\n\n{_named(assembly)}\n{found}\n{laid_out}")
        sys.stdout.flush()

    @property
    def survey(self) -> Survey:
        """The numbers so far."""
        levels = dict(sorted(self._levels.items(), reverse=True))
        return Survey(self._assemblies, levels, self._searched, self._rotations)

    def print_survey(self, stopped: OutOfBudget | None) -> Exit:
        """Print the numbers and the histogram."""
        found = self.survey
        beside = self._beside.of_survey(found) if stopped is None else {}
        if self._request.json:
            print_json(
                {
                    "problem": self._model.name,
                    "complete": stopped is None,
                    **found.to_json(),
                    **beside,
                    "listed": [
                        {
                            "assembly": place,
                            "level": list(one.level),
                            **({"rotations": one.rotations} if self._rotations else {}),
                        }
                        for place, _, one in self.listed
                    ],
                }
            )
        else:
            print_text(f"{found}\n")
        if stopped is not None:
            raise stopped
        return Exit.ANSWERED if found.apart else Exit.NONE

    def _add(self, assembly: Tiling | Packing, found: Disassembly) -> None:
        self._assemblies += 1
        self._searched += found.searched
        if not found.comes_apart:
            return
        self._levels[found.level] = self._levels.get(found.level, 0) + 1
        if self._most_listed and len(self.listed) >= self._most_listed:
            return
        self.listed.append((self._assemblies, assembly, found))
        if not self._request.json:
            self._bar.clear_for_output()
            print_text(f"assembly {self._assemblies}: {found.summary}\n")

    def _assembled(self) -> Iterator[Tiling | Packing]:
        """Yield the assemblies, one of those that are symmetric to each other."""
        return solutions(
            self._model,
            engine=self._request.engine,
            up_to=self._up_to,
            budget=self._request.budget,
            report=self._bar,
        )

    def _results(self, assemblies: Iterator[Tiling | Packing]) -> Iterator[Disassembly]:
        return taken_apart(
            assemblies,
            groups=self._groups,
            thorough=self._thorough,
            rotations=self._rotations,
            threads=self._threads,
            budget=self._request.budget,
            report=self._bar,
        )


def _named(assembly: Tiling | Packing) -> str:
    """Return which tile each piece is."""
    pieces = [
        f"piece {number}: {placement.tile.called(placement.number)}"
        for number, placement in enumerate(assembly.placements)
    ]
    return "\n".join(pieces)
