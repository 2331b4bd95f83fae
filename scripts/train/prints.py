"""What old prints look like without damage: tones, grain, softness; and what is easily taken for damage."""

import math
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONTS = sorted(Path("/usr/share/fonts/truetype/dejavu").glob("*.ttf"))
LETTERS = "ABCDEFGHIKLMNOPRSTUVWabcdefghiklmnoprstuvwxyz0123456789.,-&    "


def paper_of(rng: random.Random, piece: np.ndarray) -> np.ndarray:
    """Bare paper: near the lightest of the piece, or white, more or less yellow."""
    light = max(0.6, float(piece.max())) if rng.random() < 0.5 else rng.uniform(0.75, 1)
    return np.float32([light, light * rng.uniform(0.92, 1), light * rng.uniform(0.78, 1)])


def aged(rng: random.Random, piece: np.ndarray) -> np.ndarray:
    """Toned in one colour or left in colours; faded or full of contrast; with grain or without (0..1)."""
    if rng.random() < 0.55:
        grey = piece @ np.float32(rng.choice(((0.3, 0.59, 0.11), (0.1, 0.5, 0.4), (0.33, 0.33, 0.33))))
        warm = rng.choice((0, 0, rng.uniform(0, 0.25), rng.uniform(-0.1, 0.1)))
        piece = np.stack([curved(grey, 0, 1, power) for power in (1 - warm, 1, 1 + warm)], 2)
    if rng.random() < 0.6:
        gamma, black, white = math.exp(rng.gauss(0, 0.25)), rng.uniform(0, 0.25), rng.uniform(0.7, 1)
        cast = [rng.gauss(0, 0.03) for _ in range(3)]
        planes = [curved(piece[..., k], black + shift, white + shift, gamma) for k, shift in enumerate(cast)]
        piece = np.stack(planes, 2)
    if rng.random() < 0.4:
        piece = blurred(piece, rng.uniform(0.3, 1.4))
    if rng.random() < 0.4:
        fine = grain(rng, piece.shape[0])
        if rng.random() < 0.5:
            fine = (fine + np.roll(fine, 1, 0) + np.roll(fine, 1, 1) + np.roll(fine, (1, 1), (0, 1))) / 2
        piece = piece + rng.uniform(0.005, 0.035) * fine
    return piece.clip(0, 1)


NOISE = np.random.default_rng(1).standard_normal((1024, 1024, 1), np.float32)


def grain(rng: random.Random, side: int) -> np.ndarray:
    """Noise (side, side, 1) of deviation 1."""
    x, y = rng.randrange(1024 - side), rng.randrange(1024 - side)
    return NOISE[y : y + side, x : x + side]


def curved(plane: np.ndarray, black: float, white: float, power: float) -> np.ndarray:
    """Each tone (0..1) raised to a power, then black and white put where they are wanted."""
    curve = black + (white - black) * np.linspace(0, 1, 1024, dtype=np.float32) ** np.float32(power)
    return curve[(plane * 1023).astype(np.int16).clip(0, 1023)]


def softened(rng: random.Random, *pieces: np.ndarray) -> list[np.ndarray]:
    """As a scanner or a camera sees them: all alike."""
    radius = rng.uniform(0.2, 0.9)
    return [blurred(piece, radius) for piece in pieces] if rng.random() < 0.5 else list(pieces)


def blurred(piece: np.ndarray, radius: float) -> np.ndarray:
    picture = Image.fromarray((piece.clip(0, 1) * 255 + 0.5).astype(np.uint8))
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(radius)), np.float32) / 255


def decoys(rng: random.Random, piece: np.ndarray) -> np.ndarray:
    """Now and then a frame, lettering, bare branches, windows or courses of bricks: they belong to the picture."""
    shares = ((courses, 0.03), (windows, 0.08), (branches, 0.06), (lettering, 0.09), (frame, 0.12))
    kinds = [kind for kind, share in shares if rng.random() < share]
    if not kinds:
        return piece
    picture = Image.fromarray((piece * 255 + 0.5).astype(np.uint8))
    for kind in kinds:
        kind(rng, picture)
    return np.asarray(picture, np.float32) / 255


def _grey(rng: random.Random, least: float, most: float) -> tuple[int, int, int]:
    level = rng.uniform(least, most)
    return tuple(int(255 * level * rng.uniform(0.88, 1)) for _ in range(3))


def frame(rng: random.Random, picture: Image.Image) -> None:
    """The margin of a print along one to four sides, straight or a little askew, with a thin line in it at times."""
    side = picture.width
    colour = _grey(rng, 0.8, 1) if rng.random() < 0.75 else _grey(rng, 0, 0.3)
    left, top, right, bottom = (rng.uniform(2, 40) if rng.random() < 0.4 else -20.0 for _ in range(4))
    askew = rng.gauss(0, 1.5)
    inner = [
        (left + askew, top - askew),
        (side - right + askew, top + askew),
        (side - right - askew, side - bottom + askew),
        (left - askew, side - bottom - askew),
    ]
    mask = Image.new("L", (side * 2, side * 2), 255)
    ImageDraw.Draw(mask).polygon([(2 * x, 2 * y) for x, y in inner], fill=0)
    picture.paste(colour, (0, 0), mask.reduce(2))
    if rng.random() < 0.3:
        away = rng.uniform(2, 8)
        closed = [(x + away, y + away) for x, y in inner]
        ImageDraw.Draw(picture).line([*closed, closed[0]], _grey(rng, 0, 1), rng.randint(1, 2))


def lettering(rng: random.Random, picture: Image.Image) -> None:
    font = ImageFont.truetype(str(rng.choice(FONTS)), int(math.exp(rng.uniform(math.log(9), math.log(70)))))
    pen = ImageDraw.Draw(picture)
    colour = _grey(rng, 0, 0.3) if rng.random() < 0.5 else _grey(rng, 0.7, 1)
    x, y = rng.uniform(-40, 0.7 * picture.width), rng.uniform(-10, 0.9 * picture.height)
    for line in range(rng.randint(1, 5)):
        text = "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 24)))
        pen.text((x, y + 1.3 * line * font.size), text, colour, font)


def branches(rng: random.Random, picture: Image.Image) -> None:
    """Twigs that fork and grow thinner, dark as against the sky."""
    pen, colour = ImageDraw.Draw(picture), _grey(rng, 0, 0.35)

    def grow(x: float, y: float, angle: float, width: float) -> None:
        while width > 0.6:
            angle += rng.gauss(0, 0.25)
            ahead = (x + 7 * math.cos(angle), y + 7 * math.sin(angle))
            pen.line((x, y, *ahead), colour, max(1, round(width)))
            (x, y), width = ahead, width * rng.uniform(0.86, 0.99)
            if rng.random() < 0.25:
                grow(x, y, angle + rng.choice((-1, 1)) * rng.uniform(0.4, 1.1), width * rng.uniform(0.5, 0.8))

    for _ in range(rng.randint(1, 3)):
        grow(rng.uniform(0, picture.width), rng.choice((0, picture.height)), rng.uniform(0, 6.3), rng.uniform(1.5, 6))


Point = tuple[float, float]


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _facing(rng: random.Random, side: int) -> list[Point]:
    """Corners of a rectangle as it is seen, more or less from the front: top left, top right, bottom right, bottom left."""
    width, height = (math.exp(rng.uniform(math.log(28), math.log(1.1 * side))) for _ in range(2))
    x, y, lean, near = rng.uniform(-20, side - 10), rng.uniform(-20, side - 10), rng.gauss(0, 0.05), rng.gauss(0, 0.08)
    tall = height * (1 + near)
    return [(x, y), (x + width, y + lean * width), (x + width + lean, y + lean * width + tall), (x + lean, y + height)]


def windows(rng: random.Random, picture: Image.Image) -> None:
    """Panes between bars, lighter than the bars or darker, one window or a row of the same."""
    pen, count = ImageDraw.Draw(picture), rng.choice((1, 1, 2, 4))
    a, b, c, d = _facing(rng, picture.width)
    bar = _grey(rng, 0.7, 1) if rng.random() < 0.75 else _grey(rng, 0, 0.4)
    pane = _grey(rng, 0, 0.5) if rng.random() < 0.5 else None
    across, down, width = rng.randint(1, 5), rng.randint(1, 6), rng.choice((1, 1, 2, 2, 3, 4))
    step = (b[0] - a[0]) * rng.uniform(1.15, 2)
    for at in range(count):
        w, x, y, z = ((px + at * step, py) for px, py in (a, b, c, d))
        if pane:
            pen.polygon((w, x, y, z), fill=pane)
        for i in range(across + 1):
            pen.line((*_between(w, x, i / across), *_between(z, y, i / across)), bar, width)
        for i in range(down + 1):
            pen.line((*_between(w, z, i / down), *_between(x, y, i / down)), bar, width)


def courses(rng: random.Random, picture: Image.Image) -> None:
    """Joints between bricks or stones, lighter or darker, over a part of the piece."""
    pen = ImageDraw.Draw(picture)
    a, b, c, d = _facing(rng, picture.width)
    rows, joint = rng.randint(3, 16), _grey(rng, 0, 1)
    stones = rng.randint(2, 9)
    width = rng.choice((1, 1, 2))
    for row in range(rows):
        top, low = row / rows, (row + 1) / rows
        pen.line((*_between(a, d, top), *_between(b, c, top)), joint, width)
        for stone in range(stones):
            share = (stone + (0.5 if row % 2 else 0) + rng.gauss(0, 0.05)) / stones
            upper = _between(_between(a, d, top), _between(b, c, top), share)
            pen.line((*upper, *_between(_between(a, d, low), _between(b, c, low), share)), joint, width)
