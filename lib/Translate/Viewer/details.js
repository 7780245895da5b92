// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the selected node or module.

/** Longer texts are cut; the page says how long they are. */
const MOST_TEXT = 20000, MOST_LINKS = 200;

class Details {
  constructor(app) {
    this.app = app;
    this.element = app.element('details');
    this.turn = 0;
  }

  async show(ref) {
    const turn = ++this.turn, { model: m } = this.app;
    if (ref === NONE) return this.element.replaceChildren(...this.overview());
    if (ref >= m.nodes) return this.element.replaceChildren(...this.ofBlock(ref - m.nodes));
    const text = await m.details();
    if (turn === this.turn) this.element.replaceChildren(...this.ofNode(ref, text));
  }

  row(name, ...values) {
    const row = make('tr'), head = make('th', name), cell = make('td');
    head.scope = 'row';
    cell.append(...values);
    row.append(head, cell);
    return row;
  }
  table(rows) {
    const table = make('table');
    table.append(...rows);
    return table;
  }
  heading(text) { return make('h2', text); }
  reference(n) {
    const button = make('button', '%' + this.app.model.name(n));
    button.className = 'ref';
    button.addEventListener('click', () => this.app.select(n, { show: true }));
    return button;
  }
  references(nodes) {
    const parts = nodes.slice(0, MOST_LINKS).flatMap(n => [this.reference(n), ' ']);
    if (nodes.length > MOST_LINKS) parts.push(`and ${nodes.length - MOST_LINKS} more`);
    return parts;
  }
  cut(text) {
    return text.length <= MOST_TEXT ? text :
      `${text.slice(0, MOST_TEXT)}\u2026 (${text.length.toLocaleString('en')} characters)`;
  }
  /** Text of an argument in which names of operands lead to them. Other graphs may have the same names. */
  linked(text, ref) {
    const parts = [], m = this.app.model;
    const operands = new Map(m.operands(ref).map(n => [m.name(n), n]));
    let end = 0;
    for (const match of this.cut(text).matchAll(/%[\w.]+/g)) {
      const n = operands.get(match[0].slice(1));
      if (n === undefined || parts.length > MOST_LINKS) continue;
      parts.push(text.slice(end, match.index), this.reference(n));
      end = match.index + match[0].length;
    }
    return [...parts, this.cut(text.slice(end))];
  }
  title(text) {
    const title = make('div', this.cut(text));
    title.className = 'name';
    return title;
  }

  /** Of two models: what differs as a whole. */
  comparison() {
    const { comparison } = this.app;
    if (!comparison) return [];
    const text = make('pre', comparison.head);
    text.tabIndex = 0;
    return [text];
  }
  /** Of two models: the counterpart of a node, and in what it differs. */
  difference(n) {
    const { comparison, model: m } = this.app;
    if (!comparison) return [];
    const other = comparison.other(this.app), partner = m.partner[n], parts = [];
    if (this.marks.sign(n)) {
      const sign = make('p', `${this.marks.sign(n)} ${this.marks.word(n)}`);
      sign.className = 'mark-' + this.marks.color(n);
      parts.push(sign);
    }
    if (partner === NONE) return parts;
    const rows = [this.row('counterpart', other.details.reference(partner))];
    for (const [what, from, to] of comparison.of(this.app, n)?.facts ?? [])
      rows.push(this.row(what, `${this.cut(from) || 'none'} \u2192 ${this.cut(to) || 'none'}`));
    return [...parts, this.table(rows)];
  }

  overview() {
    const m = this.app.model, operators = new Map();
    let boxes = 0;
    for (let n = 0; n < m.nodes; n++) {
      if (!m.isThere(n)) continue;
      if (m.isDrawn(n)) boxes++;
      if (m.nodeOp[n] < 2 || OPS[m.nodeOp[n]] === 'output') continue;
      // Of modules the class: each has a target of its own.
      const name = OPS[m.nodeOp[n]] === 'call_module' ? m.nodeTitle(n) : m.target(n);
      operators.set(name, (operators.get(name) ?? 0) + 1);
    }
    const sorted = [...operators].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 60);
    return [this.title(m.title), ...this.comparison(), ...(this.app.film?.overview() ?? []), this.table([
      this.row('nodes', m.size().toLocaleString('en')), this.row('shown', boxes.toLocaleString('en')),
      this.row('modules', m.modules().toLocaleString('en'))]),
      this.heading('operators and modules'), this.table(sorted.map(([name, count]) => this.row(count, this.cut(name))))];
  }

  ofBlock(b) {
    const m = this.app.model, types = new Map();
    for (const ref of m.inside(b)) {
      const name = ref < m.nodes ? m.nodeTitle(ref) : m.blockTitle(ref - m.nodes);
      types.set(name, (types.get(name) ?? 0) + 1);
    }
    const rows = [this.row('path', m.blockPath(b)), this.row('nodes', m.blockNodes[b])];
    for (const overlay of this.app.overlays.filter(o => o.textOfBlock(b) !== undefined))
      rows.push(this.row(overlay.info.name, overlay.textOfBlock(b)));
    const button = make('button', this.app.scene.isOpen(b) ? 'close' : 'open');
    button.addEventListener('click', () => this.app.toggle(b));
    return [this.title(m.blockTitle(b)), button, this.table(rows), this.heading('inside'),
      this.table([...types].slice(0, MOST_LINKS).map(([name, count]) => this.row(count, this.cut(name))))];
  }

  ofNode(n, text) {
    const m = this.app.model;
    const rows = [this.row('op', OPS[m.nodeOp[n]]), this.row('target', this.cut(m.target(n)))];
    if (m.nodeType[n]) rows.push(this.row('value', m.strings.at(m.nodeType[n])));
    if (m.nodePath[n] !== NONE && m.nodePath[n]) rows.push(this.row('module', m.strings.at(m.nodePath[n])));
    if (m.nodeClass[n]) rows.push(this.row('class', m.strings.at(m.nodeClass[n])));
    for (const overlay of this.app.overlays.filter(o => !Number.isNaN(o.values[n])))
      rows.push(this.row(overlay.info.name, overlay.textOf(n)));
    const parts = [this.title('%' + m.name(n)), ...this.difference(n), ...(this.app.film?.lifeOf(n, text) ?? []), this.table(rows)];
    const args = text.args(m.row(n));
    if (args.length)
      parts.push(this.heading('arguments'), this.table(args.map(([name, value], i) => this.row(name || String(i), ...this.linked(value, n)))));
    const users = m.users(n);
    parts.push(this.heading(`users (${users.length})`), ...this.references(users));
    for (const [key, value] of text.meta(m.row(n))) {
      const element = make('pre', this.cut(value));
      element.tabIndex = 0;
      parts.push(this.heading(key), element);
    }
    return parts;
  }
}
