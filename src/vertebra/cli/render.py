"""`vertebra render`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console

from vertebra.cli.flags import flags, pick
from vertebra.errors import UsageError
from vertebra.loading import pagefile
from vertebra.loading.api import render
from vertebra.loading.browser.options import CaptureOptions
from vertebra.model import Page
from vertebra.write.picture import screenshot


@click.command
@click.argument("source")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to save; .vertebra or .png.")
@click.option("--png", type=click.Path(path_type=Path), help="Also write the screenshot here.")
@flags(CaptureOptions)
def command(source: str, output: Path | None, png: Path | None, **values: Any) -> None:
    """Open a page in a real browser and save it: nodes, styles, boxes and a screenshot.

    The result is one file that every other command accepts as a SOURCE. Without -o it is named
    after the source. `-o page.png` writes the screenshot alone.
    """
    target = output or Path(_file_name(source))
    if not target.parent.is_dir():
        raise UsageError(f"{target.parent}: no such folder")
    with Console(stderr=True).status(f"rendering {source}"):
        page = render(source, pick(CaptureOptions, values))
    if target.suffix.lower() == ".png":
        _write_png(page, target)
    else:
        pagefile.save(page, target)
    if png is not None:
        _write_png(page, png)
    for problem in page.meta.problems:
        click.echo(f"note: {problem.message}", err=True)
    boxes = page.layout("render").boxes
    width, height = page.meta.size
    click.echo(
        f"{target}: {len(page)} nodes, {len(boxes.node)} boxes ({int(boxes.visible.sum())} visible), "
        f"{width:.0f} x {height:.0f} pixels",
        err=True,
    )


def _write_png(page: Page, path: Path) -> None:
    if len(page.screenshot) == 1:
        path.write_bytes(page.screenshot[0].png)
    else:
        screenshot(page).save(path, "PNG")


def _file_name(source: str) -> str:
    """A file name from the last part of a URL or path."""
    stem = source.rstrip("/").rpartition("/")[2].partition("?")[0]
    stem = "".join(c if c.isalnum() or c in "-_." else "-" for c in stem).strip("-.") or "page"
    return stem.removesuffix(".html").removesuffix(".htm") + pagefile.SUFFIX
