"""Teasers: how a story is announced on other pages."""

from __future__ import annotations

from vertebra.demo.markup import Element, el
from vertebra.demo.page import long_date
from vertebra.demo.records import Article
from vertebra.demo.view import View

LEAD_SIZE = (760, 428)
CARD_SIZE = (360, 203)
THUMB_SIZE = (176, 99)


def lead_card(view: View, article: Article) -> Element:
    """Return the large teaser of a top story."""
    picture = _picture(view, article, LEAD_SIZE)
    words = el(
        "div",
        _kicker(view, article),
        el("h2", view.link(article.title, article.path)),
        el("p", article.standfirst),
        el("p", _meta(view, article), class_="meta").reads("none"),
    )
    return el("article", picture, words, class_="lead-card")


def card(view: View, article: Article) -> Element:
    """Return a teaser for a grid; stories without a picture show text only."""
    words = el(
        "div",
        _kicker(view, article),
        el("h3", view.link(article.title, article.path)),
        el("p", article.standfirst),
    )
    if not article.picture:
        return el("article", words, class_="card words-only")
    return el("article", _picture(view, article, CARD_SIZE), words, class_="card")


def row(view: View, article: Article) -> Element:
    """Return a teaser for a list, with a small picture on the left."""
    words = el(
        "div",
        el("h3", view.link(article.title, article.path)),
        el("p", article.standfirst),
        el("p", _meta(view, article), class_="meta").reads("none"),
    )
    if not article.picture:
        return el("div", words, class_="row bare")
    return el("div", _picture(view, article, THUMB_SIZE), words, class_="row")


def headlines(view: View, articles: tuple[Article, ...]) -> list[Element]:
    """Return list items with headline links only."""
    return [el("li", view.link(article.title, article.path)) for article in articles]


def _picture(view: View, article: Article, size: tuple[int, int]) -> Element:
    image = view.image(article.picture, size, article.alt)
    return el("a", image, href=view.href(article.path), class_="pic")


def _kicker(view: View, article: Article) -> Element:
    section = view.library.section(article.section)
    return el("p", view.link(section.name, section.path), class_="kicker").reads("none")


def _meta(view: View, article: Article) -> str:
    return f"{view.library.writer(article.author).name} · {long_date(article.date)}"
