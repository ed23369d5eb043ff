"""Integer sequences that count the tilings of a family of boards, with their formulas.

A `Sequence` asks its source for terms and for a formula when they are needed, and keeps them.  The
budget is shared by everything that is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal, overload

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int, short_repr
from combien._base.displayed import Displayed
from combien.engines._protocol import Engine
from combien.errors import BadInput, CannotAnswer
from combien.geometry._symmetry import Group
from combien.sequences import _output
from combien.sequences._counted import CountedSource
from combien.sequences._formula import GeneratingFunction, Growth, Recurrence, growth_of_counts
from combien.sequences._lookup import Match, look_up
from combien.sequences._recurrence import DerivedProof, Proof
from combien.sequences._refinements import TileCounts
from combien.sequences._sources import CheckedSource, Family, Refinement, Source, source_of
from combien.sequences._strip import Strip
from combien.sequences._transfer import StripAutomaton

# The terms that are computed at once for the first one.
FIRST_TERMS = 16
MOST_TERMS = 1_000_000
# In a certificate.
FIRST_LISTED = 20


class Sequence(Displayed):
    """The numbers of tilings of the boards of a family, from n = 0 on.

    >>> from combien import Strip
    >>> dominoes = sequence(Strip(4, tiles="domino"))
    >>> dominoes.first(9), dominoes[100] % 1000
    ([1, 1, 5, 11, 36, 95, 281, 781, 2245], 361)
    >>> print(dominoes.recurrence())
    a(n) = a(n-1) + 5a(n-2) + a(n-3) - a(n-4)
    >>> print(dominoes.generating_function())
    (1 - x^2)/(1 - x - 5x^2 - x^3 + x^4)

    Iteration and indexing compute the terms on demand; iteration has no end.  The budget of
    `sequence` is for everything that is asked; when it ends, `OutOfBudget` is raised, and the terms
    that are known remain.
    """

    def __init__(
        self,
        source: Source,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> None:
        limits = budget_of(budget, nodes, seconds, bytes)
        self._source = source
        self._meter = Meter(limits, engine="strip", report=report, question="search")
        self._terms: list[int] = []
        self._formula: tuple[Recurrence, Proof | DerivedProof] | None = None
        self._sought = False

    @property
    def known(self) -> tuple[int, ...]:
        """The terms computed so far."""
        return tuple(self._terms)

    def first(self, count: int) -> list[int]:
        """Return the terms a(0), ..., a(count - 1)."""
        self._extend(check_int("count", count, most=MOST_TERMS))
        return self._terms[:count]

    def __iter__(self) -> Iterator[int]:
        n = 0
        while True:
            if n == len(self._terms):
                one_by_one = isinstance(self._source, CountedSource)
                self._extend(n + 1 if one_by_one else max(FIRST_TERMS, 2 * n))
            yield self._terms[n]
            n += 1

    @overload
    def __getitem__(self, n: int) -> int: ...
    @overload
    def __getitem__(self, n: slice) -> list[int]: ...
    def __getitem__(self, n: int | slice) -> int | list[int]:
        if isinstance(n, slice):
            if n.stop is None or min(n.start or 0, n.stop) < 0 or (n.step or 1) < 0:
                raise BadInput(
                    f"[{short_repr(n)}]: the sequence has no end; expected a slice such as [:20]"
                )
            return self.first(n.stop)[n]
        return self.first(check_int("n", n) + 1)[n]

    def term(self, n: int, modulo: int | None = None) -> int:
        """Return a(n), exactly or modulo a number; far terms by the formula.

        >>> from combien import Strip
        >>> sequence(Strip(8, tiles="domino")).term(10**6, modulo=10**9 + 7)
        644157782

        Raises `BadInput` for an exact term of about 10^8 bits or more.
        """
        check_int("n", n)
        if n < len(self._terms):
            return self._terms[n] if modulo is None else self._terms[n] % modulo
        recurrence = self.recurrence()
        if recurrence is not None:
            return recurrence.term(n, modulo)
        term = self[n]
        return term if modulo is None else term % modulo

    def recurrence(self) -> Recurrence | None:
        """Return the shortest recurrence, proved for all n; None if the family has none."""
        return self._found[0] if self._found else None

    def generating_function(self) -> GeneratingFunction | None:
        """Return the generating function in lowest terms; None if there is no recurrence."""
        recurrence = self.recurrence()
        return recurrence.generating_function() if recurrence else None

    @property
    def proof(self) -> Proof | DerivedProof | None:
        """How the recurrence was proved; None if there is none.

        >>> from combien import Strip
        >>> print(sequence(Strip(4, tiles="domino")).proof)
        5 states; the first 9 terms satisfy the recurrence, and 5 consecutive ones that do decide \
it; checked modulo 8 primes whose product exceeds the bound
        """
        return self._found[1] if self._found else None

    @cached_property
    def automaton(self) -> StripAutomaton:
        """The automaton of the strip, whose transfer matrix gives the terms.

        >>> from combien import Strip
        >>> sequence(Strip(8, tiles="L-tromino")).automaton
        <StripAutomaton: 134 states, 716 transitions; 136 before merging, 256 without symmetry>

        Built on first use, in Python, and compared with the one of the proof; dominoes at width 12
        (494 states) take 0.4 s of an AMD EPYC core.  Raises `CannotAnswer` if the terms follow from
        several automata (`up_to`, and `refine` other than "tatami") or are counted one by one, and
        `OutOfBudget`.
        """
        if not isinstance(self._source, CheckedSource):
            raise CannotAnswer(f"{self._source.name}: these numbers come from no automaton")
        return self._source.automaton(self._meter)

    @property
    def engines(self) -> tuple[str, ...]:
        """The engine that counted each term; empty if the terms are not counted one by one."""
        return self._source.engines if isinstance(self._source, CountedSource) else ()

    @cached_property
    def _growth(self) -> Growth | None:
        function = self.generating_function()
        return None if function is None else growth_of_counts(function)

    def growth(self) -> Growth | None:
        """Return the growth rate, with as many certified digits as wanted; None without formula.

        >>> from combien import Strip
        >>> print(sequence(Strip(4, tiles="domino")).growth())
        2.84053619409495253305..., the largest root of x^4 - x^3 - 5x^2 - x + 1
        """
        return self._growth

    def to_latex(self) -> str:
        """Return the recurrence and the generating function in LaTeX.

        Like the following, raises `CannotAnswer` if no formula is known.
        """
        return _output.to_latex(self._function())

    def to_sympy(self) -> Any:
        """Return the generating function as a SymPy expression; raises `MissingExtra` without."""
        return _output.to_sympy(self._function())

    def to_pari(self) -> str:
        """Return a PARI/GP expression for the first terms.

        >>> from combien import Strip
        >>> sequence(Strip(2, tiles="domino")).to_pari()
        'Vec(1/(1 - x - x^2) + O(x^20))'
        """
        return _output.to_pari(self._function())

    def to_sage(self) -> str:
        """Return Sage code for the sequence."""
        return _output.to_sage(self._function())

    def bfile(self, count: int = 1001) -> str:
        """Return the text of a b-file of the OEIS with at most `count` terms, from n = 0.

        It ends before the first term of more than 1000 digits.
        """
        count = check_int("count", count, most=MOST_TERMS)
        return _output.bfile(self if count else (), count)

    def oeis(self, name: str = "", *, count: int = 40) -> str:
        """Return an entry in the internal format of the OEIS, as a draft.

        `count` terms are computed for it; `name` replaces the first line of the description.
        """
        terms = self.first(check_int("count", count, most=MOST_TERMS))
        function = self.generating_function()
        return _output.oeis(
            terms,
            name=name or f"Number of {self._source.name}.",
            function=function,
            growth=self._growth,
        )

    def certificate(self) -> str:
        """Return a certificate of the recurrence, which `combien check-count` checks.

        >>> from combien import Strip
        >>> print(sequence(Strip(2, tiles="domino")).certificate())
        combien-count 1
        title tilings of a 2 X n rectangle with domino
        slots 2
        placement 0 1
        placement 0 2
        placement 1 3
        automaton 2 3 0>0:1 0>3:1 3>0:1
        recurrence 2 1 1
        terms 1 1 2 3 5 8 13 21 34 55 89 144 233 377 610 987 1597 2584 4181 6765
        <BLANKLINE>

        It has the placements, the automaton, the recurrence and the terms that it begins with.
        Raises `CannotAnswer` for other sequences than those of all tilings of a strip, for tiles of
        any length (`rectangles` and `bars`), and for terms of more than 4300 digits.
        Cost: some microseconds for each way to fill a slab, from each state, without merging.
        """
        layout = self._source.layout if isinstance(self._source, CheckedSource) else None
        recurrence = self.recurrence()
        if layout is None or layout.prisms or recurrence is None:
            raise CannotAnswer(
                "certificates are of all tilings of a strip, by tiles of limited length: leave out "
                "symmetries and conditions, and tiles of any length"
            )
        terms = self.first(max(FIRST_LISTED, recurrence.start + 1))
        title = self._source.name
        return _output.certificate(layout, recurrence, terms, title=title, meter=self._meter)

    def look_up(self, file: str | os.PathLike[str], *, count: int = 20) -> tuple[Match, ...]:
        """Return the sequences of a local copy of the OEIS's `stripped.gz` that have these terms.

        `count` terms are compared, and those known; see `Match`.  If only each k-th term is not 0,
        `count` of these are compared.
        """
        count = check_int("count", count, most=MOST_TERMS)
        if self._growth is not None:
            count *= self._growth.period
        return look_up(self.first(max(count, len(self._terms))), file)

    def _function(self) -> GeneratingFunction:
        function = self.generating_function()
        if function is None:
            raise CannotAnswer("no generating function is known for this sequence")
        return function

    @property
    def _found(self) -> tuple[Recurrence, Proof | DerivedProof] | None:
        if not self._sought:
            self._formula = self._source.formula(self._meter)
            self._sought = True
        return self._formula

    def _extend(self, count: int) -> None:
        if count <= len(self._terms):
            return
        if self._formula is not None:
            self._terms = self._formula[0].first(count)
        elif isinstance(self._source, CountedSource):
            # One by one, so that those that are counted stay when the budget ends.
            for known in range(len(self._terms), count):
                self._terms.append(self._source.terms(known + 1, self._meter)[known])
        else:
            self._terms = self._source.terms(count, self._meter)

    def __repr__(self) -> str:
        return f"<Sequence of {self._source.name}>"


@overload
def sequence(
    family: Family,
    *,
    refine: Literal["tiles"],
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> TileCounts: ...
@overload
def sequence(
    family: Family,
    *,
    terms: int | None = None,
    up_to: str | Group = "none",
    refine: Refinement | None = None,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Sequence: ...
def sequence(
    family: Family,
    *,
    terms: int | None = None,
    up_to: str | Group = "none",
    refine: str | None = None,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Sequence | TileCounts:
    """Return the sequence of the numbers of tilings of a family of boards.

    >>> from combien import Strip
    >>> sequence(Strip(3, tiles="rectangles"), terms=6).known
    (1, 4, 34, 322, 3164, 31484)
    >>> sequence(Strip(9, tiles="squares"), up_to="all").first(9)
    [1, 1, 30, 163, 2403, 32097, 459957, 6542578, 93604244]
    >>> print(sequence(Strip(2, tiles="domino"), refine="tatami").recurrence())
    a(n) = a(n-1) + a(n-3)
    >>> sequence("queens").first(9)
    [1, 1, 0, 0, 2, 10, 4, 40, 92]

    `family` is a `Strip`, whose terms have a formula, or else `Boards`, the name of one, or a
    function of n that returns a model: then each term is counted by itself.

    `up_to` counts tilings up to the symmetries of each board: "all", its "rotations", or a `Group`.
    `refine` counts those with a condition: "primitive" (no fault line across the strip, from side
    to side), "fault-free" (none in either direction) or "tatami" (no four tiles meet at a point).
    "tiles" counts them by the number of each tile instead (`TileCounts`).
    `engine` counts each term by itself, also of a strip, and so do `checkpoint`, a folder in which
    the terms are stored, so that the same call continues, and `up_to` together with `refine`.

    `terms` are computed at once, others on demand.  The budget is for the whole life of the
    sequence.  Raises `BadInput` if `family` is not a family, `CannotAnswer` for a condition that is
    not supported for it, and `OutOfBudget` if a limit is reached.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if refine == "tiles":
        if not isinstance(family, Strip) or up_to != "none" or engine != "auto" or checkpoint:
            raise BadInput("refine='tiles' is for a Strip, without up_to=, engine= and checkpoint=")
        counts = TileCounts(family, budget=limits, report=report)
        counts.first(check_int("terms", terms or 0))
        return counts
    source = source_of(
        family,
        up_to=up_to,
        refine=refine,
        engine=engine,
        budget=limits,
        report=report,
        checkpoint=checkpoint,
    )
    found = Sequence(source, budget=limits, report=report)
    if terms is not None:
        found.first(check_int("terms", terms))
    return found
