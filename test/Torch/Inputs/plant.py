"""Writes a file of weights, or a copy of one with another value.

plant.py FILE NAME=2,3...                numbers from 0.1 on
plant.py --change=NAME:PLACE FILE COPY   adds 0.5 to one element
"""

import json
import struct
import sys


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    size, = struct.unpack_from("<Q", data)
    return json.loads(data[8:8 + size]), bytearray(data[8 + size:])


def write(path, header, data):
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def make(path, tensors):
    header, data, value = {}, b"", 0.1
    for tensor in tensors:
        name, sizes = tensor.split("=")
        shape = [int(size) for size in sizes.split(",")]
        begin, count = len(data), 1
        for size in shape:
            count *= size
        for _ in range(count):
            data += struct.pack("<f", value)
            value = value * 7 % 1.3
        header[name] = {"dtype": "F32", "shape": shape,
                        "data_offsets": [begin, len(data)]}
    write(path, header, data)


def change(what, path, copy):
    name, place = what.split("=")[1].split(":")
    header, data = read(path)
    offset = header[name]["data_offsets"][0] + 4 * int(place)
    value, = struct.unpack_from("<f", data, offset)
    struct.pack_into("<f", data, offset, value + 0.5)
    write(copy, header, data)


if sys.argv[1].startswith("--change="):
    change(*sys.argv[1:])
else:
    make(sys.argv[1], sys.argv[2:])
