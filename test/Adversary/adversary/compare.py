"""Whether two observations are the same, as far as the rules of a pipeline say."""

import dataclasses

import torch

#: How far apart values may be that were computed otherwise.
TOLERANCE = {
    torch.float64: 1e-6, torch.complex128: 1e-6,
    torch.float32: 2e-4, torch.complex64: 2e-4,
    torch.float16: 2e-2, torch.bfloat16: 1e-1,
}


@dataclasses.dataclass
class Difference:
    #: result, input, state, memory, randomness, gradient
    what: str
    place: str
    text: str

    def __str__(self):
        return "%s: %s" % (self.place, self.text)


def same_bits(a, b):
    if a.dtype == torch.bool or not (a.is_floating_point() or a.is_complex()):
        return torch.equal(a, b)
    if a.is_complex():
        return same_bits(torch.view_as_real(a.contiguous()), torch.view_as_real(b.contiguous()))
    if a.element_size() == 1:
        return torch.equal(a.view(torch.uint8), b.view(torch.uint8))
    kind = {2: torch.int16, 4: torch.int32, 8: torch.int64}[a.element_size()]
    if torch.equal(a.view(kind), b.view(kind)):
        return True
    # A NaN is as good as another.
    nan = a.isnan()
    if not torch.equal(nan, b.isnan()):
        return False
    return torch.equal(a.masked_fill(nan, 0).view(kind), b.masked_fill(nan, 0).view(kind))


def plain(tensor):
    if tensor.is_quantized:
        return tensor.int_repr()
    if tensor.layout != torch.strided:
        return tensor.to_dense()
    return tensor


def quantization(tensor):
    """What the integers of a quantised tensor stand for."""
    if not tensor.is_quantized:
        return None
    if tensor.qscheme() in (torch.per_tensor_affine, torch.per_tensor_symmetric):
        return tensor.qscheme(), tensor.q_scale(), tensor.q_zero_point()
    return (tensor.qscheme(), tensor.q_per_channel_scales().tolist(),
            tensor.q_per_channel_zero_points().tolist(), tensor.q_per_channel_axis())


def difference(a, b, close):
    """What differs in two values, or nothing."""
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        if type(a) is type(b) and (a == b or a != a or not isinstance(a, (int, float, str))):
            return None
        return "%r in place of %r" % (b, a)
    if a.dtype != b.dtype or a.shape != b.shape:
        return "%s%s in place of %s%s" % (b.dtype, list(b.shape), a.dtype, list(a.shape))
    if quantization(a) != quantization(b):
        return "%s in place of %s" % (quantization(b), quantization(a))
    a, b = plain(a), plain(b)
    if same_bits(a, b):
        return None
    if close and a.dtype in TOLERANCE:
        tolerance = TOLERANCE[a.dtype]
        if torch.allclose(a, b, tolerance, tolerance, equal_nan=True):
            return None
    return "other values"


def apart(a, b, rules):
    """Whether strides differ; those of dimensions with one place are a matter of taste where
    results are computed otherwise, and those of tensors without elements are always."""
    if isinstance(a.value, torch.Tensor) and 0 in a.value.shape:
        return False
    if a.strides is None or b.strides is None or not rules.decomposes:
        return a.strides != b.strides
    return any(n > 1 and s != t for n, s, t in zip(a.value.shape, a.strides, b.strides))


def compare(before, after, rules):
    """All differences between two outcomes."""
    found = []
    if len(before.results) != len(after.results):
        text = "%d results in place of %d" % (len(after.results), len(before.results))
        return [Difference("result", "results", text)]
    pairs = [("result", a, b) for a, b in zip(before.results, after.results)]
    pairs += [("input", a, b) for a, b in zip(before.inputs, after.inputs)]
    for name in before.state.keys() & after.state.keys():
        if rules.uncounted and name.endswith("num_batches_tracked"):
            continue
        a, b = before.state[name], after.state[name]
        if rules.remade:
            continue
        if rules.state or getattr(a.value, "dtype", 0) == getattr(b.value, "dtype", 1):
            pairs.append(("state", a, b))
    if rules.names and before.state.keys() != after.state.keys():
        names = sorted(before.state.keys() ^ after.state.keys())
        found.append(Difference("state", "state " + ", ".join(names), "is not on both sides"))
    for what, a, b in pairs:
        if text := difference(a.value, b.value, rules.close):
            found.append(Difference(what, a.place, text))
        elif apart(a, b, rules) and (rules.strides or what != "result"):
            text = "strides %s in place of %s" % (b.strides, a.strides)
            found.append(Difference(what + " strides", a.place, text))
        elif rules.gradients and what != "state" and a.wants_gradient != b.wants_gradient:
            if not rules.backward and b.wants_gradient:
                continue  # A graph that a node calls gives all its results one.
            text = "requires_grad is %s" % b.wants_gradient
            found.append(Difference(what + " gradient", a.place, text))
    found += memory(pairs, rules.names)
    if rules.identity:
        found += identities(pairs)
    if not torch.equal(before.randomness, after.randomness):
        found.append(Difference("randomness", "random state", "is another one"))
    if rules.gradients and before.gradients and after.gradients is not None:
        for name, a in before.gradients.items():
            b = after.gradients.get(name)
            if text := difference(a, b, True):
                found.append(Difference("gradient", "gradient of " + name, text))
    return found


def memory(pairs, keeps_state):
    """What shares memory on one side only. Some passes tie state."""
    forth, back, found = {}, {}, []
    shown = [(what, a, b) for what, a, b in pairs if a.storage and b.storage]
    before = {a.storage for what, a, _ in shown if what == "state"}
    after = {b.storage for what, _, b in shown if what == "state"}
    for what, a, b in shown:
        if what == "state" and not keeps_state:
            continue
        if forth.setdefault(a.storage, b.storage) != b.storage:
            found.append(Difference("memory", a.place, "no longer shares memory"))
        elif back.setdefault(b.storage, a.storage) != a.storage:
            found.append(Difference("memory", a.place, "shares memory"))
        elif (a.storage in before) != (b.storage in after):
            found.append(Difference("memory", a.place, "shares memory with state on one side"))
    return found


def identities(pairs):
    """Results that are one tensor, or an input, on one side only."""
    forth, back, found = {}, {}, []
    for what, a, b in pairs:
        if what == "state" or not a.identity or not b.identity:
            continue
        if (forth.setdefault(a.identity, b.identity) != b.identity
                or back.setdefault(b.identity, a.identity) != a.identity):
            found.append(Difference("identity", a.place, "is the same tensor as another on one side"))
    return found
