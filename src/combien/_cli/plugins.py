"""`combien plugins`: what other installed packages add to combien."""

from __future__ import annotations

from typing import Any

from combien._base.plugins import GROUPS, table_of
from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import with_options
from combien._cli._shared.report import print_json
from combien.errors import BadInput


@command()
@option("--load", "Import each of them, and show those that cannot be used.")
@with_options("--json")
def plugins(load: bool, as_json: bool) -> Exit:
    """List the plug-ins: engines, formats, puzzles, ... of other installed packages.

    A plug-in is refused if its name is built in, or taken by another package.  The exit code is 0
    if all that are listed can be used, as far as is known, and 2 otherwise.

    Examples
    --------
    combien plugins
    combien plugins --load
    """
    found = [_facts(one, load=load) for group in GROUPS for one in table_of(group).found()]
    if as_json:
        print_json({"plugins": found})
    elif not found:
        print_message("no installed package has plug-ins for combien")
    else:
        print_text("".join(f"{line}\n" for line in _lines(found)))
    return Exit.BAD_INPUT if any(one["error"] for one in found) else Exit.ANSWERED


def _facts(plugin: Any, *, load: bool) -> dict[str, str]:
    state, error = "installed", plugin.refusal
    if error:
        state = "refused"
    elif load:
        try:
            table_of(plugin.group).load(plugin.name)
            state = "loaded"
        except BadInput as failure:
            state, error = "failed", str(failure).partition(" cannot be used: ")[2]
    package, _, version = plugin.package.rpartition(" ")
    return {
        "group": plugin.group,
        "name": plugin.name,
        "package": package,
        "version": version,
        "object": ":".join(plugin.place),
        "state": state,
        "error": error,
    }


def _lines(found: list[dict[str, str]]) -> list[str]:
    """Return a table: group, name, package with its version, and state."""
    rows = [("group", "name", "package", "state")]
    for one in found:
        state = f"{one['state']}: {one['error']}" if one["error"] else one["state"]
        rows.append((one["group"], one["name"], f"{one['package']} {one['version']}", state))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
