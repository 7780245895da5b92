"""Checks of what models compute, and files with what passes failed on."""

import math
import os
import subprocess

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
            # Lowered, it counts no batches, and that write would be missed.
            self.norm.num_batches_tracked = None
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

class Count(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(()))

    def forward(self, x):
        self.n.add_(1)
        return x * 2


class BuffersAsProxies(torch.fx.Tracer):
    proxy_buffer_attributes = True


def counting():
    net = Count()
    return torch.fx.GraphModule(net, BuffersAsProxies().trace(net))


def added(module):
    (node,) = [n for n in module.graph.nodes if "add_" in n.target]
    return node


def lost(module, ctx):
    module.graph.erase_node(added(module))


def twice(module, ctx):
    added(module).update_arg(1, 2)


@pytest.mark.parametrize("wrong, gap", [(lost, 1), (twice, 1)])
@pytest.mark.parametrize("exported", [False, True])
def test_what_is_written_to_state_is_compared(wrong, gap, exported):
    x = torch.ones(3)
    gm = torch.export.export(Count(), (x,)) if exported else counting()
    with pytest.raises(fxopt.NumericsError, match="what it writes to 'n' differs by 1") as e:
        fxopt.run(gm, wrong, check=fxopt.Numerics((x,)))
    assert (e.value.pass_name, e.value.gap) == (wrong.__name__, gap)
    state = gm.state_dict if exported else gm.state_dict()
    assert state["n"] == 0
    fxopt.run(gm, "normalize-args,cse,dce", check=fxopt.Numerics((x,)))
    assert state["n"] == 0


def test_a_write_that_a_pass_adds_is_found():
    def adds(module, ctx):
        g = module.graph
        with g.inserting_before(g.output_node):
            g.call_method("add_", (g.find_node("n"), 1))

    graph = torch.fx.Graph()
    x, n = graph.placeholder("x"), graph.get_attr("n")
    graph.output(graph.call_function(torch.add, (x, n)))
    gm = torch.fx.GraphModule(Count(), graph)
    with pytest.raises(fxopt.NumericsError, match="what it writes to 'n' differs by 1"):
        fxopt.run(gm, adds, check=fxopt.Numerics((torch.ones(3),)))


def test_buffers_that_are_replaced_stay():
    class Steps(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("n", torch.zeros(()))

        def forward(self, x):
            self.n = self.n + 1
            return x * self.n

    class Leaf(torch.fx.Tracer):
        def is_leaf_module(self, module, path):
            return True

    net = torch.nn.Sequential(Steps(), torch.nn.ReLU())
    gm = torch.fx.GraphModule(net, Leaf().trace(net))
    n = gm.get_submodule("0").n

    def rename(module, ctx):
        module.graph.output_node.prev.name = "y"

    assert fxopt.run(gm, rename, check=fxopt.Numerics((torch.ones(2),))).changed
    assert gm.get_submodule("0").n is n and n == 0


def returns(make):
    """A model that returns what `make` does of relu(x), twice."""
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    a, b = (graph.call_function(torch.relu, (x,)) for _ in range(2))
    graph.output(make(graph, graph.call_function(torch.add, (a, b))))
    return torch.fx.GraphModule(torch.nn.Module(), graph)


class Plain:
    def __init__(self, value):
        self.value = value


class Slots:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


KINDS = {
    "dict": lambda g, y: {"y": y, "n": None, "s": "text"},
    "several": lambda g, y: g.call_function(torch.max, (y, 1)),
    "list": lambda g, y: g.call_method("split", (y, 2)),
    "sparse": lambda g, y: g.call_method("to_sparse", (y,)),
    "csr": lambda g, y: g.call_method("to_sparse_csr", (y,)),
    "numpy": lambda g, y: g.call_method("numpy", (y,)),
    "nested": lambda g, y: g.call_function(torch.nested.as_nested_tensor, ([y, y],)),
    "quantized": lambda g, y: g.call_function(
        torch.quantize_per_tensor, (y, 0.1, 0, torch.qint8)
    ),
    "float8": lambda g, y: g.call_method("to", (y, torch.float8_e4m3fn)),
    "bool": lambda g, y: g.call_function(torch.gt, (y, 1)),
    "number": lambda g, y: g.call_method("item", (g.call_method("sum", (y,)),)),
    "numbers": lambda g, y: g.call_method("tolist", (y,)),
    "object": lambda g, y: g.call_function(Plain, (y,)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_kinds_of_results(kind):
    x = torch.linspace(-3, 3, 16).view(4, 4)
    check = fxopt.Numerics((x,))
    assert fxopt.run(returns(KINDS[kind]), "cse", check=check).changed
    wrong = swap(torch.relu, torch.abs)
    with pytest.raises(fxopt.NumericsError, match="with another value is %relu") as e:
        fxopt.run(returns(KINDS[kind]), ["cse", wrong], check=check)
    assert e.value.gap > 0


def test_results_that_cannot_be_compared():
    gm = returns(lambda g, y: g.call_function(Slots, (y,)))
    with pytest.raises(TypeError, match="cannot compare .* of type Slots"):
        fxopt.run(gm, "cse", check=fxopt.Numerics((torch.ones(2),)))
    gm = returns(lambda g, y: y)
    with pytest.raises(TypeError, match="compares numbers, and tensors of the model have none"):
        fxopt.run(gm, "cse", check=fxopt.Numerics((torch.ones(2, device="meta"),)))


def test_the_gap_is_that_of_what_differs():
    gm = returns(lambda g, y: g.call_function(torch.log, (y,)))
    x = torch.tensor([0.0, 1.0])
    three = swap(torch.add, lambda a, b: a + b + a * 2)
    with pytest.raises(fxopt.NumericsError) as e:
        fxopt.run(gm, three, check=fxopt.Numerics((x,)))
    # Of the first number both logarithms are infinite.
    assert e.value.gap == pytest.approx(math.log(2), rel=1e-4)


def test_passes_on_programs():
    class Net(torch.nn.Module):
        def forward(self, x, *, b, a):
            return {"z": f(x, a) - b}

    x = torch.linspace(-1, 1, 4)
    program = torch.export.export(Net(), (x,), {"b": x * 3, "a": x + 1})
    check = fxopt.Numerics((x,), {"a": x + 1, "b": x * 3})
    assert fxopt.run(program, "normalize-args,cse,dce", check=check)
    wrong = swap("torch.ops.aten.neg.default", "torch.ops.aten.abs.default")
    with pytest.raises(fxopt.NumericsError, match="after pass 'swap'") as raised:
        fxopt.run(program, ["normalize-args", wrong, "cse"], check=check)
    assert (raised.value.pass_name, raised.value.node) == ("swap", "neg")


def test_a_check_of_a_program_prints_nothing(capfd):
    program = torch.export.export(Count(), (torch.ones(3),))
    with pytest.raises(fxopt.NumericsError):
        fxopt.run(program, lost, check=fxopt.Numerics((torch.ones(3),)))
    assert "error:" not in capfd.readouterr().err


def test_a_pass_may_save_its_module(capfd, tmp_path):
    def saves(module, ctx):
        module.save(tmp_path / "now.pt2")
        ctx.warning("was saved")

    module = fxopt.from_torch(torch.export.export(Count(), (torch.ones(3),)))
    with pytest.warns(fxopt.FxWarning, match="was saved"):
        report = module.run(saves)
    assert [d.severity for d in report.diagnostics] == ["warning"]
    assert "was saved" not in capfd.readouterr().err


def test_whole_numbers_are_compared_exactly():
    def moved(module, ctx):
        module.graph.find_node("add").args = (module.graph.find_node("x"), 2)

    def f(x):
        return x + 1

    for number in (200_000, 2**53):
        x = torch.tensor([number])
        gm = torch.fx.symbolic_trace(f)
        with pytest.raises(fxopt.NumericsError, match="the results differ by [12]"):
            fxopt.run(gm, moved, check=fxopt.Numerics((x,)))


def test_a_model_that_fails_after_a_pass_names_it():
    def breaks(module, ctx):
        module.graph.find_node("view").args = (module.graph.find_node("x"), 7)

    gm = torch.fx.symbolic_trace(lambda x: x.view(6))
    with pytest.raises(fxopt.NumericsError, match="after pass 'breaks' the model cannot be run"):
        fxopt.run(gm, breaks, check=fxopt.Numerics((torch.ones(2, 3),)))
