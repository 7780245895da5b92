"""Packs an archive of generation C as PyTorch 2.1 to 2.8 packed archives.

repack.py [--generation=A|B] [--damage=NAME] [--record=NAME] SOURCE RESULT

Needs no PyTorch: its functions are pickled by name.
"""

import collections
import io
import json
import pickle
import sys
import types
import zipfile

# What pickles name.
DTYPES = {
    1: ("ByteStorage", 1),
    2: ("CharStorage", 1),
    3: ("ShortStorage", 2),
    4: ("IntStorage", 4),
    5: ("LongStorage", 8),
    6: ("HalfStorage", 2),
    7: ("FloatStorage", 4),
    8: ("DoubleStorage", 8),
    10: ("ComplexFloatStorage", 8),
    12: ("BoolStorage", 1),
    13: ("BFloat16Storage", 2),
}
UTILS = ("_rebuild_tensor_v2", "_rebuild_parameter", "_rebuild_sparse_tensor")


def module(name, names, make):
    m = sys.modules[name] = types.ModuleType(name)
    for n in names:
        value = make(n)
        value.__module__ = name
        value.__qualname__ = n
        setattr(m, n, value)
    return m


torch = module("torch", [n for n, _ in DTYPES.values()], lambda n: type(n, (), {}))
torch._utils = module("torch._utils", UTILS, lambda n: types.FunctionType((lambda *a: None).__code__, {}, n))


class Storage:
    def __init__(self, key, kind, data, device):
        self.key, self.kind, self.data, self.device = key, kind, data, device


class Tensor:
    def __init__(self, storage, meta, param):
        self.storage, self.meta, self.param = storage, meta, param

    def __reduce__(self):
        def ints(values):
            return tuple(v["as_int"] for v in values)

        m = self.meta
        args = (
            self.storage,
            m["storage_offset"]["as_int"],
            ints(m["sizes"]),
            ints(m["strides"]),
            m["requires_grad"] and not self.param,
            collections.OrderedDict(),
        )
        if not self.param:
            return torch._utils._rebuild_tensor_v2, args
        plain = Tensor(self.storage, dict(m, requires_grad=False), False)
        return (
            torch._utils._rebuild_parameter,
            (plain, m["requires_grad"], collections.OrderedDict()),
        )


class Pickler(pickle.Pickler):
    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        name, size = DTYPES[value.kind]
        return (
            "storage",
            getattr(torch, name),
            value.key,
            value.device,
            len(value.data) // size,
        )


def save(value, storages, damage=None):
    """What torch.save writes."""
    text = io.BytesIO()
    Pickler(text, 2).dump(value)
    text = text.getvalue()
    if damage == "evil":
        text = b"\x80\x02cposix\nsystem\nX\x04\0\0\0true\x85R."
    elif damage == "cut":
        text = text[:-20]
    elif damage == "cycle":
        text = b"\x80\x02]q\0h\0a."
    elif damage == "bomb":
        text = b"\x80\x02" + b"]" * (20 << 20) + b"."
    elif damage == "outside":
        text = text.replace(b"K\x03K\x04\x86", b"K\x7fK\x04\x86", 1)
    elif damage == "list":
        text = b"\x80\x02]."
    elif damage == "number":
        text = b"\x80\x02}K\x01K\x02s."
    elif damage == "value":
        text = b"\x80\x02}X\x01\0\0\0wK\x02s."
    elif damage == "odd":
        # Six bytes of which the first four are an integer of 32 bits.
        text = (
            b"\x80\x02}X\x01\0\0\0wctorch._utils\n_rebuild_tensor_v3\n("
            b"(X\x07\0\0\0storagectorch\nUntypedStorage\nX\x01\0\0\x000X\x03\0\0\0cpuK\x06tQ"
            b"K\0K\x01\x85K\x01\x85\x89}ctorch\nint32\ntRs."
        )
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as z:
        z.writestr("archive/data.pkl", text)
        z.writestr("archive/byteorder", "big" if damage == "big" else "little")
        cut = slice(1, None) if damage == "short" else slice(6) if damage == "odd" else slice(None)
        for s in storages:
            if damage == "lost":
                continue
            z.writestr("archive/data/" + s.key, s.data[cut])
        z.writestr("archive/version", "3\n")
    return result.getvalue()


def state(records, root, folder, config, damage):
    """Pickles the state that a table describes."""
    storages, tensors = {}, collections.OrderedDict()
    for name, entry in json.loads(config)["config"].items():
        meta = entry["tensor_meta"]
        device = meta["device"]
        where = device["type"]
        if device["index"] is not None:
            where += f":{device['index']}"
        path = entry["path_name"]
        if path not in storages:
            data = records[root + folder + path]
            storages[path] = Storage(str(len(storages)), meta["dtype"], data, where)
        tensors[name] = Tensor(storages[path], meta, entry["is_param"])
    return save(tensors, storages.values(), damage)


def main():
    generation, damage, added = "A", None, []
    while sys.argv[1].startswith("--"):
        option, value = sys.argv.pop(1)[2:].split("=")
        if option == "generation":
            generation = value
        elif option == "record":
            added.append(value)
        else:
            damage = value
    source, result = sys.argv[1:]
    with zipfile.ZipFile(source) as z:
        records = {n: z.read(n) for n in z.namelist()}
    root = next(iter(records)).split("/")[0] + "/"
    weights = records[root + "data/weights/model_weights_config.json"]
    constants = records[root + "data/constants/model_constants_config.json"]
    weights = state(records, root, "data/weights/", weights, damage)
    constants = state(records, root, "data/constants/", constants, None)
    if generation == "A":
        old = {
            "serialized_exported_program.json": records[root + "models/model.json"],
            "serialized_state_dict.pt": weights,
            "serialized_constants.pt": constants,
            "serialized_example_inputs.pt": records[root + "data/sample_inputs/model.pt"],
            "version": b"8.3",
        }
        for name, data in records.items():
            if name.startswith(root + "extra/"):
                old["extra_files/" + name[len(root + "extra/") :]] = data
    else:
        old = {
            root + "data/weights/model.pt": weights,
            root + "data/constants/model.pt": constants,
        }
        for name, data in records.items():
            if "data/weights/" not in name and "data/constants/" not in name:
                old[name] = data
    for name in added:
        old[root + name] = b"mine"
    with zipfile.ZipFile(result, "w") as z:
        for name, data in old.items():
            z.writestr(name, data)


main()
