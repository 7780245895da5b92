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

#ifndef FX_LIB_INTEROP_PROGRAM_PROGRAMREADER_H
#define FX_LIB_INTEROP_PROGRAM_PROGRAMREADER_H

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NameTable.h"
#include "fx/Support/JSONReader.h"
#include "llvm/ADT/StringMap.h"

namespace fx::interop {

class GraphReader;

/// What all graphs of one program share.
class ProgramReader {
public:
  ProgramReader(Context &Ctx, llvm::StringRef Text);
  ~ProgramReader();

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
  /// A string whose text lives as long as the program's.
  bool readName(llvm::StringRef &Name);
  /// `{FIELD: "x"}`
  bool readNamed(llvm::StringRef Field, llvm::StringRef &Name);
  /// `true`, the value of `as_none`.
  bool readNone();
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

  //===--- Older schemas (OldSchema.cpp) ----------------------------------===//

  /// Whether PyTorch 2.1 to 2.5 wrote the file.
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
  SymbolCache Symbols;
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

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_PROGRAMREADER_H
