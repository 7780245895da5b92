//===- ModelInfo.h - What is inside a model ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Answers without weights: of an archive its directory and the programs are
/// read, of a file of weights its header.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_MODELINFO_H
#define FX_TRANSLATE_MODELINFO_H

#include "fx/Analysis/CostAnalysis.h"
#include "fx/IR/Argument.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace fx {

class GraphModule;
class PT2Archive;
class SafeTensors;

/// A name and how often it occurs.
struct NameCount {
  std::string Name;
  uint64_t Count = 0;
};

/// Tensors of one dtype.
struct TypeCount {
  std::string Type;
  uint64_t Tensors = 0, Bytes = 0;
};

/// Parameters, or buffers, or constants.
struct StateCount {
  std::string Role;
  uint64_t Tensors = 0, Elements = 0, Bytes = 0;
  std::vector<TypeCount> Types;
};

/// An argument or a result.
struct ValueInfo {
  std::string Name;
  /// `f32[8, s77]`; empty when nothing is known.
  std::string Type;
  /// What it is to the program where that is not an ordinary value:
  /// `buffer_mutation mean`.
  std::string Role;
};

/// What one module is.
struct ModelInfo {
  explicit ModelInfo(const GraphModule &M);

  std::string Name, Class;
  bool IsProgram = false;
  /// Known for programs alone.
  std::string TorchVersion, Dialect;
  int64_t SchemaMajor = 0, SchemaMinor = 0;
  std::vector<std::pair<std::string, int64_t>> Opsets;
  std::vector<std::string> Ranges, Guards;
  /// Calls of modules that a program remembers, those with a signature.
  uint64_t ModuleCalls = 0, PreservedCalls = 0;

  /// Nodes by opcode, of all graphs.
  std::array<uint64_t, 6> Opcodes = {};
  uint64_t Nodes = 0, NestedGraphs = 0, NestedNodes = 0, Submodules = 0;
  std::string Weights;
  std::vector<ValueInfo> Inputs, Outputs;
  /// Sorted by count, then by name.
  std::vector<NameCount> Operators;
  /// In the order in which they are found.
  std::vector<NameCount> MetadataKeys;
  std::vector<StateCount> State;
  CostSummary Cost;
};

/// Writes lines for people. \p Verbose shows everything, else long lists are
/// cut.
void printModelInfo(const ModelInfo &Info, llvm::raw_ostream &OS, bool Verbose);
/// An object with the same and the whole of it, see docs/Translate.md, and with
/// the members that \p More writes.
void writeModelInfo(const ModelInfo &Info, llvm::json::OStream &J,
                    llvm::function_ref<void()> More = nullptr);

/// The container: generation, records and what they hold.
void printArchiveInfo(const PT2Archive &Archive, llvm::raw_ostream &OS,
                      bool Verbose);
/// The members of an object that is open.
void writeArchiveInfo(const PT2Archive &Archive, llvm::json::OStream &J);

/// A file of weights.
void printTensorsInfo(const SafeTensors &File, llvm::raw_ostream &OS,
                      bool Verbose);
void writeTensorsInfo(const SafeTensors &File, llvm::json::OStream &J);

} // namespace fx

#endif // FX_TRANSLATE_MODELINFO_H
