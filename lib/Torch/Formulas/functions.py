# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of torch."""


@formula("fx.dims_of")
def dims_of(input: Tensor, dim: Optional[List[int]]) -> List[int]:
    dims: List[int] = []
    if dim is not None:
        dims = dim
    else:
        for i in range(input.dim()):
            dims.append(i)
    return dims


@formula("fx.returned")
def returned(result: Tensor, out: Optional[Tensor]) -> Tensor:
    if out is not None:
        out.resize_(result.size()).copy_(result)
        return out
    return result


@formula("torch.functional.norm")
def norm(input: Tensor, p: Optional[float] = 2.0, dim: Optional[List[int]] = None,
         keepdim: bool = False, out: Optional[Tensor] = None,
         dtype: Optional[int] = None) -> Tensor:
    if dtype is not None:
        input = input.to(dtype)
    order = 2.0
    if p is not None:
        order = p
    return returned(torch.norm(input, order, dims_of(input, dim), keepdim), out)


@formula("torch.functional.norm#2")
def norm_of_text(input: Tensor, p: str = 'fro', dim: Optional[List[int]] = None,
                 keepdim: bool = False, out: Optional[Tensor] = None,
                 dtype: Optional[int] = None) -> Tensor:
    dims = dims_of(input, dim)
    if p == 'fro' and (dim is None or len(dims) <= 2):
        return norm(input, 2.0, dim, keepdim, out, dtype)
    return returned(torch.linalg_matrix_norm(input, p, dims, keepdim, dtype=dtype), out)


@formula("torch.Tensor.norm")
def tensor_norm(self: Tensor, p: Optional[float] = 2.0, dim: Optional[List[int]] = None,
                keepdim: bool = False, dtype: Optional[int] = None) -> Tensor:
    return norm(self, p, dim, keepdim, None, dtype)


@formula("torch.Tensor.norm#2")
def tensor_norm_of_text(self: Tensor, p: str = 'fro', dim: Optional[List[int]] = None,
                        keepdim: bool = False, dtype: Optional[int] = None) -> Tensor:
    return norm_of_text(self, p, dim, keepdim, None, dtype)


@formula("torch.functional.unravel_index")
def unravel_index(indices: Tensor, shape: List[int]) -> List[Tensor]:
    steps: List[int] = []
    step = 1
    for i in range(len(shape)):
        steps.append(step)
        step = step * shape[-1 - i]
    steps.reverse()
    # The type is int64.
    steps_of = torch.tensor(steps, device=indices.device, dtype=4)
    sizes_of = torch.tensor(shape, device=indices.device, dtype=4)
    return (indices.unsqueeze(-1).floor_divide(steps_of) % sizes_of).unbind(-1)


@formula("torch.functional.cdist")
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0,
          compute_mode: str = 'use_mm_for_euclid_dist_if_necessary') -> Tensor:
    if compute_mode == 'use_mm_for_euclid_dist_if_necessary':
        return torch.cdist(x1, x2, p, None)
    if compute_mode == 'use_mm_for_euclid_dist':
        return torch.cdist(x1, x2, p, 1)
    if compute_mode == 'donot_use_mm_for_euclid_dist':
        return torch.cdist(x1, x2, p, 2)
    raise ValueError(compute_mode + ' is not a mode of cdist')


@formula("torch.functional.stft")
def stft(input: Tensor, n_fft: int, hop_length: Optional[int] = None,
         win_length: Optional[int] = None, window: Optional[Tensor] = None,
         center: bool = True, pad_mode: str = 'reflect', normalized: bool = False,
         onesided: Optional[bool] = None, return_complex: Optional[bool] = None,
         align_to_window: Optional[bool] = None) -> Tensor:
    if align_to_window is not None:
        raise NotImplementedError('stft is not aligned to windows')
    if center:
        extra = [1] * (3 - input.dim()) + list(input.size())
        half = n_fft // 2
        input = torch.pad(input.view(extra), [half, half], pad_mode).view(
            list(input.size())[:-1] + [-1])
    return torch.stft(input, n_fft, hop_length, win_length, window, normalized, onesided,
                      return_complex)
