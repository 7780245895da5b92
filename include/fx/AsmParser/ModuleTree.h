//===- ModuleTree.h - Reading print(module) ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads what `print(module)` shows of a torch.nn.Module in any version of
/// PyTorch:
///
///   Net(
///     (conv): Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1))
///     (acts): ModuleList(
///       (0-2): 3 x ReLU()
///     )
///   )
///
/// Such a tree is open (GraphModule::TreeKind::Open): it hides the parameters
/// of modules that have children, and some constructor arguments.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ASMPARSER_MODULETREE_H
#define FX_ASMPARSER_MODULETREE_H

#include "fx/IR/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace fx {

class DiagnosticEngine;

/// The deepest nesting of modules that readers accept.
constexpr unsigned MaxModuleDepth = 200;
/// Most modules of one tree that parseModuleTree accepts, those that
/// `(0-2): 3 x ReLU()` stands for included.
constexpr unsigned MaxTreeModules = 1000000;

/// Reads buffer \p BufferId of \p SM as print(module). What a class shows
/// inside its brackets becomes constructor arguments where it reads as such
/// (`4, 6, bias=False`), else Module::extraText(). The list of a
/// torch.nn.ParameterList becomes tensors; `None` in the place of a module an
/// attribute. A scripted module
/// (`RecursiveScriptModule(original_name=ReLU)`) has the original class, and
/// text that says so. Lines that begin with `//` are comments; the generated
/// code that print(graph_module) shows after the tree is skipped. Null when
/// errors were reported to \p Diags. Linear in the text and the modules.
std::unique_ptr<Module> parseModuleTree(Context &Ctx, const llvm::SourceMgr &SM,
                                        unsigned BufferId,
                                        DiagnosticEngine &Diags);

/// Reads \p Text as the arguments that a module prints:
/// `3, 64, kernel_size=(7, 7), padding_mode=reflect`. Values are Python
/// literals, torch's dtypes, layouts and memory formats; any other text
/// without blanks outside of brackets and quotes is a string. Line breaks
/// separate arguments as commas do. False, with both lists empty, when the
/// text is not a list of arguments.
bool parsePrintedArguments(Context &Ctx, llvm::StringRef Text,
                           std::vector<Argument> &Args,
                           std::vector<KwArg> &Kwargs);

/// Reads one entry of what torch.nn.ParameterList and ParameterDict show:
/// `(0): Parameter containing: [torch.float32 of size 2x3 (cuda:0)]`.
/// Returns false when \p Line has another form. An entry that is not a tensor
/// (`(1): Object of type: str`) leaves \p Tensor without a name.
bool parsePrintedTensor(Context &Ctx, llvm::StringRef Line, TensorAttr &Tensor);

} // namespace fx

#endif // FX_ASMPARSER_MODULETREE_H
