"""The engines by name.  To add an engine, add a module and an entry of `_BUILT_IN`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combien._base.checks import did_you_mean, short_repr
from combien._base.plugins import Table
from combien.errors import BadInput, CannotAnswer

if TYPE_CHECKING:
    from combien.cover._problem import Problem
    from combien.engines._protocol import Engine
    from combien.engines._search.searching import SearchEngine

# Name: module and factory; modules are imported on first use.
_BUILT_IN = {
    "auto": ("combien.engines._portfolio.auto", "Auto"),
    "bits": ("combien.engines._search.searching", "bits"),
    "dlx": ("combien.engines._search.searching", "smallest"),
    "dlx-leftmost": ("combien.engines._search.searching", "leftmost"),
    "dlx-weighted": ("combien.engines._search.searching", "weighted"),
    "fkt": ("combien.engines._matchings.fkt", "fkt"),
    "frontier": ("combien.engines._sweeps.frontier", "Frontier"),
    "memo": ("combien.engines._sweeps.memo", "memo"),
    "orbits": ("combien.engines._portfolio.orbits", "orbits"),
    "sat": ("combien.engines._clauses.sat", "Sat"),
    "tree": ("combien.engines._sweeps.tree", "tree"),
    "zdd": ("combien.engines._diagrams.zdd", "Zdd"),
}


def _fault(factory: Any) -> str:
    """Return what is wrong with the factory of an engine that a plug-in provides."""
    engine = factory()
    lacking = [name for name in ("name", "refusal", "count") if not hasattr(engine, name)]
    return f"{factory!r} returns no engine: it has no {lacking[0]}" if lacking else ""


ENGINES = Table("engines", _BUILT_IN, fault=_fault)


def engine_named(name: str) -> Engine:
    """Return the engine with this name.

    >>> engine_named("dlx").name
    'dlx'
    >>> engine_named("dxl")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: there is no engine 'dxl' (auto, bits, ...); did you mean 'dlx'?
    """
    if not isinstance(name, str):
        raise BadInput(
            f"engine={short_repr(name)}: expected the name of an engine ({', '.join(ENGINES)})"
        )
    if name not in ENGINES:
        raise BadInput(
            f"there is no engine {name!r} ({', '.join(ENGINES)}){did_you_mean(name, ENGINES)}"
        )
    engine: Engine = ENGINES.load(name)()
    return engine


def searcher_named(name: str, problem: Problem) -> SearchEngine:
    """Return the search engine with this name; for "auto", the one expected to be fastest.

    Raises `CannotAnswer` if that engine does not search or does not support this problem.
    """
    from combien.engines._portfolio.auto import searcher  # Start-up: only for searches.
    from combien.engines._search.searching import SearchEngine  # Start-up: only for searches.

    engine: Engine | SearchEngine | None
    if isinstance(name, str) and name == "auto":
        engine = searcher(problem)[0]
    elif isinstance(name, str) and name not in ENGINES.built_in and name in ENGINES:
        engine = None  # The file of a run names its engine, and a file loads no plug-in.
    else:
        engine = engine_named(name)
    if not isinstance(engine, SearchEngine):
        raise CannotAnswer(f"the {name} engine does not search: ask auto, bits or dlx")
    refusal = engine.refusal(problem, "solutions")
    if refusal:
        raise CannotAnswer(refusal)
    return engine
