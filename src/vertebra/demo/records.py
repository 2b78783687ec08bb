"""The site's content as typed records, read from the data files of this package."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from vertebra.demo.page import PageType

Table = dict[str, Any]
DATED_SECTION = "culture"
OPENING_DOUBLE = re.compile(r'(?<![^\s(\[*“])"')
OPENING_SINGLE = re.compile(r"(?<![^\s(\[*“])'")


@dataclass(frozen=True)
class Comment:
    """A reader's comment below an article; a reply is indented."""

    name: str
    when: str
    text: str
    reply: bool = False


@dataclass(frozen=True)
class Article:
    """A newspaper story."""

    slug: str
    title: str
    standfirst: str
    section: str
    author: str
    date: datetime
    topics: list[str]
    body: str
    picture: str = ""
    caption: str = ""
    alt: str | None = None
    metadata: str = ""
    comments: tuple[Comment, ...] = ()

    @property
    def path(self) -> str:
        """Return the page's path; one section files its stories by year and month."""
        dated = f"{self.date:%Y/%m}/" if self.section == DATED_SECTION else ""
        return f"{self.section}/{dated}{self.slug}.html"


@dataclass(frozen=True)
class Section:
    """A section of the newspaper; ``key`` is its folder."""

    key: str
    name: str
    blurb: str

    @property
    def path(self) -> str:
        """Return the section front's path."""
        return f"{self.key}/index.html"


@dataclass(frozen=True)
class Likeness:
    """How somebody's drawn portrait looks; all but the style are colours."""

    style: str
    skin: str
    hair: str
    coat: str
    ground: str


@dataclass(frozen=True)
class Writer:
    """A member of the newspaper's staff."""

    slug: str
    name: str
    job: str
    bio: str
    likeness: Likeness

    @property
    def path(self) -> str:
        """Return the path of the writer's page."""
        return f"writers/{self.slug}.html"


@dataclass(frozen=True)
class Topic:
    """A tag with a page of its own."""

    slug: str
    name: str
    blurb: str

    @property
    def path(self) -> str:
        """Return the path of the topic's page."""
        return f"topics/{self.slug}.html"


@dataclass(frozen=True)
class Category:
    """A department of the shop."""

    slug: str
    name: str
    blurb: str

    @property
    def path(self) -> str:
        """Return the path of the department's first page."""
        return f"shop/{self.slug}.html"


@dataclass(frozen=True)
class Review:
    """A customer's review of a product."""

    name: str
    stars: int
    when: str
    text: str


@dataclass(frozen=True)
class Product:
    """Something the shop sells; prices are in pence."""

    number: int
    name: str
    category: str
    price: int
    picture: str
    blurb: str
    description: str
    specification: dict[str, str]
    stock: str = "In stock, posted within two working days"
    was: int = 0
    choices: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()

    @property
    def path(self) -> str:
        """Return the product page's path."""
        return f"p/{self.number}.html"


@dataclass(frozen=True)
class Member:
    """Somebody who writes in the forum."""

    name: str
    rank: str
    joined: str
    posts: int
    signature: str = ""


@dataclass(frozen=True)
class Board:
    """A part of the forum with its own list of threads."""

    number: int
    name: str
    group: str
    blurb: str

    @property
    def path(self) -> str:
        """Return the board's path."""
        return f"forum/b-{self.number}.html"


@dataclass(frozen=True)
class Post:
    """One contribution to a thread."""

    member: str
    when: datetime
    text: str


@dataclass(frozen=True)
class Thread:
    """A conversation in the forum."""

    number: int
    board: int
    title: str
    views: int
    posts: tuple[Post, ...]

    @property
    def path(self) -> str:
        """Return the path of the thread's first page."""
        return f"forum/t-{self.number}.html"


@dataclass(frozen=True)
class StaticPage:
    """A page about the newspaper itself."""

    slug: str
    title: str
    menu: str
    page_type: PageType
    body: str

    @property
    def path(self) -> str:
        """Return the page's path."""
        return f"about/{self.slug}.html"


@dataclass(frozen=True)
class Library:
    """Everything the site publishes."""

    today: date
    articles: tuple[Article, ...]
    sections: tuple[Section, ...]
    writers: tuple[Writer, ...]
    topics: tuple[Topic, ...]
    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    boards: tuple[Board, ...]
    members: tuple[Member, ...]
    threads: tuple[Thread, ...]
    static_pages: tuple[StaticPage, ...]
    furniture: Table

    @cached_property
    def by_slug(self) -> dict[str, Article]:
        """Return the articles by slug."""
        return {article.slug: article for article in self.articles}

    def writer(self, slug: str) -> Writer:
        """Return one writer."""
        return next(writer for writer in self.writers if writer.slug == slug)

    def section(self, key: str) -> Section:
        """Return one section."""
        return next(section for section in self.sections if section.key == key)

    def topic(self, slug: str) -> Topic:
        """Return one topic."""
        return next(topic for topic in self.topics if topic.slug == slug)

    def category(self, slug: str) -> Category:
        """Return one department of the shop."""
        return next(category for category in self.categories if category.slug == slug)

    def member(self, name: str) -> Member:
        """Return one member of the forum."""
        return next(member for member in self.members if member.name == name)

    def in_section(self, key: str) -> tuple[Article, ...]:
        """Return a section's articles, those of its subsections included, newest first."""
        return tuple(a for a in self.articles if f"{a.section}/".startswith(f"{key}/"))

    def in_category(self, slug: str) -> tuple[Product, ...]:
        """Return a department's products."""
        return tuple(p for p in self.products if p.category == slug)

    def on_board(self, number: int) -> tuple[Thread, ...]:
        """Return a board's threads, the one with the latest post first."""
        return tuple(t for t in self.threads if t.board == number)

    def chosen(self, name: str) -> tuple[Article, ...]:
        """Return a list of articles which the editors made by hand."""
        return tuple(self.by_slug[slug] for slug in self.furniture["lists"][name])


def content_file(name: str) -> str:
    """Return the text of one data file."""
    return content_folder().joinpath(name).read_text(encoding="utf-8")


def content_folder() -> Traversable:
    """Return the folder of data files."""
    return files("vertebra.demo").joinpath("content")


def read_library() -> Library:
    """Read every data file."""
    site = _read_table("site.toml")
    shop = _read_table("shop.toml")
    forum = _read_table("forum.toml")
    articles = [_article(*named) for named in _documents("articles")]
    threads = [_thread(table) for table in forum["threads"]]
    return Library(
        today=site["today"],
        articles=tuple(sorted(articles, key=lambda a: (a.date, a.slug), reverse=True)),
        sections=tuple(Section(**table) for table in site["sections"]),
        writers=tuple(_writer(table) for table in site["writers"]),
        topics=tuple(Topic(**table) for table in site["topics"]),
        categories=tuple(Category(**table) for table in shop["categories"]),
        products=tuple(_product(table) for table in shop["products"]),
        boards=tuple(Board(**table) for table in forum["boards"]),
        members=tuple(Member(**table) for table in forum["members"]),
        threads=tuple(sorted(threads, key=lambda t: t.posts[-1].when, reverse=True)),
        static_pages=tuple(_static_page(*named) for named in _documents("pages")),
        furniture=site,
    )


def _read_table(name: str) -> Table:
    table: Table = typeset(tomllib.loads(content_file(name)))
    return table


def typeset(value: Any) -> Any:
    """Return a value with the straight quotation marks of its texts made curly."""
    if isinstance(value, str):
        opened = OPENING_DOUBLE.sub("“", value)
        opened = OPENING_SINGLE.sub("\u2018", opened)
        return opened.replace('"', "”").replace("'", "\u2019")
    if isinstance(value, list):
        return [typeset(item) for item in value]
    if isinstance(value, dict):
        return {key: typeset(item) for key, item in value.items()}
    return value


def _documents(folder: str) -> list[tuple[str, Table, str]]:
    """Return name, header and body of each document in a folder, by name."""
    found = []
    for file in content_folder().joinpath(folder).iterdir():
        if file.name.endswith(".md"):
            _, header, body = file.read_text(encoding="utf-8").split("+++\n", 2)
            name = file.name.removesuffix(".md")
            found.append((name, typeset(tomllib.loads(header)), typeset(body)))
    return sorted(found, key=lambda document: document[0])


def _article(slug: str, header: Table, body: str) -> Article:
    comments = tuple(Comment(**table) for table in header.pop("comments", []))
    return Article(slug=slug, body=body, comments=comments, **header)


def _writer(table: Table) -> Writer:
    likeness = Likeness(**table.pop("likeness"))
    return Writer(likeness=likeness, **table)


def _static_page(name: str, header: Table, body: str) -> StaticPage:
    return StaticPage(slug=name.split("-", 1)[1], body=body, **header)


def _product(table: Table) -> Product:
    reviews = tuple(Review(**review) for review in table.pop("reviews", []))
    choices = tuple(table.pop("choices", []))
    return Product(reviews=reviews, choices=choices, **table)


def _thread(table: Table) -> Thread:
    posts = tuple(Post(**post) for post in table.pop("posts"))
    return Thread(posts=posts, **table)
