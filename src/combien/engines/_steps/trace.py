"""A dancing links search to follow by hand: as lines of text, or as a tree to draw.

Both are made from the events of `dance`.  Names of the problem are cut to a width, and characters
that cannot be printed are escaped.  In the text, undoing a choice takes one line, however many
steps it has, as they mirror the lines above it.  A search is often far too large to be drawn, so a
tree has only its first nodes; branches left out are marked at every level.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from reprlib import Repr

from combien._base.checks import check_int
from combien._base.threads import shared
from combien.cover._elements import NO_COLOR, Colored
from combien.cover._problem import Problem
from combien.drawing._search_tree import MOST_NODES, TreeNode
from combien.engines._steps.dance import Branching, dance
from combien.engines._steps.events import (
    ActiveItem,
    Agree,
    Backtrack,
    Choose,
    Close,
    Cover,
    Event,
    Found,
    Hide,
    Leave,
    Purify,
    Take,
    TakeBack,
    Try,
    Uncover,
    Unhide,
    Unpurify,
    Unuse,
    Use,
)
from combien.errors import BadInput

# Larger problems cannot be followed by hand.
MOST_ITEMS = 200
MOST_OPTIONS = 2000


def trace(
    problem: Problem, *, branching: Branching = "smallest", max_events: int = 10_000
) -> Iterator[str]:
    """Return a text trace of the search for all solutions, one line at a time.

    >>> print(*trace(Problem.from_options(["ab", "c", "bc"])), sep="\\n")
    item a has 1 option: the fewest
      cover a: option 0 is hidden
      try option 0 'a b' (1 of 1)
        cover b: option 2 is hidden
        item c has 1 option: the only active item
          cover c: option 1 is hidden
          try option 1 'c' (1 of 1)
            solution 1: a b | c
          take option 1 back
        uncover c: its option is tried
      take option 0 back: uncover b
    uncover a: its option is tried
    the search is complete: 1 solution, 3 nodes, 2 updates

    A hidden option is unlinked from the rings of all its items except the one being covered.  Each
    level of the search is indented by four spaces.  After `max_events` events (each hidden option
    is one) the trace finishes the current line and stops with a message.
    Raises `BadInput` for more than 200 items or 2000 options, `max_events` below 1, or a branching
    other than "smallest" and "leftmost".
    """
    if problem.item_count > MOST_ITEMS or problem.option_count > MOST_OPTIONS:
        raise BadInput(
            f"{problem.item_count} items and {problem.option_count} options are too many to trace "
            f"step by step ({MOST_ITEMS} and {MOST_OPTIONS} are the most): count the solutions, or "
            "draw the first nodes of the search tree"
        )
    max_events = check_int("max_events", max_events, least=1)
    return _lines(_Describer(problem, branching), dance(problem, branching=branching), max_events)


@shared
def _lines(
    describer: _Describer, events: Iterator[Event], limit: int
) -> Generator[str, None, None]:
    nodes = updates = solutions = 0
    before: Event | None = None
    for number, event in enumerate(events):
        if isinstance(event, Hide):
            # `Hide` events follow the event that caused them, and are printed with it.
            updates += len(event.items)
            describer.hidden.append(event.option)
            continue
        if before is not None:
            yield from describer.lines(before)
        if number >= limit:
            yield f"... stopped after {limit} events: raise the limit, or count the solutions"
            return
        nodes += isinstance(event, Choose | Backtrack | Found)
        solutions += isinstance(event, Found)
        before = event
    if before is not None:
        yield from describer.lines(before)
    counts = (
        f"{_count(solutions, 'solution')}, {_count(nodes, 'node')}, {_count(updates, 'update')}"
    )
    yield f"the search is complete: {counts}"


class _Describer:
    """Describes events in words; some descriptions depend on the events before."""

    def __init__(self, problem: Problem, branching: Branching) -> None:
        self._names = Names(problem)
        self._options = problem.option_count
        self._first = branching == "leftmost"
        self._margin = 0
        self.hidden: list[int] = []
        self._undone: list[str] = []
        self._linked: list[int] = []

    def lines(self, event: Event) -> Iterator[str]:
        """Yield the line for an event, if it has one, with the options that it hid."""
        hidden, self.hidden = self.hidden, []
        names = self._names
        match event:
            case Choose(depth, chosen, active):
                self._margin = 4 * depth + 2
                yield _at(4 * depth, self._choice(chosen, active))
            case Backtrack(depth, stuck):
                yield _at(4 * depth, f"item {names.item(stuck.item)} {_lack(stuck)}: go back")
            case Found(depth, solution, number):
                options = " | ".join(map(names.option, solution)) or "no option at all"
                yield _at(4 * depth, f"solution {number}: {options}")
            case Try(depth, _, option, number, of):
                self._margin = 4 * depth + 4
                yield _at(4 * depth + 2, f"try {self._option(option)} ({number} of {of})")
            case Take(depth, _, option, number, of):
                self._margin = 4 * depth + 4
                yield _at(4 * depth + 2, f"take {self._option(option)} ({number} of {of})")
            case Leave(depth, _, number, of):
                yield _at(4 * depth + 2, f"take none of its options ({number} of {of})")
            case Cover(item):
                yield _at(self._margin, f"cover {names.item(item)}{_hides(hidden)}")
            case Purify(item, color):
                given = f"give {names.item(item)} the color {names.color(color)}"
                yield _at(self._margin, f"{given}{_hides(hidden)}")
            case Agree(item, color):
                given = f"{names.item(item)} has the color {names.color(color)} already"
                yield _at(self._margin, given)
            case Use(item, low, high):
                yield _at(
                    self._margin, f"use {names.item(item)}, which {_more(low, high, self._options)}"
                )
            case Unhide(option):
                self._linked.append(option)
            case Uncover(item):
                self._undo(f"uncover {names.item(item)}")
            case Unpurify(item, _):
                self._undo(f"uncolor {names.item(item)}")
            case Unuse(item, _, _):
                self._undo(f"unuse {names.item(item)}")
            case TakeBack(depth, _, option):
                undone = f": {', '.join(self._undone)}" if self._undone else ""
                self._undone = []
                yield _at(4 * depth + 2, f"take option {option} back{undone}")
            case Close(depth, item, of):
                yield _at(4 * depth, self._closing(item, of))

    def _undo(self, what: str) -> None:
        self._undone.append(what)
        self._linked = []

    def _option(self, option: int) -> str:
        return f"option {option} '{self._names.option(option)}'"

    def _choice(self, chosen: ActiveItem, active: tuple[ActiveItem, ...]) -> str:
        """Describe which item is branched on, and why."""
        as_few = [other for other in active if other.choices <= chosen.choices]
        if len(active) == 1:
            why = "the only active item"
        elif self._first:
            why = "the first active item"
        else:
            why = "the fewest" if len(as_few) == 1 else "none has fewer"
        need = f"has {_count(chosen.left, 'option')}"
        if not chosen.exact:
            need = f"{_need(chosen)}, which is {_count(chosen.choices, 'choice')}"
        return f"item {self._names.item(chosen.item)} {need}: {why}"

    def _closing(self, item: int, of: int) -> str:
        name, linked = self._names.item(item), self._linked
        exact = bool(self._undone)
        self._undone, self._linked = [], []
        if exact:
            return (
                f"uncover {name}: {'its option is' if of == 1 else f'its {of} options are'} tried"
            )
        back = f", and {_options(linked)} {'comes' if len(linked) == 1 else 'come'} back"
        return f"item {name} is done{back if linked else ''}"


def _at(margin: int, line: str) -> str:
    return " " * margin + line


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _options(numbers: list[int]) -> str:
    return f"option{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"


def _hides(hidden: list[int]) -> str:
    if not hidden:
        return ""
    return f": {_options(hidden)} {'is' if len(hidden) == 1 else 'are'} hidden"


def _need(item: ActiveItem) -> str:
    """Describe how many of its options an item needs or may have."""
    among = f"of its {item.left} options"
    if item.low >= item.left:
        return "needs its only option" if item.left == 1 else f"needs all {among}"
    if item.low <= 0 and item.left == 1:
        return "may have its only option"
    if item.low <= 0:
        return f"may have {'any' if item.high >= item.left else f'at most {item.high}'} {among}"
    if item.low == item.high:
        return f"needs {item.low} {among}"
    limits = f"at least {item.low}" if item.high >= item.left else f"{item.low} to {item.high}"
    return f"needs {limits} {among}"


def _lack(item: ActiveItem) -> str:
    """Describe why an item is a dead end."""
    if item.left == 0 and item.low == 1:
        return "has no option left"
    return f"needs {item.low} options and has {item.left or 'none'} left"


def _more(low: int, high: int, options: int) -> str:
    """Describe the need of a used item; a limit above the number of options counts as none."""
    if low <= 0:
        return "may have more" if high >= options else f"may have {high} more"
    if high >= options:
        return f"needs at least {low} more"
    return f"needs {low if low == high else f'{low} to {high}'} more"


# The tree --------------------------------------------------------------------------------------

# The search in `dance` takes about 3 us per update, and as much per entry for the setup, so a tree
# takes about ten seconds at most.
MOST_ENTRIES = 100_000
MOST_UPDATES = 3_000_000


def search_tree(
    problem: Problem, *, branching: Branching = "smallest", max_nodes: int = 500
) -> TreeNode:
    """Return a tree of the first `max_nodes` nodes of the search for all solutions, at most 2000.

    >>> from combien.drawing import tree_text
    >>> problem = Problem.from_options(["ab", "c", "abc", "bc", "a"])
    >>> print(tree_text(search_tree(problem)))
    a
    ├─ a b ─ c
    │  └─ c ─ solution 1
    ├─ a b c ─ solution 2
    └─ a ─ b
       └─ b c ─ solution 3
    >>> print(tree_text(search_tree(problem, max_nodes=2)))
    a
    ├─ a b ─ c
    │  └─ 1 more ─ not visited
    └─ 2 more ─ not visited

    Options are labeled with their names, or with their items; "none" takes none of the remaining
    options.  Branches that were not visited are cut off.  The search stops after `max_nodes` nodes
    or three million updates.
    Raises `BadInput` for a problem of more than 100 000 items and entries, for `max_nodes` outside
    1 to 2000, or for a branching other than "smallest" and "leftmost".
    """
    max_nodes = check_int("max_nodes", max_nodes, least=1, most=MOST_NODES)
    entries = len(problem.arrays()[1])
    if problem.item_count + entries > MOST_ENTRIES:
        raise BadInput(
            f"{problem.item_count} items and {entries} entries of options are too many to draw a "
            f"search ({MOST_ENTRIES} are the most): count the solutions, or draw a smaller problem"
        )
    return _built(dance(problem, branching=branching), Names(problem), max_nodes)


@dataclass(slots=True)
class _OpenNode:
    """A node whose branches have not all been visited yet."""

    label: str
    edge: str
    of: int
    children: list[TreeNode] = field(default_factory=list)

    def node(self) -> TreeNode:
        """Return the node, with a mark for the branches that were not visited."""
        left = self.of - len(self.children)
        if left:
            self.children.append(TreeNode("", kind="cut", edge=f"{left} more"))
        return TreeNode(self.label, edge=self.edge, children=tuple(self.children))


def _built(events: Iterable[Event], names: Names, nodes: int) -> TreeNode:
    # The parent of the root.
    path = [_OpenNode("", "", of=1)]
    edge = ""
    visited = updates = 0
    for event in events:
        if isinstance(event, Choose | Backtrack | Found):
            # The root is always visited.
            if visited == nodes or updates > MOST_UPDATES:
                break
            visited += 1
        match event:
            case Hide(items=items):
                updates += len(items)
            case Try(option=option) | Take(option=option):
                edge = names.option(option)
            case Leave():
                edge = "none"
            case Choose(chosen=chosen):
                path.append(_OpenNode(names.item(chosen.item), edge, chosen.choices))
            case Backtrack(stuck=stuck):
                path[-1].children.append(TreeNode(names.item(stuck.item), "dead end", edge))
            case Found(number=number):
                path[-1].children.append(TreeNode(str(number), "solution", edge))
            case Close():
                done = path.pop()
                path[-1].children.append(done.node())
    while len(path) > 1:
        done = path.pop()
        path[-1].children.append(done.node())
    return path[0].children[0]


# Names -----------------------------------------------------------------------------------------

LONGEST_ITEM = 24
LONGEST_OPTION = 60


class Names:
    """The names of a problem's items, options and colors, by number.

    >>> names = Names(Problem.from_options({"x": "ab", "y": "bc"}))
    >>> names.item(2), names.option(0)
    ('c', 'x')
    >>> Names(Problem.from_options([[(0, 1), "b"]])).option(0)
    '(0, 1) b'

    An option without a name is denoted by its items.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._colors: dict[int, Hashable] = {}
        for option in range(problem.option_count if problem.has_colors else 0):
            entries = zip(problem.colors(option), problem.entries(option), strict=True)
            self._colors.update((c, e.color) for c, e in entries if isinstance(e, Colored))

    def item(self, number: int) -> str:
        """Return the name of an item."""
        return _cut(_written(self._problem.item_names[number]), LONGEST_ITEM)

    def color(self, number: int) -> str:
        """Return the name of a color."""
        return _cut(_written(self._colors[number]), LONGEST_ITEM)

    def option(self, number: int) -> str:
        """Return the name of an option; without one, its items and their colors."""
        name, entries = self._problem.name(number), self._problem.entries(number)
        if name != entries:
            return _cut(_written(name), LONGEST_OPTION)
        # No more items than can be visible after cutting.
        items = self._problem.indices(number)[:LONGEST_OPTION]
        colors = self._problem.colors(number)
        words = (
            f"{self.item(item)}:{self.color(color)}" if color != NO_COLOR else self.item(item)
            for item, color in zip(items, colors, strict=False)
        )
        return _cut(" ".join(words), LONGEST_OPTION)


def _written(name: Hashable) -> str:
    if not isinstance(name, str):
        # `Repr` limits the length and the depth, and sorts sets.
        name = _BOUNDED.repr(name)
    visible = name[: LONGEST_OPTION + 1]
    if not visible.isprintable():
        visible = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in visible)
    return visible or "''"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


_BOUNDED = Repr()
_BOUNDED.maxstring = _BOUNDED.maxother = _BOUNDED.maxlong = LONGEST_OPTION
