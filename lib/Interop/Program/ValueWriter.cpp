//===- ValueWriter.cpp - Descriptions of values as JSON -------------------===//
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

ProgramWriter::ValueClass ProgramWriter::classify(const Argument *Val) const {
  if (!Val)
    return Unknown;
  switch (Val->kind()) {
  case ArgKind::TensorType:
    return Tensor;
  case ArgKind::Int:
    return SymInt;
  case ArgKind::Float:
    return SymFloat;
  case ArgKind::Bool:
    return SymBool;
  case ArgKind::SymExpr:
    if (const SymbolicInfo *Info = Program.symbolic(Val->symbol()))
      return Info->Type == SymbolicInfo::Int     ? SymInt
             : Info->Type == SymbolicInfo::Float ? SymFloat
                                                 : SymBool;
    return SymInt;
  case ArgKind::NamedTuple:
    return Object;
  case ArgKind::None:
    return None;
  case ArgKind::Tuple:
  case ArgKind::List:
    return Several;
  default:
    return Unknown;
  }
}

bool ProgramWriter::beginReference(ValueClass C) {
  switch (C) {
  case Tensor:
    Out << "{\"as_tensor\": {\"name\": \"";
    return true;
  case SymInt:
    Out << "{\"as_sym_int\": {\"as_name\": \"";
    return true;
  case SymFloat:
    Out << "{\"as_sym_float\": {\"as_name\": \"";
    return true;
  case SymBool:
    Out << "{\"as_sym_bool\": {\"as_name\": \"";
    return true;
  default:
    return false;
  }
}

/// `"cuda:1"` as type and index.
void ProgramWriter::writeDevice(StringRef Device) {
  auto [Type, Index] = Device.split(':');
  Out << "{\"type\": ";
  writeJSONString(Out, Type);
  Out << ", \"index\": ";
  if (Index.empty())
    Out << "null}";
  else
    Out << Index << '}';
}

void ProgramWriter::writeExpression(Symbol Text) {
  const SymbolicInfo *Info = Program.symbolic(Text);
  Out << "{\"as_expr\": {\"expr_str\": ";
  writeJSONString(Out, (Info ? Info->Source : Text).str());
  Out << ", \"hint\": ";
  if (!Info || Info->Hint.isNone()) {
    Out << "null}}";
    return;
  }
  if (Info->Hint.isInt()) {
    Out << "{\"as_int\": ";
    writeJSONInt(Out, Info->Hint.asInt());
  } else if (Info->Hint.isFloat()) {
    Out << "{\"as_float\": ";
    writeJSONFloat(Out, Info->Hint.asFloat());
  } else {
    Out << "{\"as_bool\": ";
    writeJSONBool(Out, Info->Hint.isBool() && Info->Hint.asBool());
  }
  Out << "}}}";
}

void ProgramWriter::writeSymbolic(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::SymExpr:
    return writeExpression(A.symbol());
  case ArgKind::Float:
    Out << "{\"as_float\": ";
    writeJSONFloat(Out, A.asFloat());
    break;
  case ArgKind::Bool:
    Out << "{\"as_bool\": ";
    writeJSONBool(Out, A.asBool());
    break;
  default:
    Out << "{\"as_int\": ";
    writeJSONInt(Out, A.isInt() ? A.asInt() : 0);
  }
  Out << '}';
}

void ProgramWriter::writeShape(ArrayRef<Argument> Sizes) {
  ListSeparator Comma;
  for (const Argument &Size : Sizes) {
    Out << StringRef(Comma);
    writeSymbolic(Size);
  }
}

void ProgramWriter::patch(const Node &N, size_t Begin, StringRef Root) {
  const Argument *Patches = N.meta(PatchesKey);
  if (!Patches || Patches->kind() != ArgKind::List)
    return;
  std::string Patched =
      applyPatches(Out.text().drop_front(Begin), Patches->elements(), Root);
  Out.truncate(Begin);
  Out << Patched;
  // What was written is not where it was.
  TensorMetas.clear();
}

void ProgramWriter::writeTensorMeta(const Argument &Type) {
  TensorType T(Type);
  // Values share their types, and what was written stays in the buffer.
  auto [It, New] = TensorMetas.try_emplace(Type.elements().data());
  if (!New) {
    Out.repeat(It->second.Offset, It->second.Length);
    return;
  }
  size_t Begin = Out.size();
  Out << "{\"dtype\": " << uint32_t(numberOf(T.dtype())) << ", \"sizes\": [";
  writeShape(T.sizes());
  Out << "], \"requires_grad\": ";
  writeJSONBool(Out, T.requiresGrad());
  Out << ", \"device\": ";
  writeDevice(T.device().isNone() ? "cpu" : T.device().str());
  Out << ", \"strides\": [";
  // PyTorch reads one for each size, and writes zeros where there are none.
  if (T.layout() != Layout::Strided && !T.hasStrides())
    writeShape(SmallVector<Argument, 6>(T.sizes().size(), Argument(0)));
  else
    writeShape(T.strides());
  Out << "], \"storage_offset\": ";
  writeSymbolic(T.offset());
  Out << ", \"layout\": " << uint32_t(numberOf(T.layout())) << '}';
  TensorMetas[Type.elements().data()] = {Begin, Out.size() - Begin};
}
