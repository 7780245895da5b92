//===- AttributeNames.cpp - What attributes of modules are called ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/AttributeNames.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

// Keywords of Python 3.11, and the attributes of the modules that PyTorch 2.13
// makes of graphs and of exported programs.
static constexpr StringLiteral TakenNames[] = {
    "False",
    "None",
    "T_destination",
    "True",
    "_apply",
    "_backward_hooks",
    "_backward_pre_hooks",
    "_boxed_call",
    "_buffers",
    "_call_impl",
    "_code",
    "_compiled_call_impl",
    "_create_node_hooks",
    "_deepcopy_hooks",
    "_deepcopy_init",
    "_erase_node_hooks",
    "_forward_hooks",
    "_forward_hooks_always_called",
    "_forward_hooks_with_kwargs",
    "_forward_pre_hooks",
    "_forward_pre_hooks_with_kwargs",
    "_get_backward_hooks",
    "_get_backward_pre_hooks",
    "_get_name",
    "_graph",
    "_graph_module_name",
    "_guards_fn",
    "_in_spec",
    "_is_full_backward_hook",
    "_lineno_map",
    "_load_from_state_dict",
    "_load_state_dict_post_hooks",
    "_load_state_dict_pre_hooks",
    "_maybe_warn_non_full_backward_hook",
    "_modules",
    "_named_members",
    "_non_persistent_buffers_set",
    "_out_spec",
    "_parameters",
    "_prologue_start",
    "_recompile_submodules",
    "_register_create_node_hook",
    "_register_deepcopy_hook",
    "_register_erase_node_hook",
    "_register_load_state_dict_pre_hook",
    "_register_replace_node_hook",
    "_register_state_dict_hook",
    "_replace_hooks",
    "_replicate_for_data_parallel",
    "_save_to_state_dict",
    "_set_replace_hook",
    "_slow_forward",
    "_state_dict_hooks",
    "_state_dict_pre_hooks",
    "_tracer_cls",
    "_tracer_extras",
    "_unregister_create_node_hook",
    "_unregister_deepcopy_hook",
    "_unregister_erase_node_hook",
    "_unregister_replace_node_hook",
    "_version",
    "_wrapped_call",
    "_wrapped_call_impl",
    "add_module",
    "add_submodule",
    "and",
    "apply",
    "as",
    "assert",
    "async",
    "await",
    "bfloat16",
    "break",
    "buffers",
    "call_super_init",
    "children",
    "class",
    "code",
    "compile",
    "continue",
    "cpu",
    "cuda",
    "def",
    "del",
    "delete_all_unused_submodules",
    "delete_submodule",
    "double",
    "dump_patches",
    "elif",
    "else",
    "eval",
    "except",
    "extra_repr",
    "finally",
    "float",
    "for",
    "forward",
    "from",
    "get_buffer",
    "get_extra_state",
    "get_parameter",
    "get_submodule",
    "global",
    "graph",
    "graph_module",
    "half",
    "if",
    "import",
    "in",
    "ipu",
    "is",
    "lambda",
    "load_state_dict",
    "meta",
    "modules",
    "mtia",
    "named_buffers",
    "named_children",
    "named_modules",
    "named_parameters",
    "nonlocal",
    "not",
    "or",
    "parameters",
    "pass",
    "print_readable",
    "raise",
    "range_constraints",
    "recompile",
    "register_backward_hook",
    "register_buffer",
    "register_forward_hook",
    "register_forward_pre_hook",
    "register_full_backward_hook",
    "register_full_backward_pre_hook",
    "register_load_state_dict_post_hook",
    "register_load_state_dict_pre_hook",
    "register_module",
    "register_parameter",
    "register_state_dict_post_hook",
    "register_state_dict_pre_hook",
    "requires_grad_",
    "return",
    "self",
    "set_extra_state",
    "set_submodule",
    "shape_env",
    "share_memory",
    "state_dict",
    "to",
    "to_empty",
    "to_folder",
    "train",
    "training",
    "try",
    "type",
    "validate_inputs",
    "while",
    "with",
    "xpu",
    "yield",
    "zero_grad"};

bool fx::canNameAttribute(StringRef Name) {
  bool IsSpecial = Name.starts_with("__") && Name.ends_with("__");
  return !Name.empty() && all_of(Name, isNameChar) && !IsSpecial &&
         !std::binary_search(std::begin(TakenNames), std::end(TakenNames),
                             Name);
}

std::string fx::attributePath(StringRef Path, bool Dots) {
  std::string Clean;
  for (char C : Path) {
    bool IsDot = C == '.' && Dots;
    // No part is empty.
    if (IsDot && (Clean.empty() || Clean.back() == '.'))
      continue;
    Clean += IsDot || isNameChar(C) ? C : '_';
  }
  while (StringRef(Clean).ends_with("."))
    Clean.pop_back();
  return Clean.empty() ? "_" : Clean;
}
