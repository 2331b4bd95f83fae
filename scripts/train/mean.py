"""Averages the weights of two trainings of `damage.py`: python3 mean.py FIRST.pt SECOND.pt WEIGHTS.onnx [FRACTION]

If the second training continued the first, the average finds the damage that either finds (Izmailov et al. 2018).
FRACTION (0..1, 0.5 by default) is the weight of the second.
"""

import sys
from pathlib import Path

import torch
from damage import network
from fit import write

if __name__ == "__main__":
    first, second = (torch.load(path) for path in sys.argv[1:3])
    net = network()
    fraction = float(sys.argv[4]) if sys.argv[4:] else 0.5
    mean = {
        name: torch.lerp(first[name], second[name], fraction) for name in first if first[name].is_floating_point()
    }
    net.load_state_dict({**first, **mean})
    write(net, Path(sys.argv[3]))
