//===- PassBase.td - How passes are declared ---------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass `def ReplaceGelu : Pass<"replace-gelu">` gives the base class
// `impl::ReplaceGeluBase`, the function `createReplaceGelu()`, and a section of
// docs/Passes.md.
//
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSBASE
#define FX_PASS_PASSBASE

/// An option `flag=value`, a member `cppName` of the base class. Types: bool,
/// int64_t, uint64_t, double, std::string.
class Option<string cppName, string flag, string type, string default,
             string description> {
  string CppName = cppName;
  string Flag = flag;
  string Type = type;
  /// The text of the default.
  string Default = default;
  string Description = description;
  /// What help shows for the value, e.g. `selector`. Unset: from the type. An
  /// option in a list cannot set it: a class of its own does, with
  /// `let ValueName = "selector";`.
  string ValueName = ?;
  /// What the option was called before. Pipelines that say so work for one more
  /// version, with a warning.
  string OldFlag = "";
}

/// An option that takes several values, `flag=a,b` or `flag={a,b}`; the member
/// is a vector.
class ListOption<string cppName, string flag, string type, string description>
    : Option<cppName, flag, type, "", description>;

/// An option whose values are words; the member is an enum class `enumName`
/// whose enumerators are the words in CamelCase.
class EnumOption<string cppName, string flag, string enumName,
                 list<string> values, string default, string description>
    : Option<cppName, flag, enumName, default, description> {
  list<string> Values = values;
}

/// A number that the pass counts.
class Statistic<string cppName, string name, string description> {
  string CppName = cppName;
  string Name = name;
  string Description = description;
}

/// A pass, `--flag` on the command line.
class Pass<string flag> {
  string Flag = flag;
  /// One line, an imperative without a full stop.
  string Summary = ?;
  /// Markdown: what it does exactly, when it refuses, what it preserves.
  string Description = ?;
  list<Option> Options = [];
  /// The option that `--flag=VALUE` sets.
  string FlagOption = "";
  list<Statistic> Statistics = [];
  /// Analyses that stay valid although the pass changed something.
  list<string> Preserved = [];
  /// Whether a second run right after the first changes nothing.
  bit Idempotent = true;
  /// A shell command and what it shows, for the page.
  string Example = ?;
}

#endif // FX_PASS_PASSBASE
