"""The article page: story, byline, topics, related stories and comments."""

from __future__ import annotations

import json

from vertebra.demo.adverts import rectangle
from vertebra.demo.frame import Extras
from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page, clock, long_date
from vertebra.demo.prose import blocks, inline
from vertebra.demo.records import Article, Comment
from vertebra.demo.templates.newspaper import columns, crumbs, newspaper_page, sidebar
from vertebra.demo.view import View

LEAD_SIZE = (760, 428)
PORTRAIT_SIZE = (44, 44)
LARGE_PORTRAIT_SIZE = (84, 84)
RELATED_SIZE = (230, 129)
BLOCKS_BEFORE_ADVERT = 3
RELATED = 3


def article_page(view: View, article: Article) -> Page:
    """Return a story at the view's path, which may be that of a copy."""
    writer = view.library.writer(article.author)
    about = About("article", "article", article.title, writer.name, article.date.date())
    section = view.library.section(article.section)
    parents = [s for s in view.library.sections if section.key.startswith(f"{s.key}/")]
    trail = [("Home", "index.html"), *[(s.name, s.path) for s in (*parents, section)]]
    main = el("main", _story(view, article), _comments(article, view))
    parts = [crumbs(view, trail, article.title), columns(main, sidebar(view))]
    extras = Extras(_metadata(view, article), article.standfirst)
    return newspaper_page(view, about, parts, extras)


def _story(view: View, article: Article) -> Element:
    body = blocks(article.body, view)
    split = BLOCKS_BEFORE_ADVERT - (body[BLOCKS_BEFORE_ADVERT - 1].tag == "h2")
    first, second = body[:split], body[split:]
    with_advert = len(article.slug) % 2 == 0
    texts = [[*first, *second]] if not with_advert else [first, second]
    parts = [
        el("div", *text, class_="story-text").block("Content", "main text").links("content").reads("main")
        for text in texts
    ]
    if with_advert:
        advert = rectangle(view, place=1)
        advert.attributes["class"] += " in-story"
        parts.insert(1, advert)
    return el(
        "article",
        _headline(view, article),
        _byline(view, article),
        _lead_picture(view, article),
        *parts,
        _topics(view, article),
        _about_writer(view, article),
        _related(view, article),
        class_="story",
    ).region("Article")


def _headline(view: View, article: Article) -> Element:
    section = view.library.section(article.section)
    kicker = el("p", view.link(section.name, section.path), class_="kicker")
    return el(
        "header",
        kicker.links("others"),
        el("h1", article.title).reads("main"),
        el("p", article.standfirst, class_="standfirst").reads("main"),
    ).block("Title", "main text")


def _byline(view: View, article: Article) -> Element:
    writer = view.library.writer(article.author)
    when = el(
        "time",
        f"{long_date(article.date)}, {clock(article.date)}",
        datetime=article.date.isoformat(),
    )
    share = el(
        "span",
        el("a", "Share", href="https://facebook.example/share", rel="nofollow"),
        el("a", "Email", href="mailto:?subject=From%20the%20Lantern"),
        el("a", _counted(article), href="#comments"),
        class_="share",
    )
    return el(
        "div",
        view.image(f"writer-{writer.slug}", PORTRAIT_SIZE, ""),
        el("span", "By ", view.link(writer.name, writer.path), class_="by").links("others"),
        when,
        share.links("others"),
        class_="byline",
    ).block("Author", "additional text")


def _lead_picture(view: View, article: Article) -> Element | None:
    if not article.picture:
        return None
    caption = el("figcaption", article.caption)
    image = view.image(article.picture, LEAD_SIZE, article.alt)
    return el("figure", image, caption, class_="lead-picture").block("Image", "other")


def _topics(view: View, article: Article) -> Element:
    topics = [view.library.topic(slug) for slug in article.topics]
    links = [view.link(topic.name, topic.path) for topic in topics]
    box = el("div", el("span", "More on"), *links, class_="topics")
    return box.block("LinkList", "link group").links("list", "More on")


def _about_writer(view: View, article: Article) -> Element:
    writer = view.library.writer(article.author)
    words = el(
        "div",
        el("h3", writer.name),
        el("p", writer.bio),
        el("p", view.link(f"More by {writer.name}", writer.path)),
    )
    portrait = view.image(f"writer-{writer.slug}", LARGE_PORTRAIT_SIZE, f"{writer.name}, drawn")
    box = el("div", portrait, words, class_="about-writer")
    return box.block("Author", "additional text").links("others")


def related_stories(view: View, article: Article) -> list[Article]:
    """Return the stories which share most topics with this one, newest first."""
    others = [a for a in view.library.articles if a.slug != article.slug and a.picture]

    def kinship(other: Article) -> int:
        return 2 * len({*article.topics} & {*other.topics}) + (other.section == article.section)

    return sorted(others, key=kinship, reverse=True)[:RELATED]


def _related(view: View, article: Article) -> Element:
    cards = [
        el(
            "li",
            el("a", view.image(a.picture, RELATED_SIZE, a.alt), href=view.href(a.path)),
            view.link(a.title, a.path),
        )
        for a in related_stories(view, article)
    ]
    box = el("section", el("h2", "Related stories"), el("ul", *cards), class_="related")
    return box.block("LinkList", "link group").links("list", "Related stories")


def _comments(article: Article, view: View) -> Element:
    said = [_comment(comment, view) for comment in article.comments]
    form = el(
        "form",
        el("label", "Add a comment", for_="comment-text"),
        el("textarea", id="comment-text", name="comment", rows="4"),
        el("button", "Post comment", type="button"),
    )
    return el("section", el("h2", _counted(article)), *said, form, class_="comments", id="comments").region(
        "Comments", "additional text"
    )


def _counted(article: Article) -> str:
    count = len(article.comments)
    return f"{count} comment{'' if count == 1 else 's'}"


def _comment(comment: Comment, view: View) -> Element:
    return el(
        "div",
        el("p", el("strong", comment.name), el("span", comment.when), class_="said-by"),
        el("p", *inline(comment.text, view)).reads("comments"),
        class_="comment reply" if comment.reply else "comment",
    )


def _metadata(view: View, article: Article) -> list[Element]:
    head: list[Element] = []
    if view.path != article.path:
        head.append(el("link", rel="canonical", href=view.href(article.path)))
    if article.metadata:
        head += [
            el("meta", property="og:type", content="article"),
            el("meta", property="og:title", content=article.title),
            el("meta", property="og:description", content=article.standfirst),
            el("meta", property="article:published_time", content=article.date.isoformat()),
        ]
    if article.metadata == "jsonld":
        head.append(el("script", _json_ld(view, article), type="application/ld+json"))
    return head


def _json_ld(view: View, article: Article) -> str:
    record = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": article.title,
        "description": article.standfirst,
        "datePublished": article.date.isoformat(),
        "author": {"@type": "Person", "name": view.library.writer(article.author).name},
        "publisher": {"@type": "Organization", "name": view.library.furniture["name"]},
    }
    return json.dumps(record, ensure_ascii=False)
