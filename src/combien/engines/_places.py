"""Positions: how far a search is, as text that another process can resume.

A position names the engine with the version of its search tree, the problem by its fingerprint, and
a place: the options chosen from the root down.  A count may have several places that remain, since
its threads search different parts of the tree; its position has all of them, and the solutions
found before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter

from combien import _native
from combien._base.checks import short_repr
from combien.cover._problem import Problem
from combien.errors import BadPosition

# The versions of the search trees.  An engine that visits another tree than before gets a new one,
# because an old position would skip or repeat solutions.
TREE_VERSIONS = {
    "bits": 2,
    "dlx": 1,
    "dlx-leftmost": 1,
    "dlx-weighted": 1,
    "memo": 1,
    "sat": 1,
}

# What the choices of the sat engine may be besides the numbers of options (see `Place`).
MORE, EXCLUDED = -2, -3

# More places than any number of threads leaves.
MOST_PLACES = 100_000

# Python reads no longer decimal numbers.
MOST_DIGITS = 4000


def tree_name(engine: str) -> str:
    """Return the name of an engine's search tree, with which its positions begin.

    >>> tree_name("dlx")
    'dlx1'
    """
    return f"{engine}{_version(engine)}"


def engine_name(engine: str) -> str:
    """Return the name that users know, without what else decides where the search turns back.

    >>> engine_name("dlx"), engine_name("dlx+limits")
    ('dlx', 'dlx')
    """
    return engine.partition("+")[0]


def _version(engine: str) -> int:
    return TREE_VERSIONS[engine_name(engine)]


def writer_of(text: str) -> str:
    """Return the name of the engine that wrote a position, or the empty string.

    >>> writer_of("dlx1:0123:3.14:at"), writer_of("3.14")
    ('dlx', '')
    """
    writer = text.strip().partition(":")[0]
    name = writer.rstrip("0123456789")
    return name if name in TREE_VERSIONS else ""


def check_writer(writer: str, fingerprint: str, engine: str, problem: Problem) -> None:
    """Check that the head of a position belongs to this search; raise `BadPosition` if not."""
    if writer != tree_name(engine):
        version = writer.removeprefix(engine)
        if version != writer and (not version or version.isdigit()):
            raise BadPosition(
                f"this position belongs to version {version or 0} of the search tree of "
                f"{engine!r}, and now it is version {_version(engine)}: start again without it"
            )
        other = writer.rstrip("0123456789")
        raise BadPosition(f"this position belongs to the engine {other!r}, not {engine!r}")
    if fingerprint != problem.fingerprint:
        raise BadPosition("this position belongs to another problem (its fingerprint differs)")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a search: the numbers of the chosen options, from the root down.

    -1 means "none of the rest".  The sat engine also has `MORE`, at least one option besides those
    before it, and `EXCLUDED` - n for option n that is excluded.
    `visited`: whether the subtree of the last choice is done.  The first `floor` choices are fixed:
    the search ends instead of changing them, so it is a share of the whole search.
    """

    choices: tuple[int, ...] = ()
    visited: bool = False
    floor: int = 0

    def text(self, engine: str, problem: Problem) -> str:
        """Return it as text: tree, fingerprint, choices (fixed ones before `/`), after or at."""
        return position_text(engine, problem, (self,))

    @property
    def path(self) -> str:
        """The part of the text without engine and problem."""
        words = list(map(_word, self.choices))
        fixed, free = ".".join(words[: self.floor]), ".".join(words[self.floor :])
        path = f"{fixed}/{free}" if self.floor else free
        return f"{path}:{'after' if self.visited else 'at'}"

    @classmethod
    def parse(cls, text: str, engine: str, problem: Problem) -> Place:
        """Parse a position; raise `BadPosition` if it does not belong to this search.

        The position of a count is accepted if it has one place and no solutions.
        """
        places, found = parse_position(text, engine, problem)
        if found or len(places) != 1:
            raise BadPosition(
                "this is the position of a count: expected the position of a list of solutions"
            )
        return places[0]


# What remains of a search: places in its order, and the number of solutions found before.
Position = tuple[tuple[Place, ...], int]
WHOLE: Position = ((Place(),), 0)


def position_text(engine: str, problem: Problem, places: Iterable[Place], found: int = 0) -> str:
    """Return a position as text: the places after each other, and the solutions if there were any.

    >>> from combien import Problem
    >>> problem = Problem.from_options(["a"])
    >>> places = Place((3, 1), floor=1), Place((4,))
    >>> text = position_text("dlx", problem, places, found=12)
    >>> text.replace(problem.fingerprint, "...")
    'dlx1:...:3/1:at+4:at=12'
    >>> parse_position(text, "dlx", problem) == (places, 12)
    True
    """
    paths = "+".join(place.path for place in places)
    return f"{tree_name(engine)}:{problem.fingerprint}:{paths}{f'={found}' if found else ''}"


def parse_position(text: str, engine: str, problem: Problem) -> Position:
    """Parse a position; raise `BadPosition` if it does not belong to this search."""
    if not isinstance(text, str):
        raise BadPosition(f"{short_repr(text, 60)} is not a position: expected a text")
    if not text:
        return WHOLE
    head, equals, number = text.strip().partition("=")
    writer, _, rest = head.partition(":")
    fingerprint, _, paths = rest.partition(":")
    if equals and not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
        raise BadPosition(f"'{number[:20]}' in this position is not a number of solutions")
    if not paths.endswith((":after", ":at")) or paths.count("+") >= MOST_PLACES:
        raise BadPosition(
            f"'{text[:60]}' is not a position; one looks like "
            f"{tree_name(engine)}:{problem.fingerprint}:3.14.15:after"
        )
    check_writer(writer, fingerprint, engine, problem)
    places = tuple(
        _parsed(path, by_sat=engine.partition("+")[0] == "sat") for path in paths.split("+")
    )
    return places, int(number) if equals else 0


def _parsed(path: str, *, by_sat: bool) -> Place:
    """Parse the part of a position without engine and problem."""
    choices, _, stage = path.partition(":")
    if stage not in ("after", "at"):
        raise BadPosition(
            f"'{path[:60]}' is not a place in a search: it must end with :at or :after"
        )
    fixed, slash, free = choices.rpartition("/")
    before, behind = (
        [_choice(word, by_sat=by_sat) for word in part.split(".") if part] for part in (fixed, free)
    )
    return Place((*before, *behind), stage == "after", len(before) if slash else 0)


def _word(choice: int) -> str:
    if choice >= 0:
        return str(choice)
    return {-1: "-", MORE: "*"}.get(choice) or f"~{EXCLUDED - choice}"


def _choice(word: str, *, by_sat: bool) -> int:
    if word == ("*" if by_sat else "-"):
        return MORE if by_sat else -1
    digits = word.removeprefix("~") if by_sat else word
    if not (digits.isascii() and digits.isdigit() and len(digits) < 18):
        raise BadPosition(f"'{word[:20]}' in this position is not the number of an option")
    return int(digits) if digits == word else EXCLUDED - int(digits)


# Opens a search of a problem at a position of the core.
Open = Callable[[Problem, Place], _native.Search]


def opened(open_at: Open, problem: Problem, place: Place) -> _native.Search:
    """Return the search at a place; raise `BadPosition` if it is none of this search."""
    try:
        return open_at(problem, place)
    except _native.InvalidPosition as error:
        raise BadPosition(f"this position does not belong to this search: {error}") from error


class Subtree:
    """A part of the search tree, which is the part `weight` of the whole tree.

    The search is opened by the thread that runs it.
    """

    __slots__ = ("begun", "place", "search", "seconds", "split_seconds", "weight")

    def __init__(self, place: Place, weight: float) -> None:
        self.place = place
        self.weight = weight
        self.search: _native.Search | None = None
        # The fraction of the piece that was done when it was opened.
        self.begun = 0.0
        # How long it was searched since it was split, and how long splitting took.
        self.seconds = 0.0
        self.split_seconds = 0.0

    def open(self, problem: Problem, open_at: Open) -> _native.Search:
        """Return the search, opened if it was not."""
        if self.search is None:
            search = opened(open_at, problem, self.place)
            self.begun = search.fraction
            self.search = search
        return self.search

    def split_off(self) -> Subtree | None:
        """Split off the untried choices nearest to the root; None if there are none.

        No node is lost or visited twice.  The state of the search is copied with all that was
        learned, so this takes as long as some dozens of nodes.
        """
        assert self.search is not None
        rest = Subtree(self.place, self.weight)
        rest.begun = self.begun
        begun = perf_counter()
        rest.search = self.search.split()
        self.seconds, self.split_seconds = 0.0, perf_counter() - begun
        return None if rest.search is None else rest

    @property
    def rest(self) -> Place:
        """Where the search is."""
        if self.search is None:
            return self.place
        choices, visited, floor = self.search.position()
        return Place(tuple(choices), visited, floor)

    @property
    def weight_left(self) -> float:
        """The part of the whole tree that is left of it."""
        if self.search is None:
            return self.weight
        return self.weight * (1 - self.search.fraction) / max(1e-300, 1 - self.begun)
