"""Exact cover problems: building, checking, reducing, reading and writing them."""

from __future__ import annotations

from combien._lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.cover._elements import Colored as Colored
    from combien.cover._elements import Item as Item
    from combien.cover._elements import Option as Option
    from combien.cover._elements import Solution as Solution
    from combien.cover._infeasibility.weights import Weights as Weights
    from combien.cover._infeasibility.weights import weights_fault as weights_fault
    from combien.cover._problem import Options as Options
    from combien.cover._problem import Problem as Problem
    from combien.cover._problem import ProblemBuilder as ProblemBuilder
    from combien.cover._reduction.reduce import reduce as reduce
    from combien.cover._reduction.reduction import Reduction as Reduction
    from combien.cover._symmetry.group import ProblemGroup as ProblemGroup
    from combien.cover._symmetry.group import ProblemSymmetry as ProblemSymmetry
    from combien.cover._verify import verify as verify

_HOMES = {
    "Colored": "_elements",
    "Item": "_elements",
    "Option": "_elements",
    "Options": "_problem",
    "Problem": "_problem",
    "ProblemBuilder": "_problem",
    "ProblemGroup": "_symmetry.group",
    "ProblemSymmetry": "_symmetry.group",
    "Reduction": "_reduction.reduction",
    "Solution": "_elements",
    "Weights": "_infeasibility.weights",
    "reduce": "_reduction.reduce",
    "verify": "_verify",
    "weights_fault": "_infeasibility.weights",
}

__all__ = [
    "Colored",
    "Item",
    "Option",
    "Options",
    "Problem",
    "ProblemBuilder",
    "ProblemGroup",
    "ProblemSymmetry",
    "Reduction",
    "Solution",
    "Weights",
    "reduce",
    "verify",
    "weights_fault",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, _HOMES)
