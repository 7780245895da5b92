"""Statements with less in them: of branches, loops and regions too."""

import ast
import copy


def simpler(statement):
    """Texts in which an expression gave way to a part of it, or a block lost a line."""
    try:
        tree = ast.parse(statement)
    except SyntaxError:
        return
    for place, node in enumerate(ast.walk(tree)):
        for name, value in ast.iter_fields(node):
            items = value if isinstance(value, list) else [value]
            for at, item in enumerate(items):
                if isinstance(item, ast.stmt) and node is not tree:
                    if len(items) > 1:
                        yield changed(tree, place, name, at, None)
                elif isinstance(item, ast.stmt) and isinstance(item, (ast.With, ast.If, ast.For)):
                    yield changed(tree, place, name, at, item.body)
                elif isinstance(item, ast.expr):
                    for part in parts(item):
                        yield changed(tree, place, name, at, [part])


def parts(expression):
    """What an expression is made of; not the names of functions and keywords."""
    if isinstance(expression, ast.Call):
        inner = [expression.func.value] if isinstance(expression.func, ast.Attribute) else []
        return [p for p in [*inner, *expression.args] if not isinstance(p, (ast.Lambda, ast.Starred))]
    if isinstance(expression, ast.BinOp):
        return [expression.left, expression.right]
    if isinstance(expression, (ast.UnaryOp, ast.Subscript)):
        return [expression.operand if isinstance(expression, ast.UnaryOp) else expression.value]
    if isinstance(expression, ast.Compare):
        return [expression.left]
    return []


def changed(tree, place, name, at, items):
    """The text with items for one of a field's."""
    made = copy.deepcopy(tree)
    node = next(node for i, node in enumerate(ast.walk(made)) if i == place)
    value = getattr(node, name)
    items = copy.deepcopy(items or [])
    if isinstance(value, list):
        value[at:at + 1] = items
    else:
        setattr(node, name, items[0])
    return ast.unparse(ast.fix_missing_locations(made))
