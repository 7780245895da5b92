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

class StateOption<string what>
    : ListOption<"OfState", "state", "std::string",
                 "globs over the dotted names of the state that " # what #
                 "; none: all"> {
  let OldFlag = "select";
}

def PruneUnusedState : Pass<"prune-unused-state"> {
  let Summary = "Remove unused parameters, buffers and constants";
  let Description = [{
In an exported program, removes inputs for parameters, buffers, constants and
objects that have no users and to which no output writes; inputs of the user
stay. In an exported program and in a closed module tree, removes state that no
graph names, neither by an input or get_attr nor by a call of a module without a
graph. Names that are tied to state in use stay, since PyTorch's state
dictionaries have them. A module of a tree that loses state so, and that no
graph uses, goes as a whole: Python would make it again, with new state.

Bytes without a name are not written. Run `dce` first to find more unused state.
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
Merges records with equal bytes, so that they are stored once, if they have the
same size, type and role, agree on requiring a gradient, and agree on being
saved. Of the inputs of an exported program for equal state, one is used. All
names stay, as with tied weights, and so do the inputs of parameters and saved
buffers, which are keys of PyTorch's state dictionary.

State that may be written is not merged, and neither is state that may share
memory with an output, because the outputs would then share memory with each
other. Merged parameters that are trained later are trained together.

Only records with another one of the same size and type are read.
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
  let Summary = "Store weights as another floating-point type";
  let Description = [{
Converts parameters, buffers and constants of a floating-point type to `dtype`,
rounding to nearest even, and inserts a cast to the old type before each use:
the program computes in the same types as before, with weights of less precision
that take less space. Archives and signature stay valid in every dialect.

A record is converted as a whole, with all names and views that share it. These
records are not converted:

- with a warning, one with an element that would become infinite;
- with a remark, a trained table of embeddings whose gradient is sparse, one
  that may share memory with an output, one that is not dense, so that a copy
  has other strides, and a view if a call such as `as_strided` reads the memory
  around it;
- without a message, one that may be written, one that is not selected under all
  of its names, a pickled one, and one that a called module uses.
  }];
  let Options = [
    EnumOption<"Type", "dtype", "DTypeKind",
               ["float16", "bfloat16", "float32", "float64"], "float16",
               "the type to store">,
    StateOption<"is converted">
  ];
  let FlagOption = "dtype";
  let Statistics = [
    Statistic<"NumCast", "num-cast", "parameters, buffers, constants converted">
  ];
  let Example = [{
$ fx-opt model.pt2 --passes='cast-weights{dtype=bfloat16 state=*weight}' -o half.pt2
  }];
}

def MoveToDevice : Pass<"move-to-device"> {
  let Summary = "Compute on another device";
  let Description = [{
State, values and arguments that name a device get another one, as
torch.export.passes.move_to_device_pass does: a program that was exported on a
GPU then runs where there is none, and the other way around. In graphs of
torch.fx, `x.cuda()` and `x.cpu()` become `x.to(device)`.

`from` names what is moved, `cuda` for all of that type; without it everything
is, but for the meta device, which has no elements. Bytes of weights stay as
they are. Pickled state stays on its device. The inputs that a program was
exported with are left out, since they are pickled too.

What a call does by default is not looked at: `torch.ones(3)` makes a tensor of
the CPU wherever its users are. In exported programs it names its device.
  }];
  let Options = [
    Option<"Device", "device", "std::string", "cpu", "where to">,
    Option<"From", "from", "std::string", "",
           "what is moved, as cuda or cuda:1; none: all">
  ];
  let FlagOption = "device";
  let Statistics = [
    Statistic<"NumState", "num-state", "parameters, buffers and constants moved">,
    Statistic<"NumNodes", "num-nodes", "nodes changed">
  ];
  let Example = [{
$ cat net.fx
fx 1
module {
  scale = parameter(torch.float32, (3,), (1,), device("cuda:0"))
}
graph():
    %scale : [num_users=1] = get_attr[target=scale]
    %arange : [num_users=1] = call_function[target=torch.arange](args = (3,), kwargs = {device: device("cuda:0")})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%scale, %arange), kwargs = {})
    return %mul
$ fx-opt net.fx --move-to-device=cpu
fx 1
module {
  scale = parameter(torch.float32, (3,), (1,), device("cpu"))
}
graph():
    %scale : [num_users=1] = get_attr[target=scale]
    %arange : [num_users=1] = call_function[target=torch.arange](args = (3,), kwargs = {device: device("cpu")})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%scale, %arange), kwargs = {})
    return %mul
  }];
}

def Freeze : Pass<"freeze"> {
  let Summary = "Make unchanged parameters and buffers constants";
  let Description = [{
Parameters and buffers that a graph reads and nothing writes become constants,
as torch.jit.freeze and torch.compile's freezing do: they do not require
gradients, are no longer in `parameters()` or the state dictionary, and passes
may fold them. In an exported program, their inputs become those of tensor
constants. Pickled parameters and buffers stay, and so do those that share
memory with an output and other state.
  }];
  let Options = [
    StateOption<"becomes constant">
  ];
  let FlagOption = "state";
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
