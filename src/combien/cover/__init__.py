"""Exact cover problems: building, checking, reducing, reading and writing them."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.cover._arrow": "to_arrow",
    "combien.cover._constrained": "Constrained SideConstraint",
    "combien.cover._elements": "Colored Item Option Solution",
    "combien.cover._problem": "Options Problem ProblemBuilder",
    "combien.cover._reduce": "Reduction reduce",
    "combien.cover._set_models": "covering packing partial_covers",
    "combien.cover._symmetry": "ProblemGroup ProblemSymmetry",
    "combien.cover._verify": "verify",
    "combien.cover._weights": "Weights weights_fault",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
