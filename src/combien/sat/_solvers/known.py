"""SAT solvers that untrusted scripts may start, and their harmless options.

A command in a script is untrusted text.  It may only start a program of this table, found on the
PATH, with options of this table: no path, no shell, no second file.  An option is listed only if it
sets a number or a switch.  Options with the name of a file to read or write (`-dimacs=` of MiniSat,
`-o` of CaDiCaL, `--dumpresult` of CryptoMiniSat) are excluded, and so are positional arguments,
which many solvers take as the file of a proof or an answer.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping

from combien._base.checks import did_you_mean
from combien._wording import printable
from combien.errors import BadInput, MissingExtra
from combien.sat._solvers.external import missing

__all__ = ["KNOWN", "safe_command"]

# A number, or one of two switches: nothing that could be the name of a file.
_VALUE = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?(e[+-]?[0-9]{1,3})?|true|false")

_MINISAT = """-verb -cpu-lim -mem-lim -rnd-seed -rnd-freq -gc-frac -rinc -rfirst -var-decay
-cla-decay -phase-saving -ccmin-mode -simp-gc-frac -sub-lim -cl-lim -grow -luby -no-luby -rnd-init
-no-rnd-init -pre -no-pre -elim -no-elim -asymm -no-asymm -rcheck -no-rcheck"""
_GLUCOSE = (
    _MINISAT + " -model -no-model -K -R -szTrailQueue -szLBDQueue -firstReduceDB -incReduceDB"
)
_ARMIN = """-q -v -n --quiet --verbose --no-witness --sat --unsat --default --plain --seed --walk
--elim --vivify --probe --phase --target --restart --restartint --chrono --lucky --bump --reduce
--reduceint --stabilize --stabilizeonly --rephase --shuffle --subsume --ternary --transred
--time --conflicts --decisions --no-elim --no-probe --no-walk --no-lucky --no-vivify --no-phase"""

# The name of each program, and its options, which take no value, a number or a switch.
KNOWN: Mapping[str, frozenset[str]] = {
    name: frozenset(options.split())
    for names, options in (
        ("minisat minisat2 minisat_core minisat_simp minisat_static minisat-core", _MINISAT),
        ("glucose glucose-simp glucose_static glucose-syrup", _GLUCOSE),
        ("cadical kissat", _ARMIN),
        (
            "cryptominisat5",
            "--verb --random --maxtime --maxconfl --threads --restart --polar --luby "
            "--maple --simplify --sls --verbstat",
        ),
        ("picosat", "-v -q -n"),
        ("lingeling plingeling treengeling", "-q -v -n --seed --plain --sat --unsat"),
        (
            "clasp",
            "-q --quiet --verbose -V --time-limit --seed --sat-prepro --models --stats "
            "--solve-limit",
        ),
    )
    for name in names.split()
}


def safe_command(command: str) -> str:
    """Return the command with the path of its program; raise unless all of it is in the table.

    >>> safe_command("sh -c 'exit 1'")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: 'sh' is not a SAT solver that scripts may start (minisat, cadical, ...)

    Raises
    ------
    BadInput
        For a program or an option that is not in the table, and for positional arguments.
    MissingExtra
        If the program is not installed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"the command {command!r} cannot be read: {error}") from None
    if not words:
        raise BadInput("the command of a SAT solver is empty: write one, as in 'minisat -verb=0'")
    program, *options = words
    if program not in KNOWN:
        hint = did_you_mean(program[:40], KNOWN)
        raise BadInput(
            f"'{printable(program[:80])}' is not a SAT solver that scripts may start "
            f"(minisat, cadical, ...){hint}"
        )
    for option in options:
        name, equals, value = option.partition("=")
        if name not in KNOWN[program] or (equals and not _VALUE.fullmatch(value)):
            raise BadInput(
                f"'{printable(option[:80])}' is not an option of {program} that scripts may use: "
                "allowed options have no value, or a number after '=', and name no file"
            )
    path = _on_path(program)
    if path is None:
        raise MissingExtra(missing(program))
    return shlex.join([path, *options])


def _on_path(program: str) -> str | None:
    """Return the path of the program, in absolute folders of the PATH only.

    An empty or relative entry of the PATH refers to the current folder, where a script may have
    been delivered together with a program.
    """
    for folder in os.get_exec_path():
        path = os.path.join(folder, program)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None
