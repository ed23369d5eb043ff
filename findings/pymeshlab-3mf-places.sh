#!/usr/bin/env bash
# PyMeshLab: pieces laid out on the bed of a 3MF file end up in one place when they are saved.
#
# Guess:   a 3MF file with two items of the build, 5 mm apart, read and saved again, as 3MF or as STL,
#          has the pieces where they were.
# Seen:    the place of an item is kept beside the mesh, as a matrix, and not applied when the mesh is
#          saved: the second cube is saved at 0 instead of 5, on the first.  The volume of an item of
#          twice the size is given as 8, from the matrix, and its bounding box as 1, without it.
#          Components of one object are applied.  trimesh reads both right.
# Version: pymeshlab 2025.7.post1, trimesh 5.2.0 (PyPI).
# Source:  3MF core specification, the transform of an item of the build.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q pymeshlab==2025.7.post1 trimesh==5.2.0 networkx==3.6.1 lxml==6.1.3

cat >run.py <<'E'
import pymeshlab
import trimesh

cube = trimesh.creation.box(bounds=[[0, 0, 0], [1, 1, 1]])
scene = trimesh.Scene()
for place in (0, 5):
    scene.add_geometry(cube, transform=trimesh.transformations.translation_matrix([place, 0, 0]))
scene.export("bed.3mf")
print("trimesh reads", trimesh.load("bed.3mf").bounds[1].tolist())
bed = pymeshlab.MeshSet()
bed.load_new_mesh("bed.3mf")
for name in ("saved.stl", "saved.3mf"):
    bed.set_current_mesh(1)
    bed.save_current_mesh(name)
    print(name, trimesh.load(name).bounds[1].tolist())
scene = trimesh.Scene()
scene.add_geometry(cube, transform=trimesh.transformations.scale_matrix(2))
scene.export("twice.3mf")
twice = pymeshlab.MeshSet()
twice.load_new_mesh("twice.3mf")
measures = twice.get_geometric_measures()
print("volume", round(measures["mesh_volume"], 6), "box", round(measures["bbox"].dim_x(), 6))
E
v/bin/python -W ignore run.py 2>/dev/null >seen
cat seen
[ "$(cat seen)" = "trimesh reads [6.0, 1.0, 1.0]
saved.stl [1.0, 1.0, 1.0]
saved.3mf [1.0, 1.0, 1.0]
volume 8.0 box 1.0" ] || { echo "this has changed" >&2; exit 1; }
