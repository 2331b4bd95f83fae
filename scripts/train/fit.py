"""Trains a network on crops that are generated during the training, and exports it as ONNX."""

import copy
import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from net import SmallUNet
from onnx_weights import load_onnx
from pictures import BATCH, EXACT, MAX_RATE, QUEUED_BATCHES, WARM_UP, decay_at, optimisers_of, started_batches
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits

EMA_DECAY = 0.998
SAVE_INTERVAL_S = 120

SampleMaker = Callable[[random.Random], tuple[np.ndarray, np.ndarray]]
"""Returns a picture (height, width, 3; 0..1) and its target (height, width, outputs; 0..1)."""


def fit(net: SmallUNet, make: SampleMaker, minutes: float, to: Path, threads: int = 1, bfloat16: bool = False) -> None:
    """Trains for a number of minutes and writes the averaged weights `to` every two minutes and at the end.

    Muon for the kernels, Adam for the rest, with a rate that rises and falls once; a process beside this one makes the
    crops. Continues from the weights (`.pt`) beside `to`, or else from those in `to`, if there are any.
    """
    to.parent.mkdir(parents=True, exist_ok=True)
    batches = started_batches(lambda rng: batch_of(make, rng), random.Random())
    torch.set_num_threads(threads)
    if (checkpoint := to.with_suffix(".pt")).exists():
        net.load_state_dict(torch.load(checkpoint))
    elif to.exists():
        load_onnx(net, to, torch.cat([planes_of(batches.get()[0]) for _ in range(QUEUED_BATCHES)]))
    net.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(net)
    optimisers = optimisers_of(net)
    start = time.time()
    recent_losses, steps, saved = [], 0, start
    while (done := (time.time() - start) / (60 * minutes)) < 1:
        for optimiser in optimisers:
            optimiser.param_groups[0]["lr"] = MAX_RATE * min(1, done / WARM_UP) * decay_at(done)
        pictures, targets = (planes_of(part) for part in batches.get())
        with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16 and done < 1 - EXACT):
            logits = net(pictures.contiguous(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), targets)
        net.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1)
        for optimiser in optimisers:
            optimiser.step()
        steps += 1
        decay = min(EMA_DECAY, steps / (steps + 10))
        with torch.no_grad():
            for own, new in zip(mean.state_dict().values(), net.state_dict().values()):
                if own.is_floating_point():
                    own.lerp_(new, 1 - decay)
        recent_losses = [*recent_losses[-199:], loss.item()]
        if steps % 100 == 0:
            print(f"{steps} steps, {100 * done:.0f} %, loss {np.mean(recent_losses):.4f}", flush=True)
        if time.time() - saved > SAVE_INTERVAL_S:
            saved = time.time()
            write(copy.deepcopy(mean), to)
    write(mean, to)


def batch_of(make: SampleMaker, rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """Returns pictures and targets (batch, height, width, channels; 0..1)."""
    pictures, targets = zip(*(make(rng) for _ in range(BATCH)))
    return np.stack(pictures).astype(np.float32), np.stack(targets).astype(np.float32)


def planes_of(samples: np.ndarray) -> torch.Tensor:
    """Returns samples (batch, height, width, channels) as a tensor (batch, channels, height, width)."""
    return torch.from_numpy(samples).permute(0, 3, 1, 2)


def loss_of(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Returns cross entropy plus soft Dice (Milletari et al. 2016), because few pixels are positive."""
    probabilities = torch.sigmoid(logits)
    dice = 1 - (2 * (probabilities * targets).sum() + 1) / (probabilities.sum() + targets.sum() + 1)
    return binary_cross_entropy_with_logits(logits, targets, pos_weight=torch.tensor(2.0)) + 0.3 * dice


def write(net: SmallUNet, to: Path) -> None:
    """Writes the network for pictures of any size as ONNX, and its weights (`.pt`), from which a training continues."""
    torch.save(net.state_dict(), to.with_suffix(".pt"))
    net.eval()
    any_size = {2: "height", 3: "width"}
    torch.onnx.export(
        net,
        torch.rand(1, 3, 64, 64),
        str(to),
        input_names=["picture"],
        output_names=["logits"],
        dynamic_axes={"picture": any_size, "logits": any_size},
        opset_version=13,
    )
