"""`vertebra doctor`."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import dataclass
from importlib import metadata

import click

import vertebra
from vertebra.cli.exits import FAILED
from vertebra.errors import VertebraError
from vertebra.loading.browser.find import HOW_TO_GET_ONE, find_chromium

# Package -> the extra that brings it; an empty extra is the core.
PACKAGES = {
    "numpy": "",
    "selectolax": "",
    "httpx": "",
    "charset-normalizer": "",
    "click": "",
    "rich": "",
    "playwright": "browser",
    "pillow": "browser",
}


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    state: str
    mend: str = ""  # the command that mends it; empty if all is well


@click.command
@click.option("--start/--no-start", default=True, show_default=True, help="Start the browser to see that it runs.")
def command(start: bool) -> None:
    """Say what is installed, what is missing, and the command that mends it.

    Exits with 1 if something is missing.
    """
    findings = [
        Finding("vertebra", vertebra.__version__),
        Finding("python", platform.python_version()),
        *(_package(name, extra) for name, extra in PACKAGES.items()),
        *_browser(start),
        _fonts(),
    ]
    for finding in findings:
        mark = click.style("missing", fg="red") if finding.mend else click.style("ok     ", fg="green")
        click.echo(f"{mark}  {finding.name:<20} {finding.state}")
        if finding.mend:
            click.echo(f"         -> {finding.mend}")
    if any(finding.mend for finding in findings):
        raise SystemExit(FAILED)


def _package(name: str, extra: str) -> Finding:
    try:
        return Finding(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        wanted = f"vertebra[{extra}]" if extra else "vertebra"
        return Finding(name, "not installed", f"pip install '{wanted}'")


def _browser(start: bool) -> list[Finding]:
    try:
        found = find_chromium()
    except VertebraError as error:
        return [Finding("chromium", str(error), HOW_TO_GET_ONE)]
    if found is None:
        return [Finding("chromium", "not found", HOW_TO_GET_ONE)]
    if not start:
        return [Finding("chromium", str(found))]
    from vertebra.loading.browser.process import Browser

    try:
        with Browser() as browser:
            return [Finding("chromium", f"{browser.start()} at {found}")]
    except VertebraError as error:
        return [Finding("chromium", str(error), HOW_TO_GET_ONE)]


def _fonts() -> Finding:
    """Without fonts a browser draws empty boxes, and every position is wrong."""
    try:
        listed = subprocess.run(["fc-list", ":lang=en"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return Finding("fonts", "fc-list is not installed", "apt-get install fontconfig fonts-liberation")
    count = len(listed.stdout.splitlines())
    if not count:
        return Finding("fonts", "none for Latin script", "apt-get install fonts-liberation")
    return Finding("fonts", f"{count} for Latin script")
