"""Trains the network that finds damage of old photographs.

    python3 damage.py --photos FOLDER --minutes 60 --to weights/damage.onnx
"""

import random

import numpy as np
from fit import fit
from net import SmallUNet
from photos import Photos, as_jpeg
from pictures import parser_of
from prints import aged, decoys, grain, paper_of, softened
from wear import blots, fold, hairs, peeled, scratches, specks, torn, tramlines

SIDE_PX = 192

UNDAMAGED = 0.35
"""Fraction of the crops without any damage."""

VISIBLE_CHANGE = (0.05, 0.12)
"""Changes of a channel (0..1) at which the target is 0 and 1: invisible damage is no target."""

KIND_WEIGHTS = {scratches: 7, tramlines: 3, hairs: 2.5, specks: 3, blots: 1.2, peeled: 0.4, torn: 0.8, fold: 2}


def damaged(rng: random.Random, clean: np.ndarray) -> np.ndarray:
    """Returns the crop (height, width, 3; 0..1) with one to five kinds of damage."""
    out = clean
    paper = paper_of(rng, clean)
    for kind in rng.choices(list(KIND_WEIGHTS), list(KIND_WEIGHTS.values()), k=rng.choice((1, 2, 2, 3, 4, 5))):
        if kind is torn:
            hole, fibres = torn(rng, SIDE_PX)
            background = rng.choice((paper, np.float32([1, 1, 1]), np.float32([0, 0, 0]), paper * rng.random()))
            out = blended(blended(out, fibres, paper), hole, background)
        elif kind is fold:
            broken, shade = fold(rng, SIDE_PX)
            out = blended((out + shade[..., None]).clip(0, 1), broken, paper)
        else:
            dark_fraction = 0.3 if kind in (scratches, peeled) else 0.5
            out = blended(out, kind(rng, SIDE_PX), damage_colour(rng, paper, dark_fraction))
    return out


def damage_colour(rng: random.Random, paper: np.ndarray, dark_fraction: float) -> np.ndarray:
    """Returns the colour of damage: bare paper, or dirt with probability `dark_fraction`; rarely any colour."""
    if rng.random() < 0.06:
        return np.float32([rng.random() for _ in range(3)])
    if rng.random() < dark_fraction:
        return rng.uniform(0, 0.35) * np.float32([1, rng.uniform(0.75, 1), rng.uniform(0.5, 1)])
    return paper


def blended(picture: np.ndarray, coverage: np.ndarray, colour: np.ndarray) -> np.ndarray:
    """Returns the picture with a colour blended over it."""
    return picture + coverage[..., None] * (colour - picture)


class SampleMaker:
    """Generates crops with and without damage, and where the damage is (height, width, 1)."""

    def __init__(self, folder: str) -> None:
        self.photos = Photos(folder)

    def __call__(self, rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
        crop = np.asarray(self.photos.crop(rng, SIDE_PX), np.float32) / 255
        before = aged(rng, decoys(rng, crop))
        if rng.random() < UNDAMAGED:
            (after,), change = softened(rng, before), np.zeros((SIDE_PX, SIDE_PX), np.float32)
        else:
            before, after = softened(rng, before, damaged(rng, before))
            change = np.maximum.reduce([np.abs(after[..., k] - before[..., k]) for k in range(3)])
        invisible, visible = VISIBLE_CHANGE
        target = ((change - invisible) / (visible - invisible)).clip(0, 1)
        if rng.random() < 0.5:
            after = after + rng.uniform(0, 0.012) * grain(rng, SIDE_PX)
        after = as_jpeg(after, rng.randint(45, 96)) if rng.random() < 0.5 else after.clip(0, 1)
        return after, target[..., None]


def network() -> SmallUNet:
    """Returns the untrained network."""
    return SmallUNet((24, 32, 48, 64, 64), unshuffled=False)


if __name__ == "__main__":
    options = parser_of(__doc__).parse_args()
    fit(network(), SampleMaker(options.photos), options.minutes, options.to, options.threads, options.bfloat16)
