"""Dimensions that fx-opt's verifier refuses are those that PyTorch refuses.

Each overload of aten that names dimensions is called with tensors of zero to
three dimensions, every dimension from -5 to 4, and lists that name one twice:
as an operator, as a method, and as a function of `torch`, `torch.nn.functional`,
`torch.linalg`, `torch.special` and `torch.fft`. fx-opt may report nothing that
PyTorch runs, and reports what PyTorch refuses with a message about dimensions.
"""

import collections
import itertools
import os
import re
import subprocess
import tempfile

os.environ.setdefault("TORCH_CPP_LOG_LEVEL", "ERROR")
import torch
import torch.fx

from common import finish

LIST = os.path.join(os.path.dirname(__file__), "../../../include/fx/IR/aten-schemas.txt")
DIMENSION = re.compile(
    "^(dim|dims|dim[012]|axis[01]|source|destination|(start|end)_dim|dimension|dims_(self|other))$"
)
# Of the helpers, whose callers have checked and of which some crash, these check.
PUBLIC = {"_softmax", "_log_softmax", "_safe_softmax", "_stack"}
ABOUT_DIMENSIONS = re.compile(
    "dimension out of range|multiple times|repeated dim|twice|unique|identical|"
    "dims must be different|must be within|not be equal", re.I
)
# What PyTorch refuses and fx-opt does not know: the operator checks something
# else first, or counts the dimensions of something else.
MISSED = {
    "cosine_similarity", "linalg_vecdot", "linalg_tensorsolve", "norm_except_dim",
    "native_norm", "tile", "slice_inverse",
}
SHAPES = {
    # Name, dtype, rank for the rank of the first tensor.
    "f": (torch.float32, lambda rank: rank),
    "i": (torch.int64, lambda rank: rank),
    "v": (torch.int64, lambda rank: 1),
    "c": (torch.complex64, lambda rank: rank),
    "b": (torch.bool, lambda rank: rank),
    "r": (torch.float32, lambda rank: max(rank - 1, 0)),
    "n": (torch.float32, lambda rank: 0),
    "w": (torch.float32, lambda rank: 1),
}


def tensor(kind, rank):
    dtype, of = SHAPES[kind]
    shape = (3,) * of(rank)
    make = torch.zeros if dtype == torch.int64 else torch.ones
    return make(shape, dtype=dtype)


def constant(parameter, rank):
    """Another argument, as a text that is both Python's and fx-opt's."""
    type_, name = str(parameter.type), parameter.name
    if type_.startswith("Optional["):
        return "None"
    simple = {"number": "1", "int": "1", "SymInt": "1", "float": "0.5", "bool": "False"}
    if type_ in simple:
        return simple[type_]
    if type_ == "str":
        return '"sum"'
    if type_ == "List[Optional[Tensor]]":
        return None
    if name in ("split_sizes", "sizes"):
        return "[3]"
    if name in ("size", "input_sizes"):
        return str([3] * rank)
    if name == "shifts":
        return "[1]"
    if "int" in type_ or "Sym" in type_ or "number" in type_:
        return "[1]"
    return None


def overloads():
    for line in open(LIST, encoding="utf-8"):
        if line.startswith(("#", "\n")):
            continue
        space, name = line.split("\t")[0].split("::")
        base, _, overload = name.partition(".")
        if space != "aten" or (base.startswith("_") and base not in PUBLIC):
            continue
        if re.search("backward|sparse|mkldnn|nested|out$|name", name):
            continue
        operator = getattr(getattr(torch.ops.aten, base, None), overload or "default", None)
        if operator is None:
            continue
        places = [
            i for i, p in enumerate(operator._schema.arguments)
            if DIMENSION.match(p.name) and re.search("int|Sym", str(p.type))
        ]
        if places:
            yield base, operator, places


class Call:
    """One call, as texts of its arguments."""

    def __init__(self, operator, kinds, rank, dims, form=None):
        self.operator, self.rank = operator, rank
        self.function, self.kind, self.target = form or (
            operator, "call_function", "torch.ops." + str(operator))
        self.args, self.kwargs, self.kinds = [], [], []
        kinds = iter(kinds)
        for i, p in enumerate(operator._schema.arguments):
            type_ = str(p.type)
            if type_ in ("Tensor", "List[Tensor]"):
                kind = next(kinds, "f")
                text = "%%%s%d" % (kind, rank)
                self.kinds.append(kind)
                if type_ != "Tensor":
                    text = "[%s, %s]" % (text, text)
            elif i in dims:
                text = str(dims[i])
            elif p.has_default_value():
                continue
            else:
                text = constant(p, rank)
            if text is None:
                raise ValueError
            if p.kwarg_only or len(self.args) != i:
                self.kwargs.append((p.name, text))
            else:
                self.args.append(text)

    def value(self, text):
        tensors = {}

        def made(match):
            tensors[match[1]] = tensor(match[1][0], self.rank)
            return match[1]

        text = re.sub("%([a-z][0-9])", made, text)
        return eval(text, tensors)

    def run(self):
        """None, or what PyTorch says."""
        try:
            self.function(
                *[self.value(text) for text in self.args],
                **{name: self.value(text) for name, text in self.kwargs},
            )
        except Exception as error:
            return str(error)
        return None

    def text(self, number):
        comma = "," if len(self.args) == 1 else ""
        return "    %%c%d : [num_users=0] = %s[target=%s](args = (%s%s), kwargs = {%s})" % (
            number, self.kind, self.target,
            ", ".join(self.args), comma,
            ", ".join("%s: %s" % pair for pair in self.kwargs),
        )


def forms(base, operator, kinds, rank, dims):
    """The functions and the method of Python that make this call, too."""
    args = operator._schema.arguments
    call = Call(operator, kinds, rank, dims)
    if call.run() is not None:
        return
    names = [("torch", base), ("torch.nn.functional", base)]
    for space in ("linalg", "special", "fft"):
        if base.startswith(space + "_"):
            names.append(("torch." + space, base[len(space) + 1:]))
    found = []
    for space, name in names:
        owner = torch
        for part in space.split(".")[1:]:
            owner = getattr(owner, part)
        function = getattr(owner, name, None)
        if callable(function):
            # Some are the same function under another name.
            qualified = torch.fx.node._get_qualified_name(function)
            found.append((function, "call_function", qualified))
    if str(args[0].type) == "Tensor" and callable(getattr(torch.Tensor, base, None)):
        found.append((getattr(torch.Tensor, base), "call_method", base))
    for form in found:
        if Call(operator, kinds, rank, dims, form).run() is None:
            yield form


def base_call(base, operator, places, rank):
    """Kinds of tensors and dimensions with which the overload can be called."""
    count = sum(str(p.type) in ("Tensor", "List[Tensor]") for p in operator._schema.arguments)
    combinations = itertools.product(SHAPES, repeat=min(count, 3))
    for kinds in combinations:
        for step in (0, 1) if len(places) > 1 else (0,):
            dims = {}
            for n, i in enumerate(places):
                value = n * step
                if "List" in str(operator._schema.arguments[i].type):
                    value = [value]
                    if base in ("permute", "permute_copy"):
                        value = list(range(rank))
                    if base in ("rot90", "linalg_matrix_norm", "nuclear_norm"):
                        value = [0, 1]
                dims[i] = value
            try:
                call = Call(operator, kinds, rank, dims)
            except ValueError:
                return None
            if call.run() is None:
                return call.kinds, dims
    return None


def variants(operator, places, dims, rank):
    for i in places:
        is_list = "List" in str(operator._schema.arguments[i].type)
        tried = [[d] if is_list else d for d in range(-5, 5)]
        if is_list:
            tried += [[0, 0], [0, -max(rank, 1)], [0, 1], [1, -1]]
        for value in tried:
            yield {**dims, i: value}


calls, seen, without, spellings = [], set(), set(), set()
for base, operator, places in overloads():
    found = False
    for rank in range(4):
        start = base_call(base, operator, places, rank)
        if start is None:
            continue
        found = True
        spelled = [None, *forms(base, operator, start[0], rank, start[1])]
        for form in spelled:
            spellings.add(form[1:] if form else str(operator))
            for dims in variants(operator, places, start[1], rank):
                calls.append((base, Call(operator, start[0], rank, dims, form)))
    (seen if found else without).add(str(operator))

body, answers = [], []
for number, (base, call) in enumerate(calls):
    error = call.run()
    answers.append(error)
    # One graph would stop at the first errors; each call has its own.
    used = {w for part in call.args + [t for _, t in call.kwargs] for w in re.findall("%([a-z][0-9])", part)}
    head = ["fx 1", "graph():"]
    for name in sorted(used):
        t = tensor(name[0], int(name[1]))
        head.append(
            '    %%%s : [num_users=1] = placeholder[target=%s] {val: tensor(%s, %s, %s, device("cpu"))}'
            % (name, name, t.dtype, tuple(t.shape), t.stride())
        )
    body.append("\n".join(head + [call.text(number), "    return None"]))

differ = missed = reported = 0
names = collections.Counter()
errors = {}
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "calls.fx")
    # A part of a file is read with the empty lines of all that stand before it.
    for first in range(0, len(body), 1000):
        text = "\n// -----\n".join(body[first : first + 1000]) + "\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        process = subprocess.run(
            [os.environ["FX_OPT"], path, "--split-input-file", "--print-format=none"],
            capture_output=True, text=True,
        )
        lines = text.split("\n")
        for line in process.stderr.splitlines():
            match = re.match(r".*?:(\d+):\d+: error: (.*)", line)
            if match:
                node = re.match(r"    %c(\d+) ", lines[int(match[1]) - 1])
                if node:
                    errors[int(node[1])] = match[2]
for number, (base, call) in enumerate(calls):
    error, ours = answers[number], errors.get(number)
    reported += ours is not None
    if ours and error is None:
        differ += 1
        print("PyTorch runs this:", call.text(number), ours)
    about = error is not None and ABOUT_DIMENSIONS.search(error)
    if about and not ours:
        names[base] += 1
        if base not in MISSED:
            differ += 1
            if names[base] <= 2:
                print("fx-opt takes this:", call.text(number), error.split("\n")[0][:100])
        else:
            missed += 1
if os.environ.get("FX_DIMENSIONS_VERBOSE"):
    print(sorted(without), dict(names))
finish(
    "dimensions: %d overloads, %d spellings, %d calls, %d reported, %d not known, "
    "%d overloads not called"
    % (len(seen), len(spellings), len(calls), reported, missed, len(without)),
    len(calls), differ)
