# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stages of a model for torch.distributed.pipelining. The pass `partition` says
what is in a stage; this makes modules of it."""

import collections.abc
import copy
import math
import operator
import typing

import torch
import torch.fx
from torch.fx.node import map_arg

from . import _torch
from ._graph import TensorType
from ._state import lookup

_CALLS = ("call_function", "call_method", "call_module")
_ATEN = torch.ops.aten
_SIZES = (_ATEN.sym_size.int, _ATEN.sym_stride.int, _ATEN.sym_numel.default)


def _program_module(program):
    try:
        return program.module(check_guards=False)
    except TypeError:
        return program.module()


def _module_of(what):
    if _torch.is_program(what):
        return _program_module(what)
    if isinstance(what, torch.fx.GraphModule):
        return what
    raise TypeError(
        "stages are made of an ExportedProgram or a GraphModule, not of a "
        f"{type(what).__name__}; torch.export.export makes one"
    )


def _paths(node):
    """The modules that a node comes from, outermost first."""
    stack = node.meta.get("nn_module_stack") or {}
    paths = [entry[0] if isinstance(entry, tuple) else str(entry) for entry in stack.values()]
    if node.op == "call_module":
        paths.append(node.target)
    return [p.removeprefix("L['self'].").removeprefix("self.") for p in paths]


def _before(gm, cuts):
    """The call in front of the first one of each module, or of the node of that
    name: where a stage ends."""
    calls = [n for n in gm.graph.nodes if n.op in _CALLS]
    ends = []
    for cut in cuts:
        first = next(
            (
                i
                for i, n in enumerate(calls)
                if n.name == cut
                or any(p == cut or p.startswith(cut + ".") for p in _paths(n))
            ),
            None,
        )
        if first is None:
            raise ValueError(f"no call comes from a module or has the name {cut!r}")
        if first == 0:
            raise ValueError(f"there is nothing in front of {cut!r}, so no cut")
        ends.append(calls[first - 1].name)
    return ends


def _number_of(stages):
    try:
        if isinstance(stages, bool):
            raise TypeError
        return operator.index(stages)
    except TypeError:
        raise TypeError(f"stages is a whole number, not {stages!r}") from None


def _names_of(cuts):
    if isinstance(cuts, str) or not isinstance(cuts, collections.abc.Iterable):
        raise TypeError(f'cuts is a list of names, such as ["layers.4"], not {cuts!r}')
    cuts = list(cuts)
    if not cuts:
        raise ValueError("cuts has no name, so nothing is cut; stages=1 is the whole model")
    for cut in cuts:
        if not isinstance(cut, str):
            raise TypeError(f"a cut is the name of a module or a node, not {cut!r}")
    return cuts


def _pipeline(gm, stages, cost, by, cuts, link_cost):
    given = [o for o in (stages, by, cuts) if o is not None]
    if len(given) != 1:
        raise TypeError("give one of stages=, by= and cuts=")
    if stages is not None:
        return f"partition{{by=balanced:{stages} cost={cost} link={link_cost!r}}}"
    if cuts is not None:
        return f'partition{{by="after:{",".join(_before(gm, cuts))}"}}'
    return f'partition{{by="{by}"}}'


def _sizes_of(nodes):
    """The nodes whose values are sizes of a tensor, or computed of such alone."""
    sizes = set()
    for n in nodes:
        used = n.all_input_nodes
        if n.op == "call_method":
            is_size = n.target in ("size", "dim", "numel", "stride")
        elif n.op != "call_function":
            is_size = False
        elif n.target is getattr:
            is_size = n.args[1] in ("shape", "ndim")
        elif n.target in _SIZES:
            is_size = True
        else:
            is_operator = getattr(n.target, "__module__", None) == "_operator"
            is_size = is_operator and bool(used) and sizes.issuperset(used)
        if is_size:
            sizes.add(n)
    return sizes


def partition(
    what,
    stages=None,
    *,
    cost="flops",
    link="relay",
    by=None,
    cuts=None,
    link_cost=10.0,
    replicate=False,
    example_inputs=None,
):
    if link not in ("relay", "direct"):
        raise ValueError(f"link is 'relay' or 'direct', not {link!r}")
    if stages is not None:
        stages = _number_of(stages)
    if cuts is not None:
        cuts = _names_of(cuts)
    gm = _module_of(what)
    pipeline = _pipeline(gm, stages, cost, by, cuts, link_cost)
    module = _torch.from_torch(gm, values=True, example_inputs=example_inputs)
    handles = list(module.graph.nodes)
    if by == "tag":
        for handle in handles:
            tag = handle.torch_node.meta.get("tag")
            if isinstance(tag, str) and handle.op in _CALLS:
                handle.meta["tag"] = tag
    elif example_inputs is not None:
        module.run("infer-values{partial}")
    costs = module._module.node_costs()
    nodes = [h.torch_node for h in handles]
    memory = module._module.node_memory()
    facts = _Facts(
        dict(zip(nodes, costs)),
        {n: [nodes[i] for i in written] for n, (written, _) in zip(nodes, memory)},
        {n: [nodes[i] for i in shared] for n, (_, shared) in zip(nodes, memory)},
        {n: h.meta.get("val") for n, h in zip(nodes, handles)},
    )
    module.run(pipeline)
    tags = {h.torch_node: h.meta.get("tag") for h in handles}
    parts = Parts(gm, tags, facts, link, replicate)
    if stages is not None and len(parts) != stages:
        raise ValueError(
            f"the model has calls for {len(parts)} stages, fewer than the {stages} that "
            "were asked for"
        )
    return parts


def _listed(stages):
    return ", ".join(map(str, sorted(stages)))


class _Facts(typing.NamedTuple):
    """What fx-opt knows of nodes."""

    costs: dict  #: FLOPs and bytes
    writes: dict  #: the nodes that a call may write to
    aliases: dict  #: the nodes whose memory a value may be
    types: dict  #: of their values; None where they are not known


class _ContiguousGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return gradient.contiguous()


def contiguous_gradient(x):
    """`x`, whose gradient can be sent back: it is not a view of something larger."""
    return _ContiguousGradient.apply(x)


class Parts:
    """The stages of a model. `len(parts)` is how many there are; `parts[i]` is the
    module of one, which is made on first use and shares all tensors."""

    def __init__(self, gm, tags, facts, link, replicate):
        self.link = link
        self._gm = gm
        self._facts = facts
        self._costs = facts.costs
        self._modules = {}
        self._groups = None
        self._nodes = list(gm.graph.nodes)
        self._output = next(n for n in self._nodes if n.op == "output")
        self._inputs = [n for n in self._nodes if n.op == "placeholder"]
        self._stage = self._number(tags)
        self._sizes = _sizes_of(self._nodes)
        self._state = self._place_state()
        #: The values that may be in the same memory, by each of them.
        self._memory = self._find_memory()
        #: The calls that write to the memory of a value.
        self._writes = collections.defaultdict(list)
        for n in self._stage:
            groups = {id(self._memory[w]): self._memory[w] for w in facts.writes[n]}
            for written in groups.values():
                for value in written:
                    self._writes[value].append(n)
        #: Parameters in several stages: path, and the stages.
        self.shared = self._find_shared()
        if self.shared and not replicate:
            said = "; ".join(
                f"{path!r} in stages {_listed(stages)}"
                for path, stages in self.shared.items()
            )
            raise ValueError(
                f"a parameter is used in several stages: {said}. replicate=True copies "
                "it: then call parts.reduce_gradients(rank) in front of each step of "
                "the optimizer"
            )
        self._ends = [self._sent_after(i) for i in range(len(self))]
        self._check_modules()
        self._check_writes()

    # What is where

    def _number(self, tags):
        order, stage = {}, {}
        for n in self._nodes:
            if n.op not in _CALLS:
                continue
            tag = tags[n]
            if not isinstance(tag, str):
                raise ValueError(f"the call {n.name!r} has no tag, so no stage")
            stage[n] = order.setdefault(tag, len(order))
            for used in n.all_input_nodes:
                if stage.get(used, 0) > stage[n]:
                    raise ValueError(
                        f"{n.name!r} of stage {tag!r} needs {used.name!r} of stage "
                        f"{tags[used]!r}, which runs later"
                    )
        for n, used in list(stage.items()):
            # torch.export writes new state at the end, wherever it was computed.
            if n.target is _ATEN.copy_.default and n.args[0].op == "get_attr":
                stage[n] = stage.get(n.args[1], used)
        if not order:
            raise ValueError("the model has no calls")
        self._names = list(order)
        return stage

    def _place_state(self):
        """The stages that use each get_attr."""
        found = {}
        for n in self._nodes:
            if n.op == "get_attr":
                found[n] = self._stages_of(n)
        return found

    def _find_shared(self):
        by_tensor = {}
        for n, stages in self._state.items():
            value = lookup(self._gm, n.target)
            if isinstance(value, torch.nn.Parameter):
                path, known = by_tensor.setdefault(id(value), (n.target, set()))
                known |= stages
        for n in self._nodes:
            # Modules that are called bring their parameters along.
            if n.op == "call_module":
                for name, value in self._gm.get_submodule(n.target).named_parameters():
                    path, known = by_tensor.setdefault(
                        id(value), (f"{n.target}.{name}", set())
                    )
                    known.add(self._stage[n])
        return {p: sorted(s) for p, s in by_tensor.values() if len(s) > 1}

    def _find_memory(self):
        groups = {n: [n] for n in self._nodes}
        by_storage = {}
        for n in self._nodes:
            others = list(self._facts.aliases[n])
            if n.op == "get_attr":
                value = lookup(self._gm, n.target)
                if isinstance(value, torch.Tensor) and value.layout == torch.strided:
                    key = value.untyped_storage()._cdata
                    others.append(by_storage.setdefault(key, n))
            for other in others:
                mine, theirs = groups[n], groups[other]
                if mine is not theirs:
                    theirs.extend(mine)
                    groups.update(dict.fromkeys(mine, theirs))
        return groups

    def _writers(self, n):
        """The stages that write to the memory of a value."""
        return {self._stage[write] for write in self._writes[n]}

    def _stages_of(self, n):
        """The stages that use a value."""
        last = len(self) - 1
        return {last if u is self._output else self._stage[u] for u in n.users}

    def _check_modules(self):
        """A module that writes to its buffers is in one stage."""
        used = collections.defaultdict(set)
        for n in self._nodes:
            if n.op == "call_module":
                used[n.target].add(self._stage[n])
        for path, stages in used.items():
            module = self._gm.get_submodule(path)
            if len(stages) > 1 and module.training and any(True for _ in module.buffers()):
                raise ValueError(
                    f"the module {path!r}, which may write to its buffers, is called in "
                    f"stages {_listed(stages)}, but each stage has its "
                    "own; cut elsewhere"
                )

    def _check_writes(self):
        """Stages share no memory: what one writes is not seen by others."""
        done = set()
        for n in list(self._writes):
            group = self._memory[n]
            if not self._writes[n] or id(group) in done:
                continue
            done.add(id(group))
            self._check_state_writes(group)
            for stage in sorted(self._writers(n)):
                self._check_copies(group, stage)

    def _check_state_writes(self, group):
        written = min(self._writers(group[0]))
        for n in group:
            if n.op != "get_attr":
                continue
            stages = self._writers(n).union(*map(self._stages_of, group))
            if len(stages) > 1:
                raise ValueError(
                    f"{n.target!r} is used in stages {_listed(stages)} "
                    f"and written in stage {written}, but each stage has its own; cut "
                    "elsewhere"
                )

    def _check_copies(self, group, stage):
        """A stage writes to its copy of a value."""
        for n in group:
            if n.op == "placeholder" and stage:
                raise ValueError(
                    f"the input {n.name!r} is written in stage {stage}, which gets a copy; "
                    "cut elsewhere"
                )
        received = [n for n in self._received(stage) if n in group]
        if len(received) > 1:
            names = " and ".join(repr(n.name) for n in received[:2])
            raise ValueError(
                f"{names} share memory that is written in stage {stage}, which gets copies "
                "of both; cut elsewhere"
            )
        for n in group:
            # In a chain, what was written is handed on.
            if (
                self.link == "direct"
                and self._stage.get(n, stage) != stage
                and max(map(self._user_stage, n.users), default=0) > stage
            ):
                raise ValueError(
                    f"{n.name!r} is written in stage {stage} and used later, but "
                    "comes from another stage; cut elsewhere or use link='relay'"
                )

    def _home(self, n):
        """The stage that has a value first: inputs come in at the first."""
        return 0 if n.op == "placeholder" else self._stage[n]

    def _is_value(self, n):
        return n.op == "placeholder" or n in self._stage

    def _sent_after(self, i):
        """The values that a stage hands on, in the order of the graph."""
        last = len(self) - 1
        result = []
        for n in self._nodes:
            if not self._is_value(n) or self._home(n) > i:
                continue
            if self.link == "direct" and self._home(n) != i:
                continue
            if self.link == "direct" and n.op == "placeholder":
                continue  # The outer graph hands it to each stage.
            if any(self._user_stage(u) > i for u in n.users) and i != last:
                result.append(n)
        for n in result:
            self._check_sent(n)
        return result

    def _user_stage(self, user):
        if user is not self._output:
            return self._stage[user]
        # A chain has one end; else the outer graph returns it.
        return len(self) - 1 if self.link == "relay" else len(self)

    def _check_sent(self, n):
        known = self._facts.types[n], n.meta.get("val"), n.meta.get("example_value")
        kinds = [
            f"of type {type(value).__name__}"
            for value in known
            if value is not None and not isinstance(value, (torch.Tensor, TensorType))
        ]
        if n.type in (bool, int, float, str):
            kinds.append(f"of type {n.type.__name__}")
        if n in self._sizes:
            kinds.insert(0, "a size")
        if n.op == "call_module" and known == (None, None, None):
            module = self._gm.get_submodule(n.target)
            if isinstance(module, (torch.nn.RNNBase, torch.nn.MultiheadAttention)):
                kinds.append("of type tuple")
        if kinds:
            raise ValueError(
                f"another stage needs {n.name!r}, {kinds[0]}, but stages send tensors "
                "alone; cut elsewhere"
            )

    def inputs_of(self, i):
        """The names of the inputs of a stage."""
        return [n.name for n in self._received(self._index(i))]

    def outputs_of(self, i):
        """The names of the values that a stage returns."""
        i = self._index(i)
        if self.link == "relay" and i == len(self) - 1:
            return [n.name for n in self._output.all_input_nodes]
        return [n.name for n in self._returned(i)]

    def _received(self, i):
        if self.link == "relay":
            return self._inputs if i == 0 else self._ends[i - 1]
        # In the order of the graph: values are received as they are sent.
        return [
            n
            for n in self._nodes
            if self._is_value(n)
            and self._home_of(n) != i
            and any(self._stage.get(u) == i for u in n.users)
        ]

    def _home_of(self, n):
        return -1 if n.op == "placeholder" else self._stage[n]

    def _returned(self, i):
        if self.link == "relay":
            return self._ends[i]
        return [
            n
            for n in self._nodes
            if self._stage.get(n) == i
            and any(u is self._output or self._stage[u] != i for u in n.users)
        ]

    # Modules

    def __len__(self):
        return len(self._names)

    def _index(self, i):
        try:
            i = operator.index(i)
        except TypeError:
            raise TypeError(f"a stage has a number, which {i!r} is not") from None
        if not -len(self) <= i < len(self):
            raise IndexError(f"there is no stage {i}: there are {len(self)}")
        return i % len(self)

    def __getitem__(self, i):
        i = self._index(i)
        if i not in self._modules:
            self._modules[i] = self._make(i)
        return self._modules[i]

    def _make(self, i):
        graph, now = torch.fx.Graph(), {}
        received = self._received(i)
        for n in received:
            now[n] = graph.placeholder(n.name)
            now[n].meta = dict(n.meta)
        if i > 0:
            for n in received:
                now[n] = graph.call_function(contiguous_gradient, (now[n],))
                now[n].meta = dict(n.meta)
                if i in self._writers(n):
                    # Autograd does not let a view of that kind be written.
                    now[n] = graph.call_function(torch.ops.aten.clone.default, (now[n],))
                    now[n].meta = dict(n.meta)
        for n in self._nodes:
            if self._stage.get(n) == i or i in self._state.get(n, ()):
                now[n] = graph.node_copy(n, now.__getitem__)
        if self.link == "relay" and i == len(self) - 1:
            result = map_arg(self._output.args[0], now.__getitem__)
            graph.output(result[0] if self._returns_one() else result)
        else:
            results = []
            for n in self._returned(i):
                value = now[n]
                if n in received:
                    # What passes through is a value of its own, with a gradient.
                    value = graph.call_function(torch.ops.aten.alias.default, (value,))
                    value.meta = dict(n.meta)
                elif any(u is not self._output and self._stage[u] != i for u in n.users):
                    value = self._sendable(graph, value)
                results.append(value)
            graph.output(results[0] if len(results) == 1 else tuple(results))
        return torch.fx.GraphModule(self._gm, graph, f"Stage{i}")

    @staticmethod
    def _sendable(graph, value):
        """Values are sent whole: a view of other strides is made one without."""
        known = value.meta.get("val")
        if isinstance(known, torch.Tensor) and known.is_contiguous():
            return value
        sent = graph.call_function(torch.ops.aten.contiguous.default, (value,))
        sent.meta = dict(value.meta)
        if isinstance(known, torch.Tensor):
            sent.meta["val"] = known.contiguous()
        return sent

    def _returns_one(self):
        """Whether the graph returns a tuple of one value, which a loss gets alone."""
        result = self._output.args[0]
        return isinstance(result, (tuple, list)) and len(result) == 1

    def module(self):
        """All stages in one module: a graph that calls them."""
        graph, now = torch.fx.Graph(), {}
        root = torch.nn.Module()
        for n in self._inputs:
            now[n] = graph.node_copy(n)
        for i in range(len(self)):
            name = f"submod_{i}"
            root.add_module(name, self[i])
            call = graph.call_module(name, tuple(now[n] for n in self._received(i)))
            if self.link == "relay" and i == len(self) - 1:
                graph.output((call,) if self._returns_one() else call)
                break
            results = self._returned(i)
            for k, n in enumerate(results):
                if len(results) == 1:
                    now[n] = call
                    call.meta = dict(n.meta)
                else:
                    now[n] = graph.call_function(operator.getitem, (call, k))
                    now[n].meta = dict(n.meta)
        else:
            for n in self._state:
                if self._output in n.users:
                    setattr(root, n.name, lookup(self._gm, n.target))
                    now[n] = graph.get_attr(n.name)
            graph.output(map_arg(self._output.args[0], now.__getitem__))
        # Inputs and results nest as those of the model do.
        graph._codegen = copy.copy(self._gm.graph._codegen)
        return torch.fx.GraphModule(root, graph, "Stages")

    # torch.distributed.pipelining

    def pipeline_stage(self, rank, device="cpu", group=None):
        """The `PipelineStage` of a rank, for a schedule. Stages are a chain."""
        from torch.distributed.pipelining import PipelineStage

        if self.link != "relay":
            raise ValueError("a PipelineStage is one of a chain: use link='relay'")
        rank, device = self._index(rank), torch.device(device)
        return PipelineStage(
            self[rank].to(device), rank, len(self), device, group=group
        )

    def build_stage(self, rank, device="cpu", group=None):
        """The stage of a rank by `torch.distributed.pipelining.build_stage`, whose
        values may skip stages."""
        from torch.distributed.pipelining import build_stage
        from torch.distributed.pipelining._utils import PipeInfo

        rank, device = self._index(rank), torch.device(device)
        info = PipeInfo(self.module().graph, len(self), False)
        return build_stage(self[rank].to(device), rank, info, device, group)

    def reduce_gradients(self, rank):
        """Add up the gradients of parameters that several stages have. Every rank
        calls this, in front of each step of its optimizer."""
        import torch.distributed as dist

        if self._groups is None:
            # All ranks make all groups.
            self._groups = {
                path: dist.new_group(stages) for path, stages in self.shared.items()
            }
        for path, stages in self.shared.items():
            if rank not in stages:
                continue
            parameter = self._parameter_of(rank, path)
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
            dist.all_reduce(parameter.grad, group=self._groups[path])

    def _parameter_of(self, rank, path):
        wanted = lookup(self._gm, path)
        for name, value in self._gm.named_parameters(remove_duplicate=False):
            if value is wanted:
                try:
                    return lookup(self[rank], name)
                except AttributeError:
                    continue
        raise LookupError(f"stage {rank} has no {path!r}")

    # Numbers

    def rows(self):
        """A dict for each stage: its name, nodes, parameters, their bytes, FLOPs, and
        the bytes that it sends."""
        result = []
        for i in range(len(self)):
            nodes = [n for n in self._nodes if self._stage.get(n) == i]
            tensors = {}
            for n, stages in self._state.items():
                value = lookup(self._gm, n.target)
                if i in stages and isinstance(value, torch.nn.Parameter):
                    tensors[id(value)] = value
            for n in nodes:
                if n.op == "call_module":
                    for value in self._gm.get_submodule(n.target).parameters():
                        tensors[id(value)] = value

            def total(values):
                return sum(v for v in values if not math.isnan(v))
            result.append(
                {
                    "stage": self._names[i],
                    "first": nodes[0].name,
                    "nodes": len(nodes),
                    "parameters": sum(t.numel() for t in tensors.values()),
                    "parameter_bytes": sum(
                        t.numel() * t.element_size() for t in tensors.values()
                    ),
                    "flops": total(self._costs[n][0] for n in nodes),
                    "sends": total(
                        self._costs[n][1]
                        for n in (self._ends[i] if i + 1 < len(self) else ())
                    ),
                }
            )
        return result

    def table(self):
        """The same as a text."""
        from . import _stages_picture

        return _stages_picture.table(self)

    def dot(self):
        """The stages as a graph for Graphviz, with bytes on the edges."""
        from . import _stages_picture

        return _stages_picture.dot(self)

    def svg(self):
        """The same as a picture, which notebooks show."""
        from . import _stages_picture

        return _stages_picture.svg(self)

    def _repr_html_(self):
        return self.svg()

    def __repr__(self):
        return f"<fxopt.Parts, {len(self)} stages, {self.link}>"


def split_policy(stages=None, **options):
    """A `split_policy` for `torch.distributed.pipelining.pipeline`: it marks the
    cuts, and PyTorch splits."""

    def policy(gm):
        import torch.distributed.pipelining  # registers the mark

        parts = partition(gm, stages, link="direct", replicate=True, **options)
        last = 0
        for n in parts._nodes:
            if parts._stage.get(n, 0) > last:
                last = parts._stage[n]
                with gm.graph.inserting_before(n):
                    gm.graph.call_function(torch.ops.pippy._pipe_split.default, ())
        gm.recompile()
        return gm

    return policy
