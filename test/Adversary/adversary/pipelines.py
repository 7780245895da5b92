"""The passes that programs are sent through, and what each may change."""

import copy
import re

#: Each is run alone on every program.
SINGLE = [
    "dce",
    "cse",
    "cse{commute=true}",
    "normalize-args",
    "normalize-args{defaults=drop}",
    "normalize-args{defaults=fill}",
    "normalize-args{only-kwargs=true}",
    "functional-methods",
    "lower-modules",
    "fuse-conv-bn",
    "prune-unused-state",
    "dedupe-state",
    "freeze",
    "cast-weights{dtype=float64}",
    "cast-weights{dtype=float16}",
    "cast-weights{dtype=bfloat16}",
    "tag-nodes{tag=seen}",
    "strip-metadata{keys=stack_trace,nn_module_stack}",
    "rename-nodes",
    "infer-values{replace=true}",
    "fold-constants",
    "optimize{O1}",
    "optimize{O2}",
    "optimize{O2 inference}",
    "decompose",
    "optimize{O3}",
    "fold-asserts",
    "partition{by=balanced:3},outline{name=part}",
    'partition{by="operator={add,mul,relu,view,add_,mul_} -> part"},outline{dedupe name=part}',
    "partition{by=balanced:2 cost=bytes},outline{name=part},inline-module{modules=part*}",
]
#: Those that change programs most stand here more than once.
MIXED = SINGLE + [
    "fold-constants",
    "fold-constants{budget=256}",
    "fold-constants{parameters=false}",
    "decompose",
    "decompose",
    "fix(cse,dce)",
    "freeze",
    "check-values",
    'set-metadata{key=custom value="{}"}',
]
#: What text of torch.fx and modules of torch.nn go through.
GRAPHS = [
    "dce",
    "cse",
    "normalize-args",
    "normalize-args{defaults=drop}",
    "normalize-args{defaults=fill}",
    "normalize-args{only-kwargs=true}",
    "functional-methods",
    "lower-modules",
    "inline-module{modules=leaf}",
    "fuse-conv-bn",
    "prune-unused-state",
    "dedupe-state",
    "freeze",
    "cast-weights{dtype=float64}",
    "cast-weights{dtype=float16}",
    "rename-nodes",
    "fold-constants",
    "fix(cse,dce)",
    "optimize{O1}",
    "optimize{O2}",
]


#: What is computed of weights, other than weights here, is exact in its own type alone.
COMPUTED = re.compile(r"fold-constants|fuse-conv-bn|optimize")


def mixed(random, passes):
    """A pipeline of two to six."""
    chosen = random.choices(passes, k=random.randint(2, 6))
    for place, name in enumerate(chosen):
        if "float16" in name and any(map(COMPUTED.match, chosen[:place])):
            chosen[place] = "cast-weights{dtype=float64}"
    return ",".join(chosen)


def split(pipeline):
    """The passes of a pipeline."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(pipeline + ","):
        depth += (letter in "{(") - (letter in "})")
        if letter == "," and not depth:
            parts.append(pipeline[start:at])
            start = at + 1
    return [part for part in parts if part]


def calls_graphs(pipeline):
    """Whether nodes of an exported program may call graphs that a pipeline has made."""
    passes = split(pipeline)
    made = max((i for i, name in enumerate(passes) if name.startswith("outline")), default=-1)
    return made >= 0 and "inline-module{modules=part*}" not in passes[made:]


class Rules:
    """What a pipeline may change."""

    def __init__(self, pipeline):
        names = set(re.findall(r"[a-z][a-z-]+", re.sub(r"\{[^}]*\}", "", pipeline)))
        #: Compared with what PyTorch's own decompositions do, too.
        self.decomposes = "decompose" in names
        #: Arithmetic is done otherwise.
        self.close = bool("optimize{O3" in pipeline or 
            self.decomposes or "fuse-conv-bn" in names or "optimize{O2" in pipeline
        )
        #: A result that is an input, or another result, stays so.
        self.identity = not self.decomposes
        #: Operands may change places, and with them the strides of results.
        self.strides = "commute=true" not in pipeline
        #: State may go, or get another type or role.
        self.state = not names & {
            "prune-unused-state", "dedupe-state", "freeze", "fold-constants",
            "cast-weights", "fuse-conv-bn", "decompose", "optimize",
        }
        #: So the names of state are the same.
        self.names = self.state
        #: Python makes modules anew where no text of torch.fx says what state they had.
        self.remade = False
        #: torch.fx does not record that batches are counted.
        self.uncounted = bool(names & {"lower-modules", "inline-module"})
        #: Nobody asks for gradients of what was made for inference, and PyTorch 2.13 has none of
        #: a graph that a node calls.
        self.backward = "inference" not in pipeline and not calls_graphs(pipeline)
        #: Parameters stay what they are trained for.
        self.gradients = not names & {
            "freeze", "fold-constants", "cast-weights", "fuse-conv-bn", "dedupe-state",
        } and "inference" not in pipeline

    def but_close(self):
        """The same for arithmetic that is done otherwise."""
        rules = copy.copy(self)
        rules.close = True
        return rules

    def key(self):
        return tuple(sorted(vars(self).items()))
