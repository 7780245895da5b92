# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Losses. Each takes PyTorch's old size_average and reduce besides reduction."""


@formula("fx.reduction_of")
def reduction_of(size_average: Optional[bool], reduce: Optional[bool],
                 reduction: str) -> int:
    if size_average is not None or reduce is not None:
        average = True if size_average is None else size_average
        wanted = True if reduce is None else reduce
        if not wanted:
            return 0
        return 1 if average else 2
    if reduction == 'none':
        return 0
    if reduction == 'mean':
        return 1
    if reduction == 'sum':
        return 2
    raise ValueError('unknown reduction')


@formula("fx.reduced")
def reduced(loss: Tensor, reduction: int) -> Tensor:
    if reduction == 1:
        return torch.mean(loss)
    if reduction == 2:
        return torch.sum(loss)
    return loss


@formula("fx.weighted")
def weighted(loss: Tensor, weight: Tensor, reduction: int) -> Tensor:
    if reduction == 1:
        return torch.sum(loss * weight) / torch.sum(weight)
    return reduced(loss * weight, reduction)


@formula("torch.nn.functional.cross_entropy")
def cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                  size_average: Optional[bool] = None, ignore_index: int = -100,
                  reduce: Optional[bool] = None, reduction: str = 'mean',
                  label_smoothing: float = 0.0) -> Tensor:
    return torch.cross_entropy_loss(input, target, weight,
                                    reduction_of(size_average, reduce, reduction),
                                    ignore_index, label_smoothing)


@formula("torch.nn.functional.nll_loss")
def nll_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
             size_average: Optional[bool] = None, ignore_index: int = -100,
             reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return torch.nll_loss_nd(input, target, weight,
                             reduction_of(size_average, reduce, reduction), ignore_index)


@formula("torch.nn.functional.mse_loss")
def mse_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
             reduce: Optional[bool] = None, reduction: str = 'mean',
             weight: Optional[Tensor] = None) -> Tensor:
    kind = reduction_of(size_average, reduce, reduction)
    pair = torch.broadcast_tensors([input, target])
    if weight is not None:
        return weighted(torch.mse_loss(pair[0], pair[1], 0), weight, kind)
    return torch.mse_loss(pair[0], pair[1], kind)


@formula("torch.nn.functional.l1_loss")
def l1_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
            reduce: Optional[bool] = None, reduction: str = 'mean',
            weight: Optional[Tensor] = None) -> Tensor:
    kind = reduction_of(size_average, reduce, reduction)
    pair = torch.broadcast_tensors([input, target])
    if weight is not None:
        return weighted(torch.l1_loss(pair[0], pair[1], 0), weight, kind)
    return torch.l1_loss(pair[0], pair[1], kind)


@formula("torch.nn.functional.smooth_l1_loss")
def smooth_l1_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                   reduce: Optional[bool] = None, reduction: str = 'mean',
                   beta: float = 1.0) -> Tensor:
    pair = torch.broadcast_tensors([input, target])
    kind = reduction_of(size_average, reduce, reduction)
    if beta == 0.0:
        return torch.l1_loss(pair[0], pair[1], kind)
    return torch.smooth_l1_loss(pair[0], pair[1], kind, beta)


@formula("torch.nn.functional.huber_loss")
def huber_loss(input: Tensor, target: Tensor, reduction: str = 'mean',
               delta: float = 1.0, weight: Optional[Tensor] = None) -> Tensor:
    kind = reduction_of(None, None, reduction)
    pair = torch.broadcast_tensors([input, target])
    if weight is not None:
        loss = torch.huber_loss(pair[0], pair[1], 0, delta) * weight
        return reduced(loss, kind)
    return torch.huber_loss(pair[0], pair[1], kind, delta)


@formula("torch.nn.functional.kl_div")
def kl_div(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
           reduce: Optional[bool] = None, reduction: str = 'mean',
           log_target: bool = False) -> Tensor:
    if reduction == 'batchmean' and size_average is None and reduce is None:
        return torch.kl_div(input, target, 2, log_target=log_target) / input.size(0)
    return torch.kl_div(input, target, reduction_of(size_average, reduce, reduction),
                        log_target=log_target)


@formula("torch.nn.functional.binary_cross_entropy")
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                         size_average: Optional[bool] = None,
                         reduce: Optional[bool] = None,
                         reduction: str = 'mean') -> Tensor:
    if weight is not None:
        weight = weight.expand_as(target)
    return torch.binary_cross_entropy(input, target, weight,
                                      reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor,
                                     weight: Optional[Tensor] = None,
                                     size_average: Optional[bool] = None,
                                     reduce: Optional[bool] = None,
                                     reduction: str = 'mean',
                                     pos_weight: Optional[Tensor] = None) -> Tensor:
    return torch.binary_cross_entropy_with_logits(
        input, target, weight, pos_weight, reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.hinge_embedding_loss")
def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0,
                         size_average: Optional[bool] = None,
                         reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return torch.hinge_embedding_loss(input, target, margin,
                                      reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.margin_ranking_loss")
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor,
                        margin: float = 0.0, size_average: Optional[bool] = None,
                        reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return torch.margin_ranking_loss(input1, input2, target, margin,
                                     reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.soft_margin_loss")
def soft_margin_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                     reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return torch.soft_margin_loss(input, target,
                                  reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.multilabel_margin_loss")
def multilabel_margin_loss(input: Tensor, target: Tensor,
                           size_average: Optional[bool] = None,
                           reduce: Optional[bool] = None,
                           reduction: str = 'mean') -> Tensor:
    return torch.multilabel_margin_loss(input, target,
                                        reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.multi_margin_loss")
def multi_margin_loss(input: Tensor, target: Tensor, p: int = 1, margin: float = 1.0,
                      weight: Optional[Tensor] = None,
                      size_average: Optional[bool] = None,
                      reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return torch.multi_margin_loss(input, target, p, margin, weight,
                                   reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.multilabel_soft_margin_loss")
def multilabel_soft_margin_loss(input: Tensor, target: Tensor,
                                weight: Optional[Tensor] = None,
                                size_average: Optional[bool] = None,
                                reduce: Optional[bool] = None,
                                reduction: str = 'mean') -> Tensor:
    loss = -(target * torch.log_sigmoid(input) + (1 - target) * torch.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    dim = input.dim() - 1
    loss = loss.sum(dim) / input.size(dim)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.cosine_embedding_loss")
def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor,
                          margin: float = 0.0, size_average: Optional[bool] = None,
                          reduce: Optional[bool] = None,
                          reduction: str = 'mean') -> Tensor:
    return torch.cosine_embedding_loss(input1, input2, target, margin,
                                       reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.triplet_margin_loss")
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor,
                        margin: float = 1.0, p: float = 2.0, eps: float = 1e-6,
                        swap: bool = False, size_average: Optional[bool] = None,
                        reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
                                     reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.triplet_margin_with_distance_loss")
def triplet_margin_with_distance_loss(
        anchor: Tensor, positive: Tensor, negative: Tensor,
        distance_function: Optional[Tensor] = None, margin: float = 1.0,
        swap: bool = False, reduction: str = 'mean') -> Tensor:
    near = torch.pairwise_distance(anchor, positive)
    far = torch.pairwise_distance(anchor, negative)
    if swap:
        far = torch.minimum(far, torch.pairwise_distance(positive, negative))
    return reduced(torch.clamp_min(margin + near - far, 0),
                   reduction_of(None, None, reduction))


@formula("torch.nn.functional.poisson_nll_loss")
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True,
                     full: bool = False, size_average: Optional[bool] = None,
                     eps: float = 1e-8, reduce: Optional[bool] = None,
                     reduction: str = 'mean') -> Tensor:
    return torch.poisson_nll_loss(input, target, log_input, full, eps,
                                  reduction_of(size_average, reduce, reduction))


@formula("torch.nn.functional.gaussian_nll_loss")
def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor, full: bool = False,
                      eps: float = 1e-6, reduction: str = 'mean') -> Tensor:
    if var.size() != input.size() and input.size()[:-1] == var.size():
        var = torch.unsqueeze(var, -1)
    var = torch.clamp(var, min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * 3.141592653589793)
    return reduced(loss, reduction_of(None, None, reduction))


@formula("torch.nn.functional.ctc_loss")
def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor,
             target_lengths: Tensor, blank: int = 0, reduction: str = 'mean',
             zero_infinity: bool = False) -> Tensor:
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank,
                          reduction_of(None, None, reduction), zero_infinity)


@formula("torch.nn.functional.ctc_loss#2")
def ctc_loss_of_lists(log_probs: Tensor, targets: Tensor, input_lengths: List[int],
                      target_lengths: List[int], blank: int = 0,
                      reduction: str = 'mean', zero_infinity: bool = False) -> Tensor:
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank,
                          reduction_of(None, None, reduction), zero_infinity)
