//===- PassesPartition.td - Passes over parts of graphs ----*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included by Passes.td.
//
//===----------------------------------------------------------------------===//

def Partition : Pass<"partition"> {
  let Summary = "Tag parts of the graph that could run as one call";
  let Description = [{
Gives the calls of the graph tags in their metadata `tag`, one for each part,
and takes other tags away. No part needs its own results through nodes
outside: where the nodes of a tag would, they become several parts, called
`TAG`, `TAG_1` and so on. Nodes with effects keep their order: a part has no two
nodes between which somebody outside writes to their memory, draws random
numbers as they do, or does what is not known. `by` says where tags come from:

- `tag`: they are there already;
- `SELECTOR -> TAG; SELECTOR -> TAG`: from the first selector that picks the
  node ([Selectors](Selectors.md));
- `ops:FILE`: nodes whose operator, target or class of module the file names, in
  a line of its own, get the tag of the option `tag`. Behind a name there may be
  the dtypes that the result may have; `#` begins a comment;
- `stages:N`: N stages in the order of the graph with about the same number of
  bytes of results and state;
- `balanced:N`: N stages whose greatest work is as small as possible. Work is
  `cost`: `flops` are the operations of products and convolutions, and the bytes
  of results; `bytes` are those of results and state. A byte that a stage
  receives counts as `link`. Cuts are exact for 2,048 calls, and near to it
  beyond that;
- `size:BYTES`: stages with no more bytes than that; `KiB`, `MiB` and `GiB` are
  known;
- `after:NAME,NAME`: stages that end after these nodes.

An item of a tuple is in the part of the tuple. The pass `outline` makes a
submodule of each part.
  }];
  let Options = [
    Option<"By", "by", "std::string", "tag", "where tags come from">,
    Option<"Tag", "tag", "std::string", "supported", "the tag of ops:FILE">,
    EnumOption<"Cost", "cost", "CostKind", ["flops", "bytes"], "flops",
               "what the work of a stage is, for balanced:N">,
    Option<"Link", "link", "double", "10",
           "what a byte costs that a stage receives, for balanced:N">,
    Option<"MinNodes", "min-nodes", "uint64_t", "1",
           "a part has at least so many nodes">,
    Option<"SplitIndependent", "split-independent", "bool", "false",
           "make a part of each piece of a part that is not connected with the "
           "others">,
    Option<"Report", "report", "bool", "false",
           "say what each part has, needs and gives">
  ];
  let FlagOption = "by";
  let Statistics = [
    Statistic<"NumParts", "num-parts", "parts">,
    Statistic<"NumTagged", "num-tagged", "nodes whose tag changed">
  ];
  let Example = [{
$ cat two.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.cumsum](args = (%a, 0), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {})
    return %c
$ fx-opt two.fx --passes='partition{by="operator={relu,add} -> npu"}'
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {tag: "npu"}
    %b : [num_users=1] = call_function[target=torch.cumsum](args = (%a, 0), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {}) {tag: "npu_1"}
    return %c
  }];
}

def Outline : Pass<"outline"> {
  let Summary = "Make a submodule of each part of the graph";
  let Description = [{
Replaces the nodes of each part by a call of a new submodule with a graph. A
part is what has the same tag, as the pass `partition` gives them; where the
nodes of a tag cannot be one call, they become several. The inputs of a
submodule are in the order of their first use, its results in that of the graph.
A name that something else has, or that PyTorch could not read (`forward`,
`class`, in a program that of a value), gets a number.

In an exported program the call is `torch.ops.higher_order.invoke_subgraph`.
PyTorch does not let what it returns share memory with what it takes: views that
are used outside are computed there. In other graphs the call is a call_module.
State that only the part uses moves into the submodule and keeps the name of its
record; other state is handed in. A module that others call too is copied; the
copies are tied.

A part stays as it is, with a remark, if it has no result, if a module that it
calls is not in the tree or writes to state that others use, and, in an exported
program, if

- nothing is known of one of its calls, as of operators that call graphs,
- it writes to memory that exists outside or to a list of tensors, or a view of
  what it writes is used outside,
- an input is neither a tensor nor a symbolic integer, or is a subclass of
  tensors, or a result is neither a tensor nor an integer,
- all its results are views of its inputs.

`inline-module` puts the nodes back.
  }];
  let Options = [
    ListOption<"TagGlobs", "tags", "std::string",
               "globs over the tags of parts to outline; none: all">,
    Option<"Name", "name", "std::string", "",
           "the submodules are called NAME_0, NAME_1, ...; without it, after "
           "their tags">,
    Option<"Dedupe", "dedupe", "bool", "false",
           "equal parts call one submodule; state is handed in">
  ];
  let FlagOption = "tags";
  let Statistics = [
    Statistic<"NumOutlined", "num-outlined", "parts outlined">,
    Statistic<"NumShared", "num-shared", "parts that call the module of another">
  ];
  let Example = [{
$ cat gate.fx
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %s : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {}) {tag: "gate"}
    %m : [num_users=1] = call_function[target=torch.mul](args = (%x, %s), kwargs = {}) {tag: "gate"}
    %y : [num_users=1] = call_function[target=torch.relu](args = (%m,), kwargs = {})
    return %y
$ fx-opt gate.fx --outline=gate --to=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %gate : [num_users=1] = call_module[target=gate](args = (%x,), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.relu](args = (%gate,), kwargs = {})
    return y
  }];
}

def SplitAt : Pass<"split-at"> {
  let Summary = "Split the model into stages that end after some nodes";
  let Description = [{
Makes submodules of the calls up to each of the nodes, in the order of the
graph, and of those after the last one. It stands for `partition` with
`by=after:...` and `outline`, which say what can be a submodule and what it
takes and returns. `inline-module` puts the nodes back.
  }];
  let Options = [
    ListOption<"Nodes", "nodes", "std::string", "the last nodes of stages">,
    Option<"Name", "name", "std::string", "stage",
           "the submodules are called NAME_0, NAME_1, ...">
  ];
  let FlagOption = "nodes";
  let Example = [{
$ cat layers.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=2] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {})
    return %c
$ fx-opt layers.fx --split-at=b --to=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %stage_0 : [num_users=2] = call_module[target=stage_0](args = (%x,), kwargs = {})
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%stage_0, 0), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%stage_0, 1), kwargs = {})
    %stage_1 : [num_users=1] = call_module[target=stage_1](args = (%a, %b), kwargs = {})
    return stage_1
  }];
}

class ExtractedOptionClass
    : Option<"Where", "where", "std::string", "",
             "which nodes are kept, as `docs/Selectors.md` explains"> {
  let ValueName = "selector";
}
def ExtractedOption : ExtractedOptionClass;

def Extract : Pass<"extract"> {
  let Summary = "Keep a part of the graph alone";
  let Description = [{
Keeps the calls that are picked and what stands between them, and erases the
others. `from` and `to` are names of nodes: what depends on the first and is
needed for the last is picked, both included; without `from` everything that
`to` needs, without `to` everything that depends on `from`. `where` picks by a
selector instead.

Values that the part needs become inputs, in the order of their first use: in
front of those that were inputs, in an exported program after them. Values that
others used, and `to`, become the results: one as it is, several as a tuple.
State stays what it is; run `prune-unused-state` to remove the rest. The pass
refuses a part between whose nodes others have effects, and a program that
returns what its state becomes.
  }];
  let Options = [
    ListOption<"From", "from", "std::string", "names of the first nodes">,
    ListOption<"To", "to", "std::string", "names of the last nodes">,
    ExtractedOption
  ];
  let FlagOption = "to";
  let Idempotent = false;
  let Example = [{
$ cat chain.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.neg](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.sin](args = (%c,), kwargs = {})
    return %d
$ fx-opt chain.fx --passes='extract{from=b to=c}' --to=fx
graph():
    %a : [num_users=2] = placeholder[target=a]
    %b : [num_users=1] = call_function[target=torch.neg](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {})
    return c
  }];
}
