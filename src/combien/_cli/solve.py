"""`combien solve`: one, several or all solutions, as text, JSON and pictures.

Solutions are written as they are found, so memory does not grow with their number.  A search that
stops early, by Ctrl-C or its budget, prints the command that resumes it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import length_hint
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from combien._base.budget import countdown
from combien._cli._shared.declare import command, gathered, option
from combien._cli._shared.guard import Exit, Interrupts, print_message
from combien._cli._shared.options import (
    CommonOptions,
    Request,
    SatOptions,
    request_options,
    sat_options,
    with_options,
)
from combien._cli._shared.output import (
    BoardJson,
    BoardTexts,
    JsonOutput,
    NoOutput,
    TextOutput,
    as_text,
    json_text,
    option_texts,
)
from combien._cli._shared.picture_files import ENDINGS, PdfFile
from combien._cli._shared.pictures import PictureOptions, Sink, picture_options
from combien._cli._shared.progress import Bar, counters
from combien._cli._shared.report import answer_each, exit_code, in_french, sentence
from combien._cli._shared.weights import limit_option, limit_words, refuse_beside, with_limits
from combien._french.paper import CHESS, said
from combien._questions import count, explain, first, group_of, solutions
from combien._questions.iterator import batches_of
from combien._wording import Statement, counted
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._protocol import Answer, Model
from combien.errors import CannotAnswer, OutOfBudget
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem
from combien.web._page import page_english

# The seconds that counting, or a reason, takes at most, for a handout.
COUNTING = 5.0

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded
    from combien._cli._shared.output import Output
    from combien._questions.up_to import SymmetryName, UpTo
    from combien.drawing._picture import Picture


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """Which solutions to find, and how to write and draw them; `number` 0 means all."""

    drawn: PictureOptions
    number: int = 1
    boxes: bool = False
    resume: str = ""
    style: str = "names"
    seed: int | None = None
    up_to: SymmetryName = "none"
    threads: int | None = None
    sat: SatOptions = field(default_factory=SatOptions)

    def check(self, common: CommonOptions) -> None:
        """Check that the options fit together.

        Raises `UsageError`, or `BadInput` for bad file names.
        """
        self.sat.engine(common)
        if common.json and self.boxes:
            raise click.UsageError("--boxes cannot be combined with --json")
        streamed = self.drawn.streamed
        if len(streamed) > 1:
            raise click.UsageError(
                f"--{' and --'.join(streamed)}: only one can use the standard output"
            )
        many = self.number != 1 and streamed != ["sheet"]
        if streamed and (common.json or self.boxes or many):
            raise click.UsageError(
                f"--{streamed[0]} writes one drawing instead of the text: name a file, or "
                "omit --json, --boxes and -n"
            )
        self.files("")

    @property
    def any_will_do(self) -> bool:
        """Whether any one solution will do."""
        return self.number == 1 and not self.resume and self.seed is None and self.up_to == "none"

    def files(self, title: str) -> list[Sink]:
        """Return the picture files to write."""
        return self.drawn.files(title=title, numbered=self.number != 1, resumed=bool(self.resume))

    @property
    def colored(self) -> bool:
        """Whether boards are written in color; drawings with `--boxes` never are."""
        return not self.boxes and self.drawn.colored(sys.stdout)

    def words(self) -> list[str]:
        """Return equivalent command-line options, without -n and --resume."""
        shuffled = [] if self.seed is None else ["--seed", str(self.seed)]
        styled = [] if self.style == "names" else ["--style", self.style]
        up_to = [] if self.up_to == "none" else ["--up-to", self.up_to]
        boxes = ["--boxes"] * self.boxes
        threads = [] if self.threads is None else ["--threads", str(self.threads)]
        return boxes + styled + shuffled + up_to + threads + self.drawn.words() + self.sat.words()


@command()
@with_options("-n", "--boxes", "--resume")
@option(
    "--style",
    "How to write the options of a plain exact cover.",
    choices=("names", "knuth"),
    default="names",
)
@with_options("--seed", "--up-to", "--fault-free", "--threads")
@limit_option()
@request_options()
@picture_options
@sat_options(proof=True)
@gathered("wanted", SolveOptions, keys=SolveOptions.__match_args__)
def solve(
    request: Request, wanted: SolveOptions, fault_free: bool, limits: tuple[str, ...]
) -> Exit:
    """Find solutions of a problem.

    Solutions are written to the standard output as they are found.  After --resume, "no more
    solutions" means that no further solution exists.  For a single solution, a long search also
    tries shuffled orders, a search that learns from failures, weights that leave out options and a
    SAT solver; with -n 2 or more, --seed or --resume, solutions come in the order of the search.

    Examples
    --------
    combien solve example:scott.cmb
    combien solve -n 3 --boxes --svg scott.svg example:scott.cmb
    combien solve -n 20 --sheet scott.svg --palette print --labels example:scott.cmb
    combien solve --svg soma.svg --view apart --stl soma.stl example:soma.cmb
    combien solve --turntable soma.gif --pdf soma.pdf --pages cutouts example:soma.cmb
    combien solve -n 0 --json example:rectangles.cmb
    combien solve --style knuth example:knuth.dlx
    combien solve --engine sat --solver 'cadical -q' example:scott.cmb
    combien solve -n 3 --limit example:miles.csv=..60 example:prices.dlx
    """
    wanted.check(request)  # Refuse conflicting options before reading the file.
    others = {
        "--up-to": wanted.up_to != "none",
        "--fault-free": fault_free,
        "--seed": wanted.seed is not None,
        **wanted.sat.given(),
    }
    refuse_beside(limits, others)
    one = {f"--{name}": wanted.drawn.file(name) for name in ENDINGS} | {"--resume": wanted.resume}
    asked = (
        [(request, request.load_fault_free())]
        if fault_free
        else request.load_each(one, without=others)
    )
    again = ("combien", "solve", *["--fault-free"] * fault_free, *limit_words(limits))
    return answer_each(
        asked,
        lambda request, loaded: solve_loaded(
            request, with_limits(loaded, limits), wanted, again=again
        ),
    )


def solve_loaded(
    common: CommonOptions,
    loaded: Loaded,
    wanted: SolveOptions,
    *,
    again: Sequence[str],
    title: str = "",
) -> Exit:
    """Write and draw solutions.

    `again` is the beginning of the command line that resumes the search, and `title` what a puzzle
    is called with its settings; it is asked for reasons by `--why`.
    """
    number, resume = wanted.number, wanted.resume
    if wanted.boxes or wanted.drawn.anything():
        loaded.require_picture("--boxes and the options for pictures")
    if isinstance(loaded.model, (TilingProblem, PackingProblem)):
        wanted.drawn.require(loaded.model.board)
    files = wanted.files(loaded.name)
    handouts = [one for one in files if isinstance(one, PdfFile) and one.is_handout]
    for sheet in handouts:
        sheet.require_handout(loaded.model, loaded.limits)
    model = _model(common, loaded, wanted, files)
    output = _output(common, loaded, model, wanted)

    def draw(solution: Any) -> None:
        for file in files:
            file.add(solution)

    asked = loaded.constrained(model)
    some = output.add_some if isinstance(output, TextOutput) and not files else None
    found, code = _search(common, loaded, asked, output.add, draw, wanted, some)
    output.end(found)
    sys.stdout.flush()
    for sheet in handouts:
        if found.known["at_least"]:
            known = code == Exit.ANSWERED and not resume and wanted.up_to == "none"
            sheet.set_ways(found.count if known and found.complete else _ways(common, asked))
        elif code == Exit.NONE and not resume:
            sheet.set_reason(*_reason(common, loaded, sheet.language))
    undrawn: Exit | None = None
    for file in files:
        try:
            file.end()
        except (KeyboardInterrupt, OutOfBudget) as stop:
            # The position, which is printed below, would be lost.
            print_message(f"combien: {stop}")
            undrawn = Exit.UNKNOWN if isinstance(stop, OutOfBudget) else Exit.INTERRUPTED
            break
    sys.stdout.flush()
    stopped = code in (Exit.UNKNOWN, Exit.INTERRUPTED)
    if code == Exit.NONE:
        none = f"{title} has no solution; add --why for a reason" if title else ""
        none = none or loaded.none
        print_message("no more solutions" if resume else none)
    wanted.sat.print_proof_hint(none=code == Exit.NONE)
    if stopped:
        print_message(f"{found.engine}: {found.why}")
    elif common.verbose:
        print_message(sentence(found))
    left = number - found.known["at_least"] if stopped and number else number
    if found.position and (common.verbose or (stopped and (left or not number))):
        words = [*again, *common.words(), "-n", str(left), *wanted.words()]
        if stopped and ("restarts" in found.work or "sat_steps" in found.work):
            print_message(
                "to go on with shuffled orders and the SAT solver, begin anew with more --seconds; "
                "--resume continues the plain search"
            )
        print_message(f"resume with: {shlex.join([*words, '--resume', found.position])}")
    return code if undrawn is None else undrawn


def _ways(common: CommonOptions, model: Model[Any]) -> int | None:
    """Return the number of solutions, or None if it takes more than a few seconds.

    Ctrl-C ends the count, and not what was found before.
    """
    left = countdown(common.budget.seconds)()
    seconds = COUNTING if left is None else min(left, COUNTING)
    try:
        with Bar() as bar:
            return count(model, budget=replace(common.budget, seconds=seconds), report=bar)
    except (OutOfBudget, CannotAnswer, KeyboardInterrupt):
        return None


def _reason(common: CommonOptions, loaded: Loaded, language: str) -> tuple[str, Picture | None]:
    """Return why a problem has no solution, which a search has found out, for a handout.

    Without a simpler reason, it is the search.
    """
    left = countdown(common.budget.seconds)()
    seconds = COUNTING if left is None else min(left, COUNTING)
    with suppress(KeyboardInterrupt):
        found = explain(loaded.model, budget=replace(common.budget, seconds=seconds))
        if found.status == "none" and found.kind != "search":
            text, picture = found.text, found.picture
            if found.statement:
                # A sheet has pieces, as the page does.
                text = page_english(Statement.from_json(found.statement))
                if language == "fr":
                    text = in_french(found.statement, paper=True)
            if picture is not None:
                # Black and white in the words of the reason.
                chess = {patch.label for patch in picture.patches} - {""} == set(CHESS)
                letters = CHESS if chess and language == "fr" else {}
                patches = (
                    replace(patch, label=letters.get(patch.label, patch.label))
                    for patch in picture.patches
                )
                picture = replace(picture, patches=tuple(patches), labeled=True)
            return text, picture
    return said("A computer has tried all ways: none of them works.", language), None


def _model(
    common: CommonOptions, loaded: Loaded, wanted: SolveOptions, files: Sequence[Sink]
) -> Model[Any]:
    """Return the model to search; it reads solutions as text if no other output is needed."""
    model = loaded.model
    if not isinstance(model, (TilingProblem, PackingProblem)) or files:
        return model
    if common.json:
        return BoardJson(model)
    return model if wanted.colored else BoardTexts(model, boxes=wanted.boxes)


def _output(
    common: CommonOptions, loaded: Loaded, model: Model[Any], wanted: SolveOptions
) -> Output:
    """Return what writes the solutions that are read from the model."""
    if wanted.drawn.streamed:
        return NoOutput()
    are_texts = isinstance(model, (BoardTexts, BoardJson))
    if common.json:
        return JsonOutput(sys.stdout, str if are_texts else json_text(loaded), name=loaded.name)
    drawn = wanted.drawn if wanted.colored else None
    if not are_texts and not wanted.boxes and not loaded.puzzle and isinstance(model, Problem):
        options = option_texts(model, wanted.style)
        return TextOutput(sys.stdout, options.of, options=options)
    text = as_text(loaded, boxes=wanted.boxes, style=wanted.style, drawn=drawn)
    return TextOutput(sys.stdout, str if are_texts else text)


def _search(
    common: CommonOptions,
    loaded: Loaded,
    model: Model[Any],
    write: Callable[[Any], None],
    draw: Callable[[Any], None],
    wanted: SolveOptions,
    write_some: Callable[[Iterator[Solution]], int] | None,
) -> tuple[Answer[object], Exit]:
    """Write the solutions found, and draw them; return the answer and the exit code.

    `write_some` writes some of a batch of solutions that need not be drawn, and returns how many.
    """
    number = wanted.number
    started = perf_counter()
    found = 0
    code, why = Exit.ANSWERED, ""
    with Interrupts() as interrupts, Bar(check=interrupts.check) as bar:
        engine = wanted.sat.engine(common)
        if wanted.any_will_do:
            walk = first(model, engine=engine, budget=common.budget, report=bar)
        else:
            walk = solutions(
                model,
                engine=engine,
                limit=number or None,
                budget=common.budget,
                report=bar,
                resume=wanted.resume,
                seed=wanted.seed,
                threads=wanted.threads or 1,
                up_to=_group(loaded, wanted.up_to),
            )
        try:
            for batch in batches_of(walk) if write_some else ():
                while write_some and length_hint(batch):
                    bar.clear_for_output()
                    found += write_some(batch)
                    interrupts.check()
            for solution in walk:
                bar.clear_for_output()
                write(solution)
                found += 1
                draw(solution)
                interrupts.check()
        except KeyboardInterrupt as interrupt:
            if not number or found < number or str(interrupt):
                code = Exit.INTERRUPTED
                why = f"{interrupt}, " if str(interrupt) else "interrupted "
                why += f"after {counted(found, 'solution')} ({counters(walk.work)})"
        except OutOfBudget as stop:
            written = f"after {counted(found, 'solution')}, " if number != 1 else ""
            code, why = Exit.UNKNOWN, f"{written}{stop}"
    answer: Answer[object] = Answer(
        status="solved" if found else "none" if walk.complete else "stopped",
        engine=walk.engine,
        why=why or walk.why,
        work=walk.work,
        seconds=perf_counter() - started,
        complete=walk.complete,
        count=found if walk.complete and not wanted.resume else None,
        known={"at_least": found},
        position="" if walk.complete else walk.position,
    )
    return answer, exit_code(answer) if code == Exit.ANSWERED else code


def _group(loaded: Loaded, up_to: SymmetryName) -> UpTo:
    """Return the symmetry group to count up to; it is computed only if requested."""
    if up_to == "none":
        return "none"

    return group_of(loaded.model, up_to=up_to)
