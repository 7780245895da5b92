"""Writes archives whose tables of weights and constants are not as PyTorch
writes them, but good all the same.

edit_tables.py SOURCE DIRECTORY
"""

import json
import os
import sys
import zipfile

source, directory = sys.argv[1:]


def reverse(config):
    return json.dumps({"config": dict(reversed(config.items()))})


def pretty(config):
    return json.dumps({"config": config}, indent=1)


def unknown(config):
    for entry in config.values():
        entry["added_in_2099"] = [1.50]
    return json.dumps({"config": config, "more": None})


def names(config):
    """State that cannot be a path, or hides one."""
    extra = next(iter(config.values()))
    for name in ("a", "a.b", "a.b.c", "x..y", ".", "é\n", "deep" + ".d" * 300):
        config[name] = extra
    return json.dumps({"config": config})


def swap(config):
    """The records in another order than the table."""
    first, last = list(config.values())[0], list(config.values())[-1]
    first["path_name"], last["path_name"] = last["path_name"], first["path_name"]
    return json.dumps({"config": config})


def missing(config):
    """A record that is not there, of state that nobody uses."""
    entry = dict(next(iter(config.values())), path_name="tensor_99")
    return json.dumps({"config": dict(config, unused=entry)})


def records(config):
    """Names of records that say nothing."""
    for i, entry in enumerate(config.values()):
        entry["path_name"] = "w%s" % ("x" * i)
    return json.dumps({"config": config})


def odd_params(config):
    """What a table should not say."""
    for entry in config.values():
        entry["is_param"] = not entry["is_param"]
    return json.dumps({"config": config})


def gradients(config):
    for entry in config.values():
        if entry["tensor_meta"]:
            meta = entry["tensor_meta"]
            meta["requires_grad"] = not meta["requires_grad"]
    return json.dumps({"config": config})


for edit in (reverse, pretty, unknown, names, swap, missing, records, odd_params,
             gradients):
    name = os.path.basename(source)[: -len(".pt2")] + "_" + edit.__name__
    result = os.path.join(directory, name + ".pt2")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(result, "w") as new:
        for entry in old.namelist():
            data = old.read(entry)
            if entry.endswith("_config.json"):
                config = json.loads(data)["config"]
                data = edit(config) if config else data
            new.writestr(entry, data)
        new.writestr(old.namelist()[0].split("/")[0] + "/data/weights/weight_77", "x")
