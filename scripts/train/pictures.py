"""What our networks for pictures are made of and trained by; `upscale.py` and its neighbours say what they learn."""

import argparse
import copy
import math
import multiprocessing
import random
import subprocess
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from io import BytesIO
from multiprocessing.queues import Queue
from pathlib import Path

import numpy as np
import torch
from onnx_weights import load_convolutions
from PIL import Image
from torch import nn
from torch.nn import functional as F

SEED = 21
BATCH = 8
PATCH_PX = 96
"""Side of a training patch of the photograph."""
MAX_RATE = 1e-3
"""Three times as much learned less in the same time."""
MOMENTUM = 0.95
WARM_UP = 0.02
"""Fraction of the training in which the rate rises."""
MAX_LOSS_RATIO = 4
"""Skip a batch whose squared error exceeds the recent mean by this factor: such batches led to divergence."""
MAX_GRADIENT_RATIO = 3
"""Skip a batch whose gradient's norm exceeds the recent median by this factor."""
MAX_PROGRESS_LOSS_DB = 0.15
"""Return to the last good weights, with half the rate, if the mean gain on the held-out pictures falls by more."""
EMA_DECAY = 0.999
EXACT = 0.15
"""Last fraction of a training in bfloat16 that is trained in 32 bits."""
QUEUED_BATCHES = 6
SCALES = (0.5, 0.3)
"""Photographs are used at these scales, relative to 3840 pixels of width, so that their own compression is gone."""
EXCLUDED = {"temp.jpg", "abstract-spiral.jpg", "geo-forest.jpg", "nasty-star.jpg"}
"""Drawings, and one picture without a description."""
LEAK = 0.1
"""Slope of the leaky ReLU for negative values."""


def convolution(inputs: int, outputs: int) -> nn.Conv2d:
    """Returns a 3 x 3 convolution that begins near the identity where it can."""
    layer = nn.Conv2d(inputs, outputs, 3, padding=1)
    nn.init.kaiming_normal_(layer.weight, a=LEAK)
    with torch.no_grad():
        layer.bias.zero_()
        layer.weight.mul_(0.5)
        if inputs == outputs:
            layer.weight[:, :, 1, 1] += 0.7 * torch.eye(outputs)
    return layer


class Muon(torch.optim.Optimizer):
    """Gradient descent whose steps are orthogonal matrices (Jordan et al. 2024, "Muon"), scaled to Adam's size (Liu et
    al. 2025, "Muon is scalable").

    It brought the sharpener as far as Adam did in seven times the time.
    """

    def __init__(self, kernels: list[nn.Parameter], lr: float) -> None:
        super().__init__(kernels, {"lr": lr})

    @torch.no_grad()
    def step(self) -> None:
        for group in self.param_groups:
            for kernel in group["params"]:
                momentum = self.state[kernel].setdefault("momentum", torch.zeros_like(kernel))
                momentum.mul_(MOMENTUM).add_(kernel.grad)
                change = orthogonal((kernel.grad + MOMENTUM * momentum).flatten(1))
                size = 0.2 * math.sqrt(max(change.shape))
                kernel.add_(change.view_as(kernel), alpha=-size * group["lr"])


def orthogonal(matrix: torch.Tensor) -> torch.Tensor:
    """Returns nearly the closest matrix with orthogonal rows or columns: five steps of Newton and Schulz."""
    is_tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if is_tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        square = x @ x.T
        x = 3.4445 * x + (-4.775 * square + 2.0315 * square @ square) @ x
    return x.T if is_tall else x


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
    """Random squares of photographs, or of several that lie over each other, preferably with detail."""

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
        """Returns `count` patches (count, channels, side, side; 0..1), mirrored, turned, recoloured and brightened."""
        found = []
        for _ in range(count):
            at = int(np.searchsorted(self.summed, rng.uniform(0, self.summed[-1])))
            index, top, left = self.origins[min(at, len(self.origins) - 1)]
            top, left = (side + rng.randrange(self.side // 2) for side in (top, left))
            patch = self.pictures[index][top : top + self.side, left : left + self.side]
            patch = np.rot90(patch, rng.randrange(4))
            patch = patch[:, ::-1] if rng.random() < 0.5 else patch
            if rng.random() < 0.3:
                order = rng.sample(range(3), 3)
                patch = patch[:, :, [at - at % 3 + order[at % 3] for at in range(patch.shape[2])]]
            values = patch.astype(np.float32) / 255
            if rng.random() < 0.3:
                values = values ** math.exp(rng.uniform(-0.4, 0.4))
            found.append(torch.from_numpy(np.ascontiguousarray(values.transpose(2, 0, 1))))
        return torch.stack(found)


def compressed(pictures: torch.Tensor, rng: random.Random, qualities: tuple[int, int]) -> torch.Tensor:
    """Returns the pictures after JPEG compression, with a random offset of the blocks, as crops of JPEGs have."""
    results = []
    for picture in pictures:
        top, left = rng.randrange(8), rng.randrange(8)
        padded = F.pad(picture[None], (left, 8 - left, top, 8 - top), mode="reflect")[0]
        file = BytesIO()
        Image.fromarray(bytes_of(padded)).save(file, "JPEG", quality=rng.randint(*qualities), subsampling=rng.choice((0, 2)))
        read = torch.from_numpy(np.array(Image.open(file))).permute(2, 0, 1).float() / 255
        results.append(read[:, top : top + picture.shape[1], left : left + picture.shape[2]])
    return torch.stack(results)


def bytes_of(picture: torch.Tensor) -> np.ndarray:
    """Returns a picture (3, height, width; 0..1) as (height, width, 3; bytes)."""
    return (picture.permute(1, 2, 0).numpy() * 255 + 0.5).astype(np.uint8)


def psnr(picture: torch.Tensor, truth: torch.Tensor) -> float:
    """Returns the peak signal-to-noise ratio in dB."""
    return -10 * math.log10(float(((picture - truth) ** 2).mean()) + 1e-12)


class Task(ABC):
    """What a network learns: to find photographs again of which something is lost."""

    patches: "Patches"

    @abstractmethod
    def network(self) -> nn.Module:
        """Returns the network before it has learned anything."""

    @abstractmethod
    def batch(self, rng: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns what is left of `BATCH` patches of photographs, and the patches (count, 3, height, width; 0..1)."""

    @abstractmethod
    def gains(self, net: nn.Module) -> dict[str, float]:
        """Returns the gain in PSNR on held-out pictures over what needs no network, by the kind of loss."""


class LossTask(Task):
    """A task whose losses are computed batch by batch."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.patches = Patches(photographs(options.photos), PATCH_PX)
        self.held_out = [picture_of(path) for path in sorted(Path(options.held_out).iterdir())]

    @abstractmethod
    def given(self, truth: torch.Tensor, rng: random.Random) -> torch.Tensor:
        """Returns what is left of patches (count, 3, height, width; 0..1)."""

    def batch(self, rng: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
        truth = self.patches.batch(rng, BATCH)
        return self.given(truth, rng), truth


def picture_of(path: Path) -> np.ndarray:
    """Returns the picture of a file (height, width, 3; bytes)."""
    return np.asarray(Image.open(path).convert("RGB"))


def tensor_of(picture: np.ndarray, multiple: int) -> torch.Tensor:
    """Returns a picture (1, 3, height, width; 0..1), cut so that its sides are multiples of a number."""
    height, width = (side // multiple * multiple for side in picture.shape[:2])
    return torch.from_numpy(picture[:height, :width].transpose(2, 0, 1).astype(np.float32) / 255)[None]


Batch = tuple[np.ndarray, np.ndarray]


def started_batches(make: Callable[[random.Random], Batch], rng: random.Random) -> "Queue[Batch]":
    """Returns the queue of a process beside this one that makes batches."""
    context = multiprocessing.get_context("fork")
    batches = context.Queue(QUEUED_BATCHES)

    def work() -> None:
        torch.set_num_threads(1)
        while True:
            batches.put(make(rng))

    context.Process(target=work, daemon=True).start()
    return batches


def train(task: Task, options: argparse.Namespace) -> None:
    """Trains by Muon, with a learning rate that rises and falls once; writes the averaged weights every two minutes.

    Continues from the weights (`.pt`) beside `to`, or else from those in `to`, if there are any.
    """
    minutes, to = options.minutes, options.to
    batches = started_batches(lambda rng: tuple(part.numpy() for part in task.batch(rng)), random.Random(SEED))
    torch.manual_seed(SEED)
    torch.set_num_threads(options.threads)
    net = task.network().to(memory_format=torch.channels_last)
    if (checkpoint := to.with_suffix(".pt")).exists():
        net.load_state_dict(torch.load(checkpoint))
    elif to.exists():
        load_convolutions(net, to, torch.from_numpy(batches.get()[0]))
    mean = copy.deepcopy(net).eval()
    good, best, rate = copy.deepcopy(net.state_dict()), sum(task.gains(mean).values()), MAX_RATE
    optimisers = optimisers_of(net)
    print(f"{len(task.patches.pictures)} pictures, {len(task.patches.origins)} patches", flush=True)
    start, saved, count, squares, norms = time.time(), time.time(), 0, deque(maxlen=200), deque(maxlen=200)
    while (done := (time.time() - start) / (60 * minutes)) < 1:
        for optimiser in optimisers:
            optimiser.param_groups[0]["lr"] = rate * min(1, done / WARM_UP) * decay_at(done)
        given, truth = (torch.from_numpy(part) for part in batches.get())
        with torch.autocast("cpu", torch.bfloat16, enabled=options.bfloat16 and done < 1 - EXACT):
            result = net(given.contiguous(memory_format=torch.channels_last))
        error = result.float() - truth
        net.zero_grad()
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
            for optimiser in optimisers:
                optimiser.step()
            decay = min(EMA_DECAY, count / (count + 10))
            with torch.no_grad():
                for own, new in zip(mean.parameters(), net.parameters()):
                    own.lerp_(new, 1 - decay)
        if time.time() - saved > 120:
            saved = time.time()
            gains = task.gains(mean)
            fitted = -10 * math.log10(np.mean(squares))
            progress = f"{count} steps, {100 * done:.0f} %, {fitted:.2f} dB; {text_of(gains)}"
            print(f"{progress}; {time.process_time():.0f} s of CPU", flush=True)
            if sum(gains.values()) < best - len(gains) * MAX_PROGRESS_LOSS_DB:
                print("diverged: continues from the last good weights at half the rate", flush=True)
                rate /= 2
                net.load_state_dict(good)
                mean.load_state_dict(good)
                optimisers = optimisers_of(net)
                continue
            best, good = max(best, sum(gains.values())), copy.deepcopy(mean.state_dict())
            write(mean, given[:1], to)
    write(mean, given[:1], to)
    print(f"{count} steps; {text_of(task.gains(mean))}", flush=True)


def optimisers_of(net: nn.Module) -> list[torch.optim.Optimizer]:
    """Returns what trains the kernels and what trains the biases."""
    kernels = [parameter for parameter in net.parameters() if parameter.ndim > 1]
    biases = [parameter for parameter in net.parameters() if parameter.ndim == 1]
    return [Muon(kernels, MAX_RATE), torch.optim.Adam(biases, MAX_RATE)]


def decay_at(done: float) -> float:
    """Returns the fraction of the rate at a fraction of the training: all of it in the first half, then less and less."""
    return 1 if done < 0.5 else 0.5 * (1 + math.cos(math.pi * (2 * done - 1)))


def text_of(gains: dict[str, float]) -> str:
    """Returns the gains in dB by kind as one line."""
    return ", ".join(f"{kind} {gain:+.3f} dB" for kind, gain in gains.items())


def write(net: nn.Module, given: torch.Tensor, to: Path) -> None:
    """Writes the network for inputs like `given` of any size as ONNX, and its weights (`.pt`), for further training."""
    torch.save(net.state_dict(), to.with_suffix(".pt"))
    sides = {2: "height", 3: "width"}
    torch.onnx.export(
        net.eval(),
        given,
        str(to),
        input_names=["picture"],
        output_names=["result"],
        dynamic_axes={"picture": sides, "result": {2: "height2", 3: "width2"}},
        opset_version=13,
    )


def parser_of(description: str | None = None) -> argparse.ArgumentParser:
    """Returns a parser of the options that all trainings have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bfloat16", action="store_true", help="faster on processors with AMX")
    parser.add_argument("--to", type=Path, required=True)
    return parser


def arguments() -> argparse.Namespace:
    """Returns what the command line says of a training that is judged on held-out pictures."""
    parser = parser_of()
    parser.add_argument("--held-out", required=True)
    return parser.parse_args()
