//===- PassEmitter.cpp - -gen-pass-decls, -gen-pass-defs --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-pass-decls, for the header of a group of passes: a PassInfo for each,
// `createX()`, and `registerGroupPasses(PassRegistry &)` where Group is the
// value of --pass-group.
//
// -gen-pass-defs, for the source file of one pass, which first defines
// GEN_PASS_DEF_X: the base class impl::XBase<Derived> with options and
// statistics as members, and the body of createX().
//
// The code expects fx/Pass/Pass.h: Pass with a constructor from PassInfo,
// PassRegistry with add(const PassInfo &, Factory), PassStatistic.
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "PassModel.h"
#include "fx/Support/CharClass.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

static llvm::cl::opt<std::string>
    PassGroup("pass-group", llvm::cl::value_desc("name"),
              llvm::cl::desc("The name in registerNAMEPasses"));

/// A C++ string literal over as many lines as Text has.
static void emitLiteral(raw_ostream &OS, StringRef Text) {
  if (Text.empty()) {
    OS << "\"\"";
    return;
  }
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    OS << "\n        \"";
    OS.write_escaped(Text.take_front(End));
    OS << '"';
    Text = Text.drop_front(End);
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void emitInfo(const PassDef &Pass, raw_ostream &OS) {
  StringRef Name = Pass.Name;
  if (!Pass.Options.empty()) {
    OS << "inline constexpr fx::PassOptionInfo " << Name
       << "PassOptionInfos[] = {\n";
    for (const OptionDef &Option : Pass.Options) {
      OS << "    {\"" << Option.Flag << "\", \"";
      OS.write_escaped(Option.ValueName);
      OS << "\", \"";
      OS.write_escaped(Option.Default);
      OS << "\", ";
      emitLiteral(OS, Option.Description);
      OS << ", " << (Option.IsList ? "true" : "false");
      if (!Option.OldFlag.empty())
        OS << ", \"" << Option.OldFlag << '"';
      OS << "},\n";
    }
    OS << "};\n";
  }
  if (!Pass.Preserved.empty()) {
    OS << "inline constexpr llvm::StringLiteral " << Name
       << "PassPreserved[] = {";
    for (StringRef Analysis : Pass.Preserved)
      OS << '"' << Analysis << "\", ";
    OS << "};\n";
  }
  OS << "inline constexpr fx::PassInfo " << Name << "PassInfo = {\n    \""
     << Pass.Flag << "\", ";
  for (StringRef Text : {StringRef(Pass.Summary), StringRef(Pass.Description),
                         StringRef(Pass.Example)}) {
    emitLiteral(OS, Text);
    OS << ", ";
  }
  OS << '"' << Pass.FlagOption << "\",\n    ";
  if (Pass.Options.empty())
    OS << "{}, ";
  else
    OS << Name << "PassOptionInfos, ";
  if (Pass.Preserved.empty())
    OS << "{}";
  else
    OS << Name << "PassPreserved";
  OS << ", " << (Pass.Idempotent ? "true" : "false") << "};\n"
     << "/// " << Pass.Summary << ".\n"
     << "std::unique_ptr<fx::Pass> create" << Name << "();\n\n";
}

static void emitPassDecls(llvm::RecordKeeper &Records, raw_ostream &OS) {
  if (!llvm::all_of(PassGroup, fx::isNameChar))
    llvm::PrintFatalError("--pass-group is not a part of an identifier");
  std::vector<PassDef> Passes = readPasses(Records);
  llvm::emitSourceFileHeader("Declarations of passes", OS);
  for (const PassDef &Pass : Passes)
    emitInfo(Pass, OS);
  OS << "/// Adds the passes declared here.\n"
     << "inline void register" << PassGroup
     << "Passes(fx::PassRegistry &Registry) {\n";
  for (const PassDef &Pass : Passes)
    OS << "  Registry.add(" << Pass.Name << "PassInfo, create" << Pass.Name
       << ");\n";
  OS << "}\n";
}

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

static void emitDefault(const OptionDef &Option, raw_ostream &OS) {
  if (!Option.Words.empty()) {
    OS << Option.Type << "::" << camelCase(Option.Default);
  } else if (Option.Type == "std::string") {
    OS << '"';
    OS.write_escaped(Option.Default);
    OS << '"';
  } else {
    OS << Option.Default;
  }
}

/// An enum class and how its values are read and printed.
static void emitEnum(const OptionDef &Option, raw_ostream &OS) {
  OS << "  enum class " << Option.Type << " {";
  for (StringRef Word : Option.Words)
    OS << ' ' << camelCase(Word) << ',';
  OS << " };\n"
     << "  friend llvm::Error parseOptionValue(llvm::StringRef Text, "
     << Option.Type << " &Value) {\n"
     << "    llvm::Expected<unsigned> Word = fx::parseOptionWord(Text, {";
  for (StringRef Word : Option.Words)
    OS << '"' << Word << "\", ";
  OS << "});\n    if (!Word)\n      return Word.takeError();\n"
     << "    Value = " << Option.Type << "(*Word);\n"
     << "    return llvm::Error::success();\n  }\n"
     << "  friend void printOptionValue(llvm::raw_ostream &OS, " << Option.Type
     << " Value) {\n    static constexpr llvm::StringLiteral Words[] = {";
  for (StringRef Word : Option.Words)
    OS << '"' << Word << "\", ";
  OS << "};\n    OS << Words[unsigned(Value)];\n  }\n";
}

static void emitBase(const PassDef &Pass, raw_ostream &OS) {
  std::string Guard = "GEN_PASS_DEF_" + Pass.Name.upper();
  std::string Class = (Pass.Name + "Base").str();
  std::string Create = ("create" + Pass.Name).str();
  OS << "#ifdef " << Guard << "\n"
     << "namespace impl {\n"
     << "std::unique_ptr<fx::Pass> " << Create << "();\n"
     << "template <typename DerivedT> class " << Class
     << " : public fx::Pass {\npublic:\n"
     << "  using Base = " << Class << ";\n"
     << "  " << Class << "() : fx::Pass(" << Pass.Name << "PassInfo) {}\n"
     << "  " << Class << "(const " << Class << " &Other) : fx::Pass(Other) {\n"
     << "    copyOptionValues(Other);\n  }\n"
     << "  std::unique_ptr<fx::Pass> clone() const override {\n"
     << "    return std::make_unique<DerivedT>(static_cast<const DerivedT "
        "&>(*this));\n  }\n\n";
  for (const OptionDef &Option : Pass.Options)
    if (!Option.Words.empty())
      emitEnum(Option, OS);
  OS << "protected:\n";
  for (const OptionDef &Option : Pass.Options) {
    OS << "  fx::" << (Option.IsList ? "ListOption<" : "Option<") << Option.Type
       << "> " << Option.CppName << "{*this, \"" << Option.Flag << '"';
    if (!Option.IsList) {
      OS << ", ";
      emitDefault(Option, OS);
    }
    OS << "};\n";
  }
  for (const StatisticDef &Statistic : Pass.Statistics) {
    OS << "  fx::PassStatistic " << Statistic.CppName << "{*this, \""
       << Statistic.Name << "\", \"";
    OS.write_escaped(Statistic.Description);
    OS << "\"};\n";
  }
  OS << "\nprivate:\n"
     << "  friend std::unique_ptr<fx::Pass> " << Create << "() {\n"
     << "    return std::make_unique<DerivedT>();\n  }\n};\n"
     << "} // namespace impl\n"
     << "std::unique_ptr<fx::Pass> " << Create << "() { return impl::" << Create
     << "(); }\n"
     << "#undef " << Guard << "\n#endif // " << Guard << "\n\n";
}

static void emitPassDefs(llvm::RecordKeeper &Records, raw_ostream &OS) {
  std::vector<PassDef> Passes = readPasses(Records);
  llvm::emitSourceFileHeader("Base classes of passes", OS);
  for (const PassDef &Pass : Passes)
    emitBase(Pass, OS);
}

static llvm::TableGen::Emitter::Opt
    Decls("gen-pass-decls", emitPassDecls,
          "Declare passes: information, creation, registration");
static llvm::TableGen::Emitter::Opt
    Defs("gen-pass-defs", emitPassDefs,
         "Write the base classes of passes, behind GEN_PASS_DEF_*");
