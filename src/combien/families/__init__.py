"""Sets of sets for their own sake: families as large as their diagrams are small."""

from __future__ import annotations

from combien.families.asked import ByKind
from combien.families.family import Family
from combien.families.nodes import Node
from combien.families.universe import Universe
from combien.families.weights import Weight

__all__ = ["ByKind", "Family", "Node", "Universe", "Weight"]
