"""Writes records of 32-bit floats: NAME=SIZExSIZE:FIRST,SECOND,... to FILE; missing
elements are the last one given. With `show` instead prints what FILE has."""

import json
import math
import struct
import sys


def show(path):
    with open(path, "rb") as file:
        length = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(length))
        data = file.read()
    for name, entry in sorted(header.items()):
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        values = struct.unpack("<%df" % ((end - begin) // 4), data[begin:end])
        print(name, entry["shape"], *(repr(round(v, 6)) for v in values))


def save(path, records):
    header, data = {}, b""
    for record in records:
        name, rest = record.split("=")
        shape, numbers = rest.split(":")
        sizes = [int(size) for size in shape.split("x")]
        values = [float(number) for number in numbers.split(",")]
        values += values[-1:] * (math.prod(sizes) - len(values))
        raw = struct.pack("<%df" % len(values), *values)
        place = [len(data), len(data) + len(raw)]
        header[name] = {"dtype": "F32", "shape": sizes, "data_offsets": place}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


if sys.argv[1] == "show":
    show(sys.argv[2])
else:
    save(sys.argv[1], sys.argv[2:])
