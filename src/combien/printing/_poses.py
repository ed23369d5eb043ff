"""Where pieces are: vectors, and rotations with vectors; and the ways between two of them."""

from __future__ import annotations

from math import atan2, cos, sin, tan

from combien.printing._surface import Spot, cross, dot

# A vector, or the rows of a rotation, each with its part of a vector.
Pose = tuple[float, ...]

SMALL = 1e-6


def axes_of(pose: Pose) -> tuple[Spot, Spot, Spot]:
    """Return the rows of the rotation."""
    if len(pose) == 3:
        return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    a, b, c, _, d, e, f, _, g, h, i, _ = pose
    return (a, b, c), (d, e, f), (g, h, i)


def _shift_of(pose: Pose) -> Spot:
    x, y, z = pose if len(pose) == 3 else pose[3::4]
    return x, y, z


def turned(spot: Spot, pose: Pose) -> Spot:
    if len(pose) == 3:
        return spot
    x, y, z = axes_of(pose)
    return dot(x, spot), dot(y, spot), dot(z, spot)


def placed(spot: Spot, pose: Pose) -> Spot:
    return plus(turned(spot, pose), _shift_of(pose))


def between(a: Pose, b: Pose, share: float) -> Pose:
    """Return a pose on the screw motion from one to the other, or on a line if there is no turn."""
    start, end = _columns(axes_of(a)), _columns(axes_of(b))
    # The rows of the rotation that leads from one to the other.
    p, q, r = (
        tuple(sum(v[i] * u[j] for u, v in zip(start, end, strict=True)) for j in range(3))
        for i in range(3)
    )
    way = (r[1] - q[2]) / 2, (p[2] - r[0]) / 2, (q[0] - p[1]) / 2
    sine = dot(way, way) ** 0.5
    one, other = _shift_of(a), _shift_of(b)
    if sine < SMALL:
        x, y, z = (u + (v - u) * share for u, v in zip(one, other, strict=True))
        return (x, y, z) if len(a) == 3 else _pose(axes_of(a), (x, y, z))
    angle = atan2(sine, (p[0] + q[1] + r[2] - 1) / 2)
    axis = way[0] / sine, way[1] / sine, way[2] / sine
    rest = plus(other, _about(axis, angle, one), -1)
    along = dot(rest, axis)
    across = plus(rest, axis, -along)
    # The axis goes through this point.
    middle = plus(cross(axis, across), across, tan(angle / 2))
    middle = plus((0.0, 0.0, 0.0), middle, 0.5 / tan(angle / 2))
    turn = share * angle
    place = plus(_about(axis, turn, plus(one, middle, -1)), middle)
    first, second, third = (_about(axis, turn, column) for column in start)
    return _pose(_columns((first, second, third)), plus(place, axis, share * along))


def _columns(rows: tuple[Spot, Spot, Spot]) -> tuple[Spot, Spot, Spot]:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return (a, d, g), (b, e, h), (c, f, i)


def _pose(rows: tuple[Spot, Spot, Spot], shift: Spot) -> Pose:
    return tuple(value for row, by in zip(rows, shift, strict=True) for value in (*row, by))


def _about(axis: Spot, angle: float, spot: Spot) -> Spot:
    """Return a point after a rotation about an axis through 0 (Rodrigues' formula)."""
    rotated = plus(plus((0.0, 0.0, 0.0), spot, cos(angle)), cross(axis, spot), sin(angle))
    return plus(rotated, axis, dot(axis, spot) * (1 - cos(angle)))


def plus(a: Spot, b: Spot, times: float = 1.0) -> Spot:
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]
