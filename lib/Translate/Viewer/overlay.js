// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantities of nodes as colors.

/** Viridis at nine places, dark to light: readable by the color-blind. */
const VIRIDIS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141],
  [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];
/** The most that a logarithmic scale spans. */
const MOST_SPAN = 1e9;

class Overlay {
  constructor(model, info) {
    this.model = model;
    this.info = info;
    this.values = model[info.column];
    this.findBlocks();
    let min = Infinity, max = -Infinity;
    for (let n = 0; n < model.nodes; n++) {
      const v = this.values[n];
      // Zero has no logarithm: it has the lowest color.
      if (Number.isNaN(v) || !model.isDrawn(n) || (info.scale === 'log' && v <= 0)) continue;
      min = Math.min(min, v);
      max = Math.max(max, v);
    }
    this.min = min === Infinity ? 0 : min;
    this.max = max === -Infinity ? 0 : max;
    // One value that is almost zero would leave all others the same color.
    const least = this.max / MOST_SPAN;
    this.isCut = info.scale === 'log' && this.min < least;
    if (this.isCut) this.min = least;
    this.levels = VIRIDIS.map(c => `rgb(${c.join(',')})`);
    this.steps = 64;
    this.colors = Array.from({ length: this.steps }, (_, i) => mix(i / (this.steps - 1)));
  }

  /** What modules have: of the nodes inside, sum, greatest or mean. */
  findBlocks() {
    const m = this.model, { combine } = this.info;
    this.blocks = new Float64Array(m.blocks).fill(NaN);
    const counts = new Float64Array(m.blocks);
    const add = (b, value, count) => {
      const old = this.blocks[b];
      this.blocks[b] = Number.isNaN(old) ? value : combine === 'max' ? Math.max(old, value) : old + value;
      counts[b] += count;
    };
    for (let n = 0; n < m.nodes; n++)
      if (!Number.isNaN(this.values[n]) && m.isDrawn(n)) add(m.nodeBlock[n], this.values[n], 1);
    for (let b = m.blocks; b-- > 1;)
      if (counts[b]) add(m.blockParent[b], this.blocks[b], counts[b]);
    if (combine === 'mean') for (let b = 0; b < m.blocks; b++) this.blocks[b] /= counts[b];
  }

  level(value) {
    if (Number.isNaN(value)) return -1;
    // All the same: that is neither much nor little, unless it is nothing.
    if (this.max === this.min) return value < this.min || !value ? 0 : 0.5;
    const scale = this.info.scale === 'log' ? Math.log : x => x;
    if (this.info.scale === 'log' && value <= 0) return 0;
    return Math.min(1, Math.max(0, (scale(value) - scale(this.min)) / (scale(this.max) - scale(this.min))));
  }
  color(value) {
    const level = this.level(value);
    return level < 0 ? undefined : this.colors[Math.round(level * (this.steps - 1))];
  }
  ink(value) {
    const level = this.level(value);
    return level < 0 ? undefined : level > 0.45 ? '#10151a' : '#ffffff';
  }
  text(value) { return Number.isNaN(value) ? undefined : withUnit(value, this.info.unit); }

  colorOf(n) { return this.color(this.values[n]); }
  inkOf(n) { return this.ink(this.values[n]); }
  textOf(n) {
    const text = this.text(this.values[n]), more = this.info.text[this.model.name(n)];
    return text && more !== undefined ? `${text}, ${more}` : text;
  }
  colorOfBlock(b) { return this.color(this.blocks[b]); }
  inkOfBlock(b) { return this.ink(this.blocks[b]); }
  textOfBlock(b) {
    const text = this.text(this.blocks[b]);
    return text && `${text} (${this.info.combine})`;
  }

  /** Nodes with the greatest numbers, greatest first. */
  greatest(count) {
    const list = [];
    for (let n = 0; n < this.model.nodes; n++)
      if (!Number.isNaN(this.values[n]) && this.model.isDrawn(n)) list.push(n);
    return list.sort((a, b) => this.values[b] - this.values[a] || a - b).slice(0, count);
  }

  /** Fills the legend; `choose` is called with a node that was clicked. */
  legend(element, choose) {
    element.replaceChildren();
    const title = make('strong', this.info.name);
    const bar = document.createElement('canvas');
    bar.width = 200;
    bar.height = 12;
    const g = bar.getContext('2d');
    for (let x = 0; x < 200; x++) { g.fillStyle = mix(x / 199); g.fillRect(x, 0, 1, 12); }
    const ends = make('div');
    ends.className = 'ends';
    if (this.min === this.max) ends.append(make('span', `${withUnit(this.min, this.info.unit)} everywhere`));
    else
      ends.append(make('span', (this.isCut ? '\u2264 ' : '') + withUnit(this.min, this.info.unit)),
        make('span', this.info.scale), make('span', withUnit(this.max, this.info.unit)));
    const list = document.createElement('ol');
    for (const n of this.min === this.max ? [] : this.greatest(10)) {
      const item = document.createElement('li'), button = make('button', '%' + this.model.name(n));
      button.className = 'ref';
      button.addEventListener('click', () => choose(n));
      item.append(button, ' ' + this.text(this.values[n]));
      list.append(item);
    }
    element.append(title, bar, ends, list);
    if (this.info.missing) element.append(make('div', `${counted(this.info.missing, 'name')} of the file not in the model`));
  }
}

/** Light colors that the color-blind can tell apart, for dark text. */
const LIGHT = ['#77aadd', '#ee8866', '#eedd88', '#ffaabb', '#99ddff', '#44bb99', '#bbcc33', '#aaaa00', '#dddddd'];

/** What nodes are, in words. The word stands in the box: colors repeat after nine. */
class Categories {
  constructor(model, info) {
    this.model = model;
    this.info = info;
    this.values = model[info.column];
    const m = model, counts = new Map();
    this.total = new Array(info.categories.length).fill(0);
    for (let n = 0; n < m.nodes; n++) {
      const v = this.values[n];
      if (Number.isNaN(v) || !m.isDrawn(n)) continue;
      this.total[v]++;
      for (let b = m.nodeBlock[n]; ; b = m.blockParent[b]) {
        if (!counts.has(b)) counts.set(b, new Map());
        counts.get(b).set(v, (counts.get(b).get(v) ?? 0) + 1);
        if (!b) break;
      }
    }
    this.counts = counts;
  }

  word(v) { return this.info.categories[v]; }
  color(v) { return Number.isNaN(v) ? undefined : LIGHT[v % LIGHT.length]; }
  colorOf(n) { return this.color(this.values[n]); }
  inkOf(n) { return Number.isNaN(this.values[n]) ? undefined : '#10151a'; }
  textOf(n) {
    const v = this.values[n], more = this.info.text[this.model.name(n)];
    if (Number.isNaN(v)) return undefined;
    return more === undefined ? this.word(v) : `${this.word(v)}, ${more}`;
  }
  /** The one that all nodes inside have. */
  only(b) { const inside = this.counts.get(b); return inside?.size === 1 ? inside.keys().next().value : NaN; }
  colorOfBlock(b) { return this.color(this.only(b)); }
  inkOfBlock(b) { return Number.isNaN(this.only(b)) ? undefined : '#10151a'; }
  textOfBlock(b) {
    const inside = [...this.counts.get(b) ?? []].sort((x, y) => y[1] - x[1] || x[0] - y[0]);
    if (!inside.length) return undefined;
    const some = inside.slice(0, 2).map(([v, count]) => `${this.word(v)} ${count}`).join(', ');
    return inside.length > 2 ? `${some}, \u2026` : some;
  }

  /** Fills the legend; `choose` is called with the first node of what was clicked. */
  legend(element, choose) {
    element.replaceChildren(make('strong', this.info.name));
    const list = make('ul'), order = this.total.map((_, v) => v).filter(v => this.total[v]);
    order.sort((x, y) => this.total[y] - this.total[x] || x - y);
    for (const v of order.slice(0, 20)) {
      const item = make('li'), swatch = make('span'), button = make('button', this.word(v));
      swatch.className = 'swatch';
      swatch.style.background = this.color(v);
      button.className = 'ref';
      button.addEventListener('click', () => choose(this.values.findIndex((value, n) => value === v && this.model.isDrawn(n))));
      item.append(swatch, button, ` ${this.total[v]}`);
      list.append(item);
    }
    element.append(list);
    if (order.length > 20) element.append(make('div', `and ${order.length - 20} more`));
    if (this.info.missing) element.append(make('div', `${counted(this.info.missing, 'name')} of the file not in the model`));
  }
}

function mix(level) {
  const at = level * (VIRIDIS.length - 1), low = Math.min(Math.floor(at), VIRIDIS.length - 2), part = at - low;
  const c = VIRIDIS[low].map((v, i) => Math.round(v + (VIRIDIS[low + 1][i] - v) * part));
  return `rgb(${c.join(',')})`;
}

/** At most four digits; bytes by powers of 1024. */
function withUnit(value, unit) {
  if (unit === 'B') {
    const names = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let at = 0;
    while (Math.abs(value) >= 1024 && at + 1 < names.length) { value /= 1024; at++; }
    return `${Number(value.toPrecision(4))} ${names[at]}`;
  }
  const digits = Math.abs(value) >= 1e6 || (value && Math.abs(value) < 1e-3) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return unit ? `${digits} ${unit}` : digits;
}

/** An element with text, which is never markup. */
function make(tag, text) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  return element;
}
