"""Programs of torch.jit.script: branches, loops and lists that examples decide."""

from . import ingredient, program_class, templates
from .modules import module_inputs
from .state import with_state
from .traced import scripted
from .views import shared_sizes

CONDITIONS = "{x}.shape[0] > {k}", "{x}.dim() == 2", "{x}.is_floating_point()", "self.training", "{x}.numel() % 2 == 0"
VALUES = "{f} * 2", "{f} + 1", "{f}.relu()", "{f}.neg()", "{f}.abs() - 0.5"


@ingredient("script branch")
def branch(b):
    """Both values are of one operand: TorchScript wants one type."""
    name = b.new()
    template = "if %s:\n    NAME = %s\nelse:\n    NAME = %s" % (
        b.pick(*CONDITIONS), b.pick(*VALUES), b.pick(*VALUES))
    return b.add("! " + template.replace("NAME", name))


LOOPS = """
    NAME = {f}|for i in range({k}):|    NAME = NAME * 2 + i
    NAME = {f}.clone()|for i in range({x}.dim()):|    NAME.add_(i)
    NAME = {f}|n = 0|while n < 3:|    NAME = NAME.sin()|    n += 1
    items = [{f}]|for i in range({k}):|    items.append(items[-1] + 1)|NAME = torch.stack(items)
    NAME = {f}|for part in {f}.unbind(0):|    NAME = NAME + part.sum()
    NAME = {f}|for i in range(4):|    if i == 2:|        continue|    NAME = NAME + i
    known = dict([('a', {f}), ('b', {f} + 1)])|NAME = known['a'] * known['b']
    pair = ({f}, {x}.shape[0])|NAME = pair[0] * pair[1]
    NAME = torch.zeros(3)|for i in range(3):|    NAME[i] = i
    NAME = torch.zeros(2, 2)|NAME += {f}.sum()
    sizes = [{x}.shape[0], -1]|NAME = {x}.reshape(sizes)
    assert {x}.dim() > 0, 'a scalar'|NAME = {x} + 0
    NAME = {f}|if NAME.shape[0] > 1 and NAME.dim() > 1:|    NAME = NAME[0]
    NAME = torch.ones_like({f})|NAME[0] = {f}[0]
""".strip().splitlines()


@ingredient("script loop")
def loop(b):
    line = b.random.choice(LOOPS).strip()
    return b.add("! " + line.replace("|", "\n").replace("NAME", b.new()))


templates("script value", """
    torch.zeros(3)
    torch.ones(2, 2).t()
    torch.arange(6).view(2, 3)
    torch.tensor([1.0, 2.0])
    torch.full([2, 2], 0.5)
    torch.zeros(3, dtype={x}.dtype)
    torch.zeros({x}.shape[0])
    torch.ones_like({x})
    torch.arange({x}.numel()).view_as({x})
    torch.eye(2).expand(2, 2, 2)
    {x}.size(0) * {x}
    torch.cat([{x}, {x}])
""")

program_class("scripts", scripted(shared_sizes, "script"), **{
    "script branch": 2, "script loop": 3, "script value": 2, "pointwise": 2, "view": 2, "write": 1, "reduction": 1,
    "shaping": 1, "indexing": 1, "activation": 1})
program_class("script state", scripted(with_state, "script"), **{
    "use state": 4, "script branch": 1, "script loop": 1, "script value": 1, "view": 1, "pointwise": 1})
program_class("script modules", scripted(module_inputs, "script"), **{
    "module": 5, "activation": 1, "script branch": 1, "script value": 1, "pointwise": 1})
