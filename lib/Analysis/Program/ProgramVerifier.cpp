//===- ProgramVerifier.cpp - Invariants of exported programs --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ProgramVerifier.h"
#include "ProgramChecks.h"
#include "fx/Analysis/ModuleSignatures.h"
#include "fx/AsmParser/TreeSpec.h"
#include "fx/IR/Context.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

// P1
void ProgramChecks::checkDialect() {
  for (Symbol Name : Program.Verifiers) {
    if (Name == "ATEN")
      IsAten = true;
    else if (Name != "TRAINING")
      report(diag::err_program_dialect, SMLoc(), Name);
  }
}

static bool hasRole(const TensorAttr &T, const InputSpec &Spec) {
  switch (Spec.Kind) {
  case InputSpec::Parameter:
    return T.Role == TensorAttr::Parameter;
  case InputSpec::Buffer:
    // PyTorch looks for it in both tables, and takes parameters too.
    return T.Role != TensorAttr::Object;
  case InputSpec::TensorConstant:
    return T.Role != TensorAttr::Object;
  default:
    return T.Role == TensorAttr::Object;
  }
}

static std::string shapeText(const TensorType &T, const Context &Ctx) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << toString(T.dtype()) << ' ';
  printArgument(Argument::tuple(T.sizes()), Ctx, OS);
  return Text;
}

/// Whether \p N has an argument `out=`, which it may resize.
static bool hasOut(const Node *N) {
  const OpTarget *Target = N->opTarget();
  return Target && any_of(Target->overloads(), [](const OpSchema &Schema) {
           return Schema.writesOut();
         });
}

// P3
void ProgramChecks::checkState(const Node &N, const InputSpec &Spec) {
  StringRef Kind = toString(Spec.Kind);
  TensorType Val = N.tensorType();
  if (Spec.Kind != InputSpec::CustomObj && !Val) {
    report(diag::err_program_not_tensor, N, N, Kind, Spec.Target);
    return;
  }
  // A text may leave the tree out.
  if (!M.hasTree())
    return;
  const TensorAttr *T = M.state(Spec.Target.str());
  if (!T) {
    report(diag::err_program_state, N, N, Kind, Spec.Target);
    return;
  }
  if (!hasRole(*T, Spec)) {
    report(diag::err_program_state_role, N, N, Kind, Spec.Target,
           toString(T->Role));
    return;
  }
  if (Spec.Kind == InputSpec::Buffer && T->Role == TensorAttr::Buffer &&
      T->Persistent != Spec.Persistent)
    report(diag::err_program_persistent, N, N, Spec.Target,
           Spec.Persistent ? "" : "not ", T->Persistent ? "" : "not ");
  TensorType InTree = T->tensorType();
  if (!Val || !InTree || T->Pickled ||
      (InTree.dtype() == Val.dtype() && InTree.sizes() == Val.sizes()))
    return;
  std::string Found = shapeText(InTree, Ctx), Wanted = shapeText(Val, Ctx);
  if (InTree.dtype() != Val.dtype() || none_of(N.graph().nodes(), hasOut)) {
    report(diag::err_program_state_type, N, N, Kind, Spec.Target, Found,
           Wanted);
    return;
  }
  // PyTorch exports what the program has made of it: `out=` resizes what it
  // writes, and all that share its memory under another name.
  reportOdd(N, Spec.Target.str(), "it is " + Found + ", not " + Wanted);
}

// P2
void ProgramChecks::checkInput(const Node &N) {
  std::optional<InputSpec> Spec = InputSpec::of(N);
  if (!Spec) {
    report(diag::err_program_input_spec, N, N);
    return;
  }
  switch (Spec->Kind) {
  case InputSpec::UserInput:
    UserInputs.insert(N.targetText());
    ++NumUserInputs;
    return;
  case InputSpec::ConstantInput:
    ++NumUserInputs;
    return;
  case InputSpec::Token:
    return;
  case InputSpec::Parameter:
    Parameters.insert(Spec->Target.str());
    break;
  case InputSpec::Buffer:
    Buffers.insert(Spec->Target.str());
    break;
  default:
    break;
  }
  checkState(N, *Spec);
}

/// Tokens come first, then what is written to state and inputs.
static unsigned rankOf(OutputSpec::SpecKind Kind) {
  switch (Kind) {
  case OutputSpec::Token:
    return 0;
  case OutputSpec::BufferMutation:
  case OutputSpec::ParameterMutation:
  case OutputSpec::UserInputMutation:
    return 1;
  default:
    return 2;
  }
}

// P5
void ProgramChecks::checkMutation(const OutputSpec &Spec, unsigned I) {
  const StringSet<> *Known = nullptr;
  StringRef What;
  switch (Spec.Kind) {
  case OutputSpec::BufferMutation:
    Known = &Buffers;
    What = "buffer";
    break;
  case OutputSpec::ParameterMutation:
  case OutputSpec::GradientToParameter:
    Known = &Parameters;
    What = "parameter";
    break;
  case OutputSpec::UserInputMutation:
  case OutputSpec::GradientToUserInput:
    Known = &UserInputs;
    What = "user input";
    break;
  default:
    return;
  }
  if (!Known->contains(Spec.Target.str()))
    report(diag::err_program_mutation, *M.graph().outputNode(), I, What,
           Spec.Target);
}

// P4
void ProgramChecks::checkOutputs() {
  const Node *Output = M.graph().outputNode();
  if (!Output) {
    report(diag::err_program_no_output, SMLoc());
    return;
  }
  Argument Values = Output->numArgs() ? Output->arg(0) : Argument();
  std::optional<SmallVector<OutputSpec, 4>> Specs = outputSpecsOf(*Output);
  if (!Specs || Specs->size() != Values.size()) {
    report(diag::err_program_output_specs, *Output, *Output, Values.size());
    return;
  }
  unsigned Rank = 0;
  for (const auto &[I, Spec] : enumerate(*Specs)) {
    if (rankOf(Spec.Kind) < Rank)
      report(diag::err_program_output_order, *Output, I, toString(Spec.Kind));
    Rank = std::max(Rank, rankOf(Spec.Kind));
    NumUserOutputs += Spec.isUser();
    checkMutation(Spec, I);
  }
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// The number of leaves of `[1, {...}]`.
static std::optional<unsigned> leavesOf(Symbol Tree) {
  Expected<TreeSpec> Spec = TreeSpec::parse(Tree.str());
  if (Spec)
    return Spec->numLeaves();
  consumeError(Spec.takeError());
  return std::nullopt;
}

// P6
void ProgramChecks::checkTrees() {
  for (const ModuleCall &Call : Program.ModuleCalls) {
    if (!Call.HasSignature || !Call.Path.str().empty())
      continue;
    auto Check = [&](Symbol Tree, unsigned Wanted, StringRef What) {
      std::optional<unsigned> Leaves = Tree ? leavesOf(Tree) : std::nullopt;
      if (!Leaves)
        report(diag::err_program_bad_tree, SMLoc(), What);
      else if (*Leaves != Wanted)
        report(diag::warn_program_tree, SMLoc(), What, *Leaves, Wanted);
    };
    Check(Call.InSpec, NumUserInputs, "inputs");
    Check(Call.OutSpec, NumUserOutputs, "outputs");
  }
}

// P7
void ProgramChecks::checkRanges() {
  for (const RangeConstraint &Range : Program.Ranges) {
    if (Range.Min && Range.Max && *Range.Min > *Range.Max) {
      report(diag::err_program_empty_range, SMLoc(), Range.Text, *Range.Min,
             *Range.Max);
      continue;
    }
    const SymbolicInfo *Info = Program.symbolic(Range.Text);
    if (!Info || !Info->Hint.isInt())
      continue;
    int64_t Hint = Info->Hint.asInt();
    if ((Range.Min && Hint < *Range.Min) || (Range.Max && Hint > *Range.Max))
      report(diag::err_program_range, SMLoc(), Range.Text, Hint);
  }
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

void ProgramChecks::run() {
  checkDialect();
  for (const Node *N : M.graph().nodes()) {
    if (N->op() != Opcode::Placeholder)
      continue;
    checkInput(*N);
    if (const Argument *Val = N->val())
      checkSymbols(*N, *Val, /*MayBind=*/true);
  }
  checkOutputs();
  checkTrees();
  checkRanges();
  M.root().walk([&](const Module &Sub, StringRef) {
    if (Sub.graph() && !Diags.tooManyErrors())
      checkGraph(*Sub.graph());
  });
}

static bool verify(const GraphModule &M, DiagnosticEngine &Diags,
                   OddValues *Odd, const OddValues *Known) {
  if (!M.program())
    return true;
  unsigned Before = Diags.numErrors();
  ProgramChecks(M, Diags, Odd, Known).run();
  return Diags.numErrors() == Before;
}

bool fx::verifyProgram(const GraphModule &M, DiagnosticEngine &Diags,
                       OddValues *Odd) {
  return verify(M, Diags, Odd, nullptr);
}

bool fx::verifyProgramAgain(const GraphModule &M, DiagnosticEngine &Diags,
                            const OddValues &Known) {
  return verify(M, Diags, nullptr, &Known);
}

Error fx::completeProgram(GraphModule &M) {
  if (!M.program())
    return Error::success();
  return inferMissingValues(M).takeError();
}

Error fx::completeChangedProgram(GraphModule &M) {
  dropBrokenSignatures(M);
  if (M.program())
    renewGradientValues(M);
  return completeProgram(M);
}
