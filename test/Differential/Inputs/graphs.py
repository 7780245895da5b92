"""Random graphs, made with torch.fx itself."""

import math
import operator
import random
import typing

import torch
import torch.fx

UNARY = [torch.relu, torch.sigmoid, torch.nn.functional.gelu, operator.neg]
UNARY += [operator.invert, operator.not_, operator.pos, abs, len, math.sqrt]
BINARY = [operator.add, operator.sub, operator.mul, operator.truediv]
BINARY += [operator.floordiv, operator.mod, operator.pow, operator.matmul]
BINARY += [operator.lshift, operator.and_, operator.xor, operator.eq, operator.ne]
BINARY += [operator.lt, operator.ge, operator.iadd, operator.imul, operator.isub]
BINARY += [torch.add, torch.cat, torch.nn.functional.linear, torch.einsum, max]
METHODS = ["view", "own_method", "__own__", "data.fill_", "another"]
PATHS = ["layer", "layers.0", "layers.10.relu", "a.b.c", "0", "class", "a_b"]
NAMES = ["x", "x_1", "x_5", "add", "add_1", "add_10", "a_01", "relu", "input"]
NAMES += ["sum", "sum_1", "class", "self", "match", "device", "_", "__", "getattr_1"]
NAMES += ["math_sqrt", "typing_List", "nan", "None_", "torch", "layer", "T"]
# Words that can't be anything but strings.
PLAIN = ["reflect", "mean", "none", "two words", "it's", "a-b", "x.y.z", "é🎉", "+1"]
# Words that the print leaves ambiguous; only the bytes have to come back.
HOSTILE = ["None", "1", "1.5", "True", "inf", " lead", "trail ", "tab\t", "torch.float32"]
HOSTILE += ["cuda:0", "x", "back\\slash", '"quoted"', "\x00\x7f", "# COUNTER: 1", "1e5"]
HOSTILE += ["slice(1, 2, None)", "a: b", "new\nline", "two\n\nblank"]
TYPES = [None, None, None, int, torch.Tensor, torch.device, typing.Optional[int]]
TYPES += [typing.List[torch.Tensor], typing.Dict[int, typing.Tuple[int, ...]]]
TYPES += [typing.Union[int, str, None], typing.Any, "Quoted", typing.Tuple[()]]


class Maker:
    """Builds one graph from a seed."""

    def __init__(self, seed, hostile=False, types=TYPES):
        self.random = random.Random(seed)
        self.strings = PLAIN + HOSTILE * 2 if hostile else PLAIN
        self.types = types
        self.nodes = []
        self.graph = torch.fx.Graph()

    def leaf(self):
        r = self.random
        values = [None, True, False, ..., 0, 1, -3, 1 << 70, r.randrange(1 << 40)]
        values += [0.0, -0.0, 1e16, 1e15, 1e-5, 1e-4, 5e-324, 0.1 + 0.2, 1 / 3]
        values += [float("inf"), -float("inf"), float("nan"), r.random() * 1e3]
        values += [1j, 1 + 2j, -2.5j, torch.float32, torch.bfloat16, torch.qint8]
        values += [torch.strided, torch.channels_last, torch.device("cuda", 1)]
        values += [range(3), range(1, 9, 2), slice(None), slice(1, -1, 2)]
        if r.random() < 0.3:
            return r.choice(self.strings)
        return r.choice(values)

    def value(self, depth=0):
        r = self.random
        kind = r.random()
        if kind < 0.45 and self.nodes:
            return r.choice(self.nodes)
        if depth > 2 or kind < 0.75:
            return self.leaf()
        items = [self.value(depth + 1) for _ in range(r.choice([0, 1, 2, 3]))]
        if kind < 0.83:
            return tuple(items)
        if kind < 0.9:
            return items
        if kind < 0.96:
            keys = ["key", "k2", "other", "a_b"]
            return dict(zip(r.sample(keys, len(items)), items))
        bound = [None, 2, self.nodes[-1] if self.nodes else 3]
        return slice(r.choice(bound), r.choice(bound), None)

    def kwargs(self):
        r = self.random
        names = r.sample(["dim", "mode", "alpha", "out_", "keepdim"], r.choice([0, 0, 1, 2]))
        kwargs = {name: self.value() for name in names}
        # A string before a keyword that the callee may not know is ambiguous.
        for name in names[:-1]:
            if isinstance(kwargs[name], str):
                kwargs[name] = None
        return kwargs

    def call(self):
        r, graph = self.random, self.graph
        type_ = r.choice(self.types)
        name = r.choice(NAMES) if r.random() < 0.4 else None
        kind = r.random()
        if kind < 0.3:
            op, target, args, kwargs = "call_function", r.choice(UNARY), (self.value(),), {}
        elif kind < 0.6:
            args = (self.value(), self.value())
            op, target, kwargs = "call_function", r.choice(BINARY), self.kwargs()
        elif kind < 0.68:
            index = r.choice([0, -1, (0, slice(None)), ("key"), (..., None), slice(1, None)])
            op, target, args, kwargs = "call_function", operator.getitem, (self.value(), index), {}
        elif kind < 0.74:
            names = ["shape", "device", "class", "a.b", "T"]
            args = (self.value(), r.choice(names)) + ((None,) if r.random() < 0.2 else ())
            op, target, kwargs = "call_function", getattr, {}
        elif kind < 0.84:
            args = (self.value(),) + tuple(self.value() for _ in range(r.choice([0, 1, 2])))
            op, target, kwargs = "call_method", r.choice(METHODS), self.kwargs()
        elif kind < 0.94:
            args = tuple(self.value() for _ in range(r.choice([0, 1, 2])))
            op, target, kwargs = "call_module", r.choice(PATHS), self.kwargs()
        else:
            op, target, args, kwargs = "get_attr", r.choice(PATHS) + ".weight", (), {}
        node = graph.create_node(op, target, args, kwargs, name, type_)
        if target is math.sqrt:
            node.meta["is_wrapped"] = True
        return node

    def make(self):
        r = self.random
        for index in range(r.choice([0, 1, 2, 4])):
            target = r.choice(["x", "y", "input", "self_", "é"]) + str(index)
            options = {}
            if r.random() < 0.3:
                options["default_value"] = self.leaf()
            self.nodes.append(self.graph.placeholder(target, r.choice(self.types), **options))
        if r.random() < 0.2:
            self.nodes.append(self.graph.placeholder("*args"))
            self.nodes.append(self.graph.placeholder("**kwargs"))
        for _ in range(r.choice([1, 3, 8, 20])):
            self.nodes.append(self.call())
        self.edit()
        if r.random() < 0.95:
            self.graph.output(self.value())
        return self.graph

    def before(self, node):
        order = list(self.graph.nodes)
        return order[: order.index(node)]

    def edit(self):
        """Random edits, so that names and orders of users are not those of a trace."""
        r = self.random
        for _ in range(r.choice([0, 0, 3, 6])):
            calls = [n for n in self.graph.nodes if n.op != "placeholder"]
            if not calls:
                return
            node = r.choice(calls)
            kind = r.random()
            if kind < 0.3 and not node.users:
                self.graph.erase_node(node)
                self.nodes.remove(node)
            elif kind < 0.6:
                before = self.before(node)
                if before:
                    node.replace_all_uses_with(r.choice(before))
            elif hasattr(node, "_rename") and kind < 0.8:
                node._rename(r.choice(NAMES))
            else:
                with self.graph.inserting_before(node):
                    old = self.nodes
                    self.nodes = self.before(node)
                    new = self.call()
                    self.nodes = old + [new]
        self.nodes = list(self.graph.nodes)
