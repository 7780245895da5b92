"""Runs fx-opt and its relatives."""

import os
import subprocess

LIMIT = 30


class Tools:
    def __init__(self, folder, extra=()):
        self.folder = folder
        #: Further arguments of fx-opt: plugins.
        self.extra = list(extra)

    def run(self, name, *arguments):
        """Exit status, output and errors; a status of -1 for one that hangs."""
        command = [os.path.join(self.folder, name), *arguments]
        try:
            done = subprocess.run(
                command, capture_output=True, timeout=LIMIT, close_fds=False,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return -1, "", "no end after %d seconds" % LIMIT
        output, errors = (t.decode("utf-8", "replace") for t in (done.stdout, done.stderr))
        if done.returncode < 0:
            errors = "died of signal %d\n" % -done.returncode + errors
        return done.returncode, output, errors

    def opt(self, *arguments):
        """None, or why it failed."""
        status, _, errors = self.run("fx-opt", *self.extra, *arguments)
        return None if status == 0 else message_of(errors)

    def translate(self, *arguments):
        status, _, errors = self.run("fx-translate", *arguments)
        return None if status == 0 else message_of(errors)


def message_of(errors):
    """The first error of several lines, without the file."""
    lines = errors.strip().splitlines() or ["no message"]
    for line in lines:
        if "died of signal" in line or "no end" in line:
            return line
        if "error: " in line:
            return line.split("error: ", 1)[1][:300]
    return lines[0][:300]
