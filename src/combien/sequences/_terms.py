"""The terms that a formula or a sequence is sought for."""

from __future__ import annotations

from collections.abc import Iterable

from combien._base.checks import check_int, check_list

MOST_TERMS = 100_000


def checked_terms(terms: Iterable[int]) -> list[int]:
    """Return the terms as a list of integers; raise `BadInput` for others."""
    given = check_list("terms", terms, "a list of integers", ordered=True, most=MOST_TERMS)
    return [check_int(f"terms[{n}]", term, least=None) for n, term in enumerate(given)]
