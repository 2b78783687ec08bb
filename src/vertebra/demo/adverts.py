"""Advertisements: a banner, rectangles (pictures and frames) and sponsored text links."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

from vertebra.demo.markup import Element, el, to_html
from vertebra.demo.view import View

FRAME_PATH: Final = "frames/offer.html"
BANNER_SIZE = (728, 90)
RECTANGLE_SIZE = (300, 250)
FRAME_STYLE = (
    "body{margin:0;font:15px/1.4 Arial,Helvetica,sans-serif;background:#f3e7d3;color:#3a2a18;"
    "text-align:center}h1{font:bold 23px/1.15 Georgia,'Times New Roman',serif;margin:0 20px 10px;padding-top:22px}"
    "p{margin:0 24px 14px}a{display:inline-block;background:#8a3b1e;color:#fff;padding:9px 18px;"
    "border-radius:3px;text-decoration:none;font-weight:bold}small{display:block;margin-top:14px;"
    "color:#7b6a55}"
)


def banner(view: View) -> Element:
    """Return the leaderboard which runs above the content."""
    advert = _pick(view, "banners")
    image = view.image(advert["picture"], BANNER_SIZE, advert.get("alt"))
    link = el("a", image, href=advert["href"], rel="sponsored")
    return el("div", link, class_="strip").region("Ad", "advertisement").links("others")


def rectangle(view: View, place: int = 0) -> Element:
    """Return a 300 by 250 advertisement: a picture or, at every third turn, a frame.

    Rectangles at different places of one page differ.
    """
    turn = (crc32(view.path.encode()) + place) % 3
    if turn:
        adverts: list[dict[str, str]] = view.library.furniture["rectangles"]
        advert = adverts[turn - 1]
        image = view.image(advert["picture"], RECTANGLE_SIZE, advert.get("alt"))
        body = el("a", image, href=advert["href"], rel="sponsored")
    else:
        body = _frame(view, inline=len(view.path) % 2 == 0)
    label = el("span", "Advertisement", class_="tiny")
    box = el("div", label, body, class_="ad-box" if turn == 1 else "panel-b")
    return box.block("Ad", "advertisement").links("others")


def sponsored(view: View) -> Element:
    """Return the list of paid text links."""
    heading = "From our partners"
    adverts: list[dict[str, str]] = view.library.furniture["sponsored"]
    items = [el("li", el("a", a["text"], href=a["href"], rel="sponsored nofollow")) for a in adverts]
    box = el("div", el("h3", heading), el("ul", *items), class_="partner-links")
    return box.block("Ad", "advertisement").links("list", heading)


def text_advert(view: View) -> Element:
    """Return a one-line paid link without anything that would give it away."""
    adverts: list[dict[str, str]] = view.library.furniture["sponsored"]
    advert = adverts[crc32(view.path.encode()) % len(adverts)]
    link = el("a", advert["text"], href=advert["href"], rel="nofollow")
    line = el("div", "Sponsored: ", link, class_="line")
    return line.block("Ad", "advertisement").links("others").reads("none")


def frame_document() -> str:
    """Return the HTML file which is shown within a frame."""
    return to_html(_frame_page())


def _frame(view: View, *, inline: bool) -> Element:
    width, height = (str(length) for length in RECTANGLE_SIZE)
    source = {"srcdoc": to_html(_frame_page())} if inline else {"src": view.href(FRAME_PATH)}
    return el("iframe", title="Offer", width=width, height=height, loading="eager", **source)


def _frame_page() -> Element:
    head = el("head", el("meta", charset="utf-8"), el("title", "Offer"), el("style", FRAME_STYLE))
    body = el(
        "body",
        el("h1", "Windows that keep the weather where it belongs"),
        el("p", "Fitted in a day by people from Saltreach who take their boots off."),
        el("a", "Ask for a price", href="https://fairweather-windows.example/quote", target="_top"),
        el("small", "Fairweather Windows, Harbour Road"),
    )
    return el("html", head, body, lang="en-GB")


def _pick(view: View, kind: str) -> dict[str, Any]:
    adverts: list[dict[str, Any]] = view.library.furniture[kind]
    return adverts[crc32(view.path.encode()) % len(adverts)]
