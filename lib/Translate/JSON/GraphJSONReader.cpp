//===- GraphJSONReader.cpp - Graphs from JSON -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphJSONReader.h"
#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/CharClass.h"
#include "fx/Translate/GraphJSON.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace fx;
using namespace fx::graphjson;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

bool JSONGraphReader::node(Graph &G) {
  static constexpr StringLiteral Fields[] = {
      "name", "op", "target", "args", "kwargs", "type", "users", "meta"};
  const char *At = place();
  Symbol Called, Target, Type;
  std::optional<Opcode> Op;
  SmallVector<Argument, 8> Args;
  std::vector<KwArg> Kwargs, Meta;
  auto Outside = [this](auto Read) {
    SaveAndRestore<DenseMap<Symbol, Node *> *> Saved(Nodes, nullptr);
    return Read();
  };
  bool Good = object(Fields, 3, [&](unsigned I) {
    const char *Member = place();
    StringRef Text;
    switch (I) {
    case 0:
      if (!text(Called))
        return false;
      return isIdentifier(Called.str()) ||
             R.fail("'" + Called.str() + "' cannot name a node", Member);
    case 1:
      if (!R.readString(Text))
        return false;
      Op = parseOpcode(Text);
      return Op || R.fail("there is no opcode '" + Text + "'", Member);
    case 2:
      return text(Target);
    case 3:
      return values(Args, 0);
    case 4:
      return dictionary(Kwargs, 0);
    case 5:
      return text(Type);
    case 6: // Needs the whole graph.
      return R.skipValue();
    default:
      return Outside([&] { return dictionary(Meta, 0); });
    }
  });
  if (!Good)
    return false;
  Name Own = Namespace::parse(Ctx, Called.str());
  if (!G.names().claim(Own))
    return R.fail("there is a node '" + Called.str() + "' already", At);
  ArgSpecBuilder B;
  for (const Argument &A : Args)
    B.addArg(A);
  for (const KwArg &K : Kwargs)
    B.addKwarg(K.Name, K.Value);
  Node *N = G.createNamed(*Op, Target, B, Own, Type);
  if (!Meta.empty())
    N->setMeta(Ctx.internMeta(Meta));
  (*Nodes)[Called] = N;
  return true;
}

bool JSONGraphReader::graph(Graph &G) {
  DenseMap<Symbol, Node *> Known;
  SaveAndRestore<DenseMap<Symbol, Node *> *> Saved(Nodes, &Known);
  const char *At = place();
  if (!array([&] { return node(G); }))
    return false;
  // Once more, for the orders of users.
  const char *End = R.position();
  R.setPosition(At);
  Node *N = G.front();
  if (!array([&] {
        Node *Current = std::exchange(N, N->next());
        if (!R.beginObject())
          return false;
        bool First = true;
        StringRef Key;
        while (R.nextMember(First, Key)) {
          if (Key != "users") {
            if (!R.skipValue())
              return false;
            continue;
          }
          const char *Place = place();
          SmallVector<Node *, 8> Users;
          if (!array([&] {
                Symbol Name;
                if (!text(Name))
                  return false;
                Users.push_back(Known.lookup(Name));
                return true;
              }))
            return false;
          if (is_contained(Users, nullptr) ||
              (Users.empty() ? Current->hasUsers()
                             : !Current->setUserOrder(Users)))
            return R.fail("these are not the users of '" + Current->name() +
                              "'; without them, they are in order",
                          Place);
        }
        return R.good();
      }))
    return false;
  R.setPosition(End);
  return true;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool JSONGraphReader::tensor(Module &M) {
  static constexpr StringLiteral Fields[] = {
      "name",       "role",    "type",  "requires_grad",
      "persistent", "pickled", "record"};
  const char *At = place();
  TensorAttr T;
  if (!object(Fields, 2, [&](unsigned I) {
        switch (I) {
        case 0:
          return text(T.Name);
        case 1:
          return word(roleWords(), T.Role, "role of a tensor");
        case 2:
          return tensorType(T.Type, 0);
        case 3:
          return R.readBool(T.RequiresGrad);
        case 4:
          return R.readBool(T.Persistent);
        case 5:
          return R.readBool(T.Pickled);
        default:
          return text(T.Record);
        }
      }))
    return false;
  if (M.tensor(T.Name.str()))
    return R.fail("there is a '" + T.Name.str() + "' already", At);
  M.addTensor(T);
  return true;
}

bool JSONGraphReader::child(Module &M, unsigned Depth) {
  const char *At = place();
  if (Depth >= MaxModuleDepth)
    return R.fail("modules are nested too deep");
  auto Child = std::make_unique<Module>(Ctx, Symbol());
  Symbol Name;
  if (!module(*Child, Name, /*Root=*/nullptr, Depth + 1))
    return false;
  if (!Name)
    return R.fail("'name' is missing", At);
  if (M.child(Name.str()) || M.tensor(Name.str()) || M.attribute(Name.str()))
    return R.fail("there is a '" + Name.str() + "' already", At);
  M.addChild(Name, std::move(Child));
  return true;
}

/// \p Root is the graph of the root, which is there already.
bool JSONGraphReader::module(Module &M, Symbol &Name, Graph *Root,
                             unsigned Depth) {
  static constexpr StringLiteral Fields[] = {
      "name",     "class",   "args",       "kwargs", "extra",
      "training", "tensors", "attributes", "nodes",  "children"};
  SaveAndRestore<DenseMap<Symbol, Node *> *> Saved(Nodes, nullptr);
  return object(Fields, 0, [&](unsigned I) {
    const char *At = place();
    Symbol S;
    SmallVector<Argument, 8> Args;
    std::vector<KwArg> Entries;
    std::vector<std::string> Lines;
    bool Flag;
    switch (I) {
    case 0:
      return text(Name);
    case 1:
      if (!text(S))
        return false;
      M.setClassName(S);
      return true;
    case 2:
      if (!values(Args, 0))
        return false;
      M.setArgs(std::vector<Argument>(Args.begin(), Args.end()));
      return true;
    case 3:
      if (!dictionary(Entries, 0))
        return false;
      M.setKwargs(std::move(Entries));
      return true;
    case 4:
      if (!array([&] {
            bool Good = text(S);
            Lines.push_back(S.str().str());
            return Good;
          }))
        return false;
      M.setExtraText(std::move(Lines));
      return true;
    case 5:
      if (!R.readBool(Flag))
        return false;
      M.setTraining(Flag);
      return true;
    case 6:
      return array([&] { return tensor(M); });
    case 7:
      if (!dictionary(Entries, 0))
        return false;
      for (const KwArg &E : Entries) {
        if (M.tensor(E.Name.str()) || M.child(E.Name.str()))
          return R.fail("there is a '" + E.Name.str() + "' already", At);
        M.setAttribute(E.Name, E.Value);
      }
      return true;
    case 8: {
      if (Root)
        return graph(*Root);
      auto Own = std::make_unique<Graph>(Ctx, &M);
      if (!graph(*Own))
        return false;
      M.setGraph(std::move(Own));
      return true;
    }
    default:
      return array([&] { return child(M, Depth); });
    }
  });
}

/// A file, or several in a list.
bool JSONGraphReader::weights(GraphModule &M) {
  auto File = [&] {
    Symbol Name;
    if (!text(Name))
      return false;
    M.addWeightFile(Name.str());
    return true;
  };
  return R.peek() == '[' ? array(File) : File();
}

/// The attributes name nodes, so they come last.
bool JSONGraphReader::applyProgram(GraphModule &M) {
  if (!HasProgram)
    return true;
  ExportedProgram &P = M.makeProgram();
  for (const ProgramAttribute &A : Program)
    if (!P.setAttribute(A.Entry.Name, A.Entry.Value))
      return R.fail("no value for '" + A.Entry.Name.str() + "' of a program",
                    A.At);
  return true;
}

bool JSONGraphReader::graphModule(
    std::vector<std::unique_ptr<GraphModule>> &Modules) {
  static constexpr StringLiteral Fields[] = {"root",  "name",    "tree",
                                             "torch", "weights", "program"};
  auto M = std::make_unique<GraphModule>(Ctx);
  HasProgram = false;
  Program.clear();
  if (!object(Fields, 1,
              [&](unsigned I) {
                const char *At = place();
                Symbol S;
                int64_t Version;
                auto Tree = GraphModule::TreeKind::None;
                switch (I) {
                case 0:
                  return module(M->root(), S, &M->graph(), 0);
                case 1:
                  if (!text(S))
                    return false;
                  if (!S.str().empty())
                    M->setName(S);
                  return true;
                case 2:
                  if (!word(Trees, Tree, "kind of a tree"))
                    return false;
                  M->setTreeKind(Tree);
                  return true;
                case 3:
                  if (!R.readInt(Version))
                    return false;
                  if (Version != 1 && Version != 2)
                    return R.fail("expected 1 or 2", At);
                  M->setFromOldTorch(Version == 1);
                  return true;
                case 4:
                  return weights(*M);
                default:
                  HasProgram = true;
                  return entries([&](Symbol Key) {
                    const char *Place = place();
                    Argument Value;
                    if (!value(Value, 0))
                      return false;
                    Program.push_back({{Key, std::move(Value)}, Place});
                    return true;
                  });
                }
              }) ||
      !applyProgram(*M))
    return false;
  Modules.push_back(std::move(M));
  return true;
}

bool JSONGraphReader::read(std::vector<std::unique_ptr<GraphModule>> &Modules) {
  static constexpr StringLiteral Fields[] = {"format", "version", "modules"};
  bool Good = object(Fields, 3, [&](unsigned I) {
    const char *At = place();
    StringRef Text;
    int64_t Version;
    IsForm = true;
    switch (I) {
    case 0:
      return R.readString(Text) &&
             (Text == FormName ||
              R.fail("this is not JSON of fx-translate: its format is '" +
                         Text + "', not 'fx-graph'",
                     At));
    case 1:
      return R.readInt(Version) &&
             (Version == FormVersion ||
              R.fail("this is version " + Twine(Version) +
                         ", and 1 is the one that is known",
                     At));
    default:
      return array([&] { return graphModule(Modules); });
    }
  });
  return Good && R.expectEnd();
}

Error fx::readGraphJSON(Context &Ctx, StringRef Text, StringRef File,
                        std::vector<std::unique_ptr<GraphModule>> &Modules) {
  JSONGraphReader Reader(Ctx, Text);
  if (Reader.read(Modules))
    return Error::success();
  Modules.clear();
  JSONReader &R = Reader.json();
  std::string Path = R.errorPath();
  if (!Text.ltrim().starts_with("{"))
    return makeFileError(diag::err_open_input, File,
                         "this is not JSON of fx-translate, which starts with "
                         "'{'");
  if (!Reader.isForm() && Text.ltrim().starts_with("{"))
    return makeFileError(diag::err_open_input, File,
                         "this is not JSON of fx-translate, which is the one "
                         "that fx-opt reads");
  return makeFileError(diag::err_program_json, File,
                       Path.empty() ? "the whole" : Path, R.message(),
                       R.errorOffset());
}
