"""The named conditions of a photograph, as the spans their properties are drawn from.

| name | what it contains |
|---|---|
| easy | a calm table (wood, felt, dark), a camera almost overhead, even daylight, cards laid with care |
| normal | any table, tilt to 25 degrees, lamps and windows of 3300 to 6500 K, a little clutter |
| hard | everything at once: tilt to 42 degrees, any rotation, bent lenses, 3 to 25 mm gaps, careless hands, \
  2700 K and coloured lamps, wrong exposure, noise, some blur, glare, curl, wear, sleeves, up to 12 MP |
| glare | coated cards with the lamp or window standing where some card mirrors it into the lens |
| low_light | a dim lamp: ISO 1600 to 6400, under-exposed, slightly shaken |
| warm_light | 2700 to 3300 K that the camera corrects only in part, now and then a coloured lamp |
| tilt | the camera looks from the side at 35 to 55 degrees |
| blur | out of focus and shaken by up to 9 pixels |
| hand | one or two hands with their arms over the cards, and their shadows |
| clutter | six to eleven other things around: fanned decks, piles, zones, box, rulebook, mugs, screens |
| upside_down | most cards turned by 180 degrees |

Unless a row says otherwise it is as normal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.training.scenes.arrays import Span

ALL_TABLES = ("wood", "planks", "felt", "cloth", "chequered", "marble", "dark", "bright", "tiles")
HD = (1920, 1080)
SIZES = (HD, HD, HD, (1280, 720), (2560, 1440), (1440, 1080), (1080, 1920))
LARGE_SIZES = (*SIZES, (3264, 2448), (4000, 3000))


@dataclass(frozen=True, slots=True)
class Condition:
    """Spans to draw from. Shares and chances run from 0 to 1; blur is in pixels at 1080p."""

    name: str
    tables: tuple[str, ...] = ALL_TABLES
    sizes: tuple[tuple[int, int], ...] = SIZES
    tilt_degrees: Span = (0.0, 25.0)
    any_side_chance: float = 0.25
    view_degrees: Span = (48.0, 78.0)
    lens_bend: Span = (-0.02, 0.06)
    fill: Span = (0.7, 0.93)
    jitter: Span = (0.15, 0.6)
    gap_mm: Span = (5.0, 16.0)
    kelvin: Span = (3300.0, 6500.0)
    balance_strength: Span = (0.85, 1.03)
    balance_error: float = 0.03
    tint_chance: float = 0.04
    key_share: Span = (0.25, 0.65)
    shadow_edges: tuple[int, int] = (0, 1)
    exposure: Span = (0.85, 1.3)
    iso: Span = (60.0, 400.0)
    focus_px: Span = (0.45, 0.9)
    shake_px: Span = (0.0, 1.0)
    glare_chance: float = 0.08
    gloss: Span = (0.2, 0.8)
    coat_roughness: Span = (0.06, 0.22)
    curl_mm: Span = (0.0, 1.2)
    wear: Span = (0.0, 0.4)
    sleeve_chance: float = 0.12
    clutter: tuple[int, int] = (1, 4)
    hands: tuple[int, int] = (0, 0)
    upside_down_chance: float = 0.12
    back_chance: float = 0.03
    jpeg_quality: Span = (80.0, 95.0)


EASY = Condition(
    "easy",
    tables=("wood", "felt", "dark", "planks"),
    sizes=(HD,),
    tilt_degrees=(0.0, 10.0),
    any_side_chance=0.0,
    lens_bend=(0.0, 0.01),
    jitter=(0.05, 0.25),
    gap_mm=(7.0, 12.0),
    kelvin=(5000.0, 6500.0),
    balance_strength=(0.97, 1.0),
    balance_error=0.01,
    tint_chance=0.0,
    key_share=(0.2, 0.4),
    shadow_edges=(0, 0),
    exposure=(0.95, 1.15),
    iso=(50.0, 120.0),
    shake_px=(0.0, 0.0),
    glare_chance=0.0,
    gloss=(0.0, 0.2),
    curl_mm=(0.0, 0.4),
    wear=(0.0, 0.1),
    sleeve_chance=0.0,
    clutter=(0, 1),
    upside_down_chance=0.0,
    back_chance=0.0,
    jpeg_quality=(92.0, 96.0),
)
NORMAL = Condition("normal")
HARD = Condition(
    "hard",
    sizes=LARGE_SIZES,
    tilt_degrees=(5.0, 42.0),
    any_side_chance=0.5,
    view_degrees=(44.0, 88.0),
    lens_bend=(-0.04, 0.14),
    fill=(0.6, 0.97),
    jitter=(0.5, 1.0),
    gap_mm=(3.0, 25.0),
    kelvin=(2700.0, 6500.0),
    balance_strength=(0.6, 1.08),
    balance_error=0.06,
    tint_chance=0.15,
    key_share=(0.3, 0.85),
    shadow_edges=(0, 2),
    exposure=(0.5, 1.6),
    iso=(100.0, 2000.0),
    focus_px=(0.5, 1.6),
    shake_px=(0.0, 3.0),
    glare_chance=0.3,
    gloss=(0.3, 1.0),
    curl_mm=(0.0, 3.0),
    wear=(0.0, 1.0),
    sleeve_chance=0.25,
    clutter=(2, 7),
    upside_down_chance=0.3,
    back_chance=0.05,
    jpeg_quality=(55.0, 92.0),
)
GLARE = replace(
    NORMAL,
    name="glare",
    glare_chance=1.0,
    gloss=(0.6, 1.0),
    coat_roughness=(0.02, 0.12),
    key_share=(0.4, 0.8),
)
LOW_LIGHT = replace(
    NORMAL,
    name="low_light",
    kelvin=(2700.0, 4500.0),
    exposure=(0.22, 0.6),
    iso=(1600.0, 6400.0),
    focus_px=(0.6, 1.3),
    shake_px=(0.0, 2.5),
    key_share=(0.4, 0.8),
    balance_strength=(0.75, 1.03),
    balance_error=0.05,
)
WARM_LIGHT = replace(
    NORMAL,
    name="warm_light",
    kelvin=(2700.0, 3300.0),
    balance_strength=(0.45, 0.9),
    balance_error=0.05,
    tint_chance=0.15,
    iso=(200.0, 1200.0),
)
TILT = replace(NORMAL, name="tilt", tilt_degrees=(35.0, 55.0), view_degrees=(40.0, 66.0), fill=(0.75, 0.95))
BLUR = replace(NORMAL, name="blur", focus_px=(1.2, 3.0), shake_px=(2.0, 9.0))
HAND = replace(NORMAL, name="hand", hands=(1, 2))
CLUTTER = replace(NORMAL, name="clutter", clutter=(6, 11), fill=(0.5, 0.75))
UPSIDE_DOWN = replace(NORMAL, name="upside_down", upside_down_chance=0.6)

CONDITIONS: dict[str, Condition] = {
    condition.name: condition
    for condition in (
        EASY, NORMAL, HARD, GLARE, LOW_LIGHT, WARM_LIGHT, TILT, BLUR, HAND, CLUTTER, UPSIDE_DOWN,
    )
}  # fmt: skip
