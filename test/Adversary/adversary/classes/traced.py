"""Programs that torch.fx.symbolic_trace records: no control flow, modules stay calls."""

import re

from . import program_class
from .modules import module_inputs
from .state import with_state
from .views import shared_sizes

#: What a Proxy cannot do.
FORBIDDEN = re.compile(
    r"\*\w+\.shape|\*\[|\*range|\bif\b|\bfor\b|\] [+*]?= |\bwith\b|len\(|\bint\(|float\(|bool\(|\band\b"
    r"|\.shape\[-1:\]|\.dim\(\)|item\(\)|tolist")


#: What TorchScript has no words for; types are numbers there, and sizes.
NOT_SCRIPT = re.compile(r"view\(\w+\.dtype\)|\*\w+\.shape|\*\[|\*range|\*\w+\.\w+\(")


def traced(inputs):
    def make(b):
        inputs(b)
        b.program.source = "fx"
        b.program.dynamic = {}
        b.program.gradients = False
        b.forbidden = FORBIDDEN

    return make


program_class("traced modules", traced(module_inputs), **{"module": 6, "activation": 1, "pointwise": 1, "view": 1})
program_class("traced state", traced(with_state), **{"use state": 5, "constant": 1, "view": 2, "pointwise": 2})
program_class("traced writes", traced(shared_sizes), **{"view": 4, "write": 4, "read view": 3, "pointwise": 1})
program_class("traced operators", traced(shared_sizes), **{
    "pointwise": 2, "reduction": 2, "indexing": 2, "shaping": 2, "products": 1, "several results": 1, "activation": 1})


def scripted(inputs, source):
    def make(b):
        traced(inputs)(b)
        b.program.source = source
        b.forbidden = NOT_SCRIPT if source == "script" else FORBIDDEN

    return make


program_class("jit modules", scripted(module_inputs, "jit"), **{"module": 6, "activation": 1, "pointwise": 1})
program_class("jit operators", scripted(shared_sizes, "jit"), **{
    "pointwise": 2, "reduction": 1, "shaping": 1, "view": 1, "read view": 1, "activation": 1, "indexing": 1})
