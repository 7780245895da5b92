"""fx-opt within torch.compile."""

import functools
import os

import pytest
import torch

import fxopt
from fxopt import _backend


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.up = torch.nn.Linear(8, 16)
        self.down = torch.nn.Linear(16, 8)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x, scale=1):
        self.calls.add_(1)
        h = self.up(self.norm(x))
        h = h * torch.sigmoid(h)
        return x + self.down(h) * scale


class Branch(torch.nn.Module):
    def forward(self, x):
        y = torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))
        return y.view(-1), {"sum": y.sum(), "twice": [y + y, y.t()]}


def compare(module, inputs, options, **how):
    torch._dynamo.reset()
    torch.manual_seed(0)
    compiled = torch.compile(module, backend=_backend.backend, options=options, **how)
    for x in inputs:
        a, b = (t.clone().requires_grad_(t.is_floating_point()) for t in (x, x))
        expected, got = module(a), compiled(b)
        leaves = [torch.utils._pytree.tree_leaves(r) for r in (expected, got)]
        assert len(leaves[0]) == len(leaves[1])
        for e, g in zip(*leaves):
            assert torch.allclose(e, g, atol=1e-6)
        if a.requires_grad:
            sum(t.sum() for t in leaves[0]).backward()
            sum(t.sum() for t in leaves[1]).backward()
            assert torch.allclose(a.grad, b.grad, atol=1e-6)


def test_options_are_given_once():
    options = {"passes": "cse", "pipeline": "dce"}
    with pytest.raises(ValueError, match="'pipeline' of the backend fxopt is given twice"):
        _backend._options(options)


@pytest.mark.parametrize("inner", ["eager", "aot_eager"])
@pytest.mark.parametrize("level", ["O1", "O2", "O3"])
@pytest.mark.parametrize("dynamic", [False, True])
def test_outputs_and_gradients(inner, level, dynamic):
    options = {"inner": inner, "pipeline": f"optimize{{level={level}}}"}
    sizes = [(4, 8), (4, 8)] if not dynamic else [(4, 8), (5, 8), (7, 8)]
    compare(Block(), [torch.randn(s) for s in sizes], options, dynamic=dynamic)


@pytest.mark.parametrize("how, setting", [
    ({"mode": "max-autotune-no-cudagraphs"}, "max_autotune"),
    ({"options": {"inner_options": {"max_autotune": True}}}, "max_autotune"),
    ({"mode": "default"}, None)])
def test_inductor_gets_mode_and_options_as_settings(monkeypatch, how, setting):
    seen = []

    def compile_fx(gm, inputs, *, config_patches=None, **more):
        seen.append(config_patches)
        return gm.forward

    monkeypatch.setattr("torch._inductor.compile_fx.compile_fx", compile_fx)
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x.sin() + x.sin(), backend=_backend.backend, **how)
    assert torch.equal(compiled(torch.ones(3)), 2 * torch.ones(3).sin())
    assert len(seen) == 1 and (setting is None or seen[0][setting] is True)


def test_higher_order_operators():
    compare(Branch(), [torch.ones(2, 3), -torch.ones(2, 3)], {"inner": "eager", "pipeline": "fix(cse,dce)"})


def test_is_registered():
    torch._dynamo.reset()
    assert "fxopt" in torch.compiler.list_backends()
    f = torch.compile(torch.relu, backend="fxopt", options={"inner": "eager"})
    assert torch.equal(f(torch.ones(2)), torch.ones(2))


def test_rules_reach_the_graph():
    seen = []

    def look(gm, inputs):
        seen.append([str(n.target) for n in gm.graph.nodes if n.op == "call_function"])
        return gm.forward

    torch._dynamo.reset()
    options = {"inner": look, "pipeline": "optimize{level=O2}"}
    torch.compile(Block(), backend=_backend.backend, options=options)(torch.randn(4, 8))
    (calls,) = seen
    assert any("silu" in c for c in calls) and not any("sigmoid" in c for c in calls)


def test_dump(tmp_path):
    torch._dynamo.reset()
    options = {"inner": "eager", "dump": str(tmp_path), "pipeline": "optimize{level=O2}"}
    torch.compile(Block(), backend=_backend.backend, options=options)(torch.randn(4, 8))
    before, after = sorted(tmp_path.iterdir(), key=lambda p: "after" in p.name)
    assert "sigmoid" in before.read_text() and "silu" in after.read_text()
    assert len(fxopt.load(after)) < len(fxopt.load(before))


def test_dumps_of_each_folder_are_numbered(tmp_path):
    for folder in (tmp_path / "a", tmp_path / "b", tmp_path / "a"):
        torch._dynamo.reset()
        options = {"inner": "eager", "dump": str(folder), "pipeline": "cse"}
        torch.compile(Block(), backend=_backend.backend, options=options)(torch.randn(4, 8))
    names = [sorted(p.name for p in (tmp_path / f).glob("*.before.fx")) for f in "ab"]
    assert names == [["frame-0.before.fx", "frame-1.before.fx"], ["frame-0.before.fx"]]


def test_options_are_checked():
    with pytest.raises(ValueError, match="no option 'pipelines'; options are pipeline, inner"):
        _backend.backend(None, (), options={"pipelines": "cse"})
    with pytest.raises(fxopt.PipelineError):
        _backend.backend(None, (), options={"pipeline": "ces"})


def items(x):
    a = x.abs().sum().to(torch.int64).item()
    b = x.abs().sum().to(torch.int64).item()
    for n in (a, b):
        torch._check(n >= 0)
        torch._check(n < 100)
    return torch.zeros(a), torch.ones(b), torch.relu(x) + torch.relu(x)


def masks(x):
    return (x > 0).nonzero(), (x > 0).nonzero(), x[x > 0], torch.masked_select(x, x > 0)


def shared_masks(x):
    mask = x > 0
    return mask.nonzero(), x[mask], x.relu() + x.relu()


@pytest.mark.parametrize("f", [items, masks, shared_masks])
@pytest.mark.parametrize("inner", ["eager", "aot_eager"])
@pytest.mark.parametrize("pipeline", ["cse,dce", "optimize{level=O2}"])
def test_symbols_that_two_operators_bind(f, inner, pipeline):
    """Fake tensors that are one have their symbols in common; see _Parting."""
    config = torch._dynamo.config
    with config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        torch._dynamo.reset()
        compiled = torch.compile(
            f, backend="fxopt", fullgraph=True, options={"inner": inner, "pipeline": pipeline}
        )
        for _ in range(2):
            x = torch.randn(4, 4)
            for a, b in zip(compiled(x), f(x)):
                assert torch.equal(a, b)


@pytest.mark.parametrize("dynamic", [False, True])
def test_rules_know_the_ranges_of_symbols(dynamic, tmp_path):
    """A half of a size is at least one only because the size is at least two."""

    def f(x, y):
        a = x.view(x.shape[0] * 2, -1)
        b = torch.cat([y, y]).reshape(-1, y.shape[1])
        return a * torch.sigmoid(a), b * torch.sigmoid(b)

    seen = []

    def inner(gm, inputs):
        seen.append([str(n.target) for n in gm.graph.nodes])
        return gm.forward

    torch._dynamo.reset()
    options = {"pipeline": "optimize{level=O2}", "inner": inner, "dump": str(tmp_path)}
    compiled = torch.compile(f, backend="fxopt", dynamic=dynamic, options=options)
    for sizes in ((6, 4), (5, 8)):
        x, y = torch.randn(*sizes), torch.randn(*sizes)
        for got, expected in zip(compiled(x, y), f(x, y)):
            assert torch.allclose(got, expected)
    assert len(seen) == (1 if dynamic else 2)
    for targets in seen:
        assert not any("sigmoid" in t for t in targets)
    # What was dumped says it too.
    (dump, *_) = sorted(tmp_path.glob("*.before.fx"))
    m = fxopt.load(dump)
    assert ('"int", 2, None' in m.text()) == dynamic
    m.run("optimize{level=O2}")
    assert not m.graph.find_nodes(ops="sigmoid")


def wrong(module, ctx):
    for n in module.graph.find_nodes(ops="sigmoid"):
        n.target = torch.tanh


@pytest.mark.parametrize("inner", ["eager", "aot_eager"])
@pytest.mark.parametrize("check", [True, "numerics", fxopt.Numerics((), rtol=1e-6)])
def test_check_compares_on_the_first_inputs(inner, check):
    torch._dynamo.reset()
    options = {"pipeline": ["cse", wrong, "dce"], "inner": inner, "check": check}
    compiled = torch.compile(Block(), backend=_backend.backend, options=options)
    for _ in range(2):
        with pytest.raises(fxopt.NumericsError) as e:
            compiled(torch.randn(4, 8))
        assert e.value.pass_name == "wrong" and e.value.node and e.value.gap > 0
    compare(Block(), [torch.randn(4, 8)] * 2, {"pipeline": "optimize{level=O2}", "inner": inner, "check": check})


def test_check_knows_dynamic_shapes():
    options = {"pipeline": "optimize{level=O2}", "inner": "eager", "check": True}
    compare(Block(), [torch.randn(s, 8) for s in (4, 5, 7)], options, dynamic=True)


def test_check_takes_no_other_words():
    with pytest.raises(TypeError, match="check is True, 'numerics' or a fxopt.Numerics"):
        _backend.backend(torch.fx.symbolic_trace(torch.nn.ReLU()), (torch.ones(2),), options={"check": 3, "inner": "eager"})


@pytest.mark.parametrize("words", [("pipeline", "aot_pipeline"), ("passes", "aot_passes")])
def test_passes_on_the_graphs_of_aotautograd(words, tmp_path):
    pipeline, aot = words
    calls = []

    def look(module, ctx):
        calls.append([n.target for n in module.graph.nodes if n.op == "call_function"])

    options = {pipeline: "cse", aot: [look, "fix(cse,dce)"], "inner": "eager", "dump": str(tmp_path)}
    compare(Block(), [torch.randn(4, 8)], options)
    assert len(calls) == 2 and all(any("torch.ops.aten." in c for c in part) for part in calls)
    parts = sorted(p.name.split(".", 1)[1] for p in tmp_path.iterdir())
    assert parts == [
        "after.fx", "backward.after.fx", "backward.before.fx", "before.fx", "forward.after.fx", "forward.before.fx",
    ]  # fmt: skip


def test_compilers_of_aotautograd_may_take_lists():
    from functorch.compile import make_boxed_func, nop

    x = torch.randn(3)
    for inner in (nop, lambda gm, inputs: make_boxed_func(gm.forward)):
        torch._dynamo.reset()
        options = {"aot_pipeline": "cse", "inner": inner}
        compiled = torch.compile(lambda x: x * torch.sigmoid(x), backend="fxopt", options=options)
        assert torch.equal(compiled(x), x * torch.sigmoid(x))


def test_passes_on_the_graphs_of_aotautograd_are_in_front_of_no_other_backend():
    with pytest.raises(ValueError, match="GraphPass is for Inductor"):
        _backend.backend(torch.fx.symbolic_trace(torch.nn.ReLU()), (torch.ones(2),), options={"aot_pipeline": "cse"})


@pytest.mark.parametrize("hook", ["joint_custom_post_pass", "post_grad_custom_post_pass"])
def test_inductor_takes_what_levels_make(hook):
    """O2 makes a linear of a product and a sum, which Inductor has decomposed before."""
    model, x = torch.nn.Linear(6, 6), torch.randn(4, 6)
    torch._dynamo.reset()
    graph_pass = fxopt.GraphPass("optimize{level=O2}")
    with torch._inductor.config.patch(**{hook: graph_pass}, fx_graph_cache=False):
        assert torch.allclose(torch.compile(model)(x), model(x), atol=1e-5)


def test_inductor_pass_keys_name_what_passes_are():
    """Cached code must not be used after a pass has changed."""

    def inner(module, ctx):
        return False

    held = 1

    def closure(module, ctx):
        return held

    assert fxopt.inductor.GraphPass is fxopt.GraphPass
    key = fxopt.GraphPass([wrong]).uuid()
    assert key and key != fxopt.GraphPass("dce").uuid()
    assert fxopt.GraphPass([inner]).uuid() and fxopt.GraphPass([closure]).uuid() is None


def test_inductor_pass_keys_know_what_no_file_says():
    class Scale:
        def run(self, module, ctx):
            return False

    def decorated(text):
        def decorate(function):
            @functools.wraps(function)
            def wrapper(module, ctx):
                return bool(text) and function(module, ctx)

            return wrapper

        return decorate

    def plain(function):
        @functools.wraps(function)
        def wrapper(module, ctx):
            return function(module, ctx)

        return wrapper

    def inner(module, ctx):
        return False

    def makes(value):
        def made(module, ctx, *, k: float = value):
            return False

        return made

    def uuid(function):
        return fxopt.GraphPass([function]).uuid()

    assert uuid(Scale().run) is None and uuid(decorated("a")(inner)) is None
    assert uuid(plain(inner)) not in (None, uuid(inner))
    assert uuid(makes(1.0)) == uuid(makes(1.0)) != uuid(makes(2.0))


def test_inductor_pass_keys_follow_files(tmp_path):
    def key():
        return fxopt.GraphPass(fxopt.rules(str(rules))).uuid()

    rules = tmp_path / "mine.fxr"
    rules.write_text("// none\n")
    before = key()
    assert before == key()
    rules.write_text("// another\n")
    assert key() != before
    made = tmp_path / "made.py"
    keys = []
    for text in ("return False", "return None"):
        made.write_text(f"def made(module, ctx):\n    {text}\n")
        space = {"__name__": "made"}
        exec(compile(made.read_text(), str(made), "exec"), space)
        keys.append(fxopt.GraphPass(space["made"]).uuid())
    assert None not in keys and keys[0] != keys[1]


def test_inductor_pass_keys():
    a, b = fxopt.GraphPass("cse, dce"), fxopt.GraphPass("cse,dce")
    assert a.uuid() == b.uuid() != fxopt.GraphPass("dce").uuid()


def test_graph_pass_completes_values():
    from torch.fx.experimental.proxy_tensor import make_fx

    def f(x):
        return x * torch.sigmoid(x)

    gm = make_fx(f, tracing_mode="fake")(torch.randn(4))
    fxopt.GraphPass("optimize{level=O2}")(gm.graph)
    gm.graph.lint()
    # Inductor has no code for silu, which it decomposes before.
    targets = [str(n.target) for n in gm.graph.nodes if n.op == "call_function"]
    assert targets == ["aten.sigmoid.default", "aten.mul.Tensor"]
    assert all("val" in n.meta for n in gm.graph.nodes if n.op != "output")


@pytest.mark.skipif(not os.environ.get("FXOPT_INDUCTOR"), reason="compiles C++")
@pytest.mark.parametrize("dynamic", [False, True])
def test_inductor(dynamic):
    compare(Block(), [torch.randn(4, 8), torch.randn(6, 8)], {"pipeline": "optimize{level=O2}"}, dynamic=dynamic)
    with torch._inductor.config.patch(post_grad_custom_post_pass=fxopt.GraphPass("cse,dce")):
        compare(Block(), [torch.randn(3, 8)], {"pipeline": ""}, dynamic=dynamic)


def test_returned_views_are_tensors_of_their_own():
    for f in (lambda x: x.view(4, 8), lambda x: x.t().t(), lambda x: x.unsqueeze(0).squeeze(0)):
        torch._dynamo.reset()
        x = torch.zeros(4, 8, requires_grad=True)
        y = torch.compile(f, backend="fxopt", options={"inner": "eager"})(x)
        assert y is not x and not y.is_leaf
        y.register_hook(lambda g: g * 3)
        (y + x).sum().backward()
        assert x.grad[0, 0] == 4
        y.detach().unsqueeze_(0)
        assert x.shape == (4, 8)
