"""Each row of the table of errors: class, message and place."""

import functools
import os
import pickle
import re
import signal
import threading
import time

import pytest
import torch
import torch.fx

import fxopt


def twins(x):
    return torch.relu(x) + torch.relu(x)


def caught(kind, action, *bases):
    with pytest.raises(kind) as e:
        action()
    assert type(e.value) is kind
    for base in (fxopt.Error, *bases):
        assert isinstance(e.value, base)
    copy = pickle.loads(pickle.dumps(e.value))
    assert str(copy) == str(e.value) and copy.diagnostics == e.value.diagnostics
    return e.value


def test_parse_errors(tmp_path):
    path = tmp_path / "bad.fx"
    path.write_text("fx 1\ngraph():\n    %x : [num_users=0] = placeholder[target=x]\n    %y = huh\n")
    e = caught(fxopt.ParseError, lambda: fxopt.load(path), ValueError)
    d = e.diagnostics[0]
    assert (d.severity, d.file, d.line) == ("error", str(path), 4) and d.column > 0
    assert f"{path}:4:" in str(e) and "^" in str(e)
    with pytest.raises(FileNotFoundError):
        fxopt.load(tmp_path / "none.fx")
    caught(fxopt.ParseError, lambda: fxopt.load(b"PK\x03\x04" + bytes(200)), ValueError)
    start = time.perf_counter()
    caught(fxopt.ParseError, lambda: fxopt.loads("fx 1\ngraph():\n    return " + "(" * 100000), ValueError)
    assert time.perf_counter() - start < 5


def test_pipeline_errors():
    e = caught(fxopt.PipelineError, lambda: fxopt.Pipeline("cse,dcee"), ValueError)
    d = e.diagnostics[0]
    assert (d.id, d.line, d.column) == ("err_pipeline_unknown_pass", 1, 5)
    assert "did you mean 'dce'?" in str(e) and "^" in str(e)
    caught(fxopt.PipelineError, lambda: fxopt.Pipeline("cse{commute=maybe}"), ValueError)
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    caught(fxopt.PipelineError, lambda: m.graph.select("op="), ValueError)


def test_pass_errors():
    gm = torch.fx.symbolic_trace(twins)
    e = caught(fxopt.PassError, lambda: fxopt.run(gm, "cse,partition{by=nonsense}"), RuntimeError)
    assert e.pass_name == "partition" and e.__cause__ is None
    assert e.diagnostics[-1].id == "err_pass"


def test_verify_errors():
    text = "fx 1\ngraph():\n    %x : [num_users=0] = placeholder[target=x]\n    %y : [num_users=1] = call_function[target=torch.neg](args = (%y,), kwargs = {})\n    return %y\n"
    with pytest.raises((fxopt.VerifyError, fxopt.ParseError)):
        fxopt.loads(text)

    def late(module, ctx):
        module.graph.find_node("add").append(module.graph.find_node("relu"))

    gm = torch.fx.symbolic_trace(twins)
    e = caught(fxopt.VerifyError, lambda: fxopt.run(gm, [late]))
    assert e.pass_name == "late"
    assert "before" in e.diagnostics[0].text and "%add" in e.diagnostics[0].text
    assert e.diagnostics[-1].id == "err_pass_left_invalid"


def test_resolve_errors():
    m = fxopt.loads(
        "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
        "    %y : [num_users=1] = call_function[target=nobody.knows](args = (%x,), kwargs = {})\n"
        "    %z : [num_users=1] = call_function[target=torch.no_such](args = (%y,), kwargs = {})\n    return %z\n"
    )
    e = caught(fxopt.ResolveError, m.to_torch, LookupError)
    assert sorted(e.names) == ["nobody.knows", "torch.no_such"]


def test_stale_errors():
    gm = torch.fx.symbolic_trace(twins)
    m = fxopt.from_torch(gm)
    gm.graph.find_nodes(op="placeholder")[0].meta["x"] = 1
    m.run("cse")
    gm.graph.erase_node(gm.graph.output_node())
    caught(fxopt.StaleNodeError, m.write_back, RuntimeError)


def test_write_errors(tmp_path):
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    caught(fxopt.WriteError, lambda: m.save(tmp_path / "no" / "folder.fx"), OSError)
    caught(fxopt.WriteError, lambda: m.save(tmp_path / "a.pt2"), OSError)
    # What is called so is read as something else, or by nobody.
    for name, format in (("a.xyz", None), ("b.pt2", "fx"), ("c.py", "native")):
        caught(fxopt.WriteError, lambda: m.save(tmp_path / name, format), OSError)
    assert not os.listdir(tmp_path)
    m.save(tmp_path / "plain")
    m.save(tmp_path / "d.txt", "fx")
    assert sorted(os.listdir(tmp_path)) == ["d.txt", "plain"]


def test_plugin_errors():
    caught(fxopt.PluginError, lambda: fxopt.load_plugin("/nonexistent.so"), ImportError)


def test_busy_errors():
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    inside, done, found = threading.Event(), threading.Event(), []

    def wait(module, ctx):
        inside.set()
        done.wait(30)

    thread = threading.Thread(target=lambda: m.run([wait]))
    thread.start()
    inside.wait(30)
    for action in (m.text, m.write_back, m.info, lambda: m.run("cse"), m.to_torch):
        caught(fxopt.BusyError, action, RuntimeError)
    done.set()
    thread.join()
    m.write_back()


EMPTY = "fx 1\ngraph():\n    return None\n"


@pytest.mark.parametrize(
    "action",
    [
        lambda: fxopt.run(3, "cse"), lambda: fxopt.from_torch(torch.nn.ReLU()),
        lambda: fxopt.Pipeline(3), lambda: fxopt.loads(b"x"), lambda: fxopt.Module(3),
        lambda: fxopt.batch("x", "cse"), lambda: fxopt.partition(3, 2),
        lambda: fxopt.rule("x", len), lambda: fxopt.rule(len, 3), lambda: fxopt.Rule("x", 3),
        lambda: fxopt.Node(3), lambda: fxopt.Node(), lambda: fxopt.Node(int, x=3),
        lambda: fxopt.loads(EMPTY).to_torch("x"), lambda: fxopt.loads(EMPTY).to_torch([1]),
    ],
)  # fmt: skip
def test_wrong_types(action):
    with pytest.raises(TypeError, match="not|is|use|made"):
        action()


def test_nothing_is_printed(capfd):
    gm = torch.fx.symbolic_trace(twins)
    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, "partition{by=nonsense}")
    fxopt.run(gm, "cse,dce,partition{by=stages:2 report}", print_changed="diff")
    assert capfd.readouterr() == ("", "")


def test_threads_run_side_by_side():
    """Eight threads, a module each."""
    results = []
    # Tracing itself is for one thread.
    traced = [[torch.fx.symbolic_trace(twins) for _ in range(20)] for _ in range(8)]

    def work(modules):
        for gm in modules:
            results.append(fxopt.run(gm, "cse,dce").nodes_after)

    threads = [threading.Thread(target=work, args=(modules,)) for modules in traced]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [4] * 160


def test_one_module_and_many_threads():
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    seen = []

    def work():
        for _ in range(200):
            try:
                m.run("cse,dce")
                [n.name for n in m.graph.nodes]
            except fxopt.BusyError:
                seen.append(1)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(m) == 4


def test_the_lock_is_released():
    """Others go on while passes run."""
    graph = torch.fx.Graph()
    p = x = graph.placeholder("x")
    for _ in range(20000):
        p = graph.call_function(torch.add, (p, x))
    graph.output(p)
    m = fxopt.from_torch(graph)
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    time.sleep(0.01)
    start = time.perf_counter()
    m.run(",".join(["cse,dce,normalize-args"] * 20))
    end = time.perf_counter()
    over.set()
    thread.join()
    assert len([t for t in ticks if start < t < end]) >= 2


@pytest.fixture
def interruptible():
    """A process that was started in the background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_interrupt_between_passes(interruptible):
    gm = torch.fx.symbolic_trace(twins)
    m = fxopt.from_torch(gm)
    text, ran = m.text(), []

    def interrupt(module, ctx):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

    def later(module, ctx):
        ran.append(1)

    with pytest.raises(KeyboardInterrupt):
        m.run(["cse", interrupt, later])
    assert m.text() == text and not ran
    # Passes in C++: a signal comes while they run.
    graph = torch.fx.Graph()
    p = x = graph.placeholder("x")
    for _ in range(5000):
        p = graph.call_function(torch.add, (p, x))
    graph.output(p)
    m = fxopt.from_torch(graph)
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    start = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        m.run(",".join(["cse,dce"] * 100000))
    assert time.perf_counter() - start < 60 and len(m) == 5002


def relu_of(what):
    """An edit that makes %relu use what is behind it, or itself."""

    def edit(module, ctx=None):
        g = module.graph
        calls = [n for n in g.nodes if n.op == "call_function"]
        value = {"itself": calls[0], "a later node": calls[1], "in a list": [calls[1]]}.get(what)
        if what == "by keyword":
            calls[0].args, calls[0].kwargs = (), {"input": calls[1]}
        elif what == "a new node":
            # Without a point it comes to stand behind the output.
            calls[0].args = (g.call_function(torch.sigmoid, (g.find_node("x"),)),)
        else:
            calls[0].args = (value,)

    return edit


@pytest.mark.parametrize(
    "what", ["itself", "a later node", "in a list", "by keyword", "a new node"]
)
def test_nodes_that_are_used_before_their_place(what):
    def f(x):
        return torch.neg(torch.relu(x))

    edit = relu_of(what)
    said = r"%\w+ is used before it is defined \(in %relu\)"
    gm = torch.fx.symbolic_trace(f)
    text, nodes = str(gm.graph), list(gm.graph.nodes)
    m = fxopt.from_torch(gm)
    edit(m)
    for action in (m.to_torch, m.write_back):
        e = caught(fxopt.VerifyError, action)
        assert re.search(said, str(e))
    with pytest.raises(fxopt.VerifyError, match=said):
        fxopt.run(gm, edit)
    with pytest.raises(fxopt.VerifyError, match=said):
        fxopt.run(gm, edit, verify=False)
    with pytest.raises(fxopt.PassError, match="VerifyError: .*" + said) as raised:
        fxopt.run(gm, lambda module, ctx: edit(module) or module.to_torch())
    assert type(raised.value.__cause__) is fxopt.VerifyError
    with pytest.raises(fxopt.VerifyError, match=said) as raised:
        fxopt.run(gm, edit, verify=False, check=fxopt.Numerics((torch.ones(2),)))
    assert raised.value.pass_name == "edit"
    assert str(gm.graph) == text and list(gm.graph.nodes) == nodes
    gm.graph.lint()


def test_programs_that_are_invalid():
    class Net(torch.nn.Module):
        def forward(self, x):
            return torch.neg(torch.relu(x))

    program = torch.export.export(Net(), (torch.ones(2),))
    with pytest.raises(fxopt.VerifyError, match="%neg is used before it is defined"):
        fxopt.run(program, relu_of("a later node"), verify=False)


def test_erased_nodes_say_their_name():
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    node = m.graph.find_node("relu_1")
    m.run("cse")
    with pytest.raises(fxopt.StaleNodeError, match="the node %relu_1 was erased"):
        node.args
    with m.graph.inserting_before(m.graph.output_node):
        node = m.graph.call_function(torch.neg, (m.graph.find_node("x"),))
    node.name = "mine"
    assert node.name == "mine"
    m.graph.erase_node(node)
    with pytest.raises(fxopt.StaleNodeError, match="the node %mine was erased"):
        node.name


def test_a_reproducer_that_cannot_be_written_hides_nothing(tmp_path):
    gm = torch.fx.symbolic_trace(twins)
    with pytest.warns(fxopt.FxWarning, match="the reproducer was not written: .*No such file"):
        with pytest.raises(fxopt.PassError, match="ZeroDivisionError"):
            fxopt.run(gm, lambda m, c: 1 / 0, reproducer=tmp_path / "no" / "r.fx")


@pytest.mark.filterwarnings("error")
def test_passes_of_the_name_of_another():
    def freeze(module, ctx):
        return False

    assert not fxopt.run(torch.fx.symbolic_trace(twins), freeze).changed


def test_what_is_no_node():
    m = fxopt.from_torch(torch.fx.symbolic_trace(twins))
    with pytest.raises(TypeError, match="takes a node, not None"):
        m.graph.erase_node(None)


def test_tolerances_and_seeds():
    for wrong in ({"rtol": -1}, {"atol": float("nan")}, {"seed": 2**70}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            fxopt.Numerics((), **wrong)


def test_what_a_failed_pass_has_written_stays():
    gm = torch.fx.symbolic_trace(twins)

    def write(module, ctx):
        module.graph.find_node("relu").target = torch.neg
        module.write_back()
        raise RuntimeError("after it")

    caught(fxopt.PassError, lambda: fxopt.run(gm, write))
    assert "neg" in str(gm.graph) and "neg" in gm.code


def test_arguments_of_runs(tmp_path):
    gm = torch.fx.symbolic_trace(twins)
    with pytest.raises(TypeError, match="verify is True, False or \"each\", not 'once'"):
        fxopt.run(gm, "cse", verify="once")
    with pytest.raises(TypeError, match="verify is True, False or"):
        fxopt.Pipeline("cse", verify=1.5)
    assert fxopt.run(gm, "cse", verify="each").changed
    gm = torch.fx.symbolic_trace(twins)
    with pytest.raises(TypeError, match="fxopt.torch_pass makes one of a function of a"):
        fxopt.run(gm, lambda gm: gm)
    with pytest.raises(fxopt.WriteError, match=r"in Python: from_torch\(gm, example_inputs"):
        fxopt.from_torch(gm).save(tmp_path / "m.pt2")
    program = torch.export.export(torch.nn.ReLU(), (torch.ones(2),))
    for take in (lambda **o: fxopt.run(program, "cse", **o), lambda **o: fxopt.from_torch(program, **o)):
        with pytest.raises(TypeError, match="a program knows the types of its values"):
            take(example_inputs=(torch.ones(2),))
    node = fxopt.from_torch(gm).graph.find_node("add")
    with pytest.raises(ValueError, match="there is no device 'cpu:x'"):
        node.args = (node.args[0], fxopt.Constant("device", "cpu:x"))


def patched_convolution():
    module = torch.nn.Conv2d(2, 2, 3)
    module._conv_forward = lambda x, weight, bias: x
    return module


def other_statistics():
    module = torch.nn.BatchNorm1d(2)
    module.track_running_stats = False
    return module


def other_padding():
    module = torch.nn.Conv2d(2, 2, 3, padding="same", padding_mode="reflect")
    module.dilation = (2, 2)
    return module


@pytest.mark.parametrize("make, kind", [(patched_convolution, "its_own_forward"),
                                        (other_statistics, "other_attributes"),
                                        (other_padding, "other_attributes")])
def test_modules_that_somebody_changed_are_not_their_class(make, kind):
    gm = torch.fx.symbolic_trace(torch.nn.Sequential(make()))
    with pytest.raises(fxopt.PassError, match=rf"python\.with_{kind}\."):
        fxopt.run(gm, "lower-modules")


def test_a_class_whose_forward_was_exchanged_is_another_one(monkeypatch):
    gm = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
    monkeypatch.setattr(torch.nn.ReLU, "forward", lambda self, x: x)
    with pytest.raises(fxopt.PassError, match=r"python\.with_its_own_forward\.ReLU"):
        fxopt.run(gm, "lower-modules")


def test_a_decorator_of_the_name_of_forward_is_another_one(monkeypatch):
    """functools.wraps copies the name and the module of what it stands for."""
    old = torch.nn.Linear.forward

    @functools.wraps(old)
    def shifted(self, x):
        return old(self, x) + 1

    gm = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.Linear(3, 3)))
    # The decorator may be one of torch.
    for forward in shifted, torch.no_grad()(shifted):
        monkeypatch.setattr(torch.nn.Linear, "forward", forward)
        with pytest.raises(fxopt.PassError, match=r"python\.with_its_own_forward\.\w*Linear"):
            fxopt.run(gm, "lower-modules")


class Shifted:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return self.function(x) + 1


@pytest.mark.parametrize(
    "make",
    [Shifted, functools.lru_cache, lambda f: torch.jit.trace(lambda x: x + 1, torch.ones(2, 3))],
)
def test_a_forward_that_is_any_callable_is_another_one(make):
    linear = torch.nn.Linear(3, 3)
    linear.forward = make(linear.forward)
    gm = torch.fx.symbolic_trace(torch.nn.Sequential(linear))
    with pytest.raises(fxopt.PassError, match=r"python\.with_its_own_forward\.\w*Linear"):
        fxopt.run(gm, "lower-modules")


def test_a_module_that_cannot_say_what_it_is():
    """Nothing is known of it, and all of the others."""
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 3, 3), torch.nn.ReLU(), torch.nn.Linear(4, 4))
    net[0].padding = 1
    gm = torch.fx.symbolic_trace(net)
    with pytest.raises(fxopt.PassError, match=r"'0'.*python\.with_a_repr_that_fails\.Conv2d"):
        fxopt.run(gm, "lower-modules")

    class Unused(torch.nn.Module):
        def extra_repr(self):
            raise KeyError

    gm = torch.fx.symbolic_trace(net[1:])
    gm.add_module("unused", torch.nn.Sequential(Unused(), Unused()))
    fxopt.run(gm, "lower-modules")
    x = torch.randn(2, 4)
    assert torch.equal(gm(x), net[1:](x))
    assert not any(n.op == "call_module" for n in gm.graph.nodes)


@pytest.mark.parametrize("kind", ["parametrizations", "hooks", "its_own_forward"])
def test_modules_that_are_more_than_their_class_say_why(kind):
    linear = torch.nn.Linear(3, 3)
    if kind == "parametrizations":
        torch.nn.utils.parametrizations.weight_norm(linear)
    elif kind == "hooks":
        linear.register_forward_hook(lambda module, inputs, output: output)
    else:
        linear.forward = lambda x: x

    class Leaf(torch.fx.Tracer):
        def is_leaf_module(self, module, path):
            return True

    net = torch.nn.Sequential(linear)
    gm = torch.fx.GraphModule(net, Leaf().trace(net))
    with pytest.raises(fxopt.PassError, match=rf"python\.with_{kind}\.\w*Linear"):
        fxopt.run(gm, "lower-modules")
