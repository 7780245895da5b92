"""Looks at map and legend of a page: TOOLS FOLDER NET"""
import json
import os
import subprocess
import sys

from browser import Browser

tools, folder, net = sys.argv[1:]


def page(name, *options):
    path = os.path.join(folder, name)
    subprocess.run([os.path.join(tools, "fx-translate"), net, "-o", path, *options], check=True)
    return path


def check(condition, *what):
    if not condition:
        raise SystemExit(f"failed: {what}")


with Browser() as browser:
    browser.open(page("net.html"))
    frame = """const m = fxView.minimap, r = m.frame.getBoundingClientRect(), b = m.box.getBoundingClientRect();
return [m.box.hidden, r.top - b.top, r.bottom - b.top, b.height, r.left - b.left, r.right - b.left, b.width];"""
    browser.run("fxView.openTo(9); fxView.zoom(2); fxView.painter.view.y = 0; fxView.painter.draw();")
    hidden, top, bottom, height, left, right, width = browser.run(frame)
    check(not hidden and abs(top) < 3 and bottom < height, top, bottom, height)
    check(-1 <= left < right <= width + 1, left, right, width)
    # What is drawn in it has the colors of boxes.
    colors = browser.run("""const c = fxView.minimap.canvas, d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return [...seen];""")
    check(0xD8ECD5 in colors and 0xCFE1F6 in colors, len(colors))
    print("map: shows where the view is")

    browser.run("""const b = fxView.minimap.box.getBoundingClientRect(), at = { bubbles: true, pointerId: 1,
clientX: b.left + b.width / 2, clientY: b.bottom - 2 };
fxView.minimap.box.setPointerCapture = () => {};
fxView.minimap.box.dispatchEvent(new PointerEvent('pointerdown', at));
fxView.minimap.box.dispatchEvent(new PointerEvent('pointerup', at)); fxView.painter.draw();""")
    hidden, top, bottom, height, *_ = browser.run(frame)
    check(not hidden and top > height / 2, top, height)
    check(browser.run("const p = fxView.painter; return p.view.y + p.height / p.view.k / 2 > fxView.scene.height * 0.95"))
    print("map: moves the view")

    # What is selected, or fitted beside it, is not behind it.
    browser.run("fxView.openTo(9); fxView.fit(); fxView.painter.draw();")
    behind = "const v = fxView; return [...Array(v.model.nodes).keys()].filter(n => v.model.isDrawn(n) && v.isBehindMap(v.scene.rectOf(n))).length;"
    check(browser.run(behind) == 0 and not browser.run(frame)[0])
    browser.run("""fxView.zoom(3); const r = fxView.scene.rectOf(0), p = fxView.painter;
p.view.x = r.x + r.w + 5 - p.width / p.view.k; p.view.y = r.y - 5; p.draw();""")
    check(browser.run("return fxView.isBehindMap(fxView.scene.rectOf(0)) && !fxView.isInView(0);"))
    browser.run("fxView.select(0, { show: true }); fxView.painter.draw();")
    check(browser.run("return fxView.isInView(0);"))
    print("map: covers nothing that is looked for")

    browser.run("fxView.fit(true); fxView.zoom(0.9); fxView.painter.draw();")
    check(browser.run(frame)[0])
    browser.run("fxView.zoom(4); fxView.painter.draw();")
    check(not browser.run(frame)[0])
    browser.keys("#canvas", "m")
    browser.run("fxView.painter.draw();")
    check(browser.run(frame)[0])
    print("map: is hidden where all is in view")

    words = {"format": "fx-overlay", "version": 1, "name": "<b>stage", "text": {"stem": "first"},
             "values": {"stem": "one", "layer_0_conv": "two", "layer_0_relu": "two", "add": "<i>three", "gone": "four"}}
    with open(os.path.join(folder, "words.json"), "w") as file:
        json.dump(words, file)
    browser.open(page("words.html", "--overlay=" + os.path.join(folder, "words.json")))
    legend = browser.run("return document.getElementById('legend').innerText").split("\n")
    check(legend == ["<b>stage", "two 2", "<i>three 1", "one 1", "1 name of the file not in the model"], legend)
    said = browser.run("""const o = fxView.painter.overlay, m = fxView.model, n = name => m.byName.get(name);
return [o.textOf(n('stem')), o.textOf(n('layer_0_conv')), o.textOf(n('x')) ?? null, o.colorOf(n('stem')) !== o.colorOf(n('add')),
  o.textOfBlock(fxView.blockOf('layer.0') - m.nodes), o.colorOfBlock(fxView.blockOf('layer.0') - m.nodes) === o.colorOf(n('layer_0_conv')),
  o.textOfBlock(0)];""")
    check(said == ["one, first", "two", None, True, "two 2", True, "two 2, <i>three 1, …"], said)
    browser.run("[...document.querySelectorAll('#legend button')].find(b => b.textContent === 'one').click()")
    check(browser.run("return fxView.model.name(fxView.selected)") == "stem")
    check(not (said := browser.messages()), said)
    print("words: boxes, modules and legend")

    names = browser.run("return fxView.overlays.map(o => o.info.name)")
    check("dtype" in names, names)
    browser.run("fxView.setOverlay(fxView.overlays.findIndex(o => o.info.name === 'dtype'))")
    check("f16" in browser.run("return document.getElementById('legend').innerText"))
    print("words: types of values without being asked for")
