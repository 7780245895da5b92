"""Passes that are functions in Python."""

import copy
import functools
import inspect
import os
import pickle
import subprocess
import sys
import textwrap
from typing import Literal

import pytest
import torch
import torch.fx
from torch.fx.passes.infra.pass_base import PassResult

import fxopt


def twins(x):
    return torch.relu(x) + torch.relu(x)


@fxopt.register_pass("drop-asserts")
def drop_asserts(
    module: fxopt.Module,
    ctx: fxopt.PassContext,
    *,
    where: fxopt.Selector = "target=torch._assert",
    limit: int = 0,
) -> bool:
    """Remove assertions.

    As many as `limit` says.
    """
    hits = module.graph.select(where)[: limit or None]
    for n in hits:
        module.graph.erase_node(n)
        ctx.stat("dropped")
    return bool(hits)


def asserting():
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    for i in range(5):
        graph.call_function(torch._assert, (x, f"message {i}"))
    graph.output(graph.call_function(torch.relu, (x,)))
    return torch.fx.GraphModule(torch.nn.Module(), graph)


def test_the_sample_of_the_page():
    gm = asserting()
    report = fxopt.run(gm, "drop-asserts{limit=3},dce")
    assert report.changed and report.stats["drop-asserts"] == {"dropped": 3}
    assert len(gm.graph.nodes) == 5 and "drop-asserts" in report.timing
    report = fxopt.run(gm, [drop_asserts, "dce"])
    assert report.stats["drop-asserts"] == {"dropped": 2}
    assert not fxopt.run(gm, [drop_asserts]).changed


def test_it_is_like_any_other():
    assert fxopt.list_passes()["drop-asserts"] == "Remove assertions"
    assert fxopt.Pipeline("drop-asserts{limit=0}, fix(drop-asserts)").text == (
        "drop-asserts,fix(drop-asserts)"
    )
    p = fxopt.Pipeline('drop-asserts{where="target=torch.*" limit=3}')
    assert fxopt.Pipeline(p.text) == p and pickle.loads(pickle.dumps(p)) == p
    with pytest.raises(fxopt.PipelineError, match="limit"):
        fxopt.Pipeline("drop-asserts{limit=x}")
    with pytest.raises(fxopt.PipelineError):
        fxopt.Pipeline("drop-asserts{colour=red}")
    f = fxopt.passes.drop_asserts
    assert f(limit=2).text == "drop-asserts{limit=2}"
    assert "Remove assertions.\n\nAs many as `limit` says." in f.__doc__
    assert str(inspect.signature(f)).startswith("(*, where: str = 'target=torch._assert', limit: int = 0)")


def test_options():
    seen = []

    @fxopt.register_pass("take-options")
    def take(
        module,
        ctx,
        *,
        flag: bool = True,
        number: int = -3,
        real: float = 0.5,
        text: str = "a b",
        word: Literal["one", "two"] = "one",
        numbers: list[int] = [1, 2],
        some_texts: list[str] = [],
    ):
        seen.append((flag, number, real, text, word, numbers, some_texts))

    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    defaults = (True, -3, 0.5, "a b", "one", [1, 2], [])
    m.run("take-options")
    m.run("take-options{flag=false number=9 real=1e3 text=\"x, y\" word=two numbers={7} some-texts={p,q}}")
    m.run(fxopt.passes.take_options(text='"quoted", {it}', some_texts=["a", "b"]))
    assert seen == [
        defaults,
        (False, 9, 1000.0, "x, y", "two", [7], ["p", "q"]),
        defaults[:3] + ('"quoted", {it}',) + defaults[4:6] + (["a", "b"],),
    ]
    with pytest.raises(fxopt.PipelineError, match="one"):
        m.run("take-options{word=three}")
    with pytest.raises(TypeError, match="no option 'colour'"):
        fxopt.passes.take_options(colour=1)
    with pytest.raises(TypeError, match="'text' of take_options.. is one value, not .'a'."):
        fxopt.passes.take_options(text=["a"])
    assert str(fxopt.passes.tag_nodes(tag="a", where=None)) == str(fxopt.passes.tag_nodes(tag="a"))


def test_options_that_are_words_of_python():
    seen = []

    @fxopt.register_pass("take-words")
    def take(module, ctx, *, from_: str = "a", in_all: bool = False):
        seen.append((from_, in_all))

    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    m.run("take-words{from=b in-all}")
    m.run(fxopt.passes.take_words(from_="c"))
    assert seen == [("b", True), ("c", False)]


def test_definitions_that_are_refused():
    with pytest.raises(ValueError, match="name of a pass"):
        fxopt.register_pass("Bad Name")
    with pytest.raises(ValueError, match="has a pass or a group 'cse'"):
        fxopt.register_pass("cse")(lambda m, c: False)
    with pytest.raises(ValueError, match="group 'fix'"):
        fxopt.register_pass("fix")(lambda m, c: False)
    with pytest.raises(TypeError, match="takes"):
        fxopt.register_pass("some-pass")(lambda m: False)

    def no_type(m, c, *, x=1):
        pass

    def no_default(m, c, *, x: int):
        pass

    with pytest.raises(TypeError, match="'x' needs a type"):
        fxopt.register_pass("some-pass")(no_type)
    with pytest.raises(TypeError, match="'x' of .* needs a default"):
        fxopt.register_pass("some-pass")(no_default)
    assert "some-pass" not in fxopt.list_passes()


def test_defined_anew():
    for result in (1, 2):

        @fxopt.register_pass("again")
        def again(m, ctx):
            ctx.stat("n", result)

        m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
        assert m.run("again").stats["again"] == {"n": result}


def test_changed_is_found_out():
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))

    def rename(module, ctx):
        module.graph.find_node("relu_1").name = "other"

    def look(module, ctx):
        [n.args for n in module.graph.nodes]

    assert not m.run([look]).changed
    assert m.run([rename]).changed
    assert m.write_back() == (4, 1, 0, 0)


def test_failures():
    gm = torch.fx.symbolic_trace(twins)
    code, nodes = gm.code, list(gm.graph.nodes)

    def broken(module, ctx):
        module.graph.erase_node(module.graph.output_node)
        raise KeyError("oh")

    with pytest.raises(fxopt.PassError, match="broken: KeyError: 'oh'") as e:
        fxopt.run(gm, ["cse", broken, "dce"])
    assert e.value.pass_name == "broken" and type(e.value.__cause__) is KeyError
    assert e.value.__cause__.__traceback__.tb_frame is not None
    if hasattr(e.value.__cause__, "__notes__"):
        assert e.value.__cause__.__notes__ == ["in pass 'broken', number 2 of the run"]
    assert pickle.loads(pickle.dumps(e.value)).pass_name == "broken"

    def says(module, ctx):
        ctx.error("this is bad", module.graph.find_node("x"))
        return False

    with pytest.raises(fxopt.PassError, match="this is bad") as e:
        fxopt.run(gm, [says])
    (d,) = e.value.diagnostics
    assert (d.id, d.severity, d.text) == ("err_pass", "error", "says: this is bad (in %x)")

    def lies(module, ctx):
        module.graph.find_node("add").args = (module.graph.find_node("x"),) * 2
        return False

    with pytest.raises(fxopt.VerifyError) as e:
        fxopt.run(gm, [lies])
    assert e.value.pass_name == "lies"

    def invalid(module, ctx):
        module.graph.find_node("x").append(module.graph.find_node("add"))
        return True

    with pytest.raises(fxopt.VerifyError) as e:
        fxopt.run(gm, [invalid])
    assert e.value.pass_name == "invalid"
    with pytest.raises(fxopt.PassError, match="returned a <class 'int'>"):
        fxopt.run(gm, [lambda m, c: 3])

    @fxopt.register_pass("never-done")
    def never(module, ctx):
        meta = module.graph.find_node("add").meta
        meta["n"] = meta.get("n", 0) + 1

    with pytest.raises(fxopt.PassError) as e:
        fxopt.run(gm, "fix(never-done)")
    assert e.value.diagnostics[0].id == "err_no_fixpoint"
    assert gm.code == code and all(a is b for a, b in zip(gm.graph.nodes, nodes))
    gm.graph.lint()


def test_stopped():
    class Stop(BaseException):
        pass

    gm = torch.fx.symbolic_trace(twins)
    text = str(gm.graph)
    ran = []

    def stop(module, ctx):
        raise Stop("now")

    def later(module, ctx):
        ran.append(1)

    with pytest.raises(Stop):
        fxopt.run(gm, ["cse", stop, later])
    assert str(gm.graph) == text and not ran


def test_messages():
    def speak(module, ctx):
        assert ctx.name == "speak"
        ctx.remark("look", module.graph.find_node("add"))
        ctx.warning("careful")

    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    with pytest.warns(fxopt.FxWarning, match="careful"):
        report = m.run([speak])
    assert [(d.severity, d.text) for d in report.diagnostics] == [
        ("remark", "speak: look (in %add)"),
        ("warning", "speak: careful"),
    ]
    kept = []
    m.run([lambda m, ctx: kept.append(ctx)])
    with pytest.raises(RuntimeError, match="does not run any more"):
        kept[0].stat("n")


def test_runs_within_passes():
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))

    def outer(module, ctx):
        report = module.run("cse")
        assert report.changed and len(module.graph.find_nodes(ops="relu")) == 1

    assert m.run([outer]).changed
    text = m.text()

    def fails(module, ctx):
        raise ValueError("inner")

    def hides(module, ctx):
        module.graph.find_node("add").name = "changed"
        try:
            module.run(["dce", fails])
        except fxopt.PassError:
            pass
        return True

    with pytest.raises(fxopt.PassError, match="a pipeline that it ran has failed"):
        m.run([hides])
    assert m.text() == text

    def another(module, ctx):
        other = fxopt.from_torch(torch.fx.symbolic_trace(twins))
        assert other.run(["cse", lambda m, c: len(m.graph.nodes) != 4]).changed
        return False

    assert not m.run([another]).changed


def test_pipelines_of_functions():
    p = fxopt.Pipeline(["cse", drop_asserts])
    p += "dce"
    assert p.text == "cse,drop-asserts,dce"
    assert pickle.loads(pickle.dumps(p)) == p != fxopt.Pipeline("cse,drop-asserts,dce")
    assert hash(p) == hash(fxopt.Pipeline("cse,drop-asserts,dce"))
    q = fxopt.Pipeline("dce", verify=False, print_changed="diff")
    q += fxopt.passes.tag_nodes(tag="hot", where="target=torch.relu")
    assert q.text == 'dce,tag-nodes{tag=hot where="target=torch.relu"}' or "where=" in q.text
    assert (q.verify, q.print_changed) == (False, "diff")
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    report = q.run(m)
    assert '+    %relu' in report.changes and {n.meta["tag"] for n in m.graph.find_nodes(ops="relu")} == {"hot"}
    assert m.run("cse", print_changed="whole").changes.startswith("// *** after cse")
    with pytest.raises(ValueError, match="print_changed"):
        m.run("cse", print_changed="loud")
    with pytest.raises(TypeError):
        fxopt.Pipeline(3)
    with pytest.raises(TypeError):
        fxopt.Pipeline("dce") + 3


def test_callables_that_are_no_functions():
    def count(module, ctx, *, limit: int = 3):
        "Count up."
        ctx.stat("count", limit)
        return False

    class Pass:
        "A pass with a state."

        def __call__(self, module, ctx, *, words: Literal["a", "b"] = "a"):
            ctx.stat("calls")

        def method(self, module, ctx):
            ctx.stat("methods")

    four = functools.partial(count, limit=4)
    passes = [four, functools.partial(four), Pass(), Pass().method, functools.lru_cache(count)]
    report = fxopt.Pipeline(passes).run(fxopt.from_torch(torch.fx.symbolic_trace(twins)))
    assert report.stats == {
        "count": {"count": 11}, "pass": {"calls": 1}, "method": {"methods": 1},
    }  # fmt: skip
    with pytest.raises(TypeError, match="the option 'k' of .*wrong needs a default"):

        def wrong(module, ctx, k):
            pass

        fxopt.Pipeline(functools.partial(wrong))


def test_wrappers_of_registered_passes_run():
    calls = []

    @functools.wraps(drop_asserts)
    def logged(*args, **options):
        calls.append(1)
        return drop_asserts(*args, **options)

    fxopt.run(torch.fx.symbolic_trace(twins), [logged, drop_asserts])
    assert calls == [1]


def test_generated_functions():
    f = fxopt.passes.cse
    assert f().text == "cse" and f.__name__ == "cse"
    assert f.__doc__.startswith(fxopt.list_passes()["cse"] + ".")
    for name in dir(fxopt.passes):
        function = getattr(fxopt.passes, name)
        assert function().text or name, name
        assert len(function.__doc__) > 10
    level = inspect.signature(fxopt.passes.optimize).parameters["level"]
    assert level.default == "O2" and level.annotation == Literal["O1", "O2", "O3"]
    assert fxopt.passes.extract(from_=["a"], to=["b"]).text == "extract{from={a} to={b}}"
    with pytest.raises(AttributeError, match="no pass 'cee'"):
        fxopt.passes.cee
    # The defaults that signatures show are those of the passes.
    for name in dir(fxopt.passes):
        function = getattr(fxopt.passes, name)
        given = {
            p.name: p.default
            for p in inspect.signature(function).parameters.values()
            if p.default not in (None, "", [])
        }
        assert function(**given).text == function().text, name


def test_texts_of_options_stay_what_they_are():
    def words(module, ctx, *, text: str = "", flag: bool = False):
        got.append((text, flag))
        return False

    got = []
    fxopt.register_pass("words")(words)
    gm = torch.fx.symbolic_trace(twins)
    texts = ["a\nflag", "a\tb", "\n", "[", "a]", "(", "a=b", 'a "b" \\', "'", "#", "ä\u2028b"]
    for text in texts:
        fxopt.run(gm, fxopt.passes.words(text=text))
        fxopt.run(gm, fxopt.passes.words(text=text).text)
    assert got == [(text, False) for text in texts for _ in range(2)]


def test_what_is_no_torch_pass():
    with pytest.raises(TypeError, match="is a function, not None"):
        fxopt.torch_pass(None)


def test_torch_passes():
    def to_gelu(gm):
        for n in gm.graph.find_nodes(op="call_function", target=torch.relu):
            with gm.graph.inserting_after(n):
                new = gm.graph.call_function(torch.nn.functional.gelu, n.args)
                new.meta["by"] = "me"
            n.replace_all_uses_with(new)
            gm.graph.erase_node(n)
        gm.recompile()
        return PassResult(gm, True)

    gm = torch.fx.symbolic_trace(twins)
    nodes = {n.name: n for n in gm.graph.nodes}
    nodes["add"].meta["mine"] = 1
    x = torch.randn(3)
    report = fxopt.run(gm, [fxopt.torch_pass(to_gelu), "cse"])
    assert report.changed
    gm.graph.lint()
    assert torch.equal(gm(x), 2 * torch.nn.functional.gelu(x))
    (new,) = gm.graph.find_nodes(op="call_function", target=torch.nn.functional.gelu)
    assert new.meta["by"] == "me"
    kept = [n for n in gm.graph.nodes if n in nodes.values()]
    assert [n.name for n in kept] == ["x", "add", "output"] and kept[1].meta["mine"] == 1
    same = fxopt.torch_pass(lambda gm: PassResult(gm, False))
    assert not fxopt.run(gm, [same]).changed
    assert not fxopt.run(gm, [fxopt.torch_pass(lambda gm: None)]).changed
    assert not fxopt.run(gm, [fxopt.torch_pass(lambda gm: gm)]).changed

    def breaks(gm):
        gm.graph.erase_node(gm.graph.output_node())
        raise OSError("disk")

    text = str(gm.graph)
    with pytest.raises(fxopt.PassError, match="OSError: disk"):
        fxopt.run(gm, [fxopt.torch_pass(breaks)])
    assert str(gm.graph) == text
    with pytest.raises(fxopt.PassError, match="returns a GraphModule"):
        fxopt.run(gm, [fxopt.torch_pass(lambda gm: 3)])


def test_torch_passes_that_change_types():
    def widen(gm):
        for n in gm.graph.find_nodes(op="call_function", target=torch.relu):
            with gm.graph.inserting_after(n):
                new = gm.graph.call_method("double", (n,))
            n.replace_all_uses_with(new, delete_user_cb=lambda user: user is not new)

    def f(x):
        return (torch.relu(x) + 1).to(torch.float32), x.neg().to(torch.float32)

    # What was a cast to the same type is one no more; the other one still is.
    x = torch.randn(2, 3)
    passes = ["infer-values", fxopt.torch_pass(widen), "optimize{level=O1}"]
    gm = torch.fx.symbolic_trace(f)
    fxopt.run(gm, passes, example_inputs=(x,))
    assert [y.dtype for y in gm(x)] == [torch.float32] * 2
    assert len(gm.graph.find_nodes(op="call_method", target="to")) == 1
    assert torch.equal(gm(x)[0], (torch.relu(x).double() + 1).float())


def test_torch_passes_that_trace_anew_and_add_state():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(3, 3)

        def forward(self, x):
            return torch.relu(self.linear(x))

    net, x = Net(), torch.randn(2, 3)
    gm = torch.fx.symbolic_trace(net)
    expected = gm(x)

    class Doubles(torch.fx.Transformer):
        def call_function(self, target, args, kwargs):
            return super().call_function(target, args, kwargs) * 2

    fxopt.run(gm, [fxopt.torch_pass(lambda gm: Doubles(gm).transform())])
    gm.graph.lint()
    assert torch.equal(gm(x), 2 * expected)

    def adds(gm):
        gm.add_submodule("extra.act", torch.nn.Tanh())
        gm.register_buffer("two", torch.tensor(2.0))
        out = gm.graph.output_node()
        with gm.graph.inserting_before(out):
            act = gm.graph.call_module("extra.act", out.args)
            two = gm.graph.get_attr("two")
            out.args = (gm.graph.call_function(torch.mul, (act, two)),)

    fxopt.run(gm, [fxopt.torch_pass(adds)])
    gm.graph.lint()
    assert torch.equal(gm(x), 2 * torch.tanh(2 * expected))
    assert isinstance(gm.extra.act, torch.nn.Tanh) and "two" in gm.state_dict()

    def adds_and_fails(gm):
        gm.add_submodule("more", torch.nn.Tanh())
        out = gm.graph.output_node()
        with gm.graph.inserting_before(out):
            out.args = (gm.graph.call_module("more", out.args),)
        gm.graph.find_nodes(op="placeholder")[0].prepend(out)

    with pytest.raises(fxopt.Error):
        fxopt.run(gm, [fxopt.torch_pass(adds_and_fails)])
    assert not hasattr(gm, "more")


class Replaceable(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())
        self.weight = torch.nn.Parameter(torch.ones(3))
        self.register_buffer("scale", torch.ones(3))

    def forward(self, x):
        return self.inner(x) * self.weight + self.scale


def test_torch_passes_that_replace_state():
    def replaces(gm):
        gm.set_submodule("inner.1", torch.nn.Tanh())
        gm.weight = torch.nn.Parameter(torch.full((3,), 5.0))
        gm.scale = torch.full((3,), 2.0)

    gm = torch.fx.symbolic_trace(Replaceable())
    before, linear = copy.deepcopy(gm), gm.inner.get_submodule("0")
    names = list(gm.state_dict())
    x = torch.randn(2, 3)
    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, [fxopt.torch_pass(replaces), lambda module, ctx: 1 / 0])
    assert torch.equal(gm(x), before(x)) and torch.equal(gm.weight, before.weight)
    assert fxopt.run(gm, [fxopt.torch_pass(replaces), "dce", fxopt.torch_pass(lambda gm: None)]).changed
    assert torch.equal(gm(x), torch.tanh(linear(x)) * 5 + 2)
    assert gm.inner.get_submodule("0") is linear and list(gm.state_dict()) == names
    # A pass that works on a deep copy has not replaced anything.
    weight = gm.weight
    fxopt.run(gm, fxopt.torch_pass(lambda gm: copy.deepcopy(gm)))
    assert gm.weight is weight and gm.inner.get_submodule("0") is linear


def test_metadata_of_passes_arrives():
    gm = torch.fx.symbolic_trace(twins)
    for n in gm.graph.nodes:
        n.meta["mine"] = "kept"

    def note(module, ctx):
        for n in module.graph.nodes:
            n.meta["note"] = {"names": [n.name, 1, 2.5, None, True, 1j, 10**30]}
        return True

    fxopt.run(gm, ["tag-nodes{tag=hot where=operator=relu}", note])
    tags = [n.meta.get("tag") for n in gm.graph.nodes]
    assert tags == [None, "hot", "hot", None, None]
    for n in gm.graph.nodes:
        assert n.meta["mine"] == "kept" and n.meta["note"] == {
            "names": [n.name, 1, 2.5, None, True, 1j, 10**30]
        }
        assert set(n.meta) <= {"mine", "note", "tag"}
    copy = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    copy.run("set-metadata{key=note value=hello}")
    assert all(n.meta["note"] == "hello" for n in copy.to_torch().graph.nodes)


def test_torch_passes_that_set_metadata():
    """ShapeProp does nothing else."""

    def shapes(gm):
        torch.fx.passes.shape_prop.ShapeProp(gm).propagate(torch.ones(2, 3))

    gm = torch.fx.symbolic_trace(twins)
    nodes = [(n, n.meta) for n in gm.graph.nodes]
    assert fxopt.run(gm, [fxopt.torch_pass(shapes)]).changed
    assert [(n, n.meta) for n in gm.graph.nodes] == nodes
    assert all(n.meta["tensor_meta"].shape == (2, 3) for n in gm.graph.nodes)
    assert all(a[1] is n.meta for a, n in zip(nodes, gm.graph.nodes))

    # Nodes that are made of one in a later pass take it over.
    def to_neg(module, ctx):
        for n in module.graph.find_nodes(op="call_function", target=torch.relu):
            with module.graph.inserting_before(n):
                new = module.graph.call_function(torch.neg, n.args)
            n.replace_all_uses_with(new, propagate_meta=True)
            module.graph.erase_node(n)

    def marks(gm):
        for n in gm.graph.nodes:
            n.meta["mark"] = n.name

    gm = torch.fx.symbolic_trace(twins)
    fxopt.run(gm, [fxopt.torch_pass(marks), to_neg])
    assert [n.meta["mark"] for n in gm.graph.nodes] == ["x", "relu", "relu_1", "add", "output"]
    assert fxopt.from_torch(gm).to_torch().graph.output_node().meta["mark"] == "output"


def test_what_failed_torch_passes_noted_is_forgotten():
    def adds(gm):
        gm.add_submodule("more", torch.nn.Tanh())
        out = gm.graph.output_node()
        out.meta["mark"] = 1
        with gm.graph.inserting_before(out):
            out.args = (gm.graph.call_module("more", out.args),)

    gm = torch.fx.symbolic_trace(twins)
    m = fxopt.from_torch(gm)
    with pytest.raises(fxopt.PassError):
        m.run([fxopt.torch_pass(adds), lambda module, ctx: 1 / 0])
    m.run("cse")
    m.write_back()
    assert not hasattr(gm, "more") and "mark" not in gm.graph.output_node().meta


def test_entry_points(tmp_path):
    (tmp_path / "friend.py").write_text(
        "import fxopt\n"
        "def friendly(module, ctx, *, times: int = 2):\n"
        "    'Greet.'\n"
        "    ctx.stat('greetings', times)\n"
        "def nothing():\n"
        "    return '/nonexistent/plugin.so'\n"
    )
    info = tmp_path / "friend-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: friend\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[fxopt.passes]\nfriendly-pass = friend:friendly\n")
    script = """
        import fxopt, sys
        m = fxopt.loads("fx 1\\ngraph():\\n    %x : [num_users=1] = placeholder[target=x]\\n    return %x\\n")
        try:
            print(m.run("friendly-pass{times=3}").stats, fxopt.passes.friendly_pass().text)
        except fxopt.Error as e:
            print(type(e).__name__, e.diagnostics[0].text if e.diagnostics else e)
        assert "torch" not in sys.modules
    """

    def run(**environment):
        env = {**os.environ, **environment}
        env["PYTHONPATH"] = str(tmp_path) + os.pathsep + env.get("PYTHONPATH", "")
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)], env=env, capture_output=True, text=True
        )

    assert run().stdout == "{'friendly-pass': {'greetings': 3}} friendly-pass\n"
    assert "there is no pass 'friendly-pass'" in run(FXOPT_PLUGINS="0").stdout
    (info / "entry_points.txt").write_text("[fxopt.plugins]\nx = friend:nothing\n")
    assert run().stdout.startswith("PluginError ")


def test_plugins():
    with pytest.raises(fxopt.PluginError) as e:
        fxopt.load_plugin("/nonexistent/plugin.so")
    assert isinstance(e.value, ImportError) and e.value.diagnostics[0].severity == "error"
    plugin = os.environ.get("FX_PLUGIN")
    if not plugin:
        pytest.skip("no plugin was built")
    fxopt.load_plugin(plugin)
    fxopt.load_plugin(plugin)
    m = fxopt.loads(
        "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n    return %x\n"
    )
    name = os.environ["FX_PLUGIN_PASS"]
    m.run(name)
    assert name in fxopt.list_passes()


def test_texts_of_lists_are_kept():
    found = []

    @fxopt.register_pass("shows-names")
    def shows_names(module, ctx, *, names: list[str] = ["a,b", "", "c d"]):
        found.append(list(names))

    fxopt.run(torch.fx.symbolic_trace(twins), "shows-names")
    fxopt.run(torch.fx.symbolic_trace(twins), fxopt.passes.shows_names(names=["x,y"]))
    assert found == [["a,b", "", "c d"], ["x,y"]]


def test_warnings_are_of_who_called():
    with pytest.warns(fxopt.FxWarning) as caught:
        fxopt.run(torch.fx.symbolic_trace(twins), lambda module, ctx: ctx.warning("here"))
    assert [w.filename for w in caught] == [__file__]


def test_operators_are_names():
    graph = fxopt.from_torch(torch.fx.symbolic_trace(twins)).graph
    assert len(graph.find_nodes(ops="aten::relu")) == len(graph.find_nodes(ops="relu")) == 2
    for wrong in (torch.relu, 'relu" | name="x'):
        with pytest.raises(TypeError, match="ops= is the name of an operator"):
            graph.find_nodes(ops=wrong)


def test_pipelines_do_not_change():
    pipeline = fxopt.Pipeline("cse", verify="each", print_changed="diff")
    assert (pipeline.verify, pipeline.print_changed) == (True, "diff")
    for name in ("verify", "print_changed", "text"):
        with pytest.raises(AttributeError):
            setattr(pipeline, name, False)
    with pytest.raises(ValueError, match="'whole', 'diff' or None, not 'nonsense'"):
        fxopt.Pipeline("cse", print_changed="nonsense")
    assert (pipeline + ("dce",)).text == "cse,dce"
    assert (("dce",) + pipeline).text == "dce,cse"


def test_numerics_on_other_inputs():
    check = fxopt.Numerics((1,), {"a": 2}, rtol=0.5, seed=3).on((4,), {"b": 5})
    assert (check.inputs, check.kwargs, check.rtol, check.seed) == (
        (4,),
        {"b": 5},
        0.5,
        3,
    )
