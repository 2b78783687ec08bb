"""What happens on the water, on the road and on the grass."""

from __future__ import annotations

from random import Random

from vertebra.demo.pictures.canvas import Canvas, Point, mix
from vertebra.demo.pictures.landscape import HORIZON, WIDTH
from vertebra.demo.pictures.light import Light

AWNINGS = ("#b23a2e", "#1f6f78", "#d98e04", "#4d6b3c", "#7a4b8a")
COATS = ("#b23a2e", "#1f5c66", "#d98e04", "#39506b", "#7d8f4e", "#8a4b6b", "#e8dcc8")
SKINS = ("#f0c9a6", "#d9a57c", "#a9714b", "#7a4a30")


def bridge(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the stone bridge across the whole picture."""
    stone = light.tint("#d8ccb6")
    dark = mix(stone, "#4d4a55", 0.35)
    canvas.path("M-10 372Q600 318 1210 372L1210 400Q600 346 -10 400Z", mix(stone, "#ffffff", 0.2))
    way = "M-10 392Q600 338 1210 392L1210 560L-10 560Z"
    for index in range(7):
        x = 30 + index * 168
        way += f"M{x} 560L{x} 478A64 74 0 0 1 {x + 128} 478L{x + 128} 560Z"
    canvas.path(way, stone, fill_rule="evenodd")
    for index in range(7):
        x = 30 + index * 168
        arch = f"M{x} 478A64 74 0 0 1 {x + 128} 478"
        canvas.path(arch, stroke=dark, stroke_width=7)
        canvas.polygon([(x - 34, 562), (x - 20, 470), (x - 6, 562)], mix(stone, dark, 0.5))
    for _ in range(46):
        spot = (rng.uniform(0, WIDTH), rng.uniform(396, 424), rng.uniform(12, 26), 4)
        canvas.rect(spot, dark, opacity=0.35, rx=2)
    canvas.rect((596, 300, 5, 52), dark)
    canvas.circle((598, 296), 9, light.tint("#ffe2a0"))


def person(canvas: Canvas, foot: Point, height: float, rng: Random) -> None:
    """Draw somebody standing."""
    x, y = foot
    unit = height / 10
    coat = rng.choice(COATS)
    canvas.rect((x - unit * 1.1, y - unit * 4, unit * 0.9, unit * 4), "#3a3f4a", rx=2)
    canvas.rect((x + unit * 0.2, y - unit * 4, unit * 0.9, unit * 4), "#30343e", rx=2)
    canvas.rect((x - unit * 1.5, y - unit * 7.8, unit * 3, unit * 4.6), coat, rx=unit)
    canvas.circle((x, y - unit * 9), unit * 1.15, rng.choice(SKINS))
    hair = rng.choice(("#3b2a20", "#6b4a2c", "#c9b8a0", "#22222a"))
    left, right, top = x - unit * 1.2, x + unit * 1.2, y - unit * 9.2
    canvas.path(f"M{left:.1f} {top:.1f}A{unit * 1.2:.1f} {unit * 1.2:.1f} 0 0 1 {right:.1f} {top:.1f}Z", hair)


def people(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a scattering of people on the ground in front."""
    feet = sorted((rng.uniform(505, 650), rng.uniform(60, 1140)) for _ in range(11))
    for y, x in feet:
        size = 46 + (y - HORIZON) * 0.42
        canvas.ellipse((x, y), (size * 0.24, size * 0.06), light.tint("#5a5148"), opacity=0.35)
        person(canvas, (x, y), size, rng)


def stalls(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw four market stalls with striped awnings."""
    for index in range(4):
        _stall(canvas, light, (60 + index * 285, 590), AWNINGS[index % len(AWNINGS)], rng)


def _stall(canvas: Canvas, light: Light, foot: Point, colour: str, rng: Random) -> None:
    x, base = foot
    wood = light.tint("#8a6242")
    for post in (x + 8, x + 214):
        canvas.rect((post, base - 175, 8, 175), wood)
    canvas.rect((x, base - 72, 230, 72), light.tint("#a9794f"))
    canvas.rect((x - 6, base - 80, 242, 12), wood)
    for item in range(8):
        fruit = rng.choice(("#c8442f", "#e2a22b", "#7fa23c", "#d9713a", "#efe3c2", "#7b3f61"))
        canvas.circle((x + 22 + item * 27, base - 88), 13, light.tint(fruit))
        canvas.circle((x + 34 + item * 25, base - 104), 10, light.tint(mix(fruit, "#fff2d0", 0.2)))
    for stripe in range(8):
        shade = colour if stripe % 2 == 0 else "#f6efe0"
        left = x - 12 + stripe * 32
        canvas.path(f"M{left} {base - 172}h32v26a16 14 0 0 1 -32 0Z", light.tint(shade))
        canvas.polygon(
            [(left + 8 - stripe * 2, base - 210), (left + 38 - stripe * 2, base - 210),
             (left + 32, base - 172), (left, base - 172)],
            light.tint(mix(shade, "#ffffff", 0.12)),
        )  # fmt: skip


def ferry(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the ferry with its striped canopy."""
    for index, x in enumerate((470, 520, 575, 640, 690)):
        person(canvas, (x, 556 + index % 2 * 3), 64, rng)
    canvas.path("M380 540L800 540Q786 606 742 612L446 612Q396 604 380 540Z", light.tint("#7c2f2a"))
    canvas.path("M380 540L800 540L797 554L384 554Z", light.tint("#f3e6cc"))
    for post in (440, 585, 735):
        canvas.rect((post, 438, 6, 104), light.tint("#5f4632"))
    for stripe in range(11):
        tone = "#f6efe0" if stripe % 2 else "#1f6f78"
        canvas.path(f"M{418 + stripe * 31} 426h31v20a15 11 0 0 1 -31 0Z", light.tint(tone))
    canvas.rect((416, 414, 345, 14), light.tint("#17545b"), rx=4)
    canvas.text("DOROTHY MAY", (505, 590), 25, fill=light.tint("#f3e6cc"), letter_spacing="3")
    for row in range(3):
        canvas.ellipse((590, 622 + row * 14), (250 - row * 40, 5), light.glint, opacity=0.5)


def bus(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the number 14."""
    body, trim = light.tint("#a9b7bd"), light.tint("#d98e04")
    canvas.rect((360, 300, 480, 292), body, rx=22)
    canvas.rect((360, 436, 480, 22), trim)
    for deck in (330, 474):
        for window in range(6):
            canvas.rect((386 + window * 66, deck, 56, 66), light.tint("#dcebf0"), rx=6)
            if rng.random() < 0.6:
                canvas.circle((412 + window * 66, deck + 44), 12, rng.choice(SKINS))
                canvas.rect((396 + window * 66, deck + 54, 32, 12), rng.choice(COATS), rx=5)
    canvas.rect((786, 474, 42, 104), light.tint("#4a5860"), rx=4)
    canvas.rect((782, 318, 46, 34), "#20262b", rx=4)
    canvas.text("14", (791, 343), 25, fill="#ffc94d", font_family="Arial, sans-serif")
    for wheel in (450, 740):
        canvas.circle((wheel, 592), 36, "#2b2e33")
        canvas.circle((wheel, 592), 16, "#b9bec2")
    canvas.text(
        "FENNLINE",
        (430, 453),
        17,
        fill="#3a2a10",
        letter_spacing="5",
        font_family="Arial, sans-serif",
        font_weight="bold",
    )


def train(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a train on the brick viaduct."""
    brick = light.tint("#a5674f")
    way = "M-10 384H1210V675H-10Z"
    for index in range(6):
        x = 20 + index * 204
        way += f"M{x} 676L{x} 505A78 84 0 0 1 {x + 156} 505L{x + 156} 676Z"
    canvas.path(way, brick, fill_rule="evenodd")
    canvas.rect((-10, 374, 1230, 20), mix(brick, "#ffffff", 0.22))
    for carriage in range(3):
        x = 250 + carriage * 262
        canvas.rect((x, 296, 252, 72), light.tint("#1f5c66"), rx=12)
        canvas.rect((x, 340, 252, 12), light.tint("#f3e6cc"))
        for window in range(6):
            lit = "#fbe8b8" if rng.random() < 0.7 else "#dcebf0"
            canvas.rect((x + 16 + window * 38, 308, 28, 24), light.tint(lit), rx=4)
        for wheel in (x + 44, x + 206):
            canvas.circle((wheel, 368), 10, "#2b2e33")
    canvas.path("M1036 368V296h20q34 6 42 44v28Z", light.tint("#d98e04"))


def lanterns(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a winding line of paper lanterns above dark figures."""
    for index in range(15):
        x = 40 + index * 80
        y = 560 + 46 * ((index % 4) / 3) - index * 4
        height = 84 + rng.uniform(-12, 12)
        person(canvas, (x, y + 70), 74, rng)
        canvas.line([(x + 12, y + 34), (x + 12, y - height)], "#3b2f2a", 4)
        glow = rng.choice(("#ffd36b", "#ffb347", "#fff0b8", "#f58f5b"))
        at = (x + 12, y - height - 18)
        canvas.circle(at, 62, glow, opacity=0.18)
        _lantern_shape(canvas, at, glow, index % 4)
    canvas.rect((0, 640, WIDTH, 40), light.near)


def _lantern_shape(canvas: Canvas, at: Point, glow: str, kind: int) -> None:
    x, y = at
    ink = mix(glow, "#7a3b10", 0.55)
    if kind == 0:
        canvas.ellipse(at, (38, 22), glow)
        canvas.polygon([(x + 32, y), (x + 58, y - 20), (x + 58, y + 20)], glow)
        canvas.circle((x - 20, y - 5), 4, ink)
    elif kind == 1:
        canvas.circle(at, 30, glow)
        canvas.ellipse(at, (12, 30), "none", stroke=ink, stroke_width=2)
        canvas.rect((x - 30, y - 1, 60, 2), ink)
    elif kind == 2:
        canvas.path(f"M{x - 36:.1f} {y:.1f}A36 34 0 0 1 {x + 36:.1f} {y:.1f}Z", glow)
        canvas.line([(x, y), (x, y + 34)], ink, 4)
    else:
        corners = [(x, y - 36), (x + 26, y), (x, y + 36), (x - 26, y)]
        canvas.polygon(corners, glow)
        canvas.line([(x - 26, y), (x + 26, y)], ink, 2)


def rowing(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw two racing boats."""
    for x, y, scale, colour in ((180, 545, 0.85, "#b23a2e"), (330, 622, 1.15, "#1f6f78")):
        for seat in range(5):
            left = x + 120 * scale + seat * 92 * scale
            canvas.rect((left, y - 44 * scale, 24 * scale, 40 * scale), light.tint(colour), rx=9)
            canvas.circle((left + 14 * scale, y - 56 * scale), 13 * scale, rng.choice(SKINS))
            oar = (left + 70 * scale, y + 26 * scale)
            canvas.line([(left + 16 * scale, y - 22 * scale), oar], "#f3ead6", 4)
            canvas.ellipse(oar, (15 * scale, 5 * scale), light.tint(colour))
        canvas.path(
            f"M{x} {y - 8}H{x + 640 * scale:.0f}Q{x + 560 * scale:.0f} {y + 14} "
            f"{x + 320 * scale:.0f} {y + 14}Q{x + 80 * scale:.0f} {y + 14} {x} {y - 8}Z",
            light.tint("#f6efe0"),
        )
        canvas.rect((x - 30, y + 14, 620 * scale, 4), light.glint, rx=2)


def raft(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw women in long dresses afloat on doors and barrels."""
    for x in range(340, 870, 74):
        canvas.ellipse((x, 598), (38, 22), light.tint("#6b4a33"))
    canvas.polygon([(306, 560), (894, 560), (908, 584), (292, 584)], light.tint("#a9825a"))
    for index in range(9):
        x = 340 + index * 64
        height = 118 if index == 8 else rng.uniform(92, 106)
        dress = light.tint(rng.choice(("#efe6d6", "#c9a9a6", "#8fa3a8", "#d8c39a", "#b7a0b8")))
        top = 562 - height
        canvas.polygon([(x - 9, top + 26), (x + 9, top + 26), (x + 27, 562), (x - 27, 562)], dress)
        canvas.circle((x, top + 14), 12, light.tint(rng.choice(SKINS[:3])))
        canvas.ellipse((x, top + 5), (19, 5), light.tint("#5a4636"))
        canvas.ellipse((x, top + 1), (11, 8), light.tint("#5a4636"))
    canvas.line([(868, 470), (960, 640)], light.tint("#6b4a33"), 7)


def football(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a ground with stand, floodlights, goal and players."""
    canvas.rect((0, 330, WIDTH, 130), light.tint("#59636e"))
    canvas.polygon([(0, 300), (WIDTH, 286), (WIDTH, 330), (0, 330)], light.tint("#7a3b32"))
    for row in range(4):
        for seat in range(100):
            head = (6 + seat * 12 + row % 2 * 6, 352 + row * 26 + rng.uniform(-3, 3))
            canvas.circle(head, 6.5, light.tint(rng.choice((*COATS, "#9aa5ab", "#9aa5ab"))))
    for mast in (120, 1080):
        canvas.rect((mast, 110, 8, 220), "#4a5560")
        canvas.rect((mast - 34, 84, 76, 38), "#fff6d8", rx=4)
    for stripe in range(8):
        tone = "#4f9a58" if stripe % 2 else "#5cab66"
        canvas.rect((stripe * 150, 455, 150, 220), light.tint(tone))
    canvas.line([(0, 472), (WIDTH, 472)], "#f3f6ee", 4)
    canvas.path("M820 590V440H1110V590", stroke="#ffffff", stroke_width=8)
    for mesh in range(9):
        canvas.line([(828 + mesh * 34, 446), (828 + mesh * 34, 585)], "#e6ece6", 1)
        canvas.line([(824, 452 + mesh * 15), (1106, 452 + mesh * 15)], "#e6ece6", 1)
    for x, y in ((300, 610), (480, 560), (660, 620), (960, 590)):
        person(canvas, (x, y), 98, rng)
    canvas.circle((760, 430), 13, "#ffffff", stroke="#333333", stroke_width=2)


def runners(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a line of runners going uphill, led by a dog."""
    canvas.path(
        "M-20 675C200 640 420 560 690 420C850 340 960 300 1220 280L1220 340"
        "C960 360 860 400 720 480C480 610 300 660 160 690Z",
        light.tint("#e3d3b0"),
    )
    for index in range(13):
        share = index / 13
        x = 110 + share * 780
        y = 665 - share**1.25 * 300
        person(canvas, (x, y), 96 - share * 48, rng)
    canvas.ellipse((960, 328), (22, 10), "#8a5a33")
    canvas.circle((984, 318), 9, "#8a5a33")
    for leg in (944, 954, 968, 978):
        canvas.line([(leg, 332), (leg + 4, 346)], "#6b4426", 4)


def rain(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw slanting rain over everything."""
    for _ in range(150):
        x, y = rng.uniform(0, 1240), rng.uniform(-20, 660)
        canvas.line([(x, y), (x - 9, y + 26)], mix(light.glint, "#ffffff", 0.3), 1.6)


def flowers(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a meadow full of orchids."""
    spots = sorted((rng.uniform(478, 668), rng.uniform(0, WIDTH)) for _ in range(170))
    for y, x in spots:
        size = 0.35 + (y - HORIZON) / 190
        canvas.line([(x, y), (x, y - 26 * size)], light.tint("#3f7a4a"), 2.5 * size)
        tone = rng.choice(("#9b4f96", "#b667ae", "#7d3c86", "#d58fc6", "#f1d65b"))
        for bead in range(4):
            centre = (x + (bead % 2 * 2 - 1) * 2.6 * size, y - (24 + bead * 6) * size)
            canvas.circle(centre, (6 - bead) * size, light.tint(tone))
