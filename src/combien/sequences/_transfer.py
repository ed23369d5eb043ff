"""The automaton of a strip as a value: states, transfer matrix, and both for other programs.

The core (`native/strip`) multiplies by its matrix and does not hand it out.  Here the same
automaton is built once more in Python: states by breadth-first search, slot by slot; those that
lead nowhere are dropped; those with equal rows are merged, then those with equal columns, until
neither makes it smaller.  The result is compared with the core, which has other code for each step.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log2
from typing import TYPE_CHECKING, Any

from combien._base.checks import check_int
from combien._base.extras import needed
from combien.errors import CannotAnswer

if TYPE_CHECKING:
    from combien.sequences._automaton import Layout

# The ways from a state to each of the next ones.
Row = dict[int, int]

# Products of words for a characteristic polynomial: a few seconds.
_MOST_PRODUCTS = 10**10


@dataclass(frozen=True)
class StripAutomaton:
    """The automaton that counts the tilings of a strip: its states and its transfer matrix.

    >>> from combien import Strip, sequence
    >>> dominoes = sequence(Strip(3, tiles="domino")).automaton
    >>> dominoes
    <StripAutomaton: 4 states, 6 transitions; 4 before merging, 6 without symmetry>
    >>> dominoes.states
    ('...', '#..', '###', '##.')
    >>> dominoes.matrix()
    [[0, 2, 1, 0], [1, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]
    >>> dominoes.first(7), dominoes.characteristic_polynomial()
    ([1, 0, 3, 0, 11, 0, 41], (1, 0, -4, 0, 1))

    A strip of n slabs has as many tilings as there are paths of n transitions from state 0 to an
    accepting state, that is e M^n f for the transfer matrix M, the first unit vector e, and the
    vector f with 1 at each of `accepting`.

    `states` show what sticks out of the slabs that are filled, one of those that are merged for
    each state: '#' for a covered cell, '/' between slabs, and the numbers of tiles of any length
    that go on.  `transitions` are triples: from a state, to a state, and in how many ways, by
    states.  `found` is the number of states before equal ones were merged; those that are images of
    each other under a symmetry of the cross-section are one state already, and `unfolded` is the
    number of states without that.
    """

    states: tuple[str, ...]
    transitions: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]
    found: int
    unfolded: int

    @property
    def start(self) -> int:
        """The state in which nothing sticks out: 0."""
        return 0

    def matrix(self) -> list[list[int]]:
        """Return the transfer matrix as a list of rows: the ways from each state to each state."""
        rows = [[0] * len(self.states) for _ in self.states]
        for state, to, ways in self.transitions:
            rows[state][to] = ways
        return rows

    def first(self, count: int) -> list[int]:
        """Return e M^n f for n = 0, ..., count - 1; each takes a product for each transition."""
        return list(islice(self._terms(), check_int("count", count)))

    def _terms(self) -> Iterator[int]:
        vector = [1] + [0] * (len(self.states) - 1)
        while True:
            yield sum(vector[state] for state in self.accepting)
            following = [0] * len(vector)
            for state, to, ways in self.transitions:
                following[to] += vector[state] * ways
            vector = following

    def characteristic_polynomial(self) -> tuple[int, ...]:
        """Return the coefficients of det(x - M), from the constant term to the leading 1.

        The denominator of the generating function divides it, read backwards.  By Newton's
        identities from the traces of the powers; 126 states take 1.2 s of an AMD EPYC core.
        Raises `CannotAnswer` if it would take minutes.
        """
        size = len(self.states)
        rows = [Counter[int]() for _ in self.states]
        for state, to, ways in self.transitions:
            rows[state][to] = ways
        heaviest = max(1, *(row.total() for row in rows))
        # Rows of a power are single integers, whose digits in this base are the entries.
        bits = int(size * log2(heaviest)) + 2
        if size * len(self.transitions) * (size * bits // 64) > _MOST_PRODUCTS:
            raise CannotAnswer(
                f"the characteristic polynomial of {size} states takes too long; the recurrence "
                "has a factor of it"
            )
        power = [1 << (bits * state) for state in range(size)]
        mask = (1 << bits) - 1
        traces, coefficients = [0], [1]
        for degree in range(1, size + 1):
            power = [sum(ways * power[to] for to, ways in row.items()) for row in rows]
            traces.append(sum(row >> bits * state & mask for state, row in enumerate(power)))
            total = sum(map(int.__mul__, coefficients, traces[:0:-1]))
            coefficients.append(-total // degree)
        return tuple(coefficients[::-1])

    def dot(self) -> str:
        r"""Return the graph in the language of Graphviz; accepting states have a double circle.

        >>> from combien import Strip, sequence
        >>> print(sequence(Strip(1, tiles=["monomino", "domino"])).automaton.dot())
        digraph automaton {
          rankdir=LR;
          node [shape=circle, fontname=monospace];
          start [shape=point];
          start -> 0;
          0 [label=".", shape=doublecircle];
          1 [label="#"];
          0 -> 0;
          0 -> 1;
          1 -> 0;
        }
        """
        double = set(self.accepting)
        lines = ["rankdir=LR;", "node [shape=circle, fontname=monospace];", "start [shape=point];"]
        lines.append("start -> 0;")
        for state, label in enumerate(self.states):
            label = label.replace("/", "\\n")
            lines.append(f'{state} [label="{label}"{", shape=doublecircle" * (state in double)}];')
        for state, to, ways in self.transitions:
            lines.append(f"{state} -> {to}{f' [label={ways}]' if ways > 1 else ''};")
        return "\n  ".join(["digraph automaton {", *lines]) + "\n}"

    def to_json(self) -> str:
        """Return the start and all fields as a JSON object, on one line."""
        names = ("states", "transitions", "start", "accepting", "found", "unfolded")
        return json.dumps({name: getattr(self, name) for name in names})

    def to_mathematica(self) -> str:
        """Return Mathematica code: the matrix `transfer`, and the function `a` of n."""
        size = len(self.states)
        entries = ", ".join(f"{{{s + 1}, {t + 1}}} -> {ways}" for s, t, ways in self.transitions)
        ends = ", ".join(str(state + 1) for state in self.accepting)
        return (
            f"transfer = SparseArray[{{{entries}}}, {{{size}, {size}}}];\n"
            f"a[n_Integer] := Total[MatrixPower[transfer, n][[1, {{{ends}}}]]]"
        )

    def to_maple(self) -> str:
        """Return Maple code: the matrix `transfer`, and the function `a` of n."""
        size = len(self.states)
        entries = ", ".join(f"({s + 1}, {t + 1}) = {ways}" for s, t, ways in self.transitions)
        ends = ", ".join(str(state + 1) for state in self.accepting)
        return (
            f"transfer := Matrix({size}, {size}, {{{entries}}}, storage = sparse):\n"
            f"a := n -> add((transfer^n)[1, j], j in [{ends}]):"
        )

    def to_scipy(self) -> Any:
        """Return the transfer matrix as a `csr_array` of SciPy, of 64-bit integers.

        Its powers overflow.  Raises `MissingExtra` if SciPy is not installed.
        """
        with needed("this matrix needs SciPy", "scipy"):
            from scipy.sparse import coo_array  # Optional dependency.
        states, to, ways = zip(*self.transitions, strict=True) if self.transitions else [()] * 3
        size = len(self.states)
        return coo_array((ways, (states, to)), shape=(size, size), dtype="int64").tocsr()

    def to_sympy(self) -> Any:
        """Return the transfer matrix as a `SparseMatrix` of SymPy.

        Raises `MissingExtra` if SymPy is not installed.
        """
        with needed("this matrix needs SymPy", "sympy"):
            import sympy  # Optional dependency.
        entries = {(state, to): ways for state, to, ways in self.transitions}
        return sympy.SparseMatrix(len(self.states), len(self.states), entries)

    def __repr__(self) -> str:
        return (
            f"<StripAutomaton: {len(self.states)} states, {len(self.transitions)} transitions; "
            f"{self.found} before merging, {self.unfolded} without symmetry>"
        )


# Building it --------------------------------------------------------------------------------------


def explored(layout: Layout, pause: Callable[[], None]) -> tuple[list[Row], list[int]]:
    """Return the transitions and the states of a strip; 0 is the start and the end.

    >>> from combien.sequences._automaton import Layout
    >>> explored(Layout(2, ((0, 1), (0, 2), (1, 3))), lambda: None)
    ([{0: 1, 1: 1}, {0: 1}], [0, 3])

    A state has a bit for each cell that sticks out, and then one for each tile of any length that
    goes on.  `pause` is called for each state, and may raise an error.
    """
    slots, size = layout.slots, _size(layout)
    beginning: list[list[int]] = [[] for _ in range(slots)]
    for cells in layout.placements:
        beginning[cells[0]].append(_bits(cells))
    # A tile of any length: its cells in this slab, those in the next, and the bit of its number.
    prisms: list[list[tuple[int, int, int]]] = [[] for _ in range(slots)]
    for number, cells in enumerate(layout.prisms):
        here = _bits(cells)
        prisms[cells[0]].append((here, here << slots, 1 << (size + number)))
    prism_bits = ((1 << len(layout.prisms)) - 1) << size
    images = [_image(layout, symmetry, size) for symmetry in layout.symmetries]

    def covered(bits: int, slot: int) -> Iterator[int]:
        """Yield the ways to cover a slot; what is covered is a bit for each cell."""
        if not bits >> slot & 1:
            yield from (bits | tile for tile in beginning[slot] if not bits & tile)
            for here, after, goes_on in prisms[slot]:
                if not bits & here:
                    yield bits | here
                    if not bits & after:
                        yield bits | here | after | goes_on
            return
        for _, after, goes_on in prisms[slot]:
            if bits & goes_on:
                yield bits ^ goes_on  # It ends with this slab,
                if not bits & after:
                    yield bits | after  # or goes on.
                return
        yield bits

    states, order, rows = {0: 0}, [0], list[Row]()
    for state in order:  # More come while it goes on.
        pause()
        ways = {state: 1}
        for slot in range(slots):
            following = Counter[int]()
            for bits, times in ways.items():
                for after in covered(bits, slot):
                    following[after] += times
            ways = following
        row = Counter[int]()
        for bits, times in ways.items():
            after = (bits & ~prism_bits) >> slots | bits & prism_bits
            after = min([after, *(_moved(after, image) for image in images)])
            if after not in states:
                states[after] = len(order)
                order.append(after)
            row[states[after]] += times
        rows.append(dict(row))
    return rows, order


def _size(layout: Layout) -> int:
    """Return the number of cells of a state."""
    longest = max((cells[-1] // layout.slots + 1 for cells in layout.placements), default=1)
    return layout.slots * max(longest, 2 if layout.prisms else 1)


def _bits(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)


def _moved(bits: int, image: Sequence[int]) -> int:
    return sum(1 << place for at, place in enumerate(image) if bits >> at & 1)


def _image(layout: Layout, symmetry: Sequence[int], size: int) -> list[int]:
    """Return where a permutation of the slots moves each bit of a state."""
    slots = layout.slots
    cells = [cell - cell % slots + symmetry[cell % slots] for cell in range(size)]
    moved = [tuple(sorted(symmetry[slot] for slot in prism)) for prism in layout.prisms]
    return [*cells, *(size + layout.prisms.index(prism) for prism in moved)]


def name_of(layout: Layout, state: int) -> str:
    """Return the cells that stick out, slab by slab as far as there are any."""
    slots, size = layout.slots, _size(layout)
    cells = "".join(".#"[state >> cell & 1] for cell in range(size))
    slabs = [cells[at : at + slots] for at in range(0, size, slots)]
    while len(slabs) > 1 and "#" not in slabs[-1]:
        slabs.pop()
    open_prisms = state >> size
    goes_on = [str(at) for at in range(open_prisms.bit_length()) if open_prisms >> at & 1]
    return "/".join(slabs) + (f" {','.join(goes_on)}" if goes_on else "")


def reduced(
    rows: Sequence[Row], names: Sequence[str], ends: Iterable[int], *, unfolded: int = 0
) -> StripAutomaton:
    """Return the automaton without states that lead nowhere, and with equal ones merged.

    States with equally many ways to each class begin equally many tilings of each length; with the
    transposed matrix, they end equally many.  The start is a class of its own, and so is each end
    in the transposed matrix.
    """
    found, ends, back = len(rows), set(ends), _transposed(rows)
    order = list(ends)
    useful = set(order)
    for state in order:  # More come while it goes on.
        order += back[state].keys() - useful
        useful |= back[state].keys()
    new = {state: number for number, state in enumerate(sorted(useful))}
    rows = [{new[to]: ways for to, ways in rows[state].items() if to in new} for state in new]
    names, ends = [names[state] for state in new], {new[state] for state in ends}
    unchanged, forward = 0, True
    while unchanged < 2 or not forward:
        apart = {0} if forward else ends
        kinds = [s if s in apart else -1 - (s in ends) for s in range(len(rows))]
        classes = _classes(rows, kinds)
        firsts: dict[int, int] = {}
        for state, number in enumerate(classes):
            firsts.setdefault(number, state)
        unchanged = unchanged + 1 if len(firsts) == len(rows) else 0
        rows = _transposed([_summed(rows[state], classes) for state in firsts.values()])
        names, ends = [names[state] for state in firsts.values()], {classes[end] for end in ends}
        forward = not forward
    triples = [(s, to, ways) for s, row in enumerate(rows) for to, ways in sorted(row.items())]
    return StripAutomaton(
        tuple(names), tuple(triples), tuple(sorted(ends)), found, unfolded or found
    )


def _classes(rows: Sequence[Row], classes: list[int]) -> list[int]:
    """Return the coarsest refinement of classes with equal sums of ways to each class."""
    count = 0
    while True:
        keys: dict[object, int] = {}
        classes = [
            keys.setdefault((number, *sorted(_summed(row, classes).items())), len(keys))
            for number, row in zip(classes, rows, strict=True)
        ]
        if len(keys) == count:
            return classes
        count = len(keys)


def _summed(row: Row, classes: Sequence[int]) -> Row:
    sums = Counter[int]()
    for to, ways in row.items():
        sums[classes[to]] += ways
    return sums


def _transposed(rows: Sequence[Row]) -> list[Row]:
    columns: list[Row] = [{} for _ in rows]
    for state, row in enumerate(rows):
        for to, ways in row.items():
            columns[to][state] = ways
    return columns
