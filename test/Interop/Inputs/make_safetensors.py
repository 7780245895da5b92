"""Makes the files of safetensors.test in a folder."""
import json
import struct
import sys

folder = sys.argv[1]


def make(name, header, contents=b"12345678"):
    text = header if isinstance(header, str) else json.dumps(header)
    with open(f"{folder}/{name}.safetensors", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text.encode() + contents)


def tensor(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


make("good", {"__metadata__": {"format": "pt"}, "w": tensor()})
make("no-json", '{"w": }')
make("no-type", {"w": tensor(dtype="F31")})
make("sizes", {"w": tensor(shape=(3,))})
make("hole", {"w": tensor(shape=(1,), offsets=(4, 8))})
