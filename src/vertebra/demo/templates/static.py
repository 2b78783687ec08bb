"""Pages about the newspaper itself, and the page left behind at an old address."""

from __future__ import annotations

from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page
from vertebra.demo.prose import blocks
from vertebra.demo.records import Article, StaticPage
from vertebra.demo.templates.newspaper import crumbs, newspaper_page
from vertebra.demo.view import View


def static_page(view: View, content: StaticPage) -> Page:
    """Return one page about the newspaper."""
    text = el("div", *blocks(content.body, view), class_="story-text")
    article = el(
        "article",
        el("h1", content.title).block("Title", "main text").reads("main"),
        text.block("Content", "main text").links("content").reads("main"),
        class_="plain",
    ).region("Article")
    main = el("div", _side_menu(view, content), el("main", article), class_="wrap with-menu")
    trail = [("Home", "index.html"), ("About us", "about/index.html")]
    first = content == view.library.static_pages[0]
    path = crumbs(view, trail[:1] if first else trail, content.menu)
    about = About("static", content.page_type, content.title)
    return newspaper_page(view, about, [path, main])


def _side_menu(view: View, content: StaticPage) -> Element:
    heading = "The Lantern"
    items = [
        el("li", view.link(page.menu, page.path), **({"class": "on"} if page == content else {}))
        for page in view.library.static_pages
    ]
    box = el("nav", el("h2", heading), el("ul", *items), class_="side-menu")
    return box.region("Menu", "navigation menu").links("menu", heading)


def redirect_stub(view: View, article: Article) -> Page:
    """Return the page at an old address, which sends browsers on to the new one."""
    target = view.href(article.path)
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="refresh", content=f"0; url={target}"),
        el("title", "This story has moved"),
        el("link", rel="canonical", href=target),
        el("link", rel="icon", type="image/png", href=view.href("img/icon.png")),
    )
    words = el("p", "This story has moved to ", view.link("a new address", article.path), ".")
    body = el("body", words.region("Content", "main text").links("content").reads("main"))
    about = About("redirect", "service", "This story has moved")
    return Page(view.path, about, el("html", head, body, lang="en-GB"))
