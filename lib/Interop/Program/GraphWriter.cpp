//===- GraphWriter.cpp - Graphs as JSON -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONPatch.h"
#include "ProgramWriter.h"
#include "SchemaNames.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

/// Learns the class of every value and which nodes name elements.
void GraphWriter::prepare() {
  NameKey = Ctx.intern(SerializedNameKey);
  PatchKey = Ctx.intern(PatchesKey);
  Classes.resize(G.idBound());
  for (const Node *N : G.nodes()) {
    Classes[N->id()] = P.classify(N->val());
    if (!N->isGetItem() || N->numArgs() != 2 || N->numOperands() != 1)
      continue;
    Argument Index = N->arg(1);
    if (!Index.isInt() || !N->arg(0).isNode())
      continue;
    auto [It, New] =
        Elements.try_emplace({N->operand(0)->id(), Index.asInt()}, N);
    if (!New)
      Duplicates[N->id()] = It->second;
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void GraphWriter::addEntry(const Entry &E) {
  switch (P.classify(E.Val)) {
  case ProgramWriter::Tensor:
    return Tensors.push_back(E);
  case ProgramWriter::SymInt:
    return SymInts.push_back(E);
  case ProgramWriter::SymFloat:
    return SymFloats.push_back(E);
  case ProgramWriter::SymBool:
    return SymBools.push_back(E);
  case ProgramWriter::Object:
    return Objects.push_back(E);
  default:
    return;
  }
}

void GraphWriter::writeEntryName(const Entry &E) {
  writeName(*E.N);
  if (E.Index < 0)
    return;
  Out << "_unused_" << uint32_t(E.Index);
  if (E.Inner >= 0)
    Out << '_' << uint32_t(E.Inner);
}

void GraphWriter::writeMap(ArrayRef<Entry> Entries, ValueClass Class) {
  Out << '{';
  ListSeparator Comma;
  for (const Entry &E : Entries) {
    Out << StringRef(Comma);
    Out << '"';
    writeEntryName(E);
    Out << "\": ";
    size_t Begin = Out.size();
    if (Class == ProgramWriter::Tensor) {
      P.writeTensorMeta(*E.Val);
    } else if (Class == ProgramWriter::Object) {
      Symbol Name, ClassName;
      (void)isObject(*E.Val, Name, ClassName);
      Out << "{\"name\": ";
      writeJSONString(Out, Name.str());
      Out << ", \"class_fqn\": ";
      writeJSONString(Out, ClassName.str());
      Out << '}';
    } else {
      P.writeSymbolic(*E.Val);
    }
    if (E.Index < 0 && E.N->meta(PatchKey))
      P.patch(*E.N, Begin, "val");
    piece();
  }
  Out << '}';
}

//===----------------------------------------------------------------------===//
// Inputs, outputs, nodes
//===----------------------------------------------------------------------===//

bool GraphWriter::writeInput(const Node &N) {
  const Argument *Val = N.val();
  std::optional<InputSpec> Spec = InputSpec::of(N);
  if (Val && ((Spec && Spec->Kind == InputSpec::ConstantInput) ||
              Val->isString() || Val->isNone()))
    return writeArgument(*Val, N);
  if (!writeReference(N, N))
    return false;
  addEntry({&N, -1, -1, Val});
  return true;
}

bool GraphWriter::writeInputs() {
  Out << '[';
  ListSeparator Comma;
  for (const Node *N : G.nodes()) {
    if (!N->isPlaceholder())
      continue;
    Out << StringRef(Comma);
    if (!writeInput(*N))
      return false;
  }
  Out << ']';
  return true;
}

bool GraphWriter::writeOutputs(bool &IsSingle) {
  const Node *N = G.outputNode();
  Out << '[';
  if (N && N->numArgs()) {
    Argument Returned = N->arg(0);
    IsSingle = !Returned.isSequence();
    if (IsSingle) {
      if (!writeArgument(Returned, *N))
        return false;
    } else {
      ListSeparator Comma;
      for (size_t I = 0; I != Returned.size(); ++I) {
        Out << StringRef(Comma);
        if (!writeArgument(Returned[I], *N))
          return false;
      }
    }
  }
  Out << ']';
  return true;
}

bool interop::isInNodes(const Node &N) {
  return N.isCallFunction() && !N.isGetItem();
}

bool GraphWriter::writeNodes() {
  Out << '[';
  ListSeparator Comma;
  for (const Node *N : G.nodes()) {
    switch (N->op()) {
    case Opcode::Placeholder:
    case Opcode::GetAttr:
    case Opcode::Output:
      continue;
    case Opcode::CallMethod:
    case Opcode::CallModule:
      return P.fail(diag::err_program_opcode, *N, toString(N->op()));
    case Opcode::CallFunction:
      break;
    }
    if (N->isGetItem()) {
      // The producer has named it.
      ValueClass Of = N->numOperands() == 1 ? classOf(*N->operand(0))
                                            : ProgramWriter::Unknown;
      if (Of != ProgramWriter::Several)
        return P.fail(diag::err_program_element, *N, *N);
      continue;
    }
    Out << StringRef(Comma);
    if (!writeNode(*N))
      return false;
    piece();
  }
  Out << ']';
  return true;
}

bool GraphWriter::write() {
  prepare();
  bool IsSingle = false;
  Out << "{\"inputs\": ";
  if (!writeInputs())
    return false;
  Out << ", \"outputs\": ";
  if (!writeOutputs(IsSingle))
    return false;
  Out << ", \"nodes\": ";
  if (!writeNodes())
    return false;
  Out << ", \"tensor_values\": ";
  writeMap(Tensors, ProgramWriter::Tensor);
  Out << ", \"sym_int_values\": ";
  writeMap(SymInts, ProgramWriter::SymInt);
  Out << ", \"sym_bool_values\": ";
  writeMap(SymBools, ProgramWriter::SymBool);
  Out << ", \"is_single_tensor_return\": ";
  writeJSONBool(Out, IsSingle);
  Out << ", \"custom_obj_values\": ";
  writeMap(Objects, ProgramWriter::Object);
  Out << ", \"sym_float_values\": ";
  writeMap(SymFloats, ProgramWriter::SymFloat);
  Out << '}';
  return true;
}
