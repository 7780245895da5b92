//===- RecurrentModules.h - LSTM, GRU and RNN -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Constructors and calls of the recurrent modules of torch.nn, which have no
/// formula in the table of modules because their steps depend on the input.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_RECURRENTMODULES_H
#define FX_IR_RECURRENTMODULES_H

#include "fx/IR/ModuleExpansion.h"

namespace fx {

/// The constructor arguments of a torch.nn.LSTM, GRU, RNN or one of their
/// cells; none for every other class.
std::optional<BoundCall> bindRecurrentConstructor(const Module &Callee);

/// Expands a call of such a module to a call of a function such as
/// `fx.rnn.lstm` that LibTorch runs. Returns false for every other class.
bool expandRecurrentModule(Graph &G, const Module &Callee, llvm::StringRef Path,
                           const CallArgs &Call, Expansion &Result);

} // namespace fx

#endif // FX_IR_RECURRENTMODULES_H
