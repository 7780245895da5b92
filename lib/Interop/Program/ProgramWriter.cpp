//===- ProgramWriter.cpp - Exported programs as JSON ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"
#include "JSONPatch.h"
#include "SchemaNames.h"
#include "fx/Interop/ProgramJSON.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

void ProgramWriter::writeStrings(ArrayRef<Symbol> Strings) {
  Out << '[';
  ListSeparator Comma;
  for (Symbol S : Strings) {
    Out << StringRef(Comma);
    writeJSONString(Out, S.str());
  }
  Out << ']';
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

/// The words that archives use for the target of a specification.
static StringRef targetKey(InputSpec::SpecKind Kind) {
  switch (Kind) {
  case InputSpec::Parameter:
    return "parameter_name";
  case InputSpec::Buffer:
    return "buffer_name";
  case InputSpec::TensorConstant:
    return "tensor_constant_name";
  case InputSpec::CustomObj:
    return "custom_obj_name";
  default:
    return "";
  }
}

static StringRef targetKey(OutputSpec::SpecKind Kind) {
  switch (Kind) {
  case OutputSpec::BufferMutation:
    return "buffer_name";
  case OutputSpec::GradientToParameter:
  case OutputSpec::ParameterMutation:
    return "parameter_name";
  case OutputSpec::GradientToUserInput:
  case OutputSpec::UserInputMutation:
    return "user_input_name";
  default:
    return "";
  }
}

void ProgramWriter::writeInputSpec(GraphWriter &G, const Node &N) {
  std::optional<InputSpec> Spec = InputSpec::of(N);
  if (!Spec) {
    fail(diag::err_program_input_spec, N, N);
    return;
  }
  Out << "{\"" << toString(Spec->Kind) << "\": {";
  switch (Spec->Kind) {
  case InputSpec::UserInput:
    Out << "\"arg\": ";
    (void)G.writeArgument(Argument(const_cast<Node *>(&N)), N);
    break;
  case InputSpec::ConstantInput:
    Out << "\"name\": ";
    writeJSONString(Out, N.targetText());
    Out << ", \"value\": ";
    if (const Argument *Val = N.val())
      (void)G.writeArgument(*Val, N);
    else
      fail(diag::err_program_no_val, N, N);
    break;
  default:
    Out << "\"arg\": {\"name\": \"";
    G.writeName(N);
    Out << '"';
    if (Spec->Kind == InputSpec::CustomObj) {
      Symbol Name, Class;
      if (const Argument *Val = N.val())
        (void)isObject(*Val, Name, Class);
      Out << ", \"class_fqn\": ";
      writeJSONString(Out, Class.str());
    }
    Out << '}';
  }
  if (StringRef Key = targetKey(Spec->Kind); !Key.empty()) {
    Out << ", \"" << Key << "\": ";
    writeJSONString(Out, Spec->Target.str());
  }
  if (Spec->Kind == InputSpec::Buffer) {
    Out << ", \"persistent\": ";
    writeJSONBool(Out, Spec->Persistent);
  }
  Out << "}}";
}

void ProgramWriter::writeOutputSpecs(GraphWriter &G) {
  const Node *N = G.graph().outputNode();
  if (!N || !N->numArgs())
    return;
  Argument Returned = N->arg(0);
  bool IsSingle = !Returned.isSequence();
  size_t Count = IsSingle ? 1 : Returned.size();
  auto Specs = outputSpecsOf(*N).value_or(SmallVector<OutputSpec, 4>());
  if (Specs.size() != Count) {
    fail(diag::err_program_output_specs, *N, *N, Count);
    return;
  }
  for (size_t I = 0; I != Count && !failed(); ++I) {
    const OutputSpec &Spec = Specs[I];
    Argument Value = IsSingle ? Returned : Returned[I];
    bool IsUser = Spec.Kind == OutputSpec::UserOutput;
    if (!IsUser && !Value.isNode()) {
      fail(diag::err_program_output_specs, *N, *N, Count);
      return;
    }
    if (I)
      Out << ", ";
    Out << "{\"" << toString(Spec.Kind) << "\": {\"arg\": ";
    if (IsUser) {
      (void)G.writeArgument(Value, *N);
    } else {
      Out << "{\"name\": \"";
      G.writeName(*Value.asNode());
      Out << "\"}";
    }
    if (StringRef Key = targetKey(Spec.Kind); !Key.empty()) {
      Out << ", \"" << Key << "\": ";
      if (Key != "user_input_name") {
        writeJSONString(Out, Spec.Target.str());
      } else if (const Node *Input = inputOf(Spec.Target)) {
        Out << '"';
        G.writeName(*Input);
        Out << '"';
      } else {
        fail(diag::err_program_user_input, *N, Spec.Target);
      }
    }
    Out << "}}";
  }
}

/// The placeholder with that target.
const Node *ProgramWriter::inputOf(Symbol Target) {
  if (InputsByTarget.empty())
    for (const Node *N : M.graph().nodes())
      if (N->isPlaceholder())
        InputsByTarget.try_emplace(N->target(), N);
  return InputsByTarget.lookup(Target);
}

void ProgramWriter::writeSignature(GraphWriter &G) {
  Out << "{\"input_specs\": [";
  ListSeparator Comma;
  for (const Node *N : G.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    Out << StringRef(Comma);
    writeInputSpec(G, *N);
    if (failed())
      return;
  }
  Out << "], \"output_specs\": [";
  writeOutputSpecs(G);
  Out << "]}";
}

//===----------------------------------------------------------------------===//
// Module calls, and the rest
//===----------------------------------------------------------------------===//

void ProgramWriter::writeModuleCalls(GraphWriter &G) {
  ListSeparator Comma;
  Out << '[';
  for (const ModuleCall &Call : Program.ModuleCalls) {
    Out << StringRef(Comma);
    Out << "{\"fqn\": ";
    writeJSONString(Out, Call.Path.str());
    Out << ", \"signature\": ";
    if (!Call.HasSignature) {
      Out << "null}";
      continue;
    }
    for (const std::vector<Argument> *List : {&Call.Inputs, &Call.Outputs}) {
      if (List == &Call.Inputs)
        Out << "{\"inputs\": [";
      else
        Out << "], \"outputs\": [";
      for (size_t I = 0; I != List->size(); ++I) {
        if (I)
          Out << ", ";
        const Argument &A = (*List)[I];
        const Node *Where = A.asNode() ? A.asNode() : M.graph().front();
        if (Where && !G.writeArgument(A, *Where))
          return;
      }
    }
    Out << "], \"in_spec\": ";
    writeJSONString(Out, Call.InSpec.str());
    Out << ", \"out_spec\": ";
    writeJSONString(Out, Call.OutSpec.str());
    Out << ", \"forward_arg_names\": ";
    if (Call.ArgNames)
      writeStrings(*Call.ArgNames);
    else
      Out << "null";
    Out << "}}";
  }
  Out << ']';
}

/// What follows the graph module.
void ProgramWriter::writeTail() {
  Out << ", \"opset_version\": {";
  ListSeparator Comma;
  for (const KwArg &E : Program.OpsetVersion) {
    Out << StringRef(Comma);
    writeJSONString(Out, E.Name.str());
    Out << ": ";
    writeJSONInt(Out, E.Value.isInt() ? E.Value.asInt() : 0);
  }
  Out << "}, \"range_constraints\": {";
  auto Bound = [this](const std::optional<int64_t> &Value) {
    if (Value)
      writeJSONInt(Out, *Value);
    else
      Out << "null";
  };
  ListSeparator RangeComma;
  for (const RangeConstraint &Range : Program.Ranges) {
    Out << StringRef(RangeComma);
    writeJSONString(Out, Range.Text.str());
    Out << ": {\"min_val\": ";
    Bound(Range.Min);
    Out << ", \"max_val\": ";
    Bound(Range.Max);
    Out << '}';
  }
  Out << "}, \"schema_version\": {\"major\": ";
  writeJSONInt(Out, Program.SchemaMajor);
  Out << ", \"minor\": ";
  writeJSONInt(Out, Program.SchemaMinor);
  Out << "}, \"verifiers\": ";
  writeStrings(Program.Verifiers);
  Out << ", \"torch_version\": ";
  writeJSONString(Out, Program.TorchVersion.str());
  Out << ", \"guards_code\": ";
  writeStrings(Program.GuardsCode);
  Out << '}';
}

Error ProgramWriter::write() {
  GraphWriter G(*this, M.root());
  Out << "{\"graph_module\": {\"graph\": ";
  if (G.write()) {
    Out << ", \"signature\": ";
    writeSignature(G);
    if (!failed()) {
      Out << ", \"module_call_graph\": ";
      writeModuleCalls(G);
    }
    Out << ", \"metadata\": {";
    ListSeparator Comma;
    for (const KwArg &E : Program.Metadata) {
      Out << StringRef(Comma);
      writeJSONString(Out, E.Name.str());
      Out << ": ";
      writeJSONString(Out, E.Value.str());
    }
    Out << "}, \"treespec_namedtuple_fields\": {";
    ListSeparator TupleComma;
    for (const KwArg &E : Program.NamedTuples) {
      Out << StringRef(TupleComma);
      writeJSONString(Out, E.Name.str());
      Out << ": {\"field_names\": ";
      SmallVector<Symbol, 4> Fields;
      for (const Argument &Field : E.Value.elements())
        Fields.push_back(Field.symbol());
      writeStrings(Fields);
      Out << '}';
    }
    Out << "}}";
    writeTail();
  }
  return std::move(Failure);
}

void ProgramWriter::handOver() {
  OS->write(Out.text().data(), Out.size());
  Out.clear();
  // They are no longer where they were.
  TensorMetas.clear();
}

Error fx::writeProgramJSON(const GraphModule &M, raw_ostream &OS) {
  ArrayRef<Argument> Patches = M.program()->Patches;
  TextBuffer Out(2 * ProgramWriter::PieceSize);
  // Patches want to see the whole.
  if (Error E = ProgramWriter(M, Out, Patches.empty() ? &OS : nullptr).write())
    return E;
  if (Patches.empty())
    OS.write(Out.text().data(), Out.size());
  else
    OS << applyPatches(Out.text(), Patches);
  return Error::success();
}
