//===- NativeModules.cpp - Headers and module trees in native text --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParser.h"
#include "fx/IR/ExportedProgram.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// The first line, `fx 1`.
bool NativeParser::parseHeader() {
  consumeText("\xEF\xBB\xBF");
  if (!nextLine() || !peekWord("fx")) {
    Report.error(diag::err_no_version, Cur);
    return false;
  }
  return parseVersion();
}

bool NativeParser::parseVersion() {
  consumeKeyword("fx");
  skipBlanks();
  const char *Digits = Cur;
  Cur = skipClass(Cur, End, CC_Digit);
  StringRef Text(Digits, Cur - Digits);
  unsigned Version;
  if (Text.empty())
    return expected("a number, the version of the text");
  if (Text.getAsInteger(10, Version) || Version > NativeVersion) {
    Report.error(diag::err_newer_version, Digits, Text, NativeVersion)
        .range(makeRange(Digits, Cur));
    return false;
  }
  return expectLineEnd();
}

GraphModule &NativeParser::pending() {
  if (!Pending)
    Pending = std::make_unique<GraphModule>(Ctx);
  return *Pending;
}

/// What can stand outside of modules and graphs; at its first word, which
/// atItem() knows.
bool NativeParser::parseItem() {
  // Files can be joined: each may bring its version.
  if (peekWord("fx"))
    return parseVersion();
  if (peekWord("module"))
    return parseModuleHeader();
  if (consumeKeyword("weights")) {
    StringRef File;
    if (!isNext('"'))
      return expected("a file name in double quotes");
    const char *FileBegin = Cur;
    if (!parseString(File))
      return false;
    note(SyntaxMap::String, FileBegin);
    pending().addWeightFile(File);
    return expectLineEnd();
  }
  if (consumeKeyword("torch")) {
    skipBlanks();
    bool Old = consumeKeyword("1");
    if (!Old && !consumeKeyword("2"))
      return expected("'1' or '2', the version of PyTorch");
    pending().setFromOldTorch(Old);
    return expectLineEnd();
  }
  if (peekWord("program"))
    return parseProgram();
  bool Good = parseGraph(pending().graph(), /*Nested=*/false);
  Good &= finishProgram();
  Modules->push_back(std::move(Pending));
  return Good;
}

/// `program {` and lines `NAME = VALUE`. They are kept until the graph whose
/// nodes they name is there.
bool NativeParser::parseProgram() {
  const char *At = Cur;
  consumeKeyword("program");
  if (ProgramAt) {
    Report.error(diag::err_second_program, At);
    return false;
  }
  if (!expect('{') || !expectLineEnd())
    return false;
  ProgramAt = At;
  while (nextLine() && !Report.hopeless()) {
    if (consume('}'))
      return expectLineEnd();
    ProgramAttribute A;
    A.At = Cur;
    if (parseKey(A.Name) && expect('=') && parseConstant(A.Value) &&
        expectLineEnd())
      ProgramAttributes.push_back(std::move(A));
    else
      skipLine();
  }
  return expected("'}'");
}

/// Makes the module whose graph was read an exported program, if it is one.
bool NativeParser::finishProgram() {
  if (!ProgramAt)
    return true;
  ExportedProgram &Program = pending().makeProgram();
  bool Good = true;
  for (const ProgramAttribute &A : ProgramAttributes) {
    if (Program.setAttribute(A.Name, A.Value))
      continue;
    Report.error(diag::err_bad_program_attribute, A.At, A.Name)
        .range(makeRange(A.At, A.At + A.Name.str().size()));
    Good = false;
  }
  ProgramAt = nullptr;
  ProgramAttributes.clear();
  return Good;
}

/// `module NAME = CLASS(...) open training {`.
bool NativeParser::parseModuleHeader() {
  const char *At = Cur;
  consumeKeyword("module");
  if (Pending && (Pending->name() || Pending->hasTree())) {
    Report.error(diag::err_module_without_graph, At);
    Pending.reset();
    if (Map)
      Map->forgetModule(uint32_t(Modules->size()));
  }
  GraphModule &M = pending();
  skipBlanks();
  const char *NameBegin = Cur, *NameEnd = Cur;
  if (!atEnd() && (*Cur == '"' || isClass(*Cur, CC_NameStart))) {
    Symbol Name;
    NameBegin = Cur;
    if (!parseKey(Name, SyntaxMap::Member))
      return false;
    NameEnd = Cur;
    M.setName(Name);
  }
  if (consume('=') && !parseClass(M.root()))
    return false;
  auto Kind = GraphModule::TreeKind::Closed;
  if (consumeKeyword("open"))
    Kind = GraphModule::TreeKind::Open;
  else if (consumeKeyword("loose"))
    Kind = GraphModule::TreeKind::None;
  else if (!isNext('{'))
    return expectLineEnd();
  if (!expect('{'))
    return false;
  M.setTreeKind(Kind);
  if (!expectLineEnd())
    return false;
  if (Map)
    Map->beginMember(At, NameBegin, NameEnd, uint32_t(Modules->size()));
  bool Good = parseMembers(M.root());
  while (Map && Map->hasOpenMember())
    Map->endMember(Cur);
  return Good;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

/// The lines between the braces of a header and all braces inside. Recovers at
/// every line.
bool NativeParser::parseMembers(Module &Root) {
  std::vector<Module *> Open = {&Root};
  while (nextLine() && !Report.hopeless()) {
    if (*Cur != '}') {
      if (!parseMember(Open))
        skipLine();
      continue;
    }
    ++Cur;
    Open.pop_back();
    if (Map)
      Map->endMember(Cur);
    if (!expectLineEnd())
      return false;
    if (Open.empty())
      return true;
  }
  return expected("'}'");
}

bool NativeParser::parseMember(std::vector<Module *> &Open) {
  size_t Before = Open.size();
  bool Good = parseMemberLine(Open);
  // What has lines of its own ends with them.
  if (Map && Map->numOpenMembers() > Before && Open.size() == Before)
    Map->endMember(Cur);
  return Good;
}

bool NativeParser::parseMemberLine(std::vector<Module *> &Open) {
  Module &M = *Open.back();
  const char *At = Cur;
  Symbol Name;
  size_t Mark = Map ? Map->mark() : 0;
  if (!parseKey(Name, SyntaxMap::Member))
    return false;
  const char *NameEnd = Cur;
  if (*At != '"' && !isNext('=')) {
    if (Name == "graph" && isNext('(')) {
      Cur = At;
      if (Map)
        Map->rollBack(Mark);
      return parseNestedGraph(M);
    }
    StringRef Line;
    if (Name == "extra" && isNext('"')) {
      if (!parseString(Line))
        return false;
      std::vector<std::string> Lines(M.extraText());
      Lines.push_back(Line.str());
      M.setExtraText(std::move(Lines));
      return expectLineEnd();
    }
  }
  if (Map)
    Map->beginMember(At, At, NameEnd, uint32_t(Modules->size()));
  if (M.child(Name.str()) || M.tensor(Name.str()) || M.attribute(Name.str())) {
    Report.error(diag::err_duplicate_member, At, Name)
        .range(makeRange(At, Cur));
    return false;
  }
  if (!expect('='))
    return false;
  if (consumeKeyword("parameter"))
    return parseTensor(M, Name, TensorAttr::Parameter);
  if (consumeKeyword("buffer"))
    return parseTensor(M, Name, TensorAttr::Buffer);
  if (consumeKeyword("constant"))
    return parseTensor(M, Name, TensorAttr::Constant);
  if (consumeKeyword("object"))
    return parseTensor(M, Name, TensorAttr::Object);
  if (!consumeKeyword("value"))
    return parseChild(Open, Name);
  Argument Value;
  if (!expect('(') || !parseConstant(Value) || !expect(')'))
    return false;
  M.setAttribute(Name, Value);
  return expectLineEnd();
}

bool NativeParser::parseNestedGraph(Module &M) {
  const char *At = Cur;
  size_t GraphsBefore = Map ? Map->graphs().size() : 0;
  auto G = std::make_unique<Graph>(Ctx, &M);
  bool Good = parseGraph(*G, /*Nested=*/true);
  // The root's graph is the one after the header.
  if (!M.parent() || M.graph()) {
    Report.error(diag::err_second_graph, At);
    if (Map && Map->graphs().size() != GraphsBefore)
      Map->forgetGraph();
    return Good;
  }
  M.setGraph(std::move(G));
  return Good;
}

/// `CLASS(...) training {`, and its own lines after that.
bool NativeParser::parseChild(std::vector<Module *> &Open, Symbol Name) {
  const char *At = Cur;
  auto Child = std::make_unique<Module>(Ctx, Symbol());
  if (!parseClass(*Child))
    return false;
  bool HasMembers = consume('{');
  if (HasMembers && Open.size() >= MaxModuleDepth) {
    Report.error(diag::err_modules_too_deep, At, MaxModuleDepth);
    return false;
  }
  if (!expectLineEnd())
    return false;
  if (Map)
    Map->setChild();
  Module &Added = Open.back()->addChild(Name, std::move(Child));
  if (HasMembers)
    Open.push_back(&Added);
  return true;
}

/// `torch.nn.Conv2d(3, 64, bias=False) training`.
bool NativeParser::parseClass(Module &M) {
  Symbol Name;
  if (!parseClassName(Name))
    return false;
  M.setClassName(Name);
  if (isNext('(') && !parseConstructor(M))
    return false;
  M.setTraining(consumeKeyword("training"));
  return true;
}

bool NativeParser::parseClassName(Symbol &Name) {
  skipBlanks();
  if (consume('?'))
    return true; // Not known.
  StringRef Text;
  const char *ClassBegin = Cur;
  if (!atEnd() && *Cur == '"') {
    if (!parseString(Text))
      return false;
  } else {
    Cur = skipClass(Cur, End, CC_Word);
    Text = StringRef(ClassBegin, Cur - ClassBegin);
    if (Text.empty() || !isClass(*ClassBegin, CC_NameStart)) {
      Cur = ClassBegin;
      return expected("the class of a module");
    }
  }
  note(SyntaxMap::Class, ClassBegin);
  Name = Symbols.intern(Text);
  return true;
}

bool NativeParser::parseConstructor(Module &M) {
  std::vector<Argument> Positional;
  std::vector<KwArg> Keywords;
  ++Cur;
  bool Comma = true;
  while (!isNext(')')) {
    if (!Comma)
      return expected("',' or ')'");
    if (!parseConstructorItem(M, Positional, Keywords))
      return false;
    Comma = consume(',');
  }
  ++Cur;
  M.setArgs(std::move(Positional));
  M.setKwargs(std::move(Keywords));
  return true;
}

bool NativeParser::parseConstructorItem(Module &M,
                                        std::vector<Argument> &Positional,
                                        std::vector<KwArg> &Keywords) {
  skipBlanks();
  // A name or a string with `=` after it is a keyword.
  const char *At = Cur;
  const char *Stop = skipClass(Cur, End, CC_Name);
  if (Stop == At && *At == '"') {
    StringRef Text;
    if (!parseString(Text))
      return false;
    Stop = Cur;
    Cur = At;
  }
  while (Stop != End && (*Stop == ' ' || *Stop == '\t'))
    ++Stop;
  Argument Value;
  if (Stop == End || *Stop != '=') {
    if (!Keywords.empty())
      return expected("a keyword, as positional arguments come first");
    if (!parseConstant(Value))
      return false;
    Positional.push_back(std::move(Value));
    return true;
  }
  Symbol Key;
  if (!parseKey(Key))
    return false;
  if (any_of(Keywords, [&](const KwArg &K) { return K.Name == Key; })) {
    Report.error(diag::err_duplicate_keyword, At, Key)
        .range(makeRange(At, Cur));
    return false;
  }
  if (!expect('=') || !parseConstant(Value))
    return false;
  Keywords.push_back({Key, std::move(Value)});
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors and values
//===----------------------------------------------------------------------===//

bool NativeParser::parseConstant(Argument &Value) {
  ArgSpecBuilder *Saved = B;
  B = &Constants;
  Constants.clear();
  Constants.beginArg();
  bool Good = parseValue(0);
  B = Saved;
  if (Good)
    Value = Constants.value(Ctx, 0);
  return Good;
}

/// `(torch.float32, (64, 3), requires_grad=False)` after the role.
bool NativeParser::parseTensor(Module &M, Symbol Name,
                               TensorAttr::RoleKind Role) {
  TensorAttr T;
  T.Name = Name;
  T.Role = Role;
  if (!expect('('))
    return false;
  if (!isNext(')')) {
    // Facts without a keyword are those of a tensor(...).
    if (peekWord("requires_grad") || peekWord("persistent") ||
        peekWord("pickled") || peekWord("record") || peekWord("type")) {
      if (!parseTensorOption(T))
        return false;
    } else if (!parseTensorType(T.Type)) {
      return false;
    }
    while (consume(','))
      if (!parseTensorOption(T))
        return false;
  }
  if (!expect(')') || !expectLineEnd())
    return false;
  M.addTensor(T);
  return true;
}

/// `torch.float32, (64, 3)`, and strides and device where they are known.
bool NativeParser::parseTensorType(Argument &Type) {
  skipBlanks();
  const char *At = Cur;
  SmallVector<Argument, 4> Facts;
  while (true) {
    Facts.emplace_back();
    if (!parseConstant(Facts.back()))
      return false;
    // Another fact, or an option?
    const char *Comma = Cur;
    if (Facts.size() == 4 || !consume(','))
      break;
    skipBlanks();
    const char *Word = skipClass(Cur, End, CC_Name);
    bool Option = Word != Cur && Word != End && *Word == '=';
    if (Option) {
      Cur = Comma;
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
    Report.error(diag::err_bad_tensor_type, At).range(makeRange(At, Cur));
    return false;
  }
  Type = Argument::tensorType(Facts[0].asDType(), Facts[1], Facts[2], Facts[3]);
  return true;
}

bool NativeParser::parseTensorOption(TensorAttr &T) {
  Symbol Key;
  skipBlanks();
  const char *At = Cur;
  Argument Value;
  if (!parseKey(Key) || !expect('=') || !parseConstant(Value))
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
    Report.error(diag::err_bad_tensor_option, At, Key)
        .range(makeRange(At, Cur));
    return false;
  }
  return true;
}
