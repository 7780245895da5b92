//===- OpModel.cpp - Operators as fx-tblgen reads them ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "AtenList.h"
#include "FormulaParser.h"
#include "fx/IR/OpInfo.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::PrintError;
using llvm::Record;
using llvm::StringRef;

std::string fx::tblgen::camelCase(StringRef Name) {
  std::string Result;
  bool Upper = true;
  for (char C : Name) {
    if (!llvm::isAlnum(C)) {
      Upper = true;
      continue;
    }
    Result += Upper ? llvm::toUpper(C) : C;
    Upper = false;
  }
  if (Result.empty() || llvm::isDigit(Result.front()))
    Result.insert(Result.begin(), '_');
  return Result;
}

/// The modules that bind an operator as a function, by the letters of
/// aten-schemas.txt.
static constexpr std::pair<char, llvm::StringLiteral> BindingPrefixes[] = {
    {'t', "torch."},
    {'n', "torch._C._nn."},
    {'l', "torch._C._linalg."},
    {'f', "torch._C._fft."},
    {'s', "torch._C._special."},
    {'p', "torch._C._sparse."},
    {'e', "torch._C._nested."}};

std::vector<std::string> OpDef::impliedFunctions() const {
  std::vector<std::string> Names;
  const AtenList *List = AtenList::get();
  if (!List)
    return Names;
  for (StringRef Base : Aten) {
    llvm::ArrayRef<AtenOverload> Overloads = List->lookup(Base);
    if (Overloads.empty())
      continue;
    auto [Namespace, Bare] = Base.split("::");
    for (auto [Letter, Prefix] : BindingPrefixes)
      if (Overloads.front().Bindings.contains(Letter))
        Names.push_back((Prefix + Bare).str());
    for (const AtenOverload &Overload : Overloads) {
      if (Overload.hasTag("out"))
        continue;
      StringRef Variant = Overload.Name.split('.').second;
      Names.push_back(("torch.ops." + Namespace + "." + Bare + "." +
                       (Variant.empty() ? "default" : Variant))
                          .str());
    }
  }
  return Names;
}

std::vector<std::string> OpDef::impliedMethods() const {
  std::vector<std::string> Names;
  const AtenList *List = AtenList::get();
  if (!List)
    return Names;
  for (StringRef Base : Aten)
    if (List->contains(Base) &&
        List->lookup(Base).front().Bindings.contains('m'))
      Names.push_back(Base.split("::").second.str());
  return Names;
}

PythonNames fx::tblgen::collectPythonNames(llvm::ArrayRef<OpDef> Ops) {
  PythonNames Names;
  for (const OpDef &Op : Ops) {
    for (const SpellingDef &Spelling : Op.Spellings)
      (Spelling.IsMethod ? Names.Methods : Names.Functions)
          .push_back(Spelling.Name.str());
    llvm::append_range(Names.Functions, Op.impliedFunctions());
    llvm::append_range(Names.Methods, Op.impliedMethods());
  }
  if (const AtenList *List = AtenList::get())
    for (const AtenOverload &Overload : List->overloads()) {
      StringRef Bare = Overload.base().split("::").second;
      for (auto [Letter, Prefix] : BindingPrefixes)
        if (Overload.Bindings.contains(Letter))
          Names.Functions.push_back((Prefix + Bare).str());
      if (Overload.Bindings.contains('m'))
        Names.Methods.push_back(Bare.str());
    }
  for (std::vector<std::string> *All : {&Names.Functions, &Names.Methods}) {
    llvm::sort(*All);
    All->erase(llvm::unique(*All), All->end());
  }
  return Names;
}

bool fx::tblgen::isCppKeyword(StringRef Name) {
  static constexpr llvm::StringLiteral Keywords[] = {
      "alignas",      "alignof",       "and",         "asm",
      "auto",         "bitand",        "bitor",       "bool",
      "break",        "case",          "catch",       "char",
      "char16_t",     "char32_t",      "char8_t",     "class",
      "co_await",     "co_return",     "co_yield",    "compl",
      "concept",      "const",         "const_cast",  "consteval",
      "constexpr",    "constinit",     "continue",    "decltype",
      "default",      "delete",        "do",          "double",
      "dynamic_cast", "else",          "enum",        "explicit",
      "export",       "extern",        "false",       "float",
      "for",          "friend",        "goto",        "if",
      "inline",       "int",           "long",        "mutable",
      "namespace",    "new",           "noexcept",    "not",
      "nullptr",      "operator",      "or",          "private",
      "protected",    "public",        "register",    "requires",
      "return",       "short",         "signed",      "sizeof",
      "static",       "static_assert", "static_cast", "struct",
      "switch",       "template",      "this",        "thread_local",
      "throw",        "true",          "try",         "typedef",
      "typeid",       "typename",      "union",       "unsigned",
      "using",        "virtual",       "void",        "volatile",
      "wchar_t",      "while",         "xor",         "reinterpret_cast"};
  return llvm::is_contained(Keywords, Name);
}

std::string fx::tblgen::cppIdentifier(StringRef Name) {
  return isCppKeyword(Name) ? (Name + "_").str() : Name.str();
}

static void addParams(StringRef Schema, std::vector<std::string> &Names) {
  llvm::BumpPtrAllocator Memory;
  llvm::Expected<OpSchema> Parsed = parseOpSchema(Schema, Memory);
  if (!Parsed) {
    // Reported where the schema stands.
    llvm::consumeError(Parsed.takeError());
    return;
  }
  for (const SchemaParam &Param : Parsed->params()) {
    std::string Name = Param.Name == "self" ? "input" : Param.Name.str();
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
}

std::vector<std::string> OpDef::paramsOf(StringRef Name) const {
  std::vector<std::string> Names;
  for (const SpellingDef &Spelling : Spellings)
    if (Spelling.Name == Name)
      for (StringRef Schema : Spelling.Schemas)
        addParams(Schema, Names);
  if (!Names.empty())
    return Names;
  // The binding of an operator of the list, by its bare name.
  StringRef Bare = Name;
  if (Bare.consume_front("torch.ops.aten."))
    Bare = Bare.split('.').first;
  else if (Bare.contains('.'))
    Bare = Bare.rsplit('.').second;
  if (const AtenList *List = AtenList::get())
    for (const AtenOverload &Overload : List->lookup(Bare))
      if (!Overload.hasTag("out"))
        addParams(Overload.Schema, Names);
  return Names;
}

std::vector<std::string> OpDef::mainParams() const {
  StringRef Name = Builder;
  Name.consume_front(".");
  return paramsOf(Name);
}

namespace {

/// Reads the operators and remembers whether something was wrong.
class OpReader {
public:
  explicit OpReader(const llvm::RecordKeeper &Records) : Records(Records) {}
  std::optional<std::vector<OpDef>> read();

private:
  void fail(const Record *Def, const llvm::Twine &Message) {
    PrintError(Def->getLoc(), Message);
    Failed = true;
  }
  bool isName(StringRef Name, bool Dots) const;
  OpDef readOp(const Record *Def);
  SpellingDef readSpelling(const Record *Def, const Record *Spelling);
  void readAten(OpDef &Op);
  void readInverses(OpDef &Op);
  void checkEffects(const Record *Def, llvm::ArrayRef<StringRef> Effects);
  void chooseBuilder(OpDef &Op);
  void checkUnique(llvm::ArrayRef<OpDef> Ops);

  const llvm::RecordKeeper &Records;
  llvm::BumpPtrAllocator Memory;
  bool Failed = false;
};

} // namespace

bool OpReader::isName(StringRef Name, bool Dots) const {
  if (Name.empty() || llvm::isDigit(Name.front()) || Name.front() == '.' ||
      Name.back() == '.' || Name.contains(".."))
    return false;
  return llvm::all_of(
      Name, [&](char C) { return isNameChar(C) || (Dots && C == '.'); });
}

void OpReader::checkEffects(const Record *Def,
                            llvm::ArrayRef<StringRef> Effects) {
  for (StringRef Text : Effects) {
    llvm::Expected<EffectRule> Rule = parseEffectRule(Text);
    if (!Rule)
      fail(Def, llvm::toString(Rule.takeError()));
  }
}

SpellingDef OpReader::readSpelling(const Record *Def, const Record *Spelling) {
  SpellingDef Result;
  Result.Name = Spelling->getValueAsString("Name");
  Result.IsMethod = Spelling->isSubClassOf("Method");
  Result.Schemas = Spelling->getValueAsListOfStrings("Schemas");
  Result.Effects = Spelling->getValueAsListOfStrings("Effects");
  if (!isName(Result.Name, /*Dots=*/!Result.IsMethod))
    fail(Def, "'" + Result.Name + "' is not a valid name of a " +
                  (Result.IsMethod ? "method" : "function"));
  if (!Result.IsMethod && !Result.Name.contains('.'))
    fail(Def, "the function '" + Result.Name + "' has no module");
  std::vector<OpSchema> Parsed;
  for (StringRef Text : Result.Schemas) {
    llvm::Expected<OpSchema> Schema = parseOpSchema(Text, Memory);
    if (!Schema) {
      fail(Def, "schema of '" + Result.Name +
                    "': " + llvm::toString(Schema.takeError()));
      continue;
    }
    if (Result.IsMethod && Schema->params().empty())
      fail(Def, "the method '" + Result.Name + "' has no receiver");
    Parsed.push_back(*Schema);
  }
  checkEffects(Def, Result.Effects);
  if (Parsed.size() != Result.Schemas.size() || Parsed.empty())
    return Result;
  auto IsParam = [&](StringRef Name) {
    return Name.empty() || llvm::any_of(Parsed, [&](const OpSchema &Schema) {
             return Schema.findParam(Name).has_value();
           });
  };
  for (StringRef Text : Result.Effects) {
    llvm::Expected<EffectRule> Rule = parseEffectRule(Text);
    if (!Rule) {
      llvm::consumeError(Rule.takeError());
      continue;
    }
    for (StringRef Name : {Rule->Param, Rule->Condition})
      if (!IsParam(Name))
        fail(Def, "effect '" + Text + "': '" + Result.Name +
                      "' has no parameter '" + Name + "'");
  }
  return Result;
}

void OpReader::readAten(OpDef &Op) {
  const AtenList *List = AtenList::get();
  if (Op.Def->isValueUnset("Aten")) {
    if (List && List->contains(Op.Name))
      Op.Aten.push_back(("aten::" + Op.Name).str());
    return;
  }
  for (StringRef Name : Op.Def->getValueAsListOfStrings("Aten")) {
    if (List && !List->contains(Name))
      fail(Op.Def, "the operator list has no '" + Name + "'");
    else
      Op.Aten.push_back(Name.contains("::") ? Name.str()
                                            : ("aten::" + Name).str());
  }
}

void OpReader::chooseBuilder(OpDef &Op) {
  const Record *Def = Op.Def;
  if (!Def->isValueUnset("Builder")) {
    Op.Builder = Def->getValueAsString("Builder").str();
    StringRef Name = Op.Builder;
    Name.consume_front(".");
    if (!Name.empty() && !isName(Name, /*Dots=*/true))
      fail(Def, "'" + Op.Builder + "' is not a valid name of a function");
    return;
  }
  std::vector<std::string> Implied = Op.impliedFunctions();
  for (const std::string &Name : Implied)
    if (!StringRef(Name).starts_with("torch.ops.")) {
      Op.Builder = Name;
      return;
    }
  for (const SpellingDef &Spelling : Op.Spellings)
    if (!Spelling.IsMethod) {
      Op.Builder = Spelling.Name.str();
      return;
    }
  std::vector<std::string> Methods = Op.impliedMethods();
  for (const SpellingDef &Spelling : Op.Spellings)
    Methods.push_back(Spelling.Name.str());
  if (!Methods.empty())
    Op.Builder = "." + Methods.front();
  else if (!Implied.empty())
    Op.Builder = Implied.front();
}

void OpReader::readInverses(OpDef &Op) {
  for (const Record *Def : Op.Def->getValueAsListOfDefs("Inverses")) {
    InverseDef Inverse;
    Inverse.Param = Def->getValueAsString("Param");
    Inverse.Spelling = Def->getValueAsString("Spelling");
    std::vector<std::string> Params = Inverse.Spelling.empty()
                                          ? Op.mainParams()
                                          : Op.paramsOf(Inverse.Spelling);
    if (!llvm::is_contained(Params, Inverse.Param))
      fail(Op.Def, "inverse: '" +
                       (Inverse.Spelling.empty() ? StringRef(Op.Builder)
                                                 : Inverse.Spelling) +
                       "' has no parameter '" + Inverse.Param + "'");
    FormulaScope Scope;
    Scope.Locals.insert("result");
    for (StringRef Param : Params)
      if (Param != Inverse.Param)
        Scope.Locals.insert(Param);
    llvm::Expected<std::string> Code =
        compileFormula(Def->getValueAsString("Formula"), Scope);
    if (Code)
      Inverse.Code = *Code;
    else
      fail(Op.Def, "inverse for '" + Inverse.Param +
                       "': " + llvm::toString(Code.takeError()));
    Op.Inverses.push_back(std::move(Inverse));
  }
}

OpDef OpReader::readOp(const Record *Def) {
  OpDef Op;
  Op.Def = Def;
  Op.Name = Def->getValueAsString("Name");
  Op.Summary = Def->getValueAsString("Summary");
  Op.Commutative = Def->getValueAsBit("Commutative");
  Op.Pointwise = Def->getValueAsBit("Pointwise");
  Op.Effects = Def->getValueAsListOfStrings("Effects");
  if (!isName(Op.Name, /*Dots=*/true))
    fail(Def, "'" + Op.Name + "' is not a valid name of an operator");
  Op.CppName = Def->isValueUnset("CppName")
                   ? camelCase(Op.Name)
                   : Def->getValueAsString("CppName").str();
  if (!isName(Op.CppName, /*Dots=*/false))
    fail(Def, "'" + Op.CppName + "' is not a valid name of a C++ class");
  checkEffects(Def, Op.Effects);
  for (const Record *Spelling : Def->getValueAsListOfDefs("Spellings"))
    Op.Spellings.push_back(readSpelling(Def, Spelling));
  readAten(Op);
  chooseBuilder(Op);
  readInverses(Op);
  if (Op.Spellings.empty() && Op.Aten.empty())
    fail(Def, "the operator '" + Op.Name + "' has no spelling");
  return Op;
}

void OpReader::checkUnique(llvm::ArrayRef<OpDef> Ops) {
  llvm::StringMap<const Record *> Seen;
  auto Claim = [&](const Record *Def, const llvm::Twine &What) {
    auto [It, New] = Seen.try_emplace(What.str(), Def);
    if (New)
      return;
    fail(Def, What + " is declared twice");
    llvm::PrintNote(It->second->getLoc(), "declared here first");
  };
  // In the order of the td file.
  std::vector<const OpDef *> InOrder;
  for (const OpDef &Op : Ops)
    InOrder.push_back(&Op);
  llvm::sort(InOrder, [](const OpDef *A, const OpDef *B) {
    return A->Def->getID() < B->Def->getID();
  });
  for (const OpDef *Next : InOrder) {
    const OpDef &Op = *Next;
    Claim(Op.Def, "operator '" + Op.Name + "'");
    Claim(Op.Def, "C++ class '" + Op.CppName + "'");
    for (const SpellingDef &Spelling : Op.Spellings)
      Claim(Op.Def, llvm::Twine(Spelling.IsMethod ? "method '" : "function '") +
                        Spelling.Name + "'");
    for (StringRef Base : Op.Aten)
      Claim(Op.Def, "'" + Base + "'");
  }
}

std::optional<std::vector<OpDef>> OpReader::read() {
  std::vector<OpDef> Ops;
  for (const Record *Def : Records.getAllDerivedDefinitions("Op"))
    Ops.push_back(readOp(Def));
  llvm::sort(Ops, [](const OpDef &A, const OpDef &B) {
    return std::make_pair(A.Name, A.Def->getID()) <
           std::make_pair(B.Name, B.Def->getID());
  });
  checkUnique(Ops);
  if (Ops.size() > 65535)
    llvm::PrintFatalError("more than 65535 operators");
  if (Failed)
    return std::nullopt;
  return Ops;
}

std::optional<std::vector<OpDef>>
fx::tblgen::readOps(const llvm::RecordKeeper &Records) {
  return OpReader(Records).read();
}

/// Whether one of \p Ops, which are sorted, has that name.
static bool isDeclared(llvm::ArrayRef<OpDef> Ops, StringRef Name) {
  auto At = llvm::partition_point(
      Ops, [&](const OpDef &Op) { return Op.Name < Name; });
  return At != Ops.end() && At->Name == Name;
}

/// Whether the operator list, if there is one, has \p Name: `quantized.add` is
/// `quantized::add` there.
static bool isListed(StringRef Name) {
  const AtenList *List = AtenList::get();
  auto [Namespace, Bare] = Name.split('.');
  return !List ||
         List->contains(Bare.empty() ? Name.str()
                                     : (Namespace + "::" + Bare).str());
}

/// The declared operator that claims `aten::NAME` under another name, or null.
static const OpDef *claimOf(llvm::ArrayRef<OpDef> Ops, StringRef Name) {
  std::string Listed = "aten::" + Name.str();
  const OpDef *At = llvm::find_if(Ops, [&](const OpDef &Op) {
    return llvm::is_contained(Op.Aten, Listed);
  });
  return At == Ops.end() ? nullptr : At;
}

std::optional<std::vector<SetMemberDef>>
fx::tblgen::readOpSets(const llvm::RecordKeeper &Records,
                       llvm::ArrayRef<OpDef> Ops) {
  std::vector<SetMemberDef> Members;
  bool Failed = false;
  auto Fail = [&](const Record *Def, const llvm::Twine &Message) {
    PrintError(Def->getLoc(), Message);
    Failed = true;
  };
  for (const Record *Def : Records.getAllDerivedDefinitions("OpSet"))
    for (StringRef Name : Def->getValueAsListOfStrings("Ops")) {
      if (!isDeclared(Ops, Name)) {
        if (const OpDef *Op = claimOf(Ops, Name))
          Fail(Def, "'" + Name + "' is the operator '" + Op->Name + "'");
        else if (!isListed(Name))
          Fail(Def, "there is no operator '" + Name + "'");
      }
      Members.push_back({Name, Def->getValueAsString("Name")});
      if (llvm::count(Members, Members.back()) > 1)
        Fail(Def, "'" + Name + "' is in the set already");
    }
  llvm::sort(Members);
  if (Failed)
    return std::nullopt;
  return Members;
}

std::optional<std::vector<ValueRuleDef>>
fx::tblgen::readValueRules(const llvm::RecordKeeper &Records,
                           llvm::ArrayRef<OpDef> Ops) {
  llvm::StringMap<const Record *> Seen;
  std::vector<ValueRuleDef> Rules;
  bool Failed = false;
  auto Fail = [&](const Record *Def, const llvm::Twine &Message) {
    PrintError(Def->getLoc(), Message);
    Failed = true;
  };
  auto IsFunction = [&](StringRef Name) {
    return llvm::any_of(Ops, [&](const OpDef &Op) {
      return llvm::any_of(Op.Spellings, [&](const SpellingDef &Spelling) {
        return !Spelling.IsMethod && Spelling.Name == Name;
      });
    });
  };
  for (const Record *Def : Records.getAllDerivedDefinitions("ValueRule"))
    for (StringRef Name : Def->getValueAsListOfStrings("Ops")) {
      bool IsOp = isDeclared(Ops, Name);
      if (!IsOp && !isListed(Name) && !IsFunction(Name))
        Fail(Def, "there is no operator or function '" + Name + "'");
      if (const OpDef *Op = IsOp ? nullptr : claimOf(Ops, Name))
        Fail(Def, "'" + Name + "' is the operator '" + Op->Name + "'");
      if (!Seen.try_emplace(Name, Def).second)
        Fail(Def, "'" + Name + "' has a rule already");
      Rules.push_back({Name, Def->getValueAsString("Rule")});
    }
  llvm::sort(Rules);
  if (Failed)
    return std::nullopt;
  return Rules;
}
