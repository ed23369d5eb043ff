"""`combien doctor`: what works here, as a report of an error needs it.

Each fact is found by itself, so that a broken installation is described as far as possible.  The
report names no user: paths in the home folder begin with `~`.
"""

from __future__ import annotations

import json
import locale
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, distribution, version
from typing import Any

import combien
from combien._base.extras import APART, EXTRAS, PARTS, install_command, interpreter
from combien._base.memory import available_bytes
from combien._base.threads import default_threads
from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_text
from combien._cli._shared.options import with_options
from combien._cli._shared.report import print_json
from combien.engines import ENGINES
from combien.errors import CannotAnswer, CombienError, MissingExtra
from combien.puzzles import Langford, Queens

# In seconds: a package that takes longer to load hangs.
_LONGEST = 60
PACKAGE = os.path.dirname(combien.__file__)


@command()
@option("--settings", "Show the settings of the engines instead: values, and reasons for them.")
@with_options("--json")
def doctor(as_json: bool, settings: bool) -> Exit:
    """Show what works here, for yourself or for a bug report.

    Every engine answers three questions whose answers are published, and the packages of the extras
    are loaded together.  The exit code is 0 if all that is installed works, and 70 otherwise.  What
    is not installed is shown with the command that installs it.

    Examples
    --------
    combien doctor
    combien doctor --json
    combien doctor --settings
    """
    if settings:
        return _settings(as_json)
    facts = {
        "version": combien.__version__,
        "installed": _installed(),
        "python": _python(),
        "platform": _platform(),
        "processors": _processors(),
        "memory": f"{available_bytes() / 1e9:.1f} GB available",
        "terminal": _terminal(),
        "temporary": _temporary(),
    }
    faults = _faults_of_imports()
    extras = [_extra(name, faults) for name in EXTRAS]
    programs = dict(_programs())
    checks = list(_checks())
    failed = any(one["error"] for one in [*extras, *checks])
    sound = not failed and "cannot" not in facts["temporary"]
    if as_json:
        print_json(
            {**facts, "extras": extras, "programs": programs, "checks": checks, "sound": sound}
        )
    else:
        print_text("\n".join(_report(facts, extras, programs, checks)) + "\n")
    return Exit.ANSWERED if sound else Exit.DISAGREEMENT


def _settings(as_json: bool) -> Exit:
    """Print the settings of the engines, those of an engine together."""
    from combien.engines._settings import settings  # Start-up: it loads all engines.

    found = list(settings())
    if as_json:
        print_json({"settings": [asdict(setting) for setting in found]})
        return Exit.ANSWERED
    lines = []
    for engine in dict.fromkeys(setting.engine for setting in found):
        lines.append(engine)
        for setting in found:
            if setting.engine == engine:
                how = f"{setting.how}: {setting.values}" if setting.how else "fixed"
                lines.append(f"  {setting.name} = {setting.default!r} ({how})")
                lines.append(f"    {setting.reason}")
    print_text("".join(f"{line}\n" for line in lines))
    return Exit.ANSWERED


def _report(
    facts: dict[str, str],
    extras: list[dict[str, Any]],
    programs: dict[str, str],
    checks: list[dict[str, Any]],
) -> Iterator[str]:
    yield f"combien {facts['version']}"
    yield from (f"  {name:11} {text}" for name, text in facts.items() if name != "version")
    yield "extras"
    for extra in extras:
        parts = [extra["packages"] or extra["install"], extra["error"]]
        yield f"  {extra['name']:11} {'; '.join(filter(None, parts))}"
    yield "SAT programs"
    yield from (f"  {name:11} {path}" for name, path in programs.items())
    if not programs:
        yield "  none"
    yield "self-test"
    for check in checks:
        answers = ", ".join(f"{name} {count}" for name, count in check["counts"].items())
        found = "; ".join(part for part in (answers, check["missing"], check["error"]) if part)
        yield f"  {check['engine']:13} {found}"
    unloaded = ", ".join(extra["name"] for extra in extras if extra["error"])
    failed = sum(bool(check["error"]) for check in checks)
    yield f"{failed} engines failed" if failed else "each installed engine counted right"
    if unloaded:
        yield f"extras that cannot be loaded: {unloaded}"


def _shown(text: str) -> str:
    """Return a path, or a text with paths, without the name of the user."""
    home = os.path.expanduser("~").rstrip("/")
    return text.replace(f"{home}/", "~/") if home else text


def _installed() -> str:
    """Describe where this copy is, and how it came there."""
    try:
        found = distribution("combien")
    except PackageNotFoundError:
        return f"not installed: run from {_shown(PACKAGE)}"
    url = json.loads(found.read_text("direct_url.json") or "{}")
    if "dir_info" in url:
        how = "editable, from a folder" if url["dir_info"].get("editable") else "from a folder"
    elif "vcs_info" in url:
        how = f"from a repository, {url['vcs_info'].get('commit_id', '')[:12]}"
    else:
        how = "from an archive" if url else "from an index"
    own = os.path.realpath(str(found.locate_file("combien"))) == os.path.realpath(PACKAGE)
    if not own and "editable" not in how:
        return f"run from {_shown(PACKAGE)}; another copy is installed"
    by = (found.read_text("INSTALLER") or "").strip()
    return f"{how}{' by ' * bool(by)}{by}, in {_shown(PACKAGE)}"


def _python() -> str:
    threads = ""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        threads = ", free-threaded"
    name = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{name}{threads}, {_shown(sys.executable)}"


def _platform() -> str:
    library = " ".join(platform.libc_ver()).strip()
    return f"{platform.system()} {platform.release()} {platform.machine()} {library}".strip()


def _processors() -> str:
    usable = f"{default_threads()} usable of {os.cpu_count() or '?'}"
    try:
        from combien.engines._search.searching import vector_sets  # Start-up: it loads the core.
    except (CombienError, ImportError):
        return usable
    return f"{usable}; vector instructions: {' '.join(vector_sets())} (the last is used)"


def _programs() -> Iterator[tuple[str, str]]:
    try:
        from combien.sat._programs import KNOWN  # Start-up: it loads the core.
    except ImportError:
        return
    for name in (*KNOWN, "minisat+", "d4", "ganak"):
        if path := shutil.which(name):
            yield name, _shown(path)


def _terminal() -> str:
    encodings = " ".join(f"{getattr(s, 'encoding', None)}" for s in (sys.stdout, sys.stderr))
    term = os.environ.get("TERM", "unset")
    return f"output {encodings}, files {locale.getpreferredencoding(False)}, TERM {term}"


def _temporary() -> str:
    """Whether the folder for temporary files can be written, as SAT solvers need."""
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"combien")
    except OSError as error:
        return f"cannot be written: {error.strerror or error}"
    return f"{_shown(tempfile.gettempdir())} can be written"


# Imports modules one after the other, in one process; writes those that raise, with the reason.
_IMPORTS = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        print(name, ascii(reason)[1:-1], flush=True)
"""


def _faults_of_imports() -> dict[str, str]:
    """Import all that is installed, as combien does; return the reason for each that fails.

    The packages share a process, in which their shared libraries can conflict.  One that fails is
    imported again by itself, to find out whether others are the cause.
    """
    there = dict.fromkeys(
        module for of in EXTRAS.values() for module in of if PathFinder.find_spec(module)
    )
    shared = [PARTS.get(module, module) for module in there if module not in APART]
    together = _imported(shared)
    faults = {}
    for module in there:
        part = PARTS.get(module, module)
        if module in APART or part in together:
            alone = _imported([part]).get(part, "")
            if alone:
                faults[module] = f"cannot be loaded: {alone}"
            elif part in together:
                beside = _conflicting(part, shared)
                faults[module] = f"cannot be loaded{beside}: {together[part]}"
    return faults


def _conflicting(part: str, shared: list[str]) -> str:
    """Return the words for the packages after which a part cannot be loaded."""
    before = shared[: shared.index(part)]
    names = [other.partition(".")[0] for other in before if part in _imported([other, part])]
    return f" in one process with {', '.join(names)}" if names else " in one process with others"


def _imported(parts: list[str]) -> dict[str, str]:
    """Return the parts that cannot be imported in one process, in this order, with the reasons."""
    try:
        words = [interpreter("packages are tried"), "-P", "-c", _IMPORTS, *parts]
        done = subprocess.run(words, capture_output=True, text=True, timeout=_LONGEST, check=False)
    except MissingExtra:
        return {}
    except (OSError, subprocess.TimeoutExpired):
        return dict.fromkeys(parts, f"no answer within {_LONGEST} s")
    found = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
    faults = {part: found[part] for part in parts if part in found}
    if done.returncode and not faults:
        # A crash in compiled code: which part it was shows when each is imported by itself.
        faults = dict.fromkeys(parts, f"the process ended with the code {done.returncode}")
    return faults


def _extra(name: str, faults: dict[str, str]) -> dict[str, Any]:
    """Return the versions of the packages of an extra, or the command that installs them."""
    found = []
    for package in (needed.partition(">")[0] for needed in EXTRAS[name].values()):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            missing = _shown(install_command(name))
            return {"name": name, "packages": "", "install": missing, "error": ""}
    wrong = [f"{module} {faults[module]}" for module in EXTRAS[name] if module in faults]
    again = [f"try {install_command(name, again=True)}"] * bool(wrong)
    error = _shown("; ".join(wrong + again))
    return {"name": name, "packages": ", ".join(found), "install": "", "error": error}


def _checks() -> Iterator[dict[str, Any]]:
    """Ask every engine the questions; a wrong answer and an exception are errors."""
    try:
        questions = _questions()
    except (CombienError, ImportError) as error:
        yield _check("core", {}, error)
        return
    for engine in ENGINES.built_in:
        yield _asked(engine, questions, partial(combien.count, engine=engine))
    # It finds cheapest solutions, and counts none: all cost 0.
    dominoes = {"cheapest domino tilings": (questions["domino tilings 6 x 6"][0], 1)}
    yield _asked("milp", dominoes, lambda model: len(combien.best(model, engine="milp")))


def _questions() -> dict[str, tuple[Any, int]]:
    """Return three problems with their numbers of solutions (OEIS A000170, A004003, A176127)."""
    domino = combien.Tile("**", symmetries="all", times="any")
    return {
        "8 queens": (Queens(8), 92),
        "domino tilings 6 x 6": (combien.TilingProblem(combien.Region.box(6, 6), [domino]), 6728),
        "Langford pairs to 7": (Langford(7), 52),
    }


def _asked(
    engine: str, questions: dict[str, tuple[Any, int]], count: Callable[[Any], int]
) -> dict[str, Any]:
    counts: dict[str, int] = {}
    try:
        for name, (model, expected) in questions.items():
            try:
                counts[name] = count(model)
            except CannotAnswer:
                continue  # No engine takes all problems.
            if counts[name] != expected:
                return _check(engine, counts, ValueError(f"{name}: expected {expected}"))
        if not counts:
            # It finds solutions, but counts none.
            model, _ = questions["8 queens"]
            counts["one solution of 8 queens"] = int(combien.exists(model, engine=engine))
    except Exception as error:
        return _check(engine, counts, error)
    return _check(engine, counts, None)


def _check(engine: str, counts: dict[str, int], error: Exception | None) -> dict[str, Any]:
    missing = isinstance(error, MissingExtra) and engine != "core"
    said = "" if error is None else f"{type(error).__name__}: {error}"
    return {
        "engine": engine,
        "counts": counts,
        "missing": _shown(str(error)) if missing else "",
        "error": "" if missing else _shown(said),
    }
