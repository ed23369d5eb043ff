"""Numbers of options: files of costs and weights, and the side constraints of `--limit`.

A file has a number for each option, in their order, or lines NAME,NUMBER as spreadsheets write
them; what is not named has 0.  The names are those that solutions are printed with: the names of
options, or of tiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING, Any

from click import UsageError

from combien._base.checks import did_you_mean
from combien._cli._shared.declare import Decorator, option
from combien._cli._shared.inputs import read_text
from combien.errors import BadInput

# Larger powers have weights that are refused.
MOST_POWER = 4096

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

    from combien._cli._shared.files import Loaded
    from combien.cover._constrained import SideConstraint
    from combien.tilings import PackingProblem, TilingProblem

    Number = Decimal | int


def number_in(text: str) -> Number | None:
    """Read a decimal number of at most 40 characters.

    >>> number_in("2.50"), number_in("3.0"), number_in("x")
    (Decimal('2.50'), 3, None)
    """
    found = re.fullmatch(r"[+-]?\d+(\.\d+)?", text.strip(), re.ASCII)
    if found is None or len(text) > 40:
        return None
    from decimal import Decimal  # Start-up: only with numbers.

    number = Decimal(found[0])
    return int(number) if number == int(number) else number


def limit_option() -> Decorator:
    """Return a decorator that adds `--limit`, which the command gets as a tuple of texts."""
    return option(
        "--limit FILE=A..B",
        "Only solutions in which numbers of the chosen options add up to A to B (..B at most, A.. "
        "at least, A exactly).  The file has a number for each option, or lines NAME,NUMBER; "
        "repeat it for more.",
        into="limits",
        multiple=True,
    )


def with_limits(loaded: Loaded, limits: tuple[str, ...]) -> Loaded:
    """Return the problem with the side constraints that `--limit` gives."""
    if not limits:
        return loaded
    more = [_side_constraint(loaded, text) for text in limits]
    only = f"{loaded.only} within --limit".lstrip()
    return replace(loaded, limits=(*loaded.limits, *more), only=only)


def q_option() -> Decorator:
    """Return a decorator that adds `--q`, which the command gets as a text."""
    return option(
        "--q Q",
        "Weight each solution by Q, as in 9/10, to the power of its cost; without costs, of the "
        "volume of a tiling by dominoes or lozenges.",
    )


def powers_of(loaded: Loaded, q: str) -> list[Fraction]:
    """Return Q to the power of the cost or volume of each option."""
    from fractions import Fraction  # Start-up: only with --q.

    known = re.fullmatch(r"\d{1,20}(/0*[1-9]\d{0,19}|\.\d{1,20})?", q, re.ASCII)
    base = Fraction(q if known else 0)
    if base == 0:
        raise BadInput(f"--q {q[:60]}: expected a positive number, as in 9/10 or 0.9")
    powers = whole_numbers(loaded, "cost" if loaded.problem.has_costs else "volume", "--q")
    for number, power in enumerate(powers):
        if abs(power) > MOST_POWER:
            raise BadInput(
                f"--q: option {number} costs {power}, and powers are at most {MOST_POWER}: scale "
                "the costs"
            )
    return [base**power for power in powers]


def power_of_constant(loaded: Loaded, q: str) -> Fraction:
    """Return Q to the power of the constant of the costs."""
    from fractions import Fraction  # Start-up: only with --q.

    constant = loaded.problem.constant if loaded.problem.has_costs else 0
    if abs(constant) > MOST_POWER:
        raise BadInput(f"--q: the constant of the costs is {constant}: at most {MOST_POWER}")
    return Fraction(q) ** whole_constant(constant, "--q")


def whole_constant(constant: int | Any, option: str) -> int:
    """Return the constant of the costs, if it is a whole number."""
    if constant != int(constant):
        raise BadInput(
            f"{option}: the constant of the costs is {constant}, and a whole number was expected"
        )
    return int(constant)


def by_option() -> Decorator:
    """Return a decorator that adds `--by`, which the command gets as a text."""
    return option(
        "--by NUMBERS",
        "Count by total, as a polynomial in q: by cost, size (the number of options), volume "
        "(below dominoes or lozenges), or the numbers of a file like that of --limit.",
        into="by",
    )


def whole_numbers(loaded: Loaded, what: str, option: str) -> list[int]:
    """Return the number of each option: its cost, size or volume, or that of a file."""
    from combien.tilings import TilingProblem, volumes  # Start-up: only with numbers.

    problem = loaded.problem
    given: Sequence[Any]
    if what == "cost" and problem.has_costs:
        given = [problem.cost(number) for number in range(problem.option_count)]
    elif what == "volume" and isinstance(loaded.model, TilingProblem):
        given = volumes(loaded.model)
    elif what == "size":
        given = [1] * problem.option_count
    elif what in ("cost", "volume"):
        if option == "--q":
            missing, instead = "neither costs nor a volume", "give options costs"
        else:
            missing, instead = f"no {what}", "choose --by size, or give a file of numbers"
        raise BadInput(f"{option}: {loaded.name} has {missing}: {instead}")
    else:
        given = numbers_in(loaded, what)
    for number, one in enumerate(given):
        if one != int(one):
            raise BadInput(
                f"{option}: option {number} has {one}, and whole numbers were expected: scale them"
            )
    return [int(one) for one in given]


def limit_words(limits: tuple[str, ...]) -> list[str]:
    """Return the equivalent words of a command line."""
    return [word for text in limits for word in ("--limit", text)]


def refuse_beside(given: object, others: Mapping[str, object], *, name: str = "--limit") -> None:
    """Raise `UsageError` if an option is given beside one that does not know it.

    By default, it is that of side constraints.
    """
    names = [other for other, value in others.items() if value]
    if given and names:
        raise UsageError(f"{name} cannot be combined with {names[0]}: omit one of them")


def _side_constraint(loaded: Loaded, text: str) -> SideConstraint:
    """Return the constraint that FILE=A..B gives; decimals are multiplied until they are whole."""
    from fractions import Fraction  # Start-up: only with --limit.

    from combien.cover._constrained import SideConstraint  # Start-up: only with --limit.

    file, _, bounds = text.rpartition("=")
    low, dots, high = bounds.partition("..")
    known = [number_in(word) for word in (low, high) if word]
    if not file or not known or None in known:
        raise BadInput(
            f"--limit {text[:60]}: expected FILE=A..B, as in --limit hours.csv=..40 (at most 40), "
            "=6.. (at least 6) or =6..14"
        )
    weights = [Fraction(one) for one in numbers_in(loaded, file)]
    least = Fraction(low) if low else None
    most = Fraction(high) if high else None if dots else least
    if least is not None and most is not None and least > most:
        raise BadInput(f"--limit {text[:60]}: {low} is more than {high}")
    scale = lcm(*(one.denominator for one in (*weights, least, most) if one is not None))
    return SideConstraint(
        [int(one * scale) for one in weights],
        least=None if least is None else int(least * scale),
        most=None if most is None else int(most * scale),
        name=file,
    )


def numbers_in(loaded: Loaded, file: str) -> list[Number]:
    """Read the number of each option: all in their order, or lines NAME,NUMBER."""
    lines = read_text(file).splitlines()
    if any("," in line for line in lines):
        named = dict(_rows(file, lines))
        return by_name(loaded, named, lambda name: f"{file}: {name[:40]!r}")
    numbers = [
        _checked(file, line, word) for line, text in enumerate(lines, 1) for word in text.split()
    ]
    count = loaded.problem.option_count
    if len(numbers) != count:
        raise BadInput(
            f"{file}: {len(numbers)} numbers, but {loaded.name} has {count} options: give a number "
            "for each, or lines NAME,NUMBER"
        )
    return numbers


def _rows(file: str, lines: list[str]) -> Iterator[tuple[str, Number]]:
    """Yield the names and numbers of a table; names may be quoted, or contain commas."""
    import csv  # Start-up: only with tables.

    seen: set[str] = set()
    try:
        for at, row in enumerate(csv.reader(lines), 1):
            # A first line without a digit in its last field is the heading.
            if not row or (at == 1 and not re.search("[0-9]", row[-1])):
                continue
            name = ",".join(row[:-1]).strip()
            if not name:
                raise BadInput(f"{file}, line {at}: expected NAME,NUMBER, not {row[-1][:40]!r}")
            if name in seen:
                raise BadInput(f"{file}, line {at}: {name[:40]!r} has a number already")
            seen.add(name)
            yield name, _checked(file, at, row[-1])
    except csv.Error as error:
        raise BadInput(f"{file}: the lines are not NAME,NUMBER: {error}") from None


def _checked(file: str, line: int, word: str) -> Number:
    number = number_in(word)
    if number is None:
        raise BadInput(f"{file}, line {line}: {word[:40]!r} is not a number: expected 2.5")
    return number


def by_name(
    loaded: Loaded, given: Mapping[str, Number], place: Callable[[str], str]
) -> list[Number]:
    """Return the number of each option, 0 if it is not named; `place` begins an error."""
    from combien.tilings import PackingProblem, TilingProblem  # Start-up: only for tilings.

    model = loaded.model
    if isinstance(model, (TilingProblem, PackingProblem)):
        return _by_tile(model, given, place)
    from combien.cover.formats._names import named  # Start-up: only for names of options.

    problem = loaded.problem
    names = [named(problem, [option]) for option in range(problem.option_count)]
    known = set(names)
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadInput(f"{place(name)}: {loaded.name} has no option of this name{hint}")
    return [given.get(name, 0) for name in names]


def _by_tile(
    model: TilingProblem | PackingProblem, given: Mapping[str, Number], place: Callable[[str], str]
) -> list[Number]:
    """Return the number of the tile of each option; tiles are given by name or number."""
    from combien.tilings import PackingProblem  # Start-up: only for tilings.

    names = [tile.name for tile in model.tiles]
    tiles = dict.fromkeys(name for name in names if name)
    known = {*tiles, *map(str, range(len(names)))}
    for tile in given:
        if tile not in known:
            raise BadInput(
                f"{place(tile)}: there is no tile '{tile[:40]}'; the names are "
                f"{', '.join(tiles) or 'missing'}, the numbers 0 to {len(names) - 1}"
            )

    def number(option: int) -> Number:
        placement = (
            model.placement(option)
            if isinstance(model, PackingProblem)
            else model.placements[option]
        )
        if placement is None:
            return 0
        # A name takes precedence over a number.
        other = str(placement.number)
        default = 0 if other in tiles else given.get(other, 0)
        return given.get(placement.tile.name, default)

    return [number(option) for option in range(model.problem().option_count)]
