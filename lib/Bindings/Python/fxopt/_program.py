# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of torch.export, in and out of a process."""

import io
import os
import tempfile

import torch

from . import _fx
from ._module import Module, Pipeline


def from_program(program):
    """The `Module` of an `ExportedProgram`."""
    archive = io.BytesIO()
    torch.export.save(program, archive)
    return Module(_fx.open_bytes(archive.getvalue(), "<program>"), program)


def _share(new, old):
    """Takes the tensors of `old` in the place of equal ones of `new`."""
    for name, value in new.items():
        known = old.get(name)
        if (
            isinstance(value, torch.Tensor)
            and type(value) is type(known)
            and value.dtype == known.dtype
            and value.device == known.device
            and value.stride() == known.stride()
            and torch.equal(value, known)
        ):
            new[name] = known


def to_program(module):
    """The `ExportedProgram` that the module is now. State that no pass has changed
    is shared with the program that it came from."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.pt2")
        module.save(path)
        program = torch.export.load(path)
    origin = module._origin
    if origin is not None:
        _share(program._state_dict, origin.state_dict)
        _share(program._constants, origin.constants)
    return program


def run(program, pipeline, **options):
    if not isinstance(pipeline, Pipeline):
        pipeline = Pipeline(pipeline)
    module = from_program(program)
    return to_program(module) if module.run(pipeline, **options).changed else program
