//===- ModuleInliner.cpp - Calls of modules become their nodes ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedMetadata.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Effects.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/SideTables.h"
#include "fx/Transforms/ModuleInlining.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace fx;
using namespace llvm;

namespace {

/// The module at \p Path, or null. A path must go down in each step, so that
/// no module can call itself.
const Module *findCallee(const Module &Owner, StringRef Path) {
  return Path.empty() || Path.ends_with(".") ? nullptr : Owner.lookup(Path);
}

/// A call that is expanded: a node, or one inside a module's graph.
struct CallSite {
  /// Path of the callee from the owner of the graph that is changed.
  std::string Path;
  const Module *Callee = nullptr;
  SmallVector<Argument, 4> Args;
  SmallVector<KwArg, 4> Kwargs;
  /// Metadata of the call.
  SmallVector<KwArg, 8> Meta;
};

} // namespace

namespace fx {

/// Makes the nodes for one call_module node, and for the calls inside.
class ModuleExpander {
public:
  ModuleExpander(ModuleInliner &Inliner, Node &Root)
      : Inliner(Inliner), M(Inliner.M), Ctx(M.context()), Root(Root),
        G(Root.graph()), OwnerPath(G.owningModule()->path()) {}

  Error run();

private:
  Expected<Argument> expand(const CallSite &Call);
  Expected<Argument> expandGraph(const CallSite &Call);
  Expected<Argument> expandFormula(const CallSite &Call);
  Expected<Argument> callInner(CallSite Inner, Symbol Type);

  Expected<SmallVector<Argument, 8>> bindPlaceholders(const CallSite &Call);
  Argument getAttr(Symbol Target, const CallSite &Call, const Node &N);
  Argument makeContainers(const Argument &Value, ArrayRef<KwArg> Facts);
  Error checkCallee(const CallSite &Call) const;
  Node *create(Opcode Op, Symbol Target, ArrayRef<Argument> Args,
               ArrayRef<KwArg> Kwargs, ArrayRef<KwArg> Meta, Symbol Type);

  ModuleInliner &Inliner;
  GraphModule &M;
  Context &Ctx;
  Node &Root;
  Graph &G;
  std::string OwnerPath;
  /// New nodes in order, and where those that are made now are noted.
  SmallVector<Node *, 16> AllCreated;
  SmallVectorImpl<Node *> *Created = &AllCreated;
  /// New nodes that have their metadata.
  NodeSet Stamped;
  SmallVector<std::string, 4> Inlined;
};

} // namespace fx

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

Node *ModuleExpander::create(Opcode Op, Symbol Target, ArrayRef<Argument> Args,
                             ArrayRef<KwArg> Kwargs, ArrayRef<KwArg> Meta,
                             Symbol Type) {
  Node *N = G.createNode(Op, Target, Args, Kwargs, "", Type);
  N->setMeta(Ctx.internMeta(Meta));
  Created->push_back(N);
  Stamped.insert(N);
  return N;
}

bool ModuleInliner::canInline(const Module *Callee) {
  if (!Callee)
    return false;
  if (Callee->graph())
    return true;
  const ModuleInfo *Class = classOf(*Callee);
  return Class && !Class->expansion().empty();
}

/// Why the callee cannot be inlined, or success.
Error ModuleExpander::checkCallee(const CallSite &Call) const {
  if (ModuleInliner::canInline(Call.Callee))
    return Error::success();
  std::string Path = joinModulePath(OwnerPath, Call.Path);
  if (!Call.Callee) {
    DiagnosticBuilder D =
        M.hasTree() ? makeError(diag::err_verify_no_module, Root, Path)
                    : makeError(diag::err_no_module_tree, Root, Path);
    return D.note(diag::note_how_to_name_class, SMLoc(), Path).in(M.source());
  }
  if (!Call.Callee->className())
    return makeError(diag::err_module_without_class, Root, Path)
        .note(diag::note_how_to_name_class, SMLoc(), Path)
        .in(M.source());
  const ModuleInfo *Class = classOf(*Call.Callee);
  DiagnosticBuilder D =
      Class ? makeError(diag::err_module_no_expansion, Root, Path,
                        Class->name(), Class->whyNoExpansion())
            : makeError(diag::err_module_unknown_class, Root, Path,
                        Call.Callee->className());
  return D.note(diag::note_how_to_expand, SMLoc(), Path).in(M.source());
}

Expected<Argument> ModuleExpander::expand(const CallSite &Call) {
  if (Error E = checkCallee(Call))
    return E;
  if (Inliner.NumNodes + AllCreated.size() > Inliner.Opts.MaxNodes)
    return makeError(diag::err_inline_too_many, Root, Inliner.Opts.MaxNodes)
        .in(M.source());
  Inlined.push_back(joinModulePath(OwnerPath, Call.Path));
  Expected<Argument> Value =
      Call.Callee->graph() ? expandGraph(Call) : expandFormula(Call);
  // What is known of the value holds for the node that computes it.
  Node *Result = Value ? Value->asNode() : nullptr;
  if (Result && Stamped.contains(Result))
    for (const KwArg &K : Call.Meta)
      if (describesValue(K.Name.str()) && !Result->meta(K.Name))
        Result->setMeta(K.Name, K.Value);
  return Value;
}

/// A call inside what is being expanded.
Expected<Argument> ModuleExpander::callInner(CallSite Inner, Symbol Type) {
  Inner.Callee = findCallee(*G.owningModule(), Inner.Path);
  const auto &InlineInner = Inliner.Opts.InlineInner;
  if (InlineInner &&
      InlineInner(joinModulePath(OwnerPath, Inner.Path), Inner.Callee))
    return expand(Inner);
  return Argument(create(Opcode::CallModule, Ctx.intern(Inner.Path), Inner.Args,
                         Inner.Kwargs, Inner.Meta, Type));
}

Expected<Argument> ModuleExpander::expandFormula(const CallSite &Call) {
  const ModuleInfo &Class = *classOf(*Call.Callee);
  ExpansionOptions Options;
  Options.Training = Inliner.Opts.Training;
  Options.OldTorch = M.isFromOldTorch();
  Options.OpenTree = M.treeKind() != GraphModule::TreeKind::Closed;
  SmallVector<KwArg, 1> Assumed;
  if (Options.OpenTree && Class.isHidden("inplace")) {
    if (!Inliner.Evidence)
      Inliner.Evidence.emplace(M.root());
    if (Inliner.Evidence->inplaceOf(*Call.Callee).value_or(false))
      Assumed.push_back({Ctx.intern("inplace"), true});
    Options.Assumed = Assumed;
  }
  SmallVector<KwArg, 8> Facts = callFacts(Call.Meta);
  Error InnerError = Error::success();
  auto CallSubmodule = [&](StringRef Path, ArrayRef<Argument> Args,
                           ArrayRef<KwArg> Kwargs,
                           SmallVectorImpl<Node *> &Sink) {
    CallSite Inner;
    Inner.Path = Path.str();
    Inner.Args.assign(Args.begin(), Args.end());
    Inner.Kwargs.assign(Kwargs.begin(), Kwargs.end());
    Inner.Meta = Facts;
    SaveAndRestore Redirect(Created, &Sink);
    Expected<Argument> Value = callInner(std::move(Inner), Symbol());
    if (Value)
      return Value;
    InnerError = joinErrors(std::move(InnerError), Value.takeError());
    return Expected<Argument>(createStringError("an inner call failed"));
  };
  Options.CallSubmodule = CallSubmodule;
  Expected<Expansion> Made = expandModule(G, *Call.Callee, Class, Call.Path,
                                          {Call.Args, Call.Kwargs}, Options);
  if (InnerError) {
    if (!Made)
      consumeError(Made.takeError());
    return InnerError;
  }
  if (!Made)
    return makeError(diag::err_module_call, Root,
                     joinModulePath(OwnerPath, Call.Path),
                     toString(Made.takeError()))
        .in(M.source());
  for (Node *N : Made->Created) {
    if (Stamped.insert(N))
      N->setMeta(Ctx.internMeta(Facts));
    Created->push_back(N);
  }
  for (const HiddenArgument &A : Made->Hidden)
    if (none_of(Inliner.Hidden, [&](const ModuleInliner::HiddenUse &H) {
          return H.Class == &Class && H.Argument.Name == A.Name &&
                 H.Argument.Value == A.Value;
        }))
      Inliner.Hidden.push_back({&Class, A});
  return Made->Result;
}

/// The values of the placeholders of the callee's graph, in order.
Expected<SmallVector<Argument, 8>>
ModuleExpander::bindPlaceholders(const CallSite &Call) {
  SmallVector<SchemaParam, 8> Params;
  SmallVector<Node *, 8> Placeholders;
  for (Node *N : Call.Callee->graph()->findNodes(Opcode::Placeholder)) {
    SchemaParam P;
    P.Name = N->targetText();
    bool AfterVariadic =
        !Params.empty() && Params.back().Kind != ParamKind::Normal;
    P.Kind = P.Name.consume_front("**")  ? ParamKind::VarKeyword
             : P.Name.consume_front("*") ? ParamKind::VarPositional
             : AfterVariadic             ? ParamKind::KeywordOnly
                                         : ParamKind::Normal;
    P.HasDefault = N->numArgs() != 0;
    Params.push_back(P);
    Placeholders.push_back(N);
  }
  OpSchema Schema("", Params, {}, false);
  BoundCall Bound;
  if (BindFailure Failure =
          bindCall(Schema, BindOptions(), {Call.Args, Call.Kwargs}, Bound)) {
    SmallVector<StringRef, 4> Keywords;
    for (const KwArg &K : Call.Kwargs)
      Keywords.push_back(K.Name.str());
    return makeError(diag::err_module_call, Root,
                     joinModulePath(OwnerPath, Call.Path),
                     describeBindFailure(Schema, Failure, Keywords))
        .in(M.source());
  }
  SmallVector<Argument, 8> Values;
  for (auto [I, N] : enumerate(Placeholders)) {
    if (const Argument *Given = Bound.given(I))
      Values.push_back(*Given);
    else if (Params[I].Kind == ParamKind::VarPositional)
      Values.push_back(Argument::tuple({}));
    else if (Params[I].Kind == ParamKind::VarKeyword)
      Values.push_back(Argument::dict({}));
    else
      Values.push_back(N->numArgs() ? N->arg(0) : Argument());
  }
  return Values;
}

/// A get_attr of \p Target: one that stands earlier already, or a new one.
Argument ModuleExpander::getAttr(Symbol Target, const CallSite &Call,
                                 const Node &N) {
  Node *Point = G.insertionPoint();
  for (Node *Known : G.findNodes(Opcode::GetAttr, Target))
    if (!Point || Known->isBefore(Point))
      return Argument(Known);
  return Argument(create(Opcode::GetAttr, Target, {}, {},
                         innerFacts(Call.Meta, N, Call.Path), N.type()));
}

/// `operator.getitem` of a tuple, list or dict that is there already, as Python
/// would evaluate it; std::nullopt for everything else.
static std::optional<Argument> itemOf(ArrayRef<Argument> Args) {
  if (Args.size() != 2)
    return std::nullopt;
  const Argument &Value = Args[0], &Key = Args[1];
  if (Value.isSequence() && Key.isInt()) {
    int64_t Size = Value.size();
    int64_t I = Key.asInt() < 0 ? Key.asInt() + Size : Key.asInt();
    if (I >= 0 && I < Size)
      return Value[I];
  }
  if (Value.kind() == ArgKind::Dict && Key.isString())
    if (const Argument *Item = Value.lookup(Key.str()))
      return *Item;
  return std::nullopt;
}

static bool hasContainer(const Argument &A) {
  if (A.kind() == ArgKind::List || A.kind() == ArgKind::Dict)
    return true;
  return A.kind() == ArgKind::Tuple && any_of(A.elements(), hasContainer);
}

/// Whether the graph of \p Placeholder may write to \p Value, a container that
/// it stands for, or to one inside that.
static bool mayBeWritten(const Node &Placeholder, const Argument &Value) {
  NodeMap<Argument> Parts;
  Parts[&Placeholder] = Value;
  for (const Node *N = Placeholder.next(); N; N = N->next()) {
    auto IsPart = [&](const Node *Operand) { return Parts.contains(Operand); };
    if (N->isOutput() || none_of(N->allInputNodes(), IsPart))
      continue;
    Effects Does = getEffects(*N);
    if (Does.Unknown || any_of(Does.Writes, IsPart))
      return true;
    for (const Node *Operand : Does.Aliases) {
      if (!IsPart(Operand))
        continue;
      Argument Whole = Parts.lookup(Operand);
      std::optional<Argument> Item;
      if (N->isGetItem() && N->numArgs() == 2)
        Item = itemOf({Whole, N->arg(1)});
      if (Item ? hasContainer(*Item) : any_of(Whole.elements(), hasContainer))
        Parts[N] = Item.value_or(Whole);
    }
  }
  return false;
}

/// \p Value with a node for each list and dictionary, so that all its uses
/// have the same one.
Argument ModuleExpander::makeContainers(const Argument &Value,
                                        ArrayRef<KwArg> Facts) {
  if (!hasContainer(Value))
    return Value;
  SmallVector<Argument, 4> Elements;
  for (const Argument &E : Value.elements())
    Elements.push_back(makeContainers(E, Facts));
  if (Value.kind() == ArgKind::Tuple)
    return Argument::tuple(Elements);
  bool IsList = Value.kind() == ArgKind::List;
  Argument Literal =
      IsList ? Argument::list(Elements) : Argument::dict(Elements);
  return Argument(create(Opcode::CallFunction,
                         Ctx.intern(IsList ? "builtins.list" : "builtins.dict"),
                         {Literal}, {}, Facts, Symbol()));
}

Expected<Argument> ModuleExpander::expandGraph(const CallSite &Call) {
  Expected<SmallVector<Argument, 8>> Placeholders = bindPlaceholders(Call);
  if (!Placeholders)
    return Placeholders.takeError();
  const Graph &Body = *Call.Callee->graph();
  NodeMap<Argument> Values;
  auto Map = [&](Node *N) { return Values.lookup(N); };
  size_t NextPlaceholder = 0;
  for (Node *N : Body.nodes()) {
    if (N->isPlaceholder()) {
      Argument &Value = Values[N] = (*Placeholders)[NextPlaceholder++];
      if (hasContainer(Value) && mayBeWritten(*N, Value))
        Value = makeContainers(Value, callFacts(Call.Meta));
      continue;
    }
    SmallVector<Argument, 4> Args;
    for (const Argument &A : N->args())
      Args.push_back(A.mapNodes(Map));
    if (N->isOutput())
      return Args.empty() ? Argument() : Args.front();
    SmallVector<KwArg, 4> Kwargs;
    for (const KwArg &K : N->kwargs())
      Kwargs.push_back({K.Name, K.Value.mapNodes(Map)});
    if (N->isGetAttr()) {
      Symbol Target = Ctx.intern(joinModulePath(Call.Path, N->targetText()));
      Values[N] = getAttr(Target, Call, *N);
      continue;
    }
    if (N->isCallModule()) {
      CallSite Inner;
      Inner.Path = joinModulePath(Call.Path, N->targetText());
      Inner.Args = std::move(Args);
      Inner.Kwargs = std::move(Kwargs);
      Inner.Meta = innerFacts(Call.Meta, *N, Call.Path);
      Expected<Argument> Value = callInner(std::move(Inner), N->type());
      if (!Value)
        return Value;
      Values[N] = std::move(*Value);
      continue;
    }
    std::optional<Argument> Item;
    if (N->isGetItem())
      Item = itemOf(Args);
    Values[N] =
        Item
            ? *Item
            : Argument(create(N->op(), N->target(), Args, Kwargs,
                              innerFacts(Call.Meta, *N, Call.Path), N->type()));
  }
  return Argument();
}

Error ModuleExpander::run() {
  CallSite Call;
  Call.Path = Root.targetText().str();
  Call.Callee = findCallee(*G.owningModule(), Call.Path);
  Call.Args.assign(Root.args());
  Call.Kwargs.assign(Root.kwargs());
  Call.Meta.assign(Root.meta().entries().begin(), Root.meta().entries().end());

  Expected<Argument> Value = Argument();
  {
    InsertionGuard Guard = G.insertingBefore(&Root);
    Value = expand(Call);
  }
  if (!Value) {
    for (Node *N : reverse(AllCreated))
      G.eraseNode(N);
    return Value.takeError();
  }
  for (Node *N : AllCreated)
    N->setLoc(Root.loc());
  if (Node *Result = Value->asNode(); Result && Stamped.contains(Result))
    if (!Result->type())
      Result->setType(Root.type());
  replaceCallWith(Root, *Value);
  G.eraseNode(&Root);
  Inliner.NumNodes += AllCreated.size();
  Inliner.NumInlined += Inlined.size();
  for (std::string &Path : Inlined)
    Inliner.InlinedPaths.insert(Ctx.intern(Path).str());
  return Error::success();
}

Error ModuleInliner::inlineCall(Node &Call) {
  return ModuleExpander(*this, Call).run();
}
