"""Modules from the Python source that fx-translate writes."""

import torch


def generated(path):
    """The class of the module that a file has, the last one."""
    names = {"__file__": path, "__name__": "generated"}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    return [
        value for value in names.values()
        if isinstance(value, type) and issubclass(value, torch.nn.Module)
        and value.__module__ == "generated"
    ][-1]
