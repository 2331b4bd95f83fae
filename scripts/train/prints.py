"""Undamaged old prints: tones, grain, softness, and decoys, which belong to the picture but resemble damage."""

import math
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONTS = sorted(Path("/usr/share/fonts/truetype/dejavu").glob("*.ttf"))
LETTERS = "ABCDEFGHIKLMNOPRSTUVWabcdefghiklmnoprstuvwxyz0123456789.,-&    "


def paper_of(rng: random.Random, crop: np.ndarray) -> np.ndarray:
    """Returns the colour of bare paper: near the lightest tone of the crop or near white, more or less yellow."""
    light = max(0.6, float(crop.max())) if rng.random() < 0.5 else rng.uniform(0.75, 1)
    return np.float32([light, light * rng.uniform(0.92, 1), light * rng.uniform(0.78, 1)])


def aged(rng: random.Random, crop: np.ndarray) -> np.ndarray:
    """Returns the crop (0..1) as a print: at times toned in one colour, faded, soft or grainy."""
    if rng.random() < 0.55:
        grey = crop @ np.float32(rng.choice(((0.3, 0.59, 0.11), (0.1, 0.5, 0.4), (0.33, 0.33, 0.33))))
        warm = rng.choice((0, 0, rng.uniform(0, 0.25), rng.uniform(-0.1, 0.1)))
        crop = np.stack([curved(grey, 0, 1, power) for power in (1 - warm, 1, 1 + warm)], 2)
    if rng.random() < 0.6:
        gamma, black, white = math.exp(rng.gauss(0, 0.25)), rng.uniform(0, 0.25), rng.uniform(0.7, 1)
        cast = [rng.gauss(0, 0.03) for _ in range(3)]
        planes = [curved(crop[..., k], black + shift, white + shift, gamma) for k, shift in enumerate(cast)]
        crop = np.stack(planes, 2)
    if rng.random() < 0.4:
        crop = blurred(crop, rng.uniform(0.3, 1.4))
    if rng.random() < 0.4:
        noise = grain(rng, crop.shape[0])
        if rng.random() < 0.5:
            noise = (noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, (1, 1), (0, 1))) / 2
        crop = crop + rng.uniform(0.005, 0.035) * noise
    return crop.clip(0, 1)


NOISE = np.random.default_rng(1).standard_normal((1024, 1024, 1), np.float32)


def grain(rng: random.Random, side: int) -> np.ndarray:
    """Returns noise (side, side, 1) of standard deviation 1."""
    x, y = rng.randrange(1024 - side), rng.randrange(1024 - side)
    return NOISE[y : y + side, x : x + side]


def curved(plane: np.ndarray, black: float, white: float, power: float) -> np.ndarray:
    """Returns each tone (0..1) raised to a power and mapped to the range from `black` to `white`."""
    curve = black + (white - black) * np.linspace(0, 1, 1024, dtype=np.float32) ** np.float32(power)
    return curve[(plane * 1023).astype(np.int16).clip(0, 1023)]


def softened(rng: random.Random, *crops: np.ndarray) -> list[np.ndarray]:
    """Returns all crops blurred alike, as by a scanner, or unchanged."""
    radius = rng.uniform(0.2, 0.9)
    return [blurred(crop, radius) for crop in crops] if rng.random() < 0.5 else list(crops)


def blurred(crop: np.ndarray, radius: float) -> np.ndarray:
    """Returns the crop after a Gaussian blur; rounds to bytes."""
    picture = Image.fromarray((crop.clip(0, 1) * 255 + 0.5).astype(np.uint8))
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(radius)), np.float32) / 255


def decoys(rng: random.Random, crop: np.ndarray) -> np.ndarray:
    """Returns the crop, at times with a frame, lettering, branches, windows, courses of bricks, rods or plumes.

    Rods and plumes often lie over a background that is out of focus, as in photographs of near objects.
    """
    probabilities = (
        (courses, 0.03),
        (windows, 0.08),
        (branches, 0.06),
        (rods, 0.14),
        (plumes, 0.08),
        (lettering, 0.09),
        (frame, 0.12),
    )
    kinds = [kind for kind, probability in probabilities if rng.random() < probability]
    if {rods, plumes} & set(kinds) and rng.random() < 0.6:
        crop = blurred(crop, rng.uniform(2, 12))
    if not kinds:
        return crop
    picture = Image.fromarray((crop * 255 + 0.5).astype(np.uint8))
    for kind in kinds:
        kind(rng, picture)
    return np.asarray(picture, np.float32) / 255


def _greyish(rng: random.Random, darkest: float, lightest: float) -> tuple[int, int, int]:
    """Returns a nearly neutral colour (0..255) with a level between two bounds (0..1)."""
    level = rng.uniform(darkest, lightest)
    return tuple(int(255 * level * rng.uniform(0.88, 1)) for _ in range(3))


def frame(rng: random.Random, picture: Image.Image) -> None:
    """Draws the margin of a print along some sides, straight or slightly askew, at times with a thin line in it."""
    side = picture.width
    colour = _greyish(rng, 0.8, 1) if rng.random() < 0.75 else _greyish(rng, 0, 0.3)
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
        inset = rng.uniform(2, 8)
        closed = [(x + inset, y + inset) for x, y in inner]
        ImageDraw.Draw(picture).line([*closed, closed[0]], _greyish(rng, 0, 1), rng.randint(1, 2))


def lettering(rng: random.Random, picture: Image.Image) -> None:
    """Draws a few lines of random letters."""
    font = ImageFont.truetype(str(rng.choice(FONTS)), int(math.exp(rng.uniform(math.log(9), math.log(70)))))
    draw = ImageDraw.Draw(picture)
    colour = _greyish(rng, 0, 0.3) if rng.random() < 0.5 else _greyish(rng, 0.7, 1)
    x, y = rng.uniform(-40, 0.7 * picture.width), rng.uniform(-10, 0.9 * picture.height)
    for line in range(rng.randint(1, 5)):
        text = "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 24)))
        draw.text((x, y + 1.3 * line * font.size), text, colour, font)


def branches(rng: random.Random, picture: Image.Image) -> None:
    """Draws dark twigs that fork and taper."""
    draw, colour = ImageDraw.Draw(picture), _greyish(rng, 0, 0.35)

    def grow(x: float, y: float, angle: float, width: float) -> None:
        while width > 0.6:
            angle += rng.gauss(0, 0.25)
            ahead = (x + 7 * math.cos(angle), y + 7 * math.sin(angle))
            draw.line((x, y, *ahead), colour, max(1, round(width)))
            (x, y), width = ahead, width * rng.uniform(0.86, 0.99)
            if rng.random() < 0.25:
                grow(x, y, angle + rng.choice((-1, 1)) * rng.uniform(0.4, 1.1), width * rng.uniform(0.5, 0.8))

    for _ in range(rng.randint(1, 3)):
        grow(rng.uniform(0, picture.width), rng.choice((0, picture.height)), rng.uniform(0, 6.3), rng.uniform(1.5, 6))


def rods(rng: random.Random, picture: Image.Image) -> None:
    """Draws ropes, poles and bars: straight or sagging, with light and shade across, at times with collars or in a row."""
    side, scale = picture.width, 3
    angle, sag = rng.uniform(0, math.pi), rng.choice((0, 0, rng.gauss(0, 0.0008)))
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    width = math.exp(rng.uniform(math.log(4.5), math.log(18)))
    tone, light = np.float32(_greyish(rng, 0.1, 0.95)), rng.choice((-1, 1)) * rng.uniform(0.4, 1)
    if rng.random() < 0.3:
        tone = np.float32([rng.randrange(30, 240) for _ in range(3)])
    contrast = rng.uniform(0.5, 0.9)
    centre = (rng.uniform(0, side), rng.uniform(0, side))
    start = -1.5 * side if rng.random() < 0.7 else rng.uniform(-0.4, 0.4) * side
    large = picture.resize((side * scale, side * scale), Image.BICUBIC)
    draw = ImageDraw.Draw(large)
    step = width * rng.uniform(1.6, 6)
    collars = rng.choice((0, 0, rng.uniform(20, 90)))
    for row in range(rng.choice((1, 1, 1, 2, 3, 5))):

        def at(t: float, offset: float, row: int = row) -> Point:
            beside = offset + row * step + sag * t * t
            return tuple(scale * (c + t * a + beside * n) for c, a, n in zip(centre, along, across))

        # Strips of a cylinder from one rim to the other, lit from a side.
        strips = max(2, round(width * 2))
        for strip in range(strips):
            low, high = (width * ((strip + k) / strips - 0.5) for k in (-0.1, 1.1))
            lit = math.cos(math.asin(2 * (strip + 0.5) / strips - 1) - light * 1.2)
            colour = tuple(int(min(255, max(0, value * (1 - contrast + 1.3 * contrast * lit)))) for value in tone)
            ticks = [start + k * side / 8 for k in range(25)]
            draw.polygon([at(t, low) for t in ticks] + [at(t, high) for t in reversed(ticks)], fill=colour)
        for k in range(int(3 * side / collars) if collars else 0):
            ends = (at(start + k * collars, -0.65 * width), at(start + k * collars, 0.65 * width))
            draw.line((*ends[0], *ends[1]), tuple(int(value * 0.5) for value in tone), max(1, round(scale * width / 3)))
    picture.paste(large.resize(picture.size, Image.BOX))


def plumes(rng: random.Random, picture: Image.Image) -> None:
    """Draws hairs, rays or needles that spread from a point or a stalk and taper, as those of seeds, grass and feathers."""
    side, scale = picture.width, 3
    large = picture.resize((side * scale, side * scale), Image.BICUBIC)
    draw = ImageDraw.Draw(large)
    for _ in range(rng.choice((1, 1, 2, 4))):
        tone = _greyish(rng, 0.6, 1) if rng.random() < 0.6 else tuple(rng.randrange(256) for _ in range(3))
        x, y = rng.uniform(-0.1, 1.1) * side, rng.uniform(-0.1, 1.1) * side
        towards, spread = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, math.pi)
        length, width = math.exp(rng.uniform(math.log(12), math.log(120))), rng.uniform(0.6, 4)
        stalk = rng.choice((0, 0, rng.uniform(0.3, 2)))
        for _ in range(rng.randint(10, 60)):
            angle = towards + rng.uniform(-spread, spread)
            bend = rng.gauss(0, 0.006)
            down = rng.uniform(0, stalk * length)
            px, py = x - down * math.cos(towards), y - down * math.sin(towards)
            steps = max(3, int(length * rng.uniform(0.6, 1) / 3))
            for k in range(steps):
                angle += 3 * bend
                ahead = (px + 3 * math.cos(angle), py + 3 * math.sin(angle))
                thin = max(1, round(scale * width * (1 - 0.8 * k / steps)))
                draw.line([scale * c for c in (px, py, *ahead)], tone, thin)
                px, py = ahead
    picture.paste(large.resize(picture.size, Image.BOX))


Point = tuple[float, float]


def _between(a: Point, b: Point, fraction: float) -> Point:
    """Returns the point at a fraction of the way from `a` to `b`."""
    return a[0] + fraction * (b[0] - a[0]), a[1] + fraction * (b[1] - a[1])


def _rectangle_in_perspective(rng: random.Random, side: int) -> list[Point]:
    """Returns the corners of a rectangle in mild perspective: top left, top right, bottom right, bottom left."""
    width, height = (math.exp(rng.uniform(math.log(28), math.log(1.1 * side))) for _ in range(2))
    x, y = rng.uniform(-20, side - 10), rng.uniform(-20, side - 10)
    slant, taper = rng.gauss(0, 0.05), rng.gauss(0, 0.08)
    right_height, shift = height * (1 + taper), slant * width
    return [(x, y), (x + width, y + shift), (x + width + slant, y + shift + right_height), (x + slant, y + height)]


def windows(rng: random.Random, picture: Image.Image) -> None:
    """Draws a window, or a row of equal windows: panes between lighter or darker bars."""
    draw, count = ImageDraw.Draw(picture), rng.choice((1, 1, 2, 4))
    a, b, c, d = _rectangle_in_perspective(rng, picture.width)
    bar = _greyish(rng, 0.7, 1) if rng.random() < 0.75 else _greyish(rng, 0, 0.4)
    pane = _greyish(rng, 0, 0.5) if rng.random() < 0.5 else None
    across, down, width = rng.randint(1, 5), rng.randint(1, 6), rng.choice((1, 1, 2, 2, 3, 4))
    step = (b[0] - a[0]) * rng.uniform(1.15, 2)
    for at in range(count):
        w, x, y, z = ((px + at * step, py) for px, py in (a, b, c, d))
        if pane:
            draw.polygon((w, x, y, z), fill=pane)
        for i in range(across + 1):
            draw.line((*_between(w, x, i / across), *_between(z, y, i / across)), bar, width)
        for i in range(down + 1):
            draw.line((*_between(w, z, i / down), *_between(x, y, i / down)), bar, width)


def courses(rng: random.Random, picture: Image.Image) -> None:
    """Draws the joints between bricks or stones over a part of the crop."""
    draw = ImageDraw.Draw(picture)
    a, b, c, d = _rectangle_in_perspective(rng, picture.width)
    rows, joint = rng.randint(3, 16), _greyish(rng, 0, 1)
    stones = rng.randint(2, 9)
    width = rng.choice((1, 1, 2))
    for row in range(rows):
        top, low = row / rows, (row + 1) / rows
        draw.line((*_between(a, d, top), *_between(b, c, top)), joint, width)
        for stone in range(stones):
            fraction = (stone + (0.5 if row % 2 else 0) + rng.gauss(0, 0.05)) / stones
            upper = _between(_between(a, d, top), _between(b, c, top), fraction)
            draw.line((*upper, *_between(_between(a, d, low), _between(b, c, low), fraction)), joint, width)
