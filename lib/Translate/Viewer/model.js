// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model: columns of numbers and a table of strings, as Html.cpp writes them.

/** Bytes of a block of data in the page: base64 of zlib. */
async function inflate(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, f64: Float64Array };
const KINDS = ['input', 'state', 'output', 'linear', 'norm', 'activation', 'pool', 'shape', 'other'];
const OPS = ['placeholder', 'get_attr', 'call_function', 'call_method', 'call_module', 'output'];
const NONE = 0xffffffff;
/** Kinds of items; see Layout.h. */
const BOX = 0, BLOCK = 1, BEND = 2, IN_PORT = 3, OUT_PORT = 4, CHIP = 5;

/** Numbers of which each is written as its difference to the one before; see Columns::add(). */
function differences(bytes, at, count) {
  const values = new Uint32Array(count);
  for (let i = 0, last = 0; i < count; i++) {
    let byte = bytes[at++], by = byte & 0x7f;
    for (let shift = 7; byte & 0x80; shift += 7) {
      byte = bytes[at++];
      by |= (byte & 0x7f) << shift;
    }
    last = (last + ((by >>> 1) ^ -(by & 1))) | 0;
    values[i] = last;
  }
  return values;
}
/** Sets a member for each column in a block of data. */
function readColumns(to, columns, buffer) {
  const bytes = new Uint8Array(buffer);
  for (const [name, [type, offset, count]] of Object.entries(columns))
    to[name] = type === 'd32' ? differences(bytes, offset, count) : new ARRAYS[type](buffer, offset, count);
}

/** Many strings in one: each is cut out when something asks for it. */
class Strings {
  constructor(bytes, units) {
    this.text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    this.length = units.length;
    this.first = sums(units);
    /** Those that were cut out: many nodes have the same operator. */
    this.known = new Array(this.length);
  }
  at(i) { return this.known[i] ??= this.text.substring(this.first[i], this.first[i + 1]); }
  /** For each string whether it has a text in it, whatever the case of letters. */
  having(text) {
    const found = new Uint8Array(this.length), { first } = this;
    // What becomes longer, or is another letter at the end of a word.
    const isOdd = this.isOdd ??= /[\u0130\u03a3]/.test(this.text);
    this.lower ??= isOdd ? Array.from(found, (_, i) => this.at(i).toLowerCase()) : this.text.toLowerCase();
    if (isOdd) return found.map((_, i) => this.lower[i].includes(text) ? 1 : 0);
    let i = 0;
    for (let at = this.lower.indexOf(text); at >= 0; at = this.lower.indexOf(text, at)) {
      while (first[i + 1] <= at) i++;
      const isInside = at + text.length <= first[i + 1];
      if (isInside) found[i] = 1;
      at = isInside ? first[i + 1] : at + 1;
    }
    return found;
  }
}
/** Where each of some parts begins, and where the last ends. */
function sums(counts) {
  const first = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) first[i + 1] = first[i] + counts[i];
  return first;
}

/** Arguments and metadata of rows. */
class NodeText {
  constructor(columns, buffer) {
    readColumns(this, columns, buffer);
    this.strings = new Strings(this.stringBytes, this.stringUnits);
    this.first = {};
    for (const name of ['rowArgs', 'rowKwargs', 'metaEntries', 'metaTags']) this.first[name] = sums(this[name]);
  }
  list(counts, row, ...columns) {
    const result = [], first = this.first[counts];
    for (let i = first[row]; i < first[row + 1]; i++) result.push(columns.map(column => this.strings.at(this[column][i])));
    return result;
  }
  /** Pairs of names, which are empty where they are not known, and values. */
  args(row) { return this.list('rowArgs', row, 'argName', 'argText'); }
  kwargs(row) { return this.list('rowKwargs', row, 'kwargName').flat(); }
  /** Pairs of keys and values. */
  meta(row) { return this.list('metaEntries', this.rowMeta[row], 'entryKey', 'entryText'); }
  tags(row) { return this.list('metaTags', this.rowMeta[row], 'tagText').flat(); }
}

/** For each number below `count` those of `values` whose key it is, in order. */
function group(keys, values, count) {
  const first = new Uint32Array(count + 1), list = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) first[keys[i] + 1]++;
  for (let i = 0; i < count; i++) first[i + 1] += first[i];
  const next = first.slice();
  for (let i = 0; i < keys.length; i++) list[next[keys[i]]++] = values[i];
  return { of: key => list.subarray(first[key], first[key + 1]) };
}

class Model {
  /** One of two has the suffix `-b`. */
  static async read(suffix = '') {
    const index = JSON.parse(document.getElementById('fx-index' + suffix).textContent);
    return new Model(index, await inflate('fx-data' + suffix), suffix);
  }

  constructor(index, buffer, suffix) {
    this.index = index;
    this.suffix = suffix;
    this.title = index.title;
    readColumns(this, index.columns, buffer);
    this.strings = new Strings(this.stringBytes, this.stringUnits);
    this.nodes = this.nodeBlock.length;
    this.blocks = this.blockParent.length;
    /** In a film: which items and lines show now. */
    this.itemShown = this.lineShown = null;
    this.names = null;
    this.itemOfNode = new Uint32Array(this.nodes).fill(NONE);
    this.itemOfBlock = new Uint32Array(this.blocks).fill(NONE);
    this.blockFirst = new Uint32Array(this.blocks).fill(NONE);
    for (let i = 0; i < this.itemKind.length; i++) {
      if (this.itemKind[i] === BOX) this.itemOfNode[this.itemId[i]] = i;
      else if (this.itemKind[i] === BLOCK) this.itemOfBlock[this.itemId[i]] = i;
    }
    for (let n = this.nodes; n-- > 0;)
      if (this.itemOfNode[n] !== NONE) this.blockFirst[this.nodeBlock[n]] = n;
    this.depth = new Uint32Array(this.blocks);
    for (let b = this.blocks; b-- > 1;) {
      const parent = this.blockParent[b];
      this.blockFirst[parent] = Math.min(this.blockFirst[parent], this.blockFirst[b]);
    }
    for (let b = 1; b < this.blocks; b++) this.depth[b] = this.depth[this.blockParent[b]] + 1;
    this.contents = new Map();
  }

  /** Nodes by name. */
  get byName() {
    if (this.names) return this.names;
    this.names = new Map();
    for (let n = this.nodes; n-- > 0;) if (this.isThere(n)) this.names.set(this.name(n), n);
    return this.names;
  }
  /** What links call a node. */
  linkName(n) {
    const name = this.name(n), path = this.blockPath(this.nodeBlock[n]);
    return this.byName.get(name) === n ? name : `${path}/${name}`;
  }
  /** The node that a link calls `PATH/NODE`. */
  findIn(text) {
    const slash = text.lastIndexOf('/'), path = text.slice(0, slash), name = text.slice(slash + 1);
    if (slash < 0) return undefined;
    for (let n = 0; n < this.nodes; n++)
      if (this.isThere(n) && this.name(n) === name && this.blockPath(this.nodeBlock[n]) === path) return n;
    return undefined;
  }
  /** In a film there are nodes that are not there at times. */
  isThere(_n) { return true; }
  size() { return this.nodes; }
  modules() { return this.blocks - 1; }
  /** The row of a node in what details() gives. */
  row(n) { return n; }
  name(n) { return this.strings.at(this.nodeName[n]); }
  nodeTitle(n) { return this.strings.at(this.nodeTitleText[n]); }
  target(n) { return this.strings.at(this.nodeTarget[n]); }
  /** Lines of the box of a node; the first is bold. */
  lines(n) {
    const lines = [this.nodeTitle(n)];
    for (const column of [this.nodeLabel, this.nodeDetail, this.nodeType])
      if (column[n]) lines.push(this.strings.at(column[n]));
    return lines;
  }
  /** Nodes without a box are drawn as lines of their users. */
  isDrawn(n) { return this.itemOfNode[n] !== NONE; }
  blockTitle(b) { return this.strings.at(this.blockTitleText[b]); }
  blockPath(b) { return this.strings.at(this.blockPathText[b]); }
  /** What a block has inside: nodes, and nodes + b for blocks; in order. */
  inside(b) {
    let list = this.contents.get(b);
    if (list) return list;
    list = [];
    for (let i = this.firstItem[b]; i < this.firstItem[b + 1]; i++)
      if (this.itemKind[i] === BOX) list.push(this.itemId[i]);
      else if (this.itemKind[i] === BLOCK) list.push(this.nodes + this.itemId[i]);
    const first = ref => ref < this.nodes ? ref : this.blockFirst[ref - this.nodes];
    list.sort((a, b) => first(a) - first(b));
    this.contents.set(b, list);
    return list;
  }
  operands(n) {
    this.edgesTo ??= group(this.edgeTo, this.edgeFrom, this.nodes);
    return [...new Set(this.edgesTo.of(n))];
  }
  users(n) {
    this.edgesFrom ??= group(this.edgeFrom, this.edgeTo, this.nodes);
    return [...new Set(this.edgesFrom.of(n))];
  }
  /** The node that shows where a node is: itself, or a user of it. */
  shown(n) {
    for (let steps = 0; steps < 100 && n !== undefined; steps++) {
      if (this.isDrawn(n)) return n;
      n = this.users(n)[0];
    }
    return NONE;
  }
  /** Arguments and metadata; read when something asks for the first time. */
  async details() {
    this.text ??= inflate('fx-text' + this.suffix).then(buffer => new NodeText(this.index.details, buffer));
    return this.text;
  }
}
