"""Many trivial cases in one test: a separate test for each would take longer than the case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest


def for_each(cases: Iterable[object]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make a test of all cases; a tuple is several arguments.

    All are tried: the first error is raised, with its case and the others that fail.
    """
    listed = [case if isinstance(case, tuple) else (case,) for case in cases]

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            failed: list[tuple[tuple[object, ...], BaseException]] = []
            for case in listed:
                try:
                    check(*case)
                # The second where an error was expected, and none came.
                except (Exception, pytest.fail.Exception) as error:
                    failed.append((case, error))
            if failed:
                _, first = failed[0]
                shown = "\n".join(f"{case!r:.200}: {error!r:.200}" for case, error in failed[:20])
                first.add_note(f"{len(failed)} of {len(listed)} cases fail:\n{shown}")
                raise first

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        test.__module__, test.__qualname__ = check.__module__, check.__qualname__
        return test

    return decorate


def refusals(
    cases: Mapping[str, tuple[Callable[[], object], str]], error: type[Exception]
) -> Callable[[], None]:
    """Make a test that each of these calls raises an error of this type, with this text in it."""

    def test_refusals(name: str, attempt: Callable[[], object], message: str) -> None:
        """Each call is refused, with a message that says why."""
        with pytest.raises(error) as caught:
            attempt()
        assert message in str(caught.value), f"{name}: {caught.value}"

    return for_each((name, *case) for name, case in cases.items())(test_refusals)
