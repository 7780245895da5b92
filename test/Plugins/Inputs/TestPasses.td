//===- TestPasses.td - Passes that test the pass manager ----*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/Pass/PassBase.td"

class TestPass<string flag> : Pass<flag> {
  let Example = "fx-opt model.fx --load-pass-plugin=TestPasses.so --" # flag;
}

def TestOptions : TestPass<"test-options"> {
  let Summary = "Does nothing, with options of every type";
  let Description = [{
    The options are for tests of pipelines.
  }];
  let Options = [
    ListOption<"Names", "names", "std::string", "Some names">,
    Option<"Flag", "flag", "bool", "false", "Whether or not">,
    Option<"Level", "level", "int64_t", "-1", "A number of either sign">,
    Option<"Size", "size", "uint64_t", "4", "A number from 0 on">,
    Option<"Scale", "scale", "double", "0.5", "A factor">,
    Option<"Label", "label", "std::string", "", "Any text, which is shown "
           "nowhere, but whose explanation is too long for one line">,
    EnumOption<"Mode", "mode", "ModeKind", ["fast", "very-slow"], "fast",
               "How to do it">,
    ListOption<"Sizes", "sizes", "int64_t", "Some numbers">,
  ];
  let FlagOption = "names";
}

def TestDeny : TestPass<"test-deny"> {
  let Summary = "Change the graph and deny it";
  let Description = "Tags the first node and returns false.";
}

def TestClaim : TestPass<"test-claim"> {
  let Summary = "Change nothing and claim it";
  let Description = "Returns true.";
}

def TestBreak : TestPass<"test-break"> {
  let Summary = "Leave an invalid graph";
  let Description = "Moves the output to the front.";
}

def TestErase : TestPass<"test-erase"> {
  let Summary = "Erase the first node";
  let Description = "Asks for it although the node may have users.";
}

def TestFlip : TestPass<"test-flip"> {
  let Summary = "Change the graph each time, to and fro";
  let Description = "Sets and clears the metadata `flip` of the first node.";
  let Idempotent = false;
}

def TestCount : TestPass<"test-count"> {
  let Summary = "Count up in the metadata of the output";
  let Description = "Adds 1 to the metadata `count` while it is below `limit`.";
  let Options = [
    Option<"Limit", "limit", "uint64_t", "3", "The last number">,
    Option<"Key", "key", "std::string", "count", "The metadata to count in">,
  ];
  let FlagOption = "limit";
  let Statistics = [
    Statistic<"NumSteps", "num-steps", "how often something was added">,
    Statistic<"NumRuns", "num-runs", "how often the pass ran">,
  ];
}

def TestFail : TestPass<"test-fail"> {
  let Summary = "Fail in one of many ways";
  let Description = "Returns or reports errors.";
  let Options = [
    EnumOption<"How", "how", "HowKind",
               ["text", "node", "new-node", "report", "report-and-change",
                "report-text"],
               "text",
               "`text`: an error without a place; `node`: one at the first "
               "node; `new-node`: one at a node without a line; `report`: two "
               "reported ones; `report-text`: a reported one of no id">,
  ];
  let FlagOption = "how";
}

def TestParse : TestPass<"test-parse"> {
  let Summary = "Parse a text that is in memory";
  let Description = "Fails with the error of fx::parseModule.";
  let Options = [
    EnumOption<"What", "what", "WhatKind",
               ["two-modules", "no-version", "bad-line"], "two-modules",
               "`no-version`: a text that must be native and does not say so; "
               "`bad-line`: one that is not a node">,
  ];
  let FlagOption = "what";
}

def TestInline : TestPass<"test-inline"> {
  let Summary = "Inline all modules, but not endlessly";
  let Description = "Runs fx::inlineModules with a limit of nodes.";
  let Options = [
    Option<"Limit", "limit", "uint64_t", "10", "Most nodes to make">,
  ];
  let FlagOption = "limit";
}

def TestWarn : TestPass<"test-warn"> {
  let Summary = "Warn about the first node";
  let Description = "Reports a warning with a note, and changes nothing.";
}

def TestAnalysis : TestPass<"test-analysis"> {
  let Summary = "Count how often analyses are made";
  let Description = [{
    Uses the analysis `test-twice`, which uses `test-size`, and tags the output
    if asked to.
  }];
  let Options = [
    Option<"Change", "change", "bool", "false", "Change something">,
    EnumOption<"Keep", "keep", "KeepKind", ["none", "size", "twice", "all"],
               "none", "What to preserve besides what the td file says">,
  ];
  let Statistics = [
    Statistic<"NumSize", "num-size", "how often test-size was made">,
    Statistic<"NumTwice", "num-twice", "how often test-twice was made">,
  ];
}

def TestPlant : TestPass<"test-plant"> {
  let Summary = "Turn the operands of sums around, one of them wrongly";
  let Description = [{
    Replaces each `torch.add(a, b)` by `torch.add(b, a)`, but for the one that
    `at` counts.
  }];
  let Options = [
    Option<"At", "at", "uint64_t", "1", "Which is wrong; 0: none">,
    EnumOption<"How", "how", "HowKind",
               ["value", "type", "invalid", "crash", "error", "raise", "exit",
                "loop", "grow", "quit"],
               "value",
               "`value`: it is a difference; `type`: a comparison; `invalid`: "
               "it stands before its operands; `crash`: the pass dies; `error`: "
               "it fails; `raise`: it sends SIGFPE; `exit`: it calls exit(0); "
               "`loop`: it is turned without an end; `grow`: memory is taken "
               "without an end; `quit`: it calls _exit(0)">,
    Option<"Silent", "silent", "bool", "false", "Do not tell of rewrites">,
  ];
  let Idempotent = false;
}

def TestSwap : TestPass<"test-swap"> {
  let Summary = "Turn the operands of sums around, one after the other";
  let Description = "Between the two edits of a sum it has one of them twice.";
  let Idempotent = false;
}

def TestHang : TestPass<"test-hang"> {
  let Summary = "Never end if there is such a call";
  let Options = [
    Option<"Target", "target", "std::string", "", "Of calls of functions">,
  ];
  let FlagOption = "target";
  let Description = "Sleeps until it is killed.";
}

def TestMoody : TestPass<"test-moody"> {
  let Summary = "Spoil one sum, another one each time";
  let Description = "Counts its runs.";
  let Idempotent = false;
}

def TestDamage : TestPass<"test-damage"> {
  let Summary = "Spoil one call";
  let Description = [{
    Of the calls whose target matches `target`, the one that `at` counts.
  }];
  let Options = [
    Option<"Target", "target", "std::string", "", "A glob">,
    Option<"At", "at", "uint64_t", "1", "Which of them">,
    EnumOption<"How", "how", "HowKind",
               ["value", "nan", "inf", "alias", "invalid", "crash", "error"],
               "value",
               "`value`: its users take 1.25 times the value; `nan`: NaN; "
               "`inf`: infinity; `alias`: its first operand; `invalid`: it stands before its "
               "operands; `crash`: the pass dies; `error`: it fails">,
  ];
  let Idempotent = false;
}

def TestPreserve : TestPass<"test-preserve"> {
  let Summary = "Change something and preserve an analysis";
  let Description = "Preserves `test-size`, as its declaration says.";
  let Preserved = ["test-size"];
}
