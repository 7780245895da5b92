"""A program on its way through TorchScript: torch.jit.trace, or torch.jit.script."""

import os
import re

import torch

from . import compare, observe, pipelines, program as programs
from .exported import NotRun
from .traced import Traced


#: Refusals that docs/Tracing.md describes: a graph has no branches.
NOT_IMPORTED = [
    "symbolically traced variables cannot be used as inputs to control flow",
    # So is a loop over what has another size for other values.
    "the number of rounds of this loop depends on the values in a tensor",
    # PyTorch does not run it with inputs that lie as --input makes them.
    "refer to a single memory location",
]


class Scripted(Traced):
    """The archive is imported once; then all is as with a graph of torch.fx."""

    # What the import has computed is not exact as another type.
    passes = [p for p in pipelines.GRAPHS if "float16" not in p]
    mixed = passes
    forms = ["=import", *Traced.forms]
    #: As torch.fx does, fx-opt makes a tree of what the graph uses, and names constants.
    keeps_names = False

    @property
    def variants(self):
        """As docs/Tracing.md says, the example decides branches on sizes."""
        branches = any(re.search(r"\bif .*(shape|size|dim|numel|len)", s) for s in self.program.body)
        return [v for v in super().variants if v is None or v.kind != "sizes" or not branches]

    def original(self):
        """The archive: saving it makes one constant of equal ones."""
        return torch.jit.load(self.archive)

    def trace(self):
        module = programs.make_module(self.program)
        observe.seed(3)
        if self.program.source == "script":
            return torch.jit.script(module)
        args, _ = programs.make_inputs(self.program)
        return torch.jit.trace(module, args, check_trace=False)

    @property
    def archive(self):
        return os.path.join(self.folder, "program.pt")

    def runs_with(self, make):
        # TorchScript's optimizer hands out its own constants, and changes them when a caller
        # writes to what it got. The program does not.
        with torch.jit.optimized_execution(False):
            found = super().runs_with(make)
        if make == self.original:
            if self.types(found) != self.types(super().runs_with(make)):
                raise NotRun("TorchScript's optimizer makes numbers of constants, of other types")
            eager = super().runs_with(lambda: programs.make_module(self.program))[0]
            if self.drops_randomness(found[0][0], eager[0]):
                raise NotRun("TorchScript leaves out random numbers or writes that nothing uses")
            if self.hands_out_constants(found[0], eager):
                raise NotRun("TorchScript returns its own constants, to which the caller writes")
        return found

    @staticmethod
    def types(runs):
        """Those of the first results. `x + CONSTANTS.c0` of an archive is `x + 2.0` only
        where it is optimized, which is what the import takes it for."""
        return [getattr(a.value, "dtype", None) for a in runs[0][0].results]

    @staticmethod
    def hands_out_constants(found, eager):
        """Whether results are other ones in a second run, but not in Python, where a constant
        of a function is new in each run. The import makes it so, too (docs/Tracing.md)."""
        differ = [
            [compare.difference(a.value, b.value, True) for a, b in zip(x.results, y.results)]
            for x, y in zip(found, eager)]
        return any(second and not first for first, second in zip(*differ))

    def drops_randomness(self, found, eager):
        """Whether Python draws others, or writes more. The import keeps what the source says."""
        written = any(
            name in found.state and compare.difference(seen.value, found.state[name].value, True)
            for name, seen in eager.state.items())
        return written or not torch.equal(eager.randomness, found.randomness)

    def write(self):
        archive = self.archive
        self.trace().save(archive)
        # The inputs decide branches on sizes.
        args, _ = programs.make_inputs(self.program)
        specs = ["--input=" + spec(leaf) for leaf in args]
        if message := self.tools.opt(archive, *specs, "--save-weights=copy", "-o", self.path):
            if any(text in message for text in NOT_IMPORTED):
                raise NotRun("import: " + message)
            self.refusal = message


def spec(value):
    """What --input calls a tensor like that."""
    kind = str(value.dtype).split(".")[1]
    return "%s[%s]=zeros" % (kind, ",".join(map(str, value.shape)))
