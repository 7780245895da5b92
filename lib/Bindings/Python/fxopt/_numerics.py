# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that passes keep what a model computes, in the torch of the process."""

from ._errors import NumericsError, VerifyError


class Numerics:
    """Inputs to run a model with before and after passes, and how much its results
    may differ; for `fxopt.run(..., check=...)`."""

    __slots__ = ("inputs", "kwargs", "rtol", "atol", "seed")

    def __init__(self, inputs, kwargs=None, *, rtol=1e-5, atol=1e-6, seed=0):
        if not isinstance(inputs, (tuple, list)):
            raise TypeError(
                "the inputs are a tuple, such as (x,), not of type "
                f"{type(inputs).__name__}"
            )
        self.inputs = tuple(inputs)
        self.kwargs = dict(kwargs or {})
        self.rtol = rtol
        self.atol = atol
        self.seed = seed

    def on(self, inputs):
        """The same for other inputs."""
        return Numerics(inputs, rtol=self.rtol, atol=self.atol, seed=self.seed)

    def __repr__(self):
        return f"fxopt.Numerics(rtol={self.rtol}, atol={self.atol})"


class _Run:
    """What a model returns, and the values of its nodes by name."""

    def __init__(self, model, numerics, wants_values):
        import torch
        from torch.utils import _pytree as pytree

        def copied(value):
            return value.clone() if isinstance(value, torch.Tensor) else value

        inputs = pytree.tree_map(copied, numerics.inputs)
        kwargs = pytree.tree_map(copied, numerics.kwargs)
        self.values = {}
        # Some models write parameters, such as embeddings with max_norm.
        tensors = (*model.parameters(), *model.buffers())
        state = [(t, t.detach().clone()) for t in tensors]
        try:
            with torch.no_grad(), torch.random.fork_rng():
                torch.manual_seed(numerics.seed)
                if wants_values:
                    result = self._by_node(model, inputs, kwargs, copied)
                else:
                    result = model(*inputs, **kwargs)
        finally:
            with torch.no_grad():
                for tensor, old in state:
                    tensor.copy_(old)
        # What is written to an input is a result too.
        self.result, self.form = pytree.tree_flatten((result, inputs, kwargs))

    def _by_node(self, model, inputs, kwargs, copied):
        import torch

        values = self.values

        class Recorder(torch.fx.Interpreter):
            def run_node(self, n):
                value = super().run_node(n)
                values[n.name] = copied(value)
                return value

        if kwargs:
            names = [n.target for n in model.graph.nodes if n.op == "placeholder"]
            inputs = (*inputs, *(kwargs[n] for n in names[len(inputs) :] if n in kwargs))
        return Recorder(model).run(*inputs)


def _gap(a, b, numerics):
    """How far two values are apart; zero where they are near enough."""
    import torch

    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        return 0.0 if type(a) is type(b) and a == b else float("inf")
    if a.shape != b.shape or a.dtype != b.dtype:
        return float("inf")
    if torch.allclose(a, b, rtol=numerics.rtol, atol=numerics.atol, equal_nan=True):
        return 0.0
    wide = torch.complex128 if a.is_complex() else torch.float64
    return (a.to(wide) - b.to(wide)).abs().nan_to_num(float("inf")).max().item()


class Checker:
    """Compares what models compute with what one did before."""

    def __init__(self, model, numerics, wants_values=True):
        if not isinstance(numerics, Numerics):
            raise TypeError(f"check is a fxopt.Numerics, not {type(numerics).__name__}")
        self._numerics = numerics
        self._wants_values = wants_values
        self._before = _Run(model, numerics, wants_values)

    def compare(self, model, name):
        numerics, before = self._numerics, self._before
        after = _Run(model, numerics, self._wants_values)
        gap = float("inf")
        if after.form == before.form:
            gap = max(
                (_gap(a, b, numerics) for a, b in zip(before.result, after.result)),
                default=0.0,
            )
        if gap == 0.0:
            return
        node = next(
            (
                n
                for n, value in after.values.items()
                if n in before.values and _gap(before.values[n], value, numerics)
            ),
            None,
        )
        place = f"; the first node with another value is %{node}" if node else ""
        error = NumericsError(
            f"after pass '{name}' the model computes something else: the results "
            f"differ by {gap:.3g}{place}"
        )
        error.pass_name, error.node, error.gap = name, node, gap
        raise error

    def __call__(self, module, name):
        try:
            model = module.to_torch()
        except VerifyError as error:
            error.pass_name = name
            raise
        self.compare(model, name)


def write_reproducer(path, error):
    """Write what a pass failed on, as a test of fx-opt where it is one."""
    import platform
    import shlex
    import sys

    from . import _fx

    before = getattr(error, "_before", None)
    if before is None:
        return
    passes, text = before
    lines = []
    if error.__cause__ is None and not isinstance(error, NumericsError):
        wrong = [d.text for d in error.diagnostics if d.severity == "error"]
        lines.append(
            f"// RUN: not fx-opt %s --passes={shlex.quote(passes)} -o /dev/null 2>&1 "
            "| FileCheck %s"
        )
        lines += [f"// CHECK: error: {w.splitlines()[0]}" for w in wrong[:1] if w]
    else:
        said = str(error).splitlines() or [""]
        lines.append(f"// {type(error).__name__} of {passes}: {said[0]}")
    torch = sys.modules.get("torch")
    versions = f"fxopt {_fx.version()}, Python {platform.python_version()}"
    if torch is not None:
        versions += f", PyTorch {torch.__version__}"
    with open(path, "w") as file:
        file.write("\n".join([*lines, f"// {versions}", text]))
