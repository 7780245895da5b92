# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of torchvision."""


@formula("torchvision.ops.stochastic_depth.stochastic_depth")
def stochastic_depth(input: Tensor, p: float, mode: str, training: bool = True) -> Tensor:
    if not training or p == 0.0:
        return input
    shape = [1] * input.dim()
    if mode == 'row':
        shape[0] = input.size(0)
    kept = torch.empty(shape, dtype=input.dtype, device=input.device)
    kept = torch.bernoulli_(kept, 1.0 - p)
    if p < 1.0:
        kept = kept / (1.0 - p)
    return input * kept


@formula("torchvision.models.swin_transformer._patch_merging_pad")
def patch_merging_pad(x: Tensor) -> Tensor:
    h, w = x.size(-3), x.size(-2)
    x = torch.constant_pad_nd(x, [0, 0, 0, w % 2, 0, h % 2], 0)
    a = x.slice(-3, 0, None, 2).slice(-2, 0, None, 2)
    b = x.slice(-3, 1, None, 2).slice(-2, 0, None, 2)
    c = x.slice(-3, 0, None, 2).slice(-2, 1, None, 2)
    d = x.slice(-3, 1, None, 2).slice(-2, 1, None, 2)
    return torch.cat([a, b, c, d], -1)


@formula("torchvision.models.swin_transformer._get_relative_position_bias")
def relative_position_bias(relative_position_bias_table: Tensor,
                           relative_position_index: Tensor, window_size: List[int]) -> Tensor:
    n = window_size[0] * window_size[1]
    bias = torch.index(relative_position_bias_table, [relative_position_index])
    return bias.view([n, n, -1]).permute([2, 0, 1]).contiguous().unsqueeze(0)


@formula("torchvision.models.swin_transformer.shifted_window_attention")
def shifted_window_attention(input: Tensor, qkv_weight: Tensor, proj_weight: Tensor,
                             relative_position_bias: Tensor, window_size: List[int],
                             num_heads: int, shift_size: List[int],
                             attention_dropout: float = 0.0, dropout: float = 0.0,
                             qkv_bias: Optional[Tensor] = None,
                             proj_bias: Optional[Tensor] = None,
                             logit_scale: Optional[Tensor] = None,
                             training: bool = True) -> Tensor:
    batch, height, width, channels = input.size(0), input.size(1), input.size(2), input.size(3)
    pad_right = (window_size[1] - width % window_size[1]) % window_size[1]
    pad_bottom = (window_size[0] - height % window_size[0]) % window_size[0]
    x = torch.constant_pad_nd(input, [0, 0, 0, pad_right, 0, pad_bottom], 0)
    tall, wide = x.size(1), x.size(2)
    down = 0 if window_size[0] >= tall else shift_size[0]
    right = 0 if window_size[1] >= wide else shift_size[1]
    shifts = down + right > 0
    if shifts:
        x = torch.roll(x, [-down, -right], [1, 2])
    windows = (tall // window_size[0]) * (wide // window_size[1])
    area = window_size[0] * window_size[1]
    x = x.view([batch, tall // window_size[0], window_size[0], wide // window_size[1],
                window_size[1], channels])
    x = x.permute([0, 1, 3, 2, 4, 5]).reshape([batch * windows, area, channels])
    if logit_scale is not None and qkv_bias is not None:
        qkv_bias = qkv_bias.clone()
        third = qkv_bias.numel() // 3
        qkv_bias.slice(0, third, 2 * third).zero_()
    qkv = torch.linear(x, qkv_weight, qkv_bias)
    qkv = qkv.reshape([x.size(0), x.size(1), 3, num_heads, channels // num_heads])
    qkv = qkv.permute([2, 0, 3, 1, 4])
    q, k, v = qkv.select(0, 0), qkv.select(0, 1), qkv.select(0, 2)
    if logit_scale is not None:
        a = q / q.norm(2.0, [-1], True).clamp_min(1e-12)
        b = k / k.norm(2.0, [-1], True).clamp_min(1e-12)
        attn = torch.matmul(a, b.transpose(-2, -1))
        attn = attn * torch.exp(torch.clamp(logit_scale, max=math.log(100.0)))
    else:
        q = q * (float(channels // num_heads) ** -0.5)
        attn = torch.matmul(q, k.transpose(-2, -1))
    attn = attn + relative_position_bias
    if shifts:
        mask = torch.zeros([tall, wide], dtype=x.dtype, device=x.device)
        rows = [0, tall - window_size[0], tall - down, tall]
        columns = [0, wide - window_size[1], wide - right, wide]
        count = 0
        for i in range(3):
            for j in range(3):
                part = mask.slice(0, rows[i], rows[i + 1]).slice(1, columns[j], columns[j + 1])
                part.fill_(count)
                count += 1
        mask = mask.view([tall // window_size[0], window_size[0], wide // window_size[1],
                          window_size[1]])
        mask = mask.permute([0, 2, 1, 3]).reshape([windows, area])
        mask = mask.unsqueeze(1) - mask.unsqueeze(2)
        mask = mask.masked_fill(mask != 0, -100.0).masked_fill(mask == 0, 0.0)
        attn = attn.view([x.size(0) // windows, windows, num_heads, x.size(1), x.size(1)])
        attn = attn + mask.unsqueeze(1).unsqueeze(0)
        attn = attn.view([-1, num_heads, x.size(1), x.size(1)])
    attn = torch.softmax(attn, -1)
    attn = torch.dropout(attn, attention_dropout, training)
    x = torch.matmul(attn, v).transpose(1, 2).reshape([x.size(0), x.size(1), channels])
    x = torch.linear(x, proj_weight, proj_bias)
    x = torch.dropout(x, dropout, training)
    x = x.view([batch, tall // window_size[0], wide // window_size[1], window_size[0],
                window_size[1], channels])
    x = x.permute([0, 1, 3, 2, 4, 5]).reshape([batch, tall, wide, channels])
    if shifts:
        x = torch.roll(x, [down, right], [1, 2])
    return x.slice(1, 0, height).slice(2, 0, width).contiguous()


@formula("torchvision.models.video.mvit._squeeze")
def mvit_squeeze(x: Tensor, target_dim: int, expand_dim: int, tensor_dim: int) -> Tensor:
    if tensor_dim == target_dim - 1:
        x = x.squeeze(expand_dim)
    return x


@formula("torchvision.models.video.mvit._unsqueeze")
def mvit_unsqueeze(x: Tensor, target_dim: int, expand_dim: int) -> Tuple[Tensor, int]:
    dims = x.dim()
    if dims == target_dim - 1:
        x = x.unsqueeze(expand_dim)
    return x, dims


@formula("torchvision.models.video.mvit._add_shortcut")
def mvit_add_shortcut(x: Tensor, shortcut: Tensor, residual_with_cls_embed: bool) -> Tensor:
    if residual_with_cls_embed:
        x.add_(shortcut)
    else:
        x.slice(2, 1).add_(shortcut.slice(2, 1))
    return x


@formula("torchvision.models.video.mvit._interpolate")
def mvit_interpolate(embedding: Tensor, d: int) -> Tensor:
    if embedding.size(0) == d:
        return embedding
    rows = embedding.permute([1, 0]).unsqueeze(0)
    return torch.upsample_linear1d(rows, [d], False).squeeze(0).permute([1, 0])


@formula("torchvision.models.video.mvit._add_rel_pos")
def mvit_add_rel_pos(attn: Tensor, q: Tensor, q_thw: Tuple[int, int, int],
                     k_thw: Tuple[int, int, int], rel_pos_h: Tensor, rel_pos_w: Tensor,
                     rel_pos_t: Tensor) -> Tensor:
    positions: List[Tensor] = []
    rel_pos = [rel_pos_t, rel_pos_h, rel_pos_w]
    q_sizes, k_sizes = [q_thw[0], q_thw[1], q_thw[2]], [k_thw[0], k_thw[1], k_thw[2]]
    for i in range(3):
        q_size, k_size = q_sizes[i], k_sizes[i]
        q_ratio = max(k_size / q_size, 1.0)
        k_ratio = max(q_size / k_size, 1.0)
        q_place = torch.arange(q_size).unsqueeze(1) * q_ratio
        k_place = (torch.arange(k_size).unsqueeze(0) + (1.0 - k_size)) * k_ratio
        longest = 2 * max(q_size, k_size) - 1
        embedding = mvit_interpolate(rel_pos[i], longest)
        positions.append(torch.index(embedding, [(q_place - k_place).to(4)]))
    q_t, q_h, q_w = q_thw
    k_t, k_h, k_w = k_thw
    batch, heads, dim = q.size(0), q.size(1), q.size(3)
    r_q = q.slice(2, 1).reshape([batch, heads, q_t, q_h, q_w, dim])
    rel_h = torch.einsum("bythwc,hkc->bythwk", [r_q, positions[1]])
    rel_w = torch.einsum("bythwc,wkc->bythwk", [r_q, positions[2]])
    r_q = r_q.permute([2, 0, 1, 3, 4, 5]).reshape([q_t, batch * heads * q_h * q_w, dim])
    rel_t = torch.matmul(r_q, positions[0].transpose(1, 2)).transpose(0, 1)
    rel_t = rel_t.view([batch, heads, q_h, q_w, q_t, k_t]).permute([0, 1, 4, 2, 3, 5])
    added = (rel_h.unsqueeze(5).unsqueeze(7) + rel_w.unsqueeze(5).unsqueeze(6) +
             rel_t.unsqueeze(6).unsqueeze(7))
    added = added.reshape([batch, heads, q_t * q_h * q_w, k_t * k_h * k_w])
    attn.slice(2, 1).slice(3, 1).add_(added)
    return attn


@formula("torchvision.models.detection.roi_heads.paste_masks_in_image")
def paste_masks_in_image(masks: Tensor, boxes: Tensor, img_shape: Tuple[int, int],
                         padding: int = 1) -> Tensor:
    size = masks.size(-1)
    scale = float(size + 2 * padding) / size
    masks = torch.constant_pad_nd(masks, [padding, padding, padding, padding], 0)
    half_w = (boxes.select(1, 2) - boxes.select(1, 0)) * 0.5
    half_h = (boxes.select(1, 3) - boxes.select(1, 1)) * 0.5
    x = (boxes.select(1, 2) + boxes.select(1, 0)) * 0.5
    y = (boxes.select(1, 3) + boxes.select(1, 1)) * 0.5
    half_w *= scale
    half_h *= scale
    corners = torch.stack([x - half_w, y - half_h, x + half_w, y + half_h], 1).to(4)
    im_h, im_w = img_shape
    pasted: List[Tensor] = []
    for i in range(masks.size(0)):
        x0, y0 = int(corners.select(0, i).select(0, 0)), int(corners.select(0, i).select(0, 1))
        x1, y1 = int(corners.select(0, i).select(0, 2)), int(corners.select(0, i).select(0, 3))
        mask = masks.select(0, i).select(0, 0).expand([1, 1, -1, -1])
        wanted = [max(y1 - y0 + 1, 1), max(x1 - x0 + 1, 1)]
        mask = torch.upsample_bilinear2d(mask, wanted, False).select(0, 0).select(0, 0)
        image = torch.zeros([im_h, im_w], dtype=mask.dtype, device=mask.device)
        left, right = max(x0, 0), min(x1 + 1, im_w)
        top, bottom = max(y0, 0), min(y1 + 1, im_h)
        part = mask.slice(0, top - y0, bottom - y0).slice(1, left - x0, right - x0)
        image.slice(0, top, bottom).slice(1, left, right).copy_(part)
        pasted.append(image)
    if len(pasted) == 0:
        return torch.zeros([0, 1, im_h, im_w], dtype=masks.dtype, device=masks.device)
    return torch.stack(pasted, 0).unsqueeze(1)


@formula("torchvision.models.detection.roi_heads.heatmaps_to_keypoints")
def heatmaps_to_keypoints(maps: Tensor, rois: Tensor) -> Tuple[Tensor, Tensor]:
    widths = (rois.select(1, 2) - rois.select(1, 0)).clamp(min=1)
    heights = (rois.select(1, 3) - rois.select(1, 1)).clamp(min=1)
    count, keypoints = rois.size(0), maps.size(1)
    places = torch.zeros([count, 3, keypoints], dtype=6, device=maps.device)
    scores = torch.zeros([count, keypoints], dtype=6, device=maps.device)
    for i in range(count):
        w = int(widths.select(0, i).ceil())
        h = int(heights.select(0, i).ceil())
        roi_map = torch.upsample_bicubic2d(maps.select(0, i).unsqueeze(1), [h, w], False)
        roi_map = roi_map.select(1, 0)
        best = roi_map.reshape([keypoints, -1]).argmax(1)
        x = best % w
        y = torch.div(best - x, w, rounding_mode="floor")
        place, roi = places.select(0, i), rois.select(0, i)
        right = (x.to(6) + 0.5) * (widths.select(0, i) / w)
        down = (y.to(6) + 0.5) * (heights.select(0, i) / h)
        place.select(0, 0).copy_(right + roi.select(0, 0))
        place.select(0, 1).copy_(down + roi.select(0, 1))
        place.select(0, 2).fill_(1)
        each = torch.arange(keypoints, device=maps.device)
        scores.select(0, i).copy_(torch.index(roi_map, [each, y, x]))
    return places.permute([0, 2, 1]), scores


@formula("torchvision.ops.boxes.box_area")
def box_area(boxes: Tensor) -> Tensor:
    return ((boxes.select(-1, 2) - boxes.select(-1, 0)) *
            (boxes.select(-1, 3) - boxes.select(-1, 1)))


@formula("torchvision.ops.boxes.box_iou")
def box_iou(boxes1: Tensor, boxes2: Tensor) -> Tensor:
    area1 = box_area(boxes1)
    area2 = box_area(boxes2)
    lt = torch.max(boxes1.slice(1, 0, 2).unsqueeze(1), boxes2.slice(1, 0, 2))
    rb = torch.min(boxes1.slice(1, 2, 4).unsqueeze(1), boxes2.slice(1, 2, 4))
    wh = (rb - lt).clamp(min=0)
    inter = wh.select(2, 0) * wh.select(2, 1)
    return inter / (area1.unsqueeze(1) + area2 - inter)


@formula("torchvision.ops.boxes.nms")
def nms(boxes: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    order = torch.sort(scores, stable=True, dim=-1, descending=True)[1]
    areas = box_area(boxes)
    kept: List[int] = []
    dead = torch.zeros([boxes.size(0)], dtype=11, device=boxes.device)
    for n in range(boxes.size(0)):
        i = int(order.select(0, n).item())
        if not bool(dead.select(0, i).item()):
            kept.append(i)
            box = boxes.select(0, i)
            lt = torch.max(box.slice(0, 0, 2), boxes.slice(1, 0, 2))
            rb = torch.min(box.slice(0, 2, 4), boxes.slice(1, 2, 4))
            wh = (rb - lt).clamp(min=0)
            inter = wh.select(1, 0) * wh.select(1, 1)
            iou = inter / (areas.select(0, i) + areas - inter)
            dead = torch.logical_or(dead, iou > iou_threshold)
    return torch.tensor(kept, dtype=4, device=boxes.device)


@formula("torchvision.ops.boxes.batched_nms")
def batched_nms(boxes: Tensor, scores: Tensor, idxs: Tensor, iou_threshold: float) -> Tensor:
    if boxes.numel() == 0:
        return torch.empty([0], dtype=4, device=boxes.device)
    if boxes.numel() <= (20000 if boxes.is_cuda else 4000):
        offsets = idxs.to(boxes) * (boxes.max() + 1)
        return nms(boxes + offsets.unsqueeze(1), scores, iou_threshold)
    mask = torch.zeros_like(scores, dtype=11)
    classes = torch._unique2(idxs)[0]
    for i in range(classes.numel()):
        members = torch.nonzero(idxs == classes.select(0, i)).squeeze(1)
        kept = nms(torch.index(boxes, [members]), torch.index(scores, [members]), iou_threshold)
        mask.index_fill_(0, torch.index(members, [kept]), 1)
    found = torch.nonzero(mask).squeeze(1)
    order = torch.sort(torch.index(scores, [found]), -1, True)[1]
    return torch.index(found, [order])
