//===- VerifyNodes.cpp - Order, names and opcodes of nodes ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphAccess.h"
#include "GraphVerifier.h"
#include "fx/IR/Module.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;
using fx::detail::GraphAccess;

//===----------------------------------------------------------------------===//
// Places in the text
//===----------------------------------------------------------------------===//

std::pair<DiagnosticPlace, SMRange>
GraphVerifier::locate(const Node &N, StringRef Text, StringRef After) {
  SMLoc Line = M ? M->source().locOf(N.loc()) : SMLoc();
  if (!Line.isValid())
    return {N, {}};
  StringRef Rest(Line.getPointer(),
                 M->source().text().end() - Line.getPointer());
  Rest = Rest.take_until([](char C) { return C == '\n'; });
  size_t From = Rest.find(After);
  if (From == StringRef::npos)
    return {Line, {}};
  From += After.size();
  for (size_t At = From; (At = Rest.find(Text, At)) != StringRef::npos; ++At) {
    size_t End = At + Text.size();
    if (End < Rest.size() && isNameChar(Rest[End]))
      continue;
    if (At && !Text.empty() && isNameChar(Text.front()) &&
        (isNameChar(Rest[At - 1]) || Rest[At - 1] == '.'))
      continue;
    SMLoc Begin = SMLoc::getFromPointer(Rest.data() + At);
    return {Begin, SMRange(Begin, SMLoc::getFromPointer(Rest.data() + End))};
  }
  return {Line, {}};
}

std::pair<DiagnosticPlace, SMRange>
GraphVerifier::locateUse(const Node &N, const Node &Value) {
  // An output in torch.fx's form names nodes without `%`.
  StringRef After = N.isOutput() ? "return" : "](args";
  std::string Name = Value.name();
  auto Found = locate(N, "%" + Name, After);
  return Found.second.isValid() ? Found : locate(N, Name, After);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void GraphVerifier::run() {
  if (!verifyList())
    return;
  bool OperandsHold = true;
  for (const Node *N : G.nodes())
    if (!verifyOperands(*N)) {
      OperandsHold = false;
      if (Diags.tooManyErrors())
        return;
    }
  if (!OperandsHold || !verifyUses())
    return;
  verifyForeign();
  for (const Node *N : G.nodes()) {
    verifyNode(*N);
    if (Diags.tooManyErrors())
      return;
  }
}

void GraphVerifier::verifyNode(const Node &N) {
  verifyDominance(N);
  verifyName(N);
  verifyOpcode(N);
  verifySpec(N, N.spec());
  if (N.hasMeta())
    verifyMeta(N);
  if (M && M->hasTree())
    verifyTreeTarget(N);
  if (N.isCallFunction() || (HasVals && N.isCallMethod()))
    verifySchema(N);
}

// V8
void GraphVerifier::verifyDominance(const Node &N) {
  uint32_t LastBad = 0;
  for (const Use &U : N.operandUses()) {
    const Node &Value = *G.node(U.Value);
    if (LLVM_LIKELY(Value.isBefore(&N)) || U.Value == LastBad)
      continue;
    LastBad = U.Value;
    auto [Place, Range] = locateUse(N, Value);
    DiagnosticBuilder B = report(diag::err_used_before_definition,
                                 std::move(Place), Value.name());
    B.range(Range);
    if (SMLoc Loc = M ? M->source().locOf(Value.loc()) : SMLoc(); Loc.isValid())
      B.note(diag::note_defined_here, Loc);
  }
}

SeenNames::Result SeenNames::insert(Name N, bool &NewBase) {
  if (N.Base >= Index.size())
    Index.resize(PowerOf2Ceil(N.Base + 64), 0);
  uint32_t &Place = Index[N.Base];
  NewBase = !Place;
  if (NewBase) {
    Bases.emplace_back();
    Place = Bases.size();
  }
  Base &B = Bases[Place - 1];
  // Memory stays in proportion to the number of names.
  if (N.Suffix > 64 + 4 * B.Count)
    return Sparse.insert(N.key()).second ? New : Known;
  ++B.Count;
  size_t Word = N.Suffix / 64;
  uint64_t Bit = uint64_t(1) << (N.Suffix % 64);
  if (Word >= B.Suffixes.size())
    B.Suffixes.resize(Word + 1 + Word / 2, 0);
  if (B.Suffixes[Word] & Bit || (!Sparse.empty() && Sparse.contains(N.key())))
    return Known;
  B.Suffixes[Word] |= Bit;
  return New;
}

// V9, V10
void GraphVerifier::verifyName(const Node &N) {
  bool NewBase;
  Name Own = N.nameRef();
  if (Names.insert(Own, NewBase) == SeenNames::Known) {
    DiagnosticBuilder B = report(diag::err_verify_name_taken, N, N);
    for (const Node *Other : G.nodes())
      if (Other->nameRef() == Own && Other != &N) {
        if (SMLoc Loc = M ? M->source().locOf(Other->loc()) : SMLoc();
            Loc.isValid())
          B.note(diag::note_verify_name_first, Loc);
        break;
      }
  }
  bool HasSuffix = Own.Suffix != Name::NoSuffix;
  if (!NewBase && Own && HasSuffix)
    return;
  // A suffix adds nothing that would be illegal, and `a_0` may be the base of
  // `a_0_1`; but a name without a suffix must not end in what is one.
  StringRef Base = Ctx.symbol(Own.Base).str();
  if (!Own || !isIdentifier(Base) ||
      (!HasSuffix && isDigit(Base.back()) &&
       Base.rtrim("0123456789").ends_with("_") &&
       !(Namespace::parse(G.context(), Base) == Own)))
    report(diag::err_verify_name_illegal, N, N.name());
}

// V11 to V16
void GraphVerifier::verifyOpcode(const Node &N) {
  const ArgSpec &Spec = N.spec();
  uint32_t Target = GraphAccess::target(N);
  if (!Target || (N.isCallFunction() && N.targetText().empty()))
    report(diag::err_verify_no_target, N, toString(N.op()), N);
  switch (N.op()) {
  case Opcode::Placeholder:
    if (Spec.numArgs() > 1)
      report(diag::err_verify_placeholder, N, N,
             "more than one argument: only a default is allowed");
    if (Spec.numKwargs())
      report(diag::err_verify_placeholder, N, N, "keyword arguments");
    return;
  case Opcode::GetAttr:
    if (!Spec.items().empty())
      report(diag::err_verify_get_attr, N, N);
    return;
  case Opcode::CallMethod:
    if (!Spec.numArgs())
      report(diag::err_verify_no_receiver, N, N);
    return;
  case Opcode::CallFunction:
  case Opcode::CallModule:
    return;
  case Opcode::Output:
    break;
  }
  if (Spec.numArgs() != 1)
    report(diag::err_verify_output, N, N,
           Twine(Spec.numArgs()) + " positional arguments, not one");
  if (Spec.numKwargs())
    report(diag::err_verify_output, N, N, "keyword arguments");
  if (N.targetText() != "output")
    report(diag::err_verify_output, N, N, "another target than 'output'");
  if (N.hasUsers())
    report(diag::err_verify_output, N, N, "users");
  if (!FirstOutput) {
    FirstOutput = &N;
    return;
  }
  DiagnosticBuilder B = report(diag::err_verify_second_output, N);
  if (SMLoc Loc = M ? M->source().locOf(FirstOutput->loc()) : SMLoc();
      Loc.isValid())
    B.note(diag::note_verify_first_output, Loc);
}

// V20
void GraphVerifier::verifyMeta(const Node &N) {
  if (!Metas.insert(GraphAccess::meta(N)))
    return;
  HasVals |= N.val() != nullptr;
  for (const KwArg &Entry : N.meta().entries())
    if (Entry.Value.containsNode())
      report(diag::err_verify_node_in_data, N,
             "metadata '" + Entry.Name.str() + "' of %" + N.name());
}
