"""Asks the example model server for what it must do and what it must refuse.

usage: model_server.py SERVER FOLDER   with the models of test/unittests/Torch/Inputs
"""

import gzip
import http.client
import io
import json
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import zipfile

server, models = sys.argv[1:]
failures = []


def check(what, found, wanted):
    if found != wanted and not (callable(wanted) and wanted(found)):
        failures.append(what)
        print(f"{what}: {found!r}", "" if callable(wanted) else f"wanted {wanted!r}")


class Server:
    def __init__(self, model, *arguments):
        self.process = subprocess.Popen([server, f"{models}/{model}", "--port=0", *arguments],
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split("http://")[1].strip()

    def ask(self, body, kind="application/json", method="POST", path="/v1/run", **headers):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        connection.request(method, path, body, {"Content-Type": kind, **headers})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def error(self, body, **kwargs):
        status, text = self.ask(body, **kwargs)
        return status, json.loads(text)["error"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30), self.process.stdout.read()


def array(values, sizes):
    """As numpy.save writes it."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {sizes}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return (b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode()
            + struct.pack(f"<{len(values)}f", *values))


def archive(**arrays):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in arrays.items():
            file.writestr(name + ".npy", content)
    return out.getvalue()


mlp = Server("dyn_mlp_batch_range.pt2", "--max-body=1")
rows = [[1, 2, 3, 4], [5, 6, 7, 8]]
status, text = mlp.ask(json.dumps({"inputs": {"input": rows}}))
answer = json.loads(text)["outputs"]["output"]
check("JSON", (status, len(answer), len(answer[0])), (200, 2, 2))

# The same numbers by way of NumPy's format.
body = archive(input=array([v for row in rows for v in row], (2, 4)))
status, text = mlp.ask(body, kind="application/x-npz")
with zipfile.ZipFile(io.BytesIO(text)) as file:
    check("names of the answer", file.namelist(), ["output.npy"])
    content = file.read("output.npy")
check("header", b"'shape': (2,2,)" in content and b"'<f4'" in content, True)
check("NPZ", list(struct.unpack("<4f", content[-16:])), answer[0] + answer[1])
status, text = mlp.ask(body, kind="application/x-npz", Accept="application/json")
check("NPZ in, JSON out", json.loads(text)["outputs"]["output"], answer)

for inputs, wanted in (
    ({"input": [[1, 2, 3]] * 2}, "input 'input': dimension 1 is 3 and must be 4"),
    ({"input": [rows[0]]}, lambda e: e[1].startswith("input 'input': dimension 0 is 1 and")),
    ({"input": [[1, 2, 3, 4], [5]]}, lambda e: "the lists do not have one shape" in e[1]),
    ({"input": [[1, 2, 3, "x"]] * 2}, "input 'input': it must hold numbers alone, and not string"),
    ({"X": rows}, lambda e: e[1].startswith("the model has no input 'X'")),
    ({"input": rows, "y": 1}, lambda e: e[1].startswith("the model has no input 'y'")),
    ({}, "input 'input' is missing"),
):
    check(f"{inputs}", mlp.error(json.dumps({"inputs": inputs})),
          wanted if callable(wanted) else (400, wanted))
check("no JSON", mlp.error("{"), lambda e: e[0] == 400 and "the body is not JSON" in e[1])
check("a large number", mlp.error('{"inputs": {"input": [[1e999]]}}'),
      (400, "a number in the body is too large"))
check("no inputs", mlp.error("[]"), lambda e: e[0] == 400 and '{"inputs"' in e[1])
check("deep", mlp.error('{"inputs": {"input": ' + "[" * 400000),
      (400, "the body nests too deep"))
check("no archive", mlp.error("PK", kind="application/x-npz"), lambda e: e[0] == 400)
check("cut off", mlp.error(archive(input=array([1], (2, 4))), kind="application/x-npz"),
      lambda e: e[0] == 400 and "cut off" in e[1])
check("too large", mlp.error(b" " * (1 << 21)), (413, "the body is larger than 1 MiB"))
# The length that a header says is not that of all bodies.
chunks = (b" " * (1 << 16) for _ in range(32))
check("too large in chunks", mlp.error(chunks), (413, "the body is larger than 1 MiB"))
packed = gzip.compress(b" " * (1 << 25))
check("too large when it is unpacked", mlp.error(packed, **{"Content-Encoding": "gzip"}),
      (413, "the body is larger than 1 MiB"))
check("arrays that are too large", mlp.error(archive(input=array([0.0] * (1 << 19), (1 << 19,))), kind="application/x-npz"),
      (400, "the arrays are larger than a body may be"))
check("an array of another order",
      mlp.error(archive(input=array([1.0], (1,)).replace(b"<f4", b">f4")), kind="application/x-npz"),
      lambda e: e[0] == 400 and e[1].startswith("input 'input': "))
check("no such page", mlp.error(None, method="GET", path="/v2"), lambda e: e[0] == 404)
check("health", mlp.ask(None, method="GET", path="/healthz"), (200, b"ok\n"))
check("serves on", mlp.ask(json.dumps({"inputs": {"input": rows}}))[0], 200)

# A port serves one model.
second = subprocess.run([server, f"{models}/dyn_mlp_batch_range.pt2", "--port=" + mlp.address.split(":")[1]],
                        capture_output=True, text=True, timeout=60)
check("help", (usage := subprocess.run([server, "--help"], capture_output=True, text=True)).returncode, 0)
check("usage", usage.stdout.startswith("usage: model-server MODEL "), True)
for argument, wanted in (("--threads=0", "--threads and --connections take 1 or more"), ("--port=99999", "--port takes"),
                         ("", "no model is named")):
    wrong = subprocess.run([server, *argument.split()], capture_output=True, text=True)
    check("wrong " + argument, (wrong.returncode, wanted in wrong.stderr), (1, True))
check("second server", (second.returncode, "cannot listen at" in second.stderr), (1, True))

# A request that has begun is answered, though the server was told to stop.
host, port = mlp.address.split(":")
body = json.dumps({"inputs": {"input": rows}}).encode()
with socket.create_connection((host, int(port))) as late:
    late.sendall(b"POST /v1/run HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: "
                 b"application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:10])
    time.sleep(0.3)
    ended = []
    waiter = threading.Thread(target=lambda: ended.append(mlp.stop()))
    waiter.start()
    time.sleep(0.3)
    late.sendall(body[10:])
    said = b"".join(iter(lambda: late.recv(65536), b""))
    check("answered late", said.startswith(b"HTTP/1.1 200"), True)
    waiter.join()
check("stopped", ended, [(0, "stopped\n")])

nested = Server("io_nested.pt2")
described = json.loads(nested.ask(None, method="GET", path="/v1/model")[1])
names = [leaf["name"] for leaf in described["inputs"]]
check("names of leaves", len(names) > 1 and any("[" in name for name in names), True)
sizes = {leaf["name"]: [size if isinstance(size, int) else 4 for size in leaf["shape"]]
         for leaf in described["inputs"]}


def ones(shape):
    return [ones(shape[1:])] * shape[0] if shape else 1


status, text = nested.ask(json.dumps({"inputs": {n: ones(s) for n, s in sizes.items()}}))
check("nested", (status, len(json.loads(text).get("outputs", []))),
      (200, len(described["outputs"])))


def nest(leaves):
    """{"a[0]['b']": 1} as {"a": [{"b": 1}]}."""
    tree = {}
    for name, value in leaves.items():
        *path, last = [int(s) if s.isdigit() else s for s in re.findall(r"\w+", name)]
        place = tree
        for step in path:
            place = place.setdefault(step, {})
        place[last] = value
    return listed(tree)


def listed(tree):
    if not isinstance(tree, dict):
        return tree
    if 0 in tree:
        return [listed(tree[i]) for i in range(len(tree))]
    return {key: listed(value) for key, value in tree.items()}


inputs = nest({n: ones(s) for n, s in sizes.items()})
check("nests", set(inputs) == set(sizes), False)
check("nested as it nests", nested.ask(json.dumps({"inputs": inputs})), (status, text))
check("stopped", nested.stop(), (0, "stopped\n"))
for arguments in (["no.pt2"], ["--port=x"], []):
    done = subprocess.run([server, *arguments], capture_output=True, text=True)
    check(f"{arguments}", done.returncode == 1 and done.stderr.startswith("model-server: "), True)
print("failed:", failures)
sys.exit(bool(failures))
