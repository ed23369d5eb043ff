"""What the language server knows about a script, compared with what the command says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from combien.errors import BadScript
from combien.language import parse, to_text
from combien.language._analysis import MOST_FAULTS, Fault, analyze
from combien.language._assistance import completions_at, definition_at, hover_at, name_at
from combien.language._check import check
from combien.language._files import gather
from combien.language._parser import plain
from tests.language.test_round_trip import WORDS, scripts

EXAMPLES = Path(__file__).parents[2] / "examples"
# Small ones: some boards of the others take a second.
TEXTS = {
    name: (EXAMPLES / f"{name}.cmb").read_text(encoding="utf-8")
    for name in ("algebra", "dominoes", "soma", "scott")
}


def of_the_command(text: str, file: str) -> tuple[str | None, list[str]]:
    """The error with which the command would end, and its warnings."""
    warnings: list[str] = []
    try:
        check(gather(parse(text, file=file)), warn=warnings.append)
    except BadScript as error:
        return str(error), warnings
    return None, warnings


def agree(text: str, file: str) -> None:
    """Require the error of the command, or none; nothing may fail at any place of the text."""
    found = analyze(text, file=file)
    error, warnings = of_the_command(text, file)
    assert bool(error) == any(not fault.warning for fault in found.faults)
    if error:
        said = [str(found.source.fault(f.message, f.start, f.end)) for f in found.faults]
        assert error in [*said, *(fault.message for fault in found.faults)]
    else:
        last = [warning.rpartition(": ")[2] for warning in warnings]
        assert sorted(f.message.rpartition(": ")[2] for f in found.faults) == sorted(last)
    for offset in range(0, len(found.source.text) + 1, 11):
        hover_at(found, offset)
        definition_at(found, offset)
        completions_at(found, offset)


changes = st.tuples(st.integers(0, 10**6), st.integers(0, 12), st.sampled_from(["", *WORDS]))


def changed(text: str, change: tuple[int, int, str]) -> str:
    at, length, instead = change
    at %= len(text) + 1
    return text[:at] + instead + text[at + length :]


@pytest.mark.parametrize("name", TEXTS)
def test_examples_have_no_faults(name: str) -> None:
    assert analyze(TEXTS[name], file=str(EXAMPLES / f"{name}.cmb")).faults == []


@given(st.sampled_from(sorted(TEXTS)), st.lists(changes, min_size=1, max_size=3))
def test_the_error_of_the_command_is_among_the_faults(
    name: str, edits: list[tuple[int, int, str]]
) -> None:
    text = TEXTS[name]
    for edit in edits:
        text = changed(text, edit)
    agree(text, str(EXAMPLES / f"{name}.cmb"))


@given(scripts.map(to_text), changes)
def test_of_any_script_with_a_change(text: str, edit: tuple[int, int, str]) -> None:
    agree(changed(text, edit), "no folder/script.cmb")


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
@example("pattern a = {\x00}\npattern b")
@example("pattern a = {\npattern b = {*}\nproblem p = b [a]")
@example('pattern a = "\r\npattern b = {*}\r\nproblem p = b [c]')
def test_of_any_text(text: str) -> None:
    agree(text, "no folder/script.cmb")


def faults(text: str) -> list[tuple[int, str]]:
    """The lines and the first words of the faults."""
    found = analyze(text)
    return [
        (found.source.place(fault.start)[0], " ".join(fault.message.split()[:3]))
        for fault in found.faults
    ]


def test_each_declaration_has_its_error() -> None:
    assert faults("pattern = {*}\npattern b = {*}\npattern c = {**\ncount dlx p  $\nprint q") == [
        (1, "expected a name"),
        (3, "this drawing is"),
        (4, "the language has"),
        (5, "there is no"),
    ]


def test_consequences_of_an_error_are_not_shown() -> None:
    text = "pattern a = {*} ||\ntiles t = [a]\nproblem p = a t\ncount dlx p\ncount dlx q\n"
    assert faults(text) == [(2, "expected an expression"), (5, "there is no")]
    # A later definition is a definition again.
    assert faults(f"{text}pattern a = {{*}}\nproblem r = a [a, b]")[2:] == [(7, "there is no")]


def test_a_text_of_errors_alone_has_few() -> None:
    assert len(analyze("pattern\n" * 10_000).faults) == MOST_FAULTS


def test_a_name_means_the_definition_before_it() -> None:
    text = "pattern a = {*}\ntiles a = [a]\npattern a = {**}\nproblem a = a a\nprint a\n"
    found = analyze(text)
    meant = {
        offset: (named[1].word, found.source.place(named[1].name.span.start)[0])
        for offset in range(len(text))
        if text[offset - 1 : offset + 2] in (" a ", "[a]", " a\n")
        and (named := name_at(found, offset)) is not None
    }
    assert list(meant.values()) == [
        ("pattern", 1),
        ("tiles", 2),
        ("pattern", 1),
        ("pattern", 3),
        ("problem", 4),
        ("pattern", 3),
        ("tiles", 2),
        ("problem", 4),
    ]


def test_reading_can_be_stopped() -> None:
    class Stop(Exception):
        pass

    calls = []

    def pause() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Stop

    with pytest.raises(Stop):
        analyze("pattern a = {*}\n" * 10, pause=pause)


def words(text: str) -> set[str]:
    """The words that are possible where the text has a cursor."""
    before, _, after = text.partition("¦")
    return {one.word for one in completions_at(analyze(before + after), len(before))}


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("¦", {"pattern", "problem", "include", "exit"}, {"~sym", "crop"}),
        ("pattern a = {*} pattern b = ¦", {"a", "apply", "constant"}, {"b", "pattern"}),
        ("pattern a = {*} pattern b = a ¦", {"pattern", "count"}, {"a", "apply"}),
        ("pattern a = {*} pattern b = a || a¦", {"a"}, {"pattern"}),
        ("pattern a = {*} assert ¦", {"a", "true", "false"}, {"assert"}),
        ("pattern a = { ¦ }", set(), {"a", "pattern"}),
        ("pattern a = {*}  # ¦", set(), {"pattern"}),
        ('dimacs p "¦', set(), {"pattern"}),
        ("problem p = {*} [{*} ~¦", {"~sym", "~one", "~times", "~cost", "~top"}, {"~on", "a"}),
        ("problem p = {*} [{*}] ~¦", {"~on", "~holes", "~force", "~border"}, {"~sym", "~top"}),
        ("problem p = {*} [{*}] ~on ¦", {"torus", "hexagons"}, {"all"}),
        ("count dlx p ~up_to ¦", {"all", "rotations", "none"}, {"torus"}),
        ("count dlx p ¦", {"~up_to", "count"}, {"p"}),
        ("tiles3 ¦", {"soma"}, {"hexiamonds"}),
        ("pattern3 s = [{*}] problem3 q = ¦", {"s"}, {"q"}),
        ("pattern a = {*} problem p = {*} [a ~color ¦", set(), {"a"}),
        ("pattern a = {*} problem p = {*} [a ~color red ¦", {"a"}, {"red"}),
        ("debug ¦", {"on", "off"}, {"debug"}),
    ],
)
def test_what_can_come_next(text: str, some: set[str], none: set[str]) -> None:
    found = words(text)
    assert some <= found
    assert not none & found


def test_every_completion_is_possible() -> None:
    """A word that is offered is not what the parser refuses."""
    text = plain(TEXTS["scott"])
    found = analyze(text, file=str(EXAMPLES / "scott.cmb"))
    for offset in range(0, len(text), 13):
        for one in completions_at(found, offset):
            if one.kind == "option":
                continue  # Some need an argument.
            again = analyze(f"{text[: one.start]}{one.word} ", file=str(EXAMPLES / "scott.cmb"))
            wrong = [f for f in again.faults if f.start == one.start and "expected" in f.message]
            assert wrong == [], (text[max(0, offset - 30) : offset], one)


def test_a_fault_has_its_place() -> None:
    (fault,) = analyze("pattern a = {*}\ncount dxl a").faults
    assert fault == Fault(22, 25, fault.message)
