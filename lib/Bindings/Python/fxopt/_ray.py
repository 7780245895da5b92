# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ray as an executor."""

import concurrent.futures

import ray


class RayExecutor(concurrent.futures.Executor):
    """Tasks on a cluster of Ray: the one at `address`, or that of this process,
    which is started if there is none."""

    def __init__(self, address=None):
        self._started = not ray.is_initialized()
        if self._started:
            ray.init(address=address, log_to_driver=False)
        self._functions = {}
        self._references = {}

    def submit(self, fn, /, *args, **kwargs):
        remote = self._functions.get(fn)
        if remote is None:
            remote = self._functions[fn] = ray.remote(fn)
        reference = remote.remote(*args, **kwargs)
        future = reference.future()
        self._references[future] = reference
        future.add_done_callback(lambda f: self._references.pop(f, None))
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        if cancel_futures:
            for reference in list(self._references.values()):
                ray.cancel(reference)
        if self._started:
            ray.shutdown()
