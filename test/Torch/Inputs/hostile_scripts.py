"""Damaged TorchScript archives: hostile_scripts.py ARCHIVE FX_OPT FOLDER.

Each must end in one error, without a crash, and within half a second more than
an import that does nothing takes, which is what LibTorch needs to load.
"""
import io
import os
import pickletools
import random
import resource
import struct
import subprocess
import sys
import zipfile

# Half a second on a machine that does nothing else; a busy one is slower.
LIMIT = 2.0

source, tool, folder = sys.argv[1:]
WHOLE = open(source, "rb").read()
with zipfile.ZipFile(source) as z:
    RECORDS = {i.filename: z.read(i) for i in z.infolist()}
ROOT = next(iter(RECORDS)).split("/")[0]
CODE = next(n for n in RECORDS if n.endswith(".py"))
PICKLE = ROOT + "/data.pkl"


def archive(changes=(), only=None):
    """The archive with records replaced, or left out for None."""
    records = dict(RECORDS if only is None else only)
    records.update(changes)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as z:
        for name, data in records.items():
            if data is not None:
                z.writestr(name, data)
    return out.getvalue()


def pickled(body):
    return archive({PICKLE: b"\x80\x02" + body + b"."})


def swapped(old, new, record=PICKLE):
    assert old in RECORDS[record], old
    return archive({record: RECORDS[record].replace(old, new)})


def object_of(name, state=b"}"):
    module, name = name.rsplit(b".", 1)
    return b"c" + module + b"\n" + name + b"\n)\x81" + state + b"b"


def tensor(numel=1, offset=0, sizes=b"K\x01\x85", strides=b"K\x01\x85", key=b"0"):
    """What stands for a tensor of storage 0."""
    text = lambda t: b"X" + struct.pack("<I", len(t)) + t
    number = lambda n: b"\x8a\x08" + struct.pack("<q", n)
    return (
        b"ctorch._utils\n_rebuild_tensor_v2\n(("
        + text(b"storage") + b"ctorch\nFloatStorage\n" + text(key) + text(b"cpu")
        + number(numel) + b"tQ" + number(offset) + sizes + strides
        + b"\x89ccollections\nOrderedDict\n)RtR"
    )


def module_with(value, annotation=b"Tensor"):
    """A module with one attribute, which its code returns."""
    code = (
        b"class M(Module):\n  __parameters__ = []\n  __buffers__ = [\"w\", ]\n"
        b"  w : " + annotation + b"\n  training : bool\n"
        b"  def forward(self: __torch__.M,\n      x: Tensor) -> Tensor:\n"
        b"    w = self.w\n    return torch.add(x, w)\n"
    )
    state = b"}(X\x01\x00\x00\x00w" + value + b"X\x08\x00\x00\x00training\x89u"
    return archive(only={
        "m/data.pkl": b"\x80\x02" + object_of(b"__torch__.M", state) + b".",
        "m/code/__torch__.py": code,
        "m/data/0": struct.pack("<f", 1.0),
        "m/constants.pkl": b"\x80\x02).",
        "m/version": b"3\n",
    })


def code_of(body):
    """A module whose forward is this."""
    code = (
        b"class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
        b"  training : bool\n"
        b"  def forward(self: __torch__.M,\n      x: Tensor) -> Tensor:\n" + body
    )
    state = b"}(X\x08\x00\x00\x00training\x89u"
    return archive(only={
        "m/data.pkl": b"\x80\x02" + object_of(b"__torch__.M", state) + b".",
        "m/code/__torch__.py": code,
        "m/constants.pkl": b"\x80\x02).",
        "m/version": b"3\n",
    })


CASES = {
    "empty": b"",
    "text": b"hello\n",
    "plain zip": archive(only={"a.txt": b"hello"}),
    "zip without members": archive(only={}),
    "state of torch.save": archive(only={
        "m/data.pkl": b"\x80\x02}X\x01\x00\x00\x00w" + tensor() + b"s.",
        "m/data/0": struct.pack("<f", 1.0), "m/version": b"3\n"}),
    "no pickle": archive({PICKLE: None}),
    "no code": archive({n: None for n in RECORDS if n.endswith(".py")}),
    "no constants": archive({ROOT + "/constants.pkl": None}),
    "no version": archive({ROOT + "/version": None}),
    "version of the future": archive({ROOT + "/version": b"999999\n"}),
    "version that is not a number": archive({ROOT + "/version": b"x" * 100}),
    "empty pickle": archive({PICKLE: b""}),
    "pickle of nothing": pickled(b"N"),
    "pickle of a number": pickled(b"K\x01"),
    "pickle that is garbage": archive({PICKLE: bytes(range(256))}),
    "pickle without an end": archive({PICKLE: RECORDS[PICKLE][:-1]}),
    "wrong class": pickled(object_of(b"__torch__.Nope")),
    "class outside of the archive": pickled(object_of(b"os.system")),
    "function that is called": pickled(b"cos\nsystem\nX\x04\x00\x00\x00true\x85R"),
    "class that is not a module": pickled(object_of(b"__torch__.torch.nn.Nope")),
    "long string": pickled(b"X\xff\xff\xff\x7fabc"),
    "longer string": pickled(b"\x8d" + struct.pack("<Q", 1 << 62) + b"abc"),
    "huge memo": pickled(b"r\xff\xff\xff\xff"),
    "memo that is not there": pickled(b"j\xff\xff\xff\x7f"),
    "list in itself": pickled(b"]q\x00(h\x00e"),
    "dictionary in itself": pickled(b"}q\x00(X\x01\x00\x00\x00ah\x00u"),
    "module in itself": pickled(
        b"c__torch__\nM\n)\x81q\x00}(X\x01\x00\x00\x00wh\x00ub"),
    "attribute of another name": swapped(b"training", b"trainin\xff"),
    "lists in each other": pickled(b"]q\x00]q\x01(h\x00eh\x00(h\x01e"),
    "deep lists": pickled(b"](" * 100000 + b"e" * 100000),
    "deep tuples": pickled(b"N" + b"\x85" * 200000),
    "marks": pickled(b"(" * 1000000),
    "pops": pickled(b"0" * 100),
    "storage that is not there": module_with(tensor(key=b"77")),
    "huge storage": module_with(tensor(numel=1 << 60)),
    "negative storage": module_with(tensor(numel=-1)),
    "tensor behind its storage": module_with(tensor(offset=1 << 40)),
    "tensor before its storage": module_with(tensor(offset=-(1 << 40))),
    "sizes beyond the storage": module_with(tensor(sizes=b"J\xff\xff\xff\x7f\x85")),
    "sizes that overflow": module_with(tensor(
        sizes=b"(" + (b"\x8a\x08" + struct.pack("<q", 1 << 40)) * 3 + b"t",
        strides=b"(K\x01K\x01K\x01t")),
    "negative sizes": module_with(tensor(sizes=b"J\xff\xff\xff\xff\x85")),
    "strides beyond the storage": module_with(tensor(
        sizes=b"K\x02\x85", strides=b"J\xff\xff\xff\x7f\x85")),
    "negative strides": module_with(tensor(sizes=b"K\x02\x85", strides=b"J\xff\xff\xff\xff\x85")),
    "sizes without strides": module_with(tensor(strides=b")")),
    "number for a tensor": module_with(b"K\x01"),
    "list for a tensor": module_with(b"](K\x01e"),
    "code that does not parse": archive({CODE: b"class M(Module:\n"}),
    "code that is binary": archive({CODE: bytes(range(256)) * 10}),
    "code without end": archive({CODE: RECORDS[CODE][: len(RECORDS[CODE]) // 2]}),
    "code of brackets": code_of(b"    return " + b"(" * 20000 + b"x" + b")" * 20000 + b"\n"),
    "operator that is not there": code_of(b"    return torch.nope(x)\n"),
    "endless loop": code_of(
        b"    i = 0\n    while torch.gt(2, 1):\n      i = torch.add(i, 1)\n    return x\n"),
    "endless loop of nodes": code_of(
        b"    while torch.gt(2, 1):\n      x = torch.add(x, x)\n    return x\n"),
    "long loop": code_of(
        b"    for i in range(1000000000000):\n      x = torch.add(x, x)\n    return x\n"),
    "huge tensor": code_of(b"    return torch.add(x, torch.ones([1000000, 1000000000]))\n"),
    "huge list": code_of(
        b"    y = torch.mul([1], 1000000000000)\n    return torch.add(x, torch.len(y))\n"),
    "call of itself": code_of(b"    return (self).forward(x, )\n"),
    "attribute that is not there": code_of(b"    return self.nope\n"),
    "code that raises": code_of(
        b"    ops.prim.RaiseException(\"no\", )\n    return x\n"),
}
for at in range(1, 12):
    CASES["cut at %d of 12" % at] = WHOLE[: len(WHOLE) * at // 12]
for at in (4, 30, len(WHOLE) - 1, len(WHOLE) - 22):
    CASES["cut at %d" % at] = WHOLE[:at]
random.seed(0)
for number in range(12):
    data = bytearray(RECORDS[PICKLE])
    # What ends after this many operations is most often wrong.
    places = [p for _, _, p in pickletools.genops(bytes(data))]
    data[random.choice(places[:40])] = random.randrange(256)
    CASES["pickle changed %d" % number] = archive({PICKLE: bytes(data)})
for number in range(6):
    data = bytearray(WHOLE)
    for _ in range(20):
        data[random.randrange(len(data) * 3 // 4, len(data))] = random.randrange(256)
    CASES["directory changed %d" % number] = bytes(data)

# The changes at random may leave an archive that says something else.
MAY_WORK = ("pickle changed", "directory changed", "number for a tensor", "list for a tensor")


def call(path):
    """Exit status, standard error, and seconds of the processor."""
    with open(os.path.join(folder, "stderr"), "w+b") as errors:
        child = subprocess.Popen(
            [tool, path, "--print-format=none"], stdout=subprocess.DEVNULL, stderr=errors,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
        _, status, used = os.wait4(child.pid, 0)
        errors.seek(0)
        text = errors.read().decode("utf-8", "replace")
    return os.waitstatus_to_exitcode(status), text, used.ru_utime + used.ru_stime


load = min(call(source)[2] for _ in range(3))
failures = 0
slowest = ("", 0)
only = os.environ.get("ONLY", "")
for name, data in [*CASES.items(), ("folder", None)]:
    if only not in name:
        continue
    path = os.path.join(folder, name.replace(" ", "-") + ".pt")
    if data is None:
        os.makedirs(path, exist_ok=True)
    else:
        with open(path, "wb") as f:
            f.write(data)
    code, error, seconds = call(path)
    seconds -= load
    if seconds > slowest[1]:
        slowest = (name, seconds)
    good = code == 1 and error.count("error:") >= 1 or code == 0 and name.startswith(MAY_WORK)
    if not good or seconds > LIMIT or os.environ.get("VERBOSE"):
        print("%s: exit status %s, %.2f s: %s" % (name, code, seconds, error.strip()[:300]))
    failures += not good or seconds > LIMIT
print("%d archives, %d wrong" % (len(CASES) + 1, failures))
print("slowest: %s, %.2f s more than %.2f s" % (*slowest, load))
sys.exit(1 if failures else 0)
