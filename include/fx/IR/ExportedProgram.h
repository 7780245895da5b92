//===- ExportedProgram.h - What torch.export adds to a graph ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A GraphModule that came from torch.export (torch.export: ExportedProgram)
/// has one of these. What belongs to a value is metadata of its node, so that
/// it moves, is copied and goes with it:
///
///   val           what is known of the value: a TensorType, a number or a
///                 symbolic expression; a Tuple for several results, a List for
///                 a `Tensor[]`
///   input_spec    of a placeholder: ("parameter", "layer1.weight"); see
///                 InputSpec
///   output_specs  of the output: one tuple for each value that is returned
///   stack_trace, nn_module_stack, torch_fn, ...   as the archive spells them
///
/// The rest is here. Values that module calls name follow replaced uses and are
/// dropped with their node.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_EXPORTEDPROGRAM_H
#define FX_IR_EXPORTEDPROGRAM_H

#include "fx/IR/Argument.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace fx {

/// What an argument or a result of a program is
/// (torch.export: InputSpec, OutputSpec). In metadata a tuple of its parts.
struct InputSpec {
  enum SpecKind : uint8_t {
    UserInput,
    Parameter,
    Buffer,
    TensorConstant,
    CustomObj,
    ConstantInput, ///< A number, a string or None; `val` has it.
    Token,
  };
  SpecKind Kind = UserInput;
  /// Dotted name of the parameter, buffer, constant or object.
  Symbol Target;
  /// Whether a buffer is part of the state that is saved.
  bool Persistent = true;

  Argument toArgument(Context &Ctx) const;
  static std::optional<InputSpec> fromArgument(const Argument &A);
  /// The specification of \p Placeholder, or none.
  static std::optional<InputSpec> of(const Node &Placeholder);
};

/// What an output of a program is for (torch.export: OutputSpec).
struct OutputSpec {
  enum SpecKind : uint8_t {
    UserOutput,
    LossOutput,
    BufferMutation,
    GradientToParameter,
    GradientToUserInput,
    UserInputMutation,
    Token,
    ParameterMutation,
  };
  SpecKind Kind = UserOutput;
  /// Dotted name of the state that is written, or target of the placeholder.
  Symbol Target;

  Argument toArgument(Context &Ctx) const;
  static std::optional<OutputSpec> fromArgument(const Argument &A);

  friend bool operator==(const OutputSpec &A, const OutputSpec &B) {
    return A.Kind == B.Kind && A.Target == B.Target;
  }

  /// Whether the user gets the value.
  bool isUser() const { return Kind == UserOutput || Kind == LossOutput; }
  /// Whether the value becomes what a parameter or a buffer holds.
  bool isStateMutation() const {
    return Kind == BufferMutation || Kind == ParameterMutation;
  }
};

/// The specifications of what the output node \p Output returns, one for each
/// value; none where it has no such metadata, or a part of it is not a
/// specification.
std::optional<llvm::SmallVector<OutputSpec, 4>>
outputSpecsOf(const Node &Output);
void setOutputSpecs(Node &Output, llvm::ArrayRef<OutputSpec> Specs);

/// The word for a kind as archives have it: `user_input`, `buffer_mutation`.
llvm::StringRef toString(InputSpec::SpecKind Kind);
llvm::StringRef toString(OutputSpec::SpecKind Kind);

/// What is known of a symbolic expression besides its text.
struct SymbolicInfo {
  enum TypeKind : uint8_t { Int, Float, Bool };
  /// The text in the graph: `2*s77`.
  Symbol Text;
  /// How the archive spells it: `Mul(Integer(2), Symbol('s77', ...))`.
  Symbol Source;
  TypeKind Type = Int;
  /// Its value for the inputs that were exported with, or None.
  Argument Hint;
};

/// Limits of a symbol or of an expression.
struct RangeConstraint {
  Symbol Text;
  std::optional<int64_t> Min, Max;
};

/// A module that was called (torch.export: ModuleCallEntry).
struct ModuleCall {
  Symbol Path;
  bool HasSignature = false;
  /// Values of the root graph, and constants.
  std::vector<Argument> Inputs, Outputs;
  /// How the values nest, as JSON text.
  Symbol InSpec, OutSpec;
  std::optional<std::vector<Symbol>> ArgNames;
};

/// Whether metadata under \p Key is part of an exported program itself.
bool isProgramMetadata(llvm::StringRef Key);

/// Why torch.export.load refuses a node with the string \p Value as its
/// metadata \p Key; empty where it takes it.
std::string whyBadMetadata(llvm::StringRef Key, llvm::StringRef Value);

/// What an exported program has besides its graph and its modules
/// (torch.export: ExportedProgram).
class ExportedProgram : public GraphListener {
public:
  /// \p G is the root graph. If \p G is destroyed first, the program belongs to
  /// no graph, and GraphModule::program() is null.
  explicit ExportedProgram(Graph &G) : G(&G) {
    G.addListener(this);
    G.Program = this;
  }
  ~ExportedProgram() override {
    if (!G)
      return;
    G->removeListener(this);
    G->Program = nullptr;
  }
  ExportedProgram(const ExportedProgram &) = delete;
  ExportedProgram &operator=(const ExportedProgram &) = delete;

  /// The same for \p NewRoot, a clone of the root graph.
  std::unique_ptr<ExportedProgram> clone(Graph &NewRoot) const;

  /// What is known of a symbolic expression, or null.
  const SymbolicInfo *symbolic(Symbol Text) const;
  void addSymbolic(SymbolicInfo Info);
  llvm::ArrayRef<SymbolicInfo> symbolics() const { return Symbolics; }

  /// What calls have shown of operators that the table does not know: the names
  /// of positional parameters, and where an empty list was given its type too
  /// (`float[] scales`); keywords of such a type follow a `*`.
  llvm::ArrayRef<Symbol> parameterNames(Symbol Target) const;
  void setParameterNames(Symbol Target, std::vector<Symbol> Names);

  /// Everything as named values in a fixed order, nodes by their names: what
  /// native text shows, and what comparisons look at.
  std::vector<KwArg> toAttributes() const;
  /// Takes one of those that toAttributes() made. Nodes are looked up by name
  /// in the root graph. False where the name is unknown or the value has a
  /// wrong form.
  [[nodiscard]] bool setAttribute(Symbol Name, const Argument &Value);

  std::vector<KwArg> OpsetVersion; ///< `aten`: Int.
  /// The schema of PyTorch 2.13.
  static constexpr int64_t NewestMajor = 8, NewestMinor = 20;
  int64_t SchemaMajor = NewestMajor, SchemaMinor = NewestMinor;
  std::vector<Symbol> Verifiers;
  Symbol TorchVersion;
  std::vector<Symbol> GuardsCode;
  std::vector<RangeConstraint> Ranges;
  std::vector<ModuleCall> ModuleCalls;
  /// Whether the sample inputs of the archive still are inputs of the program.
  bool HasSampleInputs = true;
  /// Paths of the state in the order of the archive's tables, where that is not
  /// the usual one: by the numbers of the records. What is missing comes last.
  std::vector<Symbol> StateOrder;
  /// Strings.
  std::vector<KwArg> Metadata;
  /// Where the archive's JSON said what the IR holds in other words than usual,
  /// and members of it that are not known; see lib/Interop/Program/JSONPatch.h.
  std::vector<Argument> Patches;
  /// Names of named tuples with a tuple of the names of their fields.
  std::vector<KwArg> NamedTuples;

  //===--- GraphListener --------------------------------------------------===//

  void nodeErased(Node &N) override;
  void usesReplaced(Node &Old, Node &New, unsigned Count,
                    llvm::ArrayRef<Node *> Chosen) override;
  void graphDestroyed(Graph &) override { G = nullptr; }

  /// To be called after ModuleCalls was changed.
  void noteModuleCalls();
  /// Whether any call of a module names nodes.
  bool namesNodes() const { return NamesNodes; }
  /// Drops the signature of all calls of the module that \p Path calls: PyTorch
  /// makes one module of them, whose calls are alike.
  void dropSignature(Symbol Path);

private:
  Graph *G;
  std::vector<SymbolicInfo> Symbolics;
  llvm::DenseMap<Symbol, unsigned> SymbolicIndex;
  std::vector<std::pair<Symbol, std::vector<Symbol>>> Parameters;
  llvm::DenseMap<Symbol, unsigned> ParameterIndex;
  /// Whether module calls name nodes, and events are of interest.
  bool NamesNodes = false;
};

} // namespace fx

#endif // FX_IR_EXPORTEDPROGRAM_H
