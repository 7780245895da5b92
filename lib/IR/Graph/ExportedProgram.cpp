//===- ExportedProgram.cpp - What torch.export adds to a graph ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "fx/Support/JSONReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Specifications
//===----------------------------------------------------------------------===//

static constexpr StringLiteral InputWords[] = {
    "user_input", "parameter",      "buffer", "tensor_constant",
    "custom_obj", "constant_input", "token"};
static constexpr StringLiteral OutputWords[] = {"user_output",
                                                "loss_output",
                                                "buffer_mutation",
                                                "gradient_to_parameter",
                                                "gradient_to_user_input",
                                                "user_input_mutation",
                                                "token",
                                                "parameter_mutation"};

StringRef fx::toString(InputSpec::SpecKind Kind) { return InputWords[Kind]; }
StringRef fx::toString(OutputSpec::SpecKind Kind) { return OutputWords[Kind]; }

/// What the first two parts of a tuple say: the kind, and what it is about.
template <typename Spec>
static std::optional<Spec>
readSpec(const Argument &A, ArrayRef<StringLiteral> Words, size_t MaxParts) {
  if (A.kind() != ArgKind::Tuple || A.empty() || A.size() > MaxParts ||
      !all_of(A.elements().take_front(2),
              [](const Argument &Part) { return Part.isString(); }))
    return std::nullopt;
  const auto *It = find(Words, A[0].str());
  if (It == Words.end())
    return std::nullopt;
  Spec Result;
  Result.Kind = typename Spec::SpecKind(It - Words.begin());
  if (A.size() > 1)
    Result.Target = A[1].symbol();
  return Result;
}

/// The same as a tuple.
template <typename Spec>
static SmallVector<Argument, 3> partsOf(const Spec &S, Context &Ctx) {
  SmallVector<Argument, 3> Parts{Argument::string(Ctx, toString(S.Kind))};
  if (S.Target)
    Parts.push_back(Argument::string(S.Target));
  return Parts;
}

Argument InputSpec::toArgument(Context &Ctx) const {
  SmallVector<Argument, 3> Parts = partsOf(*this, Ctx);
  if (Kind == Buffer && !Persistent)
    Parts.push_back(false);
  return Argument::tuple(Parts);
}

std::optional<InputSpec> InputSpec::fromArgument(const Argument &A) {
  std::optional<InputSpec> Spec = readSpec<InputSpec>(A, InputWords, 3);
  if (!Spec)
    return std::nullopt;
  if (A.size() > 2) {
    if (Spec->Kind != Buffer || !A[2].isBool())
      return std::nullopt;
    Spec->Persistent = A[2].asBool();
  }
  bool Names = Spec->Kind == Parameter || Spec->Kind == Buffer ||
               Spec->Kind == TensorConstant || Spec->Kind == CustomObj;
  if (Names != bool(Spec->Target))
    return std::nullopt;
  return Spec;
}

std::optional<InputSpec> InputSpec::of(const Node &Placeholder) {
  const Argument *Meta = Placeholder.meta("input_spec");
  return Meta ? fromArgument(*Meta) : std::nullopt;
}

Argument OutputSpec::toArgument(Context &Ctx) const {
  return Argument::tuple(partsOf(*this, Ctx));
}

std::optional<OutputSpec> OutputSpec::fromArgument(const Argument &A) {
  std::optional<OutputSpec> Spec = readSpec<OutputSpec>(A, OutputWords, 2);
  if (!Spec)
    return std::nullopt;
  bool Names = Spec->Kind != UserOutput && Spec->Kind != LossOutput &&
               Spec->Kind != Token;
  if (Names != bool(Spec->Target))
    return std::nullopt;
  return Spec;
}

static constexpr StringLiteral OutputSpecsKey = "output_specs";

std::optional<SmallVector<OutputSpec, 4>>
fx::outputSpecsOf(const Node &Output) {
  const Argument *Meta = Output.meta(OutputSpecsKey);
  if (!Meta || Meta->kind() != ArgKind::Tuple)
    return std::nullopt;
  SmallVector<OutputSpec, 4> Specs;
  for (const Argument &A : Meta->elements()) {
    std::optional<OutputSpec> Spec = OutputSpec::fromArgument(A);
    if (!Spec)
      return std::nullopt;
    Specs.push_back(*Spec);
  }
  return Specs;
}

void fx::setOutputSpecs(Node &Output, ArrayRef<OutputSpec> Specs) {
  SmallVector<Argument, 4> Parts;
  for (const OutputSpec &Spec : Specs)
    Parts.push_back(Spec.toArgument(Output.context()));
  Output.setMeta(OutputSpecsKey, Argument::tuple(Parts));
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

bool fx::isProgramMetadata(StringRef Key) {
  return Key == "val" || Key == "input_spec" || Key == "output_specs" ||
         Key == "serialized_name" || Key == "json_patches";
}

/// How many parts commas make of \p Text, those in brackets not counted.
static unsigned countParts(StringRef Text, bool HasBrackets) {
  unsigned Parts = 1, Depth = 0;
  for (char C : Text) {
    if (HasBrackets && (C == '(' || C == '['))
      ++Depth;
    else if (HasBrackets && (C == ')' || C == ']'))
      --Depth;
    Parts += C == ',' && !Depth;
  }
  return Parts;
}

std::string fx::whyBadMetadata(StringRef Key, StringRef Value) {
  if (Value.empty())
    return "";
  if (Key == "nn_module_stack" || Key == "source_fn_stack") {
    bool IsStack = Key == "nn_module_stack";
    for (StringRef Item : split(Value, ';'))
      if (countParts(Item, IsStack) != (IsStack ? 3 : 2))
        return ("'" + Item + "' is not " +
                (IsStack ? "KEY,PATH,CLASS" : "NAME,TARGET"))
            .str();
    return "";
  }
  if (Key != "custom" && Key != "from_node")
    return "";
  // As Python does, this reads NaN and Infinity.
  JSONReader Reader(Value);
  bool IsList = Reader.peek() == '[' || Reader.peek() == 'n';
  bool HasDicts = true;
  if (Key == "from_node" && Reader.peek() == '[')
    Reader.readArray([&] {
      HasDicts &= Reader.peek() == '{';
      return Reader.skipValue();
    });
  else
    Reader.skipValue();
  if (!Reader.good() || !Reader.expectEnd())
    return "it is not JSON: " + Reader.message().str();
  if (Key == "from_node" && !(IsList && HasDicts))
    return "it is not a list of dictionaries";
  return "";
}

const SymbolicInfo *ExportedProgram::symbolic(Symbol Text) const {
  auto It = SymbolicIndex.find(Text);
  return It == SymbolicIndex.end() ? nullptr : &Symbolics[It->second];
}

void ExportedProgram::addSymbolic(SymbolicInfo Info) {
  auto [It, New] = SymbolicIndex.try_emplace(Info.Text, Symbolics.size());
  if (New)
    Symbolics.push_back(std::move(Info));
  else
    Symbolics[It->second] = std::move(Info);
}

ArrayRef<Symbol> ExportedProgram::parameterNames(Symbol Target) const {
  auto It = ParameterIndex.find(Target);
  if (It == ParameterIndex.end())
    return {};
  return Parameters[It->second].second;
}

void ExportedProgram::setParameterNames(Symbol Target,
                                        std::vector<Symbol> Names) {
  auto [It, New] = ParameterIndex.try_emplace(Target, Parameters.size());
  if (New)
    Parameters.push_back({Target, std::move(Names)});
  else
    Parameters[It->second].second = std::move(Names);
}

std::unique_ptr<ExportedProgram> ExportedProgram::clone(Graph &NewRoot) const {
  auto Copy = std::make_unique<ExportedProgram>(NewRoot);
  Copy->OpsetVersion = OpsetVersion;
  Copy->SchemaMajor = SchemaMajor;
  Copy->SchemaMinor = SchemaMinor;
  Copy->Verifiers = Verifiers;
  Copy->TorchVersion = TorchVersion;
  Copy->GuardsCode = GuardsCode;
  Copy->Ranges = Ranges;
  Copy->ModuleCalls = ModuleCalls;
  Copy->HasSampleInputs = HasSampleInputs;
  Copy->StateOrder = StateOrder;
  Copy->Metadata = Metadata;
  Copy->NamedTuples = NamedTuples;
  Copy->Patches = Patches;
  Copy->Symbolics = Symbolics;
  Copy->SymbolicIndex = SymbolicIndex;
  Copy->Parameters = Parameters;
  Copy->ParameterIndex = ParameterIndex;
  Copy->NamesNodes = NamesNodes;
  // A cloned graph has the ids of the old one.
  for (ModuleCall &Call : Copy->ModuleCalls)
    for (std::vector<Argument> *List : {&Call.Inputs, &Call.Outputs})
      for (Argument &A : *List)
        A = A.mapNodes([&](Node *N) { return NewRoot.node(N->id()); });
  return Copy;
}

/// Calls \p Fn for each module call that names \p N.
template <typename Callback>
static void forEachCallOf(std::vector<ModuleCall> &Calls, const Node &N,
                          Callback Fn) {
  for (ModuleCall &Call : Calls) {
    auto Names = [&](const Argument &A) { return A.asNode() == &N; };
    if (any_of(Call.Inputs, Names) || any_of(Call.Outputs, Names))
      Fn(Call);
  }
}

/// Tells who listens to the tree that the root graph belongs to.
static void noteProgramChange(Graph &G) {
  if (Module *M = G.owningModule())
    M->noteChange(ModuleChange::Program);
}

void ExportedProgram::nodeErased(Node &N) {
  if (!NamesNodes)
    return;
  // Without its values a module cannot be put together again.
  SmallVector<Symbol, 2> Broken;
  forEachCallOf(ModuleCalls, N,
                [&](ModuleCall &Call) { Broken.push_back(Call.Path); });
  for (Symbol Path : Broken)
    dropSignature(Path);
}

/// The module that is called: further calls are `path@1`, `path@2`.
static StringRef calledModule(Symbol Path) {
  return Path.str().split('@').first;
}

void ExportedProgram::dropSignature(Symbol Path) {
  for (ModuleCall &Call : ModuleCalls) {
    if (calledModule(Call.Path) != calledModule(Path))
      continue;
    Symbol Own = Call.Path;
    Call = ModuleCall();
    Call.Path = Own;
  }
  noteProgramChange(*G);
}

/// Unknown facts of a new value are those of the old one.
static void keepValue(const Node &Old, Node &New) {
  if (New.op() != Opcode::CallFunction || New.val())
    return;
  const OpTarget *Target = New.opTarget();
  if (Target && !Target->valueRule().empty())
    return;
  if (const Argument *Val = Old.val())
    New.setVal(*Val);
}

void ExportedProgram::usesReplaced(Node &Old, Node &New, unsigned,
                                   ArrayRef<Node *>) {
  keepValue(Old, New);
  if (!NamesNodes)
    return;
  forEachCallOf(ModuleCalls, Old, [&](ModuleCall &Call) {
    for (std::vector<Argument> *List : {&Call.Inputs, &Call.Outputs})
      for (Argument &A : *List)
        if (A.asNode() == &Old)
          A = &New;
    noteProgramChange(*G);
  });
}

void ExportedProgram::noteModuleCalls() {
  auto IsNode = [](const Argument &A) { return A.isNode(); };
  NamesNodes = any_of(ModuleCalls, [&](const ModuleCall &Call) {
    return any_of(Call.Inputs, IsNode) || any_of(Call.Outputs, IsNode);
  });
  noteProgramChange(*G);
}
