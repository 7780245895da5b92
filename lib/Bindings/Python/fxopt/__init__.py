# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fx-opt from Python: passes for graphs of torch.fx, and their files and texts.

    import fxopt
    report = fxopt.run(graph_module, "cse,dce")

Importing this does not import torch; only what takes or gives graphs of torch.fx
does.
"""

from ._errors import (
    BusyError,
    Diagnostic,
    Error,
    FxWarning,
    ParseError,
    PassError,
    PipelineError,
    ResolveError,
    StaleNodeError,
    VerifyError,
    WriteError,
)
from ._module import Module, Pipeline, Report, list_passes, load, loads

__all__ = [
    "BusyError",
    "Diagnostic",
    "Error",
    "FxWarning",
    "Module",
    "ParseError",
    "PassError",
    "Pipeline",
    "PipelineError",
    "Report",
    "ResolveError",
    "StaleNodeError",
    "VerifyError",
    "WriteError",
    "from_torch",
    "list_passes",
    "load",
    "loads",
    "run",
]


def from_torch(gm):
    """Read a `torch.fx.GraphModule` or `torch.fx.Graph` into a `Module`.

    The graph stays as it is until `Module.write_back()`.
    """
    from . import _torch

    return _torch.from_torch(gm)


def run(gm, pipeline, *, recompile=True, verify=True):
    """Run passes on a `torch.fx.GraphModule` or `torch.fx.Graph`, in place.

    Nodes that no pass touches stay the same objects. If a pass fails, nothing
    is changed. Returns a `Report`.
    """
    from . import _torch

    return _torch.run(gm, pipeline, recompile=recompile, verify=verify)
