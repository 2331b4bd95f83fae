"""Pieces of photographs, in sizes, tones and qualities of all kinds, as ground for what is drawn on them."""

import io
import random
from pathlib import Path

import numpy as np
from PIL import Image

KINDS = {".png", ".jpg", ".jpeg", ".webp"}


class Photos:
    """The photographs of a folder (8 bits, RGB), kept in memory at most 1600 pixels long."""

    def __init__(self, folder: str) -> None:
        files = sorted(path for path in Path(folder).iterdir() if path.suffix.lower() in KINDS)
        if not files:
            raise SystemExit(f"{folder}: no photographs (PNG, JPEG, WebP)")
        self.pictures = [self._read(path) for path in files]

    @staticmethod
    def _read(path: Path) -> Image.Image:
        picture = Image.open(path).convert("RGB")
        picture.thumbnail((1600, 1600), Image.LANCZOS)
        return picture

    def piece(self, rng: random.Random, side: int) -> Image.Image:
        """A square of `side` pixels, of a random photograph at a random scale.

        It is stretched, mirrored, turned or given its colours in another order at random.
        """
        picture = rng.choice(self.pictures)
        least = side / min(picture.size)
        scale = min(1.0, max(least, rng.uniform(0.25, 1.0)))
        need = side / max(scale, least)
        wide, tall = (min(int(need * rng.uniform(0.8, 1.25)), extent) for extent in picture.size)
        left, top = (rng.randint(0, extent - taken) for extent, taken in zip(picture.size, (wide, tall)))
        box = (left, top, left + wide, top + tall)
        piece = picture.resize((side, side), Image.LANCZOS, box, reducing_gap=1.5)
        if rng.random() < 0.5:
            piece = piece.transpose(Image.FLIP_LEFT_RIGHT)
        if rng.random() < 0.12:
            piece = Image.merge("RGB", rng.sample(piece.split(), 3))
        return piece.rotate(90, Image.BILINEAR) if rng.random() < 0.15 else piece


def as_jpeg(values: np.ndarray, quality: int) -> np.ndarray:
    """What a JPEG of that quality keeps of `values` (height, width, 3; 0..1)."""
    file = io.BytesIO()
    Image.fromarray((values.clip(0, 1) * 255 + 0.5).astype(np.uint8)).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file), np.float32) / 255
