"""Which Chromium to use: an installed one, or Playwright's own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from vertebra.errors import BrowserMissing

VARIABLE: Final = "VERTEBRA_CHROMIUM"
# The headless shells first: without a user interface a page takes half the time.
_NAMES: Final = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

HOW_TO_GET_ONE: Final = (
    "install one with `apt-get install chromium-headless-shell` (Debian), or `playwright install chromium`, "
    f"or name an existing one in the environment variable {VARIABLE}"
)


def find_chromium() -> Path | None:
    """An executable: the one named by VERTEBRA_CHROMIUM, one on the PATH, or Playwright's download."""
    if named := os.environ.get(VARIABLE):
        if not Path(named).is_file():
            raise BrowserMissing(f"{VARIABLE} names {named}, which does not exist")
        return Path(named)
    for name in _NAMES:
        if found := shutil.which(name):
            return Path(found)
    return _downloaded()


def need_chromium() -> Path:
    """The same, or an error that says how to get one."""
    found = find_chromium()
    if found is None:
        raise BrowserMissing(f"no Chromium found: {HOW_TO_GET_ONE}")
    return found


def _downloaded() -> Path | None:
    cache = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path.home() / ".cache" / "ms-playwright")
    shells = sorted(Path(cache).glob("chromium_headless_shell-*/*/*headless*shell"))
    found = shells or sorted(Path(cache).glob("chromium-*/chrome-linux*/chrome"))
    return found[-1] if found else None
