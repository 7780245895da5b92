"""Writes a safetensors file of scalars 1, 2 and so on: make_list.py FILE NAME..."""
import json
import struct
import sys

names = sys.argv[2:]
header = {
    name: {"dtype": "F32", "shape": [], "data_offsets": [4 * i, 4 * i + 4]}
    for i, name in enumerate(names)
}
text = json.dumps(header).encode()
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text)
    file.write(b"".join(struct.pack("<f", i + 1) for i in range(len(names))))
