//===- ExpectedDiagnostics.h - --verify-diagnostics -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_UPDATE_EXPECTEDDIAGNOSTICS_H
#define FX_LIB_TOOLS_UPDATE_EXPECTEDDIAGNOSTICS_H

#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
}

namespace fx {

/// What has to change in the comments of a text so that they announce what
/// comes.
struct ExpectationChanges {
  struct Message {
    Severity Sev;
    /// Without a place, the first line of the text that is not empty.
    unsigned Line;
    bool HasPlace;
    std::string Text;
  };
  std::vector<Message> Unexpected;
  /// Lines of comments for which nothing came.
  std::vector<unsigned> Unmet;

  bool empty() const { return Unexpected.empty() && Unmet.empty(); }
};

/// Compares messages with what comments of a text announce:
///
///   // expected-error@+1 {{is used before it is defined}}
///
/// The kinds are error, warning, note and remark. The line is `@+N` or `@-N`
/// from the comment's, `@above`, `@below`, or the comment's own. `@unknown` is
/// for messages that have no place in the text. The braces hold a part of the
/// message; after `expected-error-re` parts of it in `{{..}}` are regular
/// expressions. A note without a place belongs to the line of its message.
class ExpectedDiagnostics {
public:
  /// Reads the comments of \p Text, a buffer of \p SM, and takes the messages
  /// of \p Diags from then on. What is wrong with a comment is printed by
  /// finish.
  ExpectedDiagnostics(llvm::StringRef Text, const llvm::SourceMgr &SM,
                      DiagnosticEngine &Diags);

  /// Reports to \p Out what came unexpectedly and what did not come; true when
  /// there is neither.
  bool finish(DiagnosticEngine &Out);
  /// Adds the same to \p Changes.
  void addChanges(ExpectationChanges &Changes) const;

private:
  static constexpr unsigned NoLine = 0;
  struct Expectation {
    Severity Sev;
    unsigned Line;
    std::string Text;
    /// A regular expression for the whole message; empty: Text is a part.
    std::string Regex;
    llvm::SMLoc Loc;
    bool Met = false;
  };

  void readComment(llvm::StringRef Line, unsigned Number, unsigned NumLines);
  void take(const Diagnostic &D);
  void takeOne(Severity Sev, llvm::StringRef Text, llvm::SMLoc Loc);
  unsigned lineOf(llvm::SMLoc Loc) const;
  static bool matches(const Expectation &E, llvm::StringRef Text);

  llvm::StringRef Buffer;
  const llvm::SourceMgr &SM;
  std::vector<Expectation> Expectations;
  /// The indices of the expectations for a line.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> AtLine;
  std::vector<Diagnostic> Mistakes;
  std::vector<ExpectationChanges::Message> Unexpected;
};

} // namespace fx

#endif // FX_LIB_TOOLS_UPDATE_EXPECTEDDIAGNOSTICS_H
