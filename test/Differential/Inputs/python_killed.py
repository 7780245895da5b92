"""Python source whose weights a killed run has left under their other name."""

import importlib.util
import json
import os
import shutil
import struct
import subprocess
import tempfile
import zlib

TOOL = os.path.join(os.path.dirname(os.environ["FX_OPT"]), "fx-translate")
TEXT = """fx 1
module {
  w = parameter(torch.float32, (1,))
}
weights "net.safetensors"
graph():
    %w : [num_users=1] = get_attr[target=w]
    return %w
"""


def write_weights(path, value):
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header.encode() + struct.pack("<f", value))


def weight():
    spec = importlib.util.spec_from_file_location("net", "net.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (net,) = (v for v in vars(module).values() if isinstance(v, type) and v.__module__ == "net")
    return net().w.item()


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    write_weights("net.safetensors", 1)
    with open("net.fx", "w") as file:
        file.write(TEXT)
    subprocess.run([TOOL, "net.fx", "-o", "net.py"], check=True)
    before = weight()
    with open("net.py", "rb") as file:
        source = file.read()
    pending = f".net.safetensors.{zlib.crc32(source):08x}-{len(source):x}"
    write_weights(pending, 2)
    os.mkdir("real")
    during = weight()
    # A link is followed first, as the tools do it.
    shutil.move("net.safetensors", "real/net.safetensors")
    shutil.move(pending, "real/" + pending)
    os.symlink("real/net.safetensors", "net.safetensors")
    print("killed run:", before, during, weight())
    os.chdir("/")
