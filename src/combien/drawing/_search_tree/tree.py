"""A search tree, as data and as text.

A node is the item that was branched on, an edge the option that was chosen; a leaf is a solution, a
dead end, or stands for unvisited branches.  Searches create the nodes, independently of drawing;
`_search_tree.svg` draws them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from combien._base.records import dataclass, field
from combien.errors import BadPicture

__all__ = ["Kind", "TreeNode", "tree_text"]

Kind = Literal["choice", "dead end", "solution", "cut"]

MOST_NODES = 2000
MOST_TEXT = 1000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TreeNode:
    """A node of a search tree, with its subtree.

    >>> stuck, found = TreeNode("b", "dead end", edge="a c"), TreeNode("1", "solution", edge="a")
    >>> root = TreeNode("a", children=(stuck, found))
    >>> root
    <TreeNode 'a': 3 nodes>
    >>> print(tree_text(root))
    a
    ├─ a c ─ dead end: b
    └─ a ─ solution 1

    `label` is the item that was branched on or could not be covered, or the number of a solution;
    `edge` is the option that leads to this node.  A "cut" represents all unvisited branches of its
    parent.  `size` is the number of nodes without cuts.
    Raises `BadPicture` for more than 2000 nodes, another kind, or a leaf with children.
    """

    label: str
    kind: Kind = "choice"
    edge: str = ""
    children: tuple[TreeNode, ...] = ()
    size: int = field(init=False)

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise BadPicture(f"the kinds of nodes are {', '.join(get_args(Kind))}")
        for text in (self.label, self.edge):
            if not isinstance(text, str) or len(text) > MOST_TEXT:
                raise BadPicture(
                    f"the label and the edge of a node are texts of at most {MOST_TEXT} characters"
                )
        if not isinstance(self.children, tuple) or not all(
            isinstance(child, TreeNode) for child in self.children
        ):
            raise BadPicture("the children of a node are a tuple of TreeNode")
        if self.children and self.kind != "choice":
            raise BadPicture(f"a {self.kind} is a leaf: it has no children")
        if sum(child.kind == "cut" for child in self.children) > 1:
            raise BadPicture("one cut stands for all branches that were not visited")
        size = (self.kind != "cut") + sum(child.size for child in self.children)
        if size > MOST_NODES:
            raise BadPicture(
                f"a tree of more than {MOST_NODES} nodes is too large to be drawn: "
                "draw the first nodes only"
            )
        object.__setattr__(self, "size", size)

    def walk(self) -> Iterator[tuple[int, TreeNode]]:
        """Yield the nodes in preorder, each with its depth.

        >>> [(depth, node.label) for depth, node in TreeNode("a", children=(TreeNode("b"),)).walk()]
        [(0, 'a'), (1, 'b')]
        """
        # A list instead of recursion, as a tree may be as deep as its number of nodes.
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting.extend((depth + 1, child) for child in reversed(node.children))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeNode):
            return NotImplemented
        return self._flat() == other._flat()

    def __hash__(self) -> int:
        return hash(self._flat())

    def _flat(self) -> tuple[tuple[int, str, str, str], ...]:
        return tuple((depth, node.label, node.kind, node.edge) for depth, node in self.walk())

    def __repr__(self) -> str:
        return f"<TreeNode {self.label[:60]!r}: {self.size} node{'' if self.size == 1 else 's'}>"


def tree_text(root: TreeNode) -> str:
    """Return the tree as text, one line per node, with lines from parents to children.

    >>> print(tree_text(TreeNode("a", children=(TreeNode("", kind="cut", edge="2 more"),))))
    a
    └─ 2 more ─ not visited

    Raises `BadPicture` if `root` is not a `TreeNode`.
    """
    if not isinstance(root, TreeNode):
        raise BadPicture(f"a search tree is a TreeNode, not {type(root).__name__}")
    lines = []
    waiting = [("", "", root)]
    while waiting:
        lead, below, node = waiting.pop()
        edge = f"{_one_line(node.edge)} ─ " if node.edge else ""
        lines.append(f"{lead}{edge}{_described(node)}")
        last = len(node.children) - 1
        waiting.extend(
            (
                below + ("└─ " if at == last else "├─ "),
                below + ("   " if at == last else "│  "),
                child,
            )
            for at, child in reversed(list(enumerate(node.children)))
        )
    return "\n".join(lines)


def _described(node: TreeNode) -> str:
    label = _one_line(node.label)
    return {
        "choice": label,
        "dead end": f"dead end: {label}",
        "solution": f"solution {label}",
        "cut": "not visited",
    }[node.kind]


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text)
