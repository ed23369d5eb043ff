"""An exact cover problem as clauses, or as linear constraints: its models are the solutions.

Each option has a variable, which is true if it is chosen.  An item that must be covered gives the
clause that one of its options is chosen; at most one is encoded in one of the styles of
`_exactly.py`.  For the colors of a secondary item, each color that several options give has another
variable: options that give the same color are compatible, so at most one is true of these variables
and the options with no color or a unique color.  Items with multiplicities use counters.

As linear constraints, for pseudo-Boolean solvers, each item has one constraint on the number of its
chosen options, or two where its bounds differ; the objective is the sum of the costs.

Sizes are known in advance, and clauses are generated on each iteration, not stored.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from combien._base.checks import check_instance
from combien.cover._elements import NO_COLOR, Solution
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, fault
from combien.cover.formats._names import spelled
from combien.cover.formats._rows import minimized, warn
from combien.errors import BadInput
from combien.sat._cnf import Clause, one_line
from combien.sat._exactly import Size, between, keeps_count, size_of, style_named
from combien.sat.dimacs import most_bytes
from combien.sat.opb import Linear, Term


@dataclass(frozen=True, slots=True)
class Color:
    """The variable of a color of an item, and the options that give it."""

    variable: int
    number: int
    literals: Sequence[int]

    def clauses(self) -> Iterator[Clause]:
        """Generate clauses that make the variable true exactly if an option gives the color."""
        yield from ((-literal, self.variable) for literal in self.literals)
        yield (*self.literals, -self.variable)


# Adding a pair to a set takes as long as this many bits of bit-set operations.
BITS_A_PAIR = 500
# Pairs are counted for blocks of this many options; a set of them is an integer of 8 KB.
BLOCK = 1 << 16


class Conflicts:
    """The pairs of options that exclude each other, at the items that may be used only once.

    `members` are the options of each of these items by their numbers, in increasing order.
    """

    def __init__(self, problem: Problem, members: dict[int, Sequence[int]]) -> None:
        self._problem = problem
        self._members = members

    def clauses(self, item: int) -> Iterator[Clause]:
        """Generate a clause for each pair whose first common item is this one.

        The variable of an option is its number plus one.
        Cost: the memory of the pairs of one option.
        """
        for option in self._members.get(item, ()):
            known: set[int] = set()
            later: Iterable[int] = ()
            for other, color in self._entries(option):
                if other == item:
                    later = self._excluded(other, color, option)
                elif other < item:
                    known.update(self._excluded(other, color, option))
            yield from ((-(option + 1), -(other + 1)) for other in later if other not in known)

    def count(self) -> int:
        """Return the number of pairs.

        Cost: 5 s for 700,000 options of four items that each share about 90 others; for denser
        conflicts about 1 ms for 1000 options, growing quadratically.
        """
        sizes = list(map(len, self._members.values()))
        shared = sum(size * (size - 1) // 2 for size in sizes)
        if shared * BITS_A_PAIR < sum(sizes) * self._problem.option_count:
            return sum(map(self._count_of_option, range(self._problem.option_count)))
        return sum(map(self._count_in_block, range(0, self._problem.option_count, BLOCK)))

    def _count_of_option(self, option: int) -> int:
        """Return the number of later options that this one excludes."""
        excluded: set[int] = set()
        for item, color in self._entries(option):
            excluded.update(self._excluded(item, color, option))
        return len(excluded)

    def _excluded(self, item: int, color: int, option: int) -> Iterable[int]:
        """Return the later options that conflict at this item."""
        members = self._members[item]
        later = members[bisect_right(members, option) :]
        if not color:
            return later
        return (other for other in later if self._color(other, item) != color)

    def _color(self, option: int, item: int) -> int:
        return self._problem.colors(option)[self._problem.indices(option).index(item)]

    def _entries(self, option: int) -> Iterator[tuple[int, int]]:
        numbers = self._problem.indices(option)
        colors = self._problem.colors(option) if self._problem.has_colors else repeat(0)
        for item, color in zip(numbers, colors, strict=False):
            if item in self._members:
                yield item, color

    def _count_in_block(self, begin: int) -> int:
        """Return the number of pairs whose later option is in this block."""
        end = min(begin + BLOCK, self._problem.option_count)
        holding: dict[int, int] = dict.fromkeys(self._members, 0)
        agreeing: dict[tuple[int, int], int] = {}
        for option in range(begin, end):
            bit = 1 << (option - begin)
            for item, color in self._entries(option):
                holding[item] |= bit
                if color:
                    agreeing[item, color] = agreeing.get((item, color), 0) | bit
        pairs = 0
        for option in range(end):
            excluded = 0
            for item, color in self._entries(option):
                others = holding[item]
                excluded |= others & ~agreeing.get((item, color), 0) if color else others
            # Only options that come later: those before it have counted this pair already.
            pairs += (excluded >> max(0, option + 1 - begin)).bit_count()
        return pairs


@dataclass(frozen=True, slots=True)
class _Constraint:
    """The constraint of an item: `low` to `high` of its literals are true.

    Auxiliary variables begin at `first`.
    """

    item: int
    literals: Sequence[int]
    low: int
    high: int
    style: str
    first: int
    colors: Sequence[Color]

    def size(self) -> Size:
        """Return the size of the constraint, with its colors."""
        size = size_of(len(self.literals), self.low, self.high, style=self.style)
        for color in self.colors:
            number = len(color.literals)
            size += Size(1, number + 1, 3 * number + 1)
        return size

    def clauses(self) -> Iterator[Clause]:
        """Generate the clauses, beginning with the colors."""
        for color in self.colors:
            yield from color.clauses()
        first = self.first + len(self.colors)
        yield from between(self.literals, self.low, self.high, first=first, style=self.style)


class Encoding:
    """A problem as clauses, with the decoding of models; made by `encode`."""

    def __init__(self, problem: Problem, style: str, counting: str) -> None:
        self._problem = problem
        self._style = style_named(style).name
        self._counting = style_named(counting).name
        self._constraints: list[_Constraint] = []
        once: dict[int, Sequence[int]] = {}
        variables = problem.option_count
        for item, members in enumerate(members_of(problem)):
            low, high = problem.bounds(item)
            if self._style == "pairwise" and high == 1:
                once[item] = members
                high = len(members)
            constraint = self._constraint(item, members, low, high, variables + 1)
            self._constraints.append(constraint)
            variables += constraint.size().variables
        self._variable_count = variables
        self._conflicts = Conflicts(problem, once)

    def _constraint(
        self, item: int, members: Sequence[int], low: int, high: int, first: int
    ) -> _Constraint:
        problem = self._problem
        literals: Sequence[int] = array("i", (option + 1 for option in members))
        colors: list[Color] = []
        if not problem.primary_flags[item] and problem.has_colors and high < len(members):
            literals, colors = apart(problem, item, members, first=first)
        style = self._style if high == 1 else self._counting
        return _Constraint(item, literals, low, high, style, first, tuple(colors))

    @property
    def problem(self) -> Problem:
        """The problem that was encoded."""
        return self._problem

    @property
    def style(self) -> str:
        """The style of "at most one"."""
        return self._style

    @property
    def variable_count(self) -> int:
        """The number of variables: one for each option, then the auxiliary ones."""
        return self._variable_count

    @property
    def clause_count(self) -> int:
        """The number of clauses, computed without generating them."""
        return self._size.clauses

    @property
    def literal_count(self) -> int:
        """The total number of literals, computed without generating the clauses."""
        return self._size.literals

    @cached_property
    def _size(self) -> Size:
        size = Size()
        for constraint in self._constraints:
            size += constraint.size()
        pairs = self._conflicts.count()
        return size + Size(0, pairs, 2 * pairs)

    @property
    def bytes_dimacs(self) -> int:
        """An upper bound of the size of the DIMACS file, with the meaning of each variable."""
        return most_bytes(self)

    @cached_property
    def keeps_count(self) -> bool:
        """Whether models and solutions correspond one to one."""
        return all(
            keeps_count(len(part.literals), part.low, part.high, style=part.style)
            for part in self._constraints
        )

    def clauses(self) -> Iterator[Clause]:
        """Generate the clauses."""
        for constraint in self._constraints:
            yield from constraint.clauses()
            yield from self._conflicts.clauses(constraint.item)

    def __iter__(self) -> Iterator[Clause]:
        return self.clauses()

    def name(self, variable: int) -> str:
        """Return the meaning of a variable: the entries of its option, or the item it serves.

        >>> encoding = encode(Problem.from_options(["ab"] * 5))
        >>> encoding.name(1), encoding.name(6)
        ('a b', 'bitwise 1 of item a')
        """
        if not 1 <= variable <= self.variable_count:
            raise BadInput(f"there is no variable {variable}: there are {self.variable_count}")
        problem = self._problem
        if variable <= problem.option_count:
            return name_of_option(problem, variable - 1)
        place = bisect_right(self._constraints, variable, key=lambda part: part.first) - 1
        part = self._constraints[place]
        number = variable - part.first
        if number < len(part.colors):
            return name_of_color(problem, part.colors[number], part.item)
        return f"{part.style} {number - len(part.colors) + 1} of {_item(problem, part.item)}"

    @property
    def tree(self) -> str:
        """The name of the search tree of its solutions, for positions (see `engines._places`)."""
        return "sat"

    def fault(self, solution: Iterable[int]) -> str:
        """Return why these options are not a solution, or an empty string if they are."""
        return fault(self._problem, solution)

    def solution(self, model: Iterable[int]) -> Solution:
        """Return the solution of a model: the options whose variables are true.

        >>> encode(Problem.from_options(["a", "ab", "b"])).solution([1, -2, 3])
        (0, 2)

        A model is given by all its literals, or only the true ones, in any order; it is not checked
        against the clauses.

        Raises
        ------
        BadInput
            If a variable does not exist.
        """
        return chosen_options(model, self._problem, self.variable_count)

    def __repr__(self) -> str:
        return (
            f"<Encoding ({self._style}): {self.variable_count} variables, "
            f"{self.clause_count} clauses>"
        )


def encode(problem: Problem, style: str = "bitwise", *, counting: str = "") -> Encoding:
    """Encode a problem as clauses whose models are its solutions.

    >>> encoding = encode(Problem.from_options(["ab", "bc", "c"]))
    >>> encoding, list(encoding.clauses())
    (<Encoding (bitwise): 3 variables, 5 clauses>, [(1,), (1, 2), (-1, -2), (2, 3), (-2, -3)])
    >>> encoding.solution([1, -2, 3])
    (0, 2)

    `style` is the encoding of "at most one", from `STYLES`.  `counting` is the style for items with
    multiplicities: by default the same style, or the totalizer if that is pairwise or cannot count.
    With `pairwise`, two options that share several items exclude each other in one clause.  The
    costs of options are ignored.

    Raises
    ------
    BadInput
        If there is no such style.

    Notes
    -----
    Cost: about 4 bytes per entry of the problem; the clauses are not stored.
    """
    check_instance("problem", problem, Problem)
    chosen = style_named(style)
    if isinstance(counting, str) and not counting:
        counting = style if chosen.counts and style != "pairwise" else "totalizer"
    return Encoding(problem, style, counting)


class LinearEncoding:
    """A problem as linear constraints, with the decoding of their solutions.

    >>> encoding = LinearEncoding(Problem.from_options(["ab", "bc", "c"], costs=[0, 0, 5]))
    >>> [linear.text() for linear in encoding]
    ['+1 x1 = 1 ;\\n', '+1 x1 +1 x2 = 1 ;\\n', '+1 x2 +1 x3 = 1 ;\\n']
    >>> encoding.objective, encoding.solution([1, -2, 3])
    (((5, 3),), (0, 2))

    Its solutions and the solutions of the problem correspond one to one.  `costs` are those of the
    options, if not the costs of the problem; `comments` say what the costs of the problem became.
    `limits` are side constraints.
    """

    def __init__(
        self,
        problem: Problem,
        costs: Sequence[int] | None = None,
        *,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        self._problem = problem
        self._limits = limits
        self._members = members_of(problem)
        self._colors: dict[int, tuple[Sequence[int], Sequence[Color]]] = {}
        self._of_variable: list[tuple[Color, int]] = []
        for item in range(problem.item_count):
            if problem.has_colors and not problem.primary_flags[item]:
                first = problem.option_count + len(self._of_variable) + 1
                literals, colors = apart(problem, item, self._members[item], first=first)
                self._colors[item] = literals, colors
                self._of_variable += ((color, item) for color in colors)
        sizes = [len(linear.terms) for linear in self]
        self.variable_count = problem.option_count + len(self._of_variable)
        self.constraint_count = len(sizes)
        self.comments: Sequence[str] = ()
        if costs is None:
            costs, scale, offset = minimized(problem, by="opb")
            if scale != 1 or offset:
                # As SCIP writes and reads them.
                self.comments = f"Obj. scale       : {scale}", f"Obj. offset      : {offset}"
            if offset:
                warn(f"a comment has the constant {scale * offset}: most programs ignore it")
        self.objective: Sequence[Term] = tuple(
            (cost, option) for option, cost in enumerate(costs, 1) if cost
        )
        self.term_count = sum(sizes) + len(self.objective)

    @property
    def problem(self) -> Problem:
        """The problem that was encoded."""
        return self._problem

    def __iter__(self) -> Iterator[Linear]:
        problem = self._problem
        for item, options in enumerate(self._members):
            low, high = problem.bounds(item)
            literals: Sequence[int] = [option + 1 for option in options]
            if item in self._colors:
                literals, colors = self._colors[item]
                for color in colors:
                    for literal in color.literals:
                        yield Linear([(1, color.variable), (-1, literal)], 0)
                    group = [(1, literal) for literal in color.literals]
                    yield Linear([*group, (-1, color.variable)], 0)
            # A larger bound cannot be met either, and has more digits.
            low = min(low, len(literals) + 1)
            if low == high:
                yield Linear([(1, literal) for literal in literals], low, equal=True)
                continue
            if low:
                yield Linear([(1, literal) for literal in literals], low)
            if high < len(literals):
                yield Linear([(-1, literal) for literal in literals], -high)
        for weights, least, most in self._limits:
            terms = [(weight, option) for option, weight in enumerate(weights, 1) if weight]
            if least == most:
                yield Linear(terms, least, equal=True)
                continue
            if least > sum(weight for weight, _ in terms if weight < 0):
                yield Linear(terms, least)
            if most < sum(weight for weight, _ in terms if weight > 0):
                yield Linear([(-weight, option) for weight, option in terms], -most)

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        if variable <= self._problem.option_count:
            return name_of_option(self._problem, variable - 1)
        color, item = self._of_variable[variable - self._problem.option_count - 1]
        return name_of_color(self._problem, color, item)

    def solution(self, model: Iterable[int]) -> Solution:
        """Return the solution of a model, as `Encoding.solution` does."""
        return chosen_options(model, self._problem, self.variable_count)

    def model(self, solution: Iterable[int]) -> list[int]:
        """Return the literals that are true in a solution, one for each variable."""
        true = {option + 1 for option in solution}
        true |= {color.variable for color, _ in self._of_variable if true & set(color.literals)}
        return [v if v in true else -v for v in range(1, self.variable_count + 1)]


def members_of(problem: Problem) -> list[array[int]]:
    """Return the options of each item, in increasing order."""
    members = [array("i") for _ in range(problem.item_count)]
    for option in range(problem.option_count):
        for item in problem.indices(option):
            members[item].append(option)
    return members


def chosen_options(model: Iterable[int], problem: Problem, variable_count: int) -> Solution:
    """Return the options whose variables are true in a model; options have the first ones."""
    chosen = set()
    for literal in model:
        if not 1 <= abs(literal) <= variable_count:
            raise BadInput(
                f"the model contains variable {abs(literal)}, but there are {variable_count}: it "
                "is a model of something else"
            )
        if 0 < literal <= problem.option_count:
            chosen.add(literal - 1)
    return Solution(sorted(chosen))


def name_of_option(problem: Problem, option: int) -> str:
    """Return the entries of an option in one line."""
    return one_line(" ".join(map(str, problem.entries(option))))


def name_of_color(problem: Problem, color: Color, item: int) -> str:
    """Return the meaning of the variable of a color."""
    return f"color {color.number} of {_item(problem, item)}"


def _item(problem: Problem, item: int) -> str:
    return one_line(f"item {spelled(problem.item_names[item], otherwise=f'#{item}')}")


def apart(
    problem: Problem, item: int, options: Sequence[int], *, first: int
) -> tuple[list[int], list[Color]]:
    """Return the literals of which at most one may be true, and the colors among them.

    `options` belong to a secondary item; the variables of colors begin at `first`.
    """
    literals: list[int] = []
    of_color: dict[int, list[int]] = {}
    for option in options:
        color = problem.colors(option)[problem.indices(option).index(item)]
        if color == NO_COLOR:
            literals.append(option + 1)
        else:
            of_color.setdefault(color, []).append(option + 1)
    colors: list[Color] = []
    for color, group in of_color.items():
        if len(group) == 1:
            literals += group
        else:
            colors.append(Color(first + len(colors), color, group))
            literals.append(colors[-1].variable)
    # If all options agree, no constraint is needed.
    return (literals, colors) if len(literals) > 1 else ([], [])
