"""Looking at graphs and editing them by handles."""

import gc
import operator
import threading
import weakref

import pytest
import torch
import torch.fx

import fxopt

TEXT = """fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_method[target=to](args = (%x, torch.float16), kwargs = {copy: True})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {alpha: 2}) {tag: "hot"}
    return (%c, [1, 2.5, None])
"""


def gelus():
    def f(x):
        return torch.nn.functional.gelu(x) + torch.nn.functional.gelu(x + 1)

    return torch.fx.symbolic_trace(f)


def test_the_sample_of_the_page():
    gm = gelus()
    for n in gm.graph.nodes:
        n.meta["mine"] = n.name
    nodes = list(gm.graph.nodes)
    m = fxopt.from_torch(gm)
    g = m.graph
    for n in g.find_nodes(op="call_function", target=torch.nn.functional.gelu):
        with g.inserting_before(n):
            scaled = g.call_function(torch.mul, (n.args[0], 1.702))
            s = g.call_function(torch.sigmoid, (scaled,))
            new = g.call_function(torch.mul, (n.args[0], s))
            n.replace_all_uses_with(new, propagate_meta=True)
        g.erase_node(n)
    g.lint()
    assert len(gm.graph.nodes) == 6
    assert m.write_back() == (3, 1, 6, 2)
    gm.recompile()
    gm.graph.lint()
    x = torch.randn(5)
    quick = lambda x: x * torch.sigmoid(1.702 * x)
    assert torch.allclose(gm(x), quick(x) + quick(x + 1))
    kept = [n for n in gm.graph.nodes if n in nodes]
    assert [n.name for n in kept] == ["x", "add", "add_1", "output"]
    assert gm.graph.find_nodes(op="call_function", target=torch.mul)[1].meta["mine"] == "gelu"
    assert [n.name for n in gm.graph.nodes] == [
        "x", "mul", "sigmoid", "mul_1", "add", "mul_2", "sigmoid_1", "mul_3", "add_1", "output"
    ]  # fmt: skip


def test_properties_without_torch_objects():
    m = fxopt.loads(TEXT)
    x, a, b, c, out = m.graph.nodes
    assert [n.op for n in m.graph.nodes][:3] == ["placeholder", "call_function", "call_method"]
    assert (a.target, a.callable) == ("torch.relu", torch.relu)
    assert b.args == (x, fxopt.Constant("dtype", "torch.float16"))
    assert b.args[1] == torch.float16 and hash(b.args[1]) == hash(b.args[1].text)
    assert b.kwargs == {"copy": True} and c.kwargs == {"alpha": 2}
    assert out.args == ((c, [1, 2.5, None]),)
    assert list(x.users) == [a, b] and c.all_input_nodes == [a, b]
    assert (x.prev, x.next, out.next) == (None, a, None)
    assert dict(c.meta) == {"tag": "hot"} and c.type is None and a < c and not (c < a)
    assert x.torch_node is None and out.is_impure() and not a.is_impure()
    assert repr(c) == "c" and m.graph.output_node is out
    assert a.graph is m.graph and m.graph.find_node("c") is c and m.graph.find_node("q") is None


def test_one_handle_for_a_node():
    m = fxopt.loads(TEXT)
    a = m.graph.find_node("a")
    assert a is next(iter(m.graph.nodes)).next
    assert {a: 1}[m.graph.find_node("c").args[0]] == 1
    number = weakref.ref(a)
    del a
    gc.collect()
    assert number() is None
    keep = m.graph.find_node("c")
    del m
    gc.collect()
    assert keep.args[0].name == "a" and len(keep.graph) == 5


def test_finding():
    m = fxopt.loads(TEXT)
    g = m.graph
    (a,) = g.find_nodes(op="call_function", target="torch.relu")
    assert g.find_nodes(op="call_function", target=torch.relu) == [a]
    assert g.find_nodes(ops="relu") == [a] and g.find_nodes(op="call_module") == []
    assert [n.name for n in g.select("tag=hot | op=placeholder")] == ["x", "c"]
    with pytest.raises(fxopt.PipelineError):
        g.select("colour=red")
    with pytest.raises(TypeError):
        g.find_nodes()
    with pytest.raises(ValueError, match="no op 'jump'"):
        g.find_nodes(op="jump")


def test_stale_handles_raise():
    m = fxopt.loads(TEXT)
    g = m.graph
    a = g.find_node("a")
    with pytest.raises(ValueError, match="'a' has users"):
        g.erase_node(a)
    m.run("fix(dce)")
    c = g.find_node("c")
    c.args = (c.args[1], c.args[1])
    g.erase_node(a)
    assert not a.is_alive and repr(a) == "<erased node>"
    uses = [
        lambda: a.op, lambda: a.target, lambda: a.name, lambda: a.args, lambda: a.kwargs,
        lambda: a.users, lambda: a.next, lambda: a.prev, lambda: a.type, lambda: a.callable,
        lambda: a.all_input_nodes, lambda: dict(a.meta), lambda: a.meta["x"], lambda: a.is_impure(),
        lambda: a.torch_node, lambda: a < c, lambda: c < a, lambda: g.erase_node(a),
        lambda: a.replace_all_uses_with(c), lambda: c.replace_all_uses_with(a),
        lambda: c.replace_input_with(a, c), lambda: c.append(a), lambda: a.prepend(c),
        lambda: c.update_arg(0, a), lambda: c.insert_arg(0, a), lambda: c.update_kwarg("k", a),
        lambda: setattr(a, "name", "q"), lambda: setattr(c, "args", (a,)),
        lambda: setattr(a, "args", ()), lambda: setattr(a, "kwargs", {}),
        lambda: setattr(a, "op", "output"), lambda: setattr(a, "target", "y"),
        lambda: a.meta.__setitem__("k", 1), lambda: g.call_function("torch.neg", (a,)),
        lambda: g.call_function("torch.neg", ([{"k": (a,)}],)),
    ]  # fmt: skip
    text = m.text()
    for use in uses:
        with pytest.raises(fxopt.StaleNodeError):
            use()
    with g.inserting_before(a):
        with pytest.raises(fxopt.StaleNodeError):
            g.call_function("torch.neg", (c,))
    assert m.text() == text
    # Another node in the same slot is another node.
    new = g.call_function("torch.neg", (c,))
    assert new.is_alive and not a.is_alive and new != a
    g.lint()


def test_passes_make_handles_stale():
    m = fxopt.from_torch(torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x)))
    first, second = m.graph.find_nodes(ops="relu")
    m.run("cse")
    assert first.is_alive and not second.is_alive
    with pytest.raises(fxopt.StaleNodeError, match="erased"):
        second.name


def test_failed_runs_keep_handles():
    m = fxopt.from_torch(torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x)))
    handles = list(m.graph.nodes)
    text = m.text()
    kept = []

    def fail(module, ctx):
        kept.extend(module.graph.nodes)
        kept.append(module.graph.call_function("torch.neg", (module.graph.find_node("x"),)))
        raise ZeroDivisionError("on purpose")

    iterator = iter(m.graph.nodes)
    next(iterator)
    with pytest.raises(fxopt.PassError):
        m.run(["cse", fail])
    assert m.text() == text
    assert [h.name for h in handles] == [n.name for n in m.graph.nodes]
    assert all(a is b for a, b in zip(handles, m.graph.nodes))
    assert not kept[-1].is_alive and kept[0] is handles[0]
    with pytest.raises(fxopt.StaleNodeError):
        next(iterator)


def test_a_replaced_graph():
    m = fxopt.loads(
        "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
        "    %y : [num_users=1] = call_function[target=torch.exp](args = (%x,), kwargs = {})\n"
        "    return %y\n"
    )
    x, y, _ = handles = list(m.graph.nodes)
    iterator = iter(m.graph.nodes)
    next(iterator)
    m.run("invert")
    assert not any(h.is_alive for h in handles)
    with pytest.raises(fxopt.StaleNodeError, match="replaced"):
        y.name
    with pytest.raises(fxopt.StaleNodeError):
        next(iterator)
    assert m.graph.find_nodes(op="call_function")[0].target == "torch.log"


def test_iteration_survives_edits():
    m = fxopt.loads(TEXT)
    g = m.graph
    seen = []
    for n in g.nodes:
        seen.append(n.name)
        if n.name == "a":
            n.replace_all_uses_with(n.args[0])
            g.erase_node(n)
        elif n.name == "b":
            with g.inserting_after(n):
                g.call_function("torch.neg", (n,), name="after")
            with g.inserting_before(n):
                g.call_function("torch.neg", (n.args[0],), name="before")
    assert seen == ["x", "a", "b", "after", "c", "output"]
    assert [n.name for n in reversed(g.nodes)] == ["output", "c", "after", "b", "before", "x"]
    assert len(g.nodes) == 6


def test_insertion_points():
    g = fxopt.loads(TEXT).graph
    a, c = g.find_node("a"), g.find_node("c")
    with g.inserting_after(a):
        for name in "pq":
            g.call_function("torch.neg", (a,), name=name)
    with g.inserting_before(c):
        for name in "rs":
            g.call_function("torch.neg", (a,), name=name)
    with g.inserting_before():
        g.placeholder("first")
    assert [n.name for n in g.nodes] == ["first", "x", "a", "p", "q", "b", "r", "s", "c", "output"]
    p = g.find_node("p")
    with g.inserting_before(p):
        g.erase_node(p)
        g.call_function("torch.neg", (a,), name="instead")
    assert [n.name for n in g.nodes][3:5] == ["instead", "q"]
    q = g.find_node("q")
    with g.inserting_after(q):
        g.erase_node(q)
        g.call_function("torch.neg", (a,), name="again")
    assert [n.name for n in g.nodes][3:6] == ["instead", "again", "b"]


def test_edits():
    m = fxopt.loads(TEXT)
    g = m.graph
    x, a, b, c, out = g.nodes
    c.update_arg(1, x)
    c.insert_arg(0, a)
    c.update_kwarg("alpha", -1)
    assert c.args == (a, a, x) and c.kwargs == {"alpha": -1}
    c.replace_input_with(a, b)
    assert c.args == (b, b, x) and not a.users
    with pytest.raises(IndexError):
        c.update_arg(3, x)
    c.name = "b"
    assert c.name == "b_1"
    c.target, c.type = torch.sub, "torch.Tensor"
    assert (c.target, c.type) == ("torch.sub", "torch.Tensor")
    b.append(a)
    assert b.next is a
    c.meta["tag"] = ["x", 1]
    c.meta["n"] = {"k": (1, 2)}
    assert dict(c.meta) == {"tag": ["x", 1], "n": {"k": (1, 2)}}
    del c.meta["tag"]
    assert list(c.meta) == ["n"]
    with pytest.raises(KeyError):
        c.meta["tag"]
    with pytest.raises(ValueError, match="holds no nodes"):
        c.meta["k"] = (x,)
    assert b.replace_all_uses_with(x, delete_user_cb=lambda n: n is not c) == []
    # As torch.fx, whatever is true or false.
    assert b.replace_all_uses_with(x, delete_user_cb=lambda n: None) == []
    assert b.replace_all_uses_with(b, delete_user_cb=lambda n: "yes") == [c]
    assert b.replace_all_uses_with(x, delete_user_cb=lambda n: n is c) == [c]
    assert c.args == (x, x, x)
    g.lint()


@pytest.mark.parametrize(
    "value",
    [
        None, ..., True, 3, -(2**80), 2.5, float("inf"), 1 + 2j, "a\n\"b'", (), [], {}, (1, [2, {"k": (3,)}]),
        slice(1, None, 2), range(1, 9, 2), torch.float32, torch.device("cpu"), torch.strided,
        torch.channels_last, torch.relu, operator.add, torch.ops.aten.add.Tensor, int, torch.Tensor,
    ],
)  # fmt: skip
def test_values_come_back(value):
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    m = fxopt.from_torch(gm)
    (n,) = m.graph.find_nodes(ops="relu")
    n.args = (n.args[0], value)
    n.kwargs = {"k": [value]}
    back = n.args[1]
    assert back == value and type(back) is type(value)
    assert n.kwargs == {"k": [value]}
    # torch.fx has no code for some of them.
    assert m.write_back(recompile=False) == (2, 1, 0, 0)
    node = gm.graph.find_nodes(op="call_function", target=torch.relu)[0]
    assert node.args[1] == value


def test_objects_by_identity():
    marker, other = object(), object()
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    m = fxopt.from_torch(gm)
    (n,) = m.graph.find_nodes(ops="relu")
    n.args = (n.args[0], marker, other)
    assert n.args[1] is marker and n.args[2] is other
    local = lambda x: x
    n.target = local
    assert n.callable is local
    m.write_back(recompile=False)
    assert gm.graph.find_nodes(op="call_function", target=local)[0].args[1] is marker
    with pytest.raises(TypeError, match="no name leads to"):
        f = fxopt.loads(TEXT)
        f.graph.find_node("a").args = (object(),)


def test_wrong_arguments():
    m, other = fxopt.loads(TEXT), fxopt.loads(TEXT)
    g, a = m.graph, m.graph.find_node("a")
    text = m.text()
    x = other.graph.find_node("x")
    with pytest.raises(ValueError, match="another module"):
        a.args = (x,)
    with pytest.raises(ValueError, match="another module"):
        a.replace_all_uses_with(x)
    with pytest.raises(ValueError, match="another module"):
        g.erase_node(x)
    with pytest.raises(TypeError):
        a.args = 3
    with pytest.raises(TypeError):
        a.kwargs = {1: 2}
    with pytest.raises(ValueError, match="key of a dictionary"):
        a.args = ({a: 1},)
    with pytest.raises(TypeError):
        g.call_method(torch.relu, (a,))
    with pytest.raises(TypeError, match="a callable"):
        g.call_function(3, (a,))
    with pytest.raises(ValueError):
        a.op = "jump"
    nested = []
    nested.append(nested)
    with pytest.raises(ValueError, match="nested too deeply"):
        a.args = (nested,)
    with pytest.raises(TypeError):
        fxopt.Node()
    assert m.text() == text


def test_meta_and_torch_node():
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    for n in gm.graph.nodes:
        n.meta["mine"] = [n]
    m = fxopt.from_torch(gm, example_inputs=(torch.ones(2, 3),))
    x, relu, _ = m.graph.nodes
    assert x.torch_node is next(iter(gm.graph.nodes))
    assert x.meta["val"] == (torch.float32, (2, 3), (3, 1), torch.device("cpu"))
    assert x.meta["val"].shape == (2, 3) and "torch_node" not in x.meta
    m.run("infer-values")
    assert relu.meta["val"].dtype is torch.float32
    new = m.graph.call_function(torch.neg, (relu,))
    assert new.torch_node is None and dict(new.meta) == {}


def test_arrays():
    numpy = pytest.importorskip("numpy")
    arrays = fxopt.loads(TEXT).graph.arrays()
    assert [arrays["ops"][o] for o in arrays["op"]][:2] == ["placeholder", "call_function"]
    assert [arrays["targets"][t] for t in arrays["target"]] == ["x", "torch.relu", "to", "torch.add", "output"]
    assert list(arrays["offsets"]) == [0, 0, 1, 2, 4, 5]
    assert list(arrays["operands"]) == [0, 0, 1, 2, 3]
    assert arrays["op"].dtype == numpy.uint8


def test_modules_that_were_never_made():
    """And what is not a module, in their place."""
    cls = fxopt._fx.Module
    for wrong in (cls.__new__(cls), 5, None, fxopt.loads(TEXT)):
        for use in (
            lambda: cls.nodes(wrong, False),
            lambda: cls.find_nodes(wrong, "output", None),
            lambda: cls.find_by_name(wrong, "a"),
            lambda: cls.select(wrong, "users=0"),
            lambda: cls.output_node.__get__(wrong),
            lambda: cls.num_nodes.__get__(wrong),
            lambda: cls.create_node(wrong, "get_attr", "a", (), None, None, None, None, True),
            lambda: cls.run(wrong, None, fxopt.Pipeline("")._pipeline, True, "", None, False),
        ):
            with pytest.raises(TypeError):
                use()
    del wrong
    gc.collect()


class Meddler:
    """An object that edits the graph when somebody asks who it is."""

    def __init__(self, edit):
        self.edit, self.said = edit, []

    def __hash__(self):
        try:
            self.edit()
        except fxopt.Error as e:
            self.said.append(type(e))
        return 1

    def __eq__(self, other):
        return self is other


@pytest.mark.parametrize("inside", [False, True], ids=["outside", "in a pass"])
def test_objects_that_edit_while_they_are_read(inside):
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.neg(x))
    module = fxopt.from_torch(gm)

    def edit(m, ctx):
        g = m.graph
        with g.inserting_before(g.output_node):
            victim = g.call_function(torch.abs, (g.find_node("x"),))
            for use in (
                lambda o: setattr(victim.prev, "args", (victim.prev.args[0], victim, o)),
                lambda o: setattr(victim, "kwargs", {"k": {"a": victim.prev, "b": o}}),
                lambda o: victim.update_kwarg("k", [victim.prev, o]),
                lambda o: g.call_function(torch.neg, (victim, o)),
                lambda o: victim.meta.__setitem__("k", o),
            ):
                o = Meddler(lambda: g.erase_node(victim))
                use(o)
                assert o.said and set(o.said) == {fxopt.BusyError} and victim.is_alive
                m.text()

    if inside:
        module.run([edit], verify=False)
    else:
        edit(module, None)


def test_nodes_and_proxies_of_torch_are_no_handles():
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    x = next(iter(gm.graph.nodes))
    m = fxopt.from_torch(gm)
    for wrong in (x, torch.fx.Proxy(x), [{"k": torch.fx.Proxy(x)}]):
        with pytest.raises(TypeError, match="not nodes of a fxopt.Module"):
            m.graph.call_function(torch.neg, (wrong,))


def test_another_thread():
    """A handle of a module that another thread runs passes on raises."""
    m = fxopt.loads(TEXT)
    a = m.graph.find_node("a")
    inside, done = threading.Event(), threading.Event()

    def wait(module, ctx):
        assert module.graph.find_node("a").name == "a"
        inside.set()
        done.wait(20)
        return False

    thread = threading.Thread(target=lambda: m.run([wait]))
    thread.start()
    assert inside.wait(20)
    uses = [
        lambda: a.name,
        lambda: a.is_alive,
        lambda: m.run("dce"),
        lambda: m.text(),
        lambda: list(m.graph.nodes),
        lambda: len(m),
        # What they name would be new in the tables that the passes use.
        lambda: setattr(a, "args", ("a new text",)),
        lambda: m.graph.call_function("a.new.name"),
        lambda: m.graph.find_nodes(op="get_attr", target="another.name"),
    ]
    for use in uses:
        with pytest.raises(fxopt.BusyError):
            use()
    assert repr(a) == "<node in use>" and repr(m) == "<fxopt.Module in use>"
    done.set()
    thread.join()
    assert a.name == "a"


def test_modules_do_not_pile_up():
    import resource

    def some(count):
        for _ in range(count):
            m = fxopt.loads(TEXT)
            keep = [list(m.graph.nodes), iter(m.graph.nodes), m.graph]
            next(keep[1])
            m.graph.find_node("c").meta["k"] = 1
            gm = torch.fx.symbolic_trace(lambda x: torch.relu(x)) if count < 50 else None
            if gm is not None:
                t = fxopt.from_torch(gm)
                # A cycle through the graph of torch.
                next(iter(gm.graph.nodes)).meta["handle"] = next(iter(t.graph.nodes))
        gc.collect()

    some(40)
    some(2000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    some(4000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_cycles_are_collected():
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    m = fxopt.from_torch(gm)
    node = next(iter(gm.graph.nodes))
    node.meta["handle"] = next(iter(m.graph.nodes))
    gone = weakref.ref(node)
    del gm, m, node
    gc.collect()
    assert gone() is None


def test_points_stay_without_with():
    m = fxopt.from_torch(torch.fx.symbolic_trace(lambda x: torch.relu(torch.neg(x)) + 1))
    neg, relu = m.graph.find_node("neg"), m.graph.find_node("relu")
    m.graph.inserting_before(relu)
    m.graph.call_function(torch.abs, (neg,))
    assert [n.name for n in m.graph.nodes] == ["x", "neg", "abs_1", "relu", "add", "output"]


def test_points_of_erased_nodes():
    m = fxopt.from_torch(torch.fx.symbolic_trace(lambda x: torch.relu(torch.neg(x)) + 1))
    g = m.graph
    neg, relu = g.find_node("neg"), g.find_node("relu")
    with g.inserting_before(relu):
        with g.inserting_before(neg):
            relu.replace_all_uses_with(neg)
            g.erase_node(relu)
        g.call_function(torch.abs, (neg,))
    assert [n.name for n in g.nodes] == ["x", "neg", "abs_1", "add", "output"]
    # A refused erasure changes no point.
    with g.inserting_before(neg):
        with pytest.raises(ValueError):
            g.erase_node(neg)
        g.call_function(torch.abs, (g.find_node("x"),))
    assert [n.name for n in g.nodes] == ["x", "abs_2", "neg", "abs_1", "add", "output"]


def test_help_of_members():
    """Each member of a node and of a graph says what it is."""
    for kind in (fxopt.Node, fxopt.Graph):
        for name, member in vars(kind).items():
            if name.startswith("_"):
                continue
            # The first line of a method of C++ is its signature.
            lines = (member.__doc__ or "").splitlines()
            said = [line for line in lines if line and not line.startswith(name + "(")]
            assert said, f"{kind.__name__}.{name} has no docstring"
