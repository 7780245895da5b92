//===- OpsIndexing.td - Indexing and scattering ------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSINDEXING
#define FX_IR_OPSINDEXING

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Python's own
//===----------------------------------------------------------------------===//

def GetitemOp
    : Op<"getitem",
         [Fn<"operator.getitem", ["(Any a, Any b, /) -> Any"], ["aliases a"]>,
          Method<"__getitem__", ["(Any self, Any index, /) -> Any"],
                 ["aliases self"]>]> {
  let Summary = "a[b]";
}

def SetitemOp
    : Op<"setitem", [Fn<"operator.setitem",
                        ["(Any a, Any b, Any c, /) -> NoneType"], ["writes a"]>,
                     Method<"__setitem__",
                            ["(Any self, Any index, Any value, /) -> NoneType"],
                            ["writes self"]>]> {
  let Summary = "a[b] = c";
}

def DelitemOp
    : Op<"delitem", [Fn<"operator.delitem", ["(Any a, Any b, /) -> NoneType"],
                        ["writes a"]>]>;

def GetattrOp
    : Op<"getattr", [Fn<"builtins.getattr",
                        ["(Any object, Any name, Any default=None, /) -> Any"],
                        ["aliases object", "aliases default"]>]> {
  let Summary = "An attribute, such as the shape";
}

def SetattrOp
    : Op<"setattr", [Fn<"builtins.setattr",
                        ["(Any object, Any name, Any value, /) -> NoneType"],
                        ["writes object"]>]>;

def HasattrOp
    : Op<"hasattr",
         [Fn<"builtins.hasattr", ["(Any object, Any name, /) -> bool"]>]>;

def DelattrOp
    : Op<"delattr",
         [Fn<"builtins.delattr", ["(Any object, Any name, /) -> NoneType"],
             ["writes object"]>]>;

//===----------------------------------------------------------------------===//
// Gathering and scattering
//===----------------------------------------------------------------------===//

def IndexOp : Op<"index">;

def IndexSelectOp : Op<"index_select">;

def MaskedSelectOp : Op<"masked_select">;

def GatherOp : Op<"gather">;

def TakeOp : Op<"take">;

def TakeAlongDimOp : Op<"take_along_dim">;

def NonzeroOp
    : Op<"nonzero",
         [Fn<"torch.nonzero", ["(Tensor input, *, bool as_tuple=False, "
                               "Tensor(a!)? out=None) -> Any"]>,
          Method<"nonzero", ["(Tensor self, *, bool as_tuple=False) -> Any"]>]>;

def ArgwhereOp : Op<"argwhere">;

def IndexAddOp : Op<"index_add">;

def IndexCopyOp : Op<"index_copy">;

def IndexFillOp : Op<"index_fill">;

def IndexPutOp : Op<"index_put">;

def IndexReduceOp : Op<"index_reduce">;

def MaskedFillOp : Op<"masked_fill">;

def MaskedScatterOp : Op<"masked_scatter">;

def ScatterOp : Op<"scatter">;

def ScatterAddOp : Op<"scatter_add">;

def ScatterReduceOp : Op<"scatter_reduce">;

def OneHotOp : Op<"one_hot">;

def EmbeddingOp
    : Op<"embedding",
         [Fn<"torch.nn.functional.embedding",
             ["(Tensor input, Tensor weight, int? padding_idx=None, float? "
              "max_norm=None, float norm_type=2.0, bool "
              "scale_grad_by_freq=False, bool sparse=False) -> Tensor"],
             ["writes weight if max_norm"]>]> {
  let Summary = "Rows of a table";
}

def EmbeddingBagOp
    : Op<"embedding_bag",
         [Fn<"torch.nn.functional.embedding_bag",
             ["(Tensor input, Tensor weight, Tensor? offsets=None, float? "
              "max_norm=None, float norm_type=2, bool "
              "scale_grad_by_freq=False, str mode='mean', bool sparse=False, "
              "Tensor? per_sample_weights=None, bool "
              "include_last_offset=False, int? padding_idx=None) -> Tensor"],
             ["writes weight if max_norm"]>]> {
  let Summary = "Sums or means of rows of a table";
}

def UnravelIndexOp
    : Op<"unravel_index", [Fn<"torch.functional.unravel_index",
                              ["(Tensor indices, Any shape) -> Tensor[]"]>]>;

#endif // FX_IR_OPSINDEXING
