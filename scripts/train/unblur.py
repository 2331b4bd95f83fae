"""Trains a small network that finishes what a deconvolution leaves: soft edges, ringing and noise.

python3 unblur.py --photos CLONE --held-out FOLDER --minutes 60 --to weights/unblur.onnx

CLONE and FOLDER are those of upscale.py. The deconvolution is the unblur tool's own, of the blur that it measures: Node
runs it first on squares of the photographs (deconvolve.mjs), which takes minutes. README.md reports the results.
"""

import argparse
import random
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from pictures import (
    BATCH,
    PATCH_PX,
    SEED,
    Patches,
    Task,
    arguments,
    bytes_of,
    photographs,
    picture_of,
    psnr,
    tensor_of,
    train,
)
from sharpen import Sharpener
from torch import nn

SQUARES = 800
"""Squares of photographs that are blurred and deconvolved."""
HELD_OUT_BLURS = 6
"""Random blurs of the centre of each held-out picture."""
SQUARE_PX, MARGIN_PX = 256, 24
"""Side of a square, and what the blur reads around it."""


class Unblurring(Task):
    """Photographs from deconvolved ones."""

    def __init__(self, options: argparse.Namespace) -> None:
        rng = random.Random(SEED)
        squares = Patches(photographs(options.photos), SQUARE_PX + 2 * MARGIN_PX)
        self.patches = Patches(deconvolved([bytes_of(squares.batch(rng, 1)[0]) for _ in range(SQUARES)]), PATCH_PX)
        held_out = [centre_of(picture_of(path)) for path in sorted(Path(options.held_out).iterdir())]
        self.held_out = deconvolved(HELD_OUT_BLURS * held_out)

    def network(self) -> nn.Module:
        return Sharpener()

    def batch(self, rng: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
        given, truth = self.patches.batch(rng, BATCH).split(3, 1)
        return given, truth

    def gains(self, net: nn.Module) -> dict[str, float]:
        """Returns the mean gain in PSNR over the deconvolved picture."""
        gains = []
        with torch.no_grad():
            for pair in self.held_out:
                given, truth = tensor_of(pair, 2).split(3, 1)
                gains.append(psnr(net(given).clamp(0, 1), truth) - psnr(given, truth))
        return {"deconvolved": float(np.mean(gains))}


def centre_of(picture: np.ndarray) -> np.ndarray:
    """Returns the centre of a picture, a square at most with its margin on each side."""
    side = SQUARE_PX + 2 * MARGIN_PX
    top, left = (max(0, (extent - side) // 2) for extent in picture.shape[:2])
    return picture[top : top + side, left : left + side]


def deconvolved(squares: list[np.ndarray]) -> list[np.ndarray]:
    """Returns the squares without their margin (height, width, 6; bytes): deconvolved after a random blur, and sharp."""
    script = Path(__file__).with_name("deconvolve.mjs")
    with tempfile.TemporaryDirectory() as folder:
        for index, square in enumerate(squares):
            Image.fromarray(square).save(Path(folder) / f"{index:05}.png")
        subprocess.run(["node", script, folder, "--side", str(SQUARE_PX)], check=True)
        pairs = sorted(Path(folder).glob("*.found.png"))
        return [np.dstack([picture_of(path), picture_of(true_path(path))]) for path in pairs]


def true_path(path: Path) -> Path:
    """Returns the path of the sharp square that belongs to a deconvolved one."""
    return path.with_name(path.name.replace(".found.", ".true."))


if __name__ == "__main__":
    options = arguments()
    train(Unblurring(options), options)
