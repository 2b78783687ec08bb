"""Backgrounds: sky, hills, water, houses, trees and ground. Scenes measure 1200 by 675."""

from __future__ import annotations

from random import Random

from vertebra.demo.pictures.canvas import Canvas, Point, mix, wavy
from vertebra.demo.pictures.light import Light

WIDTH, HEIGHT = 1200, 675
HORIZON = 455


def sky(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the sky with sun or moon and a few clouds."""
    canvas.fade((0, 0, WIDTH, HEIGHT), light.sky_top, light.sky_low)
    sun = (rng.uniform(160, 1040), rng.uniform(95, 190))
    canvas.circle(sun, 92, light.sun, opacity=0.25)
    canvas.circle(sun, 54, light.sun)
    if light.shading > 0.5:
        for _ in range(46):
            star = (rng.uniform(0, WIDTH), rng.uniform(0, 330))
            canvas.circle(star, rng.uniform(0.8, 2.2), "#ffffff", opacity=0.8)
        return
    for _ in range(4):
        _cloud(canvas, light, (rng.uniform(0, WIDTH), rng.uniform(50, 240)), rng)


def _cloud(canvas: Canvas, light: Light, at: Point, rng: Random) -> None:
    x, y = at
    scale = rng.uniform(0.7, 1.4)
    for dx, dy, radius in ((-60, 8, 30), (-18, -8, 42), (34, 0, 36), (74, 12, 24)):
        centre = (x + dx * scale, y + dy * scale)
        canvas.ellipse(centre, (radius * scale * 1.25, radius * scale * 0.62), light.cloud)
    canvas.rect((x - 92 * scale, y + 8 * scale, 190 * scale, 17 * scale), light.cloud, rx=9)


def hills(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw two ranges of hills behind the town."""
    canvas.path(wavy((0, 345, WIDTH, 330), 34, rng), light.far)
    canvas.path(wavy((0, 400, WIDTH, 275), 24, rng), mix(light.far, light.middle, 0.6))


def high_hill(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a large hill in the middle distance."""
    canvas.path("M-20 675L-20 520C260 470 430 190 680 170C900 160 1050 420 1220 470L1220 675Z", light.middle)
    for _ in range(26):
        x = rng.uniform(120, 1120)
        _bush(canvas, (x, rng.uniform(470, 560)), rng.uniform(9, 18), light.near)


def _bush(canvas: Canvas, at: Point, radius: float, colour: str) -> None:
    canvas.circle(at, radius, colour)
    canvas.circle((at[0] + radius, at[1] + radius * 0.3), radius * 0.75, colour)


def town(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a row of gabled houses and a church tower along the horizon."""
    _tower(canvas, light, rng.uniform(330, 860))
    x = -30.0
    while x < WIDTH:
        width = rng.uniform(64, 108)
        house(canvas, light, (x, HORIZON + 8, width, rng.uniform(78, 150)), rng)
        x += width + rng.choice((0, 0, 4))


def _tower(canvas: Canvas, light: Light, x: float) -> None:
    stone = light.tint("#cfc6b4")
    canvas.rect((x, 225, 56, 230), stone)
    canvas.polygon([(x - 6, 225), (x + 28, 130), (x + 62, 225)], light.tint("#6d6a74"))
    canvas.circle((x + 28, 262), 15, light.tint("#f6efe2"))
    canvas.line([(x + 28, 262), (x + 28, 252)], "#333333", 2.5)
    canvas.line([(x + 28, 262), (x + 35, 265)], "#333333", 2.5)
    canvas.rect((x + 22, 298, 12, 26), light.window, rx=6)


def house(canvas: Canvas, light: Light, ground: tuple[float, float, float, float], rng: Random) -> None:
    """Draw a house from its left, base line, width and the height of its wall."""
    x, base, width, height = ground
    top = base - height
    wall = light.tint(rng.choice(light.walls))
    roof = light.tint(rng.choice(light.roofs))
    if rng.random() < 0.55:
        peak = width * rng.uniform(0.42, 0.6)
        canvas.polygon([(x, top), (x + width / 2, top - peak), (x + width, top)], wall)
        canvas.path(
            f"M{x - 5:.1f} {top + 5:.1f}L{x + width / 2:.1f} {top - peak:.1f}"
            f"L{x + width + 5:.1f} {top + 5:.1f}",
            stroke=roof, stroke_width=11, stroke_linejoin="round",
        )  # fmt: skip
        canvas.circle((x + width / 2, top - peak * 0.32), 7, light.window)
    else:
        eaves = [(x - 4, top), (x + 10, top - 38), (x + width - 10, top - 38), (x + width + 4, top)]
        canvas.rect((x + width * 0.68, top - 60, 15, 40), mix(roof, "#222222", 0.25))
        canvas.polygon(eaves, roof)
    canvas.rect((x, top, width, height), wall)
    _windows(canvas, light, (x, top, width, height), rng)


def _windows(canvas: Canvas, light: Light, wall: tuple[float, float, float, float], rng: Random) -> None:
    x, top, width, height = wall
    across = 2 if width < 84 else 3
    step = width / across
    rows = int(height // 46)
    for row in range(rows):
        for column in range(across):
            lit = light.window if rng.random() < 0.8 else mix(light.window, "#20283a", 0.6)
            left = x + step * (column + 0.5) - 7.5
            canvas.rect((left, top + 15 + row * 44, 15, 22), lit, rx=1.5)
    canvas.rect((x + width / 2 - 8, top + height - 26, 16, 26), mix(light.window, "#3b2a20", 0.55))


def trees(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a loose row of trees along the horizon."""
    x = rng.uniform(-20, 30)
    while x < WIDTH + 20:
        tree(canvas, light, (x, HORIZON + rng.uniform(0, 14)), rng.uniform(0.7, 1.25))
        x += rng.uniform(55, 150)


def tree(canvas: Canvas, light: Light, foot: Point, scale: float) -> None:
    """Draw a round tree standing on its foot."""
    x, y = foot
    leaf = mix(light.near, light.middle, 0.35)
    canvas.rect((x - 4 * scale, y - 40 * scale, 8 * scale, 42 * scale), light.tint("#6b4f3a"))
    canvas.circle((x - 18 * scale, y - 62 * scale), 26 * scale, leaf)
    canvas.circle((x + 18 * scale, y - 64 * scale), 24 * scale, leaf)
    canvas.circle((x, y - 84 * scale), 30 * scale, leaf)
    canvas.circle((x + 8 * scale, y - 90 * scale), 14 * scale, mix(leaf, "#ffffff", 0.13))


def river(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw water over the lower part of the picture."""
    canvas.fade((0, HORIZON + 8, WIDTH, 220), mix(light.water, light.glint, 0.35), light.water)
    canvas.rect((0, HORIZON + 4, WIDTH, 9), mix(light.near, light.shade, 0.2))
    for _ in range(64):
        y = rng.uniform(HORIZON + 22, HEIGHT)
        length = rng.uniform(18, 90) * (0.5 + (y - HORIZON) / 220)
        x = rng.uniform(-40, WIDTH)
        canvas.rect((x, y, length, 3), light.glint, rx=1.5, opacity=rng.uniform(0.3, 0.8))


def reeds(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw reeds along the near bank."""
    canvas.path(wavy((0, 640, WIDTH, 60), 9, rng), light.near)
    for _ in range(90):
        x = rng.choice((rng.uniform(-10, 330), rng.uniform(890, 1210)))
        height = rng.uniform(30, 100)
        lean = rng.uniform(-12, 12)
        canvas.line([(x, 680), (x + lean, 660 - height)], mix(light.near, light.far, 0.18), 4)


def field(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw grass over the lower part of the picture."""
    canvas.path(wavy((0, HORIZON, WIDTH, 230), 8, rng), light.near)
    canvas.path(wavy((0, 545, WIDTH, 140), 14, rng), mix(light.near, light.middle, 0.4))
    canvas.path(wavy((0, 615, WIDTH, 70), 10, rng), mix(light.near, "#20402c", 0.18))


def paving(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw the paved ground of a square or street."""
    stone = light.tint("#d6cab5")
    canvas.rect((0, HORIZON, WIDTH, 220), stone)
    canvas.rect((0, HORIZON, WIDTH, 12), mix(stone, "#7a6a58", 0.35))
    for _ in range(120):
        y = rng.uniform(HORIZON + 18, HEIGHT)
        size = 10 + (y - HORIZON) / 9
        canvas.rect(
            (rng.uniform(-20, WIDTH), y, size * 1.7, size * 0.34), mix(stone, "#8a7761", rng.uniform(0.08, 0.3)), rx=3
        )


def road(canvas: Canvas, light: Light, rng: Random) -> None:
    """Draw a road in front of grass."""
    field(canvas, light, rng)
    canvas.rect((0, 545, WIDTH, 96), light.tint("#6a6f75"))
    for x in range(20, WIDTH, 120):
        canvas.rect((x, 590, 62, 6), light.tint("#f0ead6"))
