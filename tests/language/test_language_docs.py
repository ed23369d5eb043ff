"""The pages and examples are true: each script in docs/language.md prints the text below it."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest

from combien.errors import BadScript
from combien.language import parse, problems, run_script, to_text

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

BLOCK = re.compile(
    r"^```cmb\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?(?:\n```text\n(.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)
BLOCKS = BLOCK.findall((ROOT / "docs" / "language.md").read_text(encoding="utf-8"))


# A second text below a script is what goes to the standard error.
@pytest.mark.parametrize(("script", "expected", "remarks"), BLOCKS, ids=range(len(BLOCKS)))
def test_the_page_is_true(
    script: str, expected: str, remarks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "pentominoes.cmb", tmp_path)
    out, err = io.StringIO(), io.StringIO()
    try:
        run_script(parse(script), out=out, err=err)
    except BadScript as error:
        out.write(f"{error}\n")
    assert out.getvalue() == expected
    assert err.getvalue() == remarks


def test_the_page_has_its_scripts() -> None:
    assert len(BLOCKS) >= 10
    assert sum("column" in expected for _, expected, _ in BLOCKS) == 3


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.cmb")), ids=lambda path: path.stem)
def test_examples_are_printed_and_read_again(path: Path) -> None:
    script = parse(path.read_text(encoding="utf-8"), file=str(path))
    assert parse(to_text(script), file=str(path)) == script


# From the paper on combine, and for Scott's problem the options that belong to each count.
SIZES = {
    ("camel", "small_camel"): (80, 80, 122),
    ("camel", "great_camel"): (160, 160, 268),
    ("scott", "scott"): (60, 72, 1568),
    ("scott", "scott_up_to_symmetry"): (60, 72, 1400),
    ("dominoes", "board_8x8"): (64, 64, 112),
    ("rectangles", "rectangle_6x10"): (60, 72, 2056),
}


@pytest.mark.parametrize(("example", "name"), SIZES)
def test_known_sizes(example: str, name: str) -> None:
    problem = problems(EXAMPLES / f"{example}.cmb")[name]
    cover = problem.problem()
    sizes = len(problem.board), cover.item_count, cover.option_count
    assert sizes == SIZES[example, name]
