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
Sets the metadata `tag` of every node that `where` selects, in the graph and in
those of its submodules, and replaces tags that are there. Other passes and
selectors (`tag=foo`) use tags; native text shows them.
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
  let Summary = "Remove metadata";
  let Description = [{
Removes metadata from the nodes that `where` selects: that whose keys match one
of the globs `keys`, or all of it if there are no globs.

Passes and printers use some keys: without `nn_module_stack`, the module of a
node is not known; without `val`, its type is not known; and without
`is_wrapped` the generated Python code of a graph may change. An exported
program keeps `val`, `input_spec` and `output_specs`, which it needs.
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
  let Summary = "Remove nodes without users and without effects";
  let Description = [{
Erases, in the graph and in those of its submodules, every node without users,
unless it has an effect: placeholders, outputs, in-place methods and functions
(`x.add_(1)`, `relu(x, inplace=True)`), calls with `out=`, random numbers,
assertions, changes of global state, modules that change their buffers (a
`BatchNorm2d` in training), and everything that the operator and module tables
do not know. A node whose metadata has `is_pure: True` has no effect.

torch.fx erases more: it assumes that every call of a method or module is pure,
and therefore removes in-place methods.
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
$ fx-opt dead.fx.txt --dce --to=fx
graph():
    %x : [num_users=2] = placeholder[target=x]
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    return x
  }];
}

def CSE : Pass<"cse"> {
  let Summary = "Replace equal computations by one";
  let Description = [{
Replaces a node by an earlier one with the same opcode, target and arguments, if
the change cannot be observed. A node stays

- if it has an effect (see `dce`), draws random numbers or is not known;
- if memory that it reads may have been written since the earlier one. Inputs,
  parameters and buffers count as one piece of memory, since a caller may pass
  one tensor twice;
- if something that may change global state (such as the grad mode), or
  something unknown, was called in between;
- if the memory of one of the two results is written anywhere in the graph, or
  passed to something unknown;
- if both results, or views of them, are returned: a caller that changes one
  output in place would change the other.

The earlier node keeps its name and metadata. Equal arguments are equal in kind
and to the last bit: `1`, `1.0` and `True` differ. Run `normalize-args` first to
make calls equal that only differ in spelling. With `commute`, `f(a, b)` is
`f(b, a)` where the operator table says so: the values are the same, but strides
of the result may change when those of `a` and `b` differ.
  }];
  let Options = [
    Option<"Commute", "commute", "bool", "false",
           "treat f(a, b) and f(b, a) of commutative operators as equal">
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
$ fx-opt twice.fx.txt --cse --to=fx
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
those that are given, `drop` them, or `fill` in all that are missing (except
`out`) with the defaults of PyTorch 2.13; older versions may not accept some of
them. With `only-kwargs`, arguments are given by keyword where Python allows it;
the receiver of a method stays positional (torch.fx:
normalize_to_only_use_kwargs).

A call does not change if its target or signature is not known or its arguments
do not fit. If they may fit several overloads, the new form is correct for all
of them, or the call does not change; a keyword that distinguishes overloads
stays a keyword.
  }];
  let Options = [
    EnumOption<"Defaults", "defaults", "DefaultsKind", ["keep", "drop", "fill"],
               "keep", "what to do with arguments that equal their defaults">,
    Option<"OnlyKeywords", "only-kwargs", "bool", "false",
           "give arguments by keyword where possible">,
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
$ fx-opt calls.fx.txt --normalize-args --to=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %softmax : [num_users=1] = call_function[target=torch.nn.functional.softmax](args = (%x, 1), kwargs = {})
    return softmax
  }];
}

def FunctionalMethods : Pass<"functional-methods"> {
  let Summary = "Replace methods by functions";
  let Description = [{
Replaces `x.relu()` by `torch.relu(x)` if method and function are the same
operator in the operator table and have the same parameters. The node keeps its
name, its users and its metadata. A list that was spread over positions becomes
a tuple: `x.permute(1, 0)` is `torch.permute(x, (1, 0))`.

The receiver is assumed to be a Tensor, unless the call that makes it is known
to return something else: `x.shape.numel()` stays. Methods without such a
function (`view`, `size`), unknown methods, and calls whose arguments do not fit
stay too.
  }];
  let Options = [WhereOption<"are changed">];
  let Statistics = [
    Statistic<"NumChanged", "num-changed", "methods that were replaced">
  ];
  let Example = [{
$ cat method.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %permute : [num_users=1] = call_method[target=permute](args = (%x, 1, 0), kwargs = {})
    return permute
$ fx-opt method.fx.txt --functional-methods --to=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %permute : [num_users=1] = call_function[target=torch.permute](args = (%x, (1, 0)), kwargs = {})
    return permute
  }];
}

def RenameNodes : Pass<"rename-nodes"> {
  let Summary = "Give nodes the names that torch.fx would give a new graph";
  let Description = [{
Names every node as torch.fx would if the graph were built again in its present
order: after its target, with a number if that name is taken (torch.fx:
rename_nodes_to_canonical). Graphs with the same operations in the same order
then have the same text, which keeps diffs small.
  }];
  let Example = [{
$ cat names.fx.txt
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu_7 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.relu](args = (%relu_7,), kwargs = {})
    return y
$ fx-opt names.fx.txt --rename-nodes --to=fx
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
$ fx-opt path.fx.txt --print-module-paths --to=none
Node x is from module ?
Node layer1_0_relu is from module layer1.0.relu
Node output is from module ?
  }];
}

def InferValues : Pass<"infer-values"> {
  let Summary = "Infer the values of nodes from those of their operands";
  let Description = [{
Gives each node without `val` one: dtype, sizes, strides and device of its
result, including symbolic sizes, as PyTorch's fake tensors compute them. With
`replace`, nodes that have a `val` get a new one, if there is a rule. It is an
error if a node without `val` cannot get one, because there is no rule for its
operator or the operands do not fit; the nodes before it keep their new values.
With `partial` such nodes stay without.

What a call of a module gives follows from the graph of the module, or from what
its class computes and the types of its tensors. The tree that `print(module)`
shows has no such types; `shape-prop`, which runs the graph, needs none.
`optimize` warns where the values of a graph stop at such a call.

This runs automatically after each pass that changed a program.
  }];
  let Options = [
    Option<"Replace", "replace", "bool", "false",
           "compute values again that exist">,
    Option<"Partial", "partial", "bool", "false",
           "leave nodes without a value where it is not known">
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
Computes each node's `val` from those of its operands, as `infer-values` does,
and reports each node whose `val` differs in dtype, sizes, strides or device.
The stride of a dimension of size 1 leads to no other element, and PyTorch
itself gives several for the same call (in `torch.export`, in
`run_decompositions()`, and when it runs); only `exact` compares it. The same
goes for dropout in evaluation, which gives its operand, and of which
`torch.export` says that it gives a copy. Nodes without a rule are skipped and
counted. PyTorch's loader does not check values; a program with wrong values may
be decomposed wrongly.
  }];
  let Options = [
    Option<"Remarks", "remarks", "bool", "false",
           "report the nodes that could not be checked, and why">,
    Option<"Exact", "exact", "bool", "false",
           "compare the strides of dimensions of size 1 and of dropout in evaluation, too">
  ];
  let Statistics = [
    Statistic<"NumEqual", "num-equal", "values that are as computed">,
    Statistic<"NumDifferent", "num-different", "values that are not">,
    Statistic<"NumUnknown", "num-unknown", "values that no rule gives, also where the call fails">
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

Calls of modules that are not leaves are known from the metadata
`nn_module_stack`. Without it, a module counts as called when the first leaf
below it is called or a parameter of it is used, and as finished when that
happens outside it, so two calls of one module in a row look like one. The
parameters of a leaf are those of the module tree, or those that its class is
known to have; without a tree only those that a `get_attr` fetches are known.
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
$ fx-opt order.fx --print-execution-order --to=none
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
  let Summary = "Replace the graph by one that computes its input";
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
inverse. Nothing is simplified, and domains are not checked: the inverse of
`exp` is `log` for every input.

If the inverse can be inverted too, running the pass twice gives a graph that
computes the same as the first one.
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
$ fx-opt chain.fx.txt --invert --to=code



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
           "keep modules in the tree that are not used any more">,
    Option<"KeepUnknown", "keep-unknown", "bool", "false",
           "keep calls of modules whose computation is not known">,
    Option<"Training", "training", "bool", "false",
           "assume that modules are in training mode">,
    Option<"Eval", "eval", "bool", "false",
           "assume that modules are in evaluation mode, even if the tree has another mode">
  ];
  let Statistics = [
    Statistic<"NumInlined", "num-inlined", "calls inlined">,
    Statistic<"NumRemoved", "num-removed", "modules removed from the tree">
  ];
}

def InlineModule : InliningPass<"inline-module"> {
  let Summary = "Replace calls of modules by what the modules compute";
  let Description = [{
Replaces each call_module node that `modules` selects by the nodes that torch.fx
would record if it called the module with a tracer that appends to the graph:
those of the module's own graph if it has one, else those of the formula of its
class. Remaining calls of inner modules are inlined if `modules` selects them,
and always with `recursive`. Names in `modules` are

| name | selects |
|---|---|
| `relu`, `ReLU`, `torch.nn.ReLU` | modules of that class, in upper or lower case; the module at that path if there is no such class |
| `layer1.*.relu`, `*` | modules whose path fits the glob |
| `path:relu`, `class:Conv*` | by path only, by class only |
| `leaf` | modules that have no graph of their own |

The graph of an exported program has the nodes of all modules already. There,
calls of graphs by `torch.ops.higher_order.invoke_subgraph`, which `outline`
makes, are inlined by the path of the graph, and a module whose call was
preserved (`preserve_module_call_signature` of torch.export) loses the signature
that keeps its boundary.

A name that selects nothing is a warning that lists the possible names. A module
whose computation is not known is an error, unless `keep-unknown` is given, and
so are arguments that do not fit. Modules are in evaluation mode, unless the
tree or `training` selects training mode; a batch norm in training updates its
statistics, but does not count its batches, which torch.fx does not record.
Constructor arguments that print(module) never shows have PyTorch's default
(`inplace` has the value of modules in similar places of the tree), with a
warning.

New nodes get all metadata of the call, except the description of its value
(`val`), which goes with the type to the node that computes the value. A tensor
is read by one get_attr node, however often it is used. Inlined modules without
further uses are removed from the tree, unless `keep-modules` is given.
  }];
  let Options = !listconcat([
    ListOption<"Modules", "modules", "std::string", "names of the modules">,
    Option<"Recursive", "recursive", "bool", "false",
           "inline all calls of inlined modules too">
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
The same as `inline-module{modules=leaf}`: afterwards the graph reads parameters
and buffers with get_attr and calls functions, as if it had been traced without
leaf modules. Calls of modules that have a graph of their own stay, with their
leaves lowered.
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
$ fx-opt net.fx --lower-modules --to=fx
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
Sets the metadata `key` of every node that `where` selects to the string
`value`, in the graph and in those of its submodules, and replaces values that
are there.

Archives of exported programs keep it; torch.export.load reads `custom` and
`from_node`, which must be JSON there, `stack_trace`, `nn_module_stack` and the
like, and drops other keys. `val`, `input_spec` and `output_specs`, which fx-opt
itself uses, cannot be set.
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

include "fx/Transforms/PassesPartition.td"
include "fx/Transforms/PassesState.td"
include "fx/Transforms/PassesRules.td"

def FoldConstants : Pass<"fold-constants"> {
  let Summary = "Compute nodes that do not depend on an input";
  let Description = [{
Runs the nodes of the graph that depend on constants alone (parameters, buffers
and constants that nothing writes, numbers, and nodes of that kind) once, with
LibTorch, and replaces them by their values: tensors by new constants
`_folded_NAME`, numbers by literals. Nodes and state without further users are
removed. The graphs of submodules do not change; run `inline-module` first to
fold them.

A constant has the strides of the value, and all of its memory if a call such as
`as_strided` reads the memory.

These nodes are not folded:

- nodes that have an effect or draw random numbers, and modules;
- values that are written later or may be returned, since the caller may write
  to them;
- values on another device than the CPU, and values whose type has a symbol, as
  the result of `nonzero` does, since other types refer to the symbol;
- values that would make the new constants larger than `budget` bytes in total;
- with a remark: values that this LibTorch cannot compute, that are not tensors
  of plain elements, or whose type differs from their `val`.

Folding ignores gradients: a constant that is computed from parameters does not
change when they are trained. With `parameters=false`, nodes that depend on
parameters are not folded.
  }];
  let Options = [
    Option<"Budget", "budget", "uint64_t", "67108864",
           "the largest total size of new constants, in bytes">,
    Option<"Parameters", "parameters", "bool", "true",
           "whether parameters are constants">,
    Option<"Optional", "optional", "bool", "false",
           "leave the nodes as they are where LibTorch cannot be loaded">
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
  let Summary = "Fold batch normalizations in evaluation into convolutions";
  let Description = [{
Folds a batch normalization that directly follows a convolution into the weight
and bias of the convolution (`torch.fx.experimental.optimization.fuse`): calls
of modules, of functions and of operators, with one to three dimensions,
including transposed convolutions. The new weights are computed in double
precision and rounded once.

The normalization must be in evaluation mode: `training` is false, it has
running statistics, and nothing in the graph writes to any of the tensors. The
pass skips a convolution whose result has other users, a convolution module that
is called more than once, weights that would not be finite, a weight whose
elements share memory, a normalization that changes the strides, and a
convolution of one sample without a batch, if `val` shows it. The weight keeps
its strides. Weights with other users do not change: the convolution gets a
copy. In the graphs of submodules, only calls of modules are folded; run
`inline-module` first to fold the others.
  }];
  let Statistics = [
    Statistic<"NumFused", "num-fused", "normalizations that were folded">
  ];
  let Example = [{
$ fx-opt --inline-module=leaf --fuse-conv-bn --dce --print-pipeline
inline-module{modules={leaf}},fuse-conv-bn,dce
  }];
}

def ShapeProp : Pass<"shape-prop"> {
  let Summary = "Run the graph and store the type of each value";
  let Description = [{
Runs the graph with LibTorch (torch.fx: `ShapeProp`) and sets the metadata `val`
of each node: dtype, sizes, strides, device. Inputs come from `input`, as
`docs/Numerics.md` describes them, or from the `val` of placeholders. In an
exported program only values that are missing are set: its sizes are those of
all inputs.

With `meta` nothing is computed and no weights are read where their types are
known: LibTorch's meta tensors have sizes alone, and operators that have no such
form run on zeros. With `random-weights` weights that no file has get random
values. The flags `--input` and `--random-weights` of fx-opt count, too, where
the pass has no such options.
  }];
  let Options = [
    ListOption<"Inputs", "input", "std::string",
               "inputs, such as `randn(1,3,224,224)`">,
    Option<"Meta", "meta", "bool", "false", "only compute sizes">,
    Option<"RandomWeights", "random-weights", "bool", "false",
           "use random values for missing weights">
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

class DecomposedOptionClass : WhereOption<"are decomposed"> {
  let OldFlag = "ops";
}
def DecomposedOption : DecomposedOptionClass;

def Decompose : Pass<"decompose"> {
  let Summary = "Write operators in terms of core ones";
  let Description = [{
Does what `ExportedProgram.run_decompositions()` of PyTorch does: turns an
exported program into a functional program of core ATen operators.

- Operators are replaced by simpler ones, by the rules of
  `fx/Decomposition/Decomposition.h`; plugins can add rules.
- A tensor that is written in place becomes a new value, which replaces it in
  later uses, also through views. The new value of a parameter, a buffer or an
  input is returned as a further output, which the signature describes.
- Regions that only set a mode (no gradients, autocast of the CPU) replace their
  calls.
- Sizes of inputs are computed first, nodes get the names of a new graph, and
  dead nodes are removed. The dialect becomes `ATEN`.

New nodes have the metadata of the node that they replace, and a `val`. A call
stays if its rule needs a fact that is not known, such as the number of parts of
a symbolic size, and a remark gives the reason. Some operators outside of the
core set have no decomposition and stay, as in PyTorch (`docs/Decomposition.md`
lists them).

With `where`, only the calls that it selects are decomposed; writes, names and
the dialect do not change. `keep` lists operators that are not decomposed, by
name (`silu`, all overloads) or overload (`sum.dim_IntList`, `ns::name`).
  }];
  let Options = [
    DecomposedOption,
    ListOption<"Keep", "keep", "std::string", "operators that are not decomposed">
  ];
  let FlagOption = "where";
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
$ fx-opt silu.fx --decompose --to=fx
graph():
    %x : [num_users=2] = placeholder[target=x]
    %sigmoid : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %sigmoid), kwargs = {})
    return mul
  }];
}
