// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page: selection, open modules, view, keys and links.

const KEYS = [['/', 'search'], ['n p', 'next, previous hit'], ['arrows', 'along the lines of the selected node; else move'],
  ['Enter', 'open or close a module'], ['1-9', 'open all modules to this depth'], ['+ -', 'zoom'], ['0', 'natural size'],
  ['f', 'fit into the window'], ['m', 'map in the corner'], ['o', 'tree'], ['i', 'details'], ['Esc', 'select nothing'], ['?', 'this list'],
  ['mouse', 'drag moves, wheel zooms, double click opens']];
const MOST_BOXES = 60, MIN_ZOOM = 0.002, MAX_ZOOM = 4;

class App {
  /** Of two on a page, the second one has elements with a suffix; what has none is shared. */
  constructor(model, suffix = '') {
    this.model = model;
    this.element = id => document.getElementById(id + suffix) ?? document.getElementById(id);
    this.comparison = null;
    this.film = null;
    this.scene = new Scene(model);
    this.canvas = this.element('canvas');
    this.painter = new Painter(this.canvas, this.scene);
    this.overlays = model.index.overlays.map(info => info.categories ? new Categories(model, info) : new Overlay(model, info));
    this.selected = NONE;
    this.hits = [];
    this.hit = -1;
    this.outline = new Outline(this);
    this.details = new Details(this);
    this.open = this.firstOpen();
    this.minimap = new Minimap(this);
  }

  start() {
    this.startPage(this);
    this.film?.start();
    this.startSide();
    this.setOverlay(this.overlays.findIndex(o => o.info.given));
    this.readLink();
    this.painter.draw();
    document.documentElement.dataset.ready = 'true';
  }

  /** Fills the header, whose controls call `target`. */
  startPage(target) {
    const m = this.model;
    this.element('title').textContent = m.title;
    this.element('title').title = m.title;
    this.overlays.forEach((overlay, i) => {
      const option = make('option', overlay.info.name);
      option.value = i;
      this.element('overlay').append(option);
    });
    const deepest = m.depth.reduce((a, b) => Math.max(a, b), 0), depth = this.element('depth');
    for (let d = 0; d <= deepest; d++) depth.append(make('option', d === 0 ? 'closed' : d === deepest ? `all (${d})` : d));
    [...depth.options].forEach((option, d) => option.value = d);
    // What is shown at first, and after single modules were opened.
    const some = make('option', 'some');
    some.value = 'some';
    some.hidden = true;
    depth.append(some);
    depth.value = 'some';
    this.listKeys();
    this.listen(target);
  }
  startSide() {
    this.scene.setOpen(this.open);
    this.outline.update();
    this.listenCanvas();
    this.painter.resize();
    this.fit();
    this.details.show(NONE);
  }

  /** Opens modules from the outermost on, as long as few boxes show; what the file says stays closed. */
  firstOpen() {
    const m = this.model, open = new Uint8Array(m.blocks);
    let shown = m.inside(0).length, queue = [0];
    while (queue.length) {
      const next = [];
      for (const outer of queue)
        for (const ref of m.inside(outer)) {
          const b = ref - m.nodes;
          if (b < 0 || !m.blockOpen[b]) continue;
          const count = m.inside(b).length;
          if (shown + count - 1 > MOST_BOXES) continue;
          shown += count - 1;
          open[b] = 1;
          next.push(b);
        }
      queue = next;
    }
    return open;
  }

  /** What is under the pointer, or the selection, stays where it is. */
  setOpen(change, anchor = this.selected) {
    const before = anchor === NONE ? null : this.scene.rectOf(anchor);
    change(this.open);
    this.scene.setOpen(this.open);
    if (before) {
      const after = this.scene.rectOf(anchor), { view } = this.painter;
      view.x += after.x - before.x;
      view.y += after.y - before.y;
    }
    this.outline.update();
    this.painter.request();
    this.writeLink();
  }
  toggle(b) {
    this.setOpen(open => { open[b] = open[b] ? 0 : 1; }, this.model.nodes + b);
    this.element('depth').value = 'some';
    this.details.show(this.selected);
    this.say(`${this.model.blockTitle(b)} is ${this.open[b] ? 'open' : 'closed'}`);
  }
  openTo(depth) {
    this.setOpen(open => { for (let b = 1; b < open.length; b++) open[b] = this.model.depth[b] <= depth ? 1 : 0; });
    this.element('depth').value = Math.min(depth, this.element('depth').options.length - 2);
    if (this.selected === NONE) this.fit();
  }
  /** Opens the modules around a node or a block. */
  uncover(ref) {
    const m = this.model;
    let b = ref < m.nodes ? m.nodeBlock[ref] : m.blockParent[ref - m.nodes];
    const closed = [];
    for (; b; b = m.blockParent[b]) if (!this.open[b]) closed.push(b);
    if (closed.length) this.setOpen(open => closed.forEach(c => { open[c] = 1; }));
  }

  select(ref, { show = false, link = true, echo = true } = {}) {
    const m = this.model;
    const drawn = ref === NONE || ref >= m.nodes ? ref : m.shown(ref);
    this.selected = drawn;
    this.painter.selected = drawn;
    if (drawn !== NONE) {
      this.uncover(drawn);
      if (show) this.center(drawn);
    }
    this.details.show(ref);
    this.outline.draw();
    if (drawn !== NONE) this.outline.reveal(drawn);
    this.painter.request();
    if (ref !== NONE) this.say(ref < m.nodes ? `%${m.name(ref)}: ${m.nodeTitle(ref)}` : m.blockTitle(ref - m.nodes));
    if (link) this.writeLink(ref);
    if (echo) this.comparison?.selected(this, ref);
  }

  //===--- view ---------------------------------------------------------===//

  /** Whether all of it can be seen: the map is in front of one corner. */
  isInView(ref) {
    const r = this.scene.rectOf(ref), { painter: { view, width, height } } = this;
    return r.x >= view.x && r.y >= view.y && r.x + r.w <= view.x + width / view.k && r.y + r.h <= view.y + height / view.k && !this.isBehindMap(r);
  }
  isBehindMap(r) {
    const { painter: { view, width } } = this, map = this.minimap.room();
    return r.x + r.w > view.x + (width - map.w) / view.k && r.y < view.y + map.h / view.k;
  }
  /** Moves the view to something, unless it is in view. */
  center(ref) {
    const r = this.scene.rectOf(ref), { painter: { view, width, height } } = this;
    if (view.k < 0.5) view.k = 0.9;
    const margin = 30 / view.k;
    if (r.x < view.x + margin || r.x + r.w > view.x + width / view.k - margin) view.x = r.x + r.w / 2 - width / view.k / 2;
    if (r.y < view.y + margin || r.y + Math.min(r.h, 200) > view.y + height / view.k - margin)
      view.y = r.h * view.k > height ? r.y - margin : r.y + r.h / 2 - height / view.k / 2;
    const left = width - this.minimap.room().w;
    if (this.isBehindMap(r)) view.x = Math.max(r.x + r.w / 2 - left / view.k / 2, r.x + r.w - left / view.k + margin);
  }
  /** The whole picture, or as much of its upper part as can be read. */
  fit(all = false) {
    const { painter: { view, width, height }, scene } = this;
    const both = Math.min(width / scene.width, height / scene.height);
    view.k = Math.min(1, all ? Math.max(both, MIN_ZOOM) : Math.max(0.8, width / scene.width));
    view.x = (scene.width - width / view.k) / 2;
    view.y = scene.height * view.k < height ? (scene.height - height / view.k) / 2 : 0;
    if (!all && scene.width * view.k > width) {
      // Where the graph begins.
      const first = this.scene.rectOf(this.model.inside(0)[0] ?? NONE);
      view.x = first.x + first.w / 2 - width / view.k / 2;
    } else {
      // Beside the map, where there is room for both.
      const left = width - this.minimap.room().w;
      if (scene.width * view.k <= left) view.x = (scene.width - left / view.k) / 2;
    }
    this.painter.request();
  }
  zoom(factor, x = this.painter.width / 2, y = this.painter.height / 2) {
    const { view } = this.painter, k = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.k * factor));
    view.x += x / view.k - x / k;
    view.y += y / view.k - y / k;
    view.k = k;
    this.painter.request();
  }
  move(x, y) {
    const { view } = this.painter;
    view.x += x / view.k;
    view.y += y / view.k;
    this.painter.request();
  }

  /** Along the lines: to the first user, the first operand, or a neighbor in the layer. */
  follow(key) {
    const m = this.model, n = this.selected;
    if (n === NONE || n >= m.nodes) {
      const step = { ArrowUp: [0, -80], ArrowDown: [0, 80], ArrowLeft: [-80, 0], ArrowRight: [80, 0] }[key];
      return this.move(...step);
    }
    let next;
    if (key === 'ArrowDown') next = m.users(n).find(u => m.isDrawn(u));
    else if (key === 'ArrowUp') next = m.operands(n).find(u => m.isDrawn(u));
    else {
      const item = m.itemOfNode[n], b = m.nodeBlock[n], step = key === 'ArrowLeft' ? -1 : 1;
      for (let i = item + step; i >= m.firstItem[b] && i < m.firstItem[b + 1] && m.itemLayer[i] === m.itemLayer[item]; i += step)
        if (m.itemKind[i] === BOX && m.isDrawn(m.itemId[i])) { next = m.itemId[i]; break; }
    }
    if (next !== undefined) this.select(next, { show: true });
  }

  //===--- search, overlays, theme --------------------------------------===//

  async find(text) {
    const field = this.element('hits'), turn = this.turn = (this.turn ?? 0) + 1;
    field.className = '';
    try {
      const hits = await search(this.model, text);
      if (turn !== this.turn) return;
      this.hits = hits;
      field.textContent = text.trim() ? `${this.hits.length} of ${this.model.size()}` : '';
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      this.hits = [];
      field.className = 'bad';
      field.textContent = `column ${error.at + 1}: ${error.message}`;
    }
    this.hit = -1;
    this.painter.hits = new Set(this.hits.map(n => this.model.shown(n)));
    this.outline.draw();
    this.painter.request();
  }
  step(by) {
    if (!this.hits.length) return;
    this.hit = (this.hit + by + this.hits.length + (this.hit < 0 && by < 0 ? 1 : 0)) % this.hits.length;
    this.select(this.hits[this.hit], { show: true });
    this.element('hits').textContent = `${this.hit + 1} of ${this.hits.length}`;
  }
  setOverlay(i) {
    this.painter.overlay = this.overlays[i] ?? null;
    const legend = this.element('legend');
    legend.hidden = !this.painter.overlay;
    this.painter.overlay?.legend(legend, n => this.select(n, { show: true }));
    this.element('overlay').value = this.painter.overlay ? i : '';
    this.painter.request();
  }
  toggleTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    this.recolor();
  }
  recolor() { this.painter.readColors(); this.painter.request(); }
  listKeys() {
    const table = make('table');
    const isComparison = document.getElementById('fx-compare') !== null;
    const more = isComparison ? [['d D', 'next, previous difference']] : this.film ? FILM_KEYS : [];
    for (const [keys, what] of [...KEYS, ...more]) {
      const row = make('tr'), cell = make('td');
      for (const key of keys.split(' ')) cell.append(make('kbd', key), ' ');
      row.append(cell, make('td', what));
      table.append(row);
    }
    this.element('keys').append(table);
  }
  toggleHelp(shown = this.element('keys').hidden) {
    this.element('keys').hidden = !shown;
    this.element('help').setAttribute('aria-expanded', shown);
  }
  say(text) { this.element('note').textContent = text.length > 200 ? text.slice(0, 200) + '\u2026' : text; }
  saveSvg() {
    const text = new PictureWriter(this.scene, this.painter.colors).write();
    if (!text) return this.say(`More than ${MOST_SVG_BOXES.toLocaleString('en')} boxes are open; close modules first.`);
    save(new Blob([text], { type: 'image/svg+xml' }), `${this.model.title}.svg`);
  }
  savePng() { this.canvas.toBlob(blob => save(blob, `${this.model.title}.png`)); }

  //===--- links --------------------------------------------------------===//

  /**
   * The fragment has names, so that it fits pages that are made again: `#NODE`, or `#sel=NODE&open=PATH,PATH`.
   * Of several nodes with one name all but the first are `PATH/NODE`, with the path of what they are in.
   */
  writeLink(ref = this.selected) {
    const m = this.model, parts = this.film?.link() ? [this.film.link()] : [];
    if (ref !== NONE) parts.push('sel=' + encodeURIComponent(ref < m.nodes ? m.linkName(ref) : m.blockPath(ref - m.nodes)));
    const link = parts.join('&');
    if (link.length < 2000) history.replaceState(null, '', link ? '#' + link : location.pathname);
  }
  readLink() {
    let text = location.hash.slice(1);
    try { text = decodeURIComponent(text); } catch { return; }
    if (!text) return;
    const m = this.model, find = name => m.byName.get(name) ?? m.findIn(name) ?? this.blockOf(name);
    let wanted = find(text);
    if (wanted === undefined) {
      const parts = new URLSearchParams(location.hash.slice(1));
      if (this.film && parts.has('at')) this.film.readLink(parts.get('at'));
      const depth = parts.get('depth');
      if (depth !== null) this.openTo(Number(depth));
      for (const path of (parts.get('open') ?? '').split(',')) {
        const b = this.blockOf(path);
        if (b !== undefined) { this.uncover(b); this.setOpen(open => { open[b - m.nodes] = 1; }); }
      }
      const overlay = this.overlays.findIndex(o => o.info.name === parts.get('overlay'));
      if (overlay >= 0) this.setOverlay(overlay);
      if (parts.has('sel')) wanted = find(parts.get('sel'));
      if (parts.has('sel') && wanted === undefined) this.say(`There is no node '${parts.get('sel')}'.`);
    }
    if (wanted !== undefined) this.select(wanted, { show: true, link: false });
  }
  blockOf(path) {
    for (let b = 1; b < this.model.blocks; b++) if (path && this.model.blockPath(b) === path) return this.model.nodes + b;
    return undefined;
  }

  //===--- events -------------------------------------------------------===//

  /** To what the page has once. */
  listen(target) {
    const on = (id, what, act) => this.element(id).addEventListener(what, act);
    on('search', 'input', event => target.find(event.target.value));
    on('search', 'keydown', event => {
      if (event.key === 'Enter') target.step(event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape') this.canvas.focus();
      else return;
      event.preventDefault();
    });
    on('next', 'click', () => target.step(1));
    on('previous', 'click', () => target.step(-1));
    on('overlay', 'change', event => target.setOverlay(event.target.value === '' ? -1 : Number(event.target.value)));
    on('depth', 'change', event => target.openTo(Number(event.target.value)));
    on('fit', 'click', () => target.fit(true));
    on('theme', 'click', () => target.toggleTheme());
    on('svg', 'click', () => target.saveSvg());
    on('png', 'click', () => target.savePng());
    on('help', 'click', () => this.toggleHelp());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => target.recolor());
    window.addEventListener('hashchange', () => target.readLink());
    document.addEventListener('keydown', event => target.key(event));
  }

  listenCanvas() {
    const { canvas, painter } = this, { view } = painter;
    new ResizeObserver(() => { this.painter.resize(); this.outline.draw(); }).observe(canvas.parentElement);
    const point = event => { const r = canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; };
    const under = event => { const [x, y] = point(event); return this.scene.at(view.x + x / view.k, view.y + y / view.k); };
    let drag = null;
    canvas.addEventListener('pointerdown', event => {
      drag = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add('moving');
    });
    canvas.addEventListener('pointermove', event => {
      if (!drag) return;
      const x = event.clientX - drag.x, y = event.clientY - drag.y;
      if (!drag.moved && Math.hypot(x, y) < 4) return;
      drag = { x: event.clientX, y: event.clientY, moved: true };
      this.move(-x, -y);
    });
    canvas.addEventListener('pointerup', event => {
      canvas.classList.remove('moving');
      if (drag && !drag.moved) this.select(under(event));
      drag = null;
    });
    canvas.addEventListener('dblclick', event => {
      const ref = under(event);
      if (ref !== NONE && ref >= this.model.nodes) this.toggle(ref - this.model.nodes);
    });
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      if (event.shiftKey) this.move(event.deltaY, 0);
      else this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...point(event));
    }, { passive: false });
  }

  key(event) {
    const { key } = event, isField = /^(INPUT|SELECT)$/.test(event.target.tagName) && event.target.type !== 'range';
    if (event.ctrlKey || event.metaKey || event.altKey || isField) return;
    if (this.film?.key(key)) return event.preventDefault();
    if (event.target.tagName === 'INPUT') return;
    if (event.target.tagName === 'BUTTON' && (key === 'Enter' || key === ' ')) return;
    if (key === '/') this.element('search').focus();
    else if (key === 'n') this.step(1);
    else if (key === 'p') this.step(-1);
    else if (key === '+' || key === '=') this.zoom(1.25);
    else if (key === '-') this.zoom(0.8);
    else if (key === '0') this.zoom(1 / this.painter.view.k);
    else if (key === 'f') this.fit(true);
    else if (key === 'o') this.element('tree').focus();
    else if (key === 'i') this.element('details').focus();
    else if (key === 'm') this.minimap.toggle();
    else if (key === '?') this.toggleHelp();
    else if (key === 'Escape') { this.toggleHelp(false); this.select(NONE); }
    else if (/^[1-9]$/.test(key)) this.openTo(Number(key));
    else if (key.startsWith('Arrow') && event.target === this.canvas) this.follow(key);
    else if (key === 'Enter' && this.selected !== NONE && this.selected >= this.model.nodes) this.toggle(this.selected - this.model.nodes);
    else return;
    event.preventDefault();
  }
}

async function start() {
  const isComparison = document.getElementById('fx-compare') !== null;
  const isFilm = document.getElementById('fx-film') !== null;
  const page = isComparison ? await Comparison.read() : isFilm ? await Film.read() : new App(await Model.read());
  page.start();
  // For tests and for those who want to know more.
  window.fxView = page;
}

start().catch(error => {
  document.getElementById('note').textContent = 'The page cannot be shown: ' + error.message;
  throw error;
});
