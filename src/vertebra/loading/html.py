"""HTML to a page, without a browser: the tree that the HTML standard prescribes, as columns."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from vertebra.errors import TooLarge
from vertebra.loading.guard import MAXIMUM_DEPTH, tame
from vertebra.model import Flag, Kind, Meta, Page, Problem, check
from vertebra.model.columns import Attributes, Bytes, Nodes, make_table

Offsets = npt.NDArray[np.int64]

MAXIMUM_NODES = 1_200_000  # so that no page takes longer than two seconds

_KINDS = {"#document": Kind.DOCUMENT, "#text": Kind.TEXT, "#comment": Kind.COMMENT, "#doctype": Kind.DOCTYPE}


def parse_html(markup: bytes, meta: Meta, source: bytes = b"") -> Page:
    """Parse UTF-8 markup. Bad markup is never an error; more than MAXIMUM_NODES nodes are."""
    tamed, problems = tame(markup)
    # Without events: the mutation callbacks make long option lists quadratic.
    parser = LexborHTMLParser(tamed, scripting=meta.scripts, options=LexborDocumentOptions.WO_EVENTS)
    walk = _Walk()
    if parser.root is not None and (document := parser.root.parent) is not None:
        walk.run(document)
    if walk.flattened:
        message = f"the content of {walk.flattened} elements at depth {MAXIMUM_DEPTH} was moved beside them"
        problems.append(Problem("too-deep", message))
    if problems:
        meta = dataclasses.replace(meta, problems=(*meta.problems, *problems))
    return walk.page(meta, source or markup)


class _Numbers(dict[str, int]):
    """Gives every new name the next number."""

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


class _Walk:
    """One pass over the parser's tree in document order, filling lists that become the columns."""

    def __init__(self) -> None:
        self.parent = [-1]
        self.end = [1]
        self.depth = [0]
        self.tags = _Numbers({"#document": 0})
        self.tag = [0]
        self.texts: list[str] = []
        self.text_nodes: list[int] = []
        self.attribute_names: list[str] = []
        self.attribute_values: list[str | None] = []
        self.attribute_counts: list[int] = []
        self.attribute_nodes: list[int] = []
        self.flattened = 0

    def run(self, document: LexborNode) -> None:
        """Walk everything below the document. Long, because a call a node would double its time."""
        parent, end, depth, tags = self.parent, self.end, self.depth, self.tag
        texts, text_nodes = self.texts, self.text_nodes
        names, values = self.attribute_names, self.attribute_values
        counts, owners = self.attribute_counts, self.attribute_nodes
        text_id, comment_id, template_id = _lexbor_ids()
        known = {text_id: self.tags["#text"], comment_id: self.tags["#comment"]}  # lexbor's number -> ours
        waiting: list[LexborNode] = []  # elements whose content is being walked,
        outside: list[int] = []  # and the parents they have themselves
        above, level, number = 0, 1, 0
        node = document.first_child
        while node is not None:
            tag = node.tag_id
            if tag == text_id:
                number += 1
                parent.append(above)
                end.append(number + 1)
                depth.append(level)
                tags.append(known[text_id])
                texts.append(node.text_content or "")
                text_nodes.append(number)
            else:
                attributes = node.attributes
                child = _template_content(node) if tag == template_id else node.first_child
                number += 1
                if number > MAXIMUM_NODES:
                    raise TooLarge(f"the page has more than {MAXIMUM_NODES:,} nodes, the most that are read")
                parent.append(above)
                end.append(number + 1)
                depth.append(level)
                ours = known.get(tag)
                if ours is None:
                    known[tag] = ours = self.tags[_tag_name(node)]
                tags.append(ours)
                if attributes:
                    names += attributes
                    values += attributes.values()
                    counts.append(len(attributes))
                    owners.append(number)
                elif tag == comment_id:
                    texts.append(node.comment_content or "")
                    text_nodes.append(number)
                if child is not None:
                    waiting.append(node)
                    outside.append(above)
                    if level < MAXIMUM_DEPTH:
                        above = number
                        level += 1
                    else:
                        self.flattened += 1
                    node = child
                    continue
            node = node.next
            while node is None and waiting:
                end[above] = number + 1
                node = waiting.pop().next
                above = outside.pop()
                level = depth[above] + 1
        end[0] = number + 1

    def page(self, meta: Meta, source: bytes) -> Page:
        """The columns from the lists."""
        n = len(self.parent)
        kinds = np.array([_KINDS.get(name, Kind.ELEMENT) for name in self.tags], np.uint8)
        tag = np.fromiter(self.tag, np.int32, n)
        text_end = _ends(n, self.text_nodes, map(len, self.texts))
        values = [value or "" for value in self.attribute_values]
        value_end = np.cumsum(np.fromiter(map(len, values), np.int64, len(values)))
        numbers = _Numbers()
        names = np.fromiter(map(numbers.__getitem__, self.attribute_names), np.int32, len(values))
        nodes = {
            "parent": np.fromiter(self.parent, np.int32, n),
            "end": np.fromiter(self.end, np.int32, n),
            "depth": np.fromiter(self.depth, np.int32, n),
            "kind": kinds[tag],
            "tag": tag,
            "flags": self._flags() if "shadowrootmode" in numbers else np.zeros(n, np.uint8),
            "text_start": _starts(text_end),
            "text_end": text_end,
            "attribute_end": _ends(n, self.attribute_nodes, self.attribute_counts),
        }
        attributes = {"name": names, "value_start": _starts(value_end), "value_end": value_end}
        page = Page(
            nodes=make_table(Nodes, nodes),
            attributes=make_table(Attributes, attributes),
            text="".join(self.texts),
            attribute_text="".join(values),
            tags=tuple(self.tags),
            attribute_names=tuple(numbers),
            meta=meta,
            source=source,
        )
        return check(page)

    def _flags(self) -> Bytes:
        """The content of a declarative shadow root is marked as a shadow tree."""
        flags = np.zeros(len(self.parent), np.uint8)
        row = 0
        for node, count in zip(self.attribute_nodes, self.attribute_counts, strict=True):
            if "shadowrootmode" in self.attribute_names[row : row + count] and self.tag[node] == self.tags["template"]:
                flags[node + 1 : self.end[node]] |= np.uint8(Flag.SHADOW)
            row += count
        return flags


@cache
def _lexbor_ids() -> tuple[int, int, int]:
    """The numbers lexbor gives to texts, comments and templates."""
    body = LexborHTMLParser("<body>x<!----><template></template></body>").body
    text, comment, template = (node.tag_id for node in body.iter(include_text=True)) if body else (-2, -2, -2)
    return text, comment, template


def _tag_name(node: LexborNode) -> str:
    """Lower-case, "#" before what is not an element; processing instructions count as comments."""
    name = (node.tag or "-comment").lower()
    return "#" + name[1:] if name.startswith("-") else name


def _template_content(node: LexborNode) -> LexborNode | None:
    fragments = node.template_fragments()
    return fragments[0].first_child if fragments else None


def _ends(n: int, owners: list[int], sizes: Iterable[int]) -> Offsets:
    """Where each node's share of a pool ends, when only `owners` have any."""
    each = np.zeros(n, np.int64)
    each[np.fromiter(owners, np.int64, len(owners))] = np.fromiter(sizes, np.int64, len(owners))
    return np.cumsum(each)


def _starts(ends: Offsets) -> Offsets:
    starts = np.zeros_like(ends)
    starts[1:] = ends[:-1]
    return starts
