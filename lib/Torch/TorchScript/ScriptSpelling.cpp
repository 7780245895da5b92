//===- ScriptSpelling.cpp - How Python wrote an operator ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptSpelling.h"
#include "ScriptNodes.h"
#include "fx/IR/Context.h"
#include "fx/IR/OpInfo.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;
namespace prim = c10::prim;
namespace aten = c10::aten;

namespace {
/// The call that a piece of source is.
struct SourceCall {
  /// `torch.nn` of `torch.nn.relu(x)`, `x` of `x.relu()`; empty for no call.
  StringRef Receiver;
  StringRef Name;

  /// Where the source has the callee alone, PyTorch leaves out its last letter.
  bool is(StringRef Function) const {
    return Name == Function ||
           (Name.size() > 1 && Name == Function.drop_back());
  }
};
} // namespace

/// Splits `f(a, g(b)).h(c)` into `f(a, g(b))` and `h`. For some calls the
/// source has the callee alone.
static SourceCall parseCall(StringRef Text) {
  StringRef Callee = Text.trim();
  if (Callee.ends_with(")")) {
    int Open = 0;
    size_t I = Callee.size();
    while (I-- != 0) {
      if (StringRef(")]}").contains(Callee[I]))
        ++Open;
      else if (StringRef("([{").contains(Callee[I]) && --Open == 0)
        break;
    }
    if (I == StringRef::npos)
      return {};
    Callee = Callee.take_front(I).rtrim();
  }
  size_t Begin = Callee.size();
  while (Begin && isNameChar(Callee[Begin - 1]))
    --Begin;
  StringRef Before = Callee.take_front(Begin).rtrim();
  if (Before.consume_back("."))
    return {Before, Callee.substr(Begin)};
  return {"torch", Callee.substr(Begin)};
}

/// Whether functions are called below \p Receiver, and not methods.
static bool isLibrary(StringRef Receiver) {
  StringRef Last = Receiver.rsplit('.').second;
  if (Last.empty())
    Last = Receiver;
  return StringSwitch<bool>(Last)
      .Cases("torch", "F", "functional", "nn", "_nn", "special", "linalg",
             "fft", true)
      .Default(false);
}

/// Python's operator for an operator of ATen; empty for none.
static StringRef pythonOperator(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Cases("add", "sub", "mul", "matmul", "neg", "eq", Name)
      .Cases("ne", "lt", "le", "gt", "ge", "pow", Name)
      .Case("div", "truediv")
      .Case("floordiv", "floordiv")
      .Case("floor_divide", "floordiv")
      .Case("remainder", "mod")
      .Cases("__and__", "bitwise_and", "and_")
      .Cases("__or__", "bitwise_or", "or_")
      .Cases("__xor__", "bitwise_xor", "xor")
      .Case("bitwise_not", "invert")
      .Cases("__lshift__", "bitwise_left_shift", "lshift")
      .Cases("__rshift__", "bitwise_right_shift", "rshift")
      .Case("__getitem__", "getitem")
      .Case("__not__", "not_")
      .Case("__contains__", "contains")
      .Default("");
}

/// The operator of `x += y`; empty for no such.
static StringRef augmentedOperator(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("add_", "add")
      .Case("sub_", "sub")
      .Case("mul_", "mul")
      .Case("div_", "truediv")
      .Case("remainder_", "mod")
      .Case("__iand__", "and_")
      .Case("__ior__", "or_")
      .Default("");
}

bool torch_impl::isMethodSize(const jit::Node *N) {
  // `x.shape` is a function of LibTorch's own that says `a.size()`.
  std::string Text = sourceText(N);
  return Text != "a.size" && parseCall(Text).is("size");
}

bool torch_impl::isSubscript(const jit::Node *N) {
  if (!isTraced(N)) {
    std::string Text = sourceText(N);
    StringRef Name = N->kind().toUnqualString();
    return StringRef(Text).contains('[') && !parseCall(Text).is(Name);
  }
  if (N->kind() == aten::index)
    return true;
  auto Dim = jit::toIValue(N->input(1));
  return N->kind() != aten::unsqueeze && Dim && Dim->isInt() &&
         Dim->toInt() >= 0;
}

/// Whether \p V is a list in which something is None.
static bool holdsNone(const ScriptValue &V) {
  if (ScriptItems *Items = V.items())
    return any_of(Items->Items, [](const ScriptValue &Item) {
      return Item.known() && Item.known()->isNone();
    });
  return V.known() && V.known()->isList() &&
         any_of(V.known()->toListRef(),
                [](const c10::IValue &Item) { return Item.isNone(); });
}

bool torch_impl::takesSeveral(StringRef Target) {
  return Target.consume_front("torch.functional.") &&
         is_contained({"block_diag", "broadcast_tensors", "cartesian_prod",
                       "chain_matmul", "meshgrid"},
                      Target);
}

/// Whether a function that is written in Python says what \p N calls: the
/// operator of its name may have other parameters (`stft` no `center`), the
/// same ones for something else (`tensordot`), or other results
/// (`unique_consecutive` always all three).
static bool saysTheSame(const OpTarget &Function, const jit::Node *N,
                        ArrayRef<ScriptValue> In) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  // What it takes one by one has to be known as such.
  if (takesSeveral(Function.name()) && !In[0].items())
    return Function.name() == "torch.functional.meshgrid";
  return !Schema || any_of(Function.overloads(), [&](const OpSchema &S) {
    if (S.returns().size() != N->outputs().size())
      return false;
    if (S.params()[0].isVariadic()) {
      // `path` of `einsum`.
      for (unsigned I = 1; I < In.size(); ++I)
        if (Schema->arguments()[I].kwarg_only() && !In[I].isNone() &&
            !S.findParam(Schema->arguments()[I].name()))
          return false;
      return true;
    }
    for (unsigned I = 1; I < In.size(); ++I) {
      const c10::Argument &Given = Schema->arguments()[I];
      std::optional<unsigned> At = S.findParam(Given.name());
      if (At && *At != I && !Given.kwarg_only())
        return false;
      unsigned Place = At.value_or(I);
      if (Place >= S.params().size() || S.params()[Place].isOut() ||
          S.params()[Place].Type.Written)
        return false;
      // A number for what has names in Python.
      if (S.params()[Place].Type.Kind == SchemaKind::Str && !In[I].isNone() &&
          Given.type()->kind() != c10::TypeKind::StringType)
        return false;
    }
    return true;
  });
}

/// Whether the functions of Python cannot say what this calls: they take all
/// tensors that are written together, as `out`, no indices that are None, and
/// some have a form of their own.
static bool needsOverload(Context &Ctx, const jit::Node *N,
                          ArrayRef<ScriptValue> In) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    return false;
  for (const c10::Argument &Param : Schema->arguments())
    if (Param.kwarg_only() && Param.alias_info() &&
        Param.alias_info()->isWrite() && Param.name() != "out")
      return true;
  // The methods of these names are their functions.
  if (const OpTarget *Function = Ctx.functionOp(Ctx.intern(
          ("torch.functional." + StringRef(N->kind().toUnqualString())).str())))
    if (!saysTheSame(*Function, N, In))
      return true;
  return (N->kind() == aten::index_put || N->kind() == aten::index_put_) &&
         holdsNone(In[1]);
}

Spelling torch_impl::spellingOf(Context &Ctx, const jit::Node *N,
                                ArrayRef<ScriptValue> In) {
  StringRef Qualified = N->kind().toQualString();
  auto [Namespace, Name] = Qualified.split("::");
  auto IsFunction = [&](const Twine &Target) {
    return Ctx.functionOp(Ctx.intern(Target.str())) != nullptr;
  };
  auto IsMethod = [&](StringRef Method) {
    return Ctx.methodOp(Ctx.intern(Method)) != nullptr;
  };
  std::string Text = sourceText(N);
  SourceCall Call = parseCall(Text);
  bool Named = Call.is(Name);
  // What is done with numbers and texts is Python itself.
  bool OfTensors = any_of(N->inputs(), [](const jit::Value *V) {
    return V->type()->isSubtypeOf(*c10::TensorType::get());
  });
  if (!OfTensors && pythonOperator(Name).empty())
    for (StringRef Prefix : {"builtins.", "math."})
      if (IsFunction(Prefix + Name))
        return {Opcode::CallFunction, (Prefix + Name).str()};
  if (Namespace == "aten") {
    // `bool(x)` and the like: of a tensor of any type.
    if (is_contained({"Bool", "Int", "Float", "Complex"}, Name))
      return {Opcode::CallFunction, "builtins." + Name.lower()};
    // What TorchScript puts in itself.
    if (is_contained({"ScalarImplicit", "IntImplicit", "FloatImplicit"}, Name))
      return {Opcode::CallMethod, "item"};
    bool IsOperator = !Named && takesOperands(N);
    if (StringRef Op = augmentedOperator(Name); !Op.empty() && IsOperator)
      return {Opcode::CallFunction, ("operator." + Op).str(), true, true};
    if (StringRef Op = pythonOperator(Name); !Op.empty() && IsOperator)
      return {Opcode::CallFunction, ("operator." + Op).str(), true, false};
    // Methods that are short for others: `x.float()` is `x.to(torch.float)`.
    if (N->kind() == aten::to && !isLibrary(Call.Receiver) && !Named)
      for (StringRef Short : {"float", "half", "double", "int", "long", "bool",
                              "short", "bfloat16"})
        if (Call.is(Short))
          return {Opcode::CallMethod, Short.str()};
    bool NeedsOverload = needsOverload(Ctx, N, In);
    if (Named && !isLibrary(Call.Receiver) && IsMethod(Name) && !NeedsOverload)
      return {Opcode::CallMethod, Name.str()};
    for (StringRef Prefix :
         {"torch.", "torch.functional.", "torch._C._nn.", "torch._C._special.",
          "torch._C._linalg.", "torch._C._fft."})
      if (IsFunction(Prefix + Name) && !NeedsOverload)
        return {Opcode::CallFunction, (Prefix + Name).str()};
    if (IsMethod(Name) && !NeedsOverload)
      return {Opcode::CallMethod, Name.str()};
  }
  // Traces hold sizes as tensors.
  if (N->kind() == prim::NumToTensor &&
      N->input(0)->type()->kind() == c10::TypeKind::IntType)
    return {Opcode::CallFunction, "torch.tensor"};
  if (Namespace == "torchvision") {
    std::string Target = "torchvision.ops.boxes." + Name.str();
    if (IsFunction(Target))
      return {Opcode::CallFunction, Target};
  }
  const c10::FunctionSchema *Schema = N->maybeSchema();
  StringRef Overload = Schema && !Schema->overload_name().empty()
                           ? StringRef(Schema->overload_name())
                           : "default";
  return {Opcode::CallFunction,
          ("torch.ops." + Namespace + "." + Name + "." + Overload).str()};
}
