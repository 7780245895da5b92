// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of passes and steps of a film. Only the rows in view are elements.

class StepList {
  constructor(film) {
    this.film = film;
    this.tree = film.app.element('step-tree');
    this.box = film.app.element('step-rows');
    this.field = film.app.element('step-search');
    this.opened = new Set();
    this.rows = [];
  }

  start() {
    this.tree.addEventListener('scroll', () => this.draw());
    this.tree.addEventListener('keydown', event => this.key(event));
    this.field.addEventListener('input', () => this.update());
    new ResizeObserver(() => this.draw()).observe(this.tree);
    this.box.addEventListener('click', event => {
      const element = event.target.closest('.row');
      if (!element) return;
      const row = this.rows[Number(element.dataset.row)];
      if (event.target.className === 'arrow') this.toggle(row.pass);
      else this.choose(row);
    });
  }

  /** A row is the input, a pass, or a step. */
  update() {
    const { film } = this, wanted = this.field.value.trim().toLowerCase(), rows = [];
    const has = text => text.toLowerCase().includes(wanted);
    if (!wanted) rows.push({ pass: null, stop: 0 });
    for (const pass of film.passes) {
      const isNamed = wanted && has(pass.text);
      const inside = [];
      if (pass.count > 1 && (wanted || this.opened.has(pass) || film.passOf(film.after) === pass))
        for (let stop = pass.first; stop < pass.first + pass.count; stop++)
          if (!wanted || has(`${film.stops[stop][1]} %${film.stops[stop][2]}`)) inside.push({ pass, stop });
      if (!wanted || isNamed || inside.length) rows.push({ pass, stop: null, isOpen: inside.length > 0 }, ...inside);
    }
    this.rows = rows;
    this.box.style.height = rows.length * ROW + 'px';
    this.at = rows.findIndex(row => this.isHere(row));
    if (this.at >= 0) {
      const y = this.at * ROW, { scrollTop, clientHeight } = this.tree;
      if (y < scrollTop || y + ROW > scrollTop + clientHeight) this.tree.scrollTop = y - clientHeight / 2;
    }
    this.draw();
  }
  isHere({ pass, stop }) {
    const { film } = this;
    if (stop !== null) return film.after === stop && film.pass === null;
    return film.pass === pass || (film.pass === null && pass.count === 1 && film.after === pass.first);
  }

  label({ pass, stop }) {
    const { film } = this;
    if (stop === 0) return ['', 'input', ''];
    if (stop === null) return [String(pass.run), pass.name, ` ${pass.steps}${pass.failed ? ' failed' : ''}`];
    const [step, what, at] = film.stops[stop];
    return [String(step), what || (at ? '' : 'step'), at ? ' %' + at : ''];
  }

  draw() {
    const { tree } = this, elements = [];
    const first = Math.max(0, Math.floor(tree.scrollTop / ROW) - 4);
    const last = Math.min(this.rows.length, Math.ceil((tree.scrollTop + tree.clientHeight) / ROW) + 4);
    for (let i = first; i < last; i++) {
      const data = this.rows[i], { pass, stop, isOpen } = data, row = make('div'), [number, name, more] = this.label(data);
      const isPass = stop === null, hasSteps = isPass && pass.count > 1;
      row.className = 'row';
      row.id = 'step' + i;
      row.dataset.row = i;
      row.style.top = i * ROW + 'px';
      row.style.paddingLeft = isPass || stop === 0 ? '0' : '24px';
      row.setAttribute('role', 'treeitem');
      row.setAttribute('aria-level', isPass || stop === 0 ? 1 : 2);
      row.setAttribute('aria-selected', i === this.at);
      if (hasSteps) row.setAttribute('aria-expanded', isOpen);
      const arrow = make('span', hasSteps ? (isOpen ? '\u25BE' : '\u25B8') : ''), count = make('span', number + ' '), dim = make('span', more);
      arrow.className = 'arrow';
      arrow.setAttribute('aria-hidden', 'true');
      count.className = dim.className = 'dim';
      if (isPass) row.title = `${pass.text}: ${counted(pass.steps, 'step')}, ${pass.before} to ${pass.after} nodes, ${(pass.us / 1000).toFixed(1)} ms`;
      row.append(arrow, count, name, dim);
      elements.push(row);
    }
    this.box.replaceChildren(...elements);
    if (this.at >= first && this.at < last) tree.setAttribute('aria-activedescendant', 'step' + this.at);
    else tree.removeAttribute('aria-activedescendant');
  }

  choose({ pass, stop }) {
    if (stop === null) this.film.wholePass(pass, true);
    else this.film.stopAt(stop, true);
  }
  toggle(pass) {
    if (this.opened.has(pass)) this.opened.delete(pass);
    else this.opened.add(pass);
    this.update();
  }
  key(event) {
    const row = this.rows[this.at];
    let to = this.at;
    if (event.key === 'ArrowDown') to++;
    else if (event.key === 'ArrowUp') to--;
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = this.rows.length - 1;
    else if (event.key === 'ArrowRight' && row?.stop === null && !row.isOpen) this.toggle(row.pass);
    else if (event.key === 'ArrowLeft' && row?.stop === null && row.isOpen) this.toggle(row.pass);
    else if (event.key === 'ArrowLeft' && row?.pass && row.stop !== null) return this.choose({ pass: row.pass, stop: null });
    else return;
    event.preventDefault();
    event.stopPropagation();
    to = Math.min(Math.max(to, 0), this.rows.length - 1);
    if (to === this.at || !this.rows[to]) return;
    this.at = to;
    this.choose(this.rows[to]);
  }
}
