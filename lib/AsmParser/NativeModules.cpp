//===- NativeModules.cpp - Module trees in native text --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeModules.h"
#include "fx/IR/Graph.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

bool NativeModules::parseTree(Module &Root, uint32_t Number) {
  Index = Number;
  std::vector<Module *> Open = {&Root};
  while (In.nextLine() && !In.Report.hopeless()) {
    if (*In.Cur != '}') {
      if (!parseMember(Open))
        In.skipLine();
      continue;
    }
    ++In.Cur;
    Open.pop_back();
    if (In.Map)
      In.Map->endMember(In.Cur);
    if (!In.expectLineEnd())
      return false;
    if (Open.empty())
      return true;
  }
  return In.expected("'}'");
}

bool NativeModules::parseMember(std::vector<Module *> &Open) {
  size_t Before = Open.size();
  bool Good = parseMemberLine(Open);
  // What has lines of its own ends with them.
  if (In.Map && In.Map->numOpenMembers() > Before && Open.size() == Before)
    In.Map->endMember(In.Cur);
  return Good;
}

bool NativeModules::parseMemberLine(std::vector<Module *> &Open) {
  Module &M = *Open.back();
  const char *At = In.Cur;
  Symbol Name;
  size_t Mark = In.Map ? In.Map->mark() : 0;
  if (!In.parseKey(Name, SyntaxMap::Member))
    return false;
  const char *NameEnd = In.Cur;
  if (*At != '"' && !In.isNext('=')) {
    if (Name == "graph" && In.isNext('(')) {
      In.Cur = At;
      if (In.Map)
        In.Map->rollBack(Mark);
      return parseNestedGraph(M);
    }
    StringRef Line;
    if (Name == "extra" && In.isNext('"')) {
      if (!In.parseString(Line))
        return false;
      std::vector<std::string> Lines(M.extraText());
      Lines.push_back(Line.str());
      M.setExtraText(std::move(Lines));
      return In.expectLineEnd();
    }
  }
  if (In.Map)
    In.Map->beginMember(At, At, NameEnd, Index);
  if (M.child(Name.str()) || M.tensor(Name.str()) || M.attribute(Name.str())) {
    In.Report.error(diag::err_duplicate_member, At, Name)
        .range(makeRange(At, In.Cur));
    return false;
  }
  if (!In.expect('='))
    return false;
  for (StringRef Role : roleWords())
    if (In.consumeKeyword(Role))
      return parseTensor(M, Name, *parseRole(Role));
  if (!In.consumeKeyword("value"))
    return parseChild(Open, Name);
  Argument Value;
  if (!In.expect('(') || !Values.parseConstant(Value) || !In.expect(')'))
    return false;
  M.setAttribute(Name, Value);
  return In.expectLineEnd();
}

bool NativeModules::parseNestedGraph(Module &M) {
  const char *At = In.Cur;
  size_t GraphsBefore = In.Map ? In.Map->graphs().size() : 0;
  auto G = std::make_unique<Graph>(Ctx, &M);
  bool Good = Nodes.parseGraph(*G, Index, /*Nested=*/true);
  // The root's graph is the one after the header.
  if (!M.parent() || M.graph()) {
    In.Report.error(diag::err_second_graph, At);
    if (In.Map && In.Map->graphs().size() != GraphsBefore)
      In.Map->forgetGraph();
    return Good;
  }
  M.setGraph(std::move(G));
  return Good;
}

/// `CLASS(...) training {`, and its own lines after that.
bool NativeModules::parseChild(std::vector<Module *> &Open, Symbol Name) {
  const char *At = In.Cur;
  auto Child = std::make_unique<Module>(Ctx, Symbol());
  if (!parseClass(*Child))
    return false;
  bool HasMembers = In.consume('{');
  if (HasMembers && Open.size() >= MaxModuleDepth) {
    In.Report.error(diag::err_modules_too_deep, At, MaxModuleDepth);
    return false;
  }
  if (!In.expectLineEnd())
    return false;
  if (In.Map)
    In.Map->setChild();
  Module &Added = Open.back()->addChild(Name, std::move(Child));
  if (HasMembers)
    Open.push_back(&Added);
  return true;
}

bool NativeModules::parseClass(Module &M) {
  Symbol Name;
  if (!parseClassName(Name))
    return false;
  M.setClassName(Name);
  if (In.isNext('(') && !parseConstructor(M))
    return false;
  M.setTraining(In.consumeKeyword("training"));
  return true;
}

bool NativeModules::parseClassName(Symbol &Name) {
  In.skipBlanks();
  if (In.consume('?'))
    return true; // Not known.
  StringRef Text;
  const char *ClassBegin = In.Cur;
  if (!In.atEnd() && *In.Cur == '"') {
    if (!In.parseString(Text))
      return false;
  } else {
    In.Cur = skipClass(In.Cur, In.End, CC_Word);
    Text = StringRef(ClassBegin, In.Cur - ClassBegin);
    if (Text.empty() || !isClass(*ClassBegin, CC_NameStart)) {
      In.Cur = ClassBegin;
      return In.expected("the class of a module");
    }
  }
  In.note(SyntaxMap::Class, ClassBegin);
  Name = In.Symbols.intern(Text);
  return true;
}

bool NativeModules::parseConstructor(Module &M) {
  std::vector<Argument> Positional;
  std::vector<KwArg> Keywords;
  ++In.Cur;
  bool Comma = true;
  while (!In.isNext(')')) {
    if (!Comma)
      return In.expected("',' or ')'");
    if (!parseConstructorItem(M, Positional, Keywords))
      return false;
    Comma = In.consume(',');
  }
  ++In.Cur;
  M.setArgs(std::move(Positional));
  M.setKwargs(std::move(Keywords));
  return true;
}

bool NativeModules::parseConstructorItem(Module &M,
                                         std::vector<Argument> &Positional,
                                         std::vector<KwArg> &Keywords) {
  In.skipBlanks();
  // A name or a string with `=` after it is a keyword.
  const char *At = In.Cur;
  const char *Stop = skipClass(In.Cur, In.End, CC_Name);
  if (Stop == At && *At == '"') {
    StringRef Text;
    if (!In.parseString(Text))
      return false;
    Stop = In.Cur;
    In.Cur = At;
  }
  while (Stop != In.End && (*Stop == ' ' || *Stop == '\t'))
    ++Stop;
  Argument Value;
  if (Stop == In.End || *Stop != '=') {
    if (!Keywords.empty())
      return In.expected("a keyword, as positional arguments come first");
    if (!Values.parseConstant(Value))
      return false;
    Positional.push_back(std::move(Value));
    return true;
  }
  Symbol Key;
  if (!In.parseKey(Key))
    return false;
  if (any_of(Keywords, [&](const KwArg &K) { return K.Name == Key; })) {
    In.Report.error(diag::err_duplicate_keyword, At, Key)
        .range(makeRange(At, In.Cur));
    return false;
  }
  if (!In.expect('=') || !Values.parseConstant(Value))
    return false;
  Keywords.push_back({Key, std::move(Value)});
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// `(torch.float32, (64, 3), requires_grad=False)` after the role.
bool NativeModules::parseTensor(Module &M, Symbol Name,
                                TensorAttr::RoleKind Role) {
  TensorAttr T;
  T.Name = Name;
  T.Role = Role;
  if (!In.expect('('))
    return false;
  if (!In.isNext(')')) {
    // Facts without a keyword are those of a tensor(...).
    if (In.peekWord("requires_grad") || In.peekWord("persistent") ||
        In.peekWord("pickled") || In.peekWord("record") ||
        In.peekWord("type")) {
      if (!parseTensorOption(T))
        return false;
    } else if (!parseTensorType(T.Type)) {
      return false;
    }
    while (In.consume(','))
      if (!parseTensorOption(T))
        return false;
  }
  if (!In.expect(')') || !In.expectLineEnd())
    return false;
  M.addTensor(T);
  return true;
}

/// `torch.float32, (64, 3)`, and strides and device where they are known.
bool NativeModules::parseTensorType(Argument &Type) {
  In.skipBlanks();
  const char *At = In.Cur;
  SmallVector<Argument, 4> Facts;
  while (true) {
    Facts.emplace_back();
    if (!Values.parseConstant(Facts.back()))
      return false;
    // Another fact, or an option?
    const char *Comma = In.Cur;
    if (Facts.size() == 4 || !In.consume(','))
      break;
    In.skipBlanks();
    const char *Word = skipClass(In.Cur, In.End, CC_Name);
    bool Option = Word != In.Cur && Word != In.End && *Word == '=';
    if (Option) {
      In.Cur = Comma;
      break;
    }
  }
  Facts.resize(4);
  auto IsShape = [](const Argument &A) {
    return A.kind() == ArgKind::Tuple &&
           all_of(A.elements(), [](const Argument &E) {
             return E.isInt() || E.kind() == ArgKind::SymExpr;
           });
  };
  if (Facts[0].kind() != ArgKind::DType || !IsShape(Facts[1]) ||
      !(Facts[2].isNone() || IsShape(Facts[2])) ||
      !(Facts[3].isNone() || Facts[3].kind() == ArgKind::Device)) {
    In.Report.error(diag::err_bad_tensor_type, At).range(makeRange(At, In.Cur));
    return false;
  }
  Type = Argument::tensorType(Facts[0].asDType(), Facts[1], Facts[2], Facts[3]);
  return true;
}

bool NativeModules::parseTensorOption(TensorAttr &T) {
  Symbol Key;
  In.skipBlanks();
  const char *At = In.Cur;
  Argument Value;
  if (!In.parseKey(Key) || !In.expect('=') || !Values.parseConstant(Value))
    return false;
  if (Key == "requires_grad" && Value.isBool())
    T.RequiresGrad = Value.asBool();
  else if (Key == "persistent" && Value.isBool())
    T.Persistent = Value.asBool();
  else if (Key == "pickled" && Value.isBool())
    T.Pickled = Value.asBool();
  else if (Key == "record" && Value.isString())
    T.Record = Value.symbol();
  else if (Key == "type")
    T.Type = Value;
  else {
    In.Report.error(diag::err_bad_tensor_option, At, Key)
        .range(makeRange(At, In.Cur));
    return false;
  }
  return true;
}
