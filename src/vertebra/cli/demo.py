"""`vertebra demo`."""

from __future__ import annotations

from pathlib import Path

import click

from vertebra.demo import write_site


@click.command
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def command(folder: Path) -> None:
    """Write the demo site, a small town's newspaper with a shop and a forum, to FOLDER.

    Its pages go to FOLDER/site, the right answers (segments, content, navigation, templates, skeleton)
    to FOLDER/gold.
    """
    site = write_site(folder)
    click.echo(f"{len(site.pages)} pages in {folder / 'site'}, gold in {folder / 'gold'}", err=True)
