"""Runs fx-opt on archives that mean harm, and measures it.

hostile.py FX-OPT SOURCE [--strict] [--plugin=TEST-INTEROP] [NAME...]

Each archive is made from SOURCE, a small one of PyTorch 2.13. fx-opt must say
what is wrong, or take it, within half a second and twice the bytes of the file
in memory, beside what it needs for SOURCE. Machines that run tests are busy, so
there is slack unless --strict is given.
"""

import io
import json
import os
import pickle
import re
import struct
import subprocess
import sys
import tempfile
import zipfile


cases = {}


def case(message=None, codes=(1,), memory=0):
    """A case: a function that returns the bytes of a file. The message is a
    regular expression for what fx-opt has to say; code 1 unless others are
    given. memory is what it may need in MiB beside the usual: deflated records
    have a budget of their own, and so have nodes of a few bytes of text."""

    def add(function):
        name = function.__name__.replace("_", "-")
        cases[name] = (function, message, codes, memory << 20)
        return function

    return add


def records(changes=(), source=None):
    """The records of the source with some of them changed, or dropped (None)."""
    with zipfile.ZipFile(source or SOURCE) as z:
        result = {n.split("/", 1)[1]: z.read(n) for n in z.namelist()}
    for name, data in dict(changes).items():
        if data is None:
            del result[name]
        else:
            result[name] = data.encode() if isinstance(data, str) else data
    return result


def pack(contents, method=zipfile.ZIP_STORED, root="m/"):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=9) as z:
        for name, data in contents.items():
            z.writestr(zipfile.ZipInfo(root + name), data, method)
    return out.getvalue()


def program(edit, raw=False):
    """The source with an edited program. edit gets the program as Python, or
    its text, and returns it or None."""
    text = records()["models/model.json"].decode()
    if raw:
        return pack(records({"models/model.json": edit(text)}))
    value = json.loads(text)
    value = edit(value) or value
    return pack(records({"models/model.json": json.dumps(value)}))


def table(edit):
    name = "data/weights/model_weights_config.json"
    value = json.loads(records()[name])
    value = edit(value) or value
    return pack(records({name: json.dumps(value)}))


def graph(value):
    return value["graph_module"]["graph"]


META = {
    "dtype": 7,
    "sizes": [{"as_int": 3}],
    "requires_grad": False,
    "device": {"type": "cpu", "index": None},
    "strides": [{"as_int": 1}],
    "storage_offset": {"as_int": 0},
    "layout": 7,
}


# The container.


@case("it may have been cut off|it is too short|end record is not at its end")
def cut():
    return pack(records())[:-30]


@case("record 'm/extra/a': with it, records would inflate to more than")
def bomb():
    return pack(records({"extra/a": b"\0" * (300 << 20)}), zipfile.ZIP_DEFLATED)


@case("would inflate to more than|cannot have been deflated", memory=48)
def bomb_of_many():
    return pack(
        records({f"extra/{i}": b"\0" * (10 << 20) for i in range(40)}),
        zipfile.ZIP_DEFLATED,
    )


@case("cannot have been deflated")
def bomb_that_lies():
    """The directory says that a record is enormous."""
    data = bytearray(pack(records({"extra/a": b"a" * 1000}), zipfile.ZIP_DEFLATED))
    at = data.rfind(b"m/extra/a") - 46
    struct.pack_into("<I", data, at + 24, 0xF0000000)
    return bytes(data)


@case("overlap|share|reach into")
def overlapping():
    """All entries are the same bytes, as in the bombs that inflate to
    petabytes."""
    data = pack(records({f"extra/{i}": b"" for i in range(1000)}))
    directory = data.rfind(b"PK\5\6")
    start = struct.unpack_from("<I", data, directory + 16)[0]
    edited = bytearray(data)
    at = data.find(b"PK\1\2", start)
    while at != -1 and at < directory:
        struct.pack_into("<I", edited, at + 42, 0)
        at = data.find(b"PK\1\2", at + 46)
    return bytes(edited)


@case("there are two of that name")
def twice():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, data in records().items():
            z.writestr("m/" + name, data)
        z.fp.flush()
        import warnings

        warnings.simplefilter("ignore")
        z.writestr("m/archive_format", b"pt2")
    return out.getvalue()


def named(name):
    return pack(dict(records(), **{name: b"x"}))


@case("leads out of its folder")
def path_upwards():
    return named("data/../../../etc/passwd")


@case("its name is an absolute path")
def path_absolute():
    return pack({"/etc/passwd": b"x"}, root="")


@case("holds a NUL")
def path_nul():
    return named("extra/aXb").replace(b"extra/aXb", b"extra/a\0b")


@case("holds a backslash")
def path_backslash():
    return named("extra/aXb").replace(b"extra/aXb", b"extra/a\\b")


@case("bytes|name")
def path_long():
    return named("extra/" + "x" * 60000)


@case(codes=(0,))
def many_records():
    return pack(records({f"extra/{i}": b"" for i in range(100000)}))


@case("end record|directory")
def many_records_promised():
    data = bytearray(pack(records()))
    at = data.rfind(b"PK\5\6")
    struct.pack_into("<HHII", data, at + 8, 65535, 65535, 0x7FFFFFFF, 0)
    return bytes(data)


# JSON.


@case(r"models/model\.json: error: .*nested too deep")
def deep_json():
    return program(lambda text: '{"a": ' + "[" * 1000000, raw=True)


@case(r"models/model\.json: error: .*(nested too deep|expected)")
def deep_json_where_it_counts():
    return program(
        lambda text: text.replace('"inputs": [', '"inputs": ' + '[{"as_tensor": ' * 100000, 1),
        raw=True,
    )


@case(r"models/model\.json: error: graph_module\.graph.* arguments are nested too deep")
def deep_argument():
    def edit(value):
        arg = {"as_int": 1}
        for _ in range(300):
            arg = {"as_string_to_argument": {"a": arg}}
        graph(value)["nodes"][0]["inputs"][0]["arg"] = arg

    return program(edit)


@case(r"models/model\.json: error: graph_module\.graph.*too deep")
def deep_graphs():
    def edit(value):
        inner = {
            "inputs": [],
            "outputs": [],
            "nodes": [],
            "tensor_values": {},
            "sym_int_values": {},
            "sym_bool_values": {},
            "is_single_tensor_return": False,
            "custom_obj_values": {},
            "sym_float_values": {},
        }
        for _ in range(100):
            node = {
                "target": "torch.ops.higher_order.f",
                "inputs": [{"name": "", "arg": {"as_graph": {"name": "g", "graph": inner}}, "kind": 1}],
                "outputs": [],
                "metadata": {},
                "is_hop_single_tensor_return": False,
                "name": "f",
            }
            inner = dict(inner, nodes=[node])
        graph(value)["nodes"].insert(0, inner["nodes"][0])

    return program(edit)


@case(r"models/model\.json: error: graph_module\.graph\.nodes\[0\].* 'linear' is not defined here")
def cycle():
    def edit(value):
        graph(value)["nodes"][0]["inputs"][0]["arg"] = {"as_tensor": {"name": "linear"}}

    return program(edit)


@case(codes=(0,), memory=16)
def bogus_values():
    def edit(value):
        graph(value)["tensor_values"].update({f"bogus_{i}": META for i in range(100000)})

    return program(edit)


@case(r"graph_module\.graph\.tensor_values\.bogus_99999\.dtype: unknown dtype 99")
def bogus_values_then_wrong():
    def edit(value):
        values = graph(value)["tensor_values"]
        values.update({f"bogus_{i}": dict(META, storage_offset={"as_int": i}) for i in range(100000)})
        values["bogus_99999"] = dict(META, dtype=99)

    return program(edit)


@case(r"'linear' is described twice|comes twice")
def value_twice():
    return program(
        lambda text: text.replace(
            '"tensor_values": {', '"tensor_values": {' + f'"linear": {json.dumps(META)}, ' * 50000, 1
        ),
        raw=True,
    )


@case(codes=(0,), memory=24)
def many_symbols():
    def edit(value):
        values = graph(value)["tensor_values"]
        for i in range(20000):
            source = f"Symbol('s{i}', positive=True, integer=True)"
            size = {"as_expr": {"expr_str": source, "hint": {"as_int": 3}}}
            values[f"bogus_{i}"] = dict(META, sizes=[size])
        value["range_constraints"] = {f"s{i}": {"min_val": 2, "max_val": None} for i in range(20000)}

    return program(edit)


@case(codes=(0,))
def deep_expression():
    def edit(value):
        source = "Add(Integer(1), " * 100000 + "Integer(1)" + ")" * 100000
        size = {"as_expr": {"expr_str": source, "hint": None}}
        graph(value)["tensor_values"]["linear"]["sizes"][0] = size

    return program(edit)


@case(codes=(0,))
def wide_expression():
    def edit(value):
        source = "Add(" + ", ".join(f"Symbol('s{i}', integer=True)" for i in range(100000)) + ")"
        size = {"as_expr": {"expr_str": source, "hint": None}}
        graph(value)["tensor_values"]["linear"]["sizes"][0] = size

    return program(edit)


@case(codes=(0,))
def python_in_expression():
    def edit(value):
        size = {"as_expr": {"expr_str": "__import__('os').system('touch hacked')", "hint": None}}
        graph(value)["tensor_values"]["linear"]["sizes"][0] = size

    return program(edit)


@case("has no parameter 'a0'", codes=(3,))
def many_arguments():
    def edit(value):
        node = graph(value)["nodes"][0]
        node["inputs"] += [{"name": f"a{i}", "arg": {"as_int": i}, "kind": 2} for i in range(50000)]

    return program(edit)


@case("the keyword 'same' occurs twice", codes=(3,))
def same_argument():
    def edit(value):
        node = graph(value)["nodes"][0]
        node["inputs"] += [{"name": "same", "arg": {"as_int": i}, "kind": 2} for i in range(50000)]

    return program(edit)


@case("index 1 is out of range", codes=(3,), memory=24)
def many_results():
    def edit(value):
        node = graph(value)["nodes"][0]
        node["outputs"] = [{"as_tensor": {"name": f"r{i}"}} for i in range(50000)] + node["outputs"]

    return program(edit)


@case("the signature has 3 inputs, the graph 50003", memory=16)
def many_inputs():
    def edit(value):
        g = graph(value)
        g["inputs"] += [{"as_tensor": {"name": f"i{i}"}} for i in range(50000)]

    return program(edit)


@case("too many kinds of metadata")
def many_metadata():
    def edit(value):
        graph(value)["nodes"][0]["metadata"] = {f"k{i}": "v" for i in range(100000)}

    return program(edit)


@case(codes=(0,))
def unknown_members():
    def edit(value):
        value["unknown"] = {f"k{i}": [i] for i in range(100000)}
        graph(value)["nodes"][0].update({f"k{i}": i for i in range(20000)})

    return program(edit)


@case(codes=(0,))
def module_calls():
    def edit(value):
        calls = value["graph_module"]["module_call_graph"]
        calls += [dict(calls[0], fqn=f"m{i}") for i in range(20000)]

    return program(edit)


@case("not UTF-8")
def no_text():
    return program(lambda text: text.encode().replace(b"linear", b"line\xff\xfe", 1), raw=True)


@case("does not fit into 64 bits")
def long_number():
    return program(lambda text: text.replace('"kind": 1', '"kind": ' + "9" * 1000000, 1), raw=True)


@case(codes=(0,))
def long_name():
    return program(lambda text: text.replace("linear", "x" * 1000000), raw=True)


# The tables of weights.


@case(r"model_weights_config\.json: error: .*bogus_99999.*expected")
def bogus_weights():
    def edit(value):
        entry = dict(value["config"]["weight"])
        value["config"].update({f"bogus_{i}": entry for i in range(100000)})
        value["config"]["bogus_99999"] = dict(entry, path_name=7)

    return table(edit)


@case(codes=(0, 1, 3))
def deep_weights():
    def edit(value):
        entry = dict(value["config"]["weight"])
        value["config"].update({".".join(["a"] * i): entry for i in range(1, 400)})

    return table(edit)


@case("nested too deep|too deep")
def deep_table():
    name = "data/weights/model_weights_config.json"
    return pack(records({name: '{"config": ' + '{"a": ' * 1000000}))


@case("there is no record|leads out|no record", codes=(0, 1, 3))
def weight_elsewhere():
    def edit(value):
        value["config"]["weight"]["path_name"] = "../../../etc/passwd"

    return table(edit)


# Pickles, of generation B.


def torch_save(text, storages=()):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        z.writestr("archive/data.pkl", text)
        for name, data in storages:
            z.writestr("archive/data/" + name, data)
    return out.getvalue()


def pickled(text, **options):
    return pack(records({"data/weights/model.pt": torch_save(text, **options)}))


@case(r"data/weights/model\.pt: error: pickle 'archive/data\.pkl', byte 2: 'posix\.system' is not allowed")
def pickle_of_code():
    class Evil:
        def __reduce__(self):
            return os.system, ("touch hacked",)

    return pickled(pickle.dumps({"a": Evil()}, 2)[:2] + pickle.dumps(Evil(), 2)[2:])


@case("it asks for more than")
def pickle_of_lists():
    return pickled(b"\x80\2" + b"]" * 10000000 + b".")


@case("it asks for more than")
def pickle_of_nothing():
    return pickled(b"\x80\2" + b"N" * 10000000 + b".")


@case("it asks for more than")
def pickle_of_marks():
    return pickled(b"\x80\2" + b"(" * 10000000 + b".")


@case("too deep")
def pickle_that_is_deep():
    return pickled(b"\x80\2" + b"]" * 200000 + b"a" * 199999 + b".")


@case("it holds no dictionary")
def pickle_that_laughs():
    return pickled(b"\x80\2Nq\0" + b"h\0h\0h\0\x87q\0" * 60 + b".")


@case("too high number")
def pickle_with_a_high_number():
    return pickled(b"\x80\2Nr\xff\xff\xff\xff.")


@case("it ends inside an instruction")
def pickle_of_a_long_text():
    return pickled(b"\x80\2X\xff\xff\xff\xffabc.")


@case("it asks for more than|comes twice|is not a tensor")
def pickle_of_entries():
    items = b"".join(b"X\2\0\0\0" + struct.pack("<H", i % 26 + 0x6161) + b"N" for i in range(1000000))
    return pickled(b"\x80\2}(" + items + b"u.")


# Weights in other files, which a pass of the plugin opens.


def safetensors(header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def tensor(begin, end, shape=None, dtype="U8"):
    return {"dtype": dtype, "shape": shape or [end - begin], "data_offsets": [begin, end]}


@case("damaged safetensors header")
def safetensors_cut():
    return safetensors({"w": tensor(0, 8)}, b"12345678")[:20]


@case("damaged safetensors header")
def safetensors_promised():
    return struct.pack("<Q", 1 << 62) + b"{}"


@case("damaged safetensors header.*(nested|expected|does not end)")
def safetensors_deep():
    return safetensors(b'{"w": ' + b"[" * 10000000)


@case("damaged safetensors header|tensor 'w99999'")
def safetensors_of_many():
    tensors = {f"w{i}": tensor(i, i + 1) for i in range(100000)}
    tensors["w99999"]["dtype"] = "F31"
    return safetensors(tensors, b"x" * 100000)


@case("tensor 'v'|tensor 'w'")
def safetensors_overlapping():
    return safetensors({"v": tensor(0, 8), "w": tensor(4, 12)}, b"x" * 12)


@case("type and shape do not make")
def safetensors_that_overflow():
    return safetensors({"w": tensor(0, 8, [1 << 32, 1 << 32, 2])}, b"12345678")


@case("twice|two|comes")
def safetensors_twice():
    entry = json.dumps(tensor(0, 8)).encode()
    return safetensors(b'{"w": ' + entry + b', "w": ' + entry + b"}", b"12345678")


# The driver.


def run(fx_opt, path, out, plugin=None):
    """Exit code, what was said, seconds of a processor, and bytes of memory at
    most."""
    with tempfile.TemporaryFile() as said:
        command = [fx_opt, path, "-o", out]
        if plugin:
            command += [f"--load-pass-plugin={plugin}"]
            command += ["--passes=test-open{kind=safetensors,file=hostile.pt2}"]
        process = subprocess.Popen(command, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        said.seek(0)
        text = said.read().decode(errors="replace")
    return process.returncode, text, seconds, usage.ru_maxrss * 1024


def main():
    global SOURCE
    arguments = sys.argv[1:]
    if arguments[0] == "--make":
        _, SOURCE, name, path = arguments
        with open(path, "wb") as f:
            f.write(cases[name][0]())
        return
    strict = "--strict" in arguments
    plugin = None
    for a in arguments:
        if a.startswith("--plugin="):
            plugin = a[len("--plugin=") :]
    arguments = [a for a in arguments if not a.startswith("--")]
    fx_opt, SOURCE, *names = arguments
    _, _, usual_seconds, usual_memory = run(fx_opt, SOURCE, "usual.pt2")
    # Sanitizers need time and memory of their own.
    instrumented = "--sanitized" in sys.argv
    seconds_limit = 0.5 if strict else 10
    slack = (8 if strict else 48) << 20
    failed = 0
    names = [n for n in names or cases if plugin or "safetensors" not in n]
    with open("any.fx", "w") as f:
        f.write("fx 1\ngraph():\n    return None\n")
    for name in names:
        _, message, codes, memory_allowed = cases[name]
        # By another process: what is measured of a new one begins with the
        # memory of the one that starts it.
        make = [sys.executable, sys.argv[0], "--make", SOURCE, name, "hostile.pt2"]
        subprocess.run(make, check=True)
        size = os.path.getsize("hostile.pt2")
        if os.path.exists("out.fx"):
            os.remove("out.fx")
        if "safetensors" in name:
            code, text, seconds, memory = run(fx_opt, "any.fx", "out.fx", plugin)
        else:
            code, text, seconds, memory = run(fx_opt, "hostile.pt2", "out.fx")
        memory -= usual_memory
        problems = []
        if code not in codes:
            problems.append(f"exit code {code}")
        if code and "error: " not in text:
            problems.append("no error")
        if code == 1 and "hostile.pt2" not in text:
            problems.append("an error that does not name the file")
        if code and message and not re.search(message, text, re.DOTALL):
            problems.append("another message")
        if len(text) > 100000:
            problems.append(f"{len(text)} bytes of messages")
        if code and os.path.exists("out.fx"):
            problems.append("an output")
        if seconds > seconds_limit:
            problems.append(f"{seconds:.2f} seconds")
        if not instrumented and memory > 2 * size + slack + memory_allowed:
            problems.append(f"{memory >> 20} MiB for a file of {size >> 20} MiB")
        if os.path.exists("hacked"):
            problems.append("code was executed")
        if strict:
            first = text.strip().split("\n")[0][:150]
            print(f"{name}: {code} {seconds:.2f} s, {memory / 2**20:.1f} MiB of {size / 2**20:.1f}: {first}")
        if problems:
            failed += 1
            print(f"{name}: {', '.join(problems)}\n{text[:1000]}")
    print(f"{len(names)} hostile files, {failed} problems")
    sys.exit(failed != 0)


main()
