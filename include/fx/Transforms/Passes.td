//===- Passes.td - The passes that come with fx-opt --------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each example is run by the tests: `$ cat FILE` at its begin makes a file of the
// lines below, any other command must print the lines below it.
//
//===----------------------------------------------------------------------===//

include "fx/Pass/PassBase.td"

class WhereOption<string what>
    : Option<"Where", "where", "std::string", "*",
             "which nodes " # what # ", as `docs/Selectors.md` explains"> {
  let ValueName = "selector";
}

def TagNodes : Pass<"tag-nodes"> {
  let Summary = "Give nodes a tag in their metadata";
  let Description = [{
Sets the metadata `tag` of every node that `where` picks, in the graph and in
those of its submodules. A tag that a node has already is replaced. Tags are
what other passes and selectors (`tag=foo`) go by; native text shows them.
  }];
  let Options = [
    Option<"Tag", "tag", "std::string", "", "the tag">,
    WhereOption<"get it">
  ];
  let FlagOption = "tag";
  let Statistics = [
    Statistic<"NumTagged", "num-tagged", "nodes that got another tag">
  ];
  let Example = [{
$ cat relu.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return relu
$ fx-opt relu.fx.txt --passes='tag-nodes{tag=foo where="op=call_*"}'
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {tag: "foo"}
    return %relu
  }];
}

def StripMetadata : Pass<"strip-metadata"> {
  let Summary = "Drop metadata";
  let Description = [{
Drops the metadata whose keys match one of the globs `keys`, or all metadata
when there are none, from the nodes that `where` picks.

Passes and printers use some keys: without `nn_module_stack` nobody knows which
module a node comes from, without `val` no types are known, and without
`is_wrapped` the generated Python code of a graph may change. What makes an
exported program one (`val`, `input_spec`, `output_specs`) stays in it.
  }];
  let Options = [
    ListOption<"Keys", "keys", "std::string", "globs over keys">,
    WhereOption<"lose it">
  ];
  let FlagOption = "keys";
  let Statistics = [
    Statistic<"NumStripped", "num-stripped", "nodes that lost metadata">
  ];
  let Example = [{
$ cat tagged.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {tag: "foo", stack_trace: "a.py:1", seq_nr: 3}
    return %x
$ fx-opt tagged.fx --strip-metadata=stack_trace,seq_*
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {tag: "foo"}
    return %x
  }];
}

def DCE : Pass<"dce"> {
  let Summary = "Remove nodes that nobody uses and that do nothing else";
  let Description = [{
Erases, in the graph and in those of its submodules, every node without users,
unless it has an effect: placeholders, outputs, in-place methods and functions
(`x.add_(1)`, `relu(x, inplace=True)`), calls with `out=`, random numbers,
assertions, changes of global state, modules that change their buffers (a
`BatchNorm2d` in training), and everything that the operator and module tables
do not know. A node whose metadata has `is_pure: True` is taken to be harmless.

torch.fx keeps fewer: it takes every call of a method or module to be pure, and
so loses in-place methods.
  }];
  let Statistics = [
    Statistic<"NumErased", "num-erased", "nodes erased">
  ];
  let Example = [{
$ cat dead.fx.txt
graph():
    %x : [num_users=3] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %neg : [num_users=0] = call_function[target=torch.neg](args = (%relu,), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    return x
$ fx-opt dead.fx.txt --dce --print-format=fx
graph():
    %x : [num_users=2] = placeholder[target=x]
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    return x
  }];
}

def CSE : Pass<"cse"> {
  let Summary = "Compute equal things once";
  let Description = [{
Replaces a node by an earlier one with the same opcode, target and arguments,
when that cannot be told from outside. A node stays

- when it has an effect (see `dce`), draws random numbers or is not known;
- when memory that it reads may have been written since the earlier one. Inputs,
  parameters and buffers count as one piece of memory, since a caller may pass
  one tensor twice;
- when something that may change global state (the grad mode, say), or something
  unknown, was called in between;
- when the memory of one of the two results is written anywhere in the graph, or
  handed to something unknown;
- when both results, or views of them, leave the graph: a caller that changes
  one output in place would change the other.

The earlier node keeps its name and metadata. Equal arguments are equal in kind
and to the last bit: `1`, `1.0` and `True` differ. `normalize-args` before makes
calls equal that differ in spelling only. With `commute`, `f(a, b)` is `f(b, a)`
where the operator table says so: the values are the same, but strides of the
result may change when those of `a` and `b` differ.
  }];
  let Options = [
    Option<"Commute", "commute", "bool", "false",
           "swap the operands of commutative operators where that helps">
  ];
  let Statistics = [
    Statistic<"NumErased", "num-erased", "nodes erased">
  ];
  let Example = [{
$ cat twice.fx.txt
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %relu_1), kwargs = {})
    return add
$ fx-opt twice.fx.txt --cse --print-format=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %relu), kwargs = {})
    return add
  }];
}

def NormalizeArgs : Pass<"normalize-args"> {
  let Summary = "Write the arguments of calls in the order of their schemas";
  let Description = [{
Gives the arguments of every `call_function` and `call_method` that `where`
picks the one form that its schema suggests: by position as far as they go
without a gap, by keyword from there on in the order of the schema, under the
schema's own names (`dim` for NumPy's `axis`), and a list that was spread over
positions (`x.view(2, 3)`) as one tuple.

`defaults` says what happens to arguments that equal their defaults: `keep`
those that are given, `drop` them, or `fill` in all that are missing (but for
`out`), as PyTorch 2.13 has them: an older one may not know some. With `only-kwargs`, everything is given by keyword that Python lets one
give so; the receiver of a method stays where it is (torch.fx:
normalize_to_only_use_kwargs).

A call stays as it is when its target or signature is not known or its arguments
do not fit. Where they fit several overloads, as far as can be told without
running the program, the new form is right for all of them, or the call stays;
where a keyword tells overloads apart, it stays a keyword.
  }];
  let Options = [
    EnumOption<"Defaults", "defaults", "DefaultsKind", ["keep", "drop", "fill"],
               "keep", "what to do with arguments that equal their defaults">,
    Option<"OnlyKeywords", "only-kwargs", "bool", "false",
           "give by keyword whatever can be given so">,
    WhereOption<"are normalized">
  ];
  let Statistics = [
    Statistic<"NumNormalized", "num-normalized", "calls changed">
  ];
  let Example = [{
$ cat calls.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %softmax : [num_users=1] = call_function[target=torch.nn.functional.softmax](args = (), kwargs = {dim: 1, input: %x})
    return softmax
$ fx-opt calls.fx.txt --normalize-args --print-format=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %softmax : [num_users=1] = call_function[target=torch.nn.functional.softmax](args = (%x, 1), kwargs = {})
    return softmax
  }];
}

def FunctionalMethods : Pass<"functional-methods"> {
  let Summary = "Call functions in place of methods";
  let Description = [{
Makes `torch.relu(x)` of `x.relu()` where the operator table says that method
and function are one operator and that their parameters agree. The node keeps
its name, its users and its metadata. A list that was spread over positions
becomes a tuple: `x.permute(1, 0)` is `torch.permute(x, (1, 0))`.

The receiver is taken to be a Tensor, unless the call that makes it is known to
give something else: `x.shape.numel()` stays. So do a method without such a
function (`view`, `size`), an unknown one, and one whose arguments do not fit.
  }];
  let Options = [WhereOption<"are changed">];
  let Statistics = [
    Statistic<"NumChanged", "num-changed", "methods that are functions now">
  ];
  let Example = [{
$ cat method.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %permute : [num_users=1] = call_method[target=permute](args = (%x, 1, 0), kwargs = {})
    return permute
$ fx-opt method.fx.txt --functional-methods --print-format=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %permute : [num_users=1] = call_function[target=torch.permute](args = (%x, (1, 0)), kwargs = {})
    return permute
  }];
}

def RenameNodes : Pass<"rename-nodes"> {
  let Summary = "Give nodes the names that torch.fx would give them anew";
  let Description = [{
Names every node as torch.fx would if the graph were built again in its present
order: from its target, and with a number where that is taken (torch.fx:
rename_nodes_to_canonical). Graphs that were made in different ways but do the
same in the same order then print the same, which keeps diffs small.
  }];
  let Example = [{
$ cat names.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu_7 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.relu](args = (%relu_7,), kwargs = {})
    return y
$ fx-opt names.fx.txt --rename-nodes --print-format=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%relu,), kwargs = {})
    return relu_1
  }];
}

def PrintModulePaths : Pass<"print-module-paths"> {
  let Summary = "Show which module each node comes from";
  let Description = [{
Writes a line for each node to the standard output. The module is the innermost
one of the metadata `nn_module_stack`; without it, the module that a
`call_module` calls; `?` for any other node. The root module has an empty path.
Graphs of submodules follow, each below a line `=== path`.
  }];
  let Example = [{
$ cat path.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %layer1_0_relu : [num_users=1] = call_module[target=layer1.0.relu](args = (%x,), kwargs = {})
    return layer1_0_relu
$ fx-opt path.fx.txt --print-module-paths --print-format=none
Node x is from module ?
Node layer1_0_relu is from module layer1.0.relu
Node output is from module ?
  }];
}

def InferValues : Pass<"infer-values"> {
  let Summary = "Tell the values of nodes from those of their operands";
  let Description = [{
Gives each node that has none a `val`: dtype, sizes, strides and device of what
it computes, symbolic sizes included, as PyTorch's fake tensors have them. With
`replace` also nodes that have one get a new one, where there is a rule. It is an
error when a node without `val` cannot get one, for want of a rule for its
operator, or because the operands do not fit; nodes before that one keep what
they got.

After each pass that changed a program this is done by itself.
  }];
  let Options = [
    Option<"Replace", "replace", "bool", "false",
           "compute values that are there too">
  ];
  let Statistics = [
    Statistic<"NumInferred", "num-inferred", "values that were set">
  ];
  let Example = [{
$ cat infer.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sum : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, [1]), kwargs = {})
    return %sum
$ fx-opt infer.fx --infer-values
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sum : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, [1]), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return %sum
  }];
}

def CheckValues : Pass<"check-values"> {
  let Summary = "Compare the values of nodes with those of their operands";
  let Description = [{
Computes what each node's `val` must be from those of its operands, as
`infer-values` does, and reports each node that says something else: another
dtype, sizes, strides or device. Nodes of operators without a rule are passed
over, and counted. PyTorch's loader does not look at this; what it loads then
computes something else than the program says, or is specialized wrongly by
decompositions.
  }];
  let Options = [
    Option<"Remarks", "remarks", "bool", "false",
           "tell which nodes could not be checked and why">
  ];
  let Statistics = [
    Statistic<"NumEqual", "num-equal", "values that are as computed">,
    Statistic<"NumDifferent", "num-different", "values that are not">,
    Statistic<"NumUnknown", "num-unknown", "values that have no rule">
  ];
  let Example = [{
$ cat wrong.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    return %relu
$ fx-opt wrong.fx --check-values 2>&1 | head -1
wrong.fx:4:5: error: the value of %relu is wrong: its sizes are (2, 3), not (2, 4)
  }];
}

def PrintExecutionOrder : Pass<"print-execution-order"> {
  let Summary = "Show modules and parameters in the order of their use";
  let Description = [{
Writes to the standard output, in the form of PyTorch's FSDP tracer,

- the path of each module as it is called, the root first;
- the path of each parameter where it is used first;
- for each module what its last call used: the parameters of the modules that it
  calls, and those that its own code uses.

It tells as much as the graph does. Calls of modules that are no leaves are in
the metadata `nn_module_stack`. Without it, a module counts as called when the
first leaf below it is called or a parameter of it is used, and as finished when
that happens outside it, so two calls of one module in a row look like one. The
parameters of a leaf are those of
the module tree, or those that its class is known to have; without a tree only
those that a `get_attr` fetches are known.
  }];
  let Example = [{
$ cat order.fx
fx 1
module = Net {
  inner = torch.nn.Sequential {
    "0" = torch.nn.Linear(4, 4) {
      weight = parameter(torch.float32, (4, 4))
      bias = parameter(torch.float32, (4,))
    }
    "1" = torch.nn.ReLU()
  }
  scale = parameter(torch.float32, (4,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %inner_0 : [num_users=1] = call_module[target=inner.0](args = (%x,), kwargs = {})
    %inner_1 : [num_users=1] = call_module[target=inner.1](args = (%inner_0,), kwargs = {})
    %scale : [num_users=1] = get_attr[target=scale]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%inner_1, %scale), kwargs = {})
    return %mul
$ fx-opt order.fx --print-execution-order --print-format=none
module_forward_order:
   ''
   'inner'
   'inner.0'
   'inner.1'
param_forward_order:
   inner.0.weight
   inner.0.bias
   scale
module_to_param_usage_infos:
   '' [("'inner'", ['0.weight', '0.bias']), ("''", ['scale'])]
   'inner' [("'inner.0'", ['weight', 'bias'])]
   'inner.0' [("'inner.0'", ['weight', 'bias'])]
   'inner.1' []
  }];
}

def Invert : Pass<"invert"> {
  let Idempotent = false;
  let Summary = "Turn the graph into the one that computes its input";
  let Description = [{
Replaces the graph by its inverse: from what it returned, it computes what was
put in. The new placeholder is called like the old output, and each operator
between input and output is undone by the rule that the operator table has for
it (`docs/Ops.md` lists them). Parameters, other inputs and whatever is computed
from them alone are constants and are copied; `input` says which placeholder to
solve for when the output depends on several. Other submodules' graphs stay.

It is an error, which names the node and the reason, when the graph does not
return one value, when a node uses the input in two places (`x * x`) or inside a
list, has effects, calls a module (inline it first), is not known, or has no
inverse. Nothing is simplified and no domains are checked: the inverse of `exp`
is `log`, whatever comes in.

Where the inverse can be inverted too, running it twice gives a graph that
computes what the first one did.
  }];
  let Options = [
    Option<"Input", "input", "std::string", "",
           "name of the placeholder to solve for; empty: the only one that the "
           "output depends on">
  ];
  let FlagOption = "input";
  let Example = [{
$ cat chain.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (2, %x), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%mul, 3), kwargs = {})
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%add,), kwargs = {})
    return exp
$ fx-opt chain.fx.txt --invert --print-format=python



def forward(self, output):
    log = torch.log(output);  output = None
    sub = log - 3;  log = None
    truediv = sub / 2;  sub = None
    return truediv
    
  }];
}

class InliningPass<string flag> : Pass<flag> {
  list<Option> InliningOptions = [
    Option<"KeepModules", "keep-modules", "bool", "false",
           "leave modules in the tree that nothing names any more">,
    Option<"KeepUnknown", "keep-unknown", "bool", "false",
           "leave calls alone of which nothing says what they compute">,
    Option<"Training", "training", "bool", "false",
           "take modules to be in training mode">,
    Option<"Eval", "eval", "bool", "false",
           "take modules to be in eval mode, whatever the tree says">
  ];
  let Statistics = [
    Statistic<"NumInlined", "num-inlined", "calls inlined">,
    Statistic<"NumRemoved", "num-removed", "modules removed from the tree">
  ];
}

def InlineModule : InliningPass<"inline-module"> {
  let Summary = "Replace calls of modules by what the modules compute";
  let Description = [{
Each call_module node that `modules` picks becomes the nodes that torch.fx would
have recorded, had it called the module with a tracer that appends to the graph:
those of the module's own graph if it has one, those of the formula of its class
otherwise. Calls that this leaves, of modules inside, are inlined where `modules`
picks them, or all with `recursive`. Names in `modules` are

| name | picks |
|---|---|
| `relu`, `ReLU`, `torch.nn.ReLU` | modules of that class, in any case of letters; the module at that path if nothing knows such a class |
| `layer1.*.relu`, `*` | modules whose path fits the glob |
| `path:relu`, `class:Conv*` | by path only, by class only |
| `leaf` | modules that have no graph of their own |

The graph of an exported program has the nodes of all modules already. There, a
module whose call was preserved (`preserve_module_call_signature` of torch.export)
loses the signature that keeps its boundary.

A name that picks nothing is a warning that lists what there is. A module of
which nothing says what it computes is an error, unless `keep-unknown` is given;
so are arguments that do not fit. Modules are in eval mode unless the tree, or
`training`, says otherwise; a batch norm in training updates its statistics, but
does not count its batches, which torch.fx does not record. What print(module) never shows of a constructor's
arguments has PyTorch's default (`inplace` has what modules in like places of the
tree show), and a warning says so.

All metadata of a call goes to the new nodes, but for what describes its value
(`val`), which goes with the type to the node that computes it. A tensor is read
by one get_attr node, however often it is used. Inlined modules that no node
names any more leave the tree, unless `keep-modules` is given.
  }];
  let Options = !listconcat([
    ListOption<"Modules", "modules", "std::string", "names of the modules">,
    Option<"Recursive", "recursive", "bool", "false",
           "inline whatever inlined modules call, too">
  ], InliningOptions);
  let FlagOption = "modules";
  let Example = [{
$ cat net.fx
fx 1
module net = Net {
  conv = torch.nn.Conv2d(3, 4, kernel_size=(1, 1), bias=False)
  act = torch.nn.ReLU(inplace=True)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %act : [num_users=1] = call_module[target=act](args = (%conv,), kwargs = {})
    return %act
$ fx-opt net.fx --inline-module=relu
fx 1
module net = Net {
  conv = torch.nn.Conv2d(3, 4, kernel_size=(1, 1), bias=False)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%conv,), kwargs = {inplace: True})
    return %relu
  }];
}

def LowerModules : InliningPass<"lower-modules"> {
  let Summary = "Replace the call of every leaf module by what it computes";
  let Description = [{
As `inline-module{modules=leaf}`: then the graph reads parameters and buffers by
get_attr and calls functions, as if it had been traced with no module as a leaf.
Calls of modules that have a graph of their own stay, with their leaves lowered.
  }];
  let Options = InliningOptions;
  let Example = [{
$ cat net.fx
fx 1
module net = Net {
  fc = torch.nn.Linear(3, 4)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    return %fc
$ fx-opt net.fx --lower-modules --print-format=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %fc_weight : [num_users=1] = get_attr[target=fc.weight]
    %fc_bias : [num_users=1] = get_attr[target=fc.bias]
    %linear : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%x, %fc_weight, %fc_bias), kwargs = {})
    return linear
  }];
}

def SetMetadata : Pass<"set-metadata"> {
  let Summary = "Set a string in the metadata of nodes";
  let Description = [{
Sets the metadata `key` of every node that `where` picks to the string `value`,
in the graph and in those of its submodules. What is there already is replaced.

Archives of exported programs keep it; torch.export.load takes `custom` and
`from_node`, which must be JSON there, `stack_trace`, `nn_module_stack` and the
like, and drops other keys. What fx-opt itself knows of a value (`val`,
`input_spec`, `output_specs`) cannot be set.
  }];
  let Options = [
    Option<"Key", "key", "std::string", "", "the key">,
    Option<"Text", "value", "std::string", "", "the string">,
    WhereOption<"get it">
  ];
  let Statistics = [
    Statistic<"NumSet", "num-set", "nodes whose metadata changed">
  ];
  let Example = [{
$ cat relu.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return relu
$ fx-opt relu.fx.txt --passes='set-metadata{key=stage value=first where="op=call_*"}'
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {stage: "first"}
    return %relu
  }];
}

include "fx/Transforms/PassesState.td"

def FoldConstants : Pass<"fold-constants"> {
  let Summary = "Compute what depends on no input";
  let Description = [{
Runs the nodes of the graph that depend on constants alone (parameters, buffers
and constants that nothing writes, numbers, and nodes of that kind) once, with
LibTorch, and puts what other nodes use of them in their place: tensors as new
constants `_folded_NAME`, numbers as literals. Nodes and state that nobody uses
any more go. The graphs of submodules stay as they are: `inline-module` brings
what they compute within reach.

A constant has the strides that the value had, and where a call such as
`as_strided` looks at it, all of its memory.

Left alone is whatever has an effect or draws random numbers, whatever is written
later or may be part of what the graph returns, for there the caller may write to
it, what is on another device than the CPU, modules, and what would make the new
constants take more than `budget` bytes in all; values whose type has a symbol,
as the sizes of what `nonzero` returns, for the types of others are in terms of
it; and, with a remark, what this LibTorch cannot compute, what is no tensor of
plain elements, and what has another type here than its `val` says. Without
gradients: a constant that is computed from parameters does not change when they
are trained; `parameters=false` leaves everything alone that depends on them.
  }];
  let Options = [
    Option<"Budget", "budget", "uint64_t", "67108864",
           "bytes that new constants may take in all">,
    Option<"Parameters", "parameters", "bool", "true",
           "whether parameters are constants">
  ];
  let Statistics = [
    Statistic<"NumFolded", "num-folded", "nodes that were computed">
  ];
  let Example = [{
$ fx-opt --passes='fold-constants{budget=1048576},dce' --print-pipeline
fold-constants{budget=1048576},dce
  }];
}

def FuseConvBN : Pass<"fuse-conv-bn"> {
  let Summary = "Fold batch normalisations in evaluation into convolutions";
  let Description = [{
Folds a batch normalisation right behind a convolution into its weight and bias
(`torch.fx.experimental.optimization.fuse`): calls of modules, of functions and
of operators, with one to three dimensions, transposed ones too. Computed in
double precision and rounded once.

Only in evaluation: `training` is false, running statistics are there, and
nothing in the graph writes any of the tensors. Left alone are a convolution that
others use as well, a convolution module that is called more than once, numbers
that would not be finite, a weight whose elements share memory, a normalisation
that changes the strides and a convolution of one sample without a batch, as far
as `val` tells. The weight keeps its strides. Weights that others use too, tied or not, stay as they are: the
convolution gets its own. In the graphs of submodules calls of modules are folded,
and nothing else: `inline-module` brings the rest within reach.
  }];
  let Statistics = [
    Statistic<"NumFused", "num-fused", "normalisations that were folded">
  ];
  let Example = [{
$ fx-opt --inline-module=leaf --fuse-conv-bn --dce --print-pipeline
inline-module{modules={leaf}},fuse-conv-bn,dce
  }];
}

def ShapeProp : Pass<"shape-prop"> {
  let Summary = "Run the graph and note the type of each value";
  let Description = [{
Runs the graph with LibTorch (torch.fx: `ShapeProp`) and sets the metadata `val`
of each node: dtype, sizes, strides, device. Inputs come from `input`, as
`docs/Numerics.md` describes them, or from the `val` of placeholders. In an
exported program only values that are missing are set: its sizes are those of all
inputs.

With `meta` nothing is computed and no weights are read where their types are
known: LibTorch's meta tensors have sizes alone, and operators that have no such
form run on zeros. With `random-weights` weights that no file has are made up.
  }];
  let Options = [
    ListOption<"Inputs", "input", "std::string",
               "inputs, such as `randn(1,3,224,224)`">,
    Option<"Meta", "meta", "bool", "false", "only compute sizes">,
    Option<"RandomWeights", "random-weights", "bool", "false",
           "make up weights that no file has">
  ];
  let FlagOption = "input";
  let Statistics = [
    Statistic<"NumTyped", "num-typed", "nodes whose `val` changed">
  ];
  let Example = [{
$ fx-opt --passes='shape-prop{input={"randn(1,3,224,224)"} meta}' --print-pipeline
shape-prop{input={"randn(1,3,224,224)"} meta=true}
  }];
}

class OpsOptionClass
    : Option<"Ops", "ops", "std::string", "*",
             "which calls are decomposed, as `docs/Selectors.md` explains"> {
  let ValueName = "selector";
}
def OpsOption : OpsOptionClass;

def Decompose : Pass<"decompose"> {
  let Summary = "Write operators in terms of core ones";
  let Description = [{
Makes of an exported program what `ExportedProgram.run_decompositions()` of
PyTorch makes of it: a functional program of core ATen operators.

- Operators that are made of others are replaced by these, by the rules of
  `fx/Decomposition/Decomposition.h`; a plugin adds rules of its own.
- What is written in place becomes a new value, which later uses take, also
  through views. A parameter, a buffer or an input that is written is returned
  as a further output, as the signature says.
- Regions that only set a mode (no gradients, autocast of the CPU) are put in
  the place of their calls.
- Sizes of inputs stand at the front, nodes get the names that they would have
  anew, and dead nodes go. The dialect becomes `ATEN`.

New nodes take the metadata of the node that they stand for, and have a `val`.
A call whose rule needs something that is not known, such as the number of parts
of a symbolic size, stays, and a remark says why. Operators outside of the core
set stay where PyTorch leaves them too: they have no decomposition
(`docs/Decomposition.md` lists them).

With `ops` only the calls that it picks are decomposed: nothing is made
functional, names stay, and the dialect too. `keep` are operators that stay, by
name (`silu`, all overloads) or overload (`sum.dim_IntList`, `ns::name`).
  }];
  let Options = [
    OpsOption,
    ListOption<"Keep", "keep", "std::string", "operators that stay">
  ];
  let FlagOption = "ops";
  let Statistics = [
    Statistic<"NumDecomposed", "num-decomposed", "calls that were decomposed">
  ];
  let Example = [{
$ cat silu.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %silu
$ fx-opt silu.fx --decompose --print-format=fx
graph():
    %x : [num_users=2] = placeholder[target=x]
    %sigmoid : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %sigmoid), kwargs = {})
    return mul
  }];
}
