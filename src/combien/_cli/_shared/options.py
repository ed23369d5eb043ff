"""Shared options: amounts with units, the problem, the engine, the limits, the output and SAT.

A table defines each option once; a command takes only the options that have an effect there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click
from click import BadParameter, UsageError

from combien._base.budget import MOST_THREADS, begun
from combien._base.checks import did_you_mean
from combien._cli._shared.declare import (
    Decorator,
    argument,
    encodings,
    engines,
    formats,
    gathered,
    option,
    paths,
    problems,
    together,
)
from combien._cli._shared.guard import print_message
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import Budget
from combien.errors import BadInput

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded
    from combien.engines._protocol import Engine


# The version of the JSON output, see docs/json.md.
SCHEMA = 1
# Limits of steps and bytes must fit into a signed 64-bit integer.
MOST_NODES = 2**62
MOST_ASKED = 10**18


_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)(?:[eE]\+?(\d{1,3}))?"
_DURATION = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_SIZES = {
    "": 1,
    "b": 1,
    **{f"{letter}b": 1000**power for power, letter in enumerate("kmgt", 1)},
    **{f"{letter}ib": 1024**power for power, letter in enumerate("kmgt", 1)},
}


def seconds(text: str) -> float:
    """Read a duration in seconds, or in minutes or hours with the unit `m` or `h`.

    >>> seconds("90s"), seconds("1.5m"), seconds("1h30m")
    (90.0, 90.0, 5400.0)
    """
    text = text.strip()
    parts = re.findall(rf"{_NUMBER}\s*(h|m(?:in)?|s|)\s*", text, re.ASCII)
    if not re.fullmatch(rf"({_NUMBER}\s*(h|m(?:in)?|s)\s*)+|{_NUMBER}", text, re.ASCII):
        raise ValueError(
            f"{text[:40]!r} is not a duration: expected 90, 90s, 2m or 1h, for example."
        )
    total = sum(float(f"{n}e{e or 0}") * _DURATION[unit] for n, e, unit in parts)
    if total == float("inf"):
        raise ValueError(f"{text[:40]!r} is too long.")
    return total


def whole(text: str) -> int:
    """Read an integer, possibly in scientific notation.

    >>> whole("1e6"), whole("2.5e3")
    (1000000, 2500)
    """
    number = _exact(text.strip())
    if number is None:
        raise ValueError(f"{text[:40]!r} is not an integer: expected 1000000 or 1e6, for example.")
    return number


def positive(text: str) -> int:
    """Read an integer above 0.

    >>> positive("1e6")
    1000000
    """
    number = whole(text)
    if number < 1:
        raise ValueError(f"{text[:40]!r} is not an integer above 0.")
    return number


def size(text: str) -> int:
    """Read a number of bytes, optionally with a decimal (kB, MB, GB, TB) or binary (KiB, ...) unit.

    >>> size("500MB"), size("1 GiB")
    (500000000, 1073741824)
    """
    found = re.fullmatch(r"(.*?)\s*([a-z]*)", text.strip().lower(), re.DOTALL)
    # The pattern keeps the e of 1e6 in the number: it is not a unit.
    amount, unit = (found[1], found[2]) if found else ("", "")
    number = _exact(amount, times=_SIZES[unit]) if unit in _SIZES else None
    if number is None:
        raise ValueError(
            f"{text[:40]!r} is not a number of bytes: expected 500MB or 1GiB, for example."
        )
    return number


def threads(text: str) -> int | None:
    """Read a number of threads, or `auto`.

    >>> threads("4"), threads("auto")
    (4, None)
    """
    number = _exact(text.strip())
    if text != "auto" and (number is None or not 1 <= number <= MOST_THREADS):
        raise ValueError(
            f"{text[:40]!r} is not a number of threads: expected auto, or 1 to {MOST_THREADS}."
        )
    return number


def _exact(text: str, *, times: int = 1) -> int | None:
    """Return the integer that a text denotes, multiplied by `times`, or None."""
    minus = text.startswith("-")
    found = re.fullmatch(_NUMBER, text.removeprefix("-"), re.ASCII)
    # Longer numbers are typing errors, and Python limits the digits that `int` reads.
    if found is None or len(text) > 100:
        return None
    digits, _, decimals = found[1].partition(".")
    number = int(f"{digits}{decimals}" or "0") * times * 10 ** int(found[2] or 0)
    number, rest = divmod(number, 10 ** len(decimals))
    return None if rest else -number if minus else number


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """The options of most commands: the engine, the budget, and the form of the output."""

    engine: str
    budget: Budget
    json: bool
    verbose: bool

    def words(self) -> list[str]:
        """Return the equivalent command-line options."""
        given = {
            "--engine": None if self.engine == "auto" else self.engine,
            "--seconds": self.budget.seconds,
            "--nodes": self.budget.nodes,
            "--bytes": self.budget.bytes,
        }
        return _option_words(given) + ["--json"] * self.json + ["-v"] * self.verbose


@dataclass(frozen=True, slots=True)
class Request(CommonOptions):
    """The common options with the file, the name and the format of a problem."""

    file: str
    name: str | None
    format: str | None
    allow_files: bool = False

    def load(self, *, sides: bool = False) -> Loaded:
        """Load the problem, and build its exact cover; `sides` allows side constraints."""
        from combien._cli._shared.files import load  # Start-up: not for --help.

        loaded = load(
            self.file,
            name=self.name,
            format=self.format,
            allow_files=self.allow_files,
            sides=sides,
        )
        loaded.model.problem()
        return loaded

    def load_each(
        self, one: Mapping[str, object], *, without: Mapping[str, object] | None = None
    ) -> list[tuple[Request, Loaded]]:
        """Load all problems of a BurrTools file, or one, each with the request to answer.

        `one` has the options that are for one problem, by name: `BadInput` if one of them is set
        and there are several.  `without` has those that do not know side constraints; without it,
        a file with side constraints is refused.  The time is for all of them together.
        """
        from combien._cli._shared.files import load_all  # Start-up: not for --help.

        found = load_all(
            self.file,
            name=self.name,
            format=self.format,
            allow_files=self.allow_files,
            sides=without is not None,
        )
        if len(found) == 1:
            names = [name for name, given in (without or {}).items() if given]
            if names and found[0].limits:
                raise BadInput(
                    f"{found[0].name} has side constraints, such as row "
                    f"'{found[0].limits[0].name[:40]}', which {names[0]} does not know: omit it"
                )
            found[0].model.problem()
            return [(self, found[0])]
        names = [name for name, given in one.items() if given]
        if names:
            raise BadInput(
                f"{names[0]} is for one problem, and this file has {len(found)}: choose one with "
                "--problem NAME, or by its number"
            )
        budget = begun(self.budget)
        return [(replace(self, name=one.name, budget=budget), one) for one in found]

    def load_fault_free(self) -> Loaded:
        """Load the tilings without fault lines.  Raises `BadInput` for other problems."""
        from combien._cli._shared.files import Loaded  # Start-up: not for --help.
        from combien.design import FaultFree  # Start-up: not for --help.
        from combien.tilings import PackingProblem, TilingProblem  # Start-up: not for --help.

        loaded = self.load()
        if not isinstance(loaded.model, (TilingProblem, PackingProblem)):
            raise BadInput(
                f"--fault-free: {loaded.name} is not a tiling problem, so it has no fault lines: "
                "omit --fault-free"
            )
        return Loaded(loaded.name, FaultFree(loaded.model), only="without fault lines")

    def words(self) -> list[str]:
        """Return the equivalent command-line options."""
        which = _option_words({"--problem": self.name, "--format": self.format})
        return [
            self.file,
            *which,
            *["--allow-files"] * self.allow_files,
            *CommonOptions.words(self),
        ]


def _option_words(given: Mapping[str, object]) -> list[str]:
    return [
        word for name, value in given.items() if value is not None for word in (name, str(value))
    ]


def _check_engine(
    context: click.Context, parameter: click.Parameter, name: str | None
) -> str | None:
    if name is not None:
        engine_named(name)
    return name


def in_range(most: int) -> Callable[..., int | None]:
    """Return a callback that checks the range 0 to `most`, without showing it in the help."""

    def check(context: click.Context, parameter: click.Parameter, number: int | None) -> int | None:
        if number is not None and not 0 <= number <= most:
            raise BadParameter(f"{number} is not in the range from 0 to {most}.")
        return number

    return check


def one_of(known: Callable[[], Collection[str]]) -> Callable[..., str | None]:
    """Return a callback that checks a name; `known` returns the valid names, imported on use."""

    def check(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
        if name is not None and name not in known():
            raise BadInput(
                f"{parameter.opts[0]} {name[:40]!r}: expected one of {', '.join(known())}"
                f"{did_you_mean(name, known())}"
            )
        return name

    return check


def _encodings() -> Collection[str]:
    from combien.sat._exactly import STYLES  # Start-up: not for --help.

    return STYLES


_OPTIONS: dict[str, Decorator] = {
    "--problem": option(
        "--problem NAME",
        "The problem of the file, by its name or number.  [default: the last one; of BurrTools' "
        "files, all]",
        complete=problems,
    ),
    "--format": option(
        "--format NAME",
        "The format of the file: cmb, pavage, xmpuzzle, dlx, json, emc, ec, mps, lp, opb, "
        "wcnf or xcsp3.  [default: by name or content]",
        complete=formats,
    ),
    "--allow-files": option("--allow-files", "Let a script include files from any folder."),
    "--engine": option(
        "--engine NAME",
        f"The engine to use: {', '.join(ENGINES.built_in)}.  [default: auto]",
        complete=engines,
        check=_check_engine,
    ),
    "--seconds": option("--seconds S", "Stop after this time: 90, 90s, 2m or 1h.", type=seconds),
    "--nodes": option(
        "--nodes N",
        "Stop after this many steps of work, as in 1e6.",
        type=whole,
        check=in_range(MOST_NODES),
    ),
    "--bytes": option(
        "--bytes N",
        "Memory limit for tables, as in 500MB, 2GB or 1GiB.",
        type=size,
        check=in_range(MOST_NODES),
    ),
    "--json": option("--json", "Print one JSON object.", into="as_json"),
    "-v": option("-v --verbose", "Show the engine, the reason for its choice, and its work."),
    "--up-to": option(
        "--up-to",
        "Count solutions that differ by these symmetries as one.",
        choices=("none", "rotations", "all"),
        default="none",
    ),
    "--fault-free": option(
        "--fault-free", "Only tilings in which a tile crosses every line through the board."
    ),
    "-n": option(
        "-n N",
        "The number of solutions; 0 means all.",
        into="number",
        shown=1,
        check=in_range(MOST_ASKED),
    ),
    "--boxes": option("--boxes", "Draw lines around tiles or squares."),
    "--resume": option(
        "--resume POSITION", "Continue an earlier search from this position.", default=""
    ),
    "--threads": option(
        "--threads N",
        "Search or sweep with this many threads.  [default: auto, all processors after a second]",
        type=threads,
    ),
    "--seed": option("--seed N", "Shuffle the search; the same N gives the same order."),
    "--encoding": option(
        "--encoding NAME",
        "The SAT encoding of 'at most one': pairwise, sequential, ladder, totalizer, "
        "product, commander or bitwise.",
        complete=encodings,
        check=one_of(_encodings),
    ),
    "--size": option("--size", "Print the size and write nothing.", into="only_size"),
    "--any-size": option("--any-size", "Allow files larger than 1 GB."),
    "-o": option("-o PATH", "The output file.  [default: the standard output]", into="output"),
    "--read": option("--read PATH", "Read the answer of a SAT solver instead.", into="answer"),
}
_COMMON = ("--engine", "--seconds", "--nodes", "--bytes", "--json", "-v")
_KEYS = ("engine", "seconds", "nodes", "bytes", "as_json", "verbose")


def with_options(*names: str) -> Decorator:
    """Return a decorator that adds these shared options, in this order."""
    return together(*(_OPTIONS[name] for name in names))


def common_options(*, without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the options of `CommonOptions`, except those in `without`.

    The command is called with a `CommonOptions` as `common` and its other options.
    """
    return gathered("common", _common, *_options_of_answers(without))


def request_options(*, without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the options of `Request`, except those in `without`.

    The command is called with a `Request` as `request` and its other options.
    """
    problem = with_options("--problem", "--format", "--allow-files")
    file = argument("FILE", complete=paths)
    keys = ("file", "problem", "format", "allow_files", *_KEYS)
    return gathered("request", _request, file, problem, *_options_of_answers(without), keys=keys)


def _options_of_answers(without: Collection[str]) -> Iterator[Decorator]:
    return (_OPTIONS[name] for name in _COMMON if name not in without)


def _common(
    engine: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    bytes: int | None = None,
    as_json: bool = False,
    verbose: bool = False,
) -> CommonOptions:
    budget = Budget(nodes=nodes, seconds=seconds, bytes=bytes)
    return CommonOptions(engine or "auto", budget, as_json, verbose)


def _request(
    file: str, problem: str | None, format: str | None, allow_files: bool, **given: Any
) -> Request:
    common = _common(**given)
    answer = (common.engine, common.budget, common.json, common.verbose)
    return Request(*answer, file, problem, format, allow_files)


def print_proof_hint(proof: str, formula: str = ".cnf") -> None:
    """Print how to check a proof that was written."""
    from combien.sat._proofs import proof_files  # Start-up: not for --help.

    files = " ".join(proof_files(proof, formula))
    print_message(f"proved; check it with: combien check-proof {files}")


@dataclass(frozen=True, slots=True)
class SatOptions:
    """The options of the sat engine; by default none is set."""

    encoding: str | None = None
    solver: str | None = None
    proof: str | None = None

    def engine(self, common: CommonOptions) -> str | Engine:
        """Return the engine to use: sat if any of these options is set.  Raises `UsageError`."""
        given = self.given()
        if not given:
            return common.engine

        if "" in given.values():
            empty = ", ".join(name for name, value in given.items() if not value)
            raise UsageError(f"{empty} is empty: give a value or omit it")
        if common.engine not in ("auto", "sat"):
            names = ", ".join(given)
            raise UsageError(f"{names} needs the sat engine: omit it or --engine")
        from combien.engines._clauses.sat import Sat  # Start-up: not for --help.

        return Sat(
            encoding=self.encoding or "bitwise", solver=self.solver or "", proof=self.proof or ""
        )

    def words(self) -> list[str]:
        """Return the equivalent command-line options, except --proof: proofs cannot be resumed."""
        given = self.given()
        return [word for name in given if name != "--proof" for word in (name, given[name])]

    def print_proof_hint(self, *, none: bool) -> None:
        """Print how to check the proof, if --proof was given."""
        if self.proof is None:
            return
        if not none:
            print_message("nothing was proved: no proof was written")
            return
        print_proof_hint(self.proof)

    def given(self) -> dict[str, str]:
        """Return the options that are set, by name."""
        options = {"--encoding": self.encoding, "--solver": self.solver, "--proof": self.proof}
        return {name: value for name, value in options.items() if value is not None}


def sat_options(*, proof: bool) -> Decorator:
    """Return a decorator that adds --encoding, --solver and perhaps --proof.

    The command is called with a `SatOptions` as `sat`.
    """
    options: list[Decorator] = [
        with_options("--encoding"),
        option(
            "--solver COMMAND", "The SAT solver to run, as in 'cadical -q'.  [default: python-sat]"
        ),
    ]
    if proof:
        text = "Write a DRUP proof that there is no solution, and its clauses (.cnf)."
        options.append(option("--proof FILE", text))
    return gathered("sat", SatOptions, *options, keys=SatOptions.__match_args__)
