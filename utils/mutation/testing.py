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


class Runner:
    """Runs something in a process of its own, with limits."""

    def __init__(self, folder, library_folder=None):
        self.library_folder = library_folder
        self.reached_file = os.path.join(folder, "reached")
        os.makedirs(folder, exist_ok=True)

    def environment(self, mutant):
        env = {"FX_MUTANT": str(mutant), "FX_MUTANTS_REACHED": self.reached_file}
        if self.library_folder:
            env["LD_LIBRARY_PATH"] = self.library_folder
        return env

    def run(self, test, mutant=SIZE, seconds=None):
        """SECONDS is how long the test takes without a mistake; nothing is noted then."""
        if seconds is None:
            with open(self.reached_file, "wb") as file:
                file.truncate(SIZE)
        limit = 600 if seconds is None else SLOWER * seconds + GRACE
        start = time.monotonic()
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
                env = self.environment(mutant)
                if seconds is not None:
                    del env["FX_MUTANTS_REACHED"]
                os._exit(0 if test.execute(env) else 1)
            except BaseException:
                os._exit(1)
        fd = os.pidfd_open(child)
        done = select.select([fd], [], [], limit)[0]
        os.close(fd)
        # What it started goes with it.
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = os.waitpid(child, 0)[1]
        passed = bool(done) and status == 0
        reached = b""
        if seconds is None:
            with open(self.reached_file, "rb") as file:
                reached = zlib.compress(file.read(), 1)
        return Outcome(passed, time.monotonic() - start, reached)


class ProgramTest:
    """A program whose exit code says whether it passes."""

    def __init__(self, command):
        self.name = " ".join(command)
        self.command = command
        self.stamp = 0

    def execute(self, env):
        return subprocess.run(self.command, env={**os.environ, **env}).returncode == 0


class UnitTest(ProgramTest):
    """A test suite of a GoogleTest program."""

    def __init__(self, program, suite):
        super().__init__([program, f"--gtest_filter={suite}.*", "--gtest_brief=1"])
        self.name = f"{os.path.basename(program)}/{suite}"
        self.stamp = os.path.getmtime(program)


class LitTest:
    def __init__(self, test, config):
        self.test, self.config = test, config
        self.name = "/".join(test.path_in_suite)
        self.stamp = os.path.getmtime(test.getSourcePath())

    def execute(self, env):
        # This is a process of its own: nothing has to be put back.
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
        for suite in re.findall(r"^(\S+)\.(?:\s|$)", text, re.MULTILINE):
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
