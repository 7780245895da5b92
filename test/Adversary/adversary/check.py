"""Sends one program through everything, and says what is wrong."""

import hashlib
import os
import random

import torch

from . import compare, pipelines, roundtrips
from .exported import Exported, first_line
from .finding import Finding


class Subject:
    """A program that PyTorch runs, and fx-opt's turn with it."""

    def __init__(self, program, tools, folder):
        self.program, self.tools, self.folder = program, tools, folder
        self.exported = Exported(program, folder)
        self.arguments = []
        if program.schemas:
            path = os.path.join(folder, "schemas.txt")
            with open(path, "w") as file:
                file.write("\n".join(program.schemas) + "\n")
            self.arguments.append("--schema=" + path)
        #: What is known of outputs by their bytes and rules.
        self.known = {}
        self.counts = {"runs": 0, "reloads": 0}

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
        result = self.path("result.pt2")
        message = self.opt(self.exported.path, "--passes=" + pipeline, "-o", result)
        if message:
            return self.refused(pipeline, message)
        return self.compare(pipeline, result)

    def refused(self, pipeline, message):
        finding = Finding(pipeline, "refused", message)
        if "signal" in message or "no end" in message:
            return finding
        if "decompose" in pipeline and isinstance(self.exported.decomposed(), Exception):
            return None  # So does PyTorch.
        return finding

    def compare(self, pipeline, result):
        with open(result, "rb") as file:
            data = file.read()
        if data == self.exported.bytes:
            return None
        rules = pipelines.Rules(pipeline)
        key = hashlib.blake2b(data).digest(), rules.key()
        if key not in self.known:
            self.known[key] = self.judge(pipeline, result, rules)
        return self.known[key]

    def judge(self, pipeline, result, rules):
        """Loads and runs what fx-opt wrote."""
        self.counts["reloads"] += 1
        try:
            loaded = torch.export.load(result)
        except Exception as error:
            return Finding(pipeline, "load", first_line(error))
        # PyTorch's decompositions are of programs whose inputs lie as the example's.
        kinds = ["sizes"] if rules.decomposes else None
        try:
            after = self.exported.runs_of(loaded, kinds)
        except Exception as error:
            return self.not_run(pipeline, first_line(error))
        for place, (before, now) in enumerate(zip(self.exported.before, after)):
            variant = self.exported.variants[place]
            if now is None or isinstance(before, str):
                continue  # PyTorch does not take these inputs.
            name = variant.kind if variant else ""
            if isinstance(now, str):
                return self.not_run(pipeline, now, name, place)
            for a, b, turn in zip(before, now, (0, 1)):
                found = compare.compare(a, b, rules)
                if found and rules.decomposes:
                    found = self.left(found, place, turn, b, rules)
                if found:
                    return Finding(pipeline, found[0].what, str(found[0]), name)
        return None

    def not_run(self, pipeline, text, variant="", place=0):
        if pipelines.Rules(pipeline).decomposes:
            theirs = self.exported.decomposed()
            if isinstance(theirs, Exception) or isinstance(theirs[place], str):
                return None  # Nor does what PyTorch makes of it.
        return Finding(pipeline, "run", text, variant)

    def left(self, found, place, turn, now, rules):
        """The differences that PyTorch's own decompositions do not show."""
        theirs = self.exported.decomposed()
        if isinstance(theirs, Exception) or isinstance(theirs[place], str):
            return [d for d in found if d.what in ("result", "input", "state", "randomness")]
        theirs = theirs[place][turn]
        also = compare.compare(self.exported.before[place][turn], theirs, rules)
        also = {(d.what, d.place) for d in also}
        apart = {(d.what, d.place) for d in compare.compare(theirs, now, rules)}
        layouts = ("strides", "memory", "gradient")
        return [
            d for d in found
            if (d.what, d.place) in apart
            and not (d.what.endswith(layouts) and (d.what, d.place) in also)
        ]


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def plan(program, seed, many=8):
    """The pipelines that a program goes through."""
    chosen = random.Random(seed)
    passes = pipelines.MIXED
    return [
        *roundtrips.FORMS,
        # It loads LibTorch, which takes as long as all others.
        *(["=run"] if chosen.random() < 0.2 else []),
        "check-values",
        *pipelines.SINGLE,
        *(pipelines.mixed(chosen, passes) for _ in range(many)),
    ]
