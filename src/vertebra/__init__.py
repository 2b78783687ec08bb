"""Vertebra recovers the structure of web pages and websites.

>>> import vertebra
>>> page = vertebra.load("<title>Hello</title><p>A <a href='/b'>link</a>.")
>>> page.title, page.links.url
('Hello', ('/b',))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vertebra.errors import VertebraError
    from vertebra.loading.api import LoadOptions, load, render
    from vertebra.loading.browser.attach import capture_open, capture_open_async
    from vertebra.loading.browser.options import CaptureOptions
    from vertebra.loading.browser.process import Browser
    from vertebra.loading.pagefile import save
    from vertebra.loading.source import find_pages
    from vertebra.model import Node, Page
    from vertebra.write.outline import OutlineOptions, outline

__version__ = "0.1.0"

# Name -> module. Loaded when first used, so that `import vertebra` is quick and drags nothing in.
_HOMES = {
    "Browser": "vertebra.loading.browser.process",
    "CaptureOptions": "vertebra.loading.browser.options",
    "LoadOptions": "vertebra.loading.api",
    "Node": "vertebra.model",
    "OutlineOptions": "vertebra.write.outline",
    "Page": "vertebra.model",
    "VertebraError": "vertebra.errors",
    "capture_open": "vertebra.loading.browser.attach",
    "capture_open_async": "vertebra.loading.browser.attach",
    "find_pages": "vertebra.loading.source",
    "load": "vertebra.loading.api",
    "outline": "vertebra.write.outline",
    "render": "vertebra.loading.api",
    "save": "vertebra.loading.pagefile",
}

__all__ = [
    "Browser",
    "CaptureOptions",
    "LoadOptions",
    "Node",
    "OutlineOptions",
    "Page",
    "VertebraError",
    "__version__",
    "capture_open",
    "capture_open_async",
    "find_pages",
    "load",
    "outline",
    "render",
    "save",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its home."""
    if name not in _HOMES:
        raise AttributeError(f"module 'vertebra' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
