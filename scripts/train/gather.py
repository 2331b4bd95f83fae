"""Writes the photographs on which the overlay network is trained:

python3 gather.py CLONE PACKAGES FOLDER

CLONE is that of upscale.py. PACKAGES holds Debian's `tuxpaint-stamps-default`, `opencv-doc` and `hugin-data`, unpacked
(`apt-get download`, `dpkg -x`). Objects of the stamps are pasted over the photographs of the clone or over one colour.
"""

import random
import sys
from pathlib import Path

import numpy as np
from photos import EXTENSIONS, MAX_SIDE_PX
from pictures import photographs
from PIL import Image

MIN_STAMP_PX, MIN_STAMP_COLOURS = 180, 1500
"""Smaller stamps, and those with fewer colours, are drawings or of little use."""
MIN_PHOTO_PX = 220


def stamps(folder: Path) -> list[Image.Image]:
    """Returns photographs of single objects, with transparency."""
    found = []
    for path in sorted(folder.rglob("*.png")):
        if {"cartoon", "symbols", "alphabets"} & set(path.parts):
            continue
        picture = Image.open(path).convert("RGBA")
        colours = np.unique(np.asarray(picture)[..., :3].reshape(-1, 3)[::7], axis=0)
        if max(picture.size) >= MIN_STAMP_PX and len(colours) >= MIN_STAMP_COLOURS:
            found.append(picture)
    return found


def collage(rng: random.Random, background: Image.Image, objects: list[Image.Image]) -> Image.Image:
    """Returns a picture of 640 x 480 pixels with the objects at random places and sizes."""
    plain = Image.new("RGB", (640, 480), tuple(rng.randrange(256) for _ in range(3)))
    picture = background.resize(plain.size) if rng.random() < 0.6 else plain
    for one in objects:
        scale = rng.uniform(0.6, 1.6)
        size = tuple(max(1, int(side * scale)) for side in one.size)
        resized = one.resize(size, Image.LANCZOS)
        picture.paste(resized, (rng.randint(-60, 500), rng.randint(-60, 360)), resized)
    return picture


def main(clone: str, packages: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    photos = [Image.fromarray(pixels) for pixels in photographs(clone)]
    objects = stamps(packages / "usr/share/tuxpaint/stamps")
    pictures = photos + [
        collage(rng, rng.choice(photos), objects[start : start + 4]) for start in range(0, len(objects), 4)
    ]
    for source in ("usr/share/doc/opencv-doc/examples/data", "usr/share/doc/hugin-data", "usr/share/hugin"):
        for path in sorted((packages / source).rglob("*")):
            if path.suffix.lower() not in EXTENSIONS - {".png"}:
                continue
            picture = Image.open(path)
            if picture.mode == "RGB" and min(picture.size) >= MIN_PHOTO_PX:
                pictures.append(picture)
    for index, picture in enumerate(pictures):
        picture.thumbnail((MAX_SIDE_PX, MAX_SIDE_PX), Image.LANCZOS)
        picture.save(folder / f"{index:03d}.png")
    print(f"{len(pictures)} photographs")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
