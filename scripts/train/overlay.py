"""Trains the network that separates overlays, such as watermarks, from the photograph below them.

    python3 overlay.py --photos FOLDER --minutes 40 --to weights/overlay.onnx
"""

import math
import random

import numpy as np
from covers import logo, paste_lighter, text
from fit import fit
from net import SmallUNet
from PIL import Image, ImageChops, ImageDraw, ImageFilter
from photos import Photos, as_jpeg
from pictures import parser_of
from scene import leaves, lettered, page, wired

SIDE_PX = 192
UNMARKED = 0.35
"""Fraction of the crops without an overlay."""
NOISE = np.random.default_rng(1).standard_normal((640, 640, 3), np.float32)


def watermark(rng: random.Random, height: int) -> Image.Image:
    """Returns the coverage of a text, a logo, or both beside each other."""
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


def rotated(cover: Image.Image, degrees: float) -> Image.Image:
    """Returns the mask, rotated, on a larger canvas."""
    return cover.rotate(degrees, Image.BICUBIC, expand=True) if degrees else cover


def single(rng: random.Random, canvas: Image.Image) -> None:
    """Draws one to three watermarks at random positions and angles."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        height = int(math.exp(rng.uniform(math.log(11), math.log(130))))
        angles = (45.0, -45.0, 90.0, rng.uniform(-8, 8), rng.uniform(-80, 80))
        angle = 0.0 if rng.random() < 0.65 else rng.choice(angles)
        cover = rotated(watermark(rng, height), angle)
        # A part may lie outside of the canvas.
        free = [extent - own for extent, own in zip(canvas.size, cover.size)]
        overhang = [min(own // 3, 40) for own in cover.size]
        at = [rng.randint(min(0, space) - out, max(0, space) + out) for space, out in zip(free, overhang)]
        paste_lighter(canvas, cover, (at[0], at[1]))


def tiled(rng: random.Random, canvas: Image.Image) -> None:
    """Draws a watermark that repeats across the canvas, at a random angle."""
    side = canvas.width
    cover = watermark(rng, int(math.exp(rng.uniform(math.log(11), math.log(44)))))
    angle = 0.0 if rng.random() < 0.3 else rng.choice((45.0, -45.0, 30.0, -30.0, rng.uniform(-70, 70)))
    step_x = int(cover.width + rng.uniform(0.3, 2.5) * cover.height + 4)
    step_y = int(cover.height * rng.uniform(1.5, 5) + 4)
    length = int(1.5 * side) if angle else side
    field = Image.new("L", (length, length))
    shift = rng.choice((0.0, 0.0, 0.5, rng.random()))
    for row in range(-1, length // step_y + 1):
        start = int((row * shift % 1) * step_x) - rng.randint(0, 3) - step_x
        for left in range(start, length, step_x):
            field.paste(cover, (left, row * step_y + step_y // 3))
    field = rotated(field, angle)
    x, y = (rng.randint(0, max(0, extent - side)) if not angle else (extent - side) // 2 for extent in field.size)
    paste_lighter(canvas, field.crop((x, y, x + side, y + side)), (0, 0))


def grid(rng: random.Random, canvas: Image.Image) -> None:
    """Draws parallel lines in one or two directions, and often a watermark."""
    side, supersampling = canvas.width, 2
    lines = Image.new("L", (side * supersampling, side * supersampling))
    draw = ImageDraw.Draw(lines)
    step, width = rng.uniform(30, 160) * supersampling, rng.randint(1, 5) * supersampling
    for angle in rng.choice(((0, 90), (45, 135), (30, 150), (rng.uniform(0, 180),))):
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        for k in range(-8, 9):
            x, y = side + (k * step + 7) * dy, side - (k * step + 7) * dx
            length = 3 * side
            ends = (x - length * dx, y - length * dy, x + length * dx, y + length * dy)
            draw.line(ends, fill=255, width=width)
    paste_lighter(canvas, lines.resize((side, side), Image.BOX), (0, 0))
    if rng.random() < 0.6:
        single(rng, canvas)


def overlaid(rng: random.Random, picture: np.ndarray, typical_opacity: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    """Returns the picture with an overlay, and the coverage 0..1 of each pixel.

    `typical_opacity`: the most frequent opacity of translucent overlays.
    """
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
    high = rng.uniform(0.7, 0.97) if chance < 0.87 else 1.0
    opacity = rng.triangular(0.12, max(0.75, typical_opacity), typical_opacity) if chance < 0.75 else high
    # Overlays are visible: white ones seldom lie over white.
    is_pale = float((picture.mean(2) * cover).sum() / (cover.sum() + 1)) > 0.7
    chance = rng.random()
    if chance < 0.65:
        colour = np.full(3, 0.0 if rng.random() < (0.85 if is_pale else 0.45) else 1.0)
    elif chance < 0.73:
        colour = np.full(3, rng.random())
    else:
        colour = np.array([rng.random() for _ in range(3)])
    alpha = opacity * cover
    if rng.random() < 0.08:
        ramp = np.linspace(rng.uniform(0.4, 1), rng.uniform(0.4, 1), side, dtype=np.float32)
        alpha = alpha * (ramp[None, :] if rng.random() < 0.5 else ramp[:, None])
    out = picture
    if rng.random() < 0.14:
        offset = ImageChops.offset(canvas, rng.randint(1, 4), rng.randint(1, 4))
        shadow = offset.filter(ImageFilter.GaussianBlur(rng.uniform(0, 3)))
        shadow_opacity = (np.asarray(shadow, np.float32) / 255) * opacity * rng.uniform(0.3, 0.9)
        shadow_colour = 0 if colour.mean() > 0.4 else 1
        out = out * (1 - shadow_opacity[..., None]) + shadow_opacity[..., None] * shadow_colour
    out = out * (1 - alpha[..., None]) + alpha[..., None] * colour.astype(np.float32)
    return out, cover


def sample_maker(photos: Photos, easy: int):
    """Returns a function that generates crops and their coverage by overlays.

    Among the first `easy` crops, fewer and fewer are photographs with a plainly visible overlay.
    """
    count = 0

    def make(rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
        nonlocal count
        count += 1
        if rng.random() > 1.3 * count / max(1, easy):
            picture = np.asarray(photos.crop(rng, SIDE_PX), np.float32) / 255
            picture, cover = overlaid(rng, picture, 0.8)
            return picture, cover[..., None]
        side = SIDE_PX if rng.random() < 0.85 else int(SIDE_PX * rng.uniform(1.1, 1.7))
        chance = rng.random()
        if chance < 0.05:
            picture = page(rng, side)
        elif chance < 0.11:
            picture = leaves(rng, side)
        else:
            picture = np.asarray(photos.crop(rng, side), np.float32) / 255
        if rng.random() < 0.25:
            top, left = rng.randrange(NOISE.shape[0] - side), rng.randrange(NOISE.shape[1] - side)
            picture = picture + NOISE[top : top + side, left : left + side] * rng.uniform(0.005, 0.03)
        if rng.random() < 0.3:
            picture = lettered(rng, picture)
        if rng.random() < 0.12:
            picture = wired(rng, picture)
        cover = np.zeros((side, side), np.float32)
        if rng.random() > UNMARKED:
            picture, cover = overlaid(rng, picture.clip(0, 1))
        if side != SIDE_PX:
            kernel = rng.choice((Image.LANCZOS, Image.BOX, Image.BICUBIC))
            resized = Image.fromarray((picture.clip(0, 1) * 255 + 0.5).astype(np.uint8))
            picture = np.asarray(resized.resize((SIDE_PX, SIDE_PX), kernel), np.float32) / 255
            cover = np.asarray(Image.fromarray(cover).resize((SIDE_PX, SIDE_PX), Image.BOX))
        picture = as_jpeg(picture, rng.randint(60, 98)) if rng.random() < 0.6 else picture.clip(0, 1)
        return picture, cover[..., None]

    return make


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("--easy", type=int, default=15000, help="number of crops after which none is simplified")
    options = parser.parse_args()
    net = SmallUNet((16, 32, 64, 96, 96), unshuffled=True)
    make = sample_maker(Photos(options.photos), options.easy)
    fit(net, make, options.minutes, options.to, options.threads, options.bfloat16)
