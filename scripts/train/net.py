"""A small U-Net, as of Ronneberger et al. 2015: for each pixel, how likely it is of what is sought."""

import torch
from torch import nn


def block(of: int, to: int) -> nn.Sequential:
    """Two convolutions of 3 x 3, each normalised; the export folds the normalisation into the weights."""
    parts = []
    for channels in (of, to):
        parts += [nn.Conv2d(channels, to, 3, padding=1, bias=False), nn.BatchNorm2d(to), nn.ReLU(inplace=True)]
    return nn.Sequential(*parts)


class SmallUNet(nn.Module):
    """RGB, 0..1 (batch, 3, height, width; both sides multiples of 32) to `outputs` planes of logits of that size.

    It works at half the size, with more channels (`widths`, from the largest size to the smallest) for each pixel: quicker
    for what it weighs. It begins with a strided convolution, or with squares of 2 x 2 pixels as places of twelve channels
    (`unshuffled`).
    """

    def __init__(self, widths: tuple[int, ...], *, unshuffled: bool, outputs: int = 1) -> None:
        super().__init__()
        self.unshuffled = unshuffled
        self.down = nn.ModuleList(block(of, to) for of, to in zip((12, *widths), widths))
        if not unshuffled:
            self.down[0][0] = nn.Conv2d(3, widths[0], 4, stride=2, padding=1, bias=False)
        self.up = nn.ModuleList(block(below + own, own) for own, below in zip(widths, widths[1:]))
        self.last = nn.Conv2d(widths[0], 4 * outputs, 1)
        nn.init.constant_(self.last.bias, -3)  # what is sought is rare

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        seen = []
        x = picture - 0.5
        x = nn.functional.pixel_unshuffle(x, 2) if self.unshuffled else x
        for level, down in enumerate(self.down):
            x = down(nn.functional.max_pool2d(x, 2) if level else x)
            seen.append(x)
        for level in reversed(range(len(self.up))):
            larger = nn.functional.interpolate(x, scale_factor=2, mode="nearest")
            x = self.up[level](torch.cat((larger, seen[level]), 1))
        return nn.functional.pixel_shuffle(self.last(x), 2)
