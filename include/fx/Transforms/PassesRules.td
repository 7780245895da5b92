//===- PassesRules.td - Passes that apply rewrite rules ----*- tablegen -*-===//
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

def Optimize : Pass<"optimize"> {
  let Summary = "Run the passes of an optimization level";
  let Description = [{
Stands for other passes; `--print-pipeline` shows them. The flags `-O1`, `-O2`
and `-O3` are short for it. A level promises what the program computes:

- `O1`: the same bits in results and state, the same aliasing and strides of
  outputs, on every device;
- `O2`: the same but for rounding;
- `O3`: the same but for rounding where all values inside are finite.

With `inference` nobody asks for gradients, and parameters are constants: batch
normalizations are folded into convolutions, and what depends on parameters
alone is computed now.

Rules need the types of values. They are inferred first; for that, the inputs
must have theirs, as those of exported programs have.
  }];
  let Options = [
    EnumOption<"Level", "level", "LevelKind", ["O1", "O2", "O3"], "O2",
               "the level">,
    Option<"Inference", "inference", "bool", "false",
           "parameters are constants, and nobody asks for gradients">,
    ListOption<"Except", "except", "std::string", "rules to leave out">,
    Option<"Remarks", "remarks", "bool", "false",
           "say which rules are applied, and which are refused and why">
  ];
  let FlagOption = "level";
  let Example = [{
$ cat gate.fx
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %one : [num_users=1] = call_function[target=torch.mul](args = (%x, 1), kwargs = {})
    %s : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.mul](args = (%one, %s), kwargs = {})
    return %y
$ fx-opt gate.fx -O2 --to=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %silu : [num_users=1] = call_function[target=torch._C._nn.silu](args = (%x,), kwargs = {})
    return silu
  }];
}

def FoldAsserts : Pass<"fold-asserts"> {
  let Summary = "Remove assertions that the types of values prove";
  let Description = [{
Erases calls of `_assert_tensor_metadata` whose dtype, device, layout, sizes and
strides are those of their tensor's `val`. torch.export writes one for each cast
in a model. Sizes that are symbolic must be the same expressions.
  }];
  let Statistics = [
    Statistic<"NumErased", "num-erased", "assertions that were removed">
  ];
  let Example = [{
$ cat assert.fx
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, None, None, torch.float32), kwargs = {})
    %b : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, None, None, torch.float64), kwargs = {})
    return %x
$ fx-opt assert.fx --fold-asserts --to=fx
graph():
    %x : [num_users=2] = placeholder[target=x]
    %b : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x, None, None, torch.float64), kwargs = {})
    return x
  }];
}

def Rewrite : Pass<"rewrite"> {
  let Summary = "Apply rewrite rules";
  let Description = [{
Applies rules ([RuleLanguage](RuleLanguage.md)) to the graph and to those of its
submodules. The rules are those of the files that `rules` and `--load-rules`
name; without files, the rules of level 1 that come with fx-opt. `only` and
`level` choose among all of them, those of files and those of fx-opt.

A rule is applied only where nobody can tell the difference but for what its
class of exactness allows. It is refused, and `remarks` says why,

- `type`: if dtype, sizes, strides, device or layout of the result would differ,
  or are not known: run `infer-values` or `shape-prop` before;
- `write`: if memory that the pattern reads is written before the place of the
  result, or something that changes global state stands in between;
- `alias`: if the result would share memory with other values than before, and
  that memory is written later, or both are seen outside of the graph;
- `shared`: if inner nodes have other users, and the result costs more than what
  goes;
- `gradient`: if the rule is for inference only, unless `inference` is given or
  the result has integers, which have no gradients;
- `memory`: if new constants would take more memory than what goes;
- `place`: if what replaces several nodes needs what comes after the first;
- `invalid`: if the result cannot be computed;
- `sizes`: if the result fails where a dynamic size is 0 or 1, and what it
  replaces does not;
- `overwritten`: if the result writes memory that others use;
- `lost`: if a write of the pattern is not one of the result, and its memory is
  read later;
- `operator`: if no overload takes the operands, or a symbolic size has no node.

With `check` what each rewrite replaces and what replaces it are run on the same
values, and a difference that the class of the rule does not allow is an error
([CheckingRules](CheckingRules.md)); the flag `--check-rewrites` sets it.

One sweep visits each node, and again what a rewrite changed. Of several rules
that fit, the one with the higher benefit is taken, then that with the larger
pattern, then the first by name.
  }];
  let Options = [
    ListOption<"Rules", "rules", "std::string", "files of rules">,
    ListOption<"Only", "only", "std::string", "the rules to apply">,
    ListOption<"Except", "except", "std::string", "rules to leave out">,
    Option<"Level", "level", "uint64_t", "0",
           "apply the rules of levels 1 to this; 0: those of the files">,
    Option<"Phase", "phase", "std::string", "",
           "apply the rules of this phase only">,
    EnumOption<"Order", "order", "OrderKind", ["phase", "forward", "reverse"], "phase",
               "where the sweep begins; `phase`: at the end for the phases "
               "`recognise` and `fuse`, at the front for others">,
    Option<"Limit", "limit", "int64_t", "-1",
           "stop after so many applications; -1: never">,
    Option<"Inference", "inference", "bool", "false",
           "nobody asks for gradients">,
    Option<"Remarks", "remarks", "bool", "false",
           "say what is applied, and what is refused and why">,
    Option<"Explain", "explain", "std::string", "",
           "change nothing, and show where this rule fits nearly; `R@node` for "
           "one node, `all` for a line about each rule">,
    Option<"Find", "find", "bool", "false",
           "change nothing, and say where rules fit">,
    Option<"WriteMatches", "write-matches", "std::string", "",
           "change nothing, and write where rules fit to this file, as JSON">,
    Option<"Matches", "matches", "std::string", "",
           "apply what such a file lists, and nothing else">,
    Option<"Check", "check", "int64_t", "0",
           "run so many rewrites of each rule before and after; -1: all">,
    ListOption<"Inputs", "input", "std::string",
               "inputs of the model, such as `randn(1,3,224,224)`, for the "
               "values of these runs; without, they are random">,
    Option<"CheckFile", "check-file", "std::string", "fx-opt-rewrite.fx",
           "where to write what a rewrite changed wrongly">,
    WhereOption<"are roots of matches">
  ];
  let FlagOption = "rules";
  let Statistics = [
    Statistic<"NumApplied", "num-applied", "rules applied">,
    Statistic<"NumRefused", "num-refused", "matches that were refused">,
    Statistic<"NumChecked", "num-checked", "rewrites that were run">
  ];
  let Example = [{
$ cat twice.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.permute](args = (%x, [1, 2, 0]), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.permute](args = (%a, [0, 2, 1]), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {})
    return %y
$ fx-opt twice.fx --infer-values --rewrite --to=fx
graph():
    %x : [num_users=1] = placeholder[target=x]
    %permute : [num_users=1] = call_function[target=torch.permute](args = (%x, [1, 0, 2]), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.relu](args = (%permute,), kwargs = {})
    return y
  }];
}
