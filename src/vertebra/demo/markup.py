"""A tiny HTML element tree: build it, say what its parts mean, write it as HTML.

What an element means (a segment of the page, a group of links, text that belongs to the main
content) is kept beside the element and never written into the HTML.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Literal, Self

SegmentType = Literal[
    "LinkList", "Article", "Image", "Content", "Menu", "Header", "Footer", "Logo", "Ad",
    "Searchbar", "Title", "Video", "Sidebar", "Table", "Comments", "Author",
]  # fmt: skip
Role = Literal["main text", "additional text", "link group", "navigation menu", "advertisement", "other"]
LinkKind = Literal["menu", "list", "content", "others"]
TextUse = Literal["main", "comments", "none"]

VOID_TAGS = frozenset({"meta", "link", "img", "br", "hr", "input"})
RAW_TAGS = frozenset({"script", "style"})
CELL_TAGS = frozenset({"td", "th"})
FLOWING_TAGS = frozenset(
    ["a", "b", "button", "cite", "em", "img", "input", "label", "mark", "small", "span", "strong", "time"]
)
INLINE_TAGS = FLOWING_TAGS | {"br", "option", "title", "p", "h1", "h2", "h3", "script", "style", "pre", "textarea"}


@dataclass(frozen=True, slots=True)
class Segment:
    """A visible region (level 1) or block within a region (level 2) of the page."""

    level: Literal[1, 2]
    type: SegmentType
    role: Role | None


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Links which a reader sees as belonging together."""

    kind: LinkKind
    heading: str | None


@dataclass(slots=True, eq=False)
class Element:
    """One HTML element with the meaning its designer gave it."""

    tag: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    segment: Segment | None = None
    group: LinkGroup | None = None
    use: TextUse | None = None

    def region(self, type_: SegmentType, role: Role | None = None) -> Self:
        """Declare an outer region; the role is left out when inner blocks carry the roles."""
        self.segment = Segment(1, type_, role)
        return self

    def block(self, type_: SegmentType, role: Role) -> Self:
        """Declare a block within a region."""
        self.segment = Segment(2, type_, role)
        return self

    def links(self, kind: LinkKind, heading: str | None = None) -> Self:
        """Declare that the links below (unless a nearer group takes them) belong together."""
        self.group = LinkGroup(kind, heading)
        return self

    def reads(self, use: TextUse) -> Self:
        """Declare what the text below is (unless something nearer says otherwise)."""
        self.use = use
        return self


Node = Element | str


def el(tag: str, *children: Node | None, **attributes: str) -> Element:
    """Build an element; ``class_`` gives ``class`` and ``aria_label`` gives ``aria-label``."""
    named = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return Element(tag, named, [child for child in children if child is not None])


def to_html(root: Element) -> str:
    """Write a whole document."""
    return "<!DOCTYPE html>\n" + _write(root, 0) + "\n"


def _write(element: Element, depth: int) -> str:
    opening = "<" + element.tag + "".join(_attribute(*item) for item in element.attributes.items())
    if element.tag in VOID_TAGS:
        return opening + ">"
    closing = f"</{element.tag}>"
    if element.tag in RAW_TAGS:
        raw = "".join(child for child in element.children if isinstance(child, str))
        safe = raw.replace("</", "<\\u002f")
        return f"{opening}>{safe}{closing}"
    if element.tag in INLINE_TAGS or any(isinstance(child, str) for child in element.children):
        inside = "".join(_write_node(child, depth) for child in element.children)
        return f"{opening}>{inside}{closing}"
    if not element.children:
        return f"{opening}>{closing}"
    margin = "\n" + " " * (depth + 1)
    inside = "".join(margin + _write_node(child, depth + 1) for child in element.children)
    return f"{opening}>{inside}\n{' ' * depth}{closing}"


def _write_node(node: Node, depth: int) -> str:
    return escape(node, quote=False) if isinstance(node, str) else _write(node, depth)


def _attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"'


def with_paths(root: Element) -> Iterator[tuple[str, Element]]:
    """Yield every element in document order with its XPath, such as ``/html[1]/body[1]/p[2]``."""
    yield from _with_paths(root, f"/{root.tag}[1]")


def _with_paths(element: Element, path: str) -> Iterator[tuple[str, Element]]:
    yield path, element
    seen: Counter[str] = Counter()
    for child in element.children:
        if isinstance(child, Element):
            seen[child.tag] += 1
            yield from _with_paths(child, f"{path}/{child.tag}[{seen[child.tag]}]")


def plain_text(node: Node) -> str:
    """Return the text of a node with white space folded."""
    return " ".join("".join(text for _, text in _strings(node, None)).split())


def reading(root: Element, wanted: TextUse) -> str:
    """Return the text declared to be of one use, its paragraphs separated by blank lines."""
    kept = "".join(text for use, text in _strings(root, None) if use == wanted or text == "\n")
    paragraphs = (" ".join(line.split()) for line in kept.split("\n"))
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _strings(node: Node, use: TextUse | None) -> Iterator[tuple[TextUse | None, str]]:
    """Yield strings in document order: a line feed at a block's edges, a space between cells."""
    if isinstance(node, str):
        yield use, node
        return
    if node.tag in RAW_TAGS:
        return
    use = node.use or use
    flows = node.tag in FLOWING_TAGS
    edge = " " if node.tag in CELL_TAGS or node.tag == "br" else "\n"
    spaced = node.tag not in INLINE_TAGS and all(isinstance(c, Element) for c in node.children)
    if not flows:
        yield use, edge
    for child in node.children:
        yield from _strings(child, use)
        if spaced:
            yield use, " "
    if not flows:
        yield use, edge
