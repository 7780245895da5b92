//===- Handlers.h - Functions of Python written in C++ ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_HANDLERS_H
#define FX_LIB_TORCH_EXECUTION_HANDLERS_H

#include "Callable.h"
#include <ATen/core/Tensor.h>
#include <vector>

namespace fx::torch_impl {

/// \name Tables by subject
/// @{
llvm::ArrayRef<HandlerEntry> builtinHandlers();  ///< builtins.*
llvm::ArrayRef<HandlerEntry> operatorHandlers(); ///< operator.*
llvm::ArrayRef<HandlerEntry> indexingHandlers();
llvm::ArrayRef<HandlerEntry> indexingMethods();
llvm::ArrayRef<HandlerEntry> mathHandlers();     ///< math.*
llvm::ArrayRef<HandlerEntry> torchHandlers();    ///< torch.*
llvm::ArrayRef<HandlerEntry> symbolicHandlers(); ///< torch.sym_*
llvm::ArrayRef<HandlerEntry> higherOrderHandlers();
llvm::ArrayRef<HandlerEntry> autocastHandlers();
llvm::ArrayRef<HandlerEntry> vmapHandlers();
llvm::ArrayRef<HandlerEntry> poolHandlers();
llvm::ArrayRef<HandlerEntry> tensorMethods();
llvm::ArrayRef<HandlerEntry> containerMethods();
/// @}

std::vector<llvm::ArrayRef<HandlerEntry>> functionHandlers();
std::vector<llvm::ArrayRef<HandlerEntry>> methodHandlers();

/// How many vmaps are open in this thread, and closing those that an error left
/// open.
size_t vmapNesting();
void leaveVmaps(size_t Nesting);
/// The same for regions of autocast.
size_t autocastNesting();
void leaveAutocasts(size_t Nesting);

/// Closes at the end of a run what that has left open.
class OpenRegions {
public:
  OpenRegions() = default;
  OpenRegions(const OpenRegions &) = delete;
  OpenRegions &operator=(const OpenRegions &) = delete;
  ~OpenRegions() {
    leaveVmaps(Vmaps);
    leaveAutocasts(Autocasts);
  }

private:
  size_t Vmaps = vmapNesting(), Autocasts = autocastNesting();
};

/// getattr(V, Name); none where it has no such attribute.
std::optional<c10::IValue> attributeOf(const c10::IValue &V,
                                       llvm::StringRef Name);
/// V[Index].
c10::IValue getItem(const c10::IValue &V, const c10::IValue &Index);
/// Whether two values are equal, as Python's == says of all but tensors.
bool areEqual(const c10::IValue &A, const c10::IValue &B);
/// bool(V).
bool isTrue(const c10::IValue &V);
/// int(V) of a number or a tensor with one element.
int64_t toInteger(const c10::IValue &V);
double toFloat(const c10::IValue &V);
/// The dtype in \p V, if it is one or a type such as `float`.
std::optional<c10::ScalarType> toScalarType(const c10::IValue &V);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_HANDLERS_H
