//===- FXNodes.cpp - Nodes of print(graph) --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXParser.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool FXParser::parseNode(const char *LineBegin) {
  GraphBuilder::Line L;
  L.Begin = LineBegin;
  if (LLVM_UNLIKELY(Map != nullptr))
    Map->beginLine(LineBegin);
  if (LLVM_LIKELY(parseNodeLine(L)))
    return true;
  if (Map)
    Builder.defineOpaque(L);
  return false;
}

bool FXParser::parseNodeLine(GraphBuilder::Line &L) {
  Args.clear();
  if (!parseHead(L) || !parseOpcode(L))
    return false;
  if (L.Op == Opcode::Placeholder || L.Op == Opcode::GetAttr)
    return finishSimpleNode(L);
  return finishCall(L);
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

/// `%name : TYPE [num_users=N] = `, at the percent sign.
bool FXParser::parseHead(GraphBuilder::Line &L) {
  L.NameBegin = ++Cur;
  Cur = L.NameEnd = skipClass(Cur, End, CC_Name);
  if (LLVM_UNLIKELY(L.NameEnd == L.NameBegin ||
                    isClass(*L.NameBegin, CC_Digit)))
    return expected("the name of a node", L.NameBegin);
  note(SyntaxMap::Definition, L.NameBegin - 1, L.NameEnd);
  if (LLVM_UNLIKELY(!consumeText(" : ")))
    return expected("' : '", Cur);
  if (LLVM_LIKELY(consumeText("[num_users="))) {
  } else if (consumeText("[#users=") || consumeText("[uses=")) {
    OldTorch = true;
  } else {
    return parseTypedHead(L);
  }
  const char *Digits = Cur;
  uint64_t Count = 0;
  while (Cur != End && isClass(*Cur, CC_Digit) && Count < (1ull << 32))
    Count = Count * 10 + uint64_t(*Cur++ - '0');
  if (LLVM_UNLIKELY(Cur == Digits || Count >= GraphBuilder::NoCount))
    return expected("a number of users", Digits);
  L.NumUsers = uint32_t(Count);
  if (LLVM_UNLIKELY(!consumeText("] = ")))
    return expected("'] = '", Cur);
  return true;
}

/// A head with a type, which ends where the number of users begins.
bool FXParser::parseTypedHead(GraphBuilder::Line &L) {
  StringRef Rest(Cur, lineEnd(Cur) - Cur);
  for (size_t At = 0; (At = Rest.find('[', At)) != StringRef::npos; ++At) {
    StringRef Count = Rest.drop_front(At + 1);
    bool New = Count.consume_front("num_users=");
    if (!New && !Count.consume_front("#users=") &&
        !Count.consume_front("uses="))
      continue;
    if (Count.consumeInteger(10, L.NumUsers) || !Count.starts_with("] = "))
      continue;
    OldTorch |= !New;
    Cur = Count.begin() + StringRef("] = ").size();
    StringRef Type = Rest.take_front(At);
    note(SyntaxMap::Type, Type.begin(), Type.rtrim().end());
    // Behind metadata there is no blank.
    if (!Type.consume_back(" ") && parseTensorAnnotation(Type))
      return true;
    L.Type = Symbols.intern(Type);
    return true;
  }
  return expected("the number of users, '[num_users=N] = '", Cur);
}

/// `[2, s0]`
bool FXParser::parseShape(StringRef &Text, Argument &Shape) {
  size_t Close = Text.find(']');
  if (!Text.starts_with("[") || Close == StringRef::npos)
    return false;
  SmallVector<StringRef, 8> Sizes;
  StringRef Inner = Text.slice(1, Close);
  if (!Inner.empty())
    Inner.split(Sizes, ", ");
  SmallVector<Argument, 8> Items;
  for (StringRef Size : Sizes) {
    int64_t Number;
    if (Size.empty())
      return false;
    if (Size.getAsInteger(10, Number))
      Items.push_back(Argument::symExpr(Symbols.intern(Size)));
    else
      Items.push_back(Number);
  }
  Text = Text.drop_front(Close + 1);
  Shape = Argument::tuple(Items);
  return true;
}

/// `Tensor "f32[2, 3][3, 1]cpu"`, which include_tensor_metadata puts where the
/// type stands otherwise.
bool FXParser::parseTensorAnnotation(StringRef Text) {
  if (!Text.consume_front("Tensor \"") || !Text.consume_back("\""))
    return false;
  size_t Bracket = Text.find('[');
  std::optional<DType> T = parseShortDType(Text.take_front(Bracket));
  if (!T || Bracket == StringRef::npos)
    return false;
  Text = Text.drop_front(Bracket);
  Argument Sizes, Strides, Device;
  if (!parseShape(Text, Sizes))
    return false;
  if (Text.starts_with("[") && !parseShape(Text, Strides))
    return false;
  if (!Text.empty()) {
    if (!isDeviceText(Text))
      return false;
    Device = Argument::device(Symbols.intern(Text));
  }
  Val = Argument::tensorType(*T, Sizes, Strides, Device);
  return true;
}

/// `call_function[target=`, and `self.` of the oldest versions.
bool FXParser::parseOpcode(GraphBuilder::Line &L) {
  const char *OpBegin = Cur;
  if (LLVM_LIKELY(consumeText("call_function[target=")))
    L.Op = Opcode::CallFunction;
  else if (consumeText("call_module[target="))
    L.Op = Opcode::CallModule;
  else if (consumeText("call_method[target="))
    L.Op = Opcode::CallMethod;
  else if (consumeText("get_attr[target="))
    L.Op = Opcode::GetAttr;
  else if (consumeText("placeholder[target="))
    L.Op = Opcode::Placeholder;
  else if (HasParameters && consumeText("self."))
    L.Op = Opcode::GetAttr;
  else {
    const char *WordEnd = skipClass(Cur, End, CC_Name);
    if (WordEnd == Cur || fx::parseOpcode({Cur, size_t(WordEnd - Cur)}))
      return expected("an opcode with '[target='", Cur);
    Report.error(diag::err_unknown_opcode, Cur, StringRef(Cur, WordEnd - Cur))
        .range(makeRange(Cur, WordEnd))
        .note(diag::note_opcodes, SMLoc());
    return false;
  }
  if (LLVM_UNLIKELY(Map != nullptr) && Cur[-1] == '=')
    note(SyntaxMap::Opcode, OpBegin, Cur - StringRef("[target=").size());
  return true;
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

/// `TARGET]` or `TARGET](default=VALUE)`.
bool FXParser::finishSimpleNode(GraphBuilder::Line &L) {
  const char *TargetBegin = Cur;
  // The oldest versions have no brackets.
  bool Self = TargetBegin[-1] == '.';
  Cur = skipClass(Cur, End, CC_Target);
  const char *TargetEnd = Cur;
  if (LLVM_LIKELY(Self || (Cur != End && *Cur == ']' && (++Cur, true))) &&
      TargetEnd != TargetBegin && consumeLineEnd()) {
    L.Target = Symbols.intern({TargetBegin, size_t(TargetEnd - TargetBegin)});
    note(SyntaxMap::Target, TargetBegin, TargetEnd);
    define(L);
    return true;
  }
  const char *Stop = findNodeEnd(TargetBegin, /*Call=*/false);
  if (!Stop)
    return expected("']'", lineEnd(TargetBegin));
  StringRef Text(TargetBegin, Stop - TargetBegin);
  size_t Default = L.Op == Opcode::Placeholder && Text.ends_with(")")
                       ? Text.find("](default=")
                       : StringRef::npos;
  if (Default != StringRef::npos) {
    L.Target = Symbols.intern(Text.take_front(Default));
    note(SyntaxMap::Target, TargetBegin, TargetBegin + Default);
    StringRef Value = Text.drop_front(Default).drop_back();
    Args.beginArg();
    addPrinted(Value.drop_front(StringRef("](default=").size()),
               /*IsReturn=*/false);
  } else if (Text.consume_back("]")) {
    L.Target = Symbols.intern(Text);
    note(SyntaxMap::Target, Text.begin(), Text.end());
  } else {
    return expected("']'", Stop);
  }
  define(L);
  Cur = nextLineBegin(Stop);
  return true;
}

/// `TARGET](args = (...), kwargs = {...})`.
bool FXParser::finishCall(GraphBuilder::Line &L) {
  const char *TargetBegin = Cur;
  Cur = skipClass(Cur, End, CC_Target);
  const char *TargetEnd = Cur;
  if (LLVM_LIKELY(TargetEnd != TargetBegin && consumeText("](args = ("))) {
    L.Target = Symbols.intern({TargetBegin, size_t(TargetEnd - TargetBegin)});
    CurrentOp = L.Op;
    CurrentTarget = L.Target;
    Current = nullptr;
    note(SyntaxMap::Target, TargetBegin, TargetEnd);
    size_t Mark = Builder.unresolvedMark(), Tokens = Map ? Map->mark() : 0;
    if (LLVM_LIKELY(parseArguments() && consumeLineEnd())) {
      define(L);
      return true;
    }
    Builder.dropUnresolved(Mark);
    if (Map)
      Map->rollBack(Tokens - 1);
    Args.clear();
  }
  return finishOddCall(L, TargetBegin);
}

bool FXParser::finishOddCall(GraphBuilder::Line &L, const char *TargetBegin) {
  const char *Stop = findNodeEnd(TargetBegin, /*Call=*/true);
  if (!Stop)
    return expected("'})' at the end of the call", lineEnd(TargetBegin));
  StringRef Text(TargetBegin, Stop - TargetBegin);
  size_t Bracket = Text.find("](args = (");
  if (Bracket == StringRef::npos)
    return expected("'](args = ('", Text.begin());
  L.Target = Symbols.intern(Text.take_front(Bracket));
  note(SyntaxMap::Target, TargetBegin, TargetBegin + Bracket);
  CurrentOp = L.Op;
  CurrentTarget = L.Target;
  Current = nullptr;
  Text = Text.drop_front(Bracket + StringRef("](args = (").size());
  if (!parseOddArguments(Text))
    return false;
  define(L);
  Cur = nextLineBegin(Stop);
  return true;
}
