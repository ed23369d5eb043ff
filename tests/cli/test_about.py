"""Commands about combien itself: examples, completion, the report of `combien doctor`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import combien as package
from combien._base.extras import EXTRAS, installed
from combien._base.files import example_names
from combien._cli import doctor
from combien.engines import ENGINES
from combien.errors import Disagreement, MissingExtra
from tests.cli.commands import combien
from tests.programs import ROOT

FOLDER = ROOT / "examples"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What the program prints, with further variables of the environment."""
    command = [sys.executable, "-m", "combien", *words]
    env = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, env=env, check=True)


# Examples -----------------------------------------------------------------------------------------


def test_the_examples_are_those_of_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    known = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert set(example_names()) == {name for name in known if not name.endswith(".expected")}
    listed = combien("examples").out
    assert re.findall(r"^\S+", listed, re.MULTILINE) == example_names()
    for name in example_names():
        (shown,) = re.findall(rf"^{re.escape(name)} +(.*(?:\n .*)*)", listed, re.MULTILINE)
        assert re.fullmatch(r"[A-Z][^#|<>]*[a-z0-9)`]\.", " ".join(shown.split())), name


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("count example:knuth.dlx", "1\n"),
        ("run example:scott.cmb", (FOLDER / "scott.expected").read_text()),
        ("run --allow-files example:scott.cmb", (FOLDER / "scott.expected").read_text()),
        ("nonogram solve example:five.non", (FOLDER / "five.expected").read_text()),
    ],
)
def test_a_command_reads_an_example(words: str, expected: str, here: Path) -> None:
    assert combien(*words.split()).out == expected


@pytest.mark.parametrize(
    "words",
    ["count", "run", "nonogram solve", "sudoku", "puzzle mates", "puzzle sudoku", "explain"],
)
def test_an_example_that_does_not_exist(words: str) -> None:
    for name in ("scot", "../pyproject", "", "scott.expected", "/etc/passwd"):
        outcome = combien(*words.split(), f"example:{name}")
        assert (outcome.code, outcome.out) == (2, "")
        assert f"there is no example '{name}' ('combien examples' lists them)" in outcome.err
    assert "did you mean 'scott.cmb'?" in combien("count", "example:scot.cmb").err


def test_python_reads_an_example(here: Path) -> None:
    from combien.language import problems

    assert package.count(problems("example:scott.cmb")["scott"]) == 520


def test_a_script_includes_no_example(here: Path) -> None:
    (here / "a.cmb").write_text('include "example:pentominoes.cmb"\n')
    assert "cannot read 'example:pentominoes.cmb'" in combien("run", "a.cmb").err


def test_an_example_is_written_with_its_neighbors(here: Path) -> None:
    assert combien("examples", "scott.cmb").out == "scott.cmb\npentominoes.cmb\n"
    for name in ("scott.cmb", "pentominoes.cmb"):
        assert (here / name).read_bytes() == (FOLDER / name).read_bytes()
    assert combien("run", "scott.cmb").out == (FOLDER / "scott.expected").read_text()
    # The neighbor is here already, and is the same.
    assert combien("examples", "example:rectangles.cmb").out == "rectangles.cmb\n"


def test_no_file_is_replaced(here: Path) -> None:
    (here / "pentominoes.cmb").write_text("mine")
    (here / "camel.cmb").symlink_to("nowhere")
    for words in (["scott.cmb"], ["camel.cmb"], ["soma.cmb", "-o", "pentominoes.cmb"]):
        outcome = combien("examples", *words)
        assert (outcome.code, outcome.out) == (1, "")
        assert "exists, and is not replaced" in outcome.err
    assert [path.name for path in sorted(here.iterdir())] == ["camel.cmb", "pentominoes.cmb"]
    assert (here / "pentominoes.cmb").read_text() == "mine"


def test_where_an_example_is_written(here: Path) -> None:
    assert combien("examples", "key.txt", "-o", "-").out == (FOLDER / "key.txt").read_text()
    assert combien("examples", "key.txt", "-o", "mine.txt").out == "mine.txt\n"
    assert [path.name for path in here.iterdir()] == ["mine.txt"]
    assert combien("examples", "-o", "mine.txt").code == 2
    assert "did you mean 'key.txt'?" in combien("examples", "kye.txt").err


# Completion ---------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, with a program `combien` on the PATH."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    script = bin_folder / "combien"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m combien "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def shell(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def test_bash_completes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/bash")
    file, told = combien("completion", "--install").out.split("\n", maxsplit=1)
    assert file == str(home / ".local/share/bash-completion/completions/combien")
    assert f". {file}\n" in told
    asked = f'. "{file}"; COMP_WORDS=(combien cou) COMP_CWORD=1; _combien_completion combien'
    assert shell("bash", "--norc", "-c", f"{asked}; echo ${{COMPREPLY[@]}}") == "count\n"
    # Bash ends words at colons.
    for words, completed in (
        ("example : cam", "camel.cmb camel.txt\n"),
        ("example : camel.cmb --problem small", "small_camel\n"),
    ):
        count = 2 + len(words.split())
        asked = f". '{file}'; COMP_WORDS=(combien count {words}); COMP_CWORD={count - 1}"
        replied = f"{asked}; _combien_completion combien; echo ${{COMPREPLY[@]}}"
        assert shell("bash", "--norc", "-c", replied) == completed


@pytest.mark.needs("zsh")
def test_zsh_completes(home: Path) -> None:
    file, told = combien("completion", "zsh", "--install").out.split("\n", maxsplit=1)
    assert file == str(home / ".zfunc/_combien")
    (line,) = re.findall(r"^  (.*)$", told, re.MULTILINE)
    (home / ".zshrc").write_text(line)
    # `compadd` is what the completion calls with the words that it offers.
    asked = (
        'echo $_comps[combien]; compadd() { print -r -- "$@"; }; _describe() { '
        "print -l -- ${(P)3}; }; words=(combien cou); CURRENT=2; _combien"
    )
    said = shell("zsh", "-i", "-c", asked)
    assert said.startswith("_combien\n")
    assert "count:Count the solutions" in said


@pytest.mark.needs("fish")
def test_fish_completes(home: Path) -> None:
    file = combien("completion", "fish", "--install").out.split("\n")[0]
    assert file == str(home / ".config/fish/completions/combien.fish")
    assert "count\t" in shell("fish", "-c", "complete -C 'combien cou'")
    found = shell("fish", "-c", "complete -C 'combien count example:cam'")
    assert found.split() == ["example:camel.cmb", "example:camel.txt"]


def test_the_shell_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert "fish_complete" in combien("completion").out
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    outcome = combien("completion")
    assert (outcome.code, outcome.out) == (2, "")
    assert "$SHELL is not one of bash, zsh, fish: name the shell" in outcome.err


def test_a_folder_that_cannot_be_made(home: Path) -> None:
    (home / ".config").write_text("")
    outcome = combien("completion", "fish", "--install")
    assert outcome.code == 1
    assert "cannot write" in outcome.err


# Version and doctor -------------------------------------------------------------------------------


def test_the_version_has_the_extras() -> None:
    first, second = program("--version").stdout.splitlines()
    assert first == f"combien {package.__version__}"
    assert second == f"extras: {', '.join(installed()) or 'none'}; see combien doctor"


def test_each_installed_engine_counts_right(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = combien("doctor", "--json")
    report = json.loads(outcome.out)
    assert outcome.code == 0
    assert report["sound"]
    assert report["version"] == package.__version__
    checks = {check["engine"]: check["counts"] for check in report["checks"]}
    assert checks.keys() == {*ENGINES, "milp"}
    every = {"8 queens": 92, "domino tilings 6 x 6": 6728, "Langford pairs to 7": 52}
    assert checks["bits"] == checks["dlx"] == checks["frontier"] == checks["auto"] == every
    assert checks["fkt"] == {"domino tilings 6 x 6": 6728}
    extras = {extra["name"]: extra for extra in report["extras"]}
    assert extras.keys() == EXTRAS.keys()
    assert {name for name, extra in extras.items() if extra["packages"]} == set(installed())
    assert not any(extra["error"] for extra in extras.values())
    monkeypatch.setattr(doctor, "_faults_of_imports", dict)
    text = combien("doctor").out
    assert text.splitlines()[0] == f"combien {package.__version__}"
    assert text.endswith("each installed engine counted right\n")


@pytest.mark.usefixtures("no_imports")
def test_a_wrong_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = package.count

    def count(model: object, *, engine: str) -> int:
        if engine == "memo":
            raise Disagreement("two numbers")
        if engine == "tree":
            raise MissingExtra("tree: it is not here")
        return right(model, engine=engine) + (engine == "zdd")  # type: ignore[arg-type]

    monkeypatch.setattr(package, "count", count)
    outcome = combien("doctor")
    assert outcome.code == 70
    lines = {line.split()[0]: line.strip() for line in outcome.out.splitlines()}
    assert lines["zdd"].endswith("8 queens 93; ValueError: 8 queens: expected 92")
    assert lines["memo"].endswith("Disagreement: two numbers")
    assert lines["tree"] == "tree          tree: it is not here"
    assert outcome.out.endswith("2 engines failed\n")


FAKES = {
    "highspy": "import sys\nif 'ortools' in sys.modules: raise ImportError('undefined symbol: x')",
    "ortools": "",
    "ortools/sat": "",
    "ortools/sat/python": "",
    "ortools/sat/python/cp_model": "",
    "graphillion": "raise RuntimeError('compiled for another processor')",
}


def test_packages_that_exclude_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two can be loaded, but not both in one process."""
    for name, text in FAKES.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(text)
        if "/" not in name:
            (tmp_path / f"{name}-9.0.dist-info").mkdir()
            metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.0\n"
            (tmp_path / f"{name}-9.0.dist-info" / "METADATA").write_text(metadata)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(doctor, "EXTRAS", {n: EXTRAS[n] for n in ("cpsat", "diagrams", "milp")})
    monkeypatch.setattr(doctor, "_checks", list)
    outcome = combien("doctor")
    lines = {line.split()[0]: line.strip() for line in outcome.out.splitlines()}
    assert outcome.code == 70
    assert lines["cpsat"] == "cpsat       ortools 9.0"
    assert lines["milp"].startswith(
        "milp        highspy 9.0; highspy cannot be loaded in one process with ortools: "
        "ImportError: undefined symbol: x; try "
    )
    assert lines["diagrams"].startswith("diagrams    graphillion 9.0, oxidd ")
    assert (
        "graphillion cannot be loaded: RuntimeError: compiled for another processor; try "
        in lines["diagrams"]
    )
    assert outcome.out.endswith("extras that cannot be loaded: diagrams, milp\n")
    extras = {
        extra["name"]: extra for extra in json.loads(combien("doctor", "--json").out)["extras"]
    }
    assert extras["milp"]["error"].startswith("highspy cannot be loaded")


@pytest.mark.usefixtures("no_imports")
def test_a_core_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingExtra("the compiled core of combien cannot be loaded")

    monkeypatch.setattr(doctor, "_questions", missing)
    outcome = combien("doctor")
    assert outcome.code == 70
    assert (
        "core          MissingExtra: the compiled core of combien cannot be loaded" in outcome.out
    )


def test_the_report_names_no_user(monkeypatch: pytest.MonkeyPatch) -> None:
    for home in (str(ROOT), f"{ROOT}/"):
        monkeypatch.setenv("HOME", home)
        assert doctor._shown(str(FOLDER)) == "~/examples"
    monkeypatch.setenv("HOME", "/")
    assert doctor._shown("/etc") == "/etc"
    monkeypatch.setenv("HOME", str(Path(package.__file__).parents[1]))
    assert "~/combien" in doctor._installed()


class Copy:
    """A copy of combien, as `importlib.metadata` describes it."""

    def __init__(self, url: object, place: Path) -> None:
        self._files = {"direct_url.json": json.dumps(url) if url else None, "INSTALLER": "pip\n"}
        self._place = place

    def read_text(self, name: str) -> str | None:
        return self._files[name]

    def locate_file(self, name: str) -> Path:
        return self._place / name


@pytest.mark.parametrize(
    ("url", "own", "told"),
    [
        (None, True, "from an index by pip, in "),
        ({"archive_info": {}}, True, "from an archive by pip, in "),
        ({"dir_info": {}}, True, "from a folder by pip, in "),
        ({"dir_info": {"editable": True}}, False, "editable, from a folder by pip, in "),
        ({"vcs_info": {"commit_id": "0123456789abcdef"}}, True, "from a repository, 0123456789ab "),
        ({"dir_info": {}}, False, "another copy is installed"),
    ],
)
def test_how_it_was_installed(
    url: object, own: bool, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = Path(package.__file__).parents[1] if own else tmp_path
    monkeypatch.setattr(doctor, "distribution", lambda name: Copy(url, place))
    assert told in doctor._installed()


def test_a_copy_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "distribution", nothing)
    assert doctor._installed().startswith("not installed: run from ")


@pytest.mark.usefixtures("no_imports")
def test_a_temporary_folder_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert doctor._temporary() == "cannot be written: No space left on device"
    assert combien("doctor").code == 70
