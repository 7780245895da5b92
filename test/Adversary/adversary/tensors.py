"""Expressions of tensors: sizes, types, contents and layouts."""

FLOATS = ["float32", "float32", "float32", "float64", "float16", "bfloat16"]
INTEGERS = ["int64", "int32", "int16", "int8", "uint8"]
COMPLEX = ["complex64", "complex128"]
LAYOUTS = ["transposed", "step", "rows", "offset", "last", "channels_last", "expanded", "flipped"]

SPECIAL = "nan inf -inf -0.0 0.0 1e-40 3e38 -3e38 1.0 1.0 -2.5 0.5".split()


def count(sizes):
    total = 1
    for size in sizes:
        total *= size
    return total


def text_of(sizes):
    """A tuple, with one item too."""
    return "(%s%s)" % (", ".join(map(str, sizes)), "," * (len(sizes) == 1))


def contents(random, sizes, dtype):
    """A contiguous tensor."""
    total, shape = count(sizes), text_of(sizes)
    choice = random.random()
    if dtype == "bool":
        if choice < 0.8:
            return "(torch.arange(%d) %% 3 == 0).view%s" % (total, shape) if sizes else "torch.tensor(True)"
        return "torch.zeros(%s, dtype=torch.bool)" % (shape)
    kind = "torch." + dtype
    if not sizes:
        value = random.choice(["2.5", "-1.0", "0.0", "3.0"]) if "int" not in dtype else "3"
        return "torch.tensor(%s, dtype=%s)" % (value, kind)
    if "int" in dtype:
        if choice < 0.6:
            return "torch.arange(%d, dtype=%s).view%s" % (total, kind, shape)
        return "torch.randint(0, 4, %s, dtype=%s)" % (shape, kind)
    if choice < 0.12 and total and dtype in ("float32", "float64"):
        values = [random.choice(SPECIAL) for _ in range(total)] if total < 9 else None
        if values:
            return "torch.tensor([%s], dtype=%s).view%s" % (", ".join(values), kind, shape)
    if choice < 0.5:
        cast = "" if dtype == "float32" else ".to(%s)" % kind
        return "(torch.arange(%d.) / 4 - 1).view%s%s" % (total, shape, cast)
    if dtype in ("float32", "float64") or "complex" in dtype:
        return "torch.randn(%s, dtype=%s)" % (shape, kind)
    return "torch.randn(%s).to(%s)" % (shape, kind)


def laid_out(random, sizes, dtype, layout):
    """A tensor of these sizes in such a layout; contiguous where that is impossible."""
    sizes, rank = list(sizes), len(sizes)
    if layout == "transposed" and rank >= 2:
        a, b = sorted(random.sample(range(rank), 2))
        sizes[a], sizes[b] = sizes[b], sizes[a]
        return "%s.transpose(%d, %d)" % (contents(random, sizes, dtype), a, b)
    if layout == "step" and rank:
        sizes[-1] *= 2
        return "%s[..., ::2]" % contents(random, sizes, dtype)
    if layout == "rows" and rank:
        sizes[0] *= 2
        return "%s[::2]" % contents(random, sizes, dtype)
    if layout == "offset" and rank:
        sizes[0] += 2
        return "%s[2:]" % contents(random, sizes, dtype)
    if layout == "last" and rank:
        return "%s.select(%d, 1)" % (contents(random, [*sizes, 3], dtype), rank)
    if layout == "channels_last" and rank in (4, 5):
        form = "torch.channels_last" + ("_3d" if rank == 5 else "")
        return "%s.to(memory_format=%s)" % (contents(random, sizes, dtype), form)
    if layout == "expanded" and rank:
        at = random.randrange(rank)
        narrow = [1 if i == at else s for i, s in enumerate(sizes)]
        return "%s.expand%s" % (contents(random, narrow, dtype), text_of(sizes))
    if layout == "flipped" and rank >= 2:
        order = list(range(rank))
        random.shuffle(order)
        inner = [sizes[order.index(i)] for i in range(rank)]
        return "%s.permute%s" % (contents(random, inner, dtype), text_of(order))
    return contents(random, sizes, dtype)


def sizes_of(random, low=0, high=4):
    rank = random.choice([r for r in (0, 1, 1, 2, 2, 2, 3, 3, 4) if low <= r <= high])
    sizes = [random.choice([1, 2, 2, 3, 3, 4, 4, 5]) for _ in range(rank)]
    if rank and random.random() < 0.04:
        sizes[random.randrange(rank)] = 0
    return sizes


def dtype_of(random):
    choice = random.random()
    if choice < 0.72:
        return random.choice(FLOATS)
    if choice < 0.86:
        return random.choice(INTEGERS)
    return random.choice(["bool", *COMPLEX])


def tensor(random, sizes=None, dtype=None, layout=None):
    """The expression of a random tensor."""
    sizes = sizes_of(random) if sizes is None else sizes
    dtype = dtype or dtype_of(random)
    if layout is None:
        layout = random.choice(LAYOUTS) if random.random() < 0.35 else ""
    return laid_out(random, sizes, dtype, layout)
