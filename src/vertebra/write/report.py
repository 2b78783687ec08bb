"""A report on many pages as one HTML file that needs nothing else, neither network nor folder.

Pages are written as they come and then forgotten. A page is a row of the table (readable JSON) and what
is seen when it is opened: its details, packed, and its picture; both stay text until somebody looks.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TextIO

from vertebra.errors import PageFileError, UsageError
from vertebra.geometry import Rect
from vertebra.model import Meta, Page
from vertebra.model.paths import step
from vertebra.options import Options, option
from vertebra.write.picture import Layer, Mark, Preview, box_layers, preview

__all__ = ["Layer", "Mark", "ReportOptions", "ReportWriter", "Section", "box_layers"]

Fact = str | int | float

_FARTHEST: Final = 1_000_000  # pixels; browsers cannot draw farther away


@dataclass(frozen=True)
class Section:
    """A titled piece of a page's details, or of the whole report: a text, a table, or both."""

    title: str
    text: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[Fact]] = ()


@dataclass(frozen=True)
class ReportOptions(Options):
    """What a report contains."""

    preview_width: int = option(900, "width of the pages' pictures in pixels", at_least=100, at_most=4000)
    previews: bool = option(True, "show a picture of every rendered page")


class ReportWriter:
    """Writes a report page by page; the file appears, whole, when the `with` block ends well."""

    def __init__(self, path: str | Path, title: str = "", options: ReportOptions | None = None) -> None:
        """Nothing is written before the `with` block."""
        self.path = Path(path)
        self.title = title or self.path.stem
        self.options = options or ReportOptions()
        self._beside = self.path.with_name(self.path.name + ".part")
        self._out: TextIO | None = None

    def __enter__(self) -> Self:
        """Start the file beside its final place."""
        try:
            # Lone surrogates of a title cannot be written; everything else here is ASCII.
            self._out = self._beside.open("w", encoding="utf-8", errors="replace", newline="\n")
        except OSError as error:
            raise UsageError(f"the report cannot be written to {self.path}: {error.strerror}") from error
        self._write(_head(self.title))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish the file and move it into place, or remove it after an error."""
        if self._out is None:
            return
        try:
            if kind is None:
                self._write(_tail())
            self._out.close()
            if kind is None:
                self._beside.replace(self.path)
        finally:
            self._out = None
            self._beside.unlink(missing_ok=True)

    def add(
        self,
        page: Page,
        name: str,
        *,
        facts: Mapping[str, Fact] | None = None,
        layers: Sequence[Layer] | None = None,
        sections: Sequence[Section] = (),
        outline: str = "",
    ) -> None:
        """Add a page. Facts become columns of the table; without `layers`, those of the boxes are drawn."""
        if layers is None:
            layers = box_layers(page) if page.rendered else ()
        picture, notes = self._preview(page)
        shows = picture.shows if picture else _extent(page)
        details: dict[str, Any] = {
            "shows": shows,
            "facts": [*_facts(facts), *_meta_facts(page.meta)],
            "notes": notes,
            "problems": [(problem.code, problem.message) for problem in page.meta.problems],
            "sections": [_section(section) for section in sections],
            "outline": outline,
            **_overlay(page, layers, shows),
        }
        row, packed = _json(_row(page, name, facts)), _packed(details)
        image = base64.b64encode(picture.webp).decode("ascii") if picture else ""
        # Everything that can fail has been done: a page is written whole or not at all.
        self._data("row", row)
        self._data("details", packed)
        self._data("picture", image)

    def add_failure(self, name: str, reason: str) -> None:
        """Add a page that could not be loaded."""
        self._data("failure", _json([name, reason]))

    def add_section(self, section: Section) -> None:
        """Add a piece about all pages together; it is shown below the table."""
        self._data("section", _json(_section(section)))

    def _preview(self, page: Page) -> tuple[Preview | None, list[str]]:
        if not page.screenshot or not self.options.previews:
            return None, []
        try:
            picture = preview(page, self.options.preview_width)
        except PageFileError as error:
            return None, [f"{error}."]
        return picture, [f"The picture ends at {picture.shows[1]:,} pixels; the page goes on."] if picture.cut else []

    def _data(self, what: str, content: str) -> None:
        """A piece of data, as a script element of a type that no browser runs."""
        self._write(f'<script type="text/plain" data-{what}>{content}</script>\n')

    def _write(self, text: str) -> None:
        if self._out is None:
            raise UsageError("a report is written inside of a block: with ReportWriter(path) as report: ...")
        self._out.write(text)


class _Strings(dict[str, int]):
    """Every text once; others refer to it by number."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


def _overlay(page: Page, layers: Sequence[Layer], shows: tuple[int, int]) -> dict[str, Any]:
    """The layers as columns of numbers, with the texts and the paths they refer to."""
    strings = _Strings()
    kept = [[mark for mark in layer.marks if _is_near(mark.rect, shows)] for layer in layers]
    owners = sorted({mark.node for marks in kept for mark in marks if 0 <= mark.node < len(page)})
    parents, steps, places = _paths(page, owners)
    return {
        "layers": [
            {
                "name": layer.name,
                "colour": layer.colour,
                "style": layer.style,
                "shown": layer.shown,
                "off": len(layer.marks) - len(marks),
                **_columns(marks, strings, places),
            }
            for layer, marks in zip(layers, kept, strict=True)
        ],
        "paths": {"parent": parents, "step": [strings[step] for step in steps]},
        "strings": list(strings),
    }


def _is_near(rect: Rect, shows: tuple[int, int]) -> bool:
    """False for what lies wholly outside of the picture."""
    return rect.x1 >= 0 and rect.y1 >= 0 and rect.x0 <= shows[0] and rect.y0 <= shows[1]


def _columns(marks: Sequence[Mark], strings: _Strings, places: dict[int, int]) -> dict[str, list[int]]:
    corners = [[round(max(-_FARTHEST, min(_FARTHEST, side))) for side in mark.rect] for mark in marks]
    return {
        "x": [x0 for x0, _, _, _ in corners],
        "y": [y0 for _, y0, _, _ in corners],
        "width": [max(1, x1 - x0) for x0, _, x1, _ in corners],
        "height": [max(1, y1 - y0) for _, y0, _, y1 in corners],
        "label": [strings[mark.label] for mark in marks],
        "tip": [strings[mark.tip] for mark in marks],
        "colour_of": [strings[mark.colour] for mark in marks],
        "path": [places.get(mark.node, -1) for mark in marks],
    }


def _paths(page: Page, owners: Sequence[int]) -> tuple[list[int], list[str], dict[int, int]]:
    """XPaths as a tree: for each place how far back its parent is (0 at the top) and its own step."""
    nodes, needed = page.nodes, set[int]()
    for owner in owners:
        node = owner
        while node > 0 and node not in needed:
            needed.add(node)
            node = int(nodes.parent[node])
    places: dict[int, int] = {}
    parents: list[int] = []
    steps: list[str] = []
    for place, node in enumerate(sorted(needed)):
        places[node] = place
        parents.append(place - places.get(int(nodes.parent[node]), place))
        steps.append(step(nodes, page.tags, page.positions, node))
    return parents, steps, places


def _row(page: Page, name: str, facts: Mapping[str, Fact] | None) -> dict[str, Any]:
    """What the table shows of a page, and what its filter looks at."""
    return {
        "name": name,
        "title": page.title,
        "url": page.meta.final_url or page.meta.url,
        "words": int(page.sums.words[-1]),
        "links": len(page.links.node),
        "nodes": len(page),
        "boxes": len(page.rendered.boxes.node) if page.rendered else 0,
        "problems": len(page.meta.problems),
        "codes": sorted({problem.code for problem in page.meta.problems}),
        "facts": _facts(facts),
    }


def _facts(facts: Mapping[str, Fact] | None) -> list[tuple[str, Fact]]:
    return [(name, _plain(value)) for name, value in (facts or {}).items()]


def _plain(value: Fact) -> Fact:
    """JSON has no word for infinity."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _meta_facts(meta: Meta) -> list[tuple[str, str]]:
    """Where the page came from and how it was made, in words."""
    made = "parsed from HTML" if meta.origin == "html" else f"rendered by {meta.browser or 'a browser'}"
    facts = [
        ("URL", meta.url),
        ("Final URL", meta.final_url if meta.final_url != meta.url else ""),
        ("Status", str(meta.status or "")),
        ("Content type", meta.content_type),
        ("Encoding", meta.encoding),
        ("Viewport", _pixels(meta.viewport)),
        ("Page size", _pixels(meta.size)),
        ("Made", f"{made}, scripts {'on' if meta.scripts else 'off'}"),
        ("Captured at", meta.captured_at),
    ]
    return [(name, value) for name, value in facts if value]


def _pixels(size: tuple[float, float]) -> str:
    return f"{size[0]:.0f} by {size[1]:.0f} px" if any(size) else ""


def _extent(page: Page) -> tuple[int, int]:
    """How much there is to draw of a page without a picture."""
    if page.rendered is None:
        return (0, 0)
    boxes, size = page.rendered.boxes, page.meta.size
    right, bottom = (size[0] or boxes.x1.max(initial=0)), (size[1] or boxes.y1.max(initial=0))
    return (math.ceil(min(_FARTHEST, right)), math.ceil(min(_FARTHEST, bottom)))


def _section(section: Section) -> dict[str, Any]:
    rows = [[_plain(cell) for cell in row] for row in section.rows]
    return {"title": section.title, "text": section.text, "columns": list(section.columns), "rows": rows}


def _json(data: Any) -> str:
    """JSON in ASCII that cannot end, or begin, anything in the HTML around it."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _packed(data: Any) -> str:
    return base64.b64encode(zlib.compress(_json(data).encode("ascii"), 9)).decode("ascii")


def _head(title: str) -> str:
    """The file up to the first page."""
    style = _asset("report.css")
    policy = (
        f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(_script())}; "
        "base-uri 'none'; form-action 'none'"
    )
    head = _asset("report.html").partition("{{pages}}")[0]
    return head.replace("{{policy}}", policy).replace("{{style}}", style).replace("{{title}}", html.escape(title))


def _tail() -> str:
    """The file after the last page."""
    return _asset("report.html").partition("{{pages}}")[2].replace("{{script}}", _script())


def _script() -> str:
    return _asset("report.js") + "\n" + _asset("report-page.js")


def _asset(name: str) -> str:
    return (files("vertebra.write") / "assets" / name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    """How a content security policy names the one script, or style sheet, that may be used."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode('ascii')}'"
