//===- PythonArguments.cpp - Arguments as Python writes them --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonArguments.h"
#include "fx/Support/PyLiterals.h"

using namespace fx;
using namespace llvm;

StringRef fx::enumText(StringRef Qualified) {
  StringRef Class = allButLastPart(Qualified);
  size_t Dot = Class.rfind('.');
  return Dot == StringRef::npos ? Qualified : Qualified.substr(Dot + 1);
}

TorchOpKind fx::classifyTorchOp(StringRef Qualified) {
  if (!Qualified.consume_front("torch.ops."))
    return TorchOpKind::NotAnOp;
  auto [Space, Op] = Qualified.split('.');
  if (Op.empty())
    return TorchOpKind::NotAnOp;
  if (Space == "higher_order")
    return TorchOpKind::HigherOrder;
  return Op.contains('.') ? TorchOpKind::Overload : TorchOpKind::Packet;
}

void fx::writeConstant(TextBuffer &Out, const ArgToken &T) {
  switch (T.Kind) {
  case ArgKind::Bool:
    Out << StringRef(T.Small ? "True" : "False");
    return;
  case ArgKind::Int:
    if (LLVM_LIKELY(T.Int >= 0 && T.Int <= UINT32_MAX))
      Out << uint32_t(T.Int);
    else
      Out << StringRef(std::to_string(T.Int));
    return;
  case ArgKind::DType:
    Out << toString(DType(T.Small));
    return;
  case ArgKind::Layout:
    Out << toString(Layout(T.Small));
    return;
  case ArgKind::MemoryFormat:
    Out << toString(MemoryFormat(T.Small));
    return;
  default:
    llvm_unreachable("kinds that forms spell in their own way");
  }
}

void PyValueWriter::repr(const ArgToken &T, ArgReader &R) {
  switch (T.Kind) {
  case ArgKind::String:
    return py::writeStringRepr(Out, text(T));
  case ArgKind::Device:
    return reprDevice(text(T));
  case ArgKind::Function:
    return reprFunction(text(T));
  default:
    return str(T, R);
  }
}

void PyValueWriter::str(const ArgToken &T, ArgReader &R) {
  switch (T.Kind) {
  case ArgKind::None:
    Out << "None";
    return;
  case ArgKind::Ellipsis:
    Out << "Ellipsis";
    return;
  case ArgKind::Bool:
  case ArgKind::Int:
  case ArgKind::DType:
  case ArgKind::Layout:
  case ArgKind::MemoryFormat:
    return writeConstant(Out, T);
  case ArgKind::Float:
    return py::writeFloatRepr(Out, T.Float);
  case ArgKind::Complex: {
    double Real = R.next().Float, Imag = R.next().Float;
    return py::writeComplexRepr(Out, Real, Imag);
  }
  case ArgKind::BigInt:
  case ArgKind::String:
  case ArgKind::Device:
  case ArgKind::SymExpr:
    Out << text(T);
    return;
  case ArgKind::Function: {
    StringRef Name = text(T);
    TorchOpKind Kind = classifyTorchOp(Name);
    if (Kind == TorchOpKind::HigherOrder)
      Name = lastPart(Name);
    else if (Kind != TorchOpKind::NotAnOp)
      Name.consume_front("torch.ops.");
    Out << Name;
    return;
  }
  case ArgKind::Enum:
    Out << enumText(text(T));
    return;
  case ArgKind::Node:
    return WriteNode(Operands[T.Operand]);
  case ArgKind::Tuple:
    Out << '(';
    reprItems(T.Count, R);
    Out << StringRef(T.Count == 1 ? ",)" : ")");
    return;
  case ArgKind::NamedTuple:
    return reprNamed(T, R);
  case ArgKind::List:
    Out << '[';
    reprItems(T.Count, R);
    Out << ']';
    return;
  case ArgKind::Dict:
    Out << '{';
    for (uint32_t I = 0; I + 1 < T.Count; I += 2) {
      if (I)
        Out << ", ";
      repr(R);
      Out << ": ";
      repr(R);
    }
    Out << '}';
    return;
  case ArgKind::Slice:
    Out << "slice(";
    reprItems(T.Count, R);
    Out << ')';
    return;
  case ArgKind::Range:
    return reprRange(R);
  case ArgKind::TensorType:
    Out << "tensor(";
    reprItems(T.Count, R);
    Out << ')';
    return;
  }
}

void PyValueWriter::reprItems(uint32_t Count, ArgReader &R) {
  for (uint32_t I = 0; I != Count; ++I) {
    if (I)
      Out << ", ";
    repr(R);
  }
}

/// `Point(x=1, y=2)`.
void PyValueWriter::reprNamed(const ArgToken &T, ArgReader &R) {
  Out << lastPart(text(T)) << '(';
  for (uint32_t I = 0; I + 1 < T.Count; I += 2) {
    if (I)
      Out << ", ";
    str(R);
    Out << '=';
    repr(R);
  }
  Out << ')';
}

/// `range(0, 3)`, with the step only where it is not 1.
void PyValueWriter::reprRange(ArgReader &R) {
  Out << "range(";
  repr(R);
  Out << ", ";
  repr(R);
  ArgToken Step = R.next();
  if (Step.Kind != ArgKind::Int || Step.Int != 1) {
    Out << ", ";
    repr(Step, R);
  }
  Out << ')';
}

void PyValueWriter::reprFunction(StringRef Qualified) {
  StringRef Name = Qualified;
  switch (classifyTorchOp(Qualified)) {
  case TorchOpKind::Overload: {
    Name.consume_front("torch.ops.");
    Out << "<OpOverload(op='" << allButLastPart(Name) << "', overload='"
        << lastPart(Name) << "')>";
    return;
  }
  case TorchOpKind::Packet:
    Name.consume_front("torch.ops.");
    Out << "<OpOverloadPacket(op='" << Name << "')>";
    return;
  case TorchOpKind::HigherOrder:
  case TorchOpKind::NotAnOp:
    Out << Qualified;
    return;
  }
}

/// `device(type='cuda', index=0)`.
void PyValueWriter::reprDevice(StringRef Device) {
  auto [Type, Index] = Device.split(':');
  Out << "device(type='" << Type << '\'';
  if (!Index.empty())
    Out << ", index=" << Index;
  Out << ')';
}
