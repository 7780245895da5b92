//===- RuleOps.cpp - Operators as rules name them -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleOps.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

OpChoice fx::rewrite::operatorOf(const Expr &E) {
  if (E.Kind != ExprKind::Call || E.Ops.size() != 1 || E.Ops[0].IsSet)
    return {};
  return lookupRuleOp(E.Ops[0].Text);
}

OpChoice fx::rewrite::lookupRuleOp(StringRef Name) {
  OpChoice Choice;
  if ((Choice.Op = lookupOp(Name)))
    return Choice;
  if (const OpTarget *Target = lookupFunctionSpelled(Name)) {
    Choice.Op = &Target->op();
    // A bare name is an operator in all spellings, also where ATen calls it
    // otherwise.
    if (Name.contains('.'))
      Choice.Only = Target;
  }
  return Choice;
}

/// What torch.export makes of operators and methods of Python.
static constexpr SecondName SecondNames[] = {
    {"sub", "rsub", true},
    {"bitwise_and", "__and__", false},
    {"bitwise_or", "__or__", false},
    {"bitwise_xor", "__xor__", false},
    {"bitwise_left_shift", "__lshift__", false},
    {"bitwise_right_shift", "__rshift__", false},
    {"conj", "_conj", false},
};

const SecondName *fx::rewrite::lookupSecondName(const OpInfo &Op) {
  const SecondName *It = find_if(
      SecondNames, [&](const SecondName &S) { return S.Of == Op.name(); });
  return It == std::end(SecondNames) ? nullptr : It;
}

bool fx::rewrite::lookupRuleSet(StringRef Name,
                                SmallVectorImpl<const OpInfo *> &Ops) {
  if (Name == "pointwise") {
    forEachDeclaredOp([&](const OpInfo &Op) {
      if (Op.isPointwise() && !Op.functionalForm())
        Ops.push_back(&Op);
    });
    return true;
  }
  std::optional<OpSet> Set = lookupOpSet(Name);
  if (Set)
    forEachMember(*Set, [&](const OpInfo &Op) { Ops.push_back(&Op); });
  return Set.has_value();
}

/// The names of parameters that \p Args are for; false where \p Schema does not
/// take them.
static bool readArgs(const OpSchema &Schema, const GivenArgs &Args,
                     SmallVectorImpl<StringRef> &Names) {
  ArrayRef<SchemaParam> Params = Schema.params();
  SmallVector<bool, 8> Taken(Params.size());
  unsigned Positional = Schema.numPositional(), Next = 0;
  for (StringRef Given : Args.Names) {
    unsigned I;
    if (Given.empty()) {
      if (Next >= Positional)
        return false;
      I = Next++;
    } else {
      auto It = find_if(Params, [&](const SchemaParam &P) {
        return canonicalParam(P.Name) == canonicalParam(Given);
      });
      if (It == Params.end() || It->isVariadic())
        return false;
      I = It - Params.begin();
    }
    if (Taken[I])
      return false;
    Taken[I] = true;
    Names.push_back(Params[I].Name);
  }
  if (Args.AllowsOthers)
    return true;
  for (size_t I = 0; I != Params.size(); ++I)
    if (!Taken[I] && Params[I].isRequired() && !Params[I].Type.Optional)
      return false;
  return true;
}

bool fx::rewrite::findSignatures(OpChoice &Op, const GivenArgs &Args) {
  auto Add = [&](const OpTarget &, const OpSchema &Schema) {
    SmallVector<StringRef, 4> Names;
    if (readArgs(Schema, Args, Names) && !is_contained(Op.Signatures, Names))
      Op.Signatures.push_back(std::move(Names));
  };
  if (Op.Only)
    for (const OpSchema &Schema : Op.Only->overloads())
      Add(*Op.Only, Schema);
  else
    forEachOverload(*Op.Op, Add);
  return !Op.Signatures.empty();
}

std::string fx::rewrite::describeSchemas(const OpInfo &Op) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Comma;
  unsigned Count = 0;
  forEachOverload(Op, [&](const OpTarget &Target, const OpSchema &Schema) {
    if (Count++ >= 4)
      return;
    OS << Comma << Target.name();
    Schema.print(OS);
  });
  return Text;
}
