"""Runs fx-opt and its relatives."""

import functools
import os
import subprocess

LIMIT = 30


class Tools:
    def __init__(self, folder, extra=()):
        self.folder = folder
        #: Further arguments of fx-opt: plugins.
        self.extra = list(extra)
        forks = os.path.join(os.path.dirname(folder.rstrip("/")), "test", "Adversary", "fx-forks")
        self.forks = server(forks) if os.path.exists(forks) else None

    def run(self, name, *arguments):
        """Exit status and errors; a status of -1 for one that hangs."""
        if self.forks:
            status, errors = self.forks.run([name, *arguments])
        else:
            status, errors = self.start([os.path.join(self.folder, name), *arguments])
        errors = errors.decode("utf-8", "replace")
        if status == -HANGS:
            return -1, "no end after %d seconds" % LIMIT
        if status < 0:
            errors = "died of signal %d\n" % -status + errors
        return status, errors

    @staticmethod
    def start(command):
        """A process of its own."""
        try:
            done = subprocess.run(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LIMIT,
                close_fds=False, stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return -HANGS, b""
        return done.returncode, done.stderr

    def opt(self, *arguments):
        """None, or why it failed."""
        status, errors = self.run("fx-opt", *self.extra, *arguments)
        return None if status == 0 else message_of(errors)

    def translate(self, *arguments):
        status, errors = self.run("fx-translate", *arguments)
        return None if status == 0 else message_of(errors)


#: SIGALRM, which ends a command that takes too long.
HANGS = 14


class Forks:
    """The process that has LibTorch loaded, and runs every command in a fork."""

    def __init__(self, path):
        self.path, self.process = path, None

    def run(self, command):
        if self.process is None:
            self.process = subprocess.Popen(
                [self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        pipe = self.process.stdin
        pipe.write("\n".join([str(len(command)), *command, ""]).encode())
        pipe.flush()
        status, size = map(int, self.process.stdout.readline().split())
        return status, self.process.stdout.read(size)


@functools.lru_cache
def server(path):
    """One for each process."""
    return Forks(path)


def message_of(errors):
    """The first error of several lines, without the file."""
    lines = errors.strip().splitlines() or ["no message"]
    for line in lines:
        if "died of signal" in line or "no end" in line:
            return line
        if "error: " in line:
            return line.split("error: ", 1)[1][:300]
    return lines[0][:300]
