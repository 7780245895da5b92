//===- OutputForm.h - What graphs are written as ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One list of forms, their names and the endings of their files, for all tools
// that write graphs.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_OUTPUTFORM_H
#define FX_LIB_TOOLS_COMMON_OUTPUTFORM_H

#include "fx/IR/Printer.h"
#include "fx/Translate/Html.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace fx {

class CommandLine;
class GraphModule;

enum class OutputForm : uint8_t {
  Native,  ///< fx-opt's own text.
  FX,      ///< What torch.fx prints.
  FX113,   ///< What torch.fx printed up to 2.0.
  Archive, ///< An exported program.
  Python,  ///< A file with a class that PyTorch loads.
  Code,    ///< The function that torch.fx makes: print(module.code).
  Tabular, ///< The table that torch.fx prints.
  Dot,
  JSON,
  SVG,
  HTML,
  Diff, ///< Text for `diff`, without what every edit changes.
  None,
};

/// The form called \p Name, as --to= says it.
std::optional<OutputForm> parseOutputForm(llvm::StringRef Name);
/// What parseOutputForm() reads.
llvm::StringRef toString(OutputForm Form);
/// `native, fx, fx-1.13 or pt2`, for help and messages.
std::string outputFormNames();
/// What the name of a file asks for; none if its ending is not a form's.
std::optional<OutputForm> formOfEnding(llvm::StringRef Path);
/// What is wrong with writing \p Form to a file of that name: its ending is
/// that of another form, and would mislead who reads it; or nothing is written.
/// Empty where all is well.
std::string misnamed(llvm::StringRef Path, OutputForm Form);
/// The endings that formOfEnding() knows.
llvm::ArrayRef<llvm::StringRef> outputEndings();
/// The first ending of \p Form, without its dot; `fx` where it has none.
llvm::StringRef endingOf(OutputForm Form);
/// How printModule writes \p Form; none for forms that it does not know.
std::optional<PrintFormat> printFormatOf(OutputForm Form);

/// The form that printModule writes as \p Format.
OutputForm formOf(PrintFormat Format);

/// Writes \p Modules in any form but Archive. Errors: those of forms that not
/// every module has.
llvm::Error writeForm(llvm::ArrayRef<const GraphModule *> Modules,
                      OutputForm Form, llvm::raw_ostream &OS,
                      const PageOptions &Page = {});

/// Adds `--to=FORM`, and `--print-format=FORM`, which is the same.
void addFormFlag(CommandLine &Flags, std::optional<OutputForm> &Form);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_OUTPUTFORM_H
