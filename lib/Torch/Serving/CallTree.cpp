//===- CallTree.cpp - How inputs and outputs of a model nest --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallTree.h"
#include "Python/PyValue.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/RunInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/core/jit_type.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

static std::vector<TreeSpec::Key> fieldsOf(const TreeSpec &Spec,
                                           const ExportedProgram &P) {
  std::vector<TreeSpec::Key> Fields;
  std::string Class = Spec.contextText();
  for (const KwArg &Known : P.NamedTuples)
    if (Known.Name.str() == Class)
      for (const Argument &Field : Known.Value.elements())
        Fields.push_back({Field.str().str(), std::nullopt});
  for (size_t I = Fields.size(); I < Spec.Children.size(); ++I)
    Fields.push_back({"_" + std::to_string(I), std::nullopt});
  Fields.resize(Spec.Children.size());
  return Fields;
}

ValueTree ValueTree::create(const TreeSpec &Spec, const ExportedProgram &P) {
  ValueTree T;
  if (Spec.isLeaf())
    return T;
  for (const TreeSpec &Child : Spec.Children)
    T.Items.push_back(create(Child, P));
  T.Kind = Spec.Type == "builtins.list" ? List : Tuple;
  if (Spec.isNamedTuple()) {
    T.Kind = NamedTuple;
    T.Class = Spec.contextText();
    T.Keys = fieldsOf(Spec, P);
  } else if (!Spec.isSequence()) {
    // An object of a class that somebody has registered is a dictionary of its
    // fields, if the context says what they are called.
    if (auto Keys = Spec.keys()) {
      T.Kind = Dict;
      T.Keys = std::move(*Keys);
    }
  }
  return T;
}

unsigned ValueTree::numLeaves() const {
  if (Kind == Leaf)
    return 1;
  unsigned Count = 0;
  for (const ValueTree &Item : Items)
    Count += Item.numLeaves();
  return Count;
}

static std::string childName(const ValueTree &T, const std::string &Name,
                             size_t I) {
  switch (T.Kind) {
  case ValueTree::NamedTuple:
    return Name.empty() ? T.Keys[I].Text : Name + "." + T.Keys[I].Text;
  case ValueTree::Dict:
    if (Name.empty() && !T.Keys[I].Number)
      return T.Keys[I].Text;
    return Name + "[" +
           (T.Keys[I].Number ? T.Keys[I].Text : "'" + T.Keys[I].Text + "'") +
           "]";
  default:
    return Name + "[" + std::to_string(I) + "]";
  }
}

void ValueTree::nameLeaves(const std::string &Name,
                           std::vector<std::string> &Names) const {
  if (Kind == Leaf)
    Names.push_back(Name);
  for (size_t I = 0; I != Items.size(); ++I)
    Items[I].nameLeaves(childName(*this, Name, I), Names);
}

static IValue keyOf(const TreeSpec::Key &Key) {
  return Key.Number ? IValue(*Key.Number) : IValue(Key.Text);
}

static std::string keyNames(const ValueTree &T) {
  return join(map_range(T.Keys,
                        [](const TreeSpec::Key &Key) {
                          return Key.Number ? Key.Text : "'" + Key.Text + "'";
                        }),
              ", ");
}

/// The key among those of \p V that \p T does not have.
static const IValue *findOtherKey(const ValueTree &T, const IValue &V,
                                  IValue &Place) {
  for (const auto &Entry : V.toGenericDict()) {
    const IValue &Key = Entry.key();
    if (any_of(T.Keys, [&](const TreeSpec::Key &Known) {
          return Known.Number
                     ? Key.isInt() && Key.toInt() == *Known.Number
                     : Key.isString() && Key.toStringRef() == Known.Text;
        }))
      continue;
    Place = Key;
    return &Place;
  }
  return nullptr;
}

Error ValueTree::flatten(const IValue &V, const std::string &Name,
                         std::vector<IValue> &Leaves) const {
  auto Fail = [&](const Twine &Text) -> Error {
    return makeError(diag::err_run_input, SMLoc(), Name, Text);
  };
  if (Kind == Leaf) {
    Leaves.push_back(V);
    return Error::success();
  }
  if (V.isGenericDict() && (Kind == Dict || Kind == NamedTuple)) {
    auto Values = V.toGenericDict();
    for (size_t I = 0; I != Items.size(); ++I) {
      auto Found = Values.find(keyOf(Keys[I]));
      if (Found == Values.end())
        return Fail(
            "the key " +
            Twine(Keys[I].Number ? Keys[I].Text : "'" + Keys[I].Text + "'") +
            " is missing; it must have " + keyNames(*this));
      if (Error E = Items[I].flatten(Found->value(), childName(*this, Name, I),
                                     Leaves))
        return E;
    }
    IValue Other;
    if (Values.size() != Items.size() && findOtherKey(*this, V, Other))
      return Fail("the model does not know the key " + describe(Other) +
                  "; it must have " + keyNames(*this));
    return Error::success();
  }
  if (Kind == Dict)
    return Fail("it is " + describe(V) + " and must be a dictionary with " +
                (Items.empty() ? "no keys" : keyNames(*this)));
  if (!isSequence(V) || lengthOf(V) != Items.size())
    return Fail("it is " + describe(V) + " and must be a " +
                (Kind == List ? "list" : "tuple") + " of " +
                Twine(Items.size()));
  for (size_t I = 0; I != Items.size(); ++I)
    if (Error E =
            Items[I].flatten(itemOf(V, I), childName(*this, Name, I), Leaves))
      return E;
  return Error::success();
}

/// The type of all items, so that `toTensorVector()` and the like work.
static c10::TypePtr itemType(ArrayRef<IValue> Items) {
  if (!Items.empty() &&
      all_of(Items, [](const IValue &V) { return V.isTensor(); }))
    return c10::TensorType::get();
  return c10::AnyType::get();
}

IValue ValueTree::build(ArrayRef<IValue> Leaves, size_t &Next) const {
  if (Kind == Leaf)
    return Leaves[Next++];
  std::vector<IValue> Values;
  Values.reserve(Items.size());
  for (const ValueTree &Item : Items)
    Values.push_back(Item.build(Leaves, Next));
  switch (Kind) {
  case List: {
    c10::impl::GenericList Result(itemType(Values));
    for (IValue &V : Values)
      Result.push_back(std::move(V));
    return Result;
  }
  case Dict: {
    bool IsNumbered = !Keys.empty() && Keys.front().Number;
    c10::TypePtr KeyType = c10::StringType::get();
    if (IsNumbered)
      KeyType = c10::IntType::get();
    if (any_of(Keys, [&](const TreeSpec::Key &Key) {
          return Key.Number.has_value() != IsNumbered;
        }))
      KeyType = c10::AnyType::get();
    c10::impl::GenericDict Result(KeyType, itemType(Values));
    for (size_t I = 0; I != Values.size(); ++I)
      Result.insert_or_assign(keyOf(Keys[I]), std::move(Values[I]));
    return Result;
  }
  case NamedTuple: {
    std::vector<std::string> Names;
    std::vector<c10::TypePtr> Types;
    for (size_t I = 0; I != Values.size(); ++I) {
      Names.push_back(Keys[I].Text);
      Types.push_back(Values[I].isTensor()
                          ? c10::TypePtr(c10::TensorType::get())
                          : c10::AnyType::get());
    }
    return c10::ivalue::Tuple::createNamed(
        std::move(Values),
        c10::TupleType::createNamed(c10::QualifiedName(Class), Names, Types));
  }
  default:
    return makeTuple(std::move(Values));
  }
}

//===----------------------------------------------------------------------===//
// All inputs and outputs
//===----------------------------------------------------------------------===//

/// The trees of \p P, if it has some that fit.
static std::optional<std::pair<TreeSpec, TreeSpec>>
treesOf(const ExportedProgram &P, size_t NumInputs, size_t NumOutputs) {
  for (const ModuleCall &Call : P.ModuleCalls) {
    if (!Call.Path.str().empty() || !Call.HasSignature || !Call.InSpec ||
        !Call.OutSpec)
      continue;
    Expected<TreeSpec> In = TreeSpec::parse(Call.InSpec.str());
    Expected<TreeSpec> Out = TreeSpec::parse(Call.OutSpec.str());
    if (In && Out && In->numLeaves() == NumInputs &&
        Out->numLeaves() == NumOutputs && In->Type == "builtins.tuple" &&
        In->Children.size() == 2 && In->Children[0].isSequence() &&
        In->Children[1].isDict() &&
        (In->Children[1].Children.empty() || In->Children[1].keys()))
      return std::pair(std::move(*In), std::move(*Out));
    consumeError(In.takeError());
    consumeError(Out.takeError());
    break;
  }
  return std::nullopt;
}

CallTree::CallTree(const ExportedProgram &P, std::vector<ModelInput> &Users,
                   unsigned NumOutputs) {
  std::optional<std::pair<TreeSpec, TreeSpec>> Trees =
      treesOf(P, Users.size(), NumOutputs);
  if (!Trees) {
    for (const ModelInput &I : Users)
      Parameters.push_back({I.Name, ValueTree(), false, std::nullopt});
    NumPositional = unsigned(Parameters.size());
    Out.Kind = ValueTree::Tuple;
    Out.Items.resize(NumOutputs);
  } else {
    const auto &[In, OutSpec] = *Trees;
    ArrayRef<fx::Symbol> Names;
    for (const ModuleCall &Call : P.ModuleCalls)
      if (Call.Path.str().empty() && Call.ArgNames)
        Names = *Call.ArgNames;
    NumPositional = unsigned(In.Children[0].Children.size());
    for (const auto &[I, Child] : enumerate(In.Children[0].Children))
      Parameters.push_back(
          {I < Names.size() ? Names[I].str().str() : "arg_" + std::to_string(I),
           ValueTree::create(Child, P), false, std::nullopt});
    if (!In.Children[1].Children.empty()) {
      std::vector<TreeSpec::Key> Keys = *In.Children[1].keys();
      for (const auto &[Key, Child] : zip(Keys, In.Children[1].Children))
        Parameters.push_back(
            {Key.Text, ValueTree::create(Child, P), true, std::nullopt});
    }
    Out = ValueTree::create(OutSpec, P);
  }

  size_t Next = 0;
  for (Parameter &Param : Parameters) {
    std::vector<std::string> Names;
    Param.Tree.nameLeaves(Param.Name, Names);
    std::vector<IValue> Default;
    for (std::string &Name : Names) {
      ModelInput &User = Users[Next++];
      User.Name = std::move(Name);
      if (!User.Constant)
        continue;
      if (Expected<IValue> V = pyConstant(*User.Constant))
        Default.push_back(std::move(*V));
      else
        consumeError(V.takeError());
    }
    if (Default.size() == Names.size())
      Param.Default = std::move(Default);
  }
}

std::string CallTree::names() const {
  return join(map_range(Parameters, [](const Parameter &P) { return P.Name; }),
              ", ");
}

Error CallTree::wrongPositionalCount(size_t Given) const {
  std::vector<std::string> Names;
  size_t Needed = 0;
  for (const Parameter &P : ArrayRef(Parameters).take_front(NumPositional)) {
    Names.push_back(P.Name);
    if (!P.Default)
      Needed = Names.size();
  }
  if (Names.size() < Parameters.size()) {
    std::vector<std::string> ByName;
    for (const Parameter &P : ArrayRef(Parameters).drop_front(NumPositional))
      ByName.push_back(P.Name);
    return makeError(diag::err_run_input, SMLoc(), ByName.front(),
                     "the model takes " + join(Names, ", ") +
                         " by place, and " + join(ByName, ", ") +
                         " by name alone");
  }
  return wrongInputCount(Names, Needed, Given);
}

Expected<std::vector<IValue>>
CallTree::flatten(ArrayRef<IValue> Args, const NamedValues &Named) const {
  if (Args.size() > NumPositional && !NumPositional && !Parameters.empty())
    return makeError(diag::err_run_input, SMLoc(), Parameters.front().Name,
                     "the model takes its inputs by name, and none by place: " +
                         names());
  if (Args.size() > NumPositional)
    return wrongPositionalCount(Args.size());
  std::vector<const IValue *> Given(Parameters.size());
  for (size_t I = 0; I != Args.size(); ++I)
    Given[I] = &Args[I];
  for (const auto &[Name, Value] : Named) {
    auto Known =
        find_if(Parameters, [&](const Parameter &P) { return P.Name == Name; });
    if (Known == Parameters.end())
      return makeError(diag::err_run_input, SMLoc(), Name,
                       "the model has no such input; it takes " + names());
    const IValue *&Place = Given[size_t(Known - Parameters.begin())];
    if (Place)
      return makeError(diag::err_run_input, SMLoc(), Name, "it is given twice");
    Place = &Value;
  }
  std::vector<IValue> Leaves;
  for (const auto &[Param, Value] : zip(Parameters, Given)) {
    if (Value) {
      if (Error E = Param.Tree.flatten(*Value, Param.Name, Leaves))
        return E;
    } else if (Param.Default) {
      Leaves.insert(Leaves.end(), Param.Default->begin(), Param.Default->end());
    } else {
      return makeError(diag::err_run_input, SMLoc(), Param.Name,
                       "it is missing; the model takes " + names());
    }
  }
  return Leaves;
}

IValue CallTree::build(ArrayRef<IValue> Leaves) const {
  size_t Next = 0;
  return Out.build(Leaves, Next);
}

std::vector<std::string> CallTree::outputNames() const {
  std::vector<std::string> Names;
  Out.nameLeaves("", Names);
  return Names;
}
