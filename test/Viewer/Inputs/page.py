"""Looks at pages in a browser: TOOLS FOLDER NET HOSTILE MODEL..."""
import json
import os
import re
import subprocess
import sys
import xml.dom.minidom

from browser import Browser

tools, folder, net, hostile, *models = sys.argv[1:]


def tool(name, *arguments):
    return subprocess.run([os.path.join(tools, name), *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def page(model, *options):
    path = os.path.join(folder, os.path.basename(model) + ".html")
    tool("fx-translate", model, "-o", path, *options)
    return path


def check(condition, *what):
    if not condition:
        raise SystemExit(f"failed: {what}")


def boxes_of_svg(text):
    """(title, x, y) of each box of a node, in whole pixels."""
    found = []
    for group in xml.dom.minidom.parseString(text).getElementsByTagName("g"):
        rect, title = group.getElementsByTagName("rect")[0], group.getElementsByTagName("title")
        if title:
            name = title[0].firstChild.data[1:].split(":")[0]
            found.append((name, float(rect.getAttribute("x")), float(rect.getAttribute("y"))))
    return sorted(found)


BOXES = """fxView.openTo(99); const m = fxView.model, found = [];
for (let n = 0; n < m.nodes; n++) if (m.isDrawn(n)) { const r = fxView.scene.rectOf(n); found.push([m.name(n), r.x, r.y]); }
return found;"""

SELECTORS = ["op=call_module", "op=call_*", "op=placeholder | op=output", "target=torch.add", "target=layer.*", "operator=add",
             "operator", "operator!=mul", "name=layer_?_conv", "name=*[rR]elu", "name!=x", "path=layer.0*", "path", "!path",
             "class=relu", "class=Re*", "class=torch.nn.*", "class!=ReLU", "class", "tag", "tag=a", "tag!=a", "!(tag=a)",
             "tag={b,c}", "dtype=float16", "dtype=f32", "dtype=torch.float*", "dtype!=float32", "dtype", "kwarg=alpha",
             "kwarg!=alpha", "users=2", "users>1", "users>=1 & users<=1", "users<1", "users!=1", "args=2", "args<2",
             "meta.note", "meta.note='two words'", "meta.note!=x", 'meta.note="two*"', "meta.val", "*", "! op=output",
             "op=call_module & class=ReLU & path=layer.1* & !(name=relu_1 | tag=foo)", "users=1&&args=2||tag=c",
             "tag=a | tag=c & users>5", "(tag=a|tag=c)&args=2", "name=[!a-m]*", "target==torch.add",
             "op=call_module and class=ReLU", "class=ReLU or op=output", "not op=placeholder", "not(op=output)and not tag=a",
             "not not class and(users=1 or users=2)", "name=or*", "operator and users=1"]


def search(browser, text):
    return browser.wait("const done = arguments[1]; fxView.find(arguments[0]).then(() => done("
                        "fxView.hits.map(n => fxView.model.name(n))))", text)


with Browser() as browser:
    def quiet():
        check(not (said := browser.messages()), said)
        check(not (asked := browser.requests()), asked)

    browser.open(page(net))
    stats = browser.run("fxView.fit(true); fxView.painter.draw(); return fxView.painter.stats")
    # x, stem, add, mul, flatten, output, and two boxes in each of two blocks.
    check(stats["boxes"] == 10, stats)
    check(stats["blocks"] == 3 and stats["lines"] > 10 and stats["texts"] > 20, stats)
    # The box of the input has its color.
    pixel = """const p = fxView.painter, r = fxView.scene.rectOf(0);
      p.draw(); const x = (r.x + 4 - p.view.x) * p.view.k * p.ratio, y = (r.y + r.h / 2 - p.view.y) * p.view.k * p.ratio;
      return [...p.context.getImageData(x, y, 1, 1).data].slice(0, 3);"""
    color = browser.run(pixel)
    check(color == [0xD8, 0xEC, 0xD5], color)
    quiet()
    print("first view")

    for model in [net, *models]:
        browser.open(page(model))
        ours = sorted((name, x, y) for name, x, y in browser.run(BOXES))
        theirs = boxes_of_svg(tool("fx-translate", model, "--to=svg"))
        check(len(ours) == len(theirs) > 5, len(ours), len(theirs))
        for a, b in zip(ours, theirs):
            check(a[0] == b[0] and abs(a[1] - b[1]) < 0.051 and abs(a[2] - b[2]) < 0.051, a, b)
        quiet()
        print(f"picture: {os.path.basename(model)} as fx-translate --to=svg draws it")

    browser.open(page(net, "--depth=0"))
    painted = "fxView.fit(true); fxView.painter.draw(); return fxView.painter.stats.boxes"
    check(browser.run(painted) == 7, browser.run(painted))
    browser.run("fxView.toggle(1)")
    check(browser.run(painted) == 8, browser.run(painted))
    check(browser.run("return fxView.scene.isOpen(1) && !fxView.scene.isOpen(2)"))
    where = browser.run("return fxView.scene.rectOf(fxView.model.nodes + 1)")
    browser.run("fxView.toggle(1)")
    check(browser.run(painted) == 7)
    check(browser.run("return fxView.scene.rectOf(fxView.model.nodes + 1)")["h"] < where["h"])
    # A double click opens what is under it.
    browser.run("""const v = fxView.painter.view, r = fxView.scene.rectOf(fxView.model.nodes + 1), c = fxView.canvas;
      const at = c.getBoundingClientRect(), x = (r.x + 5 - v.x) * v.k + at.left, y = (r.y + 5 - v.y) * v.k + at.top;
      c.dispatchEvent(new MouseEvent('dblclick', {clientX: x, clientY: y, bubbles: true}));""")
    check(browser.run("return fxView.scene.isOpen(1)"))
    quiet()
    print("open and close")

    browser.open(page(net))
    for selector in SELECTORS:
        ours = search(browser, selector)
        lines = tool("fx-opt", net, f"--list-nodes={selector}").splitlines()
        theirs = [line.split()[0] for line in lines[1:-1]]
        check(ours == theirs, selector, ours, theirs)
        check(browser.run("return document.getElementById('hits').textContent") == f"{len(ours)} of 11", selector)
    check(search(browser, "conv") == ["stem", "layer_0_conv", "layer_1_conv"], search(browser, "conv"))
    check(search(browser, "FLOAT16") == [] and search(browser, "f16[") == ["layer_1_conv"])
    print(f"search: {len(SELECTORS)} selectors as fx-opt --list-nodes reads them")

    for selector, message in [("clas=relu", "column 1: there is no key 'clas'"), ("op=call_module & ", "column 18: expected a condition"),
                              ("(op=output", "column 11: expected ')'"), ("users=x", "column 7: expected a number after 'users'"),
                              ("name=[a", "column 1: '[' without ']'"), ("!name", "column 2: 'name' needs a value"),
                              ("operator=torch.add", "column 10: no operator here is called 'torch.add'; use its short name, "
                               "as in operator=add, or target=torch.add"),
                              ("operator!=aten.mul.Tensor", "column 11: no operator here is called 'aten.mul.Tensor'; use its short "
                               "name, as in operator=add, or target=aten.mul.Tensor")]:
        check(search(browser, selector) == [], selector)
        said = browser.run("return document.getElementById('hits').textContent")
        check(said == message, selector, said)
    quiet()
    print("mistakes in selectors")

    browser.keys("#canvas", "/")
    check(browser.run("return document.activeElement.id") == "search")
    browser.keys("#search", "relu")
    check(browser.run("return fxView.hits.length") == 2)
    browser.keys("#search", "\ue007")
    name = "return fxView.selected < fxView.model.nodes ? fxView.model.name(fxView.selected) : fxView.selected - fxView.model.nodes"
    check(browser.run(name) == "layer_0_relu", browser.run(name))
    browser.keys("#canvas", "n")
    check(browser.run(name) == "layer_1_relu")
    browser.keys("#canvas", "\ue013")
    check(browser.run(name) == "layer_1_conv", browser.run(name))
    browser.keys("#canvas", "\ue015")
    browser.keys("#canvas", "\ue015")
    check(browser.run(name) == "add", browser.run(name))
    zoom = browser.run("return fxView.painter.view.k")
    browser.keys("#canvas", "+")
    check(browser.run("return fxView.painter.view.k") > zoom)
    browser.keys("#canvas", "1")
    check(browser.run("return fxView.scene.isOpen(1) && !fxView.scene.isOpen(2)"))
    browser.keys("#canvas", "?")
    check(browser.run("return !document.getElementById('keys').hidden"))
    browser.keys("#canvas", "\ue00c")
    check(browser.run("return document.getElementById('keys').hidden && fxView.selected === 0xffffffff"))
    quiet()
    print("keys")

    text = "const done = arguments[1]; fxView.select(fxView.model.byName.get(arguments[0])); setTimeout(() => done(document.getElementById('details').innerText), 300)"
    said = browser.wait(text, "add")
    for part in ("%add", "call_function", "torch.add", "input", "%layer_1_relu", "other", "%stem", "alpha", "users (1)", "%mul",
                 'File "net.py", line 7, in forward', "tag"):
        check(part in said, part, said)
    # A parameter has no box: its user is shown, and its own details.
    check("get_attr" in browser.wait(text, "scale") and browser.run(name) == "mul")
    check("my.Block" in browser.wait(text, "layer_0_conv") or "layer.0" in browser.wait(text, "layer_0_conv"))
    quiet()
    print("details")

    with open(os.path.join(folder, "time.json"), "w") as file:
        json.dump({"layer_0_conv": 5, "layer_1_conv": 20, "add": 1}, file)
    browser.open(page(net, f"--overlay={folder}/time.json"), "#overlay=time&sel=add")
    check(browser.run("return document.getElementById('legend').innerText").split("\n")[0] == "time")
    check(browser.run("return [...document.querySelectorAll('#legend li')].map(l => l.innerText)") ==
          ["%layer_1_conv 20", "%layer_0_conv 5", "%add 1"])
    check(browser.run("return fxView.painter.overlay.blocks[1]") == 25)
    check(browser.run(name) == "add")
    browser.run("document.querySelector('#legend li button').click()")
    check(browser.run(name) == "layer_1_conv")
    # A value that is almost zero does not make all others alike.
    with open(os.path.join(folder, "tiny.json"), "w") as file:
        json.dump({"format": "fx-overlay", "version": 1, "name": "tiny", "scale": "log",
                   "values": {"layer_0_conv": 1e-43, "layer_1_conv": 1e-6, "add": 1}}, file)
    browser.open(page(net, f"--overlay={folder}/tiny.json"))
    levels = browser.run("const o = fxView.painter.overlay; return [1e-43, 1e-6, 1].map(v => o.level(v))")
    check(levels[0] == 0 and 0.3 < levels[1] < 0.4 and levels[2] == 1, levels)
    check("\u2264 " in browser.run("return document.getElementById('legend').innerText"))
    # Text that is longer than its box is cut, and whole in the details.
    with open(os.path.join(folder, "long.json"), "w") as file:
        json.dump({"format": "fx-overlay", "version": 1, "name": "long", "values": {"add": 1},
                   "text": {"add": "a" * 200}}, file)
    # The first one of a file is shown if the link does not name another.
    browser.open(page(net, f"--overlay={folder}/long.json"), "#sel=add")
    check(browser.run("return fxView.painter.overlay.info.name") == "long")
    check(browser.run("const s = document.getElementById('overlay'); return s.selectedOptions[0].textContent") == "long")
    drawn = browser.run("""const g = fxView.painter.context, seen = [], draw = g.fillText;
      g.fillText = function (text, ...rest) { seen.push(text); return draw.call(this, text, ...rest); };
      fxView.painter.draw(); g.fillText = draw; return seen.filter(t => t.includes('aaa'));""")
    check(len(drawn) == 1 and drawn[0].endswith("\u2026") and len(drawn[0]) < 60, drawn)
    check("a" * 200 in browser.wait(text, "add"))
    quiet()
    print("overlay")

    path = page(net, "--depth=0")
    browser.open(path, "#layer_1_conv")
    check(browser.run(name) == "layer_1_conv" and browser.run("return fxView.scene.isOpen(1)"))
    browser.open(path, "#sel=stem&open=layer,layer.1")
    check(browser.run(name) == "stem")
    check(browser.run("return [1, 2, 3].map(b => fxView.scene.isOpen(b))") == [True, False, True])
    browser.open(path, "#sel=nothing")
    check(browser.run("return document.getElementById('note').textContent") == "There is no node 'nothing'.")
    browser.open(path)
    browser.run("fxView.select(1)")
    check(browser.run("return location.hash") == "#sel=stem")
    # Graphs may have nodes of one name: arguments lead to operands, and links to the node that they were made of.
    branches = page(next(m for m in models if "hop_cond" in m))
    browser.open(branches)
    same = browser.run("""const m = fxView.model, all = [...Array(m.nodes).keys()];
      return all.filter(n => m.byName.get(m.name(n)) !== n && m.operands(n).length);""")
    check(same)
    for n in same:
        wanted = browser.run("return fxView.model.operands(arguments[0])", n)
        browser.run("fxView.select(arguments[0])", n)
        browser.wait("const done = arguments[0]; setTimeout(() => done(0), 300)")
        link = browser.run("return location.hash")
        browser.run("document.querySelector('#details td .ref').click()")
        check(browser.run("return fxView.selected") in wanted, n, wanted)
        browser.open(branches, link)
        check(browser.run("return fxView.selected") == n, n, link)
    quiet()
    print("links")

    paper = "return fxView.painter.colors.paper"
    check(browser.run(paper) == "#ffffff")
    browser.run("document.getElementById('theme').click()")
    check(browser.run(paper) == "#14181d")
    check(browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 29)")
    with Browser(dark=True) as other:
        other.open(path)
        check(other.run(paper) == "#14181d")
    print("themes")

    browser.open(page(net))
    browser.keys("#tree", "\ue015")
    browser.keys("#tree", "\ue015")
    check(browser.run(name) == "stem", browser.run(name))
    row = browser.run("""const row = document.getElementById(document.getElementById('tree').getAttribute('aria-activedescendant'));
      return ['role', 'aria-level', 'aria-selected', 'aria-posinset', 'aria-setsize'].map(a => row.getAttribute(a));""")
    check(row == ["treeitem", "1", "true", "2", "7"], row)
    browser.keys("#tree", "\ue015")
    # Into the module, to its first block, which closes; back, and it closes too.
    browser.keys("#tree", "\ue014")
    browser.keys("#tree", "\ue012")
    check(browser.run("return [1, 2].map(b => fxView.scene.isOpen(b))") == [True, False])
    browser.keys("#tree", "\ue012")
    browser.keys("#tree", "\ue012")
    check(browser.run("return fxView.scene.isOpen(1)") is False)
    check(browser.run("return document.querySelector('.row[aria-expanded]').getAttribute('aria-expanded')") == "false")
    rows = browser.run("return [...document.querySelectorAll('.row')].map(r => r.innerText.trim())")
    check(rows[2] == "▸layer Sequential 4", rows)
    quiet()
    print("tree for screen readers")

    saved = """const done = arguments[0], real = URL.createObjectURL;
      URL.createObjectURL = blob => { blob.text().then(t => done([blob.type, blob.size, t.slice(0, 200000)])); return real(blob); };
      document.getElementById('KIND').click();"""
    kind, _, svg = browser.wait(saved.replace("KIND", "svg"))
    check(kind == "image/svg+xml" and xml.dom.minidom.parseString(svg).documentElement.tagName == "svg")
    check(">Sequential<" in svg or "Sequential" in svg)
    browser.open(page(net))
    kind, size, png = browser.wait(saved.replace("KIND", "png"))
    check(kind == "image/png" and size > 5000, kind, size)
    print("files to take away")

    browser.open(page(hostile))
    said = browser.wait(text, "a")
    for part in ("my.<b onclick=alert(1)>bold</b>", "<svg/onload=window.hacked=1>", "<script>window.hacked=1</script>",
                 "javascript:window.hacked=1"):
        check(part in said, part, said)
    check("<i>l</i>" in browser.run("return document.getElementById('rows').innerText"))
    check(browser.run("return document.querySelectorAll('#details b, #details svg, #rows i, #rows u, img, a').length") == 0)
    browser.wait(saved.replace("KIND", "svg"))
    check(browser.run("return window.hacked ?? null") is None)
    quiet()
    print("hostile names are text")
