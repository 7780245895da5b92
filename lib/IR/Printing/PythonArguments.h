//===- PythonArguments.h - Arguments as Python writes them ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// str() and repr() of arguments, read token by token from a node's spec, so
// that nothing is allocated. Where Python would show what a graph does not know
// (the number of an enum member, the address of a function) the qualified name
// stands.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_PRINTING_PYTHONARGUMENTS_H
#define FX_LIB_IR_PRINTING_PYTHONARGUMENTS_H

#include "fx/IR/Graph.h"
#include "fx/Support/TextBuffer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

inline void writeName(TextBuffer &Out, const Context &Ctx, Name N) {
  if (LLVM_UNLIKELY(!N))
    return;
  Out << Ctx.symbol(N.Base).str();
  if (N.Suffix != Name::NoSuffix)
    Out << '_' << N.Suffix - 1;
}

/// A value of one of the kinds that every form spells alike: Bool, Int, DType,
/// Layout and MemoryFormat.
void writeConstant(TextBuffer &Out, const ArgToken &T);

/// What fills the holes of a spec: the operands of a node, or a list.
class OperandList {
public:
  OperandList(const Node &N) : N(&N) {}
  OperandList(llvm::ArrayRef<Node *> List) : N(nullptr), List(List) {}
  const Node &operator[](unsigned I) const {
    return N ? *N->operand(I) : *List[I];
  }

private:
  const Node *N;
  llvm::ArrayRef<Node *> List;
};

/// The last component of a qualified name.
inline llvm::StringRef lastPart(llvm::StringRef Qualified) {
  return Qualified.substr(Qualified.rfind('.') + 1);
}
/// What is before the last component; empty when there is only one.
inline llvm::StringRef allButLastPart(llvm::StringRef Qualified) {
  size_t Dot = Qualified.rfind('.');
  return Dot == llvm::StringRef::npos ? "" : Qualified.take_front(Dot);
}
/// `Color.RED` of `module.Color.RED`.
llvm::StringRef enumText(llvm::StringRef Qualified);

/// What a qualified name below `torch.ops` is.
enum class TorchOpKind { NotAnOp, Packet, Overload, HigherOrder };
TorchOpKind classifyTorchOp(llvm::StringRef Qualified);

/// Writes values as Python's str() and repr() do.
class PyValueWriter {
public:
  /// How a node inside a value is spelled.
  using NodeWriter = llvm::function_ref<void(const Node &)>;

  PyValueWriter(TextBuffer &Out, const Context &Ctx, OperandList Operands,
                NodeWriter WriteNode)
      : Out(Out), Ctx(Ctx), Operands(Operands), WriteNode(WriteNode) {}

  /// The value that \p R is at.
  void repr(ArgReader &R) { repr(R.next(), R); }
  void str(ArgReader &R) { str(R.next(), R); }
  /// The value that begins with \p T, which was read from \p R.
  void repr(const ArgToken &T, ArgReader &R);
  void str(const ArgToken &T, ArgReader &R);

private:
  llvm::StringRef text(const ArgToken &T) const {
    return Ctx.symbol(T.Text).str();
  }
  void reprItems(uint32_t Count, ArgReader &R);
  void reprNamed(const ArgToken &T, ArgReader &R);
  void reprRange(ArgReader &R);
  void reprFunction(llvm::StringRef Qualified);
  void reprDevice(llvm::StringRef Device);

  TextBuffer &Out;
  const Context &Ctx;
  OperandList Operands;
  NodeWriter WriteNode;
};

} // namespace fx

#endif // FX_LIB_IR_PRINTING_PYTHONARGUMENTS_H
