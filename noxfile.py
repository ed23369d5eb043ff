"""The checks by name: `nox -s lint`, or all of the usual ones by `nox`.

The commands stand here and nowhere else; `.ci/run` calls these sessions.  Each makes an environment
of its own; what they write goes into it and into temporary folders.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "types", "tests", "native"]

PROJECT = nox.project.load_toml("pyproject.toml")["project"]


def tools(*names: str) -> list[str]:
    """Return the requirements of the extra `dev` with these names, so that versions stand in one place."""
    required = PROJECT["optional-dependencies"]["dev"]
    return [line for line in required if line.split(">")[0] in names]


@nox.session
def lint(session: nox.Session) -> None:
    """Style: Python by ruff, C++ by clang-format."""
    session.install(*tools("ruff", "clang-format"))
    session.run("ruff", "check", "--no-cache")
    session.run("ruff", "format", "--no-cache", "--check")
    sources = [str(path) for path in sorted(Path("native").rglob("*.[ch]pp"))]
    session.run("clang-format", "--dry-run", "-Werror", *sources)


@nox.session
def types(session: nox.Session) -> None:
    """Types: mypy, strict; the core is known by its stub, so nothing is compiled."""
    session.install(*tools("mypy"), *PROJECT["dependencies"])
    session.run("mypy", "--cache-dir", session.create_tmp())


@nox.session
def tests(session: nox.Session) -> None:
    """The tests, against the package as it is installed."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """The long proofs."""
    session.install(".[test]")
    session.run("pytest", "-m", "slow", *session.posargs)


@nox.session
def native(session: nox.Session) -> None:
    """The core alone: warnings are errors, and its tests run under sanitizers."""
    session.install("cmake>=3.26", "ninja")
    build = f"{session.create_tmp()}/native"
    options = [f"-DCOMBIEN_{name}=ON" for name in ("TESTS", "SANITIZE", "WERROR")]
    session.run("cmake", "-G", "Ninja", "-S", ".", "-B", build, *options)
    session.run("cmake", "--build", build)
    session.run("ctest", "--test-dir", build, "--output-on-failure")


@nox.session
def docs(session: nox.Session) -> None:
    """The site, strictly: no broken link, and what is drawn on its pages is drawn."""
    session.install(".[docs]")
    session.run("python", "docs/build.py")


@nox.session
def bench(session: nox.Session) -> None:
    """How long our engines take; see bench/README.md for what else it can compare."""
    session.install(".")
    session.run("python", "bench/run.py", *(session.posargs or ["--check-counters"]))
