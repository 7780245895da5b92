"""Parameters, buffers and constants: tied, sliced, written, not saved."""

from . import ingredient, program_class, templates
from ..tensors import contents, tensor

NAMES = ["w", "b", "c", "q"]


def read(b):
    """The names of state that is a tensor."""
    import torch

    members = {**vars(b.names["self"])["_parameters"], **vars(b.names["self"])["_buffers"], **vars(b.names["self"])}
    return [n for n, v in members.items() if isinstance(v, torch.Tensor)]


@ingredient("read state")
def read_state(b):
    names = read(b)
    return bool(names) and bool(b.assign("self.%s" % b.random.choice(names)))


@ingredient("use state")
def use_state(b):
    names = read(b)
    if not names:
        return False
    own = "self." + b.random.choice(names)
    return b.add(*(line.replace("STATE", own) for line in USES), tries=3)


USES = [line.strip() for line in """
    {x} + STATE
    STATE * {x}
    STATE - {x}
    STATE.t() + {x}
    STATE.transpose(0, -1) * 2
    STATE.view(-1)
    STATE.reshape(-1)
    STATE.as_strided((3,), (1,))
    STATE.as_strided((2, 2), (1, 2))
    STATE.as_strided((2,), (1,), 1)
    (STATE.t() * 2).as_strided((2, 2), (2, 1))
    (STATE + 1).as_strided((2, 2), (2, 1))
    (STATE.transpose(0, -1) + 1).transpose(0, -1).view(-1)
    (STATE * 2).transpose(0, -1).reshape(-1)
    STATE.clone()
    STATE.contiguous()
    STATE.expand(2, *STATE.shape) + 1
    STATE[0]
    STATE[..., ::2] + 1
    STATE.sum(0)
    STATE.flip(0)
    STATE.to(torch.float64)
    STATE.to({x}.dtype)
    STATE.diagonal() + 1
    STATE.unfold(0, 2, 1) * 1
    STATE[STATE > 0]
    STATE[STATE > 0] * {x}.shape[0] if {x}.dim() else STATE
    STATE[STATE > 0].sum() + {x}
    torch.nonzero(STATE).sum() + {x}
    torch.nonzero(STATE)
    torch.zeros_like(STATE) + {x}
    torch.cat([STATE, STATE])
    torch.stack([STATE.sum(), STATE.mean()])
    torch.matmul(STATE, STATE.mT)
    F.linear({x}, STATE)
    F.embedding_bag(torch.tensor([0, 1, 1]), STATE, torch.tensor([0, 1, 3]), mode='{sum|max}', include_last_offset={True|False})
    STATE.detach()
    STATE.sort(0).values
    STATE.topk(1).indices
    STATE.chunk(2)[0]
    STATE.unbind(0)[-1]
    STATE.max()
    STATE.sum().item() * {x} if False else STATE.sum() * {x}
    STATE.new_zeros(2, 2)
    STATE.rot90()
    STATE.triu()
    STATE.cumsum(0)
    STATE.softmax(-1)
    STATE.to(memory_format=torch.channels_last)
    STATE.view(torch.{int8|int16|int32})
    (STATE.view(torch.int32) ^ 1).view(torch.float32)
    F.linear({x}, STATE.view(torch.int32).view(torch.float32)) * 2
    STATE.to(torch.{float8_e4m3fn|float8_e5m2}).to(STATE.dtype) * {x}
    F.linear({x}, STATE.half().float()) * 2
    F.linear({x}, (STATE.half() * STATE.half()).float()) * 3
    F.linear({x}, STATE.to(torch.float8_e4m3fn).to({x}.dtype)) * 2
    STATE.unsqueeze(0)
    STATE.view(STATE.shape)
    STATE.squeeze()
    {x}.view({x}.shape)
    {x}[:]
    {x}.to({x}.dtype)
    torch.arange(6.).view(2, 3).t() + STATE.sum()
""".strip().splitlines()]

WRITES = [line.strip() for line in """
    ! STATE.add_(1)
    ! STATE.mul_(2)
    ! STATE.add_({x})
    ! STATE.copy_({x})
    ! STATE.zero_()
    ! STATE[0] = 3
    ! STATE[..., 0] += 1
    ! STATE[:1].mul_(2)
    ! STATE.view(-1)[::2].add_(1)
    ! STATE.t().add_({x})
    ! STATE.diagonal().fill_(4)
    ! STATE.index_copy_(0, torch.tensor([0]), STATE[-1:].clone())
    ! STATE[STATE > 1] = 0
    ! STATE.as_strided((2,), (1,)).add_(1)
    ! STATE.transpose(0, -1)[0].zero_()
    ! torch.add({x}, 1, out=STATE)
    ! STATE = STATE + 1
    ! STATE = {x} * 1
    ! STATE.sub_(STATE.sum())
    ! STATE.detach().mul_(2)
    ! STATE.data.add_(1)
    ! STATE += 1
    ! STATE.normal_()
""".strip().splitlines()]


@ingredient("write state")
def write_state(b):
    import torch

    names = read(b)
    buffers = [n for n in names if not isinstance(getattr(b.names["self"], n), torch.nn.Parameter)]
    if not buffers:
        return False
    own = "self." + b.random.choice(buffers)
    if b.chance(0.08):
        # A write to a parameter takes a region without gradients.
        own = "self." + b.random.choice(names)
        text = b.pick("add_(1)", "mul_(2)", "copy_(%s * 0.5)" % own)
        return b.statement("with torch.no_grad(): %s.%s" % (own, text))
    return b.add(*(line.replace("STATE", own) for line in WRITES), tries=3)


def add_state(b, sizes):
    """A member of some kind."""
    name = b.random.choice([n for n in NAMES if not hasattr(b.names["self"], n)] or ["extra"])
    if name == "extra":
        return
    dtype = b.pick("float32", "float32", "float32", "float64", "int64", "bfloat16", "bool", "complex128")
    if b.chance(0.6):
        value = tensor(b.random, sizes, dtype)
    else:
        value = tensor(b.random, dtype=dtype)
    there = read(b)
    kind = b.random.randrange(9)
    if kind < 3 and dtype in ("float32", "float64", "bfloat16"):
        b.state("self.%s = nn.Parameter(%s)" % (name, value))
    elif kind < 6:
        b.state("self.register_buffer('%s', %s)" % (name, value))
    elif kind == 6:
        b.state("self.register_buffer('%s', %s, persistent=False)" % (name, value))
    elif kind == 7:
        b.state("self.%s = %s" % (name, value))
    elif there:
        # Tied, or a view of what is there.
        other = "self." + b.random.choice(there)
        view = b.pick(other, other + ".detach()", other + ".detach()[0]", other + ".detach().t()",
                      other + ".detach()[1:]", other + ".detach().view(-1)", other + ".detach().clone()")
        if view == other and b.chance(0.5):
            b.state("self.%s = %s" % (name, view))
        else:
            b.state("self.register_buffer('%s', %s)" % (name, view))


def with_state(b):
    sizes = b.pick([2, 3], [3, 3], [4], [2, 2], [3, 4], [2, 3, 4], [2, 3, 2, 2])
    for _ in range(b.pick(1, 2, 3, 4)):
        add_state(b, sizes)
    for name in "xy"[: b.pick(1, 2)]:
        shape = sizes if b.chance(0.7) else None
        b.input(name, tensor(b.random, shape, b.pick("float32", "float32", "float64", "int64")))
    b.program.training = b.chance(0.3)


templates("constant", """
    torch.tensor([1.0, 2.0, 3.0])
    torch.tensor(2.5) * {x}
    torch.tensor([[1, 2], [3, 4]])
    torch.tensor([0, 1])
    torch.arange(4.).view(2, 2).t() * 2
    torch.ones(2, 3).t() + {x}.sum()
    torch.zeros(3)
    torch.eye(2)
    torch.full((2, 2), 7)
    torch.linspace(0, 1, 3) * 2
    torch.empty(2).fill_(3)
    torch.tensor([1.0, float('nan'), inf])
    torch.tensor([True, False])
    torch.tensor([])
    torch.tensor([1 + 2j])
    torch.as_tensor([1.0, 2.0])
    torch.zeros(2, 2, dtype=torch.int64).fill_diagonal_(1)
    torch.ones(4, 3)[::2].t() + 1
    torch.arange(6.).view(2, 3).expand(2, 2, 3) * 1
    torch.arange(12.).as_strided((3, 2), (1, 4)) + 0
    torch.full((), 2) + {x}
    torch.zeros(0)
    ! torch.zeros(3).add_(1)
""")

program_class("state", with_state, **{"use state": 6, "read state": 2, "view": 2, "read view": 2, "constant": 1})
program_class("written state", with_state, **{"write state": 5, "use state": 4, "read state": 3, "view": 2, "write": 1})
program_class("constants", with_state, **{"constant": 6, "use state": 3, "view": 3, "read view": 2, "pointwise": 1})
