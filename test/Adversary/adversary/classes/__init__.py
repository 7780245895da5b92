"""The kinds of programs. Each module has one, or a few that belong together."""

import importlib
import pkgutil

#: By name: a function of a Builder that adds a statement or a few, and says whether
#: it could.
INGREDIENTS = {}
#: By name of a class of programs: the names and weights of its ingredients.
CLASSES = {}
#: Functions of a Builder that make the inputs of a class; others get plain ones.
INPUTS = {}


def ingredient(name):
    def note(function):
        INGREDIENTS[name] = function
        return function

    return note


def templates(name, text):
    """An ingredient of templates, one on each line."""
    lines = [line.strip() for line in text.strip().splitlines()]
    INGREDIENTS[name] = lambda builder: builder.add(*lines)
    return lines


def program_class(name, inputs=None, **weights):
    CLASSES[name] = weights
    if inputs:
        INPUTS[name] = inputs


def load():
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(__name__ + "." + module.name)


__all__ = ["CLASSES", "INGREDIENTS", "INPUTS", "ingredient", "load", "program_class", "templates"]
