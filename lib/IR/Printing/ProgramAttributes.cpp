//===- ProgramAttributes.cpp - Exported programs as named values ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two directions stand side by side here, attribute by attribute.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ExportedProgram.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// To attributes
//===----------------------------------------------------------------------===//

static Argument text(Symbol S) { return Argument::string(S); }

static Argument optionalInt(const std::optional<int64_t> &I) {
  return I ? Argument(int64_t(*I)) : Argument();
}

static Argument texts(ArrayRef<Symbol> List, bool AsTuple = false) {
  SmallVector<Argument, 8> Items;
  for (Symbol S : List)
    Items.push_back(text(S));
  return AsTuple ? Argument::tuple(Items) : Argument::list(Items);
}

static Argument dict(ArrayRef<KwArg> Entries) {
  SmallVector<Argument, 8> Items;
  for (const KwArg &E : Entries) {
    Items.push_back(text(E.Name));
    Items.push_back(E.Value);
  }
  return Argument::dict(Items);
}

/// A list in which `("name",)` stands for a node.
static Argument values(ArrayRef<Argument> List, Context &Ctx) {
  SmallVector<Argument, 8> Items;
  for (const Argument &A : List)
    Items.push_back(
        A.isNode()
            ? Argument::tuple({Argument::string(Ctx, A.asNode()->name())})
            : A);
  return Argument::list(Items);
}

static Argument moduleCall(const ModuleCall &Call, Context &Ctx) {
  if (!Call.HasSignature)
    return Argument::tuple({text(Call.Path)});
  SmallVector<Argument, 6> Parts{text(Call.Path), values(Call.Inputs, Ctx),
                                 values(Call.Outputs, Ctx), text(Call.InSpec),
                                 text(Call.OutSpec)};
  if (Call.ArgNames)
    Parts.push_back(texts(*Call.ArgNames));
  return Argument::tuple(Parts);
}

static constexpr StringLiteral TypeWords[] = {"int", "float", "bool"};

static Argument symbolic(const SymbolicInfo &Info, Context &Ctx) {
  SmallVector<Argument, 3> Parts{text(Info.Source),
                                 Argument::string(Ctx, TypeWords[Info.Type])};
  if (!Info.Hint.isNone())
    Parts.push_back(Info.Hint);
  return Argument::tuple(Parts);
}

std::vector<KwArg> ExportedProgram::toAttributes() const {
  Context &Ctx = G->context();
  std::vector<KwArg> Result;
  auto Add = [&](StringRef Key, Argument Value) {
    Result.push_back({Ctx.intern(Key), std::move(Value)});
  };
  Add("schema_version", Argument::tuple({SchemaMajor, SchemaMinor}));
  if (!OpsetVersion.empty())
    Add("opset_version", dict(OpsetVersion));
  if (TorchVersion)
    Add("torch_version", text(TorchVersion));
  if (!Verifiers.empty())
    Add("verifiers", texts(Verifiers));
  std::vector<KwArg> Entries;
  for (const RangeConstraint &R : Ranges)
    Entries.push_back(
        {R.Text, Argument::tuple({optionalInt(R.Min), optionalInt(R.Max)})});
  if (!Entries.empty())
    Add("range_constraints", dict(Entries));
  Entries.clear();
  for (const SymbolicInfo &Info : Symbolics)
    Entries.push_back({Info.Text, ::symbolic(Info, Ctx)});
  if (!Entries.empty())
    Add("symbolics", dict(Entries));
  if (!GuardsCode.empty())
    Add("guards_code", texts(GuardsCode));
  Entries.clear();
  for (const auto &[Target, Names] : Parameters)
    Entries.push_back({Target, texts(Names, /*AsTuple=*/true)});
  if (!Entries.empty())
    Add("parameter_names", dict(Entries));
  SmallVector<Argument, 8> Calls;
  for (const ModuleCall &Call : ModuleCalls)
    Calls.push_back(moduleCall(Call, Ctx));
  if (!Calls.empty())
    Add("module_calls", Argument::list(Calls));
  if (!HasSampleInputs)
    Add("sample_inputs", false);
  if (!StateOrder.empty())
    Add("state_order", texts(StateOrder));
  if (!Metadata.empty())
    Add("metadata", dict(Metadata));
  if (!NamedTuples.empty())
    Add("named_tuples", dict(NamedTuples));
  if (!Patches.empty())
    Add("json_patches", Argument::list(Patches));
  return Result;
}

//===----------------------------------------------------------------------===//
// From attributes
//===----------------------------------------------------------------------===//

namespace {
/// Reads attributes into a program; functions return false on a wrong form.
class AttributeReader {
public:
  AttributeReader(ExportedProgram &P, Graph &G) : P(P), G(G) {}
  bool read(StringRef Key, const Argument &Value);

private:
  static bool texts(const Argument &A, std::vector<Symbol> &Out);
  static bool entries(const Argument &A, std::vector<KwArg> &Out);
  static bool bound(const Argument &A, std::optional<int64_t> &Out);
  bool values(const Argument &A, std::vector<Argument> &Out);
  bool version(const Argument &A);
  bool ranges(const Argument &A);
  bool symbolics(const Argument &A);
  bool parameters(const Argument &A);
  bool moduleCalls(const Argument &A);

  ExportedProgram &P;
  Graph &G;
};
} // namespace

bool AttributeReader::texts(const Argument &A, std::vector<Symbol> &Out) {
  if (!A.isSequence() || A.kind() == ArgKind::NamedTuple)
    return false;
  for (const Argument &E : A.elements()) {
    if (!E.isString())
      return false;
    Out.push_back(E.symbol());
  }
  return true;
}

bool AttributeReader::entries(const Argument &A, std::vector<KwArg> &Out) {
  if (A.kind() != ArgKind::Dict)
    return false;
  ArrayRef<Argument> E = A.elements();
  for (size_t I = 0; I + 1 < E.size(); I += 2) {
    if (!E[I].isString())
      return false;
    Out.push_back({E[I].symbol(), E[I + 1]});
  }
  return true;
}

bool AttributeReader::bound(const Argument &A, std::optional<int64_t> &Out) {
  if (A.isInt())
    Out = A.asInt();
  return A.isInt() || A.isNone();
}

bool AttributeReader::values(const Argument &A, std::vector<Argument> &Out) {
  if (A.kind() != ArgKind::List)
    return false;
  for (const Argument &E : A.elements()) {
    Out.push_back(E);
    if (E.kind() != ArgKind::Tuple)
      continue;
    if (E.size() != 1 || !E[0].isString())
      return false;
    Node *N = G.findByName(E[0].str());
    if (!N)
      return false;
    Out.back() = N;
  }
  return true;
}

bool AttributeReader::version(const Argument &A) {
  if (A.kind() != ArgKind::Tuple || A.size() != 2 || !A[0].isInt() ||
      !A[1].isInt())
    return false;
  P.SchemaMajor = A[0].asInt();
  P.SchemaMinor = A[1].asInt();
  return true;
}

bool AttributeReader::ranges(const Argument &A) {
  std::vector<KwArg> Entries;
  if (!entries(A, Entries))
    return false;
  for (const KwArg &E : Entries) {
    RangeConstraint R{E.Name, {}, {}};
    if (E.Value.kind() != ArgKind::Tuple || E.Value.size() != 2 ||
        !bound(E.Value[0], R.Min) || !bound(E.Value[1], R.Max))
      return false;
    P.Ranges.push_back(R);
  }
  return true;
}

bool AttributeReader::symbolics(const Argument &A) {
  std::vector<KwArg> Entries;
  if (!entries(A, Entries))
    return false;
  for (const KwArg &E : Entries) {
    const Argument &V = E.Value;
    if (V.kind() != ArgKind::Tuple || V.size() < 2 || V.size() > 3 ||
        !V[0].isString() || !V[1].isString())
      return false;
    const auto *Word = find(TypeWords, V[1].str());
    if (Word == std::end(TypeWords))
      return false;
    P.addSymbolic({E.Name, V[0].symbol(),
                   SymbolicInfo::TypeKind(Word - std::begin(TypeWords)),
                   V.size() == 3 ? V[2] : Argument()});
  }
  return true;
}

bool AttributeReader::parameters(const Argument &A) {
  std::vector<KwArg> Entries;
  if (!entries(A, Entries))
    return false;
  for (const KwArg &E : Entries) {
    std::vector<Symbol> Names;
    if (!texts(E.Value, Names))
      return false;
    P.setParameterNames(E.Name, std::move(Names));
  }
  return true;
}

bool AttributeReader::moduleCalls(const Argument &A) {
  if (A.kind() != ArgKind::List)
    return false;
  for (const Argument &E : A.elements()) {
    ModuleCall Call;
    size_t Parts = E.kind() == ArgKind::Tuple ? E.size() : 0;
    if ((Parts != 1 && Parts != 5 && Parts != 6) || !E[0].isString())
      return false;
    Call.Path = E[0].symbol();
    Call.HasSignature = Parts > 1;
    if (Parts > 1) {
      if (!values(E[1], Call.Inputs) || !values(E[2], Call.Outputs) ||
          !E[3].isString() || !E[4].isString())
        return false;
      Call.InSpec = E[3].symbol();
      Call.OutSpec = E[4].symbol();
    }
    if (Parts == 6 && !texts(E[5], Call.ArgNames.emplace()))
      return false;
    P.ModuleCalls.push_back(std::move(Call));
  }
  P.noteModuleCalls();
  return true;
}

bool AttributeReader::read(StringRef Key, const Argument &Value) {
  if (Key == "schema_version")
    return version(Value);
  if (Key == "opset_version")
    return entries(Value, P.OpsetVersion) &&
           all_of(P.OpsetVersion, [](auto &E) { return E.Value.isInt(); });
  if (Key == "torch_version") {
    P.TorchVersion = Value.symbol();
    return Value.isString();
  }
  if (Key == "verifiers")
    return texts(Value, P.Verifiers);
  if (Key == "range_constraints")
    return ranges(Value);
  if (Key == "symbolics")
    return symbolics(Value);
  if (Key == "guards_code")
    return texts(Value, P.GuardsCode);
  if (Key == "parameter_names")
    return parameters(Value);
  if (Key == "module_calls")
    return moduleCalls(Value);
  if (Key == "sample_inputs") {
    P.HasSampleInputs = !Value.isBool() || Value.asBool();
    return Value.isBool();
  }
  if (Key == "state_order")
    return texts(Value, P.StateOrder);
  if (Key == "metadata")
    return entries(Value, P.Metadata) &&
           all_of(P.Metadata, [](auto &E) { return E.Value.isString(); });
  if (Key == "named_tuples")
    return entries(Value, P.NamedTuples) && all_of(P.NamedTuples, [](auto &E) {
             std::vector<Symbol> Fields;
             return texts(E.Value, Fields);
           });
  if (Key == "json_patches") {
    P.Patches = Value.elements();
    return Value.kind() == ArgKind::List;
  }
  return false;
}

bool ExportedProgram::setAttribute(Symbol Name, const Argument &Value) {
  return AttributeReader(*this, *G).read(Name.str(), Value);
}
