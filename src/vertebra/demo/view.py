"""A page's place in the site: how it refers to other pages and to files."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from vertebra.demo.markup import Element, el
from vertebra.demo.records import Library

OUTSIDE = ("https://", "mailto:", "#")


@dataclass(frozen=True, slots=True)
class View:
    """The whole content seen from the page at one path."""

    library: Library
    path: str

    def href(self, target: str) -> str:
        """Return the reference from this page to a path counted from the site's root."""
        if target.startswith(OUTSIDE):
            return target
        folder = posixpath.dirname(self.path)
        return posixpath.relpath("/" + target.lstrip("/"), "/" + folder)

    def link(self, text: str, target: str, **attributes: str) -> Element:
        """Return a link to a page of this site or outside."""
        return el("a", text, href=self.href(target), **attributes)

    def image(self, name: str, size: tuple[int, int], alt: str | None = None) -> Element:
        """Return a picture; without an alternative text the attribute is left out."""
        width, height = size
        file_name = name if "." in name else f"{name}.svg"
        known = {} if alt is None else {"alt": alt}
        return el("img", src=self.href(f"img/{file_name}"), width=str(width), height=str(height), **known)
