# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes on many files: a thread or a process for each, failures as records."""

import collections
import concurrent.futures
import contextlib
import errno
import importlib
import json
import multiprocessing.spawn
import os
import pickle
import subprocess
import sys
import time

from . import _identity, _passes
from ._errors import Error
from ._module import Pipeline, load

#: Whether this process runs one model for another.
_is_child = False
#: Models that are handed to the executor ahead.
_AHEAD = 64
#: In the folder of the results: what was done, a line for each.
_LIST = ".fxopt-batch.jsonl"


class BatchRecord:
    """What became of one model.

    `status` is "done", "failed" or "skipped": it was done before, and neither the
    file nor the pipeline has changed since. `report` is that of the run, `out` the
    file that was written or None, `error` the exception of a failure, `seconds`
    how long it took.
    """

    __slots__ = ("path", "status", "seconds", "report", "out", "error")

    def __init__(self, path, status, seconds=0.0, report=None, out=None, error=None):
        self.path = path
        self.status = status
        self.seconds = seconds
        self.report = report
        self.out = out
        self.error = error

    def __reduce__(self):
        return BatchRecord, tuple(getattr(self, name) for name in self.__slots__)

    def __repr__(self):
        rest = f": {self.error}" if self.error is not None else ""
        return (
            f"<fxopt.BatchRecord {self.path!r} {self.status}, {self.seconds:.3f} s{rest}>"
        )


def _work(path, pipeline, out, verify):
    """Run the pipeline on one file. Never raises."""
    start = time.perf_counter()
    try:
        module = load(path)
        report = module.run(pipeline, verify=verify)
        if out is not None:
            os.makedirs(os.path.dirname(out) or ".", exist_ok=True)
            module.save(out)
    except SystemExit as e:
        # It would end whoever raises the error again.
        error = Error(f"a pass called sys.exit({e.code!r})")
        return BatchRecord(path, "failed", time.perf_counter() - start, error=error)
    except Exception as e:
        e.__traceback__ = None
        return BatchRecord(path, "failed", time.perf_counter() - start, error=e)
    return BatchRecord(path, "done", time.perf_counter() - start, report, out)


def _child_main():
    """What a child process runs: a task from stdin, its record to stdout."""
    global _is_child
    _is_child = True
    # What passes print is for people.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path[:0], main, modules, path, task = pickle.load(sys.stdin.buffer)
    try:
        if main is not None:
            # As multiprocessing does it: the script without its main part.
            multiprocessing.spawn.prepare(main)
        for name in modules:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
        pipeline, out, verify = pickle.loads(task)
        record = _work(path, pipeline, out, verify)
    except Exception as e:
        e.__traceback__ = None
        record = BatchRecord(path, "failed", error=e)
    try:
        data = pickle.dumps(record)
    except Exception:
        record.error = Error(str(record.error))
        data = pickle.dumps(record)
    with answer:
        answer.write(data)


def _main_module():
    """What a child needs to run the script again, as passes may be of it; None where
    there is no script."""
    found = multiprocessing.spawn.get_preparation_data("fxopt.batch")
    keys = ("init_main_from_name", "init_main_from_path")
    return {k: found[k] for k in keys if k in found} or None


def _work_in_child(path, pipeline, out, verify, timeout):
    """The same in a process of its own, which is ended when the time is over."""
    start = time.perf_counter()

    def failed(why):
        return BatchRecord(
            path, "failed", time.perf_counter() - start, error=Error(why)
        )

    task = pickle.dumps((pipeline, out, verify))
    main = _main_module() if _passes.are_of_script() else None
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    code = "import sys; sys.path.insert(0, %r); from fxopt._batch import _child_main; _child_main()"
    try:
        done = subprocess.run(
            [sys.executable, "-c", code % root],
            input=pickle.dumps(
                ([p for p in sys.path if p], main, _passes.modules(), path, task)
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        return failed(f"it took longer than {timeout} seconds")
    if done.returncode < 0:
        return failed(f"its process was ended by signal {-done.returncode}")
    try:
        return pickle.loads(done.stdout)
    except Exception:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return failed(
            f"its process ended with exit code {done.returncode}"
            + (": " + said[-1] if said else "")
        )


def _stamp(path):
    try:
        stat = os.stat(path)
    except OSError:
        return None
    return [stat.st_size, stat.st_mtime_ns]


class _Done:
    """The list of what was done, in the folder of the results."""

    def __init__(self, folder, pipeline):
        self.path = os.path.join(folder, _LIST)
        # None: nobody can tell whether a later run is of the same pipeline.
        self.key = _identity.of_pipeline(pipeline)
        self.known = {}
        try:
            with open(self.path) as file:
                for line in file:
                    try:
                        entry = json.loads(line)
                        self.known[entry["path"]] = entry
                    except (ValueError, KeyError, TypeError):
                        pass  # A line that was being written when it ended.
        except FileNotFoundError:
            pass

    def has(self, path, out):
        entry = self.known.get(path)
        return (
            entry is not None
            and self.key is not None
            and entry.get("pipeline") == self.key
            and entry.get("out") == out
            and entry.get("stamp") == _stamp(path)
            and entry.get("result") is not None
            and entry.get("result") == _stamp(out)
        )

    def add(self, path, out, stamp):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        entry = {
            "path": path,
            "out": out,
            "pipeline": self.key,
            "stamp": stamp,
            "result": _stamp(out),
        }
        with open(self.path, "a") as file:
            file.write(json.dumps(entry) + "\n")


def _executor(given):
    """An executor, and whether it is ours to shut down."""
    if given is None:
        given = min(32, os.cpu_count() or 1)
    if isinstance(given, bool):
        raise TypeError("executor is a number, an Executor, 'ray' or an address")
    if isinstance(given, int):
        return concurrent.futures.ThreadPoolExecutor(given), True
    if isinstance(given, str):
        if given != "ray" and not given.startswith("ray:"):
            raise ValueError(f"there is no executor {given!r}; 'ray', or its address")
        from ._ray import RayExecutor

        return RayExecutor(None if given == "ray" else given), True
    if not hasattr(given, "submit"):
        raise TypeError("executor is a number, an Executor, 'ray' or an address")
    return given, False


def _progress(wanted, total):
    """A function to call after each record, and one to call at the end."""
    if not wanted:
        return (lambda record: None), (lambda: None)
    if callable(wanted):
        return wanted, (lambda: None)
    try:
        from tqdm.auto import tqdm
    except ImportError:
        pass
    else:
        bar = tqdm(total=total, unit="model")
        return (lambda record: bar.update()), bar.close
    try:
        from rich.progress import Progress
    except ImportError:
        return (lambda record: None), (lambda: None)
    bar = Progress()
    bar.start()
    task = bar.add_task("models", total=total)
    return (lambda record: bar.advance(task)), bar.stop


def _outputs(paths, out):
    """The file that each result goes to."""
    if out is None:
        return [None] * len(paths)
    if callable(out):
        return [os.fspath(out(p)) for p in paths]
    folders = {os.path.dirname(os.path.abspath(p)) for p in paths}
    root = os.path.commonpath(folders) if folders else ""
    if os.path.exists(out) and not os.path.isdir(out):
        raise NotADirectoryError(
            errno.ENOTDIR, "out is a folder for the results, and this is a file", os.fspath(out)
        )
    outs = [
        os.path.join(os.fspath(out), os.path.relpath(os.path.abspath(p), root))
        for p in paths
    ]
    for path, result in zip(paths, outs):
        if os.path.abspath(path) == os.path.abspath(result):
            raise ValueError(f"the result would replace {path!r}; give another out=")
    return outs


def _check_distinct(paths, outs):
    known = {}
    for path, result in zip(paths, outs):
        if result is None:
            continue
        place = os.path.abspath(result)
        if place in known:
            raise ValueError(
                f"both {known[place]!r} and {path!r} would have the result {result!r}"
            )
        known[place] = path


def batch(
    paths,
    pipeline,
    *,
    out=None,
    executor=None,
    timeout=None,
    resume=True,
    verify=None,
    progress=False,
):
    """Run passes on many files, and yield a `BatchRecord` for each, in the order in
    which they are finished.

    `out` is a folder for the results, or a function from path to path; None only
    looks. `executor` is a number of threads, any `concurrent.futures.Executor`,
    "ray" or the address of a Ray cluster. With `timeout`, in seconds, each model
    has a process of its own, which is ended when the time is over; a crash then
    ends nothing else. With a folder, a second call skips what the first has done
    (`resume`).
    `progress` shows a bar of tqdm or rich, or is a function that gets each record.
    """
    if _is_child:
        raise RuntimeError(
            "fxopt.batch was called while a process for one model read the script "
            "again; call it below `if __name__ == '__main__':`"
        )
    if isinstance(paths, (str, bytes)) or hasattr(paths, "__fspath__"):
        raise TypeError("batch takes a list of paths; glob.glob gives one")
    paths = [os.fsdecode(p) for p in paths]
    if not isinstance(pipeline, Pipeline):
        pipeline = Pipeline(pipeline)
    outs = _outputs(paths, out)
    _check_distinct(paths, outs)
    pool, is_own = _executor(executor)
    return _records(
        paths, outs, pipeline, out, pool, is_own, timeout, resume, verify, progress
    )


def _records(
    paths, outs, pipeline, out, pool, is_own, timeout, resume, verify, progress
):
    done = None
    if out is not None and not callable(out):
        done = _Done(os.fspath(out), pipeline)
    tell, close = _progress(progress, len(paths))
    rest = collections.deque(zip(paths, outs))
    running = {}
    try:
        while rest or running:
            while rest and len(running) < _AHEAD:
                path, result = rest.popleft()
                if done is not None and resume and done.has(path, result):
                    record = BatchRecord(path, "skipped", out=result)
                    tell(record)
                    yield record
                    continue
                stamp = _stamp(path)
                task = (path, pipeline, result, verify)
                if timeout is None:
                    future = pool.submit(_work, *task)
                else:
                    future = pool.submit(_work_in_child, *task, timeout)
                running[future] = (path, result, stamp)
            if not running:
                continue
            finished, _ = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED
            )
            for future in finished:
                path, result, stamp = running.pop(future)
                try:
                    record = future.result()
                except Exception as e:
                    # A worker is gone, or something could not be sent.
                    record = BatchRecord(path, "failed", error=e)
                if record.status == "done" and done is not None:
                    done.add(path, result, stamp)
                tell(record)
                yield record
    finally:
        for future in running:
            future.cancel()
        close()
        if is_own:
            pool.shutdown(wait=True, cancel_futures=True)
