"""Write docs/REFERENCE.md: every command and option, from the program itself."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vertebra.cli.app import COMMANDS, app

TARGET = Path("docs/REFERENCE.md")
HEAD = """# Reference of commands

Made from the program by `make docs`; `make lint` checks that it is current.
"""


def main() -> int:
    """Write the file, or with --check say whether it is current."""
    text = reference()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{TARGET} is not current: make docs\n")
    return 1


def reference() -> str:
    """The help texts of all commands."""
    root = click.Context(app, info_name="vertebra", terminal_width=100)
    parts = [HEAD, _block("vertebra", app.get_help(root))]
    for name in sorted(COMMANDS):
        command = app.get_command(root, name)
        if command is not None:
            context = click.Context(command, info_name=name, parent=root, terminal_width=100)
            parts.append(_block(f"vertebra {name}", command.get_help(context)))
    return "\n".join(parts)


def _block(title: str, text: str) -> str:
    return f"## {title}\n\n```\n{text}\n```\n"


if __name__ == "__main__":
    sys.exit(main())
