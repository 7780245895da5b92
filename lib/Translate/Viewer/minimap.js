// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole picture in a corner, and where the view is in it.

const MAP_WIDTH = 180, MAP_PART = 0.45, MAP_LEAST = 28;
/** From the map to the edge of the window, as in page.css. */
const MAP_EDGE = 10;

class Minimap {
  /** Of the picture of an App, whose painter says when it has drawn. */
  constructor(app) {
    this.app = app;
    this.box = make('div');
    this.box.className = 'minimap';
    // What it does is done by keys as well.
    this.box.setAttribute('aria-hidden', 'true');
    this.canvas = document.createElement('canvas');
    this.frame = make('div');
    this.box.append(this.canvas, this.frame);
    this.wanted = true;
    this.drawn = '';
    app.canvas.after(this.box);
    this.painter = new Painter(this.canvas, app.scene);
    app.painter.drawn = () => this.update();
    let isDown = false;
    const go = event => { if (isDown) this.go(event); };
    this.box.addEventListener('pointerdown', event => { isDown = true; this.box.setPointerCapture(event.pointerId); this.go(event); });
    this.box.addEventListener('pointermove', go);
    this.box.addEventListener('pointerup', () => { isDown = false; });
    this.box.addEventListener('pointercancel', () => { isDown = false; });
  }

  /** Sizes in pixels: of the map, its scale, and how far down it begins. Of what is
      high and narrow there is a part, which moves with the view. */
  measure() {
    const { scene, painter: { view, width, height } } = this.app;
    const most = height * MAP_PART;
    const k = Math.max(Math.min(MAP_WIDTH / scene.width, most / scene.height), Math.min(MAP_LEAST / scene.width, 0.2));
    const w = Math.min(MAP_WIDTH, scene.width * k), h = Math.min(most, scene.height * k);
    const part = (at, shown, all, room) => {
      const far = all - room / k, span = all - shown;
      return far <= 0 || span <= 0 ? 0 : Math.min(far, Math.max(0, at / span * far));
    };
    return { k, w, h, x: part(view.x, width / view.k, scene.width, w), y: part(view.y, height / view.k, scene.height, h) };
  }

  isHidden() {
    const { scene, painter: { view, width, height } } = this.app;
    // All is in view: there is nothing to find.
    const isWhole = view.x <= 0 && view.y <= 0 && view.x + width / view.k >= scene.width && view.y + height / view.k >= scene.height;
    return !this.wanted || isWhole || !(scene.width > 0) || width < 3 * MAP_WIDTH;
  }
  /** Width and height in pixels of the corner that is behind the map. */
  room() {
    if (this.isHidden()) return { w: 0, h: 0 };
    const { w, h } = this.measure();
    return { w: w + 2 * MAP_EDGE, h: h + 2 * MAP_EDGE };
  }

  update() {
    const { scene, painter } = this.app, { view, width, height } = painter;
    this.box.hidden = this.isHidden();
    if (this.box.hidden) return;
    const m = this.measure(), own = this.painter;
    // A new picture, other colors, or another part of it.
    const now = [scene.version, painter.overlay, painter.colors, painter.hits, painter.marks, painter.ratio, m.w, m.h, m.x, m.y];
    if (!this.last || now.some((value, i) => value !== this.last[i])) {
      this.last = now;
      this.box.style.width = `${m.w}px`;
      this.box.style.height = `${m.h}px`;
      own.overlay = painter.overlay;
      own.colors = painter.colors;
      own.hits = painter.hits;
      own.marks = painter.marks;
      own.view = { x: m.x, y: m.y, k: m.k };
      own.resize();
    }
    // The part that the view shows, as much of it as the map has.
    const left = Math.max(0, (view.x - m.x) * m.k), top = Math.max(0, (view.y - m.y) * m.k);
    // Without the border of the map.
    const w = m.w - 2, h = m.h - 2;
    const right = Math.min(w, (view.x + width / view.k - m.x) * m.k), bottom = Math.min(h, (view.y + height / view.k - m.y) * m.k);
    const { style } = this.frame;
    style.left = `${Math.min(left, w - 4)}px`;
    style.top = `${Math.min(top, h - 4)}px`;
    style.width = `${Math.max(4, right - left)}px`;
    style.height = `${Math.max(4, bottom - top)}px`;
  }

  /** Moves the middle of the view to what is under the pointer. */
  go(event) {
    const r = this.box.getBoundingClientRect(), m = this.measure(), { painter } = this.app, { view, width, height } = painter;
    view.x = m.x + (event.clientX - r.left) / m.k - width / view.k / 2;
    view.y = m.y + (event.clientY - r.top) / m.k - height / view.k / 2;
    painter.request();
  }

  toggle() {
    this.wanted = !this.wanted;
    this.app.painter.request();
  }
}
