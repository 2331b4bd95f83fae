"""Fits the network to pieces that are made as it goes, and writes it as ONNX."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from net import SmallUNet
from torch.nn.functional import binary_cross_entropy_with_logits

BATCH = 8
RATE = 2e-3
RISE = 0.03

Maker = Callable[[random.Random], tuple[np.ndarray, np.ndarray]]
"""Gives a picture (height, width, 3; 0..1) and what of it is wanted (height, width, outputs; 0..1)."""


def fit(net: SmallUNet, make: Maker, minutes: float, to: Path) -> None:
    """Adam with a rate that rises and falls once (Smith and Topin 2018), for so many minutes; writes `to` now and then.

    Goes on from the weights (`.pt`) beside `to`, where there are any.
    """
    torch.set_num_threads(1)
    if (before := to.with_suffix(".pt")).exists():
        net.load_state_dict(torch.load(before))
    net.to(memory_format=torch.channels_last).train()
    rng = random.Random()
    steps = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    begun = time.time()
    recent, count, saved = [], 0, begun
    while (done := (time.time() - begun) / (60 * minutes)) < 1:
        for group in steps.param_groups:
            group["lr"] = RATE * (done / RISE if done < RISE else 0.5 * (1 + np.cos(np.pi * (done - RISE) / (1 - RISE))))
        pairs = [make(rng) for _ in range(BATCH)]
        pictures, wanted = (torch.from_numpy(np.stack(part)).permute(0, 3, 1, 2).float() for part in zip(*pairs))
        with torch.autocast("cpu", torch.bfloat16):  # quicker where the processor has it
            logits = net(pictures.contiguous(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), wanted)
        steps.zero_grad()
        loss.backward()
        steps.step()
        recent = [*recent[-199:], loss.item()]
        count += 1
        if count % 100 == 0:
            print(f"{count} steps, {100 * done:.0f} %, loss {np.mean(recent):.4f}", flush=True)
        if time.time() - saved > 120:
            saved = time.time()
            write(net, to)
            net.train()
    write(net, to)


def loss_of(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross entropy and soft Dice (Milletari et al. 2016): what is sought covers little of a picture."""
    likely = torch.sigmoid(logits)
    dice = 1 - (2 * (likely * wanted).sum() + 1) / (likely.sum() + wanted.sum() + 1)
    return binary_cross_entropy_with_logits(logits, wanted, pos_weight=torch.tensor(2.0)) + 0.3 * dice


def write(net: SmallUNet, to: Path) -> None:
    """The network for pictures of any size, and its weights for going on (`.pt`)."""
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
