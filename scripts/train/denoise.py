"""Trains a small network that removes noise of a stated level from photographs:

python3 denoise.py --photos CLONE --held-out FOLDER --minutes 60 --to weights/denoise.onnx

CLONE and FOLDER are those of upscale.py. README.md reports the results.
"""

import random

import numpy as np
import torch
from pictures import LEAK, SEED, LossTask, arguments, compressed, convolution, psnr, tensor_of, train
from sharpen import blurred, in_bytes, noisy
from torch import nn
from torch.nn import functional as F

FEATURES = 48
"""At half the size; twice as many at a quarter."""
MAX_SIGMA = 50 / 255
"""Low levels are drawn more often than high ones, since photographs have them more often."""
GREY, GRAINY, COMPRESSED = 0.15, 0.15, 0.1
"""Fractions of the pictures whose noise has no colour, whose noise is coarse, and that are JPEGs."""
GRAIN_PX = (0.3, 0.6)
"""Range of the standard deviation of the blur that makes noise coarse."""
QUALITIES = (80, 97)
"""Range of the quality of JPEGs, as of libjpeg."""


class Denoiser(nn.Module):
    """RGB and a plane of the noise level, 0..1 (batch, 4, height, width; multiples of 4) to RGB without the noise.

    Plain 3 x 3 convolutions on the quarters of each 2 x 2 pixels, and below them on those of each 4 x 4, estimate the
    noise relative to its level (the plane as an input: Zhang et al. 2018, "FFDNet").
    """

    def __init__(self) -> None:
        super().__init__()
        wide = 2 * FEATURES
        self.first = convolution(16, FEATURES)
        self.before = nn.ModuleList(convolution(FEATURES, FEATURES) for _ in range(2))
        self.down = nn.Conv2d(FEATURES, wide, 2, stride=2)
        self.below = nn.ModuleList(convolution(wide, wide) for _ in range(4))
        self.up = nn.Conv2d(wide, 4 * FEATURES, 1)
        self.after = nn.ModuleList(convolution(FEATURES, FEATURES) for _ in range(2))
        self.last = convolution(FEATURES, 12)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        picture, level = given[:, :3], given[:, 3:]
        x = F.leaky_relu(self.first(F.pixel_unshuffle(given - 0.5, 2)), LEAK)
        for layer in self.before:
            x = F.leaky_relu(layer(x), LEAK)
        below = F.leaky_relu(self.down(x), LEAK)
        for layer in self.below:
            below = F.leaky_relu(layer(below), LEAK)
        x = x + F.pixel_shuffle(self.up(below), 2)
        for layer in self.after:
            x = F.leaky_relu(layer(x), LEAK)
        return picture - level * F.pixel_shuffle(self.last(x), 2)


def leveled(picture: torch.Tensor, level: float) -> torch.Tensor:
    """Returns the picture (count, 3, height, width) with a plane of the noise level, a standard deviation of 1."""
    return torch.cat([picture, torch.full_like(picture[:, :1], level)], 1)


class Denoising(LossTask):
    """Photographs from noisy ones whose noise level is known."""

    def network(self) -> nn.Module:
        return Denoiser()

    def given(self, truth: torch.Tensor, rng: random.Random) -> torch.Tensor:
        return torch.cat([self.worn(picture[None], rng) for picture in truth])

    def worn(self, picture: torch.Tensor, rng: random.Random) -> torch.Tensor:
        """Returns one photograph (1, 3, height, width) with noise, and its level."""
        sigma = max(1 / 255, MAX_SIGMA * rng.random() ** 2)
        noise = noisy(torch.zeros_like(picture), sigma, rng.randrange(2**31), rng.random() < GREY)
        if rng.random() < GRAINY:
            noise = blurred(noise, rng.uniform(*GRAIN_PX))
        worn = in_bytes(picture + noise)
        if rng.random() < COMPRESSED:
            worn = compressed(worn, rng, QUALITIES)
        return leveled(worn, float(noise.std()))

    def gains(self, net: nn.Module) -> dict[str, float]:
        """Returns the mean gain in PSNR over the noisy picture, by the noise level of 255."""
        found = {sigma: [] for sigma in (5, 10, 25)}
        with torch.no_grad():
            for picture in self.held_out:
                truth = tensor_of(picture, 4)
                for sigma, gains in found.items():
                    worn = in_bytes(noisy(truth, sigma / 255, SEED))
                    gains.append(psnr(net(leveled(worn, sigma / 255)).clamp(0, 1), truth) - psnr(worn, truth))
        return {f"σ {sigma}": float(np.mean(gains)) for sigma, gains in found.items()}


if __name__ == "__main__":
    options = arguments()
    train(Denoising(options), options)
