"""Product pictures, 600 by 600: things on a coloured ground."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from vertebra.demo.pictures.canvas import Canvas, mix

SIZE = 600
Scene = Callable[[str], Canvas]
TEAL, AMBER, BRICK, CREAM, INK = "#1f6f78", "#d98e04", "#b5553a", "#f6efe0", "#39424c"


def _ground(canvas: Canvas, colour: str) -> None:
    canvas.rect((0, 0, SIZE, SIZE), colour)
    canvas.rect((0, 455, SIZE, 145), mix(colour, "#000000", 0.07))
    canvas.ellipse((300, 500), (190, 20), mix(colour, "#000000", 0.2))


def _print(scene_name: str, frame: str, scene: Scene, canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#e6e0d4")
    canvas.rect((98, 118, 420, 380), "#000000", opacity=0.14)
    canvas.rect((90, 105, 420, 380), frame)
    canvas.rect((104, 119, 392, 352), "#fffdf8")
    canvas.insert(scene(scene_name), (140, 152, 320, 270))


def _poster(scene: Scene, canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#dfe4df")
    canvas.rect((148, 62, 320, 490), "#000000", opacity=0.14)
    canvas.rect((140, 50, 320, 490), "#f8f1e0")
    canvas.insert(scene("train"), (156, 66, 288, 350))
    canvas.text("TO THE SEA", (300, 468), 40, fill=TEAL, text_anchor="middle", font_weight="bold")
    canvas.text("by viaduct", (300, 508), 30, fill=BRICK, text_anchor="middle", font_style="italic")


def _map(ground: str, paper: str, canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), ground)
    for fold in range(4):
        left = 90 + fold * 105
        lift = 14 if fold % 2 else 0
        tone = paper if fold % 2 else mix(paper, "#000000", 0.06)
        canvas.polygon(
            [(left, 120 + lift), (left + 105, 134 - lift), (left + 105, 494 - lift),
             (left, 480 + lift)], tone,
        )  # fmt: skip
    canvas.path("M92 400C180 330 220 430 300 350S420 200 508 250", stroke="#7fb0c4", stroke_width=16)
    canvas.path(
        "M92 240C190 200 260 300 330 260S440 400 508 380", stroke=BRICK, stroke_width=4, stroke_dasharray="12 8"
    )
    for x, y in ((180, 190), (250, 180), (400, 310), (430, 430), (150, 440)):
        canvas.circle((x, y), 16, mix("#7fa86a", paper, 0.2))
    for x, y in ((300, 320), (330, 330), (312, 300), (350, 305)):
        canvas.rect((x, y, 16, 13), INK)
    canvas.circle((455, 180), 26, "none", stroke=INK, stroke_width=3)
    canvas.polygon([(455, 150), (463, 182), (447, 182)], BRICK)


def _postcards(scene: Scene, canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#d8c7b0")
    cards = ("meadow", "market-square", "mill", "long-bridge")
    for index, name in enumerate(cards):
        left, top = 90 + index * 46, 90 + index * 74
        canvas.rect((left + 6, top + 8, 300, 210), "#000000", opacity=0.15)
        canvas.rect((left, top, 300, 210), "#fffdf8")
        canvas.insert(scene(name), (left + 12, top + 12, 276, 186))


def _mug(canvas: Canvas) -> None:
    _ground(canvas, "#e9dccb")
    canvas.path("M405 260c90-14 100 130 0 124", stroke="#5f93a6", stroke_width=28)
    canvas.path("M170 180H420V440Q420 500 360 500H230Q170 500 170 440Z", "#6fa3b5")
    canvas.ellipse((295, 182), (125, 24), "#4f8396")
    canvas.ellipse((295, 186), (108, 16), "#5a3a26")
    way = "M170 340Q295 320 420 340V420H170Z"
    for arch in range(5):
        x = 178 + arch * 49
        way += f"M{x} 420V386A20 24 0 0 1 {x + 40} 386V420Z"
    canvas.path(way, CREAM, fill_rule="evenodd")
    canvas.path("M190 210V450", stroke="#ffffff", stroke_width=8, opacity=0.35)


def _honey(canvas: Canvas) -> None:
    _ground(canvas, "#f3e3bd")
    canvas.rect((190, 190, 220, 310), "#e2a022", rx=34)
    canvas.rect((204, 204, 40, 280), "#f4c765", rx=18)
    canvas.rect((182, 140, 236, 62), CREAM, rx=10)
    canvas.rect((182, 184, 236, 12), "#d8c9a8")
    canvas.rect((190, 270, 220, 150), "#fffdf8")
    canvas.text("Meadow", (300, 330), 42, fill=INK, text_anchor="middle")
    canvas.text("HONEY", (300, 372), 34, fill=AMBER, text_anchor="middle", letter_spacing="6")
    canvas.ellipse((300, 398), (13, 9), AMBER)
    canvas.rect((294, 389, 4, 18), INK)
    canvas.rect((302, 389, 4, 18), INK)


def _towel(canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#cfdcd8")
    canvas.rect((158, 70, 300, 480), "#000000", opacity=0.12)
    canvas.rect((150, 60, 300, 480), "#fbf6ea")
    for row in range(6):
        for stall in range(4):
            tone = (BRICK, TEAL, AMBER, "#6b8a4a", "#7a4b8a")[(row + stall * 2) % 5]
            left, top = 178 + stall * 66, 100 + row * 66
            for stripe in range(4):
                canvas.rect((left + stripe * 12, top, 12, 34), tone if stripe % 2 else "#ffffff")
            canvas.rect((left, top, 48, 34), "none", stroke=tone, stroke_width=2)
    canvas.rect((150, 506, 300, 10), BRICK)
    canvas.text("Market Day", (300, 492), 22, fill=INK, text_anchor="middle", font_style="italic")


def _tin(canvas: Canvas) -> None:
    _ground(canvas, "#dce6e4")
    canvas.rect((130, 270, 340, 230), TEAL, rx=14)
    canvas.rect((120, 210, 360, 80), mix(TEAL, "#000000", 0.22), rx=16)
    canvas.ellipse((300, 214), (180, 34), mix(TEAL, "#ffffff", 0.18))
    canvas.ellipse((300, 396), (130, 70), CREAM)
    canvas.text("Bettany\u2019s", (300, 396), 46, fill=BRICK, text_anchor="middle", font_style="italic")
    canvas.text("CURRANT BUNS", (300, 432), 20, fill=INK, text_anchor="middle", letter_spacing="3")


def _umbrella(canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#d9dfe6")
    canvas.rect((295, 130, 10, 360), "#8a6242")
    canvas.path("M300 485v20a32 32 0 0 1 -64 0", stroke="#8a6242", stroke_width=12)
    ribs = (70, 147, 223, 300, 377, 453, 530)
    for index, (left, right) in enumerate(pairwise(ribs)):
        tone = TEAL if index % 2 == 0 else CREAM
        canvas.path(f"M300 110L{left} 320Q{(left + right) / 2} 285 {right} 320Z", tone)
    canvas.path(
        "M70 320C90 180 200 112 300 110C400 112 510 180 530 320Q492 286 453 320Q415 286 "
        "377 320Q338 286 300 320Q262 286 223 320Q185 286 147 320Q108 286 70 320Z",
        TEAL,
        opacity=0.32,
    )
    canvas.rect((296, 84, 8, 30), INK, rx=3)


def _lantern(canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#33405a")
    canvas.circle((300, 330), 230, "#ffcf66", opacity=0.14)
    canvas.circle((300, 330), 150, "#ffcf66", opacity=0.2)
    canvas.rect((0, 500, SIZE, 100), "#283349")
    canvas.path("M220 190C220 80 380 80 380 190", stroke="#c9d0da", stroke_width=9)
    canvas.polygon([(300, 130), (380, 210), (220, 210)], AMBER)
    canvas.rect((212, 205, 176, 24), "#b87703", rx=6)
    canvas.rect((232, 228, 136, 210), "#fff0c2", rx=10)
    canvas.path("M300 300c34 40 22 84 0 88c-24-6-34-46 0-88Z", "#f58f2b")
    canvas.rect((278, 388, 44, 50), CREAM)
    for bar in (232, 360):
        canvas.rect((bar, 228, 9, 210), "#b87703")
    canvas.rect((204, 436, 192, 66), AMBER, rx=10)


def _scarf(canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#e6e3dc")
    for bar in range(9):
        tone = "#8d9aa1" if bar % 2 else AMBER
        canvas.polygon(
            [(130, 80 + bar * 48), (280, 60 + bar * 48), (280, 108 + bar * 48),
             (130, 128 + bar * 48)], tone,
        )  # fmt: skip
        canvas.polygon(
            [(320, 60 + bar * 44), (470, 80 + bar * 44), (470, 124 + bar * 44),
             (320, 104 + bar * 44)], tone,
        )  # fmt: skip
    canvas.path("M130 84C170 20 430 20 470 84L470 120C420 70 180 70 130 126Z", "#77858c")
    for thread in range(12):
        canvas.line([(136 + thread * 12, 512), (136 + thread * 12, 548)], AMBER, 5)
        canvas.line([(326 + thread * 12, 474), (326 + thread * 12, 510)], AMBER, 5)


def _notebook(canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#e3d6c6")
    for index, tone in enumerate((TEAL, BRICK, AMBER)):
        left, top = 130 + index * 70, 90 + index * 30
        canvas.rect((left + 8, top + 10, 220, 360), "#000000", opacity=0.14)
        canvas.rect((left, top, 220, 360), tone, rx=8)
        canvas.rect((left + 34, top + 90, 152, 90), CREAM, rx=4)
        canvas.rect((left + 50, top + 118, 120, 3), INK)
        canvas.rect((left + 50, top + 144, 120, 3), INK)
        for ring in range(10):
            canvas.circle((left + 18 + ring * 20, top + 6), 7, "none", stroke=INK, stroke_width=3)


def _book(canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#d5dde0")
    canvas.rect((166, 96, 300, 430), "#000000", opacity=0.15)
    canvas.rect((152, 80, 300, 430), BRICK, rx=5)
    canvas.rect((152, 80, 22, 430), mix(BRICK, "#000000", 0.22))
    canvas.text("The Lantern", (312, 140), 36, fill=CREAM, text_anchor="middle")
    canvas.text("CROSSWORD BOOK", (312, 172), 20, fill=CREAM, text_anchor="middle")
    for row in range(7):
        for column in range(7):
            dark = (row * 3 + column * 5 + row * column) % 4 == 0
            canvas.rect((214 + column * 28, 220 + row * 28, 26, 26), INK if dark else "#fffdf8")
    canvas.text("Quince", (312, 468), 30, fill=CREAM, text_anchor="middle", font_style="italic")


def _jigsaw(scene: Scene, canvas: Canvas) -> None:
    canvas.rect((0, 0, SIZE, SIZE), "#d9cfe0")
    canvas.rect((70, 150, 420, 320), "#000000", opacity=0.15)
    canvas.insert(scene("long-bridge"), (60, 140, 420, 320))
    for column in range(1, 6):
        x = 60 + column * 70
        canvas.path(
            f"M{x} 140v40a12 12 0 1 0 0 24v80a12 12 0 1 1 0 24v80a12 12 0 1 0 0 24V460",
            stroke="#fffdf8",
            stroke_width=2,
        )
    for row in range(1, 4):
        y = 140 + row * 80
        canvas.path(
            f"M60 {y}h90a12 12 0 1 1 24 0h116a12 12 0 1 0 24 0h100a12 12 0 1 1 24 0H480",
            stroke="#fffdf8",
            stroke_width=2,
        )
    canvas.path("M470 440h50a14 14 0 1 1 28 0h22v90h-100v-30a14 14 0 1 0 0-28Z", "#7d9fb0")


def _parcel(canvas: Canvas) -> None:
    _ground(canvas, "#e0e4dc")
    canvas.rect((130, 200, 340, 300), "#c49a6c", rx=6)
    canvas.rect((130, 200, 340, 44), "#b0875a")
    canvas.rect((286, 200, 20, 300), CREAM)
    canvas.rect((130, 330, 340, 20), CREAM)
    canvas.path("M296 200c-60-70-110-10 0 0c110-10 60-70 0 0", stroke=CREAM, stroke_width=10)
    canvas.rect((330, 380, 110, 80), "#fffdf8")
    for line in range(3):
        canvas.rect((342, 398 + line * 18, 84 - line * 16, 4), INK)


def goods(scene: Scene) -> dict[str, Canvas]:
    """Return every product picture by name; prints show scenes of the newspaper."""
    draw: dict[str, Callable[[Canvas], None]] = {
        "print-bridge": partial(_print, "long-bridge", "#d9c6a5", scene),
        "print-heron": partial(_print, "heron-mural", "#2b2e33", scene),
        "print-night": partial(_print, "procession", "#20262b", scene),
        "print-meadow": partial(_print, "meadow", "#b98d5c", scene),
        "poster-rail": partial(_poster, scene),
        "map-old": partial(_map, "#b9a88c", "#efe0bd"),
        "map-walk": partial(_map, "#8fb0a6", "#f8f6ea"),
        "postcards": partial(_postcards, scene),
        "mug": _mug,
        "honey": _honey,
        "towel": _towel,
        "tin": _tin,
        "umbrella": _umbrella,
        "lantern": _lantern,
        "scarf": _scarf,
        "notebook": _notebook,
        "book": _book,
        "jigsaw": partial(_jigsaw, scene),
        "parcel": _parcel,
    }
    finished = {}
    for name, make in draw.items():
        canvas = Canvas(SIZE, SIZE)
        make(canvas)
        finished[f"goods-{name}"] = canvas
    return finished
