"""Names as words, for formats that separate words by blanks, and solutions by names.

A name in a problem is any hashable value.  The word of a string is the string, and the word of a
tuple is its parts with commas, so the cell (3, 4) is `3,4`.  Forbidden characters become
underscores, and words that are then equal get a number.  A value without a text that is the same in
every run, such as a set, is written by its number, as files must be reproducible.

A solution is written by the names of its options, or in the way of Knuth's programs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from combien.cover._elements import Colored
from combien.cover._problem import Problem
from combien.errors import BadProblem

__all__ = ["knuth_lines", "named", "spelled", "words"]

_DEEPEST = 20


def spelled(name: Hashable, *, otherwise: str = "", depth: int = 0) -> str:
    """Return a name as text, which may contain blanks; `otherwise` if its type has no stable text.

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

    A string that is a valid word is never changed.
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
    """Return the text with underscores in place of characters that a word must not have."""
    if text.isascii() and text.isalnum():
        return text
    return (
        "".join("_" if c.isspace() or not c.isprintable() or c in forbidden else c for c in text)
        or "_"
    )


# Solutions ----------------------------------------------------------------------------------------


def named(problem: Problem, solution: Iterable[int]) -> str:
    """Return the names of the chosen options in one line; without a name, the items of an option.

    >>> named(Problem.from_options({"left": "ab", "right": "c"}), [0, 1])
    'left; right'
    >>> named(Problem.from_options([["a", (3, 4)], ["c"]]), [0, 1])
    'a 3,4; c'
    """
    return "; ".join(_named(problem, option) for option in _checked(problem, solution))


def knuth_lines(problem: Problem, solution: Iterable[int]) -> Iterator[str]:
    """Yield the chosen options, one line each, as Knuth's programs print them.

    >>> list(knuth_lines(Problem.from_options(["ba", "dc"]), [0, 1]))
    [' b a', ' d c']

    Every item follows a blank.  His programs begin with the item that they branched on, go
    cyclically through the option, and add "(k of d)".  The solution does not contain the search; so
    here each option begins with its item of smallest number, and nothing is added.
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
