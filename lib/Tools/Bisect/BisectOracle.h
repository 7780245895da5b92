//===- BisectOracle.h - Whether a module is bad, and how ------ -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_BISECTORACLE_H
#define FX_LIB_TOOLS_BISECT_BISECTORACLE_H

#include "Opt/FXOptConfig.h"
#include "fx/Analysis/ProgramVerifier.h"
#include "fx/Translate/InputFile.h"

namespace fx {

/// How many made-up values of inputs and weights are tried.
inline constexpr uint64_t NumSeeds = 8;

/// What an oracle says of a module.
struct Verdict {
  enum KindTy : uint8_t {
    Good,
    Bad,
    Unknown, ///< It cannot tell.
  } Kind = Good;
  /// What stays the same when the failure is the same: the kind of a difference
  /// and the result that differs, the id of a message, an exit code.
  std::string Signature;
  /// For people.
  std::string Text;
  /// Where all that is wrong is known: the kinds of it, with a text for each,
  /// the one above among them.
  std::vector<std::pair<std::string, std::string>> All;

  /// What this says of a failure with signature \p Other: where others are
  /// there in its place, nothing, unless all are known.
  Verdict about(llvm::StringRef Other) const;
  bool isBad() const { return Kind == Bad; }
  static Verdict good() { return {}; }
  static Verdict unknown(const llvm::Twine &Why) {
    return {Unknown, "", Why.str()};
  }
};

/// Judges modules that passes made of one input.
class StateOracle {
public:
  virtual ~StateOracle();
  virtual llvm::StringRef name() const = 0;
  /// Whether modules that the verifier refuses are judged too; others are
  /// Unknown without being asked about.
  virtual bool takesInvalid() const { return false; }
  /// Sees the input before anything else. An error: nothing can be judged.
  virtual llvm::Error begin(const GraphModule &) {
    return llvm::Error::success();
  }
  virtual Verdict ask(const GraphModule &M) = 0;
};

/// \name The oracles of docs/Debugging.md
/// @{
std::unique_ptr<StateOracle> createNumericsOracle(const NumericsOptions &);
/// \p Id: only errors of this id; empty: of any.
std::unique_ptr<StateOracle> createVerifierOracle(const OddValues &Odd,
                                                  llvm::StringRef Id);
/// Files are written as \p Config says for the output.
std::unique_ptr<StateOracle> createCommandOracle(const FXOptConfig &Config,
                                                 const InputFile &Origin,
                                                 llvm::StringRef Command);
llvm::Expected<std::unique_ptr<StateOracle>>
createSelectorOracle(Context &Ctx, llvm::StringRef Selector);
/// @}

/// The first error of the verifiers on \p M, as `(id, text)`; an empty id:
/// there is none.
std::pair<std::string, std::string> firstInvalidity(const GraphModule &M,
                                                    const OddValues &Odd);

/// The kind of a difference that NumericsChecker found.
std::string signatureOfDifference(llvm::StringRef Difference);

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_BISECTORACLE_H
