//===- Examples.cpp - Runs the examples of rules --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/Rewriter.h"
#include "Compile/RuleCompiler.h"
#include "ExampleGraph.h"
#include "RuleChecker.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Structural.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The operators that \p M calls, but for copies of inputs, for a message.
static std::string callsOf(const GraphModule &M) {
  std::string Text;
  ListSeparator Comma;
  for (const Node *N : M.graph().nodes())
    if (N->isCall() && !(N->numOperands() && N->operand(0)->isPlaceholder() &&
                         N->targetText() == "torch.ops.aten.clone.default"))
      Text += (StringRef(Comma) + N->targetText()).str();
  return Text.empty() ? "nothing" : Text;
}

/// Why an input of an example has no type.
static std::string whyNoType(const Clause::Input &I) {
  for (StringRef Kind : I.Type.Kinds)
    if (!dtypeOfKind(Kind))
      return ("the input '" + I.Name + "' has elements of type '" + Kind +
              "'; an example has one dtype, such as f32, i64 or bool")
          .str();
  return ("the type of the input '" + I.Name +
          "' is not fixed; an example has one dtype and numbers as sizes, as "
          "in '" +
          I.Name + ": f32[2, 3]'")
      .str();
}

/// The type of an input, contiguous; None where it is not fixed.
static Argument typeOf(Context &Ctx, const TypePattern &T) {
  std::optional<DType> Element;
  if (T.Kinds.size() == 1)
    Element = dtypeOfKind(T.Kinds[0]);
  if (!Element)
    return {};
  SmallVector<Argument, 4> Sizes, Strides(T.Dims.size(), Argument(1));
  for (const DimPattern &D : T.Dims) {
    int64_t Size;
    if (D.Kind != DimPattern::Number || D.Text.getAsInteger(10, Size))
      return {};
    Sizes.push_back(Argument(Size));
  }
  int64_t Stride = 1;
  for (size_t I = Sizes.size(); I-- != 0;) {
    Strides[I] = Argument(Stride);
    Stride *= std::max<int64_t>(Sizes[I].asInt(), 1);
  }
  return Argument::tensorType(*Element, Argument::tuple(Sizes),
                              Argument::tuple(Strides),
                              Argument::device(Ctx, "cpu"));
}

/// Equal calls become one, as a name used twice would be.
static void mergeEqual(Graph &G) {
  std::vector<Node *> Seen;
  for (Node *N : G.nodes()) {
    if (!N->isCall())
      continue;
    auto Same = find_if(Seen, [&](Node *Other) {
      return Other->targetId() == N->targetId() &&
             Other->specId() == N->specId() &&
             equal(
                 Other->operandUses(), N->operandUses(),
                 [](const Use &A, const Use &B) { return A.Value == B.Value; });
    });
    if (Same == Seen.end()) {
      Seen.push_back(N);
      continue;
    }
    N->replaceAllUsesWith(*Same);
    G.eraseNode(N);
  }
}

std::string fx::rewrite::makeGraph(GraphModule &M, const Clause &C,
                                   const CompiledRule &Terms, RuleHost *Host,
                                   ConstantBytes Bytes, bool Fresh) {
  Graph &G = M.graph();
  std::vector<Binding> Bindings(Terms.Slots.size());
  for (size_t I = 0; I != C.Inputs.size(); ++I) {
    Argument Type = typeOf(M.context(), C.Inputs[I].Type);
    if (Type.isNone())
      return whyNoType(C.Inputs[I]);
    if (!C.Inputs[I].IsConstant) {
      Node *N = G.placeholder(C.Inputs[I].Name);
      N->setVal(Type);
      if (Fresh)
        N = G.callFunction("torch.ops.aten.clone.default", {Argument(N)});
      Bindings[I] = {Binding::Given, Argument(N)};
      continue;
    }
    if (!Host)
      return "there are no constants here";
    TensorType T(Type);
    SmallVector<int64_t, 6> Sizes = *T.fixedSizes();
    size_t Count = 1;
    for (int64_t Size : Sizes)
      Count *= Size;
    Expected<Node *> N = Host->addState(C.Inputs[I].Name, T.dtype(), Sizes,
                                        Bytes(I, T.dtype(), Count));
    if (!N)
      return toString(N.takeError());
    Bindings[I] = {Binding::Given, Argument(*N)};
  }
  ValueInference Inference(G, &M);
  TermEvaluator Evaluator(M.context(), Inference.math());
  Evaluator.setMatch(Terms, Bindings);
  Evaluator.setHost(Host);
  Emitter Emit(G, Evaluator, /*IsProgram=*/false);
  Emit.setInference(Inference);
  Emit.begin(Bindings, true);
  SmallVector<Argument, 2> Results;
  for (const ResultStep &Step : Terms.Results) {
    std::optional<Argument> Value = Emit.emit(*Step.Value);
    if (!Value)
      return Emit.reason();
    if (Step.Target != NoSlot)
      Bindings[Step.Target] = {Binding::Given, *Value};
    else
      Results.push_back(*Value);
  }
  G.output(Results.size() == 1 ? Results[0] : Argument::tuple(Results));
  mergeEqual(G);
  for (Node *N : G.nodes()) {
    if (!N->isCall() || N->val())
      continue;
    Expected<Argument> Val = Emitter::inferCall(*N, Inference);
    if (!Val)
      return toString(Val.takeError());
    N->setVal(*Val);
  }
  return "";
}

bool RuleCompiler::compileExample(const Clause &C, bool After,
                                  CompiledRule &Into) {
  R = &Into;
  R->Class = Exactness::Rounding;
  RuleScope = {};
  Lines.clear();
  for (const Clause::Input &I : C.Inputs) {
    Expr Name;
    Name.Kind = ExprKind::Value;
    Name.Text = I.Name;
    Name.Loc = I.Loc;
    if (RuleScope.Slots.count(("%" + I.Name).str())) {
      error(diag::err_rules_redefined, I.Loc, "value", I.Name);
      return false;
    }
    slotFor(Name, RuleScope);
  }
  return compileProgram(After ? C.After : C.Before);
}

/// Lines that have a name make a value for the lines after them.
bool RuleCompiler::compileProgram(const Block &B) {
  for (const Line &L : B.Lines) {
    ResultStep Step;
    Step.Value = term(*L.Value, RuleScope, true);
    if (!Step.Value)
      return false;
    if (L.Results.size() > 1) {
      error(diag::err_rules_misplaced, L.Loc, "a list of names",
            "a line of an example");
      return false;
    }
    for (const Expr *Name : L.Results) {
      if (RuleScope.Slots.count(("%" + Name->Text).str())) {
        error(diag::err_rules_redefined, Name->Loc, "value", Name->Text);
        return false;
      }
      Step.Target = slotFor(*Name, RuleScope);
    }
    R->Results.push_back(std::move(Step));
  }
  if (all_of(B.Lines, [](const Line &L) { return !L.Results.empty(); }) &&
      B.Braces) {
    error(diag::err_expected, B.Lines.empty() ? B.Loc : B.Lines.back().Loc,
          "a line without a name, which is the result, in the example");
    return false;
  }
  return true;
}

/// Whether \p Rule fits somewhere, and its result is what is there.
static bool changesNothing(RuleSet &Set, const CompiledRule &Rule,
                           GraphModule &M) {
  DiagnosticEngine Silent;
  Silent.setHandler([](const Diagnostic &) {});
  RewriteOptions Options;
  return any_of(M.graph().nodes(), [&](Node *N) {
    return N->isCall() &&
           Set.whyNot(Rule, M.graph(), M, *N, Options, Silent).empty();
  });
}

/// Where \p Rule fits nearly, best.
static std::string nearestMiss(RuleSet &Set, const CompiledRule &Rule,
                               GraphModule &M) {
  std::string Nearest;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    if (Nearest.empty() && D.Sev == Severity::Remark)
      Nearest = D.Text;
  });
  RewriteOptions Options;
  Set.explain(Rule, M.graph(), M, "", Options, Diags);
  StringRef Text = Nearest;
  Text.consume_front(("rule '" + Rule.Name + "' ").str());
  return Text.empty() ? "it has no operator of the root" : "it " + Text.str();
}

/// What is wrong with an example; empty when nothing is.
static std::string runExample(RuleSet &Set, const Program &P,
                              const CompiledRule &Rule, const Clause &C,
                              const CompiledRule &Before,
                              const CompiledRule &After) {
  Context &Ctx = *P.Ctx;
  auto Bytes = [](unsigned, DType T, size_t Count) {
    return constantValues(T, Count, 0);
  };
  auto Make = [&](GraphModule &Into, const CompiledRule &Terms, bool Fresh) {
    std::unique_ptr<RuleHost> Host = P.host(Into, /*Inference=*/true);
    return makeGraph(Into, C, Terms, Host.get(), Bytes, Fresh);
  };
  std::string Refused;
  auto Apply = [&](GraphModule &To) {
    DiagnosticEngine Diags;
    Diags.setHandler([&](const Diagnostic &D) { Refused = D.Text; });
    RewriteOptions Options;
    Options.Remarks = true;
    // Constants are there for nobody who asks for gradients, and so are rules
    // for inference, but for examples of what is not done.
    Options.Inference =
        (Rule.Inference && !C.Negative) ||
        any_of(C.Inputs, [](const Clause::Input &I) { return I.IsConstant; });
    const CompiledRule *Rules[] = {&Rule};
    return Set.apply(Rules, To.graph(), To, Options, Diags);
  };
  auto M = std::make_unique<GraphModule>(Ctx);
  if (std::string Why = Make(*M, Before, /*Fresh=*/false); !Why.empty())
    return "the graph cannot be made: " + Why;
  uint64_t Count = Apply(*M);
  if (C.Negative)
    return Count ? "the rule is applied" : "";
  // `%x * 1 => %x` is about a value of a program, not about the memory of an
  // input that becomes that of a result.
  bool Fresh = !Count && StringRef(Refused).contains("not applied: alias: ");
  if (Fresh) {
    M = std::make_unique<GraphModule>(Ctx);
    if (!Make(*M, Before, Fresh).empty())
      return "the rule is not applied: " + Refused;
    Count = Apply(*M);
  }
  if (!Count && Refused.empty() && changesNothing(Set, Rule, *M))
    return "the rule is not applied: its result is what is there already";
  if (!Count)
    return "the rule is not applied: " +
           (Refused.empty() ? nearestMiss(Set, Rule, *M) : Refused);
  if (C.After.Lines.empty())
    return "";
  GraphModule Wanted(Ctx);
  if (std::string Why = Make(Wanted, After, Fresh); !Why.empty())
    return "the result cannot be made: " + Why;
  StructuralOptions Loose;
  Loose.Names = Loose.Metadata = Loose.Types = Loose.Users = Loose.Tree = false;
  M->graph().eliminateDeadCode();
  Wanted.graph().eliminateDeadCode();
  std::optional<StructuralDifference> Difference =
      findDifference(M->graph(), Wanted.graph(), Loose);
  if (!Difference)
    return "";
  std::string Is = callsOf(*M), Not = callsOf(Wanted);
  return "the result is not the one after '=>': " +
         (Is == Not ? Difference->Text
                    : "it calls " + Is + ", and should call " + Not);
}

std::vector<const CompiledRule *> RuleSet::withoutExample() const {
  std::vector<const CompiledRule *> Found;
  for (const CompiledRule &Rule : P->Rules)
    if (none_of(Rule.Def->Clauses, [](const Clause &C) {
          return C.Kind == Clause::Example && !C.Negative;
        }))
      Found.push_back(&Rule);
  return Found;
}

unsigned RuleSet::checkExamples(DiagnosticEngine &Diags) {
  unsigned Count = 0;
  for (const auto &File : P->Files)
    for (const CompiledRule &Rule : P->Rules) {
      if (Rule.File != File.get())
        continue;
      for (const Clause &C : Rule.Def->Clauses) {
        if (C.Kind != Clause::Example)
          continue;
        ++Count;
        CompiledRule Before, After;
        RuleCompiler Compiler(*P, *File, Diags);
        if (!Compiler.compileExample(C, false, Before) ||
            !Compiler.compileExample(C, true, After))
          continue;
        std::string Why = runExample(*this, *P, Rule, C, Before, After);
        if (!Why.empty())
          Diags.report(diag::err_rules_example, SMLoc::getFromPointer(C.Loc),
                       Rule.Name, Why);
      }
    }
  return Count;
}
