//===- ModulesNorm.td - Normalizations ---------------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESNORM
#define FX_IR_MODULESNORM

include "fx/IR/ModuleBase.td"

//===----------------------------------------------------------------------===//
// Over the batch
//===----------------------------------------------------------------------===//

// The parameter bias is new in PyTorch 2.13.
class BatchNormModule<string name, string group = "">
    : TorchModule<"torch.nn.modules.batchnorm", name,
                  "(int num_features, float eps=1e-05, float? "
                  "momentum=0.1, "
                  "bool affine=True, bool "
                  "track_running_stats=True, "#group#"Device? "
                  "device=None, "
                  "ScalarType? "
                  "dtype=None, bool "
                  "bias=True)"> {
  let Tensors = [Param<"weight", "init.affine">,
                 Param<"bias", "init.affine and init.bias">,
                 Buffer<"running_mean", "init.track_running_stats">,
                 Buffer<"running_var", "init.track_running_stats">,
                 Buffer<"num_batches_tracked", "init.track_running_stats">];
  let Expansion = [{
    momentum = self.momentum
    if momentum is None:
      if self.training and self.track_running_stats:
        raise "momentum=None in training depends on the batches seen so far"
      momentum = 0.0
    training = self.training or not self.track_running_stats
    return F.batch_norm(input, self.running_mean, self.running_var,
                        weight=self.weight, bias=self.bias, training=training,
                        momentum=momentum, eps=self.eps)
  }];
}

def BatchNorm1d : BatchNormModule<"BatchNorm1d">;
def BatchNorm2d : BatchNormModule<"BatchNorm2d">;
def BatchNorm3d : BatchNormModule<"BatchNorm3d">;

// In one process, it computes what BatchNorm does.
def SyncBatchNorm
    : BatchNormModule<"SyncBatchNorm", "Any process_group=None, ">;

class InstanceNormModule<int n>
    : TorchModule<
          "torch.nn.modules.instancenorm", "InstanceNorm"#n#"d",
          "(int num_features, float eps=1e-05, float? momentum=0.1, "
          "bool affine=False, bool track_running_stats=False, "
          "Device? device=None, ScalarType? dtype=None, bool bias=True)"> {
  let Hidden = ["bias"];
  let Tensors = [Param<"weight", "init.affine">,
                 Param<"bias", "init.affine and init.bias">,
                 Buffer<"running_mean", "init.track_running_stats">,
                 Buffer<"running_var", "init.track_running_stats">,
                 Buffer<"num_batches_tracked", "init.track_running_stats">];
  // The function takes a batch. Where it is not known whether there is one, an
  // input without gets one.
  let Expansion = !subst("RANK", !cast<string>(!add(n, 2)), [{
    momentum = 0.0 if self.momentum is None else self.momentum
    batch = input
    if rank(input) != RANK:
      batch = input.unsqueeze(-RANK).flatten(0, -RANK)
    result = F.instance_norm(
        batch, running_mean=self.running_mean, running_var=self.running_var,
        weight=self.weight, bias=self.bias,
        use_input_stats=self.training or not self.track_running_stats,
        momentum=momentum, eps=self.eps)
    if rank(input) != RANK:
      return result.reshape_as(input)
    return result
  }]);
}

def InstanceNorm1d : InstanceNormModule<1>;
def InstanceNorm2d : InstanceNormModule<2>;
def InstanceNorm3d : InstanceNormModule<3>;

//===----------------------------------------------------------------------===//
// Over channels and elements
//===----------------------------------------------------------------------===//

class NormModule<string name, string ctor, code expansion>
    : TorchModule<"torch.nn.modules.normalization", name, ctor> {
  let Expansion = expansion;
}

// The parameter bias is new in PyTorch 2.13.
def GroupNorm
    : NormModule<"GroupNorm",
                 "(int num_groups, int num_channels, float eps=1e-05, bool "
                 "affine=True, "
                 "Device? device=None, ScalarType? dtype=None, bool bias=True)",
                 [{
  return F.group_norm(input, self.num_groups, weight=self.weight,
                      bias=self.bias, eps=self.eps)
}]> {
  let Tensors = [Param<"weight", "init.affine">,
                 Param<"bias", "init.affine and init.bias">];
}

// The parameter bias is new in PyTorch 2.1.
def LayerNorm
    : NormModule<"LayerNorm",
                 "(int[1] normalized_shape, float eps=1e-05, bool "
                 "elementwise_affine=True, "
                 "bool bias=True, Device? device=None, ScalarType? dtype=None)",
                 [{
  return F.layer_norm(input, single(self.normalized_shape), weight=self.weight,
                      bias=self.bias, eps=self.eps)
}]> {
  let Tensors = [Param<"weight", "init.elementwise_affine">,
                 Param<"bias", "init.elementwise_affine and init.bias">];
}

def RMSNorm : NormModule<"RMSNorm",
                         "(int[1] normalized_shape, float? eps=None, "
                         "bool elementwise_affine=True, Device? device=None, "
                         "ScalarType? dtype=None)",
                         [{
  return F.rms_norm(x, single(self.normalized_shape), weight=self.weight,
                    eps=self.eps)
}]> {
  let Forward = "(Tensor x)";
  let Tensors = [Param<"weight", "init.elementwise_affine">];
}

def LocalResponseNorm
    : NormModule<"LocalResponseNorm",
                 "(int size, float alpha=0.0001, float beta=0.75, float k=1.0)",
                 [{
  return F.local_response_norm(input, self.size, alpha=self.alpha,
                               beta=self.beta, k=self.k)
}]>;

def CrossMapLRN2d
    : NormModule<"CrossMapLRN2d",
                 "(int size, float alpha=0.0001, float beta=0.75, float k=1)",
                 ""> {
  let NoExpansion = "it is an autograd function";
}

#endif // FX_IR_MODULESNORM
