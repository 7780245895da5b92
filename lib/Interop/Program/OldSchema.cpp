//===- OldSchema.cpp - Programs of PyTorch 2.1 to 2.5 ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schema had other versions before its eighth:
//
//   1    PyTorch 2.1: the signature is maps of names; unions have all members,
//        null but for one
//   2    2.2: the signature is of today; `dialect` in place of verifiers
//   5    2.3, 2.4: unions of today
//   7    2.5: verifiers; infinite bounds
//
// Others were written by no release, and are read as what lies between.
//
//===----------------------------------------------------------------------===//

#include "GraphReader.h"
#include "fx/IR/SymbolicExpr.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The version
//===----------------------------------------------------------------------===//

static bool readVersionAt(JSONReader &R, int64_t &Major, int64_t &Minor) {
  if (R.peek() != '{') {
    Minor = 0;
    return R.readInt(Major);
  }
  bool First = true, HasMajor = false, HasMinor = false;
  StringRef Key;
  R.beginObject();
  while (R.nextMember(First, Key)) {
    if (Key == "major")
      HasMajor = R.readInt(Major);
    else if (Key == "minor")
      HasMinor = R.readInt(Minor);
    else
      R.skipValue();
  }
  return R.good() &&
         ((HasMajor && HasMinor) || R.fail("'major' or 'minor' is missing"));
}

/// PyTorch writes the version after the program, which cannot be read without.
void ProgramReader::findVersion() {
  static constexpr StringLiteral Key = "\"schema_version\"";
  StringRef Rest = Text;
  while (true) {
    size_t At = Rest.rfind(Key);
    if (At == StringRef::npos)
      return;
    StringRef Behind = Text.drop_front(At + Key.size()).ltrim(" \t\r\n");
    SchemaVersion Found;
    // Not where it is a value.
    if (Behind.consume_front(":")) {
      JSONReader Reader(Behind);
      if (readVersionAt(Reader, Found.Major, Found.Minor))
        Version = Found;
      // PyTorch takes this one for its own.
      if (Version.Major == 0)
        Version = SchemaVersion();
      return;
    }
    Rest = Rest.take_front(At);
  }
}

bool ProgramReader::readVersion() {
  int64_t &Major = Program->SchemaMajor, &Minor = Program->SchemaMinor;
  Unusual |= R.peek() != '{';
  const char *At = R.position();
  if (!readVersionAt(R, Major, Minor))
    return false;
  std::string Name = std::to_string(Major) + "." + std::to_string(Minor);
  if (Major < 0 || Major > ExportedProgram::NewestMajor)
    return R.fail("version " + Name + " of programs is not known, only up to " +
                      Twine(ExportedProgram::NewestMajor) + "." +
                      Twine(ExportedProgram::NewestMinor),
                  At);
  if (Major == 0 || Major == Version.Major)
    return true;
  return R.fail("version " + Name + " comes before another one", At);
}

//===----------------------------------------------------------------------===//
// The first one
//===----------------------------------------------------------------------===//

/// How arguments and results nest. Keyword arguments were there only where the
/// program has some.
bool ProgramReader::readFirstCallSpec() {
  static constexpr StringLiteral Fields[] = {"in_spec", "out_spec"};
  ModuleCall Root;
  Root.Path = intern("");
  Root.HasSignature = true;
  if (!readStruct(Fields, 2, [&](unsigned I) {
        return readSymbol(I ? Root.OutSpec : Root.InSpec);
      }))
    return false;
  StringRef In = Root.InSpec.str();
  static constexpr StringLiteral Tuple = "{\"type\": \"builtins.tuple\", "
                                         "\"context\": \"null\", "
                                         "\"children_spec\": [";
  // Positional and keyword arguments are a tuple of a tuple and a dictionary.
  bool HasKeywords =
      In.starts_with(("[1, " + Tuple + Tuple).str()) &&
      In.contains("]}, {\"type\": \"builtins.dict\", \"context\": ");
  if (!HasKeywords && In.consume_front("[1, ") && In.consume_back("]"))
    Root.InSpec =
        Ctx.intern(("[1, " + Tuple + In +
                    ", {\"type\": \"builtins.dict\", \"context\": \"[]\", "
                    "\"children_spec\": []}]}]")
                       .str());
  Program->ModuleCalls.push_back(std::move(Root));
  return true;
}

/// Maps from names in the graph to names of state. Inputs and outputs that none
/// of them has are the user's.
bool ProgramReader::readFirstSignature() {
  static constexpr StringLiteral Fields[] = {
      "inputs_to_parameters", "inputs_to_buffers", "buffers_to_mutate",
      "user_inputs",          "user_outputs",      "backward_signature"};
  static constexpr StringLiteral BackwardFields[] = {
      "gradients_to_parameters", "gradients_to_user_inputs", "loss_output"};
  struct Spec {
    unsigned Kind;
    Symbol Target;
  };
  StringMap<Spec> In, Out;
  auto Names = [&](StringMap<Spec> &Map, unsigned Kind) {
    return readMap([&](StringRef Key) {
      std::string Name = Key.str();
      Spec &S = Map[Name];
      S.Kind = Kind;
      return readSymbol(S.Target);
    });
  };
  if (!readStruct(Fields, 3, [&](unsigned I) {
        switch (I) {
        case 0:
          return Names(In, InputSpec::Parameter);
        case 1:
          return Names(In, InputSpec::Buffer);
        case 2:
          return Names(Out, OutputSpec::BufferMutation);
        case 5:
          if (R.consumeNull())
            return true;
          return readStruct(BackwardFields, 3, [&](unsigned J) {
            if (J < 2)
              return Names(Out, J ? OutputSpec::GradientToUserInput
                                  : OutputSpec::GradientToParameter);
            StringRef Name;
            if (!R.readString(Name))
              return false;
            Out[Name].Kind = OutputSpec::LossOutput;
            return true;
          });
        default:
          return R.skipValue();
        }
      }))
    return false;
  for (const Node *N : Root->placeholders()) {
    InputSpec Found;
    if (auto It = In.find(N->name()); It != In.end())
      Found = {InputSpec::SpecKind(It->second.Kind), It->second.Target};
    Inputs.push_back(Found);
    InputArgs.emplace_back();
  }
  Argument Returned = Root->outputNode()->arg(0);
  for (unsigned I = 0, E = Returned.isSequence() ? Returned.size() : 1; I != E;
       ++I) {
    OutputSpec Found;
    const Node *N = (Returned.isSequence() ? Returned[I] : Returned).asNode();
    if (auto It = N ? Out.find(N->name()) : Out.end(); It != Out.end())
      Found = {OutputSpec::SpecKind(It->second.Kind), It->second.Target};
    Outputs.push_back(Found);
    OutputArgs.emplace_back();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values and metadata
//===----------------------------------------------------------------------===//

bool ProgramReader::readBound(std::optional<int64_t> &Bound) {
  if (R.consumeNull())
    return true;
  char First = R.peek();
  const char *At = R.position();
  if (R.consumeText("-Infinity"))
    return true;
  bool IsInt = isDigit(First) || First == '-';
  double Float = 0;
  if (IsInt ? !R.readInt(Bound.emplace()) : !R.readFloat(Float))
    return false;
  if (!IsInt && !std::isinf(Float))
    return R.fail("expected an integer or infinity", At);
  // What stood for infinity.
  if (Bound && (*Bound >= INT64_MAX - 1 || *Bound == INT64_MIN))
    Bound.reset();
  return true;
}

/// Names of integers without a hint began with `i` at first.
Symbol ProgramReader::renameSymbols(StringRef Source) {
  if (!hasNullMembers())
    return intern(Source);
  std::string Renamed = Source.str();
  for (size_t I = 0; I + 1 < Renamed.size(); ++I)
    if (Renamed[I] == 'i' && isDigit(Renamed[I + 1]) &&
        (I == 0 || !isNameChar(Renamed[I - 1])))
      Renamed[I] = 'u';
  return intern(Renamed);
}

Symbol ProgramReader::upgradeExpression(StringRef Source) {
  Symbol Renamed = renameSymbols(Source);
  if (std::optional<std::string> Text = SymbolicExpr::fromPython(Renamed.str()))
    return Ctx.intern(*Text);
  return Renamed;
}

/// PyTorch 2.13 wants a range of each symbol without a hint.
void ProgramReader::addMissingRanges() {
  for (const SymbolicInfo &Info : Program->symbolics()) {
    StringRef Digits = Info.Text.str();
    bool IsUnbacked =
        (Digits.consume_front("u") || Digits.consume_front("zuf")) &&
        !Digits.empty() && all_of(Digits, isDigit);
    auto IsKnown = [&](const RangeConstraint &R) {
      return R.Text == Info.Text;
    };
    if (IsUnbacked && none_of(Program->Ranges, IsKnown))
      Program->Ranges.push_back({Info.Text, std::nullopt, std::nullopt});
  }
}

StringRef ProgramReader::upgradeTarget(StringRef Target) {
  // `torch._higher_order_ops.wrap.wrap_with_set_grad_enabled`
  if (!Target.starts_with("torch._higher_order_ops."))
    return Target;
  return Ctx
      .intern(("torch.ops.higher_order." + Target.rsplit('.').second).str())
      .str();
}

/// `layer1.0.conv` for `getattr(L['self'].layer1, '0').conv`; empty for what is
/// not a path.
static std::string modulePath(StringRef Text) {
  std::string Path = Text.str();
  // From the innermost one on.
  for (unsigned I = 0; I != 64; ++I) {
    size_t Begin = Path.rfind("getattr(");
    if (Begin == std::string::npos)
      break;
    size_t Name = Path.find(", '", Begin);
    size_t End = Name == std::string::npos ? Name : Path.find("')", Name);
    if (End == std::string::npos)
      return "";
    size_t Owner = Begin + StringRef("getattr(").size();
    Path = Path.substr(0, Begin) + Path.substr(Owner, Name - Owner) + "." +
           Path.substr(Name + 3, End - Name - 3) + Path.substr(End + 2);
  }
  StringRef Rest = Path;
  if (!Rest.consume_front("L['"))
    return "";
  Rest = Rest.drop_until([](char C) { return C == '\''; });
  if (!Rest.consume_front("']."))
    return "";
  bool IsPath = all_of(Rest, isDottedNameChar);
  return IsPath ? Rest.str() : "";
}

/// Key, path and type of each module, joined by `;`. In the first version
/// `L__self___a:(L['self'].a,torch.nn.modules.linear.Linear)`; paths were
/// Python expressions up to PyTorch 2.5.
static std::string upgradeModuleStack(StringRef Text) {
  std::string Result;
  for (StringRef Item : split(Text, ';')) {
    auto [Key, Rest] = Item.split(":(");
    if (Rest.empty())
      std::tie(Key, Rest) = Item.split(',');
    else if (!Rest.consume_back(")"))
      return Text.str();
    auto [Expression, Type] = Rest.rsplit(',');
    std::string Path = modulePath(Expression);
    if (!Result.empty())
      Result += ';';
    Result +=
        (Key + "," + (Path.empty() ? Expression : StringRef(Path)) + "," + Type)
            .str();
  }
  return Result;
}

std::pair<Symbol, Symbol> ProgramReader::upgradeMetadata(Symbol Key,
                                                         Symbol Text) {
  if (Key == "source_fn")
    return {intern("source_fn_stack"), Text};
  if (Key == "nn_module_stack")
    return {Key, Ctx.intern(upgradeModuleStack(Text.str()))};
  return {Key, Text};
}
