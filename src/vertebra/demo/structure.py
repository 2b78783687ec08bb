"""The hierarchy of the site as its designer meant it; the menus are drawn from it too."""

from __future__ import annotations

from dataclasses import dataclass

from vertebra.demo.records import Library, Section


@dataclass(frozen=True, slots=True)
class Entry:
    """A page, or a heading without a page, with what lies below it."""

    title: str
    url: str | None
    children: tuple[Entry, ...] = ()
    in_menu: bool = False

    @property
    def submenu(self) -> tuple[Entry, ...]:
        """Return the entries below which the menu shows."""
        return tuple(child for child in self.children if child.in_menu)


def site_tree(library: Library) -> Entry:
    """Return the home page with everything below it."""
    top = [s for s in library.sections if "/" not in s.key]
    children = [_section(library, section) for section in top]
    children += [_shop(library), _forum(library), _more(library), _about(library)]
    return Entry(library.furniture["name"], "index.html", tuple(children))


def _section(library: Library, section: Section) -> Entry:
    below = [s for s in library.sections if s.key.startswith(f"{section.key}/")]
    own = [a for a in library.articles if a.section == section.key]
    stories = [Entry(article.title, article.path) for article in own]
    children = [_section(library, sub) for sub in below] + stories
    return Entry(section.name, section.path, tuple(children), in_menu=True)


def _shop(library: Library) -> Entry:
    departments = []
    for category in library.categories:
        goods = tuple(Entry(p.name, p.path) for p in library.in_category(category.slug))
        departments.append(Entry(category.name, category.path, goods, in_menu=True))
    return Entry("Shop", "shop/index.html", tuple(departments), in_menu=True)


def _forum(library: Library) -> Entry:
    boards = []
    for board in library.boards:
        threads = tuple(Entry(t.title, t.path) for t in library.on_board(board.number))
        boards.append(Entry(board.name, board.path, threads, in_menu=True))
    return Entry("Forum", "forum/index.html", tuple(boards), in_menu=True)


def _more(library: Library) -> Entry:
    topics = tuple(Entry(topic.name, topic.path) for topic in library.topics)
    writers = tuple(Entry(writer.name, writer.path) for writer in library.writers)
    children = (
        Entry("Archive", "archive/index.html", in_menu=True),
        Entry("Topics", "topics/index.html", topics, in_menu=True),
        Entry("Our writers", "writers/index.html", writers, in_menu=True),
        Entry("Search", "search.html", in_menu=True),
    )
    return Entry("More", None, children, in_menu=True)


def _about(library: Library) -> Entry:
    first, *others = library.static_pages
    below = tuple(Entry(page.menu, page.path, in_menu=True) for page in others)
    return Entry(first.menu, first.path, below, in_menu=True)
