"""Build wheels and the sdist, and try them: `nox -s wheels` calls this.

    python tools/wheels.py build [TARGET ...]    the sdist and wheels, in wheelhouse/
    python tools/wheels.py check                 all checks, and all interpreters that are here
    python tools/wheels.py cross [TARGET ...]    the tests of the core, for other systems

The compiler is zig's clang: it has the headers of old versions of glibc, and its own C++ library,
which is linked in.  So is nanobind, whose shared library is compiled against libstdc++.  The stable
interface that this needs begins with Python 3.12: Python 3.11 and free-threaded Pythons have wheels
of their own.  Each is built by an interpreter of its kind that is on this machine; a free-threaded
one is compiled if there is none.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, STDOUT
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# Objects are kept between builds.
BUILD = ROOT / "build" / "wheels"
FREE_THREADED = BUILD / "free-threaded"

# By the names of their sessions: what zig calls it, and the end of the names of wheels.
LINUX = {
    "x86_64": ("x86_64-linux-gnu.2.28", "manylinux_2_28_x86_64"),
    "aarch64": ("aarch64-linux-gnu.2.28", "manylinux_2_28_aarch64"),
    "musl": ("x86_64-linux-musl", "musllinux_1_2_x86_64"),
}
PYODIDE_PLATFORM = "pyemscripten_2026_0_wasm32"
# What zig calls other systems, what CMake calls them, and what runs their programs here, if any.
CROSS = {
    "x86_64-linux-musl": ("Linux", []),
    "aarch64-linux-musl": ("Linux", ["qemu-aarch64"]),
    "x86_64-windows-gnu": ("Windows", ["wine"]),
    "aarch64-macos": ("Darwin", None),
}
MOST_BYTES = 3_000_000
# What every wheel is tried with: two engines, the command line, and known numbers.
TESTS = [
    f"tests/{name}.py"
    for name in ("engines/test_memo", "cli/test_count", "cli/test_run", "test_known_answers")
]
# Wheels for AArch64, and for Pythons that are not here, are tried with those of Debian's suites.
DEBIAN = {"3.11": "bookworm", "3.13": "trixie", "3.14": "forky"}
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
# What a source build asks for and a wheel has inside.
BACKEND = '  "nanobind-backend>=1.0",\n'
# nanobind expects these headers of Python.h, which leaves them out for the stable interface.
INCLUDED = " ".join(f"-include {name}.h" for name in ("stdio", "stdlib", "string"))


def main() -> None:
    sys.path.insert(0, str(ROOT))
    parser = argparse.ArgumentParser(description="Build and check wheels.")
    parser.add_argument("work", choices=("build", "check", "cross"))
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--folder", type=Path, default=ROOT / "wheelhouse", metavar="DIR")
    given = parser.parse_args()
    known = {"build": (*LINUX, "pyodide"), "check": (), "cross": tuple(CROSS)}[given.work]
    if unknown := set(given.targets) - set(known):
        parser.error(f"unknown {' '.join(sorted(unknown))}; known: {' '.join(known)}")
    folder = given.folder.resolve()
    if given.work == "build":
        folder.mkdir(parents=True, exist_ok=True)
        build(folder, given.targets or known)
    elif given.work == "check":
        check(folder)
    else:
        cross(given.targets or known)


# Interpreters -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interpreter:
    """A CPython on this machine."""

    program: str
    version: tuple[int, int]
    free_threaded: bool
    full_version: str
    headers: bool

    @property
    def tag(self) -> str:
        return f"cp{self.version[0]}{self.version[1]}{'t' * self.free_threaded}"


ASKED = """
import json, sys, sysconfig
from pathlib import Path
config = Path(sysconfig.get_path("include"), "pyconfig.h")
# Debian's is a line that includes that of one platform, and cannot serve another one.
print(json.dumps([
    sys.version_info[:2], bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    sys.version.split()[0], config.exists() and "SIZEOF_VOID_P" in config.read_text(),
]))
"""


def interpreters() -> Iterator[Interpreter]:
    """Yield the CPythons here from 3.11 on: of the PATH, Debian's, pyenv's, and our own."""
    names = [f"python3.{minor}{kind}" for minor in range(11, 16) for kind in ("", "t")]
    folders = [*os.get_exec_path(), "/usr/bin"]
    found = [Path(folder, name) for folder in folders for name in names]
    found += sorted(Path.home().glob(".pyenv/versions/3.*/bin/python"))
    found += sorted(FREE_THREADED.glob("bin/python3.*t"))
    seen = set()
    for path in found:
        if ".pyenv/shims" in str(path) or not path.exists() or path.resolve() in seen:
            continue
        seen.add(path.resolve())
        done = subprocess.run([path, "-c", ASKED], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            version, free_threaded, full_version, headers = json.loads(done.stdout)
            one = Interpreter(str(path), tuple(version), free_threaded, full_version, headers)
            if one.version >= (3, 11):
                yield one


def builders() -> list[Interpreter]:
    """Return one interpreter with headers for each wheel: 3.11, the stable interface, and `t`."""
    here = list(interpreters())
    if shutil.which("apt-get") and not any(one.free_threaded for one in here):
        compile_free_threaded()
        here = list(interpreters())
    chosen: dict[str, Interpreter] = {}
    for one in here:
        if one.headers:
            chosen.setdefault(one.tag if one.free_threaded or one.tag == "cp311" else "abi3", one)
    for kind in {"cp311", "abi3"} - chosen.keys():
        sys.exit(f"no headers of Python {'3.11' if kind == 'cp311' else '3.12 or newer'} here")
    return list(chosen.values())


def mirror() -> str:
    """Return the address that apt-get has for Debian."""
    words = ("--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages")
    for line in run("apt-get", "indextargets", *words).splitlines():
        label, address = line.split(" ", 1)
        if label == "Debian":
            return address
    sys.exit("apt-get knows no mirror of Debian; run 'apt-get update' on a Debian system first")


def apt(suite: str, architecture: str, folder: Path) -> list[str]:
    """Return the words of apt-get for a suite of Debian, as if nothing were installed."""
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    sources = folder / "sources.list"
    debian = f"[signed-by={KEYRING}] {mirror()} {suite} main"
    sources.write_text("".join(f"{kind} {debian}\n" for kind in ("deb", "deb-src")))
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "root",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": folder / "lists",
        "Dir::State::status": "/dev/null",
    }
    words = ["apt-get", "-q", *(f"-o{key}={value}" for key, value in options.items())]
    run(*words, "update")
    return words


def compile_free_threaded() -> None:
    """Compile the source of Debian's Python without its global lock: no package has that."""
    folder = BUILD / "free-threaded-source"
    words = apt(DEBIAN["3.13"], "amd64", folder)
    run(*words, "source", "--download-only", "python3.13", cwd=folder)
    (archive,) = folder.glob("*.orig.tar.xz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (source,) = folder.glob("Python-*/")
    run(
        "./configure",
        "--disable-gil",
        "--disable-test-modules",
        f"--prefix={FREE_THREADED}",
        cwd=source,
    )
    run("make", f"-j{os.cpu_count()}", "install", cwd=source, stderr=STDOUT)


# Building ---------------------------------------------------------------------------------------


def build(out: Path, targets: Iterable[str]) -> None:
    source = unpacked_sdist(out)
    for name in targets:
        if name == "pyodide":
            made = [build_pyodide(source)]
        else:
            made = [build_linux(source, name, one) for one in builders()]
        for wheel in made:
            wheel.replace(out / wheel.name)
            print(f"{(out / wheel.name).stat().st_size / 1e6:.2f} MB  {wheel.name}", flush=True)


def run(*words: str | Path, **options: Any) -> str:
    """Run a program, and return what it prints; print that and end if it fails."""
    command = [str(word) for word in words]
    done = subprocess.run(command, check=False, stdout=PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}failed: {' '.join(command)}")
    return str(done.stdout)


def backend(
    program: str, hook: str, out: Path, source: Path, settings: dict[str, str], **host: str
) -> str:
    """Call a hook of the build backend by an interpreter, and return the name of the file."""
    code = f"from scikit_build_core.build import {hook} as h; import sys, json; "
    code += "print(h(sys.argv[1], json.loads(sys.argv[2])))"
    # The backend and nanobind are plain Python, so those of this environment serve all versions.
    known = os.environ | host | {"PYTHONPATH": sysconfig.get_path("purelib")}
    printed = run(program, "-c", code, out, json.dumps(settings), cwd=source, env=known)
    return printed.split()[-1]


def unpacked_sdist(out: Path) -> Path:
    """Write the sdist, and return its files, from which all wheels are built."""
    name = backend(sys.executable, "build_sdist", out, ROOT, {})
    source = BUILD / name.removesuffix(".tar.gz")
    shutil.rmtree(source, ignore_errors=True)
    with tarfile.open(out / name) as packed:
        packed.extractall(BUILD, filter="data")
    project = source / "pyproject.toml"
    text = project.read_text()
    assert BACKEND in text
    project.write_text(text.replace(BACKEND, ""))
    return source


def build_linux(source: Path, name: str, interpreter: Interpreter) -> Path:
    """Build the wheel of a target and an interpreter, and return it."""
    target, system = LINUX[name]
    folder = BUILD / name
    stable = interpreter.version >= (3, 12) and not interpreter.free_threaded
    defined = zig(folder, target, "-Wl,-s") | {"COMBIEN_STATIC_NANOBIND": "ON"}
    settings = {f"cmake.define.{key}": value for key, value in defined.items()}
    settings |= {"wheel.py-api": "cp312" if stable else "", "build-dir": str(folder / "build")}
    # The module's name ends like this where it does not use the stable interface.
    kind = f"{interpreter.tag[2:]}-{re.sub('[.0-9]*$', '', target)}"
    host = {
        "_PYTHON_HOST_PLATFORM": f"linux-{target.split('-')[0]}",
        "SETUPTOOLS_EXT_SUFFIX": f".cpython-{kind}.so",
    }
    made = backend(interpreter.program, "build_wheel", folder, source, settings, **host)
    wheel = tagged(folder / made, platform=system)
    return named_as_alpine_does(wheel) if target.endswith("musl") else wheel


def build_pyodide(source: Path) -> Path:
    """Pack the core that the page runs, and return the wheel."""
    from web.build import compile_core, find_tools

    folder = BUILD / "pyodide"
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    shutil.copytree(source / "src" / "combien", files / "combien")
    core = compile_core(find_tools(folder), folder)
    shutil.copy(core, files / "combien")
    backend(sys.executable, "prepare_metadata_for_build_wheel", files, source, {})
    packed = run(sys.executable, "-m", "wheel", "pack", files, "-d", folder).split()[-1]
    wheel = folder / Path(packed.removesuffix("...OK")).name
    return tagged(wheel, python="cp312", abi="abi3", platform=PYODIDE_PLATFORM)


def named_as_alpine_does(wheel: Path) -> Path:
    """Let the module ask for musl by the name that wheels must use; zig calls it libc.so."""
    files = wheel.parent / "files"
    shutil.rmtree(files, ignore_errors=True)
    run(sys.executable, "-m", "wheel", "unpack", wheel, "-d", files)
    (module,) = files.glob("*/combien/_native*.so")
    run("patchelf", "--replace-needed", "libc.so", "libc.musl-x86_64.so.1", module)
    run(sys.executable, "-m", "wheel", "pack", module.parent.parent, "-d", wheel.parent)
    return wheel


def tagged(wheel: Path, **tags: str) -> Path:
    """Change tags of a wheel, and return it under its new name."""
    words = [word for key, tag in tags.items() for word in (f"--{key}-tag", tag)]
    name = run(sys.executable, "-m", "wheel", "tags", "--remove", *words, wheel).split()[-1]
    return wheel.parent / name


def zig(folder: Path, target: str, options: str = "") -> dict[str, str]:
    """Return what makes CMake compile by zig for a target.

    CMake wants a program without arguments for each step, so these are written first.
    """
    import ziglang

    program = Path(ziglang.__file__).parent / "zig"
    tools = folder / "tools"
    tools.mkdir(parents=True, exist_ok=True)
    for name, words in {
        "c++": f"c++ -target {target} -fomit-frame-pointer {INCLUDED} {options}",
        "ar": "ar",
        "ranlib": "ranlib",
    }.items():
        path = tools / name
        path.write_text(f'#!/bin/sh\nexec "{program}" {words} "$@"\n')
        path.chmod(0o755)
    return {
        "CMAKE_CXX_COMPILER": str(tools / "c++"),
        "CMAKE_AR": str(tools / "ar"),
        "CMAKE_RANLIB": str(tools / "ranlib"),
        # zig has no program that scans for modules; and threads are looked for by a C compiler.
        "CMAKE_CXX_SCAN_FOR_MODULES": "OFF",
        "CMAKE_HAVE_LIBC_PTHREAD": "1",
    }


def cross(targets: Iterable[str]) -> None:
    """Compile the core and its tests for other systems, and run the tests where possible."""
    for target in targets:
        system, runner = CROSS[target]
        folder = BUILD / "cross" / target
        defined = zig(folder, target) | {"COMBIEN_TESTS": "ON", "CMAKE_SYSTEM_NAME": system}
        words = [f"-D{key}={value}" for key, value in defined.items()]
        run("cmake", "-G", "Ninja", "-S", ROOT, "-B", folder / "build", *words)
        run("cmake", "--build", folder / "build")
        ending = ".exe" if system == "Windows" else ""
        tests = folder / f"build/native/core_tests{ending}"
        if runner is None or (runner and shutil.which(runner[0]) is None):
            print(f"{target}: compiled; {' '.join(runner or ['nothing'])} is here to run it")
        else:
            print(f"{target}: {run(*runner, tests).splitlines()[-1]}", flush=True)


# Checking ---------------------------------------------------------------------------------------


def check(folder: Path) -> None:
    wheels, sdist = sorted(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
    scripts = Path(sysconfig.get_path("scripts"))
    run(scripts / "twine", "check", "--strict", *wheels, sdist)
    run(scripts / "check-wheel-contents", *wheels)
    print(run(scripts / "pyroma", "--min=8", sdist).splitlines()[-3])
    for wheel in wheels:
        size = wheel.stat().st_size
        if size >= MOST_BYTES:
            sys.exit(f"{wheel.name} has {size} bytes, more than {MOST_BYTES}")
        if "linux" in wheel.name:
            if "-abi3-" in wheel.name:
                run(scripts / "abi3audit", "--strict", wheel)
            shown = " ".join(run(scripts / "auditwheel", "show", wheel).split())
            print(f"{wheel.name}: {size / 1e6:.2f} MB, {lowest(wheel, shown)}")
    here = list(interpreters())
    for one in here:
        for wheel in wheels:
            if fits(wheel.name, one.tag, platform.machine()):
                with TemporaryDirectory() as temporary:
                    try_in_environment(wheel, one, Path(temporary))
    versions = {one.tag for one in here}
    for version in DEBIAN if shutil.which("apt-get") else ():
        tag = f"cp{version.replace('.', '')}"
        for machine in ("x86_64", "aarch64"):
            if machine == platform.machine() and tag in versions:
                continue
            for wheel in wheels:
                if fits(wheel.name, tag, machine):
                    try_in_debian(wheel, version, machine)
    for wheel in wheels:
        if "pyemscripten" in wheel.name:
            try_in_pyodide(wheel)


def lowest(wheel: Path, shown: str) -> str:
    """Return the oldest platform that `auditwheel show` names, if the wheel's is not older."""
    named = re.search(r'following platform tag: "((many|musl)linux_(\d+)_(\d+)_\w+)"', shown)
    if named is None:
        sys.exit(f"{wheel.name}: auditwheel says: {shown}")
    own = re.search(r"linux_(\d+)_(\d+)", wheel.name)
    assert own is not None
    if (int(named[3]), int(named[4])) > (int(own[1]), int(own[2])):
        sys.exit(f"{wheel.name} needs {named[1]}")
    return f"runs on {named[1]}"


def fits(name: str, tag: str, machine: str) -> bool:
    """Whether a CPython for a machine with glibc can install a wheel.

    >>> fits("combien-0.2.0-cp312-abi3-manylinux_2_28_x86_64.whl", "cp314", "x86_64")
    True
    >>> fits("combien-0.2.0-cp312-abi3-manylinux_2_28_x86_64.whl", "cp314t", "x86_64")
    False
    """
    python, abi, system = name.removesuffix(".whl").split("-")[2:]
    if not system.startswith("manylinux") or not system.endswith(machine):
        return False
    stable = abi == "abi3" and not tag.endswith("t") and int(tag[3:]) >= int(python[3:])
    return stable or (abi == tag and python == tag.removesuffix("t"))


def try_in_environment(wheel: Path, one: Interpreter, folder: Path) -> None:
    """Install a wheel in a fresh environment, and use it."""
    run(one.program, "-m", "venv", folder)
    python = folder / "bin/python"
    install = [python, "-m", "pip", "install", "--quiet"]
    # For cp313t, only an older version of Hypothesis has a wheel.
    run(*install, "--only-binary", ":all:", wheel, "pytest", "hypothesis")
    tests = [*TESTS, "tests/threads/test_threads.py"] if one.free_threaded else TESTS
    what = f"{one.full_version} {one.program}: {wheel.name}"
    tried([folder / "bin/combien"], [python], what, tests)


def tried(
    command: list[Path | str], python: list[Path | str], what: str, tests: list[str], **given: str
) -> None:
    """Run the first command of the README and a hundred tests."""
    plain = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": ""} | given
    printed = run(*command, "run", "examples/camel.cmb", cwd=ROOT, env=plain)
    if printed != (ROOT / "examples/camel.expected").read_text():
        sys.exit(f"{what}: 'combien run examples/camel.cmb' printed: {printed}")
    words = ["-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=-q", *tests]
    passed = run(*python, *words, cwd=ROOT, env=plain).splitlines()[-1]
    print(f"{what}: camel.cmb; {passed}", flush=True)


def try_in_debian(wheel: Path, version: str, machine: str) -> None:
    """Use a wheel with Debian's Python of a version: emulated, if it is for another machine."""
    folder = BUILD / f"debian-{version}-{machine}"
    root, site = folder / "root", folder / "site"
    python = root / f"usr/bin/python{version}"
    libraries = root / f"usr/lib/{machine}-linux-gnu"
    native = machine == platform.machine()
    if not python.exists():
        words = apt(DEBIAN[version], {"x86_64": "amd64", "aarch64": "arm64"}[machine], folder)
        options = ("--download-only", "--yes", "--no-install-recommends")
        run(*words, "install", *options, f"python{version}")
        for package in folder.glob("cache/archives/*.deb"):
            run("dpkg", "-x", package, root)
        for name in ("lib", "lib64"):  # What Debian's base-files would do.
            if not (root / name).exists():
                (root / name).symlink_to(f"usr/{name}")
        if native:
            # With its own C library, also in the processes that it starts.
            loader = next(root.glob("lib64/ld-linux-*.so.*"))
            run("patchelf", "--set-interpreter", loader, "--set-rpath", libraries, python)
    shutil.rmtree(site, ignore_errors=True)
    words = ["install", "--quiet", "--target", str(site), "--python-version", version]
    words += ["--only-binary", ":all:", str(wheel), "pytest", "hypothesis"]
    words += [f"--platform=manylinux_2_{minor}_{machine}" for minor in (28, 17)]
    run(sys.executable, "-m", "pip", *words)
    program: list[Path | str] = [python]
    how = ""
    if not native:
        program = [f"qemu-{machine}", "-L", root, python]
        how = ", emulated by qemu"
    what = f"Debian's {version} for {machine}{how}: {wheel.name}"
    tried([*program, "-m", "combien"], program, what, TESTS, PYTHONPATH=str(site))


def try_in_pyodide(wheel: Path) -> None:
    """Unpack a wheel in the Python of the page, by node, and run the first command."""
    from web.build import PYODIDE, PYODIDE_SHA256, download

    folder = BUILD / "pyodide"
    words = ["npm", "pack", f"pyodide@{PYODIDE}"]
    archive = download(words, folder, f"pyodide-{PYODIDE}.tgz", PYODIDE_SHA256)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    script = folder / "try.mjs"
    script.write_text(IN_PYODIDE)
    printed = run("node", script, wheel, ROOT / "examples/camel.cmb")
    expected = (ROOT / "examples/camel.expected").read_text()
    if not printed.endswith(expected):
        sys.exit(f"{wheel.name}: Pyodide printed: {printed}")
    print(f"{printed.splitlines()[0]}: {wheel.name}: camel.cmb")


IN_PYODIDE = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "./package/pyodide.mjs";
const [wheel, script] = process.argv.slice(2);
const pyodide = await loadPyodide();
pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
pyodide.FS.writeFile("camel.cmb", readFileSync(script));
pyodide.runPython(`
import sys, sysconfig
system = f"pyemscripten_{sysconfig.get_config_var('PYODIDE_ABI_VERSION')}_wasm32"
print(f"Pyodide's {sys.version.split()[0]} ({system})")
sys.argv = ["combien", "run", "camel.cmb"]
from combien.__main__ import main
assert main() == 0
`);
"""


if __name__ == "__main__":
    main()
