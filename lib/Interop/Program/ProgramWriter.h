//===- ProgramWriter.h - To the JSON of a program ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what torch.export.save writes for the same program. Which member of a
// union an argument becomes is decided as PyTorch decides it: by the types of
// values, and by the operator's schema for empty lists.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_PROGRAMWRITER_H
#define FX_LIB_INTEROP_PROGRAM_PROGRAMWRITER_H

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpSchema.h"
#include "fx/Support/JSONText.h"
#include "llvm/ADT/StringExtras.h"

namespace fx::interop {

/// Whether a node that can be written is in the archive's `nodes`: inputs
/// and attributes do not, and elements are results of what they are taken from.
bool isInNodes(const Node &N);

/// Writes one program into a buffer.
class ProgramWriter {
public:
  /// Large pieces go to \p OS as soon as they are complete; without it, all
  /// stays in \p Out.
  ProgramWriter(const GraphModule &M, TextBuffer &Out,
                llvm::raw_ostream *OS = nullptr)
      : M(M), Ctx(M.context()), Out(Out), Program(*M.program()), OS(OS) {}
  static constexpr size_t PieceSize = 256 << 10;
  llvm::Error write();

  //===--- For the writers of parts ---------------------------------------===//

  /// Notes the first error and returns false.
  template <typename... Ts>
  bool fail(diag::ID Id, const Node &N, const Ts &...Args) {
    if (!Failed)
      Failure = makeError(Id, N, Args...);
    Failed = true;
    return false;
  }
  bool failed() const { return Failed; }

  //===--- Values (ValueWriter.cpp) ---------------------------------------===//

  /// Which map of values a value belongs to.
  enum ValueClass : uint8_t {
    Unknown,
    Tensor,
    SymInt,
    SymFloat,
    SymBool,
    Object,
    None,
    Several
  };
  ValueClass classify(const Argument *Val) const;
  /// Writes how the reference to a value of class \p C begins, up to its name:
  /// `{"as_tensor": {"name": "`. False for classes without such a form.
  bool beginReference(ValueClass C);
  void writeTensorMeta(const Argument &Type);
  /// `{"as_int": 3}`, `{"as_expr": ...}`
  void writeSymbolic(const Argument &A);
  void writeDevice(llvm::StringRef Device);

  /// Applies the patches of \p N that are below \p Root to what was written
  /// from \p Begin on.
  void patch(const Node &N, size_t Begin, llvm::StringRef Root);
  /// Whether what was written so far is a piece that can go. Asked where
  /// nothing that was written is looked at again.
  bool hasPiece() const { return OS && Out.size() >= PieceSize; }
  void handOver();

  const GraphModule &M;
  Context &Ctx;
  TextBuffer &Out;
  const ExportedProgram &Program;

private:
  void writeExpression(Symbol Text);
  void writeShape(llvm::ArrayRef<Argument> Sizes);
  void writeSignature(class GraphWriter &G);
  void writeInputSpec(class GraphWriter &G, const Node &N);
  void writeOutputSpecs(class GraphWriter &G);
  void writeModuleCalls(class GraphWriter &G);
  const Node *inputOf(Symbol Target);
  void writeStrings(llvm::ArrayRef<Symbol> Strings);
  void writeTail();

  llvm::raw_ostream *OS;
  llvm::DenseMap<Symbol, const Node *> InputsByTarget;
  bool Failed = false;
  llvm::Error Failure = llvm::Error::success();
  /// Where in the text a type of tensors was written already.
  struct Written {
    size_t Offset, Length;
  };
  llvm::DenseMap<const void *, Written> TensorMetas;
};

/// The nodes that fill the holes of a spec.
class Holes {
public:
  Holes(const Node &N) : N(&N) {}
  Holes(llvm::ArrayRef<Node *> List) : N(nullptr), List(List) {}
  const Node *operator[](unsigned I) const {
    return N ? N->operand(I) : List[I];
  }

private:
  const Node *N;
  llvm::ArrayRef<Node *> List;
};

/// Writes one graph.
class GraphWriter {
public:
  GraphWriter(ProgramWriter &P, const Module &Owner)
      : P(P), Ctx(P.Ctx), Out(P.Out), Owner(Owner), G(*Owner.graph()) {}

  bool write();
  /// Hands over what is complete, unless this graph is in a node of
  /// another.
  void piece() {
    if (P.hasPiece() && &Owner == &P.M.root())
      P.handOver();
  }
  /// The member of the union for a whole value; \p Where is for messages.
  bool writeArgument(const Argument &A, const Node &Where);
  void writeName(const Node &N);
  const Graph &graph() const { return G; }
  ProgramWriter::ValueClass classOf(const Node &N) const {
    return ProgramWriter::ValueClass(Classes[N.id()]);
  }

private:
  using ValueClass = ProgramWriter::ValueClass;
  /// A value with a name and its description.
  struct Entry {
    const Node *N;
    int Index = -1, Inner = -1; ///< N_unused_Index_Inner
    const Argument *Val;
  };

  // GraphWriter.cpp
  void prepare();
  bool writeInputs();
  bool writeInput(const Node &N);
  bool writeOutputs(bool &IsSingle);
  bool writeNodes();
  void writeMap(llvm::ArrayRef<Entry> Entries, ValueClass Class);
  void addEntry(const Entry &E);
  void writeEntryName(const Entry &E);

  // NodeWriter.cpp
  bool writeNode(const Node &N);
  bool writeNodeInputs(const Node &N);
  bool writeResults(const Node &N, const Argument *Val, bool IsFunction);
  bool writeResult(const Entry &E);
  bool writeResultList(const Node &N, int Index, const Argument &List);
  void writeMetadata(const Node &N);
  const Node *element(const Node &Producer, int64_t Index) const;

  // ArgumentWriter.cpp
  std::string whyNotGraphName(const Node &N) const;
  bool writeArgument(Holes Nodes, ArgReader &R, const SchemaType *Type,
                     const Node &Where);
  bool writeReference(const Node &N, const Node &Where);
  bool writeList(Holes Nodes, ArgReader &R, uint32_t Count,
                 const SchemaType *Type, const Node &Where);
  bool writeListItems(Holes Nodes, ArgReader &R, uint32_t Count,
                      unsigned Member);
  unsigned listMember(Holes Nodes, ArgReader R, uint32_t Count,
                      const SchemaType *Type) const;
  bool writeDict(Holes Nodes, ArgReader &R, uint32_t Count, const Node &Where);
  bool writeObject(Holes Nodes, const ArgToken &T, ArgReader &R,
                   const Node &Where);
  /// The node that stands for a second operator.getitem of one element.
  const Node &original(const Node &N) const {
    auto It = Duplicates.find(N.id());
    return It == Duplicates.end() ? N : *It->second;
  }

  ProgramWriter &P;
  Context &Ctx;
  TextBuffer &Out;
  const Module &Owner;
  const Graph &G;
  /// A ValueClass for each node, indexed by id.
  std::vector<uint8_t> Classes;
  /// The operator.getitem of an element of a node.
  llvm::DenseMap<std::pair<uint32_t, int64_t>, const Node *> Elements;
  llvm::DenseMap<uint32_t, const Node *> Duplicates;
  std::vector<Entry> Tensors, SymInts, SymFloats, SymBools, Objects;
  Symbol NameKey, PatchKey;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_PROGRAMWRITER_H
