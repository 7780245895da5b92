//===- Invert.cpp - The inverse of a graph --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/Invert.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/EffectCache.h"
#include "fx/IR/Formula.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/SideTables.h"
#include "fx/IR/TensorType.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_INVERT
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

class Inverter {
public:
  Inverter(const Graph &G, StringRef InputName)
      : G(G), InputName(InputName),
        New(std::make_unique<Graph>(G.context(), G.owningModule())) {}
  Expected<std::unique_ptr<Graph>> run();

private:
  Error findOutput();
  Error findInput();
  Error checkEffects();
  void markLive();
  void markDependent();
  void copyConstants();
  /// Undoes \p Step, whose value is \p Result; the operand that depends on the
  /// input becomes the next step.
  Expected<Argument> undo(Node *&Step, const Argument &Result);
  Expected<unsigned> findParam(const Node &Step, const BoundCall &Call) const;

  bool isDependent(const Argument &A) const {
    bool Found = false;
    A.forEachNode([&](Node *N) { Found |= Dependent.contains(N); });
    return Found;
  }
  Argument mapConstants(const Argument &A) const {
    return A.mapNodes([&](Node *N) -> Argument { return Copies.lookup(N); });
  }

  const Graph &G;
  StringRef InputName;
  std::unique_ptr<Graph> New;
  Node *Output = nullptr; ///< Output of the old graph.
  Node *Value = nullptr;  ///< What it returns.
  Node *Input = nullptr;
  NodeSet Live;
  NodeSet Dependent;
  NodeMap<Node *> Copies; ///< From old constants to new ones.
};

} // namespace

Error Inverter::findOutput() {
  Output = G.outputNode();
  if (!Output)
    return makeError(diag::err_invert_no_output, SMLoc());
  Value = Output->numArgs() == 1 ? Output->arg(0).asNode() : nullptr;
  if (!Value)
    return makeError(diag::err_invert_output_is_no_value, *Output);
  return Error::success();
}

void Inverter::markLive() {
  Live.insert(Value);
  for (Node *N : G.reversedNodes())
    if (Live.contains(N))
      for (const Use &U : N->operandUses())
        Live.insert(G.node(U.Value));
}

void Inverter::markDependent() {
  Dependent.insert(Input);
  for (Node *N : G.nodes())
    if (any_of(N->operandUses(), [&](const Use &U) {
          return Dependent.contains(G.node(U.Value));
        }))
      Dependent.insert(N);
}

Error Inverter::findInput() {
  for (Node *N : G.nodes()) {
    if (!N->isPlaceholder() || !Live.contains(N))
      continue;
    if (!InputName.empty() && N->name() != InputName)
      continue;
    if (Input)
      return makeError(diag::err_invert_inputs, *Output, *Input, *N);
    Input = N;
  }
  if (Input)
    return Error::success();
  if (InputName.empty())
    return makeError(diag::err_invert_no_input, *Output);
  return makeError(diag::err_invert_unknown_input, *Output, InputName);
}

Error Inverter::checkEffects() {
  EffectCache Effects;
  for (Node *N : G.nodes()) {
    if (N->isPlaceholder() || N->isOutput())
      continue;
    // A module that is a step gets a better message then.
    if (N->isCallModule() && Live.contains(N) && Dependent.contains(N))
      continue;
    const EffectSummary &E = Effects.get(*N);
    // What is not known at all gets a better message when it is a step.
    if (!E.isRemovable() && !(E.Unknown && Live.contains(N)))
      return makeError(diag::err_invert_effects, *N, *N);
  }
  return Error::success();
}

void Inverter::copyConstants() {
  for (Node *N : G.nodes())
    if (Live.contains(N) && !Dependent.contains(N))
      Copies[N] = New->nodeCopy(
          N, [&](Node *Operand) -> Argument { return Copies.lookup(Operand); });
}

/// The parameter of \p Call that depends on the input.
Expected<unsigned> Inverter::findParam(const Node &Step,
                                       const BoundCall &Call) const {
  std::optional<unsigned> Found;
  for (unsigned I = 0, E = Call.size(); I != E; ++I) {
    const Argument *Given = Call.given(I);
    if (!Given || !isDependent(*Given))
      continue;
    if (Found)
      return makeError(diag::err_invert_used_twice, Step, Step);
    if (!Given->isNode())
      return makeError(diag::err_invert_in_container, Step, Step);
    Found = I;
  }
  assert(Found && "the step depends on the input");
  return *Found;
}

/// What rules call the parameter \p I.
static StringRef ruleName(const OpTarget &Target, const BoundCall &Call,
                          unsigned I) {
  return Target.isMethod() && I == 0 ? "input" : Call.schema().params()[I].Name;
}

/// The rule that recovers \p Param, or null. A spelling with rules of its own
/// has no others.
static const InverseRule *findRule(const OpTarget &Target, StringRef Param) {
  ArrayRef<InverseRule> Rules = Target.op().inverses();
  bool HasOwn = any_of(
      Rules, [&](const InverseRule &R) { return R.Spelling == Target.name(); });
  auto It = find_if(Rules, [&](const InverseRule &R) {
    return R.Param == Param &&
           (HasOwn ? R.Spelling == Target.name() : R.Spelling.empty());
  });
  return It == Rules.end() ? nullptr : It;
}

/// The first line says what is wrong, each other one speaks of an overload.
static Error makeBindError(const Node &Step, Error E) {
  std::string Text = toString(std::move(E));
  SmallVector<StringRef, 8> Lines;
  StringRef(Text).split(Lines, '\n');
  DiagnosticBuilder D =
      makeError(diag::err_invert_failed, Step, Step, Lines.front().rtrim(':'));
  for (StringRef Overload : drop_begin(Lines))
    D.note(diag::note_overload, SMLoc(), Overload.trim());
  return D;
}

/// Gives \p Created, which undo \p N, their values; the last one is to be what
/// \p Operand was.
static Error setValues(const Node &N, const Node &Operand,
                       ArrayRef<Node *> Created) {
  const Argument *Known = Operand.val();
  if (!Known)
    return Error::success();
  TensorType Found;
  for (Node *C : Created) {
    Expected<Argument> Val = inferValue(*C, nullptr);
    if (Val) {
      C->setVal(*Val);
      Found = TensorType(*Val);
    } else {
      consumeError(Val.takeError());
      Found = TensorType();
    }
  }
  TensorType Wanted{*Known};
  if (!Found || !Wanted) {
    Created.back()->setVal(*Known);
    return Error::success();
  }
  if (Found.dtype() != Wanted.dtype())
    return makeError(diag::err_invert_failed, N, N,
                     "its inverse gives " + toString(Found.dtype()) +
                         ", and %" + Operand.name() + " is " +
                         toString(Wanted.dtype()));
  if (Found.sizes() != Wanted.sizes())
    return makeError(diag::err_invert_failed, N, N,
                     "it has other sizes than %" + Operand.name() +
                         ", which is broadcast");
  return Error::success();
}

Expected<Argument> Inverter::undo(Node *&Step, const Argument &Result) {
  Node &N = *Step;
  if (N.isCallModule())
    return makeError(diag::err_invert_module, N, N)
        .note(diag::note_invert_inline, SMLoc());
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return makeError(diag::err_invert_unknown_op, N, N, N.target());
  Expected<BoundCall> Call = bindCall(N);
  if (!Call)
    return makeBindError(N, Call.takeError());
  Expected<unsigned> Param = findParam(N, *Call);
  if (!Param)
    return Param.takeError();
  const InverseRule *Rule = findRule(*Target, ruleName(*Target, *Call, *Param));
  if (!Rule)
    return makeError(diag::err_invert_no_inverse, N, N, N.target(),
                     Call->schema().params()[*Param].Name);

  // An option that the inverse does not know, such as `rounding_mode`, changes
  // what is to be undone.
  for (unsigned I = 0, E = Call->size(); I != E; ++I) {
    const SchemaParam &P = Call->schema().params()[I];
    if (I != *Param && (!P.HasDefault || P.Default == "None") &&
        !Call->value(G.context(), I).isNone() &&
        !Rule->Formula.contains(ruleName(*Target, *Call, I)))
      return makeError(diag::err_invert_failed, N, N,
                       ("its inverse does not know '" + P.Name + "'").str());
  }
  SmallVector<FormulaLocal, 8> Locals = {{"result", Result}};
  for (unsigned I = 0, E = Call->size(); I != E; ++I)
    if (I != *Param)
      Locals.push_back({ruleName(*Target, *Call, I),
                        mapConstants(Call->value(G.context(), I))});
  FormulaHost Host;
  SmallVector<Node *, 4> Created;
  Expected<Argument> Operand =
      evaluateFormula(Rule->Formula, *New, Locals, Host, Created);
  if (!Operand)
    return makeError(diag::err_invert_failed, N, N,
                     toString(Operand.takeError()));
  // What is computed now is the value that the operand had; everything else
  // that is known belongs to the step.
  Step = Call->given(*Param)->asNode();
  for (Node *C : Created) {
    C->setMeta(N.meta());
    C->eraseMeta("val");
  }
  if (!Created.empty() && Operand->asNode() == Created.back())
    if (Error E = setValues(N, *Step, Created))
      return E;
  return Operand;
}

Expected<std::unique_ptr<Graph>> Inverter::run() {
  if (Error E = findOutput())
    return E;
  markLive();
  if (Error E = findInput())
    return E;
  markDependent();
  if (Error E = checkEffects())
    return E;

  Node *Start = New->placeholder(Output->name());
  if (const Argument *Val = Value->val())
    Start->setVal(*Val);
  copyConstants();
  Argument Current = Start;
  for (Node *Step = Value; Step != Input;) {
    Expected<Argument> Next = undo(Step, Current);
    if (!Next)
      return Next.takeError();
    Current = *Next;
  }
  New->output(Current);
  return std::move(New);
}

Expected<std::unique_ptr<Graph>> fx::invertGraph(const Graph &G,
                                                 StringRef Input) {
  return Inverter(G, Input).run();
}

namespace {
struct Invert : impl::InvertBase<Invert> {
  Expected<bool> run(GraphModule &M) override {
    Expected<std::unique_ptr<Graph>> New = invertGraph(M.graph(), Input.get());
    if (!New)
      return New.takeError();
    M.root().setGraph(std::move(*New));
    return true;
  }
};
} // namespace
