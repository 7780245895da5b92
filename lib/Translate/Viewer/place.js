// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coordinates of open blocks: the steps of lib/Drawing/Placement.cpp, in the same
// order, so that both give the same numbers.

const GAP_X = 18, GAP_Y = 26, PADDING = 14, TITLE = 26, BEND_WIDTH = 8, PORT_WIDTH = 10;
const PORT_GAP = 16, CHIP_HEIGHT = 16, PASSES = 8, CLOSED_HEIGHT = 44;

class Placement {
  constructor(model) {
    this.model = model;
    const count = model.itemKind.length;
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    this.w = new Float64Array(count);
    this.h = new Float64Array(count);
    /** Where the layer of an item ends. */
    this.foot = new Float64Array(count);
    this.blockW = new Float64Array(model.blocks);
    this.blockH = new Float64Array(model.blocks);
    this.open = new Uint8Array(model.blocks);
    this.open[0] = 1;
    /** By open block: its items that show, where its layers begin among them, and their tops and bottoms. */
    this.rows = new Array(model.blocks);
    for (let b = 0; b < model.blocks; b++) this.close(b);
  }

  close(b) {
    this.blockW[b] = this.model.blockWidth[b];
    this.blockH[b] = CLOSED_HEIGHT;
  }

  /** Opens exactly the blocks of a set, and places what changed; `dirty` has blocks of which other items show. */
  setOpen(open, dirty = new Uint8Array(this.model.blocks)) {
    for (let b = this.model.blocks; b-- > 0;) {
      const now = b === 0 || open[b] ? 1 : 0;
      const changed = now !== this.open[b] || (now && !this.rows[b]);
      this.open[b] = now;
      if (changed && !now) this.close(b);
      if (now && (changed || dirty[b])) this.place(b);
      if (changed || dirty[b]) dirty[this.model.blockParent[b]] = 1;
    }
  }

  /** Where a line meets an item. */
  attach(item, port) {
    if (port !== NONE && this.open[this.model.itemId[item]])
      return this.x[item] + this.x[port] + this.w[port] / 2;
    return this.x[item] + this.w[item] / 2;
  }

  place(b) {
    const begin = this.model.firstItem[b], end = this.model.firstItem[b + 1];
    const list = this.listOf(begin, end), layers = this.findSizes(list);
    this.findRows(b, list, layers);
    const neighbors = this.findNeighbors(b, begin, end);
    for (let l = 0; l + 1 < layers.length; l++) {
      let x = 0;
      for (let at = layers[l]; at < layers[l + 1]; at++) { this.x[list[at]] = x; x += this.w[list[at]] + GAP_X; }
    }
    let before = this.x.slice(begin, end);
    const count = layers.length - 1;
    for (let pass = 0; pass < PASSES; pass++) {
      before = this.x.slice(begin, end);
      const down = pass % 2 === 0;
      for (let at = 0; at < count; at++) {
        const l = down ? at : count - 1 - at;
        const wishes = this.wish(list, layers[l], layers[l + 1], begin, neighbors[down ? 0 : 1]);
        if (this.isThin(list, layers, l)) wishes.forEach((x, n) => { this.x[list[layers[l] + n]] = x; });
        else this.pool(list, layers[l], layers[l + 1], wishes);
      }
    }
    for (const i of list) this.x[i] = (this.x[i] + before[i - begin]) / 2;
    this.straighten(list, layers);
    this.straightenThin(list, layers, begin, neighbors[0]);
    this.closeColumns(b, list);
  }

  /** Items of a block that show, from first to last. */
  listOf(begin, end) {
    const shown = this.model.itemShown, list = new Uint32Array(end - begin);
    let count = 0;
    for (let i = begin; i < end; i++) if (!shown || shown[i]) list[count++] = i;
    return list.subarray(0, count);
  }
  /** Whether a layer has bends alone, because what else is in it does not show: it takes no room. */
  isThin(list, layers, l) {
    if (!this.model.itemShown) return false;
    for (let at = layers[l]; at < layers[l + 1]; at++) if (this.model.itemKind[list[at]] !== BEND) return false;
    return true;
  }
  /** Bends of thin layers stand where their lines begin, so that those are not bent there. */
  straightenThin(list, layers, begin, above) {
    for (let l = 0; l + 1 < layers.length; l++)
      if (this.isThin(list, layers, l))
        this.wish(list, layers[l], layers[l + 1], begin, above).forEach((x, n) => { this.x[list[layers[l] + n]] = x; });
  }

  findSizes(list) {
    const m = this.model, layers = [];
    for (let at = 0; at < list.length; at++) {
      const i = list[at], kind = m.itemKind[i], id = m.itemId[i];
      this.x[i] = 0;
      this.w[i] = kind === BOX ? m.nodeWidth[id] : kind === BLOCK ? this.blockW[id] :
        kind === BEND ? BEND_WIDTH : kind === CHIP ? m.nodeChip[id] : PORT_WIDTH;
      this.h[i] = kind === BOX ? m.nodeHeight[id] : kind === BLOCK ? this.blockH[id] :
        kind === CHIP ? CHIP_HEIGHT : 0;
      if (!at || m.itemLayer[list[at - 1]] !== m.itemLayer[i]) layers.push(at);
    }
    layers.push(list.length);
    return Uint32Array.from(layers);
  }

  findRows(b, list, layers) {
    const kinds = this.model.itemKind, count = layers.length - 1;
    const top = new Float64Array(count), bottom = new Float64Array(count);
    let y = b ? TITLE : PADDING;
    for (let l = 0; l < count; l++) {
      if (this.isThin(list, layers, l)) {
        const last = l ? bottom[l - 1] : y;
        for (let at = layers[l]; at < layers[l + 1]; at++) this.y[list[at]] = this.foot[list[at]] = last;
        top[l] = bottom[l] = last;
        continue;
      }
      let height = 0, ports = true;
      for (let at = layers[l]; at < layers[l + 1]; at++) {
        const i = list[at];
        height = Math.max(height, this.h[i]);
        ports &&= kinds[i] === IN_PORT || kinds[i] === OUT_PORT;
      }
      if (ports && l && kinds[list[layers[l]]] === OUT_PORT) y += PADDING - GAP_Y;
      for (let at = layers[l]; at < layers[l + 1]; at++) {
        const i = list[at];
        this.y[i] = y;
        if (kinds[i] === BEND) this.h[i] = height;
        else if (kinds[i] === CHIP) this.y[i] = y + height - this.h[i];
        this.foot[i] = y + height;
      }
      top[l] = y;
      bottom[l] = y + height;
      y += height + (ports && !l ? PORT_GAP : GAP_Y);
    }
    if (list.length) y += kinds[list[list.length - 1]] === OUT_PORT ? -GAP_Y : PADDING - GAP_Y;
    this.blockH[b] = y;
    this.rows[b] = { list, layers, top, bottom };
  }

  /** By item: items above or below, and how far their middles are apart. */
  findNeighbors(b, begin, end) {
    const m = this.model, from = m.firstLine[b], to = m.firstLine[b + 1], count = end - begin;
    const side = () => ({ first: new Uint32Array(count + 1), item: new Uint32Array(to - from),
      offset: new Float64Array(to - from), own: new Float64Array(to - from) });
    const above = side(), below = side(), shown = m.lineShown;
    for (let l = from; l < to; l++) {
      if (shown && !shown[l]) continue;
      below.first[m.lineFrom[l] - begin + 1]++;
      above.first[m.lineTo[l] - begin + 1]++;
    }
    for (let i = 0; i < count; i++) {
      above.first[i + 1] += above.first[i];
      below.first[i + 1] += below.first[i];
    }
    const nextAbove = above.first.slice(), nextBelow = below.first.slice();
    for (let l = from; l < to; l++) {
      if (shown && !shown[l]) continue;
      const a = m.lineFrom[l], z = m.lineTo[l];
      const start = this.attach(a, m.lineFromPort[l]), stop = this.attach(z, m.lineToPort[l]);
      let at = nextBelow[a - begin]++;
      below.item[at] = z; below.offset[at] = stop; below.own[at] = start;
      at = nextAbove[z - begin]++;
      above.item[at] = a; above.offset[at] = start; above.own[at] = stop;
    }
    return [above, below];
  }

  wish(list, first, last, begin, side) {
    const wishes = new Float64Array(last - first);
    for (let at = first; at < last; at++) {
      const i = list[at], from = side.first[i - begin], to = side.first[i - begin + 1];
      let sum = 0;
      for (let n = from; n < to; n++) sum += this.x[side.item[n]] + side.offset[n] - side.own[n];
      wishes[at - first] = from === to ? this.x[i] : sum / (to - from);
    }
    return wishes;
  }

  pool(list, first, last, wishes) {
    const kinds = this.model.itemKind, value = [], weight = [], start = [];
    let offset = 0;
    for (let i = first; i < last; i++) {
      let v = wishes[i - first] - offset, w = kinds[list[i]] === BEND ? 4 : 1, s = i;
      while (value.length && value[value.length - 1] > v) {
        const v2 = value.pop(), w2 = weight.pop();
        v = (v * w + v2 * w2) / (w + w2);
        w += w2;
        s = start.pop();
      }
      value.push(v); weight.push(w); start.push(s);
      offset += this.w[list[i]] + GAP_X;
    }
    offset = 0;
    let at = 0;
    for (let i = first; i < last; i++) {
      if (at + 1 < start.length && start[at + 1] === i) at++;
      this.x[list[i]] = value[at] + offset;
      offset += this.w[list[i]] + GAP_X;
    }
  }

  straighten(list, layers) {
    const count = layers.length - 1;
    const left = new Float64Array(count), right = new Float64Array(count), sum = new Float64Array(count + 1);
    let widest = 0;
    for (let at = 0; at < count; at++) {
      const last = list[layers[at + 1] - 1];
      left[at] = this.x[list[layers[at]]];
      right[at] = this.x[last] + this.w[last];
      widest = Math.max(widest, right[at] - left[at]);
      sum[at + 1] = sum[at] + (left[at] + right[at]) / 2;
    }
    const shift = new Float64Array(count);
    const width = () => {
      let first = Infinity, last = -Infinity;
      for (let l = 0; l < count; l++) {
        first = Math.min(first, left[l] - shift[l]);
        last = Math.max(last, right[l] - shift[l]);
      }
      return last - first;
    };
    if (count === 0 || width() <= 2 * widest) return;
    for (const around of [16, 0]) {
      for (let at = 0; at < count; at++) {
        const half = Math.min(around, at, count - 1 - at);
        shift[at] = (sum[at + half + 1] - sum[at - half]) / (2 * half + 1);
      }
      if (width() <= 2 * widest) break;
    }
    for (let at = 0; at < count; at++)
      for (let i = layers[at]; i < layers[at + 1]; i++) this.x[list[i]] -= shift[at];
  }

  closeColumns(b, list) {
    const order = list.slice();
    order.sort((p, q) => this.x[p] - this.x[q] || p - q);
    let shift = 0, right = 0, isFirst = true;
    for (const i of order) {
      if (isFirst) shift = this.x[i] - PADDING;
      else if (this.x[i] - shift > right + GAP_X) shift = this.x[i] - right - GAP_X;
      isFirst = false;
      this.x[i] -= shift;
      right = Math.max(right, this.x[i] + this.w[i]);
    }
    const width = Math.max(right + PADDING, b ? this.model.blockWidth[b] : 0);
    const middle = (width - right - PADDING) / 2;
    for (const i of list) this.x[i] += middle;
    this.blockW[b] = width;
  }
}
