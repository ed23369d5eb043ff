"""Sequences in the notation of other programs and of the OEIS.

All functions take plain terms and formulas; the terms begin with a(0).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from combien._base.budget import Meter
from combien._base.extras import needed
from combien._questions.certificates import listed, numeral, text_of
from combien._wording import printable
from combien.sequences._automaton import Layout
from combien.sequences._formula import GeneratingFunction, Growth, Recurrence, power_text, sum_text
from combien.sequences._transfer import explored

# The OEIS asks for about 260 characters of terms, and for terms of at most 1000 digits in b-files.
_DATA_LENGTH = 260
_LINE_LENGTH = 80
_MOST_DIGITS = 1000


def to_latex(function: GeneratingFunction) -> str:
    r"""Return the recurrence and the generating function in LaTeX.

    >>> print(to_latex(GeneratingFunction([1, 0, -1], [1, -1, -5, -1, 1])))
    \begin{align*}
      a(n) &= a(n-1) + 5 a(n-2) + a(n-3) - a(n-4), \\
      \sum_{n \ge 0} a(n) x^n &= \frac{1 - x^2}{1 - x - 5 x^2 - x^3 + x^4}.
    \end{align*}
    """
    recurrence = function.recurrence()
    from_there = "" if recurrence.start == recurrence.order else f" && (n \\ge {recurrence.start})"
    previous = sum_text(recurrence.coefficients, lambda index: f"a(n-{index + 1})", times=" ")
    above, below = (
        sum_text(part, _latex_power, times=" ")
        for part in (function.numerator, function.denominator)
    )
    fraction = above if below == "1" else f"\\frac{{{above}}}{{{below}}}"
    return (
        "\\begin{align*}\n"
        f"  a(n) &= {previous}{from_there}, \\\\\n"
        f"  \\sum_{{n \\ge 0}} a(n) x^n &= {fraction}.\n"
        "\\end{align*}"
    )


def to_sympy(function: GeneratingFunction) -> Any:
    """Return the generating function as a SymPy expression in x.

    Raises `MissingExtra` if SymPy is not installed.
    """
    with needed("this expression needs SymPy", "sympy"):
        import sympy  # Optional dependency.
    x = sympy.Symbol("x")
    above, below = (
        sympy.Add(*(sympy.Integer(c) * x**power for power, c in enumerate(part)))
        for part in (function.numerator, function.denominator)
    )
    return above / below


def to_pari(function: GeneratingFunction, *, length: int = 20) -> str:
    """Return a PARI/GP expression for the first terms.

    >>> to_pari(GeneratingFunction([1], [1, -1, -1]))
    'Vec(1/(1 - x - x^2) + O(x^20))'
    """
    return f"Vec({_fraction(function)} + O(x^{length}))"


def to_sage(function: GeneratingFunction) -> str:
    """Return Sage code for the sequence.

    >>> print(to_sage(GeneratingFunction([1], [1, -1, -1])))
    C.<x> = CFiniteSequences(QQ)
    C(1/(1 - x - x^2))
    """
    return f"C.<x> = CFiniteSequences(QQ)\nC({_fraction(function)})"


def certificate(
    layout: Layout, recurrence: Recurrence, terms: Sequence[int], *, title: str, meter: Meter
) -> str:
    """Return a certificate of a recurrence; the format is described in `check_count.py`."""
    rows, states = explored(replace(layout, symmetries=()), meter.pause)
    arrows = sorted(
        (state, states[after], ways)
        for state, row in zip(states, rows, strict=True)
        for after, ways in row.items()
    )
    moves = listed(f"{state:x}>{after:x}:{ways:x}" for state, after, ways in arrows)
    factors = map(str, recurrence.coefficients)
    return text_of(
        title,
        [
            f"slots {layout.slots}",
            *(" ".join(["placement", *map(str, cells)]) for cells in layout.placements),
            f"automaton {len(rows)} {len(arrows)} {moves}",
            " ".join([f"recurrence {recurrence.start}", *factors]),
            " ".join(["terms", *map(numeral, terms)]),
        ],
    )


def bfile(terms: Iterable[int], count: int) -> str:
    r"""Return the text of a b-file of the OEIS: lines with n and a(n), from n = 0.

    >>> bfile([1, 1, 5, 11, 36], 3)
    '0 1\n1 1\n2 5\n'

    It ends before the first term of more than 1000 digits, as the OEIS wants it.
    """
    lines = []
    for n, term in enumerate(islice(terms, count)):
        if abs(term) >= 10**_MOST_DIGITS:
            break
        lines.append(f"{n} {term}\n")
    return "".join(lines)


def oeis(
    terms: Sequence[int],
    *,
    name: str,
    function: GeneratingFunction | None = None,
    growth: Growth | None = None,
    number: str = "A000000",
) -> str:
    """Return an entry in the internal format of the OEIS.

    >>> powers = GeneratingFunction([1], [1, -2])
    >>> print(oeis(powers.first(5), name="Powers of 2.", function=powers))
    %I A000000
    %S A000000 1,2,4,8,16
    %N A000000 Powers of 2.
    %H A000000 <a href="/index/Rec#order_01">Index entries for linear recurrences with constant \
coefficients</a>, signature (2).
    %F A000000 a(n) = 2*a(n-1).
    %F A000000 G.f.: 1/(1 - 2*x).
    %t A000000 LinearRecurrence[{2}, {1}, 30]
    %o A000000 (PARI) Vec(1/(1 - 2*x) + O(x^30))
    %K A000000 nonn,easy
    %O A000000 0,2
    """
    lines = [("I", "")]
    lines += zip("STU", _data_lines(terms), strict=False)
    lines.append(("N", printable(name)))
    if function is not None:
        lines += _formula_lines(function)
        if growth is not None and "." in growth.digits():
            lines.insert(-2, ("F", f"a(n)^(1/n) tends to {growth.digits()}... (limit superior)."))
    signs = "sign" if any(term < 0 for term in terms) else "nonn"
    lines.append(("K", f"{signs},{'more' if function is None else 'easy'}"))
    above_one = next((place for place, term in enumerate(terms, 1) if abs(term) > 1), 1)
    lines.append(("O", f"0,{above_one}"))
    return "\n".join(f"%{kind} {number} {text}".rstrip() for kind, text in lines)


def _formula_lines(function: GeneratingFunction) -> list[tuple[str, str]]:
    recurrence: Recurrence = function.recurrence()
    order = recurrence.order
    lines: list[tuple[str, str]] = []
    if order:
        signature = ",".join(map(str, recurrence.coefficients))
        lines.append(
            (
                "H",
                f'<a href="/index/Rec#order_{order:02}">Index entries for linear recurrences with '
                f"constant coefficients</a>, signature ({signature}).",
            )
        )
    previous = sum_text(recurrence.coefficients, lambda index: f"a(n-{index + 1})", times="*")
    condition = "" if recurrence.start == order else f" for n >= {recurrence.start}"
    lines.append(("F", f"a(n) = {previous}{condition}."))
    lines.append(("F", f"G.f.: {_fraction(function)}."))
    if order:
        # Mathematica's function has as many initial terms as the order.
        offset = recurrence.start - order
        kernel = ", ".join(map(str, recurrence.coefficients))
        initial = ", ".join(map(str, recurrence.initial[offset:]))
        code = f"LinearRecurrence[{{{kernel}}}, {{{initial}}}, 30]"
        if offset:
            first = ", ".join(map(str, recurrence.initial[:offset]))
            code = f"Join[{{{first}}}, {code}]"
        lines.append(("t", code))
    lines.append(("o", f"(PARI) {to_pari(function, length=30)}"))
    return lines


def _data_lines(terms: Sequence[int]) -> list[str]:
    """Return up to three lines of terms, all but the last one ending with a comma."""
    lines: list[str] = []
    line, total = "", 0
    for term in terms:
        text = str(term)
        if total + len(text) > _DATA_LENGTH:
            break
        if line and len(line) + len(text) > _LINE_LENGTH:
            if len(lines) == 2:
                break
            lines.append(line)
            line = ""
        line += f"{text},"
        total += len(text) + 1
    return [*lines, line[:-1]] if line else lines


def _fraction(function: GeneratingFunction) -> str:
    above, below = (
        sum_text(part, power_text, times="*") for part in (function.numerator, function.denominator)
    )
    if below == "1":
        return above
    return f"({above})/({below})" if " " in above else f"{above}/({below})"


def _latex_power(index: int) -> str:
    return power_text(index) if index < 10 else f"x^{{{index}}}"
