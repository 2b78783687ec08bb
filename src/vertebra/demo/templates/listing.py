"""Lists of stories: archive, topics, writers, search results; and the two directories."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vertebra.demo.frame import numbered_path, pager
from vertebra.demo.markup import Element, Node, el, plain_text
from vertebra.demo.page import About, Page, long_date
from vertebra.demo.prose import blocks
from vertebra.demo.records import Article, Library, Topic, Writer
from vertebra.demo.templates.cards import card, row
from vertebra.demo.templates.newspaper import columns, crumbs, newspaper_page, sidebar, whats_on
from vertebra.demo.view import View

ARCHIVE_LENGTH = 8
ARCHIVE_PATH = "archive/index.html"
PORTRAIT_SIZE = (120, 120)
SMALL_PORTRAIT_SIZE = (84, 84)
EXCERPT_REACH = 110


@dataclass(frozen=True, slots=True)
class DirectoryLine:
    """One line of a directory page."""

    name: str
    path: str
    text: str
    picture: str = ""


def archive_pages(library: Library) -> list[Page]:
    """Return every page of the archive."""
    last = -(-len(library.articles) // ARCHIVE_LENGTH)
    return [_archive_page(library, number, last) for number in range(1, last + 1)]


def _archive_page(library: Library, number: int, last: int) -> Page:
    view = View(library, numbered_path(ARCHIVE_PATH, number))
    start = (number - 1) * ARCHIVE_LENGTH
    stories = library.articles[start : start + ARCHIVE_LENGTH]
    items = [
        el(
            "li",
            el("time", long_date(a.date), datetime=f"{a.date:%Y-%m-%d}"),
            el("div", el("h3", view.link(a.title, a.path)), el("p", a.standfirst)),
        )
        for a in stories
    ]
    listing = el("ol", *items, class_="dated")
    main = el(
        "main",
        el("h1", "Archive").block("Title", "main text").reads("main"),
        listing.block("LinkList", "link group").links("list", "Archive").reads("main"),
        pager(view, ARCHIVE_PATH, number, last),
        class_="archive",
    ).region("Content")
    title = "Archive" if number == 1 else f"Archive, page {number}"
    about = About("archive", "listing", title)
    trail = crumbs(view, [("Home", "index.html")], title)
    return newspaper_page(view, about, [trail, columns(main, sidebar(view))])


def topic_page(view: View, topic: Topic) -> Page:
    """Return the page of one topic."""
    stories = [a for a in view.library.articles if topic.slug in a.topics]
    head = el(
        "header",
        el("p", "Topic", class_="kicker"),
        el("h1", topic.name).reads("main"),
        el("p", topic.blurb).reads("main"),
        class_="section-head",
    )
    main = el(
        "main",
        head.block("Title", "main text"),
        el("div", *[card(view, a) for a in stories], class_="cards two")
        .block("LinkList", "link group")
        .links("list", topic.name)
        .reads("main"),
    ).region("Content")
    about = About("topic", "listing", topic.name)
    return newspaper_page(view, about, [columns(main, sidebar(view, _other_topics(view, topic)))])


def _other_topics(view: View, topic: Topic) -> Element:
    others = [view.link(t.name, t.path) for t in view.library.topics if t != topic]
    heading = "Other topics"
    box = el("section", el("h2", heading), el("div", *others, class_="cloud"), class_="topic-cloud")
    return box.block("LinkList", "link group").links("list", heading)


def writer_page(view: View, writer: Writer) -> Page:
    """Return the page of one writer."""
    stories = [a for a in view.library.articles if a.author == writer.slug]
    portrait = view.image(f"writer-{writer.slug}", PORTRAIT_SIZE, f"{writer.name}, drawn")
    words = el("div", el("h1", writer.name), el("p", writer.job, class_="job"), el("p", writer.bio))
    profile = el("header", portrait, words, class_="profile")
    main = el(
        "main",
        profile.block("Author", "main text").reads("main"),
        el("div", el("h2", f"Stories by {writer.name}"), *[row(view, a) for a in stories])
        .block("LinkList", "link group")
        .links("list", f"Stories by {writer.name}")
        .reads("main"),
        class_="rows",
    ).region("Content")
    about = About("writer", "listing", writer.name, writer.name)
    trail = crumbs(view, [("Home", "index.html"), ("Our writers", "writers/index.html")], writer.name)
    return newspaper_page(view, about, [trail, columns(main, sidebar(view))])


def topics_directory(view: View) -> Page:
    """Return the page which lists all topics."""
    lines = [DirectoryLine(t.name, t.path, t.blurb) for t in view.library.topics]
    return _directory(view, "Topics", lines)


def writers_directory(view: View) -> Page:
    """Return the page which lists all writers."""
    lines = [DirectoryLine(w.name, w.path, w.job, f"writer-{w.slug}") for w in view.library.writers]
    return _directory(view, "Our writers", lines)


def _directory(view: View, title: str, lines: Sequence[DirectoryLine]) -> Page:
    items = []
    for line in lines:
        words = el("div", el("h3", view.link(line.name, line.path)), el("p", line.text))
        portrait = view.image(line.picture, SMALL_PORTRAIT_SIZE, "") if line.picture else None
        items.append(el("li", portrait, words))
    main = el(
        "main",
        el("h1", title).block("Title", "main text").reads("main"),
        el("ul", *items, class_="directory").block("LinkList", "link group").links("list", title).reads("main"),
    ).region("Content")
    about = About("directory", "listing", title)
    return newspaper_page(view, about, [columns(main, sidebar(view, whats_on(view)))])


def search_page(view: View) -> Page:
    """Return the results of a search which somebody made."""
    query: str = view.library.furniture["search"]["query"]
    found = [(a, excerpt) for a in view.library.articles if (excerpt := _excerpt(view, a, query))]
    items = [
        el(
            "li",
            el("h3", view.link(a.title, a.path)),
            el("p", *excerpt),
            el("p", a.path, class_="where"),
        )
        for a, excerpt in found
    ]
    count = f"{len(found)} stories found, newest first"
    head = el("header", el("h1", f"Results for “{query}”"), el("p", count), class_="section-head")
    main = el(
        "main",
        head.block("Title", "main text").reads("main"),
        el("ol", *items, class_="results")
        .block("LinkList", "link group")
        .links("list", f"Results for “{query}”")
        .reads("main"),
    ).region("Content")
    about = About("search", "listing", f"Search: {query}")
    return newspaper_page(view, about, [columns(main, sidebar(view))])


def _excerpt(view: View, article: Article, query: str) -> list[Node]:
    """Return the words around the first hit, the hit marked; nothing if there is none."""
    paragraphs = [block for block in blocks(article.body, view) if block.tag == "p"]
    text = " ".join(plain_text(paragraph) for paragraph in paragraphs)
    match = re.search(rf"\b{query}\b", text, re.IGNORECASE)
    if match is None:
        return []
    before = text[max(0, match.start() - EXCERPT_REACH) : match.start()].split(" ", 1)[-1]
    after = text[match.end() : match.end() + EXCERPT_REACH].rsplit(" ", 1)[0]
    return [f"… {before}", el("mark", match.group()), f"{after} …"]
