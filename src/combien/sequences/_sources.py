"""How the terms of a family are found: by an automaton, from other families, or one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Literal, Protocol

from combien._base.budget import Meter, Reporter
from combien._base.checks import did_you_mean, short_repr
from combien.engines._protocol import Budget, Engine, Model
from combien.errors import BadInput, BadTiling, CannotAnswer, Disagreement
from combien.geometry._symmetry import Group
from combien.sequences._automaton import Automaton, Layout
from combien.sequences._burnside import InequivalentSource, check_up_to
from combien.sequences._counted import CountedSource
from combien.sequences._direct import RefinedBoard, compare, direct_terms
from combien.sequences._families import Boards
from combien.sequences._formula import Recurrence
from combien.sequences._recurrence import DerivedProof, Proof, prove_recurrence
from combien.sequences._refinements import FaultFreeSource, PrimitiveSource, TatamiSource
from combien.sequences._strip import Strip
from combien.sequences._transfer import StripAutomaton, explored, name_of, reduced
from combien.tilings._tiling import TilingProblem

# Of a formula, to be compared.
FIRST_TERMS, MORE_TERMS, MOST_TERMS = 48, 16, 160
PRIME = 2**61 - 1

Refinement = Literal["primitive", "fault-free", "tatami"]

Family = Strip | Boards | str | Callable[[int], Model[Any]]


class Source(Protocol):
    """Where the terms and the formula of a sequence come from."""

    @property
    def name(self) -> str:
        """What is counted, in words: "tilings of a 4 X n rectangle with domino"."""

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return at least the first `count` terms."""

    def formula(self, meter: Meter) -> tuple[Recurrence, Proof | DerivedProof] | None:
        """Return the recurrence with its proof, or None if no recurrence is known."""


REFINEMENTS: dict[str, Callable[[Strip], Source]] = {
    "primitive": PrimitiveSource,
    "fault-free": FaultFreeSource,
    "tatami": TatamiSource,
}


class StripSource:
    """The tilings of a strip, counted by its automaton."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.automaton = Automaton(strip.layout)

    @property
    def name(self) -> str:
        """The strip."""
        return self.strip.title

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms, from the powers of the matrix."""
        self.automaton.build(meter)
        return self.automaton.terms(count, meter)

    def formula(self, meter: Meter) -> tuple[Recurrence, Proof]:
        """Return the shortest recurrence and its proof."""
        return prove_recurrence(self.automaton, meter)

    def listed(self, meter: Meter) -> StripAutomaton:
        """Return the automaton as a value, compared with the one that the terms come from."""
        core, layout = self.automaton, self.strip.layout
        core.build(meter)
        core.check_room(meter)
        rows, states = explored(layout, meter.pause)
        found = reduced(rows, [name_of(layout, state) for state in states], [0])
        sizes = [len(found.states), len(found.transitions), found.found]
        direct = [core.states, core.transitions, core.found]
        compare(f"{self.name}: sizes of the automaton", sizes, direct)
        compare(self.name, found.first(FIRST_TERMS), core.terms(FIRST_TERMS, meter))
        if not layout.symmetries:
            return found
        whole = Automaton(replace(layout, symmetries=()))
        whole.build(meter)
        return replace(found, unfolded=whole.found)


class CheckedSource:
    """A source whose first terms are counted once more before they are returned.

    Raises `Disagreement` if they differ.
    """

    def __init__(self, source: Source, direct: Iterator[int]) -> None:
        self._source = source
        self._left = direct
        self._direct: list[int] = []

    @property
    def name(self) -> str:
        """What is counted, in words."""
        return self._source.name

    @property
    def layout(self) -> Layout | None:
        """The strip whose tilings are counted; None if they are counted up to symmetry, or some."""
        return self._source.strip.layout if isinstance(self._source, StripSource) else None

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return at least the first `count` terms."""
        found = self._source.terms(count, meter)
        self._compare(found)
        return found

    def formula(self, meter: Meter) -> tuple[Recurrence, Proof | DerivedProof] | None:
        """Return the recurrence with its proof, or None if no recurrence is known."""
        found = self._source.formula(meter)
        if found is not None:
            recurrence = found[0]
            count = min(max(FIRST_TERMS, 2 * recurrence.start + MORE_TERMS), MOST_TERMS)
            terms = recurrence.first(count)
            self._compare(terms)
            # Beyond those that it was guessed from, if it is short.
            compare(f"{self.name}, by a formula", terms, self._source.terms(count, meter))
            far, direct = recurrence.term(count - 1, PRIME), terms[-1] % PRIME
            if far != direct:
                what = f"{self.name}: a({count - 1}) modulo {PRIME}"
                raise Disagreement.of(what, derived=far, direct=direct)
        return found

    def automaton(self, meter: Meter) -> StripAutomaton:
        """Return the automaton of the terms; raise `CannotAnswer` if they have several."""
        if not isinstance(self._source, (StripSource, TatamiSource)):
            raise CannotAnswer(f"{self.name}: these numbers follow from several automata")
        found = self._source.listed(meter)
        self._compare(found.first(MORE_TERMS))
        return found

    def _compare(self, terms: list[int]) -> None:
        # As many as are wanted, from those that were not counted yet.
        self._direct += islice(self._left, max(0, len(terms) - len(self._direct)))
        compare(self.name, terms, self._direct)


class _Strips:
    """A strip as a family that is counted board by board."""

    def __init__(self, strip: Strip, refine: str | None) -> None:
        if refine is not None:
            # Raises for strips for which the condition is not defined.
            REFINEMENTS[refine](strip)
        self._strip, self._refine = strip, refine

    @property
    def name(self) -> str:
        """The strip, and the condition."""
        return f"{self._refine or ''} {self._strip.title}".lstrip()

    def model(self, n: int) -> TilingProblem | RefinedBoard | None:
        """Return the strip of n slabs; None for the empty one."""
        if n and self._refine is not None:
            return RefinedBoard(self._strip, n, self._refine)
        return self._strip.model(n) if n else None

    def without(self, n: int) -> int:
        """Return the number of tilings of the empty strip."""
        return 1


def _derived(strip: Strip, up_to: str, refine: str | None) -> Source:
    """Return the source of terms that follow from an automaton."""
    if refine is not None:
        return REFINEMENTS[refine](strip)
    return StripSource(strip) if up_to == "none" else InequivalentSource(strip, up_to)


def source_of(
    family: Family,
    *,
    up_to: str | Group = "none",
    refine: str | None = None,
    engine: str | Engine = "auto",
    budget: Budget,
    report: Reporter | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Source:
    """Return the source for a family and what is asked about it."""
    up_to = check_up_to(up_to)
    if isinstance(family, str) or (callable(family) and not isinstance(family, (Strip, Boards))):
        family = Boards(family)
    if not isinstance(family, (Strip, Boards)):
        raise BadInput(
            f"family={short_repr(family)}: expected a Strip, Boards, the name of a family of "
            "boards, or a function of n that returns a model"
        )
    if refine is not None:
        if refine not in REFINEMENTS:
            hint = did_you_mean(refine, REFINEMENTS)
            listed = ", ".join(map(repr, [*REFINEMENTS, "tiles"]))
            raise BadInput(f"refine={short_repr(refine)}: expected one of {listed}{hint}")
        if isinstance(family, Boards):
            raise BadInput(f"refine={refine!r}: not for a family of boards; expected a Strip")
    asked_of_engines = checkpoint is not None or engine != "auto"
    # Nothing is known of refined tilings up to symmetry but their numbers.
    asked_of_engines = asked_of_engines or (refine is not None and up_to != "none")
    if isinstance(family, Strip) and not asked_of_engines:
        # Strips whose tilings cannot be folded are counted board by board.
        with suppress(*([CannotAnswer, BadTiling] if up_to != "none" else [])):
            if isinstance(up_to, str):
                direct = direct_terms(family, up_to=up_to, refine=refine)
                return CheckedSource(_derived(family, up_to, refine), direct)
    return CountedSource(
        _Strips(family, refine) if isinstance(family, Strip) else family,
        up_to=up_to,
        engine=engine,
        budget=budget,
        report=report,
        checkpoint=checkpoint,
    )
