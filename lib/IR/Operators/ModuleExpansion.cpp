//===- ModuleExpansion.cpp - What a call of a module computes ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/Formula.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

const ModuleInfo *fx::classOf(const Module &M) {
  return M.className() ? lookupModuleClass(M.className().str()) : nullptr;
}

//===----------------------------------------------------------------------===//
// The constructor
//===----------------------------------------------------------------------===//

/// Whether an open tree hides an argument of \p M: its class never shows it, or
/// \p M shows other text than arguments, as a scripted module does.
static bool isHidden(const Module &M, const ModuleInfo &Class, StringRef Name) {
  return !M.extraText().empty() || Class.isHidden(Name);
}

/// The schema with hidden parameters made optional, so that what an open tree
/// shows binds: hidden parameters are never given there.
static OpSchema showHidden(const Module &M, const ModuleInfo &Class,
                           SmallVector<SchemaParam, 16> &Params) {
  for (SchemaParam Param : Class.constructor().params()) {
    if (isHidden(M, Class, Param.Name))
      Param.HasDefault = true;
    Params.push_back(Param);
  }
  return OpSchema("", Params, {}, true);
}

Expected<BoundCall>
fx::bindConstructor(const Module &M, const ModuleInfo &Class, bool OpenTree) {
  CallArgs Call = {M.args(), M.kwargs()};
  BoundCall Result;
  BindFailure Failure;
  if (OpenTree) {
    SmallVector<SchemaParam, 16> Params;
    OpSchema Shown = showHidden(M, Class, Params);
    Failure = bindCall(Shown, BindOptions(), Call, Result);
    // Slots are the same; only the default marks differ.
    if (!Failure)
      Result.setSchema(Class.constructor());
  } else {
    Failure = bindCall(Class.constructor(), BindOptions(), Call, Result);
  }
  if (!Failure)
    return Result;
  SmallVector<StringRef, 8> Keywords;
  for (const KwArg &Kwarg : M.kwargs())
    Keywords.push_back(Kwarg.Name.str());
  return llvm::createStringError(
      "constructor of " + Class.name() + ": " +
      describeBindFailure(Class.constructor(), Failure, Keywords));
}

namespace {

/// Answers formulas about the constructor's arguments.
class InitHost : public FormulaHost {
public:
  InitHost(const Module &M, const ModuleInfo &Class, const BoundCall &Init,
           const ExpansionOptions &Options,
           SmallVector<HiddenArgument, 2> &Hidden)
      : Ctx(M.context()), M(M), Class(Class), Init(Init), Options(Options),
        Hidden(Hidden) {}

  Expected<Argument> initArgument(StringRef Name) override {
    unsigned I = *Class.constructor().findParam(Name);
    if (Init.isGiven(I) || !Options.OpenTree || !isHidden(M, Class, Name))
      return Init.value(Ctx, I);
    return hiddenArgument(Class.constructor().params()[I], I);
  }

protected:
  Context &Ctx;
  const Module &M;
  const ModuleInfo &Class;
  const BoundCall &Init;
  const ExpansionOptions &Options;
  SmallVector<HiddenArgument, 2> &Hidden;

private:
  Expected<Argument> hiddenArgument(const SchemaParam &Param, unsigned I) {
    HiddenArgument Found{Param.Name, Argument(), false};
    for (const KwArg &A : Options.Assumed)
      if (A.Name == Param.Name) {
        Found.Value = A.Value;
        Found.IsAssumed = true;
      }
    if (!Found.IsAssumed) {
      if (Param.isRequired())
        return llvm::createStringError(
            "print(module) does not show the argument '" + Param.Name +
            "' of " + Class.name() + ", which has no default");
      Found.Value = Init.value(Ctx, I);
    }
    if (llvm::none_of(Hidden, [&](const HiddenArgument &H) {
          return H.Name == Param.Name;
        }))
      Hidden.push_back(Found);
    return Found.Value;
  }
};

/// Answers the formula of forward: tensors become get_attr nodes.
class ModuleHost : public InitHost {
public:
  ModuleHost(Graph &G, const Module &Callee, const ModuleInfo &Class,
             StringRef Path, const BoundCall &Init,
             const ExpansionOptions &Options, Expansion &Made)
      : InitHost(Callee, Class, Init, Options, Made.Hidden), G(G), Path(Path),
        Made(Made) {}

  Expected<Argument> selfAttribute(StringRef Name) override;
  Expected<Argument> callSubmodule(StringRef Name, ArrayRef<Argument> Args,
                                   ArrayRef<KwArg> Kwargs) override;

private:
  Expected<Argument> callOne(StringRef Name, ArrayRef<Argument> Args,
                             ArrayRef<KwArg> Kwargs);
  std::string pathOf(StringRef Name) const {
    return Path.empty() ? Name.str() : (Path + "." + Name).str();
  }
  Node *findGetAttr(Symbol Target) const;
  Expected<bool> hasTensor(const ModuleTensorInfo &Tensor);

  Graph &G;
  StringRef Path;
  Expansion &Made;
  SmallVector<std::pair<StringRef, Node *>, 4> Tensors;
};

} // namespace

/// Whether the tree lists the tensor \p Name of \p M.
static bool lists(const Module &M, StringRef Name) {
  auto [Path, Last] = Name.rsplit('.');
  const Module *Owner = Last.empty() ? &M : M.lookup(Path);
  const TensorAttr *T =
      Owner ? Owner->tensor(Last.empty() ? Name : Last) : nullptr;
  return T && T->isTensor();
}

Expected<bool> ModuleHost::hasTensor(const ModuleTensorInfo &Tensor) {
  // What the tree has is there, whatever it says of the constructor: a tensor
  // that was given to it is not an argument that a text can show.
  if (Tensor.When.empty() || lists(M, Tensor.Name))
    return true;
  SmallVector<Node *, 1> None;
  Expected<Argument> Value = evaluateFormula(Tensor.When, G, {}, *this, None);
  if (!Value)
    return Value.takeError();
  // A tensor that was given to the constructor, or a condition.
  return Value->isBool() ? Value->asBool() : !Value->isNone();
}

/// A get_attr of Target that is before the insertion point.
Node *ModuleHost::findGetAttr(Symbol Target) const {
  Node *Point = G.insertionPoint();
  for (Node *N : G.findNodes(Opcode::GetAttr, Target))
    if (!Point || N->isBefore(Point))
      return N;
  return nullptr;
}

Expected<Argument> ModuleHost::selfAttribute(StringRef Name) {
  if (Name == "training")
    return Argument(Options.Training.value_or(M.isTraining()));
  if (Name == "from_torch1")
    return Argument(Options.OldTorch);
  const ModuleTensorInfo *Tensor = Class.findTensor(Name);
  if (!Tensor)
    return initArgument(Name);
  for (auto [Known, N] : Tensors)
    if (Known == Name)
      return N ? Argument(N) : Argument::none();
  Expected<bool> Present = hasTensor(*Tensor);
  if (!Present)
    return Present.takeError();
  Node *N = nullptr;
  if (*Present) {
    Symbol Target = Ctx.intern(pathOf(Name));
    N = findGetAttr(Target);
    if (!N) {
      N = G.createNode(Opcode::GetAttr, Target);
      Made.Created.push_back(N);
    }
  }
  Tensors.push_back({Tensor->Name, N});
  return N ? Argument(N) : Argument::none();
}

Expected<Argument> ModuleHost::callOne(StringRef Name, ArrayRef<Argument> Args,
                                       ArrayRef<KwArg> Kwargs) {
  if (Options.CallSubmodule)
    return Options.CallSubmodule(pathOf(Name), Args, Kwargs, Made.Created);
  Node *N = G.callModule(pathOf(Name), Args, Kwargs);
  Made.Created.push_back(N);
  return Argument(N);
}

Expected<Argument> ModuleHost::callSubmodule(StringRef Name,
                                             ArrayRef<Argument> Args,
                                             ArrayRef<KwArg> Kwargs) {
  if (Name != "*")
    return callOne(Name, Args, Kwargs);
  Expected<Argument> Value = Args.empty() ? Argument() : Args.front();
  for (const auto &Child : M.children()) {
    Value = callOne(Child->name().str(), *Value, {});
    if (!Value)
      return Value;
  }
  return Value;
}

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// The parameters of forward as locals of the formula.
static Expected<SmallVector<FormulaLocal, 8>>
bindForward(Context &Ctx, const ModuleInfo &Class, const CallArgs &Call) {
  BoundCall Bound;
  if (BindFailure Failure =
          bindCall(Class.forward(), BindOptions(), Call, Bound)) {
    SmallVector<StringRef, 8> Keywords;
    for (const KwArg &Kwarg : Call.Kwargs)
      Keywords.push_back(Kwarg.Name.str());
    return llvm::createStringError(
        "call of " + Class.name() + ": " +
        describeBindFailure(Class.forward(), Failure, Keywords));
  }
  SmallVector<FormulaLocal, 8> Locals;
  for (unsigned I = 0, E = Bound.size(); I != E; ++I)
    Locals.push_back({Class.forward().params()[I].Name, Bound.value(Ctx, I)});
  return Locals;
}

static Expected<Argument> runFormula(Graph &G, const Module &Callee,
                                     const ModuleInfo &Class, StringRef Path,
                                     const CallArgs &Call,
                                     const ExpansionOptions &Options,
                                     Expansion &Made) {
  if (Class.expansion().empty())
    return llvm::createStringError(
        Class.name() + " has no expansion: " + Class.whyNoExpansion());
  auto Locals = bindForward(G.context(), Class, Call);
  if (!Locals)
    return Locals.takeError();
  Expected<BoundCall> Init = bindConstructor(Callee, Class, Options.OpenTree);
  if (!Init)
    return Init.takeError();
  ModuleHost Host(G, Callee, Class, Path, *Init, Options, Made);
  Expected<Argument> Result =
      evaluateFormula(Class.expansion(), G, *Locals, Host, Made.Created);
  if (Result)
    return Result;
  return llvm::createStringError(Class.name() + ": " +
                                 llvm::toString(Result.takeError()));
}

Expected<Expansion> fx::expandModule(Graph &G, const Module &Callee,
                                     const ModuleInfo &Class, StringRef Path,
                                     const CallArgs &Call,
                                     const ExpansionOptions &Options) {
  Expansion Made;
  Expected<Argument> Result =
      runFormula(G, Callee, Class, Path, Call, Options, Made);
  if (!Result) {
    for (Node *N : llvm::reverse(Made.Created))
      G.eraseNode(N);
    return Result.takeError();
  }
  Made.Result = *Result;
  return Made;
}

std::optional<bool> fx::classHasTensor(const Module &M, StringRef Name,
                                       bool OpenTree) {
  const ModuleInfo *Class = classOf(M);
  const ModuleTensorInfo *Tensor = Class ? Class->findTensor(Name) : nullptr;
  if (!Class || !Tensor)
    return Class ? std::optional<bool>(false) : std::nullopt;
  if (Tensor->When.empty())
    return true;
  Expected<BoundCall> Init = bindConstructor(M, *Class, OpenTree);
  if (!Init) {
    llvm::consumeError(Init.takeError());
    return std::nullopt;
  }
  SmallVector<HiddenArgument, 2> Hidden;
  ExpansionOptions Options;
  Options.OpenTree = OpenTree;
  InitHost Host(M, *Class, *Init, Options, Hidden);
  Graph Scratch(M.context());
  SmallVector<Node *, 1> None;
  Expected<Argument> Value =
      evaluateFormula(Tensor->When, Scratch, {}, Host, None);
  if (!Value) {
    llvm::consumeError(Value.takeError());
    return std::nullopt;
  }
  if (!Hidden.empty())
    return std::nullopt;
  return Value->isBool() ? Value->asBool() : !Value->isNone();
}

std::optional<Argument> fx::copyBody(Graph &G, const Graph &Body,
                                     StringRef Path, ArrayRef<Argument> Inputs,
                                     llvm::function_ref<void(Node &)> Visit) {
  llvm::DenseMap<const Node *, Argument> Values;
  size_t NumInputs = 0;
  for (Node *N : Body.nodes()) {
    if (!N->isPlaceholder())
      continue;
    if (NumInputs == Inputs.size())
      return std::nullopt;
    Values.try_emplace(N, Inputs[NumInputs++]);
  }
  Node *Point = G.insertionPoint();
  Node *Before = Point ? Point->prev() : G.back();
  Argument Result = G.graphCopy(Body, Values);
  for (Node *N = Before ? Before->next() : G.front(); N != Point;
       N = N->next()) {
    if (N->isGetAttr() || N->isCallModule())
      N->setTarget((Path + "." + N->targetText()).str());
    if (Visit)
      Visit(*N);
  }
  return Result;
}

CallInside::CallInside(Graph &Scratch, const Node &Call) {
  llvm::DenseMap<const Node *, Node *> InputOf;
  for (Node *Operand : Call.allInputNodes())
    InputOf[Operand] = Inputs.emplace_back(Scratch.placeholder("x"));
  auto Inside = [&](Node *N) { return Argument(InputOf.lookup(N)); };
  for (const Argument &A : Call.args())
    Args.push_back(A.mapNodes(Inside));
  for (const KwArg &K : Call.kwargs())
    Kwargs.push_back({K.Name, K.Value.mapNodes(Inside)});
}

void fx::replaceCallWith(Node &Call, const Argument &Value) {
  if (Node *N = Value.asNode()) {
    Call.replaceAllUsesWith(N);
    return;
  }
  if (Value.isSequence()) {
    SmallVector<Node *, 8> Users(Call.users());
    for (Node *User : Users) {
      if (!User->isGetItem() || User->numArgs() != 2 ||
          User->arg(0).asNode() != &Call || !User->arg(1).isInt())
        continue;
      int64_t Index = User->arg(1).asInt();
      if (Index < 0)
        Index += Value.size();
      if (Index < 0 || Index >= int64_t(Value.size()))
        continue;
      replaceCallWith(*User, Value[Index]);
      User->graph().eraseNode(User);
    }
  }
  if (Call.hasUsers())
    Call.replaceAllUsesWith(Value);
}
