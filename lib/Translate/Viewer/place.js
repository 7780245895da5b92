// Coordinates of open blocks: the steps of lib/Layout/Placement.cpp, in the same
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
    /** By open block: where its layers begin, and their tops and bottoms. */
    this.rows = new Array(model.blocks);
    for (let b = 0; b < model.blocks; b++) this.close(b);
  }

  close(b) {
    this.blockW[b] = this.model.blockWidth[b];
    this.blockH[b] = CLOSED_HEIGHT;
  }

  /** Opens exactly the blocks of a set, and places what changed. */
  setOpen(open) {
    const dirty = new Uint8Array(this.model.blocks);
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
    const layers = this.findSizes(begin, end);
    this.findRows(b, begin, end, layers);
    const neighbors = this.findNeighbors(b, begin, end);
    for (let l = 0; l + 1 < layers.length; l++) {
      let x = 0;
      for (let i = layers[l]; i < layers[l + 1]; i++) { this.x[i] = x; x += this.w[i] + GAP_X; }
    }
    let before = this.x.slice(begin, end);
    const count = layers.length - 1;
    for (let pass = 0; pass < PASSES; pass++) {
      before = this.x.slice(begin, end);
      const down = pass % 2 === 0;
      for (let at = 0; at < count; at++) {
        const l = down ? at : count - 1 - at;
        this.pool(layers[l], layers[l + 1], this.wish(layers[l], layers[l + 1], begin, neighbors[down ? 0 : 1]));
      }
    }
    for (let i = begin; i < end; i++) this.x[i] = (this.x[i] + before[i - begin]) / 2;
    this.straighten(layers);
    this.closeColumns(b, begin, end);
  }

  findSizes(begin, end) {
    const m = this.model, layers = [];
    for (let i = begin; i < end; i++) {
      const kind = m.itemKind[i], id = m.itemId[i];
      this.x[i] = 0;
      this.w[i] = kind === BOX ? m.nodeWidth[id] : kind === BLOCK ? this.blockW[id] :
        kind === BEND ? BEND_WIDTH : kind === CHIP ? m.nodeChip[id] : PORT_WIDTH;
      this.h[i] = kind === BOX ? m.nodeHeight[id] : kind === BLOCK ? this.blockH[id] :
        kind === CHIP ? CHIP_HEIGHT : 0;
      if (!layers.length || m.itemLayer[i - 1] !== m.itemLayer[i]) layers.push(i);
    }
    layers.push(end);
    return Uint32Array.from(layers);
  }

  findRows(b, begin, end, layers) {
    const kinds = this.model.itemKind, count = layers.length - 1;
    const top = new Float64Array(count), bottom = new Float64Array(count);
    let y = b ? TITLE : PADDING;
    for (let l = 0; l < count; l++) {
      let height = 0, ports = true;
      for (let i = layers[l]; i < layers[l + 1]; i++) {
        height = Math.max(height, this.h[i]);
        ports &&= kinds[i] === IN_PORT || kinds[i] === OUT_PORT;
      }
      if (ports && l && kinds[layers[l]] === OUT_PORT) y += PADDING - GAP_Y;
      for (let i = layers[l]; i < layers[l + 1]; i++) {
        this.y[i] = y;
        if (kinds[i] === BEND) this.h[i] = height;
        else if (kinds[i] === CHIP) this.y[i] = y + height - this.h[i];
        this.foot[i] = y + height;
      }
      top[l] = y;
      bottom[l] = y + height;
      y += height + (ports && !l ? PORT_GAP : GAP_Y);
    }
    if (begin !== end) y += kinds[end - 1] === OUT_PORT ? -GAP_Y : PADDING - GAP_Y;
    this.blockH[b] = y;
    this.rows[b] = { layers, top, bottom };
  }

  /** By item: items above or below, and how far their middles are apart. */
  findNeighbors(b, begin, end) {
    const m = this.model, from = m.firstLine[b], to = m.firstLine[b + 1], count = end - begin;
    const side = () => ({ first: new Uint32Array(count + 1), item: new Uint32Array(to - from),
      offset: new Float64Array(to - from), own: new Float64Array(to - from) });
    const above = side(), below = side();
    for (let l = from; l < to; l++) {
      below.first[m.lineFrom[l] - begin + 1]++;
      above.first[m.lineTo[l] - begin + 1]++;
    }
    for (let i = 0; i < count; i++) {
      above.first[i + 1] += above.first[i];
      below.first[i + 1] += below.first[i];
    }
    const nextAbove = above.first.slice(), nextBelow = below.first.slice();
    for (let l = from; l < to; l++) {
      const a = m.lineFrom[l], z = m.lineTo[l];
      const start = this.attach(a, m.lineFromPort[l]), stop = this.attach(z, m.lineToPort[l]);
      let at = nextBelow[a - begin]++;
      below.item[at] = z; below.offset[at] = stop; below.own[at] = start;
      at = nextAbove[z - begin]++;
      above.item[at] = a; above.offset[at] = start; above.own[at] = stop;
    }
    return [above, below];
  }

  wish(first, last, begin, side) {
    const wishes = new Float64Array(last - first);
    for (let i = first; i < last; i++) {
      const from = side.first[i - begin], to = side.first[i - begin + 1];
      let sum = 0;
      for (let n = from; n < to; n++) sum += this.x[side.item[n]] + side.offset[n] - side.own[n];
      wishes[i - first] = from === to ? this.x[i] : sum / (to - from);
    }
    return wishes;
  }

  pool(first, last, wishes) {
    const kinds = this.model.itemKind, value = [], weight = [], start = [];
    let offset = 0;
    for (let i = first; i < last; i++) {
      let v = wishes[i - first] - offset, w = kinds[i] === BEND ? 4 : 1, s = i;
      while (value.length && value[value.length - 1] > v) {
        const v2 = value.pop(), w2 = weight.pop();
        v = (v * w + v2 * w2) / (w + w2);
        w += w2;
        s = start.pop();
      }
      value.push(v); weight.push(w); start.push(s);
      offset += this.w[i] + GAP_X;
    }
    offset = 0;
    let at = 0;
    for (let i = first; i < last; i++) {
      if (at + 1 < start.length && start[at + 1] === i) at++;
      this.x[i] = value[at] + offset;
      offset += this.w[i] + GAP_X;
    }
  }

  straighten(layers) {
    const count = layers.length - 1;
    const left = new Float64Array(count), right = new Float64Array(count), sum = new Float64Array(count + 1);
    let widest = 0;
    for (let at = 0; at < count; at++) {
      const last = layers[at + 1] - 1;
      left[at] = this.x[layers[at]];
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
      for (let i = layers[at]; i < layers[at + 1]; i++) this.x[i] -= shift[at];
  }

  closeColumns(b, begin, end) {
    const order = new Uint32Array(end - begin);
    for (let i = begin; i < end; i++) order[i - begin] = i;
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
    for (let i = begin; i < end; i++) this.x[i] += middle;
    this.blockW[b] = width;
  }
}
