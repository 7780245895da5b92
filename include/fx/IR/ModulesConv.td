//===- ModulesConv.td - Convolutions and linear layers -----*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESCONV
#define FX_IR_MODULESCONV

include "fx/IR/ModuleBase.td"

//===----------------------------------------------------------------------===//
// Linear layers
//===----------------------------------------------------------------------===//

def Identity : TorchModule<"torch.nn.modules.linear", "Identity",
                           "(Any *args, Any **kwargs)"> {
  let Hidden = ["args", "kwargs"];
  let Expansion = [{ return input }];
}

class LinearModule<string name>
    : TorchModule<"torch.nn.modules.linear", name,
                  "(int in_features, int out_features, bool bias=True, Device? "
                  "device=None, ScalarType? dtype=None)"> {
  let Tensors = [Param<"weight">, Param<"bias", "init.bias">];
  let Expansion = [{
    return torch._C._nn.linear(input, self.weight, self.bias)
  }];
}

def Linear : LinearModule<"Linear">;

// What MultiheadAttention calls its out_proj; torch.nn does not export it.
def NonDynamicallyQuantizableLinear
    : LinearModule<"NonDynamicallyQuantizableLinear">;

def Bilinear : TorchModule<"torch.nn.modules.linear", "Bilinear",
                           "(int in1_features, int in2_features, int "
                           "out_features, bool bias=True, "
                           "Device? device=None, ScalarType? dtype=None)"> {
  let Forward = "(Tensor input1, Tensor input2)";
  let Tensors = [Param<"weight">, Param<"bias", "init.bias">];
  let Expansion = [{
    return torch.bilinear(input1, input2, self.weight, self.bias)
  }];
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

// A padding mode but `zeros` pads first, and the convolution does not pad.
class ConvModule<int n>
    : TorchModule<"torch.nn.modules.conv", "Conv"#n#"d",
                  "(int in_channels, int out_channels, int["#n#"] kernel_size, "
                  "int["#n#"] stride=1, Any padding=0, int["#n#"] dilation=1, "
                  "int groups=1, bool bias=True, str padding_mode='zeros', "
                  "Device? device=None, ScalarType? dtype=None)"> {
  let Tensors = [Param<"weight">, Param<"bias", "init.bias">];
  let Expansion = ForDimension<[{
    kernel_size = spread(self.kernel_size, N)
    stride = spread(self.stride, N)
    dilation = spread(self.dilation, N)
    padding = self.padding
    if not is_str(padding):
      padding = spread(padding, N)
    if self.padding_mode == 'zeros':
      return torch.convNd(input, self.weight, self.bias, stride, padding,
                          dilation, self.groups)
    if is_str(padding):
      if padding == 'same':
        pads = same_pads(kernel_size, dilation)
      else:
        pads = list(spread(0, 2 * N))
    else:
      pads = reverse_pairs(padding)
    if self.from_torch1:
      padded = F.pad(input, pads, mode=self.padding_mode)
    else:
      padded = F.pad(input, pads, mode=self.padding_mode, value=None)
    return torch.convNd(padded, self.weight, self.bias, stride, spread(0, N),
                        dilation, self.groups)
  }], n>.Result;
}

def Conv1d : ConvModule<1>;
def Conv2d : ConvModule<2>;
def Conv3d : ConvModule<3>;

class ConvTransposeModule<int n>
    : TorchModule<"torch.nn.modules.conv", "ConvTranspose"#n#"d",
                  "(int in_channels, int out_channels, int["#n#"] kernel_size, "
                  "int["#n#"] stride=1, int["#n#"] padding=0, "
                  "int["#n#"] output_padding=0, int groups=1, bool bias=True, "
                  "int["#n#"] dilation=1, str padding_mode='zeros', Device? "
                  "device=None, ScalarType? dtype=None)"> {
  let Forward = "(Tensor input, int[]? output_size=None)";
  let Tensors = [Param<"weight">, Param<"bias", "init.bias">];
  let Expansion = ForDimension<[{
    if self.padding_mode != 'zeros':
      raise "only padding_mode='zeros' is supported by transposed convolutions"
    if output_size is not None:
      raise "with output_size the padding depends on the size of the input"
    return torch.conv_transposeNd(
        input, self.weight, self.bias, spread(self.stride, N),
        spread(self.padding, N), spread(self.output_padding, N), self.groups,
        spread(self.dilation, N))
  }], n>.Result;
}

def ConvTranspose1d : ConvTransposeModule<1>;
def ConvTranspose2d : ConvTransposeModule<2>;
def ConvTranspose3d : ConvTransposeModule<3>;

class FoldModule<string name, string ctor, code expansion>
    : TorchModule<"torch.nn.modules.fold", name, ctor> {
  let Expansion = expansion;
}

def Fold
    : FoldModule<"Fold",
                 "(int[2] output_size, int[2] kernel_size, int[2] dilation=1, "
                 "int[2] padding=0, int[2] stride=1)",
                 [{
  return F.fold(input, self.output_size, self.kernel_size,
                dilation=self.dilation, padding=self.padding,
                stride=self.stride)
}]>;

def Unfold
    : FoldModule<"Unfold",
                 "(int[2] kernel_size, int[2] dilation=1, int[2] padding=0, "
                 "int[2] stride=1)",
                 [{
  return F.unfold(input, self.kernel_size, dilation=self.dilation,
                  padding=self.padding, stride=self.stride)
}]>;

#endif // FX_IR_MODULESCONV
