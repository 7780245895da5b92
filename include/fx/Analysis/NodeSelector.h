//===- NodeSelector.h - The language that picks nodes -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Every option `where=` takes a selector:
/// \code{.txt}
///   op=call_module & class=ReLU & path=layer1.* & !(name=relu_1 | tag=foo)
///
///   selector := any
///   any      := all { "|" all }
///   all      := unary { "&" unary }
///   unary    := "!" unary | "(" any ")" | "*" | term
///   term     := KEY | KEY "=" GLOB | KEY "!=" GLOB
///             | KEY ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) NUMBER
/// \endcode
/// `*` picks every node. `!` binds tighter than `&`, and that tighter than `|`.
/// Blanks separate; `&&` and `||` are read as `&` and `|`.
/// \code{.txt}
///   op=         opcode
///   target=     target as torch.fx prints it: `torch.relu`, `layer1.0.conv1`
///   operator=   the operator, whatever its spelling: `relu` for `torch.relu`,
///               `torch.nn.functional.relu`, the method `relu` and
///               `torch.ops.aten.relu.default`
///   name=       name of the node, without `%`
///   path=       module it comes from: the innermost of `nn_module_stack`, else
///               what a call_module calls
///   class=      class of that module, in any case; qualified (torch.nn.ReLU)
///               if the glob has a dot, the bare name otherwise
///   tag=        the metadata `tag`, or one of its elements
///   meta.KEY=   the metadata KEY as text: strings without quotes, everything
///               else as torch.fx prints it
///   dtype=      element type of the metadata `val`: torch.float32, float32 or
///               f32
///   kwarg=      name of a keyword argument it has
///   users       number of users, args     number of positional arguments
/// \endcode
/// path, class, tag, dtype, operator and meta.KEY alone pick the nodes of which
/// that is known. A term about something unknown picks nothing, `!=` the same.
///
/// A GLOB is `*`, `?`, `[abc]`, `[!a-z]`, `{relu,gelu}`, `\` before a character
/// that stands for itself; it matches the whole text. One that contains blanks,
/// `&`, `|`, `(` or `)` is quoted with `"` or `'`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_NODESELECTOR_H
#define FX_ANALYSIS_NODESELECTOR_H

#include "fx/Analysis/ClassPattern.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <string>
#include <vector>

namespace fx {

class GraphModule;
class Module;

/// A parsed selector. Immutable, cheap to copy.
class NodeSelector {
public:
  /// The deepest nesting of parentheses and `!` that parse accepts.
  static constexpr unsigned MaxDepth = 100;

  /// Reads a selector. The error shows the text with a caret below the place
  /// where it went wrong. O(length).
  static llvm::Expected<NodeSelector> parse(llvm::StringRef Text, Context &Ctx);

  /// Whether \p N, a node of a graph of \p M, is picked. For more than a few
  /// nodes use NodeMatcher.
  bool matches(const Node &N, const GraphModule &M) const;
  /// Whether every node is picked whatever it is.
  bool matchesAll() const;
  /// The text that was parsed.
  llvm::StringRef text() const;

  enum class Key : uint8_t {
    Any,
    Op,
    Target,
    Operator,
    Name,
    Path,
    Class,
    Tag,
    Meta,
    DType,
    Kwarg,
    Users,
    Args
  };
  enum class Relation : uint8_t {
    Known,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual
  };
  /// One condition.
  struct Term {
    Key K = Key::Any;
    Relation R = Relation::Known;
    /// For Op: the opcodes that match, one bit each.
    uint8_t Opcodes = 0;
    /// For Users and Args: the number to compare with.
    uint64_t Number = 0;
    /// For Meta: the key.
    Symbol MetaKey;
    std::optional<llvm::GlobPattern> Glob;
    /// For Class: replaces Glob.
    std::optional<ClassPattern> Class;
  };
  /// A step of the evaluation, which knows one outcome at a time.
  struct Step {
    enum StepKind : uint8_t {
      Test,        ///< The outcome is that of term Index.
      Negate,      ///< Negate the outcome.
      SkipIfFalse, ///< Go on at step Index if it is false.
      SkipIfTrue   ///< Go on at step Index if it is true.
    };
    StepKind Kind;
    uint32_t Index;
  };
  llvm::ArrayRef<Term> terms() const { return D->Terms; }
  llvm::ArrayRef<Step> steps() const { return D->Steps; }

private:
  friend class SelectorParser;
  struct Data {
    std::string Text;
    /// What the globs refer to; addresses are stable.
    std::deque<std::string> GlobTexts;
    std::vector<Term> Terms;
    std::vector<Step> Steps;
  };
  explicit NodeSelector(std::shared_ptr<const Data> D) : D(std::move(D)) {}
  std::shared_ptr<const Data> D;
};

/// Answers a selector for the nodes of one graph, and remembers what it found
/// out about targets and metadata that many nodes share. The graph may change
/// meanwhile, the module tree may not.
class NodeMatcher {
public:
  NodeMatcher(const NodeSelector &S, const Graph &G);
  bool matches(const Node &N);

private:
  bool test(uint32_t TermIndex, const Node &N);
  bool evaluate(const NodeSelector::Term &T, const Node &N) const;
  bool matchesClass(const NodeSelector::Term &T, const Node &N) const;

  NodeSelector S;
  const Module *Owner;
  std::string OwnerPath;
  /// For each term: by target or metadata id, whether it holds.
  std::vector<llvm::DenseMap<uint64_t, bool>> Cache;
};

/// Whether \p S picks a node of any graph of \p M. O(nodes).
bool selectsAny(const NodeSelector &S, GraphModule &M);

/// The message for a name that no node has: it says so, and suggests the
/// nearest one.
std::string noSuchNode(const Graph &G, llvm::StringRef Name);

} // namespace fx

#endif // FX_ANALYSIS_NODESELECTOR_H
