"""Families of sets, stored as zero-suppressed decision diagrams."""

from __future__ import annotations

from combien.families._family import Family
from combien.families._members import Node
from combien.families._queries import ByKind, Weight
from combien.families._universe import Universe

__all__ = ["ByKind", "Family", "Node", "Universe", "Weight"]
