"""`vertebra outline`."""

from __future__ import annotations

from typing import Any

import click

from vertebra.cli.exits import NOTHING_FOUND
from vertebra.cli.flags import flags, pick
from vertebra.loading.api import LoadOptions, load
from vertebra.write.outline import OutlineOptions, outline


@click.command
@click.argument("source")
@click.option("--strict", is_flag=True, help="Exit with 3 if the page has no text.")
@flags(OutlineOptions, LoadOptions)
def command(source: str, strict: bool, **values: Any) -> None:
    """Print a readable tree of what is in a page.

    Every line is `[number] name "how it begins" (size)`; the number is the node's number in the
    page. Heavy parts are opened first, and the whole stays within --max-chars.
    """
    page = load(source, pick(LoadOptions, values))
    click.echo(outline(page, pick(OutlineOptions, values)), nl=False)
    for problem in page.meta.problems:
        click.echo(f"note: {problem.message}", err=True)
    if strict and not page.sums.words[-1]:
        raise SystemExit(NOTHING_FOUND)
