// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two models side by side: each is an App with elements of its own; what the
// header does is done to both.

const ONE_SIDED = 1, CHANGED = 2, MOVED = 3;

class Comparison {
  static async read() {
    const models = await Promise.all([Model.read(), Model.read('-b')]);
    const text = JSON.parse(new TextDecoder().decode(await inflate('fx-compare')));
    return new Comparison(models, text);
  }

  constructor([before, after], { head, differences }) {
    this.head = head;
    this.differences = differences;
    this.at = -1;
    this.addElements();
    this.sides = [new App(before), new App(after, '-b')];
    this.sides.forEach((side, i) => {
      side.comparison = this;
      side.painter.marks = new Marks(side.model, i === 0);
      side.outline.marks = side.details.marks = side.painter.marks;
    });
    this.active = this.sides[0];
  }

  /** A second picture, tree and panel of details beside the first ones. */
  addElements() {
    for (const id of ['outline', 'details']) {
      const first = document.getElementById(id), second = first.cloneNode(true);
      for (const element of [second, ...second.querySelectorAll('[id]')]) element.id += '-b';
      second.hidden = true;
      first.after(second);
    }
    const first = document.querySelector('main'), second = make('main'), canvas = document.getElementById('canvas').cloneNode();
    canvas.id = 'canvas-b';
    second.append(canvas);
    first.after(second);
    document.getElementById('differ').hidden = false;
  }

  start() {
    const [before, after] = this.sides;
    before.startPage(this);
    before.element('title').textContent = document.title;
    this.sides.forEach((side, i) => {
      side.startSide();
      const caption = make('p', `${i ? 'after' : 'before'}: ${side.model.title}`);
      caption.className = 'side';
      side.canvas.after(caption);
      for (const place of [side.canvas, side.element('outline'), side.element('details')])
        for (const event of ['pointerdown', 'focusin', 'focus']) place.addEventListener(event, () => this.activate(side));
    });
    const on = (id, act) => document.getElementById(id).addEventListener('click', act);
    on('difference-next', () => this.next(1));
    on('difference-previous', () => this.next(-1));
    this.count();
    this.readLink();
    for (const side of this.sides) side.painter.draw();
    document.documentElement.dataset.ready = 'true';
    return after;
  }

  activate(side) {
    if (this.active === side) return;
    this.active = side;
    for (const each of this.sides)
      for (const id of ['outline', 'details']) each.element(id).hidden = each !== side;
    side.outline.draw();
  }
  other(side) { return this.sides[side === this.sides[0] ? 1 : 0]; }

  /** The counterpart is selected as well; of what is on one side alone nothing is. */
  selected(side, ref) {
    this.activate(side);
    const other = this.other(side), m = side.model;
    let partner = NONE;
    if (ref !== NONE && ref < m.nodes) partner = m.partner[ref];
    else if (ref !== NONE) partner = other.blockOf(m.blockPath(ref - m.nodes)) ?? NONE;
    other.select(partner, { show: partner !== NONE, link: false, echo: false });
    if (partner === NONE && ref < m.nodes) this.showPlace(side, ref);
    const at = this.differences.findIndex(d => ref < m.nodes && (side === this.sides[0] ? d.a : d.b) === ref);
    if (at >= 0) { this.at = at; this.count(); }
  }

  /** Moves the other picture to where a node would be: at the counterpart of one before it. */
  showPlace(side, ref) {
    const other = this.other(side), m = side.model;
    for (let n = ref; n >= 0; n--) {
      const partner = m.partner[n];
      if (partner === NONE || !other.model.isDrawn(partner)) continue;
      other.uncover(partner);
      other.center(partner);
      return other.painter.request();
    }
  }

  count() {
    const total = this.differences.length;
    document.getElementById('difference').textContent =
      total === 0 ? 'no differences in the picture' : this.at < 0 ? counted(total, 'difference') : `difference ${this.at + 1} of ${total}`;
  }
  /** Selects the next difference, in the order of the graph. */
  next(by) {
    const total = this.differences.length;
    if (!total) return;
    this.at = this.at < 0 ? (by < 0 ? total - 1 : 0) : (this.at + by + total) % total;
    const { a, b } = this.differences[this.at], side = this.sides[b < 0 ? 0 : 1], at = this.at;
    side.select(b < 0 ? a : b, { show: true });
    this.at = at;
    this.count();
    side.say(this.describe(this.differences[at]));
  }
  describe({ a, b, moved, facts }) {
    const name = (i, n) => '%' + this.sides[i].model.name(n);
    if (b < 0) return `\u2212 ${name(0, a)} is gone`;
    if (a < 0) return `+ ${name(1, b)} is new`;
    const list = facts.map(([what, from, to]) => `${what} ${from || 'none'} \u2192 ${to || 'none'}`);
    if (moved) list.unshift('moved');
    return `\u2260 ${name(1, b)}: ${list.join('; ')}`;
  }
  /** The differences of a node of one side. */
  of(side, n) {
    return this.differences.find(d => (side === this.sides[0] ? d.a : d.b) === n);
  }

  //===--- what the header does -----------------------------------------===//

  async find(text) {
    await Promise.all(this.sides.map(side => side.find(text)));
    const field = document.getElementById('hits');
    if (text.trim() && !field.className)
      field.textContent = `${this.sides[0].hits.length} + ${this.sides[1].hits.length}`;
  }
  step(by) { (this.active.hits.length ? this.active : this.other(this.active)).step(by); }
  setOverlay(i) {
    const name = this.sides[0].overlays[i]?.info.name, other = this.sides[1];
    other.setOverlay(other.overlays.findIndex(o => o.info.name === name));
    this.sides[0].setOverlay(i);
  }
  openTo(depth) { for (const side of this.sides) side.openTo(depth); }
  fit(all) { for (const side of this.sides) side.fit(all); }
  toggleTheme() { this.sides[0].toggleTheme(); this.sides[1].recolor(); }
  recolor() { for (const side of this.sides) side.recolor(); }
  saveSvg() { this.active.saveSvg(); }
  savePng() { this.active.savePng(); }
  toggleHelp(shown) { this.sides[0].toggleHelp(shown); }
  readLink() {
    const { overlays, painter } = this.sides[0];
    this.sides[0].readLink();
    this.setOverlay(overlays.indexOf(painter.overlay));
  }
  key(event) {
    const { key } = event, isText = /^(INPUT|SELECT)$/.test(event.target.tagName);
    if (isText || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'd' || key === 'D') this.next(key === 'd' ? 1 : -1);
    else if (key === 'n' || key === 'p') this.step(key === 'n' ? 1 : -1);
    else if (key === 'f') this.fit(true);
    else if (/^[1-9]$/.test(key)) this.openTo(Number(key));
    else return this.active.key(event);
    event.preventDefault();
  }
}

/** How nodes of one side are marked: by a sign and a kind of line, and by a color. */
class Marks {
  constructor(model, isBefore) {
    this.model = model;
    this.signs = ['', isBefore ? '\u2212' : '+', '\u2260', '\u2195'];
    this.words = ['', isBefore ? 'gone' : 'new', 'changed', 'moved'];
    this.names = ['', isBefore ? 'gone' : 'new', 'changed', 'changed'];
    // How many are in a block.
    this.inside = new Uint32Array(model.blocks);
    for (let n = 0; n < model.nodes; n++)
      if (model.mark[n]) for (let b = model.nodeBlock[n]; ; b = model.blockParent[b]) { this.inside[b]++; if (!b) break; }
  }
  /** Of a node, or of nodes + b for a block. */
  sign(ref) {
    const m = this.model;
    if (ref < m.nodes) return this.signs[m.mark[ref]];
    const count = this.inside[ref - m.nodes];
    return count ? `\u2260${count}` : '';
  }
  word(ref) {
    const m = this.model;
    if (ref < m.nodes) return this.words[m.mark[ref]];
    const count = this.inside[ref - m.nodes];
    return count ? counted(count, 'difference') : '';
  }
  color(ref) { return ref < this.model.nodes ? this.names[this.model.mark[ref]] : 'changed'; }
  isDashed(ref) { return ref < this.model.nodes && this.model.mark[ref] === ONE_SIDED; }
}
