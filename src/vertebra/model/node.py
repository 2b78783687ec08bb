"""A node of a page, as a view: the page has the data, the node knows its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vertebra.geometry import Rect
from vertebra.model import paths
from vertebra.model.columns import Flag, Hidden, Kind
from vertebra.text import squeeze

if TYPE_CHECKING:
    from vertebra.model.page import Page


@dataclass(frozen=True)
class Node:
    """View of one node. Cheap to make, equal when page and number are."""

    page: Page
    i: int

    @property
    def kind(self) -> Kind:
        """Element, text, comment and so on."""
        return Kind(self.page.nodes.kind[self.i])

    @property
    def flags(self) -> Flag:
        """Yes-or-no facts: in a shadow tree, fixed to the window, ticked."""
        return Flag(int(self.page.nodes.flags[self.i]))

    @property
    def tag(self) -> str:
        """Lower-case tag name; "#text", "#comment" and so on for other kinds."""
        return self.page.tags[int(self.page.nodes.tag[self.i])]

    @property
    def depth(self) -> int:
        """Steps to the root."""
        return int(self.page.nodes.depth[self.i])

    @property
    def parent(self) -> Node | None:
        """The node above, or None for the root."""
        above = int(self.page.nodes.parent[self.i])
        return Node(self.page, above) if above >= 0 else None

    @property
    def parent_tag(self) -> str:
        """Tag of the node above, empty for the root."""
        return self.parent.tag if self.parent else ""

    @property
    def children(self) -> Iterator[Node]:
        """The nodes directly below, in document order."""
        child, end = self.i + 1, int(self.page.nodes.end[self.i])
        while child < end:
            yield Node(self.page, child)
            child = int(self.page.nodes.end[child])

    @property
    def text(self) -> str:
        """The node's own text: of a text node, comment, pseudo-element, or a control's value."""
        nodes = self.page.nodes
        return self.page.text[nodes.text_start[self.i] : nodes.text_end[self.i]]

    @property
    def all_text(self) -> str:
        """The texts of the sub-tree, squeezed, a space where a block begins or ends; no scripts, no styles."""
        nodes, page = self.page.nodes, self.page
        below = slice(self.i, int(nodes.end[self.i]))
        # Inside of what is never shown, such as the title, every text counts.
        texts = page.counted[below] if page.shown[self.i] else nodes.kind[below] == Kind.TEXT
        rows = np.flatnonzero(texts) + self.i
        apart = np.diff(page.edges[rows], prepend=0) > 0
        spans = zip(nodes.text_start[rows].tolist(), nodes.text_end[rows].tolist(), apart.tolist(), strict=True)
        return squeeze("".join([" " * new + page.text[start:end] for start, end, new in spans]))

    @property
    def attributes(self) -> dict[str, str]:
        """All attributes."""
        page, columns = self.page, self.page.attributes
        return {
            page.attribute_names[columns.name[a]]: page.attribute_text[columns.value_start[a] : columns.value_end[a]]
            for a in range(*page.attribute_rows(self.i))
        }

    def attribute(self, name: str, default: str = "") -> str:
        """One attribute."""
        return self.page.attribute(self.i, name, default)

    @property
    def xpath(self) -> str:
        """Where the node is, as `/html[1]/body[1]/p[2]`."""
        return paths.xpath(self.page.nodes, self.page.tags, self.page.positions, self.i)

    @property
    def box(self) -> Rect | None:
        """The rectangle around the node's visible boxes; None if it has none or was not rendered."""
        if self.page.rendered is None:
            return None
        boxes = self.page.rendered.boxes
        first, last = np.searchsorted(boxes.node, (self.i, self.i + 1))
        seen = np.arange(first, last)[boxes.hidden[first:last] == Hidden.NOT]
        if not len(seen):
            return None
        return Rect(
            float(boxes.x0[seen].min()),
            float(boxes.y0[seen].min()),
            float(boxes.x1[seen].max()),
            float(boxes.y1[seen].max()),
        )

    def __repr__(self) -> str:
        """Number, tag and the beginning of the text."""
        beginning = self.all_text[:30] if self.kind is Kind.ELEMENT else squeeze(self.text)[:30]
        return f"<Node {self.i} {self.tag} {beginning!r}>"
