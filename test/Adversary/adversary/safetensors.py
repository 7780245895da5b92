"""Files of tensors, as fx-run reads and writes them."""

import json

import torch

TYPES = {
    "BOOL": torch.bool, "U8": torch.uint8, "I8": torch.int8, "I16": torch.int16, "I32": torch.int32,
    "I64": torch.int64, "F16": torch.float16, "BF16": torch.bfloat16, "F32": torch.float32,
    "F64": torch.float64, "C64": torch.complex64,
}
NAMES = {kind: name for name, kind in TYPES.items()}


def data_of(tensor):
    flat = tensor.detach().contiguous().flatten()
    return bytes(flat.view(torch.uint8).tolist()) if flat.numel() else b""


def save(path, tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        piece = data_of(tensor)
        header[name] = {
            "dtype": NAMES[tensor.dtype], "shape": list(tensor.shape),
            "data_offsets": [len(data), len(data) + len(piece)],
        }
        data += piece
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + data)


def load(path):
    with open(path, "rb") as file:
        content = file.read()
    size = int.from_bytes(content[:8], "little")
    header, data = json.loads(content[8 : 8 + size]), content[8 + size :]
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        kind = TYPES[entry["dtype"]]
        piece = bytearray(data[start:end])
        flat = torch.frombuffer(piece, dtype=kind) if piece else torch.empty(0, dtype=kind)
        tensors[name] = flat.view(entry["shape"])
    return tensors
