# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of torch.nn.functional."""


@formula("fx.softmax_dim")
def softmax_dim(ndim: int) -> int:
    return 0 if ndim == 0 or ndim == 1 or ndim == 3 else 1


@formula("torch.nn.functional.softmax")
def softmax(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
            dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = softmax_dim(input.dim())
    return torch.softmax(input, dim, dtype)


@formula("torch.nn.functional.log_softmax")
def log_softmax(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
                dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = softmax_dim(input.dim())
    return torch.log_softmax(input, dim, dtype)


@formula("torch.nn.functional.softmin")
def softmin(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
            dtype: Optional[int] = None) -> Tensor:
    return softmax(-input, dim, _stacklevel, dtype)


@formula("torch.nn.functional.softsign")
def softsign(input: Tensor) -> Tensor:
    return input / (torch.abs(input) + 1)


@formula("torch.nn.functional.tanhshrink")
def tanhshrink(input: Tensor) -> Tensor:
    return input - torch.tanh(input)


@formula("torch.nn.functional.gumbel_softmax")
def gumbel_softmax(logits: Tensor, tau: float = 1.0, hard: bool = False,
                   eps: float = 1e-10, dim: int = -1) -> Tensor:
    noise = -torch.log(torch.exponential(torch.empty_like(logits)))
    soft = torch.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    index = torch.max(soft, dim, True)[1]
    picked = torch.scatter(torch.zeros_like(logits), dim, index, 1.0)
    return picked - soft.detach() + soft


@formula("torch.nn.functional.rms_norm")
def rms_norm(input: Tensor, normalized_shape: List[int],
             weight: Optional[Tensor] = None,
             eps: Optional[float] = None) -> Tensor:
    dims: List[int] = []
    for i in range(len(normalized_shape)):
        dims.append(-1 - i)
    e = 1.1920928955078125e-07
    if input.dtype == 7:
        e = 2.220446049250313e-16
    if eps is not None:
        e = eps
    wide = input.float() if input.dtype == 5 or input.dtype == 15 else input
    result = (wide * torch.rsqrt(torch.mean(wide * wide, dims, True) + e)).type_as(input)
    if weight is not None:
        result = result * weight
    return result


@formula("torch.nn.functional.embedding")
def embedding(input: Tensor, weight: Tensor, padding_idx: Optional[int] = None,
              max_norm: Optional[float] = None, norm_type: float = 2.0,
              scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    padding = -1
    if padding_idx is not None:
        padding = padding_idx
        if padding < 0:
            padding = weight.size(0) + padding
    if max_norm is not None:
        torch.embedding_renorm_(weight.detach(), input.contiguous(), max_norm, norm_type)
    return torch.embedding(weight, input, padding, scale_grad_by_freq, sparse)


@formula("torch.nn.functional.embedding_bag")
def embedding_bag(input: Tensor, weight: Tensor, offsets: Optional[Tensor] = None,
                  max_norm: Optional[float] = None, norm_type: float = 2.0,
                  scale_grad_by_freq: bool = False, mode: str = 'mean',
                  sparse: bool = False, per_sample_weights: Optional[Tensor] = None,
                  include_last_offset: bool = False,
                  padding_idx: Optional[int] = None) -> Tensor:
    if input.dim() == 2:
        offsets = torch.arange(0, input.numel(), input.size(1), dtype=input.dtype)
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    if offsets is None:
        raise ValueError('embedding_bag needs offsets for an input of one dimension')
    code = 0 if mode == 'sum' else (1 if mode == 'mean' else 2)
    if max_norm is not None:
        torch.embedding_renorm_(weight.detach(), input, max_norm, norm_type)
    return torch.embedding_bag(weight, input, offsets, scale_grad_by_freq, code, sparse,
                               per_sample_weights, include_last_offset, padding_idx)[0]


@formula("torch.nn.functional.local_response_norm")
def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4,
                        beta: float = 0.75, k: float = 1.0) -> Tensor:
    if input.numel() == 0:
        return input
    div = torch.unsqueeze(input * input, 1)
    if input.dim() == 3:
        div = torch.constant_pad_nd(div, [0, 0, size // 2, (size - 1) // 2], 0)
        div = torch.squeeze(torch.avg_pool2d(div, [size, 1], [1, 1]), 1)
    else:
        sizes = input.size()
        div = div.view([sizes[0], 1, sizes[1], sizes[2], -1])
        div = torch.constant_pad_nd(div, [0, 0, 0, 0, size // 2, (size - 1) // 2], 0)
        div = torch.squeeze(torch.avg_pool3d(div, [size, 1, 1], [1, 1, 1]), 1)
        div = div.view(sizes)
    return input / torch.pow(div * alpha + k, beta)


@formula("torch.nn.functional.normalize")
def normalize(input: Tensor, p: float = 2.0, dim: int = 1,
              eps: float = 1e-12, out: Optional[Tensor] = None) -> Tensor:
    length = torch.norm(input, p, [dim], True).clamp_min(eps).expand_as(input)
    return returned(input / length, out)


@formula("fx.fractional_sizes")
def fractional_sizes(input: Tensor, count: int, output_size: Optional[List[int]],
                     output_ratio: Optional[List[float]]) -> List[int]:
    if output_size is not None:
        return output_size[:count]
    sizes: List[int] = []
    if output_ratio is not None:
        for i in range(count):
            sizes.append(int(input.size(i - count) * output_ratio[i]))
    else:
        raise ValueError('fractional_max_pool needs output_size or output_ratio')
    return sizes


@formula("fx.fractional_samples")
def fractional_samples(input: Tensor, count: int, samples: Optional[Tensor]) -> Tensor:
    if samples is not None:
        return samples
    batch = 1 if input.dim() == count + 1 else input.size(0)
    return torch.rand([batch, input.size(-1 - count), count], dtype=input.dtype,
                      device=input.device)


@formula("torch.nn.functional.fractional_max_pool2d_with_indices")
def fractional_max_pool2d_with_indices(
        input: Tensor, kernel_size: List[int], output_size: Optional[List[int]] = None,
        output_ratio: Optional[List[float]] = None, return_indices: bool = False,
        _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    return torch.fractional_max_pool2d(
        input, kernel_size[:2], fractional_sizes(input, 2, output_size, output_ratio),
        fractional_samples(input, 2, _random_samples))


@formula("torch.nn.functional.fractional_max_pool2d")
def fractional_max_pool2d(
        input: Tensor, kernel_size: List[int], output_size: Optional[List[int]] = None,
        output_ratio: Optional[List[float]] = None, return_indices: bool = False,
        _random_samples: Optional[Tensor] = None) -> Tensor:
    return fractional_max_pool2d_with_indices(
        input, kernel_size, output_size, output_ratio, return_indices, _random_samples)[0]


@formula("torch.nn.functional.fractional_max_pool3d_with_indices")
def fractional_max_pool3d_with_indices(
        input: Tensor, kernel_size: List[int], output_size: Optional[List[int]] = None,
        output_ratio: Optional[List[float]] = None, return_indices: bool = False,
        _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    return torch.fractional_max_pool3d(
        input, kernel_size[:3], fractional_sizes(input, 3, output_size, output_ratio),
        fractional_samples(input, 3, _random_samples))


@formula("torch.nn.functional.fractional_max_pool3d")
def fractional_max_pool3d(
        input: Tensor, kernel_size: List[int], output_size: Optional[List[int]] = None,
        output_ratio: Optional[List[float]] = None, return_indices: bool = False,
        _random_samples: Optional[Tensor] = None) -> Tensor:
    return fractional_max_pool3d_with_indices(
        input, kernel_size, output_size, output_ratio, return_indices, _random_samples)[0]


@formula("torch.nn.functional.adaptive_max_pool1d")
def adaptive_max_pool1d(input: Tensor, output_size: List[int],
                        return_indices: bool = False) -> Tensor:
    return torch.adaptive_max_pool1d(input, output_size[:1])[0]


@formula("torch.nn.functional.adaptive_max_pool1d_with_indices")
def adaptive_max_pool1d_with_indices(input: Tensor, output_size: List[int],
                                     return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    return torch.adaptive_max_pool1d(input, output_size[:1])


@formula("fx.pool_output")
def pool_output(input: Tensor, output_size: List[Optional[int]]) -> List[int]:
    result: List[int] = []
    for i in range(len(output_size)):
        size = output_size[i]
        if size is None:
            size = input.size(i - len(output_size))
        result.append(size)
    return result


@formula("torch.nn.functional.adaptive_max_pool2d")
def adaptive_max_pool2d(input: Tensor, output_size: List[Optional[int]],
                        return_indices: bool = False) -> Tensor:
    return torch.adaptive_max_pool2d(input, pool_output(input, output_size[:2]))[0]


@formula("torch.nn.functional.adaptive_max_pool2d_with_indices")
def adaptive_max_pool2d_with_indices(input: Tensor, output_size: List[Optional[int]],
                                     return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    return torch.adaptive_max_pool2d(input, pool_output(input, output_size[:2]))


@formula("torch.nn.functional.adaptive_max_pool3d")
def adaptive_max_pool3d(input: Tensor, output_size: List[Optional[int]],
                        return_indices: bool = False) -> Tensor:
    return torch.adaptive_max_pool3d(input, pool_output(input, output_size[:3]))[0]


@formula("torch.nn.functional.adaptive_max_pool3d_with_indices")
def adaptive_max_pool3d_with_indices(input: Tensor, output_size: List[Optional[int]],
                                     return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    return torch.adaptive_max_pool3d(input, pool_output(input, output_size[:3]))


@formula("torch.nn.functional.adaptive_avg_pool2d")
def adaptive_avg_pool2d(input: Tensor, output_size: List[Optional[int]]) -> Tensor:
    return torch.adaptive_avg_pool2d(input, pool_output(input, output_size[:2]))


@formula("torch.nn.functional.adaptive_avg_pool3d")
def adaptive_avg_pool3d(input: Tensor, output_size: List[Optional[int]]) -> Tensor:
    return torch.adaptive_avg_pool3d(input, pool_output(input, output_size[:3]))


@formula("torch.nn.functional.max_pool1d_with_indices")
def max_pool1d_with_indices(input: Tensor, kernel_size: List[int],
                            stride: Optional[List[int]] = None,
                            padding: List[int] = [0, 0, 0],
                            dilation: List[int] = [1, 1, 1], ceil_mode: bool = False,
                            return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    step = kernel_size if stride is None else stride
    return torch.max_pool1d_with_indices(input, kernel_size[:1], step[:1], padding[:1], dilation[:1],
                                          ceil_mode)


@formula("torch.nn.functional.max_pool2d_with_indices")
def max_pool2d_with_indices(input: Tensor, kernel_size: List[int],
                            stride: Optional[List[int]] = None,
                            padding: List[int] = [0, 0, 0],
                            dilation: List[int] = [1, 1, 1], ceil_mode: bool = False,
                            return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    step = kernel_size if stride is None else stride
    return torch.max_pool2d_with_indices(input, kernel_size[:2], step[:2], padding[:2], dilation[:2],
                                          ceil_mode)


@formula("torch.nn.functional.max_pool3d_with_indices")
def max_pool3d_with_indices(input: Tensor, kernel_size: List[int],
                            stride: Optional[List[int]] = None,
                            padding: List[int] = [0, 0, 0],
                            dilation: List[int] = [1, 1, 1], ceil_mode: bool = False,
                            return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    step = kernel_size if stride is None else stride
    return torch.max_pool3d_with_indices(input, kernel_size[:3], step[:3], padding[:3], dilation[:3],
                                          ceil_mode)


@formula("fx.unpool_output")
def unpool_output(input: Tensor, n: int, kernel: List[int], stride: List[int],
                  padding: List[int], output_size: Optional[List[int]]) -> List[int]:
    if output_size is not None:
        return output_size[len(output_size) - n:]
    result: List[int] = []
    for i in range(n):
        result.append((input.size(i - n) - 1) * stride[i] + kernel[i] - 2 * padding[i])
    return result


@formula("torch.nn.functional.max_unpool1d")
def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: List[int],
                 stride: Optional[List[int]] = None,
                 padding: List[int] = [0, 0, 0],
                 output_size: Optional[List[int]] = None) -> Tensor:
    step = kernel_size if stride is None else stride
    size = unpool_output(input, 1, kernel_size, step, padding, output_size)
    return torch.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), [size[0], 1]).squeeze(-1)


@formula("torch.nn.functional.max_unpool2d")
def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: List[int],
                 stride: Optional[List[int]] = None,
                 padding: List[int] = [0, 0, 0],
                 output_size: Optional[List[int]] = None) -> Tensor:
    step = kernel_size if stride is None else stride
    return torch.max_unpool2d(input, indices,
                              unpool_output(input, 2, kernel_size, step, padding, output_size))


@formula("torch.nn.functional.max_unpool3d")
def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: List[int],
                 stride: Optional[List[int]] = None,
                 padding: List[int] = [0, 0, 0],
                 output_size: Optional[List[int]] = None) -> Tensor:
    step = kernel_size if stride is None else stride
    return torch.max_unpool3d(input, indices,
                              unpool_output(input, 3, kernel_size, step, padding, output_size),
                              step[:3], padding[:3])


@formula("torch.nn.functional.lp_pool1d")
def lp_pool1d(input: Tensor, norm_type: float, kernel_size: List[int],
              stride: Optional[List[int]] = None, ceil_mode: bool = False) -> Tensor:
    step = kernel_size if stride is None else stride
    out = torch.avg_pool1d(torch.pow(input, norm_type), kernel_size[:1], step[:1], [0], ceil_mode)
    return torch.pow(torch.relu(torch.abs(out)) * torch.sign(out) * kernel_size[0], 1.0 / norm_type)


@formula("torch.nn.functional.lp_pool2d")
def lp_pool2d(input: Tensor, norm_type: float, kernel_size: List[int],
              stride: Optional[List[int]] = None, ceil_mode: bool = False) -> Tensor:
    step = kernel_size if stride is None else stride
    out = torch.avg_pool2d(torch.pow(input, norm_type), kernel_size[:2], step[:2], [0, 0], ceil_mode)
    count = kernel_size[0] * kernel_size[1]
    return torch.pow(torch.sign(out) * torch.relu(torch.abs(out)) * count, 1.0 / norm_type)


@formula("torch.nn.functional.lp_pool3d")
def lp_pool3d(input: Tensor, norm_type: float, kernel_size: List[int],
              stride: Optional[List[int]] = None, ceil_mode: bool = False) -> Tensor:
    step = kernel_size if stride is None else stride
    out = torch.avg_pool3d(torch.pow(input, norm_type), kernel_size, step, [0, 0, 0], ceil_mode)
    count = kernel_size[0] * kernel_size[1] * kernel_size[2]
    return torch.pow(torch.sign(out) * torch.relu(torch.abs(out)) * count, 1.0 / norm_type)


@formula("torch.nn.functional.interpolate")
def interpolate(input: Tensor, size: Optional[List[int]] = None,
                scale_factor: Optional[List[float]] = None,
                mode: str = 'nearest', align_corners: Optional[bool] = None,
                recompute_scale_factor: Optional[bool] = None,
                antialias: bool = False) -> Tensor:
    dim = input.dim() - 2
    sizes: Optional[List[int]] = None
    scales: Optional[List[float]] = None
    if size is not None:
        sizes = size[:dim]
    elif scale_factor is not None:
        recompute = mode == 'area'
        if recompute_scale_factor is not None:
            recompute = recompute or recompute_scale_factor
        if recompute:
            computed: List[int] = []
            for i in range(dim):
                computed.append(int(math.floor(float(input.size(i + 2)) * scale_factor[i])))
            sizes = computed
        else:
            scales = scale_factor[:dim]
    else:
        raise ValueError('either size or scale_factor should be defined')
    align = False
    if align_corners is not None:
        align = align_corners
    if mode == 'nearest':
        if dim == 1:
            return torch.upsample_nearest1d(input, sizes, scales)
        elif dim == 2:
            return torch.upsample_nearest2d(input, sizes, scales)
        return torch.upsample_nearest3d(input, sizes, scales)
    elif mode == 'nearest-exact':
        if dim == 1:
            return torch._upsample_nearest_exact1d(input, sizes, scales)
        elif dim == 2:
            return torch._upsample_nearest_exact2d(input, sizes, scales)
        return torch._upsample_nearest_exact3d(input, sizes, scales)
    elif mode == 'area':
        assert sizes is not None
        if dim == 1:
            return torch.adaptive_avg_pool1d(input, sizes)
        elif dim == 2:
            return torch.adaptive_avg_pool2d(input, sizes)
        return torch.adaptive_avg_pool3d(input, sizes)
    elif mode == 'linear':
        return torch.upsample_linear1d(input, sizes, align, scales)
    elif mode == 'bilinear':
        if antialias:
            return torch._upsample_bilinear2d_aa(input, sizes, align, scales)
        return torch.upsample_bilinear2d(input, sizes, align, scales)
    elif mode == 'bicubic':
        if antialias:
            return torch._upsample_bicubic2d_aa(input, sizes, align, scales)
        return torch.upsample_bicubic2d(input, sizes, align, scales)
    elif mode == 'trilinear':
        return torch.upsample_trilinear3d(input, sizes, align, scales)
    raise NotImplementedError('unknown mode of interpolation')


@formula("torch.nn.functional.upsample")
def upsample(input: Tensor, size: Optional[List[int]] = None,
             scale_factor: Optional[List[float]] = None,
             mode: str = 'nearest', align_corners: Optional[bool] = None) -> Tensor:
    return interpolate(input, size, scale_factor, mode, align_corners)


@formula("torch.nn.functional.upsample_nearest")
def upsample_nearest(input: Tensor, size: Optional[List[int]] = None,
                     scale_factor: Optional[List[float]] = None) -> Tensor:
    return interpolate(input, size, scale_factor, 'nearest')


@formula("torch.nn.functional.upsample_bilinear")
def upsample_bilinear(input: Tensor, size: Optional[List[int]] = None,
                      scale_factor: Optional[List[float]] = None) -> Tensor:
    return interpolate(input, size, scale_factor, 'bilinear', True)


@formula("torch.nn.functional.grid_sample")
def grid_sample(input: Tensor, grid: Tensor, mode: str = 'bilinear',
                padding_mode: str = 'zeros', align_corners: Optional[bool] = None) -> Tensor:
    kind = 0 if mode == 'bilinear' else (1 if mode == 'nearest' else 2)
    padding = 0 if padding_mode == 'zeros' else (1 if padding_mode == 'border' else 2)
    align = False
    if align_corners is not None:
        align = align_corners
    return torch.grid_sampler(input, grid, kind, padding, align)


@formula("torch.nn.functional.affine_grid")
def affine_grid(theta: Tensor, size: List[int],
                align_corners: Optional[bool] = None) -> Tensor:
    align = False
    if align_corners is not None:
        align = align_corners
    return torch.affine_grid_generator(theta, size, align)
