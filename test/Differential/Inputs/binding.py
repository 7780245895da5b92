"""What fx-opt's verifier refuses in calls of operators is what PyTorch refuses.

binding.py [SHARE]

Each overload of the list of operators is called with arguments of which one is
of another kind. PyTorch binds the arguments of a copy of the overload that does
nothing else, so that only its rules for arguments count. fx-opt reads the same
calls as one text in which the calls that PyTorch refuses are marked as errors.
SHARE: try one in so many kinds for each parameter.
"""

import collections
import os
import random
import re
import subprocess
import sys
import tempfile

import torch

from common import finish

SHARE = int(sys.argv[1]) if len(sys.argv) > 1 else 1
LIST = os.path.join(os.path.dirname(__file__), "../../../include/fx/IR/aten-schemas.txt")


class Bound(Exception):
    """The arguments were bound."""


def accept(*args, **kwargs):
    raise Bound


# Names in text, and values.
NODES = {
    # PyTorch puts its arguments into each refusal, and this one is short there.
    "t": torch.ones(2, 3, 4, device="meta"),
    "s": torch.tensor(2),
    "one": torch.ones(1, 1, dtype=torch.int64),
    "i": 3,
    "f": 2.5,
    "b": True,
    "z": 1 + 2j,
    "l": [1, 2],
    "tl": [torch.ones(2), torch.ones(2)],
    "none": None,
}
VALS = {
    "t": 'tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))',
    "s": 'tensor(torch.int64, (), (), device("cpu"))',
    "one": 'tensor(torch.int64, (1, 1), (1, 1), device("cpu"))',
    "i": "3",
    "f": "2.5",
    "b": "True",
    "z": "complex(1.0, 2.0)",
    "l": "[1, 2]",
    "tl": '[tensor(torch.float32, (2,), (1,), device("cpu")), '
    'tensor(torch.float32, (2,), (1,), device("cpu"))]',
    "none": "None",
}
# Text and value of the kinds of arguments.
KINDS = [("%" + name, value) for name, value in NODES.items()] + [
    ("None", None),
    ("0", 0),
    ("2", 2),
    ("True", True),
    ("2.5", 2.5),
    ("complex(1.0, 2.0)", 1 + 2j),
    (str(2**63), 2**63),
    (str(2**70), 2**70),
    ('"cpu"', "cpu"),
    ('"no device"', "no device"),
    ("torch.float32", torch.float32),
    ("torch.strided", torch.strided),
    ("torch.contiguous_format", torch.contiguous_format),
    ('device("cpu")', torch.device("cpu")),
    ("[]", []),
    ("()", ()),
    ("[1, 2]", [1, 2]),
    ("(1,)", (1,)),
    ("[1.5]", [1.5]),
    ("[1, 2.5]", [1, 2.5]),
    ("[True, False]", [True, False]),
    ("[None]", [None]),
    ('["a"]', ["a"]),
    ("[%t]", [NODES["t"]]),
    ("[%t, None]", [NODES["t"], None]),
    ("[%s]", [NODES["s"]]),
    ("[%i, 2]", [3, 2]),
    ("[%f]", [2.5]),
    ("[%t, 1]", [NODES["t"], 1]),
    ("[[1], [2]]", [[1], [2]]),
    ("[%tl]", [NODES["tl"]]),
    ("range(0, 2, 1)", range(0, 2, 1)),
    ("slice(0, 1, None)", slice(0, 1)),
    ("...", ...),
    ('{"a": 1}', {"a": 1}),
]


VALUE_OF = dict(KINDS)
# The nodes that a text uses.
USED = {
    text: {name for name in NODES if re.search("%%%s\\b" % name, text)} for text in VALUE_OF
}


# What a parameter of a type takes, to fill the others with.
RIGHT = {
    "Tensor": "%t", "number": "2", "int": "0", "SymInt": "0", "float": "2.5",
    "bool": "True", "str": '"cpu"', "complex": "2.5", "Device": 'device("cpu")',
    "List[Tensor]": "[%t]", "List[int]": "[1, 2]", "List[SymInt]": "[1, 2]",
    "List[float]": "[1.5]", "List[bool]": "[True, False]", "List[number]": "[1, 2]",
    "List[str]": '["a"]', "List[Optional[Tensor]]": "[%t, None]",
    "List[List[int]]": "[[1], [2]]",
}
# fx-opt takes what it cannot see for right, and is right where PyTorch takes a
# value for another one that it can never mean.
SKIPPED_TYPES = ("__torch__", "Stream", "Storage", "QScheme", "Any", "Generator", "Dict")


def right(type_):
    if type_.startswith("Optional["):
        return "None"
    return RIGHT.get(type_)


def overloads(library):
    """The copies of all overloads that can be copied."""
    for line in open(LIST, encoding="utf-8"):
        if line.startswith("#") or not line.strip():
            continue
        fields = line.rstrip("\n").split("\t")
        space, name = fields[0].split("::")
        if space != "aten":
            continue
        base, _, overload = name.partition(".")
        copy = "%s.fx_%s" % (base, overload)
        try:
            library.define(copy + fields[-1])
            library.impl(copy, accept, "CompositeImplicitAutograd")
            operator = getattr(getattr(torch.ops.aten, base), "fx_" + overload)
        except (RuntimeError, AttributeError):
            continue
        # Only PyTorch's own list says which names take numbers for tensors.
        yield "torch.ops.aten.%s.%s" % (base, overload or "default"), operator, line


def binds(operator, arguments):
    args = [value for name, value, keyword in arguments if not keyword]
    kwargs = {name: value for name, value, keyword in arguments if keyword}
    try:
        operator(*args, **kwargs)
    except Bound:
        return True
    except Exception:
        return False
    return False


def is_undefined(type_, value, target):
    """None for a Tensor: PyTorch binds it and then has no kernel for it."""
    if not isinstance(value, list):
        return value is None and type_ == "Tensor" and "backward" not in target
    return False


rng = random.Random(0)
lines, users, calls, refused, skipped = [], collections.Counter(), 0, 0, 0
library = torch.library.Library("aten", "FRAGMENT")
tried = 0
for target, operator, _ in overloads(library):
    parameters = operator._schema.arguments
    texts = []
    for p in parameters:
        text = right(str(p.type))
        if p.has_default_value():
            text = ""
        texts.append(text)
    if None in texts:
        skipped += 1
        continue
    tried += 1
    for index, p in enumerate(parameters):
        type_ = str(p.type)
        if any(word in type_ for word in SKIPPED_TYPES):
            continue
        for text, value in KINDS:
            if SHARE > 1 and rng.randrange(SHARE):
                continue
            if is_undefined(type_, value, target):
                continue
            chosen, shown, keywords, used = [], [], [], set()
            for at, q in enumerate(parameters):
                own = text if at == index else texts[at]
                if own == "":
                    # The default; positions behind it need their names.
                    continue
                given = value if at == index else VALUE_OF[own]
                keyword = q.kwarg_only or len(shown) != at
                chosen.append((q.name, given, keyword))
                used |= USED[own]
                if keyword:
                    keywords.append("%s: %s" % (q.name, own))
                else:
                    shown.append(own)
            users.update(used)
            good = binds(operator, chosen)
            calls += 1
            if not good:
                refused += 1
                lines.append(
                    "    // expected-error@+2 {{'%s' cannot be called like this}}" % target
                )
                lines.append("    // expected-note@+1 {{its schema is}}")
            comma = "," if len(shown) == 1 else ""
            lines.append(
                "    %%c%d : [num_users=0] = call_function[target=%s](args = (%s%s), kwargs = {%s})"
                % (calls, target, ", ".join(shown), comma, ", ".join(keywords))
            )

text = ["fx 1", "graph():"]
for name, val in VALS.items():
    text.append(
        "    %%%s : [num_users=%d] = placeholder[target=%s] {val: %s}"
        % (name, users[name], name, val)
    )
text += lines
text.append("    return None")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "calls.fx")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")
    process = subprocess.run(
        [os.environ["FX_OPT"], path, "--verify-diagnostics", "--print-format=none"],
        capture_output=True, text=True,
    )
# Dimensions are checked by dimensions.py.
differ, about_dimensions = [], ""
for line in process.stderr.splitlines():
    place = line.split(": error: ")[0]
    if "wrong dimensions" in line:
        about_dimensions = place
    elif ": error: " in line and place != about_dimensions:
        differ.append(line)
for line in differ:
    print(line)
    number = int(line.split(":")[1])
    print("   ", text[number - 1])
    print("   ", text[min(number, len(text) - 1)])
finish(
    "binding: %d overloads, %d calls, %d refused, %d overloads skipped"
    % (tried, calls, refused, skipped), calls, len(differ))
