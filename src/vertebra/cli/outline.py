"""`vertebra outline`."""

from __future__ import annotations

from typing import Any

import click

from vertebra.cli.flags import flags, pick
from vertebra.loading.api import LoadOptions, load
from vertebra.write.outline import OutlineOptions, outline


@click.command
@click.argument("source")
@flags(OutlineOptions, LoadOptions)
def command(source: str, **values: Any) -> None:
    """Print a readable tree of what is in a page.

    Every line is `[number] name "how it begins" (size)`; the number is the node's number in the
    page. Heavy parts are opened first, and the whole stays within --max-chars.
    """
    page = load(source, pick(LoadOptions, values))
    click.echo(outline(page, pick(OutlineOptions, values)), nl=False)
    for problem in page.meta.problems:
        click.echo(f"note: {problem.message}", err=True)
