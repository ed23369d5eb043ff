"""Tables whose entries can also come from other installed packages, by entry points.

A table has its built-in entries, and after them those of plug-ins, sorted by name.  The metadata
of the installed packages are read on the first use of a name that is not built in, or of the whole
list, so `import combien` and built-in names cost nothing; a plug-in is imported when it is used.

A plug-in whose name is built in, or is taken by another package, is refused with a `PluginWarning`.
One that cannot be imported is an error for those who name it, and only a warning for those who list
all.  Only names that a user gives to Python or to the command line are looked up among plug-ins;
scripts, files and the page in the browser have the built-in ones (`Table.built_in`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from combien._base.log import INFO, log
from combien._wording import printable
from combien.errors import BadInput, PluginWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

# What an entry of each group is called, and the table: its module and name.
GROUPS = {
    "engines": ("engine", "combien.engines", "ENGINES"),
    "formats": ("format", "combien.cover.formats", "FORMATS"),
    "nonogram_formats": ("nonogram format", "combien.nonograms.formats", "FORMATS"),
    "puzzles": ("puzzle", "combien.puzzles", "PUZZLES"),
    "lattices": ("lattice", "combien.geometry", "PLANES"),
    "renderers": ("renderer", "combien.drawing", "RENDERERS"),
    "sat_solvers": ("SAT solver", "combien.sat", "SOLVERS"),
    "model_counters": ("model counter", "combien.sat", "MODEL_COUNTERS"),
}
# The module and the name of an object, as in the value "module:name" of an entry point.
Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point of an installed package; `refusal` is why it is not used, or empty."""

    group: str
    name: str
    place: Place
    package: str
    refusal: str = ""

    def __str__(self) -> str:
        return f"the {GROUPS[self.group][0]} {self.name!r} of {self.package}"


class Table(Mapping[str, T], Generic[T]):
    """The entries of a group by name: built-in ones, then those of plug-ins.

    `fault` returns what is wrong with an object that a plug-in provides, or "".  The values are the
    places of the objects, or the objects themselves if `direct`.
    """

    def __init__(
        self,
        group: str,
        built_in: Mapping[str, T],
        *,
        fault: Callable[[Any], str],
        direct: bool = False,
        error: type[BadInput] = BadInput,
    ) -> None:
        self.group = group
        self.built_in = built_in
        self._fault = fault
        self._direct = direct
        self._error = error
        self._accepted: dict[str, Plugin] | None = None
        self._loaded: dict[str, Any] = {}

    def found(self) -> list[Plugin]:
        """Return the plug-ins of this group by name, those that are refused with the reason."""
        plugins: list[Plugin] = []
        owners: dict[str, str] = {}
        for entry, package in _entry_points():
            if entry.group != f"combien.{self.group}":
                continue
            name = entry.name
            if not is_name(name):
                refusal = "expected a name of lower-case letters, digits and hyphens"
            elif name in self.built_in:
                refusal = "the name is built in"
            else:
                owner = owners.setdefault(name, package)
                refusal = "" if owner == package else f"{owner} has the same name"
            place = entry.value.partition("[")[0].partition(":")
            where = (place[0].strip(), place[2].strip())
            plugins.append(Plugin(self.group, printable(name), where, package, refusal))
        return plugins

    def plugins(self) -> Mapping[str, Plugin]:
        """Return the plug-ins that are not refused, by name; warn of the others once."""
        if self._accepted is None:
            found = self.found()
            self._accepted = {one.name: one for one in found if not one.refusal}
            for one in found:
                if one.refusal:
                    warn(f"{one} is not used: {one.refusal}")
        return self._accepted

    def load(self, name: str) -> Any:
        """Return the object of an entry.

        Raises `BadInput`, or the error of the table, if a plug-in cannot be imported or provides
        something else.
        """
        if name in self.built_in:
            return self.built_in[name] if self._direct else object_at(self.built_in[name])
        if name not in self._loaded:
            plugin = self.plugins()[name]
            try:
                found = object_at(plugin.place)
                reason = self._fault(found)
            # Whatever a module does when it is imported: all but Ctrl-C.
            except (Exception, SystemExit) as error:
                reason = f"{type(error).__name__}: {error}"
            if reason:
                raise self._error(f"{plugin} cannot be used: {printable(reason)}")
            self._loaded[name] = found
            log("plugins", INFO, "loaded %s from %s", plugin, ":".join(plugin.place))
        return self._loaded[name]

    def working(self) -> Iterator[str]:
        """Yield the names, loading each plug-in; those that cannot be loaded are a warning."""
        yield from self.built_in
        for name in self.plugins():
            try:
                self.load(name)
            except BadInput as error:
                warn(str(error))
            else:
                yield name

    def __getitem__(self, name: str) -> T:
        if name in self.built_in:
            return self.built_in[name]
        if name not in self:
            raise KeyError(name)
        value: Any = self.load(name) if self._direct else self.plugins()[name].place
        found: T = value
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.built_in or (is_name(name) and name in self.plugins())

    def __iter__(self) -> Iterator[str]:
        if self._direct:
            # Whoever lists them looks at all of them.
            yield from self.working()
        else:
            yield from self.built_in
            yield from self.plugins()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<Table {self.group}: {', '.join(self.built_in)}>"


def table_of(group: str) -> Table[Any]:
    """Return the table of a group.

    >>> table_of("lattices").built_in["squares"]
    ('combien.geometry._lattice', 'SQUARE')
    """
    table: Table[Any] = object_at(GROUPS[group][1:])
    return table


def added(group: str) -> list[str]:
    """Return the names that plug-ins add to a group, without loading its table.

    >>> added("engines")
    []
    """
    points = (entry for entry, _ in _entry_points() if entry.group == f"combien.{group}")
    return sorted({entry.name for entry in points if is_name(entry.name)})


def object_at(place: Any) -> Any:
    """Return the object with this module and name.

    >>> object_at(("combien.errors", "BadInput.__name__"))
    'BadInput'
    """
    module, names = place
    found: Any = import_module(module)
    for name in filter(None, names.split(".")):
        found = getattr(found, name)
    return found


def is_name(name: object) -> bool:
    """Return whether a plug-in may have this name, as in `my-engine`.

    >>> is_name("xor-sat"), is_name("--help"), is_name("__path__")
    (True, False, False)
    """
    if not isinstance(name, str) or not name.isascii() or name != name.lower():
        return False
    return name[:1].isalnum() and name.replace("-", "").replace("_", "").isalnum()


def warn(message: str) -> None:
    """Warn of a plug-in."""
    # Python shows the same text from the same line only once.
    warnings.warn(message, PluginWarning, stacklevel=1)


@cache
def _entry_points() -> tuple[tuple[EntryPoint, str], ...]:
    """Return the entry points for combien, sorted, each with its package and version.

    Cost: 0.6 ms for each installed package, once.
    """
    from importlib.metadata import distributions  # Start-up: only for plug-ins.

    found: dict[tuple[str, str, str], tuple[EntryPoint, str]] = {}
    seen: set[str] = set()
    for package in distributions():
        try:
            name = package.name
            # Of two copies on the path, the first one is imported.
            key = name.lower().replace("_", "-").replace(".", "-")
            if key in seen:
                continue
            seen.add(key)
            for entry in package.entry_points:
                if entry.group.startswith("combien."):
                    label = printable(f"{name} {package.version}")
                    found.setdefault((entry.group, entry.name, label), (entry, label))
        except Exception:  # Broken metadata, of whatever package: pip reports it.
            continue
    return tuple(found[key] for key in sorted(found))
