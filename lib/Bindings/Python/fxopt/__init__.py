# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fx-opt from Python: passes for graphs of torch.fx, and their files and texts.

    import fxopt
    report = fxopt.run(graph_module, "cse,dce")

Importing this does not import torch; only what takes or gives graphs of torch.fx
does.
"""

from . import _interpreter  # First: it may refuse.
from ._errors import (
    BusyError,
    Diagnostic,
    Error,
    FxWarning,
    NumericsError,
    ParseError,
    PassError,
    PipelineError,
    PluginError,
    ResolveError,
    RuleError,
    StaleNodeError,
    VerifyError,
    WriteError,
)
from ._fx import PassContext
from ._fx import version as _version
from ._graph import Constant, Graph, Node, TensorType
from ._module import Module, Pipeline, Report, list_passes, load, load_all, loads
from ._passes import Selector, load_plugin, register_pass, torch_pass
from ._rules import Rule

__all__ = [
    "BatchRecord",
    "BusyError",
    "Constant",
    "Diagnostic",
    "Error",
    "FxWarning",
    "Graph",
    "Module",
    "Node",
    "NumericsError",
    "ParseError",
    "PassContext",
    "PassError",
    "Pipeline",
    "PipelineError",
    "PluginError",
    "Report",
    "ResolveError",
    "Rule",
    "RuleError",
    "Selector",
    "StaleNodeError",
    "TensorType",
    "VerifyError",
    "WriteError",
    "batch",
    "from_torch",
    "list_passes",
    "load",
    "load_all",
    "load_plugin",
    "loads",
    "partition",
    "passes",
    "register_pass",
    "rule",
    "rules",
    "run",
    "split_policy",
    "torch_pass",
]

__version__ = _version()


def from_torch(gm, *, values=False, example_inputs=None):
    """Read a `torch.fx.GraphModule`, a `torch.fx.Graph` or an `ExportedProgram`
    into a `Module`.

    The graph stays as it is until `Module.write_back()`. With `values` the types
    of values come along: what `meta["val"]` and `meta["example_value"]` say, the
    tensors of the module, and of inputs `example_inputs`.
    """
    from . import _torch

    return _torch.from_torch(gm, values=values, example_inputs=example_inputs)


def run(
    gm,
    pipeline,
    *,
    recompile=True,
    verify=None,
    values=None,
    example_inputs=None,
    print_changed=None,
    check=None,
    reproducer=None,
):
    """Run passes on a `torch.fx.GraphModule` or `torch.fx.Graph`, in place, or on an
    `ExportedProgram`, which gives a new one.

    Nodes that no pass touches stay the same objects. If a pass fails, nothing
    is changed. `recompile` makes the code of a `GraphModule` again. `verify=False`
    leaves out the checks after each pass. `values` and `example_inputs` are those of
    `from_torch`; by default values are read where a pass uses them. With
    `print_changed`, "whole" or "diff", the report shows what passes changed. `check`,
    a `Numerics`, runs the model before and after each pass, and `reproducer` is a
    file that gets what a pass failed on. Returns a `Report`, or for an
    `ExportedProgram` the new program.
    """
    from . import _torch

    return _torch.run(
        gm,
        pipeline,
        recompile=recompile,
        verify=verify,
        values=values,
        example_inputs=example_inputs,
        print_changed=print_changed,
        check=check,
        reproducer=reproducer,
    )


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
    """Cut an `ExportedProgram` or a `GraphModule` into stages, and return its `Parts`.

    `stages` is how many: the greatest work of one is as small as possible, where
    work is `cost`, "flops" or "bytes", and a byte that is received counts as
    `link_cost`. In place of it, `by` is what the pass `partition` takes, such as
    "tag", and `cuts` names modules, or nodes, that begin a stage. With `link`
    "relay" values go from each stage to the next, with "direct" they may skip some.
    `replicate` allows parameters in several stages. A graph that was traced needs
    `example_inputs` to know what its calls cost.
    """
    from . import _stages

    return _stages.partition(
        what,
        stages,
        cost=cost,
        link=link,
        by=by,
        cuts=cuts,
        link_cost=link_cost,
        replicate=replicate,
        example_inputs=example_inputs,
    )


def rule(
    pattern, replacement, *, name=None, kind="rounding", where=(), inference=False
):
    """A rewrite `Rule` of two functions of the same parameters, which are traced.

    What `pattern` computes is replaced by what `replacement` does, in every spelling
    of its operators. Parameters are values of the graph; one that is annotated as
    `int`, `float` or `bool`, or has such a default, is any constant. `kind` is what
    the rule promises: "exact" bits, "cpu-exact", "rounding", or "finite" where all
    values inside are finite. `where` has conditions in the language of rules, and
    with `inference` gradients may differ. Raises `RuleError` where the functions are
    not a rule.
    """
    from . import _rules

    return _rules.rule(
        pattern,
        replacement,
        name=name,
        kind=kind,
        where=where,
        inference=inference,
    )


def rules(*what, **options):
    """A `Pipeline` that applies rules: files of them, and those of `fxopt.rule`.
    Options are those of the pass `rewrite`."""
    from . import _rules

    return _rules.rules(what, **options)


def split_policy(stages=None, **options):
    """A `split_policy` for `torch.distributed.pipelining.pipeline`, which cuts as
    `partition` does."""
    from . import _stages

    return _stages.split_policy(stages, **options)


#: What needs torch, so that `from fxopt import *` leaves it out.
_WITH_TORCH = ("GraphPass", "Numerics", "Parts", "inductor")


def __dir__():
    return sorted({*globals(), *__all__, *_WITH_TORCH})


def __getattr__(name):
    # Importing this takes a few milliseconds; what takes more comes when it is
    # used.
    if name == "passes":
        import importlib

        return importlib.import_module(".passes", __name__)
    if name in ("batch", "BatchRecord"):
        from . import _batch

        return getattr(_batch, name)
    if name == "Numerics":
        from ._numerics import Numerics

        return Numerics
    if name == "Parts":
        from ._stages import Parts

        return Parts
    if name == "inductor":
        import importlib

        return importlib.import_module(".inductor", __name__)
    # It needs torch._inductor, which takes a second to import.
    if name == "GraphPass":
        from ._backend import GraphPass

        return GraphPass
    raise AttributeError(f"module 'fxopt' has no attribute {name!r}")
