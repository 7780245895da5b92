//===- ModulesVision.td - Classes of torchvision -----------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESVISION
#define FX_IR_MODULESVISION

include "fx/IR/ModuleBase.td"

//===----------------------------------------------------------------------===//
// torchvision.ops
//===----------------------------------------------------------------------===//

def StochasticDepth
    : ModuleClass<"torchvision.ops.stochastic_depth.StochasticDepth",
                  "(float p, str mode)"> {
  let Aliases = ["torchvision.ops.StochasticDepth"];
  let Expansion = [{
    return torchvision.ops.stochastic_depth.stochastic_depth(
        input, self.p, self.mode, self.training)
  }];
}

def Permute : ModuleClass<"torchvision.ops.misc.Permute", "(int[] dims)"> {
  let Aliases = ["torchvision.ops.Permute"];
  let Forward = "(Tensor x)";
  let Hidden = ["dims"];
  let Expansion = [{ return torch.permute(x, self.dims) }];
}

def FrozenBatchNorm2d : ModuleClass<"torchvision.ops.misc.FrozenBatchNorm2d",
                                    "(int num_features, float eps=1e-05)"> {
  let Aliases = ["torchvision.ops.FrozenBatchNorm2d"];
  let Forward = "(Tensor x)";
  let Tensors = [Buffer<"weight">, Buffer<"bias">, Buffer<"running_mean">,
                 Buffer<"running_var">];
  let Expansion = [{
    w = self.weight.reshape(1, -1, 1, 1)
    b = self.bias.reshape(1, -1, 1, 1)
    rv = self.running_var.reshape(1, -1, 1, 1)
    rm = self.running_mean.reshape(1, -1, 1, 1)
    scale = w * (rv + self.eps).rsqrt()
    bias = b - rm * scale
    return x * scale + bias
  }];
}

class DropBlockModule<string name, string function>
    : ModuleClass<"torchvision.ops.drop_block."#name,
                  "(float p, int block_size, bool inplace=False, "
                  "float eps=1e-06)"> {
  let Aliases = ["torchvision.ops."#name];
  let Hidden = ["eps"];
  let Expansion =
      "return torchvision.ops.drop_block."#function#"(input, self.p, "
      "self.block_size, "
      "self.inplace, self.eps, "
      "self.training)";
}

def DropBlock2d : DropBlockModule<"DropBlock2d", "drop_block2d">;
def DropBlock3d : DropBlockModule<"DropBlock3d", "drop_block3d">;

// ConvNeXt's normalization over channels.
def LayerNorm2d : ModuleClass<"torchvision.models.convnext.LayerNorm2d",
                              "(int[1] normalized_shape, float eps=1e-05, bool "
                              "elementwise_affine=True, "
                              "bool bias=True)"> {
  let Forward = "(Tensor x)";
  let Tensors = [Param<"weight", "init.elementwise_affine">,
                 Param<"bias", "init.elementwise_affine and init.bias">];
  let Expansion = [{
    x = x.permute(0, 2, 3, 1)
    x = F.layer_norm(x, single(self.normalized_shape), weight=self.weight,
                     bias=self.bias, eps=self.eps)
    return x.permute(0, 3, 1, 2)
  }];
}

//===----------------------------------------------------------------------===//
// Stubs of quantization, before it is converted
//===----------------------------------------------------------------------===//

class StubModule<string name>
    : ModuleClass<"torch.ao.quantization."#name, "(Any qconfig=None)"> {
  let Aliases = ["torch.ao.quantization.stubs."#name,
                 "torch.quantization."#name];
  let Forward = "(Tensor x)";
  let Hidden = ["qconfig"];
  let Expansion = [{ return x }];
}

def QuantStub : StubModule<"QuantStub">;
def DeQuantStub : StubModule<"DeQuantStub">;

def FloatFunctional
    : ModuleClass<"torch.ao.nn.quantized.FloatFunctional", "()"> {
  let Aliases =
      ["torch.ao.nn.quantized.modules.functional_modules.FloatFunctional",
       "torch.nn.quantized.FloatFunctional"];
  let Forward = "(Any *args)";
  let NoExpansion = "it is used through its methods, such as add";
}

def QFunctional : ModuleClass<"torch.ao.nn.quantized.QFunctional",
                              "(float scale=1.0, int zero_point=0)"> {
  let Aliases = ["torch.ao.nn.quantized.modules.functional_modules.QFunctional",
                 "torch.nn.quantized.QFunctional"];
  let Forward = "(Any *args)";
  let NoExpansion = "it is used through its methods, such as add";
}

//===----------------------------------------------------------------------===//
// Quantized classes
//===----------------------------------------------------------------------===//

// The packed parameters are an object that holds weight and bias.
class QuantizedModule<string file, string name, string shown, string ctor>
    : ModuleClass<"torch.ao.nn.quantized."#name, ctor> {
  let Aliases = ["torch.ao.nn.quantized.modules."#file#"."#name,
                 "torch.nn.quantized."#name];
  let ShownName = shown;
}

def Quantize : QuantizedModule<"__init__", "Quantize", "Quantize",
                               "(Any scale, Any zero_point, ScalarType dtype, "
                               "bool factory_kwargs=False)"> {
  let Aliases = ["torch.ao.nn.quantized.modules.Quantize",
                 "torch.nn.quantized.Quantize"];
  let Forward = "(Tensor X)";
  let Tensors = [Buffer<"scale">, Buffer<"zero_point">];
  let Expansion = [{
    return torch.quantize_per_tensor(X, self.scale, self.zero_point,
                                     self.dtype)
  }];
}

def DeQuantize : QuantizedModule<"__init__", "DeQuantize", "DeQuantize", "()"> {
  let Aliases = ["torch.ao.nn.quantized.modules.DeQuantize",
                 "torch.nn.quantized.DeQuantize"];
  let Forward = "(Tensor Xq)";
  let Expansion = [{ return Xq.dequantize() }];
}

def QuantizedLinear
    : QuantizedModule<
          "linear", "Linear", "QuantizedLinear",
          "(int in_features, int out_features, float scale=1.0, int "
          "zero_point=0, "
          "Any qscheme=None, bool bias_=True, ScalarType dtype=torch.qint8)"> {
  let Forward = "(Tensor x)";
  let Tensors = [Param<"_packed_params._packed_params">];
  let Expansion = [{
    return torch.ops.quantized.linear(x, self._packed_params._packed_params,
                                      self.scale, self.zero_point)
  }];
}

class QuantizedConvModule<int n, string name, string shown, string file,
                          string package, string function>
    : ModuleClass<package#"."#name,
                  "(int in_channels, int out_channels, int["#n#"] kernel_size, "
                  "int["#n#"] stride=1, float scale=1.0, int zero_point=0, "
                  "Any padding=0, int["#n#"] dilation=1, "
                  "int["#n#"] output_padding=0, int groups=1, bool bias=True, "
                  "str padding_mode='zeros')"> {
  let Aliases = [package#".modules."#file#"."#name];
  let ShownName = shown;
  let Tensors = [Param<"_packed_params">];
  let Expansion = ForDimension<[{
    if self.padding_mode != 'zeros':
      raise "only padding_mode='zeros' is a fixed formula"
    return torch.ops.quantized.}] # function # [{(
        input, self._packed_params, self.scale, self.zero_point)
  }], n>.Result;
}

foreach n = [1, 2, 3] in {
  def QuantizedConv#n#d
      : QuantizedConvModule<n, "Conv"#n#"d", "QuantizedConv"#n#"d", "conv",
                            "torch.ao.nn.quantized", "convNd">;
  def QuantizedConvReLU#n#d
      : QuantizedConvModule<n, "ConvReLU"#n#"d", "QuantizedConvReLU"#n#"d",
                            "conv_relu", "torch.ao.nn.intrinsic.quantized",
                            "convNd_relu">;
}

def QuantizedDropout : QuantizedModule<"dropout", "Dropout", "QuantizedDropout",
                                       "(float p=0.5, bool inplace=False)"> {
  let Expansion = [{ return input }];
}

def QuantizedHardswish
    : QuantizedModule<"activation", "Hardswish", "QuantizedHardswish",
                      "(float scale, int zero_point)"> {
  let Hidden = ["scale", "zero_point"];
  let Tensors = [Buffer<"scale">, Buffer<"zero_point">];
  let Expansion = [{
    return torch.ops.quantized.hardswish(input, self.scale, self.zero_point)
  }];
}

#endif // FX_IR_MODULESVISION
