"""Looks at a page with two models in a browser: TOOLS FOLDER BEFORE AFTER HOSTILE."""
import os
import subprocess
import sys

from browser import Browser

tools, folder, before, after, hostile = sys.argv[1:]


def page(first, second):
    path = os.path.join(folder, os.path.basename(first) + ".html")
    done = subprocess.run([os.path.join(tools, "fx-diff"), first, second, "-o", path])
    check(done.returncode in (0, 1), done.returncode)
    return path


def check(condition, *what):
    if not condition:
        raise SystemExit(f"failed: {what}")


SELECTED = """return fxView.sides.map(s => s.selected === 0xffffffff ? null
  : s.selected < s.model.nodes ? s.model.name(s.selected) : s.model.blockPath(s.selected - s.model.nodes))"""

with Browser() as browser:
    def quiet():
        check(not (said := browser.messages()), said)
        check(not (asked := browser.requests()), asked)

    def text(element):
        return browser.run("return document.getElementById(arguments[0]).innerText", element)

    def click(side, node):
        """Clicks on the box of a node."""
        browser.run("""const s = fxView.sides[arguments[0]], n = s.model.byName.get(arguments[1]);
          s.uncover(n); s.center(n); s.painter.draw();
          const r = s.scene.rectOf(n), v = s.painter.view, c = s.canvas, at = c.getBoundingClientRect();
          const where = {clientX: (r.x + r.w / 2 - v.x) * v.k + at.left, clientY: (r.y + r.h / 2 - v.y) * v.k + at.top,
            bubbles: true, pointerId: 1};
          c.setPointerCapture = () => {};
          c.dispatchEvent(new PointerEvent('pointerdown', where));
          c.dispatchEvent(new PointerEvent('pointerup', where));""", side, node)

    path = page(before, after)
    browser.open(path)
    check(text("title") == "before.fx -> after.fx", text("title"))
    check(text("difference") == "11 differences", text("difference"))
    stats = browser.run("return fxView.sides.map(s => { s.fit(true); s.painter.draw(); return s.painter.stats; })")
    check(all(s["marks"] > 3 and s["boxes"] > 5 for s in stats), stats)
    check("10 -> 11 nodes" in text("details"), text("details"))
    quiet()
    print("two pictures")

    click(0, "a")
    check(browser.run(SELECTED) == ["a", "a"], browser.run(SELECTED))
    click(1, "sine")
    check(browser.run(SELECTED) == ["sin", "sine"], browser.run(SELECTED))
    # What one model alone has: the other picture shows the place.
    click(1, "neg")
    check(browser.run(SELECTED) == [None, "neg"], browser.run(SELECTED))
    check(browser.run("""const s = fxView.sides[0], r = s.scene.rectOf(s.model.byName.get('m')), v = s.painter.view;
      return r.y >= v.y && r.y <= v.y + s.painter.height / v.k"""))
    browser.run("fxView.sides[0].select(fxView.sides[0].model.nodes + 1)")
    check(browser.run(SELECTED) == ["block.0", "block.0"], browser.run(SELECTED))
    quiet()
    print("a click selects the counterpart")

    signs = """const s = fxView.sides[arguments[0]], m = s.painter.marks, of = {};
      for (let n = 0; n < s.model.nodes; n++) if (m.sign(n)) of[s.model.name(n)] = m.sign(n) + m.word(n) + (m.isDashed(n) ? '-' : '');
      return of"""
    check(browser.run(signs, 0) == {"weight": "≠changed", "a": "≠changed", "relu": "−gone-", "fc": "≠changed", "relu_1": "−gone-",
                                    "m": "≠changed", "cos": "↕moved", "output": "≠changed"}, browser.run(signs, 0))
    check(browser.run(signs, 1) == {"weight": "≠changed", "a": "≠changed", "cos": "↕moved", "exp": "+new-", "fc": "≠changed",
                                    "exp_1": "+new-", "m": "≠changed", "neg": "+new-", "output": "≠changed"}, browser.run(signs, 1))
    rows = browser.run("fxView.openTo(9); return [...document.querySelectorAll('#rows .row')].map(r => r.textContent)")
    check(any("≠ changed: %a" in row for row in rows) and any("− gone: %relu" in row for row in rows), rows)
    check(any("≠2 2 differences: " in row for row in rows), rows)
    print("signs and words")

    browser.open(path)
    seen = []
    for _ in range(10):
        browser.keys("#canvas", "d")
        seen.append(text("note"))
    check(seen[0] == "≠ %weight: type f32[4, 4] → f16[4, 4]", seen)
    check(seen[1] == "≠ %a: other 1 → 2" and seen[2] == "− %relu is gone", seen)
    check(seen[3] == "≠ %cos: moved" and seen[4] == "+ %exp is new", seen)
    check(len(set(seen)) == 10 or seen[9] != seen[0], seen)
    browser.keys("#canvas", "D")
    check(text("note") == seen[8], text("note"), seen)
    browser.run("document.getElementById('difference-next').click()")
    check(text("note") == seen[9])
    quiet()
    print("next difference")

    shown = "const done = arguments[0]; setTimeout(() => done(document.getElementById('details-b').innerText), 300)"
    browser.run("fxView.sides[1].select(fxView.sides[1].model.byName.get('a'))")
    said = browser.wait(shown)
    for part in ("%a", "≠ changed", "counterpart", "other", "1 → 2"):
        check(part in said, part, said)
    check(browser.run("return document.getElementById('details').hidden && document.getElementById('outline').hidden"))
    browser.run("document.querySelector('#details-b .ref').click()")
    check(browser.run("return !document.getElementById('details').hidden && document.getElementById('details-b').hidden"))
    print("details")

    hits = browser.wait("const done = arguments[0]; fxView.find('operator=exp').then(() => done("
                        "fxView.sides.map(s => s.hits.map(n => s.model.name(n)))))")
    check(hits == [[], ["exp", "exp_1"]], hits)
    check(text("hits") == "0 + 2", text("hits"))
    browser.keys("#canvas", "n")
    check(browser.run(SELECTED)[1] == "exp")
    opened = "return fxView.sides.map(s => [1, 2].map(b => s.scene.isOpen(b)))"
    browser.run("fxView.openTo(0)")
    check(browser.run(opened) == [[False, False], [False, False]], browser.run(opened))
    # Blocks have their number of differences, also when they are closed.
    check(browser.run("return fxView.sides.map(s => { s.fit(true); s.painter.draw(); return s.painter.marks.sign(s.model.nodes + 1); })") == ["≠2", "≠2"])
    browser.keys("#canvas", "1")
    check(browser.run(opened) == [[True, True], [True, True]], browser.run(opened))
    browser.run("document.getElementById('overlay').value = 0; document.getElementById('overlay').dispatchEvent(new Event('change'))")
    check(browser.run("return fxView.sides.map(s => s.painter.overlay.info.name)") == ["bytes", "bytes"])
    browser.run("document.getElementById('theme').click()")
    check(browser.run("return fxView.sides.map(s => s.painter.colors.paper)") == ["#14181d", "#14181d"])
    browser.keys("#canvas", "?")
    check("next, previous difference" in text("keys"))
    quiet()
    print("search, depth, overlay, theme and help are for both")

    browser.open(path, "#sel=relu")
    check(browser.run(SELECTED) == ["relu", None])
    browser.open(path, "#overlay=bytes")
    check(browser.run("return fxView.sides.map(s => s.painter.overlay.info.name)") == ["bytes", "bytes"])
    ids = browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    check(len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1])
    quiet()
    print("links, and each id once")

    browser.open(page(hostile, before))
    browser.run("fxView.next(1)")
    check(browser.run("return document.querySelectorAll('#details svg, #details-b svg, #rows i, #rows u, img, a').length") == 0)
    check(browser.run("return window.hacked ?? null") is None)
    quiet()
    print("hostile names are text")
