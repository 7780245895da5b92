//===- PythonFile.h - What one file of Python shares ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PYTHONFILE_H
#define FX_LIB_TRANSLATE_PYTHONFILE_H

#include "fx/IR/Argument.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>

namespace llvm {
class raw_ostream;
}

namespace fx {

class Graph;

/// Names at the top of a file: imports, objects that are looked up by their
/// qualified names, classes. Local variables and these never share a name.
class PythonFile {
public:
  /// Keeps the names of the nodes of \p G for local variables.
  void reserve(const Graph &G);
  /// \p Name, or that with a number: an identifier that is not a keyword, no
  /// builtin and no name at the top of the file, is not in \p Used, and is put
  /// there.
  std::string local(llvm::StringRef Name, llvm::StringSet<> &Used);
  /// Whether a parameter of that name would hide something.
  static bool isReserved(llvm::StringRef Name);
  /// A name at the top for a class.
  std::string className(llvm::StringRef Name);

  /// How code spells the function, class or constant of that qualified name.
  std::string object(llvm::StringRef Qualified);
  /// The same of a class of named tuples, which is made where there is no
  /// module to look it up in.
  std::string namedTuple(llvm::StringRef Qualified,
                         llvm::ArrayRef<std::string> Fields, bool Make);
  void import(llvm::StringRef Module) { Imports.insert(Module.str()); }

  /// Which of the functions of the loader are needed.
  bool UsesArchive = false, UsesTensors = false, UsesFiles = false,
       UsesTake = false, UsesTreeSpec = false;

  /// The file around \p Classes.
  void write(llvm::raw_ostream &OS, llvm::StringRef Doc,
             llvm::StringRef Classes) const;

private:
  std::string top(llvm::StringRef Name);

  std::set<std::string> Imports;
  /// Keys are qualified names: the alias, and what it is.
  std::map<std::string, std::string> Aliases;
  std::vector<std::string> Definitions;
  /// Names at the top, and of local variables of all functions.
  llvm::StringSet<> Tops, Locals;
};

/// Whether \p Text can be written after a dot.
bool isPythonName(llvm::StringRef Text);
/// A string in quotes.
std::string pythonString(llvm::StringRef Text);
/// `BASE.a.b`, with getattr() for what is not an identifier.
std::string pythonPath(llvm::StringRef Base, llvm::StringRef Path);

/// Writes \p A as an expression; \p NodeName gives that of a node. Fails where
/// there is none.
llvm::Error
writePythonValue(PythonFile &File, const Argument &A, llvm::raw_ostream &OS,
                 llvm::function_ref<llvm::StringRef(const Node &)> NodeName);

} // namespace fx

#endif // FX_LIB_TRANSLATE_PYTHONFILE_H
