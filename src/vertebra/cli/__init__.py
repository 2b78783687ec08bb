"""The command line: one verb a command, results on standard output, the rest on standard error."""

from __future__ import annotations

import os
import sys

from vertebra.cli.app import app
from vertebra.cli.exits import FAILED, WRONG_USAGE
from vertebra.errors import UsageError, VertebraError


def main() -> None:
    """Run a command and turn errors into one line and an exit code."""
    try:
        app(prog_name="vertebra", standalone_mode=True)
    except UsageError as error:
        _say(error)
        sys.exit(WRONG_USAGE)
    except VertebraError as error:
        _say(error)
        sys.exit(FAILED)
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)


def _say(error: VertebraError) -> None:
    sys.stderr.write(f"vertebra: {error}\n")
