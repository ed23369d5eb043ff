"""Exact cover problems: building, checking, reducing, reading and writing them."""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.cover._arrow import to_arrow as to_arrow
    from combien.cover._constrained import Constrained as Constrained
    from combien.cover._constrained import SideConstraint as SideConstraint
    from combien.cover._elements import Colored as Colored
    from combien.cover._elements import Item as Item
    from combien.cover._elements import Option as Option
    from combien.cover._elements import Solution as Solution
    from combien.cover._problem import Options as Options
    from combien.cover._problem import Problem as Problem
    from combien.cover._problem import ProblemBuilder as ProblemBuilder
    from combien.cover._reduce import Reduction as Reduction
    from combien.cover._reduce import reduce as reduce
    from combien.cover._set_models import covering as covering
    from combien.cover._set_models import packing as packing
    from combien.cover._set_models import partial_covers as partial_covers
    from combien.cover._symmetry import ProblemGroup as ProblemGroup
    from combien.cover._symmetry import ProblemSymmetry as ProblemSymmetry
    from combien.cover._verify import verify as verify
    from combien.cover._weights import Weights as Weights
    from combien.cover._weights import weights_fault as weights_fault
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
