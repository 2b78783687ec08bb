"""Building a page: columns in, invariants checked once, an immutable page out."""

from __future__ import annotations

from typing import Any

import numpy as np

from vertebra.model.columns import Attributes, Boxes, Ints, Nodes, Styles, length
from vertebra.model.page import Page


def ends_of(parent: Ints) -> Ints:
    """`end` from `parent`: where each sub-tree stops, for nodes in document order."""
    above = parent.tolist()
    ends = list(range(1, len(above) + 1))
    for i in range(len(above) - 1, 0, -1):
        if ends[above[i]] < ends[i]:
            ends[above[i]] = ends[i]
    return np.asarray(ends, np.int32)


def depths_of(parent: Ints) -> Ints:
    """`depth` from `parent`."""
    depths: list[int] = []
    for above in parent.tolist():
        depths.append(depths[above] + 1 if above >= 0 else 0)
    return np.asarray(depths, np.int32)


def check(page: Page) -> Page:
    """The page itself, if every invariant of the columns holds; otherwise ValueError says which not."""
    _check_tree(page.nodes)
    _check_texts(page)
    _check_attributes(page.nodes, page.attributes, page)
    if page.rendered is not None:
        _check_layout(page, page.rendered.boxes, page.rendered.styles)
    return page


def _demand(holds: Any, what: str) -> None:
    if not bool(holds):
        raise ValueError(f"page columns: {what}")


def _check_tree(nodes: Nodes) -> None:
    n = length(nodes)
    _demand(n >= 1 and nodes.parent[0] == -1, "the first node is the root")
    parent, end, number = nodes.parent[1:], nodes.end, np.arange(n, dtype=np.int64)
    _demand(((parent >= 0) & (parent < number[1:])).all(), "parent[i] < i")
    _demand(((end > number) & (end <= n)).all(), "i < end[i] <= n")
    _demand((end[1:] <= end[parent]).all(), "a sub-tree lies inside its parent's")
    # Together with containment, equal sizes mean that the slice i:end[i] is exactly the sub-tree.
    size = end - number
    below = np.bincount(parent, weights=size[1:], minlength=n)
    _demand((size == below + 1).all(), "the slice i:end[i] is the sub-tree of i")
    _demand(nodes.depth[0] == 0, "the root has depth 0")
    _demand((nodes.depth[1:] == nodes.depth[parent] + 1).all(), "depth grows by one")


def _check_texts(page: Page) -> None:
    nodes = page.nodes
    _check_spans(nodes.text_start, nodes.text_end, len(page.text), "node text")
    _demand((nodes.text_start[1:] >= nodes.text_end[:-1]).all(), "texts follow one another")
    _demand(((nodes.tag >= 0) & (nodes.tag < len(page.tags))).all(), "every tag has a name")


def _check_attributes(nodes: Nodes, attributes: Attributes, page: Page) -> None:
    ends, count = nodes.attribute_end, length(attributes)
    _demand((np.diff(ends) >= 0).all() and ends[0] >= 0, "attributes are in the order of the nodes")
    _demand(ends[-1] == count, "every attribute has an owner")
    names = attributes.name
    _demand(((names >= 0) & (names < len(page.attribute_names))).all(), "every attribute has a name")
    _check_spans(attributes.value_start, attributes.value_end, len(page.attribute_text), "attribute values")


def _check_layout(page: Page, boxes: Boxes, styles: Styles) -> None:
    _demand(((boxes.node >= 0) & (boxes.node < len(page))).all(), "every box has a node")
    _demand((np.diff(boxes.node) >= 0).all(), "boxes are in document order")
    _demand((boxes.x1 >= boxes.x0).all() and (boxes.y1 >= boxes.y0).all(), "x0 <= x1, y0 <= y1")
    _demand(((boxes.style >= 0) & (boxes.style < max(1, length(styles)))).all(), "every box has a style")
    _check_spans(boxes.text_start, boxes.text_end, len(page.text), "line fragments")


def _check_spans(start: Ints, end: Ints, size: int, what: str) -> None:
    _demand(((start >= 0) & (start <= end) & (end <= size)).all(), f"{what} lie inside the pool")
