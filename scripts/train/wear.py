"""Damage of prints and film: each function gives what covers a square piece (side, side; 0..1)."""

import math
import random

import numpy as np
from PIL import Image, ImageDraw

FINE = 3
"""Lines are drawn so many times larger, so that a third of a pixel counts."""


def waves(rng: np.random.Generator, side: int, cells: float) -> np.ndarray:
    """Smooth noise (side, side), deviation about 1, that changes about `cells` times from side to side."""
    count = max(2, round(cells) + 1)
    grid = Image.fromarray(rng.standard_normal((count, count)).astype(np.float32))
    return np.asarray(grid.resize((side, side), Image.BICUBIC))


def _wander(rng: random.Random, length: float, turn: tuple[float, float]) -> list[tuple[float, float]]:
    """A path from 0, 0 in steps of three pixels; its turn in radians a pixel: the mean, and how much it changes."""
    angle, bend = rng.uniform(0, 2 * math.pi), rng.gauss(0, turn[0])
    x, y, path = 0.0, 0.0, [(0.0, 0.0)]
    for _ in range(max(2, int(length / 3))):
        bend += rng.gauss(0, turn[1])
        angle += 3 * bend
        x, y = x + 3 * math.cos(angle), y + 3 * math.sin(angle)
        path.append((x, y))
    return path


class Lines:
    """A sheet that lines are drawn on."""

    def __init__(self, rng: random.Random, side: int) -> None:
        self.rng, self.side = rng, side
        self.sheet = Image.new("L", (side * FINE, side * FINE))
        self.pen = ImageDraw.Draw(self.sheet)

    def cover(self) -> np.ndarray:
        return np.asarray(self.sheet.reduce(FINE), np.float32) / 255

    def line(self, path: list[tuple[float, float]], width: float, opacity: float, broken: float) -> None:
        """`broken`: how often the line stops for a while; its width and opacity come and go."""
        rng = self.rng
        here, alive = 1.0, True
        phase, pace = rng.uniform(0, 6), rng.uniform(0.02, 0.3)
        taper = rng.random() < 0.5
        for i, (a, b) in enumerate(zip(path, path[1:])):
            if rng.random() < (broken if alive else 0.35):
                alive = not alive
            if not alive:
                continue
            here = min(1.0, max(0.3, here + rng.gauss(0, 0.12)))
            ends = min(1.0, 4 * min(i + 1, len(path) - i) / len(path)) if taper else 1.0
            wide = max(1, round(FINE * width * ends * (1 + 0.35 * math.sin(phase + i * pace))))
            self.pen.line([c * FINE for c in (*a, *b)], fill=int(255 * opacity * here), width=wide)
            if wide > 4:
                x, y = (c * FINE for c in b)
                self.pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), int(255 * opacity * here))

    def place(self, path: list[tuple[float, float]]) -> list[tuple[float, float]]:
        """The path with a random point of it at a random place."""
        x, y = self.rng.choice(path)
        dx, dy = self.rng.uniform(0, self.side) - x, self.rng.uniform(0, self.side) - y
        return [(a + dx, b + dy) for a, b in path]


def scratches(rng: random.Random, side: int) -> np.ndarray:
    """Straight or bent, whole or broken; alone or in a bundle."""
    lines = Lines(rng, side)
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        length = math.exp(rng.uniform(math.log(10), math.log(2 * side)))
        path = lines.place(_wander(rng, length, (rng.choice((0, 0.002, 0.01)), rng.choice((0, 0.0005, 0.002)))))
        width = min(6.0, 0.5 + rng.expovariate(1 / 0.9))
        opacity, broken = rng.uniform(0.4, 1), rng.choice((0, 0, 0.03, 0.12))
        lines.line(path, width, opacity, broken)
        for _ in range(rng.randint(2, 8) if rng.random() < 0.12 else 0):
            dx, dy, start = rng.gauss(0, 8), rng.gauss(0, 8), rng.randint(0, len(path) // 2)
            beside = [(x + dx, y + dy) for x, y in path[start:]]
            lines.line(beside, width * rng.uniform(0.4, 1.2), opacity * rng.uniform(0.4, 1), broken)
    return lines.cover()


def tramlines(rng: random.Random, side: int) -> np.ndarray:
    """Straight along the film from end to end."""
    lines = Lines(rng, side)
    upright = rng.random() < 0.7
    for _ in range(rng.randint(1, 4)):
        at, lean = rng.uniform(0, side), rng.gauss(0, 3)
        path = [(at + lean * t / side, float(t)) for t in range(0, side + 4, 3)]
        path = path if upright else [(y, x) for x, y in path]
        lines.line(path, rng.uniform(0.5, 2), rng.uniform(0.25, 0.9), rng.choice((0, 0.02, 0.1)))
    return lines.cover()


def hairs(rng: random.Random, side: int) -> np.ndarray:
    """Lint: short threads that curl."""
    lines = Lines(rng, side)
    for _ in range(rng.choice((1, 1, 2, 4, 7))):
        path = lines.place(_wander(rng, rng.uniform(12, 130), (rng.uniform(0.01, 0.06), rng.uniform(0.002, 0.02))))
        lines.line(path, rng.uniform(0.7, 1.8), rng.uniform(0.5, 1), 0)
    return lines.cover()


def specks(rng: random.Random, side: int) -> np.ndarray:
    """Dust: dots and short strokes, few or many."""
    lines = Lines(rng, side)
    large = rng.choice((0.8, 1.2, 2, 4))
    for _ in range(int(math.exp(rng.uniform(0, 4)))):
        x, y = rng.uniform(0, side) * FINE, rng.uniform(0, side) * FINE
        radius = min(8, 0.5 + rng.expovariate(1 / large)) * FINE
        corners = [
            (x + radius * r * math.cos(0.8 * k), y + radius * r * math.sin(0.8 * k) * rng.uniform(0.6, 1))
            for k, r in enumerate(rng.uniform(0.6, 1.1) for _ in range(8))
        ]
        lines.pen.polygon(corners, fill=int(255 * rng.uniform(0.35, 1)))
    return lines.cover()


def blots(rng: random.Random, side: int) -> np.ndarray:
    """Spots of 4 to 40 pixels with a ragged or a soft border; some are only a ring, as drops leave it."""
    made = np.random.default_rng(rng.getrandbits(32))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    cover = np.zeros((side, side), np.float32)
    rough = waves(made, side, 10) * 0.25 + waves(made, side, 30) * 0.1
    for _ in range(rng.choice((1, 1, 2, 4))):
        radius = math.exp(rng.uniform(math.log(4), math.log(40)))
        across, along = x - rng.uniform(0, side), (y - rng.uniform(0, side)) * rng.uniform(0.6, 1.6)
        inside = 1 - np.sqrt(across * across + along * along) / radius + rough
        spot = (inside * radius / rng.choice((1, 1, 3, radius / 2))).clip(0, 1)
        if rng.random() < 0.2:
            spot = spot * (1 - ((inside - 0.2) * 4).clip(0, 0.8))
        cover = np.maximum(cover, spot * rng.uniform(0.3, 1))
    return cover


def peeled(rng: random.Random, side: int) -> np.ndarray:
    """Patches where the layer of the picture has come off, with ragged borders."""
    made = np.random.default_rng(rng.getrandbits(32))
    ground = waves(made, side, rng.uniform(2, 8)) + 0.4 * waves(made, side, 25) + 0.25 * waves(made, side, 70)
    level = np.quantile(ground, 1 - rng.uniform(0.005, 0.12))
    return ((ground - level) * rng.uniform(3, 12)).clip(0, 1) * rng.uniform(0.7, 1)


def torn(rng: random.Random, side: int) -> tuple[np.ndarray, np.ndarray]:
    """What is missing at a corner or along an edge, and the bare fibres beside the tear."""
    made = np.random.default_rng(rng.getrandbits(32))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    x, y = (side - x if rng.random() < 0.5 else x), (side - y if rng.random() < 0.5 else y)
    corner = rng.random() < 0.65
    lean = rng.uniform(0.3, 3) if corner else rng.gauss(0, 0.15)
    deep = rng.uniform(8, 0.5 * side) if corner else rng.uniform(3, 0.2 * side)
    down, across = (y, x) if rng.random() < 0.5 else (x, y)
    rough = waves(made, side, 4) * rng.uniform(1, 8) + waves(made, side, 14) * 2 + waves(made, side, 50) * 0.7
    depth = deep - down - lean * across + rough
    width = rng.choice((0, rng.uniform(1, 6)))
    return depth.clip(0, 1), ((depth + width + waves(made, side, 20)).clip(0, 1) if width else depth.clip(0, 1))


def fold(rng: random.Random, side: int) -> tuple[np.ndarray, np.ndarray]:
    """A crease from end to end: where the layer broke (0..1), and how much lighter or darker both sides are (-1..1)."""
    made = np.random.default_rng(rng.getrandbits(32))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    angle = rng.choice((0, math.pi / 2)) + rng.gauss(0, 0.06) if rng.random() < 0.6 else rng.uniform(0, math.pi)
    away = (x - rng.uniform(0, side)) * math.sin(angle) - (y - rng.uniform(0, side)) * math.cos(angle)
    away = away + waves(made, side, 3) * rng.choice((0, 0.6, 2)) + waves(made, side, 40) * rng.choice((0, 0.4))
    width = rng.uniform(0.4, 2.5) * (1 + 0.6 * waves(made, side, 12))
    broken = (width - np.abs(away) + 0.5).clip(0, 1) * rng.choice((0, 0.5, 0.8, 1, 1))
    if rng.random() < 0.5:
        broken = broken * (0.6 + waves(made, side, rng.choice((6, 25)))).clip(0, 1)
    reach = rng.uniform(1, 7)
    sides = rng.uniform(0.03, 0.3) * np.exp(-np.abs(away) / reach)
    shade = sides * np.sign(away) if rng.random() < 0.6 else -sides
    return broken, shade * (1 if rng.random() < 0.7 else 0)
