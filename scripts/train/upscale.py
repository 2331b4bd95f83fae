"""Trains a small network that doubles the size of photographs, clean and compressed:

python3 upscale.py --photos CLONE --held-out FOLDER --minutes 60 --to weights/upscale.onnx

CLONE: a clone of github.com/BuddiesOfBudgie/budgie-backgrounds (CC0-1.0), whose whole history is used. FOLDER:
other photographs, on which the script reports its progress. README.md reports the results.
"""

import random

import numpy as np
import torch
from pictures import BATCH, LEAK, SEED, LossTask, arguments, compressed, convolution, psnr, tensor_of, train
from torch import nn
from torch.nn import functional as F

FEATURES = 48
LAYERS = 8
COMPRESSED = 0.35
"""Fraction of the patches that are JPEGs."""
QUALITIES = (25, 92)
"""Range of their quality, as of libjpeg."""


class Upscaler(nn.Module):
    """RGB, 0..1 (batch, 3, height, width) to the same picture at twice the size.

    Plain 3 x 3 convolutions at the small size add to a 5 x 5 interpolation, which begins as bicubic.
    """

    def __init__(self) -> None:
        super().__init__()
        widths = [3] + [FEATURES] * (LAYERS + 1)
        self.body = nn.ModuleList(convolution(*pair) for pair in zip(widths, widths[1:]))
        self.last = convolution(FEATURES, 12)
        self.interpolate = nn.Conv2d(3, 12, 5, padding=2, bias=False)
        with torch.no_grad():
            self.interpolate.weight.copy_(bicubic_kernels())

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        x = picture - 0.5
        for layer in self.body:
            x = F.leaky_relu(layer(x), LEAK)
        return F.pixel_shuffle(self.last(x) + self.interpolate(picture), 2)


def bicubic_kernels() -> torch.Tensor:
    """Returns the kernels (12, 3, 5, 5) of bicubic interpolation to the four quarters of a pixel (Keys 1981)."""

    def weight(distance: float) -> float:
        d = abs(distance)
        return 1.5 * d**3 - 2.5 * d**2 + 1 if d <= 1 else -0.5 * d**3 + 2.5 * d**2 - 4 * d + 2 if d < 2 else 0.0

    taps = torch.tensor([[weight(at - shift) for at in range(-2, 3)] for shift in (-0.25, 0.25)])
    kernels = torch.zeros(12, 3, 5, 5)
    for channel in range(3):
        for y in range(2):
            for x in range(2):
                kernels[4 * channel + 2 * y + x, channel] = torch.outer(taps[y], taps[x])
    return kernels


def halved(pictures: torch.Tensor, rng: random.Random) -> torch.Tensor:
    """Returns the pictures at half the size: area, bicubic or between them, and rounded to bytes."""
    area = F.avg_pool2d(pictures, 2)
    bicubic = F.interpolate(pictures, scale_factor=0.5, mode="bicubic", antialias=True)
    mixed = torch.lerp(area, bicubic, rng.choice((0.0, 1.0, rng.random())))
    return (mixed.clamp(0, 1) * 255).round() / 255


class Doubling(LossTask):
    """Photographs from their halves, of which some are JPEGs."""

    def network(self) -> nn.Module:
        return Upscaler()

    def given(self, truth: torch.Tensor, rng: random.Random) -> torch.Tensor:
        small = halved(truth, rng)
        jpegs = round(COMPRESSED * BATCH)
        small[:jpegs] = compressed(small[:jpegs], rng, QUALITIES)
        return small

    def gains(self, net: nn.Module) -> dict[str, float]:
        """Returns the mean gain in PSNR over bicubic interpolation, by the kind of half."""
        plain = Upscaler().interpolate
        gains = {"area": [], "bicubic": [], "JPEG 60": []}
        with torch.no_grad():
            for picture in self.held_out:
                truth = tensor_of(picture, 2)
                for kind, half in (
                    ("area", F.avg_pool2d(truth, 2)),
                    ("JPEG 60", F.avg_pool2d(truth, 2)),
                    ("bicubic", F.interpolate(truth, scale_factor=0.5, mode="bicubic", antialias=True)),
                ):
                    half = (half.clamp(0, 1) * 255).round() / 255
                    if kind == "JPEG 60":
                        half = compressed(half, random.Random(SEED), (60, 60))
                    before = F.pixel_shuffle(plain(half), 2).clamp(0, 1)
                    gains[kind].append(psnr(net(half).clamp(0, 1), truth) - psnr(before, truth))
        return {kind: float(np.mean(values)) for kind, values in gains.items()}


if __name__ == "__main__":
    options = arguments()
    train(Doubling(options), options)
