"""Life of modules and handles: many of them, and handles used at random.

FX_LIFE is how many modules are made, 20,000 by default; a million takes minutes."""

import gc
import os
import random
import resource
import subprocess
import sys
import textwrap
import weakref

import pytest
import torch

import fxopt
from fxopt import _torch

COUNT = int(os.environ.get("FX_LIFE", 20_000))
TEXT = """fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {alpha: 2})
    return %c
"""

# What all modules use.
KEPT = (
    fxopt.Node, fxopt._fx.Module, fxopt._fx.Pipeline, fxopt.Graph, torch.fx.Node,
    torch.relu, torch.float32, "call_function", "cse", True, ...,
)  # fmt: skip


def memory():
    """What the process has now, in kB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


def twins(x):
    return torch.relu(x) + torch.relu(x)


def read_text():
    m = fxopt.loads(TEXT)
    m.run("cse,dce")
    return list(m.graph.nodes)


def take_graph(gm=torch.fx.symbolic_trace(twins)):
    m = fxopt.from_torch(gm)
    m.run("dce")
    m.write_back(recompile=False)
    first = m.graph.find_nodes(op="placeholder")[0]
    with m.graph.inserting_after(first):
        m.graph.call_function(torch.neg, (first,))
    # A GraphModule of torch.fx itself leaves its source in a cache.
    return _torch.to_graph(m)


def fail(gm=torch.fx.symbolic_trace(twins)):
    def bad(module, ctx):
        module.graph.find_nodes(op="output")[0].args = (1,)
        raise ValueError

    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, ["cse", bad])
    with pytest.raises(fxopt.ParseError):
        fxopt.loads(TEXT + "}")


@pytest.mark.parametrize("make, share", [(read_text, 1.0), (take_graph, 0.1), (fail, 0.05)])
def test_modules_come_and_go(make, share):
    def some(count):
        keep = []
        for i in range(count):
            keep.append(make())
            if len(keep) == 100:
                keep.clear()
        keep.clear()
        gc.collect()
        return memory()

    # The allocator takes what it needs in the first rounds.
    sizes, objects, references = [], [], []
    for _ in range(5):
        sizes.append(some(int(COUNT * share / 5)))
        objects.append(len(gc.get_objects()))
        references.append([sys.getrefcount(o) for o in KEPT])
    # Half a kilobyte of each module would be more; less comes and goes by itself.
    assert sizes[-1] - sizes[2] < max(1000, COUNT * share / 5), sizes
    assert objects[-1] - objects[2] < 50, objects
    assert all(abs(a - b) < 100 for a, b in zip(references[-1], references[2])), references


class Player:
    """Uses graphs and handles in any order, erased and foreign ones among them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.modules = [fxopt.loads(TEXT), fxopt.from_torch(torch.fx.symbolic_trace(twins))]
        self.nodes = [n for m in self.modules for n in m.graph.nodes]
        self.iterators = []

    def node(self):
        return self.random.choice(self.nodes)

    def value(self, depth=0):
        kind = self.random.randrange(9 if depth < 3 else 5)
        if kind == 0:
            return self.node()
        if kind < 5:
            return self.random.choice(
                [None, 1, 2.5, "text", True, slice(1, None), ..., torch.float32, 1 << 80, object(), -0.0]
            )
        items = [self.value(depth + 1) for _ in range(self.random.randrange(3))]
        return {5: tuple(items), 6: items, 7: {"k": items}, 8: (items,)}[kind]

    def step(self):
        r, n, m = self.random, self.node(), self.random.choice(self.modules)
        g = m.graph
        choice = r.randrange(26)
        if choice == 0:
            n.args = tuple(self.value() for _ in range(r.randrange(3)))
        elif choice == 1:
            n.kwargs = {"k": self.value()}
        elif choice == 2:
            n.replace_all_uses_with(self.node(), propagate_meta=r.random() < 0.5)
        elif choice == 3:
            n.replace_input_with(self.node(), self.node())
        elif choice in (4, 5):
            g.erase_node(n)
        elif choice == 6:
            n.append(self.node())
        elif choice == 7:
            n.prepend(self.node())
        elif choice == 8:
            n.update_arg(r.randrange(3), self.value())
        elif choice == 9:
            n.insert_arg(r.randrange(3), self.value())
        elif choice == 10:
            n.meta["key"] = self.value()
        elif choice == 11:
            n.name = r.choice(["x", "new", "a_1", "", "1", n.name])
        elif choice in (12, 13, 14):
            point = r.choice([g.inserting_after, g.inserting_before])
            with point(r.choice([None, n])):
                self.nodes.append(g.call_function(torch.neg, (self.value(),)))
        elif choice == 15:
            self.iterators.append(iter(g.nodes) if r.random() < 0.5 else reversed(g.nodes))
        elif choice in (16, 17) and self.iterators:
            self.nodes.append(next(r.choice(self.iterators), n))
        elif choice == 18:
            m.run(r.choice(["cse", "dce", "cse,dce", "normalize-args"]), verify=r.random() < 0.5)
        elif choice == 19:
            repr(n), str(n.args), n.users, n.all_input_nodes, n.next, n.prev, n.torch_node, n.callable
        elif choice == 20:
            n < self.node(), n == self.node(), hash(n), n.is_alive, n.graph, len(n.graph)
        elif choice == 21:
            m.text(), str(g), g.select("users=0"), g.find_node("a")
        elif choice == 22:
            if m._origin is not None:
                m.write_back(recompile=False)
        elif choice == 23:
            self.nodes[r.randrange(len(self.nodes))] = self.node()
            gc.collect(0)
        elif choice == 24:
            n.op = r.choice(["call_method", "output", "placeholder", "none"])
        elif choice == 25:
            n.target = r.choice([torch.relu, "y", 3, torch.ops.aten.relu.default])


@pytest.mark.parametrize("seed", range(12))
def test_no_use_of_handles_crashes(seed):
    player = Player(seed)
    done = refused = 0
    for i in range(400):
        try:
            player.step()
            done += 1
        except (fxopt.Error, TypeError, ValueError, LookupError, AttributeError, StopIteration, RecursionError):
            refused += 1
        if len(player.nodes) > 200:
            del player.nodes[50:]
    assert done > 50 and refused > 20


def test_subinterpreters_are_refused():
    script = """
        import sys
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        import torch, fxopt
        gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x))
        inner = "import sys; sys.path[:] = %r\\n" % sys.path
        inner += "try:\\n    import fxopt\\nexcept ImportError as e:\\n    print(e, flush=True)"
        other = interpreters.create()
        interpreters.run_string(other, inner)
        interpreters.destroy(other)
        print(fxopt.run(gm, "cse"))
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True
    )
    assert "main interpreter of a process alone" in run.stdout, run.stderr
    assert "fxopt.Report(changed=True, nodes=5 -> 4)" in run.stdout and run.returncode == 0


def twice(x):
    return torch.relu(x) + torch.relu(x)


def alive(make, count=5):
    """How many of some objects the collector leaves."""
    kept = [weakref.ref(make()) for _ in range(count)]
    gc.collect()
    return sum(each() is not None for each in kept)


def test_passes_are_collected():
    class Tool:
        def __init__(self):
            self.pipeline = fxopt.Pipeline([self.look, "dce"])

        def look(self, module, ctx):
            return False

    assert alive(Tool) == 0
    tool = Tool()
    gc.collect()
    assert not fxopt.run(torch.fx.symbolic_trace(twice), tool.pipeline).changed

    def registered():
        @fxopt.register_pass("look-again")
        def look(module, ctx):
            """Look."""
            return False

        return look

    # The last one is registered.
    assert alive(registered) == 1
    assert not fxopt.run(torch.fx.symbolic_trace(twice), "look-again").changed


def test_iterators_are_collected():
    class Model(torch.nn.Module):
        def forward(self, x):
            return twice(x)

    def iterated():
        gm = torch.fx.symbolic_trace(Model())
        gm.walk = iter(fxopt.from_torch(gm).graph.nodes)
        next(gm.walk)
        return gm

    assert alive(iterated) == 0
