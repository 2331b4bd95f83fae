"""Synthetic damage of prints and film: each function returns its coverage of a square crop (side, side; 0..1)."""

import math
import random

import numpy as np
from PIL import Image, ImageDraw

SUPERSAMPLING = 3
"""Supersampling factor of lines, in each direction."""

EVEN = 0.25
"""Fraction of the lines whose width and opacity do not vary."""

RESUME = 0.35
"""Probability at each step that an interrupted line continues."""


def waves(rng: np.random.Generator, side: int, cells: float) -> np.ndarray:
    """Returns smooth noise (side, side), standard deviation about 1: a random grid of `cells` cells, interpolated."""
    count = max(2, round(cells) + 1)
    grid = Image.fromarray(rng.standard_normal((count, count)).astype(np.float32))
    return np.asarray(grid.resize((side, side), Image.BICUBIC))


def _random_path(rng: random.Random, length: float, turn: tuple[float, float]) -> list[tuple[float, float]]:
    """Returns a random path from (0, 0) in steps of three pixels.

    `turn`: standard deviations of the curvature (radians per pixel) and of its change at each step.
    """
    angle, bend = rng.uniform(0, 2 * math.pi), rng.gauss(0, turn[0])
    x, y, path = 0.0, 0.0, [(0.0, 0.0)]
    for _ in range(max(2, int(length / 3))):
        bend += rng.gauss(0, turn[1])
        angle += 3 * bend
        x, y = x + 3 * math.cos(angle), y + 3 * math.sin(angle)
        path.append((x, y))
    return path


class Lines:
    """A canvas for lines."""

    def __init__(self, rng: random.Random, side: int) -> None:
        self.rng, self.side = rng, side
        self.canvas = Image.new("L", (side * SUPERSAMPLING, side * SUPERSAMPLING))
        self.draw = ImageDraw.Draw(self.canvas)

    def coverage(self) -> np.ndarray:
        """Returns the coverage (side, side; 0..1) of all lines."""
        return np.asarray(self.canvas.reduce(SUPERSAMPLING), np.float32) / 255

    def line(self, path: list[tuple[float, float]], width: float, opacity: float, broken: float) -> None:
        """Draws a path; `broken`: probability of an interruption at each step.

        Width and opacity vary, or, as where a machine has scratched, remain the same.
        """
        rng = self.rng
        if rng.random() < EVEN:
            line_width = max(1, round(SUPERSAMPLING * width))
            scaled = [tuple(c * SUPERSAMPLING for c in point) for point in path]
            self.draw.line(scaled, fill=int(255 * opacity), width=line_width, joint="curve")
            return
        strength, is_drawn = 1.0, True
        phase, frequency = rng.uniform(0, 6), rng.uniform(0.02, 0.3)
        taper = rng.random() < 0.5
        for i, (a, b) in enumerate(zip(path, path[1:])):
            if rng.random() < (broken if is_drawn else RESUME):
                is_drawn = not is_drawn
            if not is_drawn:
                continue
            strength = min(1.0, max(0.3, strength + rng.gauss(0, 0.12)))
            ends = min(1.0, 4 * min(i + 1, len(path) - i) / len(path)) if taper else 1.0
            line_width = max(1, round(SUPERSAMPLING * width * ends * (1 + 0.35 * math.sin(phase + i * frequency))))
            self.draw.line([c * SUPERSAMPLING for c in (*a, *b)], fill=int(255 * opacity * strength), width=line_width)
            if line_width > 4:
                x, y = (c * SUPERSAMPLING for c in b)
                half = line_width / 2
                self.draw.ellipse((x - half, y - half, x + half, y + half), int(255 * opacity * strength))

    def at_random_position(self, path: list[tuple[float, float]]) -> list[tuple[float, float]]:
        """Returns the path, moved so that a random point of it is at a random position."""
        x, y = self.rng.choice(path)
        dx, dy = self.rng.uniform(0, self.side) - x, self.rng.uniform(0, self.side) - y
        return [(a + dx, b + dy) for a, b in path]


def scratches(rng: random.Random, side: int) -> np.ndarray:
    """Scratches: straight or curved, continuous or interrupted, single or in bundles."""
    lines = Lines(rng, side)
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        length = math.exp(rng.uniform(math.log(10), math.log(2 * side)))
        turn = (rng.choice((0, 0.002, 0.01)), rng.choice((0, 0.0005, 0.002)))
        path = lines.at_random_position(_random_path(rng, length, turn))
        width = min(6.0, 0.5 + rng.expovariate(1 / 0.9))
        opacity, broken = rng.uniform(0.4, 1), rng.choice((0, 0, 0.03, 0.12))
        lines.line(path, width, opacity, broken)
        for _ in range(rng.randint(2, 8) if rng.random() < 0.12 else 0):
            dx, dy, start = rng.gauss(0, 8), rng.gauss(0, 8), rng.randint(0, len(path) // 2)
            beside = [(x + dx, y + dy) for x, y in path[start:]]
            lines.line(beside, width * rng.uniform(0.4, 1.2), opacity * rng.uniform(0.4, 1), broken)
    return lines.coverage()


def tramlines(rng: random.Random, side: int) -> np.ndarray:
    """Straight scratches along the film, from end to end."""
    lines = Lines(rng, side)
    is_vertical = rng.random() < 0.7
    for _ in range(rng.randint(1, 4)):
        offset, slant = rng.uniform(0, side), rng.gauss(0, 3)
        path = [(offset + slant * t / side, float(t)) for t in range(0, side + 4, 3)]
        path = path if is_vertical else [(y, x) for x, y in path]
        width = rng.choice((rng.uniform(0.5, 2), rng.uniform(2, 6)))
        lines.line(path, width, rng.uniform(0.25, 1), rng.choice((0, 0.02, 0.1)))
    return lines.coverage()


def hairs(rng: random.Random, side: int) -> np.ndarray:
    """Lint: short curled threads."""
    lines = Lines(rng, side)
    for _ in range(rng.choice((1, 1, 2, 4, 7))):
        length, turn = rng.uniform(12, 130), (rng.uniform(0.01, 0.06), rng.uniform(0.002, 0.02))
        path = lines.at_random_position(_random_path(rng, length, turn))
        lines.line(path, rng.uniform(0.7, 1.8), rng.uniform(0.5, 1), 0)
    return lines.coverage()


def specks(rng: random.Random, side: int) -> np.ndarray:
    """Dust: few or many dots and short strokes."""
    lines = Lines(rng, side)
    mean_radius = rng.choice((0.8, 1.2, 2, 4))
    for _ in range(int(math.exp(rng.uniform(0, 4)))):
        x, y = rng.uniform(0, side) * SUPERSAMPLING, rng.uniform(0, side) * SUPERSAMPLING
        radius = min(8, 0.5 + rng.expovariate(1 / mean_radius)) * SUPERSAMPLING
        corners = [
            (x + radius * r * math.cos(0.8 * k), y + radius * r * math.sin(0.8 * k) * rng.uniform(0.6, 1))
            for k, r in enumerate(rng.uniform(0.6, 1.1) for _ in range(8))
        ]
        lines.draw.polygon(corners, fill=int(255 * rng.uniform(0.35, 1)))
    return lines.coverage()


def blots(rng: random.Random, side: int) -> np.ndarray:
    """Stains with a radius of 4 to 40 pixels and ragged or soft borders; some are rings, as drops leave them."""
    noise = np.random.default_rng(rng.getrandbits(32))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    coverage = np.zeros((side, side), np.float32)
    rough = waves(noise, side, 10) * 0.25 + waves(noise, side, 30) * 0.1
    for _ in range(rng.choice((1, 1, 2, 4))):
        radius = math.exp(rng.uniform(math.log(4), math.log(40)))
        across, along = x - rng.uniform(0, side), (y - rng.uniform(0, side)) * rng.uniform(0.6, 1.6)
        inside = 1 - np.sqrt(across * across + along * along) / radius + rough
        spot = (inside * radius / rng.choice((1, 1, 3, radius / 2))).clip(0, 1)
        if rng.random() < 0.2:
            spot = spot * (1 - ((inside - 0.2) * 4).clip(0, 0.8))
        coverage = np.maximum(coverage, spot * rng.uniform(0.3, 1))
    return coverage


def peeled(rng: random.Random, side: int) -> np.ndarray:
    """Patches with ragged borders where the emulsion has come off."""
    noise = np.random.default_rng(rng.getrandbits(32))
    height = waves(noise, side, rng.uniform(2, 8)) + 0.4 * waves(noise, side, 25) + 0.25 * waves(noise, side, 70)
    level = np.quantile(height, 1 - rng.uniform(0.005, 0.12))
    return ((height - level) * rng.uniform(3, 12)).clip(0, 1) * rng.uniform(0.7, 1)


def torn(rng: random.Random, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the coverage of a missing corner or edge, and the same with the bare fibres beside the tear."""
    noise = np.random.default_rng(rng.getrandbits(32))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    x, y = (side - x if rng.random() < 0.5 else x), (side - y if rng.random() < 0.5 else y)
    is_corner = rng.random() < 0.65
    slope = rng.uniform(0.3, 3) if is_corner else rng.gauss(0, 0.15)
    max_depth = rng.uniform(8, 0.5 * side) if is_corner else rng.uniform(3, 0.2 * side)
    down, across = (y, x) if rng.random() < 0.5 else (x, y)
    rough = waves(noise, side, 4) * rng.uniform(1, 8) + waves(noise, side, 14) * 2 + waves(noise, side, 50) * 0.7
    depth = max_depth - down - slope * across + rough
    width = rng.choice((0, rng.uniform(1, 6)))
    return depth.clip(0, 1), ((depth + width + waves(noise, side, 20)).clip(0, 1) if width else depth.clip(0, 1))


def fold(rng: random.Random, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns a crease from end to end: where the emulsion broke (0..1), and the change of tone beside it (-1..1)."""
    noise = np.random.default_rng(rng.getrandbits(32))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    angle = rng.choice((0, math.pi / 2)) + rng.gauss(0, 0.06) if rng.random() < 0.6 else rng.uniform(0, math.pi)
    distance = (x - rng.uniform(0, side)) * math.sin(angle) - (y - rng.uniform(0, side)) * math.cos(angle)
    distance = distance + waves(noise, side, 3) * rng.choice((0, 0.6, 2))
    distance = distance + waves(noise, side, 40) * rng.choice((0, 0.4))
    width = rng.uniform(0.4, 2.5) * (1 + 0.6 * waves(noise, side, 12))
    broken = (width - np.abs(distance) + 0.5).clip(0, 1) * rng.choice((0, 0.5, 0.8, 1, 1))
    if rng.random() < 0.5:
        broken = broken * (0.6 + waves(noise, side, rng.choice((6, 25)))).clip(0, 1)
    decay_px = rng.uniform(1, 7)
    sides = rng.uniform(0.03, 0.3) * np.exp(-np.abs(distance) / decay_px)
    shade = sides * np.sign(distance) if rng.random() < 0.6 else -sides
    return broken, shade * (1 if rng.random() < 0.7 else 0)
