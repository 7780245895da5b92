//===- ProgramReader.h - From the JSON of a program -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds what torch.export.load builds. One pass over the text: values are
// described after the nodes that make them, so their metadata is put together
// at the end of a graph. Members of objects may come in any order.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAMREADER_H
#define FX_LIB_INTEROP_PROGRAMREADER_H

#include "fx/AsmParser/JSONReader.h"
#include "fx/AsmParser/NameTable.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringMap.h"

namespace fx::interop {

class GraphReader;

/// What all graphs of one program share.
class ProgramReader {
public:
  ProgramReader(Context &Ctx, llvm::StringRef Text)
      : Ctx(Ctx), Text(Text), R(Text), Symbols(Ctx) {}

  /// The version of the schema, which is at the end of the text; that of
  /// today where it cannot be found.
  struct SchemaVersion {
    int64_t Major = 8, Minor = 20;
    bool isBefore(int64_t M, int64_t N) const {
      return Major < M || (Major == M && Minor < N);
    }
  };
  void findVersion();

  /// Null after an error; see json().
  std::unique_ptr<GraphModule> read();
  JSONReader &json() { return R; }

  //===--- For the readers of parts ---------------------------------------===//

  /// Reads a string as a symbol.
  bool readSymbol(Symbol &S);
  Symbol intern(llvm::StringRef Text) {
    // Long ones hardly ever occur twice nearby.
    return Text.size() <= 64 ? Symbols.intern(Text) : Ctx.intern(Text);
  }
  /// Objects with fixed members, in any order. Calls \p Fn with the place of
  /// the member among \p Fields; others are skipped. Fails when one of the
  /// first \p Required is missing, or one comes twice.
  template <typename Callback>
  bool readStruct(llvm::ArrayRef<llvm::StringLiteral> Fields, unsigned Required,
                  Callback Fn) {
    const char *At = (R.peek(), R.position());
    if (!R.beginObject())
      return false;
    bool First = true;
    uint32_t Seen = 0;
    unsigned Next = 0;
    llvm::StringRef Key;
    while (R.nextMember(First, Key)) {
      unsigned I = Next;
      if (LLVM_UNLIKELY(I == Fields.size() || Key != Fields[I])) {
        I = findField(Fields, Key);
        Unusual = true;
        if (I == Fields.size()) {
          if (!R.skipValue())
            return false;
          continue;
        }
      }
      if (LLVM_UNLIKELY(Seen >> I & 1))
        return R.fail("'" + Key + "' comes twice");
      Seen |= 1u << I;
      Next = I + 1;
      if (!Fn(I))
        return false;
    }
    uint32_t Needed = (1u << Required) - 1;
    Unusual |= Seen != (1u << Fields.size()) - 1;
    if (LLVM_UNLIKELY(R.good() && (Seen & Needed) != Needed))
      return R.fail("'" + Fields[__builtin_ctz(~Seen)] + "' is missing", At);
    return R.good();
  }
  template <typename Callback> bool readArray(Callback Fn) {
    return R.readArray(Fn);
  }
  /// An object with any keys.
  template <typename Callback> bool readMap(Callback Fn) {
    if (!R.beginObject())
      return false;
    bool First = true;
    llvm::StringRef Key;
    while (R.nextMember(First, Key))
      if (!Fn(Key))
        return false;
    return R.good();
  }
  /// An object with exactly one member; \p Fn reads it.
  template <typename Callback> bool readUnion(Callback Fn) {
    const char *At = (R.peek(), R.position());
    if (!R.beginObject())
      return false;
    bool First = true;
    llvm::StringRef Key;
    if (LLVM_UNLIKELY(hasNullMembers())) {
      // All members are there, and null but for one.
      bool Found = false;
      while (R.nextMember(First, Key)) {
        if (R.consumeNull())
          continue;
        if (Found)
          return R.fail("expected one member, found several", At);
        Found = true;
        if (!Fn(Key))
          return false;
      }
      return R.good() &&
             (Found || R.fail("expected one member, found none", At));
    }
    if (!R.nextMember(First, Key))
      return R.fail("expected one member, found none", At);
    if (!Fn(Key))
      return false;
    if (R.nextMember(First, Key))
      return R.fail("expected one member, found several", At);
    return R.good();
  }

  //===--- Older schemas (OldSchema.cpp)
  //-------------------------------------===//

  /// Of PyTorch 2.1 to 2.5.
  bool isOld() const { return Version.Major < 8; }
  /// PyTorch 2.1 and 2.2 wrote unions as structs.
  bool hasNullMembers() const { return Version.Major <= 2; }
  bool isFirstSchema() const { return Version.Major == 1; }
  /// A bound of a symbol, which may be infinite.
  bool readBound(std::optional<int64_t> &Bound);
  /// Today's names of symbols, and today's spelling of an expression besides.
  Symbol renameSymbols(llvm::StringRef Source);
  Symbol upgradeExpression(llvm::StringRef Source);
  /// Today's key and text of metadata.
  std::pair<Symbol, Symbol> upgradeMetadata(Symbol Key, Symbol Text);
  /// Today's name of what a node calls.
  llvm::StringRef upgradeTarget(llvm::StringRef Target);

  //===--- Values (ValueReader.cpp) ---------------------------------------===//

  bool readTensorMeta(Argument &Value);
  /// SymInt, SymFloat or SymBool.
  bool readSymbolic(SymbolicInfo::TypeKind Type, Argument &Value);
  bool readDType(DType &T);
  bool readLayout(Layout &L);
  bool readMemoryFormat(MemoryFormat &F);
  /// The text of a device, `cuda:1`.
  bool readDevice(Symbol &Device);

  Context &Ctx;
  llvm::StringRef Text;
  JSONReader R;
  asmparser::SymbolCache Symbols;
  ExportedProgram *Program = nullptr;
  SchemaVersion Version;
  /// Something was said in other words than PyTorch would use.
  bool Unusual = false;
  /// Forget what was said in other words.
  bool Normalize = false;

private:
  static unsigned findField(llvm::ArrayRef<llvm::StringLiteral> Fields,
                            llvm::StringRef Key);
  bool readTensorMetaFields(Argument &Value);
  bool readExpression(SymbolicInfo::TypeKind Type, Argument &Value);
  Symbol textOfExpression(Symbol Source, SymbolicInfo::TypeKind Type,
                          Argument Hint);

  bool readProgram();
  bool readGraphModule();
  bool readSpecName(JSONReader &Arg, llvm::StringRef &Name);
  bool checkSpecName(llvm::StringRef Raw, const char *At,
                     const Argument &Value);
  void keepDifferences();
  bool readSignature();
  bool attachSignature(const char *At);
  bool readInputSpec(size_t I);
  bool readOutputSpec(size_t I);
  bool readStateSpec(llvm::ArrayRef<llvm::StringLiteral> Fields,
                     unsigned Required, Symbol &Target, bool &Flag);
  bool readModuleCalls();
  bool readModuleCallSignature(ModuleCall &Call);
  bool readStringMap(std::vector<KwArg> &Entries);
  bool readStrings(std::vector<Symbol> &Strings);
  bool readRanges();
  bool readVersion();
  void addMissingRanges();
  bool readFirstSignature();
  bool readFirstCallSpec();

  GraphModule *M = nullptr;
  std::unique_ptr<GraphReader> Root;
  std::vector<InputSpec> Inputs;
  std::vector<OutputSpec> Outputs;
  /// The arguments that they name.
  std::vector<llvm::StringRef> InputArgs, OutputArgs;
  llvm::StringRef SpecArg;
  static constexpr size_t MaxTensorMetas = 1 << 15;
  /// Descriptions of tensors by their text: most occur many times.
  llvm::DenseMap<uint64_t, std::pair<llvm::StringRef, Argument>> TensorMetas;
  llvm::DenseMap<std::pair<Symbol, unsigned>, Symbol> Expressions;
};

/// Names as torch.fx gives them while a program is loaded: a name made for a
/// node counts even if the node is then called otherwise.
class LoaderNames {
public:
  LoaderNames(Graph &G) : G(G), Emulated(G.context()) {}
  /// A node was asked for under this name and is called so.
  void note(Name N) { Pending.push_back(N); }
  Name create(llvm::StringRef Candidate);
  Name createFor(Symbol Target, TargetNaming Naming);

private:
  void catchUp();
  Name unique(Name N);
  Graph &G;
  Namespace Emulated;
  llvm::SmallVector<Name, 0> Pending;
};

/// Reads one graph.
class GraphReader {
public:
  static constexpr unsigned MaxGraphDepth = 50;

  GraphReader(ProgramReader &P, Module &Owner, unsigned Depth)
      : P(P), R(P.R), Owner(Owner), G(*Owner.graph()), Names(P.Symbols),
        Loader(G), Depth(Depth) {}

  bool read();
  /// Puts the metadata of all nodes together.
  void finish();
  /// Adds an entry to the metadata of a node that had none.
  void setExtra(Node *N, Symbol Key, Argument Value);
  Node *find(llvm::StringRef Name);
  /// Reads a union Argument into \p B, which gets one value. Values of the
  /// graph are looked up.
  bool readArgument(ArgSpecBuilder &B, unsigned Nesting);
  bool readArgument(Argument &A);

  llvm::ArrayRef<Node *> placeholders() const { return Placeholders; }
  /// Whether an input of the graph is not a value.
  bool isConstant(const Node *Placeholder) {
    const NodeFacts &F = facts(Placeholder);
    return F.HasVal && F.Val.kind() != ArgKind::TensorType &&
           F.Val.kind() != ArgKind::SymExpr;
  }
  Node *outputNode() const { return Output; }

private:
  /// One result of a node.
  struct Result {
    enum ResultKind : uint8_t { None, Value, List };
    ResultKind Kind = None;
    llvm::StringRef Name;
    unsigned FirstElement = 0, NumElements = 0; ///< In Elements.
  };
  /// What is known of a node while its graph is read.
  struct NodeFacts {
    Argument Val;
    uint32_t MetaBegin = 0, MetaEnd = 0; ///< In Strings.
    bool HasVal = false;
  };
  struct Pieces; ///< Of a serialized node.

  // GraphReader.cpp
  bool readInputs();
  bool readInput(size_t I);
  bool readNodes();
  bool readOutputs();
  bool readValues(unsigned Field);
  bool setValue(llvm::StringRef Name, const char *At, Argument Val);
  Node *define(Opcode Op, Symbol Target, const ArgSpecBuilder &B, Name N);
  Node *defineAuto(Opcode Op, Symbol Target, const ArgSpecBuilder &B, Name N);
  Node *defineNamed(Opcode Op, Symbol Target, const ArgSpecBuilder &B,
                    llvm::StringRef Text, const char *At);
  NodeFacts &facts(const Node *N) {
    if (N->id() >= Facts.size())
      Facts.resize(std::max<size_t>(N->id() + 1, G.idBound()));
    return Facts[N->id()];
  }
  bool checkNewName(asmparser::NameTable::Key K, llvm::StringRef Text,
                    const char *At);
  bool releaseName(Name N);
  Symbol constantInputName(size_t I);

  // NodeReader.cpp
  bool readNode();
  bool readNodeInputs(Pieces &N);
  bool readNodeInput(Pieces &N);
  bool readMetadata(Pieces &N);
  bool readNodeOutputs(Pieces &N);
  bool readNodeOutput(Result &Out);
  void upgradeOutputs(Pieces &N);
  void orderInputs(Pieces &N);
  void learnParameters(const Pieces &N);
  bool buildNode(Pieces &N);
  bool buildElements(Node *Producer, llvm::ArrayRef<Result> Results,
                     const Pieces &N);
  Node *buildElement(Node *Producer, unsigned Index, Name N, const Pieces &P);

  // ArgumentReader.cpp
  bool readName(llvm::StringRef &Name);
  bool readNamed(llvm::StringRef Field, llvm::StringRef &Name);
  bool readReference(ArgSpecBuilder &B, llvm::StringRef Field);
  bool addReference(ArgSpecBuilder &B, llvm::StringRef Name, const char *At);
  bool readSymArgument(ArgSpecBuilder &B, char Member);
  template <typename Callback>
  bool readList(ArgSpecBuilder &B, ArgKind Kind, Callback Fn);
  bool readMember(ArgSpecBuilder &B, llvm::StringRef Member, unsigned Nesting);
  bool readListMember(ArgSpecBuilder &B, llvm::StringRef Member);
  bool readNone();
  bool readComplex(ArgSpecBuilder &B);
  bool readObject(ArgSpecBuilder &B);
  bool readOptionalTensor(ArgSpecBuilder &B);
  bool readDict(ArgSpecBuilder &B, unsigned Nesting);
  bool readNestedGraph(ArgSpecBuilder &B);
  bool buildNested(llvm::StringRef Name, const char *At);

  ProgramReader &P;
  JSONReader &R;
  Module &Owner;
  Graph &G;
  asmparser::NameTable Names;
  LoaderNames Loader;
  unsigned Depth;
  std::vector<NodeFacts> Facts;
  /// Strings of the metadata of all nodes.
  std::vector<KwArg> Strings;
  llvm::StringRef LastMetadata;
  uint32_t LastMetaBegin = 0, LastMetaEnd = 0;
  /// By place in the metadata: the last text there, and what it is.
  llvm::SmallVector<std::pair<llvm::StringRef, Symbol>, 8> LastStrings;
  /// Nodes whose names were made here, by Name::key().
  llvm::DenseMap<uint64_t, Node *> AutoNamed;
  std::vector<Node *> Placeholders;
  Node *Output = nullptr;
  /// Producers of several results, whose `val` is made of those of the results.
  struct Several {
    Node *Producer;
    bool IsList;
    uint32_t First, Count; ///< In SeveralParts.
  };
  std::vector<Several> Producers;
  std::vector<Node *> ProducerParts; ///< Null for None.
  struct ExtraMeta {
    Node *N;
    KwArg Entry;
  };
  std::vector<ExtraMeta> Extras;
  /// Texts of the nested graphs by name.
  llvm::StringMap<llvm::StringRef> Nested;
  /// Of the node that is being read.
  ArgSpecBuilder Args;
  llvm::SmallVector<Node *, 2> NestedNodes;
  llvm::SmallVector<Result, 8> Results;
  llvm::SmallVector<llvm::StringRef, 8> Elements;
  llvm::SmallVector<Symbol, 8> InputNames;
  llvm::SmallVector<uint8_t, 8> InputKinds;
  /// The type of an empty list, `int[]`, which only its member gives.
  llvm::StringRef EmptyListType;
  llvm::SmallVector<llvm::StringRef, 8> InputTypes;
  uint32_t LastValue = 0;
  bool IsSingleReturn = false;
  std::vector<std::string> ConstantNames;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAMREADER_H
