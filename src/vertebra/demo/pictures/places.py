"""Buildings, rooms and single things seen close by."""

from __future__ import annotations

from random import Random

from vertebra.demo.pictures.canvas import Canvas, mix
from vertebra.demo.pictures.landscape import HEIGHT, WIDTH, tree
from vertebra.demo.pictures.light import Light
from vertebra.demo.pictures.subjects import AWNINGS, person

SPINES = ("#8a3b32", "#1f5c66", "#d9a441", "#4d6b3c", "#6b4a6b", "#e6d5b5", "#39506b", "#b5603f")
TALL = 2


def library(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a reading room with shelves and an arched window."""
    canvas.rect((0, 0, WIDTH, HEIGHT), light.tint("#efe3cd"))
    canvas.path("M480 470V230A120 120 0 0 1 720 230V470Z", light.tint("#fbf6ea"))
    canvas.path("M496 460V232A104 104 0 0 1 704 232V460Z", light.sky_top)
    canvas.line([(600, 130), (600, 460)], "#fbf6ea", 8)
    canvas.line([(496, 300), (704, 300)], "#fbf6ea", 8)
    for left in (30, 760):
        canvas.rect((left, 60, 410, 500), light.tint("#7a5236"))
        for shelf in range(5):
            top = 76 + shelf * 96
            canvas.rect((left + 14, top, 382, 84), light.tint("#5a3a26"))
            _books(canvas, light, (left + 18, top + 84, 372), rng)
    canvas.rect((0, 560, WIDTH, 115), light.tint("#a9794f"))
    canvas.rect((390, 520, 420, 22), light.tint("#6b4a33"), rx=5)
    for leg in (420, 770):
        canvas.rect((leg, 540, 14, 96), light.tint("#5a3a26"))
    canvas.path("M560 520l14-46h52l14 46Z", light.tint("#2f6b5a"))
    canvas.circle((600, 470), 9, light.tint("#d9a441"))
    person(canvas, (470, 640), 150, rng)
    person(canvas, (720, 640), 132, rng)


def _books(canvas: Canvas, light: Light, shelf: tuple[float, float, float], rng: Random) -> None:
    x, base, length = shelf
    end = x + length
    while x < end - 24:
        width = rng.uniform(11, 25)
        height = rng.uniform(50, 76)
        spine = light.tint(rng.choice(SPINES))
        canvas.rect((x, base - height, width, height), spine, rx=1.5)
        canvas.rect((x + 2, base - height + 10, width - 4, 4), mix(spine, "#ffffff", 0.4))
        x += width + 1


def hospital(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the cottage hospital."""
    brick = light.tint("#b8705a")
    canvas.polygon([(190, 350), (290, 250), (910, 250), (1010, 350)], light.tint("#5b4a52"))
    canvas.rect((210, 350, 780, 170), brick)
    canvas.polygon([(500, 350), (600, 235), (700, 350)], brick)
    canvas.path("M490 354L600 230L710 354", stroke=light.tint("#f6efe2"), stroke_width=12)
    for window in (250, 340, 430, 730, 820, 910):
        canvas.rect((window, 390, 52, 76), light.tint("#f6efe2"), rx=3)
        canvas.rect((window + 6, 396, 40, 64), light.window)
        canvas.line([(window + 26, 396), (window + 26, 460)], "#f6efe2", 4)
    canvas.rect((556, 400, 88, 120), light.tint("#f6efe2"), rx=4)
    canvas.rect((566, 410, 68, 110), light.tint("#1f5c66"))
    canvas.rect((590, 290, 20, 52), "#ffffff")
    canvas.rect((574, 306, 52, 20), "#ffffff")
    canvas.polygon([(560, 520), (640, 520), (720, 675), (480, 675)], light.tint("#d6cab5"))
    for x, scale in ((120, 1.9), (1090, 2.1)):
        tree(canvas, light, (x, 548), scale)
    for x, y in ((430, 610), (760, 590), (800, 592)):
        person(canvas, (x, y), 96, rng)


def bell(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a bronze bell in its frame."""
    wood = light.tint("#7a5236")
    for post in (330, 830):
        canvas.rect((post, 130, 40, 470), wood)
    canvas.rect((290, 110, 620, 44), mix(wood, "#ffffff", 0.1), rx=6)
    canvas.rect((560, 150, 80, 46), "#4a4038")
    bronze = "#b98636"
    canvas.path(
        "M600 180C500 180 500 300 486 390C478 440 440 462 430 500H770C760 462 722 440 714 390C700 300 700 180 600 180Z",
        bronze,
    )
    canvas.path(
        "M556 196C520 230 530 330 512 410C506 440 480 470 476 500H520C530 420 536 280 556 196Z",
        mix(bronze, "#fff2c0", 0.45),
    )
    canvas.rect((420, 494, 360, 22), mix(bronze, "#5a3a10", 0.3), rx=10)
    canvas.rect((520, 300, 160, 6), mix(bronze, "#5a3a10", 0.3))
    canvas.text("1872", (600, 420), 52, fill=mix(bronze, "#4a2f0a", 0.6), text_anchor="middle")
    canvas.circle((600, 540), 26, "#4a4038")
    for x in (180, 1010):
        person(canvas, (x, 640), 128, rng)


def shop_window(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the bakery: awning, loaves and a door."""
    wall = light.tint("#f2e2c8")
    canvas.rect((0, 0, WIDTH, HEIGHT), wall)
    canvas.rect((110, 70, 980, 74), light.tint("#1f5c66"), rx=6)
    canvas.text(
        "BETTANY\u2019S  ·  SINCE 1935", (600, 122), 44, fill="#f6e7c1", text_anchor="middle", letter_spacing="4"
    )
    canvas.rect((150, 240, 600, 320), light.tint("#6b4a33"))
    canvas.rect((166, 256, 568, 288), "#fdf3d8")
    for shelf in range(3):
        base = 344 + shelf * 92
        canvas.rect((166, base, 568, 10), light.tint("#a9794f"))
        for loaf in range(7):
            tone = rng.choice(("#c98b45", "#b5743a", "#d9a25c"))
            centre = (210 + loaf * 80, base - 22)
            canvas.ellipse(centre, (34, 24 if shelf else 20), tone)
            for cut in (-12, 2, 16):
                x = centre[0] + cut
                canvas.line([(x, base - 34), (x + 6, base - 18)], "#f0d6a4", 3)
    canvas.rect((810, 240, 210, 360), light.tint("#6b4a33"))
    canvas.rect((826, 256, 178, 344), light.tint("#1f5c66"))
    canvas.rect((846, 276, 138, 150), "#fdf3d8")
    canvas.circle((850, 470), 8, "#d9a441")
    for stripe in range(19):
        tone = "#b23a2e" if stripe % 2 == 0 else "#f8f1e2"
        canvas.path(f"M{124 + stripe * 50} 160h50v84a25 22 0 0 1 -50 0Z", light.tint(tone))
    canvas.rect((0, 600, WIDTH, 75), light.tint("#b9ab95"))
    for x in (90, 700, 1080):
        person(canvas, (x, 655), 170, rng)


def brewery(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the old fire station with its great red doors."""
    brick = light.tint("#9c5442")
    canvas.rect((180, 210, 700, 340), brick)
    canvas.rect((160, 190, 740, 30), light.tint("#e6d5b5"))
    canvas.rect((880, 60, 150, 490), mix(brick, "#000000", 0.1))
    canvas.polygon([(868, 60), (955, 0), (1042, 60)], light.tint("#5b4a52"))
    for opening in (120, 220, 320):
        canvas.rect((932, opening, 46, 60), light.window, rx=22)
    canvas.text("FIRE STATION", (530, 268), 34, fill=light.tint("#e6d5b5"), text_anchor="middle", letter_spacing="8")
    for left in (250, 560):
        canvas.path(f"M{left} 550V370A125 90 0 0 1 {left + 250} 370V550Z", light.tint("#e6d5b5"))
        canvas.path(f"M{left + 16} 550V374A109 78 0 0 1 {left + 234} 374V550Z", "#b3271e")
        canvas.line([(left + 125, 300), (left + 125, 550)], "#7d1a14", 5)
        for pane in range(4):
            canvas.rect((left + 36 + pane * 48, 392, 34, 44), light.window, rx=3)
    for barrel in range(3):
        x = 1070 + barrel % 2 * 52
        canvas.rect((x, 510 + barrel // 2 * -60, 46, 56), light.tint("#8a6242"), rx=9)
        canvas.rect((x, 528 + barrel // 2 * -60, 46, 5), "#4a4038")
    person(canvas, (150, 620), 132, rng)


def bookshop(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a small shop with a green door and a window of books."""
    canvas.rect((0, 0, WIDTH, HEIGHT), light.tint("#c9d3cf"))
    canvas.rect((240, 60, 720, 560), light.tint("#f6efe2"))
    canvas.rect((220, 160, 760, 66), light.tint("#2c4a3c"))
    canvas.text("FOXED & BOUND", (600, 206), 40, fill="#e9d9a8", text_anchor="middle", letter_spacing="6")
    canvas.rect((280, 262, 380, 260), light.tint("#2c4a3c"))
    canvas.rect((294, 276, 352, 232), "#fff4d6")
    for shelf in range(2):
        _books(canvas, light, (300, 388 + shelf * 116, 350), rng)
        canvas.rect((294, 388 + shelf * 116, 352, 8), light.tint("#7a5236"))
    canvas.rect((720, 262, 180, 358), light.tint("#2c4a3c"))
    canvas.rect((740, 284, 140, 150), "#fff4d6")
    canvas.circle((744, 480), 8, "#d9a441")
    for window in (310, 540, 770):
        canvas.rect((window, 76, 90, 66), light.window, rx=4)
    canvas.rect((0, 620, WIDTH, 60), light.tint("#a89d8c"))
    canvas.rect((320, 566, 240, 12), light.tint("#7a5236"))
    _books(canvas, light, (330, 566, 220), rng)
    for leg in (336, 536):
        canvas.rect((leg, 576, 10, 50), light.tint("#5a3a26"))
    person(canvas, (1040, 645), 180, rng)


def theatre(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a stage with curtains, one lamp and the backs of the audience."""
    canvas.rect((0, 0, WIDTH, HEIGHT), "#2a1a22")
    canvas.fade((170, 60, 860, 440), "#3a2a4a", "#6b4a5a")
    canvas.polygon([(600, 60), (380, 500), (820, 500)], "#f6e2a8", opacity=0.28)
    canvas.polygon([(120, 500), (1080, 500), (1160, 575), (40, 575)], "#8a6242")
    canvas.ellipse((600, 525), (200, 24), "#f6e2a8", opacity=0.4)
    for side in (0, 1):
        for fold in range(6):
            x = 60 + fold * 38 if side == 0 else 922 + fold * 38
            canvas.rect((x, 40, 40, 470), "#a3242c" if fold % 2 else "#86181f", rx=16)
    for swag in range(8):
        canvas.path(f"M{60 + swag * 136} 30h136v40a68 46 0 0 1 -136 0Z", "#a3242c" if swag % 2 else "#8f1c24")
    canvas.rect((40, 20, 1120, 26), light.tint("#c9983f"))
    canvas.rect((596, 400, 8, 118), "#c9983f")
    canvas.circle((600, 390), 22, "#ffe9a8")
    canvas.circle((600, 390), 60, "#ffe9a8", opacity=0.25)
    for row in range(2):
        for seat in range(13):
            x = 40 + seat * 92 + row * 46
            tone = rng.choice(("#1a1116", "#22161d", "#150d12"))
            canvas.circle((x, 606 + row * 42), 27, tone)
            canvas.rect((x - 38, 630 + row * 42, 76, 60), tone, rx=20)


def church(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a country church beside a yew."""
    stone = light.tint("#d3c8b2")
    canvas.rect((420, 330, 420, 220), stone)
    canvas.polygon([(400, 332), (470, 240), (800, 240), (860, 332)], light.tint("#6d6a74"))
    canvas.rect((300, 170, 140, 380), mix(stone, "#ffffff", 0.08))
    for merlon in range(4):
        canvas.rect((300 + merlon * 38, 148, 24, 30), mix(stone, "#ffffff", 0.08))
    canvas.circle((370, 240), 26, light.tint("#f6efe2"), stroke="#5b5360", stroke_width=4)
    for x in (470, 570, 670, 770):
        canvas.path(f"M{x} 490V420q23-46 46 0V490Z", "#ffdf9a")
    canvas.path("M338 550V480q32-52 64 0V550Z", light.tint("#5a3a26"))
    tree(canvas, light, (990, 580), 3.1)
    tree(canvas, light, (130, 570), 1.8)
    canvas.ellipse((968, 330), (14, 8), "#1c1c22")
    canvas.polygon([(981, 328), (992, 331), (981, 334)], "#e2a22b")
    for stone_at in (200, 520, 640, 880):
        height = 38 + rng.randrange(12)
        canvas.path(f"M{stone_at} 610v-{height}q20-26 40 0v{height}Z", light.tint("#b3aa99"))


def allotments(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw sheds and vegetable rows."""
    for shed, colour in ((120, "#4d7a6b"), (520, "#a9543f"), (900, "#7b8a4a")):
        wall = light.tint(colour)
        canvas.rect((shed, 370, 190, 150), wall)
        for board in range(9):
            canvas.line([(shed + board * 21 + 10, 372), (shed + board * 21 + 10, 518)], mix(wall, "#000000", 0.14), 2)
        canvas.polygon([(shed - 16, 372), (shed + 95, 310), (shed + 206, 372)], light.tint("#5b4a52"))
        canvas.rect((shed + 26, 400, 52, 46), "#dcebf0")
        canvas.rect((shed + 110, 410, 56, 110), mix(wall, "#000000", 0.3))
    for row in range(4):
        y = 548 + row * 36
        canvas.rect((0, y, WIDTH, 20), light.tint("#7a5a40"))
        for plant in range(26):
            x = 20 + plant * 46 + row * 9
            tone = rng.choice(("#4f8a3f", "#6fa84a", "#8fba5a", "#3f7a4a"))
            canvas.circle((x, y), 11 + row * 2, light.tint(tone))
    for pole in range(5):
        canvas.line([(360 + pole * 26, 540), (415, 400)], light.tint("#a9825a"), 4)
    person(canvas, (790, 600), 128, rng)


def mill(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a watermill beside its stream."""
    stone = light.tint("#d8ccb6")
    canvas.rect((360, 260, 380, 270), stone)
    for _ in range(40):
        block = (rng.uniform(366, 700), rng.uniform(268, 510), rng.uniform(18, 34), 10)
        canvas.rect(block, mix(stone, "#8a7761", 0.3), rx=3)
    canvas.polygon([(336, 264), (550, 130), (764, 264)], light.tint("#7a3b32"))
    for x, y in ((420, 320), (520, 320), (620, 320), (420, 420)):
        canvas.rect((x, y, 46, 54), light.window, rx=3)
    canvas.rect((560, 420, 70, 110), light.tint("#5a3a26"), rx=4)
    canvas.polygon([(0, 575), (WIDTH, 520), (WIDTH, 675), (0, 675)], light.water)
    for ripple in range(18):
        canvas.rect((rng.uniform(0, WIDTH), 590 + ripple * 4.5, rng.uniform(40, 150), 3), light.glint, rx=1.5)
    hub = (800, 450)
    canvas.circle(hub, 112, "none", stroke=light.tint("#5a3a26"), stroke_width=16)
    canvas.circle(hub, 74, "none", stroke=light.tint("#6b4a33"), stroke_width=8)
    spokes = ((112, 0), (79, 79), (0, 112), (-79, 79))
    for dx, dy in spokes:
        ends = [(hub[0] - dx, hub[1] - dy), (hub[0] + dx, hub[1] + dy)]
        canvas.line(ends, light.tint("#6b4a33"), 9)
    tree(canvas, light, (180, 560), 2.4)
    tree(canvas, light, (1080, 520), 1.9)


def pavilion(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a cricket ground with pavilion, players and three hives."""
    canvas.rect((150, 340, 330, 120), light.tint("#f6efe2"))
    canvas.polygon([(130, 342), (215, 270), (415, 270), (500, 342)], light.tint("#2f6b5a"))
    for post in range(7):
        canvas.rect((160 + post * 51, 342, 7, 118), "#ffffff")
    canvas.rect((190, 380, 250, 56), light.window)
    canvas.rect((760, 380, 190, 90), "#ffffff", rx=4)
    canvas.polygon([(520, 500), (690, 500), (780, 675), (400, 675)], light.tint("#d9c48f"))
    for wicket, size in ((605, 0.7), (590, 1.3)):
        for stump in range(3):
            canvas.rect((wicket + stump * 9 * size, 520 if size < 1 else 600, 4 * size, 36 * size), "#8a5a33")
    for hive, colour in enumerate(AWNINGS[:3]):
        canvas.rect((1010 + hive * 56, 440, 42, 48), light.tint(mix(colour, "#ffffff", 0.35)))
        canvas.rect((1004 + hive * 56, 432, 54, 12), light.tint("#6d6a74"), rx=3)
    for x, y, height in ((560, 640, 130), (640, 560, 84), (300, 580, 90), (880, 600, 100)):
        person(canvas, (x, y), height, rng)


def gloves(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw goalkeeper's gloves and a ball on striped grass."""
    for stripe in range(8):
        tone = "#4f9a58" if stripe % 2 else "#5cab66"
        canvas.rect((stripe * 150, 0, 150, HEIGHT), light.tint(tone))
    canvas.rect((0, 110, WIDTH, 18), "#f3f6ee")
    for left, tone in ((260, "#d98e04"), (500, "#e8a42c")):
        canvas.rect((left, 290, 170, 190), tone, rx=40)
        for finger in range(TALL * 2):
            height = 130 - abs(finger - 1.5) * 22
            canvas.rect((left + 4 + finger * 42, 310 - height, 36, height + 40), tone, rx=18)
        canvas.rect((left + 14, 460, 142, 70), "#39424c", rx=14)
        canvas.text("7", (left + 85, 420), 80, fill="#5a3a06", text_anchor="middle")
        canvas.rect((left + (150 if left > 300 else -40), 360, 60, 40), tone, rx=20)
    canvas.ellipse((890, 560), (120, 18), "#2f5f38", opacity=0.5)
    canvas.circle((890, 450), 112, "#fbfbf6")
    canvas.polygon([(890, 400), (936, 434), (918, 488), (862, 488), (844, 434)], "#2b2e33")
    for x, y in ((890, 350), (988, 424), (952, 540), (828, 540), (792, 424)):
        canvas.circle((x, y), 17 + rng.uniform(0, 2), "#2b2e33")


def otter(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw an otter on a stone."""
    canvas.ellipse((600, 560), (240, 62), light.tint("#a9a59a"))
    canvas.ellipse((560, 548), (180, 40), light.tint("#c3beb0"))
    fur = light.tint("#9a6b45")
    canvas.path(
        "M470 540C440 470 500 400 560 380C590 330 620 290 670 290C720 290 744 322 738 356"
        "C732 386 700 396 690 420C700 480 690 530 660 552Z",
        fur,
    )
    canvas.path("M470 540C420 545 370 560 330 600C380 590 440 585 500 560Z", fur)
    canvas.path("M640 400C664 420 668 500 640 545C616 520 610 440 640 400Z", light.tint("#d9b48a"))
    canvas.ellipse((706, 350), (30, 20), light.tint("#d9b48a"))
    canvas.circle((730, 340), 8, "#1c1c22")
    canvas.circle((690, 322), 6, "#1c1c22")
    canvas.circle((648, 300), 11, light.tint("#7a4f30"))
    for whisker in (-8, 0, 8):
        canvas.line([(724, 356), (768, 352 + whisker * 1.6)], light.tint("#efe6d6"), 1.6)
    for ring in range(3):
        canvas.ellipse(
            (600, 606),
            (280 + ring * 70, 20 + ring * 9),
            "none",
            stroke=light.glint,
            stroke_width=2.5,
            opacity=rng.uniform(0.5, 0.8),
        )


def water_butt(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a water butt below a dripping gutter, with pots."""
    canvas.rect((0, 160, 420, 515), light.tint("#b8705a"))
    for row in range(14):
        for brick in range(6):
            left = brick * 76 - row % 2 * 38
            canvas.rect((left, 172 + row * 37, 68, 29), light.tint("#c47d66"), rx=2)
    canvas.rect((0, 130, 450, 34), light.tint("#5b4a52"))
    canvas.rect((395, 160, 22, 210), light.tint("#39424c"))
    canvas.path("M340 380h230l-16 250h-198Z", light.tint("#3f6b4a"))
    for hoop in (410, 490, 570):
        canvas.rect((346, hoop, 218, 10), light.tint("#2c4a34"))
    canvas.ellipse((455, 382), (115, 18), light.water)
    for index, x in enumerate((680, 820, 960, 1090)):
        canvas.path(f"M{x - 46} 560h92l-14 90h-64Z", light.tint("#b5603f"))
        for _ in range(9):
            leaf = (x + rng.uniform(-44, 44), rng.uniform(470, 556))
            canvas.circle(leaf, rng.uniform(16, 28), light.tint("#5f9a50"))
        if index % 2:
            canvas.circle((x, 480), 18, light.tint("#c8442f"))


def mural(stage: int, canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the painted wall; stages run from bare brick (0) to the finished heron (3)."""
    wall = light.tint("#b06a52")
    canvas.rect((240, 150, 720, 430), wall)
    canvas.polygon([(240, 152), (600, 30), (960, 152)], wall)
    for row in range(18):
        for brick in range(12):
            left = 246 + brick * 60 + row % 2 * 20
            if left < 900:
                tone = mix(wall, "#ffffff", rng.uniform(0.02, 0.12))
                canvas.rect((left, 160 + row * 23, 52, 17), tone)
    if stage == 0:
        person(canvas, (330, 640), 110, rng)
        return
    if stage > 1:
        canvas.circle((760, 230), 62, "#e8b04a" if stage > TALL else "#d6c39a")
    ink = {"stroke": "#f3eee2" if stage == 1 else "#39424c", "stroke_width": 6.0}
    fill = {1: "none", TALL: "#9aa5ab"}.get(stage, "#a9b7bd")
    canvas.path("M520 330C470 350 430 430 420 500C500 500 590 470 610 400C620 360 580 310 520 330Z", fill, **ink)
    canvas.path(
        "M575 345C640 320 650 260 610 220C590 196 600 150 640 140L650 152C626 166 622 190 "
        "644 214C690 264 680 350 606 386Z",
        fill if stage == 1 else "#dfe5e6",
        **ink,
    )
    canvas.polygon([(648, 136), (770, 160), (650, 158)], "none" if stage == 1 else "#d98e04", **ink)
    canvas.line([(520, 488), (512, 578)], str(ink["stroke"]), 8)
    canvas.line([(560, 480), (566, 578)], str(ink["stroke"]), 8)
    if stage > TALL:
        canvas.circle((646, 147), 4, "#1c1c22")
        canvas.path("M440 480C470 420 520 380 560 370C540 430 500 470 440 480Z", "#59666e")
        canvas.path("M640 138C600 130 580 140 560 158", stroke="#20262b", stroke_width=7)
    person(canvas, (860, 640), 120, rng)
