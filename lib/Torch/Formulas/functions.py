# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of torch."""


@formula("torch.functional.norm")
def norm(input: Tensor, p: Optional[float] = 2.0, dim: Optional[List[int]] = None,
         keepdim: bool = False, dtype: Optional[int] = None) -> Tensor:
    if dtype is not None:
        input = input.to(dtype)
    order = 2.0
    if p is not None:
        order = p
    dims: List[int] = []
    if dim is not None:
        dims = dim
    else:
        for i in range(input.dim()):
            dims.append(i)
    return torch.norm(input, order, dims, keepdim)


@formula("torch.functional.stft")
def stft(input: Tensor, n_fft: int, hop_length: Optional[int] = None,
         win_length: Optional[int] = None, window: Optional[Tensor] = None,
         center: bool = True, pad_mode: str = 'reflect', normalized: bool = False,
         onesided: Optional[bool] = None, return_complex: Optional[bool] = None) -> Tensor:
    if center:
        extra = [1] * (3 - input.dim()) + list(input.size())
        half = n_fft // 2
        input = torch.pad(input.view(extra), [half, half], pad_mode).view(
            list(input.size())[:-1] + [-1])
    return torch.stft(input, n_fft, hop_length, win_length, window, normalized, onesided,
                      return_complex)
