"""The engines, by name.  A new engine is one file here and one line in this table."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from combien.cover.problem import Problem
from combien.engines.protocol import Engine
from combien.errors import (
    BadInput,
    CannotAnswer,
    did_you_mean,
    shown,
)

if TYPE_CHECKING:
    from combien.engines.searching import SearchEngine

__all__ = ["ENGINES", "engine_named", "searcher_named"]

# Name: module, and what makes the engine; a module is imported when its engine is first asked for.
ENGINES = {
    "auto": ("combien.engines.auto", "Auto"),
    "bits": ("combien.engines.bits", "bits"),
    "dlx": ("combien.engines.dlx", "smallest"),
    "dlx-leftmost": ("combien.engines.dlx", "leftmost"),
    "dlx-weighted": ("combien.engines.dlx", "weighted"),
    "fkt": ("combien.engines.fkt", "fkt"),
    "frontier": ("combien.engines.frontier", "frontier"),
    "memo": ("combien.engines.memo", "memo"),
    "orbits": ("combien.engines.orbits", "orbits"),
    "sat": ("combien.engines.sat", "Sat"),
    "zdd": ("combien.engines.zdd", "Zdd"),
}


def engine_named(name: str) -> Engine:
    """The engine with this name.

    >>> engine_named("dlx").name
    'dlx'
    >>> engine_named("dxl")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: there is no engine 'dxl' (auto, bits, ...); did you mean 'dlx'?
    """
    if not isinstance(name, str):
        raise BadInput(
            f"engine={shown(name)}: the name of an engine is expected ({', '.join(ENGINES)})"
        )
    if name not in ENGINES:
        raise BadInput(
            f"there is no engine {name!r} ({', '.join(ENGINES)}){did_you_mean(name, ENGINES)}"
        )
    module, attribute = ENGINES[name]
    engine: Engine = getattr(import_module(module), attribute)()
    return engine


def searcher_named(name: str, problem: Problem) -> SearchEngine:
    """The search engine with this name, or for "auto" the quickest for this problem.

    Errors: `CannotAnswer` when that engine does not search, or not this problem.
    """
    from combien.engines.auto import searcher
    from combien.engines.searching import SearchEngine

    automatic = isinstance(name, str) and name == "auto"
    engine = searcher(problem)[0] if automatic else engine_named(name)
    if not isinstance(engine, SearchEngine):
        raise CannotAnswer(f"the {name} engine does not search: ask auto, bits or dlx")
    refusal = engine.refusal(problem, "solutions")
    if refusal:
        raise CannotAnswer(refusal)
    return engine
