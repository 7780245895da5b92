"""check_html.py BROWSER FOLDER: what notebooks show, in a browser. Pictures are left
in FOLDER."""

import base64
import html.parser
import os
import sys

import torch

sys.path.insert(0, sys.argv[1])
from browser import Browser

import fxopt
from fxopt import _html

FOLDER = sys.argv[2]


class Parts(html.parser.HTMLParser):
    """Whether tags fit, and that nothing runs and nothing is fetched."""

    def __init__(self, text):
        super().__init__()
        self.open, self.kinds = [], set()
        self.feed(text)
        self.close()
        assert not self.open, self.open
        assert not self.kinds & {"script", "img", "iframe", "link", "object", "a"}, self.kinds

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.kinds.add(tag)
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.linear = torch.nn.LayerNorm(8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return x + torch.relu(self.linear(self.norm(x)))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Block() for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return torch.cat([x, x, x, x.unsqueeze(0).squeeze(0), x.reshape(4, 8)], dim=-1)


def shown():
    """The things that notebooks show, by name."""
    program = torch.export.export(Net(), (torch.randn(4, 8),))
    m = fxopt.from_torch(program)
    yield "program", m
    traced = fxopt.from_torch(torch.fx.symbolic_trace(Net()))
    yield "graph", traced.graph
    yield "node", m.graph.find_node("layer_norm")
    yield "pipeline", fxopt.Pipeline("normalize-args,fix(cse,dce)")
    yield "rule", fxopt.rule(lambda x: x * torch.sigmoid(x), lambda x: torch.nn.functional.silu(x), name="gate")

    def noisy(module, ctx):
        ctx.remark("a remark <b>not bold</b>", module.graph.output_node)
        return False

    yield "report", fxopt.Pipeline(
        ["decompose", noisy, "cse,dce"], print_changed="diff"
    ).run(m)
    chain = torch.nn.Sequential(*(torch.nn.Linear(64, 64) for _ in range(8)))
    yield "stages", fxopt.partition(
        torch.export.export(chain, (torch.randn(4, 64),)), stages=5
    )
    long = torch.fx.Graph()
    x = long.placeholder("x")
    for _ in range(300):
        x = long.call_function(torch.neg, (x,))
    long.output(x)
    yield "long", fxopt.from_torch(long)
    yield "hostile", fxopt.loads(
        'fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n'
        '    %y : [num_users=1] = call_function[target="<script>alert(1)</script>"](args = (%x, "<img src=x onerror=alert(2)>"), kwargs = {}) {val: 1}\n'
        "    return %y\n"
    )  # fmt: skip


def main():
    pages = {}
    for name, thing in shown():
        text = thing._repr_html_()
        Parts(text)
        pages[name] = text
        with open(os.path.join(FOLDER, name + ".html"), "w") as file:
            file.write(
                "<!doctype html><html data-ready=1><meta charset=utf-8><body style='margin:16px'>"
                + text
            )
    with Browser(size=(1000, 760)) as browser:
        for name in pages:
            path = os.path.join(FOLDER, name + ".html")
            browser.open(path)
            assert not browser.requests() and not browser.messages(), name
            picture = browser.call("GET", "/screenshot")
            with open(os.path.join(FOLDER, name + ".png"), "wb") as file:
                file.write(base64.b64decode(picture))
            assert browser.run("return document.body.scrollWidth <= innerWidth"), name

        def look(name, script):
            browser.open(os.path.join(FOLDER, name + ".html"))
            return browser.run("return " + script)

        text = look("program", "document.body.innerText")
        assert "fxopt.Module" in text and "12 parameters" in text, text
        titles = look("program", "[...document.querySelectorAll('.fxopt > details > summary')].map(s => s.innerText)")
        assert titles == ["nodes 0 to 12", *(f"layers.{i}, nodes {13 + 4 * i} to {16 + 4 * i}" for i in range(3)), "nodes 25 to 29"], titles
        # Folds open and close.
        seen = "[...document.querySelectorAll('.fxopt > details')].map(d => d.offsetHeight > 40)"
        heights = look("long", seen)
        assert heights[0] and not heights[1] and len(heights) == 5, heights
        browser.run("document.querySelectorAll('.fxopt > details > summary')[1].click()")
        assert browser.run("return " + seen)[1]
        assert "… and 102 more nodes" in look("long", "document.body.innerText")
        # Users are seen on hover.
        browser.open(os.path.join(FOLDER, "graph.html"))
        place = browser.run(
            "const r = document.querySelector('.fxopt .users').getBoundingClientRect();"
            "return [Math.round(r.left + 3), Math.round(r.top + 3)]"
        )
        tip = "return getComputedStyle(document.querySelector('.fxopt .users span')).display"
        assert browser.run(tip) == "none"
        move = {"type": "pointerMove", "x": place[0], "y": place[1], "duration": 0}
        browser.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "m", "actions": [move]}]})
        assert browser.run(tip) == "block"
        users = browser.run("return document.querySelector('.fxopt .users span').innerText")
        assert users == "used by layers_0_norm, add", users
        with open(os.path.join(FOLDER, "hover.png"), "wb") as file:
            file.write(base64.b64decode(browser.call("GET", "/screenshot")))
        # Long arguments fold, and differences have colors.
        assert look("node", "document.querySelector('.fxopt td details') !== null")
        colors = look(
            "report",
            "['.add', '.del'].map(k => getComputedStyle(document.querySelector('.fxopt ' + k)).backgroundColor)",
        )
        assert colors == ["rgba(46, 160, 67, 0.22)", "rgba(248, 81, 73, 0.2)"], colors
        assert "<b>not bold</b>" in look("report", "document.body.innerText")
        assert "<script>" in look("hostile", "document.body.innerText")
    erased = fxopt.loads("fx 1\ngraph():\n    %x : [num_users=0] = placeholder[target=x]\n    return None\n")
    node = next(iter(erased.graph.nodes))
    erased.graph.erase_node(node)
    assert "erased" in node._repr_html_()
    assert _html.MOST == 200
    print(f"{len(pages)} pages")


if __name__ == "__main__":
    main()
