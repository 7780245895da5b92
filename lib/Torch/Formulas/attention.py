# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention and recurrence."""


@formula("fx.sdpa")
def sdpa(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor] = None,
         dropout_p: float = 0.0, is_causal: bool = False, *,
         scale: Optional[float] = None, enable_gqa: bool = False) -> Tensor:
    factor = 1.0 / math.sqrt(float(query.size(-1)))
    if scale is not None:
        factor = scale
    if enable_gqa:
        times = query.size(-3) // key.size(-3)
        key = key.repeat_interleave(times, -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    scores = torch.matmul(query, key.transpose(-2, -1)) * factor
    if is_causal:
        seen = torch.ones([query.size(-2), key.size(-2)], dtype=11).tril()
        scores = scores.masked_fill(torch.logical_not(seen), float('-inf'))
    if attn_mask is not None:
        if attn_mask.dtype == 11:
            scores = scores.masked_fill(torch.logical_not(attn_mask), float('-inf'))
        else:
            scores = scores + attn_mask
    weights = torch.softmax(scores, -1)
    # Rows that see nothing are zero.
    weights = torch.masked_fill(weights, torch.isnan(weights), 0.0)
    if dropout_p > 0.0:
        weights = torch.dropout(weights, dropout_p, True)
    return torch.matmul(weights, value)


@formula("torch.nn.functional._canonical_mask")
def canonical_mask(mask: Optional[Tensor], mask_name: str, other_type: Optional[int],
                   other_name: str, target_type: int,
                   check_other: bool = True) -> Optional[Tensor]:
    if mask is not None and not torch.is_floating_point(mask):
        return torch.masked_fill(torch.zeros_like(mask, dtype=target_type), mask.to(11),
                                 float('-inf'))
    return mask


@formula("torch.nn.functional.multi_head_attention_forward")
def multi_head_attention_forward(
        query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int,
        in_proj_weight: Optional[Tensor], in_proj_bias: Optional[Tensor],
        bias_k: Optional[Tensor], bias_v: Optional[Tensor], add_zero_attn: bool,
        dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Optional[Tensor],
        training: bool = True, key_padding_mask: Optional[Tensor] = None,
        need_weights: bool = True, attn_mask: Optional[Tensor] = None,
        use_separate_proj_weight: bool = False,
        q_proj_weight: Optional[Tensor] = None, k_proj_weight: Optional[Tensor] = None,
        v_proj_weight: Optional[Tensor] = None, static_k: Optional[Tensor] = None,
        static_v: Optional[Tensor] = None, average_attn_weights: bool = True,
        is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
    batched = query.dim() == 3
    if not batched:
        query = query.unsqueeze(1)
        key = key.unsqueeze(1)
        value = value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, batch, embed = query.size(0), query.size(1), query.size(2)
    head = embed // num_heads
    biases: List[Optional[Tensor]] = []
    for i in range(3):
        if in_proj_bias is None:
            biases.append(None)
        else:
            biases.append(in_proj_bias.chunk(3)[i])
    if use_separate_proj_weight:
        assert q_proj_weight is not None and k_proj_weight is not None and v_proj_weight is not None
        q = torch.linear(query, q_proj_weight, biases[0])
        k = torch.linear(key, k_proj_weight, biases[1])
        v = torch.linear(value, v_proj_weight, biases[2])
    else:
        assert in_proj_weight is not None
        rows = in_proj_weight.chunk(3)
        q = torch.linear(query, rows[0], biases[0])
        k = torch.linear(key, rows[1], biases[1])
        v = torch.linear(value, rows[2], biases[2])
    mask: Optional[Tensor] = None
    if attn_mask is not None:
        mask = attn_mask
        if not torch.is_floating_point(attn_mask):
            mask = torch.masked_fill(torch.zeros_like(attn_mask, dtype=q.dtype),
                                     attn_mask.to(11), float('-inf'))
        if mask.dim() == 2:
            mask = mask.unsqueeze(0)
    padding: Optional[Tensor] = None
    if key_padding_mask is not None:
        padding = key_padding_mask
        if not torch.is_floating_point(key_padding_mask):
            padding = torch.masked_fill(torch.zeros_like(key_padding_mask, dtype=q.dtype),
                                        key_padding_mask.to(11), float('-inf'))
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat([1, batch, 1])])
        v = torch.cat([v, bias_v.repeat([1, batch, 1])])
        if mask is not None:
            mask = torch.constant_pad_nd(mask, [0, 1], 0)
        if padding is not None:
            padding = torch.constant_pad_nd(padding, [0, 1], 0)
    q = q.reshape([length, batch * num_heads, head]).transpose(0, 1)
    if static_k is None:
        k = k.reshape([k.size(0), batch * num_heads, head]).transpose(0, 1)
    else:
        k = static_k
    if static_v is None:
        v = v.reshape([v.size(0), batch * num_heads, head]).transpose(0, 1)
    else:
        v = static_v
    if add_zero_attn:
        zero = torch.zeros([batch * num_heads, 1, head], dtype=k.dtype, device=k.device)
        k = torch.cat([k, zero], 1)
        v = torch.cat([v, zero], 1)
        if mask is not None:
            mask = torch.constant_pad_nd(mask, [0, 1], 0)
        if padding is not None:
            padding = torch.constant_pad_nd(padding, [0, 1], 0)
    source = k.size(1)
    if padding is not None:
        wide = padding.view([batch, 1, 1, source]).expand([-1, num_heads, -1, -1])
        wide = wide.reshape([batch * num_heads, 1, source])
        if mask is None:
            mask = wide
        else:
            mask = mask + wide
    scores = torch.bmm(q * math.sqrt(1.0 / float(head)), k.transpose(-2, -1))
    if mask is not None:
        scores = scores + mask
    weights = torch.softmax(scores, -1)
    if training and dropout_p > 0.0:
        weights = torch.dropout(weights, dropout_p, True)
    out = torch.bmm(weights, v).transpose(0, 1).contiguous()
    out = torch.linear(out.view([length * batch, embed]), out_proj_weight, out_proj_bias)
    out = out.view([length, batch, out.size(1)])
    if not batched:
        out = out.squeeze(1)
    if not need_weights:
        return out, None
    weights = weights.view([batch, num_heads, length, source])
    if average_attn_weights:
        weights = weights.mean(1)
    if not batched:
        weights = weights.squeeze(0)
    return out, weights


@formula("fx.rnn.weights_bias")
def states_of(input: Tensor, hx: Optional[Tensor], count: int, hidden: int) -> Tensor:
    if hx is not None:
        if hx.dim() == 2:
            return hx.unsqueeze(1)
        return hx
    return torch.zeros([count, input.size(1), hidden], dtype=input.dtype, device=input.device)


@formula("fx.rnn.lstm")
def rnn_lstm(input: Tensor, hx: Optional[Tuple[Tensor, Tensor]], weights: List[Tensor],
             bias: bool, layers: int, dropout: float, train: bool, bidirectional: bool,
             batch_first: bool, hidden: int, projection: int) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
    batched = input.dim() == 3
    x = input
    if not batched:
        x = x.unsqueeze(1)
    elif batch_first:
        x = x.transpose(0, 1)
    count = layers * (2 if bidirectional else 1)
    first: Optional[Tensor] = None
    second: Optional[Tensor] = None
    if hx is not None:
        first = hx[0]
        second = hx[1]
    h = states_of(x, first, count, projection if projection > 0 else hidden)
    c = states_of(x, second, count, hidden)
    out, hn, cn = torch.lstm(x, [h, c], weights, bias, layers, dropout, train, bidirectional, False)
    if not batched:
        return out.squeeze(1), (hn.squeeze(1), cn.squeeze(1))
    if batch_first:
        out = out.transpose(0, 1)
    return out, (hn, cn)


@formula("fx.rnn.gru")
def rnn_gru(input: Tensor, hx: Optional[Tensor], weights: List[Tensor], bias: bool,
            layers: int, dropout: float, train: bool, bidirectional: bool,
            batch_first: bool, hidden: int, projection: int) -> Tuple[Tensor, Tensor]:
    batched = input.dim() == 3
    x = input
    if not batched:
        x = x.unsqueeze(1)
    elif batch_first:
        x = x.transpose(0, 1)
    h = states_of(x, hx, layers * (2 if bidirectional else 1), hidden)
    out, hn = torch.gru(x, h, weights, bias, layers, dropout, train, bidirectional, False)
    if not batched:
        return out.squeeze(1), hn.squeeze(1)
    if batch_first:
        out = out.transpose(0, 1)
    return out, hn


@formula("fx.rnn.rnn_tanh")
def rnn_rnn_tanh(input: Tensor, hx: Optional[Tensor], weights: List[Tensor], bias: bool,
                 layers: int, dropout: float, train: bool, bidirectional: bool,
                 batch_first: bool, hidden: int, projection: int) -> Tuple[Tensor, Tensor]:
    batched = input.dim() == 3
    x = input
    if not batched:
        x = x.unsqueeze(1)
    elif batch_first:
        x = x.transpose(0, 1)
    h = states_of(x, hx, layers * (2 if bidirectional else 1), hidden)
    out, hn = torch.rnn_tanh(x, h, weights, bias, layers, dropout, train, bidirectional, False)
    if not batched:
        return out.squeeze(1), hn.squeeze(1)
    if batch_first:
        out = out.transpose(0, 1)
    return out, hn


@formula("fx.rnn.rnn_relu")
def rnn_rnn_relu(input: Tensor, hx: Optional[Tensor], weights: List[Tensor], bias: bool,
                 layers: int, dropout: float, train: bool, bidirectional: bool,
                 batch_first: bool, hidden: int, projection: int) -> Tuple[Tensor, Tensor]:
    batched = input.dim() == 3
    x = input
    if not batched:
        x = x.unsqueeze(1)
    elif batch_first:
        x = x.transpose(0, 1)
    h = states_of(x, hx, layers * (2 if bidirectional else 1), hidden)
    out, hn = torch.rnn_relu(x, h, weights, bias, layers, dropout, train, bidirectional, False)
    if not batched:
        return out.squeeze(1), hn.squeeze(1)
    if batch_first:
        out = out.transpose(0, 1)
    return out, hn


@formula("fx.rnn.lstmcell")
def rnn_lstmcell(input: Tensor, hx: Optional[Tuple[Tensor, Tensor]], w_ih: Tensor, w_hh: Tensor,
                 b_ih: Optional[Tensor], b_hh: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
    batched = input.dim() == 2
    x = input if batched else input.unsqueeze(0)
    h = torch.zeros([x.size(0), w_hh.size(1)], dtype=x.dtype, device=x.device)
    c = h
    if hx is not None:
        h = hx[0] if batched else hx[0].unsqueeze(0)
        c = hx[1] if batched else hx[1].unsqueeze(0)
    hn, cn = torch.lstm_cell(x, [h, c], w_ih, w_hh, b_ih, b_hh)
    if not batched:
        return hn.squeeze(0), cn.squeeze(0)
    return hn, cn


@formula("fx.rnn.grucell")
def rnn_grucell(input: Tensor, hx: Optional[Tensor], w_ih: Tensor, w_hh: Tensor,
                b_ih: Optional[Tensor], b_hh: Optional[Tensor]) -> Tensor:
    batched = input.dim() == 2
    x = input if batched else input.unsqueeze(0)
    h = torch.zeros([x.size(0), w_hh.size(1)], dtype=x.dtype, device=x.device)
    if hx is not None:
        h = hx if batched else hx.unsqueeze(0)
    out = torch.gru_cell(x, h, w_ih, w_hh, b_ih, b_hh)
    return out if batched else out.squeeze(0)


@formula("fx.rnn.rnncell_tanh")
def rnn_rnncell_tanh(input: Tensor, hx: Optional[Tensor], w_ih: Tensor, w_hh: Tensor,
                     b_ih: Optional[Tensor], b_hh: Optional[Tensor]) -> Tensor:
    batched = input.dim() == 2
    x = input if batched else input.unsqueeze(0)
    h = torch.zeros([x.size(0), w_hh.size(1)], dtype=x.dtype, device=x.device)
    if hx is not None:
        h = hx if batched else hx.unsqueeze(0)
    out = torch.rnn_tanh_cell(x, h, w_ih, w_hh, b_ih, b_hh)
    return out if batched else out.squeeze(0)


@formula("fx.rnn.rnncell_relu")
def rnn_rnncell_relu(input: Tensor, hx: Optional[Tensor], w_ih: Tensor, w_hh: Tensor,
                     b_ih: Optional[Tensor], b_hh: Optional[Tensor]) -> Tensor:
    batched = input.dim() == 2
    x = input if batched else input.unsqueeze(0)
    h = torch.zeros([x.size(0), w_hh.size(1)], dtype=x.dtype, device=x.device)
    if hx is not None:
        h = hx if batched else hx.unsqueeze(0)
    out = torch.rnn_relu_cell(x, h, w_ih, w_hh, b_ih, b_hh)
    return out if batched else out.squeeze(0)
