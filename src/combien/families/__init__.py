"""Families of sets, stored as zero-suppressed decision diagrams."""

from __future__ import annotations

from combien.families._family import Family
from combien.families._nodes import Node
from combien.families._queries import ByKind
from combien.families._universe import Universe
from combien.families._weights import Weight

__all__ = ["ByKind", "Family", "Node", "Universe", "Weight"]
