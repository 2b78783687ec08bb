"""`python -m bench [--data FOLDER]`: all measurements in one run, as Markdown and JSON."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from bench import capturing, parsing
from bench.pages import generated, real
from vertebra.loading.browser.options import CaptureOptions

OUTPUT = Path("build/bench")


@click.command
@click.option("--data", type=click.Path(path_type=Path, exists=True), help="Folder of development data.")
@click.option("--pages", default=5000, show_default=True, help="Pages parsed for the memory measurement.")
@click.option("--browser-pages", default=500, show_default=True, help="Pages rendered for the memory measurement.")
def main(data: Path | None, pages: int, browser_pages: int) -> None:
    """Measure parsing, capture, throughput and memory; write build/bench/bench.md and bench.json."""
    console = Console(stderr=True)
    result: dict[str, Any] = {"machine": _machine()}
    with console.status("") as status:
        sets = {"generated": generated()} | ({"real": real(data)} if data else {})
        for name, documents in sets.items():
            status.update(f"parsing {len(documents)} {name} pages")
            result[f"parsing, {name} pages"] = parsing.measure(documents)
        status.update("growth with page size")
        result["microseconds a node by page size"] = parsing.growth()
        status.update("hostile input")
        result["hostile input, the ten worst of all"] = dict(list(parsing.hostile().items())[:10])
        status.update(f"memory over {pages} parsed pages")
        before, after = capturing.parsing_memory(sets.get("real", sets["generated"]), pages)
        result["memory, parsing"] = {"MB after 200 pages": before, f"MB after {pages} pages": after}
        with tempfile.TemporaryDirectory() as folder:
            targets = capturing.demo_targets(Path(folder))
            status.update("capture by stage")
            result["capture of the demo site, ms a page"] = capturing.stages(targets, CaptureOptions())
            result["1,500 nodes, ms"] = capturing.snapshot_of_1500_nodes()
            for contexts in (1, 2):
                status.update(f"pages a second with {contexts} contexts")
                rate = capturing.pages_a_second(targets, CaptureOptions(), contexts)
                result.setdefault("pages a second", {})[f"{contexts} context(s)"] = rate
            status.update(f"memory over {browser_pages} rendered pages")
            result["memory, rendering (pages, MB here, MB browser)"] = capturing.browser_memory(targets, browser_pages)
        status.update("import")
        result["import vertebra, ms"] = _import_time()
    OUTPUT.mkdir(parents=True, exist_ok=True)
    (OUTPUT / "bench.json").write_text(json.dumps(result, indent=1))
    text = _markdown(result)
    (OUTPUT / "bench.md").write_text(text)
    sys.stdout.write(text)


def _machine() -> dict[str, str]:
    return {"python": platform.python_version(), "machine": platform.machine(), "cores": str(os.cpu_count())}


def _import_time() -> float:
    """Milliseconds of `import vertebra` and the first `load`, the best of five new interpreters."""
    script = "import time; s=time.perf_counter(); import vertebra; print(time.perf_counter()-s)"
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, check=True) for _ in range(5)]
    return 1000 * min(float(run.stdout) for run in runs)


def _markdown(result: dict[str, Any]) -> str:
    lines: list[str] = []
    for title, figures in result.items():
        lines.append(f"\n### {title}\n")
        if isinstance(figures, dict) and all(isinstance(value, dict) for value in figures.values()):
            columns = list(next(iter(figures.values())))
            lines += [f"| | {' | '.join(columns)} |", "|---|" + "--:|" * len(columns)]
            lines += [f"| {name} | {' | '.join(_show(row[c]) for c in columns)} |" for name, row in figures.items()]
        elif isinstance(figures, dict):
            lines += ["| | |", "|---|--:|", *(f"| {name} | {_show(value)} |" for name, value in figures.items())]
        elif isinstance(figures, list):
            lines += ["| | | |", "|--:|--:|--:|", *(f"| {' | '.join(map(_show, row))} |" for row in figures)]
        else:
            lines.append(_show(figures))
    return "\n".join(lines).lstrip() + "\n"


def _show(value: object) -> str:
    return (
        f"{value:.3g}"
        if isinstance(value, float) and value < 100
        else f"{value:.0f}"
        if isinstance(value, float)
        else str(value)
    )


if __name__ == "__main__":
    main()
