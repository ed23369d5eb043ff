"""Dataclasses whose methods are compiled on first use.

`dataclasses` compiles up to six methods with each class, which takes most of a millisecond: 40 ms
for the nodes of a script alone, twice the start of Python.  Most of them are never called.  Here a
class has descriptors in their place: each compiles its method when it is looked up for the first
time, or is called, and is replaced by it.

Type checkers see the functions of `dataclasses`; `fields`, `asdict` and `is_dataclass` accept the
classes.  There is no support for `order`, `unsafe_hash`, `weakref_slot` and `InitVar`.
"""

from __future__ import annotations

from sys import modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from dataclasses import Field, dataclass, field, replace
    from typing import Any

__all__ = ["dataclass", "field", "replace"]


class _Missing:
    """Marks a field without a default; in signatures, a default that is made for each object."""

    def __repr__(self) -> str:
        return "<factory>"


_MISSING: Any = _Missing()


class _Field:
    """A field of a class, with the same parameters as `dataclasses.field`."""

    __slots__ = ("given", "kind", "kw_only")

    def __init__(self, **given: Any) -> None:
        self.given = given
        self.kind: Any = None
        self.kw_only: bool = given.get("kw_only", False) is True

    @property
    def default(self) -> Any:
        return self.given.get("default", _MISSING)

    @property
    def factory(self) -> Any:
        return self.given.get("default_factory")

    def is_in(self, method: str) -> bool:
        """Whether a method (`init`, `repr`, `compare`) uses the field."""
        used: bool = self.given.get(method, True)
        return used


class _Later:
    """An attribute of a class that is made when it is looked up."""

    __slots__ = ("cls", "make", "name")

    def __init__(self, make: Callable[[Any], Any], name: str) -> None:
        self.make = make
        self.name = name
        self.cls: Any = None

    def __set_name__(self, cls: type, name: str) -> None:
        self.cls = cls

    def __get__(self, instance: object, owner: type) -> Any:
        made = self.make(self.cls)
        setattr(self.cls, self.name, made)
        return made.__get__(instance, owner) if hasattr(made, "__get__") else made


def _on_call(make: Callable[[Any], Any], name: str) -> Any:
    """Return a method that is replaced by the one that is made at its first call.

    For methods that Python looks up by itself: it drops an exception of `__get__` there, as Ctrl-C
    is, and takes the objects for different, or without a hash.
    """

    def method(self: Any, *others: Any) -> Any:
        for cls in type(self).__mro__:
            if cls.__dict__.get(name) is method:
                setattr(cls, name, make(cls))
                return cls.__dict__[name](self, *others)
        # Another thread has replaced it.
        return getattr(type(self), name)(self, *others)

    method.__name__ = name
    return method


def _record(
    cls: Any = None,
    /,
    *,
    init: bool = True,
    repr: bool = True,  # noqa: A002
    eq: bool = True,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
) -> Any:
    """Return a class with the methods of its fields, like `dataclasses.dataclass`."""
    if cls is None:
        given = {"init": init, "repr": repr, "eq": eq, "kw_only": kw_only}
        return lambda cls: _record(cls, frozen=frozen, slots=slots, **given)
    space = dict(cls.__dict__)
    own = _own_fields(space, kw_only=kw_only)
    fields: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        fields.update(base.__dict__.get("_record_fields", {}))
    inherited = set(fields)
    fields.update(own)
    positional = (name for name, f in fields.items() if f.is_in("init") and not f.kw_only)
    new: dict[str, Any] = {
        "_record_fields": fields,
        "_record_frozen": frozen,
        "__match_args__": tuple(positional),
        "__dataclass_fields__": _Later(_real_fields, "__dataclass_fields__"),
        "__dataclass_params__": _Later(_real_params, "__dataclass_params__"),
    }
    if init:
        new["__init__"] = _Later(_make_init, "__init__")
    if repr:
        new["__repr__"] = _on_call(_make_repr, "__repr__")
    if eq:
        new["__eq__"] = _on_call(_make_eq, "__eq__")
        # With `__eq__` alone, Python puts None in its place.
        if space.get("__hash__") is None:
            space.pop("__hash__", None)
        new["__hash__"] = _on_call(_make_hash, "__hash__") if frozen else None
    if frozen:
        new["__setattr__"] = _Later(_make_setattr, "__setattr__")
        new["__delattr__"] = _Later(_make_delattr, "__delattr__")
        if slots:
            new["__getstate__"] = _state
            new["__setstate__"] = _set_state
    new = {name: value for name, value in new.items() if name not in space}
    if slots:
        for name in (*own, "__dict__", "__weakref__"):
            space.pop(name, None)
        slot_names = tuple(name for name in own if name not in inherited)
        made = type(cls)(cls.__name__, cls.__bases__, {**space, **new, "__slots__": slot_names})
        made.__qualname__ = cls.__qualname__
        for method in space.values():
            known = getattr(getattr(method, "__code__", None), "co_freevars", ())
            if "__class__" in known:
                # What `super()` without arguments refers to.
                method.__closure__[known.index("__class__")].cell_contents = made
        return made
    for name, value in new.items():
        setattr(cls, name, value)
        if isinstance(value, _Later):
            value.cls = cls
    for name, one in own.items():
        if one.default is not _MISSING:
            setattr(cls, name, one.default)
        elif name in space:
            delattr(cls, name)
    return cls


def _own_fields(space: dict[str, Any], *, kw_only: bool) -> dict[str, _Field]:
    """Return the fields that a class declares itself."""
    own: dict[str, _Field] = {}
    for name, kind in space.get("__annotations__", {}).items():
        if str(kind).startswith("ClassVar"):
            continue
        one = space.get(name, _MISSING)
        if type(one).__module__ == "dataclasses":
            one = _adopted(one)
        elif not isinstance(one, _Field):
            one = _Field() if one is _MISSING else _Field(default=one)
        one.kind = kind
        one.kw_only = one.kw_only or kw_only
        own[name] = one
    return own


def _adopted(one: Field[Any]) -> _Field:
    """Return what `dataclasses.field` has made as one of our fields."""
    import dataclasses  # Start-up: only for such fields.

    names = ("default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only")
    given = {name: getattr(one, name) for name in names}
    return _Field(**{k: value for k, value in given.items() if value is not dataclasses.MISSING})


def _compiled(
    cls: Any, name: str, parameters: Iterable[str], lines: Iterable[str], known: dict[str, Any]
) -> Any:
    """Return a method with this code, in which `known` are names."""
    body = "".join(f"\n  {line}" for line in lines) or "\n  pass"
    known = {**known, "_MISSING": _MISSING}
    method = f" def {name}({', '.join(parameters)}):{body}\n return {name}"
    made: dict[str, Any] = {}
    # With the names of the module, by which annotations are resolved.
    exec(f"def make({', '.join(known)}):\n{method}", modules[cls.__module__].__dict__, made)
    method = made["make"](**known)
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    method.__module__ = cls.__module__
    return method


def _make_init(cls: Any) -> Any:
    fields: dict[str, _Field] = cls._record_fields
    known: dict[str, Any] = {"_set": object.__setattr__}
    parameters, named, lines = ["self"], list[str](), list[str]()
    for name, one in fields.items():
        value = name
        if one.factory is not None:
            known[f"_make_{name}"] = one.factory
            value = f"_make_{name}()"
            if one.is_in("init"):
                value += f" if {name} is _MISSING else {name}"
        elif not one.is_in("init"):
            if one.default is _MISSING:
                continue
            value = f"_default_{name}"
        if one.is_in("init"):
            has_default = one.factory is not None or one.default is not _MISSING
            known[f"_default_{name}"] = one.default
            (named if one.kw_only else parameters).append(
                f"{name}=_default_{name}" if has_default else name
            )
        elif one.default is not _MISSING:
            known[f"_default_{name}"] = one.default
        lines.append(
            f"_set(self, '{name}', {value})" if cls._record_frozen else f"self.{name} = {value}"
        )
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    init = _compiled(cls, "__init__", [*parameters, *["*"] * bool(named), *named], lines, known)
    kinds = {name: one.kind for name, one in fields.items() if one.is_in("init")}
    init.__annotations__ = {**kinds, "return": None}
    return init


def _values(cls: Any, of: str) -> str:
    """Return the code of the tuple of the values that are compared."""
    names = [name for name, one in cls._record_fields.items() if one.is_in("compare")]
    return "(" + "".join(f"{of}.{name}, " for name in names) + ")"


def _make_eq(cls: Any) -> Any:
    lines = [
        "if other.__class__ is self.__class__:",
        f"  return {_values(cls, 'self')} == {_values(cls, 'other')}",
        "return NotImplemented",
    ]
    return _compiled(cls, "__eq__", ["self", "other"], lines, {})


def _make_hash(cls: Any) -> Any:
    return _compiled(cls, "__hash__", ["self"], [f"return hash({_values(cls, 'self')})"], {})


def _make_repr(cls: Any) -> Any:
    from reprlib import recursive_repr  # Start-up: only to show an object.

    names = [name for name, one in cls._record_fields.items() if one.is_in("repr")]

    def shown(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({values})"

    return recursive_repr()(shown)


def _make_setattr(cls: Any) -> Any:
    def assign(self: Any, name: str, value: object) -> None:
        _refuse(cls, self, name, "assign to")
        super(cls, self).__setattr__(name, value)

    return assign


def _make_delattr(cls: Any) -> Any:
    def delete(self: Any, name: str) -> None:
        _refuse(cls, self, name, "delete")
        super(cls, self).__delattr__(name)

    return delete


def _refuse(cls: Any, instance: object, name: str, what: str) -> None:
    if type(instance) is cls or name in cls._record_fields:
        from dataclasses import FrozenInstanceError  # Start-up: only for errors.

        raise FrozenInstanceError(f"cannot {what} field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self._record_fields]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self._record_fields, state, strict=True):
        object.__setattr__(self, name, value)


def _real(cls: Any) -> Any:
    """Return a class of `dataclasses` with the same fields."""
    import dataclasses  # Start-up: only for what asks about fields.

    rows = [
        (name, one.kind, dataclasses.field(**{**one.given, "kw_only": one.kw_only}))
        for name, one in cls._record_fields.items()
    ]
    return dataclasses.make_dataclass(
        cls.__name__, rows, init=False, repr=False, eq=False, frozen=cls._record_frozen
    )


def _real_fields(cls: Any) -> Any:
    return _real(cls).__dataclass_fields__


def _real_params(cls: Any) -> Any:
    return _real(cls).__dataclass_params__


def _replace(instance: Any, /, **changes: Any) -> Any:
    """Return a copy with some fields changed, like `dataclasses.replace`."""
    fields = getattr(instance, "_record_fields", None)
    if fields is None:
        import dataclasses  # Start-up: only for other dataclasses.

        return dataclasses.replace(instance, **changes)
    for name, one in fields.items():
        if one.is_in("init"):
            changes.setdefault(name, getattr(instance, name))
        elif name in changes:
            raise ValueError(f"field {name} is not a parameter of {type(instance).__name__}")
    return type(instance)(**changes)


if not TYPE_CHECKING:
    dataclass, field, replace = _record, _Field, _replace
