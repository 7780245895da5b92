// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selectors, as docs/Selectors.md has them; the tools read them with
// lib/Analysis/Selectors/SelectorParser.cpp. All of the language is here.

class SelectorError extends Error {
  constructor(message, at) { super(message); this.at = at; }
}

/** A glob over the whole text as a regular expression. */
function globExpression(glob, ignoreCase) {
  let out = '', depth = 0;
  for (let i = 0; i < glob.length; i++) {
    const c = glob[i];
    if (c === '\\' && i + 1 < glob.length) out += glob[++i].replace(/[^\w\s]/g, '\\$&');
    else if (c === '*') out += '.*';
    else if (c === '?') out += '.';
    else if (c === '[') {
      let end = i + 1;
      if (glob[end] === '!' || glob[end] === '^') end++;
      if (glob[end] === ']') end++;
      while (end < glob.length && glob[end] !== ']') end++;
      if (end >= glob.length) throw new SelectorError("'[' without ']'", i);
      let set = glob.slice(i + 1, end);
      const negated = set[0] === '!' || set[0] === '^';
      if (negated) set = set.slice(1);
      out += '[' + (negated ? '^' : '') + set.replace(/[\\\]^[]/g, '\\$&') + ']';
      i = end;
    } else if (c === '{') { out += '(?:'; depth++; }
    else if (c === '}' && depth) { out += ')'; depth--; }
    else if (c === ',' && depth) out += '|';
    else out += c.replace(/[^\w\s]/g, '\\$&');
  }
  if (depth) throw new SelectorError("'{' without '}'", glob.indexOf('{'));
  try {
    return new RegExp('^(?:' + out + ')$', ignoreCase ? 'is' : 's');
  } catch (error) {
    throw new SelectorError(`'${glob}' is not a valid glob`, 0);
  }
}

const SELECTOR_KEYS = ['op', 'target', 'operator', 'name', 'path', 'class', 'tag', 'dtype', 'kwarg', 'users', 'args'];
const KNOWN_KEYS = ['operator', 'path', 'class', 'tag', 'dtype'];

/** Reads a selector; the result says of a node whether it is picked. */
class SelectorParser {
  constructor(text, model) {
    this.text = text;
    this.model = model;
    this.at = 0;
    this.depth = 0;
    /** Whether a condition asks for arguments or metadata. */
    this.needsDetails = false;
  }

  parse() {
    const test = this.any();
    this.blanks();
    if (this.at < this.text.length) this.fail(`expected '&', '|' or the end, not '${this.text[this.at]}'`);
    return test;
  }

  fail(message, at = this.at) { throw new SelectorError(message, at); }
  blanks() { while (/\s/.test(this.text[this.at] ?? '')) this.at++; }
  take(word) {
    this.blanks();
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** `and`, `or` or `not`, with a blank, a bracket or a sign after it. */
  takeWord(word) {
    this.blanks();
    if (!this.text.startsWith(word, this.at) || !/[\s(!]/.test(this.text[this.at + word.length] ?? '')) return false;
    this.at += word.length;
    return true;
  }

  any() {
    const tests = [this.all()];
    while (this.take('||') || this.take('|') || this.takeWord('or')) tests.push(this.all());
    return tests.length === 1 ? tests[0] : n => tests.some(test => test(n));
  }
  all() {
    const tests = [this.unary()];
    while (this.take('&&') || this.take('&') || this.takeWord('and')) tests.push(this.unary());
    return tests.length === 1 ? tests[0] : n => tests.every(test => test(n));
  }
  unary() {
    if (++this.depth > 100) this.fail('it is nested too deeply');
    let result;
    if (this.takeWord('not') || this.take('!')) {
      const test = this.unary();
      result = n => !test(n);
    } else if (this.take('(')) {
      result = this.any();
      if (!this.take(')')) this.fail("expected ')'");
    } else if (this.take('*')) {
      result = () => true;
    } else {
      result = this.term();
    }
    this.depth--;
    return result;
  }

  term() {
    this.blanks();
    const begin = this.at;
    const key = /^[\w.]*/.exec(this.text.slice(this.at))[0];
    if (!key) this.fail('expected a condition');
    this.at += key.length;
    const isMeta = key.startsWith('meta.');
    if (!isMeta && !SELECTOR_KEYS.includes(key)) this.fail(`there is no key '${key}'`, begin);
    this.blanks();
    const relation = ['!=', '<=', '>=', '==', '=', '<', '>'].find(r => this.text.startsWith(r, this.at));
    if (!relation) {
      if (!isMeta && !KNOWN_KEYS.includes(key)) this.fail(`'${key}' needs a value`, begin);
      return this.condition(key, 'known', null);
    }
    this.at += relation.length;
    const valueAt = (this.blanks(), this.at);
    const value = this.value();
    if (key === 'users' || key === 'args') {
      if (!/^\d+$/.test(value)) this.fail(`expected a number after '${key}'`, valueAt);
      return this.number(key, relation, Number(value));
    }
    if (key === 'operator') this.checkOperator(value, valueAt);
    if (!['=', '==', '!='].includes(relation)) this.fail(`'${key}' is compared with '=' or '!='`, valueAt);
    return this.condition(key, relation === '!=' ? 'not' : 'is', value);
  }

  value() {
    const quote = this.text[this.at];
    if (quote === '"' || quote === "'") {
      const end = this.text.indexOf(quote, this.at + 1);
      if (end < 0) this.fail('the quote does not end');
      const value = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return value;
    }
    const value = /^[^\s&|()]*/.exec(this.text.slice(this.at))[0];
    if (!value) this.fail('expected a value');
    this.at += value.length;
    return value;
  }

  number(key, relation, wanted) {
    const m = this.model;
    const of = key === 'users' ? n => m.nodeUsers[n] : n => m.nodeArgs[n];
    switch (relation) {
      case '=': case '==': return n => of(n) === wanted;
      case '!=': return n => of(n) !== wanted;
      case '<': return n => of(n) < wanted;
      case '<=': return n => of(n) <= wanted;
      case '>': return n => of(n) > wanted;
      default: return n => of(n) >= wanted;
    }
  }

  /** The page has one name of each operator, where the tools know each spelling. */
  checkOperator(glob, at) {
    const m = this.model;
    const short = glob.slice(glob.lastIndexOf('.') + 1);
    if (short === glob || !short) return;
    const expression = globExpression(glob, false);
    for (let n = 0; n < m.nodes; n++) if (m.nodeOperator[n] && expression.test(m.strings.at(m.nodeOperator[n]))) return;
    this.fail(`no operator here is called '${glob}'; use its short name, as in operator=add, or target=${glob}`, at);
  }

  /** A condition about texts: of each node a list, empty where nothing is known. */
  condition(key, relation, glob) {
    const m = this.model;
    const expression = glob === null ? null : globExpression(glob, key === 'class');
    // Many nodes have the same text.
    const seen = new Map();
    const matches = text => {
      let known = seen.get(text);
      if (known === undefined) seen.set(text, known = expression.test(text));
      return known;
    };
    const one = column => n => column[n] ? [m.strings.at(column[n])] : [];
    let texts;
    if (key === 'op') texts = n => [OPS[m.nodeOp[n]]];
    else if (key === 'name') texts = n => [m.name(n)];
    else if (key === 'target') texts = n => [m.target(n)];
    else if (key === 'operator') texts = one(m.nodeOperator);
    else if (key === 'path') texts = n => m.nodePath[n] === NONE ? [] : [m.strings.at(m.nodePath[n])];
    else if (key === 'class') {
      const bare = glob !== null && !glob.includes('.');
      texts = n => m.nodeClass[n] ? [m.strings.at(m.nodeClass[n])].map(c => bare ? c.slice(c.lastIndexOf('.') + 1) : c) : [];
    } else if (key === 'dtype') {
      texts = n => m.nodeTypes[n] ? m.strings.at(m.nodeTypes[n]).split(' ').flatMap(t => t.split('/')) : [];
    } else {
      this.needsDetails = true;
      texts = this.detailTexts(key);
    }
    if (relation === 'known') return n => texts(n).length > 0;
    if (key === 'kwarg') return n => texts(n).some(matches) === (relation === 'is');
    return n => {
      const all = texts(n);
      return all.length > 0 && all.some(matches) === (relation === 'is');
    };
  }

  detailTexts(key) {
    const m = this.model;
    if (key === 'kwarg') return n => this.details.kwargs(m.row(n));
    if (key === 'tag') return n => this.details.tags(m.row(n));
    const name = key.slice('meta.'.length);
    return n => this.details.meta(m.row(n)).filter(([key]) => key === name).map(([, value]) => value).slice(0, 1);
  }
}

/**
 * Nodes that a text of the search field picks: those that a selector picks if it
 * has one of `=<>!&|` or is a key that stands alone, else those in whose name,
 * operator, target, type or module the text occurs.
 */
async function search(model, text) {
  const hits = [];
  const word = text.trim();
  if (/[=<>!&|]/.test(word) || word === '*' || KNOWN_KEYS.includes(word) || /^meta\.\w+$/.test(word)) {
    const parser = new SelectorParser(text, model);
    const test = parser.parse();
    if (parser.needsDetails) parser.details = await model.details();
    for (let n = 0; n < model.nodes; n++) if (model.isThere(n) && test(n)) hits.push(n);
    return hits;
  }
  const wanted = word.toLowerCase();
  if (!wanted) return hits;
  const found = model.strings.having(wanted);
  const columns = [model.nodeName, model.nodeTitleText, model.nodeTarget, model.nodeLabel, model.nodeType];
  for (let n = 0; n < model.nodes; n++)
    if (model.isThere(n) && (columns.some(c => found[c[n]]) || (model.nodePath[n] !== NONE && found[model.nodePath[n]]))) hits.push(n);
  return hits;
}
