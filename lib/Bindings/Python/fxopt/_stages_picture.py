# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables and pictures of stages: boxes with what a stage is, and edges with the bytes
that go along them."""

import math
from html import escape

_WIDTH, _HEIGHT, _GAP, _LANE = 170, 86, 110, 34


def _short(number, units=("", "K", "M", "G", "T")):
    for unit in units:
        if abs(number) < 1000 or unit == units[-1]:
            return f"{number:.3g}{unit}" if number % 1 or number >= 1000 else f"{number:.0f}{unit}"
        number /= 1000


def _size(count):
    return f"{count:,.0f} bytes" if count < 100_000 else _short(count, (" B", " kB", " MB", " GB"))


def table(parts):
    head = ("stage", "first", "nodes", "parameters", "parameter_bytes", "flops", "sends")
    lines = [head] + [
        tuple(f"{r[k]:,.0f}" if k in head[2:] else r[k] for k in head) for r in parts.rows()
    ]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if k < 2 else cell.rjust(w)
            for k, (cell, w) in enumerate(zip(line, widths))
        ).rstrip()
        for line in lines
    )


def _edges(parts):
    """The bytes that each stage receives: by the number of the stage that sends them,
    -1 for inputs, and of the one that receives them."""
    edges = {}
    for i in range(1, len(parts)):
        for n in parts._received(i):
            source = i - 1 if parts.link == "relay" else parts._home_of(n)
            size = parts._costs[n][1]
            known = 0 if math.isnan(size) else size
            edges[source, i] = edges.get((source, i), 0) + known
    return edges


def dot(parts):
    """For Graphviz."""
    lines = ["digraph stages {", "  rankdir=LR; node [shape=box];"]
    for i, row in enumerate(parts.rows()):
        label = f"{row['stage']}\\n{row['nodes']} nodes\\n{row['flops']:,.0f} FLOPs"
        lines.append(f'  s{i} [label="{label}"];')
    edges = _edges(parts)
    if any(source < 0 for source, _ in edges):
        lines.append("  inputs [shape=ellipse];")
    for (source, i), size in sorted(edges.items()):
        name = "inputs" if source < 0 else f"s{source}"
        lines.append(f'  {name} -> s{i} [label="{size:,.0f} bytes"];')
    return "\n".join(lines + ["}"]) + "\n"


def _text(x, y, text, *, size=12, weight="normal", anchor="middle"):
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def svg(parts):
    """A picture that needs nothing else. Edges between neighbors are straight; others
    pass below."""
    rows, edges = parts.rows(), _edges(parts)
    has_inputs = any(source < 0 for source, _ in edges)
    first = 1 if has_inputs else 0
    step = _WIDTH + _GAP
    count = len(rows) + first
    # Each edge that skips stages has a lane of its own, the short ones on top.
    skips = sorted((e for e in edges if e[1] - e[0] > 1), key=lambda e: (e[1] - e[0], e))
    width = count * step - _GAP + 20
    height = _HEIGHT + 40 + _LANE * len(skips)
    most = max((row["flops"] for row in rows), default=0) or 1

    def left(stage):
        return 10 + (stage + first) * step

    middle = 20 + _HEIGHT / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="system-ui, sans-serif" '
        'class="fxopt-stages" style="max-width: 100%; height: auto">',
        "<style>.fxopt-stages text { fill: #1f2328; } "
        ".fxopt-stages path { fill: none; stroke: #57606a; } "
        ".fxopt-stages .box { fill: #f6f8fa; stroke: #57606a; } "
        ".fxopt-stages .work { fill: #54aeff; }</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" '
        'orient="auto"><polygon points="0 0, 9 4, 0 8" fill="#57606a"/></marker></defs>',
    ]
    if has_inputs:
        out.append(
            f'<rect class="box" x="10" y="{middle - 18:.0f}" width="{_WIDTH}" height="36" rx="18"/>'
        )
        out.append(_text(10 + _WIDTH / 2, middle + 4, "inputs"))
    for i, row in enumerate(rows):
        x = left(i)
        out.append(
            f'<g><title>{escape(str(row["stage"]))}: begins at {escape(row["first"])}, '
            f'{row["parameter_bytes"]:,} bytes of parameters</title>'
            f'<rect class="box" x="{x}" y="20" width="{_WIDTH}" height="{_HEIGHT}" rx="6"/>'
            f'<rect class="work" x="{x + 1}" y="{20 + _HEIGHT - 9}" height="8" '
            f'width="{(_WIDTH - 2) * row["flops"] / most:.1f}"/>'
        )
        center = x + _WIDTH / 2
        out.append(_text(center, 40, str(row["stage"]), size=13, weight="600"))
        out.append(_text(center, 58, f"{row['nodes']} nodes, {_short(row['flops'])} FLOPs"))
        out.append(_text(center, 75, f"{_short(row['parameters'])} parameters"))
        out.append(_text(center, 90, f"from {row['first']}"[:28], size=10) + "</g>")
    for edge in sorted(edges):
        source, target = edge
        begin, end = left(source) + _WIDTH, left(target)
        label = _size(edges[edge])
        if edge in skips:
            lane = 20 + _HEIGHT + 24 + _LANE * skips.index(edge)
            begin, end = begin - 20, end + 20
            top = 20 + _HEIGHT if source >= 0 else middle + 18
            out.append(
                f'<path d="M{begin} {top:.0f} C{begin} {lane:.0f} {begin} {lane:.0f} '
                f"{begin + 30} {lane:.0f} H{end - 30} C{end} {lane:.0f} {end} {lane:.0f} "
                f'{end} {20 + _HEIGHT}" marker-end="url(#head)"/>'
            )
            out.append(_text((begin + end) / 2, lane - 5, label))
        else:
            out.append(f'<path d="M{begin} {middle:.0f} H{end}" marker-end="url(#head)"/>')
            out.append(_text((begin + end) / 2, middle - 7, label))
    return "\n".join([*out, "</svg>"]) + "\n"
