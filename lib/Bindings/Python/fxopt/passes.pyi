# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each pass is a function: its options are keyword arguments, and `help` and the
# signature show them. Which passes there are is known when the package runs.

from collections.abc import Callable

from . import Pipeline

def __getattr__(name: str) -> Callable[..., Pipeline]: ...
