"""The page model: columns in document order, read through small views."""

from vertebra.model.build import check
from vertebra.model.columns import BoxKind, Flag, Hidden, Kind
from vertebra.model.meta import Meta, Problem, Tile
from vertebra.model.node import Node
from vertebra.model.page import Layout, Links, Page

__all__ = [
    "BoxKind",
    "Flag",
    "Hidden",
    "Kind",
    "Layout",
    "Links",
    "Meta",
    "Node",
    "Page",
    "Problem",
    "Tile",
    "check",
]
