//===- FXNodes.cpp - Nodes of print(graph) --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXNodes.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool FXNodes::parse(const char *LineBegin) {
  return Builder.parseLine(
      LineBegin, [this](GraphBuilder::Line &L) { return parseNode(L); });
}

bool FXNodes::parseNode(GraphBuilder::Line &L) {
  Args.clear();
  Val.reset();
  if (!parseHead(L) || !parseOpcode(L))
    return false;
  if (L.Op == Opcode::Placeholder || L.Op == Opcode::GetAttr)
    return finishSimpleNode(L);
  return finishCall(L);
}

void FXNodes::define(const GraphBuilder::Line &L) {
  Node *N = Builder.define(L, Args);
  if (LLVM_UNLIKELY(Val.has_value())) {
    if (N)
      N->setVal(*Val);
    Val.reset();
  }
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

/// `%name : TYPE [num_users=N] = `, at the percent sign.
bool FXNodes::parseHead(GraphBuilder::Line &L) {
  L.NameBegin = ++In.Cur;
  In.Cur = L.NameEnd = skipClass(In.Cur, In.End, CC_Name);
  if (LLVM_UNLIKELY(L.NameEnd == L.NameBegin ||
                    isClass(*L.NameBegin, CC_Digit)))
    return Out.expected("the name of a node", L.NameBegin);
  Out.note(SyntaxMap::Definition, L.NameBegin - 1, L.NameEnd);
  if (LLVM_UNLIKELY(!In.consume(" : ")))
    return Out.expected("' : '", In.Cur);
  if (LLVM_LIKELY(In.consume("[num_users="))) {
  } else if (In.consume("[#users=") || In.consume("[uses=")) {
    OldTorch = true;
  } else {
    return parseTypedHead(L);
  }
  const char *Digits = In.Cur;
  uint64_t Count = 0;
  while (In.Cur != In.End && isClass(*In.Cur, CC_Digit) && Count < (1ull << 32))
    Count = Count * 10 + uint64_t(*In.Cur++ - '0');
  if (LLVM_UNLIKELY(In.Cur == Digits || Count >= GraphBuilder::NoCount))
    return Out.expected("a number of users", Digits);
  L.NumUsers = uint32_t(Count);
  if (LLVM_UNLIKELY(!In.consume("] = ")))
    return Out.expected("'] = '", In.Cur);
  return true;
}

/// `[2, s0]`
static bool parseShape(SymbolCache &Symbols, StringRef &Text, Argument &Shape) {
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
static std::optional<Argument> parseTensorAnnotation(SymbolCache &Symbols,
                                                     StringRef Text) {
  if (!Text.consume_front("Tensor \"") || !Text.consume_back("\""))
    return std::nullopt;
  size_t Bracket = Text.find('[');
  std::optional<DType> T = parseShortDType(Text.take_front(Bracket));
  if (!T || Bracket == StringRef::npos)
    return std::nullopt;
  Text = Text.drop_front(Bracket);
  Argument Sizes, Strides, Device;
  if (!parseShape(Symbols, Text, Sizes))
    return std::nullopt;
  if (Text.starts_with("[") && !parseShape(Symbols, Text, Strides))
    return std::nullopt;
  if (!Text.empty()) {
    if (!isDeviceText(Text))
      return std::nullopt;
    Device = Argument::device(Symbols.intern(Text));
  }
  return Argument::tensorType(*T, Sizes, Strides, Device);
}

/// A head with a type, which ends where the number of users begins.
bool FXNodes::parseTypedHead(GraphBuilder::Line &L) {
  StringRef Rest(In.Cur, Lines.lineEnd(In.Cur) - In.Cur);
  for (size_t At = 0; (At = Rest.find('[', At)) != StringRef::npos; ++At) {
    StringRef Count = Rest.drop_front(At + 1);
    bool New = Count.consume_front("num_users=");
    if (!New && !Count.consume_front("#users=") &&
        !Count.consume_front("uses="))
      continue;
    if (Count.consumeInteger(10, L.NumUsers) || !Count.starts_with("] = "))
      continue;
    OldTorch |= !New;
    In.Cur = Count.begin() + StringRef("] = ").size();
    StringRef Type = Rest.take_front(At);
    Out.note(SyntaxMap::Type, Type.begin(), Type.rtrim().end());
    // After metadata there is no blank.
    if (!Type.consume_back(" ") &&
        (Val = parseTensorAnnotation(Out.Symbols, Type)))
      return true;
    L.Type = Out.Symbols.intern(Type);
    return true;
  }
  return Out.expected("the number of users, '[num_users=N] = '", In.Cur);
}

/// `call_function[target=`, and `self.` of the oldest versions.
bool FXNodes::parseOpcode(GraphBuilder::Line &L) {
  const char *OpBegin = In.Cur;
  if (LLVM_LIKELY(In.consume("call_function[target=")))
    L.Op = Opcode::CallFunction;
  else if (In.consume("call_module[target="))
    L.Op = Opcode::CallModule;
  else if (In.consume("call_method[target="))
    L.Op = Opcode::CallMethod;
  else if (In.consume("get_attr[target="))
    L.Op = Opcode::GetAttr;
  else if (In.consume("placeholder[target="))
    L.Op = Opcode::Placeholder;
  else if (HasParameters && In.consume("self."))
    L.Op = Opcode::GetAttr;
  else {
    const char *WordEnd = skipClass(In.Cur, In.End, CC_Name);
    if (WordEnd == In.Cur ||
        fx::parseOpcode({In.Cur, size_t(WordEnd - In.Cur)}))
      return Out.expected("an opcode with '[target='", In.Cur);
    Out.Report
        .error(diag::err_unknown_opcode, In.Cur,
               StringRef(In.Cur, WordEnd - In.Cur))
        .range(makeRange(In.Cur, WordEnd))
        .note(diag::note_opcodes, SMLoc());
    return false;
  }
  if (LLVM_UNLIKELY(Out.Map != nullptr) && In.Cur[-1] == '=')
    Out.note(SyntaxMap::Opcode, OpBegin, In.Cur - StringRef("[target=").size());
  return true;
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

/// `TARGET]` or `TARGET](default=VALUE)`.
bool FXNodes::finishSimpleNode(GraphBuilder::Line &L) {
  const char *TargetBegin = In.Cur;
  // The oldest versions have no brackets.
  bool Self = TargetBegin[-1] == '.';
  In.Cur = skipClass(In.Cur, In.End, CC_Target);
  const char *TargetEnd = In.Cur;
  if (LLVM_LIKELY(Self ||
                  (In.Cur != In.End && *In.Cur == ']' && (++In.Cur, true))) &&
      TargetEnd != TargetBegin && Lines.consumeLineEnd(In.Cur)) {
    L.Target =
        Out.Symbols.intern({TargetBegin, size_t(TargetEnd - TargetBegin)});
    Out.note(SyntaxMap::Target, TargetBegin, TargetEnd);
    define(L);
    return true;
  }
  const char *Stop = Lines.findNodeEnd(TargetBegin, /*Call=*/false);
  if (!Stop)
    return Out.expected("']'", Lines.lineEnd(TargetBegin));
  StringRef Text(TargetBegin, Stop - TargetBegin);
  size_t Default = L.Op == Opcode::Placeholder && Text.ends_with(")")
                       ? Text.find("](default=")
                       : StringRef::npos;
  if (Default != StringRef::npos) {
    L.Target = Out.Symbols.intern(Text.take_front(Default));
    Out.note(SyntaxMap::Target, TargetBegin, TargetBegin + Default);
    StringRef Value = Text.drop_front(Default).drop_back();
    Args.beginArg();
    Repr.addPrinted(Value.drop_front(StringRef("](default=").size()),
                    /*IsReturn=*/false);
  } else if (Text.consume_back("]")) {
    L.Target = Out.Symbols.intern(Text);
    Out.note(SyntaxMap::Target, Text.begin(), Text.end());
  } else {
    return Out.expected("']'", Stop);
  }
  define(L);
  In.Cur = Lines.nextLineBegin(Stop);
  return true;
}

/// `TARGET](args = (...), kwargs = {...})`.
bool FXNodes::finishCall(GraphBuilder::Line &L) {
  const char *TargetBegin = In.Cur;
  In.Cur = skipClass(In.Cur, In.End, CC_Target);
  const char *TargetEnd = In.Cur;
  if (LLVM_LIKELY(TargetEnd != TargetBegin && In.consume("](args = ("))) {
    L.Target =
        Out.Symbols.intern({TargetBegin, size_t(TargetEnd - TargetBegin)});
    Schemas.beginCall(L.Op, L.Target);
    Out.note(SyntaxMap::Target, TargetBegin, TargetEnd);
    size_t Mark = Builder.unresolvedMark(),
           Tokens = Out.Map ? Out.Map->mark() : 0;
    if (LLVM_LIKELY(Arguments.parse() && Lines.consumeLineEnd(In.Cur))) {
      define(L);
      return true;
    }
    Builder.dropUnresolved(Mark);
    if (Out.Map)
      Out.Map->rollBack(Tokens - 1);
    Args.clear();
  }
  return finishOddCall(L, TargetBegin);
}

bool FXNodes::finishOddCall(GraphBuilder::Line &L, const char *TargetBegin) {
  const char *Stop = Lines.findNodeEnd(TargetBegin, /*Call=*/true);
  if (!Stop)
    return Out.expected("'})' at the end of the call",
                        Lines.lineEnd(TargetBegin));
  StringRef Text(TargetBegin, Stop - TargetBegin);
  size_t Bracket = Text.find("](args = (");
  if (Bracket == StringRef::npos)
    return Out.expected("'](args = ('", Text.begin());
  L.Target = Out.Symbols.intern(Text.take_front(Bracket));
  Out.note(SyntaxMap::Target, TargetBegin, TargetBegin + Bracket);
  Schemas.beginCall(L.Op, L.Target);
  Text = Text.drop_front(Bracket + StringRef("](args = (").size());
  if (!OddArguments.parse(Text))
    return false;
  define(L);
  In.Cur = Lines.nextLineBegin(Stop);
  return true;
}
