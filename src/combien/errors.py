"""The exceptions that combien raises.

    CombienError
    ├ BadInput            an invalid argument or file
    │ ├ BadProblem        an inconsistent exact cover problem
    │ ├ BadRegion         invalid cells, ASCII art or symmetry of a region
    │ ├ BadTiling         an invalid board or tile of a tiling problem
    │ ├ BadPosition       a position that does not belong to this search
    │ ├ BadPicture        something that cannot be drawn
    │ ├ BadPuzzle         invalid puzzle settings or text
    │ ├ BadNonogram       invalid clues or cells of a nonogram
    │ ├ BadFormat         a file that does not follow its format
    │ └ BadScript         an error in a tiling script, with its line and column
    ├ CannotAnswer        the engine does not support this question; names one that does
    ├ InUse               the object is being used by another thread or by a caller
    ├ OutOfBudget         the nodes, seconds or bytes ran out; holds partial results
    ├ CannotWrite         a file could not be written; an existing file is unchanged
    ├ Disagreement        two ways to count disagree: an error of combien itself
    ├ Cancelled           raised by a `report=` function to stop a question
    └ MissingExtra        an optional dependency is not installed or cannot be loaded

    UserWarning
    └ PluginWarning       a plug-in is not used; says which and why

    KeyboardInterrupt
    └ Interrupted         Ctrl-C in a count or in `best`; holds partial results, where to resume

Values are validated when they are created, so most of these are raised by constructors.
"""

from __future__ import annotations

from combien._wording import printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = [
    "BadFormat",
    "BadInput",
    "BadNonogram",
    "BadPicture",
    "BadPosition",
    "BadProblem",
    "BadPuzzle",
    "BadRegion",
    "BadScript",
    "BadTiling",
    "Cancelled",
    "CannotAnswer",
    "CannotWrite",
    "CombienError",
    "Disagreement",
    "InUse",
    "Interrupted",
    "MissingExtra",
    "OutOfBudget",
    "PluginWarning",
]


class CombienError(Exception):
    """Base class of all exceptions that combien raises on purpose.

    Messages may show names from files, so `str` replaces what a terminal would interpret.
    """

    def __str__(self) -> str:
        return printable_lines(super().__str__())


class BadInput(CombienError, ValueError):
    """An argument or a file is invalid."""


class BadProblem(BadInput):
    """An exact cover problem is inconsistent."""


class BadRegion(BadInput):
    """The cells, ASCII art or symmetry of a region are invalid."""


class BadTiling(BadInput):
    """The board or a tile of a tiling problem is invalid."""


class BadPosition(BadInput):
    """A position does not belong to this search."""


class BadPicture(BadInput):
    """The picture cannot be drawn."""


class BadPuzzle(BadInput):
    """The settings or the text of a puzzle are invalid."""


class BadNonogram(BadInput):
    """The clues or cells of a nonogram are invalid."""


class BadFormat(BadInput):
    """A file does not follow its format."""


class BadScript(BadInput):
    """A tiling script has a syntax error or an invalid declaration.

    `str(error)` is the full message: file, line, column, the source line and a caret.  The error is
    about the `length` characters from there.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        line: int = 0,
        column: int = 0,
        length: int = 0,
        excerpt: str = "",
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.length = length
        self.excerpt = excerpt
        place = ", ".join(
            part
            for part in (
                file,
                f"line {line}" if line else "",
                f"column {column}" if column else "",
            )
            if part
        )
        head = f"{place}: {message}" if place else message
        super().__init__(f"{head}\n{excerpt}" if excerpt else head)


class CannotAnswer(CombienError):
    """The engine does not support this question; the message names one that does."""


class CannotWrite(CombienError):
    """A file could not be written; an existing file is unchanged."""


class Disagreement(CombienError):
    """Two ways to count the same things gave different numbers, so neither is returned.

    Numbers that follow from others are compared with a direct count of small cases.  This error
    means that combien is wrong, not its user: please report its message, with what was asked.

    >>> print(Disagreement.of("term 4 of tilings", derived=11, direct=9))
    term 4 of tilings: 11 as derived, but 9 by a direct count. This is an error of combien, and \
none of its numbers for this can be relied on: please report it, with what was asked
    """

    @classmethod
    def of(cls, what: str, *, derived: object, direct: object) -> Disagreement:
        """Return the error for two numbers."""
        return cls(
            f"{what}: {derived} as derived, but {direct} by a direct count. This is an error of "
            "combien, and none of its numbers for this can be relied on: please report it, with "
            "what was asked"
        )


class OutOfBudget(CombienError):
    """The nodes, seconds or bytes ran out before the answer was complete.

    `known` holds the counters, and under `"at_least"` a lower bound of the count.  `position` is
    where a search can be resumed, or the empty string.  `found` holds the solutions found so far by
    a question about several (`best`, `nonograms.solve`).  `plan` is the plan of a count so far, or
    None.
    """

    def __init__(
        self,
        message: str,
        *,
        known: Mapping[str, int] | None = None,
        position: str = "",
        found: tuple[Any, ...] = (),
    ) -> None:
        self.known = dict(known or {})
        self.position = position
        self.found = found
        self.plan: Any = None
        super().__init__(message)


class Cancelled(CombienError):
    """Raised by a `report=` function to stop a question.

    >>> import combien
    >>> def stop(progress):
    ...     raise combien.Cancelled
    >>> dominoes = combien.Tile("**", symmetries="all", times="any")
    >>> board = combien.TilingProblem(combien.Region.box(12, 12), [dominoes])
    >>> combien.count(board, engine="bits", report=stop)
    Traceback (most recent call last):
    ...
    combien.errors.Cancelled: cancelled

    The question ends at once and the exception reaches its caller.  If the question was a count by
    a search, `position` is where `count(resume=...)` continues it, and `known` holds the counters,
    with a lower bound of the count under `"at_least"`.  If the question was `best`, `known` holds
    its counters, and `found` the best solutions so far.  Otherwise they are empty.
    """

    def __init__(self, message: str = "cancelled") -> None:
        self.known: dict[str, int] = {}
        self.position = ""
        self.found: tuple[Any, ...] = ()
        super().__init__(message)


class InUse(CombienError, RuntimeError):
    """The search or iterator is in use and waiting for it would deadlock.

    Raised when a search is used from its own callback or from a finalizer, or in the child of a
    fork while another thread of the parent was using it; also by an iterator that has already
    failed in another thread.
    """


class MissingExtra(CombienError, ImportError):
    """An optional dependency is not installed, or is installed and cannot be loaded.

    The message has the command that installs it, and in the second case the reason.
    """


class PluginWarning(UserWarning):
    """A plug-in is not used: its name is taken, or it cannot be imported (`combien plugins`)."""


class Interrupted(KeyboardInterrupt):
    """A count, or a search for the best solutions, was interrupted by Ctrl-C.

    `known` holds the counters, and under `"at_least"` a lower bound of the count.  `position` can
    be passed to `count(resume=...)`; it is empty if this count cannot be resumed.  `found` holds
    the best solutions that `best` had found.
    """

    def __init__(
        self,
        message: str,
        *,
        known: Mapping[str, int],
        position: str,
        found: tuple[Any, ...] = (),
    ) -> None:
        self.known = dict(known)
        self.position = position
        self.found = found
        super().__init__(message)
