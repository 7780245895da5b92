//===- Pass.h - A transformation of a graph module --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A pass is declared in a td file (see PassBase.td) and derives from the base
/// class that fx-tblgen makes of the declaration; what is left to write is
/// run(). A pass object belongs to one pipeline and one thread; it may run
/// several times.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASS_H
#define FX_PASS_PASS_H

#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/AnalysisManager.h"
#include "fx/Pass/PassInfo.h"
#include "fx/Pass/PassOption.h"
#include "fx/Pass/PassRegistry.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace fx {

class Pass;
class PassPipeline;
struct RewritePlace;

/// A number that a pass counts, shown by `--stats`. Lives in release builds
/// too.
class PassStatistic {
public:
  /// The texts outlive it.
  PassStatistic(Pass &Owner, llvm::StringRef Name, llvm::StringRef Description);
  PassStatistic(const PassStatistic &) = delete;
  PassStatistic &operator=(const PassStatistic &) = delete;

  llvm::StringRef name() const { return Name; }
  llvm::StringRef description() const { return Description; }
  uint64_t value() const { return Value; }
  operator uint64_t() const { return Value; }
  PassStatistic &operator++() {
    ++Value;
    return *this;
  }
  PassStatistic &operator+=(uint64_t N) {
    Value += N;
    return *this;
  }

private:
  llvm::StringRef Name;
  llvm::StringRef Description;
  uint64_t Value = 0;
};

/// A transformation or a question: the base class of all passes.
class Pass : public PassOptions {
public:
  virtual ~Pass();
  Pass &operator=(const Pass &) = delete;

  const PassInfo &info() const { return *Info; }
  /// The name in pipelines and on the command line.
  llvm::StringRef name() const { return Info->Flag; }
  llvm::ArrayRef<PassStatistic *> statistics() const { return Statistics; }

  /// A pass of the same class with the same option values.
  virtual std::unique_ptr<Pass> clone() const = 0;

  /// Changes \p Module and returns whether it did. An error ends the pipeline;
  /// makeError(diag::..., Node, ...) gives it the place of a node. What a
  /// pass reports to diags() as an error does so too.
  ///
  /// A pass works on every valid graph, and what it leaves is valid. It does
  /// not change anything when it returns false: the manager checks that.
  virtual llvm::Expected<bool> run(GraphModule &Module) = 0;

  /// A pass that stands for others adds them to \p Out and returns true. A
  /// pipeline takes these instead of it: it is never run itself.
  virtual bool expand(PassPipeline &Out) const { return false; }

  /// Writes `name{option=value}` as pipelines read it.
  void print(llvm::raw_ostream &OS) const;

protected:
  explicit Pass(const PassInfo &Info) : Info(&Info) {}
  /// For clone(): options and statistics are members of the derived class.
  Pass(const Pass &Other) : PassOptions(Other), Info(Other.Info) {}

  /// \name During run()
  /// @{
  /// Takes warnings and remarks, and errors of which there may be several. A
  /// node as a place becomes its line in the text.
  DiagnosticEngine &diags() const { return *Diags; }
  /// Messages of passes that have no ids of their own, such as those of
  /// plugins: `name: text`. Notes are added with note_pass.
  DiagnosticBuilder warning(DiagnosticPlace Place, const llvm::Twine &Text) {
    return diags().report(diag::warn_pass, std::move(Place), name(), Text);
  }
  DiagnosticBuilder remark(DiagnosticPlace Place, const llvm::Twine &Text) {
    return diags().report(diag::remark_pass, std::move(Place), name(), Text);
  }
  /// `return error(*N, "...");`
  [[nodiscard]] DiagnosticBuilder error(DiagnosticPlace Place,
                                        const llvm::Twine &Text) const {
    return makeError(diag::err_pass, std::move(Place), name(), Text);
  }
  /// The analysis of the module, made when there is none. It lives until the
  /// pass ends; its answers are those of the graph as it was.
  template <typename AnalysisT> AnalysisT &getAnalysis() {
    return Analyses->get<AnalysisT>();
  }
  /// The analysis if it is there already, or null.
  template <typename AnalysisT> AnalysisT *getCachedAnalysis() {
    return Analyses->cached<AnalysisT>();
  }
  /// Says that an analysis is still valid after a change, as
  /// `Preserved` in the td file does for every run.
  template <typename AnalysisT> void preserve() {
    Preserved.preserve(AnalysisT::AnalysisName);
  }
  void preserveAll() { Preserved.preserveAll(); }
  /// Says that a rewrite of the node that was called \p At is complete and the
  /// graph valid: the unit of `--opt-bisect`. \p What says which rewrite it
  /// was. The node is the one of that name that mayRewrite() was asked about
  /// last. A pass that never calls this is bisected by its edits.
  void rewrote(llvm::StringRef At, llvm::StringRef What = {});
  /// As above, for a node that mayRewrite() was not asked about, or that the
  /// pass has renamed since; \p Name is its old name.
  void rewrote(const Node &At, llvm::StringRef Name, llvm::StringRef What);
  /// Whether the rewrite of \p At that \p What says may be made. Passes that
  /// call rewrote() ask before they change anything; `fx-journal --undo` says
  /// no.
  bool mayRewrite(const Node &At, llvm::StringRef What = {}) const;
  /// As above, for a node that the pass has renamed; \p Name is its old name.
  bool mayRewrite(const Node &At, llvm::StringRef Name,
                  llvm::StringRef What) const;
  /// As above, for a rewrite that belongs to no node.
  bool mayRewrite(llvm::StringRef At, llvm::StringRef What) const;
  /// Whether an instrumentation listens to that; if not, no text is needed.
  bool isWatched() const { return IsWatched; }
  /// @}

private:
  friend class PassStatistic;
  friend class PassManager;

  /// A node that was asked about.
  struct AskedNode {
    const Graph *Owner = nullptr;
    uint32_t Id = 0, Serial = 0;
    std::string Path;
  };
  static AskedNode identify(const Node &N);
  static RewritePlace placeOf(const AskedNode &N, llvm::StringRef Name);

  const PassInfo *Info;
  llvm::SmallVector<PassStatistic *, 4> Statistics;
  DiagnosticEngine *Diags = nullptr;
  AnalysisManager *Analyses = nullptr;
  const GraphModule *Running = nullptr;
  llvm::ArrayRef<std::unique_ptr<PassInstrumentation>> Watchers;
  bool IsWatched = false;
  /// Keys are `WHAT@NAME`, for rewrote().
  mutable llvm::StringMap<AskedNode> Asked;
  PreservedAnalyses Preserved;
};

} // namespace fx

#endif // FX_PASS_PASS_H
