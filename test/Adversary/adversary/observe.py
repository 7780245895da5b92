"""What can be seen from outside when a program runs."""

import dataclasses

import torch


@dataclasses.dataclass
class Seen:
    """A leaf: a tensor, or any other value."""

    place: str
    value: object
    strides: tuple = None
    wants_gradient: bool = False
    storage: int = 0
    #: The number of the tensor itself: `y is x`.
    identity: int = 0


@dataclasses.dataclass
class Outcome:
    results: list
    inputs: list
    state: dict
    #: The random state afterwards.
    randomness: torch.Tensor = None
    #: By name of the parameter.
    gradients: dict = None

    def leaves(self):
        return [*self.results, *self.inputs, *self.state.values()]


def seed(number):
    """torch.manual_seed goes through all devices, which takes as long as a run."""
    torch.default_generator.manual_seed(number)


class Observer:
    """Numbers the tensors and the storages that it meets."""

    def __init__(self):
        self.storages, self.tensors = {}, {}

    def see(self, place, value):
        if not isinstance(value, torch.Tensor):
            return Seen(place, value)
        detached = value.detach()
        identity = self.tensors.setdefault(id(value), len(self.tensors) + 1)
        if value.is_sparse or value.is_quantized or value.layout != torch.strided:
            return Seen(place, detached.clone(), None, value.requires_grad, identity=identity)
        storage = 0
        if value.untyped_storage().nbytes():
            pointer = value.untyped_storage()._cdata
            storage = self.storages.setdefault(pointer, len(self.storages) + 1)
        copy = torch.empty_like(detached, memory_format=torch.contiguous_format)
        copy.copy_(detached)
        return Seen(place, copy, tuple(value.stride()), value.requires_grad, storage, identity)


def leaves(tree):
    return torch.utils._pytree.tree_leaves(tree)


def state_of(module):
    """All tensors of a module by name."""
    state = {}
    for path, inner in module.named_modules():
        prefix = path + "." if path else ""
        for table in (inner._parameters, inner._buffers, vars(inner)):
            for name, value in table.items():
                if isinstance(value, torch.Tensor):
                    state.setdefault(prefix + name, value)
    return state


def move_state(module):
    """Puts the state elsewhere in memory, where it is not aligned."""
    for tensor in state_of(module).values():
        if tensor.layout != torch.strided or tensor.is_quantized or not tensor.numel():
            continue
        size, storage = tensor.element_size(), tensor.untyped_storage()
        row = torch.empty(storage.nbytes() // size + 1, dtype=tensor.dtype)
        place = row[1:].untyped_storage()
        place[size:size + storage.nbytes() // size * size].copy_(storage[:storage.nbytes() // size * size])
        tensor.data = row.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset() + 1)
    return module


def freeze_state(module):
    """Parameters are constants."""
    for parameter in module.parameters():
        parameter.requires_grad_(False)
    return module


def observe(module, inputs, gradients=False, backward=True):
    """Runs a module and tells what happened. With gradients autograd records it, and unless
    backward is off they are computed."""
    args, kwargs = inputs
    seed(5)
    parameters = dict(module.named_parameters()) if gradients else {}
    for parameter in parameters.values():
        parameter.grad = None
    with torch.set_grad_enabled(gradients):
        result = module(*args, **kwargs)
    results = leaves(result)
    observer = Observer()
    seen = Outcome(
        [observer.see("result %d" % i, leaf) for i, leaf in enumerate(results)],
        [observer.see("input %d" % i, leaf) for i, leaf in enumerate(leaves(inputs))],
        {n: observer.see("state " + n, t) for n, t in state_of(module).items()},
        torch.get_rng_state(),
    )
    if gradients and backward:
        seen.gradients = gradients_of(results, parameters)
    return seen, results


def gradients_of(results, parameters):
    wanted = [
        r for r in results
        if isinstance(r, torch.Tensor) and r.requires_grad and r.dtype.is_floating_point
    ]
    if not wanted or not parameters:
        return {}
    total = sum((r.double() * (i + 1)).sum() for i, r in enumerate(wanted))
    total.backward()
    return {
        n: None if p.grad is None else p.grad.detach().clone() for n, p in parameters.items()
    }


def spoil(results):
    """What a caller may do: it writes to what it was given."""
    with torch.no_grad():
        for result in results:
            if not isinstance(result, torch.Tensor) or result.layout != torch.strided:
                continue
            try:
                result.logical_not_() if result.dtype == torch.bool else result.add_(1)
            except RuntimeError:
                continue  # Expanded tensors are not written to.


def observe_twice(module, make_inputs, gradients=False, backward=True):
    """Two runs one after the other, with a caller that uses the results in between."""
    first, results = observe(module, make_inputs(), gradients, backward)
    spoil(results)
    second, _ = observe(module, make_inputs(), gradients, backward)
    return first, second
