"""Writes scalars 1, 2 and so on: make_list.py FILE NAME...

FILE is of safetensors, or an .npz archive.
"""
import json
import struct
import sys
import zipfile

path, *names = sys.argv[1:]
values = [struct.pack("<f", i + 1) for i in range(len(names))]
if path.endswith(".npz"):
    array = "{'descr': '<f4', 'fortran_order': False, 'shape': (), }".ljust(117) + "\n"
    array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(array)) + array.encode()
    with zipfile.ZipFile(path, "w") as file:
        for name, value in zip(names, values):
            file.writestr(name + ".npy", array + value)
    sys.exit()
header = {
    name: {"dtype": "F32", "shape": [], "data_offsets": [4 * i, 4 * i + 4]}
    for i, name in enumerate(names)
}
text = json.dumps(header).encode()
with open(path, "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text)
    file.write(b"".join(values))
