"""Reduction to SAT: clauses, encodings, files, proofs."""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.sat._cnf import Cnf as Cnf
    from combien.sat._cnf import Formula as Formula
    from combien.sat._encode import Encoding as Encoding
    from combien.sat._encode import encode as encode
    from combien.sat._exactly import STYLES as STYLES
    from combien.sat._exactly import constrain as constrain
    from combien.sat._exactly import size_of as size_of
    from combien.sat._proofs import check as check
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
