"""Trains a small network that doubles the size of photographs, clean and compressed:

python3 upscale.py --photos CLONE --held-out FOLDER --minutes 60 --to weights/upscale.onnx

CLONE: a clone of github.com/BuddiesOfBudgie/budgie-backgrounds (CC0-1.0), whose whole history is used. FOLDER:
other photographs, on which the script reports its progress. README.md reports the results.
"""

import argparse
import copy
import math
import random
import subprocess
import time
from collections import deque
from io import BytesIO
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.nn import functional as F

SEED = 21
FEATURES = 48
LAYERS = 8
BATCH = 8
PATCH_PX = 96
"""Side of a training patch at the doubled size."""
MAX_RATE = 4e-4
"""Higher rates diverged: 1.5e-3 after 1,700 steps, 7e-4 after 6,500."""
WARM_UP = 0.02
"""Fraction of the training in which the rate rises."""
MAX_LOSS_RATIO = 4
"""Skip a batch whose squared error exceeds the recent mean by this factor: such batches led to divergence."""
MAX_GRADIENT_RATIO = 3
"""Skip a batch whose gradient's norm exceeds the recent median by this factor."""
MAX_PROGRESS_LOSS_DB = 0.15
"""Return to the last good weights, with half the rate, if the mean gain on the held-out pictures falls by more."""
EMA_DECAY = 0.999
SCALES = (0.5, 0.3)
"""Photographs are used at these scales, relative to 3840 pixels of width, so that their own compression is gone."""
EXCLUDED = {"temp.jpg", "abstract-spiral.jpg", "geo-forest.jpg", "nasty-star.jpg"}
"""Drawings, and one picture without a description."""
LEAK = 0.1
"""Slope of the leaky ReLU for negative values."""
COMPRESSED = 0.35
"""Fraction of the patches that are JPEGs."""
QUALITIES = (25, 92)
"""Range of their quality, as of libjpeg."""


class Convolution(nn.Module):
    """A 3 x 3 convolution whose kernel is the sum of several, which trains better (Ding et al. 2021; Hu et al. 2022).

    The kernels are added, not their results, so that training costs no more than one convolution.
    """

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        hidden = 2 * outputs
        self.direct = nn.Parameter(torch.empty(outputs, inputs, 3, 3))
        self.point = nn.Parameter(torch.empty(outputs, inputs))
        self.expand = nn.Parameter(torch.empty(hidden, inputs))
        self.reduce = nn.Parameter(torch.empty(outputs, hidden, 3, 3))
        self.bias = nn.Parameter(torch.zeros(outputs))
        for kernel in (self.direct, self.point, self.expand, self.reduce):
            nn.init.kaiming_normal_(kernel, a=LEAK)
        with torch.no_grad():
            self.direct.mul_(0.6)
            self.point.mul_(0.3)
            self.reduce.mul_(0.5)
        identity = torch.eye(outputs, inputs) if inputs == outputs else torch.zeros(outputs, inputs)
        self.register_buffer("same", identity)

    def kernel(self) -> torch.Tensor:
        """Returns the one kernel (outputs, inputs, 3, 3) with the same result."""
        composed = torch.einsum("owyx,wi->oiyx", self.reduce, self.expand)
        centre = F.pad((self.point + self.same)[:, :, None, None], (1, 1, 1, 1))
        return self.direct + composed + centre

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.cpu.amp.autocast(enabled=False):
            kernel = self.kernel()
        return F.conv2d(x, kernel, self.bias, padding=1)


class Upscaler(nn.Module):
    """RGB, 0..1 (batch, 3, height, width) to the same picture at twice the size.

    Plain 3 x 3 convolutions at the small size add to a 5 x 5 interpolation, which begins as bicubic. While it trains,
    the convolutions are computed in bfloat16, and the interpolation, which needs the precision, is not.
    """

    def __init__(self, make=Convolution) -> None:
        super().__init__()
        widths = [3] + [FEATURES] * (LAYERS + 1)
        self.body = nn.ModuleList(make(*pair) for pair in zip(widths, widths[1:]))
        self.last = make(FEATURES, 12)
        self.interpolate = nn.Conv2d(3, 12, 5, padding=2, bias=False)
        with torch.no_grad():
            self.interpolate.weight.copy_(bicubic_kernels())

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        with torch.cpu.amp.autocast(enabled=self.training, dtype=torch.bfloat16):
            x = picture - 0.5
            for layer in self.body:
                x = F.leaky_relu(layer(x), LEAK)
            detail = self.last(x)
        return F.pixel_shuffle(detail.float() + self.interpolate(picture), 2)

    def merged(self) -> "Upscaler":
        """Returns the same network with one kernel for each convolution."""
        plain = Upscaler(lambda inputs, outputs: nn.Conv2d(inputs, outputs, 3, padding=1))
        with torch.no_grad():
            for merged, own in zip([*plain.body, plain.last], [*self.body, self.last]):
                merged.weight.copy_(own.kernel())
                merged.bias.copy_(own.bias)
            plain.interpolate.load_state_dict(self.interpolate.state_dict())
        return plain


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


def photographs(git: str) -> list[np.ndarray]:
    """Returns the photographs (height, width, 3; bytes) of a repository's history, at each of `SCALES`."""

    def run(*words: str) -> bytes:
        return subprocess.run(["git", "-C", git, *words], capture_output=True, check=False).stdout

    listed = run("log", "--all", "--name-only", "--format=", "--", "*.jpg").decode().split("\n")
    pictures = []
    for path in sorted({path for path in listed if path and Path(path).name not in EXCLUDED}):
        commit = run("log", "--all", "--diff-filter=AM", "--format=%H", "-1", "--", path).decode().strip()
        data = run("show", f"{commit}:{path}")
        if not data:
            print(f"{path}: not in this clone", flush=True)
            continue
        photo = Image.open(BytesIO(data)).convert("RGB")
        for scale in SCALES:
            size = tuple(round(side * scale * 3840 / max(photo.size)) for side in photo.size)
            pictures.append(np.asarray(photo.resize(size, Image.LANCZOS)))
    return pictures


class Patches:
    """Random squares of photographs, preferably with detail."""

    def __init__(self, pictures: list[np.ndarray], side: int) -> None:
        self.pictures, self.side = pictures, side
        self.origins, self.weights = [], []
        for index, picture in enumerate(pictures):
            grey = picture.astype(np.float32).mean(2)
            change = np.abs(np.diff(grey, axis=0))[:, :-1] + np.abs(np.diff(grey, axis=1))[:-1]
            step = side // 2
            for top in range(0, picture.shape[0] - side - step, step):
                for left in range(0, picture.shape[1] - side - step, step):
                    detail = change[top : top + side, left : left + side].mean()
                    if detail > 4:
                        self.origins.append((index, top, left))
                        self.weights.append(min(detail, 20.0))
        self.summed = np.cumsum(self.weights)

    def batch(self, rng: random.Random, count: int) -> torch.Tensor:
        """Returns `count` patches (count, 3, side, side; 0..1), mirrored, turned, recoloured and brightened."""
        found = []
        for _ in range(count):
            at = int(np.searchsorted(self.summed, rng.uniform(0, self.summed[-1])))
            index, top, left = self.origins[min(at, len(self.origins) - 1)]
            top, left = (side + rng.randrange(self.side // 2) for side in (top, left))
            patch = self.pictures[index][top : top + self.side, left : left + self.side]
            patch = np.rot90(patch, rng.randrange(4))
            patch = patch[:, ::-1] if rng.random() < 0.5 else patch
            patch = patch[:, :, rng.sample(range(3), 3)] if rng.random() < 0.3 else patch
            values = patch.astype(np.float32) / 255
            if rng.random() < 0.3:
                values = values ** math.exp(rng.uniform(-0.4, 0.4))
            found.append(torch.from_numpy(np.ascontiguousarray(values.transpose(2, 0, 1))))
        return torch.stack(found)


def halved(pictures: torch.Tensor, rng: random.Random) -> torch.Tensor:
    """Returns the pictures at half the size: area, bicubic or between them, and rounded to bytes."""
    area = F.avg_pool2d(pictures, 2)
    bicubic = F.interpolate(pictures, scale_factor=0.5, mode="bicubic", antialias=True)
    mixed = torch.lerp(area, bicubic, rng.choice((0.0, 1.0, rng.random())))
    return (mixed.clamp(0, 1) * 255).round() / 255


def compressed(pictures: torch.Tensor, rng: random.Random, qualities: tuple[int, int]) -> torch.Tensor:
    """Returns the pictures after JPEG compression, with a random offset of the blocks, as crops of JPEGs have."""
    results = []
    for picture in pictures:
        top, left = rng.randrange(8), rng.randrange(8)
        padded = F.pad(picture[None], (left, 8 - left, top, 8 - top), mode="reflect")[0]
        file = BytesIO()
        values = (padded.permute(1, 2, 0).numpy() * 255 + 0.5).astype(np.uint8)
        Image.fromarray(values).save(file, "JPEG", quality=rng.randint(*qualities), subsampling=rng.choice((0, 2)))
        read = torch.from_numpy(np.array(Image.open(file))).permute(2, 0, 1).float() / 255
        results.append(read[:, top : top + picture.shape[1], left : left + picture.shape[2]])
    return torch.stack(results)


def psnr(picture: torch.Tensor, truth: torch.Tensor) -> float:
    """Returns the peak signal-to-noise ratio in dB."""
    return -10 * math.log10(float(((picture - truth) ** 2).mean()) + 1e-12)


def validate(net: nn.Module, pictures: list[np.ndarray]) -> dict[str, float]:
    """Returns the mean gain in PSNR over bicubic interpolation, by the kind of half."""
    plain = Upscaler(lambda inputs, outputs: nn.Conv2d(inputs, outputs, 3, padding=1)).interpolate
    gains = {"area": [], "bicubic": [], "JPEG 60": []}
    with torch.no_grad():
        for picture in pictures:
            height, width = (side // 2 * 2 for side in picture.shape[:2])
            truth = torch.from_numpy(picture[:height, :width].transpose(2, 0, 1).astype(np.float32) / 255)[None]
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


def train(pictures: list[np.ndarray], held_out: list[np.ndarray], minutes: float, to: Path) -> None:
    """Trains by Adam, with a learning rate that rises and falls once; writes the averaged weights every two minutes.

    Continues from the weights (`.pt`) beside `to` if there are any.
    """
    rng = random.Random(SEED)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    patches = Patches(pictures, PATCH_PX)
    net = Upscaler().to(memory_format=torch.channels_last)
    if (checkpoint := to.with_suffix(".pt")).exists():
        net.load_state_dict(torch.load(checkpoint))
    mean = copy.deepcopy(net).eval()
    good, best, rate = copy.deepcopy(net.state_dict()), sum(validate(mean, held_out).values()), MAX_RATE
    optimiser = torch.optim.Adam(net.parameters())
    print(f"{len(pictures)} pictures, {len(patches.origins)} patches", flush=True)
    start, saved, count, squares, norms = time.time(), time.time(), 0, deque(maxlen=200), deque(maxlen=200)
    while (done := (time.time() - start) / (60 * minutes)) < 1:
        decay_fraction = 0.5 * (1 + math.cos(math.pi * (done - WARM_UP) / (1 - WARM_UP)))
        for group in optimiser.param_groups:
            group["lr"] = rate * (done / WARM_UP if done < WARM_UP else decay_fraction)
        truth = patches.batch(rng, BATCH)
        small = halved(truth, rng)
        jpegs = round(COMPRESSED * BATCH)
        small[:jpegs] = compressed(small[:jpegs], rng, QUALITIES)
        error = net(small.contiguous(memory_format=torch.channels_last)) - truth
        optimiser.zero_grad()
        error.abs().mean().backward()
        squared = float((error.detach() ** 2).mean())
        norm = float(nn.utils.clip_grad_norm_(net.parameters(), 0.5))
        count += 1
        is_typical = count <= 200 or (
            squared < MAX_LOSS_RATIO * np.mean(squares) and norm < MAX_GRADIENT_RATIO * np.median(norms)
        )
        squares.append(squared)
        norms.append(norm)
        if is_typical:
            optimiser.step()
            decay = min(EMA_DECAY, count / (count + 10))
            with torch.no_grad():
                for own, new in zip(mean.parameters(), net.parameters()):
                    own.lerp_(new, 1 - decay)
        if time.time() - saved > 120:
            saved = time.time()
            gains = validate(mean, held_out)
            fitted = -10 * math.log10(np.mean(squares))
            progress = f"{count} steps, {100 * done:.0f} %, {fitted:.2f} dB; {text_of(gains)}"
            print(f"{progress}; {time.process_time():.0f} s of CPU", flush=True)
            if sum(gains.values()) < best - len(gains) * MAX_PROGRESS_LOSS_DB:
                print("diverged: continues from the last good weights at half the rate", flush=True)
                rate /= 2
                net.load_state_dict(good)
                mean.load_state_dict(good)
                optimiser = torch.optim.Adam(net.parameters())
                continue
            best, good = max(best, sum(gains.values())), copy.deepcopy(mean.state_dict())
            write(mean, to)
    write(mean, to)
    print(f"{count} steps; {text_of(validate(mean, held_out))}", flush=True)


def text_of(gains: dict[str, float]) -> str:
    """Returns the gains in dB by kind as one line."""
    return ", ".join(f"{kind} {gain:+.3f} dB" for kind, gain in gains.items())


def write(net: Upscaler, to: Path) -> None:
    """Writes the network for pictures of any size as ONNX, and its weights (`.pt`), from which a training continues."""
    torch.save(net.state_dict(), to.with_suffix(".pt"))
    sides = {2: "height", 3: "width"}
    torch.onnx.export(
        net.merged().eval(),
        torch.rand(1, 3, 64, 64),
        str(to),
        input_names=["picture"],
        output_names=["result"],
        dynamic_axes={"picture": sides, "result": {2: "height2", 3: "width2"}},
        opset_version=13,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", required=True)
    parser.add_argument("--held-out", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    held_out = [np.asarray(Image.open(path).convert("RGB")) for path in sorted(Path(options.held_out).iterdir())]
    train(photographs(options.photos), held_out, options.minutes, options.to)
