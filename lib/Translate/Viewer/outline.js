// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tree of modules and nodes: all that the picture shows, as text. Only the
// rows in view are elements.

const ROW = 22;

class Outline {
  constructor(app) {
    this.app = app;
    this.tree = app.element('tree');
    this.box = app.element('rows');
    this.rows = [];
    this.marks = null;
    this.tree.addEventListener('scroll', () => this.draw());
    this.tree.addEventListener('keydown', event => this.key(event));
    this.box.addEventListener('click', event => {
      const row = event.target.closest('.row');
      if (!row) return;
      const ref = Number(row.dataset.ref);
      if (event.target.className === 'arrow' && ref >= app.model.nodes) app.toggle(ref - app.model.nodes);
      else app.select(ref, { show: true });
    });
    this.box.addEventListener('dblclick', event => {
      const row = event.target.closest('.row');
      if (row && Number(row.dataset.ref) >= app.model.nodes) app.toggle(Number(row.dataset.ref) - app.model.nodes);
    });
  }

  /** Lists what is open: a row is a node or a block, its depth and its place among its siblings. */
  update() {
    const { model: m, scene } = this.app, rows = [];
    const stack = [{ list: m.inside(0), at: 0, level: 1 }];
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top.at === top.list.length) { stack.pop(); continue; }
      const ref = top.list[top.at++];
      rows.push({ ref, level: top.level, place: top.at, count: top.list.length });
      if (ref >= m.nodes && scene.isOpen(ref - m.nodes)) stack.push({ list: m.inside(ref - m.nodes), at: 0, level: top.level + 1 });
    }
    this.rows = rows;
    this.rowOf = new Int32Array(m.nodes + m.blocks).fill(-1);
    rows.forEach((row, i) => { this.rowOf[row.ref] = i; });
    this.box.style.height = rows.length * ROW + 'px';
    this.draw();
  }

  label(ref) {
    const m = this.app.model;
    if (ref >= m.nodes) {
      const b = ref - m.nodes, path = m.blockPath(b), parent = m.blockPath(m.blockParent[b]);
      const own = parent && path.startsWith(parent + '.') ? path.slice(parent.length + 1) : path;
      const type = m.blockTitle(b).slice(m.blockTitle(b).indexOf('  ') + 2);
      return { name: own || 'graph', more: `${m.blockTitle(b).includes('  ') ? type + ' ' : ''}${m.blockNodes[b]}` };
    }
    // `%relu_1 relu` would say it twice.
    const name = m.name(ref), title = m.nodeTitle(ref);
    return { name: '%' + name, more: name.replace(/_+\d*$/, '') === title.replace(/_+$/, '') ? '' : title };
  }

  draw() {
    const { app, tree } = this, m = app.model;
    const first = Math.max(0, Math.floor(tree.scrollTop / ROW) - 4);
    const last = Math.min(this.rows.length, Math.ceil((tree.scrollTop + tree.clientHeight) / ROW) + 4);
    const elements = [];
    let active = '';
    for (let i = first; i < last; i++) {
      const { ref, level, place, count } = this.rows[i], isBlock = ref >= m.nodes;
      const row = make('div'), { name, more } = this.label(ref);
      row.className = app.painter.hits.has(ref) ? 'row hit' : 'row';
      row.id = 'row' + m.suffix + i;
      row.dataset.ref = ref;
      row.style.top = i * ROW + 'px';
      row.style.paddingLeft = (level - 1) * 12 + 'px';
      row.setAttribute('role', 'treeitem');
      row.setAttribute('aria-level', level);
      row.setAttribute('aria-posinset', place);
      row.setAttribute('aria-setsize', count);
      row.setAttribute('aria-selected', ref === app.selected);
      const arrow = make('span', isBlock ? (app.scene.isOpen(ref - m.nodes) ? '\u25BE' : '\u25B8') : '');
      arrow.className = 'arrow';
      arrow.setAttribute('aria-hidden', 'true');
      if (isBlock) row.setAttribute('aria-expanded', app.scene.isOpen(ref - m.nodes));
      const dim = make('span', ' ' + more);
      dim.className = 'dim';
      row.append(arrow, ...this.mark(ref), name, dim);
      if (ref === app.selected) active = row.id;
      elements.push(row);
    }
    this.box.replaceChildren(...elements);
    if (active) tree.setAttribute('aria-activedescendant', active);
    else tree.removeAttribute('aria-activedescendant');
  }

  /** In a comparison: the sign of a difference, and the word for those who do not see it. */
  mark(ref) {
    const sign = this.marks?.sign(ref);
    if (!sign) return [];
    const shown = make('b', sign + ' '), said = make('span', this.marks.word(ref) + ': ');
    shown.className = 'mark-' + this.marks.color(ref);
    shown.setAttribute('aria-hidden', 'true');
    said.className = 'hidden';
    return [shown, said];
  }

  /** Scrolls to what is selected. */
  reveal(ref) {
    const i = this.rowOf[ref];
    if (i < 0) return;
    const y = i * ROW, { scrollTop, clientHeight } = this.tree;
    if (y < scrollTop || y + ROW > scrollTop + clientHeight) this.tree.scrollTop = y - clientHeight / 2;
    this.draw();
  }

  key(event) {
    const { app } = this, m = app.model, at = this.rowOf[app.selected] ?? -1, ref = app.selected;
    const isBlock = ref !== NONE && ref >= m.nodes, isOpen = isBlock && app.scene.isOpen(ref - m.nodes);
    let to = at;
    if (event.key === 'ArrowDown') to = at + 1;
    else if (event.key === 'ArrowUp') to = at - 1;
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = this.rows.length - 1;
    else if (event.key === 'ArrowRight' && isBlock && !isOpen) app.toggle(ref - m.nodes);
    else if (event.key === 'ArrowRight' && isOpen) to = at + 1;
    else if (event.key === 'ArrowLeft' && isOpen) app.toggle(ref - m.nodes);
    else if (event.key === 'ArrowLeft' && at >= 0) {
      while (to > 0 && this.rows[to].level >= this.rows[at].level) to--;
    } else if ((event.key === 'Enter' || event.key === ' ') && isBlock) app.toggle(ref - m.nodes);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== at && this.rows.length) app.select(this.rows[Math.min(Math.max(to, 0), this.rows.length - 1)].ref, { show: true });
  }
}
