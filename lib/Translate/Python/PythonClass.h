//===- PythonClass.h - Classes of modules -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PYTHONCLASS_H
#define FX_LIB_TRANSLATE_PYTHONCLASS_H

#include "PythonFile.h"
#include "fx/IR/Module.h"
#include <memory>

namespace fx {

/// Writes a class for each graph of one GraphModule, those that others need
/// first.
class PythonClassWriter {
public:
  /// \p Name is that of the class of the root.
  PythonClassWriter(PythonFile &File, const GraphModule &M, std::string Name,
                    llvm::raw_ostream &OS)
      : File(File), M(M), Name(std::move(Name)), OS(OS),
        Known(std::make_shared<Facts>()) {}

  llvm::Error write();

private:
  /// Writes the constructor of one class.
  PythonClassWriter(const PythonClassWriter &Whole, llvm::raw_ostream &OS)
      : File(Whole.File), M(Whole.M), OS(OS), Known(Whole.Known) {}

  void findCalls();
  void findBuildable();
  bool isBuildable(const Module &Sub) const;
  bool isLeafClass(const Module &Sub) const;
  bool lacksState(const Module &Sub, llvm::StringRef Path) const;
  void takeState(const Module &Owner, llvm::StringRef Path);
  llvm::Error writeClass(const Module &Owner, llvm::StringRef Path);
  llvm::Error buildTree(const Module &Owner, llvm::StringRef Path);
  llvm::Expected<std::string> construct(const Module &Sub,
                                        llvm::StringRef Path);
  llvm::Error declare(const Module &Sub, llvm::StringRef Text, bool ByClass);
  void declareTensor(const TensorAttr &T, llvm::StringRef Owner);
  void declareSpecs();
  void adjust(const Module &Sub, llvm::StringRef Text);
  llvm::Error buildAll(const Module &Owner, llvm::StringRef Path,
                       bool IsProgram);
  llvm::Error takeAll(const Module &Owner, llvm::StringRef Path);
  void take(llvm::StringRef Path, llvm::StringRef Base);
  bool isInsideTaken(llvm::StringRef Path) const;
  void takeMissing(const Module &Owner, llvm::StringRef Path);
  void setModes(const Module &Owner, llvm::StringRef Path);
  llvm::Error forward(const Module &Owner);
  bool hasState() const;
  void writeState();
  std::string stateText(llvm::StringRef Path) const;
  llvm::raw_ostream &line();

  PythonFile &File;
  const GraphModule &M;
  std::string Name;
  llvm::raw_ostream &OS;

  struct ClassInfo {
    std::string Name;
    /// Whether it takes parts from a module that it is given.
    bool NeedsRoot = false;
  };
  /// What is known of all modules.
  struct Facts {
    /// Paths from the root that graphs call.
    llvm::StringSet<> Called;
    /// Paths from the root that graphs ask for.
    llvm::StringSet<> Read;
    llvm::DenseMap<const Module *, bool> Buildable;
    /// Classes of the modules with graphs.
    llvm::DenseMap<const Module *, ClassInfo> Classes;
  };
  std::shared_ptr<Facts> Known;
  /// Whether the class that is being written needs the root.
  bool NeedsRoot = false;
  llvm::StringSet<> Taken;
  /// Expressions of tensors, by record and type: ties.
  llvm::StringMap<std::string> ByRecord;
};

} // namespace fx

#endif // FX_LIB_TRANSLATE_PYTHONCLASS_H
