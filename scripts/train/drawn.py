"""Covers (PIL, mode L) of what is drawn over photographs: words in many fonts, and logos made by number."""

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


def files_for(language: str) -> list[str]:
    how = ["fc-list", "-f", "%{file}\n", f":lang={language}"]
    listed = subprocess.run(how, capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted({path for path in listed if path.endswith((".ttf", ".otf", ".ttc"))})


@lru_cache
def fonts() -> dict[str, list[str]]:
    """Files by what they can write, as fontconfig knows them; of Noto, whose Latin is always the same, only few."""
    every = [path for path in files_for("en") if not path.endswith(".ttc")]
    alike = [path for path in every if "/noto/" in path.lower() and "-" in path and len(path.split("/")[-1]) > 24]
    latin = [path for path in every if path not in alike]
    found = {"latin": latin}
    for name, tag in (("cjk", "zh"), ("kana", "ja"), ("cyrillic", "ru"), ("arabic", "ar"), ("devanagari", "hi")):
        if files := files_for(tag):
            found[name] = files
    return found


@lru_cache(maxsize=400)
def face(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def syllables(rng: random.Random, count: int) -> str:
    def one() -> str:
        return rng.choice(CONSONANTS) + rng.choice(VOWELS) + (rng.choice(CONSONANTS) if rng.random() < 0.3 else "")

    return "".join(one() for _ in range(count))


def phrase(rng: random.Random) -> tuple[str, str]:
    """A text, and the kind of fonts that can write it."""
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
    """One to three lines, trimmed."""
    if rng.random() < 0.12:
        return plotted(rng, height)
    words, kind = phrase(rng)
    font = face(rng.choice(fonts()[kind]), max(6, height))
    weight = rng.randint(1, max(1, height // 14)) if rng.random() < 0.2 else 0
    lines = [words] + [phrase(rng)[0] if kind == "latin" else words for _ in range(rng.choice((0,) * 8 + (1, 2)))]
    spacing = rng.uniform(0.05, 0.6) * height if rng.random() < 0.2 and kind == "latin" else 0
    wide = max(int(font.getlength(line)) + int(spacing * len(line)) for line in lines) + 2 * height
    tall = int(1.35 * height)
    cover = Image.new("L", (min(wide, 1200), tall * len(lines) + height))
    draw = ImageDraw.Draw(cover)
    for row, line in enumerate(lines):
        at = float(height)
        for part in line if spacing else [line]:
            draw.text((int(at), height // 2 + row * tall), part, fill=255, font=font, stroke_width=weight)
            at += font.getlength(part) + spacing
    return trimmed(cover)


def plotted(rng: random.Random, height: int) -> Image.Image:
    """Letters of a plotter: strokes of one thickness between a few points of a grid."""
    count, size = rng.randint(2, 7), 3 * height
    cover = Image.new("L", (count * size, size))
    draw = ImageDraw.Draw(cover)
    thick = max(3, int(size * rng.uniform(0.06, 0.24)))
    inner = size - thick
    for letter in range(count):
        left = letter * size + thick / 2
        points = [
            (left + rng.choice((0, 0.35, 0.7)) * inner, thick / 2 + rng.choice((0, 0.5, 1)) * inner)
            for _ in range(rng.randint(3, 5))
        ]
        draw.line(points, fill=255, width=thick, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
    return trimmed(cover.resize((cover.width // 3, cover.height // 3), Image.BOX))


def trimmed(cover: Image.Image) -> Image.Image:
    return cover.crop(cover.getbbox() or (0, 0, 1, 1))


def star(points: int, inner: float, turn: float) -> list[tuple[float, float]]:
    radii = (1, inner) if inner < 1 else (1,)
    total = points * len(radii)
    angles = [turn + 2 * math.pi * k / total for k in range(total)]
    far = [radii[k % len(radii)] for k in range(total)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for radius, angle in zip(far, angles)]


def logo(rng: random.Random, height: int) -> Image.Image:
    """A ring, badge, star, shield, camera or monogram, drawn three times as large."""
    size = 3 * height
    cover = Image.new("L", (size, size))
    draw = ImageDraw.Draw(cover)
    middle, radius = size / 2, size / 2 - 2
    thick = max(3, int(size * rng.uniform(0.025, 0.2)))
    filled = rng.random() < 0.4
    outline = {"fill": 255} if filled else {"outline": 255, "width": thick}

    def shape(points: list[tuple[float, float]], far: float, fill: int) -> None:
        placed = [(middle + far * x, middle + far * y) for x, y in points]
        if filled or fill == 0:
            draw.polygon(placed, fill=fill)
        else:
            draw.line([*placed, *placed[:2]], fill=fill, width=thick, joint="curve")

    def circle(far: float, **how: int) -> None:
        draw.ellipse((middle - far, middle - far, middle + far, middle + far), **how)

    kind = rng.randrange(7)
    if kind == 0:
        circle(radius, **outline)
        if rng.random() < 0.5:
            half = size * rng.uniform(0.03, 0.12)
            draw.rectangle((thick, middle - half, size - thick, middle + half), fill=0 if filled else 255)
    elif kind == 1:
        shape(star(rng.randint(4, 9), rng.uniform(0.35, 0.75), rng.uniform(0, 6)), radius - thick, 255)
    elif kind == 2:
        shape(star(rng.randint(3, 8), 1, rng.uniform(0, 6)), radius - thick, 255)
    elif kind == 3:
        shield = [(-0.8, -0.9), (0, -0.75), (0.8, -0.9), (0.75, 0.1), (0.4, 0.6), (0, 0.95), (-0.4, 0.6), (-0.75, 0.1)]
        shape(shield, radius - thick / 2, 255)
    elif kind == 4:
        draw.rounded_rectangle((2, 0.22 * size, size - 2, 0.85 * size), 0.08 * size, **outline)
        draw.rectangle((0.35 * size, 0.12 * size, 0.65 * size, 0.24 * size), fill=255)
        circle(0.2 * size, fill=0)
        circle(0.2 * size, outline=255, width=thick)
    elif kind == 5:
        for _ in range(rng.randint(2, 5)):
            box = sorted(rng.uniform(0, size) for _ in range(4))
            around = (box[0], box[1], box[2] + thick, box[3] + thick)
            draw.arc(around, rng.uniform(0, 360), rng.uniform(90, 720), fill=255, width=thick)
    else:
        points = [(rng.uniform(0.05, 0.95) * size, rng.uniform(0.05, 0.95) * size) for _ in range(rng.randint(3, 7))]
        draw.line(points, fill=255, width=thick, joint="curve")
    cover = cover.resize((height, height), Image.BOX)
    if rng.random() < 0.4:
        letter = text(rng, max(8, int(height * rng.uniform(0.2, 0.5))))
        letter.thumbnail((int(0.75 * height), int(0.6 * height)))
        at = ((height - letter.width) // 2, (height - letter.height) // 2)
        within = Image.new("L", cover.size)
        within.paste(letter, at)
        cover = ImageChops.difference(cover, within)
    return trimmed(cover)


def laid(canvas: Image.Image, cover: Image.Image, at: tuple[int, int]) -> None:
    """Lays a cover on others: the more of both."""
    box = (at[0], at[1], at[0] + cover.width, at[1] + cover.height)
    canvas.paste(ImageChops.lighter(canvas.crop(box), cover), box)
