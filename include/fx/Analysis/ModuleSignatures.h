//===- ModuleSignatures.h - Modules that can be made again ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Exported programs keep the signatures of modules, of which
/// torch.export.unflatten makes modules again.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_MODULESIGNATURES_H
#define FX_ANALYSIS_MODULESIGNATURES_H

namespace fx {

class GraphModule;

/// Drops the signature of each module that is no longer a unit: its nodes use
/// values that are not inputs of the call, its values are used that are not
/// outputs, or nothing of it is left. PyTorch then makes a module of flat
/// inputs, which computes the same. O(nodes) where a program keeps signatures.
void dropBrokenSignatures(GraphModule &M);

} // namespace fx

#endif // FX_ANALYSIS_MODULESIGNATURES_H
