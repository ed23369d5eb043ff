"""Symmetries of Z^n, most of which fix the origin, and the groups they form.

Such a symmetry permutes the axes and reverses some of them, so it is a *signed permutation*: entry
i is the axis (counted from 1) that the i-th coordinate of the image comes from, with a minus sign
if it is reversed.  `(-2, 1)` sends (x, y) to (-y, x).  The notation works in all dimensions, and
groups are computed from generators.

The symmetries of a lattice need not have a common fixed point: there some are followed by a shift,
of which only the remainders by the period of the lattice matter.  So the composition of two
symmetries is another one of the group, up to a translation of the lattice.

The ten subgroups of the group of the square have the names of combine's module `D4` (El Sibaie and
Filliatre, 2013).  A quotient gives the symmetries that produce each image of a symmetric region
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import TypeVar

from combien._base.checks import check_list, did_you_mean
from combien.errors import BadRegion
from combien.geometry._cell import Cell, check_dimension

Number = TypeVar("Number", int, float)
# Of a symmetry: its axes and its shift.
_Parts = tuple[tuple[int, ...], tuple[int, ...]]

# The eight symmetries of the square, x to the right and y up; rotations are counter-clockwise.
# VertRefl has a vertical mirror and HorizRefl a horizontal one; Diag1Refl fixes the line x = y.
_PLANE: dict[str, tuple[int, ...]] = {
    "Id": (1, 2),
    "Rot90": (-2, 1),
    "Rot180": (-1, -2),
    "Rot270": (2, -1),
    "VertRefl": (-1, 2),
    "HorizRefl": (1, -2),
    "Diag1Refl": (2, 1),
    "Diag2Refl": (-2, -1),
}
_PLANE_NAMES = {axes: name for name, axes in _PLANE.items()}
_PLANE_RANKS = {axes: rank for rank, axes in enumerate(_PLANE_NAMES)}

# The subgroups of the group of the square, each by its generators.
SQUARE_SUBGROUPS: dict[str, tuple[str, ...]] = {
    "id": ("Id",),
    "vert": ("VertRefl",),
    "horiz": ("HorizRefl",),
    "rot180": ("Rot180",),
    "diag1": ("Diag1Refl",),
    "diag2": ("Diag2Refl",),
    "positive": ("Rot90",),
    "refl_hv": ("VertRefl", "HorizRefl"),
    "refl_12": ("Diag1Refl", "Diag2Refl"),
    "d4": ("Rot90", "VertRefl"),
}

_LARGEST_DIMENSION = 6
_LARGEST_GROUP = 46080


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of Z^n: a signed permutation of the axes, which fixes the origin, and a shift.

    >>> turn = Symmetry((-2, 1))
    >>> turn, turn((3, 0)), turn.order, turn.determinant
    (<Symmetry Rot90>, (0, 3), 4, 1)
    >>> (turn @ Symmetry.named("VertRefl")).name
    'Diag2Refl'

    The shift is zero for nearly all lattices; it counts up to multiples of `period`, and all
    symmetries of a group are shifted by the same period.

    Raises `BadRegion` if the axes are not 1 to n in some order, each with a sign, or n > 32, and
    for a shift without a period.
    """

    axes: tuple[int, ...]
    shift: tuple[int, ...] = ()
    period: int = 0

    def __post_init__(self) -> None:
        given = self.axes
        if not isinstance(given, tuple) or not all(type(axis) is int for axis in given):
            raise BadRegion("a symmetry is a tuple of signed axes, such as (-2, 1)")
        check_dimension(len(given))
        if sorted(map(abs, given)) != list(range(1, len(given) + 1)):
            raise BadRegion(
                f"the axes of a symmetry of dimension {len(given)} are 1 to {len(given)}, each "
                "once and with either sign, as in (-2, 1)"
            )
        shift, period = self.shift or (0,) * len(given), self.period
        if (
            not isinstance(shift, tuple)
            or not all(type(number) is int for number in (*shift, period))
            or len(shift) != len(given)
            or period < (1 if any(shift) else 0)
        ):
            raise BadRegion("the shift of a symmetry has a number for each axis, and a period > 0")
        least = tuple(number % period for number in shift) if any(shift) else shift
        object.__setattr__(self, "shift", least)
        object.__setattr__(self, "period", period if any(least) else 0)

    @classmethod
    def identity(cls, dimension: int) -> Symmetry:
        """Return the identity.

        >>> Symmetry.identity(3)
        <Symmetry (x, y, z)>
        """
        check_dimension(dimension)
        return cls(tuple(range(1, dimension + 1)))

    @classmethod
    def named(cls, name: str) -> Symmetry:
        """Return one of the eight symmetries of the square, by its name in the tiling language.

        >>> Symmetry.named("HorizRefl")((2, 5))
        (2, -5)
        >>> Symmetry.named("Rot09")
        Traceback (most recent call last):
        ...
        combien.errors.BadRegion: there is no symmetry 'Rot09'; did you mean 'Rot90'?

        Names: Id Rot90 Rot180 Rot270 VertRefl HorizRefl Diag1Refl Diag2Refl.
        """
        if not isinstance(name, str):
            raise BadRegion(f"a symmetry's name is a text, not of type {type(name).__name__}")
        if name not in _PLANE:
            hint = did_you_mean(name[:40], _PLANE) or f": the names are {' '.join(_PLANE)}"
            raise BadRegion(f"there is no symmetry {name[:40]!r}{hint}")
        return cls(_PLANE[name])

    @property
    def dimension(self) -> int:
        """The number of axes."""
        return len(self.axes)

    @property
    def name(self) -> str:
        """The name of a plane symmetry; otherwise the image of (x, y, z).

        >>> Symmetry((2, 1)).name, Symmetry((-2, 1, 3)).name
        ('Diag1Refl', '(-y, x, z)')
        """
        if self.axes in _PLANE_NAMES:
            return _PLANE_NAMES[self.axes]
        letters = "xyz" if self.dimension <= 3 else [f"x{i + 1}" for i in range(self.dimension)]
        return f"({', '.join('-' * (axis < 0) + letters[abs(axis) - 1] for axis in self.axes)})"

    @property
    def inverse(self) -> Symmetry:
        """The inverse symmetry.

        >>> Symmetry.named("Rot90").inverse.name
        'Rot270'
        """
        back = [0] * self.dimension
        for place, axis in enumerate(self.axes, start=1):
            back[abs(axis) - 1] = place if axis > 0 else -place
        return Symmetry(
            tuple(back), composed(tuple(-axis for axis in back), self.shift), self.period
        )

    @property
    def order(self) -> int:
        """The order: the least positive power that is the identity."""
        steps = lcm(*(length if sign > 0 else 2 * length for length, sign in self._cycles()))
        vector = self.shift
        for _ in range(steps - 1 if self.period else 0):
            vector = self(vector)
        return steps * self.period // gcd(self.period, *vector) if self.period else steps

    @property
    def determinant(self) -> int:
        """+1 for a rotation, -1 for a reflection."""
        product = 1
        for length, sign in self._cycles():
            product *= sign if length % 2 else -sign
        return product

    def __call__(self, cell: Cell) -> Cell:
        """Return the image of a cell, or of any point with integer coordinates."""
        if not isinstance(cell, (tuple, list)):
            raise BadRegion(f"a symmetry moves a cell, not a value of type {type(cell).__name__}")
        if len(cell) != self.dimension:
            raise BadRegion(
                f"a symmetry of dimension {self.dimension} cannot move a cell of dimension "
                f"{len(cell)}"
            )
        image = composed(self.axes, cell)
        return tuple(map(int.__add__, image, self.shift)) if self.period else image

    def turned(self, vector: Sequence[Number]) -> tuple[Number, ...]:
        """Return the image of a vector between two cells, which is not shifted.

        >>> Symmetry((2, 1), (2, 2), 4).turned((1, 0)), Symmetry((2, 1), (2, 2), 4)((1, 0))
        ((0, 1), (2, 3))
        """
        return composed(self.axes, vector)

    def __matmul__(self, first: Symmetry) -> Symmetry:
        """Return the composition: `(a @ b)(cell) == a(b(cell))`, up to multiples of the period."""
        if not isinstance(first, Symmetry):
            return NotImplemented
        if first.dimension != self.dimension:
            raise BadRegion(
                f"symmetries of dimensions {self.dimension} and {first.dimension} do not compose"
            )
        period = _common_period(self.period, first.period)
        parts = _product((self.axes, self.shift), (first.axes, first.shift), period)
        return Symmetry(*parts, period)

    def __repr__(self) -> str:
        shift = f" + {self.shift} mod {self.period}" if self.period else ""
        return f"<Symmetry {self.name}{shift}>"

    def _cycles(self) -> Iterator[tuple[int, int]]:
        """Yield the length of each cycle of the axes, and the product of its signs."""
        seen: set[int] = set()
        for start in range(self.dimension):
            length, sign, place = 0, 1, start
            while place not in seen:
                seen.add(place)
                axis = self.axes[place]
                length, sign, place = length + 1, sign if axis > 0 else -sign, abs(axis) - 1
            if length:
                yield length, sign


class Group:
    """A group of symmetries in a fixed order: the identity, other rotations, reflections.

    >>> Group.generated_by(Symmetry.named("Rot90"))
    <Group of 4 symmetries in dimension 2>
    >>> [symmetry.name for symmetry in Group.rotations(2)]
    ['Id', 'Rot90', 'Rot180', 'Rot270']

    `Group(symmetries)` takes all elements, and raises `BadRegion` if they are not closed;
    `generated_by` takes generators.  Groups with the same elements are equal.
    """

    __slots__ = ("_elements", "_members")

    def __init__(self, elements: Iterable[Symmetry]) -> None:
        if not isinstance(elements, Iterable):
            raise BadRegion(f"a group is made of symmetries, not of {type(elements).__name__}")
        given = check_list("elements", elements, "a list of Symmetry", error=BadRegion)
        closed, members = _closed(given), frozenset(given)
        if len(closed) != len(members):
            raise BadRegion(
                f"{len(members)} symmetries that generate {len(closed)} are not a group: "
                "use Group.generated_by(...)"
            )
        self._fill(members)

    def _fill(self, members: Iterable[Symmetry]) -> Group:
        self._elements = tuple(sorted(members, key=_rank))
        self._members = frozenset(self._elements)
        return self

    @classmethod
    def generated_by(cls, *generators: Symmetry) -> Group:
        """Return the group generated by these symmetries.

        >>> len(Group.generated_by(Symmetry.named("VertRefl"), Symmetry.named("Diag1Refl")))
        8

        Raises `BadRegion` without a generator, for mixed dimensions, and for a group of more than
        46080 elements.
        """
        return object.__new__(cls)._fill(_closed(generators))

    @classmethod
    def trivial(cls, dimension: int) -> Group:
        """Return the group of the identity alone."""
        return cls((Symmetry.identity(dimension),))

    @classmethod
    def rotations(cls, dimension: int) -> Group:
        """Return the rotations of the n-cube: 1, 4, 24, 192, 1920, 23040 for n = 1 to 6.

        Raises `BadRegion` above dimension 6.
        """
        _check_full(dimension)
        return _rotations(dimension)

    @classmethod
    def all(cls, dimension: int) -> Group:
        """Return the symmetries of the n-cube: 2, 8, 48, 384, 3840, 46080 for n = 1 to 6.

        >>> [len(Group.all(n)) for n in (1, 2, 3)]
        [2, 8, 48]

        Raises `BadRegion` above dimension 6.
        """
        _check_full(dimension)
        return _all(dimension)

    @property
    def dimension(self) -> int:
        """The number of axes."""
        return self._elements[0].dimension

    @property
    def elements(self) -> tuple[Symmetry, ...]:
        """The symmetries, the identity first."""
        return self._elements

    @classmethod
    def named(cls, name: str) -> Group:
        """Return one of the ten subgroups of the group of the square.

        >>> Group.named("refl_hv").name, [one.name for one in Group.named("refl_hv")]
        ('refl_hv', ['Id', 'Rot180', 'VertRefl', 'HorizRefl'])

        Names: id vert horiz rot180 diag1 diag2 positive refl_hv refl_12 d4.
        """
        return square_subgroup(name)

    @property
    def name(self) -> str:
        """The name of a subgroup of the group of the square, or "" for any other group."""
        return square_subgroup_name(self)

    def quotient(self, subgroup: Group) -> tuple[Symmetry, ...]:
        """Return one symmetry of each left coset of a subgroup, the first in the group's order.

        >>> [one.name for one in Group.all(2).quotient(Group.named("positive"))]
        ['Id', 'VertRefl']

        Raises `BadRegion` if it is not a subgroup.
        """
        return quotient(self, subgroup)

    def without_reflections(self) -> Group:
        """Return the subgroup of rotations.

        >>> Group.all(3).without_reflections() == Group.rotations(3)
        True
        """
        rotations = [symmetry for symmetry in self if symmetry.determinant > 0]
        return object.__new__(Group)._fill(rotations)

    def __iter__(self) -> Iterator[Symmetry]:
        return iter(self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    def __contains__(self, symmetry: object) -> bool:
        return symmetry in self._members

    def __eq__(self, other: object) -> bool:
        return self._members == other._members if isinstance(other, Group) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._members)

    def __repr__(self) -> str:
        noun = "symmetry" if len(self) == 1 else "symmetries"
        return f"<Group of {len(self)} {noun} in dimension {self.dimension}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Group, (self._elements,)


def square_subgroup(name: str) -> Group:
    """Return the subgroup of the group of the square with this name.

    >>> [len(square_subgroup(name)) for name in SQUARE_SUBGROUPS]
    [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]
    >>> square_subgroup("rot90")
    Traceback (most recent call last):
    ...
    combien.errors.BadRegion: there is no group 'rot90'; did you mean 'rot180'?
    """
    if not isinstance(name, str):
        raise BadRegion(f"a group's name is a text, not of type {type(name).__name__}")
    if name not in SQUARE_SUBGROUPS:
        names = " ".join(SQUARE_SUBGROUPS)
        hint = did_you_mean(name[:40], SQUARE_SUBGROUPS) or f": the names are {names}"
        raise BadRegion(f"there is no group {name[:40]!r}{hint}")
    return Group.generated_by(*map(Symmetry.named, SQUARE_SUBGROUPS[name]))


def square_subgroup_name(group: Group) -> str:
    """Return the name of a group of symmetries of the square, or "" for any other group.

    >>> square_subgroup_name(Group.rotations(2)), square_subgroup_name(Group.all(3))
    ('positive', '')
    """
    return _names().get(group, "")


def cosets(group: Group, subgroup: Group) -> tuple[tuple[Symmetry, ...], ...]:
    """Return the left cosets of a subgroup, each in the order of the group's elements.

    >>> half_turn = square_subgroup("rot180")
    >>> [[one.name for one in coset] for coset in cosets(Group.rotations(2), half_turn)]
    [['Id', 'Rot180'], ['Rot90', 'Rot270']]

    The coset of `g` consists of all `g @ h` with `h` in the subgroup.
    Raises `BadRegion` if it is not a subgroup of the group.
    """
    if not isinstance(subgroup, Group) or not all(one in group for one in subgroup):
        raise BadRegion(f"{subgroup!r} is not a subgroup of {group!r}")
    found: list[tuple[Symmetry, ...]] = []
    seen: set[Symmetry] = set()
    for one in group:
        if one in seen:
            continue
        coset = {one @ other for other in subgroup}
        found.append(tuple(other for other in group if other in coset))
        seen |= coset
    return tuple(found)


def quotient(group: Group, subgroup: Group) -> tuple[Symmetry, ...]:
    """Return one symmetry for each left coset of a subgroup, the first in the group's order.

    >>> [one.name for one in quotient(Group.all(2), square_subgroup("vert"))]
    ['Id', 'Rot90', 'Rot180', 'Rot270']

    With the stabilizer of a region as the subgroup, these symmetries produce each orientation of
    the region once.
    Raises `BadRegion` if it is not a subgroup of the group.
    """
    return tuple(coset[0] for coset in cosets(group, subgroup))


@lru_cache
def _names() -> dict[Group, str]:
    return {square_subgroup(name): name for name in SQUARE_SUBGROUPS}


@lru_cache
def _all(dimension: int) -> Group:
    names = list(range(1, dimension + 1))
    flip = Symmetry((-1, *names[1:]))
    swap = Symmetry((*names[1::-1], *names[2:]))
    cycle = Symmetry((*names[1:], 1))
    return Group.generated_by(flip, swap, cycle)


@lru_cache
def _rotations(dimension: int) -> Group:
    return _all(dimension).without_reflections()


def composed(outer: tuple[int, ...], inner: Sequence[Number]) -> tuple[Number, ...]:
    """Apply the signed permutation `outer` to `inner` (axes or a cell)."""
    return tuple(inner[axis - 1] if axis > 0 else -inner[-axis - 1] for axis in outer)


def _closed(generators: Iterable[Symmetry]) -> list[Symmetry]:
    """Return the closure of the generators under composition, the identity first."""
    needed: list[_Parts] = []
    seen: dict[_Parts, None] = {}
    period = 0
    for generator in generators:
        if not isinstance(generator, Symmetry):
            raise BadRegion(f"a group is made of symmetries, not of {type(generator).__name__}")
        own = generator.axes, generator.shift
        if not seen:
            identity = Symmetry.identity(generator.dimension)
            seen[identity.axes, identity.shift] = None
        if generator.dimension != len(next(iter(seen))[0]):
            raise BadRegion("the symmetries of a group must all be of one dimension")
        period = _common_period(generator.period, period)
        if own in seen:
            continue
        # Each new element at least doubles the group, so few generators are needed.
        needed.append(own)
        fresh = list(seen)
        while fresh:
            products = [_product(known, step, period) for known in fresh for step in needed]
            fresh = [parts for parts in dict.fromkeys(products) if parts not in seen]
            seen.update(dict.fromkeys(fresh))
            if len(seen) > _LARGEST_GROUP:
                raise BadRegion(
                    f"these symmetries make a group of more than {_LARGEST_GROUP} elements, "
                    "which is the limit"
                )
    if not seen:
        raise BadRegion("a group of no symmetries: give at least the identity")
    return [Symmetry(axes, shift, period) for axes, shift in seen]


def _product(second: _Parts, first: _Parts, period: int) -> _Parts:
    """Return the composition of two symmetries, as axes and shifts."""
    axes, shift = composed(second[0], first[0]), second[1]
    if period:
        turned = composed(second[0], first[1])
        shift = tuple((a + b) % period for a, b in zip(turned, shift, strict=True))
    return axes, shift


def _common_period(one: int, other: int) -> int:
    if one and other and one != other:
        raise BadRegion(f"symmetries of periods {one} and {other} do not compose")
    return one or other


def _rank(symmetry: Symmetry) -> tuple[object, ...]:
    axes = symmetry.axes
    signs = tuple(axis < 0 for axis in axes)
    plane = _PLANE_RANKS.get(axes, 0)
    return symmetry.determinant < 0, plane, tuple(map(abs, axes)), signs, symmetry.shift


def _check_full(dimension: int) -> None:
    if type(dimension) is not int or not 1 <= dimension <= _LARGEST_DIMENSION:
        raise BadRegion(
            f"the whole group is made for dimensions 1 to {_LARGEST_DIMENSION} only: it has "
            f"{_LARGEST_GROUP} elements in dimension {_LARGEST_DIMENSION}, and "
            f"{_LARGEST_GROUP * 14} in the next; generate a smaller group"
        )
