//===- Targets.cpp - Finding what a target names --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Adapters.h"
#include "Callable.h"
#include "Formulas/Scripts.h"
#include "Handlers.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <mutex>
#include <torch/csrc/jit/frontend/function_schema_parser.h>
#include <torch/csrc/jit/runtime/operator.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Operators of the dispatcher
//===----------------------------------------------------------------------===//

/// The operator `aten::add.Tensor`, if this LibTorch has it.
static std::optional<c10::OperatorHandle> findOperator(StringRef Name) {
  auto [Base, Overload] = Name.split('.');
  auto Found =
      c10::Dispatcher::singleton().findSchema({Base.str(), Overload.str()});
  if (!Found)
    return std::nullopt;
  return *Found;
}

static bool writesToOut(const c10::FunctionSchema &Schema) {
  return any_of(Schema.arguments(), [](const c10::Argument &A) {
    return A.kwarg_only() && A.alias_info() && A.alias_info()->isWrite();
  });
}

static Overload overloadOf(const c10::OperatorHandle &Op) {
  Overload O;
  O.Op = Op;
  O.Schema = &Op.schema();
  O.IsOut = writesToOut(Op.schema());
  return O;
}

/// `torch.ops.aten.add.Tensor` is `aten::add.Tensor`; `default` is not an
/// overload.
static std::string operatorName(StringRef Qualified) {
  SmallVector<StringRef, 4> Parts;
  Qualified.split(Parts, '.');
  if (Parts.size() != 5 || Parts[0] != "torch" || Parts[1] != "ops")
    return "";
  std::string Name = (Parts[2] + "::" + Parts[3]).str();
  if (Parts[4] != "default")
    (Name += '.') += Parts[4];
  return Name;
}

/// The operator that a function of Python binds, by its name.
static std::string baseOfFunction(StringRef Qualified) {
  static constexpr std::pair<StringLiteral, StringLiteral> Modules[] = {
      {"torch._C._nn.", ""},
      {"torch._C._linalg.", ""},
      {"torch._C._fft.", ""},
      {"torch._C._special.", ""},
      {"torch._C._sparse.", ""},
      {"torch._C._nested.", ""},
      {"torch._C._VariableFunctions.", ""},
      {"torch.nn.functional.", ""},
      {"torch.functional.", ""},
      {"torch.linalg.", "linalg_"},
      {"torch.fft.", "fft_"},
      {"torch.special.", "special_"},
      {"torch.sparse.", "sparse_"},
      {"torch.", ""},
  };
  for (const auto &[Prefix, NamePrefix] : Modules) {
    StringRef Name = Qualified;
    if (Name.consume_front(Prefix) && !Name.empty() && !Name.contains('.'))
      return ("aten::" + NamePrefix + Name).str();
  }
  return "";
}

/// The operator of a function of the module `operator` on tensors.
static StringRef baseOfPythonOperator(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("add", "aten::add")
      .Case("sub", "aten::sub")
      .Case("mul", "aten::mul")
      .Case("truediv", "aten::div")
      .Case("floordiv", "aten::floor_divide")
      .Case("mod", "aten::remainder")
      .Case("pow", "aten::pow")
      .Case("matmul", "aten::matmul")
      .Case("neg", "aten::neg")
      .Case("pos", "aten::positive")
      .Case("abs", "aten::abs")
      .Cases("invert", "inv", "aten::bitwise_not")
      .Case("and_", "aten::__and__")
      .Case("or_", "aten::__or__")
      .Case("xor", "aten::__xor__")
      .Case("lshift", "aten::__lshift__")
      .Case("rshift", "aten::__rshift__")
      .Case("eq", "aten::eq")
      .Case("ne", "aten::ne")
      .Case("lt", "aten::lt")
      .Case("le", "aten::le")
      .Case("gt", "aten::gt")
      .Case("ge", "aten::ge")
      .Case("iadd", "aten::add_")
      .Case("isub", "aten::sub_")
      .Case("imul", "aten::mul_")
      .Case("itruediv", "aten::div_")
      .Case("ifloordiv", "aten::floor_divide_")
      .Case("imod", "aten::remainder_")
      .Case("ipow", "aten::pow_")
      .Case("imatmul", "aten::matmul")
      .Case("iand", "aten::__iand__")
      .Case("ior", "aten::__ior__")
      .Case("ixor", "aten::__ixor__")
      .Case("ilshift", "aten::__ilshift__")
      .Case("irshift", "aten::__irshift__")
      .Default("");
}

/// Python makes a tensor of the number in `x + 1`, and so leaves the overloads
/// for numbers of these out.
static bool takesNumbersAsTensors(StringRef Base) {
  Base.consume_front("aten::");
  Base.consume_back("_");
  return is_contained({"add", "sub", "mul", "div", "subtract", "multiply",
                       "divide", "true_divide", "floor_divide"},
                      Base);
}

/// Adds the overloads of \p Base: first in the order of \p Known, which is
/// Python's, then the rest, those that write to `out` last.
static void addOverloads(Callable &C, StringRef Base, const OpTarget *Known) {
  auto Add = [&](const c10::OperatorHandle &Op) {
    for (const Overload &O : C.Overloads)
      if (O.Op && O.Op->operator_name() == Op.operator_name())
        return;
    C.Overloads.push_back(overloadOf(Op));
  };
  if (Known)
    for (const OpSchema &Schema : Known->overloads())
      if (auto Op = findOperator(Schema.overload().empty()
                                     ? Base.str()
                                     : (Base + "." + Schema.overload()).str()))
        Add(*Op);
  for (const std::shared_ptr<torch::jit::Operator> &Op :
       torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(Base.str())))
    if (auto Found = c10::Dispatcher::singleton().findSchema(
            {Op->schema().name(), Op->schema().overload_name()}))
      Add(*Found);
  std::stable_partition(C.Overloads.begin(), C.Overloads.end(),
                        [](const Overload &O) { return !O.IsOut; });
  if (takesNumbersAsTensors(Base))
    erase_if(C.Overloads, [](const Overload &O) {
      return StringRef(O.Schema->overload_name()).starts_with("Scalar");
    });
  // Names of dimensions are strings, which nothing else takes.
  erase_if(C.Overloads, [](const Overload &O) {
    return any_of(O.Schema->arguments(), [](const c10::Argument &A) {
      return StringRef(A.real_type()->str()).contains("Dimname");
    });
  });
}

/// The operators of the list that are the same as \p Known: for functions and
/// methods that are called otherwise.
static void addAliases(Callable &C, const OpTarget &Known) {
  for (const OpSpelling &S : Known.op().spellings())
    if (std::string Name = operatorName(S.Name); !Name.empty())
      if (auto Op = findOperator(Name))
        C.Overloads.push_back(overloadOf(*Op));
}

//===----------------------------------------------------------------------===//
// Adapters and formulas
//===----------------------------------------------------------------------===//

static IValue constantOf(StringRef Text) {
  if (Text == "None")
    return IValue();
  if (Text == "True" || Text == "False")
    return IValue(Text == "True");
  if (Text == "[]")
    return IValue(c10::List<int64_t>());
  int64_t Number = 0;
  Text.getAsInteger(10, Number);
  return IValue(Number);
}

static void addAdapter(Callable &C, const Adapter &A) {
  std::optional<c10::OperatorHandle> Op = findOperator(A.Operator);
  if (!Op)
    return;
  // Lives as long as the callable: until the process ends.
  static std::vector<std::unique_ptr<c10::FunctionSchema>> Schemas;
  Schemas.push_back(std::make_unique<c10::FunctionSchema>(
      torch::jit::parseSchema("fx::call" + std::string(A.Schema))));
  const c10::FunctionSchema &Schema = *Schemas.back();
  Overload O;
  O.Op = Op;
  O.Schema = &Schema;
  if (StringRef(A.InPlace).size())
    O.InPlace = findOperator(A.InPlace);
  for (StringRef Arg : split(A.Arguments, ", ")) {
    auto Param = find_if(Schema.arguments(), [&](const c10::Argument &P) {
      return P.name() == Arg;
    });
    if (Param == Schema.arguments().end())
      O.Mapping.push_back({ArgSource::Constant, 0, constantOf(Arg)});
    else
      O.Mapping.push_back({ArgSource::Positional,
                           unsigned(Param - Schema.arguments().begin()),
                           {}});
  }
  // What the operator has besides keeps its default.
  const std::vector<c10::Argument> &All = Op->schema().arguments();
  for (size_t I = O.Mapping.size(); I < All.size(); ++I)
    O.Mapping.push_back(
        {ArgSource::Constant, 0,
         All[I].default_value() ? *All[I].default_value() : IValue()});
  C.Overloads.push_back(std::move(O));
}

/// Adds the formula \p Name, and a second one, with parameters of other types.
static void addScript(Callable &C, StringRef Name) {
  for (StringRef Kind : {"", "#2"}) {
    const ScriptFunction *Script = lookupScript((Name + Kind).str());
    if (!Script)
      continue;
    Overload O;
    O.Script = Script;
    O.Schema = &Script->schema();
    C.Overloads.push_back(std::move(O));
  }
}

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

static const HandlerEntry *findHandler(StringRef Name, bool IsMethod) {
  static const StringMap<const HandlerEntry *> *Tables[2] = {};
  static std::once_flag Once;
  std::call_once(Once, [] {
    for (bool Methods : {false, true}) {
      auto *Table = new StringMap<const HandlerEntry *>;
      for (ArrayRef<HandlerEntry> Entries :
           Methods ? methodHandlers() : functionHandlers())
        for (const HandlerEntry &E : Entries)
          Table->try_emplace(E.Name, &E);
      Tables[Methods] = Table;
    }
  });
  return Tables[IsMethod]->lookup(Name);
}

static std::unique_ptr<Callable> makeCallable(StringRef Name, bool IsMethod) {
  auto C = std::make_unique<Callable>();
  C->Name = Name.str();
  C->IsMethod = IsMethod;
  if (const HandlerEntry *E = findHandler(Name, IsMethod)) {
    C->Handler = E->Handler;
    C->When = E->Use;
    if (E->Use == HandlerEntry::Always)
      return C;
  }
  if (IsMethod) {
    const OpTarget *Known = lookupMethod(Name);
    addOverloads(*C, "aten::" + Name.str(), Known);
    if (C->Overloads.empty() && Known)
      addAliases(*C, *Known);
    addScript(*C, ("torch.Tensor." + Name).str());
  } else if (StringRef Rest = Name; Rest.consume_front("operator.")) {
    // The method of the tensor.
    if (StringRef Base = baseOfPythonOperator(Rest); !Base.empty())
      addOverloads(*C, Base, lookupMethod(Base.drop_front(6)));
  } else if (std::string Operator = operatorName(Name); !Operator.empty()) {
    C->IsOperator = true;
    if (auto Op = findOperator(Operator))
      C->Overloads.push_back(overloadOf(*Op));
    else
      addScript(*C, Name);
  } else {
    for (const Adapter &A : adapters())
      if (A.Name == Name)
        addAdapter(*C, A);
    addScript(*C, Name);
    if (C->Overloads.empty()) {
      const OpTarget *Known = lookupFunction(Name);
      if (std::string Base = baseOfFunction(Name); !Base.empty())
        addOverloads(*C, Base, Known);
      if (C->Overloads.empty() && Known)
        addAliases(*C, *Known);
    }
  }
  if (!C->Handler && C->Overloads.empty())
    return nullptr;
  return C;
}

const Callable *torch_impl::lookupCallable(StringRef Name, bool IsMethod) {
  static std::mutex Lock;
  static StringMap<std::unique_ptr<Callable>> Known[2];
  std::lock_guard<std::mutex> Guard(Lock);
  auto It = Known[IsMethod].find(Name);
  if (It != Known[IsMethod].end())
    return It->second.get();
  // Making it may throw, which is to happen again then; and a library with the
  // operator may be loaded later.
  std::unique_ptr<Callable> Made = makeCallable(Name, IsMethod);
  if (!Made)
    return nullptr;
  return Known[IsMethod].try_emplace(Name, std::move(Made)).first->second.get();
}
