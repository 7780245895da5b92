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
    InputSpec,
    OutputKind,
    OutputSpec,
    TensorArgument,
)

from . import _fx, _torch, _values
from . import _state as _state_of
from ._errors import WriteError
from ._module import _OF_WEIGHTS, Module, Pipeline

# ---------------------------------------------------------------------------
# Through an archive: everything that torch.export saves
# ---------------------------------------------------------------------------


def _said(e):
    why = (str(e).strip().splitlines() or [""])[0]
    return f"{type(e).__name__}: {why}"


def from_program(program):
    """The `Module` of an `ExportedProgram`."""
    archive = io.BytesIO()
    try:
        torch.export.save(program, archive)
    except Exception as e:
        raise WriteError(
            "torch.export cannot save the program, and what is asked for needs all that "
            f"an archive has of it: {_said(e)}"
        ) from e
    return Module(_fx.open_bytes(archive.getvalue(), "<program>"), program)


def _share(new, old):
    """Takes the tensors of `old` in the place of equal ones of `new`."""
    for name, value in new.items():
        known = old.get(name)
        if (
            isinstance(value, torch.Tensor)
            and type(value) is type(known)
            and _state_of.are_equal(value, known)
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
        try:
            program = torch.export.load(path)
        except Exception as e:
            raise WriteError(
                "torch.export cannot load the archive of the program, which fxopt has "
                f"written: {_said(e)}"
            ) from e
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


_KINDS = {word: kind for kind, word in _STATE.items()}


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
    rows, names, memory, tensors = [], {}, {}, {}
    for table in (program.state_dict, program.constants):
        for path, value in table.items():
            described = _values.describe(value, symbols)
            if described is ... or not isinstance(value, torch.Tensor):
                raise _Unusual
            try:
                storage = value.untyped_storage()
            except NotImplementedError:  # That of a transformation of functions.
                raise _Unusual from None
            place = storage.data_ptr()
            # Memory has no address where it is made up.
            name = names.setdefault(place or path, f"memory_{len(names)}")
            tensors.setdefault(name, value)
            if value.device.type == "cpu" and (place or not storage.nbytes()):
                memory[name] = place, storage.nbytes()
            if path in parameters or isinstance(value, torch.nn.Parameter):
                role, flag = "parameter", value.requires_grad
            elif path in buffers or table is program.state_dict:
                role, flag = "buffer", path not in transient
            else:
                role, flag = "constant", True
            # Whether a parameter wants a gradient is not part of its type.
            wants = role != "parameter" and value.requires_grad
            described = (*described[:5], wants, described[6])
            rows.append((path, role, described, flag, name))
    return rows, memory, tensors


def _limit(number):
    return int(number) if number.is_Integer and abs(number) < 1 << 62 else None


def _check_nodes(graph, branches, path):
    """Fail for nodes that only an archive says enough of."""
    for node in graph.nodes:
        if node.op == "get_attr" and (path + node.target) not in branches:
            raise _Unusual
        if node.op in ("call_module", "call_method"):
            raise _Unusual


def _known_values(graph):
    """The values of a graph, all of which are known, and their symbols."""
    values, symbols = _values.of_graph(graph, None)
    for node, value in zip(graph.nodes, values):
        # Such as that of another layout; a node may also have none.
        if value is ... and node.op != "output" and node.meta.get("val") is not None:
            raise _Unusual
    return values, symbols


def _from_attributes(program, reads_weights=False):
    """The module of a program, without the strings that an archive has of nodes. Its
    state is used where it is."""
    if type(program) is not torch.export.ExportedProgram:
        raise _Unusual
    for entry in program.module_call_graph:
        if entry.fqn and entry.signature is not None:
            raise _Unusual
    graph = program.graph
    signature = program.graph_signature
    # The graphs of branches and loops, parents first.
    branches = {
        path: sub
        for path, sub in program.graph_module.named_modules(remove_duplicate=False)
        if path and isinstance(sub, torch.fx.GraphModule)
    }
    _check_nodes(graph, branches, "")
    for path, sub in branches.items():
        _check_nodes(sub.graph, branches, path + ".")
    placeholders = [n for n in graph.nodes if n.op == "placeholder"]
    specs = signature.input_specs
    if [s.arg.name for s in specs] != [n.name for n in placeholders]:
        raise _Unusual
    inputs = [_input_spec(s) for s in specs]
    outputs = tuple(_output_spec(s) for s in signature.output_specs)
    state, memory, tensors = _state(program)
    if reads_weights and len(memory) != len(tensors):
        raise _Unusual
    values, symbols = _known_values(graph)
    inner = {}
    for path, sub in branches.items():
        inner[path], more = _known_values(sub.graph)
        symbols.update(more)
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
    for path, sub in branches.items():
        module.add_subgraph(path, sub.graph, inner[path])
    return Module(module, graph), tensors


def _renamed(arg, name):
    return arg if arg.name == name else dataclasses.replace(arg, name=name)


def _signature(old, pairs, words, results):
    """The signature of the nodes that `pairs` has with those that they were; `words`
    are the specifications of the inputs, `results` those of the outputs."""
    known = {s.arg.name: s for s in old.input_specs}
    words = iter(words)
    names, inputs, values = {}, [], ()
    for new, before in pairs:
        if new.op == "placeholder":
            wanted = tuple(next(words))
            spec = None if before is None else known[before.name]
            if spec is not None:
                names[before.name] = new.name
            if spec is not None and _input_spec(spec) == wanted:
                inputs.append(dataclasses.replace(spec, arg=_renamed(spec.arg, new.name)))
                continue
            kind = _KINDS.get(wanted[0])
            if kind is None:
                raise _Unusual
            saved = (*wanted, True)[2] if kind == InputKind.BUFFER else None
            inputs.append(InputSpec(kind, TensorArgument(new.name), wanted[1], saved))
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


def _new_state(module, tables, tensors, before):
    """The tables `state_dict` and `constants` of what the state is now: tensors that no
    pass has changed are those that they were. `tensors` has one of each memory,
    `before` the state as it was."""
    after = module.state_names()
    found, storages = {}, {}
    # What was one object stays one: tied parameters.
    old, made = {**tables[0], **tables[1]}, {}
    for path, (name, role, flag) in after.items():
        if before.get(path) == (name, role, flag):
            continue
        dtype, sizes, strides, offset, device, data = module.state_tensor(path)
        dtype = _torch.constant(dtype, False)
        place = (
            *(name, dtype, tuple(sizes), tuple(strides), offset, role, flag),
            id(old[path]) if path in old else path,
        )
        if place in made:
            found[path] = made[place]
            continue
        known = tensors.get(name)
        if known is not None:
            storage = known.untyped_storage()
        elif name in storages:
            storage = storages[name]
        else:
            # An empty tensor has no bytes to be of.
            raw = torch.frombuffer(bytearray(data), dtype=torch.uint8) if data else torch.empty(0)
            storage = storages[name] = raw.to(torch.device(device)).untyped_storage()
        value = torch.empty(0, dtype=dtype, device=storage.device)
        value.set_(storage, offset, sizes, strides)
        if role == "parameter":
            value = torch.nn.Parameter(value, requires_grad=flag)
        found[path] = made[place] = value
    state_dict, constants = ({k: v for k, v in t.items() if k in after} for t in tables)
    for path, value in found.items():
        _, role, flag = after[path]
        is_saved = role == "parameter" or (role == "buffer" and flag)
        state_dict.pop(path, None), constants.pop(path, None)
        (state_dict if is_saved else constants)[path] = value
    return state_dict, constants


def _reordered(table, old):
    """With what was there before in its place."""
    return {**{k: table[k] for k in old if k in table}, **table}


def _complete(graph, specs, state):
    """Compute the values that new nodes lack; those of inputs are of their state."""
    mode = torch._guards.detect_fake_mode([n.meta["val"] for n in graph.nodes if "val" in n.meta])
    targets = {s.arg.name: s.target for s in specs}
    for node in graph.nodes:
        if mode is not None and node.op == "placeholder" and "val" not in node.meta:
            tensor = state[targets[node.name]]
            node.meta["val"] = mode.from_tensor(tensor, static_shapes=True)
    _values.complete(graph)
    _complete_stacks(graph)


def _complete_stacks(graph):
    """Give calls of unknown modules those of a neighbor: torch.export.unflatten asks
    each for one."""
    calls = [n for n in graph.nodes if n.op == "call_function"]
    for node in [*reversed(calls), *calls]:
        if "nn_module_stack" in node.meta:
            continue
        for near in (*node.users, *node.all_input_nodes):
            if "nn_module_stack" in near.meta:
                node.meta["nn_module_stack"] = near.meta["nn_module_stack"]
                break


def _keep_values_of_calls(graph, before):
    """Give calls of graphs the values that these calls had: fake tensors compute
    none, as a get_attr of a graph has none."""

    def calls(of):
        found = {}
        for node in of.nodes:
            if isinstance(node.target, torch._ops.HigherOrderOperator):
                found.setdefault(node.target, []).append(node)
        return found

    known = calls(before)
    for target, nodes in calls(graph).items():
        old = known.get(target, [])
        if len(old) != len(nodes):
            continue
        for node, other in zip(nodes, old):
            if "val" not in node.meta and "val" in other.meta:
                node.meta["val"] = other.meta["val"]


def _replace_branches(module, root):
    """Give the root of a new program the graphs of branches that passes have changed.
    Those that hold one are new too: the old program has them."""
    changed = module._module.changed_subgraphs()
    holders = {
        path.rsplit(".", up)[0] for path in changed for up in range(1, path.count(".") + 1)
    }
    for path in sorted(holders | set(changed), key=lambda p: p.count(".")):
        parent, _, name = path.rpartition(".")
        holder = _state_of.lookup_or_none(root, parent)
        if holder is None or name not in holder._modules:
            continue  # Nothing uses it any more.
        old = getattr(holder, name)
        graph = torch.fx.Graph(tracer_cls=old.graph._tracer_cls)
        graph._codegen = copy.copy(old.graph._codegen)
        module._module.copy_subgraph(path, graph)
        _keep_values_of_calls(graph, old.graph)
        _values.complete(graph)
        new = torch.fx.GraphModule(old, graph, type(old).__name__)
        new.meta.update(old.meta)
        setattr(holder, name, new)
    return bool(changed)


def _to_program(module, program, before, tensors):
    """What `program`, from which the module came, is now; `before` was its state."""
    tables = program.state_dict, program.constants
    state_dict, constants = _new_state(module._module, tables, tensors, before)
    words = [n.meta["input_spec"] for n in module.graph.find_nodes(op="placeholder")]
    results = module.graph.output_node.meta["output_specs"]
    nodes = []
    graph = _torch.to_graph(module, made=nodes)
    signature = _signature(program.graph_signature, nodes, words, results)
    _complete(graph, signature.input_specs, {**state_dict, **constants})
    verifiers = program.verifiers
    dialects = module._module.dialects()
    if dialects != [v.dialect for v in verifiers]:
        verifiers = [load_verifier(d) for d in dialects]
    new = torch.export.ExportedProgram(
        root=program.graph_module,
        graph=graph,
        graph_signature=signature,
        state_dict=_reordered(state_dict, program.state_dict),
        range_constraints=dict(program.range_constraints),
        module_call_graph=copy.copy(program.module_call_graph),
        example_inputs=program.example_inputs,
        constants=_reordered(constants, program.constants),
        verifiers=verifiers,
    )
    # What is not known here is handed on.
    for name, value in program.__dict__.items():
        new.__dict__.setdefault(name, value)
    if _replace_branches(module, new.graph_module):
        new.validate()
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
            reads = not _OF_WEIGHTS.isdisjoint(pipeline._pipeline.names)
            module, tensors = _from_attributes(program, reads)
            before = module._module.state_names()
            if not module.run(pipeline, **options).changed:
                return program
            return _to_program(module, program, before, tensors)
        except _Unusual:
            pass
    module = from_program(program)
    report = module.run(pipeline, _check=check, **options)
    return to_program(module) if report.changed else program
