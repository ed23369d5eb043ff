"""The protocol of models: anything that can be formulated as an exact cover problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from combien._base.checks import short_repr
from combien.errors import BadInput

if TYPE_CHECKING:
    # For help without the core.
    from combien.cover._elements import Solution
    from combien.cover._problem import Problem

Reading_co = TypeVar("Reading_co", covariant=True)


class Model(Protocol[Reading_co]):
    """Anything that can be formulated as an exact cover problem: a tiling, a sudoku, ..."""

    def problem(self) -> Problem:
        """Return the exact cover problem."""

    def read(self, solution: Solution) -> Reading_co:
        """Convert a solution of that problem to a solution of the model."""


def problem_of(model: Model[Any]) -> Problem:
    """Return the problem of a model.

    >>> problem_of("**")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: expected a model, such as a Problem, a TilingProblem or a puzzle, \
not '**'
    """
    from combien.cover._problem import Problem  # Start-up: not for --help.

    given: object = model
    methods = (getattr(given, name, None) for name in ("problem", "read"))
    if isinstance(given, type) or not all(map(callable, methods)):
        raise BadInput(
            "expected a model, such as a Problem, a TilingProblem or a puzzle, "
            f"not {short_repr(given)}"
        )
    problem: object = model.problem()
    if not isinstance(problem, Problem):
        raise BadInput(f"a model's problem() must return a Problem, not {type(problem).__name__}")
    return problem


@runtime_checkable
class Padded(Protocol):
    """A model whose problem has further options after its own, which are in every solution.

    They are there for its constraints: where a graph has vertices without an edge, for example, one
    keeps the edges at these vertices out.
    """

    @property
    def _own_options(self) -> int: ...


def own_options(model: object, options: int) -> int:
    """Return how many of the options of a model's problem are its own, which users number.

    >>> from combien import graphs
    >>> pairs = graphs.with_degrees(["ab", "bc"], {"c": 0})
    >>> own_options(pairs, pairs.problem().option_count), pairs.problem().option_count
    (2, 3)

    The others cost nothing and have no number.
    """
    return model._own_options if isinstance(model, Padded) else options
