//===- OpsRuntime.td - Assertions, state, higher order -----*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSRUNTIME
#define FX_IR_OPSRUNTIME

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Symbolic numbers
//===----------------------------------------------------------------------===//

def SymFloatOp : Op<"sym_float", [Fn<"torch.sym_float", ["(Any a) -> Any"]>]>;

def SymIntOp : Op<"sym_int", [Fn<"torch.sym_int", ["(Any a) -> Any"]>]>;

def SymNotOp : Op<"sym_not", [Fn<"torch.sym_not", ["(Any a) -> Any"]>]>;

def SymMaxOp : Op<"sym_max", [Fn<"torch.sym_max", ["(Any a, Any b) -> Any"]>]> {
  let Commutative = true;
}

def SymMinOp : Op<"sym_min", [Fn<"torch.sym_min", ["(Any a, Any b) -> Any"]>]> {
  let Commutative = true;
}

def SymIteOp
    : Op<"sym_ite", [Fn<"torch.sym_ite", ["(Any b, Any t, Any f) -> Any"]>]>;

def SymSumOp : Op<"sym_sum", [Fn<"torch.sym_sum", ["(Any args) -> Any"]>]>;

def SymFreshSizeOp
    : Op<"sym_fresh_size", [Fn<"torch.sym_fresh_size", ["(Any expr) -> Any"]>]>;

def SymSqrtOp : Op<"sym_sqrt", [Fn<"torch._sym_sqrt", ["(Any a) -> Any"]>]>;

foreach name = ["acos", "asin", "atan", "cos", "cosh", "log2", "sin", "sinh",
                "tan", "tanh"] in def Sym_#name
    : Op<"sym_"#name, [Fn<"torch._sym_"#name, ["(Any a) -> Any"]>]>;

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

def AssertOp
    : Op<"assert",
         [Fn<"torch._assert", ["(Any condition, Any message) -> NoneType"],
             ["side-effect"]>]> {
  let Summary = "Stops unless the condition holds";
  let CppName = "Assert";
}

def AssertAsyncOp : Op<"_assert_async", [Fn<"torch._assert_async">]> {
  let Effects = ["side-effect"];
  let CppName = "AssertAsync";
}

def FunctionalAssertAsyncOp : Op<"_functional_assert_async"> {
  let Effects = ["side-effect"];
  let CppName = "FunctionalAssertAsync";
}

def AssertScalarOp : Op<"_assert_scalar"> {
  let Effects = ["side-effect"];
  let CppName = "AssertScalar";
}

def FunctionalAssertScalarOp : Op<"_functional_assert_scalar"> {
  let Effects = ["side-effect"];
  let CppName = "FunctionalAssertScalar";
}

def AssertTensorMetadataOp : Op<"_assert_tensor_metadata"> {
  let Effects = ["side-effect"];
  let CppName = "AssertTensorMetadata";
}

def SymConstrainRangeOp : Op<"sym_constrain_range"> {
  let Effects = ["side-effect"];
}

def SymConstrainRangeForSizeOp : Op<"sym_constrain_range_for_size"> {
  let Effects = ["side-effect"];
}

def FunctionalSymConstrainRangeOp : Op<"_functional_sym_constrain_range"> {
  let Effects = ["side-effect"];
  let CppName = "FunctionalSymConstrainRange";
}

def FunctionalSymConstrainRangeForSizeOp
    : Op<"_functional_sym_constrain_range_for_size"> {
  let Effects = ["side-effect"];
  let CppName = "FunctionalSymConstrainRangeForSize";
}

def CheckOp : Op<"_check",
                 [Fn<"torch._check", ["(Any *args, Any **kwargs) -> NoneType"],
                     ["side-effect"]>]> {
  let CppName = "Check";
}

def CheckIndexOp
    : Op<"_check_index",
         [Fn<"torch._check_index", ["(Any *args, Any **kwargs) -> NoneType"],
             ["side-effect"]>]> {
  let CppName = "CheckIndex";
}

def CheckIsSizeOp
    : Op<"_check_is_size",
         [Fn<"torch._check_is_size", ["(Any *args, Any **kwargs) -> NoneType"],
             ["side-effect"]>]> {
  let CppName = "CheckIsSize";
}

def CheckNotImplementedOp
    : Op<"_check_not_implemented",
         [Fn<"torch._check_not_implemented",
             ["(Any *args, Any **kwargs) -> NoneType"], ["side-effect"]>]> {
  let CppName = "CheckNotImplemented";
}

def CheckTensorAllOp
    : Op<"_check_tensor_all",
         [Fn<"torch._check_tensor_all",
             ["(Any *args, Any **kwargs) -> NoneType"], ["side-effect"]>]> {
  let CppName = "CheckTensorAll";
}

def CheckTypeOp
    : Op<"_check_type",
         [Fn<"torch._check_type", ["(Any *args, Any **kwargs) -> NoneType"],
             ["side-effect"]>]> {
  let CppName = "CheckType";
}

def CheckValueOp
    : Op<"_check_value",
         [Fn<"torch._check_value", ["(Any *args, Any **kwargs) -> NoneType"],
             ["side-effect"]>]> {
  let CppName = "CheckValue";
}

def CheckWithOp
    : Op<"_check_with",
         [Fn<"torch._check_with", ["(Any *args, Any **kwargs) -> NoneType"],
             ["side-effect"]>]> {
  let CppName = "CheckWith";
}

def CheckTensorAllWithOp
    : Op<"_check_tensor_all_with",
         [Fn<"torch._check_tensor_all_with",
             ["(Any *args, Any **kwargs) -> NoneType"], ["side-effect"]>]> {
  let CppName = "CheckTensorAllWith";
}

def ConstrainAsSizeOp
    : Op<"_constrain_as_size",
         [Fn<"torch._constrain_as_size",
             ["(Any *args, Any **kwargs) -> NoneType"], ["side-effect"]>]> {
  let CppName = "ConstrainAsSize";
}

def PrintOp : Op<"_print"> {
  let Effects = ["side-effect"];
  let CppName = "Print";
}

//===----------------------------------------------------------------------===//
// State of the process
//===----------------------------------------------------------------------===//

def SetGradEnabledOp
    : Op<"_set_grad_enabled",
         // PyTorch 1 takes no keyword.
         [Fn<"torch._C._set_grad_enabled",
             ["(bool enabled, /) -> NoneType", "(*, bool enabled) -> NoneType"],
             ["side-effect"]>]> {
  let CppName = "SetGradEnabled";
}

def EnterAutocastOp
    : Op<"_enter_autocast", [Fn<"torch.amp.autocast_mode._enter_autocast",
                                ["(Any *vals) -> Any"], ["side-effect"]>]> {
  let CppName = "EnterAutocast";
}

def ExitAutocastOp
    : Op<"_exit_autocast", [Fn<"torch.amp.autocast_mode._exit_autocast",
                               ["(Any mode) -> NoneType"], ["side-effect"]>]> {
  let CppName = "ExitAutocast";
}

def RecordFunctionEnterOp
    : Op<"record_function_enter",
         [Fn<"torch.ops.profiler._record_function_enter.default",
             ["(str name, str? args=None) -> Tensor"], ["side-effect"]>,
          Fn<"torch.ops.profiler._record_function_enter_new.default",
             ["(str name, str? args=None) -> "
              "__torch__.torch.classes.profiler._RecordFunction"],
             ["side-effect"]>]>;

def RecordFunctionExitOp
    : Op<"record_function_exit",
         [Fn<"torch.ops.profiler._record_function_exit.default",
             ["(Tensor _0) -> ()"], ["side-effect"]>,
          Fn<"torch.ops.profiler._record_function_exit._RecordFunction",
             ["(__torch__.torch.classes.profiler._RecordFunction _0) -> ()"],
             ["side-effect"]>]>;

def AccumulateGradOp
    : Op<"accumulate_grad_", [Fn<"torch.ops.inductor.accumulate_grad_.default",
                                 ["(Tensor variable, Tensor new_grad) -> ()"],
                                 ["writes variable", "side-effect"]>]>;

def ResizeStorageBytesOp
    : Op<"resize_storage_bytes_",
         [Fn<"torch.ops.inductor.resize_storage_bytes_.default",
             ["(Tensor variable, SymInt new_size) -> ()"],
             ["writes variable", "side-effect"]>]>;

def ManualSeedOp
    : Op<"manual_seed", [Fn<"torch.random.manual_seed", ["(Any *args) -> Any"],
                            ["side-effect"]>]>;

def SeedOp
    : Op<"seed",
         [Fn<"torch.random.seed", ["(Any *args) -> Any"], ["side-effect"]>]>;

def SetRngStateOp
    : Op<"set_rng_state", [Fn<"torch.random.set_rng_state",
                              ["(Any *args) -> Any"], ["side-effect"]>]>;

def InitialSeedOp
    : Op<"initial_seed", [Fn<"torch.random.initial_seed", ["() -> int"]>]>;

def GetRngStateOp
    : Op<"get_rng_state",
         [Fn<"torch.random.get_rng_state", ["() -> Tensor"], ["side-effect"]>]>;

def IsGradEnabledOp
    : Op<"is_grad_enabled", [Fn<"torch.is_grad_enabled", ["(Any *args) -> Any"],
                                ["side-effect"]>]>;

def IsInferenceModeEnabledOp
    : Op<"is_inference_mode_enabled",
         [Fn<"torch.is_inference_mode_enabled", ["(Any *args) -> Any"],
             ["side-effect"]>]>;

def IsAutocastEnabledOp
    : Op<"is_autocast_enabled", [Fn<"torch.is_autocast_enabled",
                                    ["(Any *args) -> Any"], ["side-effect"]>]>;

def GetDefaultDtypeOp
    : Op<"get_default_dtype", [Fn<"torch.get_default_dtype",
                                  ["(Any *args) -> Any"], ["side-effect"]>]>;

def BackwardOp
    : Op<"backward", [Method<"backward",
                             ["(Tensor self, Tensor? gradient=None, bool? "
                              "retain_graph=None, bool create_graph=False, Any "
                              "inputs=None) -> NoneType"],
                             ["side-effect"]>]>;

def RegisterHookOp
    : Op<"register_hook",
         [Method<"register_hook", ["(Tensor self, Any hook) -> Any"],
                 ["side-effect"]>]>;

def RegisterPostAccumulateGradHookOp
    : Op<"register_post_accumulate_grad_hook",
         [Method<"register_post_accumulate_grad_hook",
                 ["(Tensor self, Any hook) -> Any"], ["side-effect"]>]>;

def ShareMemoryOp
    : Op<"share_memory_",
         [Method<"share_memory_", ["(Tensor(a!) self, Any *args, Any **kwargs) "
                                   "-> Tensor(a!)"]>]> {
  let CppName = "ShareMemoryInPlace";
}

def ApplyOp
    : Op<"apply_", [Method<"apply_", ["(Tensor(a!) self, Any *args, Any "
                                      "**kwargs) -> Tensor(a!)"]>]> {
  let CppName = "ApplyInPlace";
}

def MapOp : Op<"map_", [Method<"map_", ["(Tensor(a!) self, Any *args, Any "
                                        "**kwargs) -> Tensor(a!)"]>]> {
  let CppName = "MapInPlace";
}

def Map2Op : Op<"map2_", [Method<"map2_", ["(Tensor(a!) self, Any *args, Any "
                                           "**kwargs) -> Tensor(a!)"]>]> {
  let CppName = "Map2InPlace";
}

def RenameOp
    : Op<"rename_", [Method<"rename_", ["(Tensor(a!) self, Any *args, Any "
                                        "**kwargs) -> Tensor(a!)"]>]> {
  let CppName = "RenameInPlace";
}

def AsSubclassOp
    : Op<"as_subclass",
         [Method<"as_subclass", ["(Tensor(a) self, Any cls) -> Tensor(a)"]>]>;

def AlignAsOp
    : Op<"align_as", [Method<"align_as", ["(Tensor(a) self, Any *args, Any "
                                          "**kwargs) -> Tensor(a)"]>]>;

def AlignToOp
    : Op<"align_to", [Method<"align_to", ["(Tensor(a) self, Any *args, Any "
                                          "**kwargs) -> Tensor(a)"]>]>;

def RefineNamesOp
    : Op<"refine_names", [Method<
                             "refine_names", ["(Tensor(a) self, Any *args, Any "
                                              "**kwargs) -> Tensor(a)"]>]>;

def RenameOpOp
    : Op<"rename", [Method<"rename", ["(Tensor(a) self, Any *args, Any "
                                      "**kwargs) -> Tensor(a)"]>]>;

//===----------------------------------------------------------------------===//
// torch.nn.init
//===----------------------------------------------------------------------===//

class InitOp<string name, list<string> effects>
    : Op<"init."#name,
         [Fn<"torch.nn.init."#name,
             ["(Tensor(a!) tensor, Any *args, Any **kwargs) -> Tensor(a!)"],
             effects>]>;

foreach name = ["kaiming_normal_", "kaiming_uniform_", "normal_", "orthogonal_",
                "sparse_", "trunc_normal_", "uniform_", "xavier_normal_",
                "xavier_uniform_"] in def Init_#name
    : InitOp<name, ["random"]> {
  let CppName = "Init_"#name;
}
foreach name = ["constant_", "dirac_", "eye_", "ones_",
                "zeros_"] in def Init_#name : InitOp<name, []> {
  let CppName = "Init_"#name;
}

//===----------------------------------------------------------------------===//
// Higher-order operators
//===----------------------------------------------------------------------===//

// They call graphs, so they do what those do.
class HigherOrder<string name>
    : Op<"higher_order."#name,
         [Fn<"torch.ops.higher_order."#name,
             ["(Any *args, Any **kwargs) -> Any"], ["opaque"]>]>;

foreach name = ["associative_scan", "auto_functionalized",
                "auto_functionalized_v2", "autograd_function_apply",
                "call_torchbind", "checkpoint", "cond", "custom_function_call",
                "effects", "executorch_call_delegate", "export_tracepoint",
                "flat_apply", "flex_attention", "flex_attention_backward",
                "foreach_map", "hints_wrapper", "hop_print", "invoke_quant",
                "invoke_subgraph", "map", "map_impl", "out_dtype",
                "run_and_save_rng_state", "run_const_graph",
                "run_with_rng_state", "scan", "strict_mode",
                "tag_activation_checkpoint", "trace_wrapped",
                "triton_kernel_wrapper_functional",
                "triton_kernel_wrapper_mutation", "while_loop", "with_effects",
                "wrap", "wrap_activation_checkpoint", "wrap_with_autocast",
                "wrap_with_set_grad_enabled"] in def HigherOrder_#name
    : HigherOrder<name>;

foreach name = ["_add_batch_dim", "_remove_batch_dim",
                "_vmap_decrement_nesting", "_vmap_increment_nesting",
                "lazy_load_decompositions"] in def Predispatch#name
    : Op<"predispatch."#name,
         [Fn<"torch._functorch.predispatch."#name,
             ["(Any *args, Any **kwargs) -> Any"], ["opaque"]>]>;

#endif // FX_IR_OPSRUNTIME
