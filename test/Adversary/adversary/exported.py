"""A program on its way through torch.export and archives."""

import os
import typing
import warnings
import logging

import torch

from . import facts, observe, pipelines, program as programs, unflat

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


def _faster():
    """Loading spends half its time on asking classes for the types of their fields."""
    from torch._export.serde import serialize

    known = {}

    class Typing:
        def __getattr__(self, name):
            return getattr(typing, name)

        def get_type_hints(self, kind, globalns):
            if kind not in known:
                known[kind] = typing.get_type_hints(kind, globalns)
            return known[kind]

    if getattr(serialize, "typing", None) is typing:
        serialize.typing = Typing()


_faster()


class NotRun(Exception):
    """PyTorch itself does not export, load or run a program."""


def first_line(error):
    lines = str(error).strip().splitlines() or [""]
    return "%s: %s" % (type(error).__name__, lines[0][:200])


def layout_of(tensor):
    """Where in its storage a tensor lies; None where it is none of the strided ones."""
    if tensor.layout != torch.strided:
        return None
    return tensor.storage_offset(), tensor.shape, tensor.stride()


class Exported:
    """What PyTorch makes of a program, before fx-opt sees it."""

    #: The pipelines that programs go through alone, those that are mixed, the forms.
    passes = ["check-values", *pipelines.SINGLE]
    mixed = pipelines.MIXED
    forms = ["=file", "=text", "=json", "=python"]
    #: Whether fx-opt gets all the state that the program has, by its names.
    keeps_names = True
    ending = ".pt2"
    refusal = None

    def __init__(self, program, folder, tools):
        self.program, self.folder = program, folder
        self.path = os.path.join(folder, "program.pt2")
        try:
            self.exported = programs.export(program)
            for tensor in self.exported.constants.values():
                if isinstance(tensor, torch.Tensor):
                    programs.make_exact(tensor)
            torch.export.save(self.exported, self.path)
        except Exception as error:
            raise NotRun("export: " + first_line(error)) from error
        try:
            self.before = self.runs_of(self.load(self.path))
        except Exception as error:
            raise NotRun("run: " + first_line(error)) from error
        self._decomposed = None

    def plain(self):
        """The bytes that fx-opt writes without passes."""
        with open(self.path, "rb") as file:
            return file.read()

    def load(self, path):
        return torch.export.load(path)

    @property
    def variants(self):
        return [None, *self.program.variants]

    def elsewhere(self):
        """What the program does where its state lies elsewhere, where it needs no gradients
        (torch.nn.functional.linear goes another way then, also within no_grad), and where no
        input has gaps."""
        for place in observe.move_state, observe.freeze_state:
            yield self.runs_of(self.load(self.path), place=place)
        yield self.runs_of(self.load(self.path), dense=True)

    def runs_of(self, loaded, kinds=None, place=lambda module: module, backward=True,
                dense=False):
        """What a program does: two outcomes for each variant, text where it does not
        run with that variant. With kinds, None where the variant is of no such."""
        module = place(loaded.module())
        state = observe.state_of(module).values()
        storages = {t.untyped_storage()._cdata: t.untyped_storage() for t in state}.values()
        saved = [storage.clone() for storage in storages]
        layouts = [layout_of(tensor) for tensor in state]
        found = []
        for variant in self.variants:
            if kinds is not None and variant is not None and variant.kind not in kinds:
                found.append(None)
                continue
            try:
                found.append(observe.observe_twice(
                    module, lambda: programs.make_inputs(self.program, variant, dense),
                    self.program.gradients, backward,
                ))
            except Exception as error:
                if variant is None:
                    raise
                found.append(first_line(error))
            # The state begins anew.
            for storage, start in zip(storages, saved):
                if storage.nbytes() != start.nbytes():
                    storage.resize_(start.nbytes())
                storage.copy_(start)
            for tensor, layout in zip(state, layouts):
                if layout_of(tensor) != layout:
                    whole = torch.empty(0, dtype=tensor.dtype)
                    tensor.data = whole.set_(tensor.untyped_storage(), *layout)
        return found

    def further(self, pipeline, result, loaded, rules):
        """What is looked at besides results: modules, and what nodes say of values."""
        return unflat.check(self, pipeline, result, rules) or facts.check(
            self, pipeline, result, loaded)

    def decomposed(self):
        """What PyTorch's decompositions do; an exception where they fail."""
        if self._decomposed is None:
            self._decomposed = self.decomposed_from(self.path)
        return self._decomposed

    def decomposed_from(self, path):
        """The same of the program in another file."""
        try:
            return self.runs_of(torch.export.load(path).run_decompositions(), ["sizes"])
        except Exception as error:
            return error
