"""foreign_files.py FOLDER: makes files there that are not graphs."""

import bz2
import gzip
import io
import json
import lzma
import os
import pickle
import struct
import sys
import zipfile

os.chdir(sys.argv[1])
GRAPH = "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x\n"
CODE = "def forward(self, x):\n    return x\n"
header = json.dumps({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode()
def archive(records):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in records.items():
            file.writestr(name, content)
    return out.getvalue()


files = {
    "array.npy": b"\x93NUMPY\x01\x00\x46\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }",
    "bare.pkl": pickle.dumps({"a": 1}, protocol=2),
    "arrays.npz": archive({"x.npy": b"\x93NUMPY"}),
    "binary": b"\0\1\2" + bytes(range(200, 256)),
    "blank.fx": b"\n  \n",
    "code.py": b"\nimport torch\n" + CODE.encode(),
    "empty": b"",
    "exported.txt": b"ExportedProgram:\n    class GraphModule(torch.nn.Module):\n",
    "cut.json": b'{"nodes": [1',
    "graph.dot": b"digraph {\n}\n",
    "graph.fx.bz2": bz2.compress(GRAPH.encode()),
    "graph.fx.gz": gzip.compress(GRAPH.encode()),
    "graph.fx.xz": lzma.compress(GRAPH.encode()),
    "graph_module.txt": b"Net(\n  (relu): ReLU()\n)\n\n\n\n" + CODE.encode(),
    "graph_repr.txt": b"<torch.fx.graph.Graph object at 0x7f02a4c0>",
    "large.pt2": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n",
    "library.so": b"\x7fELF\x02\x01\x01" + b"\0" * 32,
    "model.hlo": b"HloModule jit_f\n",
    "model.ll": b"; ModuleID = 'm'\n",
    "model.mlir": b"module {\n  func.func @main() {\n    return\n  }\n}\n",
    "model.onnx": b"\x08\x08\x12\x07pytorch\x1a\x052.0.0",
    "model.pt": archive({"m/data.pkl": b"\x80\x02ctorch.nn\nLinear\n_modules"}),
    "model.tflite": b"\x1c\0\0\0TFL3" + b"\0" * 32,
    "module.txt": b"Net(\n  (relu): ReLU()\n)\n",
    "page.html": b"<!DOCTYPE html><html></html>\n",
    "packed.pt2": gzip.compress(GRAPH.encode()),
    "parts.tar": b"a.txt".ljust(257, b"\0") + b"ustar\x0000".ljust(255, b"\0"),
    "script.txt": b"graph(%self : __torch__.Net,\n      %x : Tensor):\n  return (%x)\n",
    "state.pt": archive({"s/data.pkl": b"\x80\x02ccollections\nOrderedDict\n"}),
    "table.txt": b"opcode         name    target\n-------------  ------  ------\n",
    "leaf.txt": b"Linear(in_features=8, out_features=5, bias=True)\n",
    "utf16.fx.txt": GRAPH.encode("utf-16"),
    "utf16be.fx.txt": GRAPH.encode("utf-16-be"),
    "utf16le.fx.txt": GRAPH.encode("utf-16-le"),
    "weights.safetensors": struct.pack("<Q", len(header)) + header + b"\0" * 8,
}
for name, content in files.items():
    with open(name, "wb") as file:
        file.write(content)
