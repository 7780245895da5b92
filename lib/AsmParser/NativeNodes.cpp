//===- NativeNodes.cpp - Graphs and nodes in native text ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParser.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

/// `graph():` and its lines; at the word. After a nested graph the reader is
/// at the brace that ends it.
bool NativeParser::parseGraph(Graph &G, bool Nested) {
  const char *GraphBegin = Cur;
  if (!consumeKeyword("graph") || !expect('(') || !expect(')') ||
      !expect(':') || !expectLineEnd())
    return false;
  Builder.begin(G);
  B = &Args;
  if (Map)
    Map->beginGraph(G, uint32_t(Modules->size()), GraphBegin);
  const char *LastEnd = Cur;
  while (!Report.hopeless()) {
    const char *LineBegin = Cur;
    skipBlanks();
    if (LLVM_UNLIKELY(atEnd()))
      break;
    bool Good;
    if (LLVM_LIKELY(*Cur == '%')) {
      Good = parseNode(LineBegin);
    } else if (peekWord("return")) {
      Good = parseReturn(LineBegin);
    } else {
      // Empty lines, comments, what comes after the graph, or a mistake.
      if (!nextLine() || (Nested && *Cur == '}'))
        break;
      if (*Cur == '%' || peekWord("return"))
        continue;
      if (!Nested && atItem())
        break;
      Good = expected("a node, '%name = ...', or 'return'");
    }
    if (LLVM_UNLIKELY(!Good))
      skipLine();
    LastEnd = Cur;
  }
  Builder.finish();
  if (Map)
    Map->endGraph(LastEnd);
  return true;
}

bool NativeParser::parseNode(const char *LineBegin) {
  return Builder.parseLine(
      LineBegin, [this](GraphBuilder::Line &L) { return parseNodeLine(L); });
}

bool NativeParser::parseNodeLine(GraphBuilder::Line &L) {
  std::vector<StringRef> Users;
  Args.clear();
  uint32_t Meta = 0;
  if (!parseHead(L, Users) || !parseOperation(L))
    return false;
  if (LLVM_UNLIKELY(isNext('{')) && !parseMeta(Meta))
    return false;
  if (!expectLineEnd())
    return false;
  Node *N = Builder.define(L, Args);
  if (N && LLVM_UNLIKELY(Meta))
    N->setMeta(Ctx.meta(Meta));
  if (N && LLVM_UNLIKELY(!Users.empty()))
    Builder.setUsers(N, std::move(Users));
  return true;
}

/// `%name : TYPE [num_users=N] =`, where type and number may be missing.
bool NativeParser::parseHead(GraphBuilder::Line &L,
                             std::vector<StringRef> &Users) {
  L.NameBegin = ++Cur;
  Cur = L.NameEnd = skipClass(Cur, End, CC_Name);
  if (LLVM_UNLIKELY(L.NameEnd == L.NameBegin ||
                    isClass(*L.NameBegin, CC_Digit))) {
    Cur = L.NameBegin;
    return expected("the name of a node");
  }
  note(SyntaxMap::Definition, L.NameBegin - 1);
  if (LLVM_LIKELY(consume(':'))) {
    if (!isNext('[') && !isNext('=') && !parseType(L.Type))
      return false;
    if (isNext('[') && !parseCounts(L, Users))
      return false;
  }
  return expect('=');
}

/// `typing.Optional[int]`, or in quotes.
bool NativeParser::parseType(Symbol &Type) {
  const char *AllBegin = Cur;
  StringRef Text;
  if (!atEnd() && *Cur == '"') {
    if (!parseString(Text))
      return false;
  } else {
    const char *TypeBegin = Cur;
    Cur = skipClass(Cur, End, CC_Word);
    if (Cur == TypeBegin)
      return expected("a type");
    unsigned Depth = 0;
    // The brackets of a generic type follow at once; those of the number of
    // users after a blank.
    while (!atLineEnd() && (Depth || *Cur == '[')) {
      Depth += *Cur == '[';
      Depth -= *Cur == ']';
      ++Cur;
    }
    if (Depth)
      return expected("']'");
    Text = StringRef(TypeBegin, Cur - TypeBegin);
  }
  note(SyntaxMap::Type, AllBegin);
  Type = Symbols.intern(Text);
  return true;
}

/// `[num_users=2, users=(%b, %a)]`.
bool NativeParser::parseCounts(GraphBuilder::Line &L,
                               std::vector<StringRef> &Users) {
  ++Cur;
  if (LLVM_UNLIKELY(!consumeText("num_users=")))
    return expected("'num_users='");
  const char *Digits = Cur;
  uint64_t Number = 0;
  while (Cur != End && isClass(*Cur, CC_Digit) && Number < (1ull << 32))
    Number = Number * 10 + uint64_t(*Cur++ - '0');
  if (LLVM_UNLIKELY(Cur == Digits || Number >= GraphBuilder::NoCount)) {
    Cur = Digits;
    return expected("a number of users");
  }
  L.NumUsers = uint32_t(Number);
  note(SyntaxMap::Count, Digits - StringRef("num_users=").size());
  if (LLVM_UNLIKELY(consume(',')) && !parseUserList(Users))
    return false;
  return expect(']');
}

bool NativeParser::parseUserList(std::vector<StringRef> &Users) {
  if (!consumeWord("users"))
    return expected("'users='");
  char Before = '(';
  if (!expect('='))
    return false;
  do {
    if (!expect(Before) || !expect('%'))
      return false;
    const char *NameBegin = Cur;
    Cur = skipClass(Cur, End, CC_Name);
    if (Cur == NameBegin)
      return expected("the name of a node");
    Users.push_back({NameBegin, size_t(Cur - NameBegin)});
    note(SyntaxMap::Use, NameBegin - 1);
    Before = ',';
  } while (!isNext(')'));
  ++Cur;
  return true;
}

/// `call_function[target=T](args = (...), kwargs = {...})`.
bool NativeParser::parseOperation(GraphBuilder::Line &L) {
  skipBlanks();
  const char *OpBegin = Cur;
  bool IsUsual = true;
  if (consumeText("call_function[target=")) {
    L.Op = Opcode::CallFunction;
  } else if (consumeText("call_method[target=")) {
    L.Op = Opcode::CallMethod;
  } else if (consumeText("call_module[target=")) {
    L.Op = Opcode::CallModule;
  } else {
    IsUsual = false;
    Cur = skipClass(Cur, End, CC_Name);
    StringRef Word(OpBegin, Cur - OpBegin);
    std::optional<Opcode> Op = parseOpcode(Word);
    if (!Op) {
      if (Word.empty())
        return expected("an opcode");
      Report.error(diag::err_unknown_opcode, OpBegin, Word)
          .range(makeRange(OpBegin, Cur))
          .note(diag::note_opcodes, SMLoc());
      return false;
    }
    L.Op = *Op;
    note(SyntaxMap::Opcode, OpBegin);
    if (!consume('[') || !consumeWord("target") || !consume('='))
      return expected("'[target='");
  }
  if (IsUsual && LLVM_UNLIKELY(Map != nullptr))
    Map->add(SyntaxMap::Opcode, OpBegin, Cur - StringRef("[target=").size());
  if (!parseTarget(L.Target) || !expect(']'))
    return false;
  if (LLVM_LIKELY(Cur != End && *Cur == '('))
    return parseArguments(L.Op);
  if (L.Op == Opcode::Placeholder || L.Op == Opcode::GetAttr)
    return true;
  return expected("'(args = '");
}

bool NativeParser::parseTarget(Symbol &Target) {
  const char *TargetBegin = Cur;
  Cur = skipClass(Cur, End, CC_Target);
  StringRef Text(TargetBegin, Cur - TargetBegin);
  if (LLVM_UNLIKELY(Text.empty())) {
    if (!isNext('"'))
      return expected("a target");
    if (!parseString(Text))
      return false;
  }
  Target = Symbols.intern(Text);
  note(SyntaxMap::Target, TargetBegin);
  return true;
}

/// `(args = (...), kwargs = {...})`, or the `(default=...)` of a placeholder;
/// at the bracket.
bool NativeParser::parseArguments(Opcode Op) {
  ++Cur;
  if (LLVM_UNLIKELY(!consumeText("args = ("))) {
    if (Op == Opcode::Placeholder && consumeWord("default")) {
      Args.beginArg();
      return expect('=') && parseValue(0) && expect(')');
    }
    if (!consumeWord("args"))
      return expected("'args ='");
    if (!expect('=') || !expect('('))
      return false;
  }
  bool Comma = true;
  while (true) {
    skipBlanks();
    if (LLVM_UNLIKELY(Cur == End))
      return expected("a value");
    if (*Cur == ')')
      break;
    if (LLVM_UNLIKELY(!Comma))
      return expected("',' or ')'");
    Args.beginArg();
    // References are what most arguments are.
    if (LLVM_LIKELY(*Cur == '%') ? !parseReference() : !parseValue(0))
      return false;
    Comma = Cur != End && *Cur == ',' ? (++Cur, true) : consume(',');
  }
  if (LLVM_UNLIKELY(Args.NumArgs == 1 && !Comma))
    return expected("',', which makes this a tuple of one");
  ++Cur;
  if (LLVM_LIKELY(consumeText(", kwargs = {})")))
    return true;
  if (!expect(',') || !consumeWord("kwargs"))
    return expected("', kwargs ='");
  return expect('=') && parseKwargs() && expect(')');
}

bool NativeParser::parseKwargs() {
  if (!expect('{'))
    return false;
  bool Comma = true;
  while (!isNext('}')) {
    if (!Comma)
      return expected("',' or '}'");
    const char *KeyBegin = Cur;
    Symbol Key;
    if (!parseKey(Key))
      return false;
    for (const ArgSpec::Item &Item :
         ArrayRef(Args.Items).drop_front(Args.NumArgs)) {
      if (Item.Keyword != Key.id())
        continue;
      Report.error(diag::err_duplicate_keyword, KeyBegin, Key)
          .range(makeRange(KeyBegin, Cur));
      return false;
    }
    Args.beginKwarg(Key);
    if (!expect(':') || !parseValue(0))
      return false;
    Comma = consume(',');
  }
  ++Cur;
  return true;
}

/// `{tag: "foo", val: tensor(...)}`.
bool NativeParser::parseMeta(uint32_t &Meta) {
  const char *Open = Cur++;
  // Most often the same text as on the line before, up to its end.
  size_t Length = LastMetaText.size();
  if (Length && size_t(End - Open) >= Length &&
      StringRef(Open, Length) == LastMetaText) {
    if (LLVM_UNLIKELY(Map != nullptr))
      Map->repeat(LastMetaTokens, LastMetaTokensEnd,
                  uint32_t(Open - LastMetaText.begin()));
    Cur = Open + Length;
    Meta = LastMeta;
    LastMetaText = StringRef(Open, Length);
    if (LLVM_UNLIKELY(Map != nullptr)) {
      LastMetaTokens = Map->mark() - (LastMetaTokensEnd - LastMetaTokens);
      LastMetaTokensEnd = Map->mark();
    }
    return true;
  }
  SmallVector<KwArg, 8> Entries;
  bool Comma = true;
  size_t FirstToken = Map ? Map->mark() : 0;
  while (!isNext('}')) {
    if (!Comma)
      return expected("',' or '}'");
    const char *KeyBegin = Cur;
    KwArg Entry;
    if (!parseKey(Entry.Name))
      return false;
    if (any_of(Entries, [&](const KwArg &E) { return E.Name == Entry.Name; })) {
      Report.error(diag::err_duplicate_keyword, KeyBegin, Entry.Name)
          .range(makeRange(KeyBegin, Cur));
      return false;
    }
    if (!expect(':') || !parseConstant(Entry.Value))
      return false;
    Entries.push_back(std::move(Entry));
    Comma = consume(',');
  }
  ++Cur;
  LastMetaText = StringRef(Open, Cur - Open);
  LastMetaTokens = FirstToken;
  LastMetaTokensEnd = Map ? Map->mark() : 0;
  Meta = LastMeta = Ctx.internMeta(Entries).id();
  return true;
}

/// `return VALUE`, at the word: the output node as torch.fx makes it.
bool NativeParser::parseReturn(const char *LineBegin) {
  if (LLVM_UNLIKELY(Map != nullptr))
    Map->beginLine(LineBegin);
  consumeKeyword("return");
  GraphBuilder::Line L;
  L.Begin = LineBegin;
  L.NameBegin = L.NameEnd = nullptr;
  L.Op = Opcode::Output;
  L.Target = OutputTarget;
  Args.clear();
  Args.beginArg();
  if (!parseValue(0) || !expectLineEnd()) {
    if (Map)
      Map->setOpaque();
    return false;
  }
  Builder.define(L, Args);
  return true;
}
