"""What every page shares, whichever part of the site it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vertebra.demo.markup import Element, Node, el
from vertebra.demo.page import About, Page
from vertebra.demo.view import View


@dataclass(frozen=True, slots=True)
class Extras:
    """Additions to the head of a page."""

    head: Sequence[Element] = ()
    description: str = ""


NOTHING_EXTRA = Extras()


def document(view: View, about: About, body: Element, extras: Extras = NOTHING_EXTRA) -> Page:
    """Wrap a body into a page."""
    site_name = view.library.furniture["name"]
    full_title = about.title if about.title == site_name else f"{about.title} | {site_name}"
    sheet = "annex.css" if body.attributes["class"] in {"shop", "talk"} else "lantern.css"
    head = [
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", full_title),
        el("link", rel="stylesheet", href=view.href(f"css/{sheet}")),
        el("link", rel="icon", type="image/png", href=view.href("img/icon.png")),
    ]
    if extras.description:
        head.append(el("meta", name="description", content=extras.description))
    body.children.append(_cookie_bar())
    root = el("html", el("head", *head, *extras.head), body, lang="en-GB")
    return Page(view.path, about, root)


def _cookie_bar() -> Element:
    return el(
        "div",
        el("input", type="checkbox", id="cookies-ok"),
        el(
            "div",
            el("p", "We use three cookies, and can tell you what each of them does."),
            el("label", "Fine by me", for_="cookies-ok"),
            class_="note-inner",
        ),
        class_="cookie-note",
    ).region("Content", "other")


def search_form(view: View, prompt: str) -> Element:
    """Return the search box; it leads to the results page."""
    return el(
        "form",
        el("input", type="search", name="q", placeholder=prompt, aria_label=prompt),
        el("button", "Search", type="submit"),
        action=view.href("search.html"),
        method="get",
        class_="search",
    )


def link_items(view: View, links: Sequence[tuple[str, str]]) -> list[Element]:
    """Return list items holding one link each, from pairs of text and target."""
    return [el("li", view.link(text, target)) for text, target in links]


def joined(nodes: Sequence[Node], separator: str) -> list[Node]:
    """Return the nodes with a separator between neighbours."""
    together: list[Node] = []
    for node in nodes:
        together += [separator, node] if together else [node]
    return together


def numbered_path(first: str, number: int) -> str:
    """Return the path of a listing's nth page, such as ``shop/maps-2.html``."""
    if number == 1:
        return first
    if first.endswith("/index.html"):
        return first.removesuffix("index.html") + f"page-{number}.html"
    return first.removesuffix(".html") + f"-{number}.html"


def pager(view: View, first: str, number: int, last: int) -> Element | None:
    """Return links to the other pages of a listing, if there are any."""
    if last == 1:
        return None
    items: list[Element] = []
    if number > 1:
        items.append(view.link("\u2039 Previous", numbered_path(first, number - 1), class_="step"))
    for other in range(1, last + 1):
        here = el("span", str(other), class_="here")
        away = view.link(str(other), numbered_path(first, other))
        items.append(here if other == number else away)
    if number < last:
        items.append(view.link("Next \u203a", numbered_path(first, number + 1), class_="step"))
    return el("div", *items, class_="pager").block("LinkList", "link group").links("others")
