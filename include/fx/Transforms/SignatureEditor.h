//===- SignatureEditor.h - Editing inputs and outputs -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The inputs that a user of an exported program gives, and the outputs that
/// the user gets, stand in its graph, its specifications, the names of
/// arguments and the trees that say how they nest. An edit keeps all of them in
/// step; weights are for StateEditor.h.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_SIGNATUREEDITOR_H
#define FX_TRANSFORMS_SIGNATUREEDITOR_H

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "llvm/Support/Error.h"

namespace fx {

/// Edits the signature of a program. After an error nothing has changed.
/// Errors: err_signature_edit, always for a plain graph.
class SignatureEditor {
public:
  /// \p M outlives this.
  explicit SignatureEditor(GraphModule &M) : M(M) {}

  /// What the user gets, in the order of flattening: nodes and constants.
  std::vector<Argument> userOutputs() const;
  /// The placeholders of what the user gives, likewise.
  std::vector<Node *> userInputs() const;

  /// Drops output \p I: a tuple, list or dict that holds it gets shorter, in
  /// another container None takes its place. What is only needed for it is
  /// dead.
  llvm::Error removeUserOutput(unsigned I);
  /// Returns \p N too: after the others of a tuple or list, and else in a pair
  /// of what was returned and \p N.
  llvm::Error addUserOutput(Node &N);
  /// The program returns \p Values in place of what it returned: one as it is,
  /// several as a tuple.
  llvm::Error setUserOutputs(llvm::ArrayRef<Node *> Values);

  /// Removes the input \p Placeholder, which has no users. The sample inputs of
  /// the program, and guards about the input, are removed too.
  llvm::Error removeUserInput(Node &Placeholder);
  /// Adds a last positional input of type \p Val called \p Name.
  llvm::Expected<Node *> addUserInput(llvm::StringRef Name,
                                      const Argument &Val);

private:
  ModuleCall *root();

  GraphModule &M;
};

} // namespace fx

#endif // FX_TRANSFORMS_SIGNATUREEDITOR_H
