"""What `combien sequence` prints: terms and formulas, as text, as JSON, or for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from combien._base.files import write_file
from combien._base.records import dataclass
from combien._cli._shared.report import print_json

if TYPE_CHECKING:
    from combien.sequences import Growth, Sequence

__all__ = ["NOTATIONS", "Wanted", "write"]

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
    lookup: str | None


def write(found: Sequence, wanted: Wanted, *, complete: bool) -> None:
    """Write a sequence; if it is not `complete`, only the terms that are known."""
    proved = complete and found.recurrence() is not None
    if wanted.bfile is not None:
        write_file(wanted.bfile, found.bfile(min(wanted.number, len(found.known))))
    if wanted.json:
        print_json(_facts(found, wanted, complete=complete, proved=proved))
    elif not complete:
        _print(found, wanted, proved=False)
    elif wanted.notation is not None:
        sys.stdout.write(f"{NOTATIONS[wanted.notation](found)}\n")
    elif wanted.term is not None:
        sys.stdout.write(f"{found.term(wanted.term, wanted.modulo)}\n")
    elif wanted.bfile is None:
        _print(found, wanted, proved=proved)
    if complete and wanted.lookup is not None and not wanted.json:
        matches = found.look_up(wanted.lookup)
        lines = [str(match) for match in matches] or ["no sequence of the file has these terms"]
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
