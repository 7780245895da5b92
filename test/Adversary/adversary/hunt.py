"""Looks for programs that fx-opt changes.

utils/hunt MINUTES [--seed=N] [--class=NAME,...] [--jobs=N] [--program=SEED]

Random programs are exported by PyTorch and sent through every pass and random
pipelines; what comes out has to load and to do the same. A finding is cut down and
written to the folder --out, as a script and as native text. The last line is the sum.
"""

import argparse
import itertools
import os
import sys
import time
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
#: Seeds of one hunt lie apart from those of others.
STRIDE = 1_000_000
#: Findings that look alike and are cut down nevertheless.
SAME = 3


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--seed", type=int, default=0)
    names = lambda text: text.split(",")
    parser.add_argument("--class", dest="classes", type=names, metavar="NAME,...")
    parser.add_argument("--without", type=names, metavar="NAME,...", default=[])
    parser.add_argument("--programs", type=int, help="end after so many")
    parser.add_argument("--program", type=int, help="check one program and print it")
    parser.add_argument("--mixed", type=int, default=8, help="random pipelines for each program")
    parser.add_argument("--shrink", type=float, default=60, help="seconds for a finding")
    parser.add_argument("--pipeline", action="append", help="only these pipelines")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--bin", default=os.environ.get("FX_BIN", os.path.join(ROOT, "build", "bin")))
    parser.add_argument("--plugin", action="append", default=[])
    parser.add_argument("--out", default="hunt-findings")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


class Hunt:
    def __init__(self, args):
        from . import classes

        self.args = args
        classes.load()
        known = [*classes.CLASSES]
        unknown = set([*(args.classes or []), *args.without]) - set(known)
        if unknown:
            sys.exit("no class %s; there are %s" % (", ".join(unknown), ", ".join(known)))
        self.classes = [c for c in args.classes or known if c not in args.without]
        self.counts, self.reasons, self.kinds = Counter(), Counter(), Counter()
        self.findings = {}
        self.start = time.monotonic()

    #===------------------------------------------------------------------===//
    # In a worker
    #===------------------------------------------------------------------===//

    def tools(self):
        from .tool import Tools

        return Tools(self.args.bin, ["--load-pass-plugin=" + p for p in self.args.plugin])

    def work(self, seed, folder, say):
        """Checks a program."""
        from . import check, generate
        from .exported import NotRun

        try:
            program = generate.generate(seed, self.classes)
        except RuntimeError as error:
            # A statement that ran does not run again: memory that nobody wrote divides.
            return say(kind="skipped", seed=seed, text="generate: %s" % error, program="")
        try:
            subject = check.Subject(program, self.tools(), folder)
        except NotRun as error:
            return say(kind="skipped", seed=seed, text=str(error), program=program.kind)
        pipelines = self.args.pipeline or check.plan(subject, seed, self.args.mixed)
        seen = set()
        for pipeline in pipelines:
            say(kind="stage", text=pipeline)
            finding = subject.check(pipeline)
            if finding and finding.kind() not in seen:
                seen.add(finding.kind())
                self.found(seed, program, finding, folder, say)
                # What was checked meanwhile lies where this program did.
                subject = check.Subject(program, self.tools(), folder)
        say(kind="checked", seed=seed, program=program.kind, runs=len(pipelines), **{
            "reloads": subject.counts["reloads"]})

    def found(self, seed, program, finding, folder, say):
        from . import check, report
        from .exported import NotRun
        from .shrink import Shrinker

        key = finding.key()
        say(kind="finding", seed=seed, key=key, text=str(finding), program=program.kind)
        if not any(self.mark("seen", key, turn) for turn in range(SAME)):
            return  # Others have it too.

        def attempt(program, pipeline):
            say(kind="stage", text="shrinking")
            try:
                return check.Subject(program, self.tools(), folder).check(pipeline)
            except NotRun:
                return None
            except Exception:
                return None

        program, finding = Shrinker(attempt, self.args.shrink).shrink(program, finding)
        try:
            subject = check.Subject(program, self.tools(), folder)
        except NotRun:
            return
        if not self.mark("cut", finding.refined(program), 0):
            return
        name = "%d-%s" % (seed, check.digest(key))
        path = report.write(self.args.out, name, program, finding, subject)
        say(kind="shrunk", seed=seed, key=key, text=str(finding), path=path,
            script=report.script(program, finding))

    def clean(self):
        """Forgets what an earlier hunt noted."""
        os.makedirs(self.args.out, exist_ok=True)
        for name in os.listdir(self.args.out):
            if name.startswith(("seen-", "cut-")):
                os.remove(os.path.join(self.args.out, name))

    def mark(self, what, key, turn):
        """Notes something for all processes; false if it was noted before."""
        from . import check

        path = os.path.join(self.args.out, "%s-%s-%d" % (what, check.digest(key), turn))
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    #===------------------------------------------------------------------===//
    # In the parent
    #===------------------------------------------------------------------===//

    def hear(self, message):
        kind = message["kind"]
        if kind in ("checked", "skipped"):
            self.kinds[message["program"], kind] += 1
            self.counts[kind] += 1
            self.counts["runs"] += message.get("runs", 0)
            self.counts["reloads"] += message.get("reloads", 0)
            if kind == "skipped":
                self.reasons[message["text"][:100]] += 1
        elif kind == "finding":
            self.findings.setdefault(message["key"], []).append(message)
            if len(self.findings[message["key"]]) == 1:
                self.say("finding, seed %(seed)d, %(program)s: %(text)s" % message)
        elif kind == "shrunk":
            self.say("%(text)s\n  %(path)s" % message)
            if self.args.verbose:
                self.say(message["script"])
        elif kind in ("died", "hung"):
            # PyTorch dies and hangs too; fx-opt is another process.
            torch = message["stage"] in ("PyTorch", "shrinking")
            self.say("the process %s, seed %s, in %s" % (kind, message["seed"], message["stage"]))
            self.counts["skipped" if torch else "died"] += 1
            if not torch:
                self.findings.setdefault("%s|%s" % (kind, message["stage"]), []).append(message)
        elif kind == "broken":
            self.counts["broken"] += 1
            self.say("the hunt itself fails:\n" + message["text"])

    def say(self, text):
        print("[%5.0f s] %s" % (time.monotonic() - self.start, text), flush=True)

    def seeds(self, job, after):
        first = self.args.seed * STRIDE + job
        step = self.args.jobs
        if after is not None:
            first = after + step
        last = self.args.seed * STRIDE + (self.args.programs or STRIDE)
        return itertools.takewhile(lambda s: s < last, itertools.count(first, step))

    def run(self):
        from . import workers

        self.clean()
        deadline = self.start + 60 * self.args.minutes

        def seeds(job, after):
            return itertools.takewhile(
                lambda s: time.monotonic() < deadline,
                itertools.islice(self.seeds(job, after), workers.LIFE + 1))

        def work(seed, folder, say):
            if time.monotonic() < deadline:
                self.work(seed, folder, say)

        workers.run(work, seeds, self.args.jobs, deadline, self.hear,
                    os.path.join(self.args.out, "log"))
        self.summary()
        return 1 if self.findings or self.counts["broken"] else 0

    def summary(self):
        if self.args.verbose:
            for kind in self.classes:
                print("%-16s %5d programs, %4d skipped" % (
                    kind, self.kinds[kind, "checked"], self.kinds[kind, "skipped"]))
            for reason, times in self.reasons.most_common(12):
                print("%5d  %s" % (times, reason))
        for key, found in sorted(self.findings.items(), key=lambda item: -len(item[1])):
            print("%5d times, first with seed %s: %s" % (len(found), found[0]["seed"], key))
        print("hunt: %d programs, %d skipped, %d runs of pipelines, %d loaded again, %d findings" % (
            self.counts["checked"], self.counts["skipped"], self.counts["runs"],
            self.counts["reloads"], len(self.findings)))

    def single(self):
        """One program, aloud."""
        import tempfile

        from . import generate

        self.clean()
        program = generate.generate(self.args.program, self.classes)
        print(program.code())
        for name, value in program.values_of().items():
            print("%s = %s" % (name, value))

        def say(kind, **what):
            if kind != "stage":
                print(kind, what.get("script") or what)

        with tempfile.TemporaryDirectory() as folder:
            self.work(self.args.program, folder, say)


def main():
    args = options()
    import torch

    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < (2, 10):
        print("hunt: PyTorch %s is too old" % torch.__version__, file=sys.stderr)
        return 1
    torch.set_num_threads(1)
    hunt = Hunt(args)
    return hunt.single() if args.program is not None else hunt.run()
