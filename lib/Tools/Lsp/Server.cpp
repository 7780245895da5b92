//===- Server.cpp - The language server -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Update/RunLines.h"
#include "fx/Support/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

using Result = Expected<json::Value>;

Server::Server(Transport &Client, Environment NewEnv)
    : Client(Client), Env(std::move(NewEnv)) {}

/// A number or a string, as one text.
static std::string textOfId(const json::Value &Id) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Id;
  return Text;
}

/// The id of a request as text; empty for what has none.
static std::string idOf(const json::Value &Message) {
  const json::Object *O = Message.getAsObject();
  const json::Value *Id = O ? O->get("id") : nullptr;
  return Id ? textOfId(*Id) : "";
}

static Error invalidParams() {
  return requestError(InvalidParams, "the parameters are malformed");
}

static StringRef uriOfDocument(const json::Object &Params) {
  const json::Object *Document = Params.getObject("textDocument");
  return Document ? Document->getString("uri").value_or("") : "";
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Server::readMessages() {
  while (std::optional<json::Value> Message = Client.read()) {
    const json::Object *O = Message->getAsObject();
    std::optional<StringRef> Method = O ? O->getString("method") : std::nullopt;
    bool IsExit = Method && *Method == "exit";
    if (Method && *Method == "$/cancelRequest") {
      const json::Object *Params = O->getObject("params");
      if (const json::Value *Id = Params ? Params->get("id") : nullptr)
        cancel(textOfId(*Id));
      continue;
    }
    std::lock_guard Guard(QueueLock);
    Queue.push_back(std::move(*Message));
    QueueChanged.notify_all();
    if (IsExit)
      return;
  }
  std::lock_guard Guard(QueueLock);
  AtEnd = true;
  QueueChanged.notify_all();
}

void Server::cancel(std::string Id) {
  {
    std::lock_guard Guard(QueueLock);
    // Editors cancel what was answered, too.
    if (Id == Answering || any_of(Queue, [&](const json::Value &Message) {
          return idOf(Message) == Id;
        }))
      Canceled.insert(std::move(Id));
  }
  // Without the lock: who waits for a file asks for it.
  Files->wake();
}

bool Server::isCanceled(const std::string &Id) {
  std::lock_guard Guard(QueueLock);
  return Canceled.count(Id);
}

int Server::run() {
  Files = std::make_unique<Analyzer>(Env, [this](const Snapshot &S) {
    Client.notify("textDocument/publishDiagnostics", diagnosticsOf(S, Env));
  });
  std::thread Reader([this] { readMessages(); });
  while (!Exits) {
    std::unique_lock Guard(QueueLock);
    QueueChanged.wait(Guard, [this] { return AtEnd || !Queue.empty(); });
    if (Queue.empty())
      break;
    json::Value Message = std::move(Queue.front());
    Queue.pop_front();
    Answering = idOf(Message);
    Guard.unlock();
    handle(std::move(Message));
  }
  Reader.join();
  Files.reset();
  return ShutDown ? 0 : 1;
}

void Server::handle(json::Value Message) {
  json::Object *O = Message.getAsObject();
  std::optional<StringRef> Method = O ? O->getString("method") : std::nullopt;
  const json::Value *Id = O ? O->get("id") : nullptr;
  if (!Method) {
    // An answer of the client, or nothing that is known.
    if (!O || !(O->get("result") || O->get("error")))
      Client.reply(Id ? *Id : json::Value(nullptr),
                   requestError(InvalidRequest, "a method is missing"));
    return;
  }
  static const json::Object None;
  const json::Object *Params = O->getObject("params");
  if (!Id)
    return notification(*Method, Params ? *Params : None);
  std::string Text = textOfId(*Id);
  if (isCanceled(Text))
    Client.reply(*Id, requestError(RequestCanceled, "canceled"));
  else if (!Initialized && *Method != "initialize")
    Client.reply(*Id, requestError(ServerNotInitialized, "not initialized"));
  else if (ShutDown)
    Client.reply(*Id, requestError(InvalidRequest, "the server shuts down"));
  else if (!longRequest(*Id, *Method, Params ? *Params : None))
    Client.reply(*Id, request(*Method, Params ? *Params : None, Text));
  std::lock_guard Guard(QueueLock);
  Canceled.erase(Text);
  Answering.clear();
}

void Server::notification(StringRef Method, const json::Object &Params) {
  if (Method == "exit")
    Exits = true;
  else if (Method == "textDocument/didOpen")
    didOpen(Params);
  else if (Method == "textDocument/didChange")
    didChange(Params);
  else if (Method == "textDocument/didClose")
    didClose(Params);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void Server::didOpen(const json::Object &Params) {
  const json::Object *Document = Params.getObject("textDocument");
  std::string Uri = uriOfDocument(Params).str();
  std::optional<StringRef> Text =
      Document ? Document->getString("text") : std::nullopt;
  if (Uri.empty() || !Text)
    return;
  lsp::Server::Document &D = Documents[Uri];
  D.Version = Document->getInteger("version").value_or(0);
  D.Text = std::make_shared<const std::string>(*Text);
  Files->submit(Uri, D.Version, D.Text, /*IsOpened=*/true);
}

void Server::didChange(const json::Object &Params) {
  auto It = Documents.find(uriOfDocument(Params).str());
  const json::Array *Changes = Params.getArray("contentChanges");
  if (It == Documents.end() || !Changes)
    return;
  Document &D = It->second;
  std::string New = *D.Text;
  for (const json::Value &Value : *Changes) {
    const json::Object *Change = Value.getAsObject();
    std::optional<StringRef> Text =
        Change ? Change->getString("text") : std::nullopt;
    if (!Text)
      continue;
    const json::Object *Range = Change->getObject("range");
    if (!Range) {
      New = *Text;
      continue;
    }
    std::optional<Position> Begin = positionOf(Range->get("start")),
                            End = positionOf(Range->get("end"));
    if (!Begin || !End)
      continue;
    LineTable Lines(New);
    size_t First = Lines.offset(*Begin), Last = Lines.offset(*End);
    if (First > Last)
      std::swap(First, Last);
    New.replace(First, Last - First, *Text);
  }
  const json::Object *Document = Params.getObject("textDocument");
  // Versions only grow; a client without them gets some.
  D.Version =
      std::max(Document->getInteger("version").value_or(0), D.Version + 1);
  D.Text = std::make_shared<const std::string>(std::move(New));
  Files->submit(It->first, D.Version, D.Text, /*IsOpened=*/false);
}

void Server::didClose(const json::Object &Params) {
  std::string Uri = uriOfDocument(Params).str();
  if (!Documents.erase(Uri))
    return;
  Files->close(Uri);
  Client.notify("textDocument/publishDiagnostics",
                json::Object{{"uri", Uri}, {"diagnostics", json::Array()}});
}

Expected<Analyzer::SnapshotPtr> Server::snapshotOf(StringRef Uri,
                                                   const std::string &Id) {
  if (!Documents.count(Uri.str()))
    return requestError(InvalidParams, "the file is not open");
  bool WasCanceled = false;
  Analyzer::SnapshotPtr S = Files->wait(Uri, [&] {
    WasCanceled = isCanceled(Id);
    return WasCanceled;
  });
  if (WasCanceled)
    return requestError(RequestCanceled, "canceled");
  if (!S)
    return requestError(RequestFailed, "the file is not open");
  return S;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static constexpr StringLiteral Commands[] = {
    "fx.applyPass",         "fx.diffPass",   "fx.run",    "fx.updateChecks",
    "fx.updateDiagnostics", "fx.openViewer", "fx.reduce", "fx.ruleFromNodes"};

Result Server::initialize(const json::Object &Params) {
  if (Initialized)
    return requestError(InvalidRequest, "initialized twice");
  Initialized = true;
  if (std::optional<StringRef> Uri = Params.getString("rootUri"))
    Root = pathOf(*Uri);
  else if (const json::Array *Folders = Params.getArray("workspaceFolders");
           Folders && !Folders->empty())
    if (const json::Object *First = Folders->front().getAsObject())
      Root = pathOf(First->getString("uri").value_or(""));
  if (const json::Object *Options = Params.getObject("initializationOptions")) {
    if (const json::Object *Hints = Options->getObject("inlayHints"))
      HintSettings = *Hints;
    Env.RenameSignature =
        Options->getBoolean("renameSignature").value_or(false);
  }
  json::Object Capabilities{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", json::Object{{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"completionProvider",
       json::Object{{"triggerCharacters",
                     json::Array{"%", "[", "=", ".", "{", "(", "-", "$"}}}},
      {"renameProvider", json::Object{{"prepareProvider", true}}},
      {"foldingRangeProvider", true},
      {"selectionRangeProvider", true},
      {"inlayHintProvider", true},
      {"documentFormattingProvider", true},
      {"codeActionProvider",
       json::Object{
           {"codeActionKinds", json::Array{"quickfix", "refactor.rewrite",
                                           "source.fixAll.fx", "source.fx"}}}},
      {"semanticTokensProvider",
       json::Object{{"legend", semanticTokensLegend()},
                    {"range", true},
                    {"full", true}}},
      {"executeCommandProvider",
       json::Object{
           {"commands", json::Array(ArrayRef<StringLiteral>(Commands))}}},
      {"workspace",
       json::Object{{"textDocumentContent",
                     json::Object{{"schemes", json::Array{"fx-model"}}}}}}};
  return json::Object{{"capabilities", std::move(Capabilities)},
                      {"serverInfo", json::Object{{"name", "fx-lsp"},
                                                  {"version", getVersion()}}}};
}

/// `fx-model:///home/me/net.pt2`, which an editor shows and does not write.
Result Server::textContent(const json::Object &Params) {
  StringRef Uri = Params.getString("uri").value_or("");
  if (!Uri.consume_front("fx-model://"))
    return invalidParams();
  Expected<std::string> Text = textOfModel(pathOf(("file://" + Uri).str()));
  if (!Text)
    return Text.takeError();
  return json::Object{{"text", json::fixUTF8(*Text)}};
}

Result Server::request(StringRef Method, const json::Object &Params,
                       const std::string &Id) {
  if (Method == "initialize")
    return initialize(Params);
  if (Method == "shutdown") {
    ShutDown = true;
    return nullptr;
  }
  if (Method == "workspace/symbol")
    return Root.empty()
               ? json::Value(json::Array())
               : workspaceSymbols(Root, Params.getString("query").value_or(""));
  if (Method == "workspace/textDocumentContent")
    return textContent(Params);
  if (Method == "workspace/executeCommand")
    return executeCommand(Params, Id);
  static constexpr StringLiteral Known[] = {
      "hover",          "definition",    "references", "documentHighlight",
      "completion",     "prepareRename", "rename",     "foldingRange",
      "selectionRange", "inlayHint",     "formatting", "codeAction"};
  StringRef Name = Method;
  if (!Name.consume_front("textDocument/") || !is_contained(Known, Name))
    return requestError(MethodNotFound, "there is no method " + Method);
  Expected<Analyzer::SnapshotPtr> S = snapshotOf(uriOfDocument(Params), Id);
  if (!S)
    return S.takeError();
  return fileRequest(Name, Params, **S);
}

bool Server::longRequest(const json::Value &Id, StringRef Method,
                         const json::Object &Params) {
  bool Symbols = Method == "textDocument/documentSymbol",
       Part = Method == "textDocument/semanticTokens/range";
  if (!Symbols && !Part && Method != "textDocument/semanticTokens/full")
    return false;
  Expected<Analyzer::SnapshotPtr> Found =
      snapshotOf(uriOfDocument(Params), textOfId(Id));
  if (!Found) {
    Client.reply(Id, Found.takeError());
    return true;
  }
  const Snapshot &S = **Found;
  size_t Begin = 0, End = S.text().size();
  if (Part) {
    const json::Object *Range = Params.getObject("range");
    std::optional<Position> First, Last;
    if (Range) {
      First = positionOf(Range->get("start"));
      Last = positionOf(Range->get("end"));
    }
    if (!First || !Last) {
      Client.reply(Id, invalidParams());
      return true;
    }
    Begin = S.Lines.offset(*First);
    End = S.Lines.offset(*Last);
  }
  Client.replyText(Id, Symbols ? documentSymbols(S)
                               : semanticTokens(S, Begin, End));
  return true;
}

Result Server::fileRequest(StringRef Method, const json::Object &Params,
                           const Snapshot &S) {
  if (Method == "foldingRange")
    return foldingRanges(S);
  if (Method == "formatting")
    return formatting(S);
  if (Method == "selectionRange") {
    json::Array Ranges;
    const json::Array *Positions = Params.getArray("positions");
    if (!Positions)
      return invalidParams();
    for (const json::Value &Value : *Positions) {
      std::optional<Position> P = positionOf(&Value);
      if (!P)
        return invalidParams();
      Ranges.push_back(selectionRange(S, S.Lines.offset(*P)));
    }
    return Ranges;
  }
  if (const json::Object *Range = Params.getObject("range")) {
    std::optional<Position> First = positionOf(Range->get("start")),
                            Last = positionOf(Range->get("end"));
    if (!First || !Last)
      return invalidParams();
    size_t Begin = S.Lines.offset(*First), End = S.Lines.offset(*Last);
    if (Method == "inlayHint")
      return inlayHints(S, HintSettings, Begin, End);
    if (Method == "codeAction")
      return codeActions(S, Begin, End);
  }
  std::optional<Position> P = positionOf(Params.get("position"));
  if (!P)
    return invalidParams();
  return positionRequest(Method, Params, S, S.Lines.offset(*P));
}

Result Server::positionRequest(StringRef Method, const json::Object &Params,
                               const Snapshot &S, size_t Offset) {
  if (Method == "hover")
    return hover(S, Env, Offset);
  if (Method == "definition")
    return definition(S, Env, Offset);
  if (Method == "documentHighlight")
    return highlights(S, Offset);
  if (Method == "completion")
    return completion(S, Env, Offset);
  if (Method == "prepareRename")
    return prepareRename(S, Offset);
  if (Method == "references") {
    const json::Object *Options = Params.getObject("context");
    return references(
        S, Offset,
        !Options || Options->getBoolean("includeDeclaration").value_or(true));
  }
  std::optional<StringRef> NewName = Params.getString("newName");
  if (Method != "rename" || !NewName)
    return invalidParams();
  return rename(S, Env, Offset, *NewName);
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

Result Server::applyEdits(const Snapshot &S, ArrayRef<Edit> Edits) {
  if (!Edits.empty())
    Client.request("workspace/applyEdit",
                   json::Object{{"edit", workspaceEdit(S, Edits)}});
  return json::Value(int64_t(Edits.size()));
}

Result Server::executeCommand(const json::Object &Params,
                              const std::string &Id) {
  StringRef Command = Params.getString("command").value_or("");
  const json::Array *Arguments = Params.getArray("arguments");
  auto Text = [&](size_t I) -> StringRef {
    return Arguments && I < Arguments->size()
               ? (*Arguments)[I].getAsString().value_or("")
               : StringRef();
  };
  auto Number = [&](size_t I) -> std::optional<int64_t> {
    return Arguments && I < Arguments->size() ? (*Arguments)[I].getAsInteger()
                                              : std::nullopt;
  };
  if (!is_contained(Commands, Command))
    return requestError(InvalidParams, "there is no command " + Command);
  Expected<Analyzer::SnapshotPtr> Found = snapshotOf(Text(0), Id);
  if (!Found)
    return Found.takeError();
  const Snapshot &S = **Found;
  auto Answer = [](Expected<std::string> Said) -> Result {
    if (!Said)
      return Said.takeError();
    return json::Value(json::fixUTF8(*Said));
  };
  if (Command == "fx.applyPass") {
    Expected<std::vector<Edit>> Edits = editsOfPass(S, Env, Text(1));
    if (!Edits)
      return Edits.takeError();
    return applyEdits(S, *Edits);
  }
  if (Command == "fx.diffPass")
    return Answer(diffOfPass(S, Env, Text(1)));
  if (Command == "fx.ruleFromNodes") {
    if (!Number(1) || !Number(2))
      return invalidParams();
    auto Line = [&](size_t I) {
      return S.Lines.offset(
          {unsigned(std::clamp<int64_t>(*Number(I), 0, S.Lines.numLines())),
           0});
    };
    return Answer(ruleOfLines(S, Line(1), Line(2)));
  }
  if (S.Path.empty())
    return requestError(RequestFailed, "this is not a file on the disk");
  if (Command == "fx.run")
    return Answer(
        runTestLines(S.Path, Number(1) && *Number(1) >= 0
                                 ? std::optional<unsigned>(unsigned(*Number(1)))
                                 : std::nullopt));
  if (Command == "fx.updateChecks" || Command == "fx.updateDiagnostics") {
    Expected<std::string> New = updatedTest(
        S.Path, Command == "fx.updateChecks" ? "--update-checks"
                                             : "--update-diagnostics");
    if (!New)
      return New.takeError();
    return applyEdits(S, editsTo(S, *New));
  }
  if (Command == "fx.openViewer") {
    std::string Page = S.Path + ".html";
    Expected<std::string> Said =
        fx::lsp::runTool({"fx-translate", S.Path, "-o", Page});
    if (!Said)
      return Said.takeError();
    Client.request("window/showDocument",
                   json::Object{{"uri", uriOf(Page)}, {"external", true}});
    return json::Value(uriOf(Page));
  }
  // fx.reduce is what is left.
  std::vector<std::string> Words = {"fx-reduce", S.Path, "-o",
                                    S.Path + ".reduced.fx"};
  for (size_t I = 1; Arguments && I < Arguments->size(); ++I) {
    if (runsShell(Text(I)))
      return requestError(InvalidParams,
                          "'" + Text(I) +
                              "' runs a command of a shell; "
                              "fx-reduce takes it in a terminal");
    Words.push_back(Text(I).str());
  }
  return Answer(fx::lsp::runTool(Words));
}
