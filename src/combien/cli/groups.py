"""A command of commands: whoever writes a name that is none is told what was meant."""

from __future__ import annotations

import os

import rich_click as click

from combien.errors import did_you_mean
from combien.puzzles import PUZZLES

__all__ = ["Group"]

# What other programs take as commands.
OPTIONS = {"help": "--help", "version": "--version"}


class Group(click.RichGroup):
    """A group that knows what a newcomer writes in place of a command."""

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = words[0]
        known = self.list_commands(context)
        if name not in known and not name.startswith("-") and not context.resilient_parsing:
            context.fail(f"No such command '{name[:60]}'{self._hint(context, name, known)}")
        return super().resolve_command(context, words)

    def _hint(self, context: click.Context, name: str, known: list[str]) -> str:
        if context.parent is None:
            if name in OPTIONS:
                return f": it is written 'combien {OPTIONS[name]}'"
            if name in PUZZLES:
                return f": it is a puzzle, 'combien puzzle {name}'"
            if os.path.exists(name):
                return f": say what to do with the file, as in 'combien solve {name}'"
            puzzle = did_you_mean(name, PUZZLES).replace("'", "'puzzle ", 1)
            return did_you_mean(name, known) or puzzle
        return did_you_mean(name, known)
