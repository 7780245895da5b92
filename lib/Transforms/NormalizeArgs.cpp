//===- NormalizeArgs.cpp - One way to write a call ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/NormalizeArgs.h"
#include "CallFitting.h"
#include "Selected.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Literal.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_NORMALIZEARGS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

SmallVector<BoundCall, 2> fx::fittingOverloads(const OpTarget &Target,
                                               const CallArgs &Call) {
  SmallVector<BoundCall, 2> Result;
  for (const OpSchema &Schema : Target.overloads()) {
    BoundCall Bound;
    if (!bindCall(Schema, Target.bindOptions(), Call, Bound))
      Result.push_back(std::move(Bound));
  }
  return Result;
}

namespace {

/// Writes the arguments of one bound call.
class ArgWriter {
public:
  /// \p KeepKeywords leaves by keyword what was given so.
  ArgWriter(Context &Ctx, const OpTarget &Target, const BoundCall &Call,
            NormalizeArgsOptions Options, bool KeepKeywords)
      : Ctx(Ctx), Target(Target), Call(Call), Options(Options),
        KeepKeywords(KeepKeywords) {}

  OwnedCallArgs write();

private:
  std::optional<Argument> valueOf(unsigned I) const;
  bool needsPosition(unsigned I) const;
  bool maySpread(unsigned I) const;
  bool restNeedsPositions(unsigned I) const;

  Context &Ctx;
  const OpTarget &Target;
  const BoundCall &Call;
  NormalizeArgsOptions Options;
  bool KeepKeywords;
};

} // namespace

static std::optional<Argument> defaultOf(const SchemaParam &Param,
                                         Context &Ctx) {
  if (!Param.HasDefault)
    return std::nullopt;
  Expected<Argument> Value = parseLiteral(Ctx, Param.Default);
  if (Value)
    return *Value;
  consumeError(Value.takeError());
  return std::nullopt;
}

/// Whether \p A and \p B are the same to a callee; it does not distinguish
/// tuples from lists.
static bool isSameValue(const Argument &A, const Argument &B) {
  if (A == B)
    return true;
  if (!A.isSequence() || !B.isSequence() || A.size() != B.size())
    return false;
  for (size_t I = 0, E = A.size(); I != E; ++I)
    if (!isSameValue(A[I], B[I]))
      return false;
  return true;
}

/// What parameter \p I gets in the new call; std::nullopt to leave it out.
std::optional<Argument> ArgWriter::valueOf(unsigned I) const {
  const SchemaParam &Param = Call.schema().params()[I];
  if (const Argument *Given = Call.given(I)) {
    // PyTorch's loader of programs wants what is called like a keyword of
    // Python, whatever its default.
    if (Options.Defaults != NormalizeArgsOptions::Drop || Param.Name == "from")
      return *Given;
    std::optional<Argument> Default = defaultOf(Param, Ctx);
    if (Default && isSameValue(*Default, *Given))
      return std::nullopt;
    return *Given;
  }
  if (Options.Defaults == NormalizeArgsOptions::Fill && Param.Name != "out")
    return defaultOf(Param, Ctx);
  return std::nullopt;
}

/// Whether parameter \p I cannot be given by keyword.
bool ArgWriter::needsPosition(unsigned I) const {
  const SchemaParam &Param = Call.schema().params()[I];
  if (Param.Kind == ParamKind::PositionalOnly ||
      Param.Kind == ParamKind::VarPositional)
    return true;
  // A receiver; what PyTorch 1 takes for the operator itself; a keyword of
  // Python, which no code can spell.
  if (I == 0 &&
      (Target.isMethod() ||
       (Param.Name == "self" && Target.name().starts_with("torch.ops."))))
    return true;
  return Param.Name == "from" || maySpread(I);
}

/// Whether parameter \p I was given as `x.new_zeros(n)`, where a list would
/// stand by keyword: the node may be an int or a list.
bool ArgWriter::maySpread(unsigned I) const {
  const BindOptions &Binding = Target.bindOptions();
  const SchemaType &Type = Call.schema().params()[I].Type;
  return Binding.SpreadIntList && I == Binding.SkipFirst && Type.isList() &&
         !Type.FixedSize && Call.slot(I).Kind == BoundSlot::Positional &&
         Call.given(I)->isNode();
}

/// Whether a parameter after \p I is given and takes positions only.
bool ArgWriter::restNeedsPositions(unsigned I) const {
  for (unsigned J = I + 1, E = Call.size(); J != E; ++J)
    if (Call.isGiven(J) && needsPosition(J))
      return true;
  return false;
}

OwnedCallArgs ArgWriter::write() {
  OwnedCallArgs Result;
  bool Positional = true;
  for (unsigned I = 0, E = Call.size(); I != E; ++I) {
    const SchemaParam &Param = Call.schema().params()[I];
    if (Param.Kind == ParamKind::VarPositional) {
      if (const Argument *Given = Call.given(I))
        append_range(Result.Args, Given->elements());
      Positional = false;
      continue;
    }
    if (Param.Kind == ParamKind::VarKeyword) {
      if (const Argument *Given = Call.given(I))
        for (size_t K = 0; K + 1 < Given->elements().size(); K += 2)
          Result.Kwargs.push_back(
              {Given->elements()[K].symbol(), Given->elements()[K + 1]});
      continue;
    }
    Positional &= Param.Kind != ParamKind::KeywordOnly &&
                  !(KeepKeywords && Call.slot(I).Kind == BoundSlot::Keyword);
    bool Needed = Positional && restNeedsPositions(I);
    std::optional<Argument> Value =
        Needed && Call.given(I) ? *Call.given(I) : valueOf(I);
    if (!Value) {
      Positional = false;
    } else if (Positional &&
               (Needed || !Options.OnlyKeywords || needsPosition(I))) {
      Result.Args.push_back(*Value);
    } else {
      Positional = false;
      Result.Kwargs.push_back({Ctx.intern(Param.Name), *Value});
    }
  }
  return Result;
}

/// The one form that all overloads give \p Fits, if there is one and it fits no
/// others.
static std::optional<OwnedCallArgs>
writeAll(Context &Ctx, const OpTarget &Target, ArrayRef<BoundCall> Fits,
         NormalizeArgsOptions Options, bool KeepKeywords) {
  std::optional<OwnedCallArgs> Common;
  for (const BoundCall &Fit : Fits) {
    OwnedCallArgs Args =
        ArgWriter(Ctx, Target, Fit, Options, KeepKeywords).write();
    if (Common && !(*Common == Args))
      return std::nullopt;
    Common = std::move(Args);
  }
  for (const BoundCall &New : fittingOverloads(Target, Common->get()))
    if (none_of(Fits, [&](const BoundCall &Old) {
          return &Old.schema() == &New.schema();
        }))
      return std::nullopt;
  return Common;
}

bool fx::normalizeArgs(Node &N, NormalizeArgsOptions Options) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return false;
  OwnedCallArgs Old = {N.args(), N.kwargs()};
  SmallVector<BoundCall, 2> Fits = fittingOverloads(*Target, Old.get());
  if (Fits.empty())
    return false;
  // Keywords that distinguish overloads stay, and where overloads have
  // different defaults these are left alone.
  NormalizeArgsOptions Careful = Options;
  Careful.Defaults = NormalizeArgsOptions::Keep;
  Context &Ctx = N.context();
  std::optional<OwnedCallArgs> New;
  for (bool KeepKeywords : {false, true})
    for (const NormalizeArgsOptions &O : {Options, Careful})
      if (!New)
        New = writeAll(Ctx, *Target, Fits, O, KeepKeywords);
  if (!New || *New == Old)
    return false;
  N.setArgsKwargs(New->Args, New->Kwargs);
  return true;
}

size_t fx::normalizeArgs(Graph &G, NormalizeArgsOptions Options) {
  size_t Count = 0;
  for (Node *N : G.nodes())
    Count += normalizeArgs(*N, Options);
  return Count;
}

namespace {
struct NormalizeArgs : impl::NormalizeArgsBase<NormalizeArgs> {
  Expected<bool> run(GraphModule &M) override {
    NormalizeArgsOptions O;
    O.OnlyKeywords = OnlyKeywords;
    switch (Defaults) {
    case DefaultsKind::Keep:
      O.Defaults = NormalizeArgsOptions::Keep;
      break;
    case DefaultsKind::Drop:
      O.Defaults = NormalizeArgsOptions::Drop;
      break;
    case DefaultsKind::Fill:
      O.Defaults = NormalizeArgsOptions::Fill;
      break;
    }
    // Archives name the parameters of operators only: `torch.sym_float`, say,
    // takes positions there.
    NormalizeArgsOptions OfOthers = O;
    OfOthers.OnlyKeywords &= !M.program();
    return Selected.run(
        *this, Where.get(), M, diags(), NumNormalized, [&](Node &N) {
          if (!mayRewrite(N))
            return false;
          bool IsOperator = N.targetText().starts_with("torch.ops.");
          bool Changed = fx::normalizeArgs(N, IsOperator ? O : OfOthers);
          if (Changed && isWatched())
            rewrote(N.name());
          return Changed;
        });
  }

private:
  SelectedNodes Selected;
};
} // namespace
