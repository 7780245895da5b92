# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that libraries define in Python alone."""


# Hugging Face's transformers: the rows up to each number of `offs` by the matrix of their
# expert; rows after the last are zero.
@formula("torch.ops.transformers.grouped_mm_fallback.default")
def transformers_grouped_mm(input: Tensor, weight: Tensor, offs: Tensor) -> Tensor:
    output = torch.zeros([input.size(0), weight.size(2)], dtype=input.dtype, device=input.device)
    start = 0
    for i in range(offs.size(0)):
        end = int(offs.select(0, i).item())
        if start != end:
            rows = torch.mm(input.slice(0, start, end), weight.select(0, i))
            output.slice(0, start, end).copy_(rows)
            start = end
    return output


@formula("torch.ops.transformers.grouped_mm_fallback_backward.default")
def transformers_grouped_mm_backward(input: Tensor, weight: Tensor, offs: Tensor,
                                     grad_output: Tensor) -> Tuple[Tensor, Tensor]:
    grad_input = torch.zeros_like(input)
    grad_weight = torch.zeros_like(weight)
    start = 0
    for i in range(offs.size(0)):
        end = int(offs.select(0, i).item())
        if start != end:
            grad = grad_output.slice(0, start, end)
            grad_input.slice(0, start, end).copy_(torch.mm(grad, weight.select(0, i).t()))
            grad_weight.select(0, i).copy_(torch.mm(input.slice(0, start, end).t(), grad))
            start = end
    return grad_input, grad_weight
