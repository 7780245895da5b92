"""Writes a safetensors file with positive numbers.

usage: make_weights.py FILE NAME=2,3...
"""

import json
import random
import struct
import sys

random.seed(0)
header, data = {}, b""
for argument in sys.argv[2:]:
    name, sizes = argument.split("=")
    shape = [int(size) for size in sizes.split(",")]
    count = 1
    for size in shape:
        count *= size
    values = [random.uniform(0.1, 1.0) for _ in range(count)]
    piece = struct.pack("<%df" % count, *values)
    header[name] = {"dtype": "F32", "shape": shape,
                    "data_offsets": [len(data), len(data) + len(piece)]}
    data += piece
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
