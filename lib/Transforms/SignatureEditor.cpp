//===- SignatureEditor.cpp - Editing inputs and outputs -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/SignatureEditor.h"
#include "fx/AsmParser/TreeSpec.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static Error refuse(const Twine &Why) {
  return makeError(diag::err_signature_edit, SMLoc(), Why);
}

static bool isUser(const Node &N) {
  std::optional<InputSpec> Spec = InputSpec::of(N);
  return Spec && (Spec->Kind == InputSpec::UserInput ||
                  Spec->Kind == InputSpec::ConstantInput);
}

/// The call of the root, which says how inputs and outputs nest.
ModuleCall *SignatureEditor::root() {
  if (!M.program())
    return nullptr;
  std::vector<ModuleCall> &Calls = M.program()->ModuleCalls;
  if (Calls.empty() || !Calls.front().Path.str().empty() ||
      !Calls.front().HasSignature)
    return nullptr;
  return &Calls.front();
}

static Error noSignature(const GraphModule &M, StringRef What) {
  if (M.program())
    return refuse("the program does not say what its " + What + " are");
  return refuse("a plain graph has no signature: edit its placeholders and its "
                "output node");
}

std::vector<Node *> SignatureEditor::userInputs() const {
  std::vector<Node *> Inputs;
  for (Node *N : M.graph().nodes())
    if (N->isPlaceholder() && isUser(*N))
      Inputs.push_back(N);
  return Inputs;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

namespace {
/// What the output returns, with its specifications.
struct Outputs {
  explicit Outputs(const GraphModule &M) {
    N = M.graph().outputNode();
    auto Known = N ? outputSpecsOf(*N) : std::nullopt;
    if (!Known || !N->numArgs() || !N->arg(0).isSequence())
      return;
    Values = N->arg(0).elements().vec();
    Specs = std::move(*Known);
    Good = Values.size() == Specs.size();
    for (size_t I = 0; Good && I != Specs.size(); ++I)
      if (Specs[I].isUser())
        Users.push_back(I);
  }
  void store() {
    N->updateArg(0, Argument::tuple(Values));
    setOutputSpecs(*N, Specs);
  }

  Node *N = nullptr;
  bool Good = false;
  std::vector<Argument> Values;
  SmallVector<OutputSpec, 4> Specs;
  /// Places of those that the user gets.
  std::vector<size_t> Users;
};
} // namespace

std::vector<Argument> SignatureEditor::userOutputs() const {
  Outputs Out(M);
  std::vector<Argument> Values;
  for (size_t Place : Out.Users)
    Values.push_back(Out.Values[Place]);
  return Values;
}

Error SignatureEditor::removeUserOutput(unsigned I) {
  Outputs Out(M);
  ModuleCall *Call = root();
  if (!Out.Good || !Call)
    return noSignature(M, "outputs");
  if (I >= Out.Users.size())
    return refuse("there is no output " + Twine(I) + ", only " +
                  Twine(Out.Users.size()));
  Expected<TreeSpec> Tree = TreeSpec::parse(Call->OutSpec.str());
  if (!Tree)
    return refuse(toString(Tree.takeError()));
  if (Tree->numLeaves() != Out.Users.size())
    return refuse("its outputs are not those of the graph");
  size_t Place = Out.Users[I];
  if (Tree->removeLeaf(I)) {
    Out.Values.erase(Out.Values.begin() + Place);
    Out.Specs.erase(Out.Specs.begin() + Place);
    Call->OutSpec = M.context().intern(Tree->str());
  } else {
    Out.Values[Place] = Argument();
  }
  Out.store();
  return Error::success();
}

Error SignatureEditor::addUserOutput(Node &N) {
  Outputs Out(M);
  ModuleCall *Call = root();
  if (!Out.Good || !Call)
    return noSignature(M, "outputs");
  Expected<TreeSpec> Tree = TreeSpec::parse(Call->OutSpec.str());
  if (!Tree)
    return refuse(toString(Tree.takeError()));
  if (!Tree->addLeaf()) {
    TreeSpec Pair;
    Pair.Type = "builtins.tuple";
    Pair.Context = "\"null\"";
    Pair.Children.push_back(std::move(*Tree));
    Pair.Children.emplace_back();
    *Tree = std::move(Pair);
  }
  Call->OutSpec = M.context().intern(Tree->str());
  Out.Values.push_back(&N);
  Out.Specs.push_back(OutputSpec());
  Out.store();
  return Error::success();
}

Error SignatureEditor::setUserOutputs(ArrayRef<Node *> Values) {
  Outputs Out(M);
  ModuleCall *Call = root();
  if (!Out.Good || !Call)
    return noSignature(M, "outputs");
  for (size_t Place : reverse(Out.Users)) {
    Out.Values.erase(Out.Values.begin() + Place);
    Out.Specs.erase(Out.Specs.begin() + Place);
  }
  TreeSpec Tree;
  if (Values.size() != 1)
    Tree = {"builtins.tuple", "\"null\"", std::vector<TreeSpec>(Values.size())};
  for (Node *N : Values) {
    Out.Values.push_back(N);
    Out.Specs.push_back(OutputSpec());
  }
  Call->OutSpec = M.context().intern(Tree.str());
  Out.store();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Whether a guard may speak of the argument \p Name. Those of strict exports
/// count all inputs.
static bool speaksOf(StringRef Guard, StringRef Name) {
  return Guard.contains(("L['" + Name + "']").str()) ||
         Guard.contains(("L[\"" + Name + "\"]").str()) ||
         Guard.contains("L['flat_args']");
}

Error SignatureEditor::removeUserInput(Node &Placeholder) {
  std::vector<Node *> Inputs = userInputs();
  auto It = find(Inputs, &Placeholder);
  ModuleCall *Call = root();
  if (!Call)
    return noSignature(M, "inputs");
  if (It == Inputs.end())
    return refuse("'" + Placeholder.name() + "' is not an input of the user");
  if (Placeholder.hasUsers())
    return refuse("'" + Placeholder.name() + "' is used");
  for (const OutputSpec &Spec : Outputs(M).Specs)
    if (Spec.Target == Placeholder.target() &&
        (Spec.Kind == OutputSpec::UserInputMutation ||
         Spec.Kind == OutputSpec::GradientToUserInput))
      return refuse("an output belongs to '" + Placeholder.name() + "'");
  Expected<TreeSpec> Tree = TreeSpec::parse(Call->InSpec.str());
  if (!Tree)
    return refuse(toString(Tree.takeError()));
  unsigned I = It - Inputs.begin();
  SmallVector<unsigned, 4> Path = Tree->pathTo(I);
  if (Tree->numLeaves() != Inputs.size() || Path.size() < 2 ||
      Tree->Children.size() != 2)
    return refuse("its inputs are not those of the graph");
  // Which argument of the call it belongs to.
  size_t Arg = Path[0] ? Tree->Children[0].Children.size() + Path[1] : Path[1];
  size_t NumArgs =
      Tree->Children[0].Children.size() + Tree->Children[1].Children.size();
  if (!Tree->removeLeaf(I))
    return refuse("'" + Placeholder.name() +
                  "' is in a container that cannot get shorter");
  if (Call->ArgNames && Call->ArgNames->size() == NumArgs) {
    StringRef Name = (*Call->ArgNames)[Arg].str();
    erase_if(M.program()->GuardsCode,
             [&](Symbol Guard) { return speaksOf(Guard.str(), Name); });
    if (Path.size() == 2)
      Call->ArgNames->erase(Call->ArgNames->begin() + Arg);
  } else {
    M.program()->GuardsCode.clear();
  }
  Call->InSpec = M.context().intern(Tree->str());
  M.program()->HasSampleInputs = false;
  M.graph().eraseNode(&Placeholder);
  return Error::success();
}

Expected<Node *> SignatureEditor::addUserInput(StringRef Name,
                                               const Argument &Val) {
  std::vector<Node *> Inputs = userInputs();
  ModuleCall *Call = root();
  if (!Call)
    return noSignature(M, "inputs");
  Expected<TreeSpec> Tree = TreeSpec::parse(Call->InSpec.str());
  if (!Tree)
    return refuse(toString(Tree.takeError()));
  if (Tree->numLeaves() != Inputs.size() || Tree->Children.size() != 2)
    return refuse("its inputs are not those of the graph");
  TreeSpec &Args = Tree->Children[0];
  unsigned NumLeaves = Args.numLeaves(), Place = Args.Children.size();
  if (!Args.addLeaf())
    return refuse("its positional inputs are not a tuple");
  // Before the keywords, or after all placeholders.
  Node *Before =
      NumLeaves < Inputs.size() ? Inputs[NumLeaves] : M.graph().front();
  if (NumLeaves == Inputs.size())
    while (Before && Before->isPlaceholder())
      Before = Before->next();
  InsertionGuard At = M.graph().insertingBefore(Before);
  Node *N = M.graph().placeholder(Name);
  N->setTarget(N->name());
  N->setMeta("input_spec", InputSpec().toArgument(M.context()));
  N->setVal(Val);
  if (Call->ArgNames && Call->ArgNames->size() >= Place)
    Call->ArgNames->insert(Call->ArgNames->begin() + Place, N->target());
  Call->InSpec = M.context().intern(Tree->str());
  M.program()->HasSampleInputs = false;
  return N;
}
