//===- FXLspMain.cpp - The driver of fx-lsp -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXLspMain.h"
#include "Common/CommandLine.h"
#include "LspFlags.h"
#include "Opt/FXOptSetup.h"
#include "Server.h"
#include "fx/Tools/AllPasses.h"
#include "fx/Tools/FXOptMain.h"
#include <unistd.h>

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

/// The names of all options of \p Tool, those of passes too.
static std::vector<std::string> optionNames(const ToolInfo &Tool,
                                            const PassRegistry &Registry) {
  FXOptConfig Config;
  CommandLine Flags;
  // It has an option for each pass of a plugin.
  if (Tool.Name == FXOptTool.Name)
    addFlags(Flags, Config, Registry);
  else
    Tool.AddFlags(Flags);
  std::vector<std::string> Names;
  for (const CommandLineFlag &Flag : Flags.flags())
    Names.push_back(Flag.Name);
  for (StringRef Old : Flags.oldNames())
    Names.push_back(Old.str());
  return Names;
}

static int run(ArrayRef<const char *> Args, StringRef Tool) {
  LspConfig Config;
  Config.Options.Tool = Tool.str();
  CommandLine Flags;
  addLspFlags(Flags, Config);
  DiagnosticEngine Diags;
  std::vector<std::string> Words;
  if (!parseFlags(FXLspTool, Args, Config.Options, Flags, /*Registry=*/nullptr,
                  Diags, Words))
    return ExitUsage;
  if (std::optional<int> Code =
          answerHelp(FXLspTool, Tool, Config.Options.Help, Flags,
                     /*Registry=*/nullptr, Diags))
    return *Code;
  if (!Words.empty()) {
    Diags.report(diag::err_expected, SMLoc(), "no file: an editor sends them")
        .file(Tool);
    return ExitUsage;
  }
  Environment Env;
  registerAllPasses(Env.Registry);
  SourceMgr SM;
  Diags.setSource(&SM);
  if (!loadPlugins(Args, Flags, Env.Registry, Diags) ||
      !loadSchemas(Config.Options, SM, Diags))
    return ExitFailure;
  for (const ToolInfo *Known : allTools())
    Env.Options[Known->Name] = optionNames(*Known, Env.Registry);
  Env.DocsFolder = Config.Docs.empty() ? docsFolder() : Config.Docs;

  // Messages go where standard output went; what a pass prints must not come
  // between them.
  int Output = dup(STDOUT_FILENO);
  if (Output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    Diags.report(diag::err_open_input, SMLoc(), "there is no standard output")
        .file(Tool);
    return ExitFailure;
  }
  raw_fd_ostream OS(Output, /*shouldClose=*/true);
  Transport Client(STDIN_FILENO, OS);
  int Code = Server(Client, std::move(Env)).run();
  // A client that has gone reads nothing.
  OS.clear_error();
  return Code;
}

int fx::FXLspMain(int Argc, const char *const *Argv) {
  return fx::runTool(Argc, Argv, "fx-lsp", run);
}
