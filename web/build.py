"""Build the static site: the whole package in WebAssembly, for any plain file server.

    nox -s site                     everything, into dist/
    python web/build.py --out DIR   the same, with the packages of web/requirements.txt installed

The core is compiled by zig's clang against the libc headers of Debian's emscripten and zig's own
libc++, and linked as a side module of Pyodide.  Nothing else is compiled: Pyodide brings Python,
and the page is plain HTML, CSS and JavaScript.  Objects are kept between builds.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"

PYODIDE, PYODIDE_SHA256 = (
    "314.0.7",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
EMSCRIPTEN, EMSCRIPTEN_SHA256 = (
    "3.1.6~dfsg-5",
    "43742f32443a7a5510f6c5d1d2603f07c0ff555b3464f2438ab7ba7fdc85c8fd",
)
# Of Pyodide; its lock file lists packages that are not shipped.
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)

# As zig configures its libc++ for a target with threads, musl and all of the library.
LIBCXX = {
    "_LIBCPP_ABI_VERSION": "2",
    "_LIBCPP_ABI_NAMESPACE": "__2",
    "_LIBCPP_ABI_FORCE_ITANIUM": "0",
    "_LIBCPP_ASSERTION_SEMANTIC_DEFAULT": "_LIBCPP_ASSERTION_SEMANTIC_HARDENING_DEPENDENT",
    "_LIBCPP_HARDENING_MODE_DEFAULT": "_LIBCPP_HARDENING_MODE_NONE",
    "_LIBCPP_HAS_FILESYSTEM": "1",
    "_LIBCPP_HAS_LOCALIZATION": "1",
    "_LIBCPP_HAS_MONOTONIC_CLOCK": "1",
    "_LIBCPP_HAS_MUSL_LIBC": "1",
    "_LIBCPP_HAS_RANDOM_DEVICE": "1",
    "_LIBCPP_HAS_TERMINAL": "1",
    "_LIBCPP_HAS_THREADS": "1",
    "_LIBCPP_HAS_THREAD_API_PTHREAD": "1",
    "_LIBCPP_HAS_TIME_ZONE_DATABASE": "0",
    "_LIBCPP_HAS_UNICODE": "1",
    "_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS": "0",
    "_LIBCPP_HAS_WIDE_CHARACTERS": "1",
    "_LIBCPP_PSTL_BACKEND_SERIAL": "1",
}
FLAGS = (
    "--target=wasm32-unknown-emscripten",
    "-std=c++20",
    "-nostdinc",
    "-nostdinc++",
    "-fPIC",
    "-fwasm-exceptions",
    "-msimd128",
    "-D__EMSCRIPTEN__",
    *(f"-D{name}={value}" for name, value in LIBCXX.items()),
)
LINK = (
    "-shared",
    "--experimental-pic",
    "--no-entry",
    "--allow-undefined",
    "--export=PyInit__native",
    "--strip-debug",
)
# The sizes of wasm32 in the configuration of CPython.
SIZES = {"LONG": 4, "SIZE_T": 4, "VOID_P": 4, "UINTPTR_T": 4, "PTHREAD_T": 4, "TIME_T": 8}

# What the page does not use.
NOT_SHIPPED = (
    "_cli",
    "_french",
    "_questions/cheapest.py",
    "_questions/long_runs.py",
    "aio.py",
    "check_count.py",
    "cover/_oracle.py",
    "cover/formats/_json_format.py",
    "cover/formats/_linear.py",
    "cover/formats/_linear_columns.py",
    "cover/formats/_linear_cover.py",
    "cover/formats/_lp.py",
    "cover/formats/_models.py",
    "cover/formats/_mps.py",
    "cover/formats/_rows.py",
    "cover/formats/_xcsp3.py",
    "cover/formats/_xcsp3_terms.py",
    "design",
    "drawing/_renderers/roboto",
    "engines/_check.py",
    "engines/_clauses",
    "engines/_diagrams/constrained.py",
    "engines/_optimum",
    "examples",
    "graphs",
    "language",
    "plane/_families.py",
    "plane/_stored.py",
    "plane/_supertiles.py",
    "rectangles",
    "running",
    "sat/_encode.py",
    "sat/_forms.py",
    "sat/_opb_format.py",
    "sat/_proofs.py",
    "sat/_pseudo_boolean.py",
    "sat/_weighted.py",
    "sat/opb.py",
    "sat/wcnf.py",
    "sequences/_guess.py",
    "sequences/_guessed_growth.py",
    "printing",
    "nonograms/_fewest.py",
    "nonograms/_human/report.py",
    "nonograms/_play_page.py",
    "nonograms/static",
    "tilings/disassembly/_survey.py",
    "tilings/sat_document.py",
    "notebook.py",
    "__main__.py",
    "web/_queue.py",
    "web/server.py",
    "web/static",
    "web/worker.py",
)

# Of Python's library: tools for developers, terminals, protocols of the network, formats that the
# page does not read, and the character sets of DOS, Macs and mainframes, but for the one of names
# in archives (cp437).
NOT_SHIPPED_OF_PYTHON = (
    "_pyrepl/",
    "bdb.py",
    "cProfile.py",
    "cmd.py",
    "compileall.py",
    "doctest.py",
    *(f"encodings/cp{number}" for number in ("0", "10", "11", "2", "42", "5", "7", "8")),
    "encodings/mac_",
    "filecmp.py",
    "fileinput.py",
    "ftplib.py",
    "getpass.py",
    "imaplib.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing/",
    "netrc.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pty.py",
    "pyclbr.py",
    "pydoc.py",
    "pydoc_data/",
    "shelve.py",
    "smtplib.py",
    "socketserver.py",
    "sqlite3/",
    "symtable.py",
    "tabnanny.py",
    "timeit.py",
    "trace.py",
    "unittest/",
    "wave.py",
    "wsgiref/",
    "xml/dom/",
    "xmlrpc/",
    "zipapp.py",
)
# A class downloads the site at the same time.
MOST_COMPRESSED = 7_750_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the static site.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR")
    parser.add_argument("--cache", type=Path, default=ROOT / "build/site", metavar="DIR")
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    tools = find_tools(given.cache)
    core = compile_core(tools, given.cache)
    assemble(given.out, core, given.cache)


# Downloads ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tools:
    """Where the compiler and the headers are."""

    zig: Path
    nanobind: Path
    python: Path
    system: Path

    @property
    def headers(self) -> Iterator[Path]:
        zig = self.zig.parent / "lib"
        yield from (zig / "libcxx/include", zig / "libcxxabi/include", zig / "include")
        yield from (self.system / "include", self.system / "include/compat")
        musl = self.system / "lib/libc/musl"
        yield from (musl / "include", musl / "arch/emscripten", musl / "arch/generic")


def find_tools(cache: Path) -> Tools:
    """Return the tools, after downloading what is not there."""
    try:
        import nanobind
        import segno  # noqa: F401
        import ziglang
    except ImportError as error:
        sys.exit(f"{error}: pip install --require-hashes -r web/requirements.txt")
    system = cache / "emscripten/usr/share/emscripten/system"
    if not system.exists():
        name = f"emscripten_{EMSCRIPTEN}_all.deb"
        package = download(
            ["apt-get", "download", f"emscripten={EMSCRIPTEN}"], cache, name, EMSCRIPTEN_SHA256
        )
        run(["dpkg", "-x", package, cache / "emscripten"])
    return Tools(
        zig=Path(ziglang.__file__).parent / "zig",
        nanobind=Path(nanobind.__file__).parent,
        python=python_headers(cache),
        system=system,
    )


def download(command: list[str], folder: Path, name: str, sha256: str) -> Path:
    """Run a command that downloads a file into a folder, and check its hash."""
    path = folder / name
    if not path.exists():
        try:
            run(command, cwd=folder)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(
                f"{name} cannot be downloaded ({error}): '{' '.join(command)}' needs the program "
                f"and its registry; or put the file into {folder}"
            )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        sys.exit(f"{path} has the SHA-256 {found}, expected {sha256}: delete it and try again")
    return path


def python_headers(cache: Path) -> Path:
    """Return a copy of the headers of a Python 3.12 or newer, configured for wasm32."""
    ours = cache / "python"
    if ours.exists():
        return ours
    code = "import sys, sysconfig; print(sys.version_info >= (3, 12)); "
    code += "print(sysconfig.get_paths()['include'])"
    names = (sys.executable, "python3.14", "python3.13", "python3.12", "python3")
    # The commands of pyenv work only for the versions that are switched on.
    kept = sorted(Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python"), reverse=True)
    for program in [*filter(None, map(shutil.which, names)), *kept]:
        try:
            new, headers = run([program, "-c", code], text=True).splitlines()
        except (subprocess.CalledProcessError, ValueError):
            continue
        if new == "True" and Path(headers, "Python.h").exists():
            break
    else:
        sys.exit("no headers of Python 3.12 or newer: install one, with its development headers")
    shutil.copytree(headers, ours)
    config = ours / "pyconfig.h"
    text = config.read_text()
    for kind, size in SIZES.items():
        text = re.sub(rf"#define SIZEOF_{kind} .*", f"#define SIZEOF_{kind} {size}", text)
    config.write_text(text)
    return ours


def run(command: Iterable[str | Path], *, cwd: Path | None = None, text: bool = False) -> str:
    """Run a command and return what it prints, if `text`; raise if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, check=True, stdout=subprocess.PIPE if text else None)
    return done.stdout.decode() if text else ""


# The core ---------------------------------------------------------------------------------------


def compile_core(tools: Tools, cache: Path) -> Path:
    """Compile the core with its bindings, and return the module."""
    objects = cache / "objects"
    objects.mkdir(exist_ok=True)
    searches = cache / "searches.cpp"
    searches.write_text('#define COMBIEN_VECTORS 0\n#include "cover/vectors/searches.hpp"\n')
    native = ROOT / "native"
    common = [*FLAGS, *(f"-isystem{path}" for path in tools.headers), f"-I{native}"]
    bind = [
        "-Os",
        "-fno-strict-aliasing",
        "-DPy_LIMITED_API=0x030C0000",
        *(part for name in ("stdio.h", "stdlib.h", "string.h") for part in ("-include", name)),
        f"-I{tools.python}",
        f"-I{tools.nanobind}/include",
        f"-I{tools.nanobind}/ext/robin_map/include",
    ]
    jobs = [(searches, ["-O2"])]
    # A folder at a time, as half of the work is the headers.
    for room in sorted({path.relative_to(native).parts[0] for path in native.rglob("*.cpp")}):
        if room != "tests":
            unit = cache / f"{room}.cpp"
            sources = sorted((native / room).rglob("*.cpp"))
            names = (source.relative_to(native).as_posix() for source in sources)
            unit.write_text("".join(f'#include "{name}"\n' for name in names))
            jobs.append((unit, bind if room == "bindings" else ["-O2"]))
    backend = ["-DNB_BUILD", "-DNB_COMPACT_ASSERTIONS"]
    jobs.append((tools.nanobind / "src/nb_combined.cpp", [*bind, *backend]))

    # All headers, without looking which ones a unit includes, and what is downloaded by its hash.
    common_facts = [path.read_bytes() for path in sorted(native.rglob("*.hpp"))]
    common_facts += [tools.python.joinpath("patchlevel.h").read_bytes(), EMSCRIPTEN_SHA256.encode()]
    common_facts += [ROOT.joinpath("web/requirements.txt").read_bytes()]

    def compiled(job: tuple[Path, list[str]]) -> Path:
        source, options = job
        sources = [source, *sorted((native / source.stem).rglob("*.cpp"))]
        facts = [*common_facts, *(path.read_bytes() for path in sources)]
        # The folders differ from one environment to another, the files in them do not.
        facts += [word.encode() for word in (*FLAGS, *options) if not word.startswith("-I")]
        name = hashlib.sha256(b"\0".join(facts)).hexdigest()[:16]
        result = objects / f"{source.stem}-{name}.o"
        if not result.exists():
            command = [tools.zig, "clang", "-x", "c++", *common, *options, "-c", source]
            begun = result.with_suffix(f".{os.getpid()}")
            run([*command, "-o", begun])
            begun.replace(result)
        return result

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(compiled, jobs))
    module = cache / "_native.abi3.so"
    run([tools.zig, "wasm-ld", *LINK, *done, "-o", module])
    return module


# The site ---------------------------------------------------------------------------------------


def assemble(out: Path, core: Path, cache: Path) -> None:
    """Put the page, Pyodide and the package into a folder; print the sizes."""
    archive = download(
        ["npm", "pack", f"pyodide@{PYODIDE}"], cache, f"pyodide-{PYODIDE}.tgz", PYODIDE_SHA256
    )
    if out.exists():
        shutil.rmtree(out)
    sys.path.insert(0, str(SOURCE))
    from combien.web._page import page_files  # It needs no compiled core.

    (out / "pyodide").mkdir(parents=True)
    for name, file in page_files().items():
        (out / name).write_bytes(file)
    with tarfile.open(archive) as packed:
        for name in RUNTIME:
            content = packed.extractfile(f"package/{name}")
            assert content is not None, name
            (out / "pyodide" / name).write_bytes(shipped(name, content.read()))
    write_package(out / "combien.zip", core)
    write_worker(out)
    total = 0
    for path in files(out):
        total += (size := len(gzip.compress(path.read_bytes(), 9)))
        print(f"{size / 1e6:7.3f} MB compressed  {path.relative_to(out)}")
    print(f"{total / 1e6:7.3f} MB compressed in all, in {out}")
    if total > MOST_COMPRESSED:
        sys.exit(f"the site has more than {MOST_COMPRESSED / 1e6:g} MB: leave more out")


def shipped(name: str, content: bytes) -> bytes:
    """Return what is shipped of a file of Pyodide."""
    if name == "pyodide-lock.json":
        # The packages that it lists are not on this site.
        return json.dumps({**json.loads(content), "packages": {}}).encode()
    if name != "python_stdlib.zip":
        return content
    kept = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as read, zipfile.ZipFile(kept, "w") as written:
        for entry in read.infolist():
            if not entry.filename.startswith(NOT_SHIPPED_OF_PYTHON):
                entry.compress_type = zipfile.ZIP_DEFLATED
                written.writestr(entry, read.read(entry), compresslevel=9)
    return kept.getvalue()


def write_package(path: Path, core: Path) -> None:
    """Write the package and the core as an archive; the same files give the same bytes."""
    import segno  # With the other tools, after their error message.

    package = SOURCE / "combien"
    members = {f"combien/{core.name}": core}
    for file in package.rglob("*"):
        inside = file.relative_to(package).as_posix()
        shipped = not inside.startswith(NOT_SHIPPED) and "__pycache__" not in file.parts
        if file.is_file() and shipped and file.suffix not in (".so", ".pyi", ".pyd"):
            members[f"combien/{inside}"] = file
    # QR codes, without what only their commands need.
    codes = Path(segno.__file__).parent
    for name in ("__init__", "consts", "encoder", "utils", "writers"):
        members[f"segno/{name}.py"] = codes / f"{name}.py"
    members["segno/LICENSE"] = next(codes.parent.glob("segno-*.dist-info/**/LICENSE"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, file in sorted(members.items()):
            # A fixed date, so that equal files give equal archives.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes(), compresslevel=9)


def write_worker(out: Path) -> None:
    """Fill in the list of files that the service worker keeps for use without a network."""
    names = [path.relative_to(out).as_posix() for path in files(out)]
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + (out / name).read_bytes())
    worker = out / "service_worker.js"
    text = worker.read_text().replace('"VERSION"', json.dumps(digest.hexdigest()[:16]))
    worker.write_text(text.replace('["FILES"]', json.dumps(["./", *names])))


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
