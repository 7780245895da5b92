# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of quantized_decomposed, which PyTorch defines in Python. They round and
convert where torch/ao/quantization/fx/_decomposed.py does, and fail where it does."""


@formula("fx.quantized.check_range")
def check_range(quant_min: int, quant_max: int, dtype: int):
    if dtype == 0:
        bounds = (0, 255)
    elif dtype == 1:
        bounds = (-128, 127)
    elif dtype == 2:
        bounds = (-32768, 32767)
    elif dtype == 3:
        bounds = (-2147483648, 2147483647)
    elif dtype == 27:
        bounds = (0, 65535)
    elif dtype == 23:
        bounds = (-57344, 57344)
    elif dtype == 24:
        bounds = (-448, 448)
    else:
        raise ValueError('values cannot be quantized to this dtype')
    if quant_min < bounds[0]:
        raise AssertionError('quant_min is below what the dtype has')
    if quant_max > bounds[1]:
        raise AssertionError('quant_max is above what the dtype has')


@formula("fx.quantized.widen")
def widen(input: Tensor) -> Tensor:
    if input.dtype == 5 or input.dtype == 15:
        input = input.to(6)
    if input.dtype != 6:
        raise AssertionError('only float32, float16 and bfloat16 can be quantized')
    return input


@formula("fx.quantized.check_scalars")
def check_scalars(scale: Tensor, zero_point: Tensor):
    if zero_point.numel() != 1:
        raise AssertionError('zero_point must have one element')
    if scale.numel() != 1:
        raise AssertionError('scale must have one element')


@formula("torch.ops.quantized_decomposed.quantize_per_tensor.default")
def op_quantize(input: Tensor, scale: float, zero_point: int, quant_min: int, quant_max: int,
                dtype: int) -> Tensor:
    wide = widen(input)
    check_range(quant_min, quant_max, dtype)
    inverse = 1.0 / scale
    return torch.clamp(torch.round(wide * inverse) + zero_point, quant_min, quant_max).to(dtype)


@formula("torch.ops.quantized_decomposed.quantize_per_tensor.tensor")
def op_quantize_tensor(input: Tensor, scale: Tensor, zero_point: Tensor, quant_min: int,
                       quant_max: int, dtype: int) -> Tensor:
    check_scalars(scale, zero_point)
    wide = widen(input)
    check_range(quant_min, quant_max, dtype)
    inverse = 1.0 / float(scale)
    # The zero point may be one of floats.
    return torch.clamp(torch.round(wide * inverse) + zero_point.item(), quant_min,
                       quant_max).to(dtype)


@formula("torch.ops.quantized_decomposed.quantize_per_tensor.tensor2")
def op_quantize_tensor2(input: Tensor, scale: Tensor, zero_point: Tensor, quant_min: Tensor,
                        quant_max: Tensor, dtype: int) -> Tensor:
    return op_quantize_tensor(input, scale, zero_point, int(quant_min), int(quant_max), dtype)


@formula("torch.ops.quantized_decomposed.dequantize_per_tensor.default")
def op_dequantize(input: Tensor, scale: float, zero_point: int, quant_min: int, quant_max: int,
                  dtype: int, *, out_dtype: Optional[int] = None) -> Tensor:
    if input.dtype != dtype:
        raise AssertionError('the input has another dtype than is said')
    check_range(0, 0, dtype)
    wanted = 6
    if out_dtype is not None:
        wanted = out_dtype
    return (input.to(wanted) - zero_point) * scale


@formula("torch.ops.quantized_decomposed.dequantize_per_tensor.tensor")
def op_dequantize_tensor(input: Tensor, scale: Tensor, zero_point: Tensor, quant_min: int,
                         quant_max: int, dtype: int, *,
                         out_dtype: Optional[int] = None) -> Tensor:
    check_scalars(scale, zero_point)
    if input.dtype != dtype:
        raise AssertionError('the input has another dtype than is said')
    check_range(0, 0, dtype)
    wanted = 6
    if out_dtype is not None:
        wanted = out_dtype
    return (input.to(wanted) - zero_point.item()) * scale.item()


@formula("torch.ops.quantized_decomposed.dequantize_per_tensor.tensor2")
def op_dequantize_tensor2(input: Tensor, scale: Tensor, zero_point: Tensor, quant_min: Tensor,
                          quant_max: Tensor, dtype: int, *,
                          out_dtype: Optional[int] = None) -> Tensor:
    return op_dequantize_tensor(input, scale, zero_point, int(quant_min), int(quant_max), dtype,
                                out_dtype=out_dtype)


@formula("fx.quantized.to_front")
def to_front(dim: int, axis: int) -> List[int]:
    if axis >= dim:
        raise AssertionError('the input has no such axis')
    places: List[int] = []
    for i in range(dim):
        places.append(i)
    places[axis] = 0
    places[0] = axis
    return places


@formula("torch.ops.quantized_decomposed.quantize_per_channel.default")
def op_quantize_channel(input: Tensor, scales: Tensor, zero_points: Tensor, axis: int,
                        quant_min: int, quant_max: int, dtype: int) -> Tensor:
    wide = widen(input)
    places = to_front(input.dim(), axis)
    check_range(quant_min, quant_max, dtype)
    shape = [1] * input.dim()
    shape[0] = scales.size(0)
    steps = torch.round(wide.permute(places) * (1.0 / scales.view(shape)))
    result = torch.clamp(steps + zero_points.view(shape), quant_min, quant_max)
    return result.permute(places).to(dtype)


@formula("torch.ops.quantized_decomposed.dequantize_per_channel.default")
def op_dequantize_channel(input: Tensor, scales: Tensor, zero_points: Optional[Tensor], axis: int,
                          quant_min: int, quant_max: int, dtype: int, *,
                          out_dtype: Optional[int] = None) -> Tensor:
    if input.dtype != dtype:
        raise AssertionError('the input has another dtype than is said')
    wanted = 6
    if out_dtype is not None:
        wanted = out_dtype
    places = to_front(input.dim(), axis)
    check_range(quant_min, quant_max, dtype)
    shape = [1] * input.dim()
    shape[0] = scales.size(0)
    result = input.permute(places)
    if zero_points is not None:
        result = result - zero_points.view(shape)
    return (result * scales.view(shape)).to(wanted).permute(places)


@formula("fx.quantized.range_of")
def range_of(input: Tensor, quant_min: int, quant_max: int, dtype: int) -> Tuple[Tensor, Tensor]:
    if input.dtype != 5 and input.dtype != 6 and input.dtype != 15:
        raise AssertionError('only float32, float16 and bfloat16 can be quantized')
    check_range(0, 0, dtype)
    if quant_min > 0 or quant_max < 0 or quant_min == quant_max:
        raise AssertionError('the range of quantized values must include 0 and another one')
    least, most = torch.aminmax(input)
    if bool(least > most):
        raise AssertionError('the least value is above the greatest')
    return least, most


@formula("torch.ops.quantized_decomposed.choose_qparams.tensor")
def op_choose_qparams(input: Tensor, quant_min: int, quant_max: int, eps: float,
                      dtype: int) -> Tuple[Tensor, Tensor]:
    least, most = range_of(input, quant_min, quant_max, dtype)
    if bool(least == float('inf')) and bool(most == float('-inf')):
        return (torch.ones([1], dtype=6, device=input.device),
                torch.zeros([1], dtype=4, device=input.device))
    least = torch.minimum(least, torch.zeros_like(least))
    most = torch.maximum(most, torch.zeros_like(most))
    scale = torch.maximum((most - least) / float(quant_max - quant_min),
                          torch.full([1], eps, dtype=6, device=input.device))
    zero_point = quant_min - torch.round(least / scale).to(3)
    zero_point = torch.clamp(zero_point, quant_min, quant_max)
    return scale.to(7), zero_point.to(4)


@formula("torch.ops.quantized_decomposed.choose_qparams_symmetric.tensor")
def op_choose_qparams_symmetric(input: Tensor, quant_min: int, quant_max: int, eps: float,
                                dtype: int) -> Tuple[Tensor, Tensor]:
    least, most = range_of(input, quant_min, quant_max, dtype)
    least = torch.minimum(least, torch.zeros_like(least))
    most = torch.maximum(-least, torch.maximum(most, torch.zeros_like(most)))
    scale = torch.maximum(most / (float(quant_max - quant_min) / 2),
                          torch.full([1], eps, dtype=6, device=input.device))
    return scale.to(7), torch.full([1], 128 if dtype == 0 else 0, dtype=4, device=input.device)


@formula("torch.ops.quantized_decomposed.choose_qparams_per_token.default")
def op_choose_qparams_token(input: Tensor, dtype: int) -> Tuple[Tensor, Tensor]:
    scales = input.abs().amax([-1], True)
    # They could overflow in float16.
    if scales.dtype == 5:
        scales = scales.to(6)
    if dtype != 1:
        raise NotImplementedError('only parameters of int8 can be chosen')
    scales = scales.clamp(min=1e-5).div(127)
    return scales, torch.zeros_like(scales)


@formula("torch.ops.quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default")
def op_choose_qparams_token_impl(input: Tensor, dtype: int) -> Tuple[Tensor, Tensor]:
    least = torch.amin(input, [-1], True)
    most = torch.amax(input, [-1], True)
    least = torch.minimum(least, torch.zeros_like(least))
    most = torch.maximum(most, torch.zeros_like(most))
    scale = ((most - least) / 255.0).clamp(min=1.1920928955078125e-07)
    down = least / scale
    up = most / scale
    zero_point = torch.where((down - 128) + (up + 127) > 0, -128 - down, 127 - up)
    return scale.to(7), torch.clamp(zero_point, -128, 127).round().to(4)


@formula("torch.ops.quantized_decomposed.choose_qparams_per_token_asymmetric.default")
def op_choose_qparams_token_asymmetric(input: Tensor, dtype: int) -> Tuple[Tensor, Tensor]:
    return op_choose_qparams_token_impl(input, dtype)


@formula("torch.ops.quantized_decomposed.quantize_per_token.default")
def op_quantize_token(input: Tensor, scales: Tensor, zero_points: Tensor, quant_min: int,
                      quant_max: int, dtype: int) -> Tensor:
    check_range(quant_min, quant_max, dtype)
    tokens = 1
    for size in input.size()[:-1]:
        tokens *= size
    if tokens != scales.numel() or tokens != zero_points.numel():
        raise AssertionError('there must be one scale and one zero point for each token')
    return input.mul(1.0 / scales).add(zero_points).round().clamp(quant_min, quant_max).to(dtype)


@formula("torch.ops.quantized_decomposed.dequantize_per_token.default")
def op_dequantize_token(input: Tensor, scales: Tensor, zero_points: Tensor, quant_min: int,
                        quant_max: int, dtype: int, output_dtype: int) -> Tensor:
    return ((input - zero_points) * scales).to(output_dtype)


@formula("fx.quantized.check_groups")
def check_groups(input: Tensor, scales: Tensor, group_size: int) -> int:
    if group_size <= 1:
        raise AssertionError('group_size must be more than 1')
    if group_size > input.size(-1) and scales.size(-1) == 1:
        group_size = input.size(-1)
    if input.size(-1) % group_size != 0:
        raise AssertionError('the last size must be a multiple of group_size')
    if input.dim() != 2:
        raise AssertionError('the input must have 2 dimensions')
    return group_size


@formula("torch.ops.quantized_decomposed.quantize_per_channel_group.default")
def op_quantize_group(input: Tensor, scales: Tensor, zero_points: Tensor, quant_min: int,
                      quant_max: int, dtype: int, group_size: int) -> Tensor:
    groups = input.reshape([-1, check_groups(input, scales, group_size)])
    if bool(torch.isnan(groups).any()):
        raise AssertionError('NaN cannot be quantized')
    result = groups.mul(1.0 / scales.reshape([-1, 1])).add(zero_points.reshape([-1, 1])).round()
    return result.clamp(quant_min, quant_max).to(dtype).reshape(input.size())


@formula("torch.ops.quantized_decomposed.dequantize_per_channel_group.default")
def op_dequantize_group(input: Tensor, scales: Tensor, zero_points: Optional[Tensor],
                        quant_min: int, quant_max: int, dtype: int, group_size: int,
                        output_dtype: int) -> Tensor:
    groups = input.reshape([-1, check_groups(input, scales, group_size)])
    zeros = torch.zeros([], dtype=3, device=input.device)
    if zero_points is not None:
        zeros = zero_points.reshape([-1, 1])
    return groups.sub(zeros).mul(scales.reshape([-1, 1])).reshape(input.size()).to(output_dtype)


@formula("torch.ops.quantized_decomposed.fake_quant_per_channel.default")
def op_fake_quant_channel(input: Tensor, scales: Tensor, zero_points: Tensor, axis: int,
                          quant_min: int, quant_max: int) -> Tensor:
    if input.dtype != 6:
        raise AssertionError('only float32 can be quantized')
    if axis >= input.dim():
        raise AssertionError('the input has no such axis')
    scales = scales.to(6)
    zero_points = zero_points.to(3)
    for i in range(input.dim()):
        if i != axis:
            scales = scales.unsqueeze(i)
            zero_points = zero_points.unsqueeze(i)
    steps = torch.round(input * (1.0 / scales)) + zero_points
    return (torch.clamp(steps, quant_min, quant_max) - zero_points) * scales


@formula("torch.ops.quantized_decomposed.convert_element_type.no_fuse")
def op_convert(input: Tensor, dtype: int) -> Tensor:
    return input.to(dtype)
