# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators, for a LibTorch that lacks them."""


@formula("torch.ops.aten.scaled_dot_product_attention.default")
def op_sdpa(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor] = None,
            dropout_p: float = 0.0, is_causal: bool = False, *,
            scale: Optional[float] = None, enable_gqa: bool = False) -> Tensor:
    return sdpa(query, key, value, attn_mask, dropout_p, is_causal, scale=scale,
                enable_gqa=enable_gqa)


@formula("torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default")
def op_flash(query: Tensor, key: Tensor, value: Tensor, dropout_p: float = 0.0,
             is_causal: bool = False, *, attn_mask: Optional[Tensor] = None,
             scale: Optional[float] = None) -> Tuple[Tensor, Tensor]:
    factor = 1.0 / math.sqrt(float(query.size(-1)))
    if scale is not None:
        factor = scale
    scores = torch.matmul(query, key.transpose(-2, -1)) * factor
    if is_causal:
        seen = torch.ones([query.size(-2), key.size(-2)], dtype=11).tril()
        scores = scores.masked_fill(torch.logical_not(seen), float('-inf'))
    if attn_mask is not None:
        scores = scores + attn_mask
    return (sdpa(query, key, value, attn_mask, dropout_p, is_causal, scale=scale),
            torch.logsumexp(scores, [-1]))


@formula("torch.ops.aten.rms_norm.default")
def op_rms_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None,
                eps: Optional[float] = None) -> Tensor:
    return rms_norm(input, normalized_shape, weight, eps)


@formula("torch.ops.aten._native_batch_norm_legit_no_training.default")
def op_batch_norm_eval(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                       running_mean: Tensor, running_var: Tensor, momentum: float,
                       eps: float) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.native_batch_norm(input, weight, bias, running_mean, running_var, False,
                                   momentum, eps)


@formula("torch.ops.aten._native_batch_norm_legit_functional.default")
def op_batch_norm_train(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                        running_mean: Tensor, running_var: Tensor, training: bool,
                        momentum: float, eps: float) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    mean = running_mean.clone()
    var = running_var.clone()
    out, m, v = torch.native_batch_norm(input, weight, bias, mean, var, training, momentum, eps)
    return out, m, v, mean, var


@formula("torch.ops.aten.squeeze.dims")
def op_squeeze_dims(self: Tensor, dim: List[int]) -> Tensor:
    places: List[int] = []
    for d in dim:
        places.append(d if d >= 0 else d + self.dim())
    places.sort(reverse=True)
    for d in places:
        self = torch.squeeze(self, d)
    return self


@formula("torch.ops.aten.copy.default")
def op_copy(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    result = torch.empty_like(self)
    result.copy_(src)
    return result


@formula("torch.ops.aten._safe_softmax.default")
def op_safe_softmax(self: Tensor, dim: int, dtype: Optional[int] = None) -> Tensor:
    result = torch.softmax(self, dim, dtype)
    return torch.masked_fill(result, torch.isnan(result), 0.0)


@formula("torch.ops.aten.any.dims")
def op_any_dims(self: Tensor, dim: Optional[List[int]] = None, keepdim: bool = False) -> Tensor:
    if dim is None:
        return torch.any(self)
    places: List[int] = []
    for d in dim:
        places.append(d if d >= 0 else d + self.dim())
    places.sort(reverse=True)
    for d in places:
        self = torch.any(self, d, keepdim)
    return self


@formula("torch.ops.aten.all.dims")
def op_all_dims(self: Tensor, dim: Optional[List[int]] = None, keepdim: bool = False) -> Tensor:
    if dim is None:
        return torch.all(self)
    places: List[int] = []
    for d in dim:
        places.append(d if d >= 0 else d + self.dim())
    places.sort(reverse=True)
    for d in places:
        self = torch.all(self, d, keepdim)
    return self


@formula("torch.ops.aten._assert_async.msg")
def op_assert_async(self: Tensor, assert_msg: str):
    torch._assert_async(self)
