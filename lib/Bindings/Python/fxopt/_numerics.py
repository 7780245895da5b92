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
        for name, value in (("rtol", rtol), ("atol", atol)):
            if not value >= 0:
                raise ValueError(f"{name} is a number from 0 on, not {value!r}")
        if not -(2**63) <= seed < 2**64:
            raise ValueError(f"the seed is a number of 64 bits, not {seed!r}")
        self.inputs = tuple(inputs)
        self.kwargs = dict(kwargs or {})
        self.rtol = rtol
        self.atol = atol
        self.seed = seed

    def on(self, inputs, kwargs=None):
        """The same tolerances and seed for other inputs and keywords."""
        return Numerics(inputs, kwargs, rtol=self.rtol, atol=self.atol, seed=self.seed)

    def __repr__(self):
        return f"fxopt.Numerics(rtol={self.rtol}, atol={self.atol})"


def _copied(value):
    """A value that what a model does in place leaves alone."""
    import torch

    if isinstance(value, torch.Tensor):
        return value.clone()
    return value.copy() if _is_array(value) else value


def _is_array(value):
    return type(value).__module__ == "numpy" and type(value).__name__ == "ndarray"


def _is_written(tensor, old):
    import torch

    if tensor.shape != old.shape or tensor.dtype != old.dtype:
        return True
    try:
        return not torch.equal(tensor, old)
    except (RuntimeError, NotImplementedError):
        return True  # There is more to compare then, that is all.


class _State:
    """The parameters and buffers of a model, which a run may write."""

    def __init__(self, model):
        self._model = model
        self._tables = [
            (table, dict(table))
            for module in model.modules()
            for table in (module._parameters, module._buffers)
        ]
        self.tensors = self._named()
        self._old = {id(t): (t, t.detach().clone()) for t in self.tensors.values()}

    def _named(self):
        found = dict(self._model.named_parameters(remove_duplicate=False))
        found.update(self._model.named_buffers(remove_duplicate=False))
        return found

    def written(self):
        """What has another value now, by name."""
        found = {}
        for name, tensor in self._named().items():
            old = self.tensors.get(name)
            if old is None or _is_written(tensor, self._old[id(old)][1]):
                found[name] = tensor.detach().clone()
        return found

    def restore(self):
        import torch

        for table, old in self._tables:
            if any(table.get(name) is not t for name, t in old.items()):
                table.clear()
                table.update(old)
        with torch.no_grad():
            for tensor, old in self._old.values():
                if _is_written(tensor, old):
                    tensor.copy_(old)
        # From here on the tensors are the old values.
        self._old = None


class _Run:
    """What a model returns and writes, and the values of its nodes by name."""

    def __init__(self, model, numerics, wants_values):
        import torch
        from torch.utils import _pytree as pytree

        inputs = pytree.tree_map(_copied, numerics.inputs)
        kwargs = pytree.tree_map(_copied, numerics.kwargs)
        self.values = {}
        state = _State(model)
        try:
            with torch.no_grad(), torch.random.fork_rng():
                torch.manual_seed(numerics.seed)
                if wants_values:
                    result = self._by_node(model, inputs, kwargs)
                else:
                    result = model(*inputs, **kwargs)
            self.written = state.written()
            # It may be a parameter or a buffer.
            result = pytree.tree_map(_copied, result)
        finally:
            state.restore()
        self.tensors = state.tensors
        # What is written to an input is a result too.
        self.result = result, inputs, kwargs

    def _by_node(self, model, inputs, kwargs):
        import torch
        from torch.utils import _pytree as pytree

        values = self.values

        class Recorder(torch.fx.Interpreter):
            def run_node(self, n):
                value = super().run_node(n)
                values[n.name] = pytree.tree_map(_copied, value)
                return value

        form = getattr(getattr(model.graph._codegen, "pytree_info", None), "in_spec", None)
        if kwargs and form is not None:
            # A program's keywords come in the order of the export.
            from torch.export._tree_utils import reorder_kwargs

            kwargs = reorder_kwargs(kwargs, form)
            flat = pytree.arg_tree_leaves(*inputs, **kwargs)
            result = Recorder(model).run(*flat, enable_io_processing=False)
            return model.graph.process_outputs(result)
        if kwargs:
            names = [n.target for n in model.graph.nodes if n.op == "placeholder"]
            inputs = (*inputs, *(kwargs[n] for n in names[len(inputs) :] if n in kwargs))
        return Recorder(model).run(*inputs)

    def gap_of_writes(self, after, numerics):
        """How far apart what two runs have written to parameters and buffers is, and
        where."""
        aliases = {}
        for name, tensor in self.tensors.items():
            aliases.setdefault(id(tensor), []).append(name)
        gap, place = 0.0, None
        for name in dict.fromkeys((*self.written, *after.written)):
            if name not in self.tensors:
                continue  # State that a pass has added.
            if name not in after.tensors:
                # A tensor of several names may have lost one.
                others = aliases[id(self.tensors[name])]
                found = 0.0 if any(n in after.tensors for n in others) else _INFINITE
            else:
                found = _gap(
                    self.written.get(name, self.tensors[name]),
                    after.written.get(name, after.tensors[name]),
                    numerics,
                )
            if found > gap:
                gap, place = found, name
        return gap, place


_INFINITE = float("inf")


def _gap(a, b, numerics):
    """How far two values are apart; zero where they are near enough."""
    from torch.utils import _pytree as pytree

    a, form = pytree.tree_flatten(a)
    b, other = pytree.tree_flatten(b)
    if form != other:
        return _INFINITE
    return max((_gap_of_leaves(x, y, numerics) for x, y in zip(a, b)), default=0.0)


def _gap_of_leaves(a, b, numerics, depth=0):
    import torch

    if a is b:
        return 0.0
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return _gap_of_tensors(a, b, numerics)
    if type(a) is not type(b):
        return _INFINITE
    if type(a) in (float, complex):
        return _gap_of_tensors(torch.tensor(a), torch.tensor(b), numerics)
    if _is_array(a):
        if a.shape != b.shape or a.dtype != b.dtype:
            return _INFINITE
        if a.dtype.kind in "biu":
            return 0.0 if (a == b).all() else _INFINITE
        if a.dtype.kind in "fc":
            wide = "complex128" if a.dtype.kind == "c" else "float64"
            a, b = (torch.from_numpy(x.astype(wide)) for x in (a, b))
            return _gap_of_tensors(a, b, numerics)
        return 0.0 if (a == b).all() else _INFINITE
    try:
        if a == b:
            return 0.0
    except Exception:
        pass
    else:
        # Objects of most classes are equal to themselves alone.
        if type(a).__eq__ is not object.__eq__:
            return _INFINITE
    if not hasattr(a, "__dict__") or vars(a).keys() != vars(b).keys() or depth > 20:
        raise TypeError(
            f"a check cannot compare what the model returns, of type {type(a).__name__}"
        )
    return max(
        (_gap_of_leaves(v, vars(b)[k], numerics, depth + 1) for k, v in vars(a).items()),
        default=0.0,
    )


def _gap_of_tensors(a, b, numerics):
    import torch
    from torch._subclasses.fake_tensor import FakeTensor

    if a.device != b.device or a.dtype != b.dtype or a.layout != b.layout:
        return _INFINITE
    if a.device.type == "meta" or isinstance(a, FakeTensor):
        raise TypeError("a check compares numbers, and tensors of the model have none")
    if a.is_nested or b.is_nested:
        return _gap(list(a.unbind()), list(b.unbind()), numerics)
    if a.shape != b.shape:
        return _INFINITE

    def wide(t):
        t = t.detach()
        if t.is_quantized:
            t = t.dequantize()
        if t.layout != torch.strided:
            t = t.to_dense()
        if t.device.type == "mps":
            t = t.cpu()
        return t.to(torch.complex128 if t.is_complex() else torch.float64)

    is_whole = not (a.is_floating_point() or a.is_complex() or a.is_quantized)
    if is_whole and a.layout == torch.strided:
        # Numbers beyond 2 ** 53 are not equal in float64 alone.
        if torch.equal(a, b):
            return 0.0
        return (wide(a) - wide(b)).abs().max().item() or _INFINITE
    a, b = wide(a), wide(b)
    far = ~torch.isclose(a, b, rtol=numerics.rtol, atol=numerics.atol, equal_nan=True)
    if not far.any():
        return 0.0
    return (a - b)[far].abs().nan_to_num(_INFINITE).max().item()


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
        try:
            after = _Run(model, numerics, self._wants_values)
        except Exception as fault:
            error = NumericsError(
                f"after pass '{name}' the model cannot be run: "
                f"{type(fault).__name__}: {fault}"
            )
            error.pass_name, error.node, error.gap = name, None, _INFINITE
            raise error from fault
        gap = _gap(before.result, after.result, numerics)
        what = f"the results differ by {gap:.3g}"
        if gap == 0.0:
            gap, place = before.gap_of_writes(after, numerics)
            what = f"what it writes to '{place}' differs by {gap:.3g}"
        if gap == 0.0:
            return
        node = next(
            (
                n
                for n, value in after.values.items()
                if n in before.values and _differ(before.values[n], value, numerics)
            ),
            None,
        )
        place = f"; the first node with another value is %{node}" if node else ""
        error = NumericsError(
            f"after pass '{name}' the model computes something else: {what}{place}"
        )
        error.pass_name, error.node, error.gap = name, node, gap
        raise error

    def __call__(self, module, name):
        try:
            model = module.to_torch()
        except VerifyError as error:
            error.pass_name = name
            raise
        # A program is none yet.
        self.compare(model if hasattr(model, "forward") else model.module(), name)


def _differ(a, b, numerics):
    try:
        return _gap(a, b, numerics) != 0.0
    except TypeError:
        return False  # They cannot be compared; another node will say it.


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
