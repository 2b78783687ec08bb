"""The product page."""

from __future__ import annotations

from zlib import crc32

from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page
from vertebra.demo.prose import blocks
from vertebra.demo.records import Product, Review
from vertebra.demo.templates.shop import money, shop_page, tile, trail
from vertebra.demo.view import View

SHOT_SIZE = (520, 520)
THUMB_SIZE = (96, 96)
MOST_STARS = 5
SUGGESTIONS = 4


def product_page(view: View, product: Product) -> Page:
    """Return the page of one product."""
    category = view.library.category(product.category)
    steps = [
        ("Home", "index.html"),
        ("Shop", "shop/index.html"),
        (category.name, category.path),
    ]
    details = el(
        "div",
        _pictures(view, product),
        _buy(view, product),
        _description(view, product),
        _specification(product),
        class_="inner product",
    ).region("Content")
    parts = [trail(view, steps, product.name), details, _reviews(product), _suggestions(view, product)]
    return shop_page(view, About("product", "product", product.name), parts)


def _pictures(view: View, product: Product) -> Element:
    thumbs = [
        view.image(product.picture, THUMB_SIZE),
        view.image("goods-parcel", THUMB_SIZE, "How it is wrapped"),
    ]
    return el(
        "div",
        el("div", view.image(product.picture, SHOT_SIZE, product.name), class_="shot"),
        el("div", *thumbs, class_="thumbs"),
        class_="pictures",
    ).block("Image", "other")


def _stars(number: int) -> str:
    return "★" * number + "☆" * (MOST_STARS - number)


def _buy(view: View, product: Product) -> Element:
    was = el("span", money(product.was), class_="was") if product.was else None
    price = el("div", el("span", money(product.price), class_="now"), was, class_="price")
    return (
        el(
            "div",
            el("h1", product.name).reads("main"),
            el("div", product.blurb, class_="lead").reads("main"),
            _rating(product),
            price.reads("main"),
            _order_form(product),
            el("div", product.stock, class_="stock").reads("main"),
            el("div", "Posted from Quay Street. ", view.link("Delivery costs", "about/delivery.html")),
            class_="buy",
        )
        .block("Content", "main text")
        .links("others")
    )


def _rating(product: Product) -> Element | None:
    if not product.reviews:
        return None
    mean = round(sum(review.stars for review in product.reviews) / len(product.reviews))
    stars = el("span", _stars(mean), class_="stars")
    return el("div", stars, " ", el("a", _counted(product), href="#reviews"), class_="rating")


def _counted(product: Product) -> str:
    count = len(product.reviews)
    return f"{count} review{'' if count == 1 else 's'}"


def _order_form(product: Product) -> Element:
    choice = None
    if product.choices:
        options = [el("option", text) for text in product.choices]
        choice = el("select", *options, name="choice", aria_label="Choice")
    return el(
        "form",
        choice,
        el("input", type="number", name="count", value="1", min="1", aria_label="How many"),
        el("button", "Add to basket", type="button"),
        class_="order",
    )


def _description(view: View, product: Product) -> Element:
    return el(
        "div",
        el("div", "About it", class_="bar-title"),
        el("div", *blocks(product.description, view)).reads("main"),
        class_="description",
    ).block("Content", "main text")


def _specification(product: Product) -> Element:
    rows = [el("tr", el("td", key), el("td", text)) for key, text in product.specification.items()]
    return el(
        "div",
        el("div", "In detail", class_="bar-title"),
        el("table", el("tbody", *rows)).reads("main"),
        class_="specification",
    ).block("Table", "main text")


def _reviews(product: Product) -> Element:
    said = [_review(review) for review in product.reviews]
    nothing = el("p", "Nobody has reviewed this yet.")
    return el(
        "div",
        el("div", "What customers say", class_="bar-title"),
        *(said or [nothing]),
        class_="inner reviews",
        id="reviews",
    ).region("Comments", "additional text")


def _review(review: Review) -> Element:
    return el(
        "div",
        el("div", _stars(review.stars), class_="stars"),
        el("div", review.text, class_="words").reads("comments"),
        el("div", f"{review.name}, {review.when}", class_="small"),
        class_="review",
    )


def _suggestions(view: View, product: Product) -> Element:
    others = [p for p in view.library.products if p.number != product.number]
    chosen = sorted(
        others,
        key=lambda other: (
            other.category != product.category,
            crc32(f"{product.number} {other.number}".encode()),
        ),
    )[:SUGGESTIONS]
    heading = "You might also like"
    return (
        el(
            "div",
            el("div", heading, class_="bar-title"),
            el("div", *[tile(view, p) for p in chosen], class_="shelf four"),
            class_="inner also",
        )
        .region("LinkList", "link group")
        .links("list", heading)
    )
