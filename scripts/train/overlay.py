"""Trains the network that tells what is drawn over a photograph from what belongs to it.

    python3 overlay.py --photos FOLDER --minutes 40 --to weights/overlay.onnx
"""

import argparse
import math
import random
from pathlib import Path

import numpy as np
from drawn import laid, logo, text
from fit import fit
from net import SmallUNet
from PIL import Image, ImageChops, ImageDraw, ImageFilter
from photos import Photos, as_jpeg
from scene import leaves, lettered, page, wired

SIDE = 192
BARE = 0.2
NOISE = np.random.default_rng(1).standard_normal((640, 640, 3), np.float32)


def mark(rng: random.Random, height: int) -> Image.Image:
    """The cover of one text or logo, or both beside each other, turned now and then."""
    chance = rng.random()
    if chance < 0.72:
        cover = text(rng, height)
    elif chance < 0.9:
        cover = logo(rng, max(16, int(1.5 * height)))
    else:
        first, second = logo(rng, max(16, height)), text(rng, max(8, int(0.6 * height)))
        gap = height // 4
        cover = Image.new("L", (first.width + gap + second.width, max(first.height, second.height)))
        cover.paste(first, (0, (cover.height - first.height) // 2))
        cover.paste(second, (first.width + gap, (cover.height - second.height) // 2))
    return cover


def turned(cover: Image.Image, degrees: float) -> Image.Image:
    return cover.rotate(degrees, Image.BICUBIC, expand=True) if degrees else cover


def single(rng: random.Random, canvas: Image.Image) -> None:
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        height = int(math.exp(rng.uniform(math.log(11), math.log(130))))
        turns = (45.0, -45.0, 90.0, rng.uniform(-8, 8), rng.uniform(-80, 80))
        angle = 0.0 if rng.random() < 0.65 else rng.choice(turns)
        cover = turned(mark(rng, height), angle)
        # Any part of it may lie outside; some of it is inside.
        free = [extent - own for extent, own in zip(canvas.size, cover.size)]
        over = [min(own // 3, 40) for own in cover.size]
        at = [rng.randint(min(0, space) - out, max(0, space) + out) for space, out in zip(free, over)]
        laid(canvas, cover, (at[0], at[1]))


def tiled(rng: random.Random, canvas: Image.Image) -> None:
    side = canvas.width
    cover = mark(rng, int(math.exp(rng.uniform(math.log(11), math.log(44)))))
    angle = 0.0 if rng.random() < 0.3 else rng.choice((45.0, -45.0, 30.0, -30.0, rng.uniform(-70, 70)))
    wide = int(cover.width + rng.uniform(0.3, 2.5) * cover.height + 4)
    tall = int(cover.height * rng.uniform(1.5, 5) + 4)
    whole = int(1.5 * side) if angle else side
    field = Image.new("L", (whole, whole))
    shift = rng.choice((0.0, 0.0, 0.5, rng.random()))
    for row in range(-1, whole // tall + 1):
        start = int((row * shift % 1) * wide) - rng.randint(0, 3) - wide
        for left in range(start, whole, wide):
            field.paste(cover, (left, row * tall + tall // 3))
    field = turned(field, angle)
    x, y = (rng.randint(0, max(0, extent - side)) if not angle else (extent - side) // 2 for extent in field.size)
    laid(canvas, field.crop((x, y, x + side, y + side)), (0, 0))


def grid(rng: random.Random, canvas: Image.Image) -> None:
    """Lines across, both ways or one, straight or slanted; and often a mark."""
    side, large = canvas.width, 2
    lines = Image.new("L", (side * large, side * large))
    draw = ImageDraw.Draw(lines)
    step, thick = rng.uniform(30, 160) * large, rng.randint(1, 5) * large
    for angle in rng.choice(((0, 90), (45, 135), (30, 150), (rng.uniform(0, 180),))):
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        for k in range(-8, 9):
            x, y = side + (k * step + 7) * dy, side - (k * step + 7) * dx
            far = 3 * side
            draw.line((x - far * dx, y - far * dy, x + far * dx, y + far * dy), fill=255, width=thick)
    laid(canvas, lines.resize((side, side), Image.BOX), (0, 0))
    if rng.random() < 0.6:
        single(rng, canvas)


def overlaid(rng: random.Random, picture: np.ndarray, usual: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    """The picture with a mark over it, and how far the mark covers each pixel."""
    side = picture.shape[0]
    canvas = Image.new("L", (side, side))
    rng.choices((single, tiled, grid), (0.62, 0.3, 0.08))[0](rng, canvas)
    if rng.random() < 0.06:
        inner = canvas.filter(ImageFilter.MinFilter(3))
        canvas = ImageChops.subtract(canvas, inner)
    if rng.random() < 0.1:
        canvas = canvas.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.9)))
    cover = np.asarray(canvas, np.float32) / 255
    chance = rng.random()
    strong = rng.uniform(0.7, 0.97) if chance < 0.93 else 1.0
    opacity = rng.triangular(0.12, max(0.75, usual), usual) if chance < 0.87 else strong
    # Who draws over a picture does so where it can be seen.
    pale = float((picture.mean(2) * cover).sum() / (cover.sum() + 1)) > 0.7
    chance = rng.random()
    if chance < 0.75:
        colour = np.full(3, 0.0 if rng.random() < (0.85 if pale else 0.15) else 1.0)
    elif chance < 0.83:
        colour = np.full(3, rng.random())
    else:
        colour = np.array([rng.random() for _ in range(3)])
    alpha = opacity * cover
    if rng.random() < 0.08:
        ramp = np.linspace(rng.uniform(0.4, 1), rng.uniform(0.4, 1), side, dtype=np.float32)
        alpha = alpha * (ramp[None, :] if rng.random() < 0.5 else ramp[:, None])
    out = picture
    if rng.random() < 0.14:
        beside = ImageChops.offset(canvas, rng.randint(1, 4), rng.randint(1, 4))
        shadow = beside.filter(ImageFilter.GaussianBlur(rng.uniform(0, 3)))
        dark = (np.asarray(shadow, np.float32) / 255) * opacity * rng.uniform(0.3, 0.9)
        out = out * (1 - dark[..., None]) + (dark[..., None] * (0 if colour.mean() > 0.4 else 1))
    out = out * (1 - alpha[..., None]) + alpha[..., None] * colour.astype(np.float32)
    return out, cover


def maker(photos: Photos, easy: int):
    """Gives pieces, and where something is drawn over them: of the first `easy` pieces some, plain to see."""
    made = 0

    def make(rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
        nonlocal made
        made += 1
        if rng.random() > 1.3 * made / max(1, easy):
            picture = np.asarray(photos.piece(rng, SIDE), np.float32) / 255
            picture, cover = overlaid(rng, picture, 0.8)
            return picture, cover[..., None]
        side = SIDE if rng.random() < 0.85 else int(SIDE * rng.uniform(1.1, 1.7))
        chance = rng.random()
        if chance < 0.05:
            picture = page(rng, side)
        elif chance < 0.11:
            picture = leaves(rng, side)
        else:
            picture = np.asarray(photos.piece(rng, side), np.float32) / 255
        if rng.random() < 0.25:
            top, left = rng.randrange(NOISE.shape[0] - side), rng.randrange(NOISE.shape[1] - side)
            picture = picture + NOISE[top : top + side, left : left + side] * rng.uniform(0.005, 0.03)
        if rng.random() < 0.3:
            picture = lettered(rng, picture)
        if rng.random() < 0.12:
            picture = wired(rng, picture)
        cover = np.zeros((side, side), np.float32)
        if rng.random() > BARE:
            picture, cover = overlaid(rng, picture.clip(0, 1))
        if side != SIDE:
            how = rng.choice((Image.LANCZOS, Image.BOX, Image.BICUBIC))
            whole = Image.fromarray((picture.clip(0, 1) * 255 + 0.5).astype(np.uint8)).resize((SIDE, SIDE), how)
            picture = np.asarray(whole, np.float32) / 255
            cover = np.asarray(Image.fromarray(cover).resize((SIDE, SIDE), Image.BOX))
        picture = as_jpeg(picture, rng.randint(60, 98)) if rng.random() < 0.6 else picture.clip(0, 1)
        return picture, cover[..., None]

    return make


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--to", type=Path, default=Path("overlay.onnx"))
    parser.add_argument("--easy", type=int, default=15000, help="pieces after which all are as hard as they come")
    given = parser.parse_args()
    given.to.parent.mkdir(parents=True, exist_ok=True)
    net = SmallUNet((16, 32, 64, 96, 96), unshuffled=True)
    fit(net, maker(Photos(given.photos), given.easy), given.minutes, given.to)
