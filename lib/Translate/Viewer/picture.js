// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The picture to take away: SVG of what is open, PNG of what is in view.

/** More boxes make a file that no program opens in time. */
const MOST_SVG_BOXES = 20000;

class PictureWriter {
  constructor(scene, colors) {
    this.scene = scene;
    this.colors = colors;
    this.out = [];
    this.boxes = 0;
  }

  /** The whole picture, or null if it has too many boxes. */
  write() {
    const { scene } = this, number = this.number;
    const name = new DOMParser().parseFromString('<svg></svg>', 'text/html').body.firstChild.namespaceURI;
    this.out.push(`<svg xmlns="${name}" width="${number(scene.width)}" height="${number(scene.height)}" ` +
      `viewBox="0 0 ${number(scene.width)} ${number(scene.height)}">\n`);
    this.rect(0, 0, scene.width, scene.height, this.colors.paper, 'none', 0);
    const stack = [0];
    while (stack.length && this.boxes <= MOST_SVG_BOXES) this.block(stack.pop(), stack);
    this.out.push('</svg>\n');
    return this.boxes > MOST_SVG_BOXES ? null : this.out.join('');
  }

  number(value) { return String(Math.floor(value * 10 + 0.5) / 10); }
  escape(text) { return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'); }
  rect(x, y, w, h, fill, stroke, radius, dash = '') {
    const n = this.number;
    this.out.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${radius}" fill="${fill}" stroke="${stroke}"${dash && ` stroke-dasharray="${dash}"`}/>\n`);
  }
  text(text, x, y, isTitle, color, anchor = 'middle', around = '') {
    const n = this.number;
    this.out.push(`<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}" font-family="DejaVu Sans Mono, monospace" ` +
      `font-size="${isTitle ? 12 : 10}"${isTitle ? ' font-weight="bold"' : ''} fill="${color}"${around && ` stroke="${around}" stroke-width="4" paint-order="stroke"`}>${this.escape(text)}</text>\n`);
  }

  block(b, stack) {
    const { scene, colors } = this, m = scene.model, p = scene.places;
    if (b) {
      const r = scene.rectOfBlock(b);
      this.rect(r.x, r.y, r.w, r.h, colors[m.depth[b] % 2 ? 'frame-a' : 'frame-b'], colors['frame-line'], 6, m.blockGraph[b] ? '5 3' : '');
    }
    this.lines(b);
    if (b) {
      const r = scene.rectOfBlock(b);
      this.text(m.blockTitle(b), r.x + 10, r.y + 16, true, colors.ink, 'start', colors[m.depth[b] % 2 ? 'frame-a' : 'frame-b']);
    }
    const inside = [];
    for (const i of p.rows[b].list) {
      const kind = m.itemKind[i], id = m.itemId[i], r = scene.rect(b, i), middle = r.x + r.w / 2;
      if (kind === BLOCK && p.open[id]) inside.push(id);
      else if (kind === BLOCK) {
        this.boxes++;
        this.rect(r.x, r.y, r.w, r.h, colors.closed, colors.line, 6);
        this.text(m.blockTitle(id), middle, r.y + 19, true, colors.ink);
        this.text(counted(m.blockNodes[id], 'node'), middle, r.y + 34, false, colors.dim);
      } else if (kind === CHIP) {
        this.rect(r.x, r.y, r.w, r.h, colors.paper, colors.line, 8, '2 2');
        this.text(chipText(m, id), middle, r.y + 11.5, false, colors.dim);
      } else if (kind === BOX) {
        this.boxes++;
        this.rect(r.x, r.y, r.w, r.h, colors[KINDS[m.nodeKind[id]]], colors.line, 4);
        m.lines(id).forEach((line, t) => this.text(line, middle, r.y + 17 + 13 * t, t === 0, t ? colors.dim : colors.ink));
      }
    }
    stack.push(...inside.reverse());
  }

  lines(b) {
    const { scene, colors } = this, m = scene.model, p = scene.places, n = this.number;
    const left = scene.left[b], top = scene.top[b], path = [], heads = [];
    for (const i of p.rows[b].list) {
      const kind = m.itemKind[i], x = n(left + p.x[i] + p.w[i] / 2), y = top + p.y[i];
      if (kind === BEND) path.push(`M${x} ${n(y)}V${n(y + p.h[i])}`);
      else if (kind === IN_PORT) path.push(`M${x} ${n(top)}V${n(y)}`);
    }
    for (let l = m.firstLine[b]; l < m.firstLine[b + 1]; l++) {
      if (m.lineShown && !m.lineShown[l]) continue;
      const a = m.lineFrom[l], z = m.lineTo[l];
      const x1 = left + p.attach(a, m.lineFromPort[l]), x2 = left + p.attach(z, m.lineToPort[l]);
      const y0 = top + p.y[a] + p.h[a], y1 = top + p.foot[a], y2 = top + p.y[z], middle = n((y1 + y2) / 2);
      path.push(x1 === x2 ? `M${n(x1)} ${n(y0)}V${n(y2)}` :
        `M${n(x1)} ${n(y0)}V${n(y1)}C${n(x1)} ${middle} ${n(x2)} ${middle} ${n(x2)} ${n(y2)}`);
      if (m.itemKind[z] === BOX || m.itemKind[z] === BLOCK)
        heads.push(`M${n(x2 - 3)} ${n(y2 - 6)}L${n(x2 + 3)} ${n(y2 - 6)}L${n(x2)} ${n(y2)}Z`);
    }
    if (path.length) this.out.push(`<path d="${path.join('')}" fill="none" stroke="${colors.line}"/>\n`);
    if (heads.length) this.out.push(`<path d="${heads.join('')}" fill="${colors.line}"/>\n`);
  }
}

/** Hands a file to the reader. */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
