// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A client of fx-lsp for VS Code, without dependencies: messages go over the
// standard streams of the server, and the answers to VS Code's own interfaces.

'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

class Connection {
  constructor(command, args, onMessage, onExit) {
    this.pending = new Map();
    this.lastId = 0;
    this.buffer = Buffer.alloc(0);
    this.onMessage = onMessage;
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.process.stdout.on('data', (data) => this.read(data));
    this.process.stdin.on('error', () => {});
    this.process.on('error', (error) => onExit(error.message));
    this.process.on('exit', (code) => {
      for (const { reject } of this.pending.values()) reject(new Error('fx-lsp has gone'));
      this.pending.clear();
      onExit(`fx-lsp has gone, with code ${code}`);
    });
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params, token) {
    const id = ++this.lastId;
    const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    this.send({ id, method, params });
    if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    return answer;
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.buffer.toString('ascii', 0, end))[1]);
      if (this.buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.buffer.toString('utf8', end + 4, end + 4 + length));
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(message);
    }
  }

  take(message) {
    if (message.method) {
      this.onMessage(message);
      return;
    }
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }
}

// From the protocol's values to those of VS Code, and back.
const toPosition = (p) => new vscode.Position(p.line, p.character);
const toRange = (r) => new vscode.Range(toPosition(r.start), toPosition(r.end));
const fromPosition = (p) => ({ line: p.line, character: p.character });
const fromRange = (r) => ({ start: fromPosition(r.start), end: fromPosition(r.end) });
const toLocation = (l) => new vscode.Location(vscode.Uri.parse(l.uri), toRange(l.range));
const toEdits = (edits) => edits.map((e) => new vscode.TextEdit(toRange(e.range), e.newText));
const at = (document, position) => ({
  textDocument: { uri: document.uri.toString() },
  position: fromPosition(position),
});

function toWorkspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes))
    result.set(vscode.Uri.parse(uri), toEdits(edits));
  return result;
}

function toDiagnostic(d) {
  const result = new vscode.Diagnostic(toRange(d.range), d.message, d.severity - 1);
  result.source = d.source;
  result.code = d.codeDescription
    ? { value: d.code, target: vscode.Uri.parse(d.codeDescription.href) }
    : d.code;
  result.tags = d.tags;
  result.relatedInformation = (d.relatedInformation || []).map(
    (r) => new vscode.DiagnosticRelatedInformation(toLocation(r.location), r.message));
  return result;
}

function toSymbol(s) {
  const result = new vscode.DocumentSymbol(
    s.name, s.detail || '', s.kind - 1, toRange(s.range), toRange(s.selectionRange));
  result.children = (s.children || []).map(toSymbol);
  return result;
}

function toCompletion(item) {
  const result = new vscode.CompletionItem(item.label, item.kind - 1);
  result.detail = item.detail;
  result.range = toRange(item.textEdit.range);
  result.insertText = item.insertTextFormat === 2
    ? new vscode.SnippetString(item.textEdit.newText)
    : item.textEdit.newText;
  return result;
}

function toSelection(s) {
  return new vscode.SelectionRange(toRange(s.range), s.parent && toSelection(s.parent));
}

function toAction(a) {
  const result = new vscode.CodeAction(a.title, new vscode.CodeActionKind(a.kind));
  if (a.edit) result.edit = toWorkspaceEdit(a.edit);
  if (a.command) result.command = a.command;
  return result;
}

async function activate(context) {
  const settings = vscode.workspace.getConfiguration('fx');
  const diagnostics = vscode.languages.createDiagnosticCollection('fx');
  const output = vscode.window.createOutputChannel('fx-opt');
  const subscribe = (thing) => context.subscriptions.push(thing);
  subscribe(diagnostics);
  subscribe(output);

  const server = new Connection(settings.get('server'), settings.get('serverOptions'), (message) => {
    const { method, params, id } = message;
    if (method === 'textDocument/publishDiagnostics')
      diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
    else if (method === 'workspace/applyEdit')
      vscode.workspace.applyEdit(toWorkspaceEdit(params.edit)).then(
        (applied) => server.send({ id, result: { applied } }));
    else if (method === 'window/showDocument')
      vscode.env.openExternal(vscode.Uri.parse(params.uri)).then(
        (success) => server.send({ id, result: { success } }));
  }, (reason) => output.appendLine(reason));
  subscribe({ dispose: () => server.notify('exit', null) });

  const folders = vscode.workspace.workspaceFolders;
  const { capabilities } = await server.request('initialize', {
    processId: process.pid,
    capabilities: {},
    rootUri: folders && folders.length ? folders[0].uri.toString() : null,
    initializationOptions: {
      inlayHints: settings.get('inlayHints'),
      renameSignature: settings.get('renameSignature'),
    },
  });
  server.notify('initialized', {});

  const selector = [{ language: 'fx' }, { language: 'fxr' }];
  const isOurs = (document) => ['fx', 'fxr'].includes(document.languageId);
  const open = (document) => {
    if (isOurs(document))
      server.notify('textDocument/didOpen', {
        textDocument: {
          uri: document.uri.toString(),
          languageId: document.languageId,
          version: document.version,
          text: document.getText(),
        },
      });
  };
  vscode.workspace.textDocuments.forEach(open);
  subscribe(vscode.workspace.onDidOpenTextDocument(open));
  subscribe(vscode.workspace.onDidCloseTextDocument((document) => {
    if (isOurs(document))
      server.notify('textDocument/didClose', { textDocument: { uri: document.uri.toString() } });
  }));
  subscribe(vscode.workspace.onDidChangeTextDocument((event) => {
    if (isOurs(event.document))
      server.notify('textDocument/didChange', {
        textDocument: { uri: event.document.uri.toString(), version: event.document.version },
        contentChanges: event.contentChanges.map((c) => ({ range: fromRange(c.range), text: c.text })),
      });
  }));

  const ask = (name, params, token) => server.request(`textDocument/${name}`, params, token);
  const file = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const { languages } = vscode;

  subscribe(languages.registerHoverProvider(selector, {
    async provideHover(document, position, token) {
      const found = await ask('hover', at(document, position), token);
      return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), toRange(found.range));
    },
  }));
  subscribe(languages.registerDefinitionProvider(selector, {
    async provideDefinition(document, position, token) {
      const found = await ask('definition', at(document, position), token);
      return found && toLocation(found);
    },
  }));
  subscribe(languages.registerReferenceProvider(selector, {
    async provideReferences(document, position, options, token) {
      const params = { ...at(document, position), context: { includeDeclaration: options.includeDeclaration } };
      return ((await ask('references', params, token)) || []).map(toLocation);
    },
  }));
  subscribe(languages.registerDocumentHighlightProvider(selector, {
    async provideDocumentHighlights(document, position, token) {
      const found = (await ask('documentHighlight', at(document, position), token)) || [];
      return found.map((h) => new vscode.DocumentHighlight(toRange(h.range), h.kind - 1));
    },
  }));
  subscribe(languages.registerDocumentSymbolProvider(selector, {
    async provideDocumentSymbols(document, token) {
      return (await ask('documentSymbol', file(document), token)).map(toSymbol);
    },
  }));
  subscribe(languages.registerWorkspaceSymbolProvider({
    async provideWorkspaceSymbols(query, token) {
      const found = await server.request('workspace/symbol', { query }, token);
      return found.map((s) => new vscode.SymbolInformation(s.name, s.kind - 1, '', toLocation(s.location)));
    },
  }));
  subscribe(languages.registerCompletionItemProvider(selector, {
    async provideCompletionItems(document, position, token) {
      const found = await ask('completion', at(document, position), token);
      return new vscode.CompletionList(found.items.map(toCompletion), found.isIncomplete);
    },
  }, ...capabilities.completionProvider.triggerCharacters));
  subscribe(languages.registerRenameProvider(selector, {
    async prepareRename(document, position, token) {
      const found = await ask('prepareRename', at(document, position), token);
      if (!found) throw new Error('there is no name here');
      return toRange(found);
    },
    async provideRenameEdits(document, position, newName, token) {
      return toWorkspaceEdit(await ask('rename', { ...at(document, position), newName }, token));
    },
  }));
  subscribe(languages.registerFoldingRangeProvider(selector, {
    async provideFoldingRanges(document, _, token) {
      const found = await ask('foldingRange', file(document), token);
      return found.map((r) => new vscode.FoldingRange(r.startLine, r.endLine));
    },
  }));
  subscribe(languages.registerSelectionRangeProvider(selector, {
    async provideSelectionRanges(document, positions, token) {
      const params = { ...file(document), positions: positions.map(fromPosition) };
      return (await ask('selectionRange', params, token)).map(toSelection);
    },
  }));
  subscribe(languages.registerInlayHintsProvider(selector, {
    async provideInlayHints(document, range, token) {
      const found = await ask('inlayHint', { ...file(document), range: fromRange(range) }, token);
      return found.map((h) => {
        const hint = new vscode.InlayHint(toPosition(h.position), h.label, h.kind);
        hint.paddingLeft = h.paddingLeft;
        return hint;
      });
    },
  }));
  subscribe(languages.registerDocumentFormattingEditProvider(selector, {
    async provideDocumentFormattingEdits(document, options, token) {
      return toEdits(await ask('formatting', { ...file(document), options: {} }, token));
    },
  }));
  subscribe(languages.registerCodeActionsProvider(selector, {
    async provideCodeActions(document, range, _, token) {
      const params = { ...file(document), range: fromRange(range), context: { diagnostics: [] } };
      return (await ask('codeAction', params, token)).map(toAction);
    },
  }));
  const { tokenTypes, tokenModifiers } = capabilities.semanticTokensProvider.legend;
  subscribe(languages.registerDocumentSemanticTokensProvider(selector, {
    async provideDocumentSemanticTokens(document, token) {
      const found = await ask('semanticTokens/full', file(document), token);
      return new vscode.SemanticTokens(new Uint32Array(found.data));
    },
  }, new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers)));

  for (const command of capabilities.executeCommandProvider.commands)
    subscribe(vscode.commands.registerCommand(command, async (...args) => {
      const result = await server.request('workspace/executeCommand', { command, arguments: args });
      if (typeof result === 'string') {
        output.appendLine(result);
        output.show(true);
      }
      return result;
    }));
  subscribe(vscode.commands.registerCommand('fx.showDiff', async () => {
    const passes = await vscode.window.showInputBox({ prompt: 'Passes, as in --passes=' });
    const editor = vscode.window.activeTextEditor;
    if (!passes || !editor) return;
    const content = await vscode.commands.executeCommand('fx.diffPass', editor.document.uri.toString(), passes);
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content, language: 'diff' }));
  }));

  // Archives, as text that cannot be written.
  subscribe(vscode.workspace.registerTextDocumentContentProvider('fx-model', {
    async provideTextDocumentContent(uri) {
      return (await server.request('workspace/textDocumentContent', { uri: uri.toString() })).text;
    },
  }));
  subscribe(vscode.commands.registerCommand('fx.showArchive', async (chosen) => {
    const picked = chosen ? [chosen] : await vscode.window.showOpenDialog({ filters: { Archives: ['pt2', 'pt'] } });
    if (!picked || !picked.length) return;
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(`fx-model://${picked[0].path}`));
    await vscode.window.showTextDocument(await languages.setTextDocumentLanguage(document, 'fx'));
  }));
  return server;
}

module.exports = { activate };
