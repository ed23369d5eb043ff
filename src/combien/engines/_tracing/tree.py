"""The search tree, built from the events of the readable search.

The tree is plain data for `combien.drawing.tree_text`.  A search is often far larger than what can
be drawn, so only its first nodes are visited; branches left out are marked on every level.
"""

from __future__ import annotations

from collections.abc import Iterable

from combien._base.checks import check_int
from combien._base.records import dataclass, field
from combien.cover._problem import Problem
from combien.drawing._search_tree.tree import MOST_NODES, TreeNode
from combien.engines._tracing.dance import Branching, dance
from combien.engines._tracing.events import (
    Backtrack,
    Choose,
    Close,
    Event,
    Found,
    Hide,
    Leave,
    Take,
    Try,
)
from combien.engines._tracing.names import Names
from combien.errors import BadInput

__all__ = ["search_tree"]

# The readable search takes about 3 us per update, and as much per entry for the setup: about ten
# seconds at most.
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
    """A node whose branches are not all done."""

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
