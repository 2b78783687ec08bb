"""What is known about a page besides its content."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something that went wrong, or was cut, without stopping the work."""

    code: str  # a short fixed word, for counting
    message: str  # a sentence, for reading


@dataclass(frozen=True)
class Meta:
    """Where a page came from and how it was made."""

    url: str = ""  # as asked for
    final_url: str = ""  # after redirects; what relative links are resolved against
    status: int = 0  # HTTP status, 0 when there was none
    content_type: str = ""
    encoding: str = "utf-8"
    origin: str = "html"  # "html": parsed; "browser": rendered
    browser: str = ""  # product and version
    scripts: bool = True  # as if scripts were enabled
    viewport: tuple[int, int] = (0, 0)  # CSS pixels, (0, 0) for a parsed page
    size: tuple[float, float] = (0.0, 0.0)  # of the whole page
    captured_at: str = ""  # ISO 8601, only when recording the time was asked for
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Tile:
    """A piece of the screenshot: the full width of the page, from `top` downwards."""

    top: int
    height: int
    png: bytes
