//===- TraceEmitter.cpp - -gen-trace-functions, -methods --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what include/fx/Tracing calls operators by: an object for each
// function, in the namespace that Python has it in, and a macro for each method
// of Tensor.
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::StringRef;

static PythonNames readNames(const llvm::RecordKeeper &Records) {
  std::optional<std::vector<OpDef>> Ops = readOps(Records);
  if (!Ops)
    llvm::PrintFatalError("nothing was written");
  return collectPythonNames(*Ops);
}

/// Whether C++ can say \p Name. Names that begin with two underscores belong to
/// Python's operators.
static bool isSayable(StringRef Name) {
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
         !Name.starts_with("__") && llvm::all_of(Name, fx::isNameChar);
}

/// `torch.nn.functional` as `torch::nn::functional`.
static std::string namespaceOf(StringRef Module) {
  std::string Result;
  for (StringRef Part : llvm::split(Module, '.'))
    Result += (Result.empty() ? "" : "::") + cppIdentifier(Part);
  return Result;
}

static void emitFunctions(llvm::RecordKeeper &Records, llvm::raw_ostream &OS) {
  PythonNames Names = readNames(Records);
  llvm::emitSourceFileHeader("Functions over proxies", OS);
  // A name cannot be a function and a namespace.
  llvm::StringSet<> Modules;
  for (const std::string &Name : Names.Functions)
    for (StringRef M = StringRef(Name).rsplit('.').first; !M.empty();
         M = M.contains('.') ? M.rsplit('.').first : StringRef())
      Modules.insert(M);
  StringRef Open;
  for (const std::string &Name : Names.Functions) {
    auto [Module, Bare] = StringRef(Name).rsplit('.');
    StringRef Top = Module.split('.').first;
    // Operators of C++, and overloads, have other spellings.
    if (Bare.empty() || Top == "operator" || Top == "builtins" ||
        Module.starts_with("torch.ops") || Modules.contains(Name) ||
        !isSayable(Bare) || !llvm::all_of(llvm::split(Module, '.'), isSayable))
      continue;
    if (Module != Open) {
      if (!Open.empty())
        OS << "}\n";
      OS << "namespace " << namespaceOf(Module) << " {\n";
      Open = Module;
    }
    OS << "inline constexpr TraceFunction " << cppIdentifier(Bare) << "{\""
       << Name << "\"};\n";
  }
  if (!Open.empty())
    OS << "}\n";
}

static void emitMethods(llvm::RecordKeeper &Records, llvm::raw_ostream &OS) {
  // What Proxy has itself.
  static constexpr llvm::StringLiteral Taken[] = {
      "attr", "begin", "end", "items", "method", "node", "tracer", "unpack"};
  PythonNames Names = readNames(Records);
  llvm::emitSourceFileHeader("Methods of proxies", OS);
  for (const std::string &Name : Names.Methods)
    if (isSayable(Name) && !llvm::is_contained(Taken, StringRef(Name)))
      OS << "FX_TENSOR_METHOD(" << cppIdentifier(Name) << ", \"" << Name
         << "\")\n";
}

static llvm::TableGen::Emitter::Opt
    Functions("gen-trace-functions", emitFunctions,
              "Write the functions that proxies can be passed to");
static llvm::TableGen::Emitter::Opt
    Methods("gen-trace-methods", emitMethods,
            "Write the methods that proxies have");
