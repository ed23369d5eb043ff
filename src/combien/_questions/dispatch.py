"""Get what to ask, an engine that supports the question, and those who count.

Arguments of the wrong type, such as a region instead of a tiling problem, or the class of an engine
instead of an instance, are rejected here, before any work.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from combien._base.budget import MOST_THREADS
from combien._base.checks import check_int, short_repr
from combien.cover._constrained import Constrained
from combien.cover._model import Model, problem_of
from combien.cover._problem import Problem
from combien.engines import ENGINES, engine_named, searcher_named
from combien.engines._protocol import (
    Budget,
    Engine,
    OwnSolver,
    OwnSweep,
    Question,
    SweptModel,
)
from combien.engines._search.searching import SearchEngine
from combien.errors import BadInput, CannotAnswer

if TYPE_CHECKING:
    from combien.engines._diagrams.constrained import ConstrainedCover

Reading = TypeVar("Reading")


def swept(model: Model[Any]) -> Problem | OwnSweep:
    """Return what to sweep: the problem, or what counts the solutions in its own way."""
    if isinstance(model, Constrained):
        return constrained_cover(model)
    return model.sweep() if isinstance(model, SweptModel) else problem_of(model)


def searched(model: Model[Any], engine: str | Engine) -> tuple[Problem, str | Engine]:
    """Return the problem to search, and the engine: with constraints, a search that knows them."""
    if isinstance(model, Constrained):
        return model.covers, constrained_cover(model).lister(engine)
    return problem_of(model), engine


def constrained_cover(model: Constrained[Any]) -> ConstrainedCover:
    """Return what answers questions about a model with side constraints."""
    from combien.engines._diagrams.constrained import (  # Start-up: only with constraints.
        ConstrainedCover,
    )

    further = model.covers.option_count - model._own_options
    return ConstrainedCover(model.covers, model.limits, further)


def own_solver(
    model: Model[Reading], engine: str | Engine, budget: Budget
) -> OwnSolver[Reading] | None:
    """Return the model's own solver, if it can be asked.

    A number of nodes is one of an engine, so an engine gets it.
    """
    if not isinstance(engine, str) or engine != "auto" or budget.nodes is not None:
        return None
    # Not `isinstance`, which takes longer than small counts.
    make = None if isinstance(model, type) else getattr(model, "own_solver", None)
    if make is None:
        return None
    solver: OwnSolver[Reading] | None = make()
    if solver is not None and not isinstance(getattr(solver, "name", None), str):
        raise BadInput(
            "a model's own_solver() must return a solver, with a name, or None, "
            f"not {short_repr(solver)}"
        )
    return solver


def resolve_engine(engine: str | Engine) -> Engine:
    """Return the engine, looked up if it is given by name."""
    if isinstance(engine, str):
        return engine_named(engine)
    given: object = engine
    if isinstance(given, type) or not _has(given, "refusal", "count"):
        raise BadInput(
            f"engine={short_repr(given)}: expected the name of an engine ({', '.join(ENGINES)}), "
            "or an engine, as in engine=Sat()"
        )
    return engine


def select_engine(engine: str | Engine, problem: Problem, question: Question) -> Engine:
    """Return the engine if it supports the question; raise `CannotAnswer` otherwise."""
    chosen = resolve_engine(engine)
    refusal = chosen.refusal(problem, question)
    if refusal:
        raise CannotAnswer(refusal)
    return chosen


def select_searcher(engine: str | Engine, problem: Problem) -> SearchEngine:
    """Return the engine if it searches and supports the problem; raise `CannotAnswer` otherwise."""
    if isinstance(engine, str):
        return searcher_named(engine, problem)
    chosen = select_engine(engine, problem, "solutions")
    return chosen if isinstance(chosen, SearchEngine) else searcher_named(chosen.name, problem)


def _has(given: object, *methods: str) -> bool:
    return all(callable(getattr(given, method, None)) for method in methods)


@dataclass(frozen=True, slots=True)
class Workers:
    """The arguments of a count that name its workers and its file.

    `cluster` is the address of a Dask scheduler, or a `distributed.Client`.
    """

    threads: int | None = None
    processes: int | None = None
    cluster: object = None
    checkpoint: str | PathLike[str] | None = None

    def __post_init__(self) -> None:
        for name, number in (("threads", self.threads), ("processes", self.processes)):
            if number is not None:
                check_int(name, number, least=1, most=MOST_THREADS)
        kinds = ("threads", "processes", "cluster")
        given = [f"{kind}=" for kind in kinds if getattr(self, kind) is not None]
        if len(given) > 1:
            raise BadInput(f"{' and '.join(given)} were both given: expected one of them")
        if self.checkpoint is None:
            if self.processes is not None or self.cluster is not None:
                raise BadInput(
                    f"{given[0]} needs checkpoint=, the file of the run: expected for example "
                    "checkpoint='run.db'"
                )
        elif not isinstance(self.checkpoint, (str, PathLike)):
            raise BadInput(f"checkpoint={short_repr(self.checkpoint)}: expected the name of a file")
        elif not str(self.checkpoint):
            raise BadInput("checkpoint='': expected the name of a file")

    def require_no_run(self, keyword: str) -> None:
        """Check that there is no file of a run."""
        if self.checkpoint is not None:
            raise BadInput(
                f"checkpoint= and {keyword} were both given: a run continues from its own file"
            )
