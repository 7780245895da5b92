//===- ScriptOps.cpp - Operators of TorchScript ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TorchScript has one operator where Python has several ways to call it:
// `x + y`, torch.add(x, y), x.add(y). Which one it was is taken from the source
// text, which archives hold; without it the usual one is.
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "ScriptEvaluator.h"
#include "ScriptNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <sstream>
#include <torch/csrc/jit/runtime/operator.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;
namespace prim = c10::prim;
namespace aten = c10::aten;

//===----------------------------------------------------------------------===//
// What the source says
//===----------------------------------------------------------------------===//

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
  while (Begin && (isAlnum(Callee[Begin - 1]) || Callee[Begin - 1] == '_'))
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

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

ScriptValue ScriptEvaluator::record(Opcode Op, StringRef Target,
                                    const TraceArguments &Args) {
  return raise(TraceValue(T.record({Op, Target, Args.Positional, Args.Named})));
}

/// Whether the source says `x.size()` and not `x.shape`.
static bool isMethodSize(const jit::Node *N) {
  // `x.shape` is a function of LibTorch's own that says `a.size()`.
  std::string Text = sourceText(N);
  return Text != "a.size" && parseCall(Text).is("size");
}

/// Attributes of tensors, that TorchScript has as operators.
bool ScriptEvaluator::recordAttribute(jit::Node *N, const Values &In, Env &E) {
  StringRef Qualified = N->kind().toQualString();
  StringRef Name;
  if (Qualified.starts_with("prim::") && In.size() == 1)
    Name = StringSwitch<StringRef>(Qualified.drop_front(6))
               .Cases("dtype", "device", "shape", "layout", "requires_grad",
                      "is_cuda", "grad", "data", "is_quantized", "is_sparse",
                      Qualified.drop_front(6))
               .Case("is_nested", "is_nested")
               .Cases("itemsize", "is_mkldnn", "is_mps", "is_meta", "is_xla",
                      Qualified.drop_front(6))
               .Default("");
  else if (N->kind() == aten::size && In.size() == 1 && !isMethodSize(N))
    Name = "shape";
  if (Name.empty())
    return false;
  ScriptValue Result =
      record(Opcode::CallFunction, "builtins.getattr",
             TraceArguments::of(lower(In[0]), TraceValue(Name)));
  E[N->output()] = Result;
  computeExample(N, In, Result,
                 [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  return true;
}

namespace {
/// How a call is written.
struct Spelling {
  Opcode Op = Opcode::CallFunction;
  std::string Target;
  /// It is one of Python's operators.
  bool IsOperator = false;
  /// `x += y`.
  bool IsAugmented = false;
};
} // namespace

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

/// Whether the functions of Python cannot say what this calls: they take all
/// tensors that are written together, as `out`, and no indices that are None.
static bool needsOverload(const jit::Node *N, ArrayRef<ScriptValue> In) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    return false;
  for (const c10::Argument &Param : Schema->arguments())
    if (Param.kwarg_only() && Param.alias_info() &&
        Param.alias_info()->isWrite() && Param.name() != "out")
      return true;
  return (N->kind() == aten::index_put || N->kind() == aten::index_put_) &&
         holdsNone(In[1]);
}

static Spelling spellingOf(Context &Ctx, const jit::Node *N,
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
    bool NeedsOverload = needsOverload(N, In);
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

/// Whether Python's function takes the tensors of a list one by one.
static bool takesSeveral(StringRef Target) {
  return Target.consume_front("torch.functional.") &&
         is_contained({"block_diag", "broadcast_tensors", "cartesian_prod",
                       "chain_matmul", "meshgrid"},
                      Target);
}

/// Arguments as Python would be given them: without those that are defaults.
static bool isDefault(const c10::Argument &Param, const ScriptValue &V) {
  const auto &Default = Param.default_value();
  const c10::IValue *Known = V.known();
  // TorchScript takes the mean where nothing is said; Python's bindings of the
  // same functions do not reduce.
  if (!Default || Param.name() == "reduction")
    return false;
  if (const ScriptItems *Items = V.items())
    return Items->Items.empty() && Default->isList() &&
           Default->toListRef().empty();
  if (!Known || Known->isNone() != Default->isNone())
    return false;
  if (Known->isNone())
    return true;
  // A Scalar's default may be written as an int or a double.
  if (Known->isScalar() && Default->isScalar() && !Known->isBool() &&
      !Default->isBool() && !Known->isComplexDouble() &&
      !Default->isComplexDouble())
    return Known->isInt() == Default->isInt() &&
           Known->toScalar().toDouble() == Default->toScalar().toDouble();
  return Known->tagKind() == Default->tagKind() && !Known->isTensor() &&
         *Known == *Default;
}

/// What `x.to(...)` of Python does not take, and a trace always gives.
static bool isUsual(const c10::Argument &Param, const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  if (!Known)
    return false;
  if (Param.name() == "layout")
    return Known->isInt() && Known->toInt() == int64_t(c10::Layout::Strided);
  return Param.name() == "pin_memory" && Known->isBool() && !Known->toBool();
}

/// The bound of a slice that Python was not given is the end, or None.
static TraceValue sliceBound(const ScriptValue &V, TraceValue Lowered,
                             int64_t Absent) {
  const c10::IValue *Known = V.known();
  if (Known &&
      (Known->isNone() || (Known->isInt() && Known->toInt() == Absent)))
    return TraceValue();
  return Lowered;
}

/// Whether an operator for indices was written as `x[...]`.
static bool isSubscript(jit::Node *N) {
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

static bool isRandom(const c10::FunctionSchema *Schema, jit::Node *N) {
  return N->isNondeterministic() ||
         (Schema && any_of(Schema->arguments(), [](const c10::Argument &A) {
            return A.name() == "generator";
          }));
}

/// A number on the left of a tensor: TorchScript calls functions of its own for
/// that, `def mul(a : int, b : Tensor): return b * a`.
bool ScriptEvaluator::recordReversed(jit::Node *N, const Values &In, Env &E) {
  if (In.size() < 2 || !StringRef(sourcePlace(N)).starts_with("<string>:"))
    return false;
  StringRef Target = StringSwitch<StringRef>(sourceText(N))
                         .Case("b * a", "operator.mul")
                         .Case("b + a", "operator.add")
                         .Case("b == a", "operator.eq")
                         .Case("b != a", "operator.ne")
                         .Case("torch.neg(b) + a", "operator.sub")
                         .Case("torch.reciprocal(b) * a", "operator.truediv")
                         .Default("");
  if (Target.empty())
    return false;
  ScriptValue Right = In[0];
  // Of `-b + a` and `1 / b * a` the first part is a node already.
  Node *First = nullptr;
  if (Target == "operator.sub" || Target == "operator.truediv") {
    First = In[0].node();
    Node *Operand =
        First && First->numArgs() == 1 ? First->arg(0).asNode() : nullptr;
    if (!Operand || First->hasUsers())
      return false;
    Right = Operand;
  }
  ScriptValue Result = record(Opcode::CallFunction, Target,
                              TraceArguments::of(lower(In[1]), lower(Right)));
  E[N->output()] = Result;
  computeExample(N, In, Result,
                 [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  if (First) {
    Examples.erase(First);
    First->graph().eraseNode(First);
  }
  return true;
}

/// Whether the values of a type say nothing of what is in a tensor.
static bool isFact(const c10::Type &Type) {
  if (Type.kind() == c10::TypeKind::OptionalType)
    return isFact(*Type.containedTypes()[0]);
  return Type.kind() == c10::TypeKind::StringType ||
         Type.kind() == c10::TypeKind::DeviceObjType ||
         Type.kind() == c10::TypeKind::NoneType;
}

/// What is done with devices and texts, such as `"cpu" in str(x.device)`: as it
/// is for the examples.
bool ScriptEvaluator::runFacts(jit::Node *N, const Values &In, Env &E) {
  jit::Stack Stack;
  for (auto [I, V] : enumerate(In)) {
    auto Example = example(V, N->inputs()[I]->type());
    bool IsKnown = V.known() && !State.isWritten(V);
    if (!Example || (!IsKnown && !isFact(*N->inputs()[I]->type())))
      return false;
    Stack.push_back(std::move(*Example));
  }
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (In.empty() || !Schema || isRandom(Schema, N))
    return false;
  if (Schema->is_vararg())
    Stack.push_back(int64_t(In.size()));
  N->getOperation()(Stack);
  for (size_t I = 0; I != N->outputs().size(); ++I)
    E[N->outputs()[I]] = raise(Stack[I]);
  return true;
}

void ScriptEvaluator::recordOp(jit::Node *N, Values In, Env &E) {
  Written.own(N, In);
  if (std::optional<ScriptValue> Integer = Integers.record(N, In)) {
    E[N->output()] = *Integer;
    return;
  }
  if (recordReversed(N, In, E) || recordAttribute(N, In, E) ||
      runFacts(N, In, E))
    return;
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    fail(N, Twine("the operator '") + N->kind().toQualString() +
                "' of TorchScript has no form in Python");
  auto RunExample = [&](ArrayRef<ScriptValue> Results) {
    computeExample(N, In, Results,
                   [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  };
  bool IsIndex = N->kind() == aten::slice || N->kind() == aten::select ||
                 N->kind() == aten::unsqueeze || N->kind() == aten::index;
  bool OfTensor =
      IsIndex && N->input(0)->type()->isSubtypeOf(*c10::TensorType::get());
  if (N->kind() == aten::slice && !OfTensor && In.size() == 4) {
    // Of a list, such as `x.shape[-2:]`.
    constexpr int64_t Last = std::numeric_limits<int64_t>::max();
    TraceValue Part = slice(sliceBound(In[1], lower(In[1]), -Last - 1),
                            sliceBound(In[2], lower(In[2]), Last),
                            sliceBound(In[3], lower(In[3]), 1));
    ScriptValue Result = record(Opcode::CallFunction, "operator.getitem",
                                TraceArguments::of(lower(In[0]), Part));
    E[N->output()] = Result;
    RunExample(Result);
    return;
  }
  IsIndex &= OfTensor;
  if (IsIndex && isSubscript(N) && (In[0].node() || In[0].known())) {
    ScriptValue Result =
        N->kind() == aten::index && indexesByNumbers(In[1])
            ? record(Opcode::CallFunction, "torch.ops.aten.index.Tensor",
                     TraceArguments::of(lower(In[0]), lower(In[1])))
            : subscript(N, In);
    E[N->output()] = Result;
    RunExample(Result);
    return;
  }
  Spelling How = spellingOf(T.context(), N, In);
  TraceArguments Args;
  bool ByName = false;
  for (size_t I = 0; I != In.size(); ++I) {
    const c10::Argument &Param = Schema->arguments()[I];
    if (How.IsOperator && I == 2)
      break; // `alpha`, which operators do not have.
    if (I != 0 && (isDefault(Param, In[I]) ||
                   (How.Target == "to" && isUsual(Param, In[I])))) {
      ByName = true;
      continue;
    }
    if (ScriptItems *Items = In[I].items(); Items && takesSeveral(How.Target)) {
      for (const ScriptValue &Item : Items->Items)
        Args.add(lower(Item));
      continue;
    }
    TraceValue V = lower(In[I], Param.real_type().get());
    bool IsShort = How.Op == Opcode::CallMethod && N->kind() == aten::to &&
                   How.Target != "to";
    if (IsShort && I != 0)
      continue;
    if (ByName || Param.kwarg_only())
      Args.add(kw(Param.name(), V));
    else
      Args.add(V);
  }
  ScriptValue Result = record(How.Op, How.Target, Args);
  if (How.IsAugmented)
    Augmented.add(Result.node());
  if (N->outputs().size() == 1) {
    E[N->output()] = Result;
    RunExample(Result);
    return;
  }
  // Several results are a tuple in Python.
  Values Results;
  for (size_t I = 0; I != N->outputs().size(); ++I) {
    if (N->outputs()[I]->uses().empty() && N->outputs().size() > 1) {
      Results.push_back(ScriptValue());
      continue;
    }
    Results.push_back(item(Result, I));
    E[N->outputs()[I]] = Results.back();
  }
  RunExample(Results);
}

//===----------------------------------------------------------------------===//
// x[...]
//===----------------------------------------------------------------------===//

/// Whether Python would take the tensors of an index for numbers, and give a
/// view where TorchScript copies, as far as the examples say.
bool ScriptEvaluator::indexesByNumbers(const ScriptValue &Indices) const {
  std::optional<c10::IValue> List =
      example(Indices, c10::ListType::ofTensors());
  return List && List->isList() &&
         all_of(List->toListRef(), [](const c10::IValue &V) {
           return V.isNone() || (V.isTensor() && V.toTensor().dim() == 0 &&
                                 c10::isIntegralType(V.toTensor().scalar_type(),
                                                     /*includeBool=*/false));
         });
}

/// TorchScript has an operator for each part of an index; they come one after
/// the other and from the same piece of source.
ScriptValue ScriptEvaluator::subscript(jit::Node *N, const Values &In) {
  Node *Base = In[0].node();
  bool HasTensors = N->kind() == aten::index;
  Subscript State{sourceKey(N), {}, 0, false};
  auto It = Base ? Subscripts.find(Base) : Subscripts.end();
  bool Continues = It != Subscripts.end() && It->second.Key == State.Key &&
                   !Base->hasUsers() && N->input(0)->uses().size() == 1;
  // Several indices can come from one line of a trace.
  if (Continues && isTraced(N))
    Continues = !It->second.HasTensors &&
                (HasTensors || In[1].known()->toInt() >= It->second.Dims);
  if (Continues)
    State = It->second;
  State.HasTensors = HasTensors;

  // Brings the next part to the dimension Dim of the result so far.
  auto Reach = [&](int64_t Dim) {
    if (Dim < 0) {
      bool HasEllipsis = any_of(State.Items, [](const TraceValue &V) {
        return V.isConstant() && V.constant().kind() == ArgKind::Ellipsis;
      });
      if (!HasEllipsis)
        State.Items.push_back(ellipsis());
      return;
    }
    for (; State.Dims < Dim; ++State.Dims)
      State.Items.push_back(slice());
  };
  if (N->kind() == aten::index) {
    const ScriptItems *List = In[1].items();
    bool Fits = List && State.Dims <= int64_t(List->Items.size()) &&
                all_of(ArrayRef(List->Items).take_front(State.Dims),
                       [](const ScriptValue &V) { return V.isNone(); });
    if (!Fits) {
      Continues = false;
      State.Items.clear();
      State.Dims = 0;
    }
    for (size_t I = State.Dims; List && I < List->Items.size(); ++I)
      State.Items.push_back(List->Items[I].isNone() ? slice()
                                                    : lower(List->Items[I]));
  } else {
    const c10::IValue *Dim = In[1].known();
    if (!Dim || !Dim->isInt())
      fail(N, "the dimension of an index is not known");
    Reach(Dim->toInt());
    if (N->kind() == aten::select) {
      State.Items.push_back(lower(In[2]));
    } else if (N->kind() == aten::unsqueeze) {
      State.Items.push_back(TraceValue());
      ++State.Dims;
    } else {
      constexpr int64_t Last = std::numeric_limits<int64_t>::max();
      int64_t First = isTraced(N) ? 0 : -Last - 1;
      State.Items.push_back(slice(sliceBound(In[2], lower(In[2]), First),
                                  sliceBound(In[3], lower(In[3]), Last),
                                  sliceBound(In[4], lower(In[4]), 1)));
      ++State.Dims;
    }
  }
  TraceValue Index = State.Items.size() == 1 ? State.Items.front()
                                             : TraceValue::tuple(State.Items);
  if (!Continues) {
    ScriptValue Made = record(Opcode::CallFunction, "operator.getitem",
                              TraceArguments::of(lower(In[0]), Index));
    Subscripts[Made.node()] = std::move(State);
    return Made;
  }
  Expected<Argument> Lowered = T.createArg(Index);
  if (!Lowered)
    throw ScriptFailure{toString(Lowered.takeError())};
  Base->updateArg(1, *Lowered);
  // Parts of the index may have been computed in the meantime.
  if (Node *End = Base->graph().back(); End != Base)
    Base->moveAfter(End);
  It->second = std::move(State);
  return Base;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Whether it changes a tensor of the module, or a part of one.
bool ScriptEvaluator::writesState(const c10::FunctionSchema *Schema,
                                  const Values &In) {
  if (!Schema)
    return false;
  for (size_t I = 0; I != In.size() && I != Schema->arguments().size(); ++I) {
    const c10::AliasInfo *Alias = Schema->arguments()[I].alias_info();
    const c10::IValue *Known = In[I].known();
    if (Alias && Alias->isWrite() && Known && Known->isTensor() &&
        State.isState(Known->toTensor()))
      return true;
  }
  return false;
}

/// Computes an operator of which all arguments are known.
bool ScriptEvaluator::runKnown(jit::Node *N, const Values &In, Env &E) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (isRandom(Schema, N) || writesState(Schema, In))
    return false;
  jit::Stack Stack;
  for (auto [I, V] : enumerate(In)) {
    auto Known = known(V, N->inputs()[I]->type());
    if (!Known)
      return false;
    Stack.push_back(std::move(*Known));
  }
  for (const ScriptValue &V : In)
    State.noteFolded(V);
  if (Schema && Schema->is_vararg())
    Stack.push_back(int64_t(In.size()));
  N->getOperation()(Stack);
  if (Stack.size() < N->outputs().size())
    fail(N, "an operator has fewer results than it should");
  for (size_t I = 0; I != N->outputs().size(); ++I)
    E[N->outputs()[I]] = raise(Stack[I]);
  return true;
}

/// `"{} and {}".format(...)`: what is traced is called by its name, as in
/// Python.
static std::string formatted(ArrayRef<ScriptValue> In) {
  const c10::IValue *Text = In[0].known();
  StringRef Rest =
      Text && Text->isString() ? StringRef(Text->toStringRef()) : StringRef();
  std::string Result;
  for (const ScriptValue &V : In.drop_front()) {
    auto [Before, After] = Rest.split("{}");
    Result += Before;
    Rest = After;
    std::ostringstream OS;
    if (V.node())
      OS << "Proxy(" << V.node()->name() << ")";
    else if (V.known() && V.known()->isString())
      OS << V.known()->toStringRef();
    else if (V.known() && !V.known()->isTensor())
      OS << *V.known();
    else
      OS << "...";
    Result += OS.str();
  }
  return Result + Rest.str();
}

void ScriptEvaluator::runOp(jit::Node *N, Env &E) {
  if (N->kind() == aten::warn)
    return;
  Values In = inputs(N, E);
  if (N->kind() == aten::format) {
    E[N->output()] = ScriptValue(c10::IValue(formatted(In)));
    return;
  }
  if (N->kind() == aten::__is__ || N->kind() == aten::__isnot__) {
    // A value that is traced is not None, as in torch.fx, unless its example
    // is.
    auto IsNone = [&](const ScriptValue &V) {
      if (V.isNone() || !V.node())
        return V.isNone();
      const VaryingArgument *Known = Examples.find(V.node());
      return Known && Known->Example.isNone();
    };
    bool Same = IsNone(In[0]) && IsNone(In[1]);
    if (!IsNone(In[0]) && !IsNone(In[1]))
      Same = In[0].node() && In[0].node() == In[1].node();
    E[N->output()] =
        ScriptValue(c10::IValue(Same == (N->kind() == aten::__is__)));
    return;
  }
  if (runContainerOp(N, In, E))
    return;
  if (runKnown(N, In, E))
    return;
  recordOp(N, std::move(In), E);
}
