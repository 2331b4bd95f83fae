"""Trains a small network that sharpens soft, noisy and compressed photographs at their own size:

python3 sharpen.py --photos CLONE --held-out FOLDER --minutes 60 --to weights/sharpen.onnx

CLONE and FOLDER are those of upscale.py. README.md reports the results.
"""

import math
import random

import numpy as np
import torch
from pictures import LEAK, SEED, LossTask, arguments, compressed, convolution, psnr, tensor_of, train
from torch import nn
from torch.nn import functional as F

FEATURES = 48
LAYERS = 8
BLURS_PX = (0.3, 1.6)
"""Range of the standard deviation of a Gaussian blur."""
REDUCTIONS = (1.15, 2.2)
"""Range by which a picture is reduced that is soft because it was enlarged again."""
NOISES = (0.002, 0.03)
"""Range of the standard deviation of noise, of 1."""
QUALITIES = (40, 95)
"""Range of the quality of JPEGs, as of libjpeg."""
UNTOUCHED, REDUCED, NOISY, COMPRESSED = 0.1, 0.25, 0.35, 0.4
"""Fractions of the pictures that are sharp as they are, that were enlarged, that are noisy and that are JPEGs."""


class Sharpener(nn.Module):
    """RGB, 0..1 (batch, 3, height, width; both even) to the same picture, sharper.

    Plain 3 x 3 convolutions on the four quarters of each 2 x 2 pixels add to the picture: a quarter of the places, and
    twice the reach.
    """

    def __init__(self) -> None:
        super().__init__()
        widths = [12] + [FEATURES] * (LAYERS + 1)
        self.body = nn.ModuleList(convolution(*pair) for pair in zip(widths, widths[1:]))
        self.last = convolution(FEATURES, 12)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        x = F.pixel_unshuffle(picture - 0.5, 2)
        for layer in self.body:
            x = F.leaky_relu(layer(x), LEAK)
        return picture + F.pixel_shuffle(self.last(x), 2)


def blurred(picture: torch.Tensor, sigma: float) -> torch.Tensor:
    """Returns the picture (count, 3, height, width) after a Gaussian blur."""
    reach = math.ceil(3 * sigma)
    taps = torch.exp(-0.5 * (torch.arange(-reach, reach + 1) / sigma) ** 2)
    kernel = (taps / taps.sum()).view(1, 1, 1, -1).repeat(3, 1, 1, 1)
    across = F.conv2d(F.pad(picture, (reach, reach, 0, 0), mode="reflect"), kernel, groups=3)
    return F.conv2d(F.pad(across, (0, 0, reach, reach), mode="reflect"), kernel.transpose(2, 3), groups=3)


def enlarged(picture: torch.Tensor, rng: random.Random) -> torch.Tensor:
    """Returns the picture (count, 3, height, width) after it was reduced and enlarged again."""
    height, width = picture.shape[2:]
    factor = rng.uniform(*REDUCTIONS)
    small = [round(side / factor) for side in (height, width)]
    reduced = F.interpolate(picture, small, mode="bicubic", antialias=True)
    return F.interpolate(reduced, (height, width), mode=rng.choice(("bicubic", "bilinear")), align_corners=False)


def noisy(picture: torch.Tensor, sigma: float, seed: int, grey: bool = False) -> torch.Tensor:
    """Returns the picture (count, 3, height, width) with normally distributed noise."""
    shape = (picture.shape[0], 1 if grey else 3, *picture.shape[2:])
    return picture + sigma * torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def in_bytes(picture: torch.Tensor) -> torch.Tensor:
    """Returns the picture rounded to bytes."""
    return (picture.clamp(0, 1) * 255).round() / 255


class Sharpening(LossTask):
    """Photographs from soft, noisy and compressed ones."""

    def network(self) -> nn.Module:
        return Sharpener()

    def given(self, truth: torch.Tensor, rng: random.Random) -> torch.Tensor:
        return torch.cat([self.worn(picture[None], rng) for picture in truth])

    def worn(self, picture: torch.Tensor, rng: random.Random) -> torch.Tensor:
        """Returns one photograph (1, 3, height, width) as it may be."""
        kind = rng.random()
        if kind > UNTOUCHED + REDUCED:
            picture = blurred(picture, rng.uniform(*BLURS_PX))
        elif kind > UNTOUCHED:
            picture = enlarged(picture, rng)
        if rng.random() < NOISY:
            picture = noisy(picture, rng.uniform(*NOISES), rng.randrange(2**31), rng.random() < 0.3)
        picture = in_bytes(picture)
        return compressed(picture, rng, QUALITIES) if rng.random() < COMPRESSED else picture

    def gains(self, net: nn.Module) -> dict[str, float]:
        """Returns the mean gain in PSNR over the soft picture."""
        found = {"soft 0.8": [], "soft 1.2, JPEG 85": [], "soft 1, noise 2 %": [], "sharp": []}
        with torch.no_grad():
            for picture in self.held_out:
                truth = tensor_of(picture, 2)
                given = {
                    "soft 0.8": in_bytes(blurred(truth, 0.8)),
                    "soft 1.2, JPEG 85": compressed(in_bytes(blurred(truth, 1.2)), random.Random(SEED), (85, 85)),
                    "soft 1, noise 2 %": in_bytes(noisy(blurred(truth, 1), 0.02, SEED)),
                }
                for kind, soft in given.items():
                    found[kind].append(psnr(net(soft).clamp(0, 1), truth) - psnr(soft, truth))
                # A sharp picture has nothing to gain: how near it stays, beside 45 dB.
                found["sharp"].append(min(0, psnr(net(truth).clamp(0, 1), truth) - 45))
        return {kind: float(np.mean(values)) for kind, values in found.items()}


if __name__ == "__main__":
    options = arguments()
    train(Sharpening(options), options)
