"""A small U-Net (Ronneberger et al. 2015) that predicts a logit for each pixel."""

import torch
from torch import nn


def block(inputs: int, outputs: int) -> nn.Sequential:
    """Returns two 3 x 3 convolutions with batch normalisation, which the export folds into the weights."""
    layers = []
    for channels in (inputs, outputs):
        layers += [
            nn.Conv2d(channels, outputs, 3, padding=1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        ]
    return nn.Sequential(*layers)


class SmallUNet(nn.Module):
    """Maps RGB, 0..1 (batch, 3, height, width; both sides multiples of 32) to `outputs` planes of logits of that size.

    The largest feature maps have half the size of the picture, which is faster at the same number of weights. `widths`
    are their channels, from the largest to the smallest map. The first layer is a strided convolution, or a convolution
    after each square of 2 x 2 pixels becomes twelve channels (`unshuffled`).
    """

    def __init__(self, widths: tuple[int, ...], *, unshuffled: bool, outputs: int = 1) -> None:
        super().__init__()
        self.unshuffled = unshuffled
        self.down = nn.ModuleList(block(inputs, own) for inputs, own in zip((12, *widths), widths))
        if not unshuffled:
            self.down[0][0] = nn.Conv2d(3, widths[0], 4, stride=2, padding=1, bias=False)
        self.up = nn.ModuleList(block(below + own, own) for own, below in zip(widths, widths[1:]))
        self.last = nn.Conv2d(widths[0], 4 * outputs, 1)
        # Few pixels are positive: start with a low probability.
        nn.init.constant_(self.last.bias, -3)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        skipped = []
        x = picture - 0.5
        x = nn.functional.pixel_unshuffle(x, 2) if self.unshuffled else x
        for level, down in enumerate(self.down):
            x = down(nn.functional.max_pool2d(x, 2) if level else x)
            skipped.append(x)
        for level in reversed(range(len(self.up))):
            larger = nn.functional.interpolate(x, scale_factor=2, mode="nearest")
            x = self.up[level](torch.cat((larger, skipped[level]), 1))
        return nn.functional.pixel_shuffle(self.last(x), 2)
