"""The sets of vector instructions that this processor has."""

from __future__ import annotations

from combien import Problem, _native
from combien.cover._problem import compiled

__all__ = ["VECTORS"]


def available(vectors: str) -> bool:
    """Whether the core runs with these instructions here."""
    try:
        _native.memo(compiled(Problem.from_options(["a"])), vectors=vectors)
    except ValueError:
        return False
    return True


VECTORS = list(filter(available, ("plain", "avx2", "avx512")))
