//===- RuleSet.h - Rules that run together ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A set of compiled rules, and what it does to graphs. Rules are data: a file
/// is read and checked, never executed. The engine decides what no rule can get
/// wrong: aliasing, writes in between, users outside of the match, types,
/// symbolic sizes, place, gradients, termination (docs/RuleLanguage.md).
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULESET_H
#define FX_REWRITE_RULESET_H

#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include <functional>
#include <string>

namespace fx {
class Context;
class DiagnosticEngine;
class Graph;
class GraphModule;
class Node;
class NodeSelector;
class TorchBackend;
} // namespace fx

namespace fx::rewrite {

struct Program;
class Matcher;
class RewriteCheck;
class RuleHost;
struct CompiledRule;

/// What one rule did.
struct RuleStatistics {
  llvm::StringRef Name;
  uint64_t Tried = 0;   ///< Nodes of its root's operator.
  uint64_t Matched = 0; ///< Where its pattern and its conditions fitted.
  uint64_t Applied = 0;
  uint64_t Refused = 0; ///< Matched, but memory, effects or types forbid it.
};

/// A place where a rule fits.
struct RuleMatch {
  llvm::StringRef Rule;
  /// The first root, and all that the pattern covers, the root first.
  const Node *Root = nullptr;
  llvm::ArrayRef<Node *> Nodes;
  /// Why the rule would not be applied; empty where it would.
  llvm::StringRef Why;
};

/// What the engine decides for every rule, as far as a check can show that it
/// is needed.
enum class EngineGuard : uint8_t {
  None,
  Write,      ///< Memory that is read is not written in between.
  WriteAfter, ///< Memory that is shared by more is not written later.
  Returned,   ///< Memory that is shared by more is not seen outside.
  Type,       ///< The result has the type of the root.
  Effects,    ///< Calls have no effects and draw no random numbers.
  Place,      ///< What a result uses is there before it.
  Shape,      ///< The shape of what others share is not changed in place.
  ByPlace     ///< Nobody takes elements of another storage by place.
};
/// `write`, `write-after` and so on; nothing for other words.
std::optional<EngineGuard> parseGuard(llvm::StringRef Name);

/// Which rules are applied, where, and whom the engine notifies.
struct RewriteOptions {
  /// Only rules of these names; empty: all that Level admits.
  std::vector<std::string> Only;
  std::vector<std::string> Except;
  /// Rules of levels 1 to this; 0: of any level and of none.
  unsigned Level = 0;
  /// Only rules of this phase; `clean` are those that name none.
  std::optional<std::string> Phase;
  /// Whether sweeps go from the last node to the first. Unset: for rules of the
  /// phases `recognise` and `fuse`, which see larger patterns before the
  /// smaller ones inside them, after a sweep forwards for the others.
  std::optional<bool> Reverse;
  /// Nothing asks for gradients.
  bool Inference = false;
  /// Callers may give inputs of other strides than those of their values, and
  /// look at the strides of results.
  bool OtherLayouts = false;
  /// Applications in all; counted down.
  uint64_t Limit = UINT64_MAX;
  /// Rewrites of what rewrites made, in a row, before a rule is left out there.
  unsigned MaxGenerations = 64;
  /// Called after each application.
  std::function<void(llvm::StringRef Root, llvm::StringRef Rule)> Applied;
  /// Called with each match before it is applied, or refused.
  std::function<void(Matcher &Match)> Fitted;
  /// Called with the reason where a match is not applied.
  std::function<void(llvm::StringRef Why)> Refused;
  /// Only at roots that it picks; null: everywhere.
  const NodeSelector *Where = nullptr;
  /// Says what was applied, and what matched and was refused.
  bool Remarks = false;
  /// Left out, to see that the checks notice.
  EngineGuard Broken = EngineGuard::None;
  /// Whether a rule may be applied at a root; unset: everywhere.
  std::function<bool(llvm::StringRef Rule, const Node &Root)> Admits;
  /// Runs what is replaced and what replaces it; null: nobody does.
  RewriteCheck *Check = nullptr;
  /// Called where these differ, with what is replaced as a model of its own,
  /// which may be null. The rule is not applied there, and none is afterwards.
  std::function<void(llvm::StringRef Rule, const Node &Root,
                     llvm::StringRef Difference, GraphModule *Left)>
      Differs;
};

/// How thorough RuleSet::checkOnTensors() is.
struct CheckOptions {
  /// Programs near an example that differ from it in several ways; half as
  /// many stand around it, and write its values or return them too.
  unsigned Mixtures = 40;
  /// Sets of values for each program.
  unsigned Rounds = 9;
  EngineGuard Broken = EngineGuard::None;
};

/// What RuleSet::checkOnTensors() ran.
struct CheckCounts {
  /// Programs in which a rule was applied.
  uint64_t Cases = 0;
  uint64_t Runs = 0;
  /// An example of an elementwise rule that was run with all values of the
  /// types \p Types, such as `f16, u8`, or all pairs.
  struct Proof {
    std::string Rule, Example, Types;
  };
  std::vector<Proof> Proofs;
};

/// What is proven of a rule whose operators only move elements.
struct SizeProof {
  llvm::StringRef Rule;
  /// Why nothing is; empty where sizes and elements stay the same for tensors
  /// of all sizes, of up to 5 dimensions, and lists of up to 3 tensors.
  std::string Why;
  uint64_t NumCases = 0;
};

/// Compiled rules, which are applied together.
class RuleSet {
public:
  explicit RuleSet(Context &Ctx);
  ~RuleSet();

  /// Adds the rules of a file. False, with messages, when some are wrong.
  bool add(std::unique_ptr<RuleFile> File, DiagnosticEngine &Diags);
  /// Adds the rules of a file that comes with fx-opt, after all others: without
  /// those whose names others have. They are compiled when a graph has their
  /// operators, so mistakes in them are found late; the checks below are for
  /// rules of add(). \p File outlives this; it is only read, so sets of several
  /// threads may share it.
  bool addBuiltin(RuleFile &File, DiagnosticEngine &Diags);
  /// To be called when all files are there: checks rules against each other.
  bool finish(DiagnosticEngine &Diags);

  /// Makes what knows the state of a module; without it, nothing is constant.
  /// The second argument is RewriteOptions::Inference.
  using HostMaker =
      std::function<std::unique_ptr<RuleHost>(GraphModule &, bool)>;
  void setHost(HostMaker Make);

  size_t size() const;
  using Selection = std::vector<const CompiledRule *>;
  /// The rules that \p Options admits. Fails for a name that no rule has.
  llvm::Expected<Selection> select(const RewriteOptions &Options) const;

  /// Applies \p Rules to \p G, a graph of \p M: one sweep, with revisits of
  /// what changed. Returns how many applications there were; what each rule did
  /// is appended to \p Statistics. O(nodes) where nothing matches.
  uint64_t apply(llvm::ArrayRef<const CompiledRule *> Rules, Graph &G,
                 GraphModule &M, RewriteOptions &Options,
                 DiagnosticEngine &Diags,
                 std::vector<RuleStatistics> *Statistics = nullptr);

  /// Calls \p Found for each place of \p G where one of \p Rules fits, in the
  /// order of the graph, which is as before afterwards. What a rewrite would
  /// make possible is not found.
  void find(llvm::ArrayRef<const CompiledRule *> Rules, Graph &G,
            GraphModule &M, RewriteOptions &Options, DiagnosticEngine &Diags,
            llvm::function_ref<void(const RuleMatch &)> Found);

  /// Shows where \p Rule fits nearly, best first; of \p Options only
  /// RewriteOptions::Inference counts.
  void explain(const CompiledRule &Rule, Graph &G, GraphModule &M,
               llvm::StringRef NodeName, RewriteOptions &Options,
               DiagnosticEngine &Diags);
  /// Why the pattern and the conditions of \p Rule do not fit at \p Root; empty
  /// where they do.
  std::string whyNot(const CompiledRule &Rule, Graph &G, GraphModule &M,
                     Node &Root, RewriteOptions &Options,
                     DiagnosticEngine &Diags);
  /// A line about each of \p Rules that has a root somewhere: how often it
  /// fits, and its nearest miss. The nearest rules come last.
  void summarize(llvm::ArrayRef<const CompiledRule *> Rules, Graph &G,
                 GraphModule &M, RewriteOptions &Options,
                 DiagnosticEngine &Diags);

  /// Runs the examples of all rules; reports those that fail. Returns how many
  /// there were.
  unsigned checkExamples(DiagnosticEngine &Diags);

  /// The rules of which no example says where they are applied.
  std::vector<const CompiledRule *> withoutExample() const;

  /// Runs programs near the examples before and after each rule, and compares
  /// the results as the rule's class says. Reports one counterexample a rule.
  CheckCounts checkOnTensors(TorchBackend &Torch, const CheckOptions &Options,
                             DiagnosticEngine &Diags);

  /// Tries to prove the rules about places for all sizes, in the order of the
  /// files; others are left out. No LibTorch.
  std::vector<SizeProof> proveForAllSizes() const;

private:
  /// Those of \p Rules that are compiled, after compiling those that may fit in
  /// \p G; null: all of them.
  Selection compiled(llvm::ArrayRef<const CompiledRule *> Rules, const Graph *G,
                     DiagnosticEngine &Diags);

  std::unique_ptr<Program> P;
};

/// The name of a rule.
llvm::StringRef ruleName(const CompiledRule &Rule);
/// Where its name stands.
llvm::SMLoc rulePlace(const CompiledRule &Rule);

} // namespace fx::rewrite

#endif // FX_REWRITE_RULESET_H
