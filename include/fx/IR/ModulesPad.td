//===- ModulesPad.td - Padding and rearranging -------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESPAD
#define FX_IR_MODULESPAD

include "fx/IR/ModuleBase.td"

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

class PadModule<string name, int n, string value, code expansion>
    : TorchModule<"torch.nn.modules.padding", name#n#"d",
                  "(int["#!mul(2, n)#"] padding"#value#")"> {
  let Expansion = ForDimension<expansion, n>.Result;
}

// In PyTorch 1, torch.fx records a call of pad as its caller spelled it; from
// PyTorch 2 on, as pad passes its arguments on.
class OldPadModule<string name, int n, string ctor, string mode, string value,
                   string spelled> : PadModule<name, n, ctor, [{
    padding = spread(self.padding, 2 * N)
    if self.from_torch1:
      return F.pad(input, padding, }]#spelled#[{)
    return F.pad(input, padding, mode=}]#mode#", value="#value#")\n">;

foreach n = [1, 2, 3] in {
  def ConstantPad#n#d
      : OldPadModule<"ConstantPad", n, ", float value", "'constant'",
                     "self.value", "'constant', self.value">;
  def ReflectionPad#n#d
      : OldPadModule<"ReflectionPad", n, "", "'reflect'", "None", "'reflect'">;
  def ReplicationPad#n#d : OldPadModule<"ReplicationPad", n, "", "'replicate'",
                                        "None", "'replicate'">;
}

def ZeroPad2d
    : OldPadModule<"ZeroPad", 2, "", "'constant'", "0.0", "'constant', 0.0">;

// New in PyTorch 2.1.
foreach n = [1, 3] in def ZeroPad#n#d : PadModule<"ZeroPad", n, "", [{
    return F.pad(input, spread(self.padding, 2 * N), mode='constant', value=0.0)
  }]>;
foreach n = [1, 2, 3] in def CircularPad#n#d
    : PadModule<"CircularPad", n, "", [{
    return F.pad(input, spread(self.padding, 2 * N), mode='circular',
                 value=None)
  }]>;

//===----------------------------------------------------------------------===//
// Rearranging
//===----------------------------------------------------------------------===//

def PixelShuffle : TorchModule<"torch.nn.modules.pixelshuffle", "PixelShuffle",
                               "(int upscale_factor)"> {
  let Expansion = [{ return torch.pixel_shuffle(input, self.upscale_factor) }];
}

def PixelUnshuffle : TorchModule<"torch.nn.modules.pixelshuffle",
                                 "PixelUnshuffle", "(int downscale_factor)"> {
  let Expansion = [{
    return torch.pixel_unshuffle(input, self.downscale_factor)
  }];
}

def ChannelShuffle : TorchModule<"torch.nn.modules.channelshuffle",
                                 "ChannelShuffle", "(int groups)"> {
  let Expansion = [{ return torch.channel_shuffle(input, self.groups) }];
}

def Flatten : TorchModule<"torch.nn.modules.flatten", "Flatten",
                          "(int start_dim=1, int end_dim=-1)"> {
  let Expansion = [{ return input.flatten(self.start_dim, self.end_dim) }];
}

def Unflatten : TorchModule<"torch.nn.modules.flatten", "Unflatten",
                            "(Any dim, Any unflattened_size)"> {
  let Expansion = [{
    return input.unflatten(self.dim, self.unflattened_size)
  }];
}

//===----------------------------------------------------------------------===//
// Resizing
//===----------------------------------------------------------------------===//

class UpsampleModule<string name, string ctor, code expansion>
    : TorchModule<"torch.nn.modules.upsampling", name, ctor> {
  let Expansion = [{
    scale_factor = self.scale_factor
    if is_tuple(scale_factor):
      if len(scale_factor) == 1:
        scale_factor = (float(scale_factor[0]),)
      elif len(scale_factor) == 2:
        scale_factor = (float(scale_factor[0]), float(scale_factor[1]))
      else:
        scale_factor = (float(scale_factor[0]), float(scale_factor[1]),
                        float(scale_factor[2]))
    elif scale_factor is not None:
      scale_factor = float(scale_factor)
}]#expansion;
}

def Upsample
    : UpsampleModule<
          "Upsample",
          "(int[]? size=None, float[1]? scale_factor=None, str mode='nearest', "
          "bool? align_corners=None, bool? recompute_scale_factor=None)",
          [{
    return F.interpolate(input, size=self.size, scale_factor=scale_factor,
                         mode=self.mode, align_corners=self.align_corners,
                         recompute_scale_factor=self.recompute_scale_factor,
                         antialias=False)
}]> {
  let Ctor = "(Any size=None, float[1]? scale_factor=None, "
             "str mode='nearest', bool? align_corners=None, "
             "bool? recompute_scale_factor=None)";
  let Hidden = ["align_corners", "recompute_scale_factor"];
}

def UpsamplingBilinear2d
    : UpsampleModule<
          "UpsamplingBilinear2d",
          "(Any size=None, float[2]? scale_factor=None, str mode='bilinear')",
          [{
    return F.interpolate(input, size=self.size, scale_factor=scale_factor,
                         mode='bilinear', align_corners=True,
                         recompute_scale_factor=None, antialias=False)
}]>;

def UpsamplingNearest2d
    : UpsampleModule<
          "UpsamplingNearest2d",
          "(Any size=None, float[2]? scale_factor=None, str mode='nearest')",
          [{
    return F.interpolate(input, size=self.size, scale_factor=scale_factor,
                         mode='nearest', align_corners=None,
                         recompute_scale_factor=None, antialias=False)
}]>;

#endif // FX_IR_MODULESPAD
