"""All pictures of the demo site, drawn by the generator itself."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache, partial
from random import Random

from vertebra.demo.pictures import landscape, places, subjects
from vertebra.demo.pictures.bitmaps import avatar, avatar_name, icon
from vertebra.demo.pictures.canvas import Canvas
from vertebra.demo.pictures.goods import goods
from vertebra.demo.pictures.graphics import graphics, portrait
from vertebra.demo.pictures.light import LIGHTS, Light
from vertebra.demo.records import Library, content_file

Layer = Callable[[Canvas, Light, Random], None]

LAYERS: dict[str, Layer] = {
    "sky": landscape.sky,
    "hills": landscape.hills,
    "high-hill": landscape.high_hill,
    "town": landscape.town,
    "trees": landscape.trees,
    "river": landscape.river,
    "reeds": landscape.reeds,
    "field": landscape.field,
    "paving": landscape.paving,
    "road": landscape.road,
    "bridge": subjects.bridge,
    "people": subjects.people,
    "stalls": subjects.stalls,
    "ferry": subjects.ferry,
    "bus": subjects.bus,
    "train": subjects.train,
    "lanterns": subjects.lanterns,
    "rowing": subjects.rowing,
    "raft": subjects.raft,
    "football": subjects.football,
    "runners": subjects.runners,
    "rain": subjects.rain,
    "flowers": subjects.flowers,
    "library": places.library,
    "hospital": places.hospital,
    "bell": places.bell,
    "shop-window": places.shop_window,
    "brewery": places.brewery,
    "bookshop": places.bookshop,
    "theatre": places.theatre,
    "church": places.church,
    "allotments": places.allotments,
    "mill": places.mill,
    "pavilion": places.pavilion,
    "gloves": places.gloves,
    "otter": places.otter,
    "water-butt": places.water_butt,
    "mural-0": partial(places.mural, 0),
    "mural-1": partial(places.mural, 1),
    "mural-2": partial(places.mural, 2),
    "mural-3": partial(places.mural, 3),
}


@cache
def scene(name: str) -> Canvas:
    """Return one of the newspaper's illustrations, composed as the data file says."""
    plan = tomllib.loads(content_file("scenes.toml"))[name]
    canvas = Canvas(landscape.WIDTH, landscape.HEIGHT)
    rng = Random(f"{name} {plan.get('seed', 0)}")
    for layer in plan["layers"]:
        LAYERS[layer](canvas, LIGHTS[plan["light"]], rng)
    return canvas


def all_pictures(library: Library) -> dict[str, bytes]:
    """Return every picture file of the site by file name."""
    drawn = {name: scene(name) for name in tomllib.loads(content_file("scenes.toml"))}
    drawn |= goods(scene) | graphics()
    drawn |= {f"writer-{writer.slug}": portrait(writer.likeness) for writer in library.writers}
    files = {f"{name}.svg": canvas.to_svg() for name, canvas in drawn.items()}
    files |= {avatar_name(m.name): avatar(m.name) for m in library.members}
    return files | {"icon.png": icon()}
