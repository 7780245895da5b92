//===- NativeNodes.cpp - Graphs and nodes in native text ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeNodes.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool NativeNodes::parseGraph(Graph &G, uint32_t Module, bool Nested) {
  const char *GraphBegin = In.Cur;
  if (!In.consumeKeyword("graph") || !In.expect('(') || !In.expect(')') ||
      !In.expect(':') || !In.expectLineEnd())
    return false;
  Builder.begin(G);
  if (In.Map)
    In.Map->beginGraph(G, Module, GraphBegin);
  const char *LastEnd = In.Cur;
  while (!In.Report.hopeless()) {
    const char *LineBegin = In.Cur;
    In.skipBlanks();
    if (LLVM_UNLIKELY(In.atEnd()))
      break;
    bool Good;
    if (LLVM_LIKELY(*In.Cur == '%')) {
      Good = parseNode(LineBegin);
    } else if (In.peekWord("return")) {
      Good = parseReturn(LineBegin);
    } else {
      // Empty lines, comments, what comes after the graph, or a mistake.
      if (!In.nextLine() || (Nested && *In.Cur == '}'))
        break;
      if (*In.Cur == '%' || In.peekWord("return"))
        continue;
      if (!Nested && In.atItem())
        break;
      Good = In.expected("a node, '%name = ...', or 'return'");
    }
    if (LLVM_UNLIKELY(!Good))
      In.skipLine();
    LastEnd = In.Cur;
  }
  Builder.finish();
  if (In.Map)
    In.Map->endGraph(LastEnd);
  return true;
}

bool NativeNodes::parseNode(const char *LineBegin) {
  return Builder.parseLine(
      LineBegin, [this](GraphBuilder::Line &L) { return parseNodeLine(L); });
}

bool NativeNodes::parseNodeLine(GraphBuilder::Line &L) {
  std::vector<StringRef> Users;
  Args.clear();
  uint32_t Meta = 0;
  if (!parseHead(L, Users) || !parseOperation(L))
    return false;
  if (LLVM_UNLIKELY(In.isNext('{')) && !parseMeta(Meta))
    return false;
  if (!In.expectLineEnd())
    return false;
  Node *N = Builder.define(L, Args);
  if (N && LLVM_UNLIKELY(Meta))
    N->setMeta(Ctx.meta(Meta));
  if (N && LLVM_UNLIKELY(!Users.empty()))
    Builder.setUsers(N, std::move(Users));
  return true;
}

/// `%name : TYPE [num_users=N] =`, where type and number may be missing.
bool NativeNodes::parseHead(GraphBuilder::Line &L,
                            std::vector<StringRef> &Users) {
  L.NameBegin = ++In.Cur;
  In.Cur = L.NameEnd = skipClass(In.Cur, In.End, CC_Name);
  if (LLVM_UNLIKELY(L.NameEnd == L.NameBegin ||
                    isClass(*L.NameBegin, CC_Digit))) {
    In.Cur = L.NameBegin;
    return In.expected("the name of a node");
  }
  In.note(SyntaxMap::Definition, L.NameBegin - 1);
  if (LLVM_LIKELY(In.consume(':'))) {
    if (!In.isNext('[') && !In.isNext('=') && !parseType(L.Type))
      return false;
    if (In.isNext('[') && !parseCounts(L, Users))
      return false;
  }
  return In.expect('=');
}

/// `typing.Optional[int]`, or in quotes.
bool NativeNodes::parseType(Symbol &Type) {
  const char *AllBegin = In.Cur;
  StringRef Text;
  if (!In.atEnd() && *In.Cur == '"') {
    if (!In.parseString(Text))
      return false;
  } else {
    const char *TypeBegin = In.Cur;
    In.Cur = skipClass(In.Cur, In.End, CC_Word);
    if (In.Cur == TypeBegin)
      return In.expected("a type");
    unsigned Depth = 0;
    // The brackets of a generic type follow at once; those of the number of
    // users after a blank.
    while (!In.atLineEnd() && (Depth || *In.Cur == '[')) {
      Depth += *In.Cur == '[';
      Depth -= *In.Cur == ']';
      ++In.Cur;
    }
    if (Depth)
      return In.expected("']'");
    Text = StringRef(TypeBegin, In.Cur - TypeBegin);
  }
  In.note(SyntaxMap::Type, AllBegin);
  Type = In.Symbols.intern(Text);
  return true;
}

/// `[num_users=2, users=(%b, %a)]`.
bool NativeNodes::parseCounts(GraphBuilder::Line &L,
                              std::vector<StringRef> &Users) {
  ++In.Cur;
  if (LLVM_UNLIKELY(!In.consumeText("num_users=")))
    return In.expected("'num_users='");
  const char *Digits = In.Cur;
  uint64_t Number = 0;
  while (In.Cur != In.End && isClass(*In.Cur, CC_Digit) &&
         Number < (1ull << 32))
    Number = Number * 10 + uint64_t(*In.Cur++ - '0');
  if (LLVM_UNLIKELY(In.Cur == Digits || Number >= GraphBuilder::NoCount)) {
    In.Cur = Digits;
    return In.expected("a number of users");
  }
  L.NumUsers = uint32_t(Number);
  In.note(SyntaxMap::Count, Digits - StringRef("num_users=").size());
  if (LLVM_UNLIKELY(In.consume(',')) && !parseUserList(Users))
    return false;
  return In.expect(']');
}

bool NativeNodes::parseUserList(std::vector<StringRef> &Users) {
  if (!In.consumeWord("users"))
    return In.expected("'users='");
  char Before = '(';
  if (!In.expect('='))
    return false;
  do {
    if (!In.expect(Before) || !In.expect('%'))
      return false;
    const char *NameBegin = In.Cur;
    In.Cur = skipClass(In.Cur, In.End, CC_Name);
    if (In.Cur == NameBegin)
      return In.expected("the name of a node");
    Users.push_back({NameBegin, size_t(In.Cur - NameBegin)});
    In.note(SyntaxMap::Use, NameBegin - 1);
    Before = ',';
  } while (!In.isNext(')'));
  ++In.Cur;
  return true;
}

/// `call_function[target=T](args = (...), kwargs = {...})`.
bool NativeNodes::parseOperation(GraphBuilder::Line &L) {
  In.skipBlanks();
  const char *OpBegin = In.Cur;
  bool IsUsual = true;
  if (In.consumeText("call_function[target=")) {
    L.Op = Opcode::CallFunction;
  } else if (In.consumeText("call_method[target=")) {
    L.Op = Opcode::CallMethod;
  } else if (In.consumeText("call_module[target=")) {
    L.Op = Opcode::CallModule;
  } else {
    IsUsual = false;
    In.Cur = skipClass(In.Cur, In.End, CC_Name);
    StringRef Word(OpBegin, In.Cur - OpBegin);
    std::optional<Opcode> Op = parseOpcode(Word);
    if (!Op) {
      if (Word.empty())
        return In.expected("an opcode");
      In.Report.error(diag::err_unknown_opcode, OpBegin, Word)
          .range(makeRange(OpBegin, In.Cur))
          .note(diag::note_opcodes, SMLoc());
      return false;
    }
    L.Op = *Op;
    In.note(SyntaxMap::Opcode, OpBegin);
    if (!In.consume('[') || !In.consumeWord("target") || !In.consume('='))
      return In.expected("'[target='");
  }
  if (IsUsual && LLVM_UNLIKELY(In.Map != nullptr))
    In.Map->add(SyntaxMap::Opcode, OpBegin,
                In.Cur - StringRef("[target=").size());
  if (!parseTarget(L.Target) || !In.expect(']'))
    return false;
  if (LLVM_LIKELY(In.Cur != In.End && *In.Cur == '('))
    return parseArguments(L.Op);
  if (L.Op == Opcode::Placeholder || L.Op == Opcode::GetAttr)
    return true;
  return In.expected("'(args = '");
}

bool NativeNodes::parseTarget(Symbol &Target) {
  const char *TargetBegin = In.Cur;
  In.Cur = skipClass(In.Cur, In.End, CC_Target);
  StringRef Text(TargetBegin, In.Cur - TargetBegin);
  if (LLVM_UNLIKELY(Text.empty())) {
    if (!In.isNext('"'))
      return In.expected("a target");
    if (!In.parseString(Text))
      return false;
  }
  Target = In.Symbols.intern(Text);
  In.note(SyntaxMap::Target, TargetBegin);
  return true;
}

/// `(args = (...), kwargs = {...})`, or the `(default=...)` of a placeholder;
/// at the bracket.
bool NativeNodes::parseArguments(Opcode Op) {
  ++In.Cur;
  if (LLVM_UNLIKELY(!In.consumeText("args = ("))) {
    if (Op == Opcode::Placeholder && In.consumeWord("default")) {
      Args.beginArg();
      return In.expect('=') && Values.parseValue() && In.expect(')');
    }
    if (!In.consumeWord("args"))
      return In.expected("'args ='");
    if (!In.expect('=') || !In.expect('('))
      return false;
  }
  bool Comma = true;
  while (true) {
    In.skipBlanks();
    if (LLVM_UNLIKELY(In.Cur == In.End))
      return In.expected("a value");
    if (*In.Cur == ')')
      break;
    if (LLVM_UNLIKELY(!Comma))
      return In.expected("',' or ')'");
    Args.beginArg();
    // References are what most arguments are.
    if (LLVM_LIKELY(*In.Cur == '%') ? !Values.parseReference()
                                    : !Values.parseValue())
      return false;
    Comma =
        In.Cur != In.End && *In.Cur == ',' ? (++In.Cur, true) : In.consume(',');
  }
  if (LLVM_UNLIKELY(Args.NumArgs == 1 && !Comma))
    return In.expected("',', which makes this a tuple of one");
  ++In.Cur;
  if (LLVM_LIKELY(In.consumeText(", kwargs = {})")))
    return true;
  if (!In.expect(',') || !In.consumeWord("kwargs"))
    return In.expected("', kwargs ='");
  return In.expect('=') && parseKwargs() && In.expect(')');
}

bool NativeNodes::parseKwargs() {
  if (!In.expect('{'))
    return false;
  bool Comma = true;
  while (!In.isNext('}')) {
    if (!Comma)
      return In.expected("',' or '}'");
    const char *KeyBegin = In.Cur;
    Symbol Key;
    if (!In.parseKey(Key))
      return false;
    for (const ArgSpec::Item &Item :
         ArrayRef(Args.Items).drop_front(Args.NumArgs)) {
      if (Item.Keyword != Key.id())
        continue;
      In.Report.error(diag::err_duplicate_keyword, KeyBegin, Key)
          .range(makeRange(KeyBegin, In.Cur));
      return false;
    }
    Args.beginKwarg(Key);
    if (!In.expect(':') || !Values.parseValue())
      return false;
    Comma = In.consume(',');
  }
  ++In.Cur;
  return true;
}

/// `{tag: "foo", val: tensor(...)}`.
bool NativeNodes::parseMeta(uint32_t &Meta) {
  const char *Open = In.Cur++;
  // Most often the same text as on the line before, up to its end.
  size_t Length = LastMetaText.size();
  if (Length && size_t(In.End - Open) >= Length &&
      StringRef(Open, Length) == LastMetaText) {
    if (LLVM_UNLIKELY(In.Map != nullptr))
      In.Map->repeat(LastMetaTokens, LastMetaTokensEnd,
                     uint32_t(Open - LastMetaText.begin()));
    In.Cur = Open + Length;
    Meta = LastMeta;
    LastMetaText = StringRef(Open, Length);
    if (LLVM_UNLIKELY(In.Map != nullptr)) {
      LastMetaTokens = In.Map->mark() - (LastMetaTokensEnd - LastMetaTokens);
      LastMetaTokensEnd = In.Map->mark();
    }
    return true;
  }
  SmallVector<KwArg, 8> Entries;
  bool Comma = true;
  size_t FirstToken = In.Map ? In.Map->mark() : 0;
  while (!In.isNext('}')) {
    if (!Comma)
      return In.expected("',' or '}'");
    const char *KeyBegin = In.Cur;
    KwArg Entry;
    if (!In.parseKey(Entry.Name))
      return false;
    if (any_of(Entries, [&](const KwArg &E) { return E.Name == Entry.Name; })) {
      In.Report.error(diag::err_duplicate_keyword, KeyBegin, Entry.Name)
          .range(makeRange(KeyBegin, In.Cur));
      return false;
    }
    if (!In.expect(':') || !Values.parseConstant(Entry.Value))
      return false;
    Entries.push_back(std::move(Entry));
    Comma = In.consume(',');
  }
  ++In.Cur;
  LastMetaText = StringRef(Open, In.Cur - Open);
  LastMetaTokens = FirstToken;
  LastMetaTokensEnd = In.Map ? In.Map->mark() : 0;
  Meta = LastMeta = Ctx.internMeta(Entries).id();
  return true;
}

/// `return VALUE`, at the word: the output node as torch.fx makes it.
bool NativeNodes::parseReturn(const char *LineBegin) {
  if (LLVM_UNLIKELY(In.Map != nullptr))
    In.Map->beginLine(LineBegin);
  In.consumeKeyword("return");
  GraphBuilder::Line L;
  L.Begin = LineBegin;
  L.NameBegin = L.NameEnd = nullptr;
  L.Op = Opcode::Output;
  L.Target = OutputTarget;
  Args.clear();
  Args.beginArg();
  if (!Values.parseValue() || !In.expectLineEnd()) {
    if (In.Map)
      In.Map->setOpaque();
    return false;
  }
  Builder.define(L, Args);
  return true;
}
