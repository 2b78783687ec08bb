"""The page: one immutable set of columns, whatever it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vertebra.errors import NoLayout
from vertebra.model import paths
from vertebra.model.columns import Attributes, Boxes, Ints, Kind, Nodes, Styles
from vertebra.model.meta import Meta, Tile
from vertebra.model.node import Node
from vertebra.model.sums import Sums
from vertebra.model.tags import INLINE, UNSHOWN
from vertebra.urls import resolve


@dataclass(frozen=True, eq=False)
class Links:
    """One row a hyperlink (`a` or `area` with an href), in document order."""

    node: Ints
    url: tuple[str, ...]  # resolved


@dataclass(frozen=True, eq=False)
class Layout:
    """Where things are and how they look; only a rendered page has one."""

    boxes: Boxes
    styles: Styles
    words: tuple[str, ...]  # the words that style columns point to


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """A web page as columns in document order. Made by `vertebra.load` and `vertebra.render`."""

    nodes: Nodes
    attributes: Attributes
    text: str  # the texts of all nodes, one after the other
    attribute_text: str
    tags: tuple[str, ...]  # names that Nodes.tag points to
    attribute_names: tuple[str, ...]
    meta: Meta
    source: bytes = b""  # the document as it arrived
    rendered: Layout | None = None
    screenshot: tuple[Tile, ...] = ()

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.nodes.parent)

    def __repr__(self) -> str:
        """Address, title and size; never the content."""
        boxes = f", {len(self.rendered.boxes.node)} boxes" if self.rendered else ""
        return f"<Page {self.meta.final_url or self.meta.url or '-'} {self.title[:40]!r}, {len(self)} nodes{boxes}>"

    def __getitem__(self, i: int) -> Node:
        """The node with number i, as a view."""
        if not -len(self) <= i < len(self):
            raise IndexError(f"node {i} of a page with {len(self)}")
        return Node(self, i % len(self))

    def __iter__(self) -> Iterator[Node]:
        """All nodes in document order."""
        return (Node(self, i) for i in range(len(self)))

    def layout(self, what: str) -> Layout:
        """The layout, or a clear error that `what` cannot work without one."""
        if self.rendered is None:
            raise NoLayout(what)
        return self.rendered

    def tag_id(self, name: str) -> int:
        """The number of a tag name on this page, -1 if no node has it."""
        return self._tag_ids.get(name, -1)

    def having_tag(self, *names: str) -> Ints:
        """Numbers of the nodes with one of these tags, in document order."""
        wanted = [self._tag_ids[name] for name in names if name in self._tag_ids]
        return np.flatnonzero(np.isin(self.nodes.tag, wanted)).astype(np.int32)

    def attribute(self, i: int, name: str, default: str = "") -> str:
        """An attribute of node i."""
        wanted = self._attribute_ids.get(name)
        if wanted is None:
            return default
        columns = self.attributes
        for a in range(*self.attribute_rows(i)):
            if columns.name[a] == wanted:
                return self.attribute_text[columns.value_start[a] : columns.value_end[a]]
        return default

    def attribute_rows(self, i: int) -> tuple[int, int]:
        """First and one-past-last row of node i in the attribute table."""
        ends = self.nodes.attribute_end
        return (int(ends[i - 1]) if i else 0), int(ends[i])

    def with_attribute(self, name: str) -> dict[int, str]:
        """Every node that has this attribute, with its value."""
        wanted = self._attribute_ids.get(name)
        if wanted is None:
            return {}
        rows = np.flatnonzero(self.attributes.name == wanted)
        owners = np.searchsorted(self.nodes.attribute_end, rows, side="right")
        starts, ends = self.attributes.value_start[rows], self.attributes.value_end[rows]
        spans = zip(owners.tolist(), starts.tolist(), ends.tolist(), strict=True)
        return {owner: self.attribute_text[start:end] for owner, start, end in spans}

    @cached_property
    def shown(self) -> npt.NDArray[np.bool_]:
        """True for nodes outside of elements that are never shown (scripts, styles, the head)."""
        names = UNSHOWN + (("noscript",) if self.meta.scripts else ())
        roots = self.having_tag(*names)
        shadows = list(self.with_attribute("shadowrootmode"))  # templates that are shown: shadow trees
        return ~self._below(roots[~np.isin(roots, shadows)] if shadows else roots)

    @cached_property
    def counted(self) -> npt.NDArray[np.bool_]:
        """True for the texts of the page: shown text nodes and generated content."""
        kind = self.nodes.kind
        texts: npt.NDArray[np.bool_] = (kind == Kind.TEXT) | (kind == Kind.PSEUDO)
        return texts & self.shown

    @cached_property
    def edges(self) -> npt.NDArray[np.int32]:
        """How many pieces of text begin or end up to each node: equal for texts that run on."""
        runs_on = np.array([name in INLINE or name.startswith(("#", ":")) for name in self.tags], np.bool_)
        blocks = np.flatnonzero(~runs_on[self.nodes.tag])
        steps = np.zeros(len(self) + 1, np.int32)
        steps[blocks] += 1
        np.add.at(steps, self.nodes.end[blocks], 1)
        return np.cumsum(steps[:-1], dtype=np.int32)

    @cached_property
    def sums(self) -> Sums:
        """Prefix sums of characters, words, links and elements: any sub-tree sum is one difference."""
        anchors = self._below(self.links.node)
        return Sums.of(self.nodes, self.text, self.counted, anchors, self.links.node)

    @cached_property
    def links(self) -> Links:
        """The hyperlinks of the page."""
        hrefs = self.with_attribute("href")
        base = self.base_url
        nodes = [i for i in self.having_tag("a", "area").tolist() if i in hrefs]
        return Links(np.asarray(nodes, np.int32), tuple(resolve(base, hrefs[i]) for i in nodes))

    @cached_property
    def base_url(self) -> str:
        """What relative links are resolved against: the first `base` element, or the page's URL."""
        own = self.meta.final_url or self.meta.url
        for i in self.having_tag("base").tolist():
            if href := self.attribute(i, "href"):
                return resolve(own, href)
        return own

    @cached_property
    def path_hashes(self) -> npt.NDArray[np.uint64]:
        """A 64-bit hash of the tag names from the root to each node, the same on every page."""
        return paths.path_hashes(self.nodes, self.tags)

    @cached_property
    def positions(self) -> Ints:
        """For every node its position, from 1, among the siblings of the same name."""
        return paths.positions(self.nodes)

    @cached_property
    def title(self) -> str:
        """The text of the first title element in the head, squeezed."""
        for i in self.having_tag("title").tolist():
            if self[i].parent_tag == "head":
                return self[i].all_text
        return ""

    def _below(self, roots: Ints) -> npt.NDArray[np.bool_]:
        """True for every node inside one of these sub-trees, roots included."""
        steps = np.zeros(len(self) + 1, np.int32)
        np.add.at(steps, roots, 1)
        np.add.at(steps, self.nodes.end[roots], -1)
        inside: npt.NDArray[np.bool_] = np.cumsum(steps[:-1]) > 0
        return inside

    @cached_property
    def _tag_ids(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.tags)}

    @cached_property
    def _attribute_ids(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.attribute_names)}
