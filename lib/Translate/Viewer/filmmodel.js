// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All nodes that a journal has had, as Film.h makes them: one layout, of which
// at each time only a part shows, and rows that say what each node was from
// which stop on.

const ROW_COLUMNS = ['nodeKind', 'nodeOp', 'nodeHeight', 'nodeWidth', 'nodeChip', 'nodeName', 'nodeTitleText', 'nodeLabel',
  'nodeDetail', 'nodeType', 'nodeTarget', 'nodeOperator', 'nodePath', 'nodeClass', 'nodeTypes', 'nodeChipText', 'nodeArgs'];
/** What became of a node between two stops. */
const SAME = 0, WAS_GONE = 1, IS_NEW = 2, HAS_CHANGED = 3, HAS_MOVED = 4;

class FilmModel extends Model {
  constructor(index, buffer, film) {
    super(index, buffer, '');
    this.film = film;
    /** By row; what the usual names have is by node, and of the row that shows. */
    this.rows = {};
    for (const name of ROW_COLUMNS) {
      this.rows[name] = this[name];
      this[name] = new this[name].constructor(this.nodes);
    }
    this.nodeUsers = new Uint32Array(this.nodes);
    this.blockNodes = new Uint32Array(this.blocks);
    this.current = new Uint32Array(this.nodes).fill(NONE);
    this.mark = new Uint8Array(this.nodes);
    this.itemShown = new Uint8Array(this.itemKind.length);
    this.lineShown = new Uint8Array(this.lineFrom.length);
    this.edgeShown = new Uint8Array(this.edgeFrom.length);
    /** How many edges that show go through an item, and along a line. */
    this.itemCount = new Uint32Array(this.itemKind.length);
    this.lineCount = new Uint32Array(this.lineFrom.length);
    this.there = 0;
    const numbers = length => Uint32Array.from({ length }, (_, i) => i);
    const placed = numbers(this.rowNode.length).filter(row => this.rowNode[row] !== NONE);
    this.rowsOf = group(placed.map(row => this.rowNode[row]), placed, this.nodes);
    this.linesInto = group(this.lineTo, numbers(this.lineTo.length), this.itemKind.length);
    this.edgesOf = group(this.edgeFrom, numbers(this.edgeFrom.length), this.nodes);
    this.comesFrom = group(this.fromOf, this.fromNode, this.nodes);
    this.becomes = group(this.fromNode, this.fromOf, this.nodes);
    this.outPorts = new Map();
    for (let b = 0; b < this.blocks; b++)
      for (let i = this.firstItem[b]; i < this.firstItem[b + 1]; i++)
        if (this.itemKind[i] === OUT_PORT) this.outPorts.set(b * this.nodes + this.itemId[i], i);
  }

  /** The row of a node at a stop, or NONE. */
  rowAt(n, stop) {
    if (this.nodeBorn[n] > stop || this.nodeGone[n] <= stop) return NONE;
    const rows = this.rowsOf.of(n);
    let low = 0, high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rowStop[rows[middle]] <= stop) low = middle + 1;
      else high = middle;
    }
    return low ? rows[low - 1] : NONE;
  }

  /**
   * Shows what is there after a stop, or before it, or both; and marks what differs between the two.
   * Gives the blocks in which other things show. Costs little more than a look at each node.
   */
  show(before, after, mode) {
    const dirty = new Uint8Array(this.blocks);
    for (let n = 0; n < this.nodes; n++) {
      const old = this.rowAt(n, before), now = this.rowAt(n, after);
      this.mark[n] = old === now ? SAME : now === NONE ? WAS_GONE : old === NONE ? IS_NEW : HAS_CHANGED;
      const row = mode === 'before' ? old : mode === 'after' || now !== NONE ? now : old;
      if (row !== this.current[n]) this.setRow(n, row, dirty);
    }
    for (let i = 0; i < this.moveNode.length; i++) {
      const n = this.moveNode[i];
      if (this.moveStop[i] > before && this.moveStop[i] <= after && this.mark[n] === SAME && this.isThere(n)) this.mark[n] = HAS_MOVED;
    }
    // From the outputs of nested graphs to what runs them.
    for (let e = this.film.operandEdges; e < this.edgeFrom.length; e++)
      this.setEdge(e, this.isThere(this.edgeFrom[e]) && this.isThere(this.edgeTo[e]), dirty);
    this.names = null;
    return dirty;
  }

  edgesOfRow(row) { return row === NONE ? [] : this.rowEdges.subarray(this.rowFirstEdge[row], this.rowFirstEdge[row + 1]); }

  setRow(n, row, dirty) {
    const old = this.current[n];
    for (const e of this.edgesOfRow(old)) this.setEdge(e, false, dirty);
    this.current[n] = row;
    if (row !== NONE) for (const name of ROW_COLUMNS) this[name][n] = this.rows[name][row];
    for (const e of this.edgesOfRow(row)) this.setEdge(e, true, dirty);
    const by = (row !== NONE) - (old !== NONE), item = this.itemOfNode[n];
    this.there += by;
    if (item === NONE) return;
    dirty[this.nodeBlock[n]] = 1;
    if (!by) return;
    this.itemShown[item] = row !== NONE ? 1 : 0;
    for (let b = this.nodeBlock[n]; ; b = this.blockParent[b]) {
      this.blockNodes[b] += by;
      const inner = this.itemOfBlock[b];
      if (inner !== NONE && this.itemShown[inner] !== (this.blockNodes[b] ? 1 : 0)) {
        this.itemShown[inner] ^= 1;
        dirty[this.blockParent[b]] = 1;
      }
      if (!b) break;
    }
  }

  /** Shows or hides the lines of an edge: up to the block around both ends, and down again, as Layout.cpp has it. */
  setEdge(e, on, dirty) {
    if (this.edgeShown[e] === (on ? 1 : 0)) return;
    this.edgeShown[e] ^= 1;
    const from = this.edgeFrom[e], to = this.edgeTo[e], by = on ? 1 : -1;
    if (e < this.film.operandEdges) this.nodeUsers[from] += by;
    let up = this.nodeBlock[from], down = this.nodeBlock[to], target = this.itemOfNode[to];
    if (target === NONE || this.itemOfNode[from] === NONE) return;
    while (up !== down)
      if (this.depth[up] >= this.depth[down]) {
        const port = this.outPorts.get(up * this.nodes + from);
        this.count(port, by, up, dirty);
        this.setLine(port, from, by, up, dirty);
        up = this.blockParent[up];
      } else {
        this.setLine(target, from, by, down, dirty);
        target = this.itemOfBlock[down];
        down = this.blockParent[down];
      }
    this.setLine(target, from, by, up, dirty);
  }
  /** The line of a value to an item, and the bends on its way. */
  setLine(target, value, by, block, dirty) {
    let line = this.linesInto.of(target).find(l => this.valueOf(l) === value);
    while (line !== undefined) {
      this.lineCount[line] += by;
      this.lineShown[line] = this.lineCount[line] ? 1 : 0;
      const from = this.lineFrom[line], kind = this.itemKind[from];
      if (kind !== BEND && kind !== IN_PORT && kind !== CHIP) return;
      this.count(from, by, block, dirty);
      line = kind === BEND ? this.linesInto.of(from)[0] : undefined;
    }
  }
  count(item, by, block, dirty) {
    this.itemCount[item] += by;
    if (this.itemShown[item] === (this.itemCount[item] ? 1 : 0)) return;
    this.itemShown[item] ^= 1;
    dirty[block] = 1;
  }
  valueOf(line) {
    const port = this.lineFromPort[line];
    return this.itemId[port !== NONE ? port : this.lineFrom[line]];
  }

  //===--- what a model can say -----------------------------------------===//

  isThere(n) { return this.current[n] !== NONE; }
  isDrawn(n) { return this.itemOfNode[n] !== NONE && this.current[n] !== NONE; }
  row(n) { return this.current[n]; }
  size() { return this.there; }
  modules() { let count = 0; for (let b = 1; b < this.blocks; b++) count += this.blockNodes[b] > 0; return count; }
  inside(b) { return super.inside(b).filter(ref => ref < this.nodes ? this.isDrawn(ref) : this.blockNodes[ref - this.nodes] > 0); }
  operands(n) { return [...this.edgesOfRow(this.current[n])].map(e => this.edgeFrom[e]); }
  users(n) { return [...this.edgesOf.of(n)].filter(e => this.edgeShown[e]).map(e => this.edgeTo[e]); }
  /** The name that a node has, or the one that it had first: passes rename what they are about to erase. */
  knownName(n) { return this.strings.at(this.rows.nodeName[this.current[n] === NONE ? this.rowsOf.of(n)[0] : this.current[n]]); }
}
