"""Sends one program through everything, and says what is wrong."""

import hashlib
import itertools
import os
import random
import re

from . import compare, facts, pipelines, roundtrips
from .exported import Exported, first_line
from .finding import Finding
from .scripted import Scripted
from .traced import Traced

#: How programs reach fx-opt.
CARRIERS = {"export": Exported, "fx": Traced, "jit": Scripted, "script": Scripted}


#: Refusals that the pages on passes describe, and programs that PyTorch runs.
DOCUMENTED = [
    # What a module computes is not known, or its arguments (docs/Passes.md).
    "cannot inline",
    # What PyTorch computes then is another thing for other sizes (docs/Decomposition.md).
    "reads memory that it writes",
    # The result depends on an order, or is lost (docs/Decomposition.md).
    "which is written, are the same memory",
    "is written through as_strided of a view",
    "as_strided reads memory, part of which was written",
]
#: The node of which check-values says that its value is wrong.
WRONG = re.compile(r"the value of %(\w+) is wrong")


class Subject:
    """A program that PyTorch runs, and fx-opt's turn with it."""

    def __init__(self, program, tools, folder):
        self.program, self.tools, self.folder = program, tools, folder
        self.carrier = CARRIERS[program.source](program, folder, tools)
        self.plain = None if self.carrier.refusal else self.carrier.plain()
        self.arguments = []
        if program.schemas:
            path = os.path.join(folder, "schemas.txt")
            with open(path, "w") as file:
                file.write("\n".join(program.schemas) + "\n")
            self.arguments.append("--schema=" + path)
        #: What is known of outputs by their bytes and rules.
        self.known = {}
        self.counts = {"runs": 0, "reloads": 0}
        self._rounds = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def opt(self, *arguments):
        """Runs fx-opt; None, or why it failed."""
        return self.tools.opt(*self.arguments, *arguments)

    def check(self, pipeline):
        """The finding of one pipeline, or nothing."""
        self.counts["runs"] += 1
        if pipeline.startswith("="):
            return roundtrips.check(self, pipeline)
        result = self.path("result" + self.carrier.ending)
        for old in (result, self.path("result.safetensors")):
            if os.path.exists(old):
                os.remove(old)
        message = self.opt(self.carrier.path, "--passes=" + pipeline, "-o", result)
        if message:
            return self.refused(pipeline, message)
        return self.compare(pipeline, result)

    def refused(self, pipeline, message):
        finding = Finding(pipeline, "refused", message)
        if "signal" in message or "no end" in message:
            return finding
        if any(text in message for text in DOCUMENTED):
            return None
        if wrong := WRONG.search(message):
            if "rename-nodes" in pipeline:
                # By the name that PyTorch gave it.
                first = self.opt(self.carrier.path, "--passes=check-values", "-o", self.path("same.pt2"))
                wrong = WRONG.search(first or "") or wrong
            if facts.is_wrong(self.carrier, wrong[1]):
                return None  # PyTorch's own value is not what it computes.
        if facts.resizes_state(self.carrier):
            return None  # What is computed from it does not follow from its value.
        if "decompose" in pipeline and self.theirs_differs():
            return None  # PyTorch refuses too, or computes something else.
        return finding

    def theirs_differs(self):
        """Whether PyTorch's decompositions fail, or change the results."""
        theirs = self.carrier.decomposed()
        if isinstance(theirs, Exception) or isinstance(theirs[0], str):
            return True
        layouts = "result strides", "memory", "randomness"
        return any(
            d.what not in layouts and not d.what.endswith("gradient")
            for a, b in zip(self.carrier.before[0], theirs[0])
            for d in compare.compare(a, b, pipelines.Rules("decompose")))

    def compare(self, pipeline, result):
        with open(result, "rb") as file:
            data = file.read()
        if data == self.plain:
            return None
        if os.path.exists(self.path("result.safetensors")):
            with open(self.path("result.safetensors"), "rb") as file:
                data += file.read()
        rules = pipelines.Rules(pipeline)
        key = hashlib.blake2b(data).digest(), rules.key()
        if key not in self.known:
            self.known[key] = self.judge(pipeline, result, rules)
        return self.known[key]

    def judge(self, pipeline, result, rules):
        """Loads and runs what fx-opt wrote."""
        self.counts["reloads"] += 1
        try:
            loaded = self.carrier.load(result)
        except Exception as error:
            return Finding(pipeline, "load", first_line(error))
        rules.names = rules.state and self.carrier.keeps_names
        # Text without any state does not say that modules have none; archives do.
        if result.endswith(".fx") and re.search("prune-unused-state|optimize", pipeline):
            with open(result, "rb") as file:
                rules.remade = b"\nweights " not in file.read()
        # PyTorch's decompositions are of programs whose inputs lie as the example's.
        kinds = ["sizes"] if rules.decomposes else None
        try:
            after = self.carrier.runs_of(loaded, kinds, backward=rules.backward)
        except Exception as error:
            return self.not_run(pipeline, first_line(error))
        for place, (before, now) in enumerate(zip(self.carrier.before, after)):
            variant = self.carrier.variants[place]
            if now is None or isinstance(before, str):
                continue  # PyTorch does not take these inputs.
            name = variant.kind if variant else ""
            if isinstance(now, str):
                return self.not_run(pipeline, now, name, place)
            parted = False
            for a, b, turn in zip(before, now, (0, 1)):
                found = compare.compare(a, b, rules)
                if turn and parted and isinstance(self.carrier.decomposed(), Exception):
                    # The caller has written to results, which PyTorch's decompositions part from
                    # state as well, where they do not fail because of shared state.
                    continue
                parted = rules.decomposes and any(d.what == "memory" for d in found)
                if found and rules.decomposes:
                    found = self.left(found, place, turn, b, rules)
                if found and rules.decomposes:
                    found = self.left_after(pipeline, found, place, turn, b, rules)
                if found and self.rounds() and not compare.compare(a, b, rules.but_close()):
                    continue
                if found:
                    return Finding(pipeline, found[0].what, str(found[0]), name)
        return self.carrier.further(pipeline, result, loaded, rules)

    def rounds(self):
        """Whether the last bits of what the program computes depend on where its state lies, or
        on whether it is trained: PyTorch's kernels take other ways then."""
        if self._rounds is None:
            try:
                runs = list(self.carrier.elsewhere())
            except Exception:
                runs = []
            self._rounds = any(
                d.text == "other values"
                for after in runs
                for before, now in zip(self.carrier.before, after)
                if not isinstance(before, str) and not isinstance(now, str)
                for a, b in zip(before, now)
                for d in compare.compare(a, b, pipelines.Rules("")))
        return self._rounds

    def not_run(self, pipeline, text, variant="", place=0):
        if variant and "the example inputs have decided this" in text:
            return None  # As docs/Tracing.md says.
        if pipelines.Rules(pipeline).decomposes:
            theirs = self.carrier.decomposed()
            if isinstance(theirs, Exception) or isinstance(theirs[place], str):
                return None  # Nor does what PyTorch makes of it.
        return Finding(pipeline, "run", text, variant)

    def left(self, found, place, turn, now, rules):
        """The differences that PyTorch's own decompositions do not show."""
        return self.left_by(self.carrier.decomposed(), found, place, turn, now, rules)

    def left_after(self, pipeline, found, place, turn, now, rules):
        """The differences that PyTorch's decompositions do not show of what the passes before
        decompose have made: where a view has become its base, the layout and the sharing of
        results hang on that."""
        passes = pipelines.split(pipeline)
        before = list(itertools.takewhile(lambda name: name != "decompose", passes))
        if not before or before == passes:
            return found
        path = self.path("before.pt2")
        if self.opt(self.carrier.path, "--passes=" + ",".join(before), "-o", path):
            return found
        theirs = self.carrier.decomposed_from(path)
        if isinstance(theirs, Exception):
            return found
        return self.left_by(theirs, found, place, turn, now, rules)

    def left_by(self, theirs, found, place, turn, now, rules):
        if isinstance(theirs, Exception) or isinstance(theirs[place], str):
            return [d for d in found if d.what in ("result", "input", "state", "randomness")]
        theirs = theirs[place][turn]
        also = compare.compare(self.carrier.before[place][turn], theirs, rules)
        also = {(d.what, d.place) for d in also}
        apart = {(d.what, d.place) for d in compare.compare(theirs, now, rules)}
        # Where PyTorch goes another way too, any is as good; what is random is so where it
        # draws other numbers.
        layouts = ("strides", "memory", "gradient", "randomness")
        draws = any(what == "randomness" for what, _ in also)
        return [
            d for d in found
            if (d.what, d.place) in apart
            and not (d.what.endswith(layouts) and (d.what, d.place) in also)
            and not (draws and d.text == "other values")
        ]


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def plan(subject, seed, many=8):
    """The pipelines that a program goes through."""
    chosen = random.Random(seed)
    carrier = subject.carrier
    if carrier.refusal:
        return ["=import"]
    return [
        *carrier.forms,
        # It loads LibTorch, which takes as long as all others.
        *(["=run"] if isinstance(carrier, Exported) and chosen.random() < 0.2 else []),
        *carrier.passes,
        *(pipelines.mixed(chosen, carrier.mixed) for _ in range(many)),
    ]


__all__ = ["Finding", "Subject", "digest", "plan"]
