"""Makes a state dictionary of Linear, BatchNorm1d and a tensor in safetensors, and one of
tensors of several types."""
import json
import struct

tensors = {
    "l.weight": ("F32", (2, 3)), "l.bias": ("F32", (2,)),
    "n.weight": ("F32", (2,)), "n.bias": ("F32", (2,)),
    "n.running_mean": ("F32", (2,)), "n.running_var": ("F32", (2,)),
    "n.num_batches_tracked": ("I64", ()),
    "scale": ("F32", (1,)), "tied": ("F32", (2, 3)), "unused": ("F32", (7,)),
}
header, contents = {}, b""
for name, (dtype, shape) in tensors.items():
    count = 1
    for size in shape:
        count *= size
    if name == "tied":
        header[name] = dict(header["l.weight"])
        continue
    item = struct.pack("<q", 5) if dtype == "I64" else struct.pack("<f", 0.5)
    begin = len(contents)
    contents += item * count
    header[name] = {"dtype": dtype, "shape": shape, "data_offsets": (begin, len(contents))}
text = json.dumps(header)
with open("w.safetensors", "wb") as f:
    f.write(struct.pack("<Q", len(text)) + text.encode() + contents)
header["other"] = header.pop("l.bias")
text = json.dumps(header)
with open("short.safetensors", "wb") as f:
    f.write(struct.pack("<Q", len(text)) + text.encode() + contents)

# Two have one memory, and other sizes.
two = {
    "turned": {"dtype": "F32", "shape": (3, 2), "data_offsets": (0, 24)},
    "flat": {"dtype": "F32", "shape": (6,), "data_offsets": (0, 24)},
    "count": {"dtype": "I64", "shape": (), "data_offsets": (24, 32)},
    "phase": {"dtype": "C64", "shape": (1,), "data_offsets": (32, 40)},
}
text = json.dumps(two)
with open("two.safetensors", "wb") as f:
    f.write(struct.pack("<Q", len(text)) + text.encode() + b"\0" * 40)
