"""Writes the mean of the weights of two goes of training of `damage.py`: python3 mean.py ONE.pt OTHER.pt WEIGHTS.onnx

Between two goes that went on from one another the mean finds what either finds (Izmailov et al. 2018).
"""

import sys
from pathlib import Path

import torch
from damage import network
from fit import write

if __name__ == "__main__":
    one, other = (torch.load(path) for path in sys.argv[1:3])
    net = network()
    net.load_state_dict({name: (one[name] + other[name]) / 2 if one[name].is_floating_point() else one[name] for name in one})
    write(net, Path(sys.argv[3]))
