//===- SelectorParser.cpp - Reads selectors -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectorParser.h"
#include "fx/IR/Context.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/TorchTypes.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

namespace {

using Key = NodeSelector::Key;
using Relation = NodeSelector::Relation;

/// What a key may stand with.
enum KeyFlags : uint8_t {
  TakesGlob = 1,
  TakesNumber = 2,
  StandsAlone = 4, ///< Without a relation: whether it is known.
};

struct KeyInfo {
  StringLiteral Name;
  Key K;
  uint8_t Flags;
};

constexpr KeyInfo Keys[] = {
    {"op", Key::Op, TakesGlob},
    {"target", Key::Target, TakesGlob},
    {"operator", Key::Operator, TakesGlob | StandsAlone},
    {"name", Key::Name, TakesGlob},
    {"path", Key::Path, TakesGlob | StandsAlone},
    {"class", Key::Class, TakesGlob | StandsAlone},
    {"tag", Key::Tag, TakesGlob | StandsAlone},
    {"dtype", Key::DType, TakesGlob | StandsAlone},
    {"kwarg", Key::Kwarg, TakesGlob},
    {"users", Key::Users, TakesNumber},
    {"args", Key::Args, TakesNumber},
};
constexpr KeyInfo MetaKey = {"meta", Key::Meta, TakesGlob | StandsAlone};

} // namespace

static const KeyInfo *findKey(StringRef Name) {
  if (Name.starts_with("meta."))
    return &MetaKey;
  const KeyInfo *It =
      find_if(Keys, [&](const KeyInfo &K) { return K.Name == Name; });
  return It == std::end(Keys) ? nullptr : It;
}

static StringRef spelling(Relation R) {
  switch (R) {
  case Relation::Known:
    return "";
  case Relation::Equal:
    return "=";
  case Relation::NotEqual:
    return "!=";
  case Relation::Less:
    return "<";
  case Relation::LessEqual:
    return "<=";
  case Relation::Greater:
    return ">";
  case Relation::GreaterEqual:
    return ">=";
  }
  llvm_unreachable("all relations are listed");
}

SelectorParser::SelectorParser(StringRef Text, Context &Ctx)
    : Ctx(Ctx), D(std::make_shared<NodeSelector::Data>()) {
  D->Text = Text.str();
  Rest = D->Text;
}

template <typename... Ts>
DiagnosticBuilder SelectorParser::fail(diag::ID Id, size_t Offset,
                                       const Ts &...Args) {
  // The error owns the text that it points into.
  auto SM = std::make_shared<SourceMgr>();
  unsigned Buffer = SM->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(D->Text, "selector"), SMLoc());
  const char *Start = SM->getMemoryBuffer(Buffer)->getBufferStart();
  DiagnosticBuilder B =
      makeError(Id, SMLoc::getFromPointer(Start + Offset), Args...);
  B.source(std::move(SM));
  return B;
}

Expected<NodeSelector> SelectorParser::parse() {
  skipBlanks();
  if (Rest.empty())
    return fail(diag::err_selector_empty, offset());
  if (Error E = parseAny(0))
    return E;
  if (Rest.empty())
    return NodeSelector(std::move(D));
  if (Rest.front() == ')')
    return fail(diag::err_selector_unmatched, offset(), ")");
  return fail(diag::err_selector_expected_operator, offset());
}

Error SelectorParser::parseAny(unsigned Depth) {
  SmallVector<uint32_t, 4> Skips;
  while (true) {
    if (Error E = parseAll(Depth))
      return E;
    if (!consumeOperator('|'))
      break;
    Skips.push_back(D->Steps.size());
    D->Steps.push_back({NodeSelector::Step::SkipIfTrue, 0});
  }
  for (uint32_t S : Skips)
    D->Steps[S].Index = D->Steps.size();
  return Error::success();
}

Error SelectorParser::parseAll(unsigned Depth) {
  SmallVector<uint32_t, 4> Skips;
  while (true) {
    if (Error E = parseUnary(Depth))
      return E;
    if (!consumeOperator('&'))
      break;
    Skips.push_back(D->Steps.size());
    D->Steps.push_back({NodeSelector::Step::SkipIfFalse, 0});
  }
  for (uint32_t S : Skips)
    D->Steps[S].Index = D->Steps.size();
  return Error::success();
}

Error SelectorParser::parseUnary(unsigned Depth) {
  size_t Start = offset();
  if (Depth > NodeSelector::MaxDepth)
    return fail(diag::err_selector_too_deep, Start, NodeSelector::MaxDepth);
  if (consumeWord("not") || consume('!')) {
    if (Error E = parseUnary(Depth + 1))
      return E;
    D->Steps.push_back({NodeSelector::Step::Negate, 0});
    return Error::success();
  }
  if (consume('(')) {
    if (Error E = parseAny(Depth + 1))
      return E;
    if (consume(')'))
      return Error::success();
    if (Rest.empty())
      return fail(diag::err_selector_unmatched, Start, "(");
    return fail(diag::err_selector_expected_operator, offset());
  }
  if (consume('*')) {
    addTerm({});
    return Error::success();
  }
  return parseTerm();
}

Error SelectorParser::parseTerm() {
  size_t Start = offset();
  StringRef Name = Rest.take_while(
      [](char C) { return isDottedNameChar(C) || C == '-' || C == ':'; });
  if (Name.empty()) {
    if (Rest.empty())
      return fail(diag::err_selector_expected_term_at_end, Start);
    return fail(diag::err_selector_expected_term, Start, Rest.front());
  }
  const KeyInfo *Info = findKey(Name);
  if (!Info)
    return unknownKey(Name, Start);
  Rest = Rest.drop_front(Name.size());
  skipBlanks();

  NodeSelector::Term T;
  T.K = Info->K;
  if (T.K == Key::Meta) {
    StringRef MetaName = Name.drop_front(MetaKey.Name.size() + 1);
    if (MetaName.empty())
      return fail(diag::err_selector_expected_meta_key, Start + Name.size());
    T.MetaKey = Ctx.intern(MetaName);
  }
  size_t At = offset();
  T.R = parseRelation();
  if (T.R == Relation::Known) {
    if (!(Info->Flags & StandsAlone))
      return fail(diag::err_selector_expected_relation, At, Name);
    addTerm(std::move(T));
    return Error::success();
  }
  bool IsEquality = T.R == Relation::Equal || T.R == Relation::NotEqual;
  if (!IsEquality && !(Info->Flags & TakesNumber))
    return fail(diag::err_selector_no_order, At, Name, spelling(T.R));
  skipBlanks();

  size_t ValueAt = offset();
  std::string Value;
  if (Error E = parseValue(Value))
    return E;
  if (Value.empty() && offset() == ValueAt)
    return fail(diag::err_selector_expected_value, ValueAt, spelling(T.R));
  if (Info->Flags & TakesNumber) {
    if (StringRef(Value).getAsInteger(10, T.Number))
      return fail(diag::err_selector_expected_number, ValueAt, Name, Value);
  } else if (Error E = setGlob(T, Value, ValueAt)) {
    return E;
  }
  skipBlanks();
  addTerm(std::move(T));
  return Error::success();
}

Error SelectorParser::unknownKey(StringRef Name, size_t At) {
  SmallVector<StringRef, 12> Known;
  for (const KeyInfo &K : Keys)
    Known.push_back(K.Name);
  StringRef Near = nearestWord(Name, Known);
  DiagnosticBuilder B = fail(diag::err_selector_unknown_key, At, Name);
  // A word alone is mostly what nodes call.
  StringRef After = Rest.drop_front(Name.size()).ltrim();
  if (After.find_first_of("*?[") == 0)
    B.note(diag::note_did_you_mean, SMLoc(),
           ("name=" + Rest.take_until([](char C) {
             return isSpace(C) || StringRef("&|()").contains(C);
           })).str());
  else if (StringRef("&|)").contains(After.take_front()))
    B.note(diag::note_did_you_mean, SMLoc(), ("operator=" + Name).str());
  else if (!Near.empty())
    B.note(diag::note_did_you_mean, SMLoc(), Near);
  else
    B.note(diag::note_selector_keys, SMLoc(), join(Known, ", "));
  return B;
}

Relation SelectorParser::parseRelation() {
  for (Relation R :
       {Relation::NotEqual, Relation::LessEqual, Relation::GreaterEqual,
        Relation::Equal, Relation::Less, Relation::Greater})
    if (Rest.consume_front(spelling(R))) {
      // `==` is what programmers write.
      if (R == Relation::Equal)
        Rest.consume_front("=");
      return R;
    }
  return Relation::Known;
}

/// The end of a bracket or brace that begins at \p I, or \p I itself when it is
/// not closed.
static size_t closing(StringRef Text, size_t I) {
  // A ']' right after '[' stands for itself.
  size_t End = Text[I] == '[' ? Text.find(']', I + 2) : Text.find('}', I);
  return End == StringRef::npos ? I : End;
}

Error SelectorParser::parseValue(std::string &Value) {
  if (!Rest.empty() && (Rest.front() == '"' || Rest.front() == '\'')) {
    size_t Start = offset();
    char Quote = Rest.front();
    Rest = Rest.drop_front();
    while (!Rest.empty() && Rest.front() != Quote) {
      // The quote alone loses its backslash; the others are the glob's.
      if (Rest.front() == '\\' && Rest.size() > 1) {
        if (Rest[1] != Quote)
          Value += '\\';
        Rest = Rest.drop_front();
      }
      Value += Rest.front();
      Rest = Rest.drop_front();
    }
    if (Rest.empty())
      return fail(diag::err_selector_unterminated, Start);
    Rest = Rest.drop_front();
    return Error::success();
  }
  size_t I = 0;
  for (; I != Rest.size(); ++I) {
    char C = Rest[I];
    if (isSpace(C) || StringRef("&|()").contains(C))
      break;
    if (C == '[' || C == '{')
      I = closing(Rest, I);
    else if (C == '\\' && I + 1 != Rest.size())
      ++I;
  }
  Value = Rest.take_front(I).str();
  Rest = Rest.drop_front(I);
  return Error::success();
}

/// \p Glob with each `{item}` as its item, which globs of LLVM do not take.
static std::string withoutSoleItems(StringRef Glob) {
  std::string Text;
  for (size_t I = 0; I != Glob.size(); ++I) {
    if (Glob[I] == '\\' && I + 1 != Glob.size()) {
      Text += Glob[I++];
    } else if (Glob[I] == '{') {
      size_t End = Glob.find_first_of("{},\\", I + 1);
      if (End != StringRef::npos && Glob[End] == '}' && End != I + 1) {
        Text += Glob.slice(I + 1, End);
        I = End;
        continue;
      }
    }
    Text += Glob[I];
  }
  return Text;
}

/// The operator that \p Name is or calls: `relu`, `torch.relu`, `F.relu`,
/// `aten.relu`, `torch.ops.aten.relu.default`; null where it is a glob or calls
/// none.
static const OpInfo *operatorCalled(StringRef Name) {
  if (const OpInfo *Op = lookupOp(Name))
    return Op;
  if (const OpTarget *Target = lookupFunctionSpelled(Name))
    return &Target->op();
  // A packet of overloads.
  StringRef Packet = Name;
  Packet.consume_front("torch.ops.");
  return Packet.consume_front("aten.") ? lookupOp(Packet) : nullptr;
}

Error SelectorParser::setGlob(NodeSelector::Term &T, StringRef Value,
                              size_t At) {
  if (T.K == Key::Class) {
    Expected<ClassPattern> P = ClassPattern::create(Value);
    if (!P)
      return fail(diag::err_bad_glob, At, Value, toString(P.takeError()));
    T.Class = std::move(*P);
    return Error::success();
  }
  // The glob refers to its text, which lives as long as the selector.
  std::optional<DType> Type = parseDTypeName(Value);
  const OpInfo *Op = T.K == Key::Operator ? operatorCalled(Value) : nullptr;
  D->GlobTexts.push_back(T.K == Key::DType && Type ? fx::toString(*Type).str()
                         : Op                      ? Op->name().str()
                                                   : withoutSoleItems(Value));
  Expected<GlobPattern> P =
      GlobPattern::create(D->GlobTexts.back(), MaxGlobAlternatives);
  if (!P)
    return fail(diag::err_bad_glob, At, Value, toString(P.takeError()));
  T.Glob = std::move(*P);

  if (T.K == Key::Op) {
    SmallVector<StringRef, NumOpcodes> Known;
    for (unsigned I = 0; I != NumOpcodes; ++I) {
      Known.push_back(fx::toString(Opcode(I)));
      if (T.Glob->match(Known.back()))
        T.Opcodes |= 1 << I;
    }
    if (!T.Opcodes)
      return unknownValue(diag::err_selector_unknown_opcode, Value, Known, At);
  }
  // No name has a comma: these are alternatives without their braces.
  if (T.K == Key::Operator && Value.contains(',') && !Value.contains('{')) {
    DiagnosticBuilder B = fail(diag::err_selector_unknown_operator, At, Value);
    B.note(diag::note_did_you_mean, SMLoc(), ("{" + Value + "}").str());
    return B;
  }
  if (T.K == Key::Operator && !Op)
    if (const ModuleInfo *Class = lookupModuleClass(Value);
        Class || (Class = lookupModuleClass(("torch." + Value).str()))) {
      DiagnosticBuilder B =
          fail(diag::err_selector_unknown_operator, At, Value);
      B.note(diag::note_did_you_mean, SMLoc(),
             ("class=" + Class->shownName()).str());
      return B;
    }
  // An operator that nobody has declared may be one of the model. One whose
  // name is nearly that of another is a mistake.
  if (T.K == Key::Operator && all_of(Value, isNameChar) && !lookupOp(Value)) {
    SmallVector<StringRef, 0> Known;
    forEachDeclaredOp([&](const OpInfo &Op) { Known.push_back(Op.name()); });
    // A word with which the names of many start is one of them cut short.
    if (any_of(Known, [&](StringRef Name) {
          return Value.size() > 2 && Name.starts_with(Value);
        })) {
      DiagnosticBuilder B =
          fail(diag::err_selector_unknown_operator, At, Value);
      B.note(diag::note_did_you_mean, SMLoc(), (Value + "*").str());
      return B;
    }
    if (!nearestWord(Value, Known).empty())
      return unknownValue(diag::err_selector_unknown_operator, Value, Known,
                          At);
  }
  if (T.K == Key::DType) {
    SmallVector<StringRef, 64> Known;
    bool Any = false;
    for (unsigned I = 0; I != NumDTypes; ++I) {
      Known.push_back(fx::toString(DType(I)).drop_front(strlen("torch.")));
      Any |= matchesDType(*T.Glob, DType(I));
    }
    if (!Any)
      return unknownValue(diag::err_selector_unknown_dtype, Value, Known, At);
  }
  return Error::success();
}

Error SelectorParser::unknownValue(diag::ID Id, StringRef Value,
                                   ArrayRef<StringRef> Known, size_t At) {
  DiagnosticBuilder B = fail(Id, At, Value);
  StringRef Near = nearestWord(Value, Known);
  if (!Near.empty())
    B.note(diag::note_did_you_mean, SMLoc(), Near);
  else if (Id == diag::err_selector_unknown_opcode)
    B.note(diag::note_opcodes, SMLoc());
  return B;
}

void SelectorParser::addTerm(NodeSelector::Term T) {
  D->Steps.push_back({NodeSelector::Step::Test, uint32_t(D->Terms.size())});
  D->Terms.push_back(std::move(T));
}

bool SelectorParser::consume(char C) {
  if (Rest.empty() || Rest.front() != C)
    return false;
  Rest = Rest.drop_front();
  skipBlanks();
  return true;
}

/// `and`, `or` and `not`, as programmers of Python write them.
bool SelectorParser::consumeWord(StringRef Word) {
  StringRef After = Rest;
  if (!After.consume_front(Word) || After.empty() ||
      !(isSpace(After.front()) || StringRef("(!").contains(After.front())))
    return false;
  Rest = After;
  skipBlanks();
  return true;
}

bool SelectorParser::consumeOperator(char C) {
  if (consumeWord(C == '&' ? "and" : "or"))
    return true;
  if (!consume(C))
    return false;
  // `&&` is `&`.
  consume(C);
  return true;
}

void SelectorParser::skipBlanks() { Rest = Rest.ltrim(" \t\r\n"); }

Expected<NodeSelector> NodeSelector::parse(StringRef Text, Context &Ctx) {
  return SelectorParser(Text, Ctx).parse();
}
