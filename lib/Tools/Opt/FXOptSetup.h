//===- FXOptSetup.h - From a command line to passes --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_OPT_FXOPTSETUP_H
#define FX_LIB_TOOLS_OPT_FXOPTSETUP_H

#include "FXOptConfig.h"
#include "fx/Pass/PassPipeline.h"

namespace fx {

struct FlagFile;

/// Loads what --load-pass-plugin names, so that the flags of its passes exist
/// before the others are read. \p Flags are those that are known so far.
bool loadPlugins(llvm::ArrayRef<const char *> Args, const CommandLine &Flags,
                 PassRegistry &Registry, DiagnosticEngine &Diags);

/// Registers the operators that --schema names.
bool loadSchemas(const FXOptConfig &Config, llvm::SourceMgr &SM,
                 DiagnosticEngine &Diags);

/// Registers the rules that --load-rules names.
bool loadRules(const FXOptConfig &Config, DiagnosticEngine &Diags);

/// The files that \p Config names to write to, besides the result.
std::vector<FlagFile> sideOutputs(const FXOptConfig &Config);
/// Those that it names to read, besides the model and its weights. Some are
/// none.
std::vector<std::string> otherInputs(const FXOptConfig &Config);
/// Reports files that are read and written; false then. Those of weights that a
/// text names are not among them.
bool checkOutputs(const FXOptConfig &Config, DiagnosticEngine &Diags);

/// Does what \p Args say, the words after the name of the tool in \p Config,
/// which the rest of is filled with.
int runFXOpt(llvm::ArrayRef<const char *> Args, FXOptConfig &Config,
             PassRegistry &Registry);

/// The passes of all flags, in order. Their text is copied into \p SM.
bool buildPipeline(const FXOptConfig &Config, const PassRegistry &Registry,
                   llvm::SourceMgr &SM, DiagnosticEngine &Diags,
                   PassPipeline &Pipeline);

} // namespace fx

#endif // FX_LIB_TOOLS_OPT_FXOPTSETUP_H
