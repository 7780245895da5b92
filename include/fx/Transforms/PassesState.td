//===- PassesState.td - Passes over parameters and buffers -*- tablegen -*-===//
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

class SelectOption<string what>
    : ListOption<"Select", "select", "std::string",
                 "globs over the dotted names of the state that " # what #
                 "; none: all">;

def PruneUnusedState : Pass<"prune-unused-state"> {
  let Summary = "Remove parameters, buffers and constants that nobody uses";
  let Description = [{
Of an exported program, inputs for parameters, buffers, constants and objects go
if they have no users and no output writes to them; inputs of the user stay. Of
its state, and of that of a closed module tree, goes what no graph names, neither
by an input or get_attr nor by a call of a module without a graph. Names that are
tied to state in use stay, since PyTorch's state dictionaries have them.

Bytes that nothing names any more are not written. `dce` before it finds more.
  }];
  let Statistics = [
    Statistic<"NumInputs", "num-inputs", "inputs removed">,
    Statistic<"NumRemoved", "num-removed", "state removed">
  ];
  let Example = [{
$ cat net.fx
fx 1
module {
  fc = torch.nn.Module {
    weight = parameter(torch.float32, (3, 3))
    old = buffer(torch.float32, (3,))
  }
}
graph():
    %weight : [num_users=1] = get_attr[target=fc.weight]
    return %weight
$ fx-opt net.fx --prune-unused-state
fx 1
module {
  fc = torch.nn.Module {
    weight = parameter(torch.float32, (3, 3))
  }
}
graph():
    %weight : [num_users=1] = get_attr[target=fc.weight]
    return %weight
  }];
}

def DedupeState : Pass<"dedupe-state"> {
  let Summary = "Tie parameters, buffers and constants with equal bytes";
  let Description = [{
Records of one size, type and role whose bytes are equal become one, so that they
are stored once, if all of them want a gradient or none, and are saved or not; of
an exported program's inputs for what is equal in all respects one stays. All
names stay, as those of tied weights.

State that something may write to is left alone, and so is what an output may
share memory with, as outputs that did not share memory would do so then. Mind
that parameters which are trained later are trained together.

Only records are read of which there is another one of the same size and type.
  }];
  let Statistics = [
    Statistic<"NumTied", "num-tied", "names that were given another record">,
    Statistic<"NumMerged", "num-merged", "inputs replaced by another one">
  ];
  let Example = [{
$ fx-opt model.pt2 --dedupe-state -o smaller.pt2
  }];
}

def CastWeights : Pass<"cast-weights"> {
  let Summary = "Store weights as another float type";
  let Description = [{
Converts parameters, buffers and constants of a float type to `dtype`, rounded to
nearest even, and casts each back to the type that it had before the graph uses
it: the program computes in the types that it had, with weights of less precision
that take less space. Archives and signature stay valid in every dialect.

Converted is a record as a whole, with all names and views that share it. It
stays, with a warning, if an element would become infinite; with a remark if an
output may share its memory, if it is not dense, so that a copy has other strides,
or if it is a view and a call such as `as_strided` looks at the memory around it;
and without one if something may write to it, if it is not selected under all of
its names, if it is pickled, or if a module that is called as a whole uses it.
  }];
  let Options = [
    EnumOption<"Type", "dtype", "DTypeKind",
               ["float16", "bfloat16", "float32", "float64"], "float16",
               "the type to store">,
    SelectOption<"is converted">
  ];
  let FlagOption = "dtype";
  let Statistics = [
    Statistic<"NumCast", "num-cast", "parameters, buffers, constants converted">
  ];
  let Example = [{
$ fx-opt model.pt2 --passes='cast-weights{dtype=bfloat16 select=*.weight}' -o half.pt2
  }];
}

def Freeze : Pass<"freeze"> {
  let Summary = "Make parameters and buffers that nothing changes constants";
  let Description = [{
Parameters and buffers that a graph reads and nothing writes become constants,
as torch.jit.freeze and the freezing of torch.compile make them: they want no
gradient, are no longer in `parameters()` or the state dictionary, and passes may
fold them. Of an exported program their inputs become those of tensor constants.
Pickled ones stay, and those that an output and other state share memory with.
  }];
  let Options = [
    SelectOption<"becomes constant">
  ];
  let FlagOption = "select";
  let Statistics = [
    Statistic<"NumFrozen", "num-frozen", "parameters and buffers frozen">
  ];
  let Example = [{
$ cat net.fx
fx 1
module {
  scale = parameter(torch.float32, (3,))
}
graph():
    %scale : [num_users=1] = get_attr[target=scale]
    return %scale
$ fx-opt net.fx --freeze
fx 1
module {
  scale = constant(torch.float32, (3,))
}
graph():
    %scale : [num_users=1] = get_attr[target=scale]
    return %scale
  }];
}
