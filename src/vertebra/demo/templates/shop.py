"""The shop: its frame, its front page and its departments (built of plain divs)."""

from __future__ import annotations

from collections.abc import Sequence

from vertebra.demo.adverts import sponsored
from vertebra.demo.frame import document, joined, link_items, numbered_path, pager, search_form
from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page
from vertebra.demo.records import Category, Library, Product
from vertebra.demo.view import View

LOGO_SIZE = (34, 43)
TILE_SIZE = (300, 300)
HERO_SIZE = (620, 349)
SHELF_LENGTH = 6
BESTSELLERS = (8839, 8831, 8844, 8840, 8843, 8833, 8848, 8845)


def money(pence: int) -> str:
    """Return a price as printed on its label."""
    return f"£{pence / 100:.2f}"


def shop_page(view: View, about: About, parts: Sequence[Element]) -> Page:
    """Put the parts of a page into the shop's frame."""
    top = el("div", _top(view), id="top").region("Header")
    departments = [view.link("All goods", "shop/index.html")]
    departments += [view.link(c.name, c.path) for c in view.library.categories]
    bar = el("div", el("div", *departments, class_="inner"), id="catbar")
    wrapper = el(
        "div",
        top,
        bar.region("Menu", "navigation menu").links("menu"),
        *parts,
        _bottom(view),
        id="wrapper",
    )
    return document(view, about, el("body", wrapper, class_="shop"))


def _top(view: View) -> Element:
    logo = el(
        "a",
        view.image("lantern", LOGO_SIZE, ""),
        el("span", "The Lantern Shop"),
        href=view.href("shop/index.html"),
    )
    links = el(
        "div",
        view.link("Back to the paper", "index.html"),
        view.link("Delivery", "about/delivery.html"),
        class_="account",
    )
    return el(
        "div",
        el("div", logo, class_="logo").block("Logo", "other").links("others"),
        el("div", search_form(view, "Search the shop"), class_="find").block("Searchbar", "other"),
        links.block("Menu", "navigation menu").links("menu"),
        el("div", "Basket: 0 items", class_="basket"),
        class_="inner",
    )


def _bottom(view: View) -> Element:
    links = [
        ("Delivery and returns", "about/delivery.html"),
        ("Gift cards", "shop/gift-cards.html"),
        ("Privacy", "about/privacy.html"),
        ("Contact", "about/contact.html"),
        ("The Merrowby Lantern", "index.html"),
    ]
    items = el("div", *[view.link(text, target) for text, target in links], class_="foot-links")
    words = "Everything is made within eleven miles of 14 Quay Street. Prices include VAT."
    return el(
        "div",
        el(
            "div",
            items.block("LinkList", "navigation menu").links("menu"),
            el("div", words, class_="small").block("Content", "additional text"),
            class_="inner",
        ),
        id="bottom",
    ).region("Footer")


def trail(view: View, steps: Sequence[tuple[str, str]], here: str) -> Element:
    """Return the way from the shop's front page to this page."""
    links = [view.link(text, target) for text, target in steps]
    parts = joined([*links, el("span", here)], " \u203a ")
    return el("div", *parts, class_="inner trail").region("Menu", "navigation menu").links("menu")


def tile(view: View, product: Product) -> Element:
    """Return a product as it appears on a shelf."""
    was = el("span", money(product.was), class_="was") if product.was else None
    return el(
        "div",
        el(
            "a",
            view.image(product.picture, TILE_SIZE, product.name),
            href=view.href(product.path),
            class_="shot",
        ),
        el("div", view.link(product.name, product.path), class_="item-name"),
        el("div", product.blurb, class_="item-text"),
        el("div", el("span", money(product.price), class_="now"), was, class_="item-price"),
        class_="item",
    )


def shop_front(view: View) -> Page:
    """Return the first page of the shop."""
    best = [next(p for p in view.library.products if p.number == n) for n in BESTSELLERS]
    shelf = el(
        "div",
        el("div", "Most wanted", class_="bar-title"),
        el("div", *[tile(view, p) for p in best], class_="shelf four"),
        class_="inner",
    )
    parts = [
        _hero(view),
        _doors(view),
        shelf.region("LinkList", "link group").links("list", "Most wanted").reads("main"),
    ]
    return shop_page(view, About("shop-front", "collection", "The Lantern Shop"), parts)


def _hero(view: View) -> Element:
    words = el(
        "div",
        el("h1", "Made along the Merrow").reads("main"),
        el(
            "p",
            "Prints, pots, maps and one very good umbrella. Everything here was made within "
            "eleven miles of our front door, and pays for roughly one reporter.",
        ).reads("main"),
        view.link("See the prints", "shop/prints-and-maps.html", class_="button"),
        class_="hero-words",
    )
    picture = view.image("shop-hero", HERO_SIZE, "A river bank with a mug, a lantern and a print")
    hero = el(
        "div",
        words.block("Content", "main text").links("others"),
        el("div", picture, class_="hero-picture").block("Image", "other"),
        class_="inner hero",
    )
    return hero.region("Content")


def _doors(view: View) -> Element:
    library = view.library
    doors = []
    for category in library.categories:
        goods = library.in_category(category.slug)
        picture = el("a", view.image(goods[0].picture, (120, 120)), href=view.href(category.path))
        count = el("div", f"{len(goods)} things", class_="small")
        words = el("div", view.link(category.name, category.path), count)
        doors.append(el("div", picture, words, class_="door"))
    return el("div", *doors, class_="inner doors").region("LinkList", "link group").links("list").reads("main")


def category_pages(library: Library, category: Category) -> list[Page]:
    """Return every page of one department."""
    goods = library.in_category(category.slug)
    last = -(-len(goods) // SHELF_LENGTH)
    pages = []
    for number in range(1, last + 1):
        view = View(library, numbered_path(category.path, number))
        shelf = goods[(number - 1) * SHELF_LENGTH : number * SHELF_LENGTH]
        turner = pager(view, category.path, number, last)
        title = category.name if number == 1 else f"{category.name}, page {number}"
        about = About("shop-category", "collection", title)
        body = el("div", _left(view), _shelf(view, category, shelf, turner), class_="inner body")
        steps = [("Home", "index.html"), ("Shop", "shop/index.html")]
        pages.append(shop_page(view, about, [trail(view, steps, title), body]))
    return pages


def _shelf(view: View, category: Category, goods: Sequence[Product], turner: Element | None) -> Element:
    head = el("div", el("h1", category.name), el("p", category.blurb), class_="cat-head")
    order = el(
        "div",
        f"{len(view.library.in_category(category.slug))} things, sorted by ",
        el("select", el("option", "newest"), el("option", "price"), name="sort"),
        class_="sort",
    )
    return el(
        "div",
        head.block("Title", "main text").reads("main"),
        order.block("Content", "other"),
        el("div", *[tile(view, p) for p in goods], class_="shelf three")
        .block("LinkList", "link group")
        .links("list", category.name)
        .reads("main"),
        turner,
        class_="right",
    ).region("Content")


def _left(view: View) -> Element:
    library = view.library
    items = link_items(view, [(c.name, c.path) for c in library.categories])
    departments = el("div", el("div", "Departments", class_="bar-title"), el("ul", *items))
    prices = [
        el("label", el("input", type="checkbox", name="price"), f" {label}")
        for label in ("Under £10", "£10 to £25", "Over £25")
    ]
    form = el("form", el("div", "Price", class_="bar-title"), *prices)
    return el(
        "div",
        departments.block("Menu", "navigation menu").links("menu", "Departments"),
        el("div", form, class_="filter").block("Content", "other"),
        sponsored(view),
        class_="left",
    ).region("Sidebar")
