//===- GraphJSONReader.h - Graphs from JSON ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_GRAPHJSONREADER_H
#define FX_LIB_TRANSLATE_GRAPHJSONREADER_H

#include "GraphJSONForm.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/Support/JSONReader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace fx::graphjson {

/// Takes one pass over the text. Functions return false after an error. What
/// recurses is bounded by MaxArgumentDepth and MaxModuleDepth.
class JSONGraphReader {
public:
  JSONGraphReader(Context &Ctx, llvm::StringRef Text) : Ctx(Ctx), R(Text) {}
  bool read(std::vector<std::unique_ptr<GraphModule>> &Modules);
  JSONReader &json() { return R; }
  /// Whether the whole has a member that a graph in JSON has.
  bool isForm() const { return IsForm; }

private:
  template <typename Callback> bool array(Callback Fn) {
    return R.readArray(Fn);
  }
  template <typename Callback>
  bool object(llvm::ArrayRef<llvm::StringLiteral> Fields, unsigned Required,
              Callback Fn);
  template <typename Callback> bool entries(Callback Fn);
  template <typename T>
  bool word(llvm::ArrayRef<llvm::StringLiteral> Words, T &Value,
            llvm::StringRef What);
  bool text(Symbol &S);
  bool bytes(Symbol &S);
  bool dictionary(std::vector<KwArg> &Entries, unsigned Depth);
  bool values(llvm::SmallVectorImpl<Argument> &Items, unsigned Depth);
  bool pairs(llvm::SmallVectorImpl<Argument> &Items, bool Fields,
             unsigned Depth);
  bool value(Argument &A, unsigned Depth);
  bool tagged(Argument &A, unsigned Depth);
  bool taggedValue(ArgKind Kind, Argument &A, unsigned Depth);
  bool number(double &Value);
  bool digits(Argument &A);
  bool complex(Argument &A);
  bool namedTuple(Argument &A, unsigned Depth);
  bool tensorType(Argument &A, unsigned Depth);
  bool reference(Argument &A);

  bool node(Graph &G);
  bool graph(Graph &G);
  bool tensor(Module &M);
  bool weights(GraphModule &M);
  bool module(Module &M, Symbol &Name, Graph *Root, unsigned Depth);
  bool child(Module &M, unsigned Depth);
  bool graphModule(std::vector<std::unique_ptr<GraphModule>> &Modules);
  bool applyProgram(GraphModule &M);

  /// Where the next value begins.
  const char *place() {
    R.peek();
    return R.position();
  }

  Context &Ctx;
  JSONReader R;
  /// The nodes of the graph that is read; null outside of arguments.
  llvm::DenseMap<Symbol, Node *> *Nodes = nullptr;
  struct ProgramAttribute {
    KwArg Entry;
    const char *At;
  };
  std::vector<ProgramAttribute> Program;
  bool HasProgram = false;
  bool IsForm = false;
};

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

/// Members in any order, each at most once and the first \p Required at least;
/// calls \p Fn with the place among \p Fields.
template <typename Callback>
bool JSONGraphReader::object(llvm::ArrayRef<llvm::StringLiteral> Fields,
                             unsigned Required, Callback Fn) {
  const char *At = place();
  if (!R.beginObject())
    return false;
  bool First = true;
  uint32_t Seen = 0;
  llvm::StringRef Key;
  while (R.nextMember(First, Key)) {
    size_t I = llvm::find(Fields, Key) - Fields.begin();
    if (I == Fields.size())
      return R.fail("there is no member '" + Key + "' here");
    if (Seen >> I & 1)
      return R.fail("'" + Key + "' comes twice");
    Seen |= 1u << I;
    if (!Fn(I))
      return false;
  }
  for (unsigned I = 0; I != Required && R.good(); ++I)
    if (!(Seen >> I & 1))
      return R.fail("'" + Fields[I] + "' is missing", At);
  return R.good();
}

/// What the writer makes of a dictionary: an object, or a list of pairs where a
/// key is not UTF-8. Calls \p Fn with the key.
template <typename Callback> bool JSONGraphReader::entries(Callback Fn) {
  if (R.peek() == '[')
    return array([&] {
      bool First = true;
      Symbol Key;
      const char *At = place();
      if (!R.beginArray() || !R.nextElement(First) || !text(Key) ||
          !R.nextElement(First) || !Fn(Key) || R.nextElement(First))
        return R.fail("expected a key and a value", At);
      return R.good();
    });
  if (!R.beginObject())
    return false;
  bool First = true;
  llvm::StringRef Key;
  while (R.nextMember(First, Key))
    if (!Fn(Ctx.intern(Key)))
      return false;
  return R.good();
}

/// The place of a string among \p Words.
template <typename T>
bool JSONGraphReader::word(llvm::ArrayRef<llvm::StringLiteral> Words, T &Value,
                           llvm::StringRef What) {
  const char *At = place();
  llvm::StringRef Text;
  if (!R.readString(Text))
    return false;
  size_t I = llvm::find(Words, Text) - Words.begin();
  if (I == Words.size())
    return R.fail("'" + Text + "' is not a " + What, At);
  Value = T(I);
  return true;
}

} // namespace fx::graphjson

#endif // FX_LIB_TRANSLATE_GRAPHJSONREADER_H
