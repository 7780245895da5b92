//===- PythonPrinter.h - Graphs as generated code ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch.fx's CodeGen makes of a graph, in the same order of events: names
// of nodes and of what is not torch's share one namespace and are taken when
// they are first printed, so the order decides who gets a suffix.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_PRINTING_PYTHONPRINTER_H
#define FX_LIB_IR_PRINTING_PYTHONPRINTER_H

#include "PythonArguments.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace fx {

/// Names of objects that are not nodes: functions, classes, types.
class PythonGlobals {
public:
  PythonGlobals(Namespace &Names, const Context &Ctx, bool Old)
      : Names(Names), Ctx(Ctx), Old(Old) {}

  /// The spelling of an object of that qualified name, torch.fx's add_global:
  /// itself for what is torch's, else an identifier made from \p Hint.
  llvm::StringRef object(llvm::StringRef Qualified, llvm::StringRef Hint);
  llvm::StringRef object(llvm::StringRef Qualified) {
    return object(Qualified, Qualified);
  }
  /// The spelling of a type annotation, from the way in which torch.fx prints
  /// it (`typing.Optional[int]` gives `typing_Union[int,NoneType]`).
  std::string type(llvm::StringRef Printed, unsigned Depth = 0);

private:
  std::string generic(llvm::StringRef Origin, llvm::StringRef Inner,
                      unsigned Depth);
  llvm::StringRef typeName(llvm::StringRef Printed);

  Namespace &Names;
  const Context &Ctx;
  bool Old;
  llvm::StringMap<std::string> Spelled;
};

class PythonPrinter {
public:
  enum NamesFrom {
    FreshNamespace, ///< As torch.fx.
    Nodes,          ///< Without a look at other nodes: for single statements.
  };
  /// \p Old: by the rules of PyTorch 1.
  PythonPrinter(const Graph &G, bool Old, NamesFrom Origin = FreshNamespace);

  /// torch.fx: Graph.python_code('self').src.
  void write(llvm::raw_ostream &OS);
  /// The statements of one node, without frees, indentation and newline.
  void writeStatements(const Node &N, llvm::raw_ostream &OS);
  /// One value as the argument of a call.
  void value(OperandList Operands, ArgReader &R);
  TextBuffer &body() { return Body; }

private:
  /// What to make of the target of a call_function.
  struct Function {
    enum KindType : uint8_t { Unknown, Infix, InPlace, GetAttr, General };
    KindType Kind = Unknown;
    bool Wrapped = false;     ///< Unless metadata says otherwise.
    uint8_t Operator = 0;     ///< Row of the table, for Infix and InPlace.
    llvm::StringRef Spelling; ///< For GetAttr and General, once it is used.
  };

  void local(const Node &N);
  void assign(const Node &N, llvm::StringRef Type);
  void statements(const Node &N);
  void placeholder(const Node &N);
  void callFunction(const Node &N, llvm::StringRef Type);
  void callMethod(const Node &N, llvm::StringRef Type);
  bool asOperator(const Node &N, const Function &F, llvm::StringRef Type);
  void path(llvm::StringRef Path, llvm::function_ref<void()> Base);
  void call(const Node &N, unsigned FirstArg);
  void item(const Node &N, unsigned I);
  void value(OperandList Operands, const ArgToken &T, ArgReader &R, bool Top);
  void items(OperandList Operands, uint32_t Count, ArgReader &R);
  void raw(llvm::StringRef Text);
  Function &function(const Node &N);
  void findLastUses();
  void frees(const Node &N);
  bool isWrapped(const Node &N, bool ByRule) const;
  void dropCounterLines();

  const Graph &G;
  const Context &Ctx;
  bool Old;
  NamesFrom Origin;
  Namespace Names;
  PythonGlobals Globals;
  TextBuffer Body;
  std::vector<Name> Locals; ///< Indexed by node id.
  std::vector<uint32_t>
      LastUser; ///< The node that frees it, indexed by node id.
  llvm::DenseMap<uint32_t, Function> Functions;
  std::vector<std::string> Parameters;
  llvm::SetVector<llvm::StringRef> Wrapped;
  std::string ReturnType;
};

} // namespace fx

#endif // FX_LIB_IR_PRINTING_PYTHONPRINTER_H
