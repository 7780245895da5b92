//===- PassPrinting.h - Graphs between passes, statistics -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Prints graphs or differences between passes, and statistics after a
/// pipeline.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSPRINTING_H
#define FX_PASS_PASSPRINTING_H

#include "fx/IR/Printer.h"
#include "fx/Pass/PassInstrumentation.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fx {

class PassPipeline;

/// Which graphs to print while a pipeline runs.
struct PassPrintOptions {
  /// Names of passes.
  std::vector<std::string> Before, After;
  bool BeforeAll = false, AfterAll = false;
  /// After each pass that changed the text of the module.
  enum ChangedKind : uint8_t { Never, Whole, Diff } Changed = Never;
  /// Returns whether a module is printed; if empty, all are.
  std::function<bool(const GraphModule &)> Filter;
  /// Whether the lines of a difference are colored.
  bool Colors = false;
  /// How graphs are written.
  PrintFormat Format = PrintFormat::Native;

  bool any() const {
    return BeforeAll || AfterAll || Changed || !Before.empty() ||
           !After.empty();
  }
};

/// Prints graphs to \p OS, each time under a line that says when:
/// `// *** after cse ***`. Long lines of a difference are cut.
std::unique_ptr<PassInstrumentation> createPassPrinter(PassPrintOptions Options,
                                                       llvm::raw_ostream &OS);

/// Prints what the passes of \p Pipeline counted. Passes of one name are added
/// up.
void printPassStatistics(const PassPipeline &Pipeline, llvm::raw_ostream &OS);
/// The same as JSON: an object by pass with a number by name.
void printPassStatisticsJSON(const PassPipeline &Pipeline,
                             llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_PASS_PASSPRINTING_H
