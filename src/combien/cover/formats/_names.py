"""Names as words, for items and colors where blanks separate the words, and solutions by names.

A name in a problem is any hashable value.  As a word, a text is itself and a tuple is its parts
with commas, so the cell (3, 4) is `3,4`.  What cannot stand in a word becomes an underscore, and
what then looks like another name gets a number.  A value that has no text of its own, a set for
instance, is called by its number: its `repr` may differ from run to run, and files must not.

A solution is written by the names of its options, or as Knuth's programs print it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from combien.cover._elements import Colored
from combien.cover._problem import Problem
from combien.errors import BadProblem

__all__ = ["knuth_lines", "named", "spelled", "words"]

_DEEPEST = 20


def spelled(name: Hashable, *, otherwise: str = "", depth: int = 0) -> str:
    """Return a name as text, not yet a word; `otherwise` when it has no text of its own.

    >>> spelled((3, 4)), spelled(("r", (1, 2))), spelled(frozenset("ab"), otherwise="#5")
    ('3,4', 'r,1,2', '#5')
    """
    if isinstance(name, str):
        return str(name)
    if isinstance(name, Colored):
        return f"{spelled(name.item)}:{spelled(name.color)}"
    if isinstance(name, tuple) and depth < _DEEPEST:
        parts = [spelled(part, otherwise="\0", depth=depth + 1) for part in name]
        return otherwise if any("\0" in part for part in parts) else ",".join(parts)
    if isinstance(name, int) and name.bit_length() > 1000:
        return otherwise
    return str(name) if isinstance(name, (int, float, type(None))) else otherwise


def words(names: Sequence[Hashable], *, forbidden: str) -> list[str]:
    """Return a different word for each name, in order, without blanks and forbidden characters.

    >>> words(["a b", "a_b", (3, 4), "", "p|q"], forbidden="|:")
    ['a_b_2', 'a_b', '3,4', '_', 'p_q']

    A text that is a word already always stays as it is.
    """
    found = [spelled(name, otherwise=f"#{number}") for number, name in enumerate(names, 1)]
    proper = [_proper(text, forbidden) for text in found]
    taken = {
        word
        for name, word in zip(names, proper, strict=True)
        if isinstance(name, str) and word == name
    }
    tried: dict[str, int] = {}
    for number, (name, word) in enumerate(zip(names, proper, strict=True)):
        if isinstance(name, str) and word == name:
            continue
        distinct = word
        while distinct in taken:
            tried[word] = tried.get(word, 1) + 1
            distinct = f"{word}_{tried[word]}"
        taken.add(distinct)
        proper[number] = distinct
    return proper


def _proper(text: str, forbidden: str) -> str:
    """Return the text with underscores in place of what a word must not have."""
    if text.isascii() and text.isalnum():
        return text
    return (
        "".join("_" if c.isspace() or not c.isprintable() or c in forbidden else c for c in text)
        or "_"
    )


# Solutions ----------------------------------------------------------------------------------------


def named(problem: Problem, solution: Iterable[int]) -> str:
    """Return the names of the chosen options in one line; an option without a name is its items.

    >>> named(Problem.from_options({"left": "ab", "right": "c"}), [0, 1])
    'left; right'
    >>> named(Problem.from_options([["a", (3, 4)], ["c"]]), [0, 1])
    'a 3,4; c'
    """
    return "; ".join(_named(problem, option) for option in _checked(problem, solution))


def knuth_lines(problem: Problem, solution: Iterable[int]) -> Iterator[str]:
    """Yield the chosen options as Knuth's programs print them: a line each, every item after a blank.

    >>> list(knuth_lines(Problem.from_options(["ba", "dc"]), [0, 1]))
    [' b a', ' d c']

    His programs begin with the item that they branched on, go round the option from there, and add
    "(k of d)".  A solution does not contain its search: here each option begins with its item of
    smallest number and goes round from there, and nothing is added.
    """
    for option in _checked(problem, solution):
        numbers = problem.indices(option)
        entries = problem.entries(option)
        first = numbers.index(min(numbers))
        yield "".join(f" {_entry(entry)}" for entry in entries[first:] + entries[:first])


def _named(problem: Problem, option: int) -> str:
    name, entries = problem.name(option), problem.entries(option)
    if name == entries:
        return " ".join(map(_entry, entries))
    return spelled(name, otherwise=f"option {option}")


def _entry(entry: object) -> str:
    if isinstance(entry, Colored):
        return f"{spelled(entry.item, otherwise='?')}:{spelled(entry.color, otherwise='?')}"
    return spelled(entry, otherwise="?")


def _checked(problem: Problem, solution: Iterable[int]) -> Iterator[int]:
    for option in solution:
        if not 0 <= option < problem.option_count:
            raise BadProblem(f"there is no option {option}: there are {problem.option_count}")
        yield option
