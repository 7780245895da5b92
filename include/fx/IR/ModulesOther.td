//===- ModulesOther.td - Embeddings and containers ---------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESOTHER
#define FX_IR_MODULESOTHER

include "fx/IR/ModuleBase.td"

//===----------------------------------------------------------------------===//
// Embeddings
//===----------------------------------------------------------------------===//

def Embedding
    : TorchModule<
          "torch.nn.modules.sparse", "Embedding",
          "(int num_embeddings, int embedding_dim, int? padding_idx=None, "
          "float? max_norm=None, float norm_type=2.0, "
          "bool scale_grad_by_freq=False, bool sparse=False, Tensor? "
          "_weight=None, "
          "bool _freeze=False, Device? device=None, ScalarType? dtype=None)"> {
  let Hidden = ["_weight", "_freeze"];
  let Tensors = [Param<"weight">];
  let Expansion = [{
    padding_idx = self.padding_idx
    if padding_idx is not None and padding_idx < 0:
      padding_idx = self.num_embeddings + padding_idx
    return F.embedding(input, self.weight, padding_idx=padding_idx,
                       max_norm=self.max_norm, norm_type=self.norm_type,
                       scale_grad_by_freq=self.scale_grad_by_freq,
                       sparse=self.sparse)
  }];
}

def EmbeddingBag
    : TorchModule<
          "torch.nn.modules.sparse", "EmbeddingBag",
          "(int num_embeddings, int embedding_dim, float? max_norm=None, "
          "float norm_type=2.0, bool scale_grad_by_freq=False, str "
          "mode='mean', "
          "bool sparse=False, Any _weight=None, "
          "bool include_last_offset=False, int? padding_idx=None, "
          "Device? device=None, ScalarType? dtype=None)"> {
  let Forward = "(Tensor input, Tensor? offsets=None, "
                "Tensor? per_sample_weights=None)";
  let Hidden = ["sparse", "_weight", "include_last_offset"];
  let Tensors = [Param<"weight">];
  let Expansion = [{
    padding_idx = self.padding_idx
    if padding_idx is not None and padding_idx < 0:
      padding_idx = self.num_embeddings + padding_idx
    return F.embedding_bag(
        input, self.weight, offsets=offsets, max_norm=self.max_norm,
        norm_type=self.norm_type, scale_grad_by_freq=self.scale_grad_by_freq,
        mode=self.mode, sparse=self.sparse,
        per_sample_weights=per_sample_weights,
        include_last_offset=self.include_last_offset, padding_idx=padding_idx)
  }];
}

//===----------------------------------------------------------------------===//
// Classes without a formula
//===----------------------------------------------------------------------===//

class NoFormula<string file, string name, string reason>
    : TorchModule<file, name, "(Any *args, Any **kwargs)"> {
  let Forward = "(Any *args, Any **kwargs)";
  let NoExpansion = reason;
}

foreach name = ["RNN", "LSTM", "GRU", "RNNCell", "LSTMCell",
                "GRUCell"] in def name
    : NoFormula<"torch.nn.modules.rnn", name,
                "its steps depend on the shape of the input">;

foreach name = ["Transformer", "TransformerEncoder", "TransformerDecoder",
                "TransformerEncoderLayer",
                "TransformerDecoderLayer"] in def name
    : NoFormula<"torch.nn.modules.transformer", name,
                "what it calls depends on its children and inputs; give it a "
                "graph of "
                "its own">;

def Sequential
    : TorchModule<"torch.nn.modules.container", "Sequential", "(Any *args)"> {
  let Hidden = ["args"];
  let Forward = "(Any input)";
  let Expansion = [{ return self.children(input) }];
}

foreach name = ["ModuleList", "ModuleDict", "ParameterList",
                "ParameterDict"] in def name
    : NoFormula<"torch.nn.modules.container", name,
                "it only holds other modules">;

foreach name = ["LazyLinear", "LazyConv1d", "LazyConv2d", "LazyConv3d",
                "LazyConvTranspose1d", "LazyConvTranspose2d",
                "LazyConvTranspose3d", "LazyBatchNorm1d", "LazyBatchNorm2d",
                "LazyBatchNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
                "LazyInstanceNorm3d"] in def name
    : ModuleClass<"torch.nn."#name, "(Any *args, Any **kwargs)"> {
  let Forward = "(Tensor input)";
  let NoExpansion = "its shape is not known before the first run, which "
                    "gives it another class";
}

#endif // FX_IR_MODULESOTHER
