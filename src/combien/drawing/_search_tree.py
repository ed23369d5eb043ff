"""A search tree, as data, as text and as SVG.

A node is the item that was branched on, an edge the option that was chosen; a leaf is a solution, a
dead end, or stands for unvisited branches.  In SVG the tree grows to the right, so that the names
of options fit along the edges without overlaps, with one line for each leaf.  Leaves can be
distinguished without color: a solution has a double frame, a dead end a cross, and unvisited
branches are dashed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from combien.drawing._markup import CAP_HEIGHT, escaped, lettering, number, opening, path
from combien.drawing._palette import Palette, palette_named
from combien.errors import BadPicture

Kind = Literal["choice", "dead end", "solution", "cut"]

MOST_NODES = 2000
MOST_TEXT = 1000


@dataclass(frozen=True, eq=False, repr=False)
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


MOST_LETTERS = 40

# In pixels: a sixth of the height of capitals in boxes and on edges, the heights of boxes and
# leaves, the distance of a trunk from its boxes, and the margins around letters and around the
# drawing.
LETTER, SMALL_LETTER = 1.6, 1.3
BOX, LEAF, TRUNK, GAP, MARGIN = 24.0, 40.0, 14.0, 8.0, 12.0
CROSS = 7.0

BLUE, RED = 0, 2


def tree_svg(root: TreeNode, *, palette: Palette | str = "default", title: str = "") -> str:
    """Return the tree as SVG; equal trees give the same bytes.

    >>> print(tree_svg(TreeNode("1", kind="solution"), title="one node")[:95])
    <svg xmlns="http://www.w3.org/2000/svg" width="48" height="64" viewBox="0 0 48 64" role="img">

    Names of more than 40 letters are cut; the tooltips have the whole names.  `palette` is as for
    a `Picture`; the default `title` has the numbers of nodes and solutions.
    Raises `BadPicture` for an invalid tree, palette or title.  Cost: about 0.1 ms per node.
    """
    colors = palette_named(palette)
    if not isinstance(root, TreeNode):
        raise BadPicture(f"a search tree is a TreeNode, not {type(root).__name__}")
    if not isinstance(title, str):
        raise BadPicture(f"a title is text, not {type(title).__name__}")
    places = _laid_out(root)
    width = number(max(place.right for place in places) + MARGIN)
    height = number(max(place.middle for place in places) + LEAF / 2 + MARGIN)
    lines = [
        *opening(width, height, title=title or _summary(root), paper=colors.paper),
        f'<g stroke="{colors.ink}" stroke-linecap="round" stroke-linejoin="round" fill="none">',
    ]
    lines.extend(f'<path d="{_branches(place)}"/>' for place in places if place.children)
    for place in places:
        lines.extend(_drawn(place, colors))
    lines.append("</g>\n</svg>\n")
    return "\n".join(lines)


# Layout -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Place:
    """The position of a node: its box, the trunk of its branches, and its children."""

    node: TreeNode
    left: float
    right: float
    trunk: float
    middle: float = 0.0
    children: list[_Place] = field(default_factory=list)


def _laid_out(root: TreeNode) -> list[_Place]:
    """Return the positions of all nodes, parents before children.

    There is a column for each depth, and a line for each leaf.
    """
    nodes = list(root.walk())
    boxes = [_box_width(node) for _, node in nodes]
    deepest = max(depth for depth, _ in nodes)
    widest, longest = [0.0] * (deepest + 1), [0.0] * (deepest + 1)
    for (depth, node), box in zip(nodes, boxes, strict=True):
        widest[depth] = max(widest[depth], box)
        longest[depth] = max(longest[depth], _width(_short(node.edge), SMALL_LETTER))
    left = [MARGIN]
    for wide, long in zip(widest, longest[1:], strict=False):
        left.append(left[-1] + wide + TRUNK + GAP + long + TRUNK)

    places: list[_Place] = []
    path: list[_Place] = []
    leaves = 0
    for (depth, node), box in zip(nodes, boxes, strict=True):
        trunk = left[depth] + widest[depth] + TRUNK
        place = _Place(node, left[depth], left[depth] + box, trunk)
        places.append(place)
        del path[depth:]
        if path:
            path[-1].children.append(place)
        path.append(place)
        if not node.children:
            place.middle = MARGIN + LEAF * (leaves + 0.5)
            leaves += 1
    for place in reversed(places):
        if place.children:
            place.middle = (place.children[0].middle + place.children[-1].middle) / 2
    return places


def _box_width(node: TreeNode) -> float:
    cross = CROSS + GAP if node.kind == "dead end" else 0
    return max(BOX, GAP + cross + _width(_sign(node), LETTER) + GAP)


def _width(text: str, letter: float) -> float:
    return lettering(text)[1] * letter


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."


def _sign(node: TreeNode) -> str:
    """Return the text in the box."""
    return "..." if node.kind == "cut" else _short(node.label)


# Drawing ----------------------------------------------------------------------------------------


def _branches(place: _Place) -> str:
    """Return the lines from a node to its trunk, along the trunk, and to each child."""
    trunk, first, last = number(place.trunk), place.children[0].middle, place.children[-1].middle
    lines = [f"M{number(place.right)} {number(place.middle)}H{trunk}"]
    if first != last:
        lines.append(f"M{trunk} {number(first)}V{number(last)}")
    for child in place.children:
        lines.append(f"M{trunk} {number(child.middle)}H{number(child.left)}")
        lines.append(
            _written(_short(child.node.edge), place.trunk + GAP, child.middle - 5, SMALL_LETTER)
        )
    return "".join(lines)


def _drawn(place: _Place, colors: Palette) -> Iterator[str]:
    """Yield the box of a node with its text and tooltip."""
    node = place.node
    top, width = place.middle - BOX / 2, place.right - place.left
    yield f"<g><title>{escaped(_tooltip(node))}</title>"
    if node.kind == "solution":
        yield _frame(place.left, top, width, BOX, f'rx="4" fill="{colors.fill(BLUE)}"')
        yield _frame(place.left + 3, top + 3, width - 6, BOX - 6, 'rx="2"')
    elif node.kind == "dead end":
        yield _frame(place.left, top, width, BOX, f'fill="{colors.fill(RED)}"')
    elif node.kind == "cut":
        yield _frame(place.left, top, width, BOX, 'stroke-dasharray="2 3"')
    else:
        yield _frame(place.left, top, width, BOX, f'rx="12" fill="{colors.empty}"')
    sign = _sign(node)
    spare = width - _width(sign, LETTER)
    x, lines = place.left + spare / 2, ""
    if node.kind == "dead end":
        x += (CROSS + GAP) / 2
        lines = _cross(x - GAP - CROSS / 2, place.middle)
    lines += _written(sign, x, place.middle + CAP_HEIGHT * LETTER / 2, LETTER)
    yield f'<path stroke-width="1.5" d="{lines}"/></g>'


def _frame(left: float, top: float, width: float, height: float, rest: str) -> str:
    numbers = f'x="{number(left)}" y="{number(top)}"'
    return f'<rect {numbers} width="{number(width)}" height="{number(height)}" {rest}/>'


def _cross(x: float, y: float) -> str:
    left, right, top, bottom = map(
        number, (x - CROSS / 2, x + CROSS / 2, y - CROSS / 2, y + CROSS / 2)
    )
    return f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"


def _written(text: str, left: float, base: float, letter: float) -> str:
    """Return the path of a text, from its lower left corner."""
    return path(lettering(text)[0], left, base, letter)


def _tooltip(node: TreeNode) -> str:
    """Return the full description of a node."""
    what = {
        "choice": f"item {node.label}",
        "dead end": f"dead end: item {node.label} is stuck",
        "solution": f"solution {node.label}",
        "cut": "not visited",
    }[node.kind]
    return f"{node.edge}: {what}" if node.edge else what


def _summary(root: TreeNode) -> str:
    solutions = sum(node.kind == "solution" for _, node in root.walk())
    return f"search tree: nodes {root.size}, solutions {solutions}"
