//===- SchemaFile.cpp - Schemas of custom operators -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SchemaFile.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

namespace {
/// Reads one line.
class SchemaLine {
public:
  SchemaLine(StringRef Line, DiagnosticEngine &Diags)
      : Line(Line), Diags(Diags) {}
  bool run();

private:
  bool fail(StringRef At, const Twine &Why) {
    Diags.report(diag::err_schema_line, SMLoc::getFromPointer(At.data()), Why);
    return false;
  }
  bool readName(StringRef Name);
  bool readTags(StringRef Tags);

  StringRef Line;
  DiagnosticEngine &Diags;
  CustomOp Op;
};
} // namespace

static bool isWord(StringRef Text) {
  return !Text.empty() && !isDigit(Text.front()) && all_of(Text, isNameChar);
}

/// `mylib::scale.Tensor`
bool SchemaLine::readName(StringRef Name) {
  auto [Namespace, Rest] = Name.split("::");
  auto [Bare, Overload] = Rest.split('.');
  if (!isWord(Namespace) || !isWord(Bare) ||
      (Rest.contains('.') && !isWord(Overload)))
    return fail(Name, "expected a name such as 'mylib::scale' or "
                      "'mylib::scale.Tensor'");
  Op.Namespace = Namespace;
  Op.Name = Bare;
  Op.Overload = Overload;
  return true;
}

/// `pointwise, value=like-first`
bool SchemaLine::readTags(StringRef Tags) {
  while (!Tags.trim().empty()) {
    auto [Head, Rest] = Tags.split(',');
    StringRef Tag = Head.trim();
    Tags = Rest;
    if (Tag.consume_front("value=")) {
      Op.ValueRule = Tag;
      continue;
    }
    if (Tag == "side_effect") {
      Op.SideEffect = true;
      continue;
    }
    std::optional<uint16_t> Bit =
        StringSwitch<std::optional<uint16_t>>(Tag)
            .Case("nondeterministic_seeded", ST_Random)
            .Case("maybe_aliasing_or_mutating", ST_MayAlias)
            .Case("pointwise", ST_Pointwise)
            .Case("reduction", ST_Reduction)
            .Case("inplace", ST_InPlace)
            .Case("out", ST_Out)
            .Case("core", ST_Core)
            .Case("view_copy", ST_ViewCopy)
            .Cases("dynamic_output_shape", "data_dependent_output",
                   ST_DataShape)
            // What they say is of no use here.
            .Cases("pt2_compliant_tag", "generated", "flexible_layout", 0)
            .Cases("needs_fixed_stride_order", "needs_exact_strides", 0)
            .Cases("needs_contiguous_strides", "cudagraph_unsafe", 0)
            .Default(std::nullopt);
    if (!Bit)
      return fail(Tag.empty() ? Head : Tag, "unknown tag '" + Tag + "'");
    Op.Tags |= *Bit;
  }
  return true;
}

bool SchemaLine::run() {
  StringRef Text = Line.take_until([](char C) { return C == '#'; }).trim();
  if (Text.empty())
    return true;
  size_t Open = Text.find('(');
  if (Open == StringRef::npos)
    return fail(Text, "expected 'namespace::name(parameters) -> results'");
  if (!readName(Text.take_front(Open).trim()))
    return false;
  Op.Schema = Text.drop_front(Open);
  // Tags are in brackets after the results, where types may have some too.
  if (size_t Close = Op.Schema.rfind(" [");
      Op.Schema.ends_with("]") && Close != StringRef::npos) {
    if (!readTags(Op.Schema.drop_front(Close + 2).drop_back()))
      return false;
    Op.Schema = Op.Schema.take_front(Close).rtrim();
  }
  Error E = registerCustomOp(Op);
  if (!E)
    return true;
  // The error of a schema begins with the column where it is.
  std::string Message = toString(std::move(E));
  StringRef Why = Message;
  size_t Column = 1;
  if (Why.consume_front("column ") && !Why.consumeInteger(10, Column))
    Why.consume_front(": ");
  else
    return fail(Text, Message);
  return fail(Op.Schema.drop_front(std::min(Column - 1, Op.Schema.size() - 1)),
              Why);
}

bool fx::registerSchemas(const SourceMgr &SM, unsigned BufferId,
                         DiagnosticEngine &Diags) {
  bool Good = true;
  StringRef Rest = SM.getMemoryBuffer(BufferId)->getBuffer();
  while (!Rest.empty()) {
    auto [Line, Tail] = Rest.split('\n');
    Good &= SchemaLine(Line, Diags).run();
    Rest = Tail;
  }
  return Good;
}
