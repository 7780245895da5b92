"""Tries each model of the hunt in a few ways: all statements have to run.

models.py [--export] [--verbose] WAYS
"""

import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from adversary import classes, program
from adversary.builder import Builder

warnings.filterwarnings("ignore")
classes.load()
from adversary.classes import models

ways, wrong = 0, 0
for name in models.MODELS:
    for seed in range(int(sys.argv[-1])):
        builder = Builder(seed)
        models.add_model(builder, name)
        made = builder.program
        wanted = models.MODELS[name]
        failure = None
        for field, written in (("state", "state"), ("body", "forward")):
            if len(getattr(made, field)) != len(wanted[written]):
                failure = "a statement of %s does not run" % written
        made.results = [t for s in made.body for t in builder.targets(s)][-1:]
        try:
            if "--export" in sys.argv and not failure:
                program.export(made)
        except Exception as error:
            failure = "%s: %s" % (type(error).__name__, str(error).splitlines()[0])
        ways += 1
        if failure:
            wrong += 1
            print("%s: %s" % (name, failure))
            if "--verbose" in sys.argv:
                print(made.code())
print("models: %d, %d ways, %d wrong" % (len(models.MODELS), ways, wrong))
