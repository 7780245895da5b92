"""What the package is for, in twelve samples; docs/Python.md explains them."""

import glob

import pytest
import torch
import torch.fx
from torch import nn

import fxopt


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        y = torch.nn.functional.gelu(self.first(x))
        torch._assert(y.shape[0] > 0, "an empty batch")
        return self.second(y) + self.second(y)


@pytest.fixture
def net():
    torch.manual_seed(0)
    return Net().eval()


@pytest.fixture
def x():
    return torch.ones(2, 4)


@pytest.fixture
def archive(net, x, tmp_path):
    path = tmp_path / "model.pt2"
    torch.export.save(torch.export.export(net, (x,)), path)
    return path


def test_1_run_passes(net, x):
    gm = torch.fx.symbolic_trace(net)
    want = gm(x)
    report = fxopt.run(gm, "lower-modules,fix(cse,dce)")
    # The modules' weights are nodes now, and one of two equal calls is gone.
    assert report.changed and (report.nodes_before, report.nodes_after) == (11, 14)
    assert report.stats["cse"]
    assert torch.equal(gm(x), want)


def test_2_pipelines(net):
    gm = torch.fx.symbolic_trace(net)
    p = fxopt.Pipeline("normalize-args,fix(cse,dce)", verify="each", print_changed="diff")
    p += fxopt.passes.tag_nodes(tag="hot", where="op=call_*")
    r = p.run(gm)
    assert p.verify is True and "cse" in r.timing and "dce" in r.stats
    assert r.diagnostics == [] and "cse" in r.changes


def test_3_files(archive, x, tmp_path):
    m = fxopt.load(archive)
    m.save(tmp_path / "same.pt2")
    assert (tmp_path / "same.pt2").read_bytes() == archive.read_bytes()
    m.run("freeze,cse,dce")
    m.save(tmp_path / "out.pt2")
    assert torch.export.load(tmp_path / "out.pt2").module()(x).shape == (2, 4)
    assert m.text("native").startswith("fx 1") and "def forward" in m.text("python")
    assert m.info()["nodes"] and m.to_torch() is not None


def test_4_editing(net, x):
    gm = torch.fx.symbolic_trace(net)
    m = fxopt.from_torch(gm)
    g = m.graph
    for n in g.find_nodes(op="call_function", target=torch.nn.functional.gelu):
        with g.inserting_before(n):
            scaled = g.call_function(torch.mul, (n.args[0], 1.702))
            s = g.call_function(torch.sigmoid, (scaled,))
            n.replace_all_uses_with(
                g.call_function(torch.mul, (n.args[0], s)), propagate_meta=True)
        g.erase_node(n)
    with pytest.raises(fxopt.StaleNodeError):
        n.name
    m.write_back()
    gm.recompile()
    torch.testing.assert_close(gm(x), net(x), rtol=0.05, atol=0.05)
    assert "gelu" not in gm.code


def test_5_passes_in_python(net):
    @fxopt.register_pass("drop-asserts")
    def drop_asserts(
        module: fxopt.Module, ctx: fxopt.PassContext, *,
        where: fxopt.Selector = "target=torch._assert", limit: int = 0,
    ) -> bool:
        "Remove assertions."
        hits = module.graph.select(where)[: limit or None]
        for n in hits:
            module.graph.erase_node(n)
            ctx.stat("dropped")
        return bool(hits)

    gm = torch.fx.symbolic_trace(net)
    report = fxopt.run(gm, "drop-asserts{limit=3},dce")
    assert report.stats["drop-asserts"] == {"dropped": 1} and "_assert" not in gm.code
    assert fxopt.list_passes()["drop-asserts"] == "Remove assertions"
    assert fxopt.run(torch.fx.symbolic_trace(net), [drop_asserts, "dce"]).changed


def test_6_programs(net, x):
    ep = torch.export.export(net, (x,))
    ep2 = fxopt.run(ep, "prune-unused-state,cse,dce")
    assert isinstance(ep2, torch.export.ExportedProgram)
    assert len(ep2.graph.nodes) < len(ep.graph.nodes)
    assert torch.equal(ep2.module()(x), ep.module()(x))


def test_7_compile(net, x, tmp_path):
    want = net(x)
    dump = str(tmp_path / "graphs")
    for options in ({"passes": "fix(cse,dce)", "inner": "eager"},
                    {"passes": "cse", "inner": "eager", "check": "numerics", "dump": dump}):
        torch.compiler.reset()
        assert torch.equal(torch.compile(net, backend="fxopt", options=options)(x), want)
    assert glob.glob(dump + "/*")


def test_8_inductor():
    graph_pass = fxopt.inductor.GraphPass("fix(cse{commute=true},dce)")
    assert graph_pass.uuid() == fxopt.inductor.GraphPass("fix(cse{commute=true},dce)").uuid()
    assert graph_pass.uuid() != fxopt.inductor.GraphPass("dce").uuid()


def test_9_errors(net):
    with pytest.raises(ValueError) as raised:
        fxopt.run(torch.fx.symbolic_trace(net), "cse,dcee")
    assert isinstance(raised.value, fxopt.PipelineError)
    d = raised.value.diagnostics[0]
    assert (d.severity, d.line, d.column) == ("error", 1, 5)
    assert "there is no pass 'dcee'" in d.text and "'dce'" in str(raised.value)
    assert d.id and d.notes and d.node is None


def test_10_proof(net, x, tmp_path):
    gm = torch.fx.symbolic_trace(net)
    check = fxopt.Numerics(inputs=(x,), rtol=1e-5)
    assert fxopt.run(gm, "fuse-conv-bn,cse", check=check).changed

    def wrong(module, ctx):
        n = module.graph.find_nodes(op="call_function", target=torch.nn.functional.gelu)[0]
        n.target = torch.nn.functional.relu
        return True

    with pytest.raises(fxopt.NumericsError, match="wrong"):
        fxopt.run(torch.fx.symbolic_trace(net), wrong, check=check)
    bug = tmp_path / "bug.fx"

    def broken(module, ctx):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        fxopt.run(torch.fx.symbolic_trace(net), ["cse", broken], reproducer=bug)
    assert "RuntimeError: no" in bug.read_text() and "\nfx 1\n" in bug.read_text()


def test_11_stages(net, x):
    parts = fxopt.partition(torch.export.export(net, (x,)), stages=2, cost="flops", link="relay")
    assert len(parts.table().splitlines()) > 2
    assert callable(fxopt.split_policy(stages=2))


def test_12_batches(archive, tmp_path):
    out = tmp_path / "opt"
    records = list(fxopt.batch(glob.glob(str(archive)), "cse,dce", out=out, executor=1))
    assert [r.status for r in records] == ["done"] and records[0].report.changed
    assert records[0].seconds > 0 and glob.glob(str(out / "*.pt2"))
