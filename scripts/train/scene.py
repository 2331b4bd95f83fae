"""Decoys, which belong to a photograph but resemble watermarks: lettering, wires, print, leaves and grass."""

import math
import random

import numpy as np
from covers import paste_lighter, text
from PIL import Image, ImageChops, ImageDraw, ImageFilter


def lettered(rng: random.Random, picture: np.ndarray) -> np.ndarray:
    """Returns the picture with lettering of the scene: in perspective, with the shading and texture of its surface."""
    side = picture.shape[0]
    canvas = Image.new("L", (side, side))
    for _ in range(rng.choice((1, 1, 2, 4))):
        cover = text(rng, int(math.exp(rng.uniform(math.log(9), math.log(110)))))
        sides = zip(canvas.size, cover.size)
        at = [rng.randint(-min(own // 2, 40), max(0, extent - own // 2)) for extent, own in sides]
        paste_lighter(canvas, cover, (at[0], at[1]))
    corners = [coordinate + rng.uniform(-0.22, 0.22) * side for coordinate in (0, 0, 0, side, side, side, side, 0)]
    canvas = canvas.transform((side, side), Image.QUAD, corners, Image.BILINEAR)
    board = canvas.filter(ImageFilter.BoxBlur(8)).point(lambda value: 255 if value > 6 else 0)
    soft = ImageFilter.GaussianBlur(rng.uniform(0.4, 1.6))
    cover = np.asarray(canvas.filter(soft), np.float32)[..., None] / 255
    board_cover = np.asarray(board.filter(soft), np.float32)[..., None] / 255 * (1 if rng.random() < 0.4 else 0)
    luma = picture.mean(2, keepdims=True)
    grain = luma / (luma.mean() + 0.05)
    shade = (rng.uniform(0.15, 0.9) * (grain - 1) + 1).clip(0.3, 1.5)
    out = picture
    is_pale = rng.random() < 0.5
    for part, is_light in ((board_cover, not is_pale), (cover, is_pale)):
        tone = np.array([rng.uniform(0.55, 1) if is_light else rng.uniform(0, 0.4) for _ in range(3)], np.float32)
        if rng.random() < 0.5:
            tone = np.full(3, tone.mean(), np.float32)
        opacity = part * rng.uniform(0.88, 1)
        out = out * (1 - opacity) + opacity * tone * shade
    return out


def wired(rng: random.Random, picture: np.ndarray) -> np.ndarray:
    """Returns the picture with wires, twigs or bars in front: opaque, bent, with a gradient of shade."""
    side, supersampling = picture.shape[0], 2
    canvas = Image.new("L", (side * supersampling, side * supersampling))
    draw = ImageDraw.Draw(canvas)
    for _ in range(rng.randint(1, 9)):
        x, y, angle = rng.uniform(0, 2 * side), rng.uniform(0, 2 * side), rng.uniform(0, 6.3)
        bend, points = rng.uniform(-0.12, 0.12), []
        for _ in range(rng.randint(6, 30)):
            points.append((x, y))
            x, y, angle = x + 28 * math.cos(angle), y + 28 * math.sin(angle), angle + bend + rng.uniform(-0.1, 0.1)
        draw.line(points, fill=255, width=rng.randint(2, 12), joint="curve")
    soft = canvas.resize((side, side), Image.BOX).filter(ImageFilter.GaussianBlur(rng.uniform(0, 1)))
    cover = np.asarray(soft, np.float32)[..., None] / 255 * rng.uniform(0.8, 1)
    light = rng.choice((0.05, 0.15, 0.3, 0.6, 0.85))
    ramp = np.linspace(rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5), side, dtype=np.float32)[None, :, None]
    tone = light * ramp * np.array([rng.uniform(0.8, 1.2) for _ in range(3)], np.float32)
    return picture * (1 - cover) + cover * tone


def page(rng: random.Random, side: int) -> np.ndarray:
    """Returns a sheet of paper with lines of print, which is no watermark."""
    paper = Image.new("L", (side, side), 255)
    height, left, y = rng.randint(9, 26), rng.randint(0, 20), rng.randint(0, 14)
    while y < side:
        line = text(rng, height)
        paper.paste(ImageChops.invert(line), (left, y))
        if rng.random() < 0.7:
            paper.paste(ImageChops.invert(text(rng, height)), (left + line.width + height // 3, y))
        y += int(height * rng.uniform(1.3, 2))
    grey = np.asarray(paper, np.float32)[..., None] / 255
    light = np.array([rng.uniform(0.82, 1) for _ in range(3)], np.float32)
    return (1 - (1 - grey) * rng.uniform(0.6, 1)) * light


def leaves(rng: random.Random, side: int) -> np.ndarray:
    """Returns overlapping discs or blades in flat colours: the dead leaves model (Lee, Mumford and Huang 2001)."""
    canvas = Image.new("RGB", (2 * side, 2 * side), tuple(rng.randrange(256) for _ in range(3)))
    draw = ImageDraw.Draw(canvas)
    base, spread = [rng.randrange(256) for _ in range(3)], rng.randint(20, 120)
    is_grass = rng.random() < 0.4
    for _ in range(rng.randint(100, 500)):
        tone = tuple(min(255, max(0, value + rng.randint(-spread, spread))) for value in base)
        x, y, r = rng.uniform(0, 2 * side), rng.uniform(0, 2 * side), 3 / (rng.random() + 0.04)
        if is_grass:
            draw.line((x, y, x + rng.uniform(-20, 20), y - 8 * r), fill=tone, width=rng.randint(2, 6))
        else:
            draw.ellipse((x - r, y - r * rng.uniform(0.5, 1), x + r, y + r), fill=tone)
    return np.asarray(canvas.resize((side, side), Image.BOX), np.float32) / 255
