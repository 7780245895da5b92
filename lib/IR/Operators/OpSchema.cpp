//===- OpSchema.cpp - Parameters of a callable ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpSchema.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// SchemaType::AliasSet of `a0`; letters lie below.
static constexpr unsigned FirstNumberedSet = 128;

namespace {

struct KindSpelling {
  llvm::StringLiteral Text;
  SchemaKind Kind;
};

// The first spelling of a kind is the one that is printed.
constexpr KindSpelling KindSpellings[] = {
    {"Any", SchemaKind::Any},
    {"Tensor", SchemaKind::Tensor},
    {"Scalar", SchemaKind::Scalar},
    {"number", SchemaKind::Scalar},
    {"int", SchemaKind::Int},
    {"SymInt", SchemaKind::SymInt},
    {"float", SchemaKind::Float},
    {"SymFloat", SchemaKind::Float},
    {"bool", SchemaKind::Bool},
    {"SymBool", SchemaKind::SymBool},
    {"complex", SchemaKind::Complex},
    {"str", SchemaKind::Str},
    {"Dimname", SchemaKind::Str},
    {"Device", SchemaKind::Device},
    {"ScalarType", SchemaKind::DType},
    {"Layout", SchemaKind::Layout},
    {"MemoryFormat", SchemaKind::MemoryFormat},
    {"QScheme", SchemaKind::QScheme},
    {"Generator", SchemaKind::Generator},
    {"Stream", SchemaKind::Stream},
    {"Storage", SchemaKind::Storage},
    {"NoneType", SchemaKind::None},
    {"Callable", SchemaKind::Callable},
    {"Tuple", SchemaKind::Tuple},
    {"Dict", SchemaKind::Dict},
};

/// A cursor over the text of a schema.
class Reader {
public:
  explicit Reader(StringRef Text) : Text(Text) {}

  Error fail(const llvm::Twine &Message) const {
    return llvm::createStringError("column " + llvm::Twine(At + 1) + ": " +
                                   Message);
  }

  void skipBlanks() {
    while (At < Text.size() && (Text[At] == ' ' || Text[At] == '\n'))
      ++At;
  }

  bool atEnd() {
    skipBlanks();
    return At == Text.size();
  }

  char peek() const { return At < Text.size() ? Text[At] : '\0'; }

  bool take(StringRef Token) {
    skipBlanks();
    if (!Text.substr(At).starts_with(Token))
      return false;
    At += Token.size();
    return true;
  }

  StringRef takeName(bool WithDots = false) {
    skipBlanks();
    size_t Begin = At;
    while (At < Text.size() &&
           (isNameChar(Text[At]) || (WithDots && Text[At] == '.')))
      ++At;
    return Text.slice(Begin, At);
  }

  Expected<SchemaType> readType();
  Expected<StringRef> readLiteral();

private:
  StringRef Text;
  size_t At = 0;
};

} // namespace

Expected<SchemaType> Reader::readType() {
  StringRef Name = takeName(/*WithDots=*/true);
  if (Name.empty())
    return fail("expected a type");
  SchemaType Type;
  Type.Kind = SchemaKind::Class;
  for (const KindSpelling &Spelling : KindSpellings)
    if (Spelling.Text == Name)
      Type.Kind = Spelling.Kind;
  if (Type.Kind == SchemaKind::Class) {
    // A lower-case word without a dot can only be a misspelt type.
    if (!Name.contains('.') && !llvm::isUpper(Name.front()))
      return fail("unknown type '" + Name + "'");
    Type.ClassName = Name;
  }
  // The content of a dictionary's type is of no use here.
  if (Type.Kind == SchemaKind::Dict && peek() == '(') {
    while (At < Text.size() && Text[At] != ')')
      ++At;
    if (!take(")"))
      return fail("expected ')'");
  }
  if (peek() == '(') {
    ++At;
    char Set = peek();
    if (Set != '*' && !llvm::isLower(Set))
      return fail("expected the letter of an alias set");
    Type.AliasSet = Set;
    ++At;
    // torch.library.custom_op calls the sets of its arguments a0, a1, ...
    unsigned Number = 0;
    size_t Digits = At;
    while (At != Text.size() && llvm::isDigit(Text[At]) && Number < 100)
      Number = Number * 10 + (Text[At++] - '0');
    if (At != Digits) {
      if (Set != 'a' || Number >= 100)
        return fail("an alias set is a letter, or a0 to a99");
      Type.AliasSet = char(FirstNumberedSet + Number);
    }
    while (take("|"))
      takeName();
    Type.Written = take("!");
    if (take("->")) {
      // `a -> *`: the value moves into a container of any alias set.
      if (!take("*"))
        takeName();
    }
    if (!take(")"))
      return fail("expected ')' after an alias set");
  }
  while (true) {
    if (peek() == '?') {
      ++At;
      if (Type.Optional)
        return fail("a second '?'");
      Type.Optional = true;
      continue;
    }
    if (peek() != '[')
      return Type;
    ++At;
    StringRef Digits = Text.substr(At).take_while(llvm::isDigit);
    At += Digits.size();
    if (!Digits.empty() &&
        (Digits.getAsInteger(10, Type.FixedSize) || Type.FixedSize == 0))
      return fail("a fixed size must be between 1 and 255");
    if (peek() != ']')
      return fail("expected ']'");
    ++At;
    if (++Type.ListDepth > 3)
      return fail("lists nest too deeply");
    if (Type.Optional) {
      Type.ElementOptional = true;
      Type.Optional = false;
    }
  }
}

/// A Python literal up to the next ',' or ')' outside brackets and quotes.
Expected<StringRef> Reader::readLiteral() {
  skipBlanks();
  size_t Begin = At;
  unsigned Depth = 0;
  char Quote = '\0';
  for (; At < Text.size(); ++At) {
    char C = Text[At];
    if (Quote) {
      if (C == '\\')
        ++At;
      else if (C == Quote)
        Quote = '\0';
      continue;
    }
    if (C == '\'' || C == '"')
      Quote = C;
    else if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (Depth && (C == ')' || C == ']' || C == '}'))
      --Depth;
    else if (!Depth && (C == ',' || C == ')'))
      break;
  }
  if (Quote || Depth || At > Text.size())
    return fail("the default of a parameter does not end");
  StringRef Literal = Text.slice(Begin, At).rtrim();
  if (Literal.empty())
    return fail("expected a default after '='");
  return Literal;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

StringRef fx::schemaKindName(SchemaKind Kind) {
  for (const KindSpelling &Spelling : KindSpellings)
    if (Spelling.Kind == Kind)
      return Spelling.Text;
  return "class";
}

bool SchemaType::operator==(const SchemaType &RHS) const {
  return ClassName == RHS.ClassName && Kind == RHS.Kind &&
         ListDepth == RHS.ListDepth && FixedSize == RHS.FixedSize &&
         AliasSet == RHS.AliasSet && Written == RHS.Written &&
         Optional == RHS.Optional && ElementOptional == RHS.ElementOptional;
}

void SchemaType::print(llvm::raw_ostream &OS) const {
  OS << (Kind == SchemaKind::Class ? ClassName : schemaKindName(Kind));
  if (unsigned Set = uint8_t(AliasSet); Set >= FirstNumberedSet)
    OS << "(a" << Set - FirstNumberedSet << (Written ? "!" : "") << ')';
  else if (AliasSet)
    OS << '(' << AliasSet << (Written ? "!" : "") << ')';
  if (ElementOptional)
    OS << '?';
  for (unsigned I = 0; I != ListDepth; ++I) {
    OS << '[';
    if (FixedSize && I == 0)
      OS << unsigned(FixedSize);
    OS << ']';
  }
  if (Optional)
    OS << '?';
}

Expected<SchemaType> fx::parseSchemaType(StringRef Text) {
  Reader In(Text);
  Expected<SchemaType> Type = In.readType();
  if (Type && !In.atEnd())
    return In.fail("text after the type");
  return Type;
}

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

namespace {

/// Reads the parameters of a schema and keeps Python's order rules.
class ParamReader {
public:
  ParamReader(Reader &In, SmallVector<SchemaParam, 16> &Params)
      : In(In), Params(Params) {}

  Error readAll();

private:
  Error readOne();
  Error add(SchemaParam Param);

  Reader &In;
  SmallVector<SchemaParam, 16> &Params;
  bool KeywordOnly = false;
  bool Closed = false;
};

} // namespace

Error ParamReader::add(SchemaParam Param) {
  if (Closed)
    return In.fail("nothing may follow the '**' parameter");
  for (const SchemaParam &Other : Params)
    if (Other.Name == Param.Name)
      return In.fail("a second parameter '" + Param.Name + "'");
  if (!KeywordOnly && Param.isRequired() && !Params.empty() &&
      Params.back().HasDefault)
    return In.fail("parameter '" + Param.Name +
                   "' without a default follows one with a default");
  Params.push_back(Param);
  return Error::success();
}

Error ParamReader::readOne() {
  if (In.take("/")) {
    if (KeywordOnly || Params.empty())
      return In.fail("'/' must follow positional parameters");
    for (SchemaParam &Param : Params)
      Param.Kind = ParamKind::PositionalOnly;
    return Error::success();
  }
  if (In.take("*")) {
    if (KeywordOnly)
      return In.fail("a second '*'");
    KeywordOnly = true;
    return Error::success();
  }
  Expected<SchemaType> Type = In.readType();
  if (!Type)
    return Type.takeError();
  SchemaParam Param;
  Param.Type = *Type;
  if (In.take("**"))
    Param.Kind = ParamKind::VarKeyword;
  else if (In.take("*"))
    Param.Kind = ParamKind::VarPositional;
  else if (KeywordOnly)
    Param.Kind = ParamKind::KeywordOnly;
  Param.Name = In.takeName();
  if (Param.Name.empty())
    return In.fail("expected the name of a parameter");
  if (Param.Kind == ParamKind::VarPositional && KeywordOnly)
    return In.fail("'*" + Param.Name + "' after '*'");
  if (In.take("=")) {
    if (Param.isVariadic())
      return In.fail("a variadic parameter has no default");
    Expected<StringRef> Default = In.readLiteral();
    if (!Default)
      return Default.takeError();
    Param.Default = *Default;
    Param.HasDefault = true;
  }
  if (Error E = add(Param))
    return E;
  KeywordOnly |= Param.Kind == ParamKind::VarPositional;
  Closed |= Param.Kind == ParamKind::VarKeyword;
  return Error::success();
}

Error ParamReader::readAll() {
  if (!In.take("("))
    return In.fail("expected '('");
  if (In.take(")"))
    return Error::success();
  do {
    if (Error E = readOne())
      return E;
  } while (In.take(","));
  if (!In.take(")"))
    return In.fail("expected ',' or ')'");
  return Error::success();
}

static Error readReturns(Reader &In, SmallVector<SchemaReturn, 4> &Returns,
                         bool &IsTuple) {
  auto ReadOne = [&]() -> Error {
    Expected<SchemaType> Type = In.readType();
    if (!Type)
      return Type.takeError();
    Returns.push_back({In.takeName(), *Type});
    return Error::success();
  };
  if (!In.take("("))
    return ReadOne();
  IsTuple = true;
  if (In.take(")"))
    return Error::success();
  do {
    if (Error E = ReadOne())
      return E;
  } while (In.take(","));
  if (!In.take(")"))
    return In.fail("expected ',' or ')' in the results");
  return Error::success();
}

template <typename T>
static ArrayRef<T> saveArray(ArrayRef<T> Items,
                             llvm::BumpPtrAllocator &Memory) {
  T *Copy = Memory.Allocate<T>(Items.size());
  std::uninitialized_copy(Items.begin(), Items.end(), Copy);
  return ArrayRef<T>(Copy, Items.size());
}

Expected<OpSchema> fx::parseOpSchema(StringRef Text,
                                     llvm::BumpPtrAllocator &Memory,
                                     StringRef Overload, uint16_t Tags) {
  Reader In(Text);
  SmallVector<SchemaParam, 16> Params;
  if (Error E = ParamReader(In, Params).readAll())
    return E;
  SmallVector<SchemaReturn, 4> Returns;
  bool IsTuple = false;
  if (!In.take("->"))
    return In.fail("expected '->'");
  if (Error E = readReturns(In, Returns, IsTuple))
    return E;
  if (!In.atEnd())
    return In.fail("text after the schema");
  return OpSchema(Overload, saveArray(ArrayRef(Params), Memory),
                  saveArray(ArrayRef(Returns), Memory), IsTuple, Tags);
}

std::optional<unsigned> OpSchema::findParam(StringRef Name) const {
  for (unsigned I = 0, E = Params.size(); I != E; ++I)
    if (Params[I].Name == Name)
      return I;
  return std::nullopt;
}

unsigned OpSchema::numPositional() const {
  unsigned Count = 0;
  for (const SchemaParam &Param : Params)
    Count += Param.Kind == ParamKind::Normal ||
             Param.Kind == ParamKind::PositionalOnly;
  return Count;
}

bool OpSchema::isMutable() const {
  return llvm::any_of(
      Params, [](const SchemaParam &Param) { return Param.Type.Written; });
}

bool OpSchema::writesOut() const {
  return llvm::any_of(Params,
                      [](const SchemaParam &Param) { return Param.isOut(); });
}

void OpSchema::print(llvm::raw_ostream &OS) const {
  OS << '(';
  bool StarSeen = false;
  for (unsigned I = 0, E = Params.size(); I != E; ++I) {
    const SchemaParam &Param = Params[I];
    if (I)
      OS << ", ";
    if (Param.Kind == ParamKind::KeywordOnly && !StarSeen) {
      OS << "*, ";
      StarSeen = true;
    }
    StarSeen |= Param.Kind == ParamKind::VarPositional;
    Param.Type.print(OS);
    OS << ' ';
    if (Param.Kind == ParamKind::VarPositional)
      OS << '*';
    if (Param.Kind == ParamKind::VarKeyword)
      OS << "**";
    OS << Param.Name;
    if (Param.HasDefault)
      OS << '=' << Param.Default;
    if (Param.Kind == ParamKind::PositionalOnly &&
        (I + 1 == E || Params[I + 1].Kind != ParamKind::PositionalOnly))
      OS << ", /";
  }
  OS << ") -> ";
  if (ReturnsTuple)
    OS << '(';
  llvm::interleaveComma(Returns, OS, [&](const SchemaReturn &Return) {
    Return.Type.print(OS);
    if (!Return.Name.empty())
      OS << ' ' << Return.Name;
  });
  if (ReturnsTuple)
    OS << ')';
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// The parameter that NumPy's spelling of a keyword means, or none.
static std::optional<unsigned> findNumpyName(const OpSchema &Schema,
                                             StringRef Keyword) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Names[] =
      {{"axis", "dim"},  {"keepdims", "keepdim"}, {"x", "input"},
       {"a", "input"},   {"x1", "input"},         {"x2", "other"},
       {"a_min", "min"}, {"a_max", "max"}};
  for (const auto &[Numpy, Torch] : Names)
    if (Numpy == Keyword)
      return Schema.findParam(Torch);
  return std::nullopt;
}

BindFailure fx::bindArguments(const OpSchema &Schema, unsigned NumPositional,
                              ArrayRef<StringRef> Keywords,
                              llvm::SmallVectorImpl<BoundSlot> &Slots,
                              const BindOptions &Options) {
  ArrayRef<SchemaParam> Params = Schema.params();
  Slots.assign(Params.size(), BoundSlot());
  unsigned Positions = Schema.numPositional();
  bool Spread = Options.SpreadIntList && Positions == Options.SkipFirst + 1 &&
                NumPositional >= Positions;
  unsigned Given = 0;
  for (unsigned I = 0, E = Params.size(); I != E && Given != NumPositional;
       ++I) {
    if (Params[I].Kind == ParamKind::KeywordOnly ||
        Params[I].Kind == ParamKind::VarKeyword)
      break;
    bool Rest = Params[I].Kind == ParamKind::VarPositional;
    if (Spread && I == Options.SkipFirst) {
      const SchemaType &Type = Params[I].Type;
      Rest |= Type.ListDepth == 1 && !Type.FixedSize &&
              (Type.Kind == SchemaKind::Int || Type.Kind == SchemaKind::SymInt);
    }
    Slots[I] = {Rest ? BoundSlot::Rest : BoundSlot::Positional, Given};
    Given = Rest ? NumPositional : Given + 1;
  }
  if (Given != NumPositional)
    return {BindFailure::TooManyPositional, NumPositional};

  bool TakesAny =
      !Params.empty() && Params.back().Kind == ParamKind::VarKeyword;
  for (unsigned K = 0, E = Keywords.size(); K != E; ++K) {
    std::optional<unsigned> Param = Schema.findParam(Keywords[K]);
    if (!Param && Options.NumpyNames)
      Param = findNumpyName(Schema, Keywords[K]);
    if (Param && (Params[*Param].isVariadic() ||
                  Params[*Param].Kind == ParamKind::PositionalOnly))
      Param = std::nullopt;
    if (!Param) {
      if (!TakesAny)
        return {BindFailure::UnknownKeyword, K};
      BoundSlot &Rest = Slots.back();
      if (Rest.Kind == BoundSlot::Default)
        Rest = {BoundSlot::Rest, K};
      continue;
    }
    if (Slots[*Param].Kind != BoundSlot::Default)
      return {BindFailure::DuplicateArgument, *Param};
    Slots[*Param] = {BoundSlot::Keyword, K};
  }
  for (unsigned I = 0, E = Params.size(); I != E; ++I)
    if (Slots[I].Kind == BoundSlot::Default && Params[I].isRequired())
      return {BindFailure::MissingArgument, I};
  return {};
}

std::string fx::describeBindFailure(const OpSchema &Schema,
                                    const BindFailure &Failure,
                                    ArrayRef<StringRef> Keywords) {
  auto Param = [&] { return Schema.params()[Failure.Index].Name.str(); };
  switch (Failure.Kind) {
  case BindFailure::None:
    return "the arguments fit";
  case BindFailure::TooManyPositional:
    return "takes at most " + std::to_string(Schema.numPositional()) +
           " positional arguments, " + std::to_string(Failure.Index) + " given";
  case BindFailure::UnknownKeyword:
    return "has no parameter '" + Keywords[Failure.Index].str() + "'";
  case BindFailure::DuplicateArgument:
    return "got more than one value for '" + Param() + "'";
  case BindFailure::MissingArgument:
    return "missing argument '" + Param() + "'";
  case BindFailure::WrongType: {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    OS << "the argument for '" << Param() << "' is not of type ";
    Schema.params()[Failure.Index].Type.print(OS);
    return Text;
  }
  }
  return "";
}
