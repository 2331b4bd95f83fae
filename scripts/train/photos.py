"""Random crops of photographs: the clean pictures of the training."""

import io
import random
from pathlib import Path

import numpy as np
from PIL import Image

EXTENSIONS = {".png", ".jpg", ".jpeg", ".webp"}
MAX_SIDE_PX = 1600


class Photos:
    """The photographs of a folder (RGB, 8 bits), reduced to a longer side of at most `MAX_SIDE_PX` and held in memory."""

    def __init__(self, folder: str) -> None:
        files = sorted(path for path in Path(folder).iterdir() if path.suffix.lower() in EXTENSIONS)
        if not files:
            raise SystemExit(f"{folder} holds no PNG, JPEG or WebP photograph. Name another folder.")
        self.pictures = [self._read(path) for path in files]

    @staticmethod
    def _read(path: Path) -> Image.Image:
        picture = Image.open(path).convert("RGB")
        picture.thumbnail((MAX_SIDE_PX, MAX_SIDE_PX), Image.LANCZOS)
        return picture

    def crop(self, rng: random.Random, side: int) -> Image.Image:
        """Returns a square of `side` pixels of a random photograph at a random scale.

        It is randomly stretched and mirrored, at times rotated, and its channels are at times in another order.
        """
        picture = rng.choice(self.pictures)
        min_scale = side / min(picture.size)
        scale = min(1.0, max(min_scale, rng.uniform(0.25, 1.0)))
        length = side / max(scale, min_scale)
        width, height = (min(int(length * rng.uniform(0.8, 1.25)), extent) for extent in picture.size)
        left, top = (rng.randint(0, extent - taken) for extent, taken in zip(picture.size, (width, height)))
        box = (left, top, left + width, top + height)
        crop = picture.resize((side, side), Image.LANCZOS, box, reducing_gap=1.5)
        if rng.random() < 0.5:
            crop = crop.transpose(Image.FLIP_LEFT_RIGHT)
        if rng.random() < 0.12:
            crop = Image.merge("RGB", rng.sample(crop.split(), 3))
        return crop.rotate(90, Image.BILINEAR) if rng.random() < 0.15 else crop


def as_jpeg(values: np.ndarray, quality: int) -> np.ndarray:
    """Returns `values` (height, width, 3; 0..1) after JPEG compression of that quality (of libjpeg)."""
    file = io.BytesIO()
    Image.fromarray((values.clip(0, 1) * 255 + 0.5).astype(np.uint8)).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file), np.float32) / 255
