"""Light that changes while a film runs: drift, flicker, a cloud, somebody before the window."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Plane, as_picture, as_plane, smooth_step

GAMMA = 2.2
SHADOW_STEP_PX = 16


@dataclass(frozen=True, slots=True)
class Restlessness:
    """How much the light changes: shares of its strength, and happenings a minute."""

    drift: float
    flicker: float
    clouds_a_minute: float
    cloud_depth: float
    passers_a_minute: float
    passer_depth: float


RESTLESSNESS: dict[str, Restlessness] = {
    "easy": Restlessness(0.01, 0.002, 0.0, 0.0, 0.0, 0.0),
    "normal": Restlessness(0.04, 0.006, 0.6, 0.12, 0.6, 0.25),
    "hard": Restlessness(0.08, 0.012, 1.5, 0.3, 1.5, 0.5),
}


@dataclass(frozen=True, slots=True)
class Spell:
    """A while of less light: it comes over `ramp_seconds`, stays and goes again."""

    from_seconds: float
    to_seconds: float
    ramp_seconds: float
    depth: float
    warmth: float
    way: tuple[float, float]

    def strength(self, seconds: float) -> float:
        """From 0, not begun or over, to 1."""
        rise = (seconds - self.from_seconds) / self.ramp_seconds
        fall = (self.to_seconds - seconds) / self.ramp_seconds
        return float(np.clip(min(rise, fall), 0, 1))


@dataclass(frozen=True, slots=True)
class Weather:
    """The light of a whole film beside that of its first photograph."""

    restlessness: Restlessness
    phases: tuple[float, float, float]
    clouds: tuple[Spell, ...]
    passers: tuple[Spell, ...]
    seed: int

    def gains(self, frame: int, seconds: float) -> tuple[float, float, float]:
        """How much brighter blue, green and red are."""
        rest = self.restlessness
        slow = np.sin(seconds / 23 + self.phases[0]) + 0.5 * np.sin(seconds / 7.1 + self.phases[1])
        grain = float(np.random.default_rng([self.seed, frame]).normal(0, rest.flicker))
        gain = 1 + rest.drift * float(slow) / 1.5 + grain
        warmth = 0.25 * rest.drift * float(np.sin(seconds / 31 + self.phases[2]))
        for cloud in self.clouds:
            strength = cloud.strength(seconds)
            gain *= 1 - cloud.depth * strength
            warmth += cloud.warmth * strength
        return gain * (1 - warmth), gain, gain * (1 + warmth)

    def fallen_on(self, picture: Picture, frame: int, seconds: float) -> Picture:
        """The picture in the light of this moment."""
        levels = (np.arange(256) / 255.0) ** GAMMA
        tables = [
            np.clip(255 * np.clip(levels * gain, 0, 1) ** (1 / GAMMA), 0, 255)
            for gain in self.gains(frame, seconds)
        ]
        table = np.rint(np.stack(tables, axis=1)).astype(np.uint8)[None]
        lit = as_picture(cv2.LUT(picture, table))
        for passer in self.passers:
            if passer.strength(seconds) > 0:
                lit = as_picture(cv2.multiply(lit, _passing(passer, seconds, lit), dtype=cv2.CV_8U))
        return lit


def draw_weather(rng: np.random.Generator, condition: str, seconds: float) -> Weather:
    """The weather of a film of some length."""
    rest = RESTLESSNESS.get(condition, RESTLESSNESS["normal"])
    phases = rng.uniform(0, 2 * np.pi, 3)
    clouds = _spells(rng, rest.clouds_a_minute * seconds / 60, seconds, rest.cloud_depth)
    passers = _spells(rng, rest.passers_a_minute * seconds / 60, seconds, rest.passer_depth)
    return Weather(
        rest,
        (float(phases[0]), float(phases[1]), float(phases[2])),
        clouds,
        passers,
        int(rng.integers(1 << 30)),
    )


def _spells(rng: np.random.Generator, expected: float, seconds: float, depth: float) -> tuple[Spell, ...]:
    spells = []
    for _ in range(int(rng.poisson(expected))):
        start = float(rng.uniform(0, seconds))
        angle = float(rng.uniform(0, 2 * np.pi))
        spells.append(
            Spell(
                from_seconds=start,
                to_seconds=start + float(rng.uniform(1.5, 6)),
                ramp_seconds=float(rng.uniform(0.2, 1.2)),
                depth=depth * float(rng.uniform(0.4, 1)),
                warmth=float(rng.normal(0, 0.02)),
                way=(float(np.cos(angle)), float(np.sin(angle))),
            )
        )
    return tuple(spells)


def _passing(passer: Spell, seconds: float, picture: Picture) -> Plane:
    """A soft band of shadow that crosses the picture."""
    rows, columns = picture.shape[0] // SHADOW_STEP_PX, picture.shape[1] // SHADOW_STEP_PX
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    share = (seconds - passer.from_seconds) / (passer.to_seconds - passer.from_seconds)
    along = as_plane(x * passer.way[0] + y * passer.way[1] - (3.2 * share - 1.6))
    band = smooth_step(along, -0.9, -0.3) * (1 - smooth_step(along, 0.3, 0.9))
    kept = as_plane((1 - passer.depth * passer.strength(seconds) * band) ** (1 / GAMMA))
    grown = as_plane(cv2.resize(kept, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR))
    return as_plane(cv2.merge([grown] * 3))
