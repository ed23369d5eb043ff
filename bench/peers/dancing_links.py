"""The JavaScript package dancing-links, of npm.

The environment variable DANCING_LINKS names a folder in which `npm install dancing-links` was run.
Starting node (some 0.05 s) and reading the options are part of the search.
"""

from __future__ import annotations

import json
import os
import subprocess

from bench.instances.instance import Instance
from bench.peers import plain_options

__all__ = ["count", "prepare"]

FOLDER = os.environ.get("DANCING_LINKS")
if not FOLDER:
    raise ImportError("DANCING_LINKS does not name the folder with node_modules/dancing-links")

PROGRAM = """
import { readFileSync } from 'node:fs';
import { DancingLinks } from 'dancing-links';
const { primary, items, options } = JSON.parse(readFileSync(0, 'utf8'));
const columns = items === primary
  ? { columns: items } : { primaryColumns: primary, secondaryColumns: items - primary };
const solver = new DancingLinks().createSolver(columns);
const split = option => ({
  primary: option.filter(item => item < primary),
  secondary: option.filter(item => item >= primary).map(item => item - primary) });
options.forEach((option, number) =>
  solver.addSparseConstraint(number, items === primary ? option : split(option)));
let found = 0;
for (const solution of solver.createGenerator()) found += 1;
console.log(found);
"""


def prepare(instance: Instance) -> str:
    """Return the problem as JSON."""
    options = plain_options(instance)
    return json.dumps({"primary": instance.primary, "items": instance.items, "options": options})


def count(text: str) -> int:
    """Exhaust the generator."""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", PROGRAM],
        cwd=FOLDER,
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)
