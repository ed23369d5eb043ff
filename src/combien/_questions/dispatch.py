"""Get the problem of a model, an engine that supports a question, and those who count.

Arguments of the wrong type, such as a region instead of a tiling problem, or the class of an engine
instead of an instance, are rejected here, before any work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from combien._base.budget import MOST_THREADS
from combien._base.checks import as_int, check_int, short_repr
from combien._base.records import dataclass
from combien.cover._problem import Problem
from combien.engines import ENGINES, engine_named, searcher_named
from combien.engines._protocol import Engine, Model, Question
from combien.engines._searching import SearchEngine
from combien.errors import BadInput, CannotAnswer


def problem_of(model: Model[Any]) -> Problem:
    """Return the problem of a model.

    >>> problem_of("**")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: expected a model, such as a Problem, a TilingProblem or a puzzle, \
not '**'
    """
    given: object = model
    if isinstance(given, type) or not _has(given, "problem", "read"):
        raise BadInput(
            "expected a model, such as a Problem, a TilingProblem or a puzzle, "
            f"not {short_repr(given)}"
        )
    problem: object = model.problem()
    if not isinstance(problem, Problem):
        raise BadInput(f"a model's problem() must return a Problem, not {type(problem).__name__}")
    return problem


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


# Numbers of options: by option, for each in order, or a function of the option.
Numbers = Mapping[int, int] | Sequence[int] | Callable[[int], int]


def check_numbers(name: str, given: object) -> None:
    """Check the type of the numbers of options."""
    if not isinstance(given, (Mapping, Sequence)) and not callable(given):
        raise BadInput(
            f"{name}={short_repr(given)}: expected a dict of {name} by option number, a list of "
            "them, or a function of the number"
        )


def numbers_of(given: Numbers, options: int, *, who: str, name: str) -> list[int]:
    """Return the whole number of each option; those that a dict leaves out have 0."""
    if isinstance(given, Mapping):
        numbers = [0] * options
        for option, number in given.items():
            place = as_int(option)
            if place is None or not 0 <= place < options:
                raise BadInput(
                    f"{who}: there is no option {short_repr(option)}: they are 0 to {options - 1}"
                )
            numbers[place] = whole(f"{who}: the {name} of option {place}", number)
        return numbers
    listed = [*map(given, range(options))] if callable(given) else [*given]
    if len(listed) != options:
        raise BadInput(f"{who}: {len(listed)} {name}s were given for {options} options")
    return [whole(f"{who}: the {name} of option {n}", one) for n, one in enumerate(listed)]


def whole(what: str, given: object) -> int:
    """Return a whole number; raise `BadInput` for another value."""
    number = as_int(given)
    if number is None:
        raise BadInput(f"{what} is {short_repr(given)}: expected a whole number; scale fractions")
    return number


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
