//===- ScriptValue.h - Values while TorchScript is evaluated ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTVALUE_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTVALUE_H

#include "fx/IR/Module.h"
#include <ATen/core/ivalue.h>
#include <memory>
#include <variant>
#include <vector>

namespace fx::torch_impl {

class ScriptValue;

/// A list, tuple or dictionary (keys and values in turn). Lists and
/// dictionaries are shared by all who have them.
struct ScriptItems {
  enum ItemsKind : uint8_t { Tuple, List, Dict } Kind = Tuple;
  std::vector<ScriptValue> Items;
  /// A named tuple's type.
  c10::TypePtr Type;
};

/// An instance of a class that is not a module.
struct ScriptObject {
  c10::ClassTypePtr Type;
  std::vector<ScriptValue> Slots;
};

/// What a value of TorchScript's IR is known to be.
class ScriptValue {
public:
  /// None.
  ScriptValue() = default;
  /// Known, without anything that is not.
  ScriptValue(c10::IValue V) : Data(std::move(V)) {}
  /// The value of a node.
  ScriptValue(Node *N) : Data(N) {}
  ScriptValue(Module *M) : Data(M) {}
  ScriptValue(std::shared_ptr<ScriptItems> I) : Data(std::move(I)) {}
  ScriptValue(std::shared_ptr<ScriptObject> O) : Data(std::move(O)) {}

  static ScriptValue items(ScriptItems::ItemsKind Kind,
                           std::vector<ScriptValue> Items,
                           c10::TypePtr Type = nullptr) {
    return std::make_shared<ScriptItems>(
        ScriptItems{Kind, std::move(Items), std::move(Type)});
  }

  /// Known as a whole; lists and dictionaries never are, for they can change.
  const c10::IValue *known() const { return std::get_if<c10::IValue>(&Data); }
  Node *node() const {
    Node *const *N = std::get_if<Node *>(&Data);
    return N ? *N : nullptr;
  }
  Module *module() const {
    Module *const *M = std::get_if<Module *>(&Data);
    return M ? *M : nullptr;
  }
  ScriptItems *items() const {
    auto *I = std::get_if<std::shared_ptr<ScriptItems>>(&Data);
    return I ? I->get() : nullptr;
  }
  bool isItems(ScriptItems::ItemsKind Kind) const {
    return items() && items()->Kind == Kind;
  }
  std::shared_ptr<ScriptObject> object() const {
    auto *O = std::get_if<std::shared_ptr<ScriptObject>>(&Data);
    return O ? *O : nullptr;
  }
  bool isNone() const { return known() && known()->isNone(); }

private:
  std::variant<c10::IValue, Node *, Module *, std::shared_ptr<ScriptItems>,
               std::shared_ptr<ScriptObject>>
      Data;
};

/// What was evaluated cannot be traced; thrown and caught in lib/Torch.
struct ScriptFailure {
  std::string Text;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTVALUE_H
