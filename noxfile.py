"""The checks: `nox -s lint` runs one, and `nox` runs the usual ones.

These sessions are the only place of the commands; `.ci/run` calls them.  Each session makes a
separate environment, and writes only into it and into temporary folders.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "types", "tests", "native"]

PROJECT = nox.project.load_toml("pyproject.toml")["project"]


def tools(*names: str) -> list[str]:
    """Return the requirements of the extra `dev` with these names, as listed in pyproject.toml."""
    required = PROJECT["optional-dependencies"]["dev"]
    return [line for line in required if line.split(">")[0] in names]


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style: Python by ruff, C++ by clang-format."""
    session.install(*tools("ruff", "clang-format"))
    session.run("ruff", "check", "--no-cache")
    session.run("ruff", "format", "--no-cache", "--check")
    sources = [str(path) for path in sorted(Path("native").rglob("*.[ch]pp"))]
    session.run("clang-format", "--dry-run", "-Werror", *sources)


@nox.session
def types(session: nox.Session) -> None:
    """Check the types by mypy in strict mode; the core has a stub, so nothing is compiled."""
    session.install(*tools("mypy"), *PROJECT["dependencies"])
    session.run("mypy", "--cache-dir", session.create_tmp())


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests against the installed package."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the slow tests."""
    session.install(".[test]")
    session.run("pytest", "-m", "slow", *session.posargs)


@nox.session
def native(session: nox.Session) -> None:
    """Build the core alone with warnings as errors, and run its tests with sanitizers."""
    session.install("cmake>=3.26", "ninja")
    build = f"{session.create_tmp()}/native"
    options = [f"-DCOMBIEN_{name}=ON" for name in ("TESTS", "SANITIZE", "WERROR")]
    session.run("cmake", "-G", "Ninja", "-S", ".", "-B", build, *options)
    session.run("cmake", "--build", build)
    session.run("ctest", "--test-dir", build, "--output-on-failure")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site strictly: broken links and failing drawings are errors."""
    session.install(".[docs]")
    session.run("python", "docs/build.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Compare the counters of our engines, or run other benchmarks (see bench/README.md)."""
    session.install(".")
    session.run("python", "bench/run.py", *(session.posargs or ["--check-counters"]))
