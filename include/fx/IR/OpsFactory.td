//===- OpsFactory.td - Making and converting tensors -------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSFACTORY
#define FX_IR_OPSFACTORY

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def ZerosOp : Op<"zeros">;

def OnesOp : Op<"ones">;

def FullOp : Op<"full">;

def EmptyOp : Op<"empty">;

def EyeOp : Op<"eye">;

def ArangeOp : Op<"arange">;

def RangeOp : Op<"range">;

def LinspaceOp : Op<"linspace">;

def LogspaceOp : Op<"logspace">;

def ZerosLikeOp : Op<"zeros_like">;

def OnesLikeOp : Op<"ones_like">;

def FullLikeOp : Op<"full_like">;

def EmptyLikeOp : Op<"empty_like">;

def EmptyStridedOp : Op<"empty_strided">;

def EmptyPermutedOp : Op<"empty_permuted">;

def ScalarTensorOp : Op<"scalar_tensor">;

def TrilIndicesOp : Op<"tril_indices">;

def TriuIndicesOp : Op<"triu_indices">;

def BartlettWindowOp : Op<"bartlett_window">;

def BlackmanWindowOp : Op<"blackman_window">;

def HammingWindowOp : Op<"hamming_window">;

def HannWindowOp : Op<"hann_window">;

def KaiserWindowOp : Op<"kaiser_window">;

def VanderOp : Op<"vander">;

def TensorOp
    : Op<"tensor", [Fn<"torch.tensor",
                       ["(Any data, *, ScalarType? dtype=None, Device? "
                        "device=None, bool requires_grad=False, bool "
                        "pin_memory=False) -> Tensor",
                        // PyTorch 2.13 has no names of dimensions any more.
                        "(Any data, *, ScalarType? dtype=None, Device? "
                        "device=None, bool requires_grad=False, bool "
                        "pin_memory=False, Any names) -> Tensor"]>]> {
  let Summary = "A tensor with given elements";
}

def AsTensorOp : Op<"as_tensor", [Fn<"torch.as_tensor",
                                     ["(Any data, ScalarType? dtype=None, "
                                      "Device? device=None) -> Tensor"],
                                     ["aliases data"]>]>;

def AsarrayOp
    : Op<"asarray",
         [Fn<"torch.asarray",
             ["(Any obj, *, ScalarType? dtype=None, Device? device=None, bool? "
              "copy=None, bool requires_grad=False) -> Tensor"],
             ["aliases obj"]>]>;

def FromNumpyOp
    : Op<"from_numpy", [Fn<"torch.from_numpy", ["(Any ndarray) -> Tensor"],
                           ["aliases ndarray"]>]>;

def FrombufferOp : Op<"frombuffer",
                      [Fn<"torch.frombuffer",
                          ["(Any buffer, *, ScalarType dtype, int count=-1, "
                           "int offset=0, bool requires_grad=False) -> Tensor"],
                          ["aliases buffer"]>]>;

def FromDlpackOp
    : Op<"from_dlpack", [Fn<"torch.utils.dlpack.from_dlpack",
                            ["(Any ext_tensor, *, Device? device=None, bool? "
                             "copy=None) -> Tensor"],
                            ["aliases ext_tensor"]>]>;

def NewEmptyOp : Op<"new_empty">;

def NewEmptyStridedOp : Op<"new_empty_strided">;

def NewFullOp : Op<"new_full">;

def NewOnesOp : Op<"new_ones">;

def NewZerosOp : Op<"new_zeros">;

def NewTensorOp
    : Op<"new_tensor",
         [Method<"new_tensor", ["(Tensor self, Any data, *, ScalarType? "
                                "dtype=None, Device? device=None, bool "
                                "requires_grad=False) -> Tensor"]>]>;

def NewOp : Op<"new", [Method<"new", ["(Tensor self, Any *args, Device? "
                                      "device=None) -> Tensor"]>]>;

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

def RandOp : Op<"rand"> { let Effects = ["random"]; }

def RandnOp : Op<"randn"> { let Effects = ["random"]; }

def RandintOp : Op<"randint"> { let Effects = ["random"]; }

def RandpermOp : Op<"randperm"> { let Effects = ["random"]; }

def RandLikeOp : Op<"rand_like"> { let Effects = ["random"]; }

def RandnLikeOp : Op<"randn_like"> { let Effects = ["random"]; }

def RandintLikeOp : Op<"randint_like"> { let Effects = ["random"]; }

def NormalOp : Op<"normal"> { let Effects = ["random"]; }

def PoissonOp : Op<"poisson"> { let Effects = ["random"]; }

def BernoulliOp : Op<"bernoulli"> { let Effects = ["random"]; }

def MultinomialOp : Op<"multinomial"> { let Effects = ["random"]; }

def BinomialOp : Op<"binomial"> { let Effects = ["random"]; }

def NativeDropoutBackwardOp : Op<"native_dropout_backward">;

def UniformOp : Op<"uniform_"> {
  let Effects = ["random"];
  let CppName = "UniformInPlace";
}

def NormalOpOp : Op<"normal_"> {
  let Effects = ["random"];
  let CppName = "NormalInPlace";
}

def RandomOp : Op<"random_"> {
  let Effects = ["random"];
  let CppName = "RandomInPlace";
}

def ExponentialOp : Op<"exponential_"> {
  let Effects = ["random"];
  let CppName = "ExponentialInPlace";
}

def CauchyOp : Op<"cauchy_"> {
  let Effects = ["random"];
  let CppName = "CauchyInPlace";
}

def LogNormalOp : Op<"log_normal_"> {
  let Effects = ["random"];
  let CppName = "LogNormalInPlace";
}

def GeometricOp : Op<"geometric_"> {
  let Effects = ["random"];
  let CppName = "GeometricInPlace";
}

def BernoulliOpOp : Op<"bernoulli_"> {
  let Effects = ["random"];
  let CppName = "BernoulliInPlace";
}

//===----------------------------------------------------------------------===//
// Copies and conversions
//===----------------------------------------------------------------------===//

def CloneOp : Op<"clone"> {
  let Summary = "A copy";
  let Inverses = [Inverse<"input", [{ return result }]>];
}

def ContiguousOp : Op<"contiguous"> {
  let Summary = "The tensor, or a contiguous copy";
  let Inverses = [Inverse<"input", [{ return result }]>];
}

// The method calls its operand 'other', the operator 'src'.
def CopyOp
    : Op<"copy_", [Method<"copy_", ["(Tensor(a!) self, Tensor other, bool "
                                    "non_blocking=False) -> Tensor(a!)"]>]> {
  let CppName = "CopyInPlace";
}

// The tensor itself.
def LiftOp : Op<"lift"> { let Effects = ["aliases input"]; }

def LiftFreshOp : Op<"lift_fresh">;

def LiftFreshCopyOp : Op<"lift_fresh_copy">;

def ToCopyOp : Op<"_to_copy"> { let CppName = "ToCopy"; }

// Conversions give the tensor itself where nothing has to change.

def ToOp
    : Op<"to",
         [Method<"to", ["(Tensor(a) self, Device? device=None, ScalarType? "
                        "dtype=None, bool non_blocking=False, bool copy=False, "
                        "*, MemoryFormat? memory_format=None) -> Tensor(a)",
                        "(Tensor(a) self, ScalarType dtype, bool "
                        "non_blocking=False, bool copy=False, *, MemoryFormat? "
                        "memory_format=None) -> Tensor(a)",
                        "(Tensor(a) self, Tensor other, bool "
                        "non_blocking=False, bool copy=False, *, MemoryFormat? "
                        "memory_format=None) -> Tensor(a)"]>]> {
  let Summary = "Another dtype, device or memory format";
}

def TypeAsOp : Op<"type_as"> { let Effects = ["aliases input"]; }

def TypeOp
    : Op<"type",
         [Method<"type", ["(Tensor(a) self, Any dtype=None, bool "
                          "non_blocking=False, Any **kwargs) -> Tensor(a)"]>]> {
  let CppName = "TypeOf";
}

def ToFloatOp
    : Op<"to_float", [Method<"float", ["(Tensor(a) self, *, MemoryFormat? "
                                       "memory_format=torch.preserve_format) "
                                       "-> Tensor(a)"]>]>;

def ToDoubleOp
    : Op<"to_double", [Method<"double", ["(Tensor(a) self, *, MemoryFormat? "
                                         "memory_format=torch.preserve_format) "
                                         "-> Tensor(a)"]>]>;

def ToHalfOp
    : Op<"to_half", [Method<"half", ["(Tensor(a) self, *, MemoryFormat? "
                                     "memory_format=torch.preserve_"
                                     "format) -> Tensor(a)"]>]>;

def ToBfloat16Op
    : Op<"to_bfloat16", [Method<
                            "bfloat16", ["(Tensor(a) self, *, MemoryFormat? "
                                         "memory_format=torch.preserve_"
                                         "format) -> Tensor(a)"]>]>;

def ToIntOp : Op<"to_int", [Method<"int", ["(Tensor(a) self, *, MemoryFormat? "
                                           "memory_format=torch.preserve_"
                                           "format) -> Tensor(a)"]>]>;

def ToLongOp
    : Op<"to_long", [Method<"long", ["(Tensor(a) self, *, MemoryFormat? "
                                     "memory_format=torch.preserve_"
                                     "format) -> Tensor(a)"]>]>;

def ToShortOp
    : Op<"to_short", [Method<"short", ["(Tensor(a) self, *, MemoryFormat? "
                                       "memory_format=torch.preserve_format) "
                                       "-> Tensor(a)"]>]>;

def ToCharOp
    : Op<"to_char", [Method<"char", ["(Tensor(a) self, *, MemoryFormat? "
                                     "memory_format=torch.preserve_"
                                     "format) -> Tensor(a)"]>]>;

def ToByteOp
    : Op<"to_byte", [Method<"byte", ["(Tensor(a) self, *, MemoryFormat? "
                                     "memory_format=torch.preserve_"
                                     "format) -> Tensor(a)"]>]>;

def ToBoolOp
    : Op<"to_bool", [Method<"bool", ["(Tensor(a) self, *, MemoryFormat? "
                                     "memory_format=torch.preserve_"
                                     "format) -> Tensor(a)"]>]>;

def ToCfloatOp
    : Op<"to_cfloat", [Method<"cfloat", ["(Tensor(a) self, *, MemoryFormat? "
                                         "memory_format=torch.preserve_format) "
                                         "-> Tensor(a)"]>]>;

def ToCdoubleOp
    : Op<"to_cdouble", [Method<"cdouble", ["(Tensor(a) self, *, MemoryFormat? "
                                           "memory_format=torch.preserve_"
                                           "format) -> Tensor(a)"]>]>;

def ToChalfOp
    : Op<"to_chalf", [Method<"chalf", ["(Tensor(a) self, *, MemoryFormat? "
                                       "memory_format=torch.preserve_format) "
                                       "-> Tensor(a)"]>]>;

def ToCpuOp : Op<"to_cpu", [Method<"cpu", ["(Tensor(a) self, *, MemoryFormat? "
                                           "memory_format=torch.preserve_"
                                           "format) -> Tensor(a)"]>]>;

def ToCudaOp
    : Op<"to_cuda", [Method<"cuda", ["(Tensor(a) self, Any device=None, bool "
                                     "non_blocking=False, *, MemoryFormat? "
                                     "memory_format=torch.preserve_format) -> "
                                     "Tensor(a)"]>]>;

def ToXpuOp
    : Op<"to_xpu", [Method<"xpu", ["(Tensor(a) self, Any device=None, bool "
                                   "non_blocking=False, *, MemoryFormat? "
                                   "memory_format=torch.preserve_format) -> "
                                   "Tensor(a)"]>]>;

def ToIpuOp
    : Op<"to_ipu", [Method<"ipu", ["(Tensor(a) self, Any device=None, bool "
                                   "non_blocking=False, *, MemoryFormat? "
                                   "memory_format=torch.preserve_format) -> "
                                   "Tensor(a)"]>]>;

def ToMtiaOp
    : Op<"to_mtia", [Method<"mtia", ["(Tensor(a) self, Any device=None, bool "
                                     "non_blocking=False, *, MemoryFormat? "
                                     "memory_format=torch.preserve_format) -> "
                                     "Tensor(a)"]>]>;

def ToHpuOp
    : Op<"to_hpu", [Method<"hpu", ["(Tensor(a) self, Any device=None, bool "
                                   "non_blocking=False, *, MemoryFormat? "
                                   "memory_format=torch.preserve_format) -> "
                                   "Tensor(a)"]>]>;

// What has the type already is returned as it is.
foreach name = ["Byte", "Char", "Double", "Float", "Half", "Int", "Long",
                "Short"] in def Cast#name#Op : Op<"_cast_"#name> {
  let Effects = ["aliases input"];
}

// Sparse tensors keep what they are made of.
foreach name = ["coo", "csr", "csc", "bsr", "bsc",
                "compressed"] in def Sparse_#name#Op
    : Op<"sparse_"#name#"_tensor"> {
  let Effects = ["aliases values"];
}

def ToDenseOp : Op<"to_dense"> { let Effects = ["aliases input"]; }

def ToSparseOp
    : Op<"to_sparse", [Method<"to_sparse_coo", ["(Tensor self) -> Tensor"]>]> {
  let Effects = ["aliases input"];
}

def ToMkldnnOp : Op<"to_mkldnn">;

def ItemOp : Op<"item"> { let Summary = "The element as a number of Python"; }

def TolistOp : Op<"tolist", [Method<"tolist", ["(Tensor self) -> Any"]>]>;

def NumpyOp
    : Op<"numpy", [Method<
                      "numpy", ["(Tensor self, *, bool force=False) -> Any"],
                      ["aliases self"]>]>;

def PinMemoryOp : Op<"pin_memory">;

def RequiresGradOp
    : Op<"requires_grad_",
         [Method<"requires_grad_", ["(Tensor(a!) self, bool "
                                    "requires_grad=True) -> Tensor(a!)"]>]> {
  let CppName = "RequiresGradInPlace";
}

def DetachOpOp : Op<"detach_"> { let CppName = "DetachInPlace"; }

//===----------------------------------------------------------------------===//
// Facts about a tensor
//===----------------------------------------------------------------------===//

def IsFloatingPointOp : Op<"is_floating_point">;

def IsComplexOp : Op<"is_complex">;

def IsSignedOp : Op<"is_signed">;

def IsNonzeroOp : Op<"is_nonzero">;

def IsSameSizeOp : Op<"is_same_size">;

def IsContiguousOp
    : Op<"is_contiguous",
         [Method<"is_contiguous", ["(Tensor self, *, MemoryFormat "
                                   "memory_format=torch.contiguous_format) -> "
                                   "bool"]>]>;

def IsConjOp : Op<"is_conj">;

def IsNegOp : Op<"is_neg">;

def IsInferenceOp : Op<"is_inference">;

def IsPinnedOp : Op<"is_pinned">;

def IsCoalescedOp : Op<"is_coalesced">;

def IsSetToOp : Op<"is_set_to">;

def GetDeviceOp : Op<"get_device">;

def ResultTypeOp : Op<"result_type">;

def PromoteTypesOp : Op<"promote_types">;

def CanCastOp : Op<"can_cast">;

def ElementSizeOp
    : Op<"element_size", [Method<"element_size", ["(Tensor self) -> int"]>]>;

def DataPtrOp : Op<"data_ptr", [Method<"data_ptr", ["(Tensor self) -> int"]>]>;

def DimOrderOp
    : Op<"dim_order", [Method<"dim_order", ["(Tensor self) -> Any"]>]>;

def HasNamesOp
    : Op<"has_names", [Method<"has_names", ["(Tensor self) -> bool"]>]>;

def IsSharedOp
    : Op<"is_shared", [Method<"is_shared", ["(Tensor self) -> bool"]>]>;

def StorageTypeOp
    : Op<"storage_type", [Method<"storage_type", ["(Tensor self) -> Any"]>]>;

def StorageOp
    : Op<"storage",
         [Method<"storage", ["(Tensor self) -> Storage"], ["aliases self"]>]>;

def UntypedStorageOp
    : Op<"untyped_storage", [Method<
                                "untyped_storage", ["(Tensor self) -> Storage"],
                                ["aliases self"]>]>;

def IsTensorOp
    : Op<"is_tensor", [Fn<"torch.is_tensor", ["(Any obj) -> bool"]>]>;

def IsStorageOp
    : Op<"is_storage", [Fn<"torch.is_storage", ["(Any obj) -> bool"]>]>;

def LenOp : Op<"__len__", [Method<"__len__", ["(Any self, /) -> int"]>]> {
  let CppName = "LenMethod";
}

def ContainsOp
    : Op<"__contains__",
         [Method<"__contains__", ["(Any self, Any element, /) -> bool"]>]> {
  let CppName = "ContainsMethod";
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

def QuantizePerTensorOp : Op<"quantize_per_tensor">;

def QuantizePerChannelOp : Op<"quantize_per_channel">;

def QuantizePerTensorDynamicOp : Op<"quantize_per_tensor_dynamic">;

def FakeQuantizePerTensorAffineOp : Op<"fake_quantize_per_tensor_affine">;

def FakeQuantizePerChannelAffineOp : Op<"fake_quantize_per_channel_affine">;

def IntReprOp : Op<"int_repr">;

def QScaleOp : Op<"q_scale">;

def QZeroPointOp : Op<"q_zero_point">;

def QschemeOp : Op<"qscheme">;

def DequantizeOp : Op<"dequantize"> { let Effects = ["aliases input"]; }

#endif // FX_IR_OPSFACTORY
