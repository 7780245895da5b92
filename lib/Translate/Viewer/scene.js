// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is where: coordinates of the whole picture, of what is in view, and of
// what is under a point.

class Scene {
  constructor(model) {
    this.model = model;
    this.places = new Placement(model);
    this.places.setOpen(new Uint8Array(model.blocks));
    this.left = new Float64Array(model.blocks);
    this.top = new Float64Array(model.blocks);
    /** Counts pictures. */
    this.version = 0;
  }

  get width() { return this.places.blockW[0]; }
  get height() { return this.places.blockH[0]; }
  isOpen(b) { return this.places.open[b] === 1; }

  setOpen(open, dirty) {
    this.version++;
    this.places.setOpen(open, dirty);
    const p = this.places, m = this.model;
    for (let b = 1; b < m.blocks; b++) {
      const parent = m.blockParent[b], item = m.itemOfBlock[b];
      if (item === NONE || !p.open[parent]) continue;
      this.left[b] = this.left[parent] + p.x[item];
      this.top[b] = this.top[parent] + p.y[item];
    }
  }

  /** Whether all blocks around a block are open. */
  isVisible(b) {
    for (; b; b = this.model.blockParent[b]) if (!this.places.open[this.model.blockParent[b]]) return false;
    return true;
  }

  /** The rectangle of an item in the picture. */
  rect(block, item) {
    const p = this.places;
    return { x: this.left[block] + p.x[item], y: this.top[block] + p.y[item], w: p.w[item], h: p.h[item] };
  }
  rectOfBlock(b) {
    return { x: this.left[b], y: this.top[b], w: this.places.blockW[b], h: this.places.blockH[b] };
  }
  /** Of a node, or of nodes + b for a block; of what is closed around it if need be. */
  rectOf(ref) {
    const m = this.model;
    let b = ref < m.nodes ? m.nodeBlock[ref] : m.blockParent[ref - m.nodes];
    let outer = null;
    for (let at = b; ; at = m.blockParent[at]) {
      if (!this.places.open[at]) outer = at;
      if (!at) break;
    }
    if (outer !== null) return this.rect(m.blockParent[outer], m.itemOfBlock[outer]);
    if (ref >= m.nodes) return this.rectOfBlock(ref - m.nodes);
    return this.rect(b, m.itemOfNode[ref]);
  }

  /** Layers of an open block that a range of y meets: [first, last). */
  layersIn(b, from, to) {
    const { top, bottom } = this.places.rows[b];
    return [lowerBound(bottom, from - this.top[b]), lowerBound(top, to - this.top[b])];
  }

  /** What is at a point: a node, nodes + b, or NONE. */
  at(x, y) {
    const m = this.model, p = this.places;
    let b = 0;
    for (;;) {
      const [first, last] = this.layersIn(b, y, y + 1e-9);
      let inner = NONE;
      for (let l = first; l < last; l++) {
        const { list, layers } = p.rows[b];
        for (let place = layers[l]; place < layers[l + 1]; place++) {
          const i = list[place], r = this.rect(b, i);
          if (x < r.x || x > r.x + r.w || y < r.y || y > r.y + r.h) continue;
          if (m.itemKind[i] === BOX || m.itemKind[i] === CHIP) return m.itemId[i];
          if (m.itemKind[i] === BLOCK) inner = m.itemId[i];
        }
      }
      if (inner === NONE) return b ? m.nodes + b : NONE;
      if (!p.open[inner]) return m.nodes + inner;
      b = inner;
    }
  }
}

/** The first place in a sorted array that is not less than a value. */
function lowerBound(array, value) {
  let low = 0, high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
