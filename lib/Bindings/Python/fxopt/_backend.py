# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fx-opt within torch.compile: a backend, and a pass for Inductor."""

import collections
import itertools
import os
import threading

import torch
from torch._dynamo.backends.registry import lookup_backend
from torch._inductor.custom_graph_pass import CustomGraphPass

from . import _identity, _torch, _values
from ._module import Pipeline
from ._numerics import Checker, Numerics

_OPTIONS = (
    "pipeline", "inner", "inner_options", "aot_pipeline", "check", "dump", "verify",
)  # fmt: skip
# As the names of what they hold.
_SPELLINGS = {"passes": "pipeline", "aot_passes": "aot_pipeline"}
#: Numbers for the files of each folder.
_frames = collections.defaultdict(itertools.count)


def _options(given):
    options = {}
    for name, value in (given or {}).items():
        name = _SPELLINGS.get(name, name)
        if name not in _OPTIONS:
            raise ValueError(
                f"the backend fxopt has no option {name!r}; options are "
                + ", ".join(_OPTIONS)
            )
        if name in options:
            raise ValueError(f"the option {name!r} of the backend fxopt is given twice")
        options[name] = value
    return options


class _FirstCall:
    """Compares the graphs before and after each pass on the inputs of the first call:
    what a backend is given are inputs without numbers."""

    def __init__(self, module, numerics):
        if numerics is True or numerics == "numerics":
            numerics = Numerics(())
        if not isinstance(numerics, Numerics):
            raise TypeError(
                "the option check is True, 'numerics' or a fxopt.Numerics, not "
                f"{type(numerics).__name__}"
            )
        self._numerics = numerics
        self._lock = threading.Lock()
        self._graphs = [("", module.to_torch())]

    def __call__(self, module, name):
        self._graphs.append((name, module.to_torch()))

    def wrap(self, compiled):
        if len(self._graphs) == 1:
            return compiled

        def checked(*args):
            if self._graphs:
                with self._lock:
                    self._compare(args)
            return compiled(*args)

        return checked

    def _compare(self, args):
        graphs, self._graphs = self._graphs, []
        try:
            for (_, before), (name, after) in zip(graphs, graphs[1:]):
                Checker(before, self._numerics.on(args)).compare(after, name)
        except BaseException:
            # The next call is no better.
            self._graphs = graphs
            raise


class _SplitOperands:
    """Gives operators that bind symbols operands of their own again.

    AOTAutograd computes a graph of Dynamo once more with fake tensors, which remember
    what was found in them: two calls of `item()` on one tensor bind one symbol. It
    refuses that where Dynamo has given them two, as they were of two equal tensors that
    a pass has made one.
    """

    def __init__(self, module):
        self._module = module._module
        self._graph = module.graph
        self._copies = {}

    def run(self):
        seen = set()
        for node in list(self._graph.nodes):
            old = node.torch_node
            if old is None or not old.meta.get("unbacked_bindings"):
                continue
            inputs, were = node.all_input_nodes, old.all_input_nodes
            for i, operand in enumerate(inputs):
                if operand in seen and operand.torch_node not in were:
                    was = were[i] if len(inputs) == len(were) else None
                    self._copies.clear()
                    with self._graph.inserting_before(node):
                        copied = self._copy(operand, was, 0)
                    if copied is not operand:
                        node.replace_input_with(operand, copied)
                        operand = copied
                seen.add(operand)

    def _copy(self, node, was, depth):
        """A copy of what is computed as `was` was, which is a node of Dynamo or None,
        from operands of its own."""
        if node.op not in ("call_function", "call_method") or node.is_impure() or depth > 100:
            return node
        if node in self._copies:
            return self._copies[node]
        inputs = node.all_input_nodes
        were = [] if was is None else was.all_input_nodes
        others = {}
        if len(inputs) == len(were):
            for each, before in zip(inputs, were):
                if each.torch_node is not before:
                    others[each] = self._copy(each, before, depth + 1)
        copied = self._graph.create_node(
            node.op, node.callable or node.target, node.args, node.kwargs
        )
        for each, other in others.items():
            if other is not each:
                copied.replace_input_with(each, other)
        if was is not None:
            self._module.set_source(copied, was)
        self._copies[node] = copied
        return copied


def _run(gm, inputs, pipeline, options, frame, is_traced_again=True):
    """Run a pipeline on a graph in place. Returns whether it changed, and what the
    compiled function has to go through."""
    module = _torch.from_torch(gm, values=True, example_inputs=inputs)
    folder = options.get("dump")

    def dump(when):
        if folder is not None:
            os.makedirs(folder, exist_ok=True)
            module.save(os.path.join(folder, f"{frame}.{when}.fx"))

    dump("before")
    check = None
    if options.get("check"):
        check = _FirstCall(module, options["check"])
    report = module.run(pipeline, verify=options.get("verify", True), _check=check)
    if report.changed and is_traced_again:
        _SplitOperands(module).run()
    _torch.finish(module, report)
    dump("after")
    return report.changed, check.wrap if check else lambda compiled: compiled


def _aot(inner, pipeline, options, frame):
    """A backend that runs a pipeline on the graphs of AOTAutograd."""
    from functorch.compile import make_boxed_func
    from torch._dynamo.backends.common import aot_autograd

    if inner == "eager":
        inner = _eager
    elif not callable(inner):
        raise ValueError(
            "aot_pipeline goes with 'eager' or a function as inner, not "
            f"{inner!r}, which has AOTAutograd of its own; GraphPass is for Inductor"
        )

    def compiler(part):
        def compile(gm, inputs):
            changed, wrap = _run(gm, inputs, pipeline, options, f"{frame}.{part}", False)
            if changed:
                _values.complete(gm.graph)
            return make_boxed_func(wrap(_unboxed(inner(gm, inputs))))

        return compile

    return aot_autograd(fw_compiler=compiler("forward"), bw_compiler=compiler("backward"))


def _unboxed(function):
    """A function of its arguments: compilers of AOTAutograd may give one of a list."""
    if getattr(function, "_boxed_call", False):
        return lambda *args: function(list(args))
    return function


def _eager(gm, inputs):
    return gm.forward


def backend(gm, example_inputs, *, mode=None, options=None):
    """The backend "fxopt" of torch.compile; see docs/Python.md for its options."""
    options = _options(options)
    inner = options.get("inner", "inductor")
    aot = options.get("aot_pipeline")
    pipeline = Pipeline(options.get("pipeline", "optimize{level=O1}" if aot is None else ""))
    frame = ""
    if "dump" in options:
        frame = f"frame-{next(_frames[os.path.abspath(options['dump'])])}"
    further = {}
    if mode is not None:
        further["mode"] = mode
    if "inner_options" in options:
        further["options"] = options["inner_options"]
    if aot is not None:
        compiler = _aot(inner, Pipeline(aot), options, frame)
    elif inner == "inductor" and further:
        # It takes neither: torch.compile makes settings of them.
        compiler = torch._TorchCompileInductorWrapper(
            mode, options.get("inner_options"), dynamic=None
        )
        further = {}
    else:
        compiler = inner if callable(inner) else lookup_backend(inner)
    _, wrap = _run(gm, example_inputs, pipeline, options, frame)
    return wrap(compiler(gm, example_inputs, **further))


# ---------------------------------------------------------------------------
# Inductor
# ---------------------------------------------------------------------------

def _decomposed(targets):
    """Those operators that Inductor has no code for, since it has decomposed them by
    then: passes may make `linear` of `mm` and `add`."""
    from torch._inductor.decomposition import select_decomp_table
    from torch._inductor.lowering import lowerings

    table = select_decomp_table()
    return sorted((t for t in targets if t in table and t not in lowerings), key=str)


class GraphPass(CustomGraphPass):
    """A pipeline as a pass of Inductor: for `post_grad_custom_post_pass` and the
    like of `torch._inductor.config`."""

    def __init__(self, pipeline="optimize{level=O1}", *, verify=True):
        self.pipeline = Pipeline(pipeline)
        self.verify = verify

    def __call__(self, graph):
        before = {n.target for n in graph.nodes}
        report = _torch.run(
            graph, self.pipeline, values=True, verify=self.verify
        )
        if not report.changed:
            return
        _values.complete(graph)
        composite = _decomposed({n.target for n in graph.nodes} - before)
        if composite:
            where = " | ".join(f"target=torch.ops.{t}" for t in composite)
            _torch.run(graph, f'decompose{{where="{where}"}}', values=True)
            _values.complete(graph)

    def uuid(self):
        """What decides about Inductor's cache of compiled code: this fx-opt, its
        plugins, the pipeline, the files that it names, and the files of its passes in
        Python. None, which turns the cache off, for passes in Python that have no file
        or hold variables of another function."""
        return _identity.of_pipeline(self.pipeline, f"verify={self.verify}")
