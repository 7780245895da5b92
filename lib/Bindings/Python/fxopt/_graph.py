# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs as Python sees them, in the words of torch.fx."""

import sys

# As collections.abc has it, without importing collections: a fifth of the time in
# which this package is imported.
from _collections_abc import MutableMapping

from . import _fx

Node = _fx.Node
Node.__module__ = "fxopt"


def _node_html(self):
    from . import _html

    return _html.node(self)


Node._repr_html_ = _node_html


class Constant:
    """A value that has no object in Python, or none without torch.

    `kind` is dtype, device, layout, memory_format, function or symbol; `text` is
    how torch prints it. It is equal to an object of torch that prints the same; sets
    and dictionaries do not find one by the other.
    """

    __slots__ = ("kind", "text")

    def __init__(self, kind, text):
        self.kind = kind
        self.text = text

    def __eq__(self, other):
        if isinstance(other, Constant):
            return (self.kind, self.text) == (other.kind, other.text)
        known = constant_of(other)
        if known is None:
            return NotImplemented
        return (self.kind, self.text) == known

    def __hash__(self):
        return hash(self.text)

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"fxopt.Constant({self.kind!r}, {self.text!r})"


class TensorType(tuple):
    """What is known of a tensor, a named tuple. Sizes and strides are numbers, or
    constants of the kind symbol; `stride` and `device` may be None."""

    # collections.namedtuple takes a quarter of the time in which this package is
    # imported.
    __slots__ = ()
    _fields = ("dtype", "shape", "stride", "device")

    def __new__(cls, dtype, shape, stride=None, device=None):
        return tuple.__new__(cls, (dtype, shape, stride, device))

    dtype = property(lambda self: self[0])
    shape = property(lambda self: self[1])
    stride = property(lambda self: self[2])
    device = property(lambda self: self[3])

    def __getnewargs__(self):
        return tuple(self)

    def __repr__(self):
        values = (f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"TensorType({', '.join(values)})"


def constant_of(value):
    """The kind and the text of a constant, or None."""
    if type(value) is Constant:
        return value.kind, value.text
    torch = sys.modules.get("torch")
    if torch is None:
        return None
    for kind in ("dtype", "device", "layout", "memory_format"):
        if isinstance(value, getattr(torch, kind)):
            return kind, str(value)
    return None


def is_torch_node(value):
    fx = sys.modules.get("torch.fx")
    return fx is not None and isinstance(value, (fx.Node, fx.Proxy))


class Metadata(MutableMapping):
    """The metadata of a node as fx-opt knows it; `node.torch_node.meta` is that
    of the node of torch.fx which it came from."""

    __slots__ = ("_node",)

    def __init__(self, node):
        self._node = node

    def __getitem__(self, key):
        return self._node._meta_get(key)

    def __setitem__(self, key, value):
        self._node._meta_set(key, value)

    def __delitem__(self, key):
        self._node._meta_delete(key)

    def __iter__(self):
        return iter(self._node._meta_keys())

    def __len__(self):
        return len(self._node._meta_keys())

    def __repr__(self):
        return repr(dict(self))


class _Nodes:
    """The nodes of a graph. An iteration goes on while nodes are made, moved and
    erased."""

    __slots__ = ("_module",)

    def __init__(self, module):
        self._module = module

    def __iter__(self):
        return self._module.nodes(False)

    def __reversed__(self):
        return self._module.nodes(True)

    def __len__(self):
        return self._module.num_nodes


class _InsertPoint:
    """Where new nodes go, until the end of a `with`."""

    __slots__ = ("_graph", "_before")

    def __init__(self, graph, point):
        self._graph = graph
        self._before = graph._point
        graph._point = point

    def __enter__(self):
        self._graph._around.append(self)
        return self

    def __exit__(self, *_):
        self._graph._around.remove(self)
        self._graph._point = self._before


def _without(point, erased):
    """Where new nodes go that went to `point` once a node is gone."""
    place, behind = point
    if place is not erased:
        return point
    if not behind:
        return place.next, place.next is None
    return (place.prev, True) if place.prev else (place.next, False)


def graph_of(module):
    """The graph of a `fxopt._fx.Module`; the same object as long as it lives."""
    global _graphs
    if _graphs is None:
        import weakref

        _graphs = weakref.WeakValueDictionary()
    # A graph keeps its module alive, so the address names one.
    graph = _graphs.get(id(module))
    if graph is None:
        graph = _graphs[id(module)] = Graph(module)
    return graph


_graphs = None


class Graph:
    """The nodes of a module, in order, and what edits them.

    The names are those of torch.fx. Nodes of another module, and nodes that were
    erased, raise.
    """

    __slots__ = ("_module", "_point", "_around", "__weakref__")

    def __init__(self, module):
        self._module = module
        # A node or None, and whether new nodes go behind it.
        self._point = (None, True)
        # The `with` blocks that are open; each restores a point.
        self._around = []

    # Looking

    @property
    def nodes(self):
        """All nodes, in order; `reversed(graph.nodes)` goes back."""
        return _Nodes(self._module)

    @property
    def output_node(self):
        """The node that returns the results, or None."""
        return self._module.output_node

    def find_nodes(self, *, op=None, target=None, ops=None):
        """The nodes of a kind, in order: of a target, given by its text or as a
        callable, or, with `ops`, of an operator in all of its spellings:
        `find_nodes(ops="relu")` has `torch.relu`, the method and the overload."""
        if ops is not None:
            if op is not None or target is not None:
                raise TypeError("find_nodes takes ops=, or op= and target=")
            if not isinstance(ops, str) or '"' in ops:
                raise TypeError(
                    "ops= is the name of an operator, such as 'relu' or 'aten.relu', "
                    f"not {ops!r}"
                )
            name = ops.replace("::", ".")
            return self.select(f'operator="{name}"')
        if op is None:
            raise TypeError("find_nodes takes ops=, or op= and target=")
        return self._module.find_nodes(op, target)

    def find_node(self, name):
        """The node of that name, or None."""
        return self._module.find_by_name(name)

    def select(self, selector):
        """The nodes that a selector picks, in order; see Selectors.md."""
        return self._module.select(selector)

    def lint(self):
        """Raise `VerifyError` if the module is not valid."""
        self._module.lint()

    # Editing

    def inserting_before(self, n=None):
        """New nodes go before `n`, or to the front; in a `with` until its end."""
        if n is None:
            n = next(iter(self.nodes), None)
        return _InsertPoint(self, (n, n is None))

    def inserting_after(self, n=None):
        """New nodes go behind `n`, or to the end, in the order in which they are
        made; in a `with` until its end."""
        return _InsertPoint(self, (n, True))

    def create_node(
        self, op, target, args=(), kwargs=None, name=None, type_expr=None
    ):
        """Make a node of the kind `op`, where new nodes go. `target` is a text, or a
        callable for call_function; a name that is taken gets a number."""
        place, behind = self._point
        node = self._module.create_node(
            op, target, args, kwargs, name, type_expr, place, behind
        )
        if behind and place is not None:
            self._point = (node, True)
        return node

    def placeholder(self, name, type_expr=None, default_value=...):
        """Make an input of the graph."""
        args = () if default_value is ... else (default_value,)
        return self.create_node("placeholder", name, args, type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        """Make a node that reads a parameter, buffer or attribute by its path."""
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_function(
        self, the_function, args=(), kwargs=None, type_expr=None, name=None
    ):
        """Make a call of a function, or of an overload such as
        `torch.ops.aten.relu.default`, that is given as such or by its text."""
        # As create_node, without another call.
        place, behind = self._point
        node = self._module.create_node(
            "call_function", the_function, args, kwargs, name, type_expr, place, behind
        )
        if behind and place is not None:
            self._point = (node, True)
        return node

    def call_method(
        self, method_name, args=(), kwargs=None, type_expr=None, name=None
    ):
        """Make a call of a method of its first argument."""
        return self.create_node(
            "call_method", method_name, args, kwargs, name, type_expr
        )

    def call_module(
        self, module_name, args=(), kwargs=None, type_expr=None, name=None
    ):
        """Make a call of the submodule at a path."""
        return self.create_node(
            "call_module", module_name, args, kwargs, name, type_expr
        )

    def output(self, result, type_expr=None):
        """Make the node that returns `result`."""
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def erase_node(self, to_erase):
        """Erase a node that has no users."""
        if not isinstance(to_erase, Node):
            raise TypeError(f"erase_node takes a node, not {to_erase!r}")
        # New nodes still go where it was.
        point = _without(self._point, to_erase)
        around = [_without(each._before, to_erase) for each in self._around]
        self._module.erase_node(to_erase)
        self._point = point
        for each, before in zip(self._around, around):
            each._before = before

    def arrays(self):
        """What numpy can compute with: a dict of arrays by node, in order. `op` has
        a number for each kind (`ops` has their names), `target` an index of
        `targets`; the operands of node i are
        `operands[offsets[i]:offsets[i + 1]]`, by place. They are copies that cannot be
        written; `array.copy()` can."""
        import numpy

        op, target, offsets, operands, targets = self._module.arrays()

        def array(data, kind):
            return numpy.frombuffer(data, dtype=kind)

        return {
            "ops": _OPS,
            "op": array(op, numpy.uint8),
            "target": array(target, numpy.uint32),
            "targets": targets,
            "offsets": array(offsets, numpy.uint32),
            "operands": array(operands, numpy.uint32),
        }

    def __len__(self):
        return self._module.num_nodes

    def __bool__(self):
        return True

    def __str__(self):
        return self._module.text("fx").rstrip("\n")

    def __repr__(self):
        return f"<fxopt.Graph, {len(self)} nodes>"

    def _repr_html_(self):
        from . import _html

        return _html.graph(self)


_OPS = (
    "placeholder",
    "get_attr",
    "call_function",
    "call_method",
    "call_module",
    "output",
)
