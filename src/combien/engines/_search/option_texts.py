"""The texts of solutions, from the texts of their options.

A search finds solutions in batches; the text of a whole batch is put together by the core, so no
object of Python is made for a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from combien import _native
from combien.cover._elements import Solution


class OptionTexts(dict[int, str]):
    """The texts of options, each made once, and of solutions.

    >>> texts = OptionTexts(3, "abc".__getitem__, between="; ")
    >>> texts.of((0, 2))
    'a; c'

    `text` returns the text of an option by its number.
    """

    def __init__(self, option_count: int, text: Callable[[int], str], *, between: str) -> None:
        super().__init__()
        self._text = text
        self._between = between
        self._core = _native.OptionTexts(option_count, between.encode())

    def __missing__(self, option: int) -> str:
        self[option] = text = self._text(option)
        return text

    def of(self, solution: Solution) -> str:
        """Return the text of a solution."""
        return self._between.join(map(self.__getitem__, solution))

    def lines(self, solutions: Iterator[Solution], *, blank: bool) -> tuple[str, int, bool] | None:
        """Return the lines of the next solutions of a batch of a search; None if it is not one.

        An empty line follows a solution of several lines; `blank` is whether the text begins with
        one.  Also returns the number of solutions, and whether an empty line is to follow.  They
        are left in the batch: `skip` takes them, once they are written.
        """
        while (found := self._core.rendered(solutions, blank)) is not None:
            text, count, after, missing = found
            if count or not missing:
                return text.decode(), count, after
            for option in missing:
                self._core.set(option, self._text(option).encode())
        return None

    def skip(self, solutions: Iterator[Solution], count: int) -> None:
        """Take this many solutions from a batch."""
        self._core.skip(solutions, count)
