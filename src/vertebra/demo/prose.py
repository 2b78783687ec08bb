"""Turn the Markdown-like text of the data files into elements.

Blocks are separated by blank lines: paragraphs, ``## headings``, ``- `` and ``1. `` lists,
``> quotes`` (with ``-- somebody`` below), ``| tables |``, fenced preformatted text and
``:::gallery`` blocks. Inline there are ``[links](target)``, ``*emphasis*`` and ``**strong**``.
"""

from __future__ import annotations

import re

from vertebra.demo.markup import Element, Node, el
from vertebra.demo.view import View

INLINE = re.compile(r"\[([^\]]+)\]\(([^)]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*")
NUMBERED = re.compile(r"\d+\. ")
PAIR = 2
GALLERY_SIZE = (360, 203)


def blocks(text: str, view: View) -> list[Element]:
    """Return the blocks of a text."""
    return [_block(chunk, view) for chunk in _chunks(text)]


def inline(text: str, view: View) -> list[Node]:
    """Return a line of text with its links and emphasis."""
    nodes: list[Node] = []
    end = 0
    for match in INLINE.finditer(text):
        nodes.append(text[end : match.start()])
        label, target, strong, emphasis = match.groups()
        if label:
            nodes.append(view.link(label, target))
        else:
            nodes.append(el("strong", strong) if strong else el("em", emphasis))
        end = match.end()
    nodes.append(text[end:])
    return [node for node in nodes if node != ""]


def _chunks(text: str) -> list[str]:
    """Split at blank lines, except within fences."""
    chunks: list[str] = []
    fenced = False
    for piece in text.strip().split("\n\n"):
        if fenced:
            chunks[-1] += "\n\n" + piece
        else:
            chunks.append(piece)
        if piece.count("```") == 1:
            fenced = not fenced
    return chunks


def _block(chunk: str, view: View) -> Element:
    lines = chunk.split("\n")
    if chunk.startswith("## "):
        return el("h2", *inline(chunk[3:], view))
    if chunk.startswith("- "):
        return el("ul", *[el("li", *inline(line[2:], view)) for line in lines])
    if NUMBERED.match(chunk):
        return el("ol", *[el("li", *inline(NUMBERED.sub("", line), view)) for line in lines])
    if chunk.startswith("> "):
        return _quote(lines, view)
    if chunk.startswith("|"):
        return _table(lines, view)
    if chunk.startswith("```"):
        return el("pre", chunk.strip("`\n"))
    if chunk.startswith(":::gallery"):
        return _gallery(lines[1:-1], view)
    return el("p", *inline(" ".join(lines), view))


def _quote(lines: list[str], view: View) -> Element:
    said = el("p", *inline(" ".join(line[2:] for line in lines if line.startswith("> ")), view))
    speakers = [el("cite", line[3:]) for line in lines if line.startswith("-- ")]
    return el("blockquote", said, *speakers)


def _table(lines: list[str], view: View) -> Element:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    if len(rows[0]) == PAIR:
        return el("table", el("tbody", *[_row(row, view) for row in rows]), class_="facts")
    head = el("tr", *[el("th", cell, scope="col") for cell in rows[0]])
    body = el("tbody", *[_row(row, view) for row in rows[1:]])
    return el("table", el("thead", head), body, class_="figures")


def _row(cells: list[str], view: View) -> Element:
    first = el("th", *inline(cells[0], view), scope="row")
    return el("tr", first, *[el("td", *inline(cell, view)) for cell in cells[1:]])


def _gallery(lines: list[str], view: View) -> Element:
    figures = []
    for line in lines:
        picture, caption = line.split(" | ")
        image = view.image(picture, GALLERY_SIZE, caption)
        figures.append(el("figure", image, el("figcaption", caption).reads("none")))
    return el("div", *figures, class_="gallery")
