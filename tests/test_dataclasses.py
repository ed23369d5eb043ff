"""Our dataclasses, compiled on first use, behave as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import typing
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import combien
from combien._base import records

MODULES: list[Any] = [records, dataclasses]


class Makes:
    """A class and one derived from it, by one of the modules."""

    def __init__(self, module: Any, **options: bool) -> None:
        field = module.field

        @module.dataclass(**options)
        class Node:
            kind: ClassVar[str] = "node"
            span: int = field(default=7, kw_only=True, compare=False, repr=False)

        @module.dataclass(**options)
        class Leaf(Node):
            text: str
            size: int = 3
            tags: list[str] = field(default_factory=list, hash=False)
            area: int = field(init=False, compare=False)

            def __post_init__(self) -> None:
                object.__setattr__(self, "area", self.size**2)

        self.node = Node
        self.leaf: Any = Leaf


OPTIONS = [
    {"frozen": True, "slots": True},
    {"frozen": True},
    {"slots": True},
    {},
    {"eq": False},
    {"kw_only": True},
]


def outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except (TypeError, AttributeError, ValueError):
        # With slots, some versions of Python raise a TypeError instead of a FrozenInstanceError.
        return "refused"


QUESTIONS: list[Callable[[Any], object]] = [
    lambda leaf: repr(leaf(text="a")).partition("Leaf")[2],
    lambda leaf: leaf("a", 4, ["b"], span=9).span,
    lambda leaf: leaf("a", 4, ["b"], 9),
    lambda leaf: leaf(),
    lambda leaf: leaf(text="a", areas=1),
    lambda leaf: leaf(text="a") == leaf(text="a", span=8),
    lambda leaf: leaf(text="a") == leaf(text="b"),
    lambda leaf: leaf(text="a") != "a",
    lambda leaf: leaf(text="a").__eq__("a") is NotImplemented,
    lambda leaf: len({leaf(text="a", tags=()), leaf(text="a", tags=(), span=1)}),
    lambda leaf: len({leaf(text="a", tags=()), leaf(text="b", tags=())}),
    lambda leaf: leaf(text="a").tags is leaf(text="a").tags,
    lambda leaf: (leaf(text="a").area, leaf.kind, leaf.__match_args__),
    lambda leaf: str(inspect.signature(leaf)),
    lambda leaf: setattr(leaf(text="a"), "text", "b"),
    lambda leaf: setattr(leaf(text="a"), "other", "b"),
    lambda leaf: delattr(leaf(text="a"), "text"),
    lambda leaf: hasattr(leaf(text="a"), "__dict__"),
    lambda leaf: leaf.__dict__.get("size") == 3,
    lambda leaf: copy.copy(leaf(text="a", span=5)).span,
    lambda leaf: copy.deepcopy(leaf(text="a", size=2)).area,
    lambda leaf: dataclasses.asdict(leaf(text="a")),
    lambda leaf: dataclasses.replace(leaf(text="a", span=5), text="c").span,
    lambda leaf: records.replace(leaf(text="a", span=5), text="c").text,
    lambda leaf: records.replace(leaf(text="a"), area=4),
    lambda leaf: records.replace(leaf(text="a"), volume=4),
    lambda leaf: [(f.name, f.type, f.compare, f.init) for f in dataclasses.fields(leaf)],
    dataclasses.is_dataclass,
    lambda leaf: dataclasses.is_dataclass(leaf(text="a")),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_the_same_as_the_standard_library(options: dict[str, bool], number: int) -> None:
    ours, theirs = (Makes(module, **options).leaf for module in MODULES)
    question = QUESTIONS[number]
    expected: Any = outcome(lambda: question(theirs))
    found = outcome(lambda: question(ours))
    if not isinstance(expected, theirs):
        assert found == expected


@records.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("below 0")


def test_pickle() -> None:
    assert pickle.loads(pickle.dumps(Point(3))) == Point(3, 0)


def test_a_class_of_the_standard_library_can_be_derived() -> None:
    @dataclasses.dataclass(frozen=True)
    class Solid(Point):
        z: int = 2

    assert Solid(3) == Solid(3, 0, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Solid(3).z = 1  # type: ignore[misc]


@pytest.mark.parametrize("module", MODULES)
def test_methods_of_the_class_are_kept(module: Any) -> None:
    class Own:
        value: int = 0

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "own"

    made = module.dataclass(frozen=True)(Own)
    assert (made(1), hash(made(2)), repr(made(3))) == (made(2), 5, "own")


def test_super_without_arguments() -> None:
    @records.dataclass(frozen=True, slots=True)
    class Solid(Point):
        z: int = 2

        def __post_init__(self) -> None:
            super().__post_init__()

    assert Solid(1).x == 1
    with pytest.raises(ValueError, match="below"):
        Solid(-1)


def test_fields_of_the_standard_library() -> None:
    @records.dataclass(frozen=True, slots=True)
    class Mixed:
        x: int = dataclasses.field(default=3, compare=False, metadata={"unit": "mm"})
        y: list[int] = dataclasses.field(default_factory=list, kw_only=True)

    assert (Mixed(), Mixed(4).x) == (Mixed(5), 4)
    assert dataclasses.fields(Mixed)[0].metadata == {"unit": "mm"}


def test_annotations_have_the_names_of_the_module() -> None:
    hints = typing.get_type_hints(combien.PlanEntry.__init__)
    assert hints["expected"] == float | None


@pytest.mark.parametrize("use", [lambda one, other: one == other, lambda one, _: hash(one)])
def test_ctrl_c_while_a_method_is_made_is_not_lost(
    use: Callable[[object, object], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    @records.dataclass(frozen=True)
    class Pair:
        x: int

    one, other = Pair(1), Pair(1)

    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(records, "_compiled", interrupted)
    with pytest.raises(KeyboardInterrupt):
        use(one, other)
    monkeypatch.undo()
    assert use(one, other) == use(other, one)
    assert one == other
