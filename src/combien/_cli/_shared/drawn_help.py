"""The help of a command, drawn with panels by rich-click, which is imported here and nowhere else.

The commands themselves are those of click, so for the drawing a command gets a twin: a copy of it
that is one of rich-click's.  The commands of a group are not loaded for it: the group's table has
their short help.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import click
from rich_click.rich_command import RichCommand, RichGroup
from rich_click.rich_context import RichContext
from rich_click.rich_help_configuration import RichHelpConfiguration

from combien._cli._shared.groups import Group

__all__ = ["drawn_help"]


class _DrawnGroup(RichGroup):
    """A group whose commands are stubs with short helps."""

    of: Group

    def list_commands(self, ctx: click.Context) -> list[str]:
        return self.of.list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.of.stub(cmd_name)


def drawn_help(command: click.Command, context: click.Context) -> str:
    """The help of a command in this context."""
    twin: Any = copy(command)
    twin.panel, twin.panels, twin.aliases, twin._help_option = None, [], [], None
    if isinstance(command, Group):
        twin.__class__ = _DrawnGroup
        twin.of = command
        twin._alias_mapping, twin._panel_command_mapping = {}, {}
    else:
        twin.__class__ = RichCommand
    # What is too large is refused by name; in a help, [0<=x<=4611686018427387904] says nothing.
    look = RichHelpConfiguration.load_from_globals(range_string="")
    drawing = RichContext(
        twin,
        parent=context.parent,
        info_name=context.info_name,
        help_option_names=context.help_option_names,
        rich_help_config=look,
    )
    text: str = RichCommand.get_help(twin, drawing)
    return text
