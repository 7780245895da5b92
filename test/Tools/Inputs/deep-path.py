"""Writes two versions of a graph whose module is 50,000 modules deep."""
import sys

path = ".".join(["m"] * 50000)
TEXT = """fx 1
graph():
    %%x : [num_users=1] = placeholder[target=x]
    %%y : [num_users=1] = call_function[target=torch.%s](args = (%%x,), kwargs = {}) {nn_module_stack: {"%s": ("%s", "m.M")}}
    return %%y
"""
for name, function in ("a", "sin"), ("b", "cos"):
    with open(f"{sys.argv[1]}/{name}.fx", "w") as file:
        file.write(TEXT % (function, path, path))
