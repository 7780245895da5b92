//===- ModuleSignatures.cpp - Modules that can be made again --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModuleSignatures.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Effects.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/SideTables.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

using namespace fx;
using namespace llvm;

namespace {

/// Finds the calls of modules whose nodes are not a unit.
class SignatureChecker {
public:
  explicit SignatureChecker(const ExportedProgram &Program);

  void visit(const Node &N);
  void visitOutput(const Node &Output);
  void checkOutputs();
  void checkEmpty();
  /// Paths of calls.
  SmallVector<Symbol, 2> Broken;

private:
  using Calls = SmallVector<const ModuleCall *, 2>;

  const Calls &callsAround(const Node &N);
  void use(const Node &Value, const Calls &Around);
  void fail(const ModuleCall &Call) { Broken.push_back(Call.Path); }

  StringMap<const ModuleCall *> ByPath;
  NodeMap<Calls> Around;
  /// Those that a node is part of, or whose module has state.
  DenseSet<const ModuleCall *> Made;
};

} // namespace

SignatureChecker::SignatureChecker(const ExportedProgram &Program) {
  for (const ModuleCall &Call : Program.ModuleCalls)
    if (Call.HasSignature && !Call.Path.str().empty())
      ByPath[Call.Path.str()] = &Call;
}

/// The calls with a signature that \p N is part of.
const SignatureChecker::Calls &SignatureChecker::callsAround(const Node &N) {
  Calls &Result = Around[&N];
  if (!Result.empty() || N.isPlaceholder())
    return Result;
  std::optional<ModuleStack> Stack = moduleStack(N);
  if (!Stack)
    return Result;
  for (const ModuleStackEntry &Entry : *Stack) {
    std::string Path = Entry.Path;
    // The key says which call it is.
    if (size_t At = Entry.Key.rfind('@'); At != std::string::npos)
      Path += Entry.Key.substr(At);
    if (const ModuleCall *Call = ByPath.lookup(Path))
      Result.push_back(Call);
  }
  Made.insert(Result.begin(), Result.end());
  return Result;
}

static bool isState(const Node &N) {
  if (!N.isPlaceholder())
    return N.isGetAttr();
  std::optional<InputSpec> Spec = InputSpec::of(N);
  return Spec && Spec->Kind != InputSpec::UserInput;
}

/// PyTorch makes numbers again wherever they are used, and state is anywhere,
/// also where a call has written to it.
static bool isAnywhere(const Node &Value) {
  const Node *Written = &Value;
  while (Written->isCallFunction()) {
    Effects Known = getEffects(*Written);
    if (Known.Writes.size() != 1)
      break;
    Written = Known.Writes.front();
  }
  if (isState(*Written))
    return true;
  const Argument *Val = Value.val();
  return Val && Val->kind() != ArgKind::TensorType && !Val->isSequence();
}

static bool names(ArrayRef<Argument> Values, const Node &N) {
  return any_of(Values, [&](const Argument &A) { return A.asNode() == &N; });
}

/// \p Value is used inside the calls \p Users.
void SignatureChecker::use(const Node &Value, const Calls &Users) {
  if (isAnywhere(Value))
    return;
  const Calls Makers = callsAround(Value);
  for (const ModuleCall *Call : Users)
    if (!is_contained(Makers, Call) && !names(Call->Inputs, Value))
      fail(*Call);
  for (const ModuleCall *Call : Makers)
    if (!is_contained(Users, Call) && !names(Call->Outputs, Value))
      fail(*Call);
}

void SignatureChecker::visit(const Node &N) {
  const Calls Users = callsAround(N);
  for (Node *Operand : N.allInputNodes())
    use(*Operand, Users);
  std::optional<InputSpec> Spec;
  if (N.isPlaceholder())
    Spec = InputSpec::of(N);
  if (!Spec || Spec->Kind == InputSpec::UserInput)
    return;
  for (const auto &Entry : ByPath) {
    StringRef State = Spec->Target.str();
    if (State.consume_front(Entry.first().split('@').first) &&
        State.starts_with("."))
      Made.insert(Entry.second);
  }
}

/// What becomes state is written where it is made.
void SignatureChecker::visitOutput(const Node &Output) {
  auto Specs = outputSpecsOf(Output);
  Argument Values = Output.numArgs() ? Output.arg(0) : Argument();
  for (size_t I = 0; Values.isSequence() && I != Values.size(); ++I)
    if (const Node *N = Values[I].asNode();
        N && (!Specs || I >= Specs->size() || (*Specs)[I].isUser()))
      use(*N, {});
}

void SignatureChecker::checkOutputs() {
  for (const auto &Entry : ByPath) {
    const ModuleCall &Call = *Entry.second;
    for (const Argument &A : Call.Outputs) {
      const Node *N = A.asNode();
      if (N && !N->isPlaceholder() && !names(Call.Inputs, *N) &&
          !is_contained(callsAround(*N), &Call))
        fail(Call);
    }
  }
}

/// PyTorch does not make a module that has neither nodes nor state, and fails
/// where it has a signature.
void SignatureChecker::checkEmpty() {
  for (const auto &Entry : ByPath)
    if (!Made.contains(Entry.second))
      fail(*Entry.second);
}

void fx::dropBrokenSignatures(GraphModule &M) {
  ExportedProgram *Program = M.program();
  if (!Program || !Program->namesNodes())
    return;
  SignatureChecker Checker(*Program);
  for (Node *N : M.graph().nodes())
    if (N->isOutput())
      Checker.visitOutput(*N);
    else
      Checker.visit(*N);
  Checker.checkOutputs();
  Checker.checkEmpty();
  for (Symbol Path : Checker.Broken)
    Program->dropSignature(Path);
}
