#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints include/fx/IR/aten-schemas.txt, the list of operator overloads.

    PYTHON utils/generators/aten-schemas.py > include/fx/IR/aten-schemas.txt

PYTHON has the newest PyTorch that fx-opt is tested with; utils/generate finds it.

Columns of the result, separated by tabs:
  name      namespace::name.overload
  flags     I CompositeImplicitAutograd, E CompositeExplicitAutograd,
            A own autograd kernel, M mutable schema, V an output is a view,
            C C++ Meta kernel, P Python meta or decomposition,
            D in the decomposition table, K tagged core
  tags      the dispatcher's tags, comma separated
  bindings  of the operator's name: t torch.X, m Tensor.X, n torch._C._nn.X,
            l torch._C._linalg.X, f torch._C._fft.X, s torch._C._special.X,
            p torch._C._sparse.X, e torch._C._nested.X
  schema    arguments and returns, defaults as Python literals
"""
import ast
import re
import sys

NAMESPACES = {"n": "_nn", "l": "_linalg", "f": "_fft", "s": "_special",
              "p": "_sparse", "e": "_nested"}
MEMORY_FORMATS = {"0": "torch.contiguous_format", "1": "torch.preserve_format"}
LAYOUTS = {"0": "torch.strided", "1": "torch.sparse_coo"}
DTYPES = {"4": "torch.int64", "6": "torch.float32", "11": "torch.bool"}
LIBRARIES = ("aten", "prims", "quantized", "_quantized",
             "quantized_decomposed")
FLOATS = ("float", "float?", "Scalar", "Scalar?")
# Functions of torch in PyTorch 1.13 that newer releases no longer bind.
OLD_BINDINGS = {
    f"_sparse_{layout}_tensor_unsafe": {"t"}
    for layout in ("bsc", "bsr", "compressed", "coo", "csc", "csr")
}


def flags_of(schema, name, operator):
    """The letters of the column `flags`, from the dispatcher and the tables."""
    import torch
    from torch._decomp import decomposition_table, meta_table

    def has(key):
        return torch._C._dispatch_has_kernel_for_dispatch_key(name, key)

    explicit = "CompositeExplicitAutograd"
    in_python = (operator in meta_table or operator in decomposition_table or
                 torch._C.DispatchKey.Meta in operator.py_kernels)
    is_view = any(r.alias_info and not r.alias_info.is_write
                  for r in schema.returns)
    facts = [("I", has("CompositeImplicitAutograd")),
             ("E", has(explicit) or has(explicit + "NonFunctional")),
             ("A", has("Autograd")),
             ("M", schema.is_mutable),
             ("V", is_view),
             ("C", has("Meta")),
             ("P", in_python),
             ("D", operator in decomposition_table),
             ("K", torch.Tag.core in operator.tags)]
    return "".join(letter for letter, holds in facts if holds) or "-"


def overloads():
    """Name, flags, tags and schema of each overload."""
    import torch
    import torch._meta_registrations  # noqa: F401
    import torch.ao.quantization.fx._decomposed  # noqa: F401

    rows = []
    for schema in torch._C._jit_get_all_schemas():
        library, base = schema.name.split("::")
        name = schema.name
        if schema.overload_name:
            name += "." + schema.overload_name
        if (library not in LIBRARIES or
                not torch._C._dispatch_has_kernel(name)):
            continue
        operator = getattr(getattr(getattr(torch.ops, library), base),
                           schema.overload_name or "default")
        tags = ",".join(sorted(str(t).split(".")[-1] for t in operator.tags))
        rows.append((name, flags_of(schema, name, operator), tags or "-",
                     str(schema)[len(name):]))
    return rows


def bindings():
    """Where each operator is bound in Python: name to letters."""
    import torch

    def builtins_of(owner):
        kinds = ("builtin_function_or_method", "method_descriptor",
                 "function", "wrapper_descriptor")
        return [n for n in dir(owner) if
                type(getattr(owner, n, None)).__name__ in kinds]

    found = {name: set(letters) for name, letters in OLD_BINDINGS.items()}
    functions = [n for n in builtins_of(torch._C._VariableFunctions)]
    for name in functions:
        # The module leaves out some, such as __and__.
        own = getattr(torch, name, None)
        if own is not None and type(own).__name__ != "function":
            found.setdefault(name, set()).add("t")
    for name in builtins_of(torch.Tensor):
        found.setdefault(name, set()).add("m")
    for letter, module in NAMESPACES.items():
        for name in builtins_of(getattr(torch._C, module, None)):
            found.setdefault(name, set()).add(letter)
    return found


def default_text(kind, text):
    """One default as a Python literal."""
    if kind.startswith("MemoryFormat") and text in MEMORY_FORMATS:
        return MEMORY_FORMATS[text]
    if kind.startswith("Layout") and text in LAYOUTS:
        return LAYOUTS[text]
    if kind.startswith("ScalarType") and text in DTYPES:
        return DTYPES[text]
    value = ast.literal_eval(text)
    if kind in FLOATS and isinstance(value, (int, float)):
        if kind.startswith("float") and not isinstance(value, bool):
            value = float(value)
    return repr(value)


def split_parameters(text):
    depth, quote, start, parts, i = 0, "", 0, [], 0
    while i < len(text):
        c = text[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote:
                quote = ""
        elif c in "'\"":
            quote = c
        elif c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
        i += 1
    parts.append(text[start:].strip())
    return [p for p in parts if p]


def schema_text(text):
    at = text.rindex(") -> ")
    out = []
    for part in split_parameters(text[1:at]):
        match = re.match(r"(.*?) (\w+)=(.*)$", part)
        if match:
            kind, name, value = match.groups()
            kind = re.sub(r"\([a-z*>! -]+\)", "", kind)
            part = part[:match.start(3)] + default_text(kind, value)
        out.append(part)
    return "(" + ", ".join(out) + text[at:]


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    found = bindings()
    print("# Operator overloads of PyTorch, made by utils/generators/aten-schemas.py,"
          " which explains the columns.")
    print("# name\tflags\ttags\tbindings\tschema")
    rows = []
    for name, flags, tags, schema in overloads():
        base = name.split("::")[1].split(".")[0]
        where = "-"
        if name.startswith("aten::"):
            where = "".join(sorted(found.get(base, "-")))
        rows.append((name, flags, tags, where, schema_text(schema)))
    for row in sorted(rows):
        print("\t".join(row))


if __name__ == "__main__":
    main()
