//===- ScriptTree.cpp - The module tree of TorchScript --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptTree.h"
#include "PackedParams.h"
#include "ScriptArchive.h"
#include "TracedModules.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Literal.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <stdexcept>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

std::string torch_impl::pythonName(StringRef Qualified) {
  Qualified.consume_front("__torch__.");
  std::string Result;
  for (StringRef Part : split(Qualified, '.')) {
    if (Part.starts_with("___torch_mangle_"))
      continue;
    if (!Result.empty())
      Result += '.';
    Result += Part;
  }
  return Result;
}

Argument torch_impl::typeOfTensor(Context &Ctx, const at::Tensor &T) {
  // Whether a parameter is trained is beside its type.
  Expected<Argument> Type = tensorTypeOf(Ctx, T.detach());
  if (Type)
    return *Type;
  consumeError(Type.takeError());
  return Argument();
}

std::optional<Argument> torch_impl::plainArgument(Context &Ctx,
                                                  const c10::IValue &V,
                                                  const c10::Type *Type) {
  if (V.isEnum()) {
    auto Member = V.toEnumHolder();
    return Argument::enumMember(Ctx.intern(
        pythonName(Member->qualifiedClassName()) + "." + Member->name()));
  }
  auto NoTensor = [](const at::Tensor &) -> Expected<Argument> {
    return createStringError("a tensor");
  };
  Expected<Argument> A = toArgument(Ctx, V, NoTensor, Type);
  if (A)
    return *A;
  consumeError(A.takeError());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Constructor arguments
//===----------------------------------------------------------------------===//

namespace {
/// Finds what a module was constructed with among its attributes.
class ConstructorArguments {
public:
  ConstructorArguments(Module &M, const ModuleInfo &Class,
                       const torch::jit::Module &Script)
      : M(M), Class(Class), Script(Script) {}
  /// Sets them, \p FromCode before what attributes say.
  void recover(const StringMap<Argument> &FromCode = {});
  /// Whether the module has been made with arguments that are not found.
  bool areMissing() const {
    return M.args().empty() && any_of(params(), [](const SchemaParam &P) {
             return P.isRequired() && !P.isVariadic();
           });
  }
  /// Whether attributes say anything of them; nothing when there are none. A
  /// script keeps what its code asks for, a trace only tensors.
  std::optional<bool> areKept() const;

private:
  std::optional<c10::IValue> find(const std::string &Name) const;
  std::optional<bool> hasTensor(StringRef Name) const;
  std::optional<Argument> valueOf(const SchemaParam &P) const;
  ArrayRef<SchemaParam> params() const;

  Module &M;
  const ModuleInfo &Class;
  const torch::jit::Module &Script;
};
} // namespace

std::optional<c10::IValue>
ConstructorArguments::find(const std::string &Name) const {
  auto Type = Script.type();
  if (auto Slot = Type->findConstantSlot(Name))
    return Type->getConstant(*Slot);
  if (auto Slot = Type->findAttributeSlot(Name))
    return Script._ivalue()->getSlot(*Slot);
  return std::nullopt;
}

/// Whether there is a tensor \p Name; nothing when there is no such attribute.
std::optional<bool> ConstructorArguments::hasTensor(StringRef Name) const {
  std::optional<c10::IValue> V = find(Name.str());
  if (!V || !(V->isTensor() || V->isNone()))
    return std::nullopt;
  return V->isTensor();
}

std::optional<Argument>
ConstructorArguments::valueOf(const SchemaParam &P) const {
  // `bias` of Linear is a tensor or None, and was a bool.
  if (P.Type.Kind == SchemaKind::Bool && Class.findTensor(P.Name))
    if (std::optional<bool> Has = hasTensor(P.Name))
      return Argument(*Has);
  if (std::optional<c10::IValue> V = find(P.Name.str()))
    return plainArgument(M.context(), *V);
  if (P.Name != "bias")
    return std::nullopt;
  for (const ModuleTensorInfo &T : Class.tensors())
    if (T.Name.contains("bias"))
      if (std::optional<bool> Has = hasTensor(T.Name))
        return Argument(*Has);
  return std::nullopt;
}

/// The parameters of the constructor; the table does not have those of classes
/// that are not a formula.
ArrayRef<SchemaParam> ConstructorArguments::params() const {
  static BumpPtrAllocator Memory; // Schemas live as long as the process.
  static const OpSchema Layers = cantFail(parseOpSchema(
      "(int input_size, int hidden_size, int num_layers=1, bool bias=True, "
      "bool batch_first=False, float dropout=0.0, bool bidirectional=False, "
      "int proj_size=0, str nonlinearity='tanh') -> ()",
      Memory));
  static const OpSchema Cell = cantFail(
      parseOpSchema("(int input_size, int hidden_size, bool bias=True, str "
                    "nonlinearity='tanh') -> ()",
                    Memory));
  return StringSwitch<ArrayRef<SchemaParam>>(Class.name())
      .Cases("torch.nn.LSTM", "torch.nn.GRU", "torch.nn.RNN", Layers.params())
      .Cases("torch.nn.LSTMCell", "torch.nn.GRUCell", "torch.nn.RNNCell",
             Cell.params())
      .Default(Class.constructor().params());
}

void ConstructorArguments::recover(const StringMap<Argument> &FromCode) {
  Context &Ctx = M.context();
  std::vector<Argument> Args;
  std::vector<KwArg> Kwargs;
  for (const SchemaParam &P : params()) {
    if (P.isVariadic())
      continue;
    auto Known = FromCode.find(P.Name);
    std::optional<Argument> Value =
        Known != FromCode.end() ? Known->second : valueOf(P);
    if (!Value) {
      // Without what must be there the others say nothing.
      if (P.isRequired())
        return;
      continue;
    }
    if (P.isRequired() && Kwargs.empty()) {
      Args.push_back(*Value);
      continue;
    }
    if (P.HasDefault) {
      Expected<Argument> Default = parseLiteral(Ctx, P.Default);
      if (Default && *Default == *Value)
        continue;
      if (!Default)
        consumeError(Default.takeError());
    }
    Kwargs.push_back({Ctx.intern(P.Name), *Value});
  }
  M.setArgs(std::move(Args));
  M.setKwargs(std::move(Kwargs));
}

std::optional<bool> ConstructorArguments::areKept() const {
  bool Any = false;
  for (const SchemaParam &P : params()) {
    if (P.isVariadic())
      continue;
    if (!Class.findTensor(P.Name) && find(P.Name.str()))
      return true;
    Any = true;
  }
  return Any ? std::optional(false) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

void ScriptTree::build(Module &Root, const torch::jit::Module &M) {
  struct Item {
    Module *M;
    torch::jit::Module Script;
    std::string Path;
  };
  Context &Ctx = Root.context();
  // Depth first in order, as torch.nn.Module.named_modules goes.
  std::vector<Item> Pending{{&Root, M, ""}};
  SmallVector<std::pair<Module *, const ModuleInfo *>, 16> Untold;
  bool IsTrace = false;
  ModuleOf[M._ivalue().get()] = &Root;
  while (!Pending.empty()) {
    Item Current = std::move(Pending.back());
    Pending.pop_back();
    Module &Made = *Current.M;
    ScriptOf.try_emplace(&Made, Current.Script);
    auto Type = Current.Script.type();
    std::string Name =
        Type->name() ? pythonName(Type->name()->qualifiedName()) : "";
    const ModuleInfo *Class = lookupModuleClass(Name);
    if (!StringRef(Name).contains('.'))
      Class = nullptr; // A user's own class that is called like torch's.
    Made.setClassName(Ctx.intern(Class ? Class->name() : StringRef(Name)));
    if (Type->findAttributeSlot("training"))
      Made.setTraining(Current.Script.attr("training").toBool());
    if (Class) {
      ConstructorArguments Args(Made, *Class, Current.Script);
      Args.recover();
      // What it computes, only its code tells then.
      if (Args.areMissing() && Class->name().starts_with("torch.ao."))
        Unrecovered.insert(&Made);
      std::optional<bool> Kept = Args.areKept();
      bool IsTraced = Kept == false && Class->name().starts_with("torch.nn.");
      if (!Kept || IsTraced)
        Untold.push_back({&Made, Class});
      IsTrace |= IsTraced;
    }

    std::vector<Item> Children;
    for (size_t I = 0, E = Type->numAttributes(); I != E; ++I) {
      std::string Attribute = Type->getAttributeName(I);
      const c10::IValue &Value = Current.Script._ivalue()->getSlot(I);
      std::string Path = joinModulePath(Current.Path, Attribute);
      if (Type->getAttribute(I)->is_module()) {
        auto [It, New] = ModuleOf.try_emplace(Value.toObject().get(), nullptr);
        if (!New)
          continue;
        It->second = &Made.addChild(Ctx.intern(Attribute),
                                    std::make_unique<Module>(Ctx, Symbol()));
        Children.push_back(
            {It->second, torch::jit::Module(Value.toObject()), Path});
        continue;
      }
      if (holdsForeignObject(Value))
        for (const Module *M = &Made; M; M = M->parent())
          Foreign.insert(M);
      if (!Value.isTensor() || !Value.toTensor().defined())
        continue;
      const at::Tensor &T = Value.toTensor();
      if (T.is_quantized())
        throw std::runtime_error("the tensor '" + Path +
                                 "' is quantized, and the state of a model "
                                 "here has no scales; save the model before "
                                 "it is quantized");
      if (!isInsideStorage(T))
        throw std::runtime_error("the tensor '" + Path +
                                 "' is outside of its storage");
      TensorAttr A;
      A.Name = Ctx.intern(Attribute);
      A.Role = Type->is_parameter(I) ? TensorAttr::Parameter
               : Type->is_buffer(I)  ? TensorAttr::Buffer
                                     : TensorAttr::Constant;
      A.RequiresGrad = A.Role == TensorAttr::Parameter && T.requires_grad();
      A.Type = typeOfTensor(Ctx, T);
      auto [It, New] = TensorAt.try_emplace(T.unsafeGetTensorImpl(),
                                            TensorPlace{Path, A.Role});
      if (!New)
        A.Record = Ctx.intern(It->second.Path);
      Made.addTensor(A);
    }
    for (Item &Child : reverse(Children))
      Pending.push_back(std::move(Child));
  }
  Unrecovered.insert(Foreign.begin(), Foreign.end());
  if (!IsTrace)
    return;
  // Classes without arguments can be called otherwise too: Identity with
  // nothing, for what goes through it is known outside.
  for (auto [Made, Class] : Untold) {
    if (Unrecovered.contains(Made))
      continue;
    const torch::jit::Module &Script = ScriptOf.find(Made)->second;
    if (auto Found = argumentsFromCode(Ctx, *Class, Script)) {
      ConstructorArguments(*Made, *Class, Script).recover(*Found);
      Recovered.insert(Made);
    } else {
      Unrecovered.insert(Made);
    }
  }
}
