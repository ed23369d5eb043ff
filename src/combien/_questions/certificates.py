"""Certificates of counts: texts that `check_count.py`, a program by itself, checks.

The format is described there.  The two share no code, so a certificate that is accepted was made by
one program and followed by another.  The engines only find an order of the items for a sweep, and
whether a memo needs less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from typing import Any

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import short_repr
from combien._questions.ask import count
from combien._questions.dispatch import resolve_engine
from combien._questions.up_to import UpTo, group_of
from combien._wording import printable
from combien.cover._invariant import InvariantSolutions, Subgroups, elements, orbits_of
from combien.cover._model import problem_of
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.engines._counting import OutOfBytes
from combien.engines._protocol import Engine, Model
from combien.engines._search.listed import compare
from combien.engines._sweeps.frontier import FrontierCounting
from combien.engines._sweeps.memo import MemoCounting, memo
from combien.errors import BadInput, CannotAnswer

# What is longer is replaced by its digest.
LISTED = 1000
# Python refuses to read longer numbers.
MOST_DIGITS = 4300
# Of a state in Python, with its number.
STATE_BYTES = 200
# A node of a memo takes as long as this many transitions here.
NODE = 20
# Transitions in the core, to find an order; a sweep that needs less is not compared with a memo.
PLANNED, FEW = 20_000_000, 200_000
MOST_NODES = 10_000_000

Option = Sequence[tuple[int, int]]
Layer = dict[int, int]
# What must not be set in a state, what is set, and what is added.
Move = tuple[int, int, int]


def certificate(
    model: Model[Any],
    *,
    up_to: UpTo = "none",
    engine: str | Engine = "auto",
    title: str = "",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> str:
    """Return a certificate of the number of solutions, which `combien check-count` checks.

    >>> from combien import Problem
    >>> print(certificate(Problem.from_options(["ab", "c", "a", "bc"]), title="four options"))
    combien-count 1
    title four options
    item 1 1 a
    item 1 1 b
    item 1 1 c
    option 0 1
    option 2
    option 0
    option 1 2
    sweep
    layer 0 2 2 0:1 2:1
    layer 1 2 2 0:1 4:1
    layer 2 1 2 0:2
    total 2
    <BLANKLINE>

    It has the problem, and layers of a sweep (`engine="frontier"`), or subproblems of a search with
    a memo (`engine="memo"`, without colors and bounds); "auto" takes what needs less.  With
    `up_to`, there is one such proof for each kind of symmetry.  `title` proves nothing.
    Raises `CannotAnswer` for models that are not exact covers, such as `Subgraphs`, and for numbers
    of more than 4300 digits; `Disagreement` if `count` returns another one; otherwise as `count`.
    Cost: some 2 microseconds for each transition of a sweep, 200 for each subproblem of a memo.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    group = None if up_to == "none" else group_of(model, up_to=up_to)
    text, number = certified(model, group, engine=engine, title=title, budget=limits, report=report)
    direct = count(model, up_to=group or "none", budget=limits)
    compare("solutions by a certificate", number, direct, complete=True)
    return text


def certified(
    model: Model[Any],
    group: ProblemGroup | None,
    *,
    engine: str | Engine = "auto",
    title: str = "",
    budget: Budget,
    report: Reporter | None = None,
) -> tuple[str, int]:
    """Return a certificate and its number, which is to be compared with a count."""
    problem = problem_of(model)
    if not isinstance(title, str):
        raise BadInput(f"title={short_repr(title)}: expected a text")
    evidence = resolve_engine(engine).name
    if evidence not in ("auto", "frontier", "memo"):
        raise CannotAnswer(
            f"a certificate has a sweep or a memo, not what {evidence} does: ask engine='auto', "
            "'frontier' or 'memo'"
        )
    if evidence == "memo" and (problem.has_bounds or problem.has_colors):
        raise CannotAnswer(
            memo().refusal(problem, "count")
            or "a certificate by a memo has no colors: ask engine='frontier'"
        )
    writer = _Writer(problem, evidence, Meter(budget, engine="frontier", report=report))
    if group is None:
        number, lines = writer.proof(writer.options, problem, range(problem.item_count))
    else:
        number, lines = writer.orbits(group)
    return text_of(title, chain(writer.problem(), lines)), number


def text_of(title: str, lines: Iterable[str]) -> str:
    """Return the text of a certificate."""
    name = [f"title {printable(title)}"] if title else []
    return "\n".join(["combien-count 1", *name, *lines, ""])


def numeral(number: int) -> str:
    """Return the digits of a number; raise `CannotAnswer` if there are too many."""
    # Without a limit on the digits, which a caller may have lifted.
    if number.bit_length() > MOST_DIGITS * 3.3219:
        raise CannotAnswer(f"a certificate has no numbers of more than {MOST_DIGITS} digits")
    return str(number)


def listed(parts: Iterable[str]) -> str:
    """Return the parts as words, or their digest if they are long."""
    text = " ".join(parts)
    return text if len(text) <= LISTED else sha256(text.encode()).hexdigest()


def _after_item(layer: Layer, bit: int, moves: Sequence[Move], full: int) -> Layer:
    """Return the layer after an item that one of the options covers, in this bit."""
    found: Layer = {}
    for state, ways in layer.items():
        if state & bit:
            found[state ^ bit] = found.get(state ^ bit, 0) + ways
            continue
        for against, put, add in moves:
            if not state & against:
                after = (state | put) + add
                if not after & full:
                    found[after ^ bit] = found.get(after ^ bit, 0) + ways
    return found


class _Writer:
    """Writes the lines of a certificate, within a budget."""

    def __init__(self, problem: Problem, engine: str, meter: Meter) -> None:
        self._problem = problem
        self._engine = engine
        self._meter = meter
        self._steps = 0
        numbers = range(problem.option_count)
        self.options: list[Option] = [
            tuple(zip(problem.indices(n), problem.colors(n), strict=True)) for n in numbers
        ]
        colors = [0] * problem.item_count
        for item, color in chain.from_iterable(self.options):
            colors[item] = max(colors[item], color)
        # The bits of the field of each item in a state, the lowest one, and what it must reach.
        self._fields: list[tuple[int, int, int]] = []
        self._start = self._full = shift = 0
        for item, color in enumerate(colors):
            low, high = problem.bounds(item)
            width, begin = color + 1, 0
            if high != 1:
                width = 1 + max(high, len(self.options)).bit_length()
                begin = 2 ** (width - 1) - 1 - high
                self._full |= 1 << shift + width - 1
            self._fields.append((2**width - 1 << shift, shift, begin + low << shift))
            self._start |= begin << shift
            shift += width

    def problem(self) -> Iterator[str]:
        """Generate the lines of the items and options."""
        for item in self._problem.items:
            yield f"item {item.low} {item.high} {printable(str(item.name))}"
        for option in self.options:
            yield " ".join(
                ["option", *(f"{i}:{color}" if color else f"{i}" for i, color in option)]
            )

    def proof(
        self, options: Sequence[Option], searched: Problem, names: Sequence[Any]
    ) -> tuple[int, list[str]]:
        """Return the number of solutions, and the lines that prove it.

        The options are those of the problem, or the cycles of a symmetry.  An order of the items is
        sought in a problem with equally many solutions, which has items of these names.
        """
        order = None if self._engine == "memo" else self._order(searched)
        moves = [(move, option) for option in options if (move := self._move(option)) is not None]
        if order is None:
            total, lines = _Memo(self._problem, [put for (_, put, _), _ in moves]).write(
                self._spend
            )
            lines.insert(0, "memo")
        else:
            total, lines = self._sweep(moves, [n for i in order if isinstance(n := names[i], int)])
            lines.insert(0, "sweep")
        return total, [*lines, f"total {numeral(total)}"]

    def _spend(self, steps: int, states: int) -> None:
        """Count steps; raise `OutOfBudget` if they, or so many states, are too many."""
        self._steps += steps
        known = {"transitions": self._steps}
        if not self._meter.slice(self._steps)[0]:
            raise self._meter.stop(known)
        if states * STATE_BYTES > self._meter.bytes:
            raise self._meter.stop_for_bytes(known)
        self._meter.progress(None, known)

    def _order(self, searched: Problem) -> list[int] | None:
        """Return the order of the items that a sweep takes; None if a memo takes less time."""
        race = FrontierCounting(searched, question="certificate")
        steps = 0
        with suppress(OutOfBytes):
            while steps < PLANNED and not race.advance(PLANNED - steps, *self._slice):
                steps = race.steps
        chosen = race.choose()
        if chosen is None or chosen.sweep is None:
            raise self._meter.stop_for_bytes({"transitions": race.steps})
        cost = chosen.sweep.transitions + (0 if race.done else race.forecast)
        several = self._problem.has_bounds or self._problem.has_colors
        if self._engine == "auto" and cost > FEW and not several:
            search, most = MemoCounting(searched), min(MOST_NODES, int(cost) // NODE)
            with suppress(OutOfBytes):
                while search.steps < most:
                    if search.advance(most - search.steps, *self._slice):
                        return None
        return list(chosen.sweep.items)

    @property
    def _slice(self) -> tuple[float, int]:
        self._meter.pause()
        return self._meter.slice(0)[1], self._meter.bytes

    def _move(self, option: Option) -> Move | None:
        """Return what an option, or a cycle of options, does to states; None if it cannot be."""
        against = put = add = 0
        for item, color in option:
            field, shift, _ = self._fields[item]
            if self._problem.bounds(item)[1] != 1:
                add += 1 << shift
                continue
            bit = 1 << shift + color
            others = field ^ bit if color else field
            if put & others:
                return None
            against, put = against | others, put | bit
        return against, put, add

    def _sweep(
        self, moves: Sequence[tuple[Move, Option]], items: Sequence[int]
    ) -> tuple[int, list[str]]:
        """Return the number of solutions, and the layers of a sweep over these and other items."""
        place = dict(zip(items, range(len(items)), strict=True))
        begins = [min(place.get(item, len(items)) for item, _ in option) for _, option in moves]
        # An item that the order does not have is forgotten when all of its options are decided.
        last = dict.fromkeys(range(self._problem.item_count), -1)
        for begin, (_, option) in zip(begins, moves, strict=True):
            last.update((item, max(last[item], begin)) for item, _ in option)
        order = sorted(
            last, key=lambda item: (place.get(item, last[item]), item not in place, item)
        )
        decided: dict[int, list[Move]] = {item: [] for item in order}
        for begin, (move, _) in zip(begins, moves, strict=True):
            decided[items[begin]].append(move)
        layer, lines = {self._start: 1}, []
        for item in order:
            (field, shift, least), here = self._fields[item], decided[item]
            if self._problem.bounds(item) == (1, 1):
                layer = _after_item(layer, 1 << shift, here, self._full)
            else:
                for against, put, add in here:
                    for state, ways in list(layer.items()):
                        after = (state | put) + add
                        if not state & against and not after & self._full:
                            layer[after] = layer.get(after, 0) + ways
                kept: Layer = {}
                for state, ways in layer.items():
                    if state & field >= least:
                        kept[state & ~field] = kept.get(state & ~field, 0) + ways
                layer = kept
            self._spend(len(layer), 2 * len(layer))
            total = numeral(sum(layer.values()))
            states = listed(f"{state:x}:{layer[state]}" for state in sorted(layer))
            lines.append(f"layer {item} {len(layer)} {total} {states}".rstrip())
        return layer.get(0, 0), lines

    def orbits(self, group: ProblemGroup) -> tuple[int, list[str]]:
        """Return the number of orbits, and the lines that prove it."""
        steps = [group[number].options for number in group.generators]
        # Symmetries that permute the options in the same way are one.
        group = ProblemGroup.generated_by(self._problem, *steps)
        if len(group) == 1:
            return self.proof(self.options, self._problem, range(self._problem.item_count))
        lines = [_words("symmetry", group[number].options) for number in group.generators]
        cycles = [orbits_of(len(self.options), [one.options]) for one in group]
        kinds = Counter(map(_key, cycles))
        subgroups = Subgroups(group)
        fixed = 0
        for kind, _ in subgroups.cyclic():
            generators = [
                next(n for n in elements(member) if subgroups.closed(1, n) == member)
                for member in kind.members
            ]
            weight = sum(kinds.pop(_key(cycles[number]), 0) for number in generators)
            if not weight:
                continue
            first = generators[0]
            joined = [[*chain(*map(self.options.__getitem__, c))] for c in cycles[first]]
            quotient = InvariantSolutions(self._problem, [group[first].options]).problem()
            names = quotient.item_names if first else range(self._problem.item_count)
            total, proof = self.proof(joined, quotient if first else self._problem, names)
            lines += [_words("fixed", group[first].options), *proof]
            fixed += weight * total
        found, rest = divmod(fixed, len(group))
        compare("remainder of a mean over the symmetries", rest, 0, complete=True)
        return found, [*lines, f"orbits {numeral(found)}"]


def _words(keyword: str, numbers: Iterable[int]) -> str:
    return " ".join([keyword, *map(str, numbers)])


def _key(cycles: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(cycle)) for cycle in cycles)


# The items and options of a subproblem, as bits.
Part = tuple[int, int]


class _Memo:
    """A search for all solutions in which each subproblem is solved once, and becomes a line."""

    def __init__(self, problem: Problem, sets: Sequence[int]) -> None:
        self._needed = sum(1 << item for item, one in enumerate(problem.primary_flags) if one)
        self._sets = sets
        # The options that contain each item, and the items that they contain.
        self._having = [0] * problem.item_count
        self._near = [0] * problem.item_count
        for option, items in enumerate(sets):
            for item in elements(items):
                self._having[item] |= 1 << option
                self._near[item] |= items
        self._lines: list[str] = []
        # The number of the line of each subproblem, and of its solutions.
        self._known: dict[int, tuple[int, int]] = {}

    def write(self, spend: Callable[[int, int], None]) -> tuple[int, list[str]]:
        """Return the number of solutions, and the lines that prove it."""
        root = self._root()
        stack: list[Generator[Part, None, object]] = [root]
        # Instead of a recursion, which would be as deep as a solution is long.
        while stack:
            part = next(stack[-1], None)
            if part is None:
                stack.pop()
                spend(NODE, len(self._known))
            elif part[0] not in self._known:
                stack.append(self._node(*part))
        return self._total, self._lines

    def _root(self) -> Generator[Part, None, None]:
        every = (1 << len(self._having)) - 1, (1 << len(self._sets)) - 1
        text, self._total = yield from self._ways(*every)
        self._lines.append(f"root {text}")

    def _node(self, items: int, options: int) -> Generator[Part, None, None]:
        choices = {item: self._having[item] & options for item in elements(items & self._needed)}
        item = min(choices, key=lambda item: choices[item].bit_count())
        total, words = 0, []
        for option in elements(choices[item]):
            chosen = self._sets[option]
            text, ways = yield from self._ways(items & ~chosen, self._without(chosen, options))
            words.append(text)
            total += ways
        self._known[items] = len(self._lines), total
        self._lines.append(" ".join([f"node {items:x} {item} {numeral(total)}", *words]))

    def _ways(self, items: int, options: int) -> Generator[Part, None, tuple[str, int]]:
        """Solve what is left, part by part; return the parts as a word, and their product."""
        names, product = [], 1
        for item in elements(items & self._needed):
            if not self._having[item] & options:
                return f"!{item}", 0
        for part in list(self._parts(items, options)):
            yield part, self._without(items & ~part, options)
            name, ways = self._known[part]
            names.append(str(name))
            product *= ways
        return "*".join(names) or ".", product

    def _parts(self, items: int, options: int) -> Iterator[int]:
        """Generate the sets of items that options connect; others are in none of them."""
        left = sum(1 << item for item in elements(items) if self._having[item] & options)
        while left:
            part = waiting = left & -left
            while waiting:
                item = waiting.bit_length() - 1
                waiting ^= 1 << item
                here = self._having[item] & options
                for other in elements(self._near[item] & left & ~part):
                    if self._having[other] & here:
                        part |= 1 << other
                        waiting |= 1 << other
            yield part
            left &= ~part

    def _without(self, items: int, options: int) -> int:
        for item in elements(items):
            options &= ~self._having[item]
        return options
