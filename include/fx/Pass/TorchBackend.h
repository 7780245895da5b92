//===- TorchBackend.h - What LibTorch does for the tools --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools and passes do not link LibTorch, whose libraries take 0.3 seconds and
// 150 MB to load. What needs it is behind this interface, which libFXTorch
// implements; loadTorchBackend() loads that on first use, through the door that
// plugins use.
//
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_TORCHBACKEND_H
#define FX_PASS_TORCHBACKEND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace fx {

class Context;
class GraphModule;

/// No exception leaves it: what LibTorch throws arrives as an error.
class TorchBackend {
public:
  virtual ~TorchBackend();

  /// Version of the LibTorch that is loaded: `2.13.0`.
  virtual llvm::StringRef version() const = 0;

  /// The graph of the TorchScript module in file \p Path, see
  /// fx/Torch/ScriptImport.h. \p Inputs are example inputs as text
  /// (fx/Torch/InputSpec.h).
  virtual llvm::Expected<std::unique_ptr<GraphModule>>
  importScript(Context &Ctx, llvm::StringRef Path,
               llvm::ArrayRef<std::string> Inputs) = 0;
};

/// The backend; the first call loads it, which takes a third of a second.
/// Thread-safe. Errors: this build has none, with what to install;
/// those of loadPassPlugin when it or LibTorch cannot be loaded.
llvm::Expected<TorchBackend &> loadTorchBackend();

/// Whether loadTorchBackend() has loaded it. A tool then ends by _Exit: the
/// static destructors of LibTorch take 40 ms and more.
bool isTorchBackendLoaded();

} // namespace fx

#endif // FX_PASS_TORCHBACKEND_H
