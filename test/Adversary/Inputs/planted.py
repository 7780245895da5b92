"""The adversary finds the mistakes that the passes of TestMistakes.cpp make.

planted.py FOLDER-OF-TOOLS PLUGIN
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import torch

from adversary import check, generate, report
from adversary.exported import NotRun
from adversary.shrink import Shrinker
from adversary.tool import Tools

torch.set_num_threads(1)
#: The pass, the class that shows it, the first program, what is wrong, and the most
#: statements left.
MISTAKES = [
    ("other-constant", "views", 25, {"result", "run"}, 2),
    ("lose-write", "writes", 0, {"result", "input"}, 2),
    ("lose-random", "random", 6, {"randomness", "result"}, 3),
    ("share-result", "views", 33, {"memory", "result", "result strides", "run", "input"}, 3),
    ("lose-layout", "views", 22, {"result strides", "result", "memory", "run", "input"}, 3),
    ("lose-gradient", "gradients", 0, {"result gradient", "gradient", "memory"}, 3),
    ("lose-input", "aliases", 1, {"input", "memory", "result"}, 2),
    ("unknown-operator", "operators", 11, {"load"}, 2),
    ("die", "operators", 9, {"refused"}, 2),
]
#: Programs tried for a mistake.
LIMIT = 60


def hunt(name, kind, first, tools, folder):
    """The program that shows a mistake, cut down, with its finding."""
    for seed in range(first, first + LIMIT):
        program = generate.generate(seed, [kind])
        try:
            finding = check.Subject(program, tools, folder).check(name)
        except NotRun:
            continue
        if finding is None:
            continue

        def attempt(program, pipeline):
            try:
                return check.Subject(program, tools, folder).check(pipeline)
            except Exception:
                return None

        return (seed, *Shrinker(attempt).shrink(program, finding))
    return None


found = 0
tools = Tools(sys.argv[1], ["--load-pass-plugin=" + sys.argv[2]])
with tempfile.TemporaryDirectory() as folder:
    for name, kind, first, what, most in MISTAKES:
        result = hunt(name, kind, first, tools, folder)
        if result is None:
            print("missed: %s" % name)
            continue
        seed, program, finding = result
        good = finding.what in what and len(program.body) <= most
        found += good
        print("%s: program %d, %s, %d statements" % (
            name, seed, finding, len(program.body)))
        if not good:
            print("not as expected:\n" + report.script(program, finding))
print("planted: %d mistakes, %d found" % (len(MISTAKES), found))
sys.exit(found != len(MISTAKES))
