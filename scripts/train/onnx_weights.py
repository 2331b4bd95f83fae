"""Reads the weights of our U-Nets from ONNX files, so that a training can continue from those in the repository."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from net import SmallUNet
from torch import nn

Convolution = tuple[np.ndarray, np.ndarray | None]
"""Kernel, and bias if there is one."""


def load_onnx(net: SmallUNet, file: Path, pictures: torch.Tensor) -> None:
    """Loads the convolutions of an exported network, whose batch normalisation the export has folded into them.

    The statistics of the normalisation are those of `pictures` (batch, 3, height, width; 0..1), and its factors undo
    it, so that the network is the exported one. Raises ValueError if the file holds another network.
    """
    layers = layers_of(net)
    convolutions = read_convolutions(file)
    if [kernel.shape for kernel, _ in convolutions] != [tuple(layer.weight.shape) for layer, _ in layers]:
        raise ValueError(f"{file} holds another network.")
    with torch.no_grad():
        for (kernel, bias), (layer, norm) in zip(convolutions, layers):
            layer.weight.copy_(torch.tensor(kernel))
            if norm is None:
                layer.bias.copy_(torch.tensor(bias))
                continue
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(torch.tensor(bias))
        inputs = {}

        def keep(norm: nn.Module, given: tuple[torch.Tensor], _: torch.Tensor) -> None:
            inputs[norm] = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3)).clamp_min(1e-6)

        norms = [norm for _, norm in layers if norm is not None]
        hooks = [norm.register_forward_hook(keep) for norm in norms]
        net.eval()(pictures)
        for hook in hooks:
            hook.remove()
        for norm in norms:
            mean, variance = inputs[norm]
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.add_(mean)


def load_convolutions(net: nn.Module, file: Path, given: torch.Tensor) -> None:
    """Loads the convolutions of an exported network without normalisation, in the order in which `given` passes them.

    Raises ValueError if the file holds another network.
    """
    layers = []
    hooks = [
        layer.register_forward_hook(lambda used, *_: layers.append(used))
        for layer in net.modules()
        if isinstance(layer, nn.Conv2d)
    ]
    with torch.no_grad():
        net(given)
        for hook in hooks:
            hook.remove()
        convolutions = read_convolutions(file)
        if [kernel.shape for kernel, _ in convolutions] != [tuple(layer.weight.shape) for layer in layers]:
            raise ValueError(f"{file} holds another network.")
        for (kernel, bias), layer in zip(convolutions, layers):
            layer.weight.copy_(torch.tensor(kernel))
            if layer.bias is not None:
                layer.bias.copy_(torch.tensor(bias))


def layers_of(net: SmallUNet) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """Returns the convolutions in the order in which they run, with the normalisation of their results."""
    blocks = [*net.down, *reversed(net.up)]
    return [*((block[at], block[at + 1]) for block in blocks for at in (0, 3)), (net.last, None)]


def read_convolutions(file: Path) -> list[Convolution]:
    """Returns the convolutions of an ONNX file in the order of its nodes."""
    graph = next(value for number, value in fields(file.read_bytes()) if number == 7)
    tensors, nodes = {}, []
    for number, value in fields(graph):
        if number == 5:
            tensors |= float_tensor(value)
        elif number == 1:
            parts = list(fields(value))
            if (4, b"Conv") in parts:
                nodes.append([part.decode() for kind, part in parts if kind == 1])
    return [(tensors[names[1]], tensors[names[2]] if names[2:] else None) for names in nodes]


def float_tensor(message: bytes) -> dict[str, np.ndarray]:
    """Returns the values of a TensorProto of 32-bit floats by its name; of other types, nothing."""
    parts = list(fields(message))
    if (2, 1) not in parts:
        return {}
    name = next(value for number, value in parts if number == 8).decode()
    raw = next(value for number, value in parts if number == 9)
    return {name: np.frombuffer(raw, np.float32).reshape([value for number, value in parts if number == 1])}


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Returns numbers and values of the fields of a protobuf message (https://protobuf.dev/programming-guides/encoding/)."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        number, kind = divmod(varint(), 8)
        if kind == 0:
            yield number, varint()
            continue
        length = varint() if kind == 2 else {1: 8, 5: 4}[kind]
        yield number, message[at : at + length]
        at += length
