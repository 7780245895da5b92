# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What notebooks show: tables that fold, without scripts and without anything from
elsewhere."""

import re
from html import escape

#: How many nodes of a graph are shown, and how many stand in one fold where nothing
#: else says what belongs together.
MOST = 200
_FOLD = 40
#: How many nodes a fold should have where modules say what belongs together.
_GROUP = 5
#: How long arguments may be before they fold.
_LONG = 60

_STYLE = """<style>
.fxopt { font: 13px/1.45 system-ui, sans-serif; max-width: 100%; overflow-x: auto; }
.fxopt code, .fxopt pre, .fxopt td { font-family: ui-monospace, monospace; font-size: 12px; }
.fxopt table { border-collapse: collapse; margin: 2px 0 6px; }
.fxopt th, .fxopt td { text-align: left; vertical-align: top; padding: 1px 10px 1px 0;
  border-bottom: 1px solid rgba(128, 128, 128, .25); background: none; white-space: nowrap; }
.fxopt th { font-weight: 600; opacity: .65; }
.fxopt summary { cursor: pointer; }
.fxopt td details { display: inline-block; max-width: 66ch; }
.fxopt td details[open] { white-space: pre-wrap; }
.fxopt .op { opacity: .6; }
.fxopt .num { text-align: right; font-variant-numeric: tabular-nums; }
.fxopt .type { color: #0a7f6f; }
.fxopt .users { position: relative; cursor: help; }
.fxopt .users span { display: none; position: absolute; z-index: 9; left: 0; top: 1.5em;
  width: max-content; max-width: 40ch; white-space: normal; text-align: left;
  padding: 3px 8px; border-radius: 4px;
  background: #24292f; color: #f6f8fa; }
.fxopt .users:hover span { display: block; }
.fxopt pre { margin: 0; padding: 4px 8px; background: rgba(128, 128, 128, .1); }
.fxopt .add { background: rgba(46, 160, 67, .22); display: block; }
.fxopt .del { background: rgba(248, 81, 73, .2); display: block; }
.fxopt .error { color: #cf222e; } .fxopt .warning { color: #9a6700; }
</style>"""


def _page(*parts):
    return f'{_STYLE}<div class="fxopt">{"".join(parts)}</div>'


def _fold(summary, body, is_open=False):
    return (
        f"<details{' open' if is_open else ''}><summary>{summary}</summary>"
        f"{body}</details>"
    )


def _table(heads, rows):
    head = "".join(f"<th>{h}</th>" for h in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _row(*cells):
    return f"<tr>{''.join(cells)}</tr>"


def _cell(text, kind=""):
    return f'<td class="{kind}">{text}</td>' if kind else f"<td>{text}</td>"


def _count(number, what):
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---------------------------------------------------------------------------
# Graphs
# ---------------------------------------------------------------------------


def _shown(value):
    """An argument as text; nodes with a % in front."""
    from ._graph import Node

    if isinstance(value, Node):
        return f"%{value.name}"
    if isinstance(value, tuple) and type(value) is tuple:
        return f"({', '.join(map(_shown, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_shown(v)}" for k, v in value.items()) + "}"
    if callable(value) and hasattr(value, "__qualname__"):
        return value.__qualname__
    return repr(value)


def _type(node):
    value = node.meta.get("val")
    if value is None:
        return ""
    if type(value).__name__ != "TensorType":
        return _shown(value)
    sizes = ", ".join(map(str, value.shape))
    return f"{str(value.dtype).removeprefix('torch.')}[{sizes}]"


def _arguments(node):
    parts = [_shown(a) for a in node.args]
    parts += [f"{k}={_shown(v)}" for k, v in node.kwargs.items()]
    text = ", ".join(parts)
    if len(text) <= _LONG:
        return escape(text)
    return _fold(escape(text[: _LONG - 1]) + "…", escape(text))


def _users(node):
    names = [u.name for u in node.users]
    if not names:
        return "0"
    more = f" and {len(names) - 30} more" if len(names) > 30 else ""
    shown = escape(", ".join(names[:30]) + more)
    return f'{len(names)}<span role="tooltip">used by {shown}</span>'


def _node_row(node):
    return _row(
        _cell(escape(node.name)),
        _cell(escape(node.op), "op"),
        _cell(escape(node.target)),
        _cell(_arguments(node)),
        _cell(escape(_type(node)), "type"),
        _cell(_users(node), "users num"),
    )


def _place(node):
    """The module that a node comes from, as far as anybody says it."""
    stack = node.meta.get("nn_module_stack")
    if isinstance(stack, str) and stack:
        return (stack.split(";")[-1].split(",") + [""])[1]
    source = node.torch_node
    stack = None if source is None else source.meta.get("nn_module_stack")
    if isinstance(stack, dict) and stack:
        path = next(reversed(stack.values()))[0]
        return path if isinstance(path, str) else ""
    return ""


_HEADS = ("name", "kind", "target", "arguments", "value", "users")


def _groups(nodes):
    """Nodes that follow each other and come from one module, or a number of them."""
    places = [_place(n).split(".") for n in nodes]
    if not any(p[0] for p in places):
        for start in range(0, len(nodes), _FOLD):
            yield "", nodes[start : start + _FOLD]
        return
    # As deep as groups are of some size.
    for depth in range(max(map(len, places)), 0, -1):
        names = [".".join(p[:depth]) for p in places]
        starts = [i for i, n in enumerate(names) if i == 0 or n != names[i - 1]]
        if len(starts) * _GROUP <= len(nodes):
            break
    for start, end in zip(starts, [*starts[1:], len(nodes)]):
        yield names[start], nodes[start:end]


def _graph(graph):
    from itertools import islice

    count = len(graph)
    nodes = list(islice(iter(graph.nodes), MOST))
    groups = list(_groups(nodes))
    parts, at = [], 0
    for place, group in groups:
        title = f"<code>{escape(place)}</code>, " if place else ""
        if len(group) == 1:
            title += f"node {at}"
        else:
            title += f"nodes {at} to {at + len(group) - 1}"
        rows = _table(_HEADS, (_node_row(n) for n in group))
        # What fits on a screen is open.
        parts.append(_fold(title, rows, is_open=at + len(group) <= _FOLD))
        at += len(group)
    if count > at:
        parts.append(f"<p>… and {_count(count - at, 'more node')}</p>")
    return "".join(parts)


def graph(graph):
    return _page(f"<b>{_count(len(graph), 'node')}</b>", _graph(graph))


def node(node):
    if not node.is_alive:
        return _page("<i>a node that was erased</i>")
    return _page(_table(_HEADS, [_node_row(node)]))


# ---------------------------------------------------------------------------
# Modules
# ---------------------------------------------------------------------------


def _bytes(count):
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"


def module(module):
    info = module.info()
    title = [info.get("name") or "module", _count(len(module), "node")]
    state = info.get("state") or []
    for part in state:
        title.append(_count(part["tensors"], part["role"]))
    if state:
        title.append(_bytes(sum(part["bytes"] for part in state)))
    return _page(
        f"<b>fxopt.Module</b> {escape(', '.join(title))}", _graph(module.graph)
    )


# ---------------------------------------------------------------------------
# Runs
# ---------------------------------------------------------------------------


def _difference(text):
    lines = []
    for line in text.splitlines():
        kind = {"+": "add", "-": "del"}.get(line[:1])
        shown = escape(line) or " "
        lines.append(f'<span class="{kind}">{shown}</span>' if kind else shown + "\n")
    return f"<pre>{''.join(lines)}</pre>"


def _messages(diagnostics):
    rows = []
    for d in diagnostics:
        place = ":".join(str(p) for p in (d.file, d.line) if p)
        where = f"%{d.node}" if d.node else place
        rows.append(
            _row(
                _cell(escape(d.severity), escape(d.severity)),
                _cell(escape(d.text)),
                _cell(escape(where)),
            )
        )
    return _table(("", "message", "where"), rows)


def report(report):
    change = report.nodes_after - report.nodes_before
    title = (
        f"<b>{'changed' if report.changed else 'nothing changed'}</b>, "
        f"{report.nodes_before:,} → {_count(report.nodes_after, 'node')}"
        + (f" ({change:+,})" if change else "")
    )
    rows = []
    for name in dict.fromkeys((*report.stats, *report.timing)):
        counts = ", ".join(
            f"{k} {v:,}" for k, v in report.stats.get(name, {}).items() if v
        )
        time = report.timing.get(name)
        rows.append(
            _row(
                _cell(escape(name)),
                _cell("" if time is None else f"{1e3 * time:.3f}", "num"),
                _cell(escape(counts)),
            )
        )
    parts = [title]
    if rows:
        parts.append(_fold("passes", _table(("pass", "ms", "counts"), rows), True))
    if report.changes:
        parts.append(_fold("changes", _difference(report.changes), True))
    if report.diagnostics:
        count = _count(len(report.diagnostics), "message")
        parts.append(_fold(count, _messages(report.diagnostics), True))
    return _page(*parts)


def pipeline(pipeline):
    from ._module import list_passes

    known = list_passes()
    rows = [
        _row(_cell(escape(name)), _cell(escape(known[name])))
        for name in dict.fromkeys(re.findall(r"[a-z][a-z0-9-]*", pipeline.text))
        if name in known
    ]
    return _page(
        f"<code>{escape(pipeline.text)}</code>",
        _fold("what they do", _table(("pass", "what it does"), rows)),
    )


def rule(rule):
    return _page(f"<b>{escape(rule.name)}</b>", f"<pre>{escape(rule.text)}</pre>")
