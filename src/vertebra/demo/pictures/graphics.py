"""Brand marks, portraits and the artwork of the advertisements."""

from __future__ import annotations

from vertebra.demo.pictures.canvas import Canvas, mix
from vertebra.demo.records import Likeness

SANS = "Arial, Helvetica, sans-serif"


def logo() -> Canvas:
    """Return the lantern of the brand."""
    canvas = Canvas(92, 116)
    canvas.path("M26 34C26 2 66 2 66 34", stroke="#1d2a33", stroke_width=5)
    canvas.polygon([(46, 14), (72, 40), (20, 40)], "#1d2a33")
    canvas.rect((22, 42, 48, 52), "#f0a91f", rx=4)
    canvas.path("M46 50c14 16 9 34 0 36c-10-2-14-20 0-36Z", "#fff3d0")
    for bar in (22, 64):
        canvas.rect((bar, 42, 6, 52), "#1d2a33")
    canvas.rect((14, 92, 64, 16), "#1d2a33", rx=4)
    return canvas


def bubble() -> Canvas:
    """Return the forum's icon for a board or thread."""
    canvas = Canvas(60, 60)
    canvas.path("M8 10h44a6 6 0 0 1 6 6v22a6 6 0 0 1 -6 6H28L14 56V44H8a6 6 0 0 1 -6 -6V16a6 6 0 0 1 6 -6Z", "#7f9db9")
    for line in range(2):
        canvas.rect((12, 20 + line * 10, 36 - line * 10, 4), "#ffffff", rx=2)
    return canvas


def portrait(likeness: Likeness) -> Canvas:
    """Return the drawn head and shoulders of somebody."""
    canvas = Canvas(240, 240)
    skin, hair, coat, style = likeness.skin, likeness.hair, likeness.coat, likeness.style
    canvas.rect((0, 0, 240, 240), likeness.ground)
    if style == "long":
        canvas.path("M62 200V100a58 62 0 0 1 116 0v100Z", hair)
    if style == "bun":
        canvas.circle((120, 42), 27, hair)
    canvas.path("M30 240c4-56 44-70 90-70s86 14 90 70Z", coat)
    canvas.polygon([(96, 172), (120, 206), (144, 172)], mix(coat, "#ffffff", 0.6))
    canvas.rect((102, 140, 36, 46), mix(skin, "#5a2f1a", 0.14), rx=14)
    canvas.ellipse((120, 108), (46, 54), skin)
    if style == "beard":
        canvas.path("M74 112c0 76 92 76 92 0c-8 20-24 16-46 16s-38 4-46-16Z", hair)
    canvas.path("M72 104c-2-62 98-66 96 0c-14-30-40-38-60-36c-18 2-32 16-36 36Z", hair)
    if style == "cap":
        canvas.path("M66 86c0-66 108-66 108 0Z", mix(coat, "#20301c", 0.35))
        canvas.rect((60, 80, 136, 12), mix(coat, "#20301c", 0.5), rx=6)
    for eye in (102, 138):
        canvas.circle((eye, 108), 4.5, "#2b2320")
        if style == "glasses":
            canvas.circle((eye, 108), 15, "none", stroke="#2b2320", stroke_width=3)
    canvas.path("M104 134q16 14 32 0", stroke="#8a3b32", stroke_width=4, stroke_linecap="round")
    return canvas


def brewery_banner() -> Canvas:
    """Return the brewery's leaderboard."""
    canvas = Canvas(728, 90)
    canvas.rect((0, 0, 728, 90), "#22303a")
    for arch in range(9):
        x = 6 + arch * 26
        canvas.path(f"M{x} 90V56A11 14 0 0 1 {x + 22} 56V90Z", "#d98e04")
    canvas.text("Nine Arches Brewery", (266, 42), 30, fill="#f6e7c1")
    canvas.text("The tap room is open. So are the doors.", (266, 68), 18, fill="#c9d3cf")
    canvas.rect((600, 26, 108, 38), "#d98e04", rx=4)
    canvas.text("Come in", (654, 51), 18, fill="#22303a", text_anchor="middle", font_weight="bold")
    return canvas


def bus_banner() -> Canvas:
    """Return the bus company's leaderboard."""
    canvas = Canvas(728, 90)
    canvas.fade((0, 0, 728, 90), "#8fd0e6", "#e8f6f6")
    canvas.rect((0, 78, 728, 12), "#f0d79a")
    canvas.path("M0 78q60-7 120 0t120 0t120 0t120 0t120 0t128 0v4H0Z", "#2f8fa8")
    canvas.rect((40, 33, 110, 40), "#a9b7bd", rx=6)
    canvas.rect((40, 50, 110, 6), "#d98e04")
    for window in range(4):
        canvas.rect((48 + window * 25, 35, 18, 12), "#ffffff", rx=2)
    for wheel in (64, 128):
        canvas.circle((wheel, 70), 8, "#2b2e33")
    canvas.text("To the sea for £2.80", (190, 42), 32, fill="#123c4a", font_weight="bold", font_family=SANS)
    canvas.text("Fennline 14, now until eleven at night", (190, 65), 16, fill="#123c4a", font_family=SANS)
    canvas.circle((660, 34), 24, "#ffd04d")
    return canvas


def beds_banner() -> Canvas:
    """Return the bed shop's leaderboard."""
    canvas = Canvas(728, 90)
    canvas.rect((0, 0, 728, 90), "#5b4a7a")
    canvas.circle((660, 40), 28, "#f6e7c1")
    canvas.circle((672, 34), 26, "#5b4a7a")
    canvas.rect((30, 44, 130, 26), "#e6d8f0", rx=6)
    canvas.rect((30, 30, 40, 20), "#ffffff", rx=8)
    canvas.rect((24, 22, 8, 56), "#c49a6c")
    canvas.rect((156, 46, 8, 32), "#c49a6c")
    canvas.text("SALTREACH BEDS", (196, 40), 25, fill="#ffffff", letter_spacing="3", font_family=SANS)
    canvas.text("The long lie-in sale. Ends when we wake up.", (196, 68), 18, fill="#e6d8f0", font_family=SANS)
    return canvas


def kitchens_box() -> Canvas:
    """Return the kitchen maker's rectangle."""
    canvas = Canvas(300, 250)
    canvas.rect((0, 0, 300, 250), "#f3efe6")
    canvas.rect((0, 0, 300, 92), "#2f5a4a")
    canvas.text("Larch & Lowe", (150, 46), 29, fill="#f6efe0", text_anchor="middle")
    canvas.text("KITCHENS", (150, 72), 14, fill="#c9d8ce", text_anchor="middle", letter_spacing="6", font_family=SANS)
    for unit in range(4):
        left = 22 + unit * 65
        canvas.rect((left, 150, 60, 62), "#8fb0a0", rx=2)
        canvas.circle((left + 50, 178), 3, "#3a2a18")
    canvas.rect((16, 140, 268, 11), "#b98d5c")
    canvas.rect((120, 112, 30, 28), "#c8442f", rx=8)
    canvas.rect((196, 104, 8, 36), "#9aa5ab")
    canvas.text("Drawers that shut quietly.", (150, 236), 16, fill="#3a2a18", text_anchor="middle", font_style="italic")
    return canvas


def opticians_box() -> Canvas:
    """Return the optician's rectangle."""
    canvas = Canvas(300, 250)
    canvas.rect((0, 0, 300, 250), "#1f6f88")
    for eye in (98, 202):
        canvas.circle((eye, 96), 44, "#eaf6f8", stroke="#12323c", stroke_width=9)
        canvas.circle((eye + 8, 98), 16, "#12323c")
    canvas.path("M140 90q10-12 20 0", stroke="#12323c", stroke_width=8)
    canvas.text(
        "Read this from the bus?",
        (150, 182),
        22,
        fill="#ffffff",
        text_anchor="middle",
        font_weight="bold",
        font_family=SANS,
    )
    canvas.text("Eye tests, £18, Tanner Street", (150, 208), 16, fill="#d6eef2", text_anchor="middle", font_family=SANS)
    return canvas


def graphics() -> dict[str, Canvas]:
    """Return brand marks and advertisements by name."""
    return {
        "lantern": logo(),
        "bubble": bubble(),
        "ad-brewery": brewery_banner(),
        "ad-fennline": bus_banner(),
        "ad-beds": beds_banner(),
        "ad-kitchens": kitchens_box(),
        "ad-opticians": opticians_box(),
    }
