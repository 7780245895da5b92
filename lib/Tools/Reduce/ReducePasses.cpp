//===- ReducePasses.cpp - Makes a failing pipeline smaller ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect/PipelineChild.h"
#include "Reducer.h"
#include "fx/Pass/PassInstrumentation.h"
#include "fx/Pass/PassOption.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// The option that says which rules a pass applies.
static constexpr StringLiteral OnlyFlag = "only";

namespace {
/// The rules that passes with that option apply.
class AppliedRules final : public PassInstrumentation {
public:
  explicit AppliedRules(std::vector<std::string> &Names) : Names(Names) {}
  void afterRewrite(const Pass &P, const GraphModule &, const RewritePlace &,
                    StringRef What) override {
    if (P.findOption(OnlyFlag) && !What.empty() && !is_contained(Names, What))
      Names.push_back(What.str());
  }

private:
  std::vector<std::string> &Names;
};
} // namespace

PassPipeline fx::onePass(StringRef Text, const PassRegistry &Registry) {
  Expected<PassPipeline> P = parsePassPipeline(Text, Registry);
  if (!P || P->elements().size() != 1 || !P->elements().front().P) {
    consumeError(P.takeError());
    return {};
  }
  return std::move(*P);
}

std::string fx::textOf(const PassPipeline &P) {
  std::string Text;
  raw_string_ostream OS(Text);
  P.print(OS);
  return Text;
}

/// What the element \p Text is without all of its options, without one of them,
/// and without an item of a list. Which rules are applied stays said.
static std::vector<std::string> smallerForms(StringRef Text,
                                             const PassRegistry &Registry) {
  std::vector<std::string> Forms;
  PassPipeline Old = onePass(Text, Registry);
  if (Old.empty())
    return Forms;
  const Pass &P = *Old.elements().front().P;
  auto IsGiven = [](const PassOptionBase *O) { return !O->hasDefaultValue(); };
  // Calls Change with a pass that has the options for which Keeps is true.
  auto Add = [&](function_ref<bool(const PassOptionBase &)> Keeps,
                 function_ref<bool(Pass &)> Change) {
    PassPipeline New = onePass(P.name(), Registry);
    if (New.empty())
      return;
    Pass &Fresh = *New.elements().front().P;
    for (const PassOptionBase *O : P.options())
      if (IsGiven(O) && Keeps(*O))
        Fresh.findOption(O->flag())->copyFrom(*O);
    if (Change(Fresh))
      Forms.push_back(textOf(New));
  };
  auto Nothing = [](Pass &) { return true; };
  auto CanGo = [&](const PassOptionBase *O) {
    return IsGiven(O) && O->flag() != OnlyFlag;
  };
  if (count_if(P.options(), CanGo) > 1)
    Add([](const PassOptionBase &O) { return O.flag() == OnlyFlag; }, Nothing);
  for (const PassOptionBase *Gone : P.options())
    if (CanGo(Gone))
      Add([&](const PassOptionBase &O) { return &O != Gone; }, Nothing);
  for (const PassOptionBase *List : P.options()) {
    if (!IsGiven(List))
      continue;
    std::string Value;
    raw_string_ostream OS(Value);
    List->print(OS);
    if (!StringRef(Value).starts_with("{"))
      continue;
    SmallVector<StringRef, 4> Items = splitOptionList(Value);
    // Halves, quarters, ...: one of them, or all others.
    for (size_t Length = (Items.size() + 1) / 2; Length && Items.size() > 1;
         Length = Length == 1 ? 0 : (Length + 1) / 2)
      for (size_t First = 0; First < Items.size(); First += Length) {
        SmallVector<StringRef, 4> Fewer(Items);
        Fewer.erase(Fewer.begin() + First,
                    Fewer.begin() + std::min(First + Length, Fewer.size()));
        Add([](const PassOptionBase &) { return true; },
            [&](Pass &Fresh) {
              if (Error E = Fresh.setOption(List->flag(),
                                            "{" + join(Fewer, ",") + "}")) {
                consumeError(std::move(E));
                return false;
              }
              return true;
            });
      }
  }
  return Forms;
}

/// Names the rules that passes have applied, so that the next step can leave
/// some of them out. A pipeline that dies is not run here.
void Reducer::nameRules() {
  if (Oracle.name() == "crash")
    return;
  std::vector<std::string> Names;
  std::unique_ptr<GraphModule> M = Best.M->clone();
  (void)runPipeline(Context, Best.pipeline(), *M, /*Progress=*/nullptr,
                    std::make_unique<AppliedRules>(Names));
  if (Names.empty())
    return;
  std::string Value = "{" + join(Names, ",") + "}";
  for (size_t I = 0; I != Best.Passes.size(); ++I)
    tryOnce(
        [&](Candidate &C) {
          PassPipeline P = onePass(C.Passes[I], Context.Registry);
          PassOptionBase *Only =
              P.empty() ? nullptr
                        : P.elements().front().P->findOption(OnlyFlag);
          if (!Only || !Only->hasDefaultValue())
            return false;
          if (Error E = Only->parse(Value)) {
            consumeError(std::move(E));
            return false;
          }
          C.Passes[I] = textOf(P);
          return true;
        },
        /*MustBeSmaller=*/false);
}

bool Reducer::reducePasses() {
  bool Any = tryRanges([&] { return Best.Passes.size(); },
                       [&](Candidate &C, size_t First, size_t Count) {
                         Count = std::min(Count, C.Passes.size() - First);
                         auto At = C.Passes.begin() + First;
                         C.Passes.erase(At, At + Count);
                         return !C.Passes.empty() || !Oracle.needsPasses();
                       });
  // Groups by what they run.
  Any |=
      tryEach([&] { return Best.Passes.size(); },
              [&](Candidate &C, size_t I) {
                Expected<PassPipeline> P =
                    parsePassPipeline(C.Passes[I], Context.Registry);
                if (!P || !P->elements().front().Group) {
                  consumeError(P.takeError());
                  return false;
                }
                std::vector<std::string> Body =
                    elementTexts(P->elements().front().Group->Body);
                C.Passes.erase(C.Passes.begin() + I);
                C.Passes.insert(C.Passes.begin() + I, Body.begin(), Body.end());
                return true;
              });
  nameRules();
  for (size_t I = 0; I < Best.Passes.size(); ++I)
    while (!outOfTime()) {
      std::vector<std::string> Forms =
          smallerForms(Best.Passes[I], Context.Registry);
      if (!tryFirst(0, Forms.size(), [&](Candidate &C, size_t Form) {
            C.Passes[I] = Forms[Form];
            return true;
          }))
        break;
      Any = true;
    }
  return Any;
}

/// The module that a pass was given, and that pass alone.
bool Reducer::startBeforePass() {
  if (Best.Passes.size() < 2)
    return false;
  // One pass after the other: what dies, dies in a child.
  for (size_t I = Best.Passes.size(); I-- > 1;) {
    Candidate C = Best.clone();
    C.Passes.resize(I);
    PipelineOutcome Before;
    if (isTorchBackendLoaded() || Oracle.signatureOf(C).empty())
      Before = runPipeline(Context, C.pipeline(), *C.M);
    else
      continue;
    if (!Before.Id.empty())
      continue;
    C.Passes.assign(Best.Passes.begin() + I, Best.Passes.end());
    ++Tries;
    if (!fails(Oracle.signatureOf(C)))
      continue;
    std::string Text = C.text();
    setBest(std::move(C), std::move(Text));
    return true;
  }
  return false;
}
