"""Processes that check programs. None of what happens in one ends the others."""

import gc
import json
import os
import selectors
import signal
import sys
import tempfile
import time
import traceback

#: Seconds without a word.
LIMIT = 150
#: Programs after which a process is replaced by a new one: PyTorch keeps much.
LIFE = 150


class Worker:
    """A child that checks the programs of every n-th seed."""

    def __init__(self, work, seeds, log):
        reader, writer = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            os.close(reader)
            self.serve(work, seeds, writer, log)
        os.close(writer)
        self.reader, self.rest = reader, b""
        self.heard = time.monotonic()
        self.at, self.stage = None, ""

    @staticmethod
    def serve(work, seeds, writer, log):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
        os.dup2(2, 1)
        with os.fdopen(writer, "w") as out:

            def say(**what):
                out.write(json.dumps(what) + "\n")
                out.flush()

            # What PyTorch has made so far stays: nobody needs to look at it again.
            gc.freeze()
            gc.set_threshold(20_000, 20, 100)
            try:
                with tempfile.TemporaryDirectory(prefix="fx-hunt-") as folder:
                    for _, seed in zip(range(LIFE), seeds):
                        say(kind="program", seed=seed)
                        work(seed, folder, say)
                    say(kind="end")
            except BaseException:
                say(kind="broken", text=traceback.format_exc())
        os._exit(0)

    def lines(self):
        """What was said since; None at the end."""
        data = os.read(self.reader, 1 << 16)
        if not data:
            return None
        self.heard = time.monotonic()
        *lines, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def wait(self):
        """Its status, once it has ended by itself."""
        os.close(self.reader)
        return os.waitpid(self.pid, 0)[1]

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        self.wait()


def run(work, seeds_of, jobs, deadline, hear, log):
    """Runs work(seed, folder, say) in processes until the deadline, or until the seeds
    end. seeds_of(job, after) gives the seeds of a job behind one. hear(message) gets
    what is said."""
    selector = selectors.DefaultSelector()

    def start(job, after=None):
        seeds = list(seeds_of(job, after))
        if seeds and time.monotonic() < deadline:
            worker = Worker(work, seeds, log)
            worker.job = job
            selector.register(worker.reader, selectors.EVENT_READ, worker)

    for job in range(jobs):
        start(job)
    while selector.get_map():
        for key, _ in selector.select(timeout=1):
            worker = key.data
            lines = worker.lines()
            if lines is None:
                selector.unregister(worker.reader)
                # It may be about to end: killed now, it would look as if it died.
                status = worker.wait()
                if status:
                    hear(dict(kind="died", seed=worker.at, stage=worker.stage, status=status))
                start(worker.job, worker.at)
                continue
            for line in lines:
                if line["kind"] == "program":
                    worker.at, worker.stage = line["seed"], "PyTorch"
                elif line["kind"] == "stage":
                    worker.stage = line["text"]
                hear(line)
        for key in list(selector.get_map().values()):
            worker = key.data
            silent = time.monotonic() - worker.heard
            late = time.monotonic() > deadline + 60
            if silent > LIMIT or late:
                if not late:
                    hear(dict(kind="hung", seed=worker.at, stage=worker.stage))
                selector.unregister(worker.reader)
                worker.kill()
                start(worker.job, worker.at)
