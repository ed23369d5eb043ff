"""A problem as JSON, combien's own format, which supports every feature of a problem.

    {"format": "combien-problem", "version": 1,
     "items": ["a", {"name": "b", "bounds": [0, 2]}, {"name": [3, 4], "secondary": true}],
     "options": [["a", [3, 4]],
                 {"entries": ["b", {"item": [3, 4], "color": "red"}], "name": "two", "cost": 5}]}

An item is its name, or an object with more fields; likewise an option is its list of entries.  A
name is a string, a number, true, false, null, or a list of names, which is a tuple in Python.  An
entry with a color is an object.  Unknown keys are errors, as they may be misspelled.  Further keys
hold what the costs are for, and side constraints:

     "objective": {"sense": "maximize", "constant": 3},
     "constraints": [{"name": "hours", "weights": [[0, 8], [1, 6]], "least": 2, "most": 9}]
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, cast

from combien._base.checks import Cost, did_you_mean
from combien.cover._constrained import Constrained, SideConstraint
from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover._verify import SumLimits
from combien.cover.formats._rows import parts_of
from combien.cover.formats._text import MOST_ITEMS, bad, checked, hint, trimmed
from combien.errors import BadFormat, BadInput, BadProblem

_DEEPEST = 20
_COST = re.compile(r"-?\d{1,40}(/[1-9]\d{0,39}|(\.\d{1,40})?(E[+-]?\d{1,2})?)", re.ASCII)
_HEAD = '{"format": "combien-problem", "version": 1,\n'
_NEEDED = ("format", "version", "items", "options")
_OPTIONAL = ("objective", "constraints")


def read(text: str) -> Problem | Constrained[Solution]:
    """Read a problem from text in this format.

    >>> read('{"format": "combien-problem", "version": 1, "items": ["a"], "options": [["a"]]}')
    <Problem: 1 items, 1 options>

    Raises `BadFormat` with line and column if it is not valid JSON, and otherwise with the path.
    Cost: about 3 microseconds per option, 10 with names, tuples, colors or costs.
    """
    whole = _object(_parsed(checked(text)), "", needs=_NEEDED, may=_OPTIONAL)
    if whole["format"] != "combien-problem":
        raise BadFormat("format: expected 'combien-problem': this is some other JSON")
    if whole["version"] != 1 or type(whole["version"]) is not int:
        raise BadFormat("version: expected 1: a newer combien may have written this")
    builder = Problem.builder()
    items = _list(whole["items"], "items")
    if len(items) > MOST_ITEMS:
        raise BadFormat(f"items: {len(items)} of them, the limit is {MOST_ITEMS}")
    for number, item in enumerate(items):
        _read_item(builder, item, f"items[{number}]")
    options = _list(whole["options"], "options")
    if any(isinstance(option, dict) for option in options):
        for number, option in enumerate(options):
            _read_option(builder, option, f"options[{number}]")
    else:
        reader = _Plain(builder, options)
        try:
            builder.gather(reader, strict=True)
        except BadProblem as error:
            raise BadFormat(trimmed(f"options[{reader.number}]: {error}")) from error
    try:
        _read_objective(builder, whole.get("objective", {}))
        problem = builder.build()
    except BadProblem as error:
        raise BadFormat(str(error)) from error
    constraints = [
        _constraint(given, f"constraints[{number}]")
        for number, given in enumerate(_list(whole.get("constraints", []), "constraints"))
    ]
    try:
        return Constrained(problem, constraints) if constraints else problem
    except BadInput as error:
        raise BadFormat(trimmed(str(error))) from error


def lines(model: Problem | Constrained[Solution]) -> Iterator[str]:
    """Return the lines of a problem in this format, one for each item and each option.

    >>> print("".join(lines(Problem.from_options({"first": "ab"}, bounds={"b": (0, 2)}))), end="")
    {"format": "combien-problem", "version": 1,
    "items": [
    "a",
    {"name": "b", "bounds": [0, 2]}
    ],
    "options": [
    {"entries": ["a", "b"], "name": "first"}
    ]}

    Raises `BadFormat` for names that JSON cannot represent, such as sets.
    """
    problem, _ = parts_of(model)
    items = [_encoded(name, f"item {n}") for n, name in enumerate(problem.item_names)]
    return _written(model, items)


# Writing ------------------------------------------------------------------------------------------


def _written(model: Problem | Constrained[Solution], items: list[Any]) -> Iterator[str]:
    problem, constraints = parts_of(model)
    yield _HEAD
    if problem.sense or problem.constant:
        sense = f'"sense": "{problem.sense}", ' if problem.sense else ""
        yield f'"objective": {{{sense}"constant": {_price(problem.constant)}}},\n'
    yield '"items": ['
    yield from _listed(_item(problem, number, name) for number, name in enumerate(items))
    yield '],\n"options": ['
    words = [json.dumps(name) for name in items]
    yield from _listed(_option(problem, number, words) for number in range(problem.option_count))
    if isinstance(model, Constrained):
        yield '],\n"constraints": ['
        yield from _listed(map(_side, constraints, model.limits))
    yield "]}\n"


def _listed(values: Iterable[str]) -> Iterator[str]:
    """Yield the values, one per line, with commas between."""
    separator = "\n"
    for value in values:
        yield separator + value
        separator = ",\n"
    yield "\n"


def _side(constraint: SideConstraint, limits: SumLimits) -> str:
    """Return a side constraint; a weight is a pair of the number of an option and its weight."""
    ends = {"least": constraint.least, "most": constraint.most}
    fields: dict[str, object] = {"name": constraint.name} if constraint.name else {}
    fields["weights"] = [[at, weight] for at, weight in enumerate(limits.weights) if weight]
    return json.dumps(fields | {key: end for key, end in ends.items() if end is not None})


def _item(problem: Problem, number: int, name: object) -> str:
    if not problem.primary_flags[number]:
        return json.dumps({"name": name, "secondary": True})
    bounds = problem.bounds(number)
    return json.dumps(name if bounds == (1, 1) else {"name": name, "bounds": list(bounds)})


def _option(problem: Problem, number: int, words: list[str]) -> str:
    entries, name, cost = problem.entries(number), problem.name(number), problem.cost(number)
    place = f"option {number}"
    if problem.has_colors:
        listed = json.dumps([_encoded(entry, place) for entry in entries])
    else:
        listed = f"[{', '.join([words[item] for item in problem.indices(number)])}]"
    more = ""
    if name != entries:
        more += f', "name": {json.dumps(_encoded(name, place))}'
    if cost:
        more += f', "cost": {_price(cost)}'
    return f'{{"entries": {listed}{more}}}' if more else listed


def _price(cost: Cost) -> str:
    """Return a cost as JSON: a number, or the text of a decimal or fraction."""
    if isinstance(cost, Fraction) and cost.denominator == 1:
        cost = int(cost)
    return json.dumps(cost if isinstance(cost, (int, float)) else str(cost))


def _encoded(name: Hashable, place: str, depth: int = 0) -> object:
    """Return a name as a JSON value."""
    if isinstance(name, Colored):
        return {
            "item": _encoded(name.item, place, depth + 1),
            "color": _encoded(name.color, place, depth + 1),
        }
    if type(name) is tuple and depth < _DEEPEST:
        return [_encoded(part, place, depth + 1) for part in name]
    if type(name) in (str, bool, type(None)):
        return name
    if type(name) is int and name.bit_length() < 10_000:
        return name
    if type(name) is float and isfinite(name):
        return name
    raise BadFormat(
        f"{place}: JSON has no name of type {type(name).__name__} like this one: use texts, "
        "numbers and tuples of these, or write dlx"
    )


# Reading ------------------------------------------------------------------------------------------


def _parsed(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise bad(f"not valid JSON: {error.msg}", line=error.lineno, column=error.colno) from error
    except RecursionError:
        raise BadFormat("the lists are nested too deeply: names are at most 20 deep") from None
    except ValueError as error:
        if isinstance(error, BadFormat):
            raise
        # Python refuses to read numbers of thousands of digits.
        raise BadFormat("a number has too many digits") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadFormat(f"key {key[:40]!r} is twice in an object")
            seen.add(key)
    return found


def _no_constant(word: str) -> object:
    raise BadFormat(f"{word} is not valid JSON: finite numbers only")


def _object(
    value: object, place: str, *, needs: tuple[str, ...], may: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the value if it is an object with these keys, else raise `BadFormat`."""
    before = f"{place}: " if place else ""
    if not isinstance(value, dict):
        raise BadFormat(f"{before}expected an object with the keys {', '.join(needs + may)}")
    for key in value:
        if key not in needs + may:
            suggestion = did_you_mean(key[:40], needs + may)
            raise BadFormat(f"{before}unknown key {key[:40]!r}{suggestion}")
    for key in needs:
        if key not in value:
            raise BadFormat(f"{before}the key {key!r} is missing")
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadFormat(f"{place}: expected a list")
    return value


def _name(value: object, place: str, depth: int = 0) -> Hashable:
    if isinstance(value, list) and depth < _DEEPEST:
        return tuple(_name(part, place, depth + 1) for part in value)
    if isinstance(value, float) and not isfinite(value):
        raise BadFormat(f"{place}: a number is too large for a name")
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise BadFormat(
        f"{place}: a name is a text, a number, true, false, null or a list of names, at most "
        f"{_DEEPEST} deep"
    )


def _label(value: object, place: str, depth: int = 0) -> Hashable:
    """Return the name of an option, which may contain entries with colors."""
    if isinstance(value, dict):
        return _colored(value, place)
    if isinstance(value, list) and depth < _DEEPEST:
        return tuple(_label(part, place, depth + 1) for part in value)
    return _name(value, place)


def _colored(value: object, place: str) -> Colored:
    fields = _object(value, place, needs=("item", "color"))
    return Colored(_name(fields["item"], place), _name(fields["color"], place))


def _read_item(builder: ProblemBuilder, item: object, place: str) -> None:
    if not isinstance(item, dict):
        item = {"name": item}
    fields = _object(item, place, needs=("name",), may=("secondary", "bounds"))
    secondary = fields.get("secondary", False)
    if not isinstance(secondary, bool):
        raise BadFormat(f"{place}: secondary is true or false")
    bounds = None
    if "bounds" in fields:
        bounds = tuple(_list(fields["bounds"], f"{place}: bounds"))
        if len(bounds) != 2 or not all(type(bound) is int for bound in bounds):
            raise BadFormat(f"{place}: bounds are two whole numbers, [low, high]")
    try:
        builder.item(_name(fields["name"], place), secondary=secondary, bounds=bounds)
    except BadProblem as error:
        raise BadFormat(trimmed(f"{place}: {error}")) from error


def _entries(builder: ProblemBuilder, value: object, place: str) -> list[Hashable]:
    """Return the entries of an option; all of their items must be declared."""
    found: list[Hashable] = []
    for entry in _list(value, place):
        read = _colored(entry, place) if isinstance(entry, dict) else _name(entry, place)
        item = read.item if isinstance(read, Colored) else read
        if item not in builder.item_index:
            suggestion = hint(str(item), builder.item_index)
            raise BadFormat(trimmed(f"{place}: {item!r} is not among the items{suggestion}"))
        found.append(read)
    return found


def _read_option(builder: ProblemBuilder, option: object, place: str) -> None:
    if not isinstance(option, dict):
        option = {"entries": option}
    fields = _object(option, place, needs=("entries",), may=("name", "cost"))
    name = _label(fields["name"], place) if "name" in fields else None
    cost = _cost(fields.get("cost", 0), place)
    try:
        builder.option(*_entries(builder, fields["entries"], place), name=name, cost=cost)
    except BadProblem as error:
        raise BadFormat(trimmed(f"{place}: {error}")) from error


def _cost(value: object, place: str) -> Cost:
    """Return a cost: a number, or a decimal or a fraction as a text."""
    if type(value) in (int, float):
        return cast("Cost", value)
    kind = Fraction if isinstance(value, str) and "/" in value else Decimal
    if not isinstance(value, str) or not _COST.fullmatch(value):
        raise BadFormat(
            f'{place}: a cost is a number, or the text of a decimal ("2.50") or fraction ("1/3")'
        )
    return kind(value)


def _read_objective(builder: ProblemBuilder, value: object) -> None:
    """Set the sense and the constant of the costs."""
    fields = _object(value, "objective", needs=(), may=("sense", "constant"))
    sense = fields.get("sense", "")
    if sense not in ("", "minimize", "maximize"):
        raise BadFormat('objective: sense is "minimize" or "maximize"')
    builder.sense = sense
    builder.constant = _cost(fields.get("constant", 0), "objective: constant")


def _constraint(value: object, place: str) -> SideConstraint:
    fields = _object(value, place, needs=("weights",), may=("name", "least", "most"))
    weights: dict[int, int] = {}
    for pair in _list(fields["weights"], f"{place}: weights"):
        if not isinstance(pair, list) or [*map(type, pair)] != [int, int] or pair[0] in weights:
            raise BadFormat(f"{place}: weights are pairs [option, weight], one for each option")
        weights[pair[0]] = pair[1]
    for key in ("least", "most"):
        if key in fields and type(fields[key]) is not int:
            raise BadFormat(f"{place}: {key} is a whole number")
    try:
        return SideConstraint(
            weights,
            least=fields.get("least"),
            most=fields.get("most"),
            name=fields.get("name", ""),
        )
    except BadInput as error:
        raise BadFormat(f"{place}: {trimmed(str(error))}") from error


class _Plain:
    """Options that are lists of entries, with the number of the current one."""

    def __init__(self, builder: ProblemBuilder, options: list[Any]) -> None:
        self.number = 0
        self._builder = builder
        self._options = options

    def __iter__(self) -> Iterator[list[Hashable]]:
        known = self._builder.item_index.__contains__
        for number, option in enumerate(self._options):
            self.number = number
            # The common case in one line: all entries are strings, numbers or lists, and items.
            try:
                entries = [tuple(e) if type(e) is list else e for e in option]
                plain = type(option) is list and all(map(known, entries))
            except TypeError:
                plain = False
            yield entries if plain else _entries(self._builder, option, f"options[{number}]")
