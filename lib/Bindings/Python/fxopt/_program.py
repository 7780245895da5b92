# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of torch.export, in and out of a process."""

import copy
import dataclasses
import io
import os
import tempfile

import torch
from torch._export.verifier import load_verifier
from torch.export.graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    OutputKind,
    OutputSpec,
    TensorArgument,
)

from . import _fx, _torch, _values
from ._module import Module, Pipeline

# ---------------------------------------------------------------------------
# By way of an archive: everything that torch.export saves
# ---------------------------------------------------------------------------


def from_program(program):
    """The `Module` of an `ExportedProgram`."""
    archive = io.BytesIO()
    torch.export.save(program, archive)
    return Module(_fx.open_bytes(archive.getvalue(), "<program>"), program)


def _share(new, old):
    """Takes the tensors of `old` in the place of equal ones of `new`."""
    for name, value in new.items():
        known = old.get(name)
        if (
            isinstance(value, torch.Tensor)
            and type(value) is type(known)
            and value.dtype == known.dtype
            and value.device == known.device
            and value.stride() == known.stride()
            and torch.equal(value, known)
        ):
            new[name] = known


def to_program(module):
    """The `ExportedProgram` that the module is now. State that no pass has changed
    is shared with the program that it came from."""
    # PyTorch reads what is written, and would say less of an invalid graph.
    module.graph.lint()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.pt2")
        module.save(path)
        program = torch.export.load(path)
    origin = module._origin
    if origin is not None:
        _share(program._state_dict, origin.state_dict)
        _share(program._constants, origin.constants)
    return program


# ---------------------------------------------------------------------------
# Attribute by attribute: the graph, its signature, and the types of its state
# ---------------------------------------------------------------------------


class _Unusual(Exception):
    """The program has something that only its archive says."""


_STATE = {
    InputKind.PARAMETER: "parameter",
    InputKind.BUFFER: "buffer",
    InputKind.CONSTANT_TENSOR: "tensor_constant",
}


def _input_spec(spec):
    if spec.kind == InputKind.USER_INPUT:
        constant = isinstance(spec.arg, ConstantArgument)
        return ("constant_input",) if constant else ("user_input",)
    kind = _STATE.get(spec.kind)
    if kind is None:
        raise _Unusual
    if kind == "buffer" and not spec.persistent:
        return kind, spec.target, False
    return kind, spec.target


def _output_spec(spec):
    if spec.kind == OutputKind.TOKEN:
        raise _Unusual
    word = spec.kind.name.lower()
    return (word,) if spec.target is None else (word, spec.target)


def _state(program):
    """Parameters, buffers and constants as `set_program` takes them, and their memory
    where it can be read."""
    signature = program.graph_signature
    parameters = set(signature.parameters)
    transient = set(signature.non_persistent_buffers)
    buffers = set(signature.buffers)
    symbols = _values.Symbols()
    rows, names, memory = [], {}, {}
    for table in (program.state_dict, program.constants):
        for path, value in table.items():
            described = _values.describe(value, symbols)
            if described is ... or not isinstance(value, torch.Tensor):
                raise _Unusual
            storage = value.untyped_storage()
            place = storage.data_ptr()
            # Memory has no address where it is made up.
            name = names.setdefault(place or path, f"memory_{len(names)}")
            if place and value.device.type == "cpu":
                memory[name] = place, storage.nbytes()
            if path in parameters or isinstance(value, torch.nn.Parameter):
                role, flag = "parameter", value.requires_grad
            elif path in buffers or table is program.state_dict:
                role, flag = "buffer", path not in transient
            else:
                role, flag = "constant", True
            # Whether it wants a gradient is no part of its type.
            described = (*described[:5], False, described[6])
            rows.append((path, role, described, flag, name))
    return rows, memory


def _limit(number):
    return int(number) if number.is_Integer and abs(number) < 1 << 62 else None


def _from_attributes(program):
    """The module of a program, without the strings that an archive has of nodes. Its
    state is used where it is."""
    if type(program) is not torch.export.ExportedProgram:
        raise _Unusual
    for entry in program.module_call_graph:
        if entry.fqn and entry.signature is not None:
            raise _Unusual
    graph = program.graph
    signature = program.graph_signature
    placeholders = []
    for node in graph.nodes:
        if node.op == "placeholder":
            placeholders.append(node)
        elif node.op == "call_function":
            if isinstance(node.target, torch._ops.HigherOrderOperator):
                raise _Unusual
        elif node.op != "output":
            raise _Unusual
    specs = signature.input_specs
    if [s.arg.name for s in specs] != [n.name for n in placeholders]:
        raise _Unusual
    inputs = [_input_spec(s) for s in specs]
    outputs = tuple(_output_spec(s) for s in signature.output_specs)
    state, memory = _state(program)
    values, symbols = _values.of_graph(graph, None)
    for i, spec in enumerate(specs):
        # Placeholders are the first nodes.
        if isinstance(spec.arg, ConstantArgument):
            values[i] = spec.arg.value
            if isinstance(spec.arg.value, str):
                raise _Unusual
    ranges = {
        str(s): (_limit(r.lower), _limit(r.upper))
        for s, r in program.range_constraints.items()
    }
    attributes = {
        "verifiers": [v.dialect for v in program.verifiers],
        "range_constraints": ranges,
        "symbolics": {
            text: (source, kind, None) for text, (source, kind, *_) in symbols.items()
        },
        "guards_code": list(program._guards_code),
    }
    module = _fx.import_graph(graph)
    module.set_program(attributes, state, memory, inputs, outputs)
    module.set_values(values, {})
    return Module(module, graph)


def _renamed(arg, name):
    return arg if arg.name == name else dataclasses.replace(arg, name=name)


def _signature(old, pairs, results):
    """The signature of the nodes that `pairs` has with those that they were; `results`
    are the specifications of the outputs."""
    known = {s.arg.name: s for s in old.input_specs}
    names, inputs, values = {}, [], ()
    for new, before in pairs:
        if new.op == "placeholder":
            if before is None:
                raise _Unusual
            spec = known[before.name]
            names[before.name] = new.name
            inputs.append(dataclasses.replace(spec, arg=_renamed(spec.arg, new.name)))
        elif new.op == "output":
            values = new.args[0]
    was = {}
    for spec in old.output_specs:
        was.setdefault(_output_spec(spec), []).append(spec)
    outputs = []
    for words, value in zip(results, values):
        is_node = isinstance(value, torch.fx.Node)
        if was.get(words):
            spec = was[words].pop(0)
            if is_node == isinstance(spec.arg, ConstantArgument):
                raise _Unusual
            arg = _renamed(spec.arg, value.name) if is_node else spec.arg
        elif is_node and isinstance(value.meta.get("val"), torch.Tensor):
            arg = TensorArgument(value.name)
        else:
            raise _Unusual
        kind, target = OutputKind[words[0].upper()], (*words, None)[1]
        if kind in (OutputKind.USER_INPUT_MUTATION, OutputKind.GRADIENT_TO_USER_INPUT):
            target = names[target]
        outputs.append(OutputSpec(kind, arg, target))
    return ExportGraphSignature(inputs, outputs)


def _to_program(module, program, before):
    """What `program`, from which the module came, is now; `before` was its state."""
    after = module._module.state_names()
    if any(before.get(path) != name for path, name in after.items()):
        # State was made, or has other bytes.
        raise _Unusual
    results = module.graph.output_node.meta["output_specs"]
    nodes = []
    graph = _torch.to_graph(module, made=nodes)
    _values.complete(graph)
    verifiers = program.verifiers
    dialects = module._module.dialects()
    if dialects != [v.dialect for v in verifiers]:
        verifiers = [load_verifier(d) for d in dialects]
    gone = before.keys() - after.keys()

    def rest(table):
        return {k: v for k, v in table.items() if k not in gone}

    new = torch.export.ExportedProgram(
        root=program.graph_module,
        graph=graph,
        graph_signature=_signature(program.graph_signature, nodes, results),
        state_dict=rest(program.state_dict),
        range_constraints=dict(program.range_constraints),
        module_call_graph=copy.copy(program.module_call_graph),
        example_inputs=program.example_inputs,
        constants=rest(program.constants),
        verifiers=verifiers,
    )
    # What is not known here is handed on.
    for name, value in program.__dict__.items():
        new.__dict__.setdefault(name, value)
    return new


def run(program, pipeline, *, check=None, **options):
    if check is not None:
        from ._numerics import Checker

        check = Checker(program.module(), check)
    if not isinstance(pipeline, Pipeline):
        pipeline = Pipeline(pipeline)
    # A check runs what there is after each pass, as a program.
    if check is None and not pipeline._pipeline.wants_program:
        try:
            module = _from_attributes(program)
            before = module._module.state_names()
            if not module.run(pipeline, **options).changed:
                return program
            return _to_program(module, program, before)
        except _Unusual:
            pass
    module = from_program(program)
    report = module.run(pipeline, _check=check, **options)
    return to_program(module) if report.changed else program
