//===- PassPipeline.h - Passes in order, and their text ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The text of a pipeline:
/// \code{.txt}
///   pipeline := [ element { ',' element } ]
///   element  := pass [ '{' options '}' ]
///             | 'fix' [ '{' 'max-iterations' '=' number '}' ] '(' pipeline ')'
///   options  := { option [ ',' ] }
///   option   := name '=' value    the option `name`
///             | name              the bool option `name`: true
///             | value             the option that the pass' own flag sets
///   value    := characters up to white space, ',' or '}', but for those inside
///               "...", (...), [...] and {...}; in "..." a \ quotes
/// \endcode
/// The value of a list option is `a,b` or `{a,b}`; after a comma, a word is
/// another item unless it is the name of an option. `fix(...)` runs its passes
/// again and again until none of them changes anything.
///
/// What print() writes reads back to the same pipeline; options that have their
/// default are left out.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSPIPELINE_H
#define FX_PASS_PASSPIPELINE_H

#include "fx/Pass/Pass.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace llvm {
class SourceMgr;
}

namespace fx {

struct FixpointGroup;

/// Passes and groups of passes, in order.
class PassPipeline {
public:
  /// A pass or a group; never both.
  struct Element {
    std::unique_ptr<Pass> P;
    std::unique_ptr<FixpointGroup> Group;
  };

  PassPipeline();
  PassPipeline(PassPipeline &&);
  PassPipeline &operator=(PassPipeline &&);
  ~PassPipeline();

  /// Takes what \p P stands for, if that is other passes (Pass::expand).
  void add(std::unique_ptr<Pass> P);
  void add(FixpointGroup Group);
  /// Moves the elements of \p Other to the end.
  void append(PassPipeline Other);

  llvm::ArrayRef<Element> elements() const { return Elements; }
  bool empty() const { return Elements.empty(); }
  /// Calls \p Fn for every pass, those of groups included, in order.
  void forEachPass(llvm::function_ref<void(Pass &)> Fn) const;
  /// A pipeline of clones.
  PassPipeline clone() const;
  /// The canonical text.
  void print(llvm::raw_ostream &OS) const;

private:
  std::vector<Element> Elements;
};

/// Runs its body until it changes nothing.
struct FixpointGroup {
  static constexpr unsigned DefaultMaxIterations = 32;
  /// How deeply the text of a pipeline may nest groups.
  static constexpr unsigned MaxDepth = 32;

  PassPipeline Body;
  /// More iterations that still change something are an error.
  unsigned MaxIterations = DefaultMaxIterations;
};

/// Reads the pipeline in buffer \p BufferId of \p SM and appends it to \p Out.
/// Reports every mistake that it can separate, with its place; false when
/// there was one.
bool parsePassPipeline(const PassRegistry &Registry, const llvm::SourceMgr &SM,
                       unsigned BufferId, DiagnosticEngine &Diags,
                       PassPipeline &Out);

/// The same from a string. The error's text is what would be printed: with the
/// line and a caret.
llvm::Expected<PassPipeline> parsePassPipeline(llvm::StringRef Text,
                                               const PassRegistry &Registry);

/// Reads buffer \p BufferId of \p SM as what stands between the braces after
/// \p P: the value of the flag `--pass=VALUE`.
bool parsePassOptions(Pass &P, const llvm::SourceMgr &SM, unsigned BufferId,
                      DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_PASS_PASSPIPELINE_H
