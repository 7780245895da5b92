"""Values of nodes from metadata and examples, and what new nodes get."""

import copy

import pytest
import torch
import torch.fx
from torch.fx.experimental.proxy_tensor import make_fx

import fxopt
from fxopt import _values


def gate(x):
    return x * torch.sigmoid(x)


def targets(gm):
    return [str(n.target) for n in gm.graph.nodes if n.op == "call_function"]


def test_rules_apply_with_example_inputs():
    gm, x = torch.fx.symbolic_trace(gate), torch.randn(4)
    report = fxopt.run(gm, "optimize{level=O2}", example_inputs=(x,))
    assert report.changed
    assert [n.target for n in gm.graph.nodes][1] is torch._C._nn.silu
    assert torch.allclose(gm(x), gate(x))


def test_without_values_rules_do_not_apply():
    gm = torch.fx.symbolic_trace(gate)
    with pytest.warns(fxopt.FxWarning, match="has no type"):
        report = fxopt.run(gm, "optimize{level=O2}")
    assert not report.changed


def test_example_inputs_are_those_of_the_graph():
    def reshaped(x):
        return x.reshape(4) + 0.5

    x = torch.ones(1, 4)
    for wrong, message in (
        (x, r"such as \(x,\), not of type Tensor"),
        ([torch.ones(4), 1, 2], "has 3 inputs, but the graph has 1: x"),
        ((), "has 0 inputs"),
    ):
        gm = torch.fx.symbolic_trace(reshaped)
        with pytest.raises(TypeError, match=message):
            fxopt.run(gm, "optimize{level=O1}", example_inputs=wrong)
        assert gm(x).shape == (4,)


def test_example_inputs_nest():
    class Nested(torch.nn.Module):
        def forward(self, d, x):
            return d["b"].reshape(4) + 0.5, d["a"] + x

    args = ({"a": torch.ones(4), "b": torch.ones(1, 4)}, torch.ones(4))
    exported = torch.export.export(Nested(), args).module()
    for n in exported.graph.nodes:
        n.meta.pop("val", None)
    nested = {"d": {"a": torch.fx.PH, "b": torch.fx.PH}}
    traced = torch.fx.symbolic_trace(Nested(), concrete_args=nested)
    for gm in exported, traced:
        fxopt.run(gm, "optimize{level=O1}", example_inputs=args)
        assert [y.shape for y in gm(*args)] == [(4,), (4,)]


def test_values_come_from_metadata():
    gm = make_fx(gate, tracing_mode="fake")(torch.randn(4))
    assert "tensor_meta" in list(gm.graph.nodes)[0].meta
    assert fxopt.run(gm, "optimize{level=O2}").changed
    assert targets(gm) == ["aten.silu.default"]
    assert list(gm.graph.nodes)[1].meta["val"].shape == (4,)


def test_symbolic_sizes():
    gm = make_fx(gate, tracing_mode="symbolic")(torch.randn(4, 2))
    m = fxopt.from_torch(gm, values=True)
    (x,) = gm.graph.find_nodes(op="placeholder")
    size = str(x.meta["val"].shape[0].node.expr)
    assert f'sym("{size}")' in m.text()


def test_six_symbols_are_no_tensor():
    """Which is described by that many things too."""

    def f(x):
        return x.view(x.shape[:3] + x.shape[3:]) * 1, x.shape

    gm = make_fx(f, tracing_mode="symbolic")(torch.randn(2, 3, 4, 5, 6, 7))
    x = gm.graph.find_nodes(op="placeholder")[0]
    sizes = tuple(x.meta["val"].shape)
    with gm.graph.inserting_after(x):
        gm.graph.call_function(tuple, (x,)).meta["val"] = sizes
    text = fxopt.from_torch(gm, values=True).text()
    assert "{val: (" + ", ".join(f'sym("{s}")' for s in sizes) + ")}" in text


def test_numbers_that_do_not_fit_are_no_values():
    gm = torch.fx.symbolic_trace(gate)
    for node in gm.graph.nodes:
        node.meta["val"] = [1, 1 << 70]
    assert "val" not in fxopt.from_torch(gm, values=True).text()


def test_constants_stay_calls():
    """What they compute would be new state, which the module does not get."""

    def f(x):
        return x + torch.arange(4, dtype=torch.float32).cos() + x * 0.5 * 2

    x = torch.randn(4)
    gm = make_fx(f)(x)
    assert fxopt.run(gm, "optimize{level=O3}").changed
    assert targets(gm)[:2] == ["aten.arange.default", "aten.cos.default"]
    assert torch.equal(gm(x), f(x))


def test_state_has_values():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.randn(3, 4).t())

        def forward(self, x):
            return x @ self.w

    m = fxopt.from_torch(torch.fx.symbolic_trace(Net()), values=True)
    assert "tensor(torch.float32, (4, 3), (1, 4)" in m.text()


def test_other_classes_of_tensors_have_no_value():
    def describe(value):
        return _values.describe(value, _values.Symbols())

    assert describe(torch.eye(2).to_sparse()) is ...
    assert describe([torch.eye(2), torch.eye(2).to_sparse()]) is ...
    assert describe((1, None, 2.5, True)) == (1, None, 2.5, True)
    assert describe(object()) is ...


def test_new_nodes_have_their_own_value_or_none():
    def f(x):
        return torch.nn.functional.softplus(torch.addmm(x, x, x, beta=0.5))

    gm = make_fx(f, tracing_mode="fake")(torch.randn(3, 3))
    for node in gm.graph.nodes:
        node.meta["kept"] = True
    old = set(gm.graph.nodes)
    fxopt.run(gm, "decompose")
    assert all(n.meta["kept"] for n in gm.graph.nodes)
    assert set(gm.graph.nodes) - old
    _values.complete(gm.graph)
    mode = torch._guards.detect_fake_mode([n.meta["val"] for n in gm.graph.nodes if "val" in n.meta])
    for node in gm.graph.nodes:
        if node.op != "call_function":
            continue
        args, kwargs = torch.fx.node.map_arg((node.args, node.kwargs), lambda n: n.meta["val"])
        with mode:
            again = node.target(*args, **kwargs)
        assert again.shape == node.meta["val"].shape and again.dtype == node.meta["val"].dtype


def test_one_node_for_one_keeps_its_value_without_values():
    gm = torch.fx.symbolic_trace(lambda x: x.relu())
    for node in gm.graph.nodes:
        node.meta["val"] = torch.ones(2)
    fxopt.run(gm, "functional-methods")
    assert all("val" in n.meta for n in gm.graph.nodes)


def test_many_nodes_for_one_do_not_keep_its_value():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(3, 3)

        def forward(self, x):
            return self.linear(x)

    gm = torch.fx.symbolic_trace(Net())
    for node in gm.graph.nodes:
        node.meta["val"], node.meta["kept"] = torch.ones(2), True
    fxopt.run(gm, "lower-modules")
    new = [n for n in gm.graph.nodes if n.op in ("get_attr", "call_function")]
    assert len(new) == 3
    assert all("val" not in n.meta and n.meta["kept"] for n in new)


class Gated(torch.nn.Module):
    """A module, and what a rule replaces after it."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        y = self.inner(x)
        return y * torch.sigmoid(y)


@pytest.mark.parametrize("lower", ("", "lower-modules,"))
@pytest.mark.parametrize(
    "inner, sizes",
    (
        (torch.nn.ReLU(), (2, 3)),
        (torch.nn.Linear(3, 3), (2, 3)),
        (torch.nn.Linear(3, 3, bias=False), (2, 3)),
        (torch.nn.BatchNorm2d(3), (2, 3, 4, 4)),
        (torch.nn.Conv2d(3, 4, 3), (2, 3, 4, 4)),
        (torch.nn.Dropout(), (2, 3)),
        (torch.nn.LayerNorm(3), (2, 3)),
        (torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.GELU()), (2, 3)),
    ),
    ids=lambda v: v.__class__.__name__ if isinstance(v, torch.nn.Module) else "",
)
def test_values_pass_calls_of_modules(inner, sizes, lower):
    net = Gated(inner).eval()
    gm = torch.fx.symbolic_trace(net)
    x = torch.randn(sizes)
    expected = net(x)
    report = fxopt.run(gm, lower + "optimize{level=O2}", example_inputs=(x,))
    assert report.changed and not report.diagnostics
    assert len(gm.graph.find_nodes(op="call_function", target=torch._C._nn.silu)) == 1
    torch.testing.assert_close(gm(x), expected)
    assert dict(net.named_parameters()).keys() == dict(gm.named_parameters()).keys()


def test_values_that_stop_at_a_module_are_told():
    class Leaf(torch.nn.Module):
        def forward(self, x):
            return x

    class Tracer(torch.fx.Tracer):
        def is_leaf_module(self, module, name):
            return True

    net = Gated(Leaf())
    gm = torch.fx.GraphModule(net, Tracer().trace(net))
    with pytest.warns(Warning, match="the value of 'inner' cannot be inferred"):
        report = fxopt.run(gm, "optimize{level=O2}", example_inputs=(torch.ones(2),))
    [warning] = report.diagnostics
    assert "Leaf' computes" in warning.text


def test_values_alone_are_no_change():
    """They stay in the IR, so nothing has changed in PyTorch."""

    def f(x):
        return torch.relu(x)

    gm, x = torch.fx.symbolic_trace(f), torch.ones(3)
    forward = type(gm).forward
    for _ in range(2):
        assert not fxopt.run(gm, "optimize{level=O1}", example_inputs=(x,)).changed
    assert type(gm).forward is forward
    module = fxopt.from_torch(gm, example_inputs=(x,))
    assert module.run("infer-values").changed and module.write_back() == (3, 0, 0, 0)
    # Metadata that arrives is a change, once.
    assert fxopt.run(gm, "tag-nodes{tag=hot where=op=call_function}").changed
    assert not fxopt.run(gm, "tag-nodes{tag=hot where=op=call_function}").changed
    assert [n.meta.get("tag") for n in gm.graph.nodes] == [None, "hot", None]


def test_numbers_of_examples_are_not_constants():
    def f(x, training, k):
        return torch.nn.functional.dropout(x, 0.5, training).transpose(k, 1) + 1

    gm = torch.fx.symbolic_trace(f)
    fxopt.run(gm, "optimize{level=O1}", example_inputs=(torch.ones(4, 4), False, 1))
    x = torch.arange(16.0).reshape(4, 4)
    assert torch.equal(gm(x, False, 0), x.t() + 1)
    torch.manual_seed(0)
    assert (gm(x + 1, True, 1) == 1).any()


def test_examples_do_not_contradict_metadata():
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.passes.fake_tensor_prop import FakeTensorProp

    def traced():
        gm = torch.fx.symbolic_trace(lambda x: x.expand(4, 8) * 2)
        FakeTensorProp(gm, FakeTensorMode()).propagate(torch.ones(4, 8))
        return gm

    message = r"'x' is float32\[1, 8\], and the metadata of its node says float32\[4, 8\]"
    with pytest.raises(ValueError, match=message):
        fxopt.run(traced(), "optimize{level=O1}", example_inputs=(torch.ones(1, 8),))
    with pytest.raises(ValueError, match="is float64"):
        fxopt.run(traced(), "optimize{level=O1}", example_inputs=(torch.ones(4, 8).double(),))
    fxopt.run(traced(), "optimize{level=O1}", example_inputs=(torch.ones(4, 8),))


def test_metadata_of_before_a_change_of_state_is_not_believed():
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.passes.fake_tensor_prop import FakeTensorProp

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.ones(3))

        def forward(self, x):
            return self.w.to(torch.float32) * x

    gm = torch.fx.symbolic_trace(Net())
    FakeTensorProp(gm, FakeTensorMode(allow_non_fake_inputs=True)).propagate(torch.ones(3))
    assert fxopt.run(copy.deepcopy(gm), "optimize{level=O1}").changed
    gm = gm.double()
    fxopt.run(gm, "optimize{level=O1}")
    assert gm(torch.ones(3)).dtype == torch.float32


def test_tensors_that_are_transposed_in_place():
    def f(x):
        y = x.clone()
        z = y[1]
        y.t_()
        z.add_(5)
        return y, z

    graphs = []

    def keep(gm, inputs):
        graphs.append(gm)
        return gm

    x = torch.arange(8.0).reshape(2, 4)
    torch.compile(f, backend=keep)(x.clone())
    (gm,) = graphs
    fxopt.run(gm, "decompose")
    assert all(map(torch.equal, gm(x.clone()), f(x.clone())))


def test_a_write_of_a_function_after_dropout():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(3, 3)
            self.drop = torch.nn.Dropout()
            self.relu = torch.nn.ReLU(inplace=True)

        def forward(self, x):
            y = self.linear(x)
            z = self.relu(self.drop(y))
            return y + z

    x = torch.randn(4, 3)
    gm = torch.fx.symbolic_trace(Net().eval())
    expected = gm(x)
    fxopt.run(gm, "decompose", example_inputs=(x,))
    assert torch.equal(gm(x), expected)


def test_what_changes_sizes_in_place():
    for schema in torch._C._jit_get_all_schemas():
        namespace, name = schema.name.split("::")
        packet = getattr(getattr(torch.ops, namespace), name, None)
        op = getattr(packet, schema.overload_name or "default", None)
        if namespace == "aten" and op is not None and name != "detach_":
            does = torch.Tag.inplace_view in op.tags
            assert fxopt._fx.changes_sizes_in_place(name) >= does, name
    for other in ("add_", "t", "detach_", "relu"):
        assert not fxopt._fx.changes_sizes_in_place(other)


def test_types_of_a_trace_are_those_of_shape_prop():
    from torch.fx.experimental.proxy_tensor import make_fx

    gm = make_fx(lambda x: torch.relu(x) + 1, tracing_mode="fake")(torch.randn(4, 3))
    fxopt.run(gm, "shape-prop")
