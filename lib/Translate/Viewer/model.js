// The model: columns of numbers and a table of strings, as Html.cpp writes them.

/** Bytes of a block of data in the page: base64 of zlib. */
async function inflate(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array };
const KINDS = ['input', 'state', 'output', 'linear', 'norm', 'activation', 'pool', 'shape', 'other'];
const OPS = ['placeholder', 'get_attr', 'call_function', 'call_method', 'call_module', 'output'];
const NONE = 0xffffffff;
/** Kinds of items; see Layout.h. */
const BOX = 0, BLOCK = 1, BEND = 2, IN_PORT = 3, OUT_PORT = 4, CHIP = 5;

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
    for (const [name, [type, offset, count]] of Object.entries(index.columns))
      this[name] = new ARRAYS[type](buffer, offset, count);
    const text = new TextDecoder().decode(this.stringBytes);
    this.strings = JSON.parse(text);
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
  /** In a film there are nodes that are not there at times. */
  isThere(_n) { return true; }
  size() { return this.nodes; }
  modules() { return this.blocks - 1; }
  /** The row of a node in what details() gives. */
  row(n) { return n; }
  name(n) { return this.strings[this.nodeName[n]]; }
  nodeTitle(n) { return this.strings[this.nodeTitleText[n]]; }
  target(n) { return this.strings[this.nodeTarget[n]]; }
  /** Lines of the box of a node; the first is bold. */
  lines(n) {
    const lines = [this.nodeTitle(n)];
    for (const column of [this.nodeLabel, this.nodeDetail, this.nodeType])
      if (column[n]) lines.push(this.strings[column[n]]);
    return lines;
  }
  /** Nodes without a box are drawn as lines of their users. */
  isDrawn(n) { return this.itemOfNode[n] !== NONE; }
  blockTitle(b) { return this.strings[this.blockTitleText[b]]; }
  blockPath(b) { return this.strings[this.blockPathText[b]]; }
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
    this.text ??= inflate('fx-text' + this.suffix).then(buffer => JSON.parse(new TextDecoder().decode(buffer)));
    return this.text;
  }
}
