// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paints what is in view. What is too small to be read is left out, so that a
// frame costs what it shows.

const FONT = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
const TEXT_ZOOM = 0.45, LINE_ZOOM = 0.08, MOST_TEXTS = 3000;

class Painter {
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.scene = scene;
    this.context = canvas.getContext('2d', { alpha: false });
    this.view = { x: 0, y: 0, k: 1 };
    this.hits = new Set();
    this.selected = NONE;
    this.marks = null;
    this.overlay = null;
    this.pending = false;
    this.stats = { boxes: 0, texts: 0, blocks: 0, lines: 0, ms: 0 };
    this.readColors();
  }

  readColors() {
    const style = getComputedStyle(document.documentElement), colors = {};
    for (const name of ['paper', 'ink', 'dim', 'line', 'frame-a', 'frame-b', 'frame-line', 'closed', 'mark', 'gone', 'new', 'changed', ...KINDS])
      colors[name] = style.getPropertyValue('--' + name).trim();
    this.colors = colors;
    // The font is as wide as the layout assumes, whichever it is.
    const g = this.context;
    g.font = `bold 100px ${FONT}`;
    const title = 720 / g.measureText('MMMMMMMMMM').width;
    g.font = `100px ${FONT}`;
    const line = 600 / g.measureText('MMMMMMMMMM').width;
    this.titleFont = `bold ${Math.min(12, 10 * title)}px ${FONT}`;
    this.lineFont = `${Math.min(10, 10 * line)}px ${FONT}`;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.ratio = ratio;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.max(1, Math.round(this.width * ratio));
    this.canvas.height = Math.max(1, Math.round(this.height * ratio));
    this.draw();
  }

  /** Asks for a frame. */
  request() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }

  draw() {
    const start = performance.now(), g = this.context, { x, y, k } = this.view;
    this.stats = { boxes: 0, texts: 0, blocks: 0, lines: 0, ms: 0 };
    this.x0 = x; this.y0 = y; this.x1 = x + this.width / k; this.y1 = y + this.height / k;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.fillStyle = this.colors.paper;
    g.fillRect(0, 0, this.canvas.width, this.canvas.height);
    g.setTransform(this.ratio * k, 0, 0, this.ratio * k, -x * k * this.ratio, -y * k * this.ratio);
    g.lineWidth = Math.max(1, 0.7 / k);
    this.frames = [];
    this.boxes = [];
    this.closed = [];
    this.chips = [];
    const stack = [0];
    while (stack.length) this.block(stack.pop(), stack);
    this.drawTitles();
    this.drawBoxes();
    this.drawMarks();
    if (this.marks) this.drawDifferences();
    this.stats.ms = performance.now() - start;
    this.drawn?.();
  }

  /** The frame and the lines of an open block; what is in it is collected. */
  block(b, stack) {
    const { scene, context: g } = this, p = scene.places, m = scene.model, { k } = this.view;
    if (b) {
      const r = scene.rectOfBlock(b);
      g.fillStyle = this.colors[m.depth[b] % 2 ? 'frame-a' : 'frame-b'];
      g.strokeStyle = this.colors['frame-line'];
      g.fillRect(r.x, r.y, r.w, r.h);
      if (m.blockGraph[b]) g.setLineDash([5, 3]);
      g.strokeRect(r.x, r.y, r.w, r.h);
      g.setLineDash([]);
      this.stats.blocks++;
      this.frames.push(b);
    }
    const [first, last] = scene.layersIn(b, this.y0, this.y1);
    if (k > LINE_ZOOM) this.drawLines(b, first, last);
    const { list, layers, bottom } = p.rows[b], left = scene.left[b], top = scene.top[b];
    let drawn = -Infinity;
    for (let l = first; l < last; l++) {
      // Layers that would be painted over each other.
      if ((bottom[l] - drawn) * k < 1) continue;
      drawn = bottom[l];
      let end = layers[l + 1], right = -Infinity;
      for (let at = firstRight(p, list, layers[l], end, this.x0 - left); at < end; at++) {
        const i = list[at], x = left + p.x[i];
        if (x > this.x1) break;
        const kind = m.itemKind[i];
        if (kind === BEND || kind === IN_PORT || kind === OUT_PORT || (x + p.w[i] - right) * k < 1) continue;
        right = x + p.w[i];
        if (kind === BLOCK && p.open[m.itemId[i]]) {
          if (Math.max(p.h[i], p.w[i]) * k >= 24) stack.push(m.itemId[i]);
          else this.closed.push(i, x, top + p.y[i]);
        } else if (kind === BLOCK) this.closed.push(i, x, top + p.y[i]);
        else (kind === BOX ? this.boxes : this.chips).push(i, x, top + p.y[i]);
      }
    }
  }

  drawLines(b, first, last) {
    const { scene, context: g } = this, p = scene.places, m = scene.model;
    const { list, layers } = p.rows[b], left = scene.left[b], top = scene.top[b];
    if (first >= last) return;
    // Thin layers have no height: lines through them begin further up.
    let above = Math.max(0, first - 1);
    while (above && p.isThin(list, layers, above)) above--;
    const from = list[layers[above]], to = list[layers[last] - 1] + 1;
    const heads = this.view.k > 0.3;
    const marked = [];
    g.beginPath();
    for (let i = from; i < to; i++) {
      const kind = m.itemKind[i];
      if ((kind !== BEND && kind !== IN_PORT) || (m.itemShown && !m.itemShown[i])) continue;
      const x = left + p.x[i] + p.w[i] / 2, y = top + p.y[i];
      if (x < this.x0 || x > this.x1) continue;
      const start = kind === BEND ? y : top, stop = kind === BEND ? y + p.h[i] : y;
      g.moveTo(x, start);
      g.lineTo(x, stop);
      if (m.itemId[i] === this.selected) marked.push(() => { g.moveTo(x, start); g.lineTo(x, stop); });
    }
    const tips = [];
    const begin = m.firstLine[b], end = m.firstLine[b + 1];
    let l = begin, high = end;
    while (l < high) { const middle = (l + high) >> 1; if (m.lineFrom[middle] < from) l = middle + 1; else high = middle; }
    for (; l < end && m.lineFrom[l] < to; l++) {
      if (m.lineShown && !m.lineShown[l]) continue;
      const a = m.lineFrom[l], z = m.lineTo[l];
      const x1 = left + p.attach(a, m.lineFromPort[l]), x2 = left + p.attach(z, m.lineToPort[l]);
      if (Math.max(x1, x2) < this.x0 || Math.min(x1, x2) > this.x1) continue;
      const y0 = top + p.y[a] + p.h[a], y1 = top + p.foot[a], y2 = top + p.y[z];
      if (y0 > this.y1 || y2 < this.y0) continue;
      trace(g, x1, y0, y1, x2, y2);
      this.stats.lines++;
      if (heads && (m.itemKind[z] === BOX || m.itemKind[z] === BLOCK)) tips.push(x2, y2);
      if (this.selected !== NONE && this.isMarked(l))
        marked.push(() => trace(g, x1, y0, y1, x2, y2));
    }
    g.strokeStyle = this.colors.line;
    g.stroke();
    if (tips.length) {
      g.beginPath();
      for (let t = 0; t < tips.length; t += 2) {
        g.moveTo(tips[t] - 3, tips[t + 1] - 6);
        g.lineTo(tips[t] + 3, tips[t + 1] - 6);
        g.lineTo(tips[t], tips[t + 1]);
      }
      g.fillStyle = this.colors.line;
      g.fill();
    }
    if (!marked.length) return;
    g.beginPath();
    for (const part of marked) part();
    g.strokeStyle = this.colors.mark;
    g.lineWidth *= 2;
    g.stroke();
    g.lineWidth /= 2;
  }

  /** Whether a line leads from or to the selected node. */
  isMarked(l) {
    const m = this.scene.model, a = m.lineFrom[l], z = m.lineTo[l], port = m.lineFromPort[l];
    const value = port !== NONE ? m.itemId[port] : m.itemId[a];
    return value === this.selected || (m.itemKind[z] === BOX && m.itemId[z] === this.selected);
  }

  /** Of frames; over lines. */
  drawTitles() {
    const { scene, context: g } = this, m = scene.model, { k } = this.view;
    if (k <= TEXT_ZOOM) return;
    g.font = this.titleFont;
    g.textAlign = 'left';
    for (const b of this.frames) {
      const r = scene.rectOfBlock(b), title = m.blockTitle(b);
      g.fillStyle = this.colors[m.depth[b] % 2 ? 'frame-a' : 'frame-b'];
      g.fillRect(r.x + 8, r.y + 3, title.length * 7.2 + 4, 17);
      g.fillStyle = this.colors.ink;
      g.fillText(title, r.x + 10, r.y + 16);
    }
  }

  drawBoxes() {
    const { scene, context: g } = this, p = scene.places, m = scene.model, { k } = this.view;
    const fills = new Map();
    const fill = (color, list, at) => {
      if (!fills.has(color)) fills.set(color, []);
      fills.get(color).push(list[at], list[at + 1], list[at + 2]);
    };
    for (let at = 0; at < this.closed.length; at += 3) {
      const b = m.itemId[this.closed[at]];
      fill(this.overlay?.colorOfBlock(b) ?? this.colors.closed, this.closed, at);
    }
    for (let at = 0; at < this.boxes.length; at += 3) {
      const n = m.itemId[this.boxes[at]];
      fill(this.overlay ? this.overlay.colorOf(n) ?? this.colors.paper : this.colors[KINDS[m.nodeKind[n]]], this.boxes, at);
    }
    for (let at = 0; at < this.chips.length; at += 3) fill(this.colors.paper, this.chips, at);
    g.strokeStyle = this.colors.line;
    for (const [color, list] of fills) {
      g.fillStyle = color;
      g.beginPath();
      const round = list.length < 3000 && k > TEXT_ZOOM;
      for (let at = 0; at < list.length; at += 3) {
        const i = list[at];
        if (round) g.roundRect(list[at + 1], list[at + 2], p.w[i], p.h[i], m.itemKind[i] === CHIP ? 8 : 4);
        else g.rect(list[at + 1], list[at + 2], p.w[i], p.h[i]);
      }
      g.fill();
      if (k > LINE_ZOOM) g.stroke();
    }
    this.stats.boxes = (this.boxes.length + this.closed.length) / 3;
    if (k > TEXT_ZOOM) this.drawTexts();
  }

  drawTexts() {
    const { scene, context: g } = this, p = scene.places, m = scene.model;
    const titles = [], lines = [];
    for (let at = 0; at < this.boxes.length && titles.length < MOST_TEXTS * 4; at += 3) {
      const i = this.boxes[at], n = m.itemId[i], texts = m.lines(n);
      const color = this.overlay?.inkOf(n);
      const shown = this.overlay?.textOf(n);
      if (shown && texts.length > 1) texts[texts.length - 1] = cut(shown, p.w[i]);
      const x = this.boxes[at + 1] + p.w[i] / 2, y = this.boxes[at + 2] + 17;
      titles.push(texts[0], x, y, color);
      for (let t = 1; t < texts.length; t++) lines.push(texts[t], x, y + 13 * t, color);
    }
    for (let at = 0; at < this.closed.length; at += 3) {
      const i = this.closed[at], b = m.itemId[i], x = this.closed[at + 1] + p.w[i] / 2, y = this.closed[at + 2];
      const color = this.overlay?.inkOfBlock(b);
      titles.push(m.blockTitle(b), x, y + 19, color);
      lines.push(this.overlay?.textOfBlock(b) ?? counted(m.blockNodes[b], 'node'), x, y + 34, color);
    }
    for (let at = 0; at < this.chips.length; at += 3) {
      const i = this.chips[at];
      lines.push(chipText(m, m.itemId[i]), this.chips[at + 1] + p.w[i] / 2, this.chips[at + 2] + 11.5, undefined);
    }
    g.textAlign = 'center';
    for (const [list, font, usual] of [[titles, this.titleFont, this.colors.ink], [lines, this.lineFont, this.colors.dim]]) {
      g.font = font;
      for (let at = 0; at < list.length; at += 4) {
        g.fillStyle = list[at + 3] ?? usual;
        g.fillText(list[at], list[at + 1], list[at + 2]);
      }
    }
    this.stats.texts = (titles.length + lines.length) / 4;
  }

  /** In a comparison: a frame and a sign on what differs, as large as can be read. */
  drawDifferences() {
    const { scene, context: g, marks } = this, p = scene.places, m = scene.model, { k } = this.view;
    const size = Math.max(15, Math.min(12 / k, 60));
    let left = MOST_TEXTS;
    g.font = `bold ${size * 0.8}px ${FONT}`;
    g.textAlign = 'center';
    for (const [list, ofBlocks] of [[this.boxes, false], [this.closed, true]])
      for (let at = 0; at < list.length && left > 0; at += 3) {
        const i = list[at], ref = ofBlocks ? m.nodes + m.itemId[i] : m.itemId[i], sign = marks.sign(ref);
        if (!sign) continue;
        left--;
        const [x, y] = [list[at + 1], list[at + 2]], color = this.colors[marks.color(ref)];
        g.strokeStyle = color;
        g.lineWidth = Math.max(3, 2 / k);
        if (marks.isDashed(ref)) g.setLineDash([8, 4]);
        g.strokeRect(x - 1, y - 1, p.w[i] + 2, p.h[i] + 2);
        g.setLineDash([]);
        const width = size * (0.5 + 0.5 * sign.length);
        g.fillStyle = color;
        g.fillRect(x - size / 2, y - size / 2, width, size);
        g.fillStyle = this.colors.paper;
        g.fillText(sign, x - size / 2 + width / 2, y + size * 0.29);
        this.stats.marks = (this.stats.marks ?? 0) + 1;
      }
  }

  /** Frames around hits and what is selected. */
  drawMarks() {
    const { scene, context: g } = this, p = scene.places, m = scene.model, { k } = this.view;
    g.strokeStyle = this.colors.mark;
    g.lineWidth = Math.max(2, 2 / k);
    if (this.hits.size)
      for (let at = 0; at < this.boxes.length; at += 3) {
        const i = this.boxes[at];
        if (this.hits.has(m.itemId[i])) g.strokeRect(this.boxes[at + 1] - 2, this.boxes[at + 2] - 2, p.w[i] + 4, p.h[i] + 4);
      }
    if (this.selected === NONE) return;
    const r = scene.rectOf(this.selected);
    g.lineWidth = Math.max(4, 3 / k);
    g.strokeRect(r.x - 3, r.y - 3, r.w + 6, r.h + 6);
  }
}

/** The first item of a layer that does not end left of a place. */
function firstRight(p, list, from, to, x) {
  while (from < to) {
    const middle = (from + to) >> 1, i = list[middle];
    if (p.x[i] + p.w[i] < x) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A line from the bottom of an item, straight to the end of its layer, to an item below. */
function trace(g, x1, y0, y1, x2, y2) {
  g.moveTo(x1, y0);
  if (x1 === x2) return g.lineTo(x2, y2);
  if (y0 !== y1) g.lineTo(x1, y1);
  const middle = (y1 + y2) / 2;
  g.bezierCurveTo(x1, middle, x2, middle, x2, y2);
}

function counted(count, noun) { return `${count} ${noun}${count === 1 ? '' : 's'}`; }
/** Text of an overlay, which may be longer than its box. A character of a line is 6 px wide. */
function cut(text, width) {
  const most = Math.floor((width - 8) / 6);
  return text.length <= most ? text : text.slice(0, Math.max(most - 1, 0)) + '\u2026';
}
function chipText(m, n) { return m.strings.at(m.nodeChipText[n]); }
