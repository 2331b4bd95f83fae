"""The network that `overlay.py` trains: a U-Net on squares of 2 x 2 pixels."""

import torch
from net import block
from torch import nn


class FoldedUNet(nn.Module):
    """RGB, 0..1 (batch, 3, height, width; both sides multiples of 32) to `outputs` planes of logits of that size.

    Four pixels are one place of twelve channels: quicker than at full size, with more to see by.
    """

    def __init__(self, outputs: int = 1, widths: tuple[int, ...] = (16, 32, 64, 96, 96)) -> None:
        super().__init__()
        self.down = nn.ModuleList(block(of, to) for of, to in zip((12, *widths), widths))
        self.up = nn.ModuleList(block(below + own, own) for own, below in zip(widths, widths[1:]))
        self.last = nn.Conv2d(widths[0], 4 * outputs, 1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        seen = []
        x = nn.functional.pixel_unshuffle(picture - 0.5, 2)
        for level, down in enumerate(self.down):
            x = down(nn.functional.max_pool2d(x, 2) if level else x)
            seen.append(x)
        for level in reversed(range(len(self.up))):
            larger = nn.functional.interpolate(x, scale_factor=2, mode="nearest")
            x = self.up[level](torch.cat((larger, seen[level]), 1))
        return nn.functional.pixel_shuffle(self.last(x), 2)
