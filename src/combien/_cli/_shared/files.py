"""Load the problem of a file: a table of formats by file extension.

A new format is one line in `_OF_TILINGS` and the function that it names.  A file may define
several problems by name; the default is the last one, since the earlier ones of a script often
build parts of it.  `load_all` takes all problems of a BurrTools file, which are equals.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from combien._base.checks import did_you_mean
from combien._base.files import located
from combien._cli._shared.guard import print_message
from combien._cli._shared.inputs import (
    HEAD,
    MOST_BYTES,
    MOST_SCRIPT_BYTES,
    STDIN,
    check_extension,
    label_of,
    name_in_errors,
    print_warnings,
    read_bytes,
    read_head,
    read_text,
    stem,
)
from combien.cover import formats
from combien.cover._constrained import Constrained
from combien.cover._problem import Problem
from combien.errors import BadFormat, BadInput

if TYPE_CHECKING:
    from combien.cover._constrained import SideConstraint
    from combien.design import FaultFree
    from combien.engines._protocol import Model
    from combien.language import Script
    from combien.puzzles._puzzle import Puzzle
    from combien.tilings._packing_problem import PackingProblem
    from combien.tilings._tiling import TilingProblem
    from combien.tilings.xmpuzzle import Said


MOST_NAMES = 12
# The keywords that begin a declaration of the tiling language.
_SCRIPT = r"""(?:pattern3?|tiles3?|problem3?|assert|print|solve3?|all3?|count3?|dimacs|debug|timing
|exit|include)\b"""
# How files begin; compiled on first use, as most are known by their extensions.
_CMB = rf"(?x)(?:\#[^\n]*\n|\s)*{_SCRIPT}"
# Width and height, then a line of the board; only * is a cell.
_PAVAGE = r"\d+\s+\d+[ \t\r]*\n(?:[^\d\n][^\n]*|[ \t]*)\n*[^\n]*\*"
_XMPUZZLE = r"(?s)(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*+<puzzle\b"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model and its name: a tiling or packing problem, a puzzle, or a plain exact cover.

    `limits` are the side constraints of its solutions, those of its file and of `--limit`.
    `others` are the other problems of its file if none was named, by name, and `said` is what a
    file of BurrTools says about the problem.  `only` is what an option wants of the solutions, such
    as "without fault lines".
    """

    name: str
    model: TilingProblem | PackingProblem | FaultFree | Problem | Puzzle[Any]
    puzzle: bool = False
    others: Mapping[str, Loaded] = field(default_factory=dict)
    said: Said | None = None
    limits: tuple[SideConstraint, ...] = ()
    only: str = ""

    @property
    def none(self) -> str:
        """What to print if there is no such solution."""
        return f"{self.name} has no solution{self.only and f' {self.only}'}"

    @property
    def asked(self) -> Model[Any]:
        """The model with its side constraints, to ask questions about."""
        return self.constrained(self.model)

    def constrained(self, model: Model[Any]) -> Model[Any]:
        """Return a model of the same options with the side constraints, if there are any."""
        if not self.limits:
            return model

        return Constrained(model, self.limits)

    @property
    def problem(self) -> Problem:
        """The exact cover problem."""
        return self.model.problem()

    def require_picture(self, options: str) -> None:
        """Raise `BadInput` if the problem has no picture."""
        if isinstance(self.model, Problem):
            raise BadInput(
                f"{self.name} is a plain exact cover, which has no picture: omit {options}, "
                "or use a tiling (.cmb, .pavage)"
            )


@dataclass(frozen=True, slots=True)
class _Found:
    """The problems of a file by name, and what the file says about them."""

    problems: Mapping[str, TilingProblem | PackingProblem | Problem]
    said: Mapping[str, Said] = field(default_factory=dict)
    limits: tuple[SideConstraint, ...] = ()


Loader = Callable[[str], _Found]


def load(
    file: str,
    *,
    name: str | None = None,
    format: str | None = None,
    option: str = "--format",
    choose: str = "--problem",
    allow_files: bool = False,
    sides: bool = False,
) -> Loaded:
    """Load a problem from a file, by default the last one; `-` is the standard input.

    `name` may also be the number of the problem, from 1.  `option` is the name of the option that
    sets the format, and `choose` of the option that chooses among several problems; without a
    choice, a message names them.  Raises `BadFormat` if the format is unknown or the file does not
    define the problem, and the errors of the format's reader; `BadInput` for a problem with side
    constraints, which only commands that ask for `sides` support.
    """
    return _chosen(file, _found(file, format, option, allow_files, sides), name, choose)


def load_all(
    file: str,
    *,
    name: str | None = None,
    format: str | None = None,
    allow_files: bool = False,
    sides: bool = False,
) -> list[Loaded]:
    """Load the problems of a BurrTools file, unless one is named, or the one that `load` does."""
    found = _found(file, format, "--format", allow_files, sides)
    if name is None and found.said:
        return [Loaded(each, found.problems[each], said=said) for each, said in found.said.items()]
    return [_chosen(file, found, name, "--problem")]


def _found(file: str, format: str | None, option: str, allow_files: bool, sides: bool) -> _Found:
    loader = _loader(file, format, option)
    with print_warnings():
        found = (
            _script(file, allow_files=True) if allow_files and loader is _script else loader(file)
        )
    if not found.problems:
        raise BadFormat(
            f"{label_of(file)} defines no problem: write one, as in problem p = board [tile]"
        )
    if found.limits and not sides:
        raise BadInput(
            f"{label_of(file)} has side constraints, such as row '{found.limits[0].name[:40]}', "
            "which this command does not support: combien count, solve, sample, marginals, best "
            "and convert do"
        )
    return found


def _chosen(file: str, found: _Found, name: str | None, choose: str) -> Loaded:
    problems = dict(found.problems)
    shown = label_of(file)
    others: dict[str, Loaded] = {}
    if name is None:
        *before, name = problems
        others = {
            other: Loaded(other, problems[other], said=found.said.get(other)) for other in before
        }
        if others:
            which = f"; {choose} takes another: {_listed(others)}" if choose else ""
            print_message(f"'{name}' is the last of {len(problems)} problems of {shown}{which}")
    number = int(name) if name.isascii() and name.isdigit() and len(name) < 10 else 0
    if name not in problems and 1 <= number <= len(problems):
        name = list(problems)[number - 1]
    if name not in problems:
        raise BadFormat(
            f"{shown} defines no problem '{name}', but {_listed(problems)}"
            f"{did_you_mean(name, problems)}"
        )
    said = found.said.get(name)
    return Loaded(name, problems[name], others=others, said=said, limits=found.limits)


def names_in(file: str) -> list[str]:
    """Return the names of the problems in a file.  Raises the same errors as `load`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", formats.FormatWarning)
        return list(_loader(file, None, "--format")(file).problems)


def read_stdin() -> Script:
    """Parse the standard input as a tiling script.  Raises `BadFormat`, `BadScript`."""
    from combien.language import parse  # Start-up: only for this format.

    return parse(read_text(STDIN, MOST_SCRIPT_BYTES), file="<stdin>")


def _script(file: str, *, allow_files: bool = False) -> _Found:
    from combien.language import problems  # Start-up: only for this format.

    return _Found(problems(read_stdin() if file == STDIN else file, allow_files=allow_files))


def _cover(format: str, file: str) -> _Found:
    text = read_text(file, MOST_BYTES)
    with name_in_errors(file):
        model = formats.read_model(text, format=format)
    if isinstance(model, Problem):
        return _Found({stem(file): model})
    return _Found({stem(file): model.covers}, limits=model.constraints)


def _pavage(file: str) -> _Found:
    from combien.tilings import pavage  # Start-up: only for this format.

    text = read_text(file, MOST_BYTES)
    with name_in_errors(file):
        return _Found({stem(file): pavage.read(text)})


def _xmpuzzle(file: str) -> _Found:
    from combien.tilings import xmpuzzle  # Start-up: only for this format.

    read = read_bytes(file, MOST_SCRIPT_BYTES)
    with name_in_errors(file):
        return _Found(*xmpuzzle.read_with_facts(read))


Entry = tuple[tuple[str, ...], Loader]
_OF_TILINGS: dict[str, Entry] = {
    "cmb": ((".cmb",), _script),
    "pavage": ((".pavage",), _pavage),
    "xmpuzzle": ((".xmpuzzle",), _xmpuzzle),
}


class _Formats(Mapping[str, Entry]):
    """The extensions and the loader of each format; plug-ins come last, and only if needed."""

    def __getitem__(self, name: str) -> Entry:
        if name in _OF_TILINGS:
            return _OF_TILINGS[name]
        return formats.FORMATS[name].extensions, partial(_cover, name)

    def __iter__(self) -> Iterator[str]:
        yield from _OF_TILINGS
        yield from formats.FORMATS

    def __contains__(self, name: object) -> bool:
        return name in _OF_TILINGS or name in formats.FORMATS

    def __len__(self) -> int:
        return len(_OF_TILINGS) + len(formats.FORMATS)


FORMATS = _Formats()


def readable() -> list[str]:
    """Return the names of the formats that are read."""
    return [n for n in FORMATS if n not in formats.FORMATS or formats.FORMATS[n].reader]


def writable() -> list[str]:
    """Return the names of the formats that are written: not scripts."""
    known = formats.FORMATS
    return [n for n in FORMATS if n != "cmb" and (n not in known or known[n].writer)]


def format_named(name: str) -> str:
    """Return the name of a format if it exists.  Raises `BadFormat` otherwise."""
    if name not in FORMATS:
        raise BadFormat(
            f"there is no format '{name}' ({', '.join(FORMATS)}){did_you_mean(name, FORMATS)}"
        )
    return name


def format_of(
    file: str,
    *,
    hint: str,
    among: Collection[str] | None = None,
    known: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """Return the format of a file name, by its extension.

    By default all formats are considered; `among` restricts them, and `known` replaces them by a
    table from formats to extensions, for writing.

    Raises
    ------
    BadFormat
        If the extension is unknown; the message ends with the hint.
    """
    writing = known is not None
    if known is None and (name := _by_name(file, ((n, FORMATS[n][0]) for n in among or FORMATS))):
        return name
    known = known or {name: FORMATS[name][0] for name in among or FORMATS}
    if name := _by_name(file, known.items()):
        return name
    if writing:
        raise BadFormat(f"the name '{file[-100:]}' has no known extension to write: {hint}")
    endings_known = ", ".join(ending for endings in known.values() for ending in endings)
    raise BadFormat(f"the name '{file}' has no known extension ({endings_known}): {hint}")


def _by_name(file: str, known: Iterable[tuple[str, Sequence[str]]]) -> str:
    ending = os.path.splitext(file)[1].lower()
    return next((name for name, endings in known if ending in endings), "")


def _loader(file: str, format: str | None, option: str) -> Loader:
    if format is not None:
        return FORMATS[format_named(format)][1]
    if file == STDIN:
        return FORMATS[format_by_content(read_head(file)) or "cmb"][1]
    if os.path.isdir(file):
        raise BadFormat(f"cannot read '{file}': it is a folder; name a file in it")
    if not os.path.exists(located(file)):
        raise BadFormat(f"cannot read '{file}': No such file or directory")
    # Nonograms have this extension, too.
    if file.lower().endswith(".xml") and format_by_content(read_head(file)) == "xcsp3":
        return FORMATS["xcsp3"][1]
    check_extension(file, "combien run", "combien solve")
    known = ((name, endings) for name, (endings, _) in FORMATS.items())
    found = _by_name(file, known) or format_by_content(read_head(file))
    if not found:
        found = format_of(
            file, hint=f"the content is not recognized either; set the format with {option}"
        )
    return FORMATS[found][1]


def format_by_content(head: bytes) -> str:
    """Return the format of a file with this beginning, or "" if it is unclear.

    >>> format_by_content(b"2 0 1\\n11\\n"), format_by_content(b"2\\n1\\n**\\n1\\n2\\n1\\n**\\n")
    ('emc', 'pavage')
    """
    if head.startswith(b"\x1f\x8b"):
        return "xmpuzzle"  # BurrTools compresses it.
    text = head[:HEAD].decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")
    if re.match(_PAVAGE, text):
        return "pavage"
    if re.match(_CMB, text):
        return "cmb"
    return "xmpuzzle" if re.match(_XMPUZZLE, text) else formats.sniff(text)


def _listed(names: Mapping[str, object]) -> str:
    """List the names, shortened if there are many."""
    shown = [f"'{name}'" for name, _ in zip(names, range(MOST_NAMES), strict=False)]
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return ", ".join(shown + more)
