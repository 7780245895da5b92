// Runs utils/editors/vscode/extension.js against a stub of VS Code's interfaces and the
// real fx-lsp. usage: node vscode-client.js EXTENSION FX-LSP

const Module = require('module');
const assert = require('assert');
const [extension, program] = process.argv.slice(2);

const providers = {};
const commands = {};
const listeners = {};
let published = () => {};
let applied = null;

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
const record = (...names) => class {
  constructor(...values) { names.forEach((name, i) => { this[name] = values[i]; }); }
};
const disposable = { dispose() {} };
const on = (name) => (listener) => { listeners[name] = listener; return disposable; };
const document = (uri, text) => ({
  uri: { toString: () => uri }, languageId: 'fx', version: 1, getText: () => text,
});
const text = 'fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n'
  + '    %y : [num_users=3] = call_function[target=torch.relu](args = (%x,), kwargs = {})\n    return %y\n';
const opened = document('file:///a.fx', text);

const vscode = {
  Position, Range,
  Uri: { parse: (uri) => ({ toString: () => uri }) },
  Location: record('uri', 'range'),
  TextEdit: record('range', 'newText'),
  Diagnostic: record('range', 'message', 'severity'),
  DiagnosticRelatedInformation: record('location', 'message'),
  DocumentSymbol: record('name', 'detail', 'kind', 'range', 'selectionRange'),
  SymbolInformation: record('name', 'kind', 'container', 'location'),
  CompletionItem: record('label', 'kind'),
  CompletionList: record('items', 'isIncomplete'),
  SnippetString: record('value'),
  MarkdownString: record('value'),
  Hover: record('contents', 'range'),
  DocumentHighlight: record('range', 'kind'),
  FoldingRange: record('start', 'end'),
  SelectionRange: record('range', 'parent'),
  InlayHint: record('position', 'label', 'kind'),
  CodeAction: record('title', 'kind'),
  CodeActionKind: record('value'),
  SemanticTokens: record('data'),
  SemanticTokensLegend: record('types', 'modifiers'),
  WorkspaceEdit: class { constructor() { this.files = new Map(); } set(uri, edits) { this.files.set(uri.toString(), edits); } },
  workspace: {
    getConfiguration: () => ({ get: (name) => ({ server: program, serverOptions: [], inlayHints: {}, renameSignature: false }[name]) }),
    workspaceFolders: [],
    textDocuments: [opened],
    onDidOpenTextDocument: on('open'),
    onDidCloseTextDocument: on('close'),
    onDidChangeTextDocument: on('change'),
    applyEdit: async (edit) => { applied = edit; return true; },
    registerTextDocumentContentProvider: (scheme, provider) => { providers[scheme] = provider; return disposable; },
  },
  window: { createOutputChannel: () => ({ appendLine() {}, show() {}, dispose() {} }) },
  env: { openExternal: async () => true },
  commands: { registerCommand: (name, run) => { commands[name] = run; return disposable; } },
  languages: new Proxy({}, {
    get: (_, name) => (name === 'createDiagnosticCollection'
      ? () => ({ set: (uri, list) => published(list), dispose() {} })
      : (...args) => { providers[name] = args.find((a) => typeof a === 'object' && !Array.isArray(a)); return disposable; }),
  }),
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

(async () => {
  const arrived = new Promise((resolve) => { published = resolve; });
  const context = { subscriptions: [] };
  const server = await require(extension).activate(context);
  const found = await arrived;
  assert.strictEqual(found[0].message, '%y has 1 user, not 3');
  const place = new Position(3, 5);
  const use = (name) => providers[`register${name}Provider`];
  assert.match((await use('Hover').provideHover(opened, place)).contents.value, /\*\*%y\*\*/);
  assert.strictEqual((await use('Definition').provideDefinition(opened, new Position(4, 12))).range.start.line, 3);
  assert.strictEqual((await use('Reference').provideReferences(opened, place, { includeDeclaration: true })).length, 2);
  assert.strictEqual((await use('DocumentHighlight').provideDocumentHighlights(opened, place)).length, 2);
  assert.strictEqual((await use('DocumentSymbol').provideDocumentSymbols(opened))[0].children.length, 2);
  assert.ok((await use('CompletionItem').provideCompletionItems(opened, new Position(4, 12))).items.length);
  const edit = await use('Rename').provideRenameEdits(opened, place, 'z');
  assert.deepStrictEqual(edit.files.get('file:///a.fx').map((e) => e.newText), ['z', 'z']);
  await assert.rejects(use('Rename').provideRenameEdits(opened, place, 'x'), /already/);
  assert.strictEqual((await use('FoldingRange').provideFoldingRanges(opened))[0].start, 1);
  assert.ok((await use('SelectionRange').provideSelectionRanges(opened, [place]))[0].parent);
  assert.ok((await use('InlayHints').provideInlayHints(opened, new Range(new Position(0, 0), new Position(9, 0)))).length >= 0);
  assert.ok((await use('DocumentSemanticTokens').provideDocumentSemanticTokens(opened)).data.length % 5 === 0);
  const actions = await use('CodeActions').provideCodeActions(opened, new Range(place, place));
  assert.ok(actions.some((a) => a.title === 'Write the number of users' && a.edit));
  assert.strictEqual((await use('DocumentFormattingEdit').provideDocumentFormattingEdits(opened))[0].range.start.line, 3);
  assert.ok(await commands['fx.applyPass']('file:///a.fx', 'set-metadata{key=tag value=t}') > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.match(applied.files.get('file:///a.fx')[0].newText, /tag: "t"/);
  listeners.change({ document: { ...opened, version: 2 },
    contentChanges: [{ range: new Range(new Position(3, 20), new Position(3, 21)), text: '1' }] });
  const again = await new Promise((resolve) => { published = resolve; });
  assert.deepStrictEqual(again, []);
  context.subscriptions.forEach((s) => s.dispose());
  await new Promise((resolve) => server.process.on('exit', resolve));
  console.log(`${Object.keys(providers).length} providers`);
})().catch((error) => { console.error(error); process.exit(1); });
