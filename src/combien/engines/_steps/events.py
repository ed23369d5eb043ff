"""The events of a dancing links search, for the trace and the search tree.

        at a node      Choose (an item to branch on), Backtrack (a dead end), Found (a solution)
        at a branch    Try (an option), Take (one of several), Leave (none of the rest)
        doing          Cover, Purify, Use, Agree (no change), and Hide for each hidden option
        undoing        Close, TakeBack, Uncover, Unpurify, Unuse, Unhide, in reverse order

Each node yields exactly one of the first three, so counting these counts the nodes.  An update is
the unlinking of an entry; each Hide lists the items of its unlinked entries.  Items, options and
colors are given by number.
"""

from __future__ import annotations

from dataclasses import dataclass

from combien.cover._elements import Solution


@dataclass(frozen=True, slots=True)
class ActiveItem:
    """An active item: it needs `low` to `high` more options, of the `left` that can still cover it.

    >>> ActiveItem(item=0, left=3, low=1, high=1).choices
    3
    >>> ActiveItem(item=0, left=3, low=2, high=4).choices
    2
    >>> ActiveItem(item=0, left=3, low=0, high=4).choices
    4

    `low` is negative once the item is covered more often than necessary.
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
        """The number of branches: one for each option that can be the first one taken.

        The last options cannot be the first one taken if too few follow them.  An item that needs
        no more options has one more branch, which takes none.
        """
        return max(0, self.left - max(self.low, 0) + 1)


# At a node ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    """A node: the item to branch on, and all active items, in order of their numbers."""

    depth: int
    chosen: ActiveItem
    active: tuple[ActiveItem, ...]


@dataclass(frozen=True, slots=True)
class Backtrack:
    """A node without branches: this item has fewer options left than it needs."""

    depth: int
    stuck: ActiveItem


@dataclass(frozen=True, slots=True)
class Found:
    """A node without active items: the chosen options are the `number`th solution, from 1."""

    depth: int
    solution: Solution
    number: int


# At a branch ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Try:
    """An item that needs exactly one option gets this one, its branch `number` of `of`."""

    depth: int
    item: int
    option: int
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Take:
    """The item gets this option, and possibly later ones of its ring."""

    depth: int
    item: int
    option: int
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The item needs no more options, and gets none of the rest."""

    depth: int
    item: int
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undoes a `Try` or a `Take`; after a `Take`, the option stays out of the item's ring."""

    depth: int
    item: int
    option: int


@dataclass(frozen=True, slots=True)
class Close:
    """Undoes a `Choose` after all of its branches: the search backtracks."""

    depth: int
    item: int
    of: int


# Doing and undoing ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cover:
    """The item becomes inactive; the options in its ring are hidden next."""

    item: int


@dataclass(frozen=True, slots=True)
class Uncover:
    """Undoes a `Cover`."""

    item: int


@dataclass(frozen=True, slots=True)
class Purify:
    """The secondary item gets this color; options that give it another color are hidden next."""

    item: int
    color: int


@dataclass(frozen=True, slots=True)
class Unpurify:
    """Undoes a `Purify`."""

    item: int
    color: int


@dataclass(frozen=True, slots=True)
class Agree:
    """The secondary item already has this color, so nothing changes."""

    item: int
    color: int


@dataclass(frozen=True, slots=True)
class Use:
    """The item gets one more option and stays active: it still needs `low` to `high` more."""

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
