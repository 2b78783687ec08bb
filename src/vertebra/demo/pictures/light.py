"""The colours of a scene at different times of day."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vertebra.demo.pictures.canvas import mix


@dataclass(frozen=True, slots=True)
class Light:
    """Colours from the top of the sky to the nearest ground."""

    sky_top: str
    sky_low: str
    sun: str
    cloud: str
    far: str
    middle: str
    near: str
    water: str
    glint: str
    window: str
    shade: str
    shading: float
    walls: tuple[str, ...] = ("#f2e2c8", "#e8c9a0", "#d9a07a", "#f6efe2", "#c9d3cf", "#e0b8a8")
    roofs: tuple[str, ...] = ("#9c4a36", "#7a3b32", "#5b4a52", "#b5603f", "#6a5a4c")

    def tint(self, colour: str) -> str:
        """Return a daylight colour as it looks in this light."""
        return mix(colour, self.shade, self.shading)


DAY = Light(
    "#9fcfe6", "#eef6ee", "#fff4cf", "#ffffff", "#a9cbb9", "#7fb08c", "#5d9a68", "#6db1c8",
    "#b4dde6", "#3f5a6b", "#ffffff", 0.0,
)  # fmt: skip
DAWN = Light(
    "#8fb6cf", "#fbe0c3", "#fff0d0", "#fff3e6", "#b9b5c0", "#8f9fa3", "#5f8076", "#9db7c4",
    "#f6dcc6", "#5b5360", "#f3b58a", 0.16,
)  # fmt: skip
DUSK = Light(
    "#57598c", "#f7b284", "#ffe0a6", "#d99a8f", "#8d7396", "#68597f", "#413f63", "#7d6f99",
    "#f3b491", "#ffd98a", "#4b3b6b", 0.34,
)  # fmt: skip
NIGHT = Light(
    "#0f1733", "#2f4470", "#f6f0d6", "#33446b", "#273a5f", "#1c2c4d", "#14213c", "#1d3358",
    "#5f7fae", "#ffcf66", "#10182f", 0.62,
)  # fmt: skip
GREY = Light(
    "#9aabb5", "#dfe5e3", "#eef1ee", "#c3ced3", "#a3b3b0", "#7d9690", "#5b7f6c", "#7f9aa5",
    "#b7c8cd", "#46555f", "#6b7d86", 0.16,
)  # fmt: skip

LIGHTS = {
    "day": DAY,
    "dawn": DAWN,
    "dusk": DUSK,
    "night": NIGHT,
    "grey": GREY,
    "power-cut": replace(NIGHT, window="#26385c"),
}
