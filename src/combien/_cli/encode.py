"""Write a problem as clauses and read the answer; check proofs, also certificates of counts.

The size is printed first, and files larger than 1 GB need --any-size.  A file appears under its
name only when it is complete, since a truncated formula is a valid one with more models.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from combien import check_count as program
from combien._base.files import located
from combien._cli._shared.declare import argument, command, forms, option, paths
from combien._cli._shared.files import Loaded, format_by_content, load
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import (
    MOST_BYTES,
    STDIN,
    name_in_errors,
    read_bytes,
    read_head,
    read_text,
    stem,
)
from combien._cli._shared.options import one_of, with_options
from combien._cli._shared.output import MOST_UNASKED, as_text, stream_to, write_lines
from combien._cli._shared.pictures import PictureOptions
from combien._cli._shared.progress import Bar
from combien.cover._verify import fault
from combien.errors import BadInput
from combien.sat import dimacs, opb, results
from combien.sat._encode import LinearEncoding, members_of
from combien.sat._encode import encode as encoded
from combien.sat._forms import FORMS, form_named
from combien.sat._proofs import check
from combien.tilings._tiling import TilingProblem
from combien.tilings.sat_document import TilingDocument, read_board, read_tile

if TYPE_CHECKING:
    from combien.sat._encode import Encoding, LinearEncoding
    from combien.tilings.sat_document import TilingDocument

    Formula = Encoding | LinearEncoding | TilingDocument


MOST_SHOWN = 5


def _forms() -> Collection[str]:
    return FORMS


@command()
@option(
    "--tile CELLS",
    "FILE is a board in which # is a usable cell, and this is a tile, as in [[0,0],[0,1]], x "
    "across and y down.  (repeatable)",
    into="tiles",
    multiple=True,
)
@option(
    "--style NAME",
    "The output format: dimacs, sat13 (Knuth's, with names), opb (pseudo-Boolean) or wcnf "
    "(MaxSAT, with costs).",
    into="form",
    shown="dimacs",
    complete=forms,
    check=one_of(_forms),
)
@with_options("--encoding", "--size", "--any-size", "-o", "--read", "--boxes")
@option("--svg PATH", "Write a drawing of the answer.")
@with_options("--problem", "--format", "--allow-files")
@argument("FILE", complete=paths)
def encode(
    file: str,
    tiles: tuple[str, ...],
    form: str,
    encoding: str | None,
    only_size: bool,
    any_size: bool,
    output: str | None,
    answer: str | None,
    boxes: bool,
    svg: str | None,
    problem: str | None,
    format: str | None,
    allow_files: bool,
) -> Exit:
    """Write a problem as clauses for a SAT solver, and read the answer.

    With --tile, FILE is a board to cover by tiles that may be turned and used any number of times.
    The variables are then placements (P0_2_1) and cells (C_2_1), unless --encoding names another
    encoding.  Without --tile, FILE is any problem.  To read an answer, repeat the same options and
    add --read.

    Examples
    --------
    combien encode example:camel.txt --tile "[[0,0],[1,0]]" --style sat13 -o camel.sat
    combien encode example:camel.cmb --encoding sequential -o camel.cnf
    combien encode example:scott.cmb --encoding pairwise --size
    cadical -q camel.cnf | combien encode example:camel.cmb --encoding sequential --read -
    """
    if answer is None and (boxes or svg is not None):
        raise click.UsageError("--boxes and --svg need --read")
    if answer is not None and (only_size or output is not None):
        raise click.UsageError("--size and -o cannot be combined with --read")
    if only_size and output is not None:
        raise click.UsageError("-o cannot be combined with --size")
    loaded = _loaded(file, tiles, name=problem, format=format, allow_files=allow_files)
    formula = _formula(loaded, form, encoding, document=bool(tiles))
    if answer is not None:
        return _read(loaded, formula, form, answer, boxes=boxes, svg=svg)
    unsatisfiable_because = list(_uncovered_items(loaded, formula))
    for line in unsatisfiable_because:
        print_message(f"{loaded.name}: {line}")
    size, most_bytes = _size(formula, form)
    if most_bytes > MOST_UNASKED and not (any_size or only_size):
        raise BadInput(
            f"{loaded.name}: {size}: files above 1 GB need --any-size; another --encoding may be "
            "smaller"
        )
    print_message(f"{loaded.name}: {size}")
    if not only_size:
        cover = loaded.problem
        about = f"{loaded.name}: {cover.item_count} items, {cover.option_count} options"
        with stream_to(output) as stream:
            lines = _lines(formula, form, [about, *unsatisfiable_because])
            write_lines(lines, stream, total=_count(formula))
    return Exit.ANSWERED


def _loaded(
    file: str,
    tiles: Sequence[str],
    *,
    name: str | None,
    format: str | None,
    allow_files: bool,
) -> Loaded:
    """Load the problem of a file, or make one of a board and the tiles of --tile."""
    if not tiles:
        text = format is None and os.path.splitext(file)[1].lower() == ".txt"
        if text and os.path.exists(located(file)) and not format_by_content(read_head(file)):
            raise BadInput(
                f"'{file}' may be a board, which needs --tile, as in "
                "--tile '[[0,0],[1,0]]'; otherwise set --format"
            )
        return load(file, name=name, format=format, allow_files=allow_files)
    if name is not None or format is not None:
        raise click.UsageError("--problem and --format cannot be combined with --tile")

    kinds = [read_tile(tile) for tile in tiles]
    name = stem(file)
    return Loaded(name, TilingProblem(read_board(read_text(file)), kinds, name=name))


def _formula(loaded: Loaded, form: str, encoding: str | None, *, document: bool) -> Formula:
    """Encode a problem in the chosen form."""
    if encoding is None and document and isinstance(loaded.model, TilingProblem):
        return TilingDocument(loaded.model)
    if encoding is None and form == "opb":
        return LinearEncoding(loaded.problem)
    return encoded(loaded.problem, encoding or "bitwise")


# Writing ------------------------------------------------------------------------------------------


def _uncovered_items(loaded: Loaded, formula: Formula) -> Iterator[str]:
    """Describe the items that too few options cover, which make the formula unsatisfiable."""
    problem = loaded.problem
    options = list(map(len, members_of(problem)))
    lacking = [item for item in problem.items if options[item.number] < item.low]
    for item in lacking[:MOST_SHOWN]:
        name = f"item {item.name!r}"
        if isinstance(formula, TilingDocument):
            name = f"cell {formula.name(problem.option_count + item.number + 1)}"
        found = options[item.number]
        covered = f"by {found} options, which are too few" if found else "by nothing"
        yield f"unsatisfiable: {name} is covered {covered}"
    if len(lacking) > MOST_SHOWN:
        yield f"unsatisfiable: so are {len(lacking) - MOST_SHOWN} more"


def _count(formula: Formula) -> int:
    if isinstance(formula, LinearEncoding):
        return formula.constraint_count
    return formula.clause_count


def _size(formula: Formula, form: str) -> tuple[str, int]:
    """Return a description of the size, and an upper bound of the bytes."""
    if isinstance(formula, LinearEncoding):
        most_bytes, unit = opb.most_bytes(formula), "constraints"
    else:
        most_bytes, unit = form_named(form).most_bytes(formula), "clauses"
    size = f"{formula.variable_count:,} variables, {_count(formula):,} {unit}"
    return f"{size}, at most {most_bytes:,} bytes of {form}", most_bytes


def _lines(formula: Formula, form: str, comments: Sequence[str]) -> Iterator[str]:
    if isinstance(formula, LinearEncoding):
        return opb.lines(formula, comments=[*comments, *formula.comments])
    return form_named(form).lines(formula, comments)


# Reading ------------------------------------------------------------------------------------------


def _read(
    loaded: Loaded, formula: Formula, form: str, answer: str, *, boxes: bool, svg: str | None
) -> Exit:
    """Print the solution that an answer contains, or that there is none, or that it is unknown."""
    model = loaded.model
    if boxes or svg is not None:
        loaded.require_picture("--boxes and --svg")
    drawing = PictureOptions(svg=svg)
    if drawing.streamed and boxes:
        raise click.UsageError("--svg - writes a drawing instead of the text: omit --boxes")
    drawn = drawing.files(title=loaded.name, numbered=False, resumed=False)
    text = read_text(answer, MOST_BYTES)
    with name_in_errors(answer):
        if isinstance(formula, LinearEncoding):
            result = results.read(text)
        else:
            result = form_named(form).read_answer(text, formula)
    if result.satisfiable is None:
        print_message(f"{loaded.name}: the SAT solver did not decide it")
        return Exit.UNKNOWN
    if not result.satisfiable:
        print_message(
            f"{loaded.name} has no solution, according to the answer; check-proof checks proofs"
        )
        return Exit.NONE
    solution = formula.solution(result.model)
    wrong = fault(loaded.problem, solution)
    if wrong:
        raise BadInput(
            f"'{answer}' has a model that is not a solution: {wrong}; was it made for this "
            "problem, --style and --encoding?"
        )
    reading: Any = model.read(solution)
    if not drawing.streamed:
        print_text(as_text(loaded, boxes=boxes, style="names")(reading) + "\n")
    for file in drawn:
        file.add(reading)
        file.end()
    return Exit.ANSWERED


@command("check-proof")
@argument("FORMULA", complete=paths)
@argument("PROOF", complete=paths)
def check_proof(formula: str, proof: str) -> Exit:
    """Check a proof that a formula has no solution, or no cheaper one.

    For a formula in DIMACS form, PROOF is in the DRUP format, text or binary.  For linear
    constraints in a file .opb, it is in the format of VeriPB.  The exit code is 0 if each step
    follows from the previous ones, and a contradiction from all.  Otherwise it is 2, and the error
    names the first step that does not follow.

    Examples
    --------
    combien encode example:camel.txt --tile "[[0,0],[0,1],[0,2],[1,2]]" -o camel.cnf

    cadical camel.cnf camel.drup; combien check-proof camel.cnf camel.drup

    combien best --proof best.pbp example:prices.dlx
    combien check-proof best.opb best.pbp
    """
    if formula == proof == STDIN:
        raise BadInput("the formula and the proof cannot both be the standard input: name a file")
    text = read_text(formula, MOST_BYTES)
    with name_in_errors(formula):
        linear = text.lstrip().startswith("*")
        read: Callable[[str], Any] = opb.read if linear else dimacs.read
        known = read(text)
    steps = read_bytes(proof, MOST_BYTES)
    with Bar() as bar, name_in_errors(proof):
        verdict = check(known, steps, report=bar)
    if verdict.verified:
        print_text(f"{verdict}\n")
        return Exit.ANSWERED
    print_message(f"{proof}, {verdict}")
    return Exit.BAD_INPUT


@command("check-count")
@argument("FILE", complete=paths)
def check_count(file: str) -> Exit:
    """Check a certificate of a count.

    FILE is what --certificate of combien count or combien sequence has written.  This command runs
    check_count.py, a program by itself that can be copied and read, and that describes the format.
    The exit code is 0 if the certificate proves its number.  Otherwise it is 2, and the error names
    the first line that is wrong, or whose check would take more than 4 GB of memory.

    Examples
    --------
    combien count example:camel.cmb --certificate camel.txt
    combien check-count camel.txt
    """
    verified, text = program.verdict(read_bytes(file, program.MOST_BYTES))
    if verified:
        print_text(f"{text}\n")
        return Exit.ANSWERED
    print_message(f"{file}, {text}")
    return Exit.BAD_INPUT
