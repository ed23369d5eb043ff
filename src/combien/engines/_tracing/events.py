"""The events of a dancing links search, shared by the search and its readers.

    at a node      Choose (an item to branch on), Backtrack (an item is stuck), Found (a solution)
    at a branch    Try (an option), Take (one of several), Leave (none of those left)
    doing          Cover, Purify, Use, Agree (nothing to do), and Hide for each option hidden
    undoing        Close, TakeBack, Uncover, Unpurify, Unuse, Unhide, in mirror order

Each node yields exactly one of the first three, so counting these counts the nodes.  An update is
the unlinking of an entry; each Hide lists the items of its unlinked entries.  Items, options and
colors are numbers here; names.py has their names.
"""

from __future__ import annotations

from dataclasses import dataclass

from combien.cover._elements import Solution

__all__ = [
    "Agree",
    "Backtrack",
    "Choose",
    "Close",
    "Cover",
    "Event",
    "Found",
    "Hide",
    "Leave",
    "Purify",
    "Take",
    "TakeBack",
    "Try",
    "Uncover",
    "Unhide",
    "Unpurify",
    "Unuse",
    "Use",
    "Waiting",
]


@dataclass(frozen=True, slots=True)
class Waiting:
    """An item that waits: it needs `low` to `high` more of the `left` options that it has left.

    >>> Waiting(item=0, left=3, low=1, high=1).choices
    3
    >>> Waiting(item=0, left=3, low=2, high=4).choices
    2
    >>> Waiting(item=0, left=3, low=0, high=4).choices
    4

    `low` is negative once an item was used more often than it must be.
    """

    item: int
    left: int
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether exactly one more option is needed, as in a problem without bounds."""
        return self.low == self.high == 1

    @property
    def choices(self) -> int:
        """How many branches the item opens: which of its options is the first that is taken.

        The last options cannot be the first where more are needed than then are left; an item that
        needs no more opens one branch more, to take none.
        """
        return max(0, self.left - max(self.low, 0) + 1)


# At a node ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    """A node: this item is branched on, out of all that wait (in the items' order)."""

    depth: int
    chosen: Waiting
    waiting: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class Backtrack:
    """A node without a branch: this item has fewer options left than it needs."""

    depth: int
    stuck: Waiting


@dataclass(frozen=True, slots=True)
class Found:
    """A node where no item waits: the options chosen are a solution, the `number`th from 1 on."""

    depth: int
    solution: Solution
    number: int


# At a branch ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Try:
    """The item that needs exactly one option gets this one, its `number`th of `of` branches."""

    depth: int
    item: int
    option: int
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Take:
    """The item gets this option, and possibly later ones in its ring."""

    depth: int
    item: int
    option: int
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The item has enough: it gets none of the options that are left."""

    depth: int
    item: int
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undoes a `Try`, or a `Take` except that the option stays out of the item's ring."""

    depth: int
    item: int
    option: int


@dataclass(frozen=True, slots=True)
class Close:
    """Undoes a `Choose`, when all branches are done: the search goes back up."""

    depth: int
    item: int
    of: int


# Doing and undoing ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cover:
    """The item waits no more, and all options in its ring are hidden next."""

    item: int


@dataclass(frozen=True, slots=True)
class Uncover:
    """Undoes a `Cover`."""

    item: int


@dataclass(frozen=True, slots=True)
class Purify:
    """The secondary item gets this color, and the options that give it another are hidden next."""

    item: int
    color: int


@dataclass(frozen=True, slots=True)
class Unpurify:
    """Undoes a `Purify`."""

    item: int
    color: int


@dataclass(frozen=True, slots=True)
class Agree:
    """The secondary item has this color already: there is nothing to do, nor to undo."""

    item: int
    color: int


@dataclass(frozen=True, slots=True)
class Use:
    """The item has one option more and goes on waiting: it needs `low` to `high` more now."""

    item: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Unuse:
    """Undoes a `Use`; the item needs `low` to `high` more again."""

    item: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Hide:
    """The option is unlinked from the rings of these items: one update each."""

    option: int
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unhide:
    """Undoes a `Hide`."""

    option: int


Event = (
    Choose
    | Backtrack
    | Found
    | Try
    | Take
    | Leave
    | TakeBack
    | Close
    | Cover
    | Uncover
    | Purify
    | Unpurify
    | Agree
    | Use
    | Unuse
    | Hide
    | Unhide
)
