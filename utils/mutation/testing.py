# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tests of the build against a libFX with mutants in it, one test at a time."""

import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
import zlib

SIZE = 1 << 21
# A mutant that takes that much more than the original never ends.
SLOWER, GRACE = 10, 5
MEMORY = 16 << 30


class Outcome:
    """What a test said: whether it passed, how long it took, which mutants it asked for."""

    def __init__(self, passed, seconds, reached):
        """REACHED: a byte for each mutant, compressed."""
        self.passed, self.seconds, self.reached = passed, seconds, reached

    def reaches(self, numbers):
        table = zlib.decompress(self.reached)
        return {n for n in numbers if table[n]}


class Process:
    """A test that runs, as a process group of its own."""

    def __init__(self, child, slot, limit):
        self.child, self.slot = child, slot
        self.fd = os.pidfd_open(child)
        self.began = time.monotonic()
        self.end = self.began + limit

    def finish(self):
        """Whether it passed. What it started ends with it."""
        in_time = bool(select.select([self.fd], [], [], 0)[0])
        os.close(self.fd)
        try:
            os.killpg(self.child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return os.waitpid(self.child, 0)[1] == 0 and in_time


class Runner:
    """Runs tests in processes of their own, with limits, several at a time."""

    def __init__(self, folder, library_folder=None, jobs=1):
        self.folder, self.library_folder, self.jobs = folder, library_folder, jobs
        os.makedirs(folder, exist_ok=True)

    def reached_file(self, slot):
        return os.path.join(self.folder, f"reached-{slot}")

    def environment(self, mutant, slot, noted):
        env = {"FX_MUTANT": str(mutant)}
        if noted:
            env["FX_MUTANTS_REACHED"] = self.reached_file(slot)
        if self.library_folder:
            env["LD_LIBRARY_PATH"] = self.library_folder
        return env

    def run(self, tasks):
        """TASKS are generators: each yields (test, mutant, seconds), and is sent the outcome.

        SECONDS is how long the test takes without a mistake. If that is not known, the run notes
        what it reaches.
        """
        tasks, running, free = iter(tasks), {}, list(range(self.jobs))
        while True:
            while free:
                task = next(tasks, None)
                if task is None:
                    break
                self._advance(task, None, free.pop(), running, free)
            if not running:
                return
            rest = min(process.end for process, *_ in running.values()) - time.monotonic()
            ended = select.select(list(running), [], [], max(0, rest))[0]
            now = time.monotonic()
            ended += [fd for fd, (process, *_) in running.items() if fd not in ended and process.end <= now]
            for fd in ended:
                process, task, noted = running.pop(fd)
                passed = process.finish()
                reached = b""
                if noted:
                    with open(self.reached_file(process.slot), "rb") as file:
                        reached = zlib.compress(file.read(), 1)
                outcome = Outcome(passed, time.monotonic() - process.began, reached)
                self._advance(task, outcome, process.slot, running, free)

    def _advance(self, task, outcome, slot, running, free):
        """Starts the next test of a task; a task that has ended frees its slot."""
        try:
            test, mutant, seconds = task.send(outcome)
        except StopIteration:
            free.append(slot)
            return
        process = self._start(test, mutant, seconds, slot)
        running[process.fd] = process, task, seconds is None

    def _start(self, test, mutant, seconds, slot):
        noted = seconds is None
        if noted:
            with open(self.reached_file(slot), "wb") as file:
                file.truncate(SIZE)
        limit = 600 if noted else SLOWER * seconds + GRACE
        child = os.fork()
        if not child:
            try:
                os.setsid()
                null = os.open(os.devnull, os.O_RDWR)
                for fd in (0, 1, 2):
                    os.dup2(null, fd)
                # Whoever computes for that long does not end.
                resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                os._exit(0 if test.execute(self.environment(mutant, slot, noted), slot) else 1)
            except BaseException:
                os._exit(1)
        return Process(child, slot, limit)


class ProgramTest:
    """A program whose exit code says whether it passes."""

    def __init__(self, command):
        self.name = " ".join(command)
        self.command = command
        self.stamp = 0

    def execute(self, env, _):
        return subprocess.run(self.command, env={**os.environ, **env}).returncode == 0


class UnitTest(ProgramTest):
    """A test suite of a GoogleTest program, or one test of it."""

    def __init__(self, program, suite, test=""):
        super().__init__([program, f"--gtest_filter={suite}.{test or '*'}", "--gtest_brief=1"])
        self.name = f"{os.path.basename(program)}/{suite}" + (f".{test}" if test else "")
        self.stamp = os.path.getmtime(program)


class LitTest:
    def __init__(self, test, config):
        self.test, self.config = test, config
        self.name = "/".join(test.path_in_suite)
        self.stamp = os.path.getmtime(test.getSourcePath())

    def execute(self, env, slot):
        # This is a process of its own: nothing has to be put back. Its temporary files are no
        # other's.
        self.test.suite.exec_root = os.path.join(self.test.suite.exec_root, str(slot))
        self.test.config.environment.update(env)
        result = self.test.config.test_format.execute(self.test, self.config)
        code = result[0] if isinstance(result, tuple) else result.code
        return not code.isFailure


def unit_tests(build):
    root = os.path.join(build, "test", "unittests")
    for folder in sorted(os.listdir(root)):
        program = os.path.join(root, folder, f"FX{folder}Tests")
        if not os.access(program, os.X_OK):
            continue
        text = subprocess.run([program, "--gtest_list_tests"], text=True, capture_output=True).stdout
        for suite, tests in re.findall(r"^(\S+)\.(?:\s.*)?\n((?:  .*\n)*)", text, re.MULTILINE):
            # A suite with parameters is a test for each of them.
            names = [line.split()[0] for line in tests.splitlines()]
            if "/" in suite:
                yield from (UnitTest(program, suite, name) for name in names)
            else:
                yield UnitTest(program, suite)


def lit_tests(build, lit_script, exec_root):
    """The regression tests. Their temporary files do not meet those of other runs."""
    sys.path.insert(0, os.path.dirname(lit_script))
    import lit.discovery
    import lit.LitConfig

    config = lit.LitConfig.LitConfig(
        progname="lit", path=[], quiet=True, useValgrind=False, valgrindLeakCheck=False,
        valgrindArgs=[], noExecute=False, debug=False, isWindows=False, order="smart", params={})
    for test in lit.discovery.find_tests_for_inputs(config, [os.path.join(build, "test")]):
        if test.suite.name != "FX":
            continue
        test.suite.exec_root = exec_root
        yield LitTest(test, config)
