//===- ModulesActivation.td - Activations ------------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESACTIVATION
#define FX_IR_MODULESACTIVATION

include "fx/IR/ModuleBase.td"

class Activation<string name, string ctor, code expansion>
    : TorchModule<"torch.nn.modules.activation", name, ctor> {
  let Expansion = expansion;
}

def ReLU : Activation<"ReLU", "(bool inplace=False)", [{
  return F.relu(input, inplace=self.inplace)
}]>;

def ReLU6 : Activation<"ReLU6", "(bool inplace=False)", [{
  return F.hardtanh(input, min_val=0.0, max_val=6.0, inplace=self.inplace)
}]>;

def ELU : Activation<"ELU", "(float alpha=1.0, bool inplace=False)", [{
  return F.elu(input, alpha=self.alpha, inplace=self.inplace)
}]>;

def SELU : Activation<"SELU", "(bool inplace=False)", [{
  return F.selu(input, inplace=self.inplace)
}]>;

def CELU : Activation<"CELU", "(float alpha=1.0, bool inplace=False)", [{
  return F.celu(input, alpha=self.alpha, inplace=self.inplace)
}]>;

def GELU : Activation<"GELU", "(str approximate='none')", [{
  return torch._C._nn.gelu(input, approximate=self.approximate)
}]>;

def GLU : Activation<"GLU", "(int dim=-1)", [{
  return F.glu(input, dim=self.dim)
}]>;

def Hardshrink : Activation<"Hardshrink", "(float lambd=0.5)", [{
  return torch.hardshrink(input, self.lambd)
}]>;

def Hardsigmoid : Activation<"Hardsigmoid", "(bool inplace=False)", [{
  return F.hardsigmoid(input, inplace=self.inplace)
}]> {
  let Hidden = ["inplace"];
}

def Hardswish : Activation<"Hardswish", "(bool inplace=False)", [{
  return F.hardswish(input, inplace=self.inplace)
}]> {
  let Hidden = ["inplace"];
}

def Hardtanh
    : Activation<"Hardtanh",
                 "(float min_val=-1.0, float max_val=1.0, bool inplace=False)",
                 [{
  return F.hardtanh(input, min_val=self.min_val, max_val=self.max_val,
                    inplace=self.inplace)
}]>;

def LeakyReLU
    : Activation<"LeakyReLU", "(float negative_slope=0.01, bool inplace=False)",
                 [{
  return F.leaky_relu(input, negative_slope=self.negative_slope,
                      inplace=self.inplace)
}]>;

def LogSigmoid : Activation<"LogSigmoid", "()", [{
  return torch._C._nn.log_sigmoid(input)
}]>;

def Mish : Activation<"Mish", "(bool inplace=False)", [{
  return F.mish(input, inplace=self.inplace)
}]>;

def PReLU : Activation<"PReLU",
                       "(int num_parameters=1, float init=0.25, Device? "
                       "device=None, ScalarType? dtype=None)",
                       [{
  return torch.prelu(input, self.weight)
}]> {
  let Hidden = ["init"];
  let Tensors = [Param<"weight">];
}

def RReLU : Activation<"RReLU",
                       "(float lower=0.125, float upper=0.3333333333333333, "
                       "bool inplace=False)",
                       [{
  return F.rrelu(input, lower=self.lower, upper=self.upper,
                 training=self.training, inplace=self.inplace)
}]>;

def SiLU : Activation<"SiLU", "(bool inplace=False)", [{
  return F.silu(input, inplace=self.inplace)
}]>;

def Sigmoid : Activation<"Sigmoid", "()", [{
  return torch.sigmoid(input)
}]>;

def Softplus : Activation<"Softplus", "(float beta=1, float threshold=20)", [{
  return torch._C._nn.softplus(input, self.beta, self.threshold)
}]>;

def Softshrink : Activation<"Softshrink", "(float lambd=0.5)", [{
  return torch._C._nn.softshrink(input, self.lambd)
}]>;

def Softsign : Activation<"Softsign", "()", [{
  return F.softsign(input)
}]>;

def Tanh : Activation<"Tanh", "()", [{
  return torch.tanh(input)
}]>;

def Tanhshrink : Activation<"Tanhshrink", "()", [{
  return F.tanhshrink(input)
}]>;

def Threshold
    : Activation<"Threshold",
                 "(float threshold, float value, bool inplace=False)", [{
  return F._threshold(input, self.threshold, self.value, inplace=self.inplace)
}]>;

// _stacklevel is what torch.fx records: it is an argument of the function.

def Softmax : Activation<"Softmax", "(int? dim=None)", [{
  return F.softmax(input, dim=self.dim, _stacklevel=5, dtype=None)
}]>;

def Softmin : Activation<"Softmin", "(int? dim=None)", [{
  return F.softmin(input, dim=self.dim, _stacklevel=5, dtype=None)
}]>;

def LogSoftmax : Activation<"LogSoftmax", "(int? dim=None)", [{
  return F.log_softmax(input, dim=self.dim, _stacklevel=5, dtype=None)
}]>;

def Softmax2d : Activation<"Softmax2d", "()", [{
  return F.softmax(input, dim=-3, _stacklevel=5, dtype=None)
}]>;

class DropoutModule<string name, string function,
                    string inplace = "self.inplace">
    : TorchModule<"torch.nn.modules.dropout", name,
                  "(float p=0.5, bool inplace=False)"> {
  let Expansion = "return F."#function#"(input, p=self.p, "
                  "training=self.training, inplace="#inplace#")";
}

def Dropout : DropoutModule<"Dropout", "dropout">;
def Dropout1d : DropoutModule<"Dropout1d", "dropout1d">;
def Dropout2d : DropoutModule<"Dropout2d", "dropout2d">;
def Dropout3d : DropoutModule<"Dropout3d", "dropout3d">;
// These two take `inplace` and do without it.
def AlphaDropout : DropoutModule<"AlphaDropout", "alpha_dropout", "False">;
def FeatureAlphaDropout
    : DropoutModule<"FeatureAlphaDropout", "feature_alpha_dropout", "False">;

// As torch.fx records it without masks. The mask arguments are handed on as
// they are.
def MultiheadAttention
    : TorchModule<
          "torch.nn.modules.activation", "MultiheadAttention",
          "(int embed_dim, int num_heads, float dropout=0.0, bool bias=True, "
          "bool add_bias_kv=False, bool add_zero_attn=False, int? kdim=None, "
          "int? vdim=None, bool batch_first=False, Device? device=None, "
          "ScalarType? dtype=None)"> {
  let Forward = "(Tensor query, Tensor key, Tensor value, "
                "Tensor? key_padding_mask=None, bool need_weights=True, "
                "Tensor? attn_mask=None, bool average_attn_weights=True, "
                "bool is_causal=False)";
  let Hidden = ["embed_dim", "num_heads", "dropout", "bias", "add_bias_kv",
                "add_zero_attn", "kdim", "vdim", "batch_first"];
  defvar Same = "(init.kdim is None or init.kdim == init.embed_dim) and "
                "(init.vdim is None or init.vdim == init.embed_dim)";
  let Tensors = [Param<"in_proj_weight", Same>,
                 Param<"q_proj_weight", "not ("#Same#")">,
                 Param<"k_proj_weight", "not ("#Same#")">,
                 Param<"v_proj_weight", "not ("#Same#")">,
                 Param<"in_proj_bias", "init.bias">,
                 Param<"bias_k", "init.add_bias_kv">,
                 Param<"bias_v", "init.add_bias_kv">, Param<"out_proj.weight">,
                 Param<"out_proj.bias", "init.bias">];
  let Expansion = [{
    if is_causal:
      raise "is_causal=True is not a fixed formula"
    # What has no batch stays as it is: -2 is its first dimension.
    swap = 1 if rank(query) == 3 else -2
    if self.batch_first:
      if same(key, value):
        if same(query, key):
          query = query.transpose(swap, 0)
          key = query
        else:
          query = query.transpose(swap, 0)
          key = key.transpose(swap, 0)
        value = key
      else:
        query = query.transpose(swap, 0)
        key = key.transpose(swap, 0)
        value = value.transpose(swap, 0)
    if self.in_proj_weight is not None:
      result = F.multi_head_attention_forward(
          query, key, value, self.embed_dim, self.num_heads,
          self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v,
          self.add_zero_attn, self.dropout, self.out_proj.weight,
          self.out_proj.bias, training=self.training,
          key_padding_mask=key_padding_mask, need_weights=need_weights,
          attn_mask=attn_mask, use_separate_proj_weight=False,
          q_proj_weight=None, k_proj_weight=None, v_proj_weight=None,
          static_k=None, static_v=None,
          average_attn_weights=average_attn_weights)
    else:
      result = F.multi_head_attention_forward(
          query, key, value, self.embed_dim, self.num_heads,
          self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v,
          self.add_zero_attn, self.dropout, self.out_proj.weight,
          self.out_proj.bias, training=self.training,
          key_padding_mask=key_padding_mask, need_weights=need_weights,
          attn_mask=attn_mask, use_separate_proj_weight=True,
          q_proj_weight=self.q_proj_weight, k_proj_weight=self.k_proj_weight,
          v_proj_weight=self.v_proj_weight, static_k=None, static_v=None,
          average_attn_weights=average_attn_weights)
    output, weights = result
    if self.batch_first:
      return output.transpose(swap, 0), weights
    return output, weights
  }];
}

#endif // FX_IR_MODULESACTIVATION
