"""Looks at films of journals in a browser: TOOLS FOLDER FILM.fx FILM.fxr HOSTILE MODEL..."""
import os
import re
import subprocess
import sys

from browser import Browser

tools, folder, net, rules, hostile, *models = sys.argv[1:]


def tool(name, *arguments):
    return subprocess.run([os.path.join(tools, name), *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def film(model, passes, *options):
    base = os.path.join(folder, os.path.basename(model))
    tool("fx-opt", model, f"--passes={passes}", f"--journal={base}.fxj", "-o", base + ".fx", "--no-verify")
    tool("fx-translate", base + ".fxj", "-o", base + ".html", *options)
    return base


def check(condition, *what):
    if not condition:
        raise SystemExit(f"failed: {what}")


# What is there after a stop: of the outermost graph the names of nodes with the numbers of their users.
NODES = """fxView.film.stopAt(arguments[0]);
const m = fxView.model, found = {};
for (let n = 0; n < m.nodes; n++) {
  let isNested = false;
  for (let b = m.nodeBlock[n]; b; b = m.blockParent[b]) isNested ||= m.blockGraph[b] === 1;
  if (m.isThere(n) && !isNested && m.nodeOp[n] !== 5) found[m.name(n)] = m.nodeUsers[n];
}
return found;"""
# Boxes that cover one another, and ends of lines that are at no item that shows.
FAULTS = """const m = fxView.model, s = fxView.scene, faults = [], boxes = [];
for (let n = 0; n < m.nodes; n++) if (m.isDrawn(n)) boxes.push([m.nodeBlock[n], m.name(n), s.rectOf(n)]);
for (const [b, name, r] of boxes)
  for (const [c, other, q] of boxes)
    if (b === c && name < other && r.x < q.x + q.w && q.x < r.x + r.w && r.y < q.y + q.h && q.y < r.y + r.h) faults.push([name, other]);
for (let l = 0; l < m.lineFrom.length; l++)
  if (m.lineShown[l] && !(m.itemShown[m.lineFrom[l]] && m.itemShown[m.lineTo[l]])) faults.push(l);
return faults;"""
SHOWN = "return [fxView.model.itemShown.join(''), fxView.model.lineShown.join(''), fxView.scene.width, fxView.scene.height]"
SIGNS = """const m = fxView.model, of = {};
for (let n = 0; n < m.nodes; n++) if (fxView.film.marks.sign(n)) of[m.knownName(n)] = fxView.film.marks.sign(n) + fxView.film.marks.word(n);
return of"""
LATER = "const done = arguments[0]; setTimeout(() => done(document.getElementById('%s').innerText), 300)"

with Browser() as browser:
    def quiet():
        check(not (said := browser.messages()), said)
        check(not (asked := browser.requests()), asked)

    def text(element):
        return browser.wait(LATER % element)

    def graph_after(base, stop):
        """As fx-journal has it."""
        lines = tool("fx-journal", base + ".fxj", f"--at={stop}", "--print-format=fx").split("graph():")[-1]
        return {match[1]: int(match[2]) for match in re.finditer(r"^    %(\w+) : .*?\[num_users=(\d+)\]", lines, re.M)}

    base = film(net, f"infer-values,rewrite{{rules={rules}}},dce")
    browser.open(base + ".html")
    check(browser.run("return fxView.film.stops.length") == 5)
    check(text("film-title") == "the input" and text("film-place") == "0 / 4", text("film-title"))
    check(browser.run("fxView.fit(true); fxView.painter.draw(); return fxView.painter.stats.boxes") == 7)
    quiet()
    print("the input")

    for model, passes in [(net, None), *((model, "decompose,fold-constants,optimize") for model in models)]:
        at = film(model, passes) if passes else base
        browser.open(at + ".html")
        browser.run("fxView.openTo(99); fxView.film.setMode('after')")
        stops = browser.run("return fxView.film.stops.length")
        seen = {}
        for stop in range(stops):
            check((ours := browser.run(NODES, stop)) == (theirs := graph_after(at, stop)), model, stop, ours, theirs)
            check(not (faults := browser.run(FAULTS)), model, stop, faults)
            seen[stop] = browser.run(SHOWN)
        # It does not matter from where one comes.
        browser.run("fxView.film.setMode('both')")
        for stop in [0, stops - 1, *range(stops - 1, -1, -1), stops // 2]:
            browser.run("fxView.film.stopAt(arguments[0])", stop)
            check(not (faults := browser.run(FAULTS)), model, stop, faults)
        browser.run("fxView.film.setMode('after')")
        for stop in reversed(range(stops)):
            browser.run("fxView.film.stopAt(arguments[0])", stop)
            check(browser.run(SHOWN) == seen[stop], model, stop)
        quiet()
        print(f"each step: {os.path.basename(model)} as fx-journal --at has it")

    browser.open(base + ".html")
    steps = ["step 1, infer-values", "step 2, rewrite twice-relu at %again", "step 3, rewrite four-times at %four", "step 4, dce erased at %dead"]
    for step in steps:
        browser.keys("#canvas", ".")
        check(text("film-title") == step, text("film-title"), step)
    browser.keys("#canvas", ".")
    check(text("film-title") == steps[3])
    browser.keys("#canvas", ",")
    check(text("film-title") == steps[2] and text("film-counts") == "+1 −2 ~1", text("film-counts"))
    check(browser.run(SIGNS) == {"mul": "+new", "double": "−gone", "four": "−gone", "output": "~changed"}, browser.run(SIGNS))
    there = "return ['mul', 'four'].map(name => fxView.model.byName.has(name))"
    shown = []
    for _ in range(4):
        shown.append(browser.run(there))
        browser.keys("#canvas", "b")
    # Both, before, after, and both again.
    check(shown == [[True, True], [False, True], [True, False], [True, True]], shown)
    browser.run("fxView.film.setMode('both')")
    for key, title in [("]", "dce, step 4"), ("[", None), ("[", "infer-values, step 1"), ("[", "the input")]:
        browser.keys("#canvas", key)
        check(text("film-title") == title if title else text("film-title").endswith(", steps 2 to 3"), key, text("film-title"))
    browser.keys("#canvas", "?")
    check("previous, next pass" in text("keys"))
    quiet()
    print("keys, signs, before and after")

    browser.open(base + ".html", "#at=rewrite:2&sel=mul")
    check(text("film-title") == steps[2], text("film-title"))
    said = text("details")
    for part in ("%mul", "+\tnew", "made by\tstep 3, rewrite four-times at %four", "from\t%four", "4.0"):
        check(part in said, part, said)
    # A node that is not there: the film goes where it was.
    browser.run("fxView.film.setMode('after'); [...document.querySelectorAll('#details .ref')].find(b => b.textContent === '%four').click()")
    browser.run("fxView.film.setMode('both')")
    browser.run("fxView.film.visit([...Array(fxView.model.nodes).keys()].find(n => fxView.model.knownName(n) === 'again'))")
    check(text("film-title") == steps[1], text("film-title"))
    said = text("details")
    for part in ("in the input", "gone by\tstep 2, rewrite twice-relu at %again", "became\t%relu"):
        check(part in said, part, said)
    browser.run("fxView.select(0xffffffff)")
    said = text("details")
    for part in ("step 2, rewrite twice-relu at %again", "− gone\t%again", "~ changed\t%dead %double"):
        check(part in said, part, said)
    # In what a node changed.
    browser.run("fxView.select(fxView.model.byName.get('double'))")
    check("input\t%again → %relu" in text("details"), text("details"))
    check(browser.run("return location.hash") == "#at=rewrite:1&sel=double", browser.run("return location.hash"))
    for link, title in [("#at=2", steps[1]), ("#at=dce", "dce, step 4"), ("#at=rewrite:1-2", ", steps 2 to 3"), ("#at=cse:1", "the input")]:
        browser.open(base + ".html", link)
        check(text("film-title").endswith(title), link, text("film-title"))
    check(text("note") == "There is no step 'cse:1'.", text("note"))
    quiet()
    print("details and links")

    browser.open(base + ".html")
    check(text("step-rows").split("\n") == [" input", "1 infer-values 1", "▸2 rewrite 2", "3 dce 1"], text("step-rows"))
    browser.run("document.querySelector('#step-rows [data-row=\"2\"]').click()")
    check("2 twice-relu %again" in text("step-rows") and text("film-title").endswith(", steps 2 to 3"), text("step-rows"))
    check(text("film-counts") == "+1 −3 ~2", text("film-counts"))
    browser.keys("#step-tree", "\ue015\ue015")
    check(text("film-title") == steps[2], text("film-title"))
    check(browser.run("return document.getElementById('step-tree').getAttribute('aria-activedescendant')") == "step4")
    browser.keys("#step-search", "twice")
    check(text("step-rows").split("\n") == ["▾2 rewrite 2", "2 twice-relu %again"], text("step-rows"))
    browser.run("const s = document.getElementById('film-slider'); s.value = 4; s.dispatchEvent(new Event('input')); s.dispatchEvent(new Event('change'))")
    check(text("film-title") == steps[3] and text("film-place") == "4 / 4")
    check(browser.run("return document.getElementById('film-slider').getAttribute('aria-valuetext')") == steps[3])
    hits = browser.wait("const done = arguments[0]; fxView.film.stopAt(3); fxView.find('users=0').then(() => done("
                        "fxView.hits.map(n => fxView.model.name(n))))")
    check(hits == ["dead", "four", "output"], hits)
    browser.run("document.getElementById('film-play').click()")
    for _ in range(100):
        if text("film-title") == steps[3] and text("film-play") == "play":
            break
    check(text("film-title") == steps[3] and text("film-play") == "play", text("film-title"))
    svg = browser.run("fxView.film.stopAt(3); fxView.setOpen(() => {}); let kept; const save = URL.createObjectURL; URL.createObjectURL = blob => { kept = blob; return save(blob); };"
                      "fxView.saveSvg(); URL.createObjectURL = save; return kept.size")
    check(svg > 2000, svg)
    quiet()
    print("list, slider, search, play and pictures")

    passes = film(net, f"infer-values,rewrite{{rules={rules}}},dce", "--film-steps=passes")
    browser.open(passes + ".html")
    check(browser.run("return fxView.film.stops.map(s => s[0])") == [0, 1, 3, 4])
    browser.open(passes + ".html", "#at=rewrite")
    check(browser.run(SIGNS) == {"again": "−gone", "double": "−gone", "four": "−gone", "mul": "+new", "dead": "~changed", "output": "~changed"},
          browser.run(SIGNS))
    quiet()
    print("ends of passes alone")

    # A journal that was cut off is a film of what is there.
    with open(base + ".fxj", "rb") as file:
        whole = file.read()
    with open(base + "-cut.fxj", "wb") as file:
        file.write(whole[:-20])
    tool("fx-translate", base + "-cut.fxj", "-o", base + "-cut.html")
    browser.open(base + "-cut.html")
    check("not complete" in text("details"), text("details"))
    print("a journal that is not complete")

    browser.open(film(hostile, "normalize-args,dce") + ".html")
    browser.run("fxView.film.stopAt(fxView.film.stops.length - 1, true)")
    text("details")
    check(browser.run("return document.querySelectorAll('#details svg, #rows i, #step-rows i, #step-rows u, img, a').length") == 0)
    check(browser.run("return window.hacked ?? null") is None)
    quiet()
    print("hostile names are text")
