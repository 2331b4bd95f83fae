"""Trains a network on crops that are generated during the training, and exports it as ONNX."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from net import SmallUNet
from torch.nn.functional import binary_cross_entropy_with_logits

BATCH = 8
MAX_RATE = 2e-3
WARM_UP = 0.03
"""Fraction of the training in which the learning rate rises."""
SAVE_INTERVAL_S = 120

SampleMaker = Callable[[random.Random], tuple[np.ndarray, np.ndarray]]
"""Returns a picture (height, width, 3; 0..1) and its target (height, width, outputs; 0..1)."""


def fit(net: SmallUNet, make: SampleMaker, minutes: float, to: Path) -> None:
    """Trains for a number of minutes and writes `to` every two minutes and at the end.

    AdamW, with a learning rate that rises and falls once (Smith and Topin 2018). Continues from the weights (`.pt`)
    beside `to` if there are any.
    """
    torch.set_num_threads(1)
    if (checkpoint := to.with_suffix(".pt")).exists():
        net.load_state_dict(torch.load(checkpoint))
    net.to(memory_format=torch.channels_last).train()
    rng = random.Random()
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    start = time.time()
    recent_losses, steps, saved = [], 0, start
    while (done := (time.time() - start) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = MAX_RATE * rate_fraction(done)
        samples = [make(rng) for _ in range(BATCH)]
        pictures, targets = (
            torch.from_numpy(np.stack(part)).permute(0, 3, 1, 2).float() for part in zip(*samples)
        )
        # Faster on processors with bfloat16.
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(pictures.contiguous(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        recent_losses = [*recent_losses[-199:], loss.item()]
        steps += 1
        if steps % 100 == 0:
            print(f"{steps} steps, {100 * done:.0f} %, loss {np.mean(recent_losses):.4f}", flush=True)
        if time.time() - saved > SAVE_INTERVAL_S:
            saved = time.time()
            write(net, to)
            net.train()
    write(net, to)


def rate_fraction(done: float) -> float:
    """Returns the learning rate as a fraction of the maximum, when a fraction `done` of the training is over."""
    if done < WARM_UP:
        return done / WARM_UP
    return 0.5 * (1 + np.cos(np.pi * (done - WARM_UP) / (1 - WARM_UP)))


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
