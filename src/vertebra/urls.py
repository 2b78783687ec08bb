"""URLs as pages use them: resolving, cleaning, telling a URL from a path."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

_SCHEME: Final = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.\-]*:")
_TABS_AND_NEWLINES: Final = str.maketrans("", "", "\t\n\r")


def is_web_url(source: str) -> bool:
    """True for http: and https: URLs."""
    return source[:8].lower().startswith(("http://", "https://"))


def clean(href: str) -> str:
    """An href as browsers read it: no white space around, no tabs or line breaks inside."""
    return href.strip(" \t\n\r\f\0").translate(_TABS_AND_NEWLINES)


def resolve(base: str, href: str) -> str:
    """The absolute URL of an href on a page; the cleaned href itself when it cannot be resolved."""
    href = clean(href)
    if not base or _SCHEME.match(href):
        return href
    try:
        return urljoin(base, href)
    except ValueError:  # malformed hosts such as http://[
        return href


def origin_of(url: str) -> tuple[str, int]:
    """Host and port of a web URL, the port of the scheme when none is written."""
    parts = urlsplit(url)
    return (parts.hostname or "").lower(), parts.port or (443 if parts.scheme == "https" else 80)
