//===- ModuleFrames.h - Which frame a node is drawn in ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_MODULEFRAMES_H
#define FX_LIB_TRANSLATE_MODULEFRAMES_H

#include "fx/IR/Module.h"
#include "fx/IR/SideTables.h"
#include "fx/Support/Globs.h"
#include "llvm/ADT/StringMap.h"

namespace fx {

/// A call of a module, or a graph; a tree whose root is frame 0.
struct ModuleFrame {
  unsigned Parent = 0;
  unsigned Depth = 0;
  /// Dotted path and class of the module; may be empty.
  std::string Path, Class;
  /// The graph that is drawn in this frame, if that is what the frame is for.
  const Graph *Code = nullptr;
};

/// All frames of a picture.
class ModuleFrames {
public:
  ModuleFrames() { Frames.emplace_back(); }

  llvm::ArrayRef<ModuleFrame> frames() const { return Frames; }
  const ModuleFrame &operator[](unsigned I) const { return Frames[I]; }
  /// A frame of its own for a graph, or for a model.
  unsigned addFrame(unsigned Parent, std::string Path, std::string Class,
                    const Graph *Code);

  /// The frames of the nodes of \p G, which is drawn in the frame \p Base: by
  /// `nn_module_stack` or the target of a call_module; other nodes stand where
  /// they are used, as far as they get something from there.
  NodeMap<unsigned> place(const Graph &G, unsigned Base);

private:
  unsigned child(unsigned Parent, llvm::StringRef Key, llvm::StringRef Path,
                 llvm::StringRef Class);
  std::optional<unsigned> known(const Node &N, unsigned Base);
  std::optional<unsigned> inStack(const Argument &Stack, unsigned Base);
  unsigned common(unsigned A, unsigned B) const;

  std::vector<ModuleFrame> Frames;
  /// Keys are the parent and the key.
  llvm::StringMap<unsigned> Index;
  /// In the graph that is placed: by the elements of a stack, which nodes
  /// share, where it leads.
  llvm::DenseMap<const void *, std::optional<unsigned>> Stacks;
};

} // namespace fx

#endif // FX_LIB_TRANSLATE_MODULEFRAMES_H
