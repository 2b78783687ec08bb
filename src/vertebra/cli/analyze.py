"""`vertebra analyze`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from vertebra.cli.exits import FAILED
from vertebra.cli.flags import flags, pick
from vertebra.errors import UsageError
from vertebra.loading.api import LoadOptions
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.source import find_pages
from vertebra.pipeline.analyze import Analysed, AnalyzeOptions, Settings, analyze
from vertebra.write.outline import outline
from vertebra.write.report import ReportWriter

_ROWS = 12  # of the table on the terminal; all of them are in the report


@click.command
@click.argument("source")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("vertebra-report"),
    show_default=True,
    help="Folder for report.html and pages.jsonl.",
)
@flags(AnalyzeOptions, CaptureOptions, LoadOptions)
def command(source: str, output: Path, **values: Any) -> None:
    """Analyse a page, or all pages of a folder, and write a report.

    The report is one HTML file with pictures, boxes and outlines; pages.jsonl has the figures, a line a
    page. A page that fails is a line with its reason, the rest goes on, and the exit code is then 1.
    """
    if source == "-":
        raise UsageError("analyze needs a URL, a file or a folder")
    sources = [page for page in find_pages(source) if not isinstance(page, bytes)]
    root = Path(source) if Path(source).is_dir() else None
    settings = Settings(pick(AnalyzeOptions, values), pick(LoadOptions, values), pick(CaptureOptions, values), root)
    output.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    table = _table()
    failed = 0
    with (
        ReportWriter(output / "report.html", title=source) as report,
        (output / "pages.jsonl").open("w", encoding="utf-8") as lines,
        _progress(console) as progress,
    ):
        task = progress.add_task("pages", total=len(sources), failed=0)
        for number, analysed in enumerate(analyze(sources, settings)):
            record = analysed.record()
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            failed += analysed.page is None
            if analysed.page is None:
                report.add_failure(analysed.name, analysed.failure)
            else:
                report.add(analysed.page, analysed.name, outline=outline(analysed.page))
            if analysed.page is None:
                progress.console.print(Text(f"failed: {analysed.failure}", style="red"), soft_wrap=True)
            elif number < _ROWS:
                _add_row(table, analysed, record)
            progress.update(task, advance=1, failed=failed)
    console.print(table)
    if len(sources) > _ROWS:
        console.print(f"… {len(sources)} pages in all, {failed} failed")
    console.print(Text(f"report: {(output / 'report.html').resolve()}"), soft_wrap=True)
    if failed:
        raise SystemExit(FAILED)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


def _table() -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, expand=True)
    table.add_column("page", no_wrap=True, min_width=20, ratio=1)
    table.add_column("title", no_wrap=True, min_width=12, ratio=1)
    for name in ("nodes", "boxes", "words", "links", "notes", "ms"):
        table.add_column(name, justify="right", min_width=5)
    return table


def _add_row(table: Table, analysed: Analysed, record: dict[str, Any]) -> None:
    figures = [f"{record[key]:,}" for key in ("nodes", "visible_boxes", "words", "links")]
    problems = str(len(record["problems"])) if record["problems"] else ""
    table.add_row(Text(analysed.name), Text(str(record["title"])), *figures, problems, f"{analysed.milliseconds:.0f}")
