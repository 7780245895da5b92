//===- ClassPattern.h - Globs over names of module classes ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Module trees and metadata spell one class in several ways: `ReLU` in what
/// print(module) shows, `torch.nn.ReLU` in native text and
/// `torch.nn.modules.activation.ReLU` in metadata. A ClassPattern picks a class
/// however it is spelled.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_CLASSPATTERN_H
#define FX_ANALYSIS_CLASSPATTERN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <string>

namespace fx {

/// `torch.nn.ReLU` for `torch.nn.modules.activation.ReLU`; every other class as
/// it is.
std::string canonicalClassName(llvm::StringRef Class);

/// A glob over names of classes, in any case: over the qualified name if it has
/// a dot (as "torch.nn.*" does), over the bare name otherwise ("relu",
/// "Conv*"). Of a class that is written without its module, a qualified glob is
/// matched by its part for the bare name.
class ClassPattern {
public:
  /// Fails when \p Glob is malformed.
  static llvm::Expected<ClassPattern> create(llvm::StringRef Glob);
  bool matches(llvm::StringRef Class) const;

private:
  // Globs refer to their text.
  struct Data {
    std::string FullText;
    std::string BareText;
    llvm::GlobPattern Full;
    llvm::GlobPattern Bare;
    bool Qualified = false;
  };
  explicit ClassPattern(std::shared_ptr<const Data> D) : D(std::move(D)) {}
  std::shared_ptr<const Data> D;
};

/// The most globs that the braces of one glob may stand for.
constexpr size_t MaxGlobAlternatives = 1024;

} // namespace fx

#endif // FX_ANALYSIS_CLASSPATTERN_H
