//===- ModulesPool.td - Pooling ----------------------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESPOOL
#define FX_IR_MODULESPOOL

include "fx/IR/ModuleBase.td"

class PoolModule<string name, string ctor>
    : TorchModule<"torch.nn.modules.pooling", name, ctor>;

//===----------------------------------------------------------------------===//
// Maximum
//===----------------------------------------------------------------------===//

class MaxPoolModule<int n>
    : PoolModule<"MaxPool"#n#"d",
                 "(int["#n#"] kernel_size, int["#n#"]? stride=None, "
                 "int["#n#"] padding=0, int["#n#"] dilation=1, "
                 "bool return_indices=False, bool ceil_mode=False)"> {
  let Hidden = ["return_indices"];
  let Expansion = ForDimension<[{
    stride = self.kernel_size if self.stride is None else self.stride
    if self.return_indices:
      return F.max_poolNd_with_indices(
          input, self.kernel_size, stride=stride, padding=self.padding,
          dilation=self.dilation, ceil_mode=self.ceil_mode,
          return_indices=True)
    return F.max_poolNd(
        input, self.kernel_size, stride=stride, padding=self.padding,
        dilation=self.dilation, ceil_mode=self.ceil_mode,
        return_indices=False)
  }], n>.Result;
}

def MaxPool1d : MaxPoolModule<1>;
def MaxPool2d : MaxPoolModule<2>;
def MaxPool3d : MaxPoolModule<3>;

class MaxUnpoolModule<int n>
    : PoolModule<"MaxUnpool"#n#"d",
                 "(int["#n#"] kernel_size, int["#n#"]? stride=None, "
                 "int["#n#"] padding=0)"> {
  let Forward = "(Tensor input, Tensor indices, int[]? output_size=None)";
  let Expansion = ForDimension<[{
    kernel_size = spread(self.kernel_size, N)
    stride = kernel_size
    if self.stride is not None:
      stride = spread(self.stride, N)
    return F.max_unpoolNd(input, indices, kernel_size, stride=stride,
                          padding=spread(self.padding, N),
                          output_size=output_size)
  }], n>.Result;
}

def MaxUnpool1d : MaxUnpoolModule<1>;
def MaxUnpool2d : MaxUnpoolModule<2>;
def MaxUnpool3d : MaxUnpoolModule<3>;

class FractionalMaxPoolModule<int n>
    : PoolModule<"FractionalMaxPool"#n#"d",
                 "(int["#n#"] kernel_size, int["#n#"]? output_size=None, "
                 "float["#n#"]? output_ratio=None, bool return_indices=False, "
                 "Any _random_samples=None)"> {
  let Hidden = ["kernel_size", "output_size", "output_ratio", "return_indices",
                "_random_samples"];
  let Tensors = [Buffer<"_random_samples", "init._random_samples">];
  let Expansion = ForDimension<[{
    output_size = self.output_size
    if output_size is not None:
      output_size = spread(output_size, N)
    output_ratio = self.output_ratio
    if output_ratio is not None:
      output_ratio = spread(output_ratio, N)
    if self.return_indices:
      return F.fractional_max_poolNd_with_indices(
          input, spread(self.kernel_size, N), output_size=output_size,
          output_ratio=output_ratio, return_indices=True,
          _random_samples=self._random_samples)
    return F.fractional_max_poolNd(
        input, spread(self.kernel_size, N), output_size=output_size,
        output_ratio=output_ratio, return_indices=False,
        _random_samples=self._random_samples)
  }], n>.Result;
}

def FractionalMaxPool2d : FractionalMaxPoolModule<2>;
def FractionalMaxPool3d : FractionalMaxPoolModule<3>;

class AdaptiveMaxPoolModule<int n>
    : PoolModule<"AdaptiveMaxPool"#n#"d",
                 "(int?["#n#"] output_size, bool return_indices=False)"> {
  let Hidden = ["return_indices"];
  let Expansion = ForDimension<[{
    if self.return_indices:
      return F.adaptive_max_poolNd_with_indices(input, self.output_size,
                                                return_indices=True)
    return F.adaptive_max_poolNd(input, self.output_size, return_indices=False)
  }], n>.Result;
}

def AdaptiveMaxPool1d : AdaptiveMaxPoolModule<1>;
def AdaptiveMaxPool2d : AdaptiveMaxPoolModule<2>;
def AdaptiveMaxPool3d : AdaptiveMaxPoolModule<3>;

//===----------------------------------------------------------------------===//
// Average
//===----------------------------------------------------------------------===//

def AvgPool1d
    : PoolModule<"AvgPool1d",
                 "(int[1] kernel_size, int[1]? stride=None, int[1] padding=0, "
                 "bool ceil_mode=False, bool count_include_pad=True)"> {
  let Hidden = ["ceil_mode", "count_include_pad"];
  let Expansion = [{
    stride = self.kernel_size if self.stride is None else self.stride
    return torch.avg_pool1d(input, single(self.kernel_size), single(stride),
                            single(self.padding), self.ceil_mode,
                            self.count_include_pad)
  }];
}

class AvgPoolModule<int n>
    : PoolModule<"AvgPool"#n#"d",
                 "(int["#n#"] kernel_size, int["#n#"]? stride=None, "
                 "int["#n#"] padding=0, bool ceil_mode=False, "
                 "bool count_include_pad=True, int? divisor_override=None)"> {
  let Hidden = ["ceil_mode", "count_include_pad", "divisor_override"];
  let Expansion = ForDimension<[{
    stride = self.kernel_size if self.stride is None else self.stride
    return torch._C._nn.avg_poolNd(input, self.kernel_size, stride,
                                   self.padding, self.ceil_mode,
                                   self.count_include_pad,
                                   self.divisor_override)
  }], n>.Result;
}

def AvgPool2d : AvgPoolModule<2>;
def AvgPool3d : AvgPoolModule<3>;

def AdaptiveAvgPool1d
    : PoolModule<"AdaptiveAvgPool1d", "(int[1] output_size)"> {
  let Expansion = [{
    return torch.adaptive_avg_pool1d(input, self.output_size)
  }];
}

class AdaptiveAvgPoolModule<int n>
    : PoolModule<"AdaptiveAvgPool"#n#"d", "(int?["#n#"] output_size)"> {
  let Expansion = ForDimension<[{
    return F.adaptive_avg_poolNd(input, self.output_size)
  }], n>.Result;
}

def AdaptiveAvgPool2d : AdaptiveAvgPoolModule<2>;
def AdaptiveAvgPool3d : AdaptiveAvgPoolModule<3>;

//===----------------------------------------------------------------------===//
// Power average
//===----------------------------------------------------------------------===//

class LPPoolModule<int n>
    : PoolModule<"LPPool"#n#"d",
                 "(float norm_type, int["#n#"] kernel_size, "
                 "int["#n#"]? stride=None, bool ceil_mode=False)"> {
  let Expansion = ForDimension<[{
    return F.lp_poolNd(input, float(self.norm_type), self.kernel_size,
                       stride=self.stride, ceil_mode=self.ceil_mode)
  }], n>.Result;
}

def LPPool1d : LPPoolModule<1>;
def LPPool2d : LPPoolModule<2>;
def LPPool3d : LPPoolModule<3>;

#endif // FX_IR_MODULESPOOL
