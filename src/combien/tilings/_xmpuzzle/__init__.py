"""The parts of the xmpuzzle format: grids, shapes, problems, stored assemblies, and the writer."""
