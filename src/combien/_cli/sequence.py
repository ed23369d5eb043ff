"""`combien sequence`: how many tilings the boards of a family have, with a proved formula."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import click

from combien._base.budget import UNLIMITED
from combien._base.checks import did_you_mean
from combien._base.files import located, write_file
from combien._cli._shared.declare import argument, command, option, paths
from combien._cli._shared.files import load
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.guessing import given_terms, guess_facts, print_guesses
from combien._cli._shared.options import CommonOptions, common_options, with_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json, unlimited_digits
from combien.errors import BadInput, OutOfBudget
from combien.geometry import PLANES, SQUARE, Region, cylinder, plane_named
from combien.sequences import FAMILIES, Boards, Strip
from combien.sequences import sequence as sequence_of
from combien.tilings._tiling import TilingProblem

if TYPE_CHECKING:
    from combien.geometry._region import Region
    from combien.sequences import Boards, Growth, Sequence, Strip, StripAutomaton
    from combien.sequences._sources import Refinement


MOST_TERMS = 100_000
# Of a family whose terms are counted one by one, and to guess a formula.
FEW = 8
ENOUGH = 24


@command()
@argument("[FAMILY]", complete=paths)
@option("--width W", "The cells across the strip; 2x3 for the cross-section of a box.")
@option("--ring W", "The cells around a cylinder.", type=int)
@option("--lattice", "The shape of the cells.", choices=lambda: list(PLANES), shown="squares")
@option(
    "--repeat", "Repeat the board of the script FILE in this direction.", choices=("right", "up")
)
@option(
    "--tile TILE",
    "A tile: domino, L-tromino, 2x3, or a drawing such as '**/*.'; repeatable.",
    into="tile",
    multiple=True,
)
@option(
    "--tiles SET",
    "A set of tiles: squares, rectangles, bars, pentominoes and so on; repeatable.",
    into="tiles",
    multiple=True,
)
@option("--fixed", "Tiles may not be turned.")
@option(
    "-n N",
    "The number of terms, from n = 0 on.  [default: 20; 1000 with -o; of a family without a "
    "formula 8, or 24 with --guess, or as many as the limits allow, if there are limits]",
    into="number",
    type=click.IntRange(0, MOST_TERMS),
)
@with_options("--up-to")
@option(
    "--refine CONDITION",
    "Count tilings that are primitive (no fault line across), fault-free or tatami; or all of "
    "them by the number of each of the tiles.",
)
@option("--term N", "Print only a(N), by the formula.", type=click.IntRange(0))
@option("--modulo M", "Print the term modulo M.", type=click.IntRange(1))
@option("--latex", "Print the formula in LaTeX.", into="notation", flag_value="latex")
@option("--sympy", "Print a SymPy expression.", into="notation", flag_value="sympy")
@option("--pari", "Print a PARI/GP expression.", into="notation", flag_value="pari")
@option("--sage", "Print Sage code.", into="notation", flag_value="sage")
@option("--oeis", "Print an entry for the OEIS.", into="notation", flag_value="oeis")
@option("-o PATH", "Write a b-file of the OEIS.", into="bfile")
@option(
    "--automaton PATH",
    "Write the automaton and its transfer matrix; the ending of the name says how: .dot "
    "(Graphviz), .json, .m (Mathematica) or .mpl (Maple).",
)
@option(
    "--guess",
    "Guess a formula and the growth of a family without a formula, or of the terms in FAMILY: "
    "1,1,2,5,14,..., or a file of terms, such as a b-file.  Nothing guessed is proved.",
)
@option("--lookup FILE", "Find the sequence in this copy of the OEIS's stripped.gz.")
@option(
    "--certificate FILE", "Write a certificate of the formula, which combien check-count checks."
)
@option("--checkpoint FOLDER", "Count each term by itself, and store them in this folder.")
@common_options()
def sequence(
    common: CommonOptions,
    family: str | None,
    width: str | None,
    ring: int | None,
    lattice: str,
    repeat: str | None,
    tile: tuple[str, ...],
    tiles: tuple[str, ...],
    fixed: bool,
    number: int | None,
    up_to: str,
    refine: str | None,
    term: int | None,
    modulo: int | None,
    notation: str | None,
    bfile: str | None,
    automaton: str | None,
    guess: bool,
    lookup: str | None,
    certificate: str | None,
    checkpoint: str | None,
) -> Exit:
    """Count the tilings of the boards of a family, and prove a formula.

    The terms are a(0), a(1), ..., for strips of n rows; the recurrence is the shortest one and is
    proved for all n.

    FAMILY is a script whose board is repeated, or the name of a family without a formula: square,
    cube, aztec, hexagon, triangle or honeycomb, with --tile, or queens, latin, langford or costas;
    with --guess, also terms, a(0) first, or a file of terms.

    Examples
    --------
    combien sequence --width 4 --tile domino
    combien sequence --width 5 --tiles squares -n 20 --json
    combien sequence --ring 6 --tile '**/*.' --tile 1x2
    combien sequence --width 2x2 --tile domino
    combien sequence example:dominoes.cmb --repeat right
    combien sequence --width 9 --tiles squares --up-to all
    combien sequence --width 7 --tile L-tromino --term 1000000 --modulo 1000000007
    combien sequence --width 4 --tile domino -o b005178.txt
    combien sequence --width 4 --tile domino --automaton dominoes.dot
    combien sequence square --tiles pentominoes -n 6 --checkpoint pentominoes
    combien sequence aztec --tile domino --guess
    combien sequence b005178.txt --guess
    """
    if modulo is not None and term is None:
        raise BadInput("--modulo: expected --term with it, as in --term 1000000")
    if automaton is not None and _ending(automaton) not in AUTOMATA:
        raise BadInput(f"--automaton {automaton[:60]!r}: expected a name in {', '.join(AUTOMATA)}")
    across = width is not None or ring is not None
    if guess and (term is not None or (notation or "latex") != "latex" or automaton or certificate):
        raise BadInput("--guess: a guess is printed as text, with --json or with --latex only")
    if guess and family is not None and family not in FAMILIES:
        if across or tile or tiles or repeat is not None or bfile or lookup or checkpoint:
            raise BadInput("--guess of given terms takes no other option than --json and --latex")
        terms = given_terms(family)
        with unlimited_digits():
            if common.json:
                print_json({"terms": list(map(str, terms)), "proved": False, **guess_facts(terms)})
            else:
                print_guesses(terms, latex=notation is not None)
        return Exit.ANSWERED
    given: Strip | Boards
    if family in FAMILIES:
        if across or repeat is not None or lattice != "squares":
            raise BadInput(f"{family}: this family takes no --width, --ring, --lattice or --repeat")
        given = Boards(family, tiles=[*tile, *tiles], fixed=fixed)
    elif family is not None:
        if family != "-" and not os.path.exists(located(family)):
            raise BadInput(
                f"{family[:60]!r}: no such script, nor family: these are {', '.join(FAMILIES)}"
                f"{did_you_mean(family[:40], FAMILIES)}"
            )
        given = _script_strip(family, repeat, given=bool(across or tile or tiles or fixed))
    else:
        if repeat is not None:
            raise BadInput("--repeat: expected a script, as in combien sequence board.cmb")
        if not tile and not tiles:
            raise BadInput("no tiles: give --tile domino, for example, or --tiles squares")
        given = Strip(_cross_section(width, ring, lattice), tiles=[*tile, *tiles], fixed=fixed)
    if refine == "tiles":
        others = (notation, bfile, automaton, lookup, certificate, checkpoint, guess)
        if up_to != "none" or term is not None or any(others):
            raise BadInput("--refine tiles prints polynomials only: give no other form of output")
        return _print_by_tiles(given, common, FEW if number is None else number)
    counted = isinstance(given, Boards) or checkpoint is not None or common.engine != "auto"
    counted = counted or (refine is not None and up_to != "none")
    if guess and not counted:
        raise BadInput("--guess: the formula of a strip is proved; leave --guess out")
    endless = counted and number is None and common.budget != UNLIMITED
    if number is None:
        number = MOST_TERMS if endless else 1000 if bfile is not None else FEW if counted else 20
        number = ENOUGH if guess and not endless and bfile is None else number
    stop: OutOfBudget | None = None
    interrupted = False
    with Bar() as bar:
        found = sequence_of(
            given,
            up_to=up_to,
            refine=cast("Refinement | None", refine),
            engine=common.engine,
            budget=common.budget,
            report=bar,
            checkpoint=checkpoint,
        )
        try:
            if term is None or common.json:
                found.first(number)
            if not counted:
                found.recurrence()
            if automaton is not None:
                found.automaton  # noqa: B018
        except OutOfBudget as error:
            stop = error
        except KeyboardInterrupt:
            interrupted = True
    wanted = Wanted(
        number=number,
        cells=given.layout.slots if isinstance(given, Strip) else 0,
        json=common.json,
        notation=notation,
        term=term,
        modulo=modulo,
        bfile=bfile,
        automaton=automaton,
        guess=guess,
        lookup=lookup,
    )
    with unlimited_digits():
        complete = not interrupted and (stop is None or endless)
        if certificate is not None and complete:
            write_file(certificate, found.certificate())
        write(found, wanted, complete=complete)
    if interrupted:
        print_message("interrupted; these terms are complete")
        return Exit.INTERRUPTED
    if stop is not None:
        print_message(str(stop))
        return Exit.ANSWERED if endless else Exit.UNKNOWN
    if not counted and found.recurrence() is None:
        print_message("no formula: its order may be greater than what is tried")
    if common.verbose:
        print_message(f"{given}; {found.proof or ' '.join(found.engines)}")
    return Exit.ANSWERED


def _print_by_tiles(given: Strip | Boards, common: CommonOptions, number: int) -> Exit:
    """Print a polynomial in the tiles for each length."""
    stop: OutOfBudget | None = None
    polynomials: list[str] = []
    with Bar() as bar, unlimited_digits():
        found = sequence_of(given, refine="tiles", budget=common.budget, report=bar)
        try:
            polynomials.extend(map(found.polynomial, range(number)))
        except OutOfBudget as error:
            stop = error
    if common.json:
        print_json({"tiles": found.tiles, "polynomials": polynomials})
    else:
        sys.stdout.write("".join(f"{n} {text}\n" for n, text in enumerate(polynomials)))
    if stop is not None:
        print_message(str(stop))
        return Exit.UNKNOWN
    return Exit.ANSWERED


def _cross_section(width: str | None, ring: int | None, lattice: str) -> Region:
    cells = plane_named(lattice)
    if (width is None) == (ring is None):
        raise BadInput("expected a script or one of --width and --ring, as in --width 4")
    if width is None:
        return cylinder(ring or 0, 1, lattice=cells)
    sides = [int(side) for side in width.split("x") if side.isascii() and side.isdigit()]
    if len(sides) != width.count("x") + 1 or not all(0 < side <= 1000 for side in sides):
        raise BadInput(f"--width {width[:40]!r}: expected a number such as 4, or 2x3 for a box")
    if cells is not SQUARE and len(sides) > 1:
        raise BadInput(f"--width {width[:40]!r}: boxes are of squares, not of {lattice}")
    return Region.box(*sides, 1, lattice=cells)


def _script_strip(file: str, repeat: str | None, *, given: bool) -> Strip:
    """Return the strip of the last problem of a script, repeated in a direction."""
    if given:
        raise BadInput(f"{file[:60]!r}: a script has the board and the tiles; give no others")
    model = load(file, choose="").model
    if not isinstance(model, TilingProblem):
        raise BadInput(f"{file[:60]!r}: expected a tiling problem, whose board is repeated")
    for place, tile in enumerate(model.tiles):
        if tile.times != (0, None):
            raise BadInput(
                f"{tile.called(place)} has a fixed number of uses: the tiles of a strip are used "
                "any number of times"
            )
    return Strip(model.board, axis=0 if repeat in (None, "right") else 1, tiles=model.tiles)


# Longer recurrences fill the screen.
LONG = 40
# The growth rate of a recurrence of order 544 takes 0.4 s of an AMD EPYC core, of order 1134 4 s.
MOST_GROWTH = 600

# What is printed instead of the terms and formulas.
NOTATIONS: dict[str, Callable[[Sequence], str]] = {
    "latex": lambda found: found.to_latex(),
    "oeis": lambda found: found.oeis(),
    "pari": lambda found: found.to_pari(),
    "sage": lambda found: found.to_sage(),
    "sympy": lambda found: str(found.to_sympy()),
}

# How an automaton is written, by the ending of the name of its file.
AUTOMATA: dict[str, Callable[[StripAutomaton], str]] = {
    ".dot": lambda automaton: automaton.dot(),
    ".json": lambda automaton: automaton.to_json(),
    ".m": lambda automaton: automaton.to_mathematica(),
    ".mpl": lambda automaton: automaton.to_maple(),
}


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the output.

    `number` is how many terms, `cells` how many cells a step of n adds (0 if that varies), `term`
    the index of a single term.
    """

    number: int
    cells: int
    json: bool
    notation: str | None
    term: int | None
    modulo: int | None
    bfile: str | None
    automaton: str | None
    guess: bool
    lookup: str | None


def write(found: Sequence, wanted: Wanted, *, complete: bool) -> None:
    """Write a sequence; if it is not `complete`, only the terms that are known."""
    proved = complete and found.recurrence() is not None
    if wanted.bfile is not None:
        write_file(wanted.bfile, found.bfile(min(wanted.number, len(found.known))))
    if wanted.automaton is not None and complete:
        text = AUTOMATA[_ending(wanted.automaton)](found.automaton)
        write_file(wanted.automaton, f"{text}\n")
    if wanted.json:
        print_json(_facts(found, wanted, complete=complete, proved=proved))
    elif not complete:
        _print(found, wanted, proved=False)
    elif wanted.guess:
        _print(found, wanted, proved=False)
        print_guesses(found.known[: wanted.number], latex=wanted.notation is not None)
    elif wanted.notation is not None:
        sys.stdout.write(f"{NOTATIONS[wanted.notation](found)}\n")
    elif wanted.term is not None:
        sys.stdout.write(f"{found.term(wanted.term, wanted.modulo)}\n")
    elif wanted.bfile is None:
        _print(found, wanted, proved=proved)
    if complete and wanted.lookup is not None and not wanted.json:
        matches = found.look_up(wanted.lookup)
        lines = [str(match) for match in matches] or ["no sequence of the file begins like this"]
        sys.stdout.write("".join(f"{line}\n" for line in lines))


def _print(found: Sequence, wanted: Wanted, *, proved: bool) -> None:
    if proved or found.known:
        sys.stdout.write(f"{' '.join(map(str, found.known[: wanted.number]))}\n")
    if not proved:
        return
    recurrence, growth = found.recurrence(), _growth(found)
    assert recurrence is not None
    if sum(map(bool, recurrence.coefficients)) > LONG:
        sys.stdout.write(
            f"a recurrence of order {recurrence.order} for n >= {recurrence.start}, which --json, "
            "--latex and --pari print\n"
        )
    else:
        sys.stdout.write(f"{recurrence}\n{found.generating_function()}\n")
    if growth is not None and float(growth) > 0:
        entropy = f"; entropy {growth.entropy(cells=wanted.cells, places=10)} a cell"
        sys.stdout.write(f"growth {growth.digits()}{entropy if wanted.cells else ''}\n")
    sys.stdout.write(f"proved: {found.proof}\n")


def _growth(found: Sequence) -> Growth | None:
    """Return the growth rate, unless it takes long."""
    recurrence = found.recurrence()
    return found.growth() if recurrence is not None and recurrence.order <= MOST_GROWTH else None


def _facts(found: Sequence, wanted: Wanted, *, complete: bool, proved: bool) -> dict[str, object]:
    recurrence = found.recurrence() if proved else None
    function = found.generating_function() if proved else None
    growth = _growth(found) if proved else None
    proof = found.proof if proved else None
    facts: dict[str, object] = {
        "terms": [str(term) for term in found.known[: wanted.number]],
        "recurrence": None if recurrence is None else [str(c) for c in recurrence.coefficients],
        "start": None if recurrence is None else recurrence.start,
        "generating_function": None
        if function is None
        else {
            "numerator": [str(c) for c in function.numerator],
            "denominator": [str(c) for c in function.denominator],
        },
        "growth": None if growth is None else growth.digits(),
        "states": None if proof is None else proof.states,
        "proved": proof is not None,
        "proof": None if proof is None else str(proof),
    }
    if found.engines:
        facts["engines"] = list(found.engines[: wanted.number])
    if not complete:
        return facts
    if wanted.guess:
        return facts | guess_facts(found.known[: wanted.number])
    if wanted.term is not None:
        facts["term"] = str(found.term(wanted.term, wanted.modulo))
    if wanted.notation is not None:
        facts["notation"] = NOTATIONS[wanted.notation](found)
    if wanted.lookup is not None:
        facts["lookup"] = [
            {
                "number": match.number,
                "dropped": match.dropped,
                "extra": match.extra,
                "common": match.common,
                "step": match.step,
            }
            for match in found.look_up(wanted.lookup)
        ]
    return facts
