//===- SyntaxMap.h - Where a text says what ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The readers fill a map of places when ParserOptions::Map asks for it: an
/// editor then knows what is under the cursor. A line that does not parse
/// becomes an opaque node, so that names stay known below it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ASMPARSER_SYNTAXMAP_H
#define FX_ASMPARSER_SYNTAXMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx {

class Graph;
class Node;

/// The places of one text, as offsets. Vectors are in the order of the text.
class SyntaxMap {
public:
  enum KindType : uint8_t {
    Definition, ///< `%x` at the beginning of a line.
    Use,        ///< `%x` elsewhere; without `%` in what torch.fx returns.
    Opcode,     ///< `call_function`
    Target,     ///< What stands after `target=`.
    Type,       ///< The type of a node.
    Count,      ///< `[num_users=1]`
    Key, ///< The key of a keyword argument, of metadata or of a constructor.
    String,
    Number,
    Word,    ///< `None`, `torch.float32`, `tensor`
    Class,   ///< The class of a module.
    Member,  ///< The name of a line in a module.
    Keyword, ///< `graph`, `return`, `module`, `parameter`, ...
  };
  struct Token {
    uint32_t Begin;
    uint32_t Size : 27;
    uint32_t Kind : 5;
    uint32_t end() const { return Begin + Size; }
  };
  /// A line of a graph.
  struct Line {
    uint32_t Begin;      ///< Offset of the line, before its indentation.
    uint32_t FirstToken; ///< It has those up to the next line's.
    uint32_t NodeId;     ///< In its graph; 0: it made none.
    bool Opaque;         ///< It did not parse.
  };
  struct GraphRange {
    uint32_t Begin, End;
    uint32_t FirstLine, EndLine; ///< In lines().
    uint32_t Module;             ///< Which of the modules that were read.
    const Graph *G; ///< Null where no module has it after a mistake.
  };
  /// A line of a module with the lines in its braces.
  struct MemberRange {
    uint32_t Begin, End;
    uint32_t NameBegin, NameSize; ///< As written, maybe in quotes.
    uint32_t Parent;              ///< In members(); NoParent for a header.
    uint32_t Module;
    bool IsChild; ///< A submodule, not a tensor or a value.
  };
  static constexpr uint32_t NoParent = ~0u;

  llvm::StringRef text() const { return Text; }
  llvm::ArrayRef<Token> tokens() const { return Tokens; }
  llvm::ArrayRef<Line> lines() const { return Lines; }
  llvm::ArrayRef<GraphRange> graphs() const { return Graphs; }
  llvm::ArrayRef<MemberRange> members() const { return Members; }
  llvm::StringRef textOf(const Token &T) const {
    return Text.substr(T.Begin, T.Size);
  }
  /// `%x` of a definition or use as a name, `x`.
  llvm::StringRef nameOf(const Token &T) const {
    llvm::StringRef Name = textOf(T);
    Name.consume_front("%");
    return Name;
  }
  /// The tokens of Lines[\p I].
  llvm::ArrayRef<Token> tokensOf(uint32_t I) const;

  /// What is at \p Offset, or ends there; null: nothing. O(log tokens).
  const Token *tokenAt(uint32_t Offset) const;
  /// The line of a graph that \p Offset is in; none: in no graph's.
  std::optional<uint32_t> lineAt(uint32_t Offset) const;
  const GraphRange *graphAt(uint32_t Offset) const;
  /// The innermost one; null: none.
  const MemberRange *memberAt(uint32_t Offset) const;
  /// `layer1.0.conv`, without the name of the header.
  std::string pathOf(const MemberRange &M) const;
  /// The node of Lines[\p I], or null.
  Node *nodeOf(uint32_t I) const;

  /// \name For the readers
  /// @{
  void begin(llvm::StringRef NewText);
  void add(KindType Kind, const char *Begin, const char *End) {
    Tokens.push_back({offset(Begin), uint32_t(End - Begin), Kind});
  }
  size_t mark() const { return Tokens.size(); }
  /// Takes back what was added since; a reader tries another way.
  void rollBack(size_t Mark) { Tokens.resize(Mark); }
  /// Adds tokens [\p First, \p Last) again, for the same text at \p Distance.
  void repeat(size_t First, size_t Last, uint32_t Distance);
  void beginLine(const char *Begin) {
    Lines.push_back({offset(Begin), uint32_t(Tokens.size()), 0, false});
  }
  void setNode(uint32_t Id) {
    if (!Lines.empty())
      Lines.back().NodeId = Id;
  }
  void setOpaque() { Lines.back().Opaque = true; }
  void beginGraph(const Graph &G, uint32_t Module, const char *At);
  void endGraph(const char *At);
  /// The graph that was read last, or all of a module, is thrown away.
  void forgetGraph() { Graphs.back().G = nullptr; }
  void forgetModule(uint32_t Module);
  void beginMember(const char *At, const char *NameBegin, const char *NameEnd,
                   uint32_t Module);
  void setChild() { Members[Open.back()].IsChild = true; }
  void endMember(const char *At);
  bool hasOpenMember() const { return !Open.empty(); }
  size_t numOpenMembers() const { return Open.size(); }
  /// @}

private:
  uint32_t offset(const char *P) const { return uint32_t(P - Text.begin()); }

  llvm::StringRef Text;
  std::vector<Token> Tokens;
  std::vector<Line> Lines;
  std::vector<GraphRange> Graphs;
  std::vector<MemberRange> Members;
  /// Members whose end is not known yet.
  std::vector<uint32_t> Open;
};

} // namespace fx

#endif // FX_ASMPARSER_SYNTAXMAP_H
