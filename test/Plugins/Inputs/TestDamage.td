//===- TestDamage.td - Passes that break invariants ---------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/Pass/PassBase.td"

class DamagePass<string flag> : Pass<flag> {
  let Description = [{
    Expects placeholder `x`, `add = x + x`, `relu` of it and the output, as
    test/IR/Inputs/sound.fx has them.
  }];
  let Example = "fx-opt sound.fx --load-pass-plugin=TestDamage.so --" # flag;
  let FlagOption = "how";
}

def DamageNodes : DamagePass<"damage-nodes"> {
  let Summary = "Break the list of nodes, or the names and targets in it";
  let Options = [
    EnumOption<"How", "how", "HowKind",
               ["link-out", "erased", "neighbors", "more", "fewer", "end",
                "order", "name-taken", "name-illegal", "no-target"],
               "link-out", "What to break">,
  ];
}

def DamageUses : DamagePass<"damage-uses"> {
  let Summary = "Break the operands of a node or the uses of a value";
  let Options = [
    EnumOption<"How", "how", "HowKind",
               ["operand-count", "operand-memory", "operand-owner",
                "operand-value", "link-out", "neighbors", "other-value",
                "erased-user", "no-operand", "unlisted", "end", "apart"],
               "operand-count", "What to break">,
  ];
}

def DamageArguments : DamagePass<"damage-arguments"> {
  let Summary = "Give a node arguments that cannot be";
  let Options = [
    EnumOption<"How", "how", "HowKind",
               ["other-graph", "erased", "keyword-twice", "keyword-unnamed",
                "slice", "complex-parts", "complex-kind", "dict", "dict-key",
                "field-name", "tensor-type-parts", "tensor-type-kind", "deep"],
               "other-graph", "What to break">,
  ];
}

def DamageTree : DamagePass<"damage-tree"> {
  let Summary = "Put into the module tree or the metadata what cannot be there";
  let Options = [
    EnumOption<"How", "how", "HowKind",
               ["name-twice", "name-empty", "node-in-args", "node-in-kwargs",
                "node-in-attribute", "node-in-type", "node-in-metadata"],
               "name-twice", "What to break">,
  ];
}

def DamageMetadata : DamagePass<"damage-metadata"> {
  let Summary = "Give the first call module stacks that are none";
  let Description = [{
    Sets the metadata `nn_module_stack` of the first call of any graph.
  }];
  let Example =
      "fx-opt m.pt2 --load-pass-plugin=TestDamage.so --damage-metadata";
  let FlagOption = "";
}

def DamageValue : DamagePass<"damage-value"> {
  let Summary = "Say that the first call gives the number 3";
  let Description = [{
    Changes the `val` of the first call of any graph.
  }];
  let Example = "fx-opt m.pt2 --load-pass-plugin=TestDamage.so --damage-value";
  let FlagOption = "";
}
