"""Strategies for small random formulas, with names of every kind."""

from __future__ import annotations

from hypothesis import strategies as st

from combien.sat._cnf import Cnf, one_line

NAMES = st.text("ab~#{}0 1_,\u00e9\0\n", min_size=1, max_size=12).filter(one_line)


@st.composite
def formulas(draw: st.DrawFn) -> Cnf:
    """A formula with up to six variables, some of which have names; with empty clauses too."""
    cnf = Cnf()
    names = draw(st.lists(NAMES, max_size=6, unique_by=one_line))
    for name in names:
        cnf.new(name if draw(st.booleans()) else None)
    literals = [sign * v for v in range(1, len(names) + 1) for sign in (1, -1)]
    clause = st.lists(st.sampled_from(literals), max_size=4) if literals else st.just([])
    for literals in draw(st.lists(clause, max_size=6)):
        cnf.add(literals)
    return cnf


def named(cnf: Cnf) -> list[str]:
    """The written names, empty for auxiliary variables."""
    return [cnf.name(variable) for variable in range(1, cnf.variable_count + 1)]
