//===- ProgramGraphs.cpp - Checks of the graphs of a program --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramChecks.h"
#include "fx/Analysis/GraphCalls.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/IR/Context.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Functions besides operators that torch.export's verifier lets pass.
static bool isAllowedFunction(StringRef Name) {
  static constexpr StringLiteral Allowed[] = {
      "torch.sym_int",
      "torch.sym_float",
      "torch.sym_ite",
      "torch.sym_max",
      "torch.sym_min",
      "torch.sym_not",
      "torch._sym_sqrt",
      "torch.sym_sum",
      "torch._C._set_grad_enabled",
      "torch.amp.autocast_mode._enter_autocast",
      "torch.amp.autocast_mode._exit_autocast"};
  return Name.starts_with("operator.") || Name.starts_with("_operator.") ||
         Name.starts_with("math.") ||
         Name.starts_with("torch._functorch.predispatch.") ||
         Name.starts_with("torch.autograd.") ||
         Name.starts_with("torch.export.custom_ops.") ||
         Name.starts_with("torch.fx.experimental.symbolic_shapes.") ||
         Name.starts_with("torch.utils._pytree.") ||
         Name.starts_with("torch._higher_order_ops.") ||
         is_contained(Allowed, Name);
}

/// `torch.ops.NAMESPACE.NAME.OVERLOAD`, or one of higher order.
static bool isOperator(StringRef Name) {
  return Name.starts_with("torch.ops.") &&
         (Name.starts_with("torch.ops.higher_order.") || Name.count('.') == 4);
}

/// Says what the call of a function or a method should be instead.
static void suggestOverload(DiagnosticBuilder D, const Node &N) {
  if (const OpTarget *Target = N.opTarget();
      Target && !Target->isOperatorOverload()) {
    SmallVector<Argument, 6> Args(N.args());
    SmallVector<KwArg, 4> Kwargs(N.kwargs());
    if (std::optional<OverloadCall> Call =
            chooseOverload(N.context(), *Target, {Args, Kwargs})) {
      D.note(diag::note_program_target, SMLoc(), Call->Target->name());
      return;
    }
  }
  D.note(diag::note_program_overloads, SMLoc());
}

// P8, P9, P10
void ProgramChecks::checkTarget(const Node &N) {
  switch (N.op()) {
  case Opcode::CallModule:
  case Opcode::CallMethod:
    suggestOverload(report(diag::err_program_opcode, N, N), N);
    return;
  case Opcode::GetAttr: {
    const Module *Owner = N.graph().owningModule();
    const Module *Sub = Owner ? Owner->lookup(N.targetText()) : nullptr;
    // Tensors are inputs of the program.
    if (M.hasTree() && (!Sub || !Sub->graph()) && &N.graph() == &M.graph())
      report(diag::err_program_attribute, N, N);
    return;
  }
  case Opcode::CallFunction:
    break;
  default:
    return;
  }
  StringRef Name = N.targetText();
  if (!isOperator(Name) && !isAllowedFunction(Name)) {
    suggestOverload(report(diag::err_program_target, N, Name), N);
    return;
  }
  const OpTarget *Target = N.opTarget();
  if (IsAten && Target && Target->isOperatorOverload() &&
      Target->overloads().size() == 1 && Target->overloads()[0].isMutable())
    report(diag::err_program_functional, N, Name);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// How a value differs from what it must be, for all or for some numbers that
/// the symbols stand for; empty where it may be the same. Strides are left to
/// those who compute them.
static std::string contradiction(const Argument &Stored,
                                 const Argument &Inferred, SymbolicMath &Math) {
  TensorValue A(Stored), B(Inferred);
  if (A && B) {
    bool SameRank = A.rank() == B.rank();
    bool Differs = A.dtype() != B.dtype() || !SameRank ||
                   A.layout() != B.layout() || !(A.device() == B.device());
    for (size_t I = 0; SameRank && I != A.rank(); ++I) {
      const Dim &X = A.sizes()[I], &Y = B.sizes()[I];
      Differs |= !Math.equal(X, Y) && ((Math.hasHint(X) && Math.hasHint(Y) &&
                                        Math.hint(X) != Math.hint(Y)) ||
                                       Math.mayDiffer(X, Y));
    }
    return Differs ? compareValues(Stored, Inferred, Math) : "";
  }
  if (Stored.isSequence() && Inferred.isSequence() &&
      Stored.size() == Inferred.size()) {
    for (size_t I = 0; I != Stored.size(); ++I)
      if (std::string Why = contradiction(Stored[I], Inferred[I], Math);
          !Why.empty())
        return ("in part " + Twine(I) + " " + Why).str();
    return "";
  }
  auto IsNumber = [](const Argument &X) {
    return X.isInt() || X.isFloat() || X.isBool() ||
           X.kind() == ArgKind::SymExpr;
  };
  if (IsNumber(Stored) && IsNumber(Inferred)) {
    bool Known = Stored.isInt() && Inferred.isInt();
    return (Known && !(Stored == Inferred)) || Math.mayDiffer(Stored, Inferred)
               ? compareValues(Stored, Inferred, Math)
               : "";
  }
  return compareValues(Stored, Inferred, Math);
}

const std::vector<std::string> &ProgramChecks::symbolsOf(Symbol Text) {
  auto [It, New] = SymbolsOf.try_emplace(Text);
  const SymbolicInfo *Info = New ? Program.symbolic(Text) : nullptr;
  if (!Info)
    return It->second;
  if (std::optional<SymbolicExpr> E = SymbolicExpr::parse(Info->Source.str()))
    for (const SymbolicExpr::Node &N : E->nodes())
      if (N.Kind == SymbolicExpr::Symbol && !is_contained(It->second, N.Text))
        It->second.push_back(N.Text.str());
  return It->second;
}

// P13
void ProgramChecks::checkSymbols(const Node &N, const Argument &Val,
                                 bool MayBind) {
  if (Val.kind() != ArgKind::SymExpr) {
    for (const Argument &Part : Val.elements())
      checkSymbols(N, Part, MayBind);
    return;
  }
  if (!Program.symbolic(Val.symbol())) {
    report(diag::err_program_unexplained, N, Val.str(), N);
    return;
  }
  for (const std::string &Name : symbolsOf(Val.symbol())) {
    if (Bound.contains(Name))
      continue;
    if (!MayBind)
      report(diag::err_program_symbol, N, Name, N);
    // Told once.
    Bound.insert(Name);
  }
}

/// Whether a call may make numbers that no operand has: those that data
/// decide, and those of unknown operators.
static bool makesSymbols(const Node &N) {
  static constexpr StringLiteral FromData[] = {
      "bincount", "masked-select", "nonzero", "number-from-data", "unique"};
  const OpTarget *Target = N.opTarget();
  if (!Target || Target->valueRule().empty() ||
      is_contained(FromData, Target->valueRule()))
    return true;
  const OpInfo &Op = Target->op();
  return Op.name().starts_with("higher_order.") || Op.name() == "index" ||
         Op.name() == "repeat_interleave" || Op.name() == "where" ||
         Op.name() == "tensor_split" || Op.name() == "slice" ||
         Op.name() == "select" || Op.name() == "narrow";
}

/// Whether a value that does not follow was known before this module; \p Why
/// names no node, so it may have another name by now.
bool ProgramChecks::isKnown(StringRef Why) {
  if (Odd)
    Odd->insert(Why);
  return Known && Known->contains(Why);
}

void ProgramChecks::reportOdd(const Node &N, StringRef Source, StringRef Why) {
  if (isKnown(Why))
    return;
  if (Known)
    report(diag::err_value_wrong, N, N, Why);
  else
    report(diag::warn_value_wrong, N, N, Source, Why);
}

/// Whether the `val` of what is given to a call may be out of date, or depends
/// on what symbols stand for: then the call may be right all the same.
static bool mayFit(const Node &N) {
  auto IsSymbolic = [](const Argument &A, auto &&Self) -> bool {
    return A.kind() == ArgKind::SymExpr ||
           any_of(A.elements(),
                  [&](const Argument &E) { return Self(E, Self); });
  };
  for (const Use &U : N.operandUses()) {
    const Node &Value = *N.graph().node(U.Value);
    const Argument *Val = Value.val();
    if (!Val || IsSymbolic(*Val, IsSymbolic))
      return true;
    // `out=` may resize what it writes.
    for (const Node *User : Value.users()) {
      if (!User->isBefore(&N))
        continue;
      const OpTarget *Target = User->opTarget();
      if (!Target || any_of(Target->overloads(),
                            [](const OpSchema &S) { return S.isMutable(); }))
        return true;
    }
  }
  return false;
}

// P12
void ProgramChecks::checkInferred(const Node &N, const Argument &Val,
                                  ValueInference &Inference) {
  Expected<Argument> Inferred = Inference.infer(N);
  if (Inferred) {
    std::string Why = contradiction(Val, *Inferred, Inference.math());
    if (!Why.empty())
      reportOdd(N, N.targetText(), Why);
    return;
  }
  // A wrong call, or no rule; what certainly does not fit is reported.
  Error Rest = handleErrors(Inferred.takeError(), [&](DiagnosticError &E) {
    if (E.diagnostic().Id == diag::err_value_mismatch)
      reportMismatch(N, E.take());
  });
  consumeError(std::move(Rest));
}

void ProgramChecks::reportMismatch(const Node &N, Diagnostic D) {
  if (isKnown(D.Text))
    return;
  if (mayFit(N)) {
    if (Known)
      return;
    D.Id = diag::warn_value_mismatch;
    D.Sev = Severity::Warning;
  }
  D.resolve(M.source());
  Diags.report(std::move(D));
}

// P11, P12
void ProgramChecks::checkValue(const Node &N, ValueInference &Inference) {
  if (N.op() == Opcode::Output)
    return;
  const Argument *Val = N.val();
  if (!Val) {
    const OpTarget *Target = N.opTarget();
    bool ReturnsNothing =
        N.op() == Opcode::GetAttr ||
        (Target &&
         (Target->valueRule() == "nothing" ||
          (Target->isOperatorOverload() && Target->overloads().size() == 1 &&
           Target->overloads()[0].returns().empty())));
    if (!ReturnsNothing && N.hasUsers())
      report(diag::err_value_missing, N, N);
    return;
  }
  if (N.op() == Opcode::CallFunction)
    checkInferred(N, *Val, Inference);
  checkSymbols(N, *Val, N.op() == Opcode::Placeholder || makesSymbols(N));
}

//===----------------------------------------------------------------------===//
// Calls of graphs
//===----------------------------------------------------------------------===//

/// Whether what a graph is given may be what it takes.
static bool fits(const Argument &Given, const Argument &Taken, bool Sliced) {
  TensorValue A(Given), B(Taken);
  if (!A || !B)
    return bool(A) == bool(B);
  if (A.dtype() != B.dtype() || A.rank() != B.rank() + Sliced)
    return false;
  for (size_t I = 0; I != B.rank(); ++I) {
    const Dim &X = A.sizes()[I + Sliced], &Y = B.sizes()[I];
    if (X.isInt() && Y.isInt() && !(X == Y))
      return false;
  }
  return true;
}

// P14
void ProgramChecks::checkGraphCall(const Node &N) {
  const OpTarget *Target = N.opTarget();
  StringRef Op = Target ? StringRef(Target->op().name()) : "";
  // What is made by compilers, not by torch.export, is left to them.
  if (Op == "higher_order.strict_mode" ||
      Op == "higher_order.run_const_graph" || Op == "higher_order.wrap" ||
      Op.ends_with("activation_checkpoint"))
    return;
  std::optional<size_t> NumResults;
  for (const GraphCall &Call : graphCallsOf(N)) {
    if (!Call.Body || !Call.Body->outputNode()) {
      report(diag::err_program_no_graph, N, N.targetText(), Call.GraphArg + 1);
      continue;
    }
    FoundNodes Taken = Call.Body->findNodes(Opcode::Placeholder);
    size_t NumTaken = std::distance(Taken.begin(), Taken.end());
    if (NumTaken != Call.Operands.size()) {
      report(diag::err_program_graph_inputs, N, N.targetText(),
             Call.Operands.size(), Call.Fetched->targetText(), NumTaken);
      continue;
    }
    for (auto [I, Placeholder] : enumerate(Taken)) {
      const GraphCall::Operand &Operand = Call.Operands[I];
      const Argument *A = Operand.value() ? Operand.value()->val() : nullptr;
      const Argument *B = Placeholder->val();
      if (A && B && !fits(*A, *B, Operand.IsSliced))
        report(diag::err_program_graph_operand, N, I, N.targetText(),
               Call.Fetched->targetText());
    }
    const Node *Output = Call.Body->outputNode();
    size_t Results = Output->numArgs() ? Output->arg(0).size() : 0;
    // The condition of a loop returns something else than its body.
    if (Op == "higher_order.cond") {
      if (NumResults && *NumResults != Results)
        report(diag::err_program_branches, N, *NumResults, Results);
      NumResults = Results;
    }
  }
}

// P15
void ProgramChecks::checkMetadata(const Node &N) {
  for (const KwArg &Entry : N.meta().entries()) {
    if (!Entry.Value.isString() || Entry.Name == StackTrace)
      continue;
    StringRef Key = Entry.Name.str();
    // Neighbors have the same.
    Symbol &Last = CheckedMetadata[Entry.Name];
    if (Last == Entry.Value.symbol())
      continue;
    Last = Entry.Value.symbol();
    std::string Why = whyBadMetadata(Key, Entry.Value.str());
    if (Why.empty() || isKnown(Why))
      continue;
    Error Wrong = makeError(diag::err_program_metadata, N, Key, N, Why);
    handleAllErrors(std::move(Wrong), [&](DiagnosticError &E) {
      Diagnostic D = E.take();
      // A pass may mend what was there.
      if (!Known)
        D.Sev = Severity::Warning;
      D.resolve(M.source());
      Diags.report(std::move(D));
    });
  }
}

void ProgramChecks::checkGraph(const Graph &G) {
  ValueInference Inference(G, &M);
  for (const Node *N : G.nodes()) {
    if (Diags.tooManyErrors())
      return;
    checkTarget(*N);
    checkValue(*N, Inference);
    checkMetadata(*N);
    if (N->op() == Opcode::CallFunction)
      checkGraphCall(*N);
  }
}
