# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes into `torch._inductor.config`."""

from ._backend import GraphPass as GraphPass

__all__ = ["GraphPass"]
