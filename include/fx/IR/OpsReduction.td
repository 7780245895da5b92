//===- OpsReduction.td - Reductions and sorting ------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSREDUCTION
#define FX_IR_OPSREDUCTION

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def SumOp : Op<"sum">;

def NansumOp : Op<"nansum">;

def MeanOp : Op<"mean">;

def NanmeanOp : Op<"nanmean">;

def ProdOp : Op<"prod">;

def StdOp : Op<"std">;

def VarOp : Op<"var">;

def StdMeanOp : Op<"std_mean">;

def VarMeanOp : Op<"var_mean">;

def AmaxOp : Op<"amax">;

def AminOp : Op<"amin">;

def AminmaxOp : Op<"aminmax">;

def MaxOp : Op<"max">;

def MinOp : Op<"min">;

def MedianOp : Op<"median">;

def NanmedianOp : Op<"nanmedian">;

def ModeOp : Op<"mode">;

def AllOp : Op<"all">;

def AnyOp : Op<"any">;

def ArgmaxOp : Op<"argmax">;

def ArgminOp : Op<"argmin">;

def CountNonzeroOp : Op<"count_nonzero">;

def QuantileOp : Op<"quantile">;

def NanquantileOp : Op<"nanquantile">;

def CumsumOp : Op<"cumsum">;

def CumprodOp : Op<"cumprod">;

def CummaxOp : Op<"cummax">;

def CumminOp : Op<"cummin">;

def LogcumsumexpOp : Op<"logcumsumexp">;

def TrapezoidOp : Op<"trapezoid">;

def TrapzOp : Op<"trapz">;

def DiffOp : Op<"diff">;

def KthvalueOp : Op<"kthvalue">;

def TopkOp : Op<"topk">;

def SortOp : Op<"sort">;

def ArgsortOp : Op<"argsort">;

def MsortOp : Op<"msort">;

def BincountOp : Op<"bincount">;

def HistcOp : Op<"histc">;

def HistogramOp : Op<"histogram">;

def BucketizeOp : Op<"bucketize">;

def SearchsortedOp : Op<"searchsorted">;

def RenormOp : Op<"renorm">;

def DistOp : Op<"dist">;

def CovOp : Op<"cov">;

def CorrcoefOp : Op<"corrcoef">;

def LogsumexpOp : Op<"logsumexp"> {
  let Aten = ["logsumexp", "special_logsumexp"];
}

def NormOp
    : Op<"norm", [Fn<"torch.functional.norm",
                     ["(Tensor input, Any p='fro', int[1]? dim=None, bool "
                      "keepdim=False, Tensor(a!)? out=None, ScalarType? "
                      "dtype=None) -> Tensor"]>,
                  Method<"norm", ["(Tensor self, Any p='fro', int[1]? "
                                  "dim=None, bool keepdim=False, ScalarType? "
                                  "dtype=None) -> Tensor"]>]> {
  let Summary = "A norm of a matrix or vector";
}

def UniqueOp
    : Op<"unique",
         [Fn<"torch.functional.unique",
             ["(Tensor input, bool sorted=True, bool return_inverse=False, "
              "bool return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._return_output",
             ["(Tensor input, bool sorted=True, bool return_inverse=False, "
              "bool return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._return_inverse",
             ["(Tensor input, bool sorted=True, bool return_inverse=False, "
              "bool return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._return_counts",
             ["(Tensor input, bool sorted=True, bool return_inverse=False, "
              "bool return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._return_inverse_and_counts",
             ["(Tensor input, bool sorted=True, bool return_inverse=False, "
              "bool return_counts=False, int? dim=None) -> Any"]>,
          Method<"unique", ["(Tensor self, bool sorted=True, bool "
                            "return_inverse=False, bool return_counts=False, "
                            "int? dim=None) -> Any"]>]> {
  let Summary = "Distinct elements";
}

def UniqueConsecutiveOp
    : Op<"unique_consecutive",
         // PyTorch has mixed up the positions of the two flags where it looks
         // for them, so what is given by position has to stay there, and the
         // rest by keyword.
         [Fn<"torch.functional.unique_consecutive",
             ["(Tensor input, *, bool return_inverse=False, bool "
              "return_counts=False, int? dim=None) -> Any",
              "(Tensor input, bool return_inverse, /, *, bool "
              "return_counts=False, int? dim=None) -> Any",
              "(Tensor input, bool return_inverse, bool return_counts, /, *, "
              "int? dim=None) -> Any",
              "(Tensor input, bool return_inverse, bool return_counts, int? "
              "dim, /) -> Any"]>,
          Fn<"torch.functional._consecutive_return_output",
             ["(Tensor input, bool return_inverse=False, bool "
              "return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._consecutive_return_inverse",
             ["(Tensor input, bool return_inverse=False, bool "
              "return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._consecutive_return_counts",
             ["(Tensor input, bool return_inverse=False, bool "
              "return_counts=False, int? dim=None) -> Any"]>,
          Fn<"torch.functional._consecutive_return_inverse_and_counts",
             ["(Tensor input, bool return_inverse=False, bool "
              "return_counts=False, int? dim=None) -> Any"]>,
          Method<"unique_consecutive",
                 ["(Tensor self, bool return_inverse=False, bool "
                  "return_counts=False, int? dim=None) -> Any"]>]>;

def SumToSizeOp : Op<"sum_to_size"> { let Effects = ["aliases input"]; }

// Edges of bins that are given are part of the result.
def HistogramddOp : Op<"histogramdd"> { let Effects = ["aliases bins"]; }

def NormalizeOp
    : Op<"normalize", [Fn<"torch.nn.functional.normalize",
                          ["(Tensor input, float p=2.0, int dim=1, float "
                           "eps=1e-12, Tensor(a!)? out=None) -> Tensor"]>]> {
  let Summary = "A vector divided by its norm";
}

#endif // FX_IR_OPSREDUCTION
