//===- ModuleBase.td - How module classes are declared -----*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A class is declared by its constructor, its tensors and the formula of its
// forward function, in the small subset of Python that
// include/fx/IR/Formula.h lists:
//
//   def : TorchModule<"torch.nn.modules.linear", "Linear",
//       "(int in_features, int out_features, bool bias=True)"> {
//     let Tensors = [Param<"weight">, Param<"bias", "init.bias">];
//     let Expansion = [{
//       return torch._C._nn.linear(input, self.weight, self.bias)
//     }];
//   }
//
// The calls are the ones that torch.fx records when the class is not a leaf:
// functions by their printed names, arguments in the same places.
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULEBASE
#define FX_IR_MODULEBASE

/// A tensor of the module. It exists when the expression `when` over init.*
/// holds (empty: always). Where it does not, `self.name` is None.
class ModuleTensor<string name, string when> {
  string Name = name;
  string When = when;
}
class Param<string name, string when = ""> : ModuleTensor<name, when>;
class Buffer<string name, string when = ""> : ModuleTensor<name, when>;

/// A class of modules, under the name that users write.
class ModuleClass<string name, string ctor> {
  /// `torch.nn.ReLU`; print(module) shows the last part.
  string Name = name;
  /// Other qualified names, e.g. the module that defines the class.
  list<string> Aliases = [];
  /// What print(module) shows instead of the last part of Name.
  string ShownName = ?;
  /// Parameters of the constructor, as a schema without results. device and
  /// dtype are left out where no formula needs them.
  string Ctor = ctor;
  /// Parameters of forward, without self.
  string Forward = "(Tensor input)";
  list<ModuleTensor> Tensors = [];
  /// Constructor parameters that print(module) never shows. The others are
  /// shown, or left out when they have their defaults.
  list<string> Hidden = [];
  /// Names of submodules that the formula calls.
  list<string> Submodules = [];
  /// The formula; empty for a class that has none.
  code Expansion = "";
  /// Why there is no formula.
  string NoExpansion = "";
}

/// A class of PyTorch that `file` defines and torch.nn exports.
class TorchModule<string file, string name, string ctor>
    : ModuleClass<"torch.nn." # name, ctor> {
  let Aliases = [file # "." # name];
}

/// The formula of an N-dimensional class: `N` stands for the number, and so
/// does the N of names that end in `Nd` or contain `Nd_`.
class ForDimension<string text, int n> {
  defvar Digit = !cast<string>(n);
  string Result = !subst("Nd", Digit # "d",
                         !subst(" N)", " " # Digit # ")", text));
}

#endif // FX_IR_MODULEBASE
