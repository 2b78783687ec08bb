"""The commands by name; each module is imported when its command is called."""

from __future__ import annotations

from importlib import import_module

import click

import vertebra

COMMANDS = ("analyze", "demo", "doctor", "outline", "render")


class LazyGroup(click.Group):
    """A group whose commands live in modules of the same name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, sorted."""
        return sorted({*COMMANDS, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        command: click.Command = import_module(f"vertebra.cli.{cmd_name}").command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(vertebra.__version__, prog_name="vertebra")
def app() -> None:
    """Recover the structure of web pages and websites.

    A SOURCE is an http(s) URL, a file, a folder, or - for standard input. Results go to standard
    output or to -o, messages to standard error. Exit codes: 0 done, 1 some inputs failed, 2 wrong
    usage, 3 nothing found (with --strict).
    """
