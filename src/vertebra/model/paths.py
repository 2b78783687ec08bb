"""Root paths: as a hash for comparing, as an XPath for reading."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from vertebra.model.columns import Flag, Kind, Nodes

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing


def path_hashes(nodes: Nodes, tags: tuple[str, ...]) -> npt.NDArray[np.uint64]:
    """For every node a hash of the tag names from the root down to it."""
    own = np.array([_name_hash(name) for name in tags], np.uint64)[nodes.tag]
    hashes = own.copy()
    by_depth = np.argsort(nodes.depth, kind="stable")
    levels = np.searchsorted(nodes.depth[by_depth], np.arange(1, int(nodes.depth.max(initial=0)) + 2))
    for first, last in zip(levels[:-1].tolist(), levels[1:].tolist(), strict=True):
        level = by_depth[first:last]
        mixed = (hashes[nodes.parent[level]] ^ own[level]) * _MULTIPLIER
        hashes[level] = mixed ^ (mixed >> np.uint64(29))
    return hashes


def positions(nodes: Nodes) -> npt.NDArray[np.int32]:
    """For every node its position, from 1, among the siblings of the same name."""
    order = np.lexsort((nodes.tag, nodes.parent))  # stable: document order within a group
    parent, tag = nodes.parent[order], nodes.tag[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (parent[1:] != parent[:-1]) | (tag[1:] != tag[:-1])
    number = np.arange(len(order))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = number - np.maximum.accumulate(np.where(first, number, 0)) + 1
    return ranks


def xpath(nodes: Nodes, tags: tuple[str, ...], ranks: npt.NDArray[np.int32], i: int) -> str:
    """The path of a node, every step with its position among siblings of the same name."""
    steps: list[str] = []
    while nodes.parent[i] >= 0:
        steps.append(step(nodes, tags, ranks, i))
        i = int(nodes.parent[i])
    return "/" + "/".join(reversed(steps))


def step(nodes: Nodes, tags: tuple[str, ...], ranks: npt.NDArray[np.int32], i: int) -> str:
    """The last step of a node's path; entering a shadow tree is part of it."""
    kind = nodes.kind[i]
    if kind == Kind.DOCUMENT:  # the content of a frame
        return "#document"
    name = {Kind.TEXT: "text()", Kind.COMMENT: "comment()"}.get(kind, tags[nodes.tag[i]])
    enters_shadow = nodes.flags[i] & Flag.SHADOW and not nodes.flags[nodes.parent[i]] & Flag.SHADOW
    return f"{'#shadow-root/' if enters_shadow else ''}{name}[{ranks[i]}]"


@lru_cache(maxsize=4096)
def _name_hash(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")
