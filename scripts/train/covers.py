"""Random watermarks as coverage masks (PIL, mode L): words in many fonts, and generated logos."""

import math
import random
import subprocess
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFont

VOWELS = "aeiouy"
CONSONANTS = "bcdfghjklmnprstvwxz"
COMMON = ("SAMPLE", "DRAFT", "PREVIEW", "COPYRIGHT", "PROOF", "CONFIDENTIAL", "Photo", "stock", "images", "Studio")
OTHER_SCRIPTS = {
    "cjk": (0x4E00, 0x62FF),
    "kana": (0x3042, 0x3093),
    "cyrillic": (0x410, 0x44F),
    "arabic": (0x627, 0x64A),
    "devanagari": (0x905, 0x939),
}


def font_files(language: str) -> list[str]:
    """Returns the font files that fontconfig lists for a language."""
    command = ["fc-list", "-f", "%{file}\n", f":lang={language}"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted({path for path in listed if path.endswith((".ttf", ".otf", ".ttc"))})


@lru_cache
def fonts() -> dict[str, list[str]]:
    """Returns font files by script. Most Noto fonts are left out of Latin, because their Latin letters are the same."""
    every = [path for path in font_files("en") if not path.endswith(".ttc")]
    noto = [path for path in every if "/noto/" in path.lower() and "-" in path and len(path.split("/")[-1]) > 24]
    latin = [path for path in every if path not in noto]
    found = {"latin": latin}
    for name, tag in (("cjk", "zh"), ("kana", "ja"), ("cyrillic", "ru"), ("arabic", "ar"), ("devanagari", "hi")):
        if files := font_files(tag):
            found[name] = files
    return found


@lru_cache(maxsize=400)
def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    """Returns a font at a size in pixels."""
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def syllables(rng: random.Random, count: int) -> str:
    """Returns a pronounceable word of random syllables."""

    def syllable() -> str:
        return rng.choice(CONSONANTS) + rng.choice(VOWELS) + (rng.choice(CONSONANTS) if rng.random() < 0.3 else "")

    return "".join(syllable() for _ in range(count))


def phrase(rng: random.Random) -> tuple[str, str]:
    """Returns a random text and the script of the fonts that contain it."""
    chance = rng.random()
    if chance < 0.12:
        kind = rng.choice([name for name in OTHER_SCRIPTS if name in fonts()])
        return "".join(chr(rng.randint(*OTHER_SCRIPTS[kind])) for _ in range(rng.randint(2, 7))), kind
    if chance < 0.22:
        return rng.choice(COMMON), "latin"
    word = syllables(rng, rng.randint(1, 4))
    if chance < 0.3:
        return f"www.{word}.{rng.choice(('com', 'org', 'net', 'de'))}", "latin"
    if chance < 0.38:
        return f"© {rng.choice(('', '20' + str(rng.randint(10, 29)) + ' '))}{word.title()}", "latin"
    if chance < 0.46:
        return str(rng.randint(10, 10 ** rng.randint(2, 9))), "latin"
    words = [word, *(syllables(rng, rng.randint(1, 3)) for _ in range(rng.choice((0, 0, 0, 1, 1, 2))))]
    style = rng.choice((str.upper, str.upper, str.title, str.lower))
    return style(" ".join(words)), "latin"


def text(rng: random.Random, height: int) -> Image.Image:
    """Returns one to three lines of text, cropped to the letters. `height` is the font size in pixels."""
    if rng.random() < 0.12:
        return plotter_letters(rng, height)
    words, kind = phrase(rng)
    font = font_of(rng.choice(fonts()[kind]), max(6, height))
    weight = rng.randint(1, max(1, height // 14)) if rng.random() < 0.2 else 0
    lines = [words] + [phrase(rng)[0] if kind == "latin" else words for _ in range(rng.choice((0,) * 8 + (1, 2)))]
    spacing = rng.uniform(0.05, 0.6) * height if rng.random() < 0.2 and kind == "latin" else 0
    width = max(int(font.getlength(line)) + int(spacing * len(line)) for line in lines) + 2 * height
    line_height = int(1.35 * height)
    cover = Image.new("L", (min(width, 1200), line_height * len(lines) + height))
    draw = ImageDraw.Draw(cover)
    for row, line in enumerate(lines):
        at = float(height)
        for part in line if spacing else [line]:
            draw.text((int(at), height // 2 + row * line_height), part, fill=255, font=font, stroke_width=weight)
            at += font.getlength(part) + spacing
    return cropped(cover)


def plotter_letters(rng: random.Random, height: int) -> Image.Image:
    """Returns invented letters: strokes of one strokeness between a few points of a grid."""
    count, size = rng.randint(2, 7), 3 * height
    cover = Image.new("L", (count * size, size))
    draw = ImageDraw.Draw(cover)
    stroke = max(3, int(size * rng.uniform(0.06, 0.24)))
    inner = size - stroke
    for letter in range(count):
        left = letter * size + stroke / 2
        points = [
            (left + rng.choice((0, 0.35, 0.7)) * inner, stroke / 2 + rng.choice((0, 0.5, 1)) * inner)
            for _ in range(rng.randint(3, 5))
        ]
        draw.line(points, fill=255, width=stroke, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - stroke / 2, y - stroke / 2, x + stroke / 2, y + stroke / 2), fill=255)
    return cropped(cover.resize((cover.width // 3, cover.height // 3), Image.BOX))


def cropped(cover: Image.Image) -> Image.Image:
    """Returns the mask without empty margins."""
    return cover.crop(cover.getbbox() or (0, 0, 1, 1))


def star(points: int, inner: float, angle: float) -> list[tuple[float, float]]:
    """Returns the corners of a star in the unit circle, or of a polygon if `inner` (the inner radius) is 1."""
    radii = (1, inner) if inner < 1 else (1,)
    total = points * len(radii)
    angles = [angle + 2 * math.pi * k / total for k in range(total)]
    lengths = [radii[k % len(radii)] for k in range(total)]
    return [(radius * math.cos(at), radius * math.sin(at)) for radius, at in zip(lengths, angles)]


def logo(rng: random.Random, height: int) -> Image.Image:
    """Returns a ring, star, polygon, shield, camera or abstract emblem, drawn at three times its size."""
    size = 3 * height
    cover = Image.new("L", (size, size))
    draw = ImageDraw.Draw(cover)
    middle, radius = size / 2, size / 2 - 2
    stroke = max(3, int(size * rng.uniform(0.025, 0.2)))
    filled = rng.random() < 0.4
    outline = {"fill": 255} if filled else {"outline": 255, "width": stroke}

    def shape(points: list[tuple[float, float]], scale: float, fill: int) -> None:
        placed = [(middle + scale * x, middle + scale * y) for x, y in points]
        if filled or fill == 0:
            draw.polygon(placed, fill=fill)
        else:
            draw.line([*placed, *placed[:2]], fill=fill, width=stroke, joint="curve")

    def circle(radius: float, **style: int) -> None:
        draw.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), **style)

    kind = rng.randrange(7)
    if kind == 0:
        circle(radius, **outline)
        if rng.random() < 0.5:
            half = size * rng.uniform(0.03, 0.12)
            draw.rectangle((stroke, middle - half, size - stroke, middle + half), fill=0 if filled else 255)
    elif kind == 1:
        shape(star(rng.randint(4, 9), rng.uniform(0.35, 0.75), rng.uniform(0, 6)), radius - stroke, 255)
    elif kind == 2:
        shape(star(rng.randint(3, 8), 1, rng.uniform(0, 6)), radius - stroke, 255)
    elif kind == 3:
        shield = [(-0.8, -0.9), (0, -0.75), (0.8, -0.9), (0.75, 0.1), (0.4, 0.6), (0, 0.95), (-0.4, 0.6), (-0.75, 0.1)]
        shape(shield, radius - stroke / 2, 255)
    elif kind == 4:
        draw.rounded_rectangle((2, 0.22 * size, size - 2, 0.85 * size), 0.08 * size, **outline)
        draw.rectangle((0.35 * size, 0.12 * size, 0.65 * size, 0.24 * size), fill=255)
        circle(0.2 * size, fill=0)
        circle(0.2 * size, outline=255, width=stroke)
    elif kind == 5:
        for _ in range(rng.randint(2, 5)):
            box = sorted(rng.uniform(0, size) for _ in range(4))
            bounds = (box[0], box[1], box[2] + stroke, box[3] + stroke)
            draw.arc(bounds, rng.uniform(0, 360), rng.uniform(90, 720), fill=255, width=stroke)
    else:
        points = [(rng.uniform(0.05, 0.95) * size, rng.uniform(0.05, 0.95) * size) for _ in range(rng.randint(3, 7))]
        draw.line(points, fill=255, width=stroke, joint="curve")
    cover = cover.resize((height, height), Image.BOX)
    if rng.random() < 0.4:
        letter = text(rng, max(8, int(height * rng.uniform(0.2, 0.5))))
        letter.thumbnail((int(0.75 * height), int(0.6 * height)))
        at = ((height - letter.width) // 2, (height - letter.height) // 2)
        inside = Image.new("L", cover.size)
        inside.paste(letter, at)
        cover = ImageChops.difference(cover, inside)
    return cropped(cover)


def paste_lighter(canvas: Image.Image, cover: Image.Image, at: tuple[int, int]) -> None:
    """Adds a mask to a canvas at a position; the larger coverage of both counts."""
    box = (at[0], at[1], at[0] + cover.width, at[1] + cover.height)
    canvas.paste(ImageChops.lighter(canvas.crop(box), cover), box)
