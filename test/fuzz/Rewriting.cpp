//===- Rewriting.cpp - Fuzz target: random rules on random graphs ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules whose results are anything at all are applied where the engine takes
// them, and those that come with fx-opt after them. The graph stays valid, what
// it returns has the types that it had, each value is what its call computes,
// and writes and random numbers are those of before, in their order.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "RandomRules.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Effects.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Verifier.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Transforms/BuiltinRules.h"
#include "fx/Transforms/RuleFolding.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::rewrite;
using llvm::StringRef;

static bool isValid(const GraphModule &M) {
  DiagnosticEngine Diags;
  Diags.setHandler([](const Diagnostic &) {});
  return verify(M, Diags);
}

/// Gives each call its value. False if one has none.
static bool inferAll(GraphModule &M) {
  ValueInference Inference(M.graph(), &M);
  for (Node *N : M.graph().nodes())
    if (N->isCall())
      if (llvm::Error E = Inference.inferAndSet(*N, M)) {
        consumeError(std::move(E));
        return false;
      }
  return true;
}

/// What nobody may change.
struct Contract {
  explicit Contract(GraphModule &M) {
    for (Node *N : M.graph().nodes())
      if (N->isCall() && hasEffects(*N))
        Effects.push_back(N->targetText().str());
    llvm::raw_string_ostream OS(Results);
    const Argument Returned = M.graph().outputNode()->arg(0);
    for (const Argument &A : Returned.elements()) {
      TensorType T = A.asNode()->tensorType();
      for (const Argument &Part :
           {Argument(T.dtype()), Argument::tuple(T.sizes()),
            Argument::tuple(T.strides())})
        printArgument(Part, M.context(), OS);
      OS << '\n';
    }
  }

  /// Rules may write memory that they make: more effects than before are no
  /// mistake.
  bool isKeptBy(const Contract &After) const {
    auto Next = Effects.begin();
    for (const std::string &Effect : After.Effects)
      if (Next != Effects.end() && *Next == Effect)
        ++Next;
    return Next == Effects.end() && Results == After.Results;
  }

  std::vector<std::string> Effects;
  std::string Results; ///< Their types.
};

/// Applies the rules of \p Text; nothing happens where they do not compile.
static void apply(GraphModule &M, StringRef Text, unsigned Level) {
  auto Source = std::make_shared<llvm::SourceMgr>();
  DiagnosticEngine Diags(Source.get());
  Diags.setHandler([](const Diagnostic &) {});
  RuleSet Rules(M.context());
  Rules.setHost(makeRuleHost);
  auto Add = [&](StringRef Name, StringRef RuleText) {
    unsigned Id = Source->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(RuleText, Name), llvm::SMLoc());
    std::unique_ptr<RuleFile> File = parseRules(Source, Id, Diags);
    return File && Rules.add(std::move(File), Diags);
  };
  bool Good = true;
  if (Level)
    for (const BuiltinRules &File : builtinRules())
      Good &= Add(File.Name, File.Text);
  else
    Good = Add("fuzz.fxr", Text);
  if (!Good || !Rules.finish(Diags))
    return;
  RewriteOptions Options;
  Options.Level = Level;
  // Rules that make more of what they match have no end.
  Options.Limit = 100;
  llvm::Expected<std::vector<const CompiledRule *>> Selected =
      Rules.select(Options);
  if (!Selected)
    return consumeError(Selected.takeError());
  Rules.apply(*Selected, M.graph(), M, Options, Diags);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Context Ctx;
  GraphModule M(Ctx);
  test::RandomRules Made(M, {Data, Size});
  Made.fill();
  if (!inferAll(M) || !isValid(M))
    return 0;
  Contract Before(M);
  std::string Text = Made.rules(), Graph;
  llvm::raw_string_ostream OS(Graph);
  printModule(M, OS, PrintFormat::Native);
  for (unsigned Level : {0, 3}) {
    apply(M, Text, Level);
    if (isValid(M) && inferAll(M) && isValid(M) && Before.isKeptBy(Contract(M)))
      continue;
    llvm::errs() << Graph << Text << "at level " << Level << " becomes\n";
    printModule(M, llvm::errs(), PrintFormat::Native);
    abort();
  }
  return 0;
}
