//===- ScriptContainers.cpp - Lists and dictionaries of TorchScript -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists and dictionaries are known while their items may not be: what changes
// or reads them is done here.
//
//===----------------------------------------------------------------------===//

#include "ScriptEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

/// Whether two values are known to be the same; nothing when that is not known.
static std::optional<bool> same(const ScriptValue &A, const ScriptValue &B) {
  if (A.known() && B.known()) {
    if (A.known()->isTensor() || B.known()->isTensor())
      return std::nullopt;
    return *A.known() == *B.known();
  }
  if (A.node() && A.node() == B.node())
    return true;
  return std::nullopt;
}

namespace {
/// One operator on a container.
class ContainerOp {
public:
  ContainerOp(ScriptItems &Self, ArrayRef<ScriptValue> In)
      : Self(Self), Items(Self.Items), In(In) {}

  /// Nothing for an operator that is not known, or that needs more than is
  /// known. A text says what is wrong with the arguments.
  std::optional<ScriptValue> run(StringRef Name);
  std::string Error;

private:
  std::optional<ScriptValue> runList(StringRef Name);
  std::optional<ScriptValue> runDict(StringRef Name);
  std::optional<int64_t> integer(size_t I) const {
    const c10::IValue *V = I < In.size() ? In[I].known() : nullptr;
    return V && V->isInt() ? std::optional(V->toInt()) : std::nullopt;
  }
  /// A position in the list from Python's index; an error outside.
  std::optional<size_t> position(size_t I);
  /// Where the key is in a dictionary; its size if nowhere.
  std::optional<size_t> findKey(const ScriptValue &Key) const;
  static ScriptValue constant(c10::IValue V) {
    return ScriptValue(std::move(V));
  }

  ScriptItems &Self;
  std::vector<ScriptValue> &Items;
  ArrayRef<ScriptValue> In;
};
} // namespace

std::optional<size_t> ContainerOp::position(size_t I) {
  std::optional<int64_t> Index = integer(I);
  if (!Index)
    return std::nullopt;
  int64_t Size = Items.size();
  int64_t Position = *Index < 0 ? *Index + Size : *Index;
  if (Position >= 0 && Position < Size)
    return size_t(Position);
  Error = "list index out of range";
  return std::nullopt;
}

std::optional<size_t> ContainerOp::findKey(const ScriptValue &Key) const {
  for (size_t I = 0; I + 1 < Items.size(); I += 2) {
    std::optional<bool> Same = same(Items[I], Key);
    if (!Same)
      return std::nullopt;
    if (*Same)
      return I;
  }
  return Items.size();
}

std::optional<ScriptValue> ContainerOp::runList(StringRef Name) {
  auto Copy = [&](std::vector<ScriptValue> New) {
    return ScriptValue::items(Self.Kind, std::move(New), Self.Type);
  };
  if (Name == "len")
    return constant(int64_t(Items.size()));
  if (Name == "__getitem__") {
    std::optional<size_t> P = position(1);
    return P ? std::optional(Items[*P]) : std::nullopt;
  }
  if (Name == "append")
    return Items.push_back(In[1]), In[0];
  if (Name == "_set_item") {
    std::optional<size_t> P = position(1);
    if (!P)
      return std::nullopt;
    Items[*P] = In[2];
    return In[0];
  }
  if (Name == "insert") {
    std::optional<int64_t> Index = integer(1);
    if (!Index)
      return std::nullopt;
    int64_t Size = Items.size();
    int64_t P =
        std::clamp(*Index < 0 ? *Index + Size : *Index, int64_t(0), Size);
    Items.insert(Items.begin() + P, In[2]);
    return ScriptValue();
  }
  if (Name == "pop") {
    std::optional<size_t> P = In.size() > 1 ? position(1) : Items.size() - 1;
    if (Items.empty())
      Error = "pop from an empty list";
    if (!P || Items.empty())
      return std::nullopt;
    ScriptValue Taken = Items[*P];
    Items.erase(Items.begin() + *P);
    return Taken;
  }
  if (Name == "clear")
    return Items.clear(), ScriptValue();
  if (Name == "reverse")
    return std::reverse(Items.begin(), Items.end()), ScriptValue();
  if (Name == "copy" || Name == "list")
    return Copy(Items);
  if (Name == "dict") {
    ScriptValue Made = ScriptValue::items(ScriptItems::Dict, {});
    for (const ScriptValue &Pair : Items) {
      if (!Pair.items() || Pair.items()->Items.size() != 2)
        return std::nullopt;
      ScriptValue Entry[] = {Made, Pair.items()->Items[0],
                             Pair.items()->Items[1]};
      if (!ContainerOp(*Made.items(), Entry).run("_set_item"))
        return std::nullopt;
    }
    return Made;
  }
  const ScriptItems *Other = In.size() > 1 ? In[1].items() : nullptr;
  if (Name == "extend" && Other) {
    std::vector<ScriptValue> More = Other->Items;
    Items.insert(Items.end(), More.begin(), More.end());
    return ScriptValue();
  }
  if ((Name == "add" || Name == "add_") && Other) {
    std::vector<ScriptValue> Joined = Items;
    Joined.insert(Joined.end(), Other->Items.begin(), Other->Items.end());
    if (Name == "add")
      return Copy(std::move(Joined));
    Items = std::move(Joined);
    return In[0];
  }
  if (Name == "mul" && integer(1)) {
    std::vector<ScriptValue> Repeated;
    constexpr int64_t Most = 1'000'000;
    if (!Items.empty() && *integer(1) > Most / int64_t(Items.size())) {
      Error = "a list has more than a million items";
      return std::nullopt;
    }
    for (int64_t I = 0; I < *integer(1); ++I)
      Repeated.insert(Repeated.end(), Items.begin(), Items.end());
    return Copy(std::move(Repeated));
  }
  if (Name == "slice") {
    int64_t Size = Items.size(), Step = integer(3).value_or(1);
    auto Bound = [&](size_t I, int64_t Absent) {
      int64_t V = integer(I).value_or(Absent);
      return std::clamp(V < 0 ? V + Size : V, int64_t(0), Size);
    };
    bool Given = all_of(ArrayRef<size_t>{1, 2, 3}, [&](size_t I) {
      return I >= In.size() || In[I].isNone() || integer(I);
    });
    if (!Given || Step < 1)
      return std::nullopt;
    std::vector<ScriptValue> Part;
    for (int64_t I = Bound(1, 0), End = Bound(2, Size); I < End; I += Step)
      Part.push_back(Items[I]);
    return Copy(std::move(Part));
  }
  if (Name == "__contains__" || Name == "index") {
    for (auto [I, Item] : enumerate(Items)) {
      std::optional<bool> Same = same(Item, In[1]);
      if (!Same)
        return std::nullopt;
      if (*Same)
        return Name == "index" ? constant(int64_t(I)) : constant(true);
    }
    if (Name == "index")
      return std::nullopt;
    return constant(false);
  }
  return std::nullopt;
}

std::optional<ScriptValue> ContainerOp::runDict(StringRef Name) {
  if (Name == "len")
    return constant(int64_t(Items.size() / 2));
  auto Every = [&](size_t First, size_t Step) {
    std::vector<ScriptValue> Result;
    for (size_t I = First; I < Items.size(); I += Step)
      Result.push_back(Items[I]);
    return ScriptValue::items(ScriptItems::List, std::move(Result));
  };
  if (Name == "keys")
    return Every(0, 2);
  if (Name == "values")
    return Every(1, 2);
  if (Name == "items") {
    std::vector<ScriptValue> Pairs;
    for (size_t I = 0; I + 1 < Items.size(); I += 2)
      Pairs.push_back(
          ScriptValue::items(ScriptItems::Tuple, {Items[I], Items[I + 1]}));
    return ScriptValue::items(ScriptItems::List, std::move(Pairs));
  }
  if (Name == "copy" || Name == "dict")
    return ScriptValue::items(ScriptItems::Dict, Items, Self.Type);
  if (Name == "clear")
    return Items.clear(), ScriptValue();
  if (In.size() < 2)
    return std::nullopt;
  std::optional<size_t> At = findKey(In[1]);
  if (!At)
    return std::nullopt;
  bool Found = *At != Items.size();
  if (Name == "__contains__")
    return constant(Found);
  if (Name == "_set_item") {
    if (Found)
      Items[*At + 1] = In[2];
    else
      Items.insert(Items.end(), {In[1], In[2]});
    return ScriptValue();
  }
  if (Name == "get" || Name == "setdefault") {
    ScriptValue Default = In.size() > 2 ? In[2] : ScriptValue();
    if (!Found && Name == "setdefault")
      Items.insert(Items.end(), {In[1], Default});
    return Found ? Items[*At + 1] : Default;
  }
  if (Name != "__getitem__" && Name != "pop" && Name != "Delete")
    return std::nullopt;
  if (!Found) {
    if (Name == "pop" && In.size() > 2)
      return In[2];
    Error = "there is no such key";
    return std::nullopt;
  }
  ScriptValue Taken = Items[*At + 1];
  if (Name != "__getitem__")
    Items.erase(Items.begin() + *At, Items.begin() + *At + 2);
  return Taken;
}

std::optional<ScriptValue> ContainerOp::run(StringRef Name) {
  return Self.Kind == ScriptItems::Dict ? runDict(Name) : runList(Name);
}

bool ScriptEvaluator::runContainerOp(jit::Node *N, const Values &In, Env &E) {
  StringRef Qualified = N->kind().toQualString();
  auto [Namespace, Name] = Qualified.split("::");
  if (Namespace != "aten" && Namespace != "prim")
    return false;
  if (Name == "TupleIndex" && In[0].items())
    Name = "__getitem__";
  // `x in list` has the list first, `2 * list` last.
  ScriptItems *Self = In.empty() ? nullptr : In[0].items();
  if (Name == "TupleIndex" || (Name == "len" && !Self)) {
    if (!In[0].node())
      return false;
    if (Name == "TupleIndex") {
      const c10::IValue *Index = In[1].known();
      if (!Index || !Index->isInt())
        fail(N, "the index of a tuple is not known");
      E[N->output()] = item(In[0], Index->toInt());
      return true;
    }
    std::optional<c10::IValue> Example = example(In[0], N->input(0)->type());
    // For a tensor it is a size; for a list it is part of how the inputs are
    // made.
    if (N->input(0)->type()->kind() == c10::TypeKind::TensorType ||
        (variation(In[0]) & V_Length)) {
      ScriptValue Length = record(Opcode::CallFunction, "builtins.len",
                                  TraceArguments::of(lower(In[0])));
      E[N->output()] = Length;
      computeExample(N, In, Length,
                     [&](jit::Stack &Stack) { N->getOperation()(Stack); });
      return true;
    }
    if (!Example ||
        !(Example->isList() || Example->isString() || Example->isGenericDict()))
      fail(N, "the length of a traced value is not known; give example inputs");
    int64_t Length = Example->isList() ? int64_t(Example->toListRef().size())
                     : Example->isString()
                         ? int64_t(Example->toStringRef().size())
                         : int64_t(Example->toGenericDict().size());
    if (Example->isList())
      guardLength(N, In[0], Length);
    E[N->output()] = ScriptValue(c10::IValue(Length));
    return true;
  }
  // Loops over ranges ask how long they are.
  if (Name == "__range_length") {
    jit::Stack Stack;
    for (const ScriptValue &V : In) {
      std::optional<int64_t> Bound = rounds(N, V);
      if (!Bound)
        fail(N, "the number of rounds of a loop is not known; give example "
                "inputs that decide this");
      Stack.push_back(*Bound);
    }
    N->getOperation()(Stack);
    E[N->output()] = ScriptValue(Stack.back());
    return true;
  }
  // A list of what a traced list has for the examples.
  if (Name == "list" && In[0].node()) {
    std::optional<c10::IValue> Example = example(In[0], N->input(0)->type());
    if (!Example || !Example->isList())
      fail(N, "the length of a traced list is not known; give example inputs");
    uint8_t Varies = variation(In[0]);
    if (Varies & V_Length && Varies & V_Given && !(Varies & V_Sizes)) {
      ScriptValue Length = record(Opcode::CallFunction, "builtins.len",
                                  TraceArguments::of(lower(In[0])));
      guardNumber(N, Length, Example->toListRef().size());
    } else if (Varies & V_Length)
      fail(N, "the length of this list depends on the values in a tensor, and "
              "a graph has no loops; compute with whole tensors, or move this "
              "into a function of its own");
    Values Items;
    for (size_t I = 0, End = Example->toListRef().size(); I != End; ++I)
      Items.push_back(item(In[0], int64_t(I)));
    E[N->output()] = ScriptValue::items(ScriptItems::List, std::move(Items),
                                        N->output()->type());
    return true;
  }
  if (Name == "TupleSlice" && Self) {
    size_t Begin = N->i(c10::attr::beg), End = N->i(c10::attr::end);
    if (Begin > End || End > Self->Items.size())
      fail(N, "a slice of a tuple is out of range");
    E[N->output()] =
        ScriptValue::items(ScriptItems::Tuple, {Self->Items.begin() + Begin,
                                                Self->Items.begin() + End});
    return true;
  }
  if (!Self)
    return false;
  ContainerOp Op(*Self, In);
  std::optional<ScriptValue> Result = Op.run(Name);
  if (!Op.Error.empty())
    fail(N, Op.Error);
  if (!Result)
    return false;
  if (!N->outputs().empty())
    E[N->output()] = *Result;
  return true;
}
