"""The compiled core of combien: numbers in, numbers out."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

import combien.errors


DONE: int = 0

OUT_OF_SLICE: int = 1

OUT_OF_BYTES: int = 2

SOLUTION: int = 3

class InUse(combien.errors.InUse):
    pass

class FairMutex:
    """A mutex that lets the thread in that has waited longest."""

    def __init__(self) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...

APART_MOST_PIECES: int = 64

APART_MOST_COORDINATE: int = 6000

class SeparationSearch:
    """Separates assemblies into two parts by the fewest moves."""

    def add_body(self, places: Sequence[Sequence[int]], kinds: Sequence[int]) -> int:
        """Adds a body with these cells; returns its number."""

    def begin(self, bodies: Sequence[int], positions: Sequence[Sequence[int]], all: bool) -> None:
        """
        Begins to search for one exit, or for all exits after the fewest moves.
        """

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def exits(self) -> list[tuple[int, int, list[int]]]:
        """The state, the direction, and the pieces that move without limit."""

    def positions(self, state: int) -> list[list[int]]:
        """The positions of the pieces, relative to the first one."""

    def path(self, state: int) -> list[int]:
        """The states on a shortest way to this one."""

    @property
    def ways(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def opened(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def bytes(self) -> int: ...

def separation_search(directions: Sequence[Sequence[int]], crossings: Sequence[Sequence[tuple[int, int, Sequence[int]]]]) -> SeparationSearch:
    """
    Pieces move along these directions and against them; vectors have four coordinates.  A crossing is the kinds of a cell that rests and of one that moves, and their distance: they overlap during a step.
    """

def cells_of_box(size: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """
    The cells of a box of squares with a corner at the origin, in reading order.
    """

def ordered_cells(cells: list[tuple[int, ...]], forms: Sequence[Sequence[int]]) -> list[tuple[int, ...]] | None:
    """
    Cells in the order of the values of linear forms, the first of which counts most; None if they are not all tuples with an int of 32 bits for each coefficient.
    """

def corners(cells: Iterable[tuple[int, ...]], dimension: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """
    The least and the largest coordinates of cells, of which there is at least one.
    """

class Board:
    """A board of cells, which are tuples of ints."""

    def __init__(self, cells: tuple[tuple[int, ...], ...], dimension: int, kinds: Sequence[int]) -> None:
        """
        The cells are distinct; `kinds` has a number for each cell, or none if all are 0.
        """

    def lay(self, tile: BoardTile, last: int | None, first: int, steps: int, seconds: float) -> tuple[int, bytes]:
        """
        The places of a tile of this board whose first cell is at the cell `first` of the board or later: where to continue, and the items of each option, which are the numbers of the covered cells and `last`, if there is one.  Looks at no more than this many cells of the board, for about this many seconds.
        """

class BoardTile:
    """A tile that may be laid on one board."""

    def __init__(self, board: Board, cells: tuple[tuple[int, ...], ...], kind: int) -> None:
        """
        The cells at any place; the first one, which has this kind, gives the place.
        """

T = TypeVar("T")

def packed(kind: type[T]) -> type[T]:
    """
    A type like this subclass of tuple whose instances are packed until they are used.
    """

class SolutionTable:
    """
    Solutions as the rows of a buffer of 8, 16 or 32-bit numbers; shorter ones are filled up with the number of options.
    """

    def __init__(self, option_count: int) -> None: ...

    def __len__(self) -> int: ...

    def add(self, solution: Sequence[int]) -> None:
        """Append a solution as a row."""

    def extend(self, table: SolutionTable, first: int = 0, count: int = 18446744073709551615) -> None:
        """
        Append the rows of a table of the same problem: up to `count`, from the first one.
        """

    def view(self) -> memoryview:
        """The rows, without a copy; the table cannot change while it is in use."""

def vector_sets() -> list[str]:
    """
    The sets of vector instructions of this processor, of which the last is the best.
    """

class InvalidPosition(ValueError):
    pass

class Problem:
    """An exact cover problem in numbers."""

    def __init__(self, primary: bytes, low: Sequence[int], high: Sequence[int], starts: Sequence[int], items: Sequence[int], colors: Sequence[int]) -> None: ...

class Search:
    """A walk through all solutions that stops anywhere."""

    def count(self, most: int, nodes: int, seconds: float) -> int:
        """Continue until this many solutions are found; return the outcome."""

    def solutions(self, most: int, nodes: int, seconds: float, kind: type[T]) -> tuple[int, Iterator[T]]:
        """
        Continue, and return the outcome and the solutions: their options in increasing order.
        """

    def table(self, most: int, nodes: int, seconds: float, sorted: bool) -> tuple[int, SolutionTable]:
        """Continue, and return the outcome and the solutions as a table."""

    def position(self) -> tuple[list[int], bool, int]:
        """
        The choices root down (-1 for none), whether all below them is done, and how many of them are fixed.
        """

    def pause(self) -> None:
        """
        End the slice of another thread that is counting or listing, or its next one.
        """

    def split(self) -> Search | None:
        """
        Split off the untried choices nearest to the root; None if there are none.
        """

    def restart(self, given: Sequence[int]) -> None:
        """Starts afresh with these options taken beforehand."""

    def branches(self) -> list[int]:
        """
        The choices at this node; the search is spent then, until it is restarted.
        """

    def probes(self, walks: int, seed: int, seconds: float, given: Sequence[int] = []) -> tuple[list[tuple[float, float, int]], int]:
        """
        Random walks from the root, or from where these options are taken: nodes, solutions and depth of each, and the seed that goes on; restarts the search.
        """

    @property
    def found(self) -> int: ...

    @property
    def fraction(self) -> float: ...

    @property
    def nodes(self) -> int: ...

    @property
    def updates(self) -> int: ...

    @property
    def words(self) -> int:
        """The words of bit sets that large nodes looked at, approximately."""

def dancing_links(problem: Problem, branching: str, choices: Sequence[int], visited: bool, floor: int = 0, constraints: Sequence[tuple[Sequence[int], int, int]] = ()) -> Search:
    """
    A search by dancing links, from a position: branching is smallest, leftmost or weighted.  Constraints are the weights of options, and the least and the greatest sum.
    """

def learning_search(problem: Problem, seed: int) -> Search:
    """
    A search for one solution that restarts and learns which items are hard to cover.
    """

def bit_search(problem: Problem, choices: Sequence[int], visited: bool, floor: int = 0, vectors: str = 'best', lanes: str = 'paying') -> Search:
    """
    A search by bit sets, from a position: vectors are plain, avx2, avx512 or best; lanes (many states at once) are used never, paying or always.
    """

def listing_search(problem: Problem, choices: Sequence[int], visited: bool, floor: int = 0, bytes: int = ..., vectors: str = 'best', sharing: str = 'paying') -> Search:
    """
    The same search that shares equal subproblems: never, later (in a count, where it pays after some thousand nodes), paying or always, in at most about this many bytes.
    """

class Cheapest:
    """A search for the cheapest solutions."""

    def run(self, nodes: int, seconds: float) -> int: ...

    def cut(self, most: int) -> None:
        """From now on, solutions that cost more than `most` need not be found."""

    def best(self) -> list[tuple[int, list[int]]]:
        """
        The cheapest solutions so far, by cost: each cost, and the options in increasing order.
        """

    def reduced(self) -> tuple[list[int], int, int, int] | None:
        """
        The reduced costs of the options, their unit, what no solution is below, and the gap.
        """

    @property
    def found(self) -> int:
        """The number of these solutions."""

    @property
    def least(self) -> int | None:
        """The cost of the first of these solutions, if there is one."""

    @property
    def bound(self) -> int | None:
        """
        A lower bound on the costs of all solutions that are not among the best.
        """

    @property
    def fraction(self) -> float: ...

    @property
    def nodes(self) -> int: ...

    @property
    def updates(self) -> int: ...

def cheapest(problem: Problem, costs: Sequence[int], wanted: int, constraints: Sequence[tuple[Sequence[int], int, int]] = ()) -> Cheapest:
    """A search for the cheapest solutions; costs are not negative."""

def cheapest_by_prices(problem: Problem, costs: Sequence[int], wanted: int) -> Cheapest:
    """
    The same by prices of items; the magnitudes of the costs add up to less than 2^50.
    """

def bit_set_bytes(problem: Problem) -> int:
    """How many bytes the bit sets of a problem take."""

def has_item_to_branch_on(problem: Problem) -> bool:
    """
    Whether each option has an item to be covered exactly once, which bit sets need.
    """

class TooWide(ValueError):
    pass

class Sweep:
    """A count by states, item after item; stops anywhere."""

    def run(self, steps: int, seconds: float, bytes: int, passes: int = 18446744073709551615, threads: int = 1) -> int: ...

    def count(self) -> int: ...

    def forecast(self) -> float: ...

    def sample(self, most: int) -> Sample:
        """
        Begins to estimate the transitions of the whole sweep from this many states of each layer.
        """

    def tracing(self) -> Tracing:
        """Begins to trace ways back through the layers that were saved."""

    def shares(self) -> Shares:
        """
        Begins to count the solutions with each option, from the layers that were saved.
        """

    @property
    def all_passes(self) -> int: ...

    @property
    def transitions(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def sorted_transitions(self) -> int: ...

    @property
    def widest(self) -> int: ...

    @property
    def step(self) -> int: ...

    @property
    def passes(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def fingerprint(self) -> int: ...

    @property
    def items(self) -> list[int]:
        """The order of the items."""

    @property
    def between(self) -> bool: ...

    @property
    def place(self) -> tuple[int, int, int, bool, int, int]: ...

    @property
    def size(self) -> int: ...

    @property
    def stride(self) -> int: ...

    def total(self) -> int: ...

    def divide(self, bits: int, apart: int) -> None:
        """
        Divides layers by a hash: of all bits (0), of those that the next pass leaves alone (1), or of what spreads the states (-1).
        """

    @property
    def apart(self) -> bool: ...

    def begin_saving(self) -> list[int]:
        """Begins to save the layer; returns the number of states of each part."""

    def begin_loading(self, place: tuple[int, int, int, bool, int, int], states: int, divided: int) -> None: ...

    def end_loading(self, once: bool, transitions: int, states: int, widest: int) -> None: ...

class Sample:
    """A sweep over a sample of the states."""

    def run(self, steps: int, seconds: float) -> int: ...

    @property
    def estimate(self) -> float: ...

    @property
    def transitions(self) -> int: ...

class Tracing:
    """Ways back through the layers of a sweep."""

    def begin(self, step: int, pass_: int, ways: Sequence[tuple[Sequence[int], Sequence[int]]]) -> None:
        """Each way is a state and a number, as words."""

    def read(self, states: bytes, stride: int, limbs: int) -> None:
        """Reads some states of the layer before."""

    def ways(self) -> list[tuple[list[int], list[int], int]]:
        """
        Of each, the state and the number in the layer before, and the option or -1.
        """

class Shares:
    """The solutions with each option, back through the layers of a sweep."""

    def open(self, step: int, pass_: int, states: int, bytes: int) -> int:
        """Goes back through a pass, from a layer of this many states."""

    def read(self, states: bytes, stride: int, limbs: int) -> None:
        """Reads some states of the layer before."""

    @property
    def transitions(self) -> int: ...

    def found(self) -> list[int]:
        """The solutions with each option."""

class Checksum:
    """A checksum of 64-bit words."""

    def __init__(self, seed: bytes) -> None: ...

    def update(self, data: bytes) -> None: ...

    def digest(self) -> bytes: ...

def save_states(sweep: Sweep, words: int) -> bytes:
    """The next words of the layer of a sweep; none at the end."""

def load_states(sweep: Sweep, words: bytes, limbs: int, shares: int, chosen: int, bytes: int) -> int:
    """Loads some states of a layer into a sweep."""

class OrderSearch:
    """The search for an order of items, in slices."""

    def __init__(self, problem: Problem, order: str) -> None:
        """
        The order has a name: given, entropy, greedy, closing, rcm or spectral.
        """

    def run(self, seconds: float) -> bool:
        """Goes on; True when it is done."""

    @property
    def expected(self) -> float:
        """
        The transitions that a sweep is expected to make; 0 if that is not known.
        """

    @overload
    def expected_in(self, sweep: Sweep) -> float:
        """
        The same for a sweep over the same items, less what it merges by exchanging columns.
        """

    @overload
    def expected_in(self, other: OrderSearch) -> float:
        """The same for another order that was found."""

@overload
def sweep(problem: Problem, order: OrderSearch, weights: Sequence[int] = (), modulus: int = 0, first: int = -1, options: bool = False) -> Sweep | None:
    """
    A sweep in an order that was found; None where finding it would have taken too long.
    """

@overload
def sweep(problem: Problem, order: Sequence[int], weights: Sequence[int] = (), modulus: int = 0, options: bool = False) -> Sweep | None:
    """
    A sweep over the items in this order, which has each primary item once.
    """

@overload
def sweep(problem: Problem, order: str, weights: Sequence[int] = (), modulus: int = 0, first: int = -1, options: bool = False) -> Sweep | None:
    """
    A sweep over the items in an order: given, entropy, greedy, closing, rcm or spectral (None where finding the order would take too long), after the item `first` if there is one.  Each solution counts as the product of its options' weights; with a modulus only the remainder is kept.  Unless the options matter, states that differ in a permutation of items that are alike are merged.
    """

class Matchings:
    """A count of the perfect matchings of a graph; stops anywhere."""

    def prepare(self, steps: int, seconds: float) -> bool:
        """
        Draws the graph; True when that is done, or known to fail.  Returns False, too, when the graph is found not to be planar.
        """

    @property
    def drawing_steps(self) -> int: ...

    @property
    def drawn(self) -> bool: ...

    @property
    def planar(self) -> bool: ...

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def count(self) -> int: ...

    def shares(self) -> list[int]:
        """The solutions with each option; with weights, without its own."""

    def begin_sample(self, seed: int) -> None:
        """Begins to draw a random solution; after prepare()."""

    def draw(self, steps: int, seconds: float) -> bool:
        """Goes on; True when it is drawn."""

    def sample(self) -> list[int]:
        """The options of the solution that was drawn."""

    @property
    def sweeps(self) -> int: ...

    @property
    def pivots(self) -> int: ...

    @property
    def products(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def solvable(self) -> bool: ...

    @property
    def removed(self) -> int: ...

    @property
    def parts(self) -> int: ...

    @property
    def pfaffians(self) -> int: ...

    @property
    def residues(self) -> int: ...

    @property
    def pivots_needed(self) -> int: ...

def matchings(problem: Problem, shares: bool = False, samples: bool = False, weights: Sequence[Sequence[int]] = ()) -> Matchings:
    """
    A count of matchings: items are vertices, options edges.  The graph has to be drawn on a surface with few handles: prepare() tries.  With shares, the solutions with each option are counted as well; it has to be planar.  With samples, random solutions are drawn; it has to be bipartite, too.  A solution counts as the product of its options' weights, which are given as words; a share lacks that of its option.
    """

ALIKE: int = 0

NOT_ALIKE: int = 1

LIKENESS_GAVE_UP: int = 2

LIKENESS_OUT_OF_SLICE: int = 3

class Automorphisms:
    """A search for the symmetries of a problem; stops anywhere."""

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    @property
    def complete(self) -> bool: ...

    def order(self) -> int:
        """How many symmetries there are; at least, unless it is complete."""

    def orbits(self) -> list[int]:
        """For each option the first one of its orbit."""

    def generators(self) -> list[dict[int, int]]:
        """
        Symmetries that make all others: where they take the options that they move.
        """

    @property
    def signature(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class Comparison:
    """A search for an isomorphism of two problems; stops anywhere."""

    def run(self, steps: int, seconds: float) -> int: ...

def automorphisms(problem: Problem, effort: int) -> Automorphisms:
    """
    A search for the symmetries of a problem, given up after this many visits.
    """

def comparison(first: Automorphisms, second: Automorphisms, most_nodes: int) -> Comparison:
    """
    A search for an isomorphism of two problems whose symmetries have been looked for.
    """

class Memo:
    """A count by search with a memo; stops anywhere."""

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def begin(self, given: Sequence[int]) -> None:
        """Begins to count the solutions that contain these options."""

    def rest(self, most: int) -> tuple[list[tuple[int, ...]], int]:
        """
        What is left, as options that solutions contain, and the number of all others.
        """

    def count(self) -> int: ...

    @property
    def fraction(self) -> float: ...

    @property
    def nodes(self) -> int: ...

    @property
    def probes(self) -> int: ...

    @property
    def hits(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def splits(self) -> int: ...

    def save(self, begin: int, end: int) -> bytes:
        """The entries of some slots as words."""

    def load(self, words: bytes, limbs: int, bytes: int) -> None:
        """Adds entries of the table of the same problem."""

    @property
    def slots(self) -> int: ...

    @property
    def limbs(self) -> int: ...

    @property
    def entry_words(self) -> int: ...

    @property
    def bytes(self) -> int: ...

def memo(problem: Problem, order: OrderSearch | None = None, vectors: str = 'best') -> Memo:
    """
    A count by search with a memo, in an order that was found or in rcm: vectors are plain, avx2, avx512 or best.
    """

class StripAutomaton:
    """The automaton of a strip, built in slices."""

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    @property
    def found(self) -> int: ...

    @property
    def explored(self) -> int: ...

    @property
    def found_transitions(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def transitions(self) -> int: ...

    def prime_limit(self, reversed: bool) -> int:
        """Primes for vectors are below this number."""

def strip_automaton(slots: int, placements: Sequence[Sequence[int]], prisms: Sequence[Sequence[int]], symmetries: Sequence[Sequence[int]]) -> StripAutomaton:
    """
    The automaton of a strip; cell c of slab k has the number k * slots + c.
    """

class StripVectors:
    """The vectors of an automaton modulo several primes."""

    def run(self, steps: int, seconds: float) -> int: ...

    def terms(self) -> list[list[int]]:
        """The terms so far, for each prime."""

    @property
    def length(self) -> int: ...

    def combination_is_zero(self) -> bool: ...

    @property
    def steps(self) -> int: ...

    @property
    def bytes(self) -> int: ...

STRIP_LANES: int = 8

def strip_vectors(automaton: StripAutomaton, primes: Sequence[int], last: int, first: int, coefficients: Sequence[int], reversed: bool) -> StripVectors:
    """
    The vectors of the powers 0 to `last`, and their combination from `first` on.
    """

class StripBounds:
    """Upper bounds of the vectors."""

    def run(self, last: int, seconds: float) -> bool:
        """Goes on to a power; True when it is reached."""

    def bounds(self) -> list[float]:
        """Binary logarithms of upper bounds of the entries, for each power."""

def strip_bounds(automaton: StripAutomaton, reversed: bool) -> StripBounds: ...

class ModularRecurrence:
    """The shortest recurrence of terms modulo a prime."""

    def run(self, seconds: float) -> bool: ...

    @property
    def order(self) -> int: ...

    @property
    def coefficients(self) -> list[int]: ...

def modular_recurrence(terms: Sequence[int], prime: int) -> ModularRecurrence: ...

class RecurrenceCheck:
    """Whether terms satisfy a recurrence modulo a prime."""

    def run(self, seconds: float) -> bool: ...

    @property
    def holds(self) -> bool: ...

def recurrence_check(terms: Sequence[int], coefficients: Sequence[int], order: int, prime: int) -> RecurrenceCheck: ...

def prime_below(number: int) -> int:
    """The largest prime below this number."""

class TreeCount:
    """A count over a tree decomposition; stops anywhere."""

    def prepare(self, steps: int, seconds: float) -> bool:
        """
        Looks for a decomposition; True when it is found, or known that all are too wide.
        """

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def count(self) -> int: ...

    @property
    def looking_steps(self) -> int: ...

    @property
    def transitions(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def joins(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def widest(self) -> int: ...

    @property
    def settled(self) -> bool: ...

    @property
    def in_line(self) -> bool: ...

    @property
    def too_wide(self) -> bool: ...

    @property
    def fraction(self) -> float: ...

    @property
    def line_bytes(self) -> int: ...

    @property
    def cost(self) -> float: ...

def tree_count(problem: Problem) -> TreeCount:
    """A count over a tree decomposition, which prepare() finds."""

def tree_forecast(problem: Problem) -> float:
    """
    The forecast transitions over a tree decomposition that is found quickly.
    """

class OutOfNodes(ValueError):
    pass

class Diagram:
    """A family of sets of numbers, by its node in a manager."""

    def same(self, other: Diagram) -> bool:
        """Whether both are one node of one manager."""

    def empty(self) -> bool:
        """Whether it is the family without any set."""

    @property
    def variable(self) -> int | None:
        """The variable of the root; None for a terminal."""

    def contains(self, set: Sequence[int]) -> bool:
        """
        Whether a set is in the family, given by its numbers in increasing order.
        """

class Weighing:
    """The sets of a family that weigh at most a limit."""

    def __init__(self, family: Diagram, weights: Sequence[int], most: int) -> None:
        """The weights are by number."""

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def family(self) -> Diagram:
        """These sets, once they are found."""

    @property
    def steps(self) -> int: ...

class DiagramManager:
    """Where diagrams live and share their nodes."""

    def __init__(self, nodes: int, cache_bytes: int) -> None: ...

    def family(self, variables: Sequence[int], ends: Sequence[int]) -> Diagram:
        """
        The family of these sets: their numbers, increasing in each, and where each ends.
        """

    def apply(self, operation: int, f: Diagram, g: Diagram) -> Diagram:
        """The result of an operation, by its number."""

    def load(self, variables: Sequence[int], lo: Sequence[int], hi: Sequence[int], root: int, names: Sequence[int]) -> Diagram:
        """
        The diagram of nodes as a FrozenDiagram has them, array('I') each; a variable v becomes names[v], or stays as it is where there are no names.  ValueError for what is none.
        """

    @property
    def nodes(self) -> int: ...

class FrozenDiagram:
    """A diagram's nodes, children first; 0 and 1 are the terminals."""

    def prepare(self, what: str, seconds: float, bytes: int = ...) -> bool:
        """
        Goes on with what a question needs: nodes, count, sizes, ranks or marginals; whether it is there.  A question that is not prepared prepares itself.
        """

    def count(self) -> int: ...

    def count_by_size(self) -> list[int]:
        """How many sets have 0, 1, 2, ... elements; without zeros at the end."""

    def marginals(self) -> list[int]:
        """For each variable up to the largest, how many sets hold it."""

    def rank(self, set: Sequence[int]) -> int:
        """
        How many sets come before this one; ValueError for a set that is not there.
        """

    def unrank(self, place: int) -> tuple[int, ...]:
        """The set that this many sets precede."""

    def sample(self, sets: int, seed: int, seconds: float) -> list[tuple[int, ...]]:
        """
        So many sets, each drawn from all, or fewer when the seconds end before; from the same seed the same ones everywhere.
        """

    @property
    def root(self) -> int: ...

    @property
    def inner(self) -> int: ...

    @property
    def variables(self) -> bytes:
        """32-bit numbers, one a node."""

    @property
    def lo(self) -> bytes:
        """32-bit numbers, one a node."""

    @property
    def hi(self) -> bytes:
        """32-bit numbers, one a node."""

def freeze(diagram: Diagram) -> FrozenDiagram:
    """A diagram outside its manager."""

class MemberWalk:
    """The sets of a family in increasing order."""

    def batch(self, most: int) -> list[tuple[int, ...]]:
        """The next sets; fewer than asked for at the end."""

def members(diagram: FrozenDiagram) -> MemberWalk:
    """The sets of a family."""

class DiagramSolutions:
    """The sets of a diagram in increasing order, as solutions."""

    def solutions(self, most: int, kind: type[T]) -> Iterator[T]:
        """
        The next solutions: their options in increasing order; fewer at the end.
        """

    def table(self, most: int, sorted: bool) -> SolutionTable:
        """The next solutions as a table; fewer at the end."""

    def skip(self, most: int) -> None:
        """Pass over solutions."""

def diagram_solutions(diagram: FrozenDiagram, order: Sequence[int], option_count: int) -> DiagramSolutions:
    """The sets of a diagram as solutions, with the option of each variable."""

class Compilation:
    """The way from a problem to its solutions."""

    def run(self, steps: int, seconds: float, bytes: int) -> int:
        """Goes on; returns DONE, OUT_OF_SLICE or OUT_OF_BYTES."""

    def family(self) -> Diagram:
        """The solutions, once it is done."""

    def order(self) -> list[int]:
        """The option of each variable."""

    @property
    def swept(self) -> bool:
        """Whether all transitions are made, and only nodes are left to be."""

    @property
    def bytes(self) -> int:
        """What it and its manager hold."""

    @property
    def states(self) -> int: ...

    @property
    def transitions(self) -> int: ...

@overload
def compile(problem: Problem, manager: DiagramManager, order: OrderSearch) -> Compilation | None:
    """
    Begins to compile a problem in an order that was found; None where that took too long.
    """

@overload
def compile(problem: Problem, manager: DiagramManager, order: str) -> Compilation | None:
    """
    Begins to compile a problem in an order: given, entropy, greedy, closing, rcm or spectral (None where finding the order would take too long).
    """

class Marginals:
    """How likely each cell of a nonogram is of each color; stops anywhere."""

    def know(self, cells: bytes) -> None: ...

    def damp(self, share: float) -> None: ...

    def run(self, rounds: int, steps: int, seconds: float, bytes: int) -> int: ...

    def beliefs(self) -> bytes: ...

    @property
    def change(self) -> float: ...

    @property
    def rounds(self) -> int: ...

class Annealing:
    """Looks for a solution of a nonogram by beliefs; stops anywhere."""

    def know(self, cells: bytes) -> None: ...

    def reinforce(self, share: float) -> None: ...

    def run(self, rounds: int, steps: int, seconds: float, bytes: int) -> int: ...

    def letters(self) -> bytes: ...

    @property
    def violated(self) -> int: ...

    @property
    def rounds(self) -> int: ...

def marginals(height: int, letters: int, starts: Sequence[int], lengths: Sequence[int], inks: Sequence[int]) -> Marginals:
    """Beliefs about a board, as for nonogram_search."""

def annealing(height: int, letters: int, starts: Sequence[int], lengths: Sequence[int], inks: Sequence[int], tilt: float, noise: float, seed: int) -> Annealing:
    """
    Beliefs that come to agree on one board: the clues as for nonogram_search.
    """

class InvalidNonogram(ValueError):
    pass

def settle_line(blocks: Sequence[int], length: int, letters: int, possible: bytes) -> bytes | None:
    """
    The letters that the cells of a line can have, given those that they may have: a byte for each cell, letter after letter; None when nothing fits.  Blocks are length, letter, length, letter, ...
    """

NONOGRAM_SOLUTION: int = 0

NONOGRAM_EXHAUSTED: int = 1

NONOGRAM_ROOTED: int = 2

NONOGRAM_OUT_OF_SLICE: int = 3

NONOGRAM_OUT_OF_BYTES: int = 4

class NonogramSearch:
    """All boards of a nonogram; stops anywhere."""

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def fix(self, cell: int, letter: int) -> None:
        """Fixes the letter of a cell."""

    def forbid(self, cell: int, letter: int) -> None:
        """Excludes a letter from a cell."""

    def prefer(self, letters: bytes) -> None:
        """Which letter of each cell to try first; 255 for any."""

    def deduce(self) -> bool:
        """Propagates lines only; false when one of them cannot be filled."""

    def solution(self) -> bytes: ...

    def witnesses(self) -> list[bytes]:
        """The first two different boards that the search came upon."""

    @property
    def witness_count(self) -> int: ...

    def solves(self, letters: bytes) -> bool:
        """Whether these are the letters of a board that has the clues."""

    def known(self) -> bytes:
        """
        The letter of each cell, as far as that is known at the root; 255 where it is not.
        """

    def possible(self) -> list[int]:
        """
        The letters that each cell may have, a bit each, as far as that is known at the root.
        """

    def follow(self, cell: int, letter: int) -> list[tuple[int, int]] | None:
        """
        The letters that cells lose when a cell has this letter; None for a contradiction.
        """

    @property
    def failed(self) -> tuple[int, int]:
        """Why nothing fits: (1, line), (2, cell) or (3, 0) for after a search."""

    @property
    def steps(self) -> int:
        """Lines solved outside of probes, and probes: the steps of a slice."""

    @property
    def nodes(self) -> int: ...

    @property
    def restarts(self) -> int: ...

    @property
    def deepest(self) -> int: ...

    @property
    def probes(self) -> int: ...

    @property
    def refuted(self) -> int: ...

    @property
    def lines(self) -> int: ...

    @property
    def cached(self) -> int: ...

def nonogram_search(height: int, letters: int, starts: Sequence[int], lengths: Sequence[int], inks: Sequence[int], restarts: bool) -> NonogramSearch:
    """
    A search for the boards of a nonogram: the lengths and the letters of its blocks, line after line, those across first; `starts` holds where the blocks of each line begin, and where the last end.  With `restarts` it begins again from time to time until it has found one.
    """

class NonogramCount:
    """The number of boards of a nonogram."""

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def count(self) -> int: ...

    def at_least(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def parts(self) -> int: ...

    @property
    def cached(self) -> int: ...

    @property
    def deepest(self) -> int: ...

    @property
    def probes(self) -> int: ...

    @property
    def lines(self) -> int: ...

def nonogram_count(height: int, letters: int, starts: Sequence[int], lengths: Sequence[int], inks: Sequence[int], given: bytes, by_lines: bool) -> NonogramCount:
    """
    A count of the boards of a nonogram, as for nonogram_search; `given` is a letter a cell, 255 where it is not known; `by_lines` branches line by line.
    """

class NonogramOrder:
    """A nonogram as clauses, by thresholds of its blocks."""

    @property
    def variable_count(self) -> int: ...

    def clauses(self, line: int) -> list[tuple[int, ...]]:
        """The clauses of a line, those across first."""

    def meanings(self) -> list[tuple[int, int]]:
        """The cell and the letter of each variable of a cell; they come first."""

    def blocks(self, line: int) -> list[tuple[int, list[int]]]:
        """
        For each block of a line the places where it can begin, and the variable that says that it begins at the second of them or later.
        """

def nonogram_order(height: int, letters: int, starts: Sequence[int], lengths: Sequence[int], inks: Sequence[int], known: bytes) -> NonogramOrder:
    """
    A nonogram as clauses, as for nonogram_search; `known` is a letter a cell, 255 where it is not known.
    """

ALL_GATHERED: int = 0

NOT_ITERABLE: int = 2

def gather(options: Iterator[object], index: dict[Hashable, int], primary: bytearray, secondary: dict[Hashable, None], strict: bool, begin: int) -> tuple[int, bytes, bytes, Any]:
    """
    Read options until one is not plain: returns why it ended, the end of each option, their items, and the option that is not plain.  New items are declared unless `strict`; those in `secondary` are secondary.
    """

def even_ends(begin: int, length: int, count: int) -> bytes:
    """
    The end of each of this many options with `length` entries, which come after `begin` entries.
    """

def option_rows(table: object, primary: bytes) -> tuple[bytes, bytes] | None:
    """
    The end of each option, and their items, for options that are the rows of a table of item numbers; None if they are not all plain.
    """

class OptionTexts:
    """The texts of options, of which those of solutions are put together."""

    def __init__(self, option_count: int, between: bytes) -> None:
        """`between` is written between two options of a solution."""

    def set(self, option: int, text: bytes) -> None:
        """Set the text of an option, if it has none."""

    def rendered(self, solutions: Iterator[object], blank: bool) -> tuple[bytes, int, bool, list[int]] | None:
        """
        The text of the next solutions of a batch, which stays where it is: each on lines of its own, with an empty line after one of several lines; their number; whether an empty line is to follow; and the options without a text at which it ended.  `blank` is whether the text begins with an empty line.  None if these are not a batch.
        """

    @staticmethod
    def skip(solutions: Iterator[object], count: int) -> None:
        """Leave out the next solutions of a batch, which have been written."""

class PlaneGrid:
    """A lattice of the plane: cells are a kind and two steps."""

    def __init__(self, sides: Sequence[Sequence[tuple[int, int, int]]], touching: Sequence[Sequence[tuple[int, int, int]]], motions: Sequence[tuple[int, int, int, int, Sequence[tuple[int, int, int]]]]) -> None:
        """
        The neighbors by kind, by side and of any sort; and a motion for each element of the point group: the rows of a matrix, and the images of the cells at the origin.
        """

def plane_groups(grid: PlaneGrid, index: int) -> list[tuple[tuple[int, int, int], list[tuple[int, int, int]]]]:
    """
    The groups whose sublattice has this index, from 1 to 60: the sublattice (a, b, d), and the number of a motion and a translation for each element.
    """

class IsohedralSearch:
    """Looks for tilings with few orbits of tiles."""

    def begin(self, tile: Sequence[tuple[int, int, int]], k: int) -> None: ...

    def run(self, steps: int, seconds: float, bytes: int) -> int: ...

    def tiling(self) -> tuple[tuple[int, int, int], list[tuple[int, int, int]], list[list[tuple[int, int, int]]]]:
        """
        The sublattice (a, b, d), generated by (a, 0) and (b, d); the elements of the group, as the number of a motion and a translation; and the cells of one tile of each orbit.
        """

    @property
    def steps(self) -> int: ...

def isohedral_search(grid: PlaneGrid) -> IsohedralSearch: ...

class Coronas:
    """Looks for coronas around a tile."""

    def run(self, steps: int, seconds: float) -> int: ...

    def tiles(self) -> list[tuple[int, list[tuple[int, int, int]]]]:
        """The layers and the cells of the tiles."""

    def tile_has_hole(self) -> bool: ...

    @property
    def steps(self) -> int: ...

def coronas(grid: PlaneGrid, tile: Sequence[tuple[int, int, int]], layers: int, solid: int) -> Coronas: ...

NOT_PLAIN: int = 2

class EcReader:
    """Reads a plain file in the ec format; stops anywhere."""

    def run(self, seconds: float) -> int: ...

    @property
    def item_count(self) -> int: ...

    def options(self) -> tuple[bytes, bytes]:
        """The end of each option, and their items."""

class DlxReader:
    """Reads the options of a plain file in Knuth's format."""

    def run(self, seconds: float) -> int: ...

    def options(self) -> tuple[bytes, bytes]:
        """The end of each option, and their items."""

    def colors(self) -> bytes:
        """The colors parallel to the items; empty if there are none."""

    def color_names(self) -> list[str]: ...

    def costs(self) -> bytes:
        """The costs of the options; empty if there are none."""

    @property
    def left_out(self) -> int: ...

    @property
    def first_left_out(self) -> int: ...

def ec_reader(text: str, most_items: int, longest_line: int) -> EcReader | None:
    """A reader of a text without a byte order mark; None if it has no UTF-8."""

def dlx_reader(text: str, names: tuple[str, ...], primary: bytes, skipped: int, longest_line: int) -> DlxReader | None:
    """
    A reader of the options below the first `skipped` lines; None if there is no UTF-8.
    """

class Parts:
    """The components of what remains of a problem."""

    def __len__(self) -> int: ...

    def options(self, arg: int, /) -> bytes:
        """The numbers of the options of a component."""

    def problem(self, arg: int, /) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]:
        """
        A component as a problem: its items, whether they are primary, their bounds, the end of each option, their items and colors, and its colors.
        """

class Remains:
    """The remaining options and items of a problem."""

    def parts(self) -> Parts:
        """The components; nothing may change after this."""

    @property
    def impossible(self) -> tuple[int, int, int] | None: ...

    @property
    def live_count(self) -> int: ...

    @property
    def taken(self) -> list[int]: ...

    def propagate(self, seconds: float) -> bool:
        """Take forced options; False if the time is up first."""

    def take(self, option: int) -> None: ...

    def remove(self, option: int) -> None: ...

class Reduction:
    """An exact reduction in progress; stops anywhere."""

    def parts(self) -> Parts:
        """The components; nothing may change after this."""

    @property
    def impossible(self) -> tuple[int, int, int] | None: ...

    @property
    def live_count(self) -> int: ...

    @property
    def taken(self) -> list[int]: ...

    def run(self, seconds: float) -> int: ...

    @property
    def work(self) -> dict[str, int]:
        """The options removed and the items dropped by each rule."""

    @property
    def copies(self) -> dict[int, tuple[int, ...]]: ...

    @property
    def divisors(self) -> list[int]: ...

    @property
    def steps(self) -> int: ...

    @property
    def stopped(self) -> bool: ...

def remains(problem: Problem) -> Remains: ...

def reduction(problem: Problem, costs: object, steps: int) -> Reduction:
    """
    A reduction by at most this number of steps; the costs are empty if all are equal.
    """

class InvalidClause(ValueError):
    pass

SAT_UNKNOWN: int = 0

SAT_SATISFIABLE: int = 1

SAT_UNSATISFIABLE: int = 2

class SatSolver:
    """Clauses, and queries whether they have a model; stops anywhere."""

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause in DIMACS numbers; ends the query."""

    def add_all(self, clauses: Sequence[int]) -> None:
        """Adds the clauses of an array, each terminated by 0; ends the query."""

    def add_nonogram(self, order: NonogramOrder, line: int) -> None:
        """Adds the clauses of a line of a nonogram."""

    def exclude(self, literals: Sequence[int]) -> None:
        """Excludes the models in which these literals are true."""

    def exclude_model(self) -> None:
        """Excludes the latest model."""

    def prefer(self, literals: Sequence[int]) -> None:
        """Sets the values that variables get when they are first decided."""

    def begin(self, assumptions: Sequence[int], conflicts: int) -> None:
        """
        Starts a query with a limit of conflicts, or continues one with the same assumptions.
        """

    def run(self, conflicts: int, seconds: float, bytes: int) -> int:
        """
        Runs for a slice; DONE when the query has an answer or its conflicts are used up.
        """

    @property
    def answer(self) -> int: ...

    def model(self, variables: int) -> list[int]:
        """The true ones of the first variables in the latest model."""

    def core(self) -> list[int]:
        """
        Assumptions that contradict the clauses, after an answer of unsatisfiable.
        """

    def implied(self, assumptions: Sequence[int]) -> list[int] | None:
        """The literals that follow by propagation; None for a contradiction."""

    @property
    def variables(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def conflicts(self) -> int: ...

    @property
    def decisions(self) -> int: ...

    @property
    def propagations(self) -> int: ...

    @property
    def restarts(self) -> int: ...

    @property
    def learned(self) -> int: ...

    @property
    def dropped(self) -> int: ...

def sat_solver(seed: int) -> SatSolver:
    """A solver without clauses; other seeds search in another order."""

class StripLengths:
    """The lengths of the rectangles of one width that tiles cover."""

    def run(self, steps: int, seconds: float, bytes: int, most: int) -> int: ...

    def shortest(self) -> list[int | None]: ...

    def path(self, residue: int) -> list[tuple[int, int]]:
        """
        The profiles after each column, up to mirroring, for the shortest length of a class.
        """

    @property
    def length(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def states(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def bytes(self) -> int: ...

def strip_lengths(width: int, placements: Sequence[Sequence[int]], symmetries: Sequence[Sequence[int]], wanted: Sequence[bool], modular: bool) -> StripLengths:
    """
    Finds the shortest length, or with `modular` the shortest in each class modulo the number of classes, which must be a length.
    """

def edge_order(vertices: int, edges: Sequence[int], several: float, last: float, search: bool) -> tuple[list[int], int]:
    """
    The edges in an order in which few vertices are in the frontier, and the width of the widest frontier.  A vertex has about this many states with several edges left, and with one.  Without a search, the edges stay as they are given.
    """

class SubgraphSweep:
    """A sweep over the edges of a graph."""

    def __init__(self, kind: int, spanning: bool, vertices: int, edges: Sequence[int], terminals: Sequence[int], degrees: Sequence[int], manager: DiagramManager | None) -> None:
        """
        Counts subgraphs; or finds their family, in a manager.  Edges are pairs of vertices, and degrees a lower and an upper bound for each vertex, one after the other.
        """

    def run(self, steps: int, seconds: float, bytes: int) -> int:
        """Goes on; returns DONE, OUT_OF_SLICE or OUT_OF_BYTES."""

    def count(self) -> int: ...

    def family(self) -> Diagram:
        """Sets of the places of edges."""

    @property
    def states(self) -> int: ...

    @property
    def widest(self) -> int: ...

    @property
    def passed(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class Tightness:
    """A search for weights; stops anywhere."""

    def run(self, steps: int, seconds: float) -> int: ...

    def weights(self) -> list[int]:
        """
        A weight for each item, to be verified; none if all are 0, or not found.
        """

    @property
    def gave_up(self) -> bool: ...

    @property
    def visits(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def classes(self) -> list[int]: ...

def tightness(problem: Problem, effort: int) -> Tightness:
    """
    A search for weights that show which options no solution has, given up after this many visits.
    """
