//===- LspFlags.cpp - The options of fx-lsp -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LspFlags.h"
#include "Common/CommandLine.h"

using namespace fx;
using namespace llvm;

void fx::addLspFlags(CommandLine &Flags, LspConfig &Config) {
  Flags.text("docs", "FOLDER", Config.Docs, "Link to the pages in FOLDER");
  Flags.list(PluginFlag, "FILE", Config.Options.Plugins,
             "Know the passes, operators and rules of a plugin");
  Flags.list(SchemaFlag, "FILE", Config.Options.Schemas,
             "Know the custom operators whose schemas FILE has");
  addHelpFlags(Flags, Config.Options.Help);
}

static void addAllFlags(CommandLine &Flags) {
  static LspConfig Config;
  addLspFlags(Flags, Config);
}

// Apart from the server, which a tool that names these options does not need.
static constexpr StringLiteral Usages[] = {"[options]"};
const ToolInfo fx::FXLspTool = {
    "fx-lsp", "tells editors about graphs and rules, as a language server",
    Usages,
    "An editor starts it and speaks the Language Server Protocol on standard "
    "input and output; docs/Editor.md has the set-up of several.",
    addAllFlags};
