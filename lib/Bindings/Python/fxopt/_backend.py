# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fx-opt within torch.compile: a backend, and a pass for Inductor."""

import itertools
import os

from torch._dynamo.backends.registry import lookup_backend
from torch._inductor.custom_graph_pass import CustomGraphPass

from . import _fx, _torch, _values
from ._module import Pipeline

_OPTIONS = ("pipeline", "inner", "inner_options", "dump", "verify")
_frames = itertools.count()


def _dump(folder, name, module):
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
        module.save(os.path.join(folder, name + ".fx"))


def backend(gm, example_inputs, *, mode=None, options=None):
    """The backend "fxopt" of torch.compile; see docs/Python.md for its options."""
    options = dict(options or {})
    unknown = [o for o in options if o not in _OPTIONS]
    if unknown:
        raise ValueError(
            f"the backend fxopt has no option {unknown[0]!r}; options are "
            + ", ".join(_OPTIONS)
        )
    pipeline = Pipeline(options.get("pipeline", "optimize{level=O1}"))
    frame = f"frame-{next(_frames)}" if "dump" in options else ""
    module = _torch.from_torch(gm, values=True, example_inputs=example_inputs)
    _dump(options.get("dump"), frame + ".before", module)
    if module.run(pipeline, verify=options.get("verify", True)).changed:
        module.write_back()
        gm.recompile()
    _dump(options.get("dump"), frame + ".after", module)
    inner = options.get("inner", "inductor")
    compiler = inner if callable(inner) else lookup_backend(inner)
    further = {}
    if mode is not None:
        further["mode"] = mode
    if "inner_options" in options:
        further["options"] = options["inner_options"]
    return compiler(gm, example_inputs, **further)


class GraphPass(CustomGraphPass):
    """A pipeline as a pass of Inductor: for `post_grad_custom_post_pass` and the
    like of `torch._inductor.config`."""

    def __init__(self, pipeline="optimize{level=O1}", *, verify=True):
        self.pipeline = Pipeline(pipeline)
        self.verify = verify

    def __call__(self, graph):
        report = _torch.run(
            graph, self.pipeline, values=True, verify=self.verify
        )
        if report.changed:
            _values.complete(graph)

    def uuid(self):
        """What decides about Inductor's cache of compiled code."""
        return f"fxopt {_fx.version()} {self.pipeline.text} {self.verify}"
