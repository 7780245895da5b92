"""Checks of what models compute, and files with what passes failed on."""

import subprocess
import os

import pytest
import torch

import fxopt


def f(x, y):
    a = torch.relu(x)
    b = torch.neg(y)
    return torch.add(a, b) * 2


ARGS = torch.linspace(-1, 1, 4), torch.linspace(0, 3, 4)


def swap(old, new):
    def swap(module, ctx):
        for n in module.graph.find_nodes(op="call_function", target=old):
            n.target = new

    return swap


def test_equal_models_pass():
    gm = torch.fx.symbolic_trace(f)
    check = fxopt.Numerics(ARGS)
    assert fxopt.run(gm, "normalize-args{only-kwargs=true},cse,dce", check=check).changed
    assert fxopt.run(gm, ["dce", swap(torch.neg, torch.negative)], check=check).changed
    assert repr(check) == "fxopt.Numerics(rtol=1e-05, atol=1e-06)"


def test_a_wrong_pass_is_found():
    gm = torch.fx.symbolic_trace(f)
    before = str(gm.graph)
    wrong = swap(torch.neg, torch.abs)
    with pytest.raises(fxopt.NumericsError, match="the first node with another value is %neg") as raised:
        fxopt.run(gm, ["cse", wrong, "dce"], check=fxopt.Numerics(ARGS))
    e = raised.value
    assert isinstance(e, AssertionError) and isinstance(e, fxopt.Error)
    assert (e.pass_name, e.node) == ("swap", "neg") and e.gap == pytest.approx(12)
    assert str(gm.graph) == before
    # Near enough is a matter of the caller.
    fxopt.run(gm, ["cse", wrong], check=fxopt.Numerics(ARGS, atol=20.0))


def test_state_and_random_numbers_stay():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = torch.nn.BatchNorm1d(4)
            self.drop = torch.nn.Dropout()

        def forward(self, x, *, scale):
            return self.drop(self.norm(x)) * scale

    net, x = Net(), torch.randn(3, 4)
    gm = torch.fx.symbolic_trace(net)
    mean, state = net.norm.running_mean.clone(), torch.get_rng_state()
    check = fxopt.Numerics((x,), {"scale": 2.0})
    assert fxopt.run(gm, "lower-modules", check=check).changed
    assert torch.equal(net.norm.running_mean, mean)
    assert torch.equal(torch.get_rng_state(), state)


def test_what_is_written_to_inputs_is_compared():
    def g(x):
        y = x.clone()
        x.add_(1)
        return y

    gm = torch.fx.symbolic_trace(g)

    def drop(module, ctx):
        module.graph.erase_node(module.graph.find_nodes(op="call_method", target="add_")[0])

    x = torch.ones(2)
    with pytest.raises(fxopt.NumericsError):
        fxopt.run(gm, drop, check=fxopt.Numerics((x,)))
    assert torch.equal(x, torch.ones(2))


def test_programs():
    class Net(torch.nn.Module):
        def forward(self, x, y):
            return {"z": f(x, y)}

    program = torch.export.export(Net(), ARGS)
    check = fxopt.Numerics(ARGS)
    assert fxopt.run(program, "decompose,cse", check=check) is not program
    wrong = swap("torch.ops.aten.neg.default", "torch.ops.aten.abs.default")
    with pytest.raises(fxopt.NumericsError, match="results differ by 12"):
        fxopt.run(program, wrong, check=check)


def test_wrong_arguments():
    gm = torch.fx.symbolic_trace(f)
    with pytest.raises(TypeError, match="check is a fxopt.Numerics, not tuple"):
        fxopt.run(gm, "cse", check=ARGS)
    with pytest.raises(TypeError, match="a graph alone has no state"):
        fxopt.run(gm.graph, "cse", check=fxopt.Numerics(ARGS))


def test_reproducers(tmp_path):
    path = tmp_path / "bug.fx"
    gm = torch.fx.symbolic_trace(f)
    fxopt.run(gm, "cse", reproducer=path)
    with pytest.raises(fxopt.PipelineError):
        fxopt.run(gm, "cee", reproducer=path)
    assert not path.exists()
    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, "normalize-args{only-kwargs=true},rewrite{rules=no.fxr},dce", reproducer=path)
    text = path.read_text()
    assert text.startswith("// RUN: not fx-opt %s --passes='rewrite{rules={no.fxr}}'")
    assert "// CHECK: error: cannot read: No such file" in text
    assert f"PyTorch {torch.__version__}" in text and "torch_node" not in text
    # The graph is the one before the pass, which fails on it again.
    again = fxopt.load(path)
    assert again.graph.find_node("add").kwargs.keys() == {"input", "other"}
    run = subprocess.run(
        [os.path.join(os.environ["FX_BIN"], "fx-opt"), path, "--passes=rewrite{rules={no.fxr}}", "-o", os.devnull],
        capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 1 and "cannot read: No such file" in run.stderr

    def bad(module, ctx):
        raise ValueError("no\nmore")

    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, ["cse", bad], reproducer=path)
    assert path.read_text().startswith("// PassError of bad: ")
    assert len(fxopt.load(path)) == len(gm.graph.nodes)
    with pytest.raises(fxopt.NumericsError):
        fxopt.run(gm, swap(torch.neg, torch.abs), check=fxopt.Numerics(ARGS), reproducer=path)
    assert path.read_text().startswith("// NumericsError of swap: after pass 'swap'")


def test_a_check_leaves_parameters_as_they_are():
    class Steps(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = torch.nn.Embedding(4, 3, max_norm=0.1)
            self.steps = torch.nn.Parameter(torch.zeros(1), requires_grad=False)

    graph = torch.fx.Graph()
    steps, i = graph.get_attr("steps"), graph.placeholder("i")
    added = graph.call_method("add_", (steps, 1))
    a, b = (graph.call_method("relu", (graph.call_module("embedding", (i,)),)) for _ in range(2))
    graph.output(graph.call_function(torch.add, (graph.call_function(torch.add, (a, b)), added)))
    gm = torch.fx.GraphModule(Steps(), graph)
    before = {k: v.clone() for k, v in gm.state_dict().items()}
    fxopt.run(gm, "dce,cse", check=fxopt.Numerics((torch.tensor([0, 1]),)))
    assert all(torch.equal(v, before[k]) for k, v in gm.state_dict().items())
    with pytest.raises(TypeError, match=r"such as \(x,\), not of type Tensor"):
        fxopt.Numerics(torch.ones(2))
