"""Writes the mean of the weights of two goes of training of `damage.py`: python3 mean.py ONE.pt OTHER.pt WEIGHTS.onnx [SHARE]

Between two goes that went on from one another the mean finds what either finds (Izmailov et al. 2018). SHARE is how much
of the other counts, 0.5 unless told.
"""

import sys
from pathlib import Path

import torch
from damage import network
from fit import write

if __name__ == "__main__":
    one, other = (torch.load(path) for path in sys.argv[1:3])
    net = network()
    share = float(sys.argv[4]) if sys.argv[4:] else 0.5
    mixed = {name: torch.lerp(one[name], other[name], share) for name in one if one[name].is_floating_point()}
    net.load_state_dict({**one, **mixed})
    write(net, Path(sys.argv[3]))
