"""Trains the network that finds damage of old photographs: python3 damage.py PHOTOGRAPHS MINUTES [WEIGHTS.onnx]"""

import random
import sys
from pathlib import Path

import numpy as np
from fit import fit
from net import SmallUNet
from photos import Photos, as_jpeg
from prints import aged, decoys, grain, paper_of, softened
from wear import blots, fold, hairs, peeled, scratches, specks, torn, tramlines

SIDE = 192

INTACT = 0.3
"""Share of the pieces without any damage."""

NOTICED = (0.05, 0.12)
"""Change of a channel that is not asked for at all, and that must be found."""

KINDS = {scratches: 7, tramlines: 2, hairs: 2.5, specks: 3, blots: 1.2, peeled: 0.4, torn: 0.8, fold: 2}


def damaged(rng: random.Random, clean: np.ndarray) -> np.ndarray:
    """The piece (height, width, 3; 0..1) with one to five kinds of damage on it."""
    out = clean
    paper = paper_of(rng, clean)
    for kind in rng.choices(list(KINDS), list(KINDS.values()), k=rng.choice((1, 2, 2, 3, 4, 5))):
        if kind is torn:
            hole, bare = torn(rng, SIDE)
            beyond = rng.choice((paper, np.float32([1, 1, 1]), np.float32([0, 0, 0]), paper * rng.random()))
            out = laid(laid(out, bare, paper), hole, beyond)
        elif kind is fold:
            broken, shade = fold(rng, SIDE)
            out = laid((out + shade[..., None]).clip(0, 1), broken, paper)
        else:
            out = laid(out, kind(rng, SIDE), stuff(rng, paper, 0.3 if kind in (scratches, peeled) else 0.5))
    return out


def stuff(rng: random.Random, paper: np.ndarray, dark: float) -> np.ndarray:
    """Colour of what lies there: bare paper or light through film; or dirt, ink and shadow, and rarely anything."""
    if rng.random() < 0.06:
        return np.float32([rng.random() for _ in range(3)])
    if rng.random() < dark:
        return rng.uniform(0, 0.35) * np.float32([1, rng.uniform(0.75, 1), rng.uniform(0.5, 1)])
    return paper


def laid(picture: np.ndarray, cover: np.ndarray, colour: np.ndarray) -> np.ndarray:
    return picture + cover[..., None] * (colour - picture)


class Maker:
    """Pieces with and without damage, and where it is (height, width, 1)."""

    def __init__(self, folder: str) -> None:
        self.photos = Photos(folder)

    def __call__(self, rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
        piece = np.asarray(self.photos.piece(rng, SIDE), np.float32) / 255
        before = aged(rng, decoys(rng, piece))
        if rng.random() < INTACT:
            (after,), change = softened(rng, before), np.zeros((SIDE, SIDE), np.float32)
        else:
            before, after = softened(rng, before, damaged(rng, before))
            change = np.maximum.reduce([np.abs(after[..., k] - before[..., k]) for k in range(3)])
        wanted = ((change - NOTICED[0]) / (NOTICED[1] - NOTICED[0])).clip(0, 1)
        if rng.random() < 0.5:
            after = after + rng.uniform(0, 0.012) * grain(rng, SIDE)
        after = as_jpeg(after, rng.randint(45, 96)) if rng.random() < 0.5 else after.clip(0, 1)
        return after, wanted[..., None]


def network() -> SmallUNet:
    """The network that is trained here."""
    return SmallUNet((24, 32, 48, 64, 64), unshuffled=False)


if __name__ == "__main__":
    here = Path(__file__).parent / "weights/damage.onnx"
    fit(network(), Maker(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]) if sys.argv[3:] else here)
