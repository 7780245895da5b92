// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A film: what a journal has recorded, stop by stop. A picture shows what is
// there before and after one step, or one pass.

const PLAY_MS = 700, LINK_MS = 200, MOST_LISTED = 60;
const FILM_KEYS = [[', .', 'previous, next step'], ['[ ]', 'previous, next pass'], ['b', 'before, after, or both']];

class Film {
  static async read() {
    const film = JSON.parse(new TextDecoder().decode(await inflate('fx-film')));
    const index = JSON.parse(document.getElementById('fx-index').textContent);
    const model = new FilmModel(index, await inflate('fx-data'), film);
    model.show(0, 0, 'both');
    const app = new App(model);
    app.film = new Film(app, film);
    return app;
  }

  constructor(app, { passes, stops, complete }) {
    this.app = app;
    this.model = app.model;
    this.stops = stops;
    this.complete = complete;
    let step = 0;
    const sums = new Map();
    passes.forEach((pass, i) => {
      pass.run = i + 1;
      pass.firstStep = step;
      /** Steps of earlier runs of a pass of that name. */
      pass.sum = sums.get(pass.name) ?? 0;
      sums.set(pass.name, pass.sum + pass.steps);
      step += pass.steps;
    });
    this.passes = passes.filter(pass => pass.count);
    this.runs = passes.length;
    this.mode = 'both';
    this.before = this.after = 0;
    this.pass = null;
    this.timer = null;
    /** Whether the text is that of an earlier place. */
    this.isLate = false;
    this.list = new StepList(this);
    this.marks = new FilmMarks(this.model);
    app.painter.marks = app.outline.marks = app.details.marks = this.marks;
  }

  start() {
    const on = (id, what, act) => this.app.element(id).addEventListener(what, act);
    for (const id of ['film', 'steps']) this.app.element(id).hidden = false;
    this.app.element('overlays').hidden = true;
    const slider = this.app.element('film-slider');
    slider.max = this.stops.length - 1;
    on('film-slider', 'input', () => this.stopAt(Number(slider.value)));
    on('film-slider', 'change', () => this.showChange());
    on('film-first', 'click', () => this.stopAt(0));
    on('film-last', 'click', () => this.stopAt(this.stops.length - 1, true));
    on('film-previous', 'click', () => this.next(-1));
    on('film-next', 'click', () => this.next(1));
    on('film-pass-previous', 'click', () => this.nextPass(-1));
    on('film-pass-next', 'click', () => this.nextPass(1));
    on('film-play', 'click', () => this.play());
    on('film-mode', 'change', event => this.setMode(event.target.value));
    this.list.start();
    this.tell();
  }

  //===--- places -------------------------------------------------------===//

  passOf(stop) { return stop ? this.passes.findLast(pass => pass.first <= stop) : null; }

  /** A step: the stop before it, and the one after it. */
  stopAt(stop, isShown = false) {
    this.pass = null;
    this.go(Math.max(0, stop - 1), stop, isShown);
  }
  wholePass(pass, isShown = false) {
    this.pass = pass;
    this.go(pass.first - 1, pass.first + pass.count - 1, isShown);
  }
  next(by) {
    const to = this.after + by;
    if (to >= 0 && to < this.stops.length) this.stopAt(to, true);
  }
  nextPass(by) {
    const at = this.pass ? this.passes.indexOf(this.pass) + by :
      by > 0 ? this.passes.findIndex(pass => pass.first + pass.count > this.after + 1 || (!this.after && pass.first === 1)) :
        this.passes.findLastIndex(pass => pass.first <= this.after);
    if (at < 0 && by < 0) this.stopAt(0);
    else if (this.passes[at]) this.wholePass(this.passes[at], true);
  }
  setMode(mode) {
    this.mode = mode;
    this.app.element('film-mode').value = mode;
    this.go(this.before, this.after);
  }
  play() {
    const button = this.app.element('film-play'), isStopped = this.timer !== null;
    clearInterval(this.timer);
    this.timer = null;
    button.textContent = isStopped ? 'play' : 'stop';
    if (isStopped) return;
    if (this.after === this.stops.length - 1) this.stopAt(0);
    this.timer = setInterval(() => {
      if (this.after === this.stops.length - 1) this.play();
      else this.next(1);
    }, PLAY_MS);
  }

  /** Shows what two stops have; nothing moves more than it must. */
  go(before, after, isShown = false) {
    const { app, model: m } = this, { view } = app.painter, anchor = this.anchor(before, after);
    this.before = before;
    this.after = after;
    const dirty = m.show(before, after, this.mode);
    this.marks.update();
    const old = anchor === NONE ? null : app.scene.rectOf(anchor);
    app.scene.setOpen(app.open, dirty);
    if (old) {
      const now = app.scene.rectOf(anchor);
      view.x += now.x - old.x;
      view.y += now.y - old.y;
    }
    if (app.selected !== NONE && !this.isShown(app.selected)) app.select(NONE, { link: false });
    if (isShown) this.showChange();
    app.painter.request();
    if (!this.isLate) requestAnimationFrame(() => this.catchUp());
    this.isLate = true;
  }
  /** What is text is written once a frame, however fast the slider moves. */
  catchUp() {
    const { app } = this, { value } = app.element('search');
    this.isLate = false;
    app.outline.update();
    app.details.show(app.selected);
    if (value) app.find(value);
    this.tell();
    clearTimeout(this.linkTimer);
    this.linkTimer = setTimeout(() => app.writeLink(), LINK_MS);
  }
  isShown(ref) { return ref < this.model.nodes ? this.model.isThere(ref) : this.model.blockNodes[ref - this.model.nodes] > 0; }

  /** What is in the middle of the view now, and stays. */
  anchor(before, after) {
    const { painter: { boxes, view, width, height } } = this.app, m = this.model;
    const x = view.x + width / view.k / 2, y = view.y + height / view.k / 2;
    let best = NONE, least = Infinity;
    for (let at = 0; at < (boxes?.length ?? 0); at += 3) {
      const n = m.itemId[boxes[at]], far = Math.hypot(boxes[at + 1] - x, boxes[at + 2] - y);
      if (far < least && m.rowAt(n, before) !== NONE && m.rowAt(n, after) !== NONE) { best = n; least = far; }
    }
    return best;
  }

  /** Moves the view to the first thing that changed, unless one is in view. */
  showChange() {
    const { app, model: m } = this, { view } = app.painter;
    const changed = [];
    for (let n = 0; n < m.nodes && changed.length < 1000; n++) if (this.marks.sign(n) && m.isDrawn(n)) changed.push(n);
    // The picture may have become smaller than the view.
    view.y = Math.min(view.y, Math.max(0, app.scene.height - 60 / view.k));
    if (!changed.length) return;
    // What says most is new or gone.
    const first = changed.find(n => m.mark[n] === IS_NEW) ?? changed.find(n => m.mark[n] === WAS_GONE) ?? changed[0];
    if (!this.pass) app.uncover(first);
    if (!changed.some(n => app.isInView(n))) app.center(first);
    app.painter.request();
  }
  /** Selects a node, at a stop where it is there. */
  visit(n) {
    const m = this.model, last = this.stops.length - 1;
    if (!m.isThere(n)) this.stopAt(m.nodeBorn[n] > this.after ? m.nodeBorn[n] : Math.min(m.nodeGone[n], last), false);
    if (m.isThere(n)) this.app.select(n, { show: true });
  }

  //===--- words --------------------------------------------------------===//

  /** `step 3, rewrite four-times at %four`. */
  describe(stop) {
    if (!stop) return 'the input';
    const [step, what, at] = this.stops[stop], pass = this.passOf(stop);
    return `step ${step}, ${pass.name}${what ? ' ' + what : ''}${at ? ' at %' + at : ''}`;
  }
  title() {
    if (!this.pass) return this.describe(this.after);
    const { pass } = this, first = pass.firstStep + 1, last = pass.firstStep + pass.steps;
    return `${pass.text}, ${first === last ? `step ${first}` : `steps ${first} to ${last}`}`;
  }
  tell() {
    const { app } = this, text = this.title(), slider = app.element('film-slider');
    slider.value = this.after;
    slider.setAttribute('aria-valuetext', text);
    const total = this.stops[this.stops.length - 1][0];
    app.element('film-place').textContent = this.after || this.pass ? `${this.stops[this.after][0]} / ${total}` : `0 / ${total}`;
    app.element('film-title').textContent = text;
    app.element('film-title').title = text;
    const counts = app.element('film-counts');
    counts.replaceChildren();
    for (const mark of [IS_NEW, WAS_GONE, HAS_CHANGED, HAS_MOVED]) {
      const count = this.marks.counts[mark];
      if (!count) continue;
      const part = make('span', `${this.marks.signs[mark]}${count}`);
      part.className = 'mark-' + this.marks.names[mark];
      part.title = `${count} ${this.marks.words[mark]}`;
      counts.append(part, ' ');
    }
    this.list.update();
  }

  button(text, act) {
    const button = make('button', text);
    button.className = 'ref';
    button.addEventListener('click', act);
    return button;
  }
  nodes(list) {
    const parts = list.slice(0, MOST_LISTED).flatMap(n => [this.button('%' + this.model.knownName(n), () => this.visit(n)), ' ']);
    if (list.length > MOST_LISTED) parts.push(`and ${list.length - MOST_LISTED} more`);
    return parts;
  }
  /** What changed, for the panel of details. */
  overview() {
    const { details } = this.app, m = this.model, lists = [[], [], [], [], []];
    for (let n = 0; n < m.nodes; n++) lists[m.mark[n]].push(n);
    const rows = [IS_NEW, WAS_GONE, HAS_CHANGED, HAS_MOVED].filter(mark => lists[mark].length)
      .map(mark => details.row(`${this.marks.signs[mark]} ${this.marks.words[mark]}`, ...this.nodes(lists[mark])));
    const parts = [details.heading(this.title()), details.table(rows)];
    if (!this.complete) parts.push(make('p', 'The journal is not complete: the process died, or bytes are missing.'));
    return parts;
  }
  /** Who made a node, of what, who changed it, and what became of it. */
  lifeOf(n, text) {
    const { details } = this.app, m = this.model, rows = [];
    const step = stop => this.button(this.describe(stop), () => { this.stopAt(stop); this.app.select(n, { show: true }); });
    if (this.marks.sign(n)) rows.push(details.row(this.marks.signs[m.mark[n]], this.marks.words[m.mark[n]]));
    rows.push(details.row('made by', m.nodeBorn[n] ? step(m.nodeBorn[n]) : 'in the input'));
    const from = [...m.comesFrom.of(n)], into = [...m.becomes.of(n)];
    if (from.length) rows.push(details.row('from', ...this.nodes(from)));
    const changes = [...m.rowsOf.of(n)].slice(1).map(row => m.rowStop[row]);
    if (changes.length)
      rows.push(details.row('changed by', ...changes.slice(0, MOST_LISTED).flatMap(stop => [step(stop), make('br')])));
    if (m.nodeGone[n] !== NONE) rows.push(details.row('gone by', step(m.nodeGone[n])));
    if (into.length) rows.push(details.row('became', ...this.nodes(into)));
    for (const [what, old, now] of this.changesOf(n, text))
      rows.push(details.row(what, `${details.cut(old) || 'none'} \u2192 ${details.cut(now) || 'none'}`));
    return [details.table(rows)];
  }
  /** In what a node differs before and after: [what, before, after]. */
  changesOf(n, text) {
    const m = this.model, old = m.rowAt(n, this.before), now = m.rowAt(n, this.after), found = [];
    if (old === NONE || now === NONE || old === now) return found;
    const columns = [['name', 'nodeName'], ['target', 'nodeTarget'], ['value', 'nodeType'], ['module', 'nodeDetail']];
    for (const [what, column] of columns) {
      if (what === 'module' && OPS[m.nodeOp[n]] !== 'call_module') continue;
      const [a, b] = [old, now].map(row => m.strings.at(m.rows[column][row]));
      if (a !== b) found.push([what, a, b]);
    }
    const pairs = list => new Map(list.map(([name, value], i) => [name || String(i), value]));
    for (const [a, b] of [[text.args(old), text.args(now)], [text.meta(old), text.meta(now)]]) {
      const [was, is] = [pairs(a), pairs(b)];
      for (const key of new Set([...was.keys(), ...is.keys()]))
        if (was.get(key) !== is.get(key)) found.push([key, was.get(key) ?? '', is.get(key) ?? '']);
    }
    return found;
  }

  //===--- keys and links -----------------------------------------------===//

  /** Whether a key was one of these. */
  key(key) {
    if (key === ',') this.next(-1);
    else if (key === '.') this.next(1);
    else if (key === '[') this.nextPass(-1);
    else if (key === ']') this.nextPass(1);
    else if (key === 'b') this.setMode({ both: 'before', before: 'after', after: 'both' }[this.mode]);
    else return false;
    return true;
  }
  /** `PASS:N` for the N-th step of a pass, as fx-journal --at takes it; `PASS:N-M` for a whole run. */
  link() {
    const pass = this.pass ?? this.passOf(this.after);
    if (!pass) return '';
    const last = pass.sum + this.stops[this.after][0] - pass.firstStep;
    return `at=${encodeURIComponent(pass.name)}:${this.pass ? `${pass.sum + 1}-` : ''}${last}`;
  }
  readLink(text) {
    const [, name, whole, number] = /^(.*?)(?::(\d+-)?(\d+))?$/s.exec(text);
    if (number === undefined && /^\d+$/.test(name)) return this.stopAt(this.stopOf(Number(name)), true);
    const runs = this.passes.filter(pass => pass.name === name);
    const pass = number === undefined ? runs[runs.length - 1] : runs.find(run => Number(number) <= run.sum + run.steps);
    if (!pass) return this.app.say(`There is no step '${text}'.`);
    if (number === undefined || whole) return this.wholePass(pass, true);
    this.stopAt(this.stopOf(pass.firstStep + Number(number) - pass.sum), true);
  }
  /** The first stop that is not before a step. */
  stopOf(step) {
    const at = this.stops.findIndex(([number]) => number >= step);
    return at < 0 ? this.stops.length - 1 : at;
  }
}

/** Marks as those of comparisons. */
class FilmMarks {
  constructor(model) {
    this.model = model;
    this.signs = ['', '\u2212', '+', '~', '\u2195'];
    this.words = ['', 'gone', 'new', 'changed', 'moved'];
    this.names = ['', 'gone', 'new', 'changed', 'changed'];
    this.update();
  }
  update() {
    const m = this.model;
    this.inside = new Uint32Array(m.blocks);
    this.counts = [0, 0, 0, 0, 0];
    for (let n = 0; n < m.nodes; n++) {
      const mark = m.mark[n];
      if (!mark) continue;
      this.counts[mark]++;
      if (!m.isDrawn(n)) continue;
      for (let b = m.nodeBlock[n]; ; b = m.blockParent[b]) { this.inside[b]++; if (!b) break; }
    }
  }
  sign(ref) {
    const m = this.model;
    if (ref < m.nodes) return m.isThere(ref) ? this.signs[m.mark[ref]] : '';
    const count = this.inside[ref - m.nodes];
    return count ? `~${count}` : '';
  }
  word(ref) {
    const m = this.model;
    if (ref < m.nodes) return this.words[m.mark[ref]];
    const count = this.inside[ref - m.nodes];
    return count ? counted(count, 'change') : '';
  }
  color(ref) { return ref < this.model.nodes ? this.names[this.model.mark[ref]] : 'changed'; }
  isDashed(ref) { return ref < this.model.nodes && this.model.mark[ref] === WAS_GONE; }
}
